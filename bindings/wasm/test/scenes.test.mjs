// Scenes and memory: every query, saving and opening, freeing, growth, no memory left. Room:
// tests of bindings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import v8 from "node:v8";
import vm from "node:vm";

import { CaromError, circle, line, load, post, segment, vec2 } from "../carom.js";

v8.setFlagsFromString("--expose-gc");
const collectGarbage = vm.runInNewContext("gc");
const carom = await load();
const walls = [
    segment(vec2(0, 0), vec2(10, 0)), post(vec2(20, 0), 2), { a: vec2(0, 5), b: vec2(10, 5) },
];
const memorySize = () => carom.uint8(0).array.buffer.byteLength;
const withCode = (code) => (error) => error instanceof CaromError && error.code === code;

test("queries", () => {
    const scene = carom.createScene(walls);
    assert.equal(scene.count, 3);
    const post = { a: vec2(20, 0), b: vec2(20, 0), radius: 2, extent: "segment", oneSided: false,
        category: 0, group: 0 };
    assert.deepEqual(scene.wall(1), post);
    assert.ok(scene.box.min.x <= 0 && scene.box.max.x >= 22);
    const between = circle(5, 2.5, 2.5);
    assert.deepEqual(scene.touching(between), Uint32Array.of(0, 2));
    assert.deepEqual(scene.touching(between, "open-disc"), new Uint32Array(0));
    assert.equal(scene.countTouching(between), 2);
    assert.equal(scene.touches(between, "ring"), true);
    assert.equal(scene.touches(circle(5, 2.5, 1)), false);
    assert.deepEqual(scene.within(circle(5, 2, 1), 1), Uint32Array.of(0));
    assert.deepEqual(scene.inBox({ min: vec2(15, -9), max: vec2(30, 9) }), Uint32Array.of(1));
    assert.deepEqual(scene.nearest(circle(5, 2, 1)), [{ index: 0, gap: 1 }]);
    assert.deepEqual(scene.nearest(circle(5, 2, 1), 9).map((n) => n.index), [0, 2, 1]);
    const hit = scene.sweep(circle(5, 2.5, 1), vec2(0, 5));
    assert.equal(hit.index, 2);
    assert.equal(hit.sweep.kind, "hit");
    assert.equal(scene.sweep(circle(5, 2.5, 1), vec2(1, 0)), null);
    scene.free();
});

test("a scene without walls, and one of a line", () => {
    const none = carom.createScene([]);
    assert.equal(none.count, 0);
    assert.equal(none.box, undefined);
    assert.equal(none.touching(circle(0, 0, 1)).length, 0);
    assert.deepEqual(none.nearest(circle(0, 0, 1), 3), []);
    assert.equal(none.sweep(circle(0, 0, 1), vec2(1, 0)), null);
    none.free();
    const endless = carom.createScene([line(vec2(0, 0), vec2(1, 1))]);
    assert.equal(endless.box.max.x, Infinity);
    endless.free();
});

test("a scene of arrays is that of the objects", () => {
    const of = (pick) => Float64Array.from(walls, pick);
    const columns = {
        ax: of((w) => w.a.x), ay: of((w) => w.a.y), bx: of((w) => w.b.x), by: of((w) => w.b.y),
        radius: of((w) => w.radius ?? 0),
    };
    const [fromObjects, fromArrays] = [walls, columns].map((w) => carom.createScene(w));
    assert.deepEqual(fromArrays.toBytes(), fromObjects.toBytes());
    fromObjects.free();
    fromArrays.free();
});

test("saved and opened, in another module, too", async () => {
    const scene = carom.createScene(walls);
    const bytes = scene.toBytes();
    scene.free();
    for (const module of [carom, await load({ simd: false })]) {
        const opened = module.openScene(bytes);
        assert.deepEqual(opened.touching(circle(5, 2.5, 2.5)), Uint32Array.of(0, 2));
        assert.deepEqual(opened.toBytes(), bytes);
        opened.free();
    }
});

