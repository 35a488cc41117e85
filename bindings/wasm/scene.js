// Scenes, and batches of circles and walls as arrays. Room: bindings.
import { areaHitBytes, areaHitsAt, createAreaIndex, pairArrays, putSearch } from "./areas.js";
import {
    checkedBits, checkedCount, checkedFlag, checkedNumber, described, refuse, refuseOne, wordIndex,
} from "./checks.js";
import { CaromError, outOfMemory, statusError } from "./errors.js";
import { copyBytes, countMax, takeArrays, takeColumn } from "./memory.js";
import {
    OTHER, RESULT, VECTOR, WALL, areaRelations, boxAt, checkedVector, contactRules, extents,
    features, putBox, putCast, putCircle, putFilter, putVector, putWall, putWholeWall, tagsOf,
    sweepAt, sweepKinds, vectorAt,
} from "./shapes.js";

const wallFields = ["ax", "ay", "bx", "by", "radius"];
const circleFields = ["x", "y", "radius"];
const moveFields = ["vx", "vy"];
const wallsWanted = "an array of walls or { ax, ay, bx, by }";
const missKind = 1; // the last of sweepKinds that meets nothing
const wallNumbers = 6; // of a wall that is handed over: WALL ... SECOND in call_numbers.h
const neighborBytes = 16; // carom_neighbor: index and gap
const hitNumbers = 9; // carom_scene_hit: index; kind and feature; t, center, point, normal

export const ruleIndex = (rule, name = "rule") => wordIndex(contactRules, rule, name);

/**
 * Takes walls, plain objects or arrays, for one call, before anything is allocated. With `atRest`,
 * walls that move are refused.
 * @returns {{count: number, lend: function}} lend(borrow) hands them over to the module
 */
export function takeWalls(memory, walls, name = "walls", atRest = false) {
    if (Array.isArray(walls)) {
        const count = checkedCount(walls.length, `${name}.length`, countMax);
        return {
            count, lend: (borrow) => lendWallObjects(memory, borrow, walls, count, name, atRest),
        };
    }
    if (walls instanceof SceneQueries) {
        refuse(walls, name, wallsWanted);
    }
    refuseOne(walls, "a", "a wall", name, wallsWanted);
    const arrays = takeArrays(memory, walls, name, wallFields, {
        optional: ["radius"], others: ["extent", "oneSided", "category", "group"],
        wanted: wallsWanted,
    });
    const { count } = arrays;
    const column = (field, Type) =>
        takeColumn(memory, walls[field], Type, count, `${name}.${field}`);
    const extent = column("extent", Uint8Array), oneSided = column("oneSided", Uint8Array);
    const category = column("category", Uint32Array), group = column("group", Uint32Array);
    return {
        count,
        lend(borrow) {
            const { at, stride, number } = arrays.lend(borrow);
            memory.wasm.set_walls(at.ax, at.ay, at.bx, at.by, at.radius, extent.lend(borrow),
                oneSided.lend(borrow), category.lend(borrow), group.lend(borrow), stride, number,
                count);
        },
    };
}

function lendWallObjects(memory, borrow, walls, count, name, atRest) {
    const bytes = wallNumbers * 8;
    const at = borrow(count * (bytes + 10));
    const categoryAt = at + count * bytes, groupAt = categoryAt + count * 4;
    const extentAt = groupAt + count * 4;
    const oneSidedAt = extentAt + count;
    const numbers = memory.view(Float64Array, at, count * wallNumbers);
    const categories = memory.view(Uint32Array, categoryAt, count);
    const groups = memory.view(Uint32Array, groupAt, count);
    const extent = memory.view(Uint8Array, extentAt, count);
    const sides = memory.view(Uint8Array, oneSidedAt, count);
    // Only messages need the text, so it is made for them alone.
    const place = { index: 0, toString: () => `${name}[${place.index}]` };
    for (let i = 0; i < count; i++) {
        const wall = walls[i];
        place.index = i;
        if (!putWholeWall(numbers, i * wallNumbers, wall)) {
            putWall(numbers, i * wallNumbers, wall, place);
            if (atRest && wall.aMove !== undefined) {
                throw new TypeError(
                    `${place}.aMove: a wall that moves belongs to settings.movingWalls`);
            }
        }
        extent[i] = numbers[i * wallNumbers + 5];
        const { oneSided = false, category = 0, group = 0 } = wall;
        if (typeof oneSided === "boolean" && category === category >>> 0 && group === group >>> 0) {
            sides[i] = oneSided ? 1 : 0;
            categories[i] = category;
            groups[i] = group;
        } else {
            const tags = tagsOf(wall, String(place));
            sides[i] = tags.side;
            categories[i] = tags.category;
            groups[i] = tags.group;
        }
    }
    memory.wasm.set_walls(at, at + 8, at + 16, at + 24, at + 32, extentAt, oneSidedAt, categoryAt,
        groupAt, bytes, 0, count);
}

