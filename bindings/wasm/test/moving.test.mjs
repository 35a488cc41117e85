// Walls that move: sweeps, clear paths, what is refused. Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import {
    asPost, bounce, capsule, circle, line, load, moving, movingWallAt, movingWallTo,
    movingWallTurning, pass, post, segment, slide, turnInSteps, turningFrames, vec2,
} from "../carom.js";

const carom = await load();
const ball = circle(0, 10, 1);
const floor = segment(vec2(-9, 0), vec2(9, 0));
const still = vec2(0, 0);

test("a lift meets a ball that waits, and one that falls", () => {
    const lift = moving(floor, vec2(0, 18));
    assert.deepEqual(lift.bMove, vec2(0, 18));
    const waits = carom.sweepMoving(ball, still, lift);
    assert.deepEqual(waits, {
        kind: "hit", feature: "side", t: 0.5, center: vec2(0, 10), point: vec2(0, 9),
        normal: vec2(0, 1),
    });
    const falls = carom.sweepMoving(ball, vec2(0, -18), lift);
    assert.deepEqual([falls.kind, falls.t, falls.point], ["hit", 0.25, vec2(0, 4.5)]);
    assert.equal(carom.sweepMoving(ball, vec2(0, 18), lift).kind, "miss");
    assert.deepEqual(
        carom.sweepMovingTo(ball, vec2(0, 10), floor, vec2(-9, 18), vec2(9, 18)), waits);
});

test("a wall at rest is that of sweep", () => {
    const move = vec2(3, -20), wall = capsule(vec2(-5, 1), vec2(7, 2), 0.5);
    assert.deepEqual(carom.sweepMoving(ball, move, moving(wall, still)),
        carom.sweep(ball, move, wall));
});

test("a door that turns is grazed, and hit", () => {
    // It turns from straight down to straight up through a ball to its right.
    const door = moving(segment(vec2(0, 0), vec2(0, -8)), still, vec2(0, 16));
    const beside = circle(1, 4, 1);
    const swept = carom.sweepMoving(beside, still, door);
    assert.equal(swept.kind, "graze");
    assert.equal(carom.sweepMoving(beside, still, door, true).kind, "miss");
    assert.equal(carom.pathIsClearOfMoving(beside, vec2(1, 4), door, vec2(0, 0), vec2(0, 8)), true);
    const turning = moving(segment(vec2(0, 0), vec2(8, 0)), still, vec2(-8, 8));
    const hit = carom.sweepMoving(circle(3, 3, 0.5), still, turning);
    assert.equal(hit.kind, "hit");
    assert.equal(hit.feature, "side");
    assert.ok(hit.t > 0.3 && hit.t < 0.5, String(hit.t));
    assert.equal(carom.pathIsClearOfMoving(
        circle(3, 3, 0.5), vec2(3, 3), floor, vec2(0, 0), vec2(0, 8)), false);
});

test("two circles that move", () => {
    const meet =
        carom.sweepMovingCircle(circle(0, 0, 1), vec2(8, 0), circle(10, 0, 1), vec2(-8, 0));
    assert.deepEqual([meet.kind, meet.t, meet.center], ["hit", 0.5, vec2(4, 0)]);
    assert.equal(carom.sweepMovingCircle(
        circle(0, 0, 1), vec2(8, 0), circle(10, 0, 1), vec2(8, 0)).kind, "miss");
    const isClear = (otherTo) => carom.pathIsClearOfMoving(
        circle(0, 0, 1), vec2(8, 0), asPost(circle(10, 0, 1)), otherTo, otherTo);
    assert.deepEqual([isClear(vec2(18, 0)), isClear(vec2(10, 0)), isClear(vec2(9, 0))],
        [true, true, false]);
});

test("valid and invalid ones", () => {
    assert.equal(carom.movingWallIsValid(moving(floor, vec2(1, 2), vec2(3, 4))), true);
    assert.equal(carom.movingWallIsValid(moving(floor, vec2(NaN, 2))), false);
    const endless = line(vec2(0, 0), vec2(1, 0));
    assert.equal(carom.movingWallIsValid(moving(endless, vec2(1, 2))), true);
    assert.equal(carom.movingWallIsValid(moving(endless, vec2(1, 2), vec2(1, 3))), false);
    assert.equal(carom.sweepMoving(ball, vec2(Infinity, 0), moving(floor, still)).kind, "invalid");
});