test("bad walls and damaged bytes say so", () => {
    assert.throws(() => carom.createScene([walls[0], { ...walls[0], radius: -1 }]), (error) =>
        withCode("bad-wall")(error) && error.wall === 1 &&
            /createScene: walls\[1\]/.test(error.message));
    const half = { a: vec2(0, 0) };
    assert.throws(() => carom.createScene([walls[0], half]), /TypeError|walls\[1\]\.b/);
    assert.throws(() => carom.createScene(undefined), { name: "TypeError", message: /walls/ });
    const scene = carom.createScene(walls);
    const bytes = scene.toBytes();
    scene.free();
    for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
        const changed = bytes.slice();
        changed[at] ^= 4;
        assert.throws(() => carom.openScene(changed), CaromError);
    }
    assert.throws(() => carom.openScene(bytes.subarray(0, bytes.length - 1)), withCode("damaged"));
    assert.throws(() => carom.openScene(new Uint8Array(0)), CaromError);
    assert.throws(() => carom.openScene(new Uint8Array(1000)), withCode("not-a-scene"));
    assert.throws(() => carom.openScene("scene"), { name: "TypeError", message: /bytes/ });
});

test("wrong indices and counts are refused", () => {
    const scene = carom.createScene(walls);
    for (const index of [-1, 3, 0.5, "0", undefined, NaN]) {
        assert.throws(() => scene.wall(index), /index/);
    }
    for (const k of [-1, 0.5, "3", NaN]) {
        assert.throws(
            () => scene.nearest(circle(0, 0, 1), k), { name: "RangeError", message: /k: / });
    }
    assert.throws(
        () => scene.touching(circle(0, 0, 1), "all"), { name: "TypeError", message: /rule/ });
    assert.throws(
        () => scene.inBox({ min: vec2(0, 0) }), { name: "TypeError", message: /box\.max/ });
    assert.throws(() => carom.float64(-1), { name: "RangeError", message: /length/ });
    scene.free();
});

test("after free() every call is an error, free() itself is not", () => {
    const scene = carom.createScene(walls);
    scene.free();
    scene.free();
    const calls = [
        () => scene.touching(circle(0, 0, 1)), () => scene.touches(circle(0, 0, 1)),
        () => scene.wall(0), () => scene.nearest(circle(0, 0, 1)), () => scene.toBytes(),
        () => scene.sweep(circle(0, 0, 1), vec2(1, 0)), () => scene.box,
        () => scene.sweepBatch({ x: new Float64Array(1), y: new Float64Array(1),
            vx: new Float64Array(1), vy: new Float64Array(1) }),
        () => scene.touchingBatch({ x: new Float64Array(1), y: new Float64Array(1) }),
        () => carom.moveBall({ ...circle(0, 0, 1), velocity: vec2(1, 0) }, 1, { walls: scene }),
        () => carom.depenetrate(circle(0, 0, 1), scene),
    ];
    for (const call of calls) {
        assert.throws(call, withCode("freed"));
    }
    const own = carom.float64(3);
    own.free();
    own.free();
    assert.throws(() => own.array, /free/);
    const x = new Float64Array(3);
    const columns = { ax: x, ay: x, bx: x, by: x };
    assert.throws(() => carom.batchPairs({ x: own, y: own }, columns), /free/);
});

test("a scene of another module is refused", async () => {
    const other = await load();
    const scene = other.createScene(walls);
    assert.throws(() => carom.depenetrate(circle(0, 0, 1), scene), /TypeError|module/);
    scene.free();
});

test("scenes made and freed by the thousand take no more memory", () => {
    const make = () => carom.createScene(
        Array.from({ length: 100 }, (_, i) => segment(vec2(i, 0), vec2(i, 1))));
    make().free();
    const before = memorySize();
    for (let i = 0; i < 3000; i++) {
        make().free();
    }
    // In another order than they were made.
    for (let round = 0; round < 20; round++) {
        const scenes = Array.from({ length: 8 }, make);
        [3, 0, 7, 1, 6, 2, 5, 4].forEach((i) => scenes[i].free());
    }
    assert.ok(memorySize() - before <= 1 << 20, `${before} bytes became ${memorySize()}`);
});

