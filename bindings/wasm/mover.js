// Balls that move through walls. Room: bindings.
import {
    checkKeys, checkedCount, checkedFunction, checkedTime, refuse, refuseOne,
} from "./checks.js";
import { badWallError, outOfMemory } from "./errors.js";
import { bounce } from "./makers.js";
import { countMax, takeArrays, takeColumn } from "./memory.js";
import { SceneQueries, takeWalls } from "./scene.js";
import {
    CAST, CIRCLE, MOVE, OTHER, RESULT, VECTOR, checkCircle, checkedVector, extents, features,
    holds, motionKinds, movingFieldsCount, putCircle, putFilter, putResponse, putVector, putWall,
    tagsOf, touchPhases, vectorAt,
} from "./shapes.js";

const impactNumbers = 17; // IMPACT_NUMBERS in moves.c
export const legNumbers = 6; // LEG_NUMBERS
const movingNumbers = 13; // MOVING_NUMBERS
const wallNumbers = 7; // of a carom_wall in memory: a, b, radius; extent in a byte; the rest
export const contactsMax = 0x7fffffff;
export const noWall = 0xffffffff; // CAROM_NO_WALL

const worldOptions = ["walls", "movingWalls", "filter", "movingFilter", "gravity"];
const ballOptions = [...worldOptions, "response", "respond", "maxContacts"];
const batchOptions = [...ballOptions, "onImpact", "onLeg", "onMotion"];

/** The names of the settings of each call. */
const optionsOf = {
    moveBall: ballOptions,
    moveBatch: batchOptions,
    "step() of a crowd": [
        ...batchOptions, "onBallImpact", "onTouch", "respondBalls", "ballRestitution",
        "ballFriction", "inverseMasses", "accelerations", "categories", "masks", "wallMasks",
        "maxPasses",
    ],
    moveCharacter: [
        ...worldOptions, "up", "maxSlope", "stepHeight", "snapDistance", "drop",
    ],
};

/** Says which calls have an option that `call` does not have; undefined if none does. */
function callsWith(option, call) {
    const calls = Object.keys(optionsOf).filter((other) => optionsOf[other].includes(option));
    const list = calls.join(", ").replace(/, ([^,]*)$/, " and $1");
    return calls.length === 0 ? undefined : ` to ${call}, an option of ${list}`;
}

export function checkSettings(settings, call) {
    if (typeof settings !== "object" || settings === null || Array.isArray(settings) ||
        settings instanceof SceneQueries) {
        const wanted = call === "moveCharacter" ? "up" : "response";
        refuse(settings, "settings", `{ walls, ${wanted}, ... }`);
    }
    checkKeys(settings, "settings.", optionsOf[call], (option) => callsWith(option, call));
    // Named but not there: a ball would pass through all walls that are meant.
    if ("walls" in settings) {
        checkWalls(settings.walls, "settings.walls");
    }
    const { movingWalls = [] } = settings;
    if (!Array.isArray(movingWalls)) {
        const wanted = "an array of moving walls";
        refuseOne(movingWalls, "a", "a wall", "settings.movingWalls", wanted);
        refuse(movingWalls, "settings.movingWalls", wanted);
    }
}

const wallsWanted = "a Scene, an array of walls or { ax, ay, bx, by }";

function checkWalls(walls, name) {
    if (typeof walls !== "object" || walls === null) {
        refuse(walls, name, wallsWanted);
    }
    refuseOne(walls, "a", "a wall", name, wallsWanted);
}

const noRelease = () => undefined;
const noWalls = { lend: () => ({ scene: 0, structs: 0, count: 0 }), release: noRelease };

/**
 * Takes walls to move through, none if undefined; lend(borrow) hands over the first arguments of
 * moves.c. With `atRest`, a list may have no walls that move.
 */
