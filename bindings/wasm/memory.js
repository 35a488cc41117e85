// The module's memory: its numbers, arrays in it, and arrays of the page lent to it for one call.
// Room: bindings.
import { checkKeys, checkedCount, described, refuse } from "./checks.js";
import { outOfMemory } from "./errors.js";
import { instantiate } from "./loading.js";

const numbersCount = 66; // NUMBERS in call_numbers.h
const bytesMax = 0xffff0000;

/** How many numbers an array may have: more would not fit with what is worked out from them. */
export const countMax = 1 << 26;

/** An instance of a compiled module that has the export `needed`, with its memory. */
export async function memoryOf(module, needed) {
    let memory;
    const imports = {
        accept: (index, isMoving) =>
            (memory.answer(isMoving ? "acceptMoving" : "accept", index >>> 0) ? 1 : 0),
        respond: (ofBalls) => memory.answer(ofBalls ? "respondBalls" : "respond"),
        report: (which) => { memory.answer("report", which); },
    };
    memory = new Memory(await instantiate(module, needed, { carom: imports }));
    return memory;
}

/** The memory of one instance. Its views end whenever it grows, so all are made when asked for. */
class Memory {
    #numbers;
    #numbersAt;
    #doubles;
    #forgotten;
    #answers; // of the call that asks

    constructor(wasm) {
        this.wasm = wasm;
        this.#numbersAt = wasm.numbers_at() >>> 0;
        this.#numbers = new Float64Array(this.buffer, this.#numbersAt, numbersCount);
        this.#forgotten = new FinalizationRegistry(({ address, release }) => release(address));
    }

    get buffer() {
        return this.wasm.memory.buffer;
    }

    /** Where calls leave and find their numbers. */
    get numbers() {
        if (this.#numbers.length === 0) {
            this.#numbers = new Float64Array(this.buffer, this.#numbersAt, numbersCount);
        }
        return this.#numbers;
    }

    /** The whole memory as doubles: a double at `address` is doubles[address / 8]. */
    get doubles() {
        if (this.#doubles === undefined || this.#doubles.length === 0) {
            this.#doubles = new Float64Array(this.buffer);
        }
        return this.#doubles;
    }

    /** Memory that is to be released; `what` names what it is for. */
    allocate(bytes, what) {
        const address = bytes > bytesMax ? 0 : this.wasm.allocate(bytes) >>> 0;
        if (address === 0) {
            throw outOfMemory(what);
        }
        return address;
    }

    release(address) {
        this.wasm.release(address);
    }

    /** Calls release(address) once `owner` is garbage, unless forget(owner) came first. */
    releaseWith(owner, address, release = this.wasm.release) {
        this.#forgotten.register(owner, { address, release }, owner);
    }

    forget(owner) {
        this.#forgotten.unregister(owner);
    }

    view(Type, address, length) {
        return new Type(this.buffer, address, length);
    }

    /** Calls `use` with a function that allocates what is released when `use` returns or throws. */
    borrowing(what, use) {
        const borrowed = [];
        try {
            return use((bytes) => {
                const address = this.allocate(bytes, what);
                borrowed.push(address);
                return address;
            });
        } finally {
            for (const address of borrowed) {
                this.wasm.release(address);
            }
        }
    }

    /**
     * Calls `use`, in which the module may ask `accept` about a wall, `respond` about a contact and
     * `respondBalls` about an impact, and `report` what happens. What these throw is thrown when
     * the module has come to its end. They may call the module.
     */
    answering({ accept, acceptMoving, respond, respondBalls, report }, use) {
        if (accept === undefined && acceptMoving === undefined && respond === undefined &&
            respondBalls === undefined && report === undefined) {
            return use();
        }
        const outer = this.#answers;
        const answers = { accept, acceptMoving, respond, respondBalls, report, failure: undefined };
        this.#answers = answers;
        try {
            const result = use();
            if (answers.failure !== undefined) {
                throw answers.failure.error;
            }
            return result;
        } finally {
            this.#answers = outer;
        }
    }

    /** The answer to the module's question `name`, or undefined once one has failed. */
    answer(name, ...question) {
        const answers = this.#answers;
        try {
            return answers.failure === undefined ? answers[name](...question) : undefined;
        } catch (error) {
            // An exception must not pass through the module: it would not restore its stack.
            answers.failure = { error };
            return undefined;
        }
    }

