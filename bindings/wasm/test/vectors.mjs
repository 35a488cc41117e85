// The cases of the C tests, and the hashes of test_golden.c over answers. Room: tests of bindings.
import { readFileSync } from "node:fs";

const extents = ["segment", "ray", "line"];
const answersMax = 4096;
const notANumber = 0x7ff80000; // the high half: the bits of a NaN are the machine's choice

/** The module of vectors.c. What it would import is for printing, which nothing here does. */
export function loadVectors() {
    const bytes = readFileSync(new URL("./vectors.wasm", import.meta.url));
    const imports = { wasi_snapshot_preview1: new Proxy({}, { get: () => () => 0 }) };
    return new WebAssembly.Instance(new WebAssembly.Module(bytes), imports).exports;
}

/** Reads the numbers of a case one after the other. */
export class Reader {
    constructor(vectors) {
        this.numbers = new Float64Array(vectors.memory.buffer, vectors.numbers_at(), 32);
        this.at = 0;
    }

    start() {
        this.at = 0;
        return this;
    }

    number() {
        return this.numbers[this.at++];
    }

    vector() {
        return { x: this.number(), y: this.number() };
    }

    circle() {
        return { center: this.vector(), radius: this.number() };
    }

    /** JavaScript has words for extents: a wall of an unknown one is made invalid another way. */
    wall() {
        const wall = { a: this.vector(), b: this.vector(), radius: this.number() };
        const extent = this.number();
        return extents[extent] === undefined
            ? { asked: { ...wall, radius: -1 }, given: { ...wall, extent } }
            : { asked: { ...wall, extent: extents[extent] }, given: { ...wall, extent } };
    }
}

/** A hash over numbers, as test_golden.c takes it. */
export class Hash {
    constructor(vectors, which) {
        this.vectors = vectors;
        this.which = which;
        this.count = 0;
        const at = vectors.answers_at();
        this.doubles = new Float64Array(answersMax);
        this.words = new Uint32Array(this.doubles.buffer);
        this.sharedWords = new Uint32Array(vectors.memory.buffer, at, 2 * answersMax);
    }

    /** A whole number from 0 to 2^32 - 1. */
    bits(value) {
        this.words[2 * this.count] = value;
        this.words[2 * this.count + 1] = 0;
        this.#next();
    }

    number(x) {
        if (x === x) {
            this.doubles[this.count] = x;
        } else {
            this.words[2 * this.count] = 0;
            this.words[2 * this.count + 1] = notANumber;
        }
        this.#next();
    }

    point(p) {
        this.number(p.x);
        this.number(p.y);
    }

    #next() {
        if (++this.count === answersMax) {
            this.flush();
        }
    }

    flush() {
        this.sharedWords.set(this.words.subarray(0, 2 * this.count));
        this.vectors.hash_answers(this.which, this.count);
        this.count = 0;
    }

    bytes(bytes) {
        const { memory, image_at, hash_image } = this.vectors;
        new Uint8Array(memory.buffer, image_at(), bytes.length).set(bytes);
        hash_image(this.which, bytes.length);
    }

    /** In hexadecimal. */
    text() {
        this.flush();
        const half = (word) => (word >>> 0).toString(16).padStart(8, "0");
        return half(this.vectors.hash_high(this.which)) + half(this.vectors.hash_low(this.which));
    }
}

/** The lines of tests/golden.txt: hashes by function, for one class after the other. */
export class Lines {
    #all = new Map();
    #name = "";
    #current = new Map();

    constructor(vectors) {
        this.vectors = vectors;
    }

    /** Ends the class before and starts one: where its name is in memory, and what follows it. */
    start(at, more = "") {
        this.#end();
        const bytes = new Uint8Array(this.vectors.memory.buffer, at);
        this.#name = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))) + more;
        this.vectors.hash_start();
    }

    /** The hash of this function for the class. */
    of(name) {
        let hash = this.#current.get(name);
        if (hash === undefined) {
            hash = new Hash(this.vectors, this.#current.size);
            this.#current.set(name, hash);
        }
        return hash;
    }

    /** The text of the hash by "FUNCTION CLASS". */
    hashes() {
        this.#end();
        return this.#all;
    }

    #end() {
        for (const [name, hash] of this.#current) {
            this.#all.set(`${name} ${this.#name}`, hash.text());
        }
        this.#current.clear();
    }
}
