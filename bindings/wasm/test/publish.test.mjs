// The package as npm would publish it: what its package.json says to registries, bundlers and
// TypeScript, by publint and arethetypeswrong, and how large it is. Room: tests of bindings.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const bin = join(here, "../../node_modules/.bin");
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const project = mkdtempSync(join(tmpdir(), "carom-publish-"));
after(() => rmSync(project, { recursive: true, force: true }));

// The README states the limit.
const LARGEST_TARBALL = 580000;
let tarball;

const run = (command, ...args) =>
    execFileSync(command, args, {
        cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"],
    });

before(() => {
    const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", project],
        { cwd: here, encoding: "utf8" });
    tarball = join(project, packed.trim().split("\n").pop());
    writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
    run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", tarball);
});

/** Runs a checker on the tarball; its report is the message of a failure. */
function assertAccepted(checker, ...args) {
    try {
        run(join(bin, checker), ...args, tarball);
    } catch (error) {
        assert.fail(`${checker}: ${error.stdout}${error.stderr}`);
    }
}

test("publint has no error, no warning and no suggestion", () => {
    assertAccepted("publint", "run", "--strict");
});

test("arethetypeswrong finds the types of every entry, for ES modules", () => {
    assertAccepted("attw", "--profile", "esm-only");
});

test("every entry of exports resolves to a file of the package", () => {
    const entries = Object.keys(manifest.exports).flatMap((entry) => (entry === "./*.wasm"
        ? ["./carom.wasm", "./carom-scalar.wasm", "./carom-classic.wasm"] : [entry]));
    const names = entries.map((entry) => manifest.name + entry.slice(1));
    const code = `import { createRequire } from "node:module";
const { resolve } = createRequire(import.meta.url);
console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => resolve(name))));
`;
    writeFileSync(join(project, "resolve.js"), code);
    const files = JSON.parse(run(process.execPath, "resolve.js"));
    assert.equal(files.length, 7);
    files.forEach((file) => assert.ok(existsSync(file), file));
    const inner = 'import "carom/memory.js"';
    assert.throws(() => run(process.execPath, "--input-type=module", "-e", inner),
        /ERR_PACKAGE_PATH_NOT_EXPORTED/);
});

test("npm publishes it publicly, with provenance, which needs the repository", () => {
    assert.deepEqual(manifest.publishConfig, { access: "public", provenance: true });
    assert.match(manifest.repository.url, /^git\+https:\/\/github\.com\/[^/]+\/carom\.git$/);
    assert.equal(manifest.repository.directory, "bindings/wasm");
    assert.ok(manifest.keywords.length >= 5);
});

test("the package has the version of the library", () => {
    const header = readFileSync(join(here, "../../include/carom/version.h"), "utf8");
    assert.equal(manifest.version, /CAROM_VERSION_STRING "(.*)"/.exec(header)[1]);
});

test("the tarball is no larger than the README says", () => {
    const { size } = statSync(tarball);
    const limit = `at most ${LARGEST_TARBALL.toLocaleString("en")} bytes`;
    const readme = readFileSync(join(here, "README.md"), "utf8");
    assert.ok(readme.replaceAll("\n", " ").includes(limit), limit);
    assert.ok(size <= LARGEST_TARBALL, `${size} bytes`);
});