/** Takes circles for one call; lend(borrow) hands them over to the module. */
function takeCircles(memory, circles, { fields = circleFields } = {}) {
    const { count, lend } = takeArrays(memory, circles, "circles", fields,
        { optional: ["radius"], others: moveFields });
    return {
        count,
        lend(borrow) {
            const { at, stride, number } = lend(borrow);
            memory.wasm.set_circles(at.x, at.y, at.radius, stride, number, count);
            return at;
        },
    };
}

/** Takes the displacements of a fan; lend(borrow) returns where they lie in pairs. */
function takeFan(memory, moves) {
    const { count, lend } = takeArrays(memory, moves, "moves", ["x", "y"], { asDoubles: true });
    return {
        count,
        lend(borrow) {
            const { at, stride } = lend(borrow);
            const pairs = borrow(count * 16);
            const step = stride / 8;
            const numbers = (address) =>
                memory.view(Float64Array, address, count === 0 ? 0 : (count - 1) * step + 1);
            const x = numbers(at.x), y = numbers(at.y);
            const paired = memory.view(Float64Array, pairs, 2 * count);
            for (let i = 0; i < count; i++) {
                paired[2 * i] = x[i * step];
                paired[2 * i + 1] = y[i * step];
            }
            return pairs;
        },
    };
}

/** Lends walls and room for their verdicts, asks, and brings both answers out. */
function verdictsOf(memory, walls, filter, ask) {
    return memory.borrowing("a batch", (borrow) => {
        walls.lend(borrow);
        const at = borrow(walls.count);
        const accept = putFilter(memory.numbers, filter);
        const count = memory.answering({ accept }, () => ask(borrow, at) >>> 0);
        return { count, verdicts: memory.view(Uint8Array, at, walls.count).slice() };
    });
}

/** One circle against many walls. */
export function batchWalls(memory, circle, walls, rule = "closed-disc", filter = undefined) {
    const ruleAs = ruleIndex(rule);
    return verdictsOf(memory, takeWalls(memory, walls), filter, (_borrow, at) => {
        putCircle(memory.numbers, circle);
        return memory.wasm.batch_walls(ruleAs, at);
    });
}

/** Circle i against wall i. */
export function batchPairs(memory, circles, walls, rule = "closed-disc", filter = undefined) {
    const ruleAs = ruleIndex(rule);
    const first = takeCircles(memory, circles), second = takeWalls(memory, walls);
    if (first.count !== second.count) {
        throw new RangeError(
            `circles: expected as many as walls, ${second.count}, got ${first.count}`);
    }
    return verdictsOf(memory, second, filter, (borrow, at) => {
        first.lend(borrow);
        return memory.wasm.batch_pairs(ruleAs, at);
    });
}

/** The key of what owns a scene, for the calls that change it. */
export const owned = Symbol("owned");

/** What is asked of walls with an index over them. */
export class SceneQueries {
    #memory;
    #address;
    #release;
    #index = 0; // of areas, made when it is needed

    /** Owns what lies at `address`, and lets go of it by `release(address)`. */
    constructor(memory, address, release) {
        this.#memory = memory;
        this.#address = address;
        this.#release = release;
        memory.releaseWith(this, address, release);
    }