export function takeSource(memory, walls, name, atRest = true) {
    if (walls === undefined) {
        return noWalls;
    }
    if (walls instanceof SceneQueries) {
        const scene = walls.addressIn(memory);
        return { lend: () => ({ scene, structs: 0, count: 0 }), release: noRelease };
    }
    const { count, lend } = takeWalls(memory, walls, name, atRest);
    return {
        lend(borrow) {
            lend(borrow);
            const structs = memory.wasm.walls_of_arrays() >>> 0;
            if (structs === 0) {
                throw outOfMemory(name);
            }
            const bad = badWallOf(memory, structs, count);
            if (bad >= 0) {
                memory.release(structs);
                throw badWallError(name, bad);
            }
            return { scene: 0, structs, count };
        },
        release: ({ structs }) => memory.release(structs),
    };
}

/** The index of the first wall that is not valid, as carom_wall_is_valid says; -1 if none. */
function badWallOf(memory, structs, count) {
    const numbers = memory.view(Float64Array, structs, count * wallNumbers);
    const bytes = memory.view(Uint8Array, structs, count * wallNumbers * 8);
    for (let i = 0, at = 0; i < count; i++, at += wallNumbers) {
        // A number that is not finite, times 0, is NaN.
        const zero = 0 * numbers[at] + 0 * numbers[at + 1] + 0 * numbers[at + 2] +
            0 * numbers[at + 3] + 0 * numbers[at + 4];
        if (zero !== 0 || numbers[at + 4] < 0 || bytes[8 * (at + 5)] >= extents.length) {
            return i;
        }
    }
    return -1;
}

const badMoving = "a moving wall that is not valid: its numbers must be finite, also where it " +
    "ends, its radius >= 0, and aMove equal to bMove if it is a ray or a line";

/** As carom_moving_wall_is_valid, and at its end, too: the module takes no other for solid. */
function movingIsValid(n, at) {
    const moves = at + 9;
    // Not finite if one of the two is not.
    for (let k = 0; k < 4; k++) {
        if (!Number.isFinite(n[at + k] + n[moves + k])) {
            return false;
        }
    }
    return n[at + 4] >= 0 && n[at + 4] < Infinity &&
        (extents[n[at + 5]] === "segment" ||
            (n[moves] === n[moves + 2] && n[moves + 1] === n[moves + 3]));
}

/** Hands the moving walls of the next move over. */
export function lendMovingWalls(memory, borrow, walls = []) {
    const count = checkedCount(walls.length, "settings.movingWalls.length", countMax);
    if (count === 0) {
        memory.wasm.set_moving_walls(0, 0, 0);
        return;
    }
    const structs = borrow(count * memory.wasm.moving_wall_size());
    const at = borrow(count * movingNumbers * 8);
    const numbers = memory.view(Float64Array, at, count * movingNumbers);
    for (let i = 0; i < count; i++) {
        putMovingParts(numbers, i * movingNumbers, walls[i], `settings.movingWalls[${i}]`);
        if (!movingIsValid(numbers, i * movingNumbers)) {
            throw badWallError("settings.movingWalls", i, badMoving);
        }
    }
    memory.wasm.set_moving_walls(structs, at, count);
}

function putMovingParts(numbers, at, wall, name) {
    putWall(numbers, at, wall, name, movingFieldsCount);
    const { side, category, group } = tagsOf(wall, name);
    numbers[at + 6] = side;
    numbers[at + 7] = category;
    numbers[at + 8] = group;
    putVector(numbers, at + 9, wall.aMove, `${name}.aMove`);
    putVector(numbers, at + 11, wall.bMove, `${name}.bMove`);
}

/** Calls `use` with what `source` lends. */
export function withSource(memory, source, what, use) {
    return memory.borrowing(what, (borrow) => {
        const lent = source.lend(borrow);
        try {
            return use(lent, borrow);
        } finally {
            source.release(lent);
        }
    });
}

/** Writes settings; returns what they ask. Those of many balls may have callbacks of `reports`. */
export function putSettings(memory, settings) {
    const { response = bounce(), respond, respondBalls, maxContacts = 0 } = settings;
    const { numbers } = memory;
    if (response?.kind === "pass") {
        throw new TypeError("settings.response: pass() is for respond alone");
    }
    putResponse(numbers, response, "settings.response", "stop(), slide() or bounce()");
    numbers[MOVE] = checkedCount(maxContacts, "settings.maxContacts", contactsMax);
    const wanted = callbackBits(settings);
    numbers[MOVE + 1] = wanted;
    const { accept, acceptMoving } = putWorld(numbers, settings);
    return {
        accept,
        acceptMoving,
        respond: respond && (() => answerContact(memory, respond)),
        respondBalls: respondBalls && (() => answerBallImpact(memory, respondBalls)),
        report: (wanted & reportBits) !== 0
            ? (which) => report(memory, settings, which)
            : undefined,
    };
}

