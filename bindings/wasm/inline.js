// The same as carom.js, with the module inside: no bundler or server has to bring a file.
// Room: bindings.
import { callsOf } from "./calls.js";
import { checkOptions, refuse } from "./checks.js";
import { compressedModule } from "./inline_module.js";
import { hasSimd } from "./loading.js";

export * from "./exports.js";

async function moduleBytes() {
    const bytes = Uint8Array.from(atob(compressedModule), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).arrayBuffer();
}

export async function compile() {
    if (!hasSimd()) {
        throw new Error("carom/inline has only the build with SIMD, which this engine has not: " +
            'import from "carom"');
    }
    return WebAssembly.compile(await moduleBytes());
}

export async function load(options = {}) {
    checkOptions(options, "load", ["wasm"], ": ");
    const { wasm = await compile() } = options;
    if (!(wasm instanceof WebAssembly.Module)) {
        refuse(wasm, "load: wasm", "a WebAssembly.Module, as compile() gives it");
    }
    return callsOf(wasm);
}
