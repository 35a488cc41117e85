// The calls of one instance of the module. The types and what each call does are in carom.d.ts.
// Room: bindings.
import { wallPairCalls } from "./areas.js";
import { moveCharacter } from "./character.js";
import {
    checkOptions, checkedCoefficient, checkedFraction, checkedNumber, refuse,
} from "./checks.js";
import { createCrowd } from "./crowd.js";
import { createDynamicScene } from "./dynamic_scene.js";
import { postOf } from "./makers.js";
import { ModuleArray, memoryOf } from "./memory.js";
import { depenetrate, moveBall, moveBatch } from "./mover.js";
import { movingCalls } from "./moving.js";
import { batchPairs, batchWalls, createScene, openScene, ruleIndex } from "./scene.js";
import {
    CROWD, NORMAL, OTHER, RESULT, SECOND, VECTOR, WALL, boxAt, features, putAnyResponse, putCircle,
    putResponse, putVector, putWall, relations, sweepAt, vectorAt,
} from "./shapes.js";

/** The calls of a new instance of a compiled module. */
export async function callsOf(module) {
    const memory = await memoryOf(module, "scene_create");
    return Object.freeze({
        version: memory.text(memory.wasm.version()),
        instructionSet: memory.text(memory.wasm.instruction_set()),
        environmentIsExact: () => memory.wasm.environment_is_exact() !== 0,
        ...relationCalls(memory),
        ...contactCalls(memory),
        ...wallPairCalls(memory),
        ...sweepCalls(memory),
        ...movingCalls(memory),
        ...responseCalls(memory),

        moveBall: (ball, time, settings) => moveBall(memory, ball, time, settings),
        moveBatch: (balls, time, settings, kinds) =>
            moveBatch(memory, balls, time, settings, kinds),
        moveCharacter: (character, time, settings) =>
            moveCharacter(memory, character, time, settings),
        depenetrate: (circle, walls, filter) => depenetrate(memory, circle, walls, filter),

        batchWalls: (circle, walls, rule, filter) =>
            batchWalls(memory, circle, walls, rule, filter),
        batchPairs: (circles, walls, rule, filter) =>
            batchPairs(memory, circles, walls, rule, filter),
        createCrowd: () => createCrowd(memory),
        createScene: (walls) => createScene(memory, walls),
        createDynamicScene: (walls) => createDynamicScene(memory, walls),
        openScene: (bytes) => openScene(memory, bytes),
        float64: (length) => new ModuleArray(memory, Float64Array, length),
        float32: (length) => new ModuleArray(memory, Float32Array, length),
        uint8: (length) => new ModuleArray(memory, Uint8Array, length),
        uint32: (length) => new ModuleArray(memory, Uint32Array, length),
    });
}

function putPair(numbers, circle, wall) {
    putCircle(numbers, circle);
    putWall(numbers, WALL, wall);
}

const [, , touching, crossing, insideTouching] = relations.keys();

/** By what relation.h says of the rules: `relate` is built for speed, calls of a rule are not. */
function touchesBy(rule, relation) {
    switch (rule) {
    case undefined:
    case "closed-disc":
        return relation >= touching;
    case "open-disc":
        return relation >= crossing;
    case "ring":
        return relation >= touching && relation <= insideTouching;
    default:
        return ruleIndex(rule); // throws
    }
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
        touches(circle, wall, rule = undefined) {
            putPair(memory.numbers, circle, wall);
            return touchesBy(rule, wasm.relate());
        },
        touchesCircle(circle, other, rule = undefined) {
            putPair(memory.numbers, circle, postOf(other, "other"));
            return touchesBy(rule, wasm.relate());
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
        compareDistance(circle, first, second) {
            const { numbers } = memory;
            putCircle(numbers, circle);
            putWall(numbers, WALL, first, "first");
            putWall(numbers, SECOND, second, "second");
            return wasm.compare_distance();
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
                feature: features[numbers[RESULT + 6] | 0],
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
        signedDistance(circle, wall) {
            putPair(memory.numbers, circle, wall);
            return wasm.signed_distance();
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
        pathBox(path) {
            const { numbers } = memory;
            putVector(numbers, WALL, path?.from, "path.from");
            putVector(numbers, WALL + 2, path?.to, "path.to");
            numbers[WALL + 4] = checkedNumber(path.radius, "path.radius");
            wasm.path_box();
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
        passage(circle, move, wall) {
            const numbers = put(circle, move, "move", wall);
            const hasLeft = wasm.passage() !== 0;
            return {
                entry: sweepAt(numbers, RESULT),
                exit: hasLeft ? {
                    t: numbers[RESULT + 9],
                    feature: features[numbers[RESULT + 10]],
                    center: vectorAt(numbers, RESULT + 11),
                    point: vectorAt(numbers, RESULT + 13),
                    normal: vectorAt(numbers, RESULT + 15),
                } : null,
            };
        },
        cast(circle, direction, length, wall) {
            const numbers = put(circle, direction, "direction", wall);
            numbers[OTHER] = checkedNumber(length, "length");
            const distance = wasm.cast();
            return { sweep: sweepAt(numbers, RESULT), distance };
        },
        vectorAlong(direction, length) {
            const { numbers } = memory;
            putVector(numbers, VECTOR, direction, "direction");
            numbers[OTHER] = checkedNumber(length, "length");
            wasm.vector_along();
            return vectorAt(numbers, RESULT);
        },
        compareTimeOfImpact(circle, move, first, second) {
            const numbers = put(circle, move, "move", first);
            putWall(numbers, SECOND, second, "second");
            return wasm.compare_time_of_impact();
        },
        pathIsClear(circle, to, wall) {
            put(circle, to, "to", wall);
            return wasm.path_is_clear() !== 0;
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
            putAnyResponse(memory.numbers, response);
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
        ballsRespond(first, second, normal, settings = {}) {
            const { numbers } = memory;
            checkOptions(settings, "settings", ["restitution", "friction", "inverseMasses"]);
            const { restitution = 1, friction = 0, inverseMasses = [1, 1] } = settings;
            if (!Array.isArray(inverseMasses)) {
                refuse(inverseMasses, "settings.inverseMasses", "an array of two numbers");
            }
            putVector(numbers, VECTOR, first, "first");
            putVector(numbers, SECOND, second, "second");
            putVector(numbers, NORMAL, normal, "normal");
            numbers[CROWD] = checkedFraction(restitution, "settings.restitution");
            numbers[CROWD + 1] = checkedCoefficient(friction, "settings.friction");
            [OTHER, SECOND + 2].forEach((at, i) => {
                numbers[at] = checkedCoefficient(
                    inverseMasses[i], `settings.inverseMasses[${i}]`);
            });
            wasm.balls_respond();
            return { first: vectorAt(numbers, RESULT), second: vectorAt(numbers, RESULT + 2) };
        },
    };
}
