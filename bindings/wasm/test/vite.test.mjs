// The development servers of Vite 6, 7 and 8: a project with the packed package, and what its page
// finds in a browser. Room: tests of bindings.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { inBrowser as inAnyBrowser, serve, withBrowser } from "./browser.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "carom-vite-"));
after(() => rmSync(project, { recursive: true, force: true }));

/** A page that imports an entry of the package and tells what it answers, or the error. */
function writePage(name, entry) {
    writeFileSync(join(project, `${name}.html`),
        `<!doctype html><title>Carom</title><script type="module" src="/${name}.js"></script>\n`);
    writeFileSync(join(project, `${name}.js`), `import * as api from ${JSON.stringify(entry)};
const { capsule, circle, load, vec2 } = api;
const ask = (carom) => carom.relate(circle(10, 6.5, 5), capsule(vec2(0, 0), vec2(40, 0), 2));
const tell = (body) => fetch(new URLSearchParams(location.search).get("tell"),
    { method: "POST", mode: "no-cors", body });
load().then(ask).then(tell, (error) => tell(String(error)));
`);
}

before(() => {
    // Without the scripts, which other tests run at the same time: they copy and remove a file.
    execFileSync(process.execPath, [join(here, "make_inline.mjs")]);
    const packed = execFileSync(
        "npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", project],
        { cwd: here, encoding: "utf8" });
    writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
    execFileSync("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund",
        join(project, packed.trim().split("\n").pop())], { cwd: project });
    writePage("inline", "carom/inline");
    // The server sends the page index.html for files that are not there.
    writePage("index", "carom");
});

/** What a page tells that a development server of this Vite sends. */
async function told(vite, page, optimizeDeps = {}) {
    // What another version made of the package.
    rmSync(join(project, "node_modules/.vite"), { recursive: true, force: true });
    const { createServer } = await import(vite);
    const server = await createServer({
        root: project, configFile: false, logLevel: "error", optimizeDeps,
        server: { host: "127.0.0.1", port: 0 },
    });
    const teller = await serve(project);
    try {
        await server.listen();
        const [address] = server.resolvedUrls.local;
        return await withBrowser(
            `${address}${page}.html?tell=${teller.address}`, () => teller.answer);
    } finally {
        teller.close();
        await server.close();
    }
}

/** What a page of a folder tells. */
async function toldBy(folder, page) {
    const server = await serve(folder);
    try {
        return await withBrowser(
            `${server.address}/${page}.html?tell=${server.address}`, () => server.answer);
    } finally {
        server.close();
    }
}

/** What a page tells with no configuration, by version. The README says so. */
const noModule = new RegExp("^Error: carom: .*carom\\.wasm is no module of WebAssembly: .*; " +
    'with a bundler, import from "carom/inline", ' +
    'or .* optimizeDeps: \\{ exclude: \\["carom"\\] \\}');
const unconfigured = { "vite": noModule, "vite-7": noModule, "vite-8": /^crossing$/ };

const [major, minor] = process.versions.node.split(".").map(Number);
const isNew = major > 20 || (major === 20 && minor >= 19);

for (const [vite, expected] of Object.entries(unconfigured)) {
    const inBrowser = vite !== "vite" && !isNew
        ? { skip: `${vite} needs Node 20.19 or later` } : inAnyBrowser;

    test(`${vite}: carom/inline needs no configuration`, inBrowser, async () => {
        assert.equal(await told(vite, "inline"), "crossing");
    });

    test(`${vite}: carom with the line of the README`, inBrowser, async () => {
        assert.equal(await told(vite, "index", { exclude: ["carom"] }), "crossing");
    });

    test(`${vite}: carom without it works or says what to do`, inBrowser, async () => {
        assert.match(await told(vite, "index"), expected);
    });

    test(`${vite}: pages that it built, with either entry, need no configuration`, inBrowser,
        async () => {
            const { build } = await import(vite);
            const outDir = join(project, `${vite}-built`);
            await build({
                root: project, configFile: false, logLevel: "error", base: "./", build: {
                    outDir,
                    rollupOptions: { input: ["index.html", "inline.html"].map(
                        (page) => join(project, page)) },
                },
            });
            for (const page of ["index", "inline"]) {
                assert.equal(await toldBy(outDir, page), "crossing");
            }
        });
}