    /** The address of the scene in `memory`, for calls of the module. */
    addressIn(memory) {
        if (memory !== this.#memory) {
            throw new TypeError("scene: was made by another load()");
        }
        return this.#at;
    }

    /** The address that this owns. */
    get [owned]() {
        if (this.#address === 0) {
            throw new CaromError("freed", "scene: was used after free()");
        }
        return this.#address;
    }

    get #at() {
        return this.viewOf(this[owned]);
    }

    /** The address of the index of areas: 0 for a scene that changes, which has none. */
    get #areas() {
        const memory = this.#memory, scene = this.#at;
        if (this.#index === 0 && this.isFixed) {
            const release = memory.wasm.area_index_destroy;
            this.#index = createAreaIndex(memory, scene);
            memory.releaseWith(this, this.#index, release);
        }
        return this.#index;
    }

    get box() {
        this.#memory.wasm.scene_box(this.#at);
        return this.count === 0 ? undefined : boxAt(this.#memory.numbers, RESULT);
    }

    wall(index) {
        const { numbers, wasm } = this.#memory;
        const at = this.#at;
        this.checkIndex(index);
        wasm.scene_wall(at, index);
        return {
            a: vectorAt(numbers, RESULT),
            b: vectorAt(numbers, RESULT + 2),
            radius: numbers[RESULT + 4],
            extent: extents[numbers[RESULT + 5]],
            oneSided: numbers[RESULT + 6] !== 0,
            category: numbers[RESULT + 7],
            group: numbers[RESULT + 8],
        };
    }

    // Lists `bytes` each: `ask(at, capacity)` returns how many there are; first with room for some,
    // then, if there are more, for all. `put` writes the arguments and returns what is asked.
    #list(bytes, put, ask, read) {
        const memory = this.#memory;
        for (let capacity = Math.min(this.count, 64); ; ) {
            const accept = put(memory.numbers);
            const at = memory.allocate(capacity * bytes, "the list of walls");
            try {
                const count = memory.answering({ accept }, () => ask(at, capacity) >>> 0);
                if (count <= capacity) {
                    return read(at, count);
                }
                capacity = count;
            } finally {
                memory.release(at);
            }
        }
    }

    #indices(put, ask) {
        const read = (at, count) => this.#memory.view(Uint32Array, at, count).slice();
        return this.#list(4, put, ask, read);
    }

    touching(circle, rule = "closed-disc", filter = undefined) {
        const { wasm } = this.#memory;
        const at = this.#at;
        const ruleAs = ruleIndex(rule);
        return this.#indices((numbers) => {
            putCircle(numbers, circle);
            return putFilter(numbers, filter);
        }, (indices, capacity) => wasm.scene_touching(at, ruleAs, indices, capacity));
    }

    touches(circle, rule = "closed-disc", filter = undefined) {
        const memory = this.#memory;
        const at = this.#at;
        const ruleAs = ruleIndex(rule);
        putCircle(memory.numbers, circle);
        const accept = putFilter(memory.numbers, filter);
        return memory.answering({ accept }, () => memory.wasm.scene_touches(at, ruleAs)) !== 0;
    }

    countTouching(circle, rule = "closed-disc", filter = undefined) {
        const memory = this.#memory;
        const at = this.#at;
        const ruleAs = ruleIndex(rule);
        putCircle(memory.numbers, circle);
        const accept = putFilter(memory.numbers, filter);
        return memory.answering({ accept }, () =>
            memory.wasm.scene_touching(at, ruleAs, 0, 0)) >>> 0;
    }

    within(circle, gap, filter = undefined) {
        const { wasm } = this.#memory;
        const at = this.#at;
        return this.#indices((numbers) => {
            putCircle(numbers, circle);
            numbers[OTHER] = checkedNumber(gap, "gap");
            return putFilter(numbers, filter);
        }, (indices, capacity) => wasm.scene_within(at, indices, capacity));
    }

    inBox(box, filter = undefined) {
        const { wasm } = this.#memory;
        const at = this.#at;
        return this.#indices((numbers) => {
            putBox(numbers, box);
            return putFilter(numbers, filter);
        }, (indices, capacity) => wasm.scene_in_box(at, indices, capacity));
    }

    nearest(circle, k = 1, filter = undefined) {
        const memory = this.#memory;
        const scene = this.#at;
        const most = Math.min(checkedCount(k, "k", countMax), this.count);
        return memory.borrowing("the nearest walls", (borrow) => {
            const at = borrow(most * neighborBytes);
            putCircle(memory.numbers, circle);
            const accept = putFilter(memory.numbers, filter);
            const found = memory.answering({ accept }, () =>
                memory.wasm.scene_nearest(scene, at, most)) >>> 0;
            const indices = memory.view(Uint32Array, at, found * 4);
            const gaps = memory.view(Float64Array, at, found * 2);
            return Array.from({ length: found }, (_, i) => ({
                index: indices[4 * i], gap: gaps[2 * i + 1],
            }));
        });
    }

    sweep(circle, move, settings = undefined) {
        const memory = this.#memory;
        const at = this.#at;
        putCircle(memory.numbers, circle);
        putVector(memory.numbers, VECTOR, move, "move");
        const accept = putCast(memory.numbers, settings);
        const index = memory.answering({ accept }, () => memory.wasm.scene_sweep(at)) >>> 0;
        const { numbers } = memory;
        return numbers[RESULT] <= missKind ? null : { index, sweep: sweepAt(numbers, RESULT) };
    }

    sweepAll(circle, move, settings = undefined) {
        const memory = this.#memory;
        const at = this.#at;
        return this.#list(8 * hitNumbers, (numbers) => {
            putCircle(numbers, circle);
            putVector(numbers, VECTOR, move, "move");
            return putCast(numbers, settings);
        }, (hits, capacity) => memory.wasm.scene_sweep_all(at, hits, capacity), (hits, count) => {
            const words = memory.view(Uint32Array, hits, count * hitNumbers * 2);
            const numbers = memory.view(Float64Array, hits, count * hitNumbers);
            return Array.from({ length: count }, (_, i) => hitAt(words, numbers, i * hitNumbers));
        });
    }

    fan(circle, moves, settings = undefined) {
        const memory = this.#memory;
        const scene = this.#at;
        const { count, lend } = takeFan(memory, moves);
        return memory.borrowing("a fan", (borrow) => {
            const at = lend(borrow);
            const hits = borrow(count * hitNumbers * 8);
            putCircle(memory.numbers, circle);
            const accept = putCast(memory.numbers, settings);
            memory.answering({ accept }, () => memory.wasm.scene_fan(scene, at, count, hits));
            return hitArrays(memory, hits, count);
        });
    }

    nearWall(wall, settings = undefined) {
        const { wasm } = this.#memory;
        const at = this.#at;
        return this.#indices((numbers) => {
            putWall(numbers, WALL, wall);
            return putSearch(numbers, settings);
        }, (indices, capacity) => wasm.scene_near_wall(at, indices, capacity));
    }

    clearance(settings = {}) {
        const memory = this.#memory;
        const scene = this.#at;
        const accept = putSearch(memory.numbers, settings, ["exceptSameGroup", "walls"]);
        const { exceptSameGroup = false, walls } = settings;
        const differ = checkedFlag(exceptSameGroup, "settings.exceptSameGroup");
        const others = walls === undefined
            ? undefined : takeWalls(memory, walls, "settings.walls");
        return memory.borrowing("a list of pairs of walls", (borrow) => {
            others?.lend(borrow);
            const count = memory.answering({ accept }, () =>
                memory.wasm.scene_clearance(scene, Number(others !== undefined), differ)) >>> 0;
            const at = memory.numbers[RESULT];
            if (at === 0) {
                throw outOfMemory("a list of pairs of walls");
            }
            try {
                return pairArrays(memory, at, count);
            } finally {
                memory.release(at);
            }
        });
    }

    relateArea(circle, area) {
        const memory = this.#memory;
        const scene = this.#at, index = this.#areas;
        putCircle(memory.numbers, circle);
        return areaRelations[
            memory.wasm.scene_relate_area(scene, index, checkedBits(area, "area"))];
    }

    areas(circle, settings = undefined) {
        const memory = this.#memory;
        const scene = this.#at, index = this.#areas;
        return this.#list(areaHitBytes, (numbers) => {
            putCircle(numbers, circle);
            return putSearch(numbers, settings);
        }, (hits, capacity) => memory.wasm.scene_areas(scene, index, hits, capacity),
        (hits, count) => areaHitsAt(memory, hits, count));
    }

    nearestAreas(circle, k = 1, filter = undefined) {
        const memory = this.#memory;
        const scene = this.#at, index = this.#areas;
        const most = Math.min(checkedCount(k, "k", countMax), this.count);
        return memory.borrowing("the nearest areas", (borrow) => {
            const at = borrow(most * areaHitBytes);
            putCircle(memory.numbers, circle);
            const accept = putFilter(memory.numbers, filter);
            const found = memory.answering({ accept }, () =>
                memory.wasm.scene_nearest_areas(scene, index, at, most)) >>> 0;
            return areaHitsAt(memory, at, found);
        });
    }

    areasAt(point, filter = undefined) {
        const { wasm } = this.#memory;
        const scene = this.#at, index = this.#areas;
        return this.#indices((numbers) => {
            putVector(numbers, VECTOR, point, "point");
            return putFilter(numbers, filter);
        }, (areas, capacity) => wasm.scene_areas_at(scene, index, areas, capacity));
    }

    contains(point, area = undefined) {
        const memory = this.#memory;
        checkedVector(point, "point");
        if (area !== undefined) {
            const relation = this.relateArea({ center: point, radius: 0 }, area);
            return areaRelations.indexOf(relation) >= areaRelations.indexOf("touching");
        }
        const scene = this.#at, index = this.#areas;
        putVector(memory.numbers, VECTOR, point, "point");
        putFilter(memory.numbers, undefined);
        return memory.wasm.scene_areas_at(scene, index, 0, 0) !== 0;
    }

    signedDistance(point, area = undefined) {
        const memory = this.#memory;
        checkedVector(point, "point");
        if (area === undefined) {
            return this.nearestAreas({ center: point, radius: 0 })[0]?.distance ?? Infinity;
        }
        const scene = this.#at, index = this.#areas;
        putVector(memory.numbers, VECTOR, point, "point");
        return memory.wasm.scene_area_distance(scene, index, checkedBits(area, "area"));
    }

    touchingBatch(circles, rule = "closed-disc", filter = undefined) {
        return this.#searchBatch(circles, ruleIndex(rule), 0, filter);
    }

    withinBatch(circles, gap, filter = undefined) {
        return this.#searchBatch(circles, -1, checkedNumber(gap, "gap"), filter);
    }

    #searchBatch(circles, rule, gap, filter) {
        const memory = this.#memory;
        const scene = this.#at;
        const { count, lend } = takeCircles(memory, circles);
        return memory.borrowing("a batch of circles", (borrow) => {
            lend(borrow);
            memory.numbers[OTHER] = gap;
            const accept = putFilter(memory.numbers, filter);
            if (!memory.answering({ accept }, () => memory.wasm.search_batch(scene, rule))) {
                throw outOfMemory("a batch of circles");
            }
            const [offsets, walls, total] = memory.numbers.subarray(RESULT, RESULT + 3);
            try {
                return {
                    offsets: memory.view(Uint32Array, offsets, count + 1).slice(),
                    walls: memory.view(Uint32Array, walls, total).slice(),
                };
            } finally {
                memory.release(offsets);
                memory.release(walls);
            }
        });
    }

    sweepBatch(circles, settings = undefined) {
        const memory = this.#memory;
        const scene = this.#at;
        const { count, lend } = takeCircles(
            memory, circles, { fields: [...circleFields, ...moveFields] });
        return memory.borrowing("a batch of moving circles", (borrow) => {
            const at = lend(borrow);
            const hits = borrow(count * hitNumbers * 8);
            const accept = putCast(memory.numbers, settings);
            if (!memory.answering({ accept }, () =>
                memory.wasm.sweep_batch(scene, at.vx, at.vy, hits))) {
                throw outOfMemory("a batch of moving circles");
            }
            return hitArrays(memory, hits, count);
        });
    }

    free() {
        if (this.#address !== 0) {
            this.#memory.checkIdle("free() of a scene");
            this.#memory.forget(this);
            this.#memory.wasm.area_index_destroy(this.#index);
            this.#release(this.#address);
            this.#address = this.#index = 0;
        }
    }
}

