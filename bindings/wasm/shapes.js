// Plain objects: makers, vectors, and their way to the module's numbers and back.
// Room: bindings.
import {
    checkKeys, checkOptions, checkedBits, checkedCoefficient, checkedFlag, checkedFraction,
    checkedFunction, checkedNumber, refuse, spellingCheck, wordIndex,
} from "./checks.js";

// ---- makers ----

export const vec2 = (x, y) => ({ x, y });
export const add = (p, q) => vec2(p.x + q.x, p.y + q.y);
export const sub = (p, q) => vec2(p.x - q.x, p.y - q.y);
export const scale = (p, s) => vec2(s * p.x, s * p.y);
export const dot = (p, q) => p.x * q.x + p.y * q.y;
export const cross = (p, q) => p.x * q.y - p.y * q.x;
export const left = (p) => vec2(-p.y, p.x);

export const circle = (x, y, radius) => ({ center: vec2(x, y), radius });

const wall = (a, b, radius, extent) =>
    ({ a, b, radius, extent, oneSided: false, category: 0, group: 0 });
export const segment = (a, b) => wall(a, b, 0, "segment");
export const ray = (a, b) => wall(a, b, 0, "ray");
export const line = (a, b) => wall(a, b, 0, "line");
export const capsule = (a, b, radius) => wall(a, b, radius, "segment");
export const moving = (wall, aMove, bMove = aMove) => ({ ...wall, aMove, bMove });
/** The moving wall that takes the ends to these places. */
export function movingWallTo(wall, aTo, bTo) {
    const { a, b } = checkedEnds(wall);
    checkedVector(aTo, "aTo");
    checkedVector(bTo, "bTo");
    return moving(wall, sub(aTo, a), sub(bTo, b));
}

/** The moving wall that turns about a pivot by the angle whose cosine and sine are `turn`. */
export function movingWallTurning(wall, pivot, turn) {
    const { a, b } = checkedEnds(wall);
    checkedVector(pivot, "pivot");
    checkedVector(turn, "turn");
    const moveOf = (end) => {
        const from = sub(end, pivot);
        return sub(add(scale(from, turn.x), scale(left(from), turn.y)), from);
    };
    return moving(wall, moveOf(a), moveOf(b));
}

/** The frames of a rotation, with the bits of carom_turning_frames. */
export function turningFrames(angle, reach, tolerance) {
    checkedNumber(angle, "angle");
    checkedNumber(reach, "reach");
    checkedNumber(tolerance, "tolerance");
    if (![angle, reach, tolerance].every(Number.isFinite) || reach < 0 || tolerance < 0) {
        return 0;
    }
    if (angle === 0 || reach === 0) {
        return 1;
    }
    const root = Math.abs(angle) * Math.sqrt(0.125 * (reach / tolerance));
    return root < 0x7fffffff ? Math.max(Math.ceil(root), 1) : 0x7fffffff;
}

/** Where a moving wall is at the fraction t of the time: a wall at rest. */
export function movingWallAt(wall, t) {
    const { a, b } = checkedEnds(wall);
    const { aMove, bMove, ...still } = wall;
    checkedVector(aMove, "wall.aMove");
    checkedVector(bMove, "wall.bMove");
    checkedNumber(t, "t");
    return { ...still, a: add(a, scale(aMove, t)), b: add(b, scale(bMove, t)) };
}

export const post = (p, radius) => wall(p, p, radius, "segment");

/** A circle as a wall: the post of the same centre and radius. */
export function asPost(circle, name = "circle") {
    checkCircle(circle, name);
    return post(circle.center, circle.radius);
}

export const stop = () => ({ kind: "stop", restitution: 0, friction: 0 });
export const pass = () => ({ kind: "pass", restitution: 0, friction: 0 });
export const slide = () => ({ kind: "slide", restitution: 0, friction: 0 });
export const bounce = (restitution = 1, friction = 0) => ({
    kind: "bounce",
    restitution: checkedFraction(restitution, "restitution"),
    friction: checkedCoefficient(friction, "friction"),
});

