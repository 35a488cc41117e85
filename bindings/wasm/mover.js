// Balls that move through walls. Layer: bindings.
import { outOfMemory } from "./errors.js";
import { lendArrays, lendBytes } from "./memory.js";
import { Scene, lendWalls } from "./scene.js";
import {
    CIRCLE, OTHER, RESULT, VECTOR, bounce, checkedCount, checkedNumber, described, features,
    motionKinds, putCircle, putResponse, putVector, vectorAt,
} from "./shapes.js";

const impactNumbers = 13; // IMPACT_NUMBERS in carom.c
const contactsMax = 0x7fffffff;

function lendOneSided(memory, borrow, oneSided, count) {
    const bytes = Array.isArray(oneSided) ? Uint8Array.from(oneSided, Boolean) : oneSided;
    const at = lendBytes(memory, borrow, bytes, count, "mover.oneSided");
    return at;
}

/** Sets what the next moves go through. */
function lendMover(memory, borrow, mover) {
    if (typeof mover !== "object" || mover === null) {
        throw new TypeError(`mover: expected { walls, response, ... }, got ${described(mover)}`);
    }
    const { walls = [], response = bounce(), gravity, oneSided, maxContacts = 0 } = mover;
    const isScene = walls instanceof Scene;
    const scene = isScene ? walls.addressIn(memory) : 0;
    const count = isScene ? walls.count : lendWalls(memory, borrow, walls, "mover.walls");
    const structs = isScene ? 0 : memory.wasm.walls_of_arrays() >>> 0;
    if (!isScene && structs === 0) {
        throw outOfMemory("mover.walls");
    }
    try {
        const sides = lendOneSided(memory, borrow, oneSided, count);
        checkedCount(maxContacts, "mover.maxContacts", contactsMax);
        putResponse(memory.numbers, response, "mover.response");
        putVector(memory.numbers, OTHER + 3, gravity ?? { x: 0, y: 0 }, "mover.gravity");
        memory.wasm.set_mover(scene, structs, count, sides, maxContacts);
    } catch (error) {
        memory.release(structs);
        throw error;
    }
    return structs;
}

/** Calls `use` while the module holds what the mover says. */
function withMover(memory, mover, what, use) {
    return memory.borrowing(what, (borrow) => {
        const structs = lendMover(memory, borrow, mover);
        try {
            return use(borrow);
        } finally {
            memory.release(structs);
        }
    });
}

function impactAt(n, i) {
    return {
        time: n[i], wall: n[i + 1], feature: features[n[i + 2]],
        center: vectorAt(n, i + 3), point: vectorAt(n, i + 5), normal: vectorAt(n, i + 7),
        before: vectorAt(n, i + 9), after: vectorAt(n, i + 11),
    };
}

function recorded(memory, at, size, read) {
    const [count, address] = memory.numbers.subarray(at, at + 2);
    const numbers = memory.view(Float64Array, address, count * size);
    return Array.from({ length: count }, (_, i) => read(numbers, i * size));
}

function putBall(numbers, ball) {
    putCircle(numbers, ball, "ball");
    putVector(numbers, VECTOR, ball.velocity, "ball.velocity");
}

export function moveBall(memory, ball, time, mover = {}) {
    checkedNumber(time, "time");
    return withMover(memory, mover, "a move", () => {
        putBall(memory.numbers, ball);
        const kind = memory.wasm.move_ball(time);
        if (kind < 0) {
            throw outOfMemory("the contacts of a move");
        }
        const n = memory.numbers;
        return {
            kind: motionKinds[kind],
            ball: {
                center: vectorAt(n, RESULT), radius: n[CIRCLE + 2],
                velocity: vectorAt(n, RESULT + 2),
            },
            contacts: n[RESULT + 4],
            lost: n[RESULT + 5],
            outOfRange: n[RESULT + 6] !== 0,
            overlapped: n[RESULT + 7],
            freed: vectorAt(n, RESULT + 8),
            impacts: recorded(memory, RESULT + 10, impactNumbers, impactAt),
            places: recorded(memory, RESULT + 12, 2, vectorAt),
        };
    });
}

const ballFields = ["x", "y", "radius", "vx", "vy"];
const movedFields = ["x", "y", "vx", "vy"];

export function moveBatch(memory, balls, time, mover = {}, kinds = undefined) {
    checkedNumber(time, "time");
    return withMover(memory, mover, "a batch of balls", (borrow) => {
        const { at, count, copied } =
            lendArrays(memory, borrow, { ...balls, stride: 1 }, "balls", ballFields, [],
                [Float64Array]);
        if (kinds !== undefined && !(kinds instanceof Uint8Array && kinds.length >= count)) {
            throw new RangeError(`kinds: expected a Uint8Array of ${count} or more`);
        }
        const kindsAt = kinds === undefined ? 0 : borrow(count);
        memory.wasm.move_batch(at.x, at.y, at.radius, at.vx, at.vy, count, time, kindsAt);
        kinds?.set(memory.view(Uint8Array, kindsAt, count));
        for (const field of copied ? movedFields : []) {
            const array = balls[field].array ?? balls[field];
            array.set(memory.view(Float64Array, at[field], count));
        }
        const n = memory.numbers;
        return {
            contacts: n[RESULT], lost: n[RESULT + 1], invalid: n[RESULT + 2], freed: n[RESULT + 3],
            stuck: n[RESULT + 4],
        };
    });
}

export function wayOut(memory, circle, walls, oneSided) {
    return withMover(memory, { walls, oneSided }, "a way out", () => {
        putCircle(memory.numbers, circle);
        const found = memory.wasm.way_out() !== 0;
        const n = memory.numbers;
        return {
            found, overlapped: n[RESULT] !== 0, wall: n[RESULT + 1],
            center: vectorAt(n, RESULT + 2),
        };
    });
}
