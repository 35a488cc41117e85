// Scenes that change: every edit, ids, queries against a loop, what is refused. Room: tests of
// bindings.
import assert from "node:assert/strict";
import test from "node:test";

import { CaromError, bounce, circle, load, post, segment, vec2 } from "../carom.js";

const carom = await load();
const withCode = (code) => (error) => error instanceof CaromError && error.code === code;

test("walls come, go and move", () => {
    const scene = carom.createDynamicScene([post(vec2(0, 0), 1), post(vec2(10, 0), 1)]);
    const near = (x) => [...scene.touching(circle(x, 0, 0.5))];
    assert.deepEqual([scene.count, near(0), near(10)], [2, [0], [1]]);
    const id = scene.insert(post(vec2(20, 0), 1));
    assert.equal(id, 2);
    assert.deepEqual([scene.count, near(20)], [3, [2]]);
    scene.move(0, { ...post(vec2(30, 0), 1), category: 6, group: 7, oneSided: true });
    assert.deepEqual([near(0), near(30)], [[], [0]]);
    assert.deepEqual(scene.wall(0), {
        ...post(vec2(30, 0), 1), extent: "segment", category: 6, group: 7, oneSided: true,
    });
    scene.setCategory(2, 8);
    assert.deepEqual([...scene.touching(circle(20, 0, 1), "closed-disc", { mask: 8 })], [2]);
    scene.remove(1);
    assert.deepEqual([scene.has(1), scene.count, [...scene.ids()]], [false, 2, [0, 2]]);
    const again = scene.insert(post(vec2(40, 0), 1));
    assert.deepEqual([again, near(40), scene.id(1), scene.has(1)],
        [2 ** 32 + 1, [1], again, false]);
    assert.deepEqual([...scene.ids()], [0, again, 2]);
    scene.moveMany(Float64Array.of(2, 0), [post(vec2(5, 0), 1), post(vec2(6, 0), 1)]);
    assert.deepEqual(near(5.5), [0, 2]);
    assert.deepEqual(scene.nearest(circle(40, 0, 0.5), 9).map(({ index }) => index), [1, 0, 2]);
    assert.ok(scene.box.max.x >= 41 && scene.box.min.x <= 4);
    scene.free();
    assert.throws(() => scene.insert(post(vec2(0, 0), 1)), withCode("freed"));
});

test("without walls at first", () => {
    const scene = carom.createDynamicScene();
    assert.deepEqual([scene.count, scene.box, scene.ids().length], [0, undefined, 0]);
    assert.equal(scene.insert(segment(vec2(0, 0), vec2(1, 0))), 0);
    assert.equal(scene.touches(circle(0.5, 0, 1)), true);
    scene.free();
});

/** Random numbers from a seed (a linear congruential generator). */
function randomFrom(seed) {
    let state = seed;
    return (most) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return (state / 2 ** 32) * most;
    };
}

test("after many edits the answers are those of a loop", () => {
    const random = randomFrom(11);
    const place = () => vec2(random(100), random(100));
    const someWall = () => {
        const p = place();
        return random(1) < 0.3 ? post(p, random(2))
            : segment(p, vec2(p.x + random(8) - 4, p.y + random(8) - 4));
    };
    const walls = new Map();
    const scene = carom.createDynamicScene();
    for (let edit = 0; edit < 3000; edit++) {
        const ids = [...walls.keys()];
        const chosen = ids[Math.floor(random(ids.length))];
        const what = random(1);
        if (what < 0.5 || ids.length === 0) {
            const wall = someWall();
            walls.set(scene.insert(wall), wall);
        } else if (what < 0.75) {
            scene.remove(chosen);
            walls.delete(chosen);
        } else {
            const wall = someWall();
            scene.move(chosen, wall);
            walls.set(chosen, wall);
        }
        if (edit % 30 === 0) {
            const asked = { center: place(), radius: random(6) };
            const expected = [...walls].filter(([, wall]) => carom.touches(asked, wall))
                .map(([id]) => id % 2 ** 32).sort((p, q) => p - q);
            assert.deepEqual([...scene.touching(asked)], expected);
            assert.equal(scene.count, walls.size);
        }
    }
    const byIndex = (p, q) => p % 2 ** 32 - q % 2 ** 32;
    assert.deepEqual([...scene.ids()], [...walls.keys()].sort(byIndex));
    scene.free();
});

