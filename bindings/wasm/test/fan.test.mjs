// A fan of beams against a scene: each beam as a sweep of its own. Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import { circle, load, post, segment, vec2 } from "../carom.js";

const carom = await load();
const count = 360;
const turns = Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count);
const x = Float64Array.from(turns, (turn) => 50 * Math.cos(turn));
const y = Float64Array.from(turns, (turn) => 50 * Math.sin(turn));
const walls = [
    ...Array.from({ length: 40 }, (_, i) => post(vec2(10 + (i % 7), 3 * i - 60), 0.5)),
    segment(vec2(-20, -30), vec2(-20, 30)),
];

/** The answers of single sweeps, as arrays. */
function oneByOne(scene, origin, settings) {
    return Array.from({ length: count }, (_, i) => {
        const hit = scene.sweep(origin, vec2(x[i], y[i]), settings);
        return hit === null ? [-1, 0, 0, 0] :
            [hit.index, hit.sweep.t, hit.sweep.center.x, hit.sweep.normal.y];
    });
}

test("each beam is a sweep, thin and thick, filtered or not", () => {
    const scene = carom.createScene(walls);
    for (const origin of [circle(0, 0, 0), circle(0.5, 1, 0.25)]) {
        for (const settings of [undefined, { hitsOnly: true },
            { filter: { accept: (index) => index % 2 === 0 } }]) {
            const { wall, t, x: cx, ny } = scene.fan(origin, { x, y }, settings);
            assert.deepEqual(Array.from(wall, (index, i) => [index, t[i], cx[i], ny[i]]),
                oneByOne(scene, origin, settings));
        }
    }
    scene.free();
});

test("pairs of numbers, floats, none", () => {
    const scene = carom.createScene(walls);
    const pairs = Float64Array.from({ length: 2 * count }, (_, i) => (i % 2 ? y : x)[i >> 1]);
    const origin = circle(0, 0, 0);
    const whole = scene.fan(origin, { x, y });
    assert.deepEqual(scene.fan(origin,
        { x: pairs, y: pairs.subarray(1), stride: 2, count }), whole);
    const floats = scene.fan(origin, { x: Float32Array.of(50), y: Float32Array.of(0) });
    assert.equal(floats.wall[0], whole.wall[0]);
    assert.equal(scene.fan(origin, { x: new Float64Array(0), y: new Float64Array(0) }).t.length, 0);
    assert.throws(() => scene.fan(origin, { x }), { name: "TypeError", message: /^moves\.y: / });
    assert.throws(() => scene.fan(origin, { x, z: y }),
        { name: "TypeError", message: /^moves\.z: unknown/ });
    scene.free();
});
