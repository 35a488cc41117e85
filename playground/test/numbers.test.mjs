// Numbers as typed and shown, against what is known of doubles. No browser.
// Room: tests of the playground.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const entry = fileURLToPath(new URL("../src/numbers.ts", import.meta.url));
const built = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
const { parseNumber, roundTo, showNumber, stepDecimal, stepUlps, ulp } = await import(
    `data:text/javascript;base64,${Buffer.from(built.outputFiles[0].contents).toString("base64")}`
);

/** Doubles of every size, the same in each run: random bits by a small generator. */
function* doubles(count) {
    const cell = new DataView(new ArrayBuffer(8));
    let state = 0x9e3779b97f4a7c15n;
    for (let i = 0; i < count; i++) {
        state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
        cell.setBigUint64(0, state ^ (state >> 29n));
        if (Number.isFinite(cell.getFloat64(0))) {
            yield cell.getFloat64(0);
        }
    }
}

test("what is shown reads back, decimal and hex", () => {
    const edges = [0, -0, 5e-324, 2 ** -1022, Number.MAX_VALUE, -0.1, 1, 2 ** 53 + 2, 1e21];
    for (const value of [...edges, ...doubles(20000)]) {
        for (const hex of [false, true]) {
            const text = showNumber(value, hex);
            assert.ok(Object.is(parseNumber(text).value, value), `${value} as ${text}`);
        }
    }
});

test("hex floats as C reads and writes them", () => {
    for (const [text, value] of [
        ["0x1p+0", 1], ["0x1.8p1", 3], ["0X.8P0", 0.5], ["-0x10", -16], ["0x1p-1074", 5e-324],
        ["0x1p-1075", 0], ["0x1.8p-1075", 5e-324], ["0x1.00000000000008p0", 1],
        ["0x1.00000000000018p0", 1 + 2 ** -51], ["0x1.000000000000081p0", 1 + 2 ** -52],
        ["0x1.fffffffffffffp+1023", Number.MAX_VALUE],
    ]) {
        assert.equal(parseNumber(text).value, value, text);
    }
    assert.equal(showNumber(0.1, true), "0x1.999999999999ap-4");
    assert.equal(showNumber(5e-324, true), "0x0.0000000000001p-1022");
    assert.equal(showNumber(-0, true), "-0x0p+0");
});

test("what is no number says why", () => {
    const bad = ["", " ", "x", "1,5", "1e", "--1", "0x", "0xp1", "1e400", "0x1p1024", "1 2"];
    for (const text of bad) {
        assert.equal(typeof parseNumber(text).error, "string", text);
    }
    assert.ok(Number.isNaN(parseNumber("NaN").value));
    assert.equal(parseNumber(" -inf ").value, -Infinity);
    assert.equal(parseNumber("\u22122").value, -2);
});

test("steps of one ulp", () => {
    assert.equal(stepUlps(1, 1), 1 + 2 ** -52);
    assert.equal(stepUlps(1, -1), 1 - 2 ** -53);
    assert.equal(stepUlps(0, 1), 5e-324);
    assert.equal(stepUlps(5e-324, -2), -5e-324);
    assert.equal(stepUlps(Number.MAX_VALUE, 1), Number.MAX_VALUE);
    assert.equal(ulp(1), 2 ** -52);
    for (const value of doubles(5000)) {
        assert.equal(stepUlps(stepUlps(value, 1024), -1024), value);
    }
});

test("decimal steps and roundings are what people write", () => {
    assert.equal(roundTo(0.30000000000000004, 0.1), 0.3);
    assert.equal(roundTo(-1234.5678, 100), -1200);
    assert.equal(stepDecimal(0.3, 1, 0.01), 0.31);
    assert.equal(stepDecimal(0, -1, 0.01), -0.01);
    assert.equal(stepDecimal(1500, 1, 0.01), 1510);
});
