// Checks of what callers hand over. Each error names the place, what is expected and what came.
// Room: bindings.

/** What a value is, for messages. */
export function described(value) {
    if (typeof value === "string") {
        return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
    }
    if (typeof value === "bigint") {
        return `${value}n`;
    }
    if (Array.isArray(value)) {
        return "an array";
    }
    if (typeof value === "function") {
        return "a function";
    }
    if (value === null || typeof value !== "object") {
        return String(value);
    }
    const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
    return kind === "Object" ? "an object" : `${/^[AEIO]/.test(kind) ? "an" : "a"} ${kind}`;
}

export function refuse(value, name, wanted) {
    throw new TypeError(`${name}: expected ${wanted}, got ${described(value)}`);
}

/** Refuses an array of any type, where an object with named fields is expected. */
export function refuseArray(value, name, wanted) {
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
        refuse(value, name, wanted);
    }
}

/** Refuses one wall or ball, known by `field`, where many are expected. */
export function refuseOne(value, field, what, name, wanted) {
    if (typeof value === "object" && value !== null && !Array.isArray(value) && field in value) {
        throw new TypeError(`${name}: expected ${wanted}, got ${what}: put it in an array`);
    }
}

export function checkedNumber(value, name) {
    return typeof value === "number" ? value : refuse(value, name, "a number");
}

function checkedRange(value, name, isInRange, wanted) {
    if (!isInRange(checkedNumber(value, name))) {
        throw new RangeError(`${name}: expected ${wanted}, got ${value}`);
    }
    return value;
}

/** A restitution. */
export const checkedFraction = (value, name) =>
    checkedRange(value, name, (x) => x >= 0 && x <= 1, "a number from 0 to 1");

const isSize = (x) => x >= 0 && x < Infinity;

/** A coefficient of friction. */
export const checkedCoefficient = (value, name) =>
    checkedRange(value, name, isSize, "a finite number >= 0");

/** The time of a move. */
export const checkedTime = checkedCoefficient;

/** A count or index: a whole number from 0 to `most`. */
export function checkedCount(value, name, most) {
    if (!Number.isInteger(value) || value < 0 || value > most) {
        throw new RangeError(
            `${name}: expected a whole number from 0 to ${most}, got ${described(value)}`);
    }
    return value;
}

/** 32 bits, as numbers from 0 or as the bitwise operators give them. */
export function checkedBits(value, name) {
    if (!Number.isInteger(value) || value < -(2 ** 31) || value >= 2 ** 32) {
        throw new RangeError(`${name}: expected 32 bits, got ${described(value)}`);
    }
    return value >>> 0;
}

export function checkedFlag(value, name) {
    return typeof value === "boolean" ? value : refuse(value, name, "true or false");
}

export function checkedFunction(value, name) {
    return value === undefined || typeof value === "function"
        ? value : refuse(value, name, "a function");
}

/** The index of a word. */
export function wordIndex(words, word, name) {
    const index = words.indexOf(word);
    return index < 0 ? refuse(word, name, words.join(", ")) : index;
}

/** How many letters have to be changed, added or removed to get from one word to the other. */
function editDistance(word, other) {
    let above = Array.from({ length: other.length + 1 }, (_, i) => i);
    for (let i = 0; i < word.length; i++) {
        const row = [i + 1];
        for (let j = 0; j < other.length; j++) {
            row.push(Math.min(
                above[j] + (word[i] === other[j] ? 0 : 1), above[j + 1] + 1, row[j] + 1));
        }
        above = row;
    }
    return above[other.length];
}

/** The word that is most likely meant, or undefined if none is near. */
function nearestWord(words, word) {
    // A plural in -ies is three letters off.
    const forms = [word.toLowerCase(), word.toLowerCase().replace(/ies$/, "y")];
    const [nearest] = words
        .map((right) => [
            right, Math.min(...forms.map((form) => editDistance(form, right.toLowerCase()))),
        ])
        .filter(([right, distance]) => distance <= Math.max(1, right.length / 3))
        .sort(([, p], [, q]) => p - q);
    return nearest?.[0];
}

/**
 * Refuses keys that are not among `names`, inherited ones, too: what is inherited is read like what
 * is not. `elsewhere(key)` may say where a key belongs that is right in another place.
 */
export function checkKeys(object, name, names, elsewhere = undefined) {
    for (const key in object) {
        if (!names.includes(key) && !(key in Object.prototype)) {
            throw new TypeError(
                `${name}${key}: unknown${elsewhere?.(key) ?? `, ${hintFor(key, names)}`}`);
        }
    }
}

function hintFor(key, names) {
    const nearest = nearestWord(names, key);
    return nearest === undefined ? `expected ${names.join(", ")}` : `did you mean "${nearest}"?`;
}

const ownKeysMax = 1000;

/**
 * A check that refuses keys which look like one of `names`, misspelt. Other keys are the caller's
 * own; they are looked at once.
 */
export function spellingCheck(names) {
    const right = new Set(names);
    return (object, name) => {
        for (const key in object) {
            if (!right.has(key)) {
                const nearest = nearestWord(names, key);
                if (nearest !== undefined) {
                    throw new TypeError(`${name}.${key}: unknown, did you mean "${nearest}"?`);
                }
                if (right.size < ownKeysMax) {
                    right.add(key);
                }
            }
        }
    };
}

/** Options: an object of `names` and no others. */
export function checkOptions(options, name, names, separator = ".") {
    if (Object.prototype.toString.call(options) !== "[object Object]") {
        refuse(options, name, `{ ${names.join(", ")} }`);
    }
    checkKeys(options, `${name}${separator}`, names);
}
