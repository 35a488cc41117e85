// Balls that move through walls. Layer: bindings.
import { checkKeys, checkedCount, checkedNumber, refuse } from "./checks.js";
import { outOfMemory } from "./errors.js";
import { ModuleArray, takeArrays, takeBytes } from "./memory.js";
import { Scene, takeWalls } from "./scene.js";
import {
    CIRCLE, OTHER, RESULT, VECTOR, bounce, features, motionKinds, putCircle, putResponse, putVector,
    vectorAt,
} from "./shapes.js";

const impactNumbers = 13; // IMPACT_NUMBERS in carom.c
const contactsMax = 0x7fffffff;
const freedKind = 2; // of motionKinds; it and "stuck" start overlapping

function takeOneSided(memory, oneSided, count, name) {
    const given = oneSided instanceof ModuleArray ? oneSided.array : oneSided;
    const isList = Array.isArray(given) || given instanceof Uint8Array;
    // C reads them as bool: no byte but 0 and 1 may get there.
    const bytes = isList ? Uint8Array.from(given, Boolean) : given;
    return takeBytes(memory, bytes, count, name);
}

const settingNames = ["walls", "response", "gravity", "oneSided", "maxContacts"];

function checkSettings(settings) {
    if (typeof settings !== "object" || settings === null || Array.isArray(settings) ||
        settings instanceof Scene) {
        refuse(settings, "settings", "{ walls, response, ... }");
    }
    checkKeys(settings, "settings.", settingNames);
    // Named but not there: a ball would pass through all walls that are meant.
    if ("walls" in settings) {
        checkWalls(settings.walls, "settings.walls");
    }
}

function checkWalls(walls, name) {
    if (typeof walls !== "object" || walls === null) {
        refuse(walls, name, "a Scene, an array of walls or { ax, ay, bx, by }");
    }
}

/**
 * Takes what the next moves go through; `lend` sets it and returns what is to be released. `prefix`
 * stands before the names of settings in messages.
 */
function takeSettings(memory, settings, prefix) {
    const { walls = [], response = bounce(), gravity, oneSided, maxContacts = 0 } = settings;
    const isScene = walls instanceof Scene;
    const scene = isScene ? walls.addressIn(memory) : 0;
    const { count, lend } = isScene ? walls : takeWalls(memory, walls, `${prefix}walls`);
    const sides = takeOneSided(memory, oneSided, count, `${prefix}oneSided`);
    checkedCount(maxContacts, `${prefix}maxContacts`, contactsMax);
    return (borrow) => {
        putResponse(memory.numbers, response, `${prefix}response`);
        putVector(memory.numbers, OTHER + 3, gravity ?? { x: 0, y: 0 }, `${prefix}gravity`);
        const sidesAt = sides.lend(borrow);
        lend?.(borrow);
        const structs = isScene ? 0 : memory.wasm.walls_of_arrays() >>> 0;
        if (!isScene && structs === 0) {
            throw outOfMemory(`${prefix}walls`);
        }
        memory.wasm.set_mover(scene, structs, count, sidesAt, maxContacts);
        return structs;
    };
}

/** Calls `use` while the module holds what `lendSettings` hands over. */
function withSettings(memory, lendSettings, what, use) {
    return memory.borrowing(what, (borrow) => {
        const structs = lendSettings(borrow);
        try {
            return use(borrow);
        } finally {
            memory.release(structs);
        }
    });
}

function takeMoveSettings(memory, settings) {
    checkSettings(settings);
    return takeSettings(memory, settings, "settings.");
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

export function moveBall(memory, ball, time, settings = {}) {
    checkedNumber(time, "time");
    return withSettings(memory, takeMoveSettings(memory, settings), "a move", () => {
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
            clamped: n[RESULT + 6] !== 0,
            overlapped: kind >= freedKind ? n[RESULT + 7] : null,
            freed: kind === freedKind ? vectorAt(n, RESULT + 8) : null,
            impacts: recorded(memory, RESULT + 10, impactNumbers, impactAt),
            positions: recorded(memory, RESULT + 12, 2, vectorAt),
        };
    });
}

const ballFields = ["x", "y", "radius", "vx", "vy"];
const movedFields = ["x", "y", "vx", "vy"];

export function moveBatch(memory, balls, time, settings = {}, kinds = undefined) {
    checkedNumber(time, "time");
    if ((balls?.stride ?? 1) !== 1) {
        throw new RangeError("balls.stride: balls that move are not interleaved, leave it out");
    }
    const { count, lend } = takeArrays(
        memory, balls, "balls", ballFields, { Types: [Float64Array] });
    const kindsTaken = takeBytes(memory, kinds, count, "kinds");
    const lendSettings = takeMoveSettings(memory, settings);
    return withSettings(memory, lendSettings, "a batch of balls", (borrow) => {
        const { at, arrays, copied } = lend(borrow);
        const kindsAt = kindsTaken.lend(borrow);
        memory.wasm.move_batch(at.x, at.y, at.radius, at.vx, at.vy, count, time, kindsAt);
        kindsTaken.bring(kindsAt);
        for (const field of copied ? movedFields : []) {
            arrays[field]().set(memory.view(Float64Array, at[field], count));
        }
        const n = memory.numbers;
        return {
            contacts: n[RESULT], lost: n[RESULT + 1], invalid: n[RESULT + 2], freed: n[RESULT + 3],
            stuck: n[RESULT + 4],
        };
    });
}

export function depenetrate(memory, circle, walls, oneSided) {
    checkWalls(walls, "walls");
    const lendSettings = takeSettings(memory, { walls, oneSided }, "");
    return withSettings(memory, lendSettings, "a depenetration", () => {
        putCircle(memory.numbers, circle);
        const found = memory.wasm.depenetrate() !== 0;
        const n = memory.numbers;
        const overlapped = n[RESULT] !== 0;
        return {
            found, overlapped, wall: overlapped ? n[RESULT + 1] : null,
            center: vectorAt(n, RESULT + 2),
        };
    });
}
