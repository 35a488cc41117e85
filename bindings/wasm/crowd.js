// Crowds: balls that move among walls and each other, all at once, frame after frame.
// Room: bindings.
import {
    checkOptions, checkedBits, checkedCoefficient, checkedCount, checkedFraction, checkedNumber,
    checkedTime, described, refuse,
} from "./checks.js";
import { CaromError, outOfMemory, statusError } from "./errors.js";
import { copyBytes, takeColumn } from "./memory.js";
import {
    checkSettings, contactsMax, hasCallbacks, lendMovingWalls, putSettings,
    takeBalls, takeSource, withSource,
} from "./mover.js";
import { COLUMNS, CROWD, PASSES, RESULT } from "./shapes.js";

const all = 0xffffffff; // CAROM_NO_BALL
const savedCount = 4; // the word of saved bytes with the number of balls: src/crowd/memory.c

/** Takes what each ball has of its own, for one call, in the order of crowd_columns in crowd.c. */
function takeColumns(memory, settings, results, count, inPlace) {
    const { inverseMasses, accelerations, categories, masks, wallMasks } = settings;
    if (accelerations !== undefined) {
        checkOptions(accelerations, "settings.accelerations", ["x", "y"]);
        for (const field of ["x", "y"]) {
            if (accelerations[field] === undefined) {
                refuse(undefined, `settings.accelerations.${field}`, "numbers, one for each ball");
            }
        }
    }
    if (wallMasks !== undefined &&
        (settings.filter !== undefined || settings.movingFilter !== undefined)) {
        throw new TypeError(
            "settings.wallMasks: stands for filter and movingFilter, leave these out");
    }
    checkOptions(results, "results", ["kinds", "holds", "lost"]);
    return [
        [inverseMasses, Float64Array, "settings.inverseMasses", checkedNumber],
        [accelerations?.x, Float64Array, "settings.accelerations.x", checkedNumber],
        [accelerations?.y, Float64Array, "settings.accelerations.y", checkedNumber],
        [categories, Uint32Array, "settings.categories", checkedBits],
        [masks, Uint32Array, "settings.masks", checkedBits],
        [wallMasks, Uint32Array, "settings.wallMasks", checkedBits],
        [results.kinds, Uint8Array, "results.kinds"],
        [results.holds, Uint8Array, "results.holds"],
        [results.lost, Float64Array, "results.lost"],
    ].map(([array, Type, name, checked]) => {
        const column = checked !== undefined && Array.isArray(array)
            ? Type.from(array, (value, i) => checked(value, `${name}[${i}]`)) : array;
        const isResult = checked === undefined;
        return takeColumn(memory, column, Type, count, name, {
            plain: isResult ? "" : "an array of numbers, ", inPlace: inPlace || !isResult,
        });
    });
}
const firstResult = 6;

/** What a crowd remembers of its balls between frames. */
export class Crowd {
    #memory;
    #address;
    #isMoving = false;
    #count = 0; // of the balls that it knows: those of its last step

    /** Owns the page_crowd at `address`. */
    constructor(memory, address) {
        this.#memory = memory;
        this.#address = address;
        memory.releaseWith(this, address, memory.wasm.crowd_destroy);
    }

    get [Symbol.toStringTag]() {
        return "Crowd";
    }

