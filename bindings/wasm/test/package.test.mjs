// The package as its users get it: packed, installed into an empty project, run, and checked by the
// compiler of TypeScript. Room: tests of bindings.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
    copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "carom-package-"));
after(() => rmSync(project, { recursive: true, force: true }));

const run = (command, ...args) =>
    execFileSync(command, args, {
        cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"],
    });

before(() => {
    const packed = execFileSync(
        "npm", ["pack", "--silent", "--pack-destination", project],
        { cwd: here, encoding: "utf8" });
    const archive = packed.trim().split("\n").pop();
    writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
    run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", `./${archive}`);
});

test("the package holds what it needs and nothing else", () => {
    const root = join(project, "node_modules/carom");
    const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const file of files) {
        assert.ok(existsSync(join(root, file)), file);
    }
    assert.match(readFileSync(join(root, "LICENSE"), "utf8"), /MIT License/);
    for (const file of ["test", "carom.c", "build.sh", "node_modules"]) {
        assert.equal(existsSync(join(root, file)), false, file);
    }
});

for (const [page, least] of [
    ["README.md", 3],
    ["../../README.md", 1],
    ["../../site/front.md", 1],
]) {
    const text = readFileSync(join(here, page), "utf8");
    const snippets = [...text.matchAll(/```js\n([^]*?)```\n\n```text\n([^]*?)```/g)];

    test(`there are snippets in ${page}`, () => {
        assert.equal(snippets.length, [...text.matchAll(/```js/g)].length);
        assert.ok(snippets.length >= least);
    });

    snippets.forEach(([, code, expected], i) => {
        test(`snippet ${i + 1} of ${page} prints what stands below it`, () => {
            writeFileSync(join(project, "snippet.js"), code);
            assert.equal(run(process.execPath, "snippet.js"), expected);
        });
    });
}

test("a file of the module can be named by itself", () => {
    const code = 'console.log(import.meta.resolve?.("carom/carom.wasm") ?? "carom/carom.wasm");';
    writeFileSync(join(project, "resolve.js"), code);
    assert.match(run(process.execPath, "resolve.js"), /carom\/carom\.wasm/);
});

/** Compiles a file of the project as strictly as can be, with these libraries of types alone. */
function assertCompiles(file, lib) {
    const tsc = join(here, "../../node_modules/typescript-5/bin/tsc");
    try {
        run(process.execPath, tsc, "--noEmit", "--strict", "--target", "es2022", "--module",
            "nodenext", "--lib", lib, file);
    } catch (error) {
        assert.fail(`lib ${lib}: ${error.stdout}`);
    }
}

for (const lib of ["es2022", "es2022,dom", "es2022,webworker"]) {
    test(`every public type and call passes tsc --strict --lib ${lib}`, () => {
        copyFileSync(join(here, "test/types.ts"), join(project, "types.ts"));
        assertCompiles("types.ts", lib);
    });
}

test("load takes the types of the DOM where they exist, and no number", () => {
    writeFileSync(join(project, "dom.ts"), `import { compile, load } from "carom";
const module: WebAssembly.Module = await compile();
await Promise.all([
    load({ wasm: module }), load({ wasm: new URL("x", import.meta.url) }), load({ wasm: "x" }),
    load({ wasm: await fetch("x") }), load({ wasm: new Uint8Array(8) }),
    load({ wasm: new ArrayBuffer(8) }),
    // @ts-expect-error
    load({ wasm: 7 }),
    // @ts-expect-error
    load({ simb: false }),
]);
`);
    assertCompiles("dom.ts", "es2022,dom");
});

test("scenes pass it without the types of `using`, too, and have them where lib does", () => {
    const code = 'import { load } from "carom";\nconst scene = (await load()).createScene([]);\n';
    for (const [lib, use] of [
        ["es2022", "scene.free();\n"],
        ["es2022,esnext.disposable", "{\n    using own = scene;\n    own.free();\n}\n"],
    ]) {
        writeFileSync(join(project, "scene.ts"), code + use);
        assertCompiles("scene.ts", lib);
    }
});

test("bundlers for pages find nothing of Node to look for", () => {
    // By hand: what esbuild and others resolve is a literal in import().
    for (const file of ["carom.js", "classic.js", "inline.js", "loading.js"]) {
        const text = readFileSync(join(project, "node_modules/carom", file), "utf8");
        assert.doesNotMatch(text, /import\([^)]*["']node:|from "node:/, file);
    }
});

test("CommonJS gets it by import()", () => {
    const code = 'import("carom").then(async ({ load }) => console.log((await load()).version));';
    writeFileSync(join(project, "common.cjs"), code);
    assert.match(run(process.execPath, "common.cjs"), /^\d+\.\d+\.\d+\n$/);
});
