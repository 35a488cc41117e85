// A callback that throws: the call throws the same, and all is as if it had not been called.
// Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import { bounce, circle, load, moving, segment, vec2 } from "../carom.js";

const carom = await load();
const columns = ["x", "y", "radius", "vx", "vy"];
const count = 8;

/** Balls that meet each other, the walls and the moving wall in a frame. */
const start = {
    x: Float64Array.from({ length: count }, (_, i) => 2 + 3 * (i % 4)),
    y: Float64Array.from({ length: count }, (_, i) => 2 + 3 * Math.floor(i / 4)),
    radius: new Float64Array(count).fill(1),
    vx: Float64Array.from({ length: count }, (_, i) => 20 * Math.cos(i)),
    vy: Float64Array.from({ length: count }, (_, i) => 20 * Math.sin(i)),
};
const corners = [vec2(0, 0), vec2(14, 0), vec2(14, 14), vec2(0, 14)];
const settings = {
    walls: corners.map((p, i) => segment(p, corners[(i + 1) % 4])),
    movingWalls: [moving(segment(vec2(0, 3.5), vec2(14, 3.5)), vec2(0, -0.25))],
    gravity: vec2(0, -10),
};
const frame = 1 / 4;

/** The same balls in each form that calls take: what is handed over, and what it holds now. */
const forms = {
    "arrays of the page": () => {
        const balls = Object.fromEntries(columns.map((name) => [name, start[name].slice()]));
        return { balls, now: () => columns.map((name) => [...balls[name]]) };
    },
    "arrays of the module": () => {
        const balls = Object.fromEntries(columns.map((name) => {
            const own = carom.float64(count);
            own.array.set(start[name]);
            return [name, own];
        }));
        return { balls, now: () => columns.map((name) => [...balls[name].array]) };
    },
    "a list of balls": () => {
        const balls = Array.from({ length: count }, (_, i) => ({
            ...circle(start.x[i], start.y[i], start.radius[i]),
            velocity: vec2(start.vx[i], start.vy[i]),
        }));
        const numbers = ({ center, radius, velocity }) =>
            [center.x, center.y, radius, velocity.x, velocity.y];
        return { balls, now: () => columns.map((_, k) => balls.map((ball) => numbers(ball)[k])) };
    },
};

/** Arrays for results, in the page or in the module, each with something in it. */
const resultsIn = {
    page: () => ({
        kinds: new Uint8Array(count).fill(9), holds: new Uint8Array(count).fill(9),
        lost: new Float64Array(count).fill(9),
    }),
    module: () => {
        const own = {
            kinds: carom.uint8(count), holds: carom.uint8(count), lost: carom.float64(count),
        };
        Object.values(own).forEach(({ array }) => array.fill(9));
        return own;
    },
};
const valuesOf = (results) => Object.values(results).map((array) => [...(array.array ?? array)]);

const asked = {
    respond: (fail) => ({ respond: fail }),
    "filter.accept": (fail) => ({ filter: { accept: fail } }),
    "movingFilter.accept": (fail) => ({ movingFilter: { accept: fail } }),
};
const reported = (...names) =>
    Object.fromEntries(names.map((name) => [name, (fail) => ({ [name]: fail })]));
const callbacksOf = {
    batch: { ...asked, ...reported("onImpact", "onLeg", "onMotion") },
    crowd: {
        ...asked,
        ...reported("onImpact", "onLeg", "onMotion", "onBallImpact", "onTouch", "respondBalls"),
    },
};
const answers = { respond: () => bounce(), respondBalls: () => bounce() };

const grown = [];

/** A callback that throws when it is called for the nth time, after it has grown the memory. */
function failingAt(nth, name) {
    let calls = 0;
    return () => {
        calls++;
        if (calls === nth) {
            grown.push(carom.float64(100000));
            throw new Error(`call ${nth} of ${name}`);
        }
        return answers[name]?.() ?? true;
    };
}

/** Calls for each callback and for some of the calls of it in which it throws. */
function forEachFailure(callbacks, call) {
    for (const [name, setting] of Object.entries(callbacks)) {
        for (const nth of [1, 2, 4]) {
            const failing = { ...settings, ...setting(failingAt(nth, name)) };
            assert.throws(() => call(failing), { message: `call ${nth} of ${name}` });
            grown.splice(0).forEach((array) => array.free());
        }
    }
}