// Where the language has `using`.
if (Symbol.dispose) {
    SceneQueries.prototype[Symbol.dispose] = SceneQueries.prototype.free;
}

/** A fixed set of walls with an index over it. */
export class Scene extends SceneQueries {
    #memory;
    #count;

    /** Owns the memory at `address`, a carom_scene. */
    constructor(memory, address) {
        super(memory, address, memory.wasm.release);
        this.#memory = memory;
        this.#count = memory.wasm.scene_count(address) >>> 0;
    }

    get [Symbol.toStringTag]() {
        return "Scene";
    }

    get count() {
        return this.#count;
    }

    get isFixed() {
        return true;
    }

    viewOf(address) {
        return address;
    }

    checkIndex(index) {
        if (!Number.isInteger(index) || index < 0 || index >= this.#count) {
            throw new RangeError(
                `index: expected one of the scene's ${this.#count} walls, got ${described(index)}`);
        }
    }

    toBytes() {
        const address = this[owned];
        const size = this.#memory.wasm.scene_size(address) >>> 0;
        return this.#memory.view(Uint8Array, address, size).slice();
    }
}

/** A carom_scene_hit, by the number at which it begins. */
const hitAt = (words, numbers, at) => ({
    index: words[2 * at],
    sweep: {
        kind: sweepKinds[words[2 * at + 2]],
        feature: features[words[2 * at + 3]],
        t: numbers[at + 2],
        center: vectorAt(numbers, at + 3),
        point: vectorAt(numbers, at + 5),
        normal: vectorAt(numbers, at + 7),
    },
});