/** Which callbacks there are: bit i stands for callbackNames[i]. Read by name: a loop is slower. */
function callbackBits({
    respond, onImpact, onLeg, onBallImpact, onMotion, onTouch, respondBalls,
}) {
    return callbackBit(0, respond) | callbackBit(1, onImpact) | callbackBit(2, onLeg) |
        callbackBit(3, onBallImpact) | callbackBit(4, onMotion) | callbackBit(5, onTouch) |
        callbackBit(6, respondBalls);
}

function callbackBit(i, callback) {
    if (callback === undefined) {
        return 0;
    }
    checkedFunction(callback, `settings.${callbackNames[i]}`);
    return 1 << i;
}

/** True if a callback of the settings may throw while balls move. */
export const hasCallbacks = (settings) => callbackBits(settings) !== 0 ||
    settings.filter?.accept !== undefined || settings.movingFilter?.accept !== undefined;

const origin = { x: 0, y: 0 };

/** Writes the settings that balls and characters have; returns what the filters ask. */
export function putWorld(numbers, { filter, movingFilter, gravity }) {
    putVector(numbers, OTHER + 3, gravity ?? origin, "settings.gravity");
    return {
        accept: putFilter(numbers, filter, "settings.filter"),
        acceptMoving: putFilter(numbers, movingFilter, "settings.movingFilter", CAST),
    };
}

/** The module's question for a response: the contact is at RESULT, then the index of the ball. */
function answerContact(memory, respond) {
    const { numbers } = memory;
    // What it answers if `respond` throws.
    numbers[OTHER] = 0;
    const response = respond(impactAt(numbers, RESULT), numbers[RESULT + impactNumbers]);
    putResponse(memory.numbers, response, "respond()");
}

/** The same for the impact of two balls. */
function answerBallImpact(memory, respondBalls) {
    memory.numbers[OTHER] = 0;
    putResponse(memory.numbers, respondBalls(ballImpactAt(memory.numbers, RESULT)),
        "respondBalls()");
}

function impactAt(n, i) {
    return {
        time: n[i], id: wallIdAt(n, i + 1, i + 14), category: n[i + 2], feature: features[n[i + 3]],
        center: vectorAt(n, i + 4), point: vectorAt(n, i + 6), normal: vectorAt(n, i + 8),
        before: vectorAt(n, i + 10), after: vectorAt(n, i + 12),
        wallVelocity: vectorAt(n, i + 15),
    };
}

const ballImpactAt = (n, i) => ({
    time: n[i], first: n[i + 1], second: n[i + 2],
    firstCenter: vectorAt(n, i + 3), secondCenter: vectorAt(n, i + 5),
    normal: vectorAt(n, i + 7),
    firstBefore: vectorAt(n, i + 9), secondBefore: vectorAt(n, i + 11),
    firstAfter: vectorAt(n, i + 13), secondAfter: vectorAt(n, i + 15),
});

export const legAt = (n, i) => ({
    from: vectorAt(n, i), to: vectorAt(n, i + 2), start: n[i + 4], end: n[i + 5],
});

/** A wall of one of the two sources; null if none. */
export const wallIdAt = (n, index, isMoving = index + 1) =>
    (n[index] === noWall ? null : { index: n[index], isMoving: n[isMoving] !== 0 });

const touchAt = (n, i) => ({
    phase: touchPhases[n[i]],
    ball: n[i + 1],
    other: n[i + 2] === noWall ? null : n[i + 2],
    wall: wallIdAt(n, i + 3),
    normal: vectorAt(n, i + 5),
    impulse: n[i + 7],
});

/** The walls that crushed a ball, when, and whether it is free now. */
const crushAt = (n, i) => ({
    by: [i, i + 2].map((at) => wallIdAt(n, at)),
    time: n[i + 4],
    isFree: n[i + 5] !== 0,
});

