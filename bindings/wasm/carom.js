// Circles that meet straight walls in the plane, decided exactly: the C library as an ES module.
// The types and what each call does are in carom.d.ts. Layer: bindings.
import { compileFrom, hasSimd, instantiate } from "./loading.js";
import { Memory, ModuleArray } from "./memory.js";
import { moveBall, moveBatch, wayOut } from "./mover.js";
import { batchPairs, batchWalls, createScene, openScene, touchIndex } from "./scene.js";
import {
    NORMAL, OTHER, RESULT, SECOND, VECTOR, WALL, boxAt, checkedNumber, features, putCircle,
    putResponse, putVector, putWall, relations, sweepAt, vectorAt,
} from "./shapes.js";

export { CaromError } from "./errors.js";
export { hasSimd } from "./loading.js";
export {
    add, bounce, boxesMeet, capsule, circle, cross, dot, left, line, post, ray, scale, segment,
    slide, stop, sub, vec2,
} from "./shapes.js";

// Two lines, each with its name in full, so that bundlers find and bring both files.
const vectorBuild = () => new URL("./carom.wasm", import.meta.url);
const scalarBuild = () => new URL("./carom-scalar.wasm", import.meta.url);

const defaultBuild = (simd = hasSimd()) => (simd ? vectorBuild() : scalarBuild());

/** Compiles the module without making one: post it to workers, which load({ wasm: module }). */
export function compile({ simd } = {}) {
    return compileFrom(undefined, defaultBuild(simd));
}

/** Loads the module. Each call makes one with a memory of its own. */
export async function load({ wasm, simd } = {}) {
    const module = await compileFrom(wasm, defaultBuild(simd));
    return callsOf(new Memory(await instantiate(module, "scene_create")));
}

/** The calls of one instance. */
function callsOf(memory) {
    return Object.freeze({
        version: memory.text(memory.wasm.version()),
        instructions: memory.text(memory.wasm.instructions()),
        ...relationCalls(memory),
        ...contactCalls(memory),
        ...sweepCalls(memory),
        ...responseCalls(memory),

        moveBall: (ball, time, mover) => moveBall(memory, ball, time, mover),
        moveBatch: (balls, time, mover, kinds) => moveBatch(memory, balls, time, mover, kinds),
        wayOut: (circle, walls, oneSided) => wayOut(memory, circle, walls, oneSided),

        batchWalls: (circle, walls, touch = "closed") => batchWalls(memory, circle, walls, touch),
        batchPairs: (circles, walls, touch = "closed") => batchPairs(memory, circles, walls, touch),
        createScene: (walls) => createScene(memory, walls),
        openScene: (bytes) => openScene(memory, bytes),
        float64: (length) => new ModuleArray(memory, Float64Array, length),
        float32: (length) => new ModuleArray(memory, Float32Array, length),
        uint8: (length) => new ModuleArray(memory, Uint8Array, length),
    });
}

function putPair(numbers, circle, wall) {
    putCircle(numbers, circle);
    putWall(numbers, WALL, wall);
}

function relationCalls(memory) {
    const { wasm } = memory;
    return {
        circleIsValid(circle) {
            putCircle(memory.numbers, circle);
            return wasm.circle_is_valid() !== 0;
        },
        wallIsValid(wall) {
            putWall(memory.numbers, WALL, wall);
            return wasm.wall_is_valid() !== 0;
        },
        relate(circle, wall) {
            putPair(memory.numbers, circle, wall);
            return relations[wasm.relate()];
        },
        touches(circle, wall, touch = "closed") {
            putPair(memory.numbers, circle, wall);
            return wasm.touches(touchIndex(touch)) !== 0;
        },
        within(circle, wall, gap) {
            const { numbers } = memory;
            putPair(numbers, circle, wall);
            numbers[OTHER] = checkedNumber(gap, "gap");
            return wasm.within() !== 0;
        },
        wallSide(wall, point) {
            const { numbers } = memory;
            putWall(numbers, WALL, wall);
            putVector(numbers, VECTOR, point, "point");
            return wasm.wall_side();
        },
        gapOrder(circle, first, second) {
            const { numbers } = memory;
            putCircle(numbers, circle);
            putWall(numbers, WALL, first, "first");
            putWall(numbers, SECOND, second, "second");
            return wasm.gap_order();
        },
    };
}