export const boxesOverlap = (p, q) =>
    p.min.x <= q.max.x && q.min.x <= p.max.x && p.min.y <= q.max.y && q.min.y <= p.max.y;

// ---- words, at the index that C has for them ----

export const extents = ["segment", "ray", "line"];
export const contactRules = ["closed-disc", "open-disc", "ring"];
export const relations =
    ["invalid", "separate", "touching", "crossing", "inside-touching", "inside"];
export const features = ["none", "side", "a", "b"];
export const sweepKinds = ["invalid", "miss", "graze", "hit", "overlap"];
export const motionKinds = ["invalid", "moved", "freed", "stuck", "crushed"];
export const holds = ["none", "held", "stuck", "crushed", "asleep"];
export const touchPhases = ["begins", "persists", "ends"];
export const responses = ["stop", "slide", "bounce", "pass"];

// ---- into the module ----

// Where the numbers of a call lie: the enumeration in call_numbers.h.
export const CIRCLE = 0, COLUMNS = 0, WALL = 3, WALKER = 3, SECOND = 9, GROUND = 9, PASSES = 14,
    VECTOR = 15, NORMAL = 17, OTHER = 19, CAST = 27, MOVE = 30, CROWD = 32, RESULT = 34;
const FILTER = 24;

/** A wall that has ends. */
function checkedEnds(wall) {
    if (typeof wall !== "object" || wall === null) {
        refuse(wall, "wall", "{ a, b }");
    }
    checkedVector(wall.a, "wall.a");
    checkedVector(wall.b, "wall.b");
    return wall;
}

export function checkedVector(p, name) {
    if (typeof p !== "object" || p === null) {
        refuse(p, name, "{ x, y }");
    }
    if (typeof p.x !== "number" || typeof p.y !== "number") {
        checkedNumber(p.x, `${name}.x`);
        checkedNumber(p.y, `${name}.y`);
    }
}

/** Writes a vector to numbers[at ...]. */
export function putVector(numbers, at, p, name) {
    checkedVector(p, name);
    numbers[at] = p.x;
    numbers[at + 1] = p.y;
}

export function checkCircle(circle, name) {
    if (typeof circle !== "object" || circle === null) {
        refuse(circle, name, "{ center, radius }");
    }
    const { center, radius } = circle;
    if (typeof center !== "object" || center === null || typeof center.x !== "number" ||
        typeof center.y !== "number" || typeof radius !== "number") {
        checkedVector(center, `${name}.center`);
        checkedNumber(radius, `${name}.radius`);
    }
}

export function putCircle(numbers, circle, name = "circle") {
    checkCircle(circle, name);
    const { center, radius } = circle;
    numbers[CIRCLE] = center.x;
    numbers[CIRCLE + 1] = center.y;
    numbers[CIRCLE + 2] = radius;
}

/** A wall's extent as C counts them. */
export function extentIndex(wall, name) {
    return wall.extent === undefined ? 0 : wordIndex(extents, wall.extent, `${name}.extent`);
}

// What is misspelt is missing: only then is it looked for.
const checkWallSpelling = spellingCheck(["radius", "extent", "oneSided", "category", "group"]);

export function putWall(numbers, at, wall, name = "wall") {
    if (typeof wall !== "object" || wall === null) {
        refuse(wall, name, "{ a, b }");
    }
    const { a, b, radius = 0, extent, oneSided, category, group } = wall;
    if (extent === undefined || oneSided === undefined || category === undefined ||
        group === undefined || wall.radius === undefined) {
        checkWallSpelling(wall, name);
    }
    if (typeof a !== "object" || a === null || typeof a.x !== "number" || typeof a.y !== "number" ||
        typeof b !== "object" || b === null || typeof b.x !== "number" || typeof b.y !== "number" ||
        typeof radius !== "number") {
        checkedVector(a, `${name}.a`);
        checkedVector(b, `${name}.b`);
        checkedNumber(radius, `${name}.radius`);
    }
    numbers[at] = a.x;
    numbers[at + 1] = a.y;
    numbers[at + 2] = b.x;
    numbers[at + 3] = b.y;
    numbers[at + 4] = radius;
    numbers[at + 5] = extentIndex(wall, name);
}

