// Crowds: momentum, nothing overlaps, what sleeps and wakes, settings of each ball, bytes, what is
// refused. Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import { bounce, circle, load, moving, pass, segment, slide, stop, vec2 } from "../carom.js";

const carom = await load();
const column = (...values) => Float64Array.from(values);

/** Balls of radius 1, from [x, y, vx, vy]. */
const ballsOf = (...balls) => ({
    x: column(...balls.map(([x]) => x)), y: column(...balls.map(([, y]) => y)),
    radius: column(...balls.map(() => 1)), vx: column(...balls.map(([, , vx = 0]) => vx)),
    vy: column(...balls.map(([, , , vy = 0]) => vy)),
});
const ballAt = ({ x, y, radius }, i) => circle(x[i], y[i], radius[i]);
const copyOf = (balls) =>
    Object.fromEntries(Object.entries(balls).map(([name, array]) => [name, array.slice()]));

/** Steps a new crowd once. */
function stepOnce(balls, time, settings, results) {
    const crowd = carom.createCrowd();
    try {
        return crowd.step(balls, time, settings, results);
    } finally {
        crowd.free();
    }
}

const quiet = {
    moved: 2, freed: 0, stuck: 0, invalid: 0, crushed: 0, held: 0, asleep: 0, ballImpacts: 0,
    lost: 0,
};
const floor = segment(vec2(-50, 0), vec2(50, 0));
const frame = 1 / 64;

/** A pile on the floor between two walls, of radii 1/2 to 1, that is at rest after some seconds. */
function pileOf(count) {
    const of = (pick) => Float64Array.from({ length: count }, (_, i) => pick(i));
    return {
        x: of((i) => 1.5 + 2.25 * (i % 3)), y: of((i) => 1.5 + 2.25 * Math.floor(i / 3)),
        radius: of((i) => 0.5 + (i % 5) / 8), vx: of((i) => i % 2), vy: of(() => 0),
    };
}
const pit = [floor, segment(vec2(0, 0), vec2(0, 90)), segment(vec2(8, 0), vec2(8, 90))];
const pileSettings = {
    walls: pit, gravity: vec2(0, -10), response: bounce(0.5, 0.25), ballRestitution: 0.5,
    ballFriction: 0.25,
};

test("a ball hands its speed on to one that rests", () => {
    const balls = ballsOf([0, 0, 16], [10, 0]);
    assert.deepEqual(stepOnce(balls, 1), { ...quiet, ballImpacts: 1 });
    assert.deepEqual([...balls.vx], [0, 16]);
    assert.deepEqual([...balls.x], [8, 18]);
});

test("balls that move at the same time meet at the right time and place", () => {
    // The closest of a known case: both move, and the second one is not where it started.
    const balls = ballsOf([0, 7, 1, 0.6], [2.3, 8.2, 0.1, 0.2]);
    let impact;
    stepOnce(balls, 1, { onBallImpact: (told) => { impact = told; } });
    assert.ok(Math.abs(impact.time - 0.604884) < 1e-6, `${impact.time}`);
    const { firstCenter: p, secondCenter: q, time } = impact;
    assert.ok(Math.abs(p.x - time) < 1e-12 && Math.abs(q.x - 2.3 - 0.1 * time) < 1e-12);
});

test("masses, and restitution between balls", () => {
    const balls = () => ballsOf([0, 0, 12], [10, 0]);
    const heavy = balls();
    stepOnce(heavy, 1, { inverseMasses: column(1, 0) });
    assert.deepEqual([...heavy.vx], [-12, 0]);
    const soft = balls();
    stepOnce(soft, 1, { ballRestitution: 0 });
    assert.deepEqual([...soft.vx], [6, 6]);
});