/** A ball after a move, without its path. */
function motionAt(n) {
    const kind = motionKinds[n[RESULT + 23]];
    return {
        kind,
        hold: holds[n[RESULT + 25]],
        ball: {
            center: vectorAt(n, RESULT), radius: n[CIRCLE + 2], velocity: vectorAt(n, RESULT + 2),
        },
        contacts: n[RESULT + 4],
        lost: n[RESULT + 5],
        clamped: n[RESULT + 6] !== 0,
        overlapped: wallIdAt(n, RESULT + 7, RESULT + 16),
        freed: kind === "freed" ? vectorAt(n, RESULT + 8) : null,
        crushed: kind === "crushed" ? crushAt(n, RESULT + 17) : null,
    };
}

// The callbacks of batches and crowds, in the order of moves.c: what each is told.
const reports = {
    onImpact: (n) => [impactAt(n, RESULT), n[RESULT + impactNumbers]],
    onLeg: (n) => [legAt(n, RESULT), n[RESULT + legNumbers]],
    onBallImpact: (n) => [ballImpactAt(n, RESULT)],
    onMotion: (n) => [motionAt(n), n[RESULT + 24]],
    onTouch: (n) => [touchAt(n, RESULT)],
};
const reportNames = Object.keys(reports);
const callbackNames = ["respond", ...reportNames, "respondBalls"];
const reportBits = (2 << reportNames.length) - 2;

function report({ numbers }, settings, which) {
    const name = reportNames[which];
    settings[name](...reports[name](numbers));
}

export function recorded({ numbers, doubles }, at, size, read) {
    const count = numbers[at], first = numbers[at + 1] / 8;
    const list = [];
    for (let i = 0; i < count; i++) {
        list.push(read(doubles, first + i * size));
    }
    return list;
}

/** `name` is a text, or an object that becomes one: only messages need it. */
function checkBall(ball, name) {
    checkCircle(ball, name);
    const { velocity } = ball;
    if (typeof velocity !== "object" || velocity === null || typeof velocity.x !== "number" ||
        typeof velocity.y !== "number") {
        checkedVector(velocity, `${name}.velocity`);
    }
    if (Object.isFrozen(ball)) {
        throw new TypeError(`${name}: is frozen, but a ball that moves is written to`);
    }
}

export function putBall(numbers, ball, name) {
    putCircle(numbers, ball, name);
    putVector(numbers, VECTOR, ball.velocity, `${name}.velocity`);
}

export function moveBall(memory, ball, time, settings = {}) {
    checkedTime(time, "time");
    checkSettings(settings, "moveBall");
    const source = takeSource(memory, settings.walls, "settings.walls");
    return withSource(memory, source, "a move", (walls, borrow) => {
        lendMovingWalls(memory, borrow, settings.movingWalls);
        putBall(memory.numbers, ball, "ball");
        const asked = putSettings(memory, settings);
        if (!memory.answering(asked, () =>
            memory.wasm.move_ball(walls.scene, walls.structs, walls.count, time))) {
            throw outOfMemory("the contacts of a move");
        }
        // Not by a spread, which would take as long as all else.
        const motion = motionAt(memory.numbers);
        motion.impacts = recorded(memory, RESULT + 10, impactNumbers, impactAt);
        motion.positions = recorded(memory, RESULT + 12, 2, vectorAt);
        motion.legs = recorded(memory, RESULT + 14, legNumbers, legAt);
        return motion;
    });
}

const ballFields = ["x", "y", "radius", "vx", "vy"];
const ballsWanted = "an array of balls or { x, y, radius, vx, vy }";
const movedFields = ["x", "y", "vx", "vy"];

/**
 * Takes balls, plain objects or arrays, for one call: lend(borrow) hands them over, and bring(lent)
 * writes where they are then to where they came from. Unless `inPlace`, nothing is written before.
 */
