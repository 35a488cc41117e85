// The same as carom, with the module inside: for bundlers and servers that do not bring the .wasm
// files, such as the development server of Vite, and for a single file. It has only the build with
// SIMD, and needs DecompressionStream: Node 18 and later, browsers of 2023 and later.
import type { Carom, WasmModule } from "./carom.js";

export * from "./carom.js";

/** Loads the module. Each call makes one with a memory of its own. `wasm` is what compile gave. */
export function load(options?: { wasm?: WasmModule }): Promise<Carom>;

/** Compiles the module without making one: post it to workers, which load({ wasm: module }). */
export function compile(): Promise<WasmModule>;