test("a box full of balls: none overlap, none leave it, frame after frame", () => {
    const corners = [vec2(0, 0), vec2(100, 0), vec2(100, 100), vec2(0, 100)];
    const walls = carom.createScene(corners.map((p, i) => segment(p, corners[(i + 1) % 4])));
    const count = 400;
    const of = (pick) => Float64Array.from({ length: count }, (_, i) => pick(i));
    const balls = {
        x: of((i) => 3 + 4.9 * (i % 20)), y: of((i) => 3 + 4.9 * Math.floor(i / 20)),
        radius: of((i) => 1 + (i % 3) / 2), vx: of((i) => 90 * Math.sin(i)),
        vy: of((i) => 90 * Math.cos(3 * i)),
    };
    const crowd = carom.createCrowd();
    let impacts = 0;
    for (let step = 0; step < 60; step++) {
        const sums = crowd.step(balls, 1 / 60,
            { walls, ballRestitution: 0.9, gravity: vec2(0, -50) });
        impacts += sums.ballImpacts;
        assert.deepEqual([sums.moved, sums.freed, sums.stuck, sums.invalid], [count, 0, 0, 0]);
    }
    assert.ok(impacts > 1000, `${impacts} impacts`);
    for (let i = 0; i < count; i++) {
        assert.equal(walls.touches(ballAt(balls, i), "open-disc"), false);
        for (let k = 0; k < i; k++) {
            assert.equal(
                carom.touchesCircle(ballAt(balls, i), ballAt(balls, k), "open-disc"), false);
        }
    }
    crowd.free();
    walls.free();
});

test("a piston pushes a row of balls, and crushes one when there is no room", () => {
    const balls = ballsOf([1, 0], [3.1, 0], [5.2, 0]);
    const settings = { walls: [segment(vec2(8, -9), vec2(8, 9))], response: slide(),
        ballRestitution: 0 };
    const crowd = carom.createCrowd();
    const kinds = new Uint8Array(3), holds = new Uint8Array(3), lost = new Float64Array(3);
    let crushed = 0, frames = 0;
    for (; crushed === 0 && frames < 20; frames++) {
        const x = 0.25 * frames;
        settings.movingWalls = [moving(segment(vec2(x, -9), vec2(x, 9)), vec2(0.25, 0))];
        ({ crushed } = crowd.step(balls, 0.25, settings, { kinds, holds, lost }));
        if (crushed === 0) {
            assert.deepEqual([...kinds, ...holds, ...lost], [1, 1, 1, 0, 0, 0, 0, 0, 0]);
            assert.ok(balls.x[0] >= x + 1.25);
            assert.ok(balls.vx.every((vx) => Math.abs(vx - 1) < 0.01), `${balls.vx}`);
        }
    }
    // There is room for three balls until the piston is at 2: exactly enough at the end of frame 8.
    assert.ok(frames === 8 || frames === 9, `${frames} frames`);
    assert.deepEqual([kinds[0], holds[0]], [4, 3]);
    assert.ok(lost[0] > 0);
    // A filter leaves the piston out.
    settings.movingFilter = { accept: () => false };
    const row = ballsOf([1, 0], [3, 0], [5, 0]);
    assert.equal(stepOnce(row, 0.25, settings).crushed, 0);
    crowd.free();
});

for (const restitution of [0, 0.5, 0.9]) {
    test(`a pile of restitution ${restitution} falls asleep, bit for bit, and wakes`, () => {
        const balls = pileOf(12), crowd = carom.createCrowd(), holds = new Uint8Array(12);
        const settings = { ...pileSettings, response: bounce(restitution, 0.25),
            ballRestitution: restitution };
        let sums, frames = 0;
        do {
            sums = crowd.step(balls, frame, settings, { holds });
        } while (sums.asleep < 12 && ++frames < 4000);
        assert.equal(sums.asleep, 12, `after ${frames} frames`);
        assert.ok(holds.every((hold) => hold === 4));
        const slept = copyOf(balls);
        assert.ok(slept.vx.every((v) => v === 0) && slept.vy.every((v) => v === 0));
        for (let i = 0; i < 10; i++) {
            assert.deepEqual(crowd.step(balls, frame, settings),
                { ...quiet, moved: 12, asleep: 12 });
        }
        assert.deepEqual(balls, slept);
        assert.equal(crowd.isAsleep(3), true);

        // By a call, by a change of gravity, by what the caller does to a ball.
        for (const wake of [
            () => crowd.wake(), () => crowd.wake(3), () => { settings.gravity = vec2(0, -11); },
            () => { balls.vx[11] = 0.5; },
        ]) {
            wake();
            assert.ok(crowd.step(balls, frame, settings).asleep < 12, String(wake));
            let asleep = 0;
            for (let i = 0; i < 4000 && asleep < 12; i++) {
                ({ asleep } = crowd.step(balls, frame, settings));
            }
            assert.equal(asleep, 12, String(wake));
        }
        crowd.free();
    });
}