test("a wall that turns ends where the turn takes it, and is on its chord in between", () => {
    const door = { ...segment(vec2(1, 2), vec2(6, 2)), category: 4, name: "door" };
    const turning = movingWallTurning(door, vec2(1, 2), vec2(0.8, 0.6));
    assert.deepEqual([turning.aMove, turning.bMove], [still, vec2(-1, 3)]);
    const end = movingWallAt(turning, 1);
    assert.deepEqual(end, { ...door, b: vec2(5, 5) });
    assert.deepEqual(movingWallAt(turning, 0), door);
    assert.deepEqual(movingWallAt(turning, 0.5).b, vec2(5.5, 3.5));
    assert.deepEqual(movingWallTo(door, end.a, end.b), turning);
    assert.deepEqual(carom.movingWallBox(turning), carom.wallBox(segment(door.a, vec2(6, 5))));
    assert.ok(Number.isNaN(carom.movingWallBox(moving(door, vec2(NaN, 0))).min.x));
});

test("a rotation is split into as many calls as a tolerance needs", () => {
    assert.deepEqual([[0.5, 8, 0.25], [-1, 8, 0.25], [1, 8, 0.2499999999], [0, 8, 0], [1e-9, 1, 1]]
        .map((numbers) => turningFrames(...numbers)), [1, 2, 3, 1, 1]);
    assert.deepEqual([[1, 8, 0], [1, 5e-324, 0], [2147483646, 8, 1], [2147483647, 8, 1]]
        .map((numbers) => turningFrames(...numbers)),
    [2147483647, 2147483647, 2147483646, 2147483647]);
    assert.equal(turningFrames(100, 2e-323, 5e-324), 71);
    for (const numbers of [[NaN, 1, 1], [-Infinity, 1, 1], [1, -1, 1], [1, 1, -1], [1, 1, NaN]]) {
        assert.equal(turningFrames(...numbers), 0);
    }
});

test("a rotation in steps begins at the wall, ends at the angle, and keeps near its arc", () => {
    const pivot = vec2(3, -2), reach = 5;
    const lever = { ...capsule(pivot, vec2(8, -2), 0.5), category: 4, name: "lever" };
    // The angle whose cosine and sine are 0.8 and 0.6, and others.
    for (const angle of [Math.atan2(3, 4), -2.5, 7, 1e-9]) {
        const steps = turnInSteps(lever, pivot, angle);
        let least = 1;
        while (reach * (angle / least) ** 2 / 8 > reach / 1024) {
            least++;
        }
        assert.equal(steps.length, least);
        const { aMove, bMove, ...first } = steps[0];
        assert.deepEqual(first, lever);
        steps.slice(1).forEach((step, i) => {
            const { aMove: _a, bMove: _b, ...start } = step;
            assert.deepEqual(start, movingWallAt(steps[i], 1));
        });
        steps.forEach((step, i) => {
            assert.ok(carom.movingWallIsValid(step));
            assert.deepEqual(step.aMove, vec2(0, 0));
            for (const t of [0.25, 0.5, 0.75]) {
                const even = (angle * (i + t)) / steps.length;
                const { b } = movingWallAt(step, t);
                const off = Math.hypot(b.x - pivot.x - reach * Math.cos(even),
                    b.y - pivot.y - reach * Math.sin(even));
                assert.ok(off <= reach / 1024 + 1e-12, `${angle}, step ${i}: ${off}`);
            }
        });
    }
    const end = movingWallAt(turnInSteps(lever, pivot, Math.atan2(3, 4)).at(-1), 1);
    assert.ok(Math.hypot(end.b.x - 7, end.b.y - 1) < 1e-14);
    // Both ends turn, in as many steps as one says; an angle of 0 is a step at rest.
    const blade = turnInSteps(segment(vec2(-1, 0), vec2(1, 0)), vec2(0, 0), Math.PI, 2);
    const tips = blade.map((step) => movingWallAt(step, 1));
    assert.ok(Math.hypot(tips[0].a.x, tips[0].a.y + 1) < 1e-15);
    assert.ok(Math.hypot(tips[1].b.x + 1, tips[1].b.y) < 1e-15);
    assert.deepEqual(turnInSteps(lever, pivot, 0), [moving(lever, vec2(0, 0))]);
    assert.equal(turnInSteps(lever, pivot, 0, 7).length, 7);
    for (const [call, message] of [
        [() => turnInSteps(lever, pivot, NaN), /^angle: expected a finite number, got NaN$/],
        [() => turnInSteps(lever, pivot, 1, 0), /^steps: expected a whole number from 1 to \d+,/],
        [() => turnInSteps(lever, pivot, 1, 1.5), /^steps: .* got 1\.5$/],
        [() => turnInSteps(lever, pivot, 1e6), /^steps: .* got 11313709$/],
    ]) {
        assert.throws(call, { name: "RangeError", message });
    }
});