export function takeBalls(memory, balls, inPlace) {
    if (Array.isArray(balls)) {
        return takeBallObjects(memory, balls);
    }
    refuseOne(balls, "center", "a ball", "balls", ballsWanted);
    if ((balls?.stride ?? 1) !== 1) {
        throw new RangeError("balls.stride: balls that move are not interleaved, leave it out");
    }
    const { count, lend } = takeArrays(memory, balls, "balls", ballFields, {
        Types: [Float64Array], wanted: ballsWanted, apart: true, inPlace,
    });
    return {
        count,
        lend,
        bring({ at, arrays, copied }) {
            for (const field of copied ? movedFields : []) {
                arrays[field]().set(memory.view(Float64Array, at[field], count));
            }
        },
    };
}

function takeBallObjects(memory, given) {
    // A callback may change the list.
    const balls = given.slice();
    const count = checkedCount(balls.length, "balls.length", countMax);
    const place = { index: 0, toString: () => `balls[${place.index}]` };
    // Not forEach, which leaves out the holes of a sparse array.
    for (let i = 0; i < count; i++) {
        place.index = i;
        checkBall(balls[i], place);
    }
    if (new Set(balls).size < count) {
        const second = balls.findIndex((ball, i) => balls.indexOf(ball) < i);
        throw new TypeError(`balls[${second}]: is the same object as ` +
            `balls[${balls.indexOf(balls[second])}], each ball needs one of its own`);
    }
    return {
        count,
        lend(borrow) {
            const first = borrow(ballFields.length * count * 8);
            const [x, y, radius, vx, vy] = ballFields.map((_, k) => first + k * count * 8);
            const at = { x, y, radius, vx, vy };
            const numbers = memory.view(Float64Array, first, ballFields.length * count);
            balls.forEach(({ center, radius: r, velocity }, i) => {
                numbers[i] = center.x;
                numbers[count + i] = center.y;
                numbers[2 * count + i] = r;
                numbers[3 * count + i] = velocity.x;
                numbers[4 * count + i] = velocity.y;
            });
            return { at };
        },
        // New vectors: several balls may have one velocity in common.
        bring({ at }) {
            const numbers = memory.view(Float64Array, at.x, ballFields.length * count);
            balls.forEach((ball, i) => {
                ball.center = { x: numbers[i], y: numbers[count + i] };
                ball.velocity = { x: numbers[3 * count + i], y: numbers[4 * count + i] };
            });
        },
    };
}

export function moveBatch(memory, balls, time, settings = {}, kinds = undefined) {
    checkedTime(time, "time");
    checkSettings(settings, "moveBatch");
    // If a callback throws, nothing has been written.
    const inPlace = !hasCallbacks(settings);
    const { count, lend, bring } = takeBalls(memory, balls, inPlace);
    const kindsTaken = takeColumn(memory, kinds, Uint8Array, count, "kinds", { inPlace });
    const source = takeSource(memory, settings.walls, "settings.walls");
    return withSource(memory, source, "a batch of balls", (walls, borrow) => {
        const lent = lend(borrow), { at } = lent;
        const kindsAt = kindsTaken.lend(borrow);
        lendMovingWalls(memory, borrow, settings.movingWalls);
        const asked = putSettings(memory, settings);
        memory.answering(asked, () => memory.wasm.move_batch(
            walls.scene, walls.structs, walls.count, at.x, at.y, at.radius, at.vx, at.vy, count,
            time, kindsAt));
        kindsTaken.bring(kindsAt);
        bring(lent);
        const n = memory.numbers;
        return {
            contacts: n[RESULT], lost: n[RESULT + 1], invalid: n[RESULT + 2], freed: n[RESULT + 3],
            stuck: n[RESULT + 4], crushed: n[RESULT + 5],
        };
    });
}

export function depenetrate(memory, circle, walls, filter) {
    checkWalls(walls, "walls");
    const source = takeSource(memory, walls, "walls", false);
    return withSource(memory, source, "a depenetration", ({ scene, structs, count }) => {
        putCircle(memory.numbers, circle);
        const accept = putFilter(memory.numbers, filter);
        const found = memory.answering({ accept }, () =>
            memory.wasm.depenetrate(scene, structs, count)) !== 0;
        const n = memory.numbers;
        const overlapped = n[RESULT] !== 0;
        return {
            found, overlapped, wall: overlapped ? n[RESULT + 1] : null,
            center: vectorAt(n, RESULT + 2),
        };
    });
}