test("a floor that goes lets a ball fall once the crowd is told", () => {
    const scene = carom.createDynamicScene([floor]);
    const balls = ballsOf([0, 1]), crowd = carom.createCrowd();
    const settings = { walls: scene, gravity: vec2(0, -10), response: bounce(0) };
    for (let i = 0; i < 40; i++) {
        crowd.step(balls, frame, settings);
    }
    assert.ok(crowd.isAsleep(0));
    scene.remove(0);
    crowd.step(balls, frame, settings);
    assert.equal(balls.y[0], 1);
    crowd.wake();
    crowd.step(balls, frame, settings);
    assert.ok(balls.y[0] < 1);
    crowd.free();
    scene.free();
});

test("a ball that is taken away wakes those that it held, and the last one takes its place", () => {
    // 0 and 1 stand on the floor, 2 between and above them.
    const balls = ballsOf([0, 1], [2, 1], [1, 1 + Math.sqrt(3)]);
    const crowd = carom.createCrowd();
    const sides = [-1.1, 3.1].map((x) => segment(vec2(x, 0), vec2(x, 9)));
    const walls = [floor, ...sides];
    const settings = { walls, gravity: vec2(0, -10), response: bounce(0), ballRestitution: 0 };
    let asleep = 0;
    for (let i = 0; i < 400 && asleep < 3; i++) {
        ({ asleep } = crowd.step(balls, frame, settings));
    }
    assert.equal(asleep, 3);
    crowd.remove(1);
    for (const array of Object.values(balls)) {
        array[1] = array[2];
    }
    const top = balls.y[1];
    for (let i = 0; i < 20; i++) {
        crowd.step({ ...balls, count: 2 }, frame, settings);
    }
    assert.ok(balls.y[1] < top, "it has fallen into the gap");
    assert.equal(balls.y[2], top);
    crowd.free();
});

test("the bytes of a crowd bring a game back, in another instance, too", async () => {
    const balls = pileOf(15), crowd = carom.createCrowd();
    for (let i = 0; i < 90; i++) {
        crowd.step(balls, frame, pileSettings);
    }
    const bytes = crowd.save(), kept = copyOf(balls);
    const goOn = (crowd, balls) => {
        const sums = [];
        for (let i = 0; i < 60; i++) {
            sums.push(crowd.step(balls, frame, pileSettings));
        }
        return { sums, balls: copyOf(balls), bytes: crowd.save() };
    };
    const expected = goOn(crowd, balls);
    crowd.load(bytes);
    assert.deepEqual(goOn(crowd, copyOf(kept)), expected);

    const scalar = await load({ simd: false });
    const other = scalar.createCrowd(), lent = scalar.uint8(bytes.length);
    lent.array.set(bytes);
    other.load(lent);
    assert.deepEqual(goOn(other, copyOf(kept)), expected);
    // Without them, what pressed has to find its forces anew.
    assert.notDeepEqual(goOn(carom.createCrowd(), copyOf(kept)).balls, expected.balls);
    crowd.free();
});

test("bytes that are no crowd are refused, and the crowd is as before", () => {
    const balls = pileOf(6), crowd = carom.createCrowd();
    crowd.step(balls, frame, pileSettings);
    const bytes = crowd.save();
    for (const bad of [
        new Uint8Array(0), new Uint8Array(4000), bytes.subarray(0, -1),
        bytes.map((byte, i) => (i === 3 ? byte + 1 : byte)),
    ]) {
        assert.throws(() => crowd.load(bad), { name: "CaromError", code: "not-a-crowd" });
    }
    assert.deepEqual(crowd.save(), bytes);
    assert.throws(() => crowd.load([1, 2]), { name: "TypeError", message: /^bytes: expected / });
    crowd.free();
});

test("each ball can have an acceleration, categories, a mask, and a mask of walls", () => {
    const pulled = ballsOf([0, 0], [10, 0]);
    const hunting = { accelerations: { x: column(4, -4), y: column(0, 0) } };
    const crowd = carom.createCrowd();
    for (let i = 0; i < 200; i++) {
        crowd.step(pulled, frame, { ...hunting, ballRestitution: 0 });
    }
    const apart = pulled.x[1] - pulled.x[0];
    assert.ok(apart >= 2 && apart < 2.05, `${apart}`);
    crowd.free();

    const kinds = Uint32Array.of(1, 2, 2);
    const row = () => ballsOf([0, 0, 16], [10, 0], [20, 0]);
    const passed = row();
    stepOnce(passed, 1, { categories: kinds, masks: Uint32Array.of(1, 2, 2) });
    assert.deepEqual([...passed.vx], [16, 0, 0]);
    const met = row();
    stepOnce(met, 1, { categories: kinds, masks: Uint32Array.of(2, 3, 2) });
    assert.deepEqual([...met.vx], [0, 0, 16]);

    const walls = [{ ...segment(vec2(15, -9), vec2(15, 9)), category: 4 }];
    const masked = ballsOf([12, 0, 16], [12, 4, 16]);
    stepOnce(masked, 1, { walls, wallMasks: Uint32Array.of(4, 3) });
    assert.deepEqual([...masked.vx], [-16, 16]);
});