test("a flipper of steps throws a ball as a flipper by hand does", () => {
    const flipper = capsule(vec2(0, 0), vec2(8, 0), 0.5), settings = { gravity: vec2(0, -10) };
    const steps = turnInSteps(flipper, vec2(0, 0), 0.4, 4);
    let ball = { center: vec2(6, 1.5), radius: 1, velocity: vec2(0, 0) }, byHand = ball;
    let from = flipper;
    for (const [i, step] of steps.entries()) {
        ball = carom.moveBall(ball, 1 / 240, { ...settings, movingWalls: [step] }).ball;
        const angle = (0.4 * (i + 1)) / 4;
        const tip = vec2(8 * Math.cos(angle), 8 * Math.sin(angle));
        const turning = movingWallTo(from, vec2(0, 0), tip);
        byHand = carom.moveBall(byHand, 1 / 240, { ...settings, movingWalls: [turning] }).ball;
        from = movingWallAt(turning, 1);
    }
    assert.deepEqual(ball, byHand);
    assert.ok(ball.velocity.y > 100);
});

test("what is missing is named", () => {
    const places = [
        [() => turningFrames("1", 1, 1), /^angle: expected a number, got /],
        [() => turningFrames(1), /^reach: expected a number, got undefined$/],
        [() => turningFrames(1, 2), /^tolerance: /],
        [() => carom.sweepMoving(ball, still, floor),
            /^wall\.aMove: expected \{ x, y \}, got undefined$/],
        [() => carom.sweepMoving(ball, still, { ...floor, aMove: still }), /^wall\.bMove: /],
        [() => carom.sweepMoving(ball, undefined, moving(floor, still)), /^move: /],
        [() => carom.sweepMoving(ball, still, moving(floor, still), 1), /^hitsOnly: /],
        [() => carom.sweepMovingTo(ball, still, floor, still), /^bTo: /],
        [() => carom.pathIsClearOfMoving(ball, still, floor), /^aTo: /],
        [() => carom.sweepMovingCircle(ball, still, {}, still), /^other\.center: /],
        [() => carom.movingWallBox(floor), /^wall\.aMove: /],
        [() => movingWallAt(floor, 1), /^wall\.aMove: /],
        [() => movingWallAt(null, 1), /^wall: expected \{ a, b \}, got null$/],
        [() => movingWallAt(moving(floor, still)), /^t: expected a number, got undefined$/],
        [() => movingWallTo(floor, still), /^bTo: /],
        [() => movingWallTo({ a: still }, still, still), /^wall\.b: /],
        [() => movingWallTurning(floor, still, 0.1), /^turn: expected \{ x, y \}, got 0\.1$/],
        [() => movingWallTurning(floor, undefined, still), /^pivot: /],
        [() => carom.sweepMovingCircle(ball, still, {}, still), /^other\.center: /],
        [() => carom.sweepMovingCircle(ball, still, post(still, 1), still), /^other\.center: /],
    ];
    for (const [call, message] of places) {
        assert.throws(call, { name: "TypeError", message });
    }
});

// ---- balls among moving walls ----

const waiting = { ...circle(0, 4, 1), velocity: vec2(0, 0) };

