// Plain objects on their way to the module's numbers and back. Room: bindings.
import {
    checkKeys, checkOptions, checkedBits, checkedCoefficient, checkedFlag, checkedFraction,
    checkedFunction, checkedNumber, refuse, refuseArray, spellingCheck, wordIndex,
} from "./checks.js";

// ---- words, at the index that C has for them ----

export const extents = ["segment", "ray", "line"];
export const contactRules = ["closed-disc", "open-disc", "ring"];
export const relations =
    ["invalid", "separate", "touching", "crossing", "inside-touching", "inside"];
export const wallRelations = ["invalid", "separate", "touching", "overlapping"];
export const areaRelations =
    ["invalid", "outside", "touching", "crossing", "inside-touching", "inside"];
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

export function checkedVector(p, name) {
    if (typeof p !== "object" || p === null) {
        refuse(p, name, "{ x, y }");
    }
    if (typeof p.x !== "number" || typeof p.y !== "number") {
        refuseArray(p, name, "{ x, y }");
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
        refuseArray(circle, name, "{ center, radius }");
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
function extentIndex({ extent }, name) {
    return extent === undefined || extent === "segment"
        ? 0 : wordIndex(extents, extent, `${name}.extent`);
}

const wallFieldsCount = 7; // with a and b
export const movingFieldsCount = 9; // with aMove and bMove
const checkWallSpelling = spellingCheck(["radius", "extent", "oneSided", "category", "group"]);

function fieldsCount(object) {
    let count = 0;
    for (const _ in object) {
        count++;
    }
    return count;
}

export function putWall(numbers, at, wall, name = "wall", fields = wallFieldsCount) {
    if (typeof wall !== "object" || wall === null) {
        refuse(wall, name, "{ a, b }");
    }
    const { a, b, radius = 0, extent, oneSided, category, group } = wall;
    // A wall of a maker has all these fields and no other: nothing is misspelt, and this is quick.
    if (extent === undefined || oneSided === undefined || category === undefined ||
        group === undefined || wall.radius === undefined || fieldsCount(wall) > fields) {
        checkWallSpelling(wall, name);
    }
    if (typeof a !== "object" || a === null || typeof a.x !== "number" || typeof a.y !== "number" ||
        typeof b !== "object" || b === null || typeof b.x !== "number" || typeof b.y !== "number" ||
        typeof radius !== "number") {
        refuseArray(wall, name, "{ a, b }");
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

/**
 * Writes a wall that has all fields and no other, as makers give it, for lists of walls. False if
 * it is another one, or wrong: then putWall looks closer, and says what is wrong.
 */
export function putWholeWall(numbers, at, wall) {
    if (typeof wall !== "object" || wall === null) {
        return false;
    }
    const { a, b, radius, extent, oneSided, category, group } = wall;
    if (typeof a !== "object" || a === null || typeof b !== "object" || b === null ||
        oneSided === undefined || category === undefined || group === undefined ||
        fieldsCount(wall) > wallFieldsCount) {
        return false;
    }
    const { x: ax, y: ay } = a, { x: bx, y: by } = b;
    if (typeof ax !== "number" || typeof ay !== "number" || typeof bx !== "number" ||
        typeof by !== "number" || typeof radius !== "number") {
        return false;
    }
    const index = extent === "segment" ? 0 : extents.indexOf(extent);
    numbers[at] = ax;
    numbers[at + 1] = ay;
    numbers[at + 2] = bx;
    numbers[at + 3] = by;
    numbers[at + 4] = radius;
    numbers[at + 5] = index;
    return index >= 0;
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
    putWall(numbers, at, wall, name, movingFieldsCount);
    putVector(numbers, at + 6, wall.aMove, `${name}.aMove`);
    putVector(numbers, at + 8, wall.bMove, `${name}.bMove`);
}

const responsesWanted = "stop(), slide(), bounce() or pass()";

/** Writes a response whose numbers may be out of range. */
export function putAnyResponse(numbers, response, name = "response", wanted = responsesWanted) {
    if (typeof response !== "object" || response === null) {
        refuse(response, name, wanted);
    }
    checkKeys(response, `${name}.`, ["kind", "restitution", "friction"]);
    numbers[OTHER] = wordIndex(responses, response.kind, `${name}.kind`);
    numbers[OTHER + 1] = checkedNumber(response.restitution, `${name}.restitution`);
    numbers[OTHER + 2] = checkedNumber(response.friction, `${name}.friction`);
}

export function putResponse(numbers, response, name = "response", wanted = responsesWanted) {
    putAnyResponse(numbers, response, name, wanted);
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

export function checkBox(box, name) {
    if (typeof box !== "object" || box === null) {
        refuse(box, name, "{ min, max }");
    }
    refuseArray(box, name, "{ min, max }");
    checkedVector(box.min, `${name}.min`);
    checkedVector(box.max, `${name}.max`);
}

export function putBox(numbers, box, name = "box") {
    checkBox(box, name);
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
