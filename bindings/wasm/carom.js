// Circles that meet straight walls in the plane, decided exactly: the C library as an ES module.
// The types and what each call does are in carom.d.ts. Room: bindings.
import { callsOf } from "./calls.js";
import { checkOptions } from "./checks.js";
import { compileFrom, hasSimd } from "./loading.js";

export * from "./exports.js";

// Two lines, each with its name in full, so that bundlers find and bring both files.
const vectorBuild = () => new URL("./carom.wasm", import.meta.url);
const scalarBuild = () => new URL("./carom-scalar.wasm", import.meta.url);

const defaultBuild = (simd = hasSimd()) => (simd ? vectorBuild() : scalarBuild());
const inlineCure = 'import from "carom/inline", or ';

/** Compiles the module without making one: post it to workers, which load({ wasm: module }). */
export async function compile(options = {}) {
    checkOptions(options, "compile", ["simd"], ": ");
    return compileFrom(undefined, defaultBuild(options.simd), inlineCure);
}

/** Loads the module. Each call makes one with a memory of its own. */
export async function load(options = {}) {
    checkOptions(options, "load", ["wasm", "simd"], ": ");
    return callsOf(await compileFrom(options.wasm, defaultBuild(options.simd), inlineCure));
}
