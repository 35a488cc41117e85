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

const bundlersHint = 'with a bundler, see "Bundlers" in carom\'s README';

async function orSay(promise, what) {
    try {
        return await promise;
    } catch (cause) {
        throw new Error(`carom: ${what}: ${cause.message}; ${bundlersHint}`, { cause });
    }
}

/** The bytes of a file beside this one, or anywhere. */
async function bytesOf(address) {
    if (address.protocol === "file:" && typeof process === "object") {
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ fileSystem);
        return orSay(readFile(address), `${address} could not be read`);
    }
    const response = await orSay(fetch(address), `${address} could not be fetched`);
    return responseBytes(response, address);
}

function responseBytes(response, address) {
    if (!response.ok) {
        throw new Error(
            `carom: ${address || "the module"} could not be fetched: ${response.status} ` +
                `${response.statusText}; ${bundlersHint}`,
        );
    }
    return response.arrayBuffer();
}

async function compileBytes(bytes, from) {
    try {
        return await WebAssembly.compile(bytes);
    } catch (cause) {
        throw new Error(`carom: ${from} is no module of WebAssembly: ${cause.message}`, { cause });
    }
}

/**
 * Compiles what load() is given.
 * @param wasm bytes, an address, a Response or a module
 * @param {URL} beside what to take where that is undefined
 */
export async function compileFrom(wasm, beside) {
    if (wasm instanceof WebAssembly.Module) {
        return wasm;
    }
    if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) {
        return compileBytes(wasm, "what load() was given");
    }
    if (typeof Response === "function" && wasm instanceof Response) {
        return compileBytes(await responseBytes(wasm, wasm.url), wasm.url || "the response");
    }
    if (wasm === undefined || typeof wasm === "string" || wasm instanceof URL) {
        const address = wasm === undefined ? beside : new URL(wasm, beside);
        return compileBytes(await bytesOf(address), address);
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