    get #at() {
        if (this.#address === 0) {
            throw new CaromError("freed", "crowd: was used after free()");
        }
        return this.#address;
    }

    /** The address, for what must wait until the crowd has moved. */
    #atRest(what) {
        const at = this.#at;
        if (this.#isMoving) {
            throw new TypeError(`${what}() of a crowd was called by a callback of its step()`);
        }
        return at;
    }

    #checkedIndex(ball) {
        if (!Number.isInteger(ball) || ball < 0 || ball >= this.#count) {
            throw new RangeError(`ball: expected the index of one of the ${this.#count} balls ` +
                `of the last step, got ${described(ball)}`);
        }
        return ball;
    }

    step(balls, time, settings = {}, results = {}) {
        const memory = this.#memory;
        const at = this.#atRest("step");
        checkedTime(time, "time");
        checkSettings(settings, "step() of a crowd");
        const { ballRestitution = 1, ballFriction = 0, maxPasses = 0 } = settings;
        checkedFraction(ballRestitution, "settings.ballRestitution");
        checkedCoefficient(ballFriction, "settings.ballFriction");
        checkedCount(maxPasses, "settings.maxPasses", contactsMax);
        // If a callback throws, nothing has been written, and the crowd gets its memory back.
        const mayThrow = hasCallbacks(settings);
        const taken = takeBalls(memory, balls, !mayThrow);
        const { count } = taken;
        const columns = takeColumns(memory, settings, results, count, !mayThrow);
        const source = takeSource(memory, settings.walls, "settings.walls");
        return withSource(memory, source, "a crowd", (walls, borrow) => {
            const lent = taken.lend(borrow);
            const lentColumns = columns.map((column) => column.lend(borrow));
            lendMovingWalls(memory, borrow, settings.movingWalls);
            const asked = putSettings(memory, settings);
            const { x, y, radius, vx, vy } = lent.at;
            memory.numbers.set([x, y, radius, vx, vy, ...lentColumns], COLUMNS);
            memory.numbers.set([ballRestitution, ballFriction], CROWD);
            memory.numbers[PASSES] = maxPasses;
            const before = mayThrow ? this.#saved(borrow) : undefined;
            const countBefore = this.#count;
            this.#isMoving = true;
            this.#count = count;
            try {
                if (!memory.answering(asked, () =>
                    memory.wasm.crowd_step(
                        at, walls.scene, walls.structs, walls.count, count, time))) {
                    throw outOfMemory("a crowd");
                }
            } catch (error) {
                this.#count = countBefore;
                if (before !== undefined) {
                    memory.wasm.crowd_load(at, before.address, before.size);
                }
                throw error;
            } finally {
                this.#isMoving = false;
            }
            columns.slice(firstResult).forEach((column, i) =>
                column.bring(lentColumns[firstResult + i]));
            taken.bring(lent);
            const [moved, freed, stuck, invalid, crushed, held, asleep, ballImpacts, lost] =
                memory.numbers.subarray(RESULT);
            return { moved, freed, stuck, invalid, crushed, held, asleep, ballImpacts, lost };
        });
    }

    remove(ball) {
        const at = this.#atRest("remove");
        this.#memory.wasm.crowd_remove(at, this.#checkedIndex(ball));
        this.#count--;
    }

    wake(ball = undefined) {
        const at = this.#atRest("wake");
        this.#memory.wasm.crowd_wake(at, ball === undefined ? all : this.#checkedIndex(ball));
    }

    isAsleep(ball) {
        const at = this.#at;
        return this.#memory.wasm.crowd_is_asleep(at, this.#checkedIndex(ball)) !== 0;
    }

    /** What the crowd remembers, in memory that is borrowed. */
    #saved(borrow) {
        const { wasm } = this.#memory;
        const size = wasm.crowd_save(this.#address, 0, 0) >>> 0;
        const address = borrow(size);
        wasm.crowd_save(this.#address, address, size);
        return { address, size };
    }

    save() {
        const memory = this.#memory;
        this.#atRest("save");
        return memory.borrowing("the bytes of a crowd", (borrow) => {
            const { address, size } = this.#saved(borrow);
            return memory.view(Uint8Array, address, size).slice();
        });
    }

    load(bytes) {
        const memory = this.#memory;
        const at = this.#atRest("load");
        const { address, length } = copyBytes(memory, bytes, "bytes");
        const status = memory.wasm.crowd_load(at, address, length);
        const count = status === 0 ? memory.view(Uint32Array, address, length >> 2)[savedCount] : 0;
        memory.release(address);
        if (status !== 0) {
            throw statusError(status, "load");
        }
        this.#count = count;
    }

    free() {
        if (this.#address !== 0) {
            const at = this.#atRest("free");
            this.#memory.forget(this);
            this.#memory.wasm.crowd_destroy(at);
            this.#address = 0;
        }
    }
}

// Where the language has `using`.
if (Symbol.dispose) {
    Crowd.prototype[Symbol.dispose] = Crowd.prototype.free;
}

export function createCrowd(memory) {
    const address = memory.wasm.crowd_create() >>> 0;
    if (address === 0) {
        throw outOfMemory("a crowd");
    }
    return new Crowd(memory, address);
}