test("forgotten scenes and arrays are freed in time", async () => {
    const start = memorySize();
    for (let round = 0; round < 40; round++) {
        for (let i = 0; i < 10; i++) {
            carom.float64(20000);
            carom.createScene(walls);
        }
        await new Promise((resolve) => setImmediate(resolve));
        collectGarbage();
        await new Promise((resolve) => setImmediate(resolve));
    }
    // All of them together are 64 MB.
    assert.ok(memorySize() - start < 32e6, `${memorySize() - start} bytes more`);
});

test("the memory may grow in the middle of use", async () => {
    const own = await load();
    const x = own.float64(1000);
    x.array.fill(3);
    const old = x.array;
    const before = old.buffer;
    const y = own.float64(4e6);
    assert.notEqual(x.array.buffer, before);
    assert.equal(old.length, 0);
    assert.equal(x.array[999], 3);
    assert.equal(y.array[4e6 - 1], 0);
    // Copies of the page's arrays make it grow within the call, next to arrays of the module.
    const count = 1000;
    const page = new Float64Array(3e6).fill(3);
    const found = own.batchPairs(
        { x, y: page, radius: page, count }, { ax: page, ay: x, bx: x, by: page, count });
    assert.equal(found.count, count);
    const scene = own.createScene({ ax: page, ay: page, bx: page, by: page, count: 2e4 });
    assert.equal(scene.countTouching(circle(3, 3, 1)), 2e4);
    assert.equal(scene.touching(circle(3, 3, 1)).length, 2e4);
    assert.equal(scene.nearest(circle(3, 3, 1), 1e5).length, 2e4);
    assert.equal(scene.touchingBatch({ x: page, y: page, count: 20 }).walls.length, 20 * 2e4);
});

/** The module with a largest memory of so many pages. */
function limited(bytes, pages) {
    let at = 8;
    const number = () => {
        let value = 0, shift = 0, byte;
        do {
            byte = bytes[at++];
            value += (byte & 127) * 2 ** shift;
            shift += 7;
        } while (byte & 128);
        return value;
    };
    while (bytes[at] !== 5) { // the section of memories
        at++;
        const size = number();
        at += size;
    }
    const start = at++;
    const end = number() + at;
    at += 2; // one memory, without a maximum
    const least = number();
    const encoded = (value) => [value & 127 | 128, value >> 7 & 127 | 128, value >> 14];
    const section = [1, 1, ...encoded(least), ...encoded(pages)];
    return Uint8Array.from(
        [...bytes.subarray(0, start), 5, section.length, ...section, ...bytes.subarray(end)]);
}

test("no memory left is an error that leaves all in order", async () => {
    const bytes = readFileSync(new URL("../carom.wasm", import.meta.url));
    const own = await load({ wasm: limited(bytes, 64) });
    const held = [];
    assert.throws(() => {
        for (;;) {
            held.push(own.float64(40000));
        }
    }, withCode("out-of-memory"));
    assert.ok(held.length > 5);
    const x = held[0];
    assert.throws(() => own.createScene({ ax: x, ay: x, bx: x, by: x }), withCode("out-of-memory"));
    held.pop().free();
    const columns = { x, y: x, radius: x, count: 40000 };
    const scene = own.createScene(walls);
    assert.throws(() => scene.touchingBatch(columns), withCode("out-of-memory"));
    assert.throws(() => scene.sweepBatch({ ...columns, vx: x, vy: x }), withCode("out-of-memory"));
    held.forEach((array) => array.free());
    assert.equal(scene.touches(circle(5, 1, 1)), true);
    assert.equal(own.float64(300000).length, 300000);
    assert.throws(() => own.float64(1 << 26), withCode("out-of-memory"));
});