test("a lift takes a ball along, and hits one that falls", () => {
    const lift = moving(floor, vec2(0, 8));
    const carried = carom.moveBall(waiting, 1, { movingWalls: [lift], response: slide() });
    assert.equal(carried.kind, "moved");
    assert.ok(carried.ball.center.y >= 9 && carried.ball.center.y < 9.001);
    assert.deepEqual(carried.ball.velocity, vec2(0, 8));
    const [impact] = carried.impacts;
    assert.deepEqual([impact.id, impact.wallVelocity, impact.time],
        [{ index: 0, isMoving: true }, vec2(0, 8), 0.375]);
    const { legs } = carried;
    assert.deepEqual([legs[0].start, legs.at(-1).end], [0, 1]);
    legs.slice(1).forEach((leg, i) => {
        assert.deepEqual([leg.from, leg.start], [legs[i].to, legs[i].end]);
    });
    const falls = { ...waiting, velocity: vec2(0, -4) };
    const bounced = carom.moveBall(falls, 1, { movingWalls: [lift], response: bounce(1) });
    assert.deepEqual(bounced.ball.velocity, vec2(0, 20), "the speed of the wall counts twice");
});

test("a wall without a place behind the ball crushes it, and says so", () => {
    const ceiling = segment(vec2(-9, 6), vec2(9, 6));
    const crushed = carom.moveBall(waiting, 1, {
        walls: [ceiling], movingWalls: [moving(floor, vec2(0, 5))], response: slide(),
    });
    assert.equal(crushed.kind, "crushed");
    assert.deepEqual(crushed.crushed.by.map(({ isMoving }) => isMoving), [true, false]);
    assert.ok(crushed.crushed.time >= 0.7 && crushed.crushed.time <= 0.8);
    assert.equal(crushed.overlapped, null);
});

test("a flipper throws a ball, and responses and filters know it", () => {
    const flipper = { ...moving(capsule(vec2(0, 0), vec2(10, 0), 0.5), vec2(0, 0), vec2(0, 6)),
        category: 4 };
    const ball = { ...circle(8, 1.6, 1), velocity: vec2(0, 0) };
    const settings = { movingWalls: [flipper] };
    const thrown = carom.moveBall(ball, 0.1, settings);
    assert.ok(thrown.ball.velocity.y > 60, String(thrown.ball.velocity.y));
    const asked = [];
    const passed = carom.moveBall(ball, 0.1, {
        ...settings,
        respond: (contact) => {
            asked.push([contact.id, contact.category]);
            return pass();
        },
    });
    assert.deepEqual(asked, [[{ index: 0, isMoving: true }, 4]]);
    assert.deepEqual(passed.ball.center, vec2(8, 1.6));
    for (const movingFilter of [{ mask: 3 }, { accept: (index) => index !== 0 }]) {
        const left = carom.moveBall(ball, 0.1, { ...settings, movingFilter });
        assert.equal(left.contacts, 0);
    }
    const kept = carom.moveBall(ball, 0.1,
        { ...settings, filter: { mask: 3, accept: () => false } });
    assert.equal(kept.contacts, 1, "the filter of walls at rest is another");
});

test("a batch of balls counts those that are crushed", () => {
    const column = (...values) => Float64Array.from(values);
    const balls = { x: column(0, 0), y: column(4, 40), radius: column(1, 1), vx: column(0, 0),
        vy: column(0, 0) };
    const kinds = new Uint8Array(2);
    const sums = carom.moveBatch(balls, 1, {
        walls: [segment(vec2(-9, 6), vec2(9, 6))], movingWalls: [moving(floor, vec2(0, 5))],
    }, kinds);
    assert.equal(sums.crushed, 1);
    assert.deepEqual([...kinds], [4, 1]);
});

test("what is no moving wall is named", () => {
    const move = (movingWalls) => () => carom.moveBall(waiting, 1, { movingWalls });
    const places = [
        [move(floor), /^settings\.movingWalls: expected an array of moving walls, got a wall: /],
        [move([floor]), /^settings\.movingWalls\[0\]\.aMove: /],
        [move(new Array(1)), /^settings\.movingWalls\[0\]: /],
        [move([moving(floor, still), { ...floor, aMove: still }]),
            /^settings\.movingWalls\[1\]\.bMove: /],
        [move([{ a: still, b: still, aMove: still, bMove: still, raduis: 1 }]),
            /^settings\.movingWalls\[0\]\.raduis: unknown, did you mean "radius"\?$/],
        [() => carom.moveBall(waiting, 1, { movingWall: [] }), /did you mean "movingWalls"/],
    ];
    for (const [call, message] of places) {
        assert.throws(call, { name: "TypeError", message });
    }
});
