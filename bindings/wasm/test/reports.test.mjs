// What batches and crowds report through callbacks: the same as moveBall returns, paths without
// gaps, momentum, the walls that crush. Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import { bounce, circle, load, moving, movingWallAt, segment, slide, vec2 } from "../carom.js";

const carom = await load();
const column = (...values) => Float64Array.from(values);

const corners = [vec2(0, 0), vec2(40, 0), vec2(40, 40), vec2(0, 40)];
const room = corners.map((p, i) => ({ ...segment(p, corners[(i + 1) % 4]), category: 1 << i }));
const platform = moving(segment(vec2(10, 20), vec2(30, 20)), vec2(0, 1), vec2(0, 3));

/** A step of a crowd that is new. */
function stepCrowd(balls, time, settings, results) {
    const crowd = carom.createCrowd();
    try {
        return crowd.step(balls, time, settings, results);
    } finally {
        crowd.free();
    }
}

/** Balls in the room, none of which overlap. */
function someBalls() {
    const of = (pick) => Float64Array.from({ length: 16 }, (_, i) => pick(i));
    return {
        x: of((i) => 4 + 10 * (i % 4)), y: of((i) => 4 + 10 * Math.floor(i / 4)),
        radius: of((i) => 1 + (i % 3) / 2), vx: of((i) => 300 * Math.sin(i)),
        vy: of((i) => 300 * Math.cos(3 * i)),
    };
}

const ballAt = ({ x, y, radius, vx, vy }, i) =>
    ({ ...circle(x[i], y[i], radius[i]), velocity: vec2(vx[i], vy[i]) });

/** Settings that keep what is reported of each ball, and of all impacts of balls. */
function keeping(count) {
    const kept = Array.from({ length: count }, () => ({ impacts: [], legs: [], motions: [] }));
    const ballImpacts = [];
    return {
        kept,
        ballImpacts,
        callbacks: {
            onImpact: (impact, ball) => kept[ball].impacts.push(impact),
            onLeg: (leg, ball) => kept[ball].legs.push(leg),
            onMotion: (motion, ball) => kept[ball].motions.push(motion),
        },
        onBallImpact: (impact) => ballImpacts.push(impact),
    };
}

test("a batch reports what moveBall returns for each ball", () => {
    const settings = { walls: room, movingWalls: [platform], gravity: vec2(0, -9),
        response: bounce(0.9, 0.1) };
    const balls = someBalls();
    const { kept, callbacks } = keeping(16);
    const expected = kept.map((_, i) => carom.moveBall(ballAt(balls, i), 0.25, settings));
    const sums = carom.moveBatch(balls, 0.25, { ...settings, ...callbacks });
    expected.forEach(({ impacts, legs, positions, ...motion }, i) => {
        assert.deepEqual(kept[i], { impacts, legs, motions: [motion] });
        assert.deepEqual(motion.ball, ballAt(balls, i));
        assert.equal(positions.length, legs.length);
    });
    const contacts = kept.reduce((sum, { impacts }) => sum + impacts.length, 0);
    assert.ok(contacts > 20, `${contacts} contacts`);
    assert.equal(contacts, sums.contacts);
});