for (const [form, make] of Object.entries(forms)) {
    test(`moveBatch, ${form}: a callback that throws leaves all as it was`, () => {
        for (const { kinds } of Object.values(resultsIn).map((results) => results())) {
            const { balls, now } = make(), before = now();
            forEachFailure(callbacksOf.batch, (failing) => {
                try {
                    carom.moveBatch(balls, frame, failing, kinds);
                } finally {
                    assert.deepEqual(now(), before);
                    assert.deepEqual(valuesOf({ kinds }), [Array(count).fill(9)]);
                }
            });
            // Nothing is left of it in the module: the next frame is that of balls never tried.
            const other = make();
            const kindsOfOther = new Uint8Array(count);
            assert.deepEqual(carom.moveBatch(balls, frame, settings, kinds),
                carom.moveBatch(other.balls, frame, settings, kindsOfOther));
            assert.deepEqual([now(), ...valuesOf({ kinds })], [other.now(), [...kindsOfOther]]);
            assert.notDeepEqual(now(), before);
        }
    });

    test(`a crowd, ${form}: a callback that throws leaves all as it was`, () => {
        for (const results of Object.values(resultsIn).map((make) => make())) {
            const crowd = carom.createCrowd(), never = carom.createCrowd();
            const { balls, now } = make(), other = make();
            // In the first step the crowd remembers nothing, in later ones it does.
            for (let step = 0; step < 3; step++) {
                const before = now(), bytes = crowd.save(), told = valuesOf(results);
                forEachFailure(callbacksOf.crowd, (failing) => {
                    try {
                        crowd.step(balls, frame, failing, results);
                    } finally {
                        assert.deepEqual(now(), before);
                        assert.deepEqual(crowd.save(), bytes);
                        assert.deepEqual(valuesOf(results), told);
                    }
                });
                const resultsOfOther = resultsIn.page();
                assert.deepEqual(crowd.step(balls, frame, settings, results),
                    never.step(other.balls, frame, settings, resultsOfOther));
                assert.deepEqual(now(), other.now());
                assert.deepEqual(valuesOf(results), valuesOf(resultsOfOther));
                assert.deepEqual(crowd.save(), never.save());
            }
            crowd.free();
            never.free();
        }
    });
}

test("a crowd of another number of balls than before is as before, too", () => {
    const crowd = carom.createCrowd();
    const { balls } = forms["a list of balls"](), few = balls.slice(0, 3);
    crowd.step(few, frame, settings);
    const bytes = crowd.save();
    const onMotion = () => {
        throw new Error("mine");
    };
    assert.throws(() => crowd.step([...few, ...balls.slice(3)], frame, { ...settings, onMotion }),
        { message: "mine" });
    assert.deepEqual(crowd.save(), bytes);
    assert.throws(() => crowd.isAsleep(3), { name: "RangeError" });
    crowd.free();
});

test("moveBall and moveCharacter change nothing of the caller's, whatever is thrown", () => {
    const ball = () => ({ ...circle(7, 7, 1), velocity: vec2(30, -40) });
    for (const [call, callbacks] of [
        [carom.moveBall, asked],
        [carom.moveCharacter, {
            "filter.accept": asked["filter.accept"],
            "movingFilter.accept": asked["movingFilter.accept"],
        }],
    ]) {
        const given = ball();
        for (const [name, setting] of Object.entries(callbacks)) {
            const failing = { ...settings, ...setting(failingAt(1, name)) };
            assert.throws(() => call(given, 1, failing), { message: `call 1 of ${name}` });
            assert.deepEqual(given, ball());
        }
        assert.deepEqual(call(given, 1, settings), call(ball(), 1, settings));
    }
});

test("what a callback has done by calls of its own stays done", () => {
    const crowd = carom.createCrowd(), other = carom.createCrowd();
    const { balls } = forms["a list of balls"](), inner = forms["a list of balls"]();
    assert.throws(() => crowd.step(balls, frame, { ...settings, onMotion() {
        other.step(inner.balls, frame, settings);
        throw new Error("mine");
    } }), { message: "mine" });
    const alone = forms["a list of balls"]();
    carom.createCrowd().step(alone.balls, frame, settings);
    assert.deepEqual(inner.now(), alone.now());
    crowd.free();
    other.free();
});

test("callbacks that do not throw change nothing", () => {
    const quiet = Object.fromEntries(["onImpact", "onLeg", "onMotion"].map((n) => [n, () => {}]));
    for (const make of Object.values(forms)) {
        const { balls, now } = make(), other = make();
        carom.moveBatch(balls, frame, settings);
        carom.moveBatch(other.balls, frame, { ...settings, ...quiet });
        assert.deepEqual(now(), other.now());
    }
});
