// One program, bundled by esbuild, Rollup, Vite and webpack as the README says, then run in Node
// and in a browser. Room: tests of bindings.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = (name) => fileURLToPath(new URL(name, import.meta.url));
const root = folder("..");
const fixture = folder("bundlers");
const dist = (name) => join(fixture, "dist", name);
const readme = readFileSync(join(root, "README.md"), "utf8");
const scripts = JSON.parse(readFileSync(join(fixture, "package.json"), "utf8")).scripts;
const page = readFileSync(join(fixture, "index.html"), "utf8");
const expected = "simd128 crossing, scalar crossing, right";

const chromium = process.env.CHROMIUM ?? "chromium";
const hasBrowser = spawnSync(chromium, ["--version"]).status === 0;
const inBrowser = { skip: hasBrowser ? false : "there is no Chromium", timeout: 300000 };

/** The package as it is published, so that bundlers treat it as any dependency. */
before(() => {
    const installed = join(fixture, "node_modules/carom");
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

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/**
 * A server of a folder on this machine, and of the answers that are posted to it.
 * @returns {{address: string, answer: Promise<string>, close: function}}
 */
async function serve(files) {
    let answered;
    const answer = new Promise((resolve) => { answered = resolve; });
    const server = createServer(async (request, response) => {
        if (request.method === "POST") {
            answered(Buffer.concat(await request.toArray()).toString());
            response.end();
            return;
        }
        try {
            const { pathname } = new URL(request.url, "http://localhost");
            const bytes = readFileSync(join(files, pathname));
            response.writeHead(200, { "Content-Type": types[extname(pathname)] ?? "text/plain" });
            response.end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = () => {
        server.closeAllConnections();
        server.close();
    };
    return { address: `http://127.0.0.1:${server.address().port}`, answer, close };
}

/** Removes the profile. The browser's child processes may still write to it for a moment. */
async function removeProfile(profile) {
    for (let tries = 0; tries < 50; tries++) {
        try {
            rmSync(profile, { recursive: true, force: true });
            return;
        } catch {
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
    }
}

/** Opens a page; `use` gets its process, which ends afterwards. */
async function withBrowser(address, use) {
    const profile = mkdtempSync(join(tmpdir(), "carom-browser-"));
    const browser = spawn(chromium, ["--headless=new", "--no-sandbox", "--disable-gpu",
        "--disable-dev-shm-usage", "--no-first-run", `--user-data-dir=${profile}`, address],
    { stdio: "ignore" });
    try {
        return await use();
    } finally {
        const ended = new Promise((resolve) => browser.once("exit", resolve));
        browser.kill();
        await ended;
        await removeProfile(profile);
    }
}

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

// ---- Vite: pages, built or served ----

test("Vite: the built page runs in a browser, in any folder of a server", inBrowser, async () => {
    build("vite");
    assert.equal(await answerOfPage(join(fixture, "dist"), "vite/index.html"), expected);
});

test("Vite: the development server's page runs in a browser", inBrowser, async () => {
    const { createServer: createViteServer } = await import("vite");
    const vite = await createViteServer(
        { root: fixture, logLevel: "error", server: { host: "127.0.0.1", port: 0 } });
    const teller = await serve(fixture);
    try {
        await vite.listen();
        const [address] = vite.resolvedUrls.local;
        const answer = await withBrowser(
            `${address}index.html?tell=${teller.address}`, () => teller.answer);
        assert.equal(answer, expected);
    } finally {
        teller.close();
        await vite.close();
    }
});

after(() => rmSync(join(fixture, "dist"), { recursive: true, force: true }));