    /** Refuses what would take memory away from a call that asks. */
    checkIdle(what) {
        if (this.#answers !== undefined) {
            throw new TypeError(`${what} was called by a callback`);
        }
    }

    text(address) {
        const bytes = new Uint8Array(this.buffer, address);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }
}

/** An array in the module's memory. */
export class ModuleArray {
    #memory;
    #Type;
    #length;
    #address;
    #view;

    constructor(memory, Type, length) {
        this.#length = checkedCount(length, `${Type.name}: length`, countMax);
        this.#memory = memory;
        this.#Type = Type;
        this.#address = memory.allocate(length * Type.BYTES_PER_ELEMENT, `an array of ${length}`);
        this.array.fill(0);
        memory.releaseWith(this, this.#address);
    }

    get [Symbol.toStringTag]() {
        return "ModuleArray";
    }

    get length() {
        return this.#length;
    }

    get array() {
        if (this.#address === 0) {
            throw new TypeError("an array of the module was used after free()");
        }
        if (this.#view?.buffer !== this.#memory.buffer) {
            this.#view = this.#memory.view(this.#Type, this.#address, this.#length);
        }
        return this.#view;
    }

    free() {
        if (this.#address !== 0) {
            this.#memory.checkIdle("free() of an array of the module");
            this.#memory.forget(this);
            this.#memory.release(this.#address);
            this.#address = 0;
            this.#view = undefined;
        }
    }
}

const typedArray = (value) => (value instanceof ModuleArray ? value.array : value);

/** True if what the array showed is gone: its memory has grown since, or was posted elsewhere. */
function hasEnded(array) {
    try {
        return array.length === 0 && new Uint8Array(array.buffer).length < 0;
    } catch {
        return true;
    }
}

function checkedArray(value, Types, name, plain = "") {
    const array = typedArray(value);
    if (!Types.some((Type) => array instanceof Type)) {
        const wanted = Types.map((Type) => Type.name).join(" or ");
        throw new TypeError(
            `${name}: expected ${plain}a ${wanted} or one of the module's arrays, ` +
                `got ${described(value)}`);
    }
    if (hasEnded(array)) {
        throw new TypeError(
            `${name}: is a view of memory that has grown or was moved since; look it up again`);
    }
    return array;
}

/**
 * An array as it is before anything is allocated: growing memory ends the views of it. Returns
 * a function that gives a living view.
 */
function held(memory, array) {
    if (array.buffer !== memory.buffer) {
        return () => array;
    }
    const { constructor, byteOffset, length } = array;
    return () => memory.view(constructor, byteOffset, length);
}

/** Doubles beside floats are refused: whoever mixes them has lost digits of some already. */
function checkOneType(arrays, names) {
    const [first] = arrays;
    arrays.forEach((array, i) => {
        if (array instanceof Float64Array !== first instanceof Float64Array) {
            refuse(array, names[i], `a ${first.constructor.name} like ${names[0]}`);
        }
    });
}

function checkedRoom(array, count, stride, name) {
    const needed = count === 0 ? 0 : (count - 1) * stride + 1;
    if (array.length < needed) {
        throw new RangeError(`${name}: expected ${needed} numbers or more, got ${array.length}`);
    }
}

/** Refuses arrays whose first `count` numbers are partly the same. */
function checkApart(arrays, count, names) {
    arrays.forEach((array, i) => {
        const first = arrays.findIndex((other) => other.buffer === array.buffer &&
            Math.abs(other.byteOffset - array.byteOffset) < count * array.BYTES_PER_ELEMENT);
        if (first >= 0 && first < i) {
            throw new TypeError(`${names[i]}: shares numbers with ${names[first]}, ` +
                "each needs an array of its own");
        }
    });
}

/**
 * Takes arrays of numbers for one call, before anything is allocated.
 * @param {object} group the arrays by name, with stride and count
 * @param {string} name of the group, for messages
 * @param {string[]} fields names of the arrays; the first says how many there are
 * @param {object} [options]
 * @param {string[]} [options.optional] names of those that may be missing
 * @param {string[]} [options.others] names that are no mistake in this group
 * @param {string} [options.wanted] what is expected, for messages
 * @param {Function[]} [options.Types] of arrays that are taken
 * @param {boolean} [options.asDoubles] floats are handed over as doubles
 * @param {boolean} [options.apart] arrays that share numbers are refused
 * @param {boolean} [options.inPlace] false: arrays in the module's memory are copied, too
 * @returns {{count: number, lend: function}} how many there are of each; lend(borrow) hands them
 *     over as they are if all lie in the module's memory and are of one type, else as copies
 */
export function takeArrays(memory, group, name, fields, options = {}) {
    const {
        optional = [], others = [], Types = [Float64Array, Float32Array], asDoubles = false,
        apart = false, inPlace = true, wanted = `{ ${fields.join(", ")} }`,
    } = options;
    if (typeof group !== "object" || group === null || Array.isArray(group)) {
        refuse(group, name, wanted);
    }
    checkKeys(group, `${name}.`, [...fields, ...others, "stride", "count"]);
    const { stride = 1 } = group;
    if (!Number.isInteger(stride) || stride < 1) {
        throw new RangeError(`${name}.stride: expected 1, 2, 3 ..., got ${described(stride)}`);
    }
    const present = fields.filter((f) => !optional.includes(f) || group[f] !== undefined);
    const names = present.map((f) => `${name}.${f}`);
    const given = present.map((f, i) => checkedArray(group[f], Types, names[i]));
    checkOneType(given, names);
    const count = checkedCount(
        group.count ?? Math.ceil(given[0].length / stride), `${name}.count`, countMax);
    given.forEach((array, i) => checkedRoom(array, count, stride, names[i]));
    if (apart) {
        checkApart(given, count, names);
    }

    const isFloat = !asDoubles && given[0] instanceof Float32Array;
    const Type = isFloat ? Float32Array : Float64Array;
    const isInPlace = inPlace &&
        given.every((array) => array instanceof Type && array.buffer === memory.buffer);
    const at = Object.fromEntries(fields.map((f) => [f, 0]));
    present.forEach((f, i) => (at[f] = given[i].byteOffset));
    const arrays = Object.fromEntries(present.map((f, i) => [f, held(memory, given[i])]));
    const taken = { count, number: isFloat ? 1 : 0, copied: !isInPlace, arrays, at };
    const size = Type.BYTES_PER_ELEMENT;
    return {
        count,
        lend: (borrow) => (isInPlace
            ? { ...taken, stride: stride * size }
            : { ...taken, stride: size, at: copies(memory, borrow, taken, Type, stride) }),
    };
}

/** Copies arrays to one block, one after the other; returns their addresses. */
function copies(memory, borrow, { count, arrays, at }, Type, stride) {
    const size = Type.BYTES_PER_ELEMENT;
    const names = Object.keys(arrays);
    const block = borrow(names.length * count * size);
    const copied = { ...at };
    names.forEach((f, i) => {
        const array = arrays[f]();
        copied[f] = block + i * count * size;
        const copy = memory.view(Type, copied[f], count);
        if (stride === 1) {
            copy.set(array.subarray(0, count));
        } else {
            for (let k = 0; k < count; k++) {
                copy[k] = array[k * stride];
            }
        }
    });
    return copied;
}

/**
 * The same for one array of whole numbers, which may be undefined: lend(borrow) returns its address
 * or 0, and what the module has written there, bring(address) brings back. The array may be longer,
 * but not if `others` names what it must have as many of. `plain` says, for messages, what else the
 * caller takes. Unless `inPlace`, an array in the module's memory is copied, too.
 */
export function takeColumn(memory, value, Type, count, name, options = {}) {
    const { others, plain, inPlace = true } = options;
    if (value === undefined) {
        return { lend: () => 0, bring() {} };
    }
    const array = checkedArray(value, [Type], name, plain);
    if (others !== undefined && array.length !== count) {
        throw new RangeError(
            `${name}: expected as many as ${others}, ${count}, got ${array.length}`);
    }
    checkedRoom(array, count, 1, name);
    if (inPlace && array.buffer === memory.buffer) {
        const { byteOffset } = array;
        return { lend: () => byteOffset, bring() {} };
    }
    const living = held(memory, array);
    return {
        lend(borrow) {
            const copy = borrow(count * Type.BYTES_PER_ELEMENT);
            memory.view(Type, copy, count).set(living().subarray(0, count));
            return copy;
        },
        bring: (address) => living().set(memory.view(Type, address, count)),
    };
}

/** Copies bytes to memory of their own; returns its address. */
export function copyBytes(memory, value, name) {
    const array = checkedArray(value, [Uint8Array], name);
    const { length } = array;
    const living = held(memory, array);
    const address = memory.allocate(length, name);
    memory.view(Uint8Array, address, length).set(living());
    return { address, length };
}