function contactCalls(memory) {
    const { wasm } = memory;
    return {
        contact(circle, wall) {
            const { numbers } = memory;
            putPair(numbers, circle, wall);
            return {
                relation: relations[wasm.contact()],
                feature: features[numbers[RESULT + 6]],
                along: numbers[RESULT],
                point: vectorAt(numbers, RESULT + 1),
                normal: vectorAt(numbers, RESULT + 3),
                depth: numbers[RESULT + 5],
            };
        },
        distance(circle, wall) {
            putPair(memory.numbers, circle, wall);
            return wasm.distance();
        },
        crossings(circle, wall) {
            const { numbers } = memory;
            putPair(numbers, circle, wall);
            return Array.from({ length: wasm.crossings() }, (_, i) => ({
                along: numbers[RESULT + 3 * i], point: vectorAt(numbers, RESULT + 3 * i + 1),
            }));
        },
        pushOut(circle, wall) {
            const { numbers } = memory;
            putPair(numbers, circle, wall);
            return { relation: relations[wasm.push_out()], center: vectorAt(numbers, RESULT) };
        },
        wallBox(wall) {
            putWall(memory.numbers, WALL, wall);
            wasm.wall_box();
            return boxAt(memory.numbers, RESULT);
        },
        wayBox(way) {
            const { numbers } = memory;
            putVector(numbers, WALL, way?.from, "way.from");
            putVector(numbers, WALL + 2, way?.to, "way.to");
            numbers[WALL + 4] = checkedNumber(way.radius, "way.radius");
            wasm.way_box();
            return boxAt(numbers, RESULT);
        },
    };
}

function sweepCalls(memory) {
    const { wasm } = memory;
    const put = (circle, vector, name, wall) => {
        const { numbers } = memory;
        putPair(numbers, circle, wall);
        putVector(numbers, VECTOR, vector, name);
        return numbers;
    };
    return {
        sweep(circle, move, wall) {
            const numbers = put(circle, move, "move", wall);
            wasm.sweep();
            return sweepAt(numbers, RESULT);
        },
        sweepTo(circle, to, wall) {
            const numbers = put(circle, to, "to", wall);
            wasm.sweep_to();
            return sweepAt(numbers, RESULT);
        },
        sweepOrder(circle, move, first, second) {
            const numbers = put(circle, move, "move", first);
            putWall(numbers, SECOND, second, "second");
            return wasm.sweep_order();
        },
        wayIsFree(circle, to, wall) {
            put(circle, to, "to", wall);
            return wasm.way_is_free() !== 0;
        },
        reflect(circle, move, wall) {
            const numbers = put(circle, move, "move", wall);
            wasm.reflect();
            return {
                sweep: sweepAt(numbers, RESULT),
                end: vectorAt(numbers, RESULT + 9),
                move: vectorAt(numbers, RESULT + 11),
            };
        },
    };
}

function responseCalls(memory) {
    const { wasm } = memory;
    const put = (velocity, normal) => {
        putVector(memory.numbers, VECTOR, velocity, "velocity");
        putVector(memory.numbers, NORMAL, normal, "normal");
    };
    return {
        responseIsValid(response) {
            putResponse(memory.numbers, response);
            return wasm.response_is_valid() !== 0;
        },
        reflectVelocity(velocity, normal) {
            put(velocity, normal);
            wasm.reflect_velocity();
            return vectorAt(memory.numbers, RESULT);
        },
        respond(velocity, normal, response) {
            put(velocity, normal);
            putResponse(memory.numbers, response);
            wasm.respond();
            return vectorAt(memory.numbers, RESULT);
        },
    };
}
