// The module's memory: its numbers, arrays in it, and arrays of the page lent to it for one call.
// Layer: bindings.
import { outOfMemory } from "./errors.js";
import { checkedCount, described } from "./shapes.js";

const numbersCount = 64; // NUMBERS in carom.c
const bytesMax = 0xffff0000;

/** How many numbers an array may have: more would not fit with what is worked out from them. */
export const countMax = 1 << 26;

/** The memory of one instance. Its views end whenever it grows, so all are made when asked for. */
export class Memory {
    #numbers;
    #numbersAt;
    #forgotten;

    constructor(wasm) {
        this.wasm = wasm;
        this.#numbersAt = wasm.numbers_at() >>> 0;
        this.#numbers = new Float64Array(this.buffer, this.#numbersAt, numbersCount);
        this.#forgotten = new FinalizationRegistry((address) => wasm.release(address));
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

    /** Releases `address` once `owner` is garbage, unless forget(owner) came first. */
    releaseWith(owner, address) {
        this.#forgotten.register(owner, address, owner);
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

    text(address) {
        const bytes = new Uint8Array(this.buffer, address);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }
}

/** An array in the module's memory. */
export class ModuleArray {
    #memory;
    #Type;
    #address;
    #view;

    constructor(memory, Type, length) {
        checkedCount(length, `${Type.name}: length`, countMax);
        this.#memory = memory;
        this.#Type = Type;
        this.length = length;
        this.#address = memory.allocate(length * Type.BYTES_PER_ELEMENT, `an array of ${length}`);
        this.array.fill(0);
        memory.releaseWith(this, this.#address);
    }

    get array() {
        if (this.#address === 0) {
            throw new TypeError("an array of the module was used after free()");
        }
        if (this.#view?.buffer !== this.#memory.buffer) {
            this.#view = this.#memory.view(this.#Type, this.#address, this.length);
        }
        return this.#view;
    }

    free() {
        if (this.#address !== 0) {
            this.#memory.forget(this);
            this.#memory.release(this.#address);
            this.#address = 0;
            this.#view = undefined;
        }
    }
}

const typedArray = (value) => (value instanceof ModuleArray ? value.array : value);

function checkedArray(value, Types, name) {
    const array = typedArray(value);
    if (!Types.some((Type) => array instanceof Type)) {
        const wanted = Types.map((Type) => Type.name).join(" or ");
        throw new TypeError(
            `${name}: expected a ${wanted} or one of the module's arrays, got ${described(value)}`);
    }
    return array;
}

/** What is left to read of an array after the memory may have grown, which ends views of it. */
function revived(memory, array, isHere, address, length) {
    return isHere ? memory.view(array.constructor, address, length) : array;
}

function checkedRoom(array, count, stride, name) {
    const needed = count === 0 ? 0 : (count - 1) * stride + 1;
    if (array.length < needed) {
        throw new RangeError(`${name}: expected ${needed} numbers or more, got ${array.length}`);
    }
}

/**
 * Hands arrays of numbers over to the module for one call: as they are if all lie in its memory and
 * are of one type, else as copies.
 * @param borrow allocates what is released after the call
 * @param {object} group the arrays by name, with stride and count
 * @param {string} name of the group, for messages
 * @param {string[]} fields names of the arrays; the first says how many there are
 * @param {string[]} optional names of those that may be missing
 * @returns {{at: Object<string, number>, stride: number, number: number, count: number, copies}}
 *     addresses (0 for what is missing), bytes from one number to the next, carom_number, count
 */
export function lendArrays(memory, borrow, group, name, fields, optional = [], Types = undefined) {
    if (typeof group !== "object" || group === null) {
        throw new TypeError(`${name}: expected { ${fields.join(", ")} }, got ${described(group)}`);
    }
    const { stride = 1 } = group;
    if (!Number.isInteger(stride) || stride < 1) {
        throw new RangeError(`${name}.stride: expected 1, 2, 3 ..., got ${described(stride)}`);
    }
    const present = fields.filter((f) => !optional.includes(f) || group[f] !== undefined);
    const given = present.map((f) =>
        checkedArray(group[f], Types ?? [Float64Array, Float32Array], `${name}.${f}`));
    const count = checkedCount(
        group.count ?? Math.ceil(given[0].length / stride), `${name}.count`, countMax);
    given.forEach((array, i) => checkedRoom(array, count, stride, `${name}.${present[i]}`));

    const Type = given.every((array) => array instanceof Float32Array) ? Float32Array : Float64Array;
    const number = Type === Float32Array ? 1 : 0;
    const size = Type.BYTES_PER_ELEMENT;
    const here = given.map((array) => array.buffer === memory.buffer);
    const at = Object.fromEntries(fields.map((f) => [f, 0]));
    const addresses = given.map((array) => array.byteOffset);
    if (here.every((h, i) => h && given[i] instanceof Type)) {
        present.forEach((f, i) => (at[f] = addresses[i]));
        return { at, stride: stride * size, number, count, copied: false };
    }
    const lengths = given.map((array) => array.length);
    const block = borrow(present.length * count * size);
    present.forEach((f, i) => {
        const array = revived(memory, given[i], here[i], addresses[i], lengths[i]);
        at[f] = block + i * count * size;
        const copy = memory.view(Type, at[f], count);
        if (stride === 1) {
            copy.set(array.subarray(0, count));
        } else {
            for (let k = 0; k < count; k++) {
                copy[k] = array[k * stride];
            }
        }
    });
    return { at, stride: size, number, count, copied: true };
}

/** The same for one array of bytes; 0 if it is undefined. */
export function lendBytes(memory, borrow, value, count, name) {
    if (value === undefined) {
        return 0;
    }
    const array = checkedArray(value, [Uint8Array], name);
    checkedRoom(array, count, 1, name);
    const { byteOffset: address, length } = array;
    const isHere = array.buffer === memory.buffer;
    if (isHere) {
        return address;
    }
    const copy = borrow(count);
    memory.view(Uint8Array, copy, count)
        .set(revived(memory, array, isHere, address, length).subarray(0, count));
    return copy;
}
