// Balls among each other: momentum, nothing overlaps, what is refused. Layer: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import { circle, load, moving, segment, slide, stop, vec2 } from "../carom.js";

const carom = await load();
const column = (...values) => Float64Array.from(values);

test("a ball hands its speed on to one that rests", () => {
    const balls = { x: column(0, 10), y: column(0, 0), radius: column(1, 1), vx: column(16, 0),
        vy: column(0, 0) };
    const kinds = new Uint8Array(2);
    assert.deepEqual(carom.moveCrowd(balls, 1, {}, kinds),
        { ballImpacts: 1, lost: 0, invalid: 0, freed: 0, stuck: 0, crushed: 0 });
    assert.deepEqual([...balls.vx], [0, 16]);
    assert.deepEqual([...kinds], [1, 1]);
    assert.ok(Math.abs(balls.x[0] - 8) < 1e-9 && Math.abs(balls.x[1] - 18) < 1e-9);
});

test("masses, and restitution between balls", () => {
    const balls = () => ({ x: column(0, 10), y: column(0, 0), radius: column(1, 1),
        vx: column(12, 0), vy: column(0, 0) });
    const heavy = balls();
    carom.moveCrowd(heavy, 1, { inverseMasses: column(1, 0) });
    assert.deepEqual([...heavy.vx], [-12, 0]);
    const soft = balls();
    carom.moveCrowd(soft, 1, { ballRestitution: 0 });
    assert.deepEqual([...soft.vx], [6, 6]);
});

test("a box full of balls: none overlap, none leave it", () => {
    const corners = [vec2(0, 0), vec2(100, 0), vec2(100, 100), vec2(0, 100)];
    const walls = carom.createScene(corners.map((p, i) => segment(p, corners[(i + 1) % 4])));
    const count = 400;
    const of = (pick) => Float64Array.from({ length: count }, (_, i) => pick(i));
    const balls = {
        x: of((i) => 3 + 4.9 * (i % 20)), y: of((i) => 3 + 4.9 * Math.floor(i / 20)),
        radius: of((i) => 1 + (i % 3) / 2), vx: of((i) => 90 * Math.sin(i)),
        vy: of((i) => 90 * Math.cos(3 * i)),
    };
    let impacts = 0;
    for (let frame = 0; frame < 60; frame++) {
        const sums = carom.moveCrowd(balls, 1 / 60,
            { walls, ballRestitution: 0.9, gravity: vec2(0, -50) });
        impacts += sums.ballImpacts;
        assert.deepEqual([sums.freed, sums.stuck, sums.invalid], [0, 0, 0]);
    }
    assert.ok(impacts > 1000, `${impacts} impacts`);
    const ball = (i) => circle(balls.x[i], balls.y[i], balls.radius[i]);
    for (let i = 0; i < count; i++) {
        assert.equal(walls.touches(ball(i), "open-disc"), false);
        for (let k = 0; k < i; k++) {
            assert.equal(carom.touchesCircle(ball(i), ball(k), "open-disc"), false);
        }
    }
    walls.free();
});

test("a piston pushes a row of balls, and crushes one when there is no room", () => {
    const balls = { x: column(1, 3, 5), y: column(0, 0, 0), radius: column(1, 1, 1),
        vx: column(0, 0, 0), vy: column(0, 0, 0) };
    const settings = { walls: [segment(vec2(8, -9), vec2(8, 9))], response: slide(),
        ballRestitution: 0 };
    const kinds = new Uint8Array(3);
    let head = segment(vec2(0, -9), vec2(0, 9));
    for (let frame = 0; frame < 2; frame++) {
        settings.movingWalls = [moving(head, vec2(0.75, 0))];
        const sums = carom.moveCrowd(balls, 0.5, settings, kinds);
        assert.deepEqual([sums.crushed, sums.stuck, sums.freed], [0, 0, 0]);
        const x = 0.75 * (frame + 1);
        head = segment(vec2(x, -9), vec2(x, 9));
    }
    assert.deepEqual([...balls.x], [2.5, 4.5, 6.5]);
    assert.deepEqual([...balls.vx], [1.5, 1.5, 1.5]);
    settings.movingWalls = [moving(head, vec2(0.75, 0))];
    const sums = carom.moveCrowd(balls, 0.5, settings, kinds);
    assert.equal(sums.crushed, 1);
    assert.deepEqual([...kinds], [4, 1, 1]);
    // A filter leaves the piston out.
    settings.movingFilter = { accept: () => false };
    assert.equal(carom.moveCrowd(balls, 0.5, settings, kinds).crushed, 0);
});

test("responses know which ball it is, and mistakes are named", () => {
    const balls = { x: column(0, 50), y: column(2, 2), radius: column(1, 1), vx: column(0, 0),
        vy: column(0, -4) };
    const asked = [];
    carom.moveCrowd(balls, 1, {
        walls: [segment(vec2(-9, 0), vec2(99, 0))],
        respond: (contact, ball) => {
            asked.push(ball);
            return stop();
        },
    });
    assert.deepEqual([...new Set(asked)], [1]);
    const places = [
        [{ ballRestitution: 2 }, "RangeError", /^settings\.ballRestitution: /],
        [{ ballFriction: -1 }, "RangeError", /^settings\.ballFriction: /],
        [{ inverseMasses: [1, 2] }, "TypeError", /^settings\.inverseMasses: /],
        [{ movingWalls: {} }, "TypeError", /^settings\.movingWalls: /],
    ];
    for (const [settings, name, message] of places) {
        assert.throws(() => carom.moveCrowd(balls, 1, settings), { name, message });
    }
});
