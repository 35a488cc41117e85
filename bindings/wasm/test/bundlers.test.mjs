// One program, bundled by esbuild, Rollup, Vite and webpack as the README says, then run in Node
// and in a browser. Room: tests of bindings.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { inBrowser, serve, withBrowser } from "./browser.mjs";

const folder = (name) => fileURLToPath(new URL(name, import.meta.url));
const root = folder("..");
const fixture = folder("bundlers");
const dist = (name) => join(fixture, "dist", name);
const readme = readFileSync(join(root, "README.md"), "utf8");
const scripts = JSON.parse(readFileSync(join(fixture, "package.json"), "utf8")).scripts;
const page = readFileSync(join(fixture, "index.html"), "utf8");
const expected = "simd128 crossing inside, scalar crossing inside, right";

/** The package as it is published, so that bundlers treat it as any dependency. */
before(() => {
    const installed = join(fixture, "node_modules/carom");
    execFileSync(process.execPath, [join(root, "make_inline.mjs")]);
    const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    rmSync(join(fixture, "dist"), { recursive: true, force: true });
    mkdirSync(installed, { recursive: true });
    for (const file of ["package.json", ...files.filter((name) => name !== "LICENSE")]) {
        copyFileSync(join(root, file), join(installed, file));
    }
});

const built = new Set();

/** Bundles by the script of that name, once. */
function build(script) {
    if (!built.has(script)) {
        const bin = join(root, "../../node_modules/.bin");
        execFileSync("sh", ["-c", scripts[script]], {
            cwd: fixture, stdio: ["ignore", "pipe", "pipe"],
            env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
        });
        built.add(script);
    }
}

const runInNode = (file) => execFileSync(process.execPath, [file], { encoding: "utf8" }).trim();

/** What the page at `path` of a folder tells. */
async function answerOfPage(files, path = "index.html") {
    const server = await serve(files);
    try {
        return await withBrowser(
            `${server.address}/${path}?tell=${server.address}`, () => server.answer);
    } finally {
        server.close();
    }
}

// ---- what the README says is what is tested ----

test("the README has the lines of configuration that are tested here", () => {
    const indented = (text) => text.trim().replaceAll(/^(?=.)/gm, "    ");
    // Without the first line, a comment on the file.
    const rollup = readFileSync(join(fixture, "rollup.config.mjs"), "utf8").replace(/^.*\n/, "");
    assert.ok(readme.includes(indented(rollup.replace("dist/rollup", "dist"))));
    assert.ok(readme.includes(indented(scripts.esbuild.replace("dist/esbuild", "dist"))));
    const vite = readFileSync(join(fixture, "vite.config.mjs"), "utf8");
    const line = /optimizeDeps: .*(?=,\n)/.exec(vite)[0];
    assert.ok(readme.includes(`\`${line}\``));
    const webpack = readFileSync(join(fixture, "webpack.config.mjs"), "utf8");
    assert.ok(readme.includes(`\n\n${/^    performance: .*\n/m.exec(webpack)[0]}`));
});

// ---- esbuild, Rollup: one bundle for both ----

for (const name of ["esbuild", "rollup"]) {
    test(`${name}: the bundle runs in Node`, () => {
        build(name);
        assert.equal(runInNode(join(dist(name), "main.js")), expected);
    });

    test(`${name}: the bundle runs in a browser`, inBrowser, async () => {
        build(name);
        writeFileSync(join(dist(name), "index.html"), page);
        assert.equal(await answerOfPage(dist(name)), expected);
    });
}

test("esbuild without the .wasm files: the error says what to do", () => {
    build("esbuild");
    const alone = join(fixture, "dist/alone");
    mkdirSync(alone, { recursive: true });
    copyFileSync(join(dist("esbuild"), "main.js"), join(alone, "main.js"));
    // The program loads both files at once, and either may fail first.
    assert.match(runInNode(join(alone, "main.js")),
        /carom(-scalar)?\.wasm could not be read: .*see "Bundlers" in carom's README/);
});

// ---- webpack: one bundle for pages, one for Node ----

test("webpack: the bundle for Node runs there", () => {
    build("webpack");
    assert.equal(runInNode(join(dist("webpack-node"), "main.cjs")), expected);
});

test("webpack: the bundle for pages runs in a browser", inBrowser, async () => {
    build("webpack");
    // Its bundle is a script, no module.
    writeFileSync(join(dist("webpack"), "index.html"), page.replace('type="module"', "defer"));
    assert.equal(await answerOfPage(dist("webpack")), expected);
});

// ---- Vite: built pages; vite.test.mjs has its development server ----

test("Vite: the built page runs in a browser, in any folder of a server", inBrowser, async () => {
    build("vite");
    assert.equal(await answerOfPage(join(fixture, "dist"), "vite/index.html"), expected);
});

// ---- carom/inline: one file for any bundler ----

test("esbuild: a page of one file with carom/inline runs in Node", () => {
    build("inline");
    assert.equal(runInNode(join(dist("inline"), "inline.js")), "simd128 crossing");
});

after(() => rmSync(join(fixture, "dist"), { recursive: true, force: true }));