test("respondBalls decides at each impact: materials, and balls that pass", () => {
    const row = () => ballsOf([0, 0, 16], [10, 0]);
    const respond = (response) => {
        const balls = row(), asked = [];
        const sums = stepOnce(balls, 1, {
            respondBalls: ({ first, second, firstBefore }) => {
                asked.push([first, second, firstBefore.x]);
                return response;
            },
        });
        assert.deepEqual(asked[0], [0, 1, 16]);
        return { vx: [...balls.vx], x: [...balls.x], impacts: sums.ballImpacts };
    };
    assert.deepEqual(respond(bounce(1)).vx, [0, 16]);
    assert.deepEqual(respond(bounce(0.5)).vx, [4, 12]);
    assert.deepEqual(respond(slide()).vx, [8, 8]);
    assert.deepEqual(respond(stop()).vx, [8, 8]);
    assert.deepEqual(respond(pass()), { vx: [16, 0], x: [16, 10], impacts: 1 });
    assert.throws(() => respond({ kind: "bounce", restitution: 2, friction: 0 }),
        { name: "RangeError", message: /^respondBalls\(\)\.restitution: / });
});

test("touches begin, persist and end, and bear the weight", () => {
    const balls = ballsOf([0, 1.01], [0, 3.03]), crowd = carom.createCrowd();
    const settings = { walls: [floor], gravity: vec2(0, -8), response: bounce(0),
        ballRestitution: 0, inverseMasses: column(1, 0.5) };
    const step = () => {
        const touches = [];
        crowd.step(balls, frame, { ...settings, onTouch: (touch) => touches.push(touch) });
        return touches;
    };
    let touches;
    for (let i = 0; i < 25; i++) {
        touches = step();
    }
    assert.deepEqual(touches.map(({ phase, ball, other, wall }) => [phase, ball, other, wall]), [
        ["persists", 0, 1, null], ["persists", 0, null, { index: 0, isMoving: false }],
    ]);
    // The upper ball of mass 2, and both: weight times time.
    [2, 3].forEach((mass, i) => {
        const { impulse, normal } = touches[i];
        assert.ok(Math.abs(impulse - mass * 8 * frame) < 0.02 * mass * 8 * frame, `${impulse}`);
        assert.ok(Math.abs(Math.abs(normal.y) - 1) < 1e-9 && normal.y < 0 === (i === 0));
    });
    balls.vy[1] = 9;
    const ended = step().filter(({ phase }) => phase === "ends");
    assert.deepEqual(ended.map(({ ball, other, impulse }) => [ball, other, impulse]), [[0, 1, 0]]);
    // Thrown up, it comes down again.
    let begun;
    for (let i = 0; i < 200 && begun === undefined; i++) {
        begun = step().find(({ other }) => other === 1);
    }
    assert.deepEqual([begun.phase, begun.ball, begun.impulse > 0], ["begins", 0, true]);
    crowd.free();
});

test("fewer passes are allowed, and nothing overlaps", () => {
    const balls = pileOf(30), crowd = carom.createCrowd();
    for (let i = 0; i < 60; i++) {
        crowd.step(balls, frame, { ...pileSettings, maxPasses: 1 });
    }
    for (let i = 0; i < 30; i++) {
        for (let k = 0; k < i; k++) {
            assert.equal(
                carom.touchesCircle(ballAt(balls, i), ballAt(balls, k), "open-disc"), false);
        }
    }
    crowd.free();
});

