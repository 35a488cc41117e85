// Filters, casts, responses by callback, one-sided walls: each answer is that of a loop over the
// walls that the filter leaves, or of a scene of these walls alone. Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import {
    bounce, circle, load, pass, post, segment, slide, stop, vec2,
} from "../carom.js";

const carom = await load();

/** A small source of random numbers, the same every time. */
function randomSource(seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

const random = randomSource(11);
// Multiples of a quarter: many ties.
const grid = (most) => Math.floor(random() * most * 4) / 4;
const walls = Array.from({ length: 120 }, (_, i) => {
    const a = vec2(grid(20), grid(20));
    const b = vec2(a.x + grid(3) - 1, a.y + grid(3) - 1);
    return { ...segment(a, b), radius: i % 4 ? 0 : 0.25, category: 1 << (i % 5),
        group: i % 3 === 0 ? 2 ** 32 - 1 : i % 3 };
});
const scene = carom.createScene(walls);
const asked = Array.from({ length: 60 }, () => ({
    circle: circle(grid(20), grid(20), grid(2)), move: vec2(grid(16) - 8, grid(16) - 8),
}));
const columns = (length = asked.length) => {
    const of = (pick) => Float64Array.from(asked.slice(0, length), pick);
    return {
        x: of((q) => q.circle.center.x), y: of((q) => q.circle.center.y),
        radius: of((q) => q.circle.radius), vx: of((q) => q.move.x), vy: of((q) => q.move.y),
    };
};

const isOdd = (i) => i % 2 === 1;
const filters = [
    [{ mask: 6 }, (i) => (walls[i].category & 6) !== 0],
    [{ exceptGroup: 1 }, (i) => walls[i].group !== 1],
    [{ exceptGroup: 2 ** 32 - 1 }, (i) => walls[i].group !== 2 ** 32 - 1],
    [{ mask: 6, exceptGroup: 2 }, (i) => (walls[i].category & 6) !== 0 && walls[i].group !== 2],
    [{ mask: ~1 }, (i) => (walls[i].category & ~1) !== 0],
    [{ accept: isOdd }, isOdd],
    [{ mask: 3, accept: isOdd }, (i) => (walls[i].category & 3) !== 0 && isOdd(i)],
    [{ mask: 0 }, () => false],
    [{}, () => true],
];

for (const [filter, isLeft] of filters) {
    const name = JSON.stringify({ ...filter, ...(filter.accept && { accept: "odd" }) });
    const left = walls.map((_, i) => i).filter(isLeft);

    test(`overlap queries and the nearest walls with ${name}`, () => {
        const without = (indices) => [...indices].filter(isLeft);
        for (const { circle: c } of asked) {
            for (const rule of ["closed-disc", "open-disc", "ring"]) {
                const found = without(scene.touching(c, rule));
                assert.deepEqual([...scene.touching(c, rule, filter)], found);
                assert.equal(scene.countTouching(c, rule, filter), found.length);
                assert.equal(scene.touches(c, rule, filter), found.length > 0);
            }
            assert.deepEqual([...scene.within(c, 1, filter)], without(scene.within(c, 1)));
            const box = { min: c.center, max: vec2(c.center.x + 3, c.center.y + 3) };
            assert.deepEqual([...scene.inBox(box, filter)], without(scene.inBox(box)));
            const nearest = scene.nearest(c, walls.length).filter(({ index }) => isLeft(index));
            assert.deepEqual(scene.nearest(c, 5, filter), nearest.slice(0, 5));
        }
    });

    test(`casts, batches and moves with ${name} are those of the walls left`, () => {
        const few = carom.createScene(left.map((i) => walls[i]));
        const named = (hit) => hit && { ...hit, index: left[hit.index] };
        const circles = columns();
        const touching = scene.touchingBatch(circles, "open-disc", filter);
        const within = scene.withinBatch(circles, 0.5, filter);
        const hits = scene.sweepBatch(circles, { filter });
        const row = ({ offsets, walls: all }, i) => [...all.subarray(offsets[i], offsets[i + 1])];
        asked.forEach(({ circle: c, move }, i) => {
            const first = named(few.sweep(c, move));
            assert.deepEqual(scene.sweep(c, move, { filter }), first);
            assert.deepEqual(
                scene.sweepAll(c, move, { filter }), few.sweepAll(c, move).map(named));
            assert.deepEqual(row(touching, i), [...scene.touching(c, "open-disc", filter)]);
            assert.deepEqual(row(within, i), [...scene.within(c, 0.5, filter)]);
            assert.equal(hits.wall[i], first?.index ?? -1);
            const ball = { ...c, velocity: move };
            const moved = carom.moveBall(ball, 1, { walls: scene, filter });
            const alone = carom.moveBall(ball, 1, { walls: few });
            assert.deepEqual(moved.positions, alone.positions);
            assert.deepEqual(moved.ball, alone.ball);
            assert.deepEqual(carom.depenetrate(c, scene, filter).center,
                carom.depenetrate(c, few).center);
        });
        few.free();
        const one = asked[0].circle;
        const verdicts = walls.map((wall, i) => Number(isLeft(i) && carom.touches(one, wall)));
        const arrays = {
            ax: Float64Array.from(walls, (w) => w.a.x), ay: Float64Array.from(walls, (w) => w.a.y),
            bx: Float64Array.from(walls, (w) => w.b.x), by: Float64Array.from(walls, (w) => w.b.y),
            radius: Float64Array.from(walls, (w) => w.radius),
            category: Uint32Array.from(walls, (w) => w.category),
            group: Uint32Array.from(walls, (w) => w.group),
        };
        const batch = carom.batchWalls(one, arrays, "closed-disc", filter);
        assert.deepEqual([...batch.verdicts], verdicts);
        assert.equal(batch.count, verdicts.filter(Boolean).length);
        const { x, y, radius } = circles;
        const pairs = carom.batchPairs({ x, y, radius }, { ...arrays, count: x.length },
            "closed-disc", filter);
        assert.deepEqual([...pairs.verdicts], asked.map(({ circle: c }, i) =>
            Number(isLeft(i) && carom.touches(c, walls[i]))));
    });
}

test("all hits of a cast are those of a loop, in the order of their times", () => {
    for (const { circle: c, move } of asked) {
        const met = walls.map((wall, index) => ({ index, sweep: carom.sweep(c, move, wall) }))
            .filter(({ sweep }) => sweep.kind !== "miss")
            .sort((p, q) => carom.compareTimeOfImpact(c, move, walls[p.index], walls[q.index]) ||
                p.index - q.index);
        assert.deepEqual(scene.sweepAll(c, move), met);
        assert.deepEqual(scene.sweep(c, move), met[0] ?? null);
        const hitsOnly = met.filter(({ sweep }) => sweep.kind !== "graze");
        assert.deepEqual(scene.sweepAll(c, move, { hitsOnly: true }), hitsOnly);
        assert.deepEqual(scene.sweep(c, move, { hitsOnly: true }), hitsOnly[0] ?? null);
    }
});

test("a ball that rests on the floor finds the ceiling", () => {
    const room = carom.createScene([
        segment(vec2(-9, 0), vec2(9, 0)), segment(vec2(-9, 5), vec2(9, 5)),
    ]);
    const ball = circle(0, 1, 1), up = vec2(0, 8);
    assert.equal(room.sweep(ball, up).index, 0);
    const hit = room.sweep(ball, up, { hitsOnly: true });
    assert.deepEqual([hit.index, hit.sweep.kind, hit.sweep.t], [1, "hit", 0.375]);
    room.free();
});

test("one-sided walls: kept in scenes, passed from their right", () => {
    const gate = { ...segment(vec2(-9, 0), vec2(9, 0)), oneSided: true, category: 8 };
    const made = carom.createScene([gate]);
    const opened = carom.openScene(made.toBytes());
    const zero = new Float64Array(1);
    const fromArrays = carom.createScene({
        ax: zero.map(() => -9), ay: zero, bx: zero.map(() => 9), by: zero,
        oneSided: Uint8Array.of(1), category: Uint32Array.of(8),
    });
    for (const one of [made, opened, fromArrays]) {
        assert.deepEqual(one.wall(0), gate);
        const below = circle(0, -3, 1), above = circle(0, 3, 1);
        assert.equal(one.sweep(below, vec2(0, 6)).index, 0);
        assert.equal(one.sweep(below, vec2(0, 6), { passOneSided: true }), null);
        assert.equal(one.sweep(above, vec2(0, -6), { passOneSided: true }).index, 0);
        const move = (c, vy) =>
            carom.moveBall({ ...c, velocity: vec2(0, vy) }, 1, { walls: one }).contacts;
        assert.equal(move(below, 6), 0);
        assert.equal(move(above, -6), 1);
        one.free();
    }
});

test("each wall its own response: materials, sensors, and walls that break", () => {
    const row = [0, 1, 2].map((i) => segment(vec2(10 * i - 5, 0), vec2(10 * i + 5, 0)));
    const materials = [bounce(0.5), slide(), stop()];
    const fall = (x, settings) => carom.moveBall(
        { ...circle(x, 4, 1), velocity: vec2(1, -6) }, 1, { walls: row, ...settings });
    const respond = ({ id }) => materials[id.index];
    assert.deepEqual([0, 10, 20].map((x) => fall(x, { respond }).ball.velocity),
        [vec2(1, 3), vec2(1, 0), vec2(0, 0)]);

    // A sensor: passed, once, and told.
    const seen = [];
    const passed = fall(0, { respond: (contact) => {
        seen.push(contact);
        return pass();
    } });
    assert.deepEqual(passed.ball.center, vec2(1, -2));
    assert.equal(seen.length, 1);
    assert.deepEqual(seen[0], {
        time: 0.5, id: { index: 0, isMoving: false }, category: 0, feature: "side",
        center: vec2(0.5, 1), point: vec2(0.5, 0), normal: vec2(0, 1),
        before: vec2(1, -6), after: vec2(1, -6),
        wallVelocity: vec2(0, 0),
    });

    // Which ball of a batch it is.
    const told = [];
    const three = (value) => new Float64Array(3).fill(value);
    const balls = { x: Float64Array.of(0, 10, 20), y: three(4), radius: three(1), vx: three(0),
        vy: Float64Array.of(-6, 0, -6) };
    carom.moveBatch(balls, 1, { walls: row, respond: ({ id }, ball) => {
        told.push([id.index, ball]);
        return stop();
    } });
    assert.deepEqual(told, [[0, 0], [2, 2]]);
    assert.deepEqual([...balls.y], [1, 4, 1]);
});

test("what a callback throws comes out, and the module goes on", () => {
    const failing = () => { throw new Error("of the callback"); };
    const everywhere = circle(10, 10, 30), ball = { ...circle(0, -9, 1), velocity: vec2(0, 90) };
    const filter = { accept: failing };
    const calls = [
        () => scene.touching(everywhere, "closed-disc", filter),
        () => scene.nearest(everywhere, 3, filter),
        () => scene.sweep(everywhere, vec2(1, 0), { filter }),
        () => scene.touchingBatch(columns(), "closed-disc", filter),
        () => carom.depenetrate(everywhere, scene, filter),
        () => carom.moveBall(ball, 1, { walls: [post(vec2(0, 0), 1)], filter }),
        () => carom.moveBall(ball, 1, { walls: [post(vec2(0, 0), 1)], respond: failing }),
    ];
    const before = scene.touching(everywhere);
    // The module's stack has room for far fewer, if each left something on it.
    for (let i = 0; i < 3000; i++) {
        assert.throws(calls[i % calls.length], { message: "of the callback" });
    }
    assert.deepEqual(scene.touching(everywhere), before);
    const walls = [post(vec2(0, 0), 1)];
    for (const [respond, message] of [
        [() => undefined, /respond\(\): expected stop\(\), slide\(\), bounce\(\) or pass\(\), got/],
        [() => ({ ...bounce(), restitution: 2 }), /respond\(\)\.restitution: expected a number/],
    ]) {
        assert.throws(() => carom.moveBall(ball, 1, { walls, respond }), { message });
    }
    assert.throws(() => carom.moveBall(ball, 1, { walls, response: pass() }),
        { name: "TypeError", message: "settings.response: pass() is for respond alone" });
    assert.throws(() => carom.moveBall(ball, 1, { walls, response: null }),
        { name: "TypeError",
            message: "settings.response: expected stop(), slide() or bounce(), got null" });
});

test("callbacks may call the module, but not free what it uses", () => {
    const everywhere = circle(10, 10, 9);
    const inner = [];
    const accept = (index) => {
        // Grows the memory, uses the same numbers, asks callbacks of its own.
        if (index % 40 === 0) {
            carom.float64(200000);
        }
        inner.push(scene.touching(circle(10, 10, 1), "closed-disc", { accept: isOdd }).length);
        carom.moveBall({ ...circle(0, 0, 0.5), velocity: vec2(9, 9) }, 1, { walls: scene });
        return scene.wall(index).category === 1;
    };
    const isFirst = (i) => walls[i].category === 1;
    const expected = [...scene.touching(everywhere)].filter(isFirst);
    const alone = scene.touching(circle(10, 10, 1), "closed-disc", { accept: isOdd }).length;
    assert.deepEqual([...scene.touching(everywhere, "closed-disc", { accept })], expected);
    assert.ok(inner.length > 0 && inner.every((count) => count === alone));
    const { x, y, radius } = columns(4);
    const plain = scene.touchingBatch({ x, y, radius }, "closed-disc", { mask: 1 });
    assert.deepEqual(scene.touchingBatch({ x, y, radius }, "closed-disc", { accept }), plain);

    const outer = { ...circle(0, 4, 1), velocity: vec2(1, -6) };
    const floor = [segment(vec2(-9, 0), vec2(9, 0))];
    const nested = carom.moveBall(outer, 1, { walls: floor, respond: () => {
        carom.moveBall(outer, 0.25, { walls: floor, respond: () => stop() });
        return bounce();
    } });
    assert.deepEqual(nested, carom.moveBall(outer, 1, { walls: floor }));

    const own = carom.float64(3);
    for (const used of [scene, own]) {
        const freeing = { accept: () => used.free() };
        assert.throws(() => scene.touching(everywhere, "closed-disc", freeing),
            { name: "TypeError", message: /free\(\) of .* was called by a callback/ });
    }
    own.free();
});

test("filters and settings of casts are checked", () => {
    const c = circle(0, 0, 1), move = vec2(1, 0);
    for (const [call, name, message] of [
        [() => scene.touching(c, "closed-disc", { masks: 1 }), "TypeError",
            'filter.masks: unknown, did you mean "mask"?'],
        [() => scene.touching(c, "closed-disc", { mask: 2 ** 32 }), "RangeError",
            "filter.mask: expected 32 bits, got 4294967296"],
        [() => scene.nearest(c, 1, { accept: 1 }), "TypeError",
            "filter.accept: expected a function, got 1"],
        [() => scene.within(c, 1, isOdd), "TypeError",
            "filter: expected { mask, exceptGroup, accept }, got a function"],
        [() => scene.sweep(c, move, { hitOnly: true }), "TypeError",
            'settings.hitOnly: unknown, did you mean "hitsOnly"?'],
        [() => scene.sweep(c, move, { hitsOnly: 1 }), "TypeError",
            "settings.hitsOnly: expected true or false, got 1"],
        [() => scene.sweepAll(c, move, { mask: 1 }), "TypeError",
            /^settings\.mask: unknown, expected filter, hitsOnly, passOneSided/],
        [() => carom.createScene([{ ...walls[0], onesided: true, oneSided: undefined }]),
            "TypeError", 'walls[0].onesided: unknown, did you mean "oneSided"?'],
        [() => carom.createScene([{ ...walls[0], group: 2 ** 32 }]), "RangeError",
            "walls[0].group: expected 32 bits, got 4294967296"],
        [() => carom.createScene([{ ...walls[0], category: 1.5 }]), "RangeError",
            "walls[0].category: expected 32 bits, got 1.5"],
        [() => carom.createScene([{ ...walls[0], oneSided: 1 }]), "TypeError",
            "walls[0].oneSided: expected true or false, got 1"],
        [() => carom.moveBall({ ...c, velocity: move }, 1, { respond: stop() }), "TypeError",
            "settings.respond: expected a function, got an object"],
    ]) {
        assert.throws(call, { name, message });
    }
});