for (const movingWalls of [[], [platform]]) {
    test(`a crowd among ${movingWalls.length} moving walls: paths, motions, momentum`, () => {
        const balls = someBalls(), masses = balls.radius.map((r) => 1 / r ** 2);
        const starts = Array.from({ length: 16 }, (_, i) => ballAt(balls, i));
        const { kept, ballImpacts, callbacks, onBallImpact } = keeping(16);
        const kinds = new Uint8Array(16);
        const times = [];
        const timed = (call, time) => (...told) => {
            times.push(time(told[0]));
            call(...told);
        };
        const sums = stepCrowd(balls, 0.25, {
            walls: room, movingWalls, inverseMasses: masses, onMotion: callbacks.onMotion,
            onImpact: timed(callbacks.onImpact, ({ time }) => time),
            onLeg: timed(callbacks.onLeg, ({ end }) => end * 0.25),
            onBallImpact: timed(onBallImpact, ({ time }) => time),
        }, { kinds });
        assert.ok(times.every((time, i) => i === 0 || time >= times[i - 1] - 1e-15), "in order");
        assert.ok(ballImpacts.length > 20, `${ballImpacts.length} impacts of two balls`);
        assert.equal(ballImpacts.length, sums.ballImpacts);
        kept.forEach(({ legs, motions: [motion, ...more] }, i) => {
            assert.deepEqual(more, []);
            assert.deepEqual(motion.ball, ballAt(balls, i));
            assert.deepEqual([motion.kind, motion.hold, kinds[i]], ["moved", "none", 1]);
            assert.deepEqual(legs[0].from, starts[i].center);
            assert.deepEqual(legs.at(-1).to, motion.ball.center);
            legs.slice(1).forEach(({ from, start }, k) =>
                assert.deepEqual([from, start], [legs[k].to, legs[k].end]));
            assert.deepEqual([legs[0].start, legs.at(-1).end], [0, 1]);
        });
        const contacts = kept.reduce((sum, { motions: [motion] }) => sum + motion.contacts, 0);
        const atWalls = kept.reduce((sum, { impacts }) => sum + impacts.length, 0);
        assert.equal(contacts, atWalls + 2 * ballImpacts.length);
        ballImpacts.forEach((impact) => checkImpact(impact, balls.radius, masses));
    });
}

/** The impact is where two balls touch, and keeps momentum and energy. */
function checkImpact(impact, radius, masses) {
    const { first, second, firstCenter: p, secondCenter: q, normal, time } = impact;
    const near = (x, y, what) => assert.ok(Math.abs(x - y) < 1e-9 * Math.max(1, Math.abs(y)), what);
    assert.ok(first < second && time >= 0 && time <= 0.25);
    near(Math.hypot(p.x - q.x, p.y - q.y), radius[first] + radius[second], "the balls touch");
    near(normal.x * (radius[first] + radius[second]), p.x - q.x, "normal");
    near(normal.y * (radius[first] + radius[second]), p.y - q.y, "normal");
    const { firstBefore, secondBefore, firstAfter, secondAfter } = impact;
    const sum = (v, w, f) => f(v) / masses[first] + f(w) / masses[second];
    for (const f of [(v) => v.x, (v) => v.y, (v) => v.x ** 2 + v.y ** 2]) {
        near(sum(firstAfter, secondAfter, f), sum(firstBefore, secondBefore, f), "is kept");
    }
    assert.deepEqual(
        carom.ballsRespond(firstBefore, secondBefore, normal,
            { inverseMasses: [masses[first], masses[second]] }),
        { first: firstAfter, second: secondAfter });
}

test("the walls that crush the balls of a crowd are named, balls are null", () => {
    const press = moving(segment(vec2(-9, 0), vec2(9, 0)), vec2(0, 5));
    const ceiling = segment(vec2(-9, 6), vec2(9, 6));
    const balls = { x: column(0, 100, 100), y: column(4, 1, 3), radius: column(1, 1, 1),
        vx: column(0, 0, 0), vy: column(0, 0, 0) };
    const motions = [];
    stepCrowd(balls, 1, {
        walls: [ceiling],
        movingWalls: [press, moving(segment(vec2(91, 0), vec2(109, 0)), vec2(0, 1))],
        inverseMasses: column(1, 1, 0), response: slide(), ballRestitution: 0,
        onMotion: (motion, ball) => { motions[ball] = motion; },
    });
    const [single, between, fixed] = motions;
    assert.deepEqual([single.kind, between.kind, fixed.kind], ["crushed", "crushed", "moved"]);
    const still = { index: 0, isMoving: false };
    assert.deepEqual(single.crushed.by, [{ index: 0, isMoving: true }, still]);
    assert.ok(Math.abs(single.crushed.time - 0.8) < 1e-6, `${single.crushed.time}`);
    const ends = [ceiling, movingWallAt(press, 1)];
    assert.equal(single.crushed.isFree,
        ends.every((wall) => !carom.touches(single.ball, wall, "open-disc")));
    assert.deepEqual(between.crushed.by, [{ index: 1, isMoving: true }, null]);
    assert.deepEqual(fixed.crushed, null);
});