test("columns of the module are used in place; the memory of a crowd that goes on is kept", () => {
    const own = Object.fromEntries(Object.entries(pileOf(30)).map(([name, values]) => {
        const array = carom.float64(30);
        array.array.set(values);
        return [name, array];
    }));
    const balls = pileOf(30), crowd = carom.createCrowd(), other = carom.createCrowd();
    const holds = carom.uint8(30), lost = carom.float64(30);
    const callbacks = { onTouch: () => {}, onLeg: () => {}, onBallImpact: () => {} };
    const goOn = (frames) => {
        for (let i = 0; i < frames; i++) {
            const sums = crowd.step(own, frame, { ...pileSettings, ...callbacks }, { holds, lost });
            assert.deepEqual(other.step(balls, frame, pileSettings), sums);
            assert.equal(holds.array.filter((hold) => hold === 4).length, sums.asleep);
            assert.ok(Math.abs(lost.array.reduce((p, q) => p + q) - sums.lost) < 1e-12);
        }
    };
    goOn(200);
    const size = own.x.array.buffer.byteLength;
    goOn(200);
    assert.equal(own.x.array.buffer.byteLength, size);
    for (const name of Object.keys(balls)) {
        assert.deepEqual(own[name].array, balls[name], name);
    }
    crowd.free();
    other.free();
});

test("callbacks may step other crowds, but not the one that moves", () => {
    const crowd = carom.createCrowd(), other = carom.createCrowd();
    const first = ballsOf([0, 0, 16], [10, 0]), second = ballsOf([0, 0, 8], [4, 0]);
    const told = [];
    const sums = crowd.step(first, 1, {
        onBallImpact: () => told.push(other.step(second, 1, {
            onBallImpact: ({ firstAfter }) => told.push(firstAfter.x),
        }).ballImpacts),
    });
    assert.deepEqual([sums, told, [...second.vx]],
        [{ ...quiet, ballImpacts: 1 }, [0, 1], [0, 8]]);
    const again = () => ballsOf([0, 0, 16], [10, 0]);
    for (const [what, call] of Object.entries({
        step: () => crowd.step(again(), 1), remove: () => crowd.remove(0),
        wake: () => crowd.wake(), save: () => crowd.save(),
        load: () => crowd.load(new Uint8Array(9)), free: () => crowd.free(),
    })) {
        assert.throws(() => crowd.step(again(), 1, { onLeg: call }),
            {
                name: "TypeError",
                message: `${what}() of a crowd was called by a callback of its step()`,
            });
    }
    assert.equal(crowd.step(again(), 1).ballImpacts, 1);
    other.free();
    crowd.free();
});

test("a crowd that was freed, and `using`", () => {
    const crowd = carom.createCrowd();
    assert.equal(Object.prototype.toString.call(crowd), "[object Crowd]");
    crowd.free();
    crowd.free();
    for (const call of [
        () => crowd.step(ballsOf([0, 0]), 1), () => crowd.remove(0), () => crowd.wake(),
        () => crowd.isAsleep(0), () => crowd.save(), () => crowd.load(new Uint8Array(1)),
    ]) {
        assert.throws(call, { name: "CaromError", code: "freed" });
    }
    if (Symbol.dispose) {
        const used = carom.createCrowd();
        used[Symbol.dispose]();
        assert.throws(() => used.save(), { code: "freed" });
    }
});

