// The page's smallest cases are those of docs/classic.md: the tables in docs/classic, which the
// tool's tests answer. And each is what it says it is. No browser. Room: tests of the playground.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadClassic } from "carom/classic";
import { build } from "esbuild";

const entry = fileURLToPath(new URL("../src/failures.ts", import.meta.url));
const built = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
const { FAILURES } = await import(
    `data:text/javascript;base64,${Buffer.from(built.outputFiles[0].contents).toString("base64")}`
);
const TABLES = new URL("../../docs/classic/", import.meta.url);
const COLUMNS = ["cx", "cy", "r", "ax", "ay", "bx", "by"];
const MOVING = [...COLUMNS, "vx", "vy"];

/** The questions in a method's table, each as the list of its numbers. */
function questionsOf(method, columns) {
    const text = readFileSync(new URL(`${method}.csv`, TABLES), "utf8");
    const [header, ...rows] = text.trim().split("\n").map((line) => line.split(","));
    return rows.map((row) => columns.map((name) => Number(row[header.indexOf(name)])));
}

test("each failure of the page stands in its method's table", () => {
    for (const { id, method, center, radius, wall, move } of FAILURES) {
        const asked = [...center, radius, ...wall.flat(), ...(move ?? [])];
        const questions = questionsOf(method, move ? MOVING : COLUMNS);
        assert.ok(questions.some((question) => String(question) === String(asked)), id);
    }
});

test("all but the one of the ring are mistakes, and every method has one", async () => {
    const classic = await loadClassic();
    const point = ([x, y]) => ({ x, y });
    for (const { id, method, center, radius, wall: [a, b], move } of FAILURES) {
        const circle = { center: point(center), radius };
        const wall = { a: point(a), b: point(b) };
        const verdict = classic.judge(method, circle, point(move ?? [0, 0]), wall);
        assert.equal(verdict === "right", id === "area-inside", `${id}: ${verdict}`);
    }
    const methods = new Set(FAILURES.map(({ method }) => method));
    assert.deepEqual([...methods].sort(), classic.methods.map(({ name }) => name).sort());
});
