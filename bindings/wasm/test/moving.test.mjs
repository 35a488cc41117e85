// Walls that move: sweeps, clear paths, what is refused. Layer: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import { capsule, circle, line, load, moving, post, segment, vec2 } from "../carom.js";

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
});

test("valid and invalid ones", () => {
    assert.equal(carom.movingWallIsValid(moving(floor, vec2(1, 2), vec2(3, 4))), true);
    assert.equal(carom.movingWallIsValid(moving(floor, vec2(NaN, 2))), false);
    const endless = line(vec2(0, 0), vec2(1, 0));
    assert.equal(carom.movingWallIsValid(moving(endless, vec2(1, 2))), true);
    assert.equal(carom.movingWallIsValid(moving(endless, vec2(1, 2), vec2(1, 3))), false);
    assert.equal(carom.sweepMoving(ball, vec2(Infinity, 0), moving(floor, still)).kind, "invalid");
});

test("what is missing is named", () => {
    const places = [
        [() => carom.sweepMoving(ball, still, floor),
            /^wall\.aMove: expected \{ x, y \}, got undefined$/],
        [() => carom.sweepMoving(ball, still, { ...floor, aMove: still }), /^wall\.bMove: /],
        [() => carom.sweepMoving(ball, undefined, moving(floor, still)), /^move: /],
        [() => carom.sweepMoving(ball, still, moving(floor, still), 1), /^hitsOnly: /],
        [() => carom.sweepMovingTo(ball, still, floor, still), /^bTo: /],
        [() => carom.pathIsClearOfMoving(ball, still, floor), /^aTo: /],
        [() => carom.sweepMovingCircle(ball, still, {}, still), /^other\.center: /],
        [() => carom.sweepMovingCircle(ball, still, post(still, 1), still), /^other\.center: /],
    ];
    for (const [call, message] of places) {
        assert.throws(call, { name: "TypeError", message });
    }
});