test("ids of removed walls stay invalid", () => {
    const wall = post(vec2(0, 0), 1);
    const scene = carom.createDynamicScene([wall, wall]);
    const refused = { name: "RangeError",
        message: new RegExp("^ids?(\\[0\\])?: expected the id of a wall, got \\d+, " +
            "which was removed or never given$") };
    let id = 1;
    for (let turn = 1; turn < 50; turn++) {
        const before = id;
        scene.remove(id);
        assert.throws(() => scene.remove(before), refused);
        assert.throws(() => scene.id(1), { name: "RangeError", message: /^index: / });
        id = scene.insert(wall);
        assert.equal(id, turn * 2 ** 32 + 1);
        assert.throws(() => scene.move(before, post(vec2(9, 9), 1)), refused);
        assert.throws(() => scene.setCategory(before, 3), refused);
        assert.throws(() => scene.moveMany(Float64Array.of(before), [post(vec2(9, 9), 1)]),
            refused);
        assert.throws(() => scene.remove(id + 2 ** 32), refused);
        assert.deepEqual([scene.count, scene.id(1), scene.wall(1).a.x], [2, id, 0]);
    }
    scene.moveMany(Float64Array.of(id), [post(vec2(9, 9), 1)]);
    assert.equal(scene.wall(1).a.x, 9);
    scene.free();
});

test("balls move among them", () => {
    const scene = carom.createDynamicScene([segment(vec2(-9, 0), vec2(9, 0))]);
    const ball = { ...circle(0, 3, 1), velocity: vec2(0, -4) };
    const settings = { walls: scene, response: bounce() };
    assert.deepEqual(carom.moveBall(ball, 1, settings).ball.velocity, vec2(0, 4));
    scene.remove(0);
    assert.deepEqual(carom.moveBall(ball, 1, settings).ball.center, vec2(0, -1));
    assert.equal(carom.depenetrate(circle(0, 0, 1), scene).overlapped, false);
    scene.free();
});

test("what is no wall, no id or in use is refused", () => {
    const scene = carom.createDynamicScene([post(vec2(0, 0), 1)]);
    const bad = { ...post(vec2(NaN, 0), 1) };
    assert.throws(() => scene.insert(bad), withCode("bad-wall"));
    assert.throws(() => scene.move(0, bad), withCode("bad-wall"));
    assert.throws(() => scene.moveMany(Float64Array.of(0), [bad]),
        (error) => withCode("bad-wall")(error) && error.wall === 0);
    assert.throws(() => carom.createDynamicScene([bad]), withCode("bad-wall"));
    for (const id of [1, -1, 0.5, "0", undefined]) {
        assert.throws(() => scene.wall(id),
            { name: "RangeError", message: /^index: expected the index of a wall/ });
        for (const call of [() => scene.remove(id),
            () => scene.move(id, post(vec2(0, 0), 1)), () => scene.setCategory(id, 1)]) {
            assert.throws(call, { name: "RangeError", message: /^id: expected the id of a wall/ });
        }
        assert.equal(scene.has(id), false);
    }
    const two = [post(vec2(0, 0), 1), post(vec2(0, 0), 1)];
    assert.throws(() => scene.moveMany(Float64Array.of(0, 7), two),
        { name: "RangeError", message:
            "ids[1]: expected the id of a wall, got 7, which was removed or never given" });
    assert.throws(() => scene.moveMany(Float64Array.of(0, 0), two),
        { name: "RangeError", message: "ids: expected each id once" });
    const three = carom.float64(3);
    for (const ids of [Float64Array.of(0), Float64Array.of(0, 1, 2), three]) {
        assert.throws(() => scene.moveMany(ids, two), { name: "RangeError",
            message: `ids: expected as many as walls, 2, got ${ids.length}` });
    }
    three.free();
    assert.throws(() => scene.moveMany([0], two),
        { name: "TypeError", message: /^ids: expected a Float64Array .*, got an array$/ });
    assert.throws(() => scene.moveMany(undefined, [post(vec2(0, 0), 1)]),
        { name: "TypeError", message: /^ids: expected a Float64Array .*, got undefined$/ });
    assert.throws(() => scene.setCategory(0, 0.5), { name: "RangeError", message: /^category/ });
    assert.throws(() => scene.insert({ a: vec2(0, 0) }), { name: "TypeError", message: /wall\.b/ });
    assert.equal(scene.toBytes, undefined);
    const change = { accept: () => scene.insert(post(vec2(5, 5), 1)) >= 0 };
    assert.throws(() => scene.touching(circle(0, 0, 1), "closed-disc", change),
        { name: "TypeError", message: "insert() of a scene was called by a callback" });
    assert.equal(scene.count, 1);
    scene.free();
});