function hitArrays(memory, hits, count) {
    const words = memory.view(Uint32Array, hits, count * hitNumbers * 2);
    const numbers = memory.view(Float64Array, hits, count * hitNumbers);
    const wall = new Int32Array(count);
    const kind = new Uint8Array(count), feature = new Uint8Array(count);
    const [t, x, y, px, py, nx, ny] = Array.from({ length: 7 }, () => new Float64Array(count));
    for (let i = 0, at = 0; i < count; i++, at += hitNumbers) {
        kind[i] = words[2 * at + 2];
        wall[i] = kind[i] <= missKind ? -1 : words[2 * at];
        feature[i] = words[2 * at + 3];
        t[i] = numbers[at + 2];
        x[i] = numbers[at + 3];
        y[i] = numbers[at + 4];
        px[i] = numbers[at + 5];
        py[i] = numbers[at + 6];
        nx[i] = numbers[at + 7];
        ny[i] = numbers[at + 8];
    }
    return { wall, kind, feature, t, x, y, px, py, nx, ny };
}

export function createScene(memory, walls) {
    const { lend } = takeWalls(memory, walls);
    const status = memory.borrowing("a scene", (borrow) => {
        lend(borrow);
        return memory.wasm.scene_create();
    });
    const answer = memory.numbers[RESULT];
    if (status !== 0) {
        throw statusError(status, "createScene", answer);
    }
    return new Scene(memory, answer);
}

export function openScene(memory, bytes) {
    const { address, length } = copyBytes(memory, bytes, "bytes");
    const status = memory.wasm.scene_open(address, length);
    if (status !== 0) {
        memory.release(address);
        throw statusError(status, "openScene");
    }
    return new Scene(memory, address);
}