/** What putWall does not write: 1 if the wall is one-sided, its category and its group. */
export function tagsOf({ oneSided = false, category = 0, group = 0 }, name) {
    return {
        side: Number(checkedFlag(oneSided, `${name}.oneSided`)),
        category: checkedBits(category, `${name}.category`),
        group: checkedBits(group, `${name}.group`),
    };
}

/** Writes a wall that moves: the wall, then the displacements of its ends. */
export function putMovingWall(numbers, wall, at = WALL, name = "wall") {
    putWall(numbers, at, wall, name);
    putVector(numbers, at + 6, wall.aMove, `${name}.aMove`);
    putVector(numbers, at + 8, wall.bMove, `${name}.bMove`);
}

/** Writes a response whose numbers may be out of range. */
export function putAnyResponse(numbers, response, name = "response") {
    if (typeof response !== "object" || response === null) {
        refuse(response, name, "stop(), slide() or bounce()");
    }
    checkKeys(response, `${name}.`, ["kind", "restitution", "friction"]);
    numbers[OTHER] = wordIndex(responses, response.kind, `${name}.kind`);
    numbers[OTHER + 1] = checkedNumber(response.restitution, `${name}.restitution`);
    numbers[OTHER + 2] = checkedNumber(response.friction, `${name}.friction`);
}

export function putResponse(numbers, response, name = "response") {
    putAnyResponse(numbers, response, name);
    checkedFraction(response.restitution, `${name}.restitution`);
    checkedCoefficient(response.friction, `${name}.friction`);
}

const allBits = 0xffffffff;

/** Writes a filter; returns what it asks, if it asks. */
export function putFilter(numbers, filter, name = "filter", at = FILTER) {
    if (filter === undefined) {
        numbers[at] = allBits;
        numbers[at + 1] = numbers[at + 2] = 0;
        return undefined;
    }
    checkOptions(filter, name, ["mask", "exceptGroup", "accept"]);
    const { mask = allBits, exceptGroup = 0, accept } = filter;
    numbers[at] = checkedBits(mask, `${name}.mask`);
    numbers[at + 2] = checkedBits(exceptGroup, `${name}.exceptGroup`);
    numbers[at + 1] = checkedFunction(accept, `${name}.accept`) === undefined ? 0 : 1;
    return accept;
}

/** Writes the settings of a cast; returns what their filter asks, if it asks. */
export function putCast(numbers, settings = {}) {
    checkOptions(settings, "settings", ["filter", "hitsOnly", "passOneSided"]);
    const { filter, hitsOnly = false, passOneSided = false } = settings;
    numbers[CAST] = Number(checkedFlag(hitsOnly, "settings.hitsOnly"));
    numbers[CAST + 1] = Number(checkedFlag(passOneSided, "settings.passOneSided"));
    return putFilter(numbers, filter, "settings.filter");
}

export function putBox(numbers, box, name = "box") {
    if (typeof box !== "object" || box === null) {
        refuse(box, name, "{ min, max }");
    }
    putVector(numbers, WALL, box.min, `${name}.min`);
    putVector(numbers, WALL + 2, box.max, `${name}.max`);
}

// ---- out of the module ----

export const vectorAt = (numbers, at) => ({ x: numbers[at], y: numbers[at + 1] });

export const boxAt = (numbers, at) => ({
    min: vectorAt(numbers, at), max: vectorAt(numbers, at + 2),
});

/** kind, feature, t, center, point, normal */
export const sweepAt = (numbers, at) => ({
    kind: sweepKinds[numbers[at]],
    feature: features[numbers[at + 1]],
    t: numbers[at + 2],
    center: vectorAt(numbers, at + 3),
    point: vectorAt(numbers, at + 5),
    normal: vectorAt(numbers, at + 7),
});