test("plain balls move as arrays of them do, bit for bit", () => {
    const count = 12;
    const arrays = ballsOf(...Array.from({ length: count }, (_, i) =>
        [1.5 + 2.5 * (i % 3), 2 + 2.5 * Math.floor(i / 3), i % 2, 0]));
    const still = vec2(0, 0), right = vec2(1, 0);
    const list = Array.from({ length: count }, (_, i) => ({
        ...ballAt(arrays, i), velocity: i % 2 === 0 ? still : right, name: `ball ${i}`,
    }));
    const inverseMasses = Array.from({ length: count }, (_, i) => 1 / (1 + (i % 4)));
    const masks = inverseMasses.map((_, i) => (i === 5 ? 2 : ~0));
    const settings = {
        walls: [[0, 0, 8, 0], [0, 0, 0, 99], [8, 0, 8, 99]]
            .map(([ax, ay, bx, by]) => segment(vec2(ax, ay), vec2(bx, by))),
        gravity: vec2(0, -10), response: bounce(0.5, 0.1), ballRestitution: 0.5,
    };
    const own = { inverseMasses, masks, accelerations: { x: inverseMasses, y: inverseMasses } };
    const typed = {
        inverseMasses: Float64Array.from(inverseMasses), masks: Uint32Array.from(masks),
        accelerations: {
            x: Float64Array.from(inverseMasses), y: Float64Array.from(inverseMasses),
        },
    };
    const ofList = carom.createCrowd(), ofArrays = carom.createCrowd();
    const kinds = new Uint8Array(count);
    for (let frame = 0; frame < 90; frame++) {
        assert.deepEqual(ofList.step(list, 1 / 60, { ...settings, ...own }, { kinds }),
            ofArrays.step(arrays, 1 / 60, { ...settings, ...typed }));
    }
    list.forEach(({ center, radius, velocity, name }, i) => {
        assert.deepEqual([center.x, center.y, radius, velocity.x, velocity.y, name],
            [arrays.x[i], arrays.y[i], 1, arrays.vx[i], arrays.vy[i], `ball ${i}`]);
    });
    assert.ok(list.some(({ center }, i) => center.y < 2 && kinds[i] === 1));
    // What the caller had is not written to.
    assert.deepEqual([still, right], [vec2(0, 0), vec2(1, 0)]);
    assert.deepEqual(ofList.save(), ofArrays.save());
    // And without a crowd.
    const { ballRestitution, ...alone } = settings;
    assert.equal(ballRestitution, 0.5);
    assert.deepEqual(carom.moveBatch(list, 1 / 60, alone, kinds),
        carom.moveBatch(arrays, 1 / 60, alone));
    assert.deepEqual(list.map(({ center }) => center.x), [...arrays.x]);
    ofList.free();
    ofArrays.free();
    assert.equal(stepOnce([], 1).moved, 0);
});

test("what is wrong with a plain ball is named, and nothing has moved", () => {
    const ball = () => ({ ...circle(0, 0, 1), velocity: vec2(1, 0) });
    for (const [second, message] of [
        [undefined, /^balls\[1\]: expected \{ center, radius \}, got undefined$/],
        [circle(3, 0, 1), /^balls\[1\]\.velocity: expected \{ x, y \}, got undefined$/],
        [{ x: 3, y: 0, r: 1, vx: 0, vy: 0 }, /^balls\[1\]\.center: expected \{ x, y \}/],
    ]) {
        const list = [ball(), second];
        assert.throws(() => stepOnce(list, 1), { name: "TypeError", message });
        assert.throws(() => carom.moveBatch(list, 1), { name: "TypeError", message });
        assert.deepEqual(list[0], ball());
    }
    for (const settings of [
        { inverseMasses: [1, "2"] }, { accelerations: { x: [0, 0], y: [0] } },
    ]) {
        assert.throws(() => stepOnce([ball(), ball()], 1, settings),
            /^(Type|Range)Error: settings\.(inverseMasses\[1\]|accelerations\.y): expected/);
    }
    assert.throws(() => stepOnce([ball()], 1, { masks: [1.5] }),
        { name: "RangeError", message: "settings.masks[0]: expected 32 bits, got 1.5" });
    // A callback that empties the list: the balls that were in it move.
    const list = [ball()], [kept] = list;
    stepOnce(list, 1, { onMotion: () => { list.length = 0; } });
    assert.deepEqual(kept.center, vec2(1, 0));
});

test("no balls and invalid balls are no errors", () => {
    const none = new Float64Array(0);
    assert.deepEqual(stepOnce({ x: none, y: none, radius: none, vx: none, vy: none }, 1),
        { ...quiet, moved: 0 });
    const balls = ballsOf([NaN, 0], [4, 0, 1]), kinds = new Uint8Array(2);
    assert.deepEqual(stepOnce(balls, 1, {}, { kinds }), { ...quiet, moved: 1, invalid: 1 });
    assert.deepEqual([...kinds, balls.x[1]], [0, 1, 5]);
});