test("a ball that overlaps at the start is freed or stuck, and reports it", () => {
    const balls = { x: column(5, 50, 90, 90), y: column(0.5, 9, 1, 1), radius: column(1, 1, 1, 1),
        vx: column(0, 0, 0, 0), vy: column(0, 0, 0, 0) };
    const motions = [];
    const sums = stepCrowd(balls, 1, {
        walls: [segment(vec2(0, -9), vec2(0, 9)), segment(vec2(0, 0), vec2(20, 0))],
        onMotion: (motion) => motions.push(motion),
    });
    assert.deepEqual(motions.map(({ kind }) => kind).slice(0, 2), ["freed", "moved"]);
    assert.deepEqual(motions[0].overlapped, { index: 1, isMoving: false });
    assert.deepEqual(motions[0].freed, motions[0].ball.center);
    assert.equal(motions[1].freed, null);
    const freed = motions.filter(({ kind }) => kind === "freed");
    assert.equal(freed.length, sums.freed);
    assert.ok(freed.length > 1);
    assert.equal(freed.at(-1).overlapped, null, "it overlapped only a ball");
});

test("callbacks may call the module, and what they throw comes out of the call", () => {
    const balls = () => ({ x: column(0, 10), y: column(0, 0), radius: column(1, 1),
        vx: column(16, 0), vy: column(0, 0) });
    const inner = [];
    const ask = () => {
        inner.push(carom.touches(circle(0, 0, 1), segment(vec2(0, 1), vec2(1, 1))));
        stepCrowd(balls(), 1, { onBallImpact: ({ first }) => inner.push(first) });
    };
    const plain = balls(), asking = balls();
    const settings = { walls: [segment(vec2(15, -9), vec2(15, 9))] };
    const sums = stepCrowd(plain, 1, settings);
    assert.deepEqual(stepCrowd(asking, 1,
        { ...settings, onImpact: ask, onLeg: ask, onBallImpact: ask, onTouch: ask, onMotion: ask }),
    sums);
    assert.deepEqual(asking, plain);
    assert.ok(inner.length > 8);
    for (const name of ["onImpact", "onLeg", "onBallImpact", "onTouch", "onMotion"]) {
        let calls = 0;
        const fail = () => {
            calls++;
            throw new Error(name);
        };
        assert.throws(() => stepCrowd(balls(), 1, { ...settings, [name]: fail }),
            { message: name });
        assert.equal(calls, 1);
    }
});

test("a callback must not free what is in use", () => {
    const walls = carom.createScene(room);
    const free = () => walls.free();
    assert.throws(() => stepCrowd(someBalls(), 0.25, { walls, onMotion: free }),
        { name: "TypeError", message: /was called by a callback$/ });
    free();
});

test("callbacks that are none, and those of other calls, are refused", () => {
    const balls = { x: column(0), y: column(0), radius: column(1), vx: column(0), vy: column(0) };
    for (const name of ["onImpact", "onLeg", "onBallImpact", "onTouch", "onMotion"]) {
        assert.throws(() => stepCrowd(balls, 1, { [name]: 1 }),
            { name: "TypeError", message: `settings.${name}: expected a function, got 1` });
        assert.throws(() => carom.moveBall(ballAt(balls, 0), 1, { [name]: () => {} }),
            { name: "TypeError", message: new RegExp(`^settings\\.${name}: unknown`) });
    }
    for (const name of ["onBallImpact", "onTouch", "respondBalls"]) {
        assert.throws(() => carom.moveBatch(balls, 1, { [name]: () => {} }),
            { name: "TypeError", message: new RegExp(`^settings\\.${name}: unknown`) });
    }
    assert.throws(() => stepCrowd(balls, 1, { onBallimpact: () => {} }),
        { name: "TypeError", message: /did you mean "onBallImpact"\?$/ });
});
