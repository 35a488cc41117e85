// The methods of the articles: the worked example, and each failure that the tests in C pin.
// Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import { circle, segment, vec2 } from "../carom.js";
import { loadClassic } from "../classic.js";

const classic = await loadClassic();
const still = vec2(0, 0);
const names = ["area-line", "area", "closest-point", "moving-circle", "falling-gate",
    "falling-projection", "tangent-clamp", "naive-double", "naive-float"];

test("the methods and what they ask", () => {
    assert.deepEqual(classic.methods.map((method) => method.name), names);
    const info = (name) => classic.methods[names.indexOf(name)];
    assert.equal(info("area-line").extent, "line");
    assert.equal(info("area").rule, "ring");
    assert.equal(info("closest-point").rule, "open-disc");
    const sweeps = classic.methods.filter((m) => m.isSweep);
    assert.deepEqual(sweeps.map((m) => m.name), ["moving-circle"]);
    assert.ok(classic.methods.every((m) => m.summary.includes("article")));
});

test("the worked example", () => {
    const { collides, point, steps } = classic.relate(
        "tangent-clamp", circle(35, 15, 10), segment(vec2(0, 0), vec2(50, 50)));
    assert.equal(collides, false);
    assert.ok(Math.hypot(point.x - 25, point.y - 25) < 1e-12);
    const values = steps.flatMap((step) => step.value);
    for (const expected of [-35.36, 70.71, 14.14]) {
        const isNear = (x) => Math.abs(Math.abs(x) - Math.abs(expected)) < 0.006;
        assert.ok(values.some(isNear), `${expected}`);
    }
    assert.ok(steps.every((step) => step.text.length > 0));
});

// Method, centre, radius, move, ends, verdict.
const failures = [
    ["area", [0, 1], 4, [0, 0], [-1, 0], [3, 2], "right"],
    ["tangent-clamp", [1.5, 0], 0.25, [0, 0], [0, 0], [1, 0], "false-hit"],
    ["tangent-clamp", [-1, 2], 2, [0, 0], [0, 0], [0, 1], "missed"],
    ["falling-gate", [-3, -4], 2, [0, 0], [-2, -4], [4, 3], "missed"],
    ["falling-projection", [-3, -4], 2, [0, 0], [-2, -4], [4, 3], "missed"],
    ["closest-point", [0, 0], 1, [0, 0], [0, 0], [0, 0], "missed"],
    ["moving-circle", [-1, 1], 1, [-2, -2], [0, 0], [0, 2], "false-hit"],
    ["moving-circle", [0, 0], 0.5, [-1, -1], [0, 0], [0, 1], "missed"],
    ["moving-circle", [0, 4], 2, [-2, -2], [-2, 2], [-1, 1], "wrong-time"],
    ["moving-circle", [-2, 2], 1.5, [1, -1], [0, 0], [1, 1], "missed"],
    ["moving-circle", [-2, -1], 1, [-3, -4], [0, 0], [3, 4], "false-hit"],
    ["naive-double", [3e-200, 0], 1e-200, [0, 0], [0, -1], [0, 1], "false-hit"],
    ["closest-point", [0, 0], -1, [0, 0], [0, 0], [1, 0], "invalid"],
];

test("each pinned failure", () => {
    for (const [method, center, radius, move, a, b, verdict] of failures) {
        const wall = segment(vec2(...a), vec2(...b));
        const question = [circle(...center, radius), vec2(...move), wall];
        assert.equal(classic.judge(method, ...question), verdict, `${method} ${center}`);
    }
});

test("a sweep, with the end after its reflection", () => {
    const wall = segment(vec2(0, -9), vec2(0, 9));
    const sweep = classic.sweep("moving-circle", circle(3, 0, 1), vec2(-4, 0), wall);
    assert.equal(sweep.hits, true);
    assert.equal(sweep.t, 0.5);
    assert.deepEqual(sweep.center, vec2(1, 0));
    assert.deepEqual(sweep.end, vec2(3, 0));
    assert.ok(sweep.steps.length > 3);
    assert.equal(classic.truth("moving-circle", circle(3, 0, 1), vec2(-4, 0), wall), true);
});

test("an offset only where it collides", () => {
    const wall = segment(vec2(0, 0), vec2(9, 0));
    const near = classic.relate("closest-point", circle(4, 1, 2), wall);
    assert.deepEqual(near.point, vec2(4, 0));
    assert.deepEqual(near.offset, vec2(0, 1));
    assert.equal("offset" in classic.relate("closest-point", circle(4, 3, 2), wall), false);
});

test("a map is what judge says of each cell", () => {
    const wall = segment(vec2(-2, -4), vec2(4, 3));
    const window = { min: vec2(-7, -7), max: vec2(7, 7) };
    const columns = 31, rows = 17;
    const map = classic.map("falling-projection", 2, still, wall, window, columns, rows);
    const words = ["right", "false-hit", "missed", "wrong-time", "invalid"];
    const counts = Object.fromEntries(words.map((word) => [word, 0]));
    for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
            const { x, y } = classic.mapCenter(window, columns, rows, column, row);
            const asked = circle(x, y, 2), i = row * columns + column;
            const verdict = classic.judge("falling-projection", asked, still, wall);
            counts[verdict]++;
            assert.equal(words[map.verdicts[i]], verdict);
            const truth = classic.truth("falling-projection", asked, still, wall);
            assert.equal(Boolean(map.truth[i]), truth);
        }
    }
    assert.deepEqual(map.counts, counts);
    assert.ok(counts.missed > 0);
    assert.ok(classic.mapCenter(window, columns, rows, 0, 0).y > 6);
});

test("circles fall until the method says that they collide", () => {
    const walls = [segment(vec2(0, 0), vec2(10, 0))];
    const x = Float64Array.of(5, 30), y = Float64Array.of(3, 3), radius = Float64Array.of(1, 1);
    const fall = () => classic.fall("falling-projection", x, y, radius, vec2(0, -1), walls);
    assert.equal(fall(), 2);
    assert.equal(fall(), 1);
    assert.deepEqual([...y], [2, 1]);
    assert.equal(classic.fall("area", x.subarray(0, 0), y.subarray(0, 0), radius.subarray(0, 0),
        vec2(0, -1), walls), 0);
});

test("bad input names the place", () => {
    const wall = segment(vec2(0, 0), vec2(1, 0));
    const window = { min: vec2(0, 0), max: vec2(1, 1) };
    const x = new Float64Array(2);
    const refused = [
        [() => classic.relate("exact", circle(0, 0, 1), wall), /method: .*area.*"exact"/],
        [() => classic.relate("area", undefined, wall), /circle/],
        [() => classic.sweep("area", circle(0, 0, 1), undefined, wall), /move/],
        [() => classic.map("area", "1", still, wall, window, 4, 4), /radius/],
        [() => classic.map("area", 1, still, wall, undefined, 4, 4), /window/],
        [() => classic.map("area", 1, still, wall, window, 0, 4), /columns/],
        [() => classic.map("area", 1, still, wall, window, 1e5, 1e5), /columns, rows/],
        [() => classic.mapCenter(window, 4, 4, 4, 0), /column/],
        [() => classic.fall("area", [1], [1], [1], still, [wall]), /x: expected a Float64Array/],
        [() => classic.fall("area", x, x, new Float64Array(1), still, [wall]), /radius/],
        [() => classic.fall("area", x, x, x, still, wall), /walls/],
        [() => classic.fall("area", x, x, x, still, [wall, 5]), /walls\[1\]/],
    ];
    for (const [call, message] of refused) {
        assert.throws(call, message);
    }
});
