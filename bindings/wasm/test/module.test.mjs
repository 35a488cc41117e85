// The modules themselves: what they import and export, and how large they are. Room: tests of
// bindings.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";

import * as api from "../carom.js";
import { loadClassic } from "../classic.js";

const { compile, load } = api;
execFileSync(process.execPath, [fileURLToPath(new URL("../make_inline.mjs", import.meta.url))]);
const inline = await import("../inline.js");

// README.md tells users of webpack of this size.
const sizeMax = 336 * 1024;
const text = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const bytesOf = (name) => readFileSync(new URL(`../${name}`, import.meta.url));

const calls = {
    sources: [
        "carom.c", "pair_calls.c", "scenes.c", "areas.c", "moves.c", "crowd.c", "moving.c",
        "dynamic.c",
    ],
    imports: ["accept", "report", "respond"],
};
const modules = {
    "carom.wasm": calls, "carom-scalar.wasm": calls,
    "carom-classic.wasm": { sources: ["classic.c"], imports: [] },
};

for (const [name, { sources, imports }] of Object.entries(modules)) {
    test(`${name} imports what calls callbacks, exports what its glue marks`, () => {
        const module = new WebAssembly.Module(bytesOf(name));
        assert.deepEqual(WebAssembly.Module.imports(module).map((i) => i.name).sort(), imports);
        const marked = sources.flatMap((source) =>
            [...text(`../${source}`).matchAll(/^EXPORT\((\w+)\)/gm)].map((m) => m[1]));
        const exported = WebAssembly.Module.exports(module).map((e) => e.name);
        assert.deepEqual(exported.sort(), [...marked, "memory"].sort());
    });
}

for (const name of ["carom.wasm", "carom-scalar.wasm"]) {
    test(`${name} has at most ${sizeMax} bytes`, () => {
        const { length } = bytesOf(name);
        assert.ok(length <= sizeMax, `${length} bytes`);
    });
}

test("the version is that of the headers, in the package, too", async () => {
    const version = /VERSION_STRING "(.*)"/.exec(text("../../../include/carom/version.h"))[1];
    assert.equal(JSON.parse(text("../package.json")).version, version);
    assert.equal((await load()).version, version);
});

test("load takes bytes, an address, a module, a Response", async () => {
    const bytes = bytesOf("carom.wasm");
    const url = new URL("../carom-scalar.wasm", import.meta.url);
    for (const wasm of [
        bytes, new Uint8Array(bytes).buffer, url, url.href, new Response(bytes), await compile(),
        await compile({ simd: false }),
    ]) {
        const carom = await load({ wasm });
        assert.ok(["simd128", "scalar"].includes(carom.instructionSet));
        assert.equal(carom.environmentIsExact(), true);
        assert.equal(carom.circleIsValid({ center: { x: 0, y: 0 }, radius: 1 }), true);
    }
});

test("carom/inline has the same module inside, and the same exports", async () => {
    const { compressedModule } = await import("../inline_module.js");
    assert.deepEqual(inflateSync(Buffer.from(compressedModule, "base64")), bytesOf("carom.wasm"));
    assert.deepEqual(Object.keys(inline).sort(), Object.keys(api).sort());
    for (const [name, value] of Object.entries(inline)) {
        assert.equal(value === api[name], !["load", "compile"].includes(name), name);
    }
    const ball = api.circle(10, 6.5, 5);
    const wall = api.capsule(api.vec2(0, 0), api.vec2(40, 0), 2);
    for (const options of [undefined, {}, { wasm: await inline.compile() },
        { wasm: await compile() }]) {
        const carom = await inline.load(options);
        assert.equal(carom.instructionSet, "simd128");
        assert.deepEqual(carom.contact(ball, wall), (await load()).contact(ball, wall));
    }
    await assert.rejects(inline.load({ simd: false }), /^TypeError: load: simd: unknown, .* wasm$/);
    await assert.rejects(inline.load({ wasm: "carom.wasm" }),
        /^TypeError: load: wasm: expected a WebAssembly\.Module, .* got "carom\.wasm"$/);
    const other = new WebAssembly.Module(bytesOf("carom-classic.wasm"));
    await assert.rejects(inline.load({ wasm: other }), /another module/);
});

test("a page instead of the module: the message says what to do", async () => {
    const page = new TextEncoder().encode("<!doctype html><title>A page</title>");
    const { fetch } = globalThis;
    const vite = /no module of WebAssembly: .*; with Vite's .*: \{ exclude: \["carom"\] \} in vite/;
    const inlined = /; with a bundler, import from "carom\/inline", or see "Bundlers" in carom's/;
    globalThis.fetch = async () => new Response(page);
    try {
        const fails = (promise) => promise.then(() => "loaded", (error) => error.message);
        const plain = await fails(load({ wasm: "http://localhost/carom.wasm" }));
        assert.match(plain, vite);
        assert.match(plain, inlined);
        const classic = await fails(loadClassic({ wasm: "http://localhost/carom-classic.wasm" }));
        assert.match(classic, vite);
        assert.match(classic, /; with a bundler, see "Bundlers" in carom's README/);
    } finally {
        globalThis.fetch = fetch;
    }
});

test("load says what it was given instead of a module", async () => {
    await assert.rejects(load({ wasm: 7 }), /load: wasm: expected bytes/);
    await assert.rejects(load({ wasm: new Uint8Array(8) }), /no module of WebAssembly/);
    const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    await assert.rejects(load({ wasm: empty }), /another module/);
    await assert.rejects(loadClassic({ wasm: bytesOf("carom.wasm") }), /another module/);
    const missing = new Response("", { status: 404 });
    await assert.rejects(load({ wasm: missing }), /could not be fetched: 404/);
    const withImports = Uint8Array.of( // imports m.f
        0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 109, 1, 102, 0, 0);
    await assert.rejects(load({ wasm: withImports }), /another module/);
    await assert.rejects(load({ wasm: "http://127.0.0.1:1/carom.wasm" }),
        /carom: http:.*carom\.wasm could not be fetched: /);
    await assert.rejects(load({ wasm: bytesOf("carom.wasm").subarray(0, 20000) }), /no module/);
});
