// The module's memory when it grows, when it is full, and what is lent to a call meanwhile. Room:
// tests of bindings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { bounce, load, segment, vec2 } from "../carom.js";
import { loadClassic } from "../classic.js";

const bytes = readFileSync(new URL("../carom.wasm", import.meta.url));
const count = 200000; // columns of so many numbers make the memory grow

/** A column of the module, and the same on the page. */
function column(carom, number, length = count) {
    const own = carom.float64(length);
    own.array.forEach((_, i, array) => { array[i] = number(i); });
    return own;
}

test("views of the module's memory are good for a call in which that memory grows", async () => {
    const fresh = async () => {
        const carom = await load();
        const number = { x: (i) => i, y: () => 1, vx: () => 0, vy: () => -2 };
        const own = Object.fromEntries(
            Object.entries(number).map(([name, f]) => [name, column(carom, f)]));
        const kinds = carom.uint8(count);
        const extent = carom.uint8(count);
        return { carom, own, kinds, extent };
    };
    const zeros = new Float64Array(count), ones = zeros.map(() => 1);
    const halves = zeros.map(() => 0.5);
    const end = { ...segment(vec2(0, 0), vec2(1e9, 0)), extent: "line" };

    // Positions of the module beside radii of the page: they are copied, and written back.
    const { carom, own, kinds } = await fresh();
    const [x, y, vx, vy] = ["x", "y", "vx", "vy"].map((name) => own[name].array);
    const moved = carom.moveBatch(
        { x, y, vx, vy, radius: halves }, 1, { walls: [end] }, kinds.array);
    assert.equal(x.length, 0, "the memory has grown");
    assert.equal(moved.contacts, count);
    assert.ok(own.y.array.every((number) => number === 2));
    assert.ok(kinds.array.every((kind) => kind === 1));
    // Kinds may be one of the module's arrays, too.
    kinds.array.fill(9);
    carom.moveBatch({ ...own, radius: halves }, 0, {}, kinds);
    assert.ok(kinds.array.every((kind) => kind === 1));

    // Walls copied first must not end the views of circles, nor extents those of walls.
    const { carom: other, own: circles, extent } = await fresh();
    const walls = { ax: zeros.map((_, i) => i), ay: zeros, bx: zeros.map((_, i) => i), by: ones };
    const pairs = other.batchPairs(
        { x: circles.x.array, y: circles.y.array }, { ...walls, extent: extent.array });
    assert.equal(pairs.count, count);

    const { carom: third, own: more } = await fresh();
    const scene = third.createScene(
        { ax: more.x.array, ay: more.vx.array, bx: walls.bx, by: more.y.array });
    assert.equal(scene.touchingBatch({ x: more.x.array, y: ones }).walls.length, count);

    // The bytes of a scene, from memory that grows to hold their copy.
    const image = scene.toBytes();
    const lent = third.uint8(image.length);
    lent.array.set(image);
    for (const from of [lent.array, lent]) {
        assert.equal(third.openScene(from).count, count);
    }
});

test("a view that has ended is refused, not taken for no circles", async () => {
    const carom = await load();
    const own = carom.float64(4);
    const ended = own.array;
    carom.float64(1 << 20);
    assert.equal(ended.length, 0);
    assert.throws(() => carom.createScene([]).touchingBatch({ x: ended, y: own }),
        { name: "TypeError", message: /circles\.x: is a view of memory that has grown/ });
    // No numbers are no error.
    const none = new Float64Array(0);
    assert.equal(carom.createScene([]).touchingBatch({ x: none, y: none }).walls.length, 0);
});

test("blocks never overlap, up to the last byte of 4 GB", async () => {
    const module = await WebAssembly.compile(bytes);
    // With one or the other first block the rest comes out even, and the last one ends at 2^32.
    for (const first of [1, 64]) {
        const carom = { accept() {}, respond() {}, report() {} };
        const { allocate, release } = (await WebAssembly.instantiate(module, { carom })).exports;
        const taken = [[allocate(first) >>> 0, first]];
        for (let size = 1 << 28; size >= 1; size >>>= 1) {
            for (let at; (at = allocate(size) >>> 0) !== 0; taken.push([at, size])) {
                assert.equal(at % 64, 0);
                assert.ok(taken.length < 1000, "there is an end to it");
            }
        }
        taken.sort(([p], [q]) => p - q);
        for (let i = 1; i < taken.length; i++) {
            assert.ok(taken[i - 1][0] + taken[i - 1][1] <= taken[i][0], `block ${i}`);
        }
        taken.forEach(([at]) => release(at));
        assert.notEqual(allocate(2 ** 31), 0, "all is one block again");
    }
});

test("a hole in an array of walls is no wall, in the methods of the articles, too", async () => {
    const classic = await loadClassic();
    const one = () => new Float64Array(1);
    assert.throws(
        () => classic.fall("falling-gate", one(), one(), one(), vec2(0, -1), new Array(2)),
        { name: "TypeError", message: /walls\[0\]/ });
});

test("the answer of a move is right after the memory has grown, also in callbacks", async () => {
    const carom = await load();
    const ball = { center: vec2(0, 5), radius: 1, velocity: vec2(3, -8) };
    const walls = [segment(vec2(-99, 0), vec2(99, 0)), segment(vec2(4, -9), vec2(4, 99))];
    const expected = carom.moveBall(ball, 2, { walls });
    assert.equal(expected.impacts.length, 2);
    const kept = [];
    const grow = () => kept.push(carom.float64(1 << 20));
    grow();
    assert.deepEqual(carom.moveBall(ball, 2, { walls }), expected);
    const respond = () => {
        grow();
        return bounce();
    };
    assert.deepEqual(carom.moveBall(ball, 2, { walls, respond }), expected);
    assert.ok(kept.length >= 3);
});
