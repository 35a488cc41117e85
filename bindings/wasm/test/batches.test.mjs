// Batches on typed arrays of the page and of the module: equal to single calls whatever the type,
// the stride and the tail. Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import { load } from "../carom.js";

const carom = await load(), scalar = await load({ simd: false });

/** A small source of random numbers, the same every time. */
function randomSource(seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

const wallFields = ["ax", "ay", "bx", "by", "radius"], circleFields = ["x", "y", "radius"];

/** `count` things of these fields as arrays of a type, interleaved if `stride` is not 1. */
function arrays(Type, make, fields, count, stride, random) {
    const all = make(Math.max(0, (count - 1) * stride + fields.length + 16));
    const group = { stride, count };
    fields.forEach((field, k) => {
        group[field] = stride === 1 ? make(count) : all.subarray(k);
        for (let i = 0; i < count; i++) {
            // Multiples of a quarter: floats, and many ties.
            const x = Math.floor(random() * 32) / 4;
            group[field][i * stride] = field === "radius" ? x / 4 : x;
        }
    });
    return group;
}

const get = (group, field, i) => (group[field].array ?? group[field])[i * group.stride];

const wallAt = (walls, i) => ({
    a: { x: get(walls, "ax", i), y: get(walls, "ay", i) },
    b: { x: get(walls, "bx", i), y: get(walls, "by", i) },
    radius: walls.radius ? get(walls, "radius", i) : 0,
    extent: ["segment", "ray", "line"][walls.extent ? walls.extent[i] : 0],
});

const circleAt = (circles, i) => ({
    center: { x: get(circles, "x", i), y: get(circles, "y", i) }, radius: get(circles, "radius", i),
});

function checkVerdicts(module, circles, walls, rule) {
    const expected = Array.from({ length: walls.count }, (_, i) =>
        Number(module.touches(circleAt(circles, i), wallAt(walls, i), rule)));
    const pairs = module.batchPairs(circles, walls, rule);
    assert.deepEqual([...pairs.verdicts], expected);
    assert.equal(pairs.count, expected.filter(Boolean).length);

    const one = { center: { x: 4, y: 4 }, radius: 1 };
    const many = module.batchWalls(one, walls, rule);
    assert.deepEqual([...many.verdicts], expected.map((_, i) =>
        Number(module.touches(one, wallAt(walls, i), rule))));
}

for (const Type of [Float64Array, Float32Array]) {
    for (const stride of [1, 5, 7]) {
        test(`${Type.name}, stride ${stride}, tails of 0 to 17`, () => {
            const random = randomSource(stride);
            for (let count = 0; count <= 17; count++) {
                const make = (length) => new Type(length);
                const walls = arrays(Type, make, wallFields, count, stride, random);
                const circles = arrays(Type, make, circleFields, count, stride, random);
                walls.extent = Uint8Array.from({ length: count }, () => Math.floor(random() * 3));
                for (const rule of ["closed-disc", "open-disc", "ring"]) {
                    checkVerdicts(carom, circles, walls, rule);
                }
                checkVerdicts(scalar, circles, { ...walls, radius: undefined, extent: undefined });
            }
        });
    }
}

test("arrays of the module, in whole or interleaved, are not copied", () => {
    const random = randomSource(3);
    const make = (length) => {
        const own = carom.float64(length);
        return { array: own.array, own };
    };
    const x = make(300), y = make(300), radius = make(300);
    for (const [i] of x.array.entries()) {
        [x, y, radius].forEach((column) => { column.array[i] = random() * 8; });
    }
    const walls = { ax: x.own, ay: y.own, bx: radius.own, by: x.own };
    const circles = { x: x.own, y: y.own, radius: radius.own };
    const size = () => carom.float64(0).array.buffer.byteLength;
    const before = size();
    const copies = (group) => Object.fromEntries(
        Object.entries(group).map(([key, own]) => [key, Float64Array.from(own.array)]));
    for (let i = 0; i < 100; i++) {
        assert.deepEqual(
            carom.batchPairs(circles, walls), carom.batchPairs(copies(circles), copies(walls)));
    }
    assert.equal(size(), before);

    const packed = carom.float64(6);
    packed.array.set([10, 0, 5, 20, 3, 1]);
    const view = packed.array;
    const pairs = { x: view, y: view.subarray(1), radius: view.subarray(2), stride: 3, count: 2 };
    assert.equal(carom.batchPairs(pairs, {
        ax: Float64Array.of(0, 0), ay: Float64Array.of(5, 5), bx: Float64Array.of(30, 30),
        by: Float64Array.of(5, 5),
    }).count, 1);
});

function randomScene(count, random) {
    return carom.createScene(Array.from({ length: count }, (_, i) => {
        const a = { x: random() * 20, y: random() * 20 };
        return {
            a, b: { x: a.x + random() * 2 - 1, y: a.y + random() * 2 - 1 },
            radius: i % 3 ? 0 : 0.25,
        };
    }));
}

test("batches among a scene are the single calls", () => {
    const random = randomSource(5);
    const scene = randomScene(200, random);
    for (const count of [0, 1, 2, 17, 150]) {
        const column = (factor) => Float64Array.from({ length: count }, () => factor * random());
        const circles = { x: column(20), y: column(20), radius: column(1) };
        const movers = { ...circles, vx: column(9), vy: column(9) };
        const at = (i) => circleAt({ ...circles, stride: 1 }, i);
        const touching = scene.touchingBatch(circles, "open-disc");
        const within = scene.withinBatch(circles, 0.5);
        const hits = scene.sweepBatch(movers);
        assert.equal(touching.offsets.length, count + 1);
        for (let i = 0; i < count; i++) {
            const list = ({ offsets, walls }) => [...walls.subarray(offsets[i], offsets[i + 1])];
            assert.deepEqual(list(touching), [...scene.touching(at(i), "open-disc")]);
            assert.deepEqual(list(within), [...scene.within(at(i), 0.5)]);
            const hit = scene.sweep(at(i), { x: movers.vx[i], y: movers.vy[i] });
            const kinds = ["invalid", "miss", "graze", "hit", "overlap"];
            const features = ["none", "side", "a", "b"];
            const { wall } = hits;
            assert.deepEqual(wall[i] < 0 ? null : {
                index: wall[i],
                sweep: {
                    kind: kinds[hits.kind[i]], feature: features[hits.feature[i]], t: hits.t[i],
                    center: { x: hits.x[i], y: hits.y[i] }, point: { x: hits.px[i], y: hits.py[i] },
                    normal: { x: hits.nx[i], y: hits.ny[i] },
                },
            }, hit);
        }
    }
    const points = scene.touchingBatch({ x: Float32Array.of(3), y: Float32Array.of(4) });
    assert.deepEqual([...points.walls], [...scene.touching({ center: { x: 3, y: 4 }, radius: 0 })]);
    scene.free();
});

test("many balls are each its own", () => {
    const random = randomSource(9);
    const walls = randomScene(60, random);
    const count = 40;
    const kinds = new Uint8Array(count);
    for (const make of [(n) => new Float64Array(n), (n) => carom.float64(n)]) {
        const fields = ["x", "y", "radius", "vx", "vy"];
        const balls = Object.fromEntries(fields.map((field) => [field, make(count)]));
        const column = (field) => balls[field].array ?? balls[field];
        fields.forEach((field) => column(field).forEach((_, i, array) => {
            array[i] = random() * (field === "radius" ? 0.25 : 20);
        }));
        const settings = { walls, gravity: { x: 0, y: -1 } };
        const alone = Array.from({ length: count }, (_, i) => carom.moveBall({
            center: { x: column("x")[i], y: column("y")[i] }, radius: column("radius")[i],
            velocity: { x: column("vx")[i], y: column("vy")[i] },
        }, 0.25, settings));
        const sums = carom.moveBatch(balls, 0.25, settings, kinds);
        alone.forEach((motion, i) => {
            assert.deepEqual([column("x")[i], column("y")[i], column("vx")[i], column("vy")[i]], [
                motion.ball.center.x, motion.ball.center.y, motion.ball.velocity.x,
                motion.ball.velocity.y,
            ]);
            assert.equal(["invalid", "moved", "freed", "stuck"][kinds[i]], motion.kind);
        });
        assert.equal(sums.contacts, alone.reduce((sum, m) => sum + m.contacts, 0));
        assert.equal(sums.freed, alone.filter((m) => m.kind === "freed").length);
        assert.equal(sums.invalid, 0);
    }
    walls.free();
});

test("wrong arrays are refused by name", () => {
    const x = new Float64Array(3), short = new Float64Array(2);
    const walls = { ax: x, ay: x, bx: x, by: x };
    const balls = Object.fromEntries(
        ["x", "y", "radius", "vx", "vy"].map((name) => [name, new Float64Array(3)]));
    const scene = randomScene(3, randomSource(1));
    const refused = [
        [() => carom.batchPairs(undefined, walls), "TypeError", /circles/],
        [() => carom.batchPairs({ x, y: [1, 2, 3] }, walls), "TypeError", /circles\.y: .*an array/],
        [() => carom.batchPairs({ x, y: short }, walls), "RangeError", /circles\.y/],
        [() => carom.batchPairs({ x: short, y: short }, walls), "RangeError", /as many as walls/],
        [() => carom.batchPairs({ x, y: x, stride: 0 }, walls), "RangeError", /circles\.stride/],
        [() => carom.batchPairs({ x, y: x, count: -1 }, walls), "RangeError", /circles\.count/],
        [() => carom.batchPairs({ x, y: x, count: 1e12 }, walls), "RangeError", /circles\.count/],
        [() => carom.batchPairs({ x, y: x, count: 4 }, walls), "RangeError", /circles\.x/],
        [() => carom.batchWalls({ center: { x: 0, y: 0 }, radius: 1 }, { ...walls, by: "0,1,2" }),
            "TypeError", /walls\.by/],
        [() => carom.batchWalls({ center: { x: 0, y: 0 }, radius: 1 },
            { ...walls, extent: new Uint8Array(2) }), "RangeError", /walls\.extent/],
        [() => scene.touchingBatch({ x }), "TypeError", /circles\.y/],
        [() => scene.sweepBatch({ x, y: x, vx: x }), "TypeError", /vy/],
        [() => scene.withinBatch({ x, y: x }), "TypeError", /gap/],
        [() => carom.moveBatch({ x, y: x, radius: x, vx: x }, 1), "TypeError", /balls\.vy/],
        [() => carom.moveBatch(balls, 1, {}, short), "TypeError", /kinds/],
        [() => carom.moveBatch(balls, 1, {}, new Uint8Array(1)), "RangeError",
            /kinds: expected 3/],
        [() => carom.moveBatch({ ...balls, stride: 2 }, 1), "RangeError", /balls\.stride/],
    ];
    for (const [call, name, message] of refused) {
        assert.throws(call, { name, message });
    }
    scene.free();
});