test("responses know which ball it is, and mistakes are named", () => {
    const balls = ballsOf([0, 2], [50, 2, 0, -4]);
    const asked = [];
    stepOnce(balls, 1, {
        walls: [segment(vec2(-9, 0), vec2(99, 0))],
        respond: (contact, ball) => {
            asked.push(ball);
            return stop();
        },
    });
    assert.deepEqual([...new Set(asked)], [1]);
    const few = new Uint32Array(1), mask = { mask: 1 };
    const places = [
        [{ ballRestitution: 2 }, "RangeError", /^settings\.ballRestitution: /],
        [{ ballFriction: -1 }, "RangeError", /^settings\.ballFriction: /],
        [{ maxPasses: -1 }, "RangeError", /^settings\.maxPasses: /],
        [{ inverseMasses: new Float32Array(2) }, "TypeError", /^settings\.inverseMasses: /],
        [{ inverseMasses: [1] }, "RangeError", /^settings\.inverseMasses: /],
        [{ accelerations: [vec2(0, 1)] }, "TypeError", /^settings\.accelerations: /],
        [{ accelerations: { x: column(1, 2) } }, "TypeError", /^settings\.accelerations\.y: /],
        [{ accelerations: { x: column(1), y: column(1) } }, "RangeError",
            /^settings\.accelerations\.x: expected 2 numbers or more, got 1$/],
        [{ categories: few }, "RangeError", /^settings\.categories: /],
        [{ masks: few }, "RangeError", /^settings\.masks: /],
        [{ wallMasks: few }, "RangeError", /^settings\.wallMasks: /],
        [{ wallMasks: new Uint32Array(2), filter: mask }, "TypeError", /^settings\.wallMasks: /],
        [{ wallMasks: new Uint32Array(2), movingFilter: mask }, "TypeError",
            /^settings\.wallMasks: /],
        [{ respondBalls: 1 }, "TypeError", /^settings\.respondBalls: expected a function, got 1$/],
        [{ movingWalls: {} }, "TypeError", /^settings\.movingWalls: /],
        [{ restitution: 1 }, "TypeError", /^settings\.restitution: unknown/],
    ];
    const crowd = carom.createCrowd();
    for (const [settings, name, message] of places) {
        assert.throws(() => crowd.step(balls, 1, settings), { name, message });
    }
    for (const [results, name, message] of [
        [new Uint8Array(2), "TypeError", /^results: expected /],
        [{ kind: new Uint8Array(2) }, "TypeError", /^results\.kind: .*"kinds"\?$/],
        [{ kinds: new Uint8Array(1) }, "RangeError", /^results\.kinds: /],
        [{ lost: new Float32Array(2) }, "TypeError", /^results\.lost: /],
    ]) {
        assert.throws(() => crowd.step(balls, 1, {}, results), { name, message });
    }
    assert.throws(() => crowd.step({ ...balls, stride: 2 }, 1), { name: "RangeError" });
    crowd.free();
});

test("the index of a ball is that of one of the last step", () => {
    const crowd = carom.createCrowd();
    const refused = (count, ...indices) => {
        for (const index of indices) {
            for (const call of ["remove", "isAsleep", "wake"]) {
                const got = typeof index === "string" ? `"${index}"` : String(index);
                assert.throws(() => crowd[call](index), {
                    name: "RangeError",
                    message: `ball: expected the index of one of the ${count} balls of the last ` +
                        `step, got ${got}`,
                });
            }
        }
    };
    refused(0, 0, 2 ** 32 - 1);
    crowd.wake();
    const balls = ballsOf([0, 0], [10, 0], [20, 0], [30, 0]);
    crowd.step({ ...balls, count: 3 }, 1);
    const bytes = crowd.save();
    refused(3, 3, -1, 1.5, NaN, Infinity, "0", null, 2 ** 32, 2 ** 32 - 1, 2 ** 32 + 1);
    assert.throws(() => crowd.isAsleep(), { name: "RangeError", message: /, got undefined$/ });
    assert.throws(() => crowd.remove(), { name: "RangeError", message: /, got undefined$/ });
    assert.equal(crowd.isAsleep(2), false);
    crowd.wake(2);
    crowd.remove(0);
    refused(2, 2);
    crowd.remove(1);
    crowd.remove(0);
    refused(0, 0);
    crowd.step(balls, 1);
    crowd.wake(3);
    refused(4, 4);
    // A refused step and refused bytes change nothing.
    assert.throws(() => crowd.step({ ...balls, count: 2 }, -1), { name: "RangeError" });
    assert.throws(() => crowd.load(bytes.subarray(1)), { code: "not-a-crowd" });
    refused(4, 4);
    // Bytes bring their number of balls, also into a crowd that has made no step.
    const other = carom.createCrowd();
    for (const loaded of [crowd, other]) {
        loaded.load(bytes);
        assert.equal(loaded.isAsleep(2), false);
        assert.throws(() => loaded.isAsleep(3), { name: "RangeError", message: / 3 balls / });
    }
    other.load(carom.createCrowd().save());
    assert.throws(() => other.isAsleep(0), { name: "RangeError", message: / 0 balls / });
    crowd.free();
    other.free();
});
