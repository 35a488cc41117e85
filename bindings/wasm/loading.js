// Gets a module of WebAssembly from wherever it is and makes an instance of it.
// Room: bindings.

/** A module of one function with one vector instruction: valid only where there are vectors. */
const simdModule = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0,
    253, 15, 253, 98, 11,
]);

// Not as a literal in import(): bundlers for pages would look for it, and fail.
const fileSystem = "node:fs/promises";

export function hasSimd() {
    return WebAssembly.validate(simdModule);
}

/** What to do if a file is not where it is looked for: `inline` names what needs none, if any. */
const hintOf = (inline) =>
    `with a bundler, ${inline}see "Bundlers" in carom's README; with Vite's development server, ` +
    'write optimizeDeps: { exclude: ["carom"] } in vite.config.js';

async function orSay(promise, what, hint) {
    try {
        return await promise;
    } catch (cause) {
        throw new Error(`carom: ${what}: ${cause.message}; ${hint}`, { cause });
    }
}

/** The bytes of a file beside this one, or anywhere. */
async function bytesOf(address, hint) {
    if (address.protocol === "file:" && typeof process === "object") {
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ fileSystem);
        return orSay(readFile(address), `${address} could not be read`, hint);
    }
    const response = await orSay(fetch(address), `${address} could not be fetched`, hint);
    return responseBytes(response, address, hint);
}

function responseBytes(response, address, hint) {
    if (!response.ok) {
        throw new Error(
            `carom: ${address || "the module"} could not be fetched: ${response.status} ` +
                `${response.statusText}; ${hint}`,
        );
    }
    return response.arrayBuffer();
}

async function compileBytes(bytes, from, hint) {
    try {
        return await WebAssembly.compile(bytes);
    } catch (cause) {
        throw new Error(
            `carom: ${from} is no module of WebAssembly: ${cause.message}${hint}`, { cause });
    }
}

/**
 * Compiles what load() is given.
 * @param wasm bytes, an address, a Response or a module
 * @param {URL} beside what to take where that is undefined
 * @param {string} [inline] what to do where no file can be had, ending in ", or "
 */
export async function compileFrom(wasm, beside, inline = "") {
    const hint = hintOf(inline);
    if (wasm instanceof WebAssembly.Module) {
        return wasm;
    }
    if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) {
        return compileBytes(wasm, "what load() was given", "");
    }
    if (typeof Response === "function" && wasm instanceof Response) {
        const bytes = await responseBytes(wasm, wasm.url, hint);
        return compileBytes(bytes, wasm.url || "the response", `; ${hint}`);
    }
    if (wasm === undefined || typeof wasm === "string" || wasm instanceof URL) {
        const address = wasm === undefined ? beside : new URL(wasm, beside);
        return compileBytes(await bytesOf(address, hint), address, `; ${hint}`);
    }
    throw new TypeError(
        "load: wasm: expected bytes, an address, a Response or a WebAssembly.Module, got " +
            Object.prototype.toString.call(wasm),
    );
}

/** What an instance of a compiled module exports. */
export async function instantiate(module, needed, imports) {
    // Asked before it is made: a module of others may fail for want of its imports.
    if (!WebAssembly.Module.exports(module).some(({ name }) => name === needed)) {
        throw new Error(`carom: load() was given another module: it has no ${needed}`);
    }
    return (await WebAssembly.instantiate(module, imports)).exports;
}
