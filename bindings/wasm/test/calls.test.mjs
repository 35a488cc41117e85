// Calls on plain objects: makers, the shape of every result, words, invalid and wrong input.
// Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import * as api from "../carom.js";

const {
    add, asPost, bounce, boxesOverlap, capsule, circle, cross, dot, left, line, post, ray, scale,
    segment, slide, stop, sub, vec2,
} = api;
const carom = await api.load();
const a = vec2(0, 0), b = vec2(40, 0);
const wall = capsule(a, b, 2);
const ball = circle(10, 6.5, 5);
const plain = { oneSided: false, category: 0, group: 0 };
/** A ball that moves right and up meets one at rest to its right. */
const meet = (settings) => carom.ballsRespond(vec2(4, 3), vec2(0, 0), vec2(-1, 0), settings);

test("vectors and makers", () => {
    assert.deepEqual(add(vec2(1, 2), vec2(3, 5)), { x: 4, y: 7 });
    assert.deepEqual(sub(vec2(1, 2), vec2(3, 5)), { x: -2, y: -3 });
    assert.deepEqual(scale(vec2(1, 2), 3), { x: 3, y: 6 });
    assert.equal(dot(vec2(1, 2), vec2(3, 5)), 13);
    assert.equal(cross(vec2(1, 2), vec2(3, 5)), -1);
    assert.deepEqual(left(vec2(1, 2)), { x: -2, y: 1 });
    assert.deepEqual(ball, { center: { x: 10, y: 6.5 }, radius: 5 });
    assert.deepEqual(segment(a, b), { a, b, radius: 0, extent: "segment", ...plain });
    assert.deepEqual(ray(a, b), { a, b, radius: 0, extent: "ray", ...plain });
    assert.deepEqual(line(a, b), { a, b, radius: 0, extent: "line", ...plain });
    assert.deepEqual(wall, { a, b, radius: 2, extent: "segment", ...plain });
    assert.deepEqual(post(b, 3), { a: b, b, radius: 3, extent: "segment", ...plain });
    assert.deepEqual(stop(), { kind: "stop", restitution: 0, friction: 0 });
    assert.deepEqual(slide(), { kind: "slide", restitution: 0, friction: 0 });
    assert.deepEqual(bounce(), { kind: "bounce", restitution: 1, friction: 0 });
    assert.deepEqual(bounce(0.5, 0.25), { kind: "bounce", restitution: 0.5, friction: 0.25 });
    const box = (x, y) => ({ min: vec2(x, y), max: vec2(x + 1, y + 1) });
    assert.equal(boxesOverlap(box(0, 0), box(1, 1)), true);
    assert.equal(boxesOverlap(box(0, 0), box(1.5, 1)), false);
    assert.equal(boxesOverlap(box(0, 0), box(NaN, 1)), false);
});

test("relation", () => {
    assert.equal(carom.relate(ball, wall), "crossing");
    assert.equal(carom.relate(circle(10, 7, 5), wall), "touching");
    assert.equal(carom.relate(circle(10, 8, 5), wall), "separate");
    assert.equal(carom.relate(circle(20, 0, 22), wall), "inside-touching");
    assert.equal(carom.relate(circle(20, 0, 30), wall), "inside");
    assert.equal(carom.relate(circle(NaN, 0, 30), wall), "invalid");
    assert.equal(carom.touches(circle(10, 7, 5), wall), true);
    assert.equal(carom.touches(circle(10, 7, 5), wall, "open-disc"), false);
    assert.equal(carom.touches(circle(20, 0, 30), wall, "ring"), false);
    assert.equal(carom.within(circle(10, 8, 5), wall, 1), true);
    assert.equal(carom.within(circle(10, 8, 5), wall, 0.999), false);
    assert.equal(carom.wallSide(wall, vec2(0, 1)), 1);
    assert.equal(carom.wallSide(wall, vec2(0, -1)), -1);
    assert.equal(carom.wallSide(wall, vec2(5, 0)), 0);
    assert.equal(carom.compareDistance(circle(0, 5, 1), wall, segment(a, b)), -1);
    assert.equal(carom.circleIsValid(circle(0, 0, -1)), false);
    assert.equal(carom.wallIsValid({ a, b, radius: Infinity }), false);
    assert.equal(carom.responseIsValid({ ...bounce(), restitution: 2 }), false);
    assert.equal(carom.responseIsValid(slide()), true);
});

test("touches by each rule is what a batch says, which asks the library by the rule", () => {
    const centers = [-1, 0, 1, 3].flatMap((x) => [0, 1, 2].map((y) => vec2(x, y)));
    const circles = [...centers.flatMap((center) => [0, 1, 2, 5, -1, NaN].map((radius) =>
        ({ center, radius }))), circle(NaN, 0, 1), circle(1e300, 0, 1e300)];
    const ends = [vec2(0, 0), vec2(2, 0), vec2(1, 1)];
    const walls = ends.flatMap((p) => ends.flatMap((q) => [0, 1, -1].flatMap((radius) =>
        ["segment", "ray", "line"].map((extent) => ({ a: p, b: q, radius, extent })))));
    for (const rule of ["closed-disc", "open-disc", "ring"]) {
        let count = 0;
        for (const c of circles) {
            const { verdicts } = carom.batchWalls(c, walls, rule);
            assert.deepEqual(walls.map((w) => carom.touches(c, w, rule)),
                [...verdicts].map((verdict) => verdict === 1));
            assert.equal(carom.touchesCircle(c, circle(1, 1, 1), rule),
                carom.batchWalls(c, [post(vec2(1, 1), 1)], rule).count === 1);
            count += verdicts.reduce((sum, verdict) => sum + verdict, 0);
        }
        assert.ok(count > 1000 && count < circles.length * walls.length - 1000, `${count}`);
    }
    for (const c of circles) {
        assert.equal(carom.touches(c, walls[4]), carom.touches(c, walls[4], "closed-disc"));
    }
    for (const rule of ["disc", "Ring", null, 0, "toString"]) {
        assert.throws(() => carom.touches(ball, wall, rule), { name: "TypeError",
            message: /^rule: expected closed-disc, open-disc, ring, got / });
    }
});

test("a wall's radius and extent may be left out", () => {
    const c = circle(50, 1, 1);
    assert.deepEqual(carom.contact(c, { a, b }), carom.contact(c, segment(a, b)));
});

test("contact", () => {
    assert.deepEqual(carom.contact(ball, wall), {
        relation: "crossing", feature: "side", along: 0.25, point: vec2(10, 2), normal: vec2(0, 1),
        depth: 0.5,
    });
    assert.equal(carom.contact(circle(NaN, 0, 1), wall).feature, "none");
    assert.equal(carom.distance(circle(10, 8, 5), wall), 1);
    assert.deepEqual(carom.crossings(circle(10, 0, 5), wall),
        [{ along: 0.125, point: vec2(5, 0) }, { along: 0.375, point: vec2(15, 0) }]);
    assert.deepEqual(carom.crossings(circle(10, 6, 5), wall), []);
    assert.deepEqual(carom.pushOut(ball, wall), { relation: "touching", center: vec2(10, 7) });
});

test("sweep and response", () => {
    const sweep = carom.sweep(circle(10, 27, 5), vec2(20, -40), wall);
    assert.deepEqual(sweep, {
        kind: "hit", feature: "side", t: 0.5, center: vec2(20, 7), point: vec2(20, 2),
        normal: vec2(0, 1),
    });
    assert.deepEqual(carom.sweepTo(circle(10, 27, 5), vec2(30, -13), wall), sweep);
    assert.equal(carom.sweep(circle(10, 27, 5), vec2(20, 1), wall).kind, "miss");
    assert.equal(
        carom.compareTimeOfImpact(circle(10, 27, 5), vec2(20, -40), wall, segment(a, b)), -1);
    assert.equal(carom.pathIsClear(circle(10, 27, 5), vec2(10, 7), wall), true);
    assert.equal(carom.pathIsClear(circle(10, 27, 5), vec2(10, 6.9), wall), false);
    assert.deepEqual(carom.reflectVelocity(vec2(1, -1), vec2(0, 1)), vec2(1, 1));
    assert.deepEqual(carom.respond(vec2(1, -1), vec2(0, 1), slide()), vec2(1, 0));
    assert.deepEqual(meet(), { first: vec2(0, 3), second: vec2(4, 0) });
    assert.deepEqual(meet({ restitution: 0 }), { first: vec2(2, 3), second: vec2(2, 0) });
    assert.deepEqual(meet({ friction: 0.5 }), { first: vec2(0, 1.5), second: vec2(4, 1.5) });
    assert.deepEqual(meet({ inverseMasses: [1, 0] }), { first: vec2(-4, 3), second: vec2(0, 0) });
    for (const settings of [
        { restitution: 1.5 }, { friction: -1 }, { inverseMasses: [-1, 1] },
    ]) {
        assert.throws(() => meet(settings), RangeError);
    }
    assert.deepEqual(carom.reflect(circle(10, 27, 5), vec2(20, -40), wall),
        { sweep, end: vec2(30, 27), move: vec2(20, 40) });
    const box = carom.wallBox(wall);
    assert.ok(box.min.x <= -2 && box.min.x > -2.001 && box.max.y >= 2 && box.max.y < 2.001);
    const path = carom.pathBox({ from: a, to: b, radius: 1 });
    assert.ok(path.min.x <= -1 && path.max.x >= 41);
});

test("signed distance, passage, cast", () => {
    assert.equal(carom.signedDistance(ball, wall), -0.5);
    assert.equal(carom.signedDistance(circle(10, 7, 5), wall), 0);
    assert.equal(carom.signedDistance(circle(10, 9, 5), wall), 2);

    const down = carom.passage(circle(10, 27, 5), vec2(0, -68), wall);
    assert.deepEqual(down.entry, carom.sweep(circle(10, 27, 5), vec2(0, -68), wall));
    assert.deepEqual(down.exit, {
        t: 0.5, feature: "side", center: vec2(10, -7), point: vec2(10, -2), normal: vec2(0, -1),
    });
    assert.equal(carom.passage(circle(10, 27, 5), vec2(0, -20), wall).exit, null);
    assert.equal(carom.passage(circle(10, 27, 5), vec2(0, 20), wall).exit, null);

    assert.deepEqual(carom.vectorAlong(vec2(3, 4), 10), vec2(6, 8));
    const cast = carom.cast(circle(10, 27, 5), vec2(3, -4), 50, wall);
    assert.equal(cast.distance, 25);
    assert.deepEqual(cast.sweep, carom.sweep(circle(10, 27, 5), vec2(30, -40), wall));
    assert.equal(carom.cast(ball, vec2(0, 0), 1, wall).sweep.kind, "invalid");
});

test("circle against circle", () => {
    const other = circle(3, 4, 2), at = (radius) => circle(0, 0, radius);
    assert.deepEqual([2, 3, 4, 7, 8].map((radius) => carom.relate(at(radius), asPost(other))),
        ["separate", "touching", "crossing", "inside-touching", "inside"]);
    assert.equal(carom.touchesCircle(at(3), other), true);
    assert.equal(carom.touchesCircle(at(3), other, "open-disc"), false);
    assert.equal(carom.within(at(1), asPost(other), 2), true);
    assert.equal(carom.within(at(1), asPost(other), 1.75), false);
    assert.equal(carom.distance(at(1), asPost(other)), 2);
    assert.deepEqual(carom.contact(circle(3, 8, 3), asPost(other)), {
        relation: "crossing", feature: "a", along: 0, point: vec2(3, 6), normal: vec2(0, 1),
        depth: 1,
    });
    const sweep = carom.sweep(circle(3, 10, 2), vec2(0, -4), asPost(other));
    assert.deepEqual([sweep.kind, sweep.t, sweep.center], ["hit", 0.5, vec2(3, 8)]);
    assert.equal(carom.pathIsClear(circle(3, 10, 2), vec2(3, 8), asPost(other)), true);
    assert.equal(carom.pathIsClear(circle(3, 10, 2), vec2(3, 0), asPost(other)), false);
    assert.throws(() => asPost({ center: vec2(0, 0) }),
        { name: "TypeError", message: "circle.radius: expected a number, got undefined" });
    assert.throws(() => carom.touchesCircle(at(1), { center: vec2(0, 0) }),
        { name: "TypeError", message: "other.radius: expected a number, got undefined" });
});

test("a ball through a frame", () => {
    const walls = [wall];
    const moved = carom.moveBall({ ...circle(10, 27, 5), velocity: vec2(20, -40) }, 1, { walls });
    assert.equal(moved.kind, "moved");
    assert.deepEqual(moved.ball, { center: vec2(30, 27), radius: 5, velocity: vec2(20, 40) });
    assert.equal(moved.contacts, 1);
    assert.equal(moved.lost, 0);
    assert.equal(moved.clamped, false);
    assert.deepEqual(moved.impacts, [{
        time: 0.5, id: { index: 0, isMoving: false }, category: 0, feature: "side",
        center: vec2(20, 7), point: vec2(20, 2), normal: vec2(0, 1),
        before: vec2(20, -40), after: vec2(20, 40),
        wallVelocity: vec2(0, 0),
    }]);
    assert.deepEqual(moved.positions, [vec2(20, 7), vec2(30, 27)]);
    assert.deepEqual(moved.legs, [
        { from: vec2(10, 27), to: vec2(20, 7), start: 0, end: 0.5 },
        { from: vec2(20, 7), to: vec2(30, 27), start: 0.5, end: 1 },
    ]);
    assert.deepEqual([moved.overlapped, moved.freed, moved.crushed], [null, null, null]);

    const freed = carom.moveBall({ ...ball, velocity: vec2(0, 0) }, 1, { walls });
    assert.equal(freed.kind, "freed");
    assert.deepEqual(freed.overlapped, { index: 0, isMoving: false });
    assert.deepEqual(freed.freed, vec2(10, 7));
    assert.deepEqual(carom.depenetrate(ball, walls),
        { found: true, overlapped: true, wall: 0, center: vec2(10, 7) });
    assert.equal(carom.moveBall({ ...ball, velocity: vec2(1, 2) }, 1).ball.center.y, 8.5);

    // From its right to its left a one-sided wall lets balls through.
    const below = { ...circle(10, -20, 5), velocity: vec2(0, 60) };
    const gate = { ...wall, oneSided: true };
    assert.equal(carom.moveBall(below, 1, { walls: [gate] }).ball.center.y, 40);
    assert.equal(carom.moveBall(below, 1, { walls: [wall] }).contacts, 1);
    const { ball: dropped } = carom.moveBall({ ...circle(0, 100, 1), velocity: vec2(0, 0) }, 2,
        { walls, gravity: vec2(0, -1), response: stop(), maxContacts: 3 });
    assert.equal(dropped.velocity.y, -2);
});

test("what is no number is a TypeError that names the place", () => {
    const places = [
        [() => carom.relate(undefined, wall),
            /circle: expected \{ center, radius \}, got undefined/],
        [() => carom.relate({ center: { x: "1", y: 0 }, radius: 1 }, wall), /circle\.center\.x/],
        [() => carom.relate({ center: vec2(0, 0) }, wall), /circle\.radius/],
        [() => carom.relate({ radius: 1 }, wall), /circle\.center/],
        [() => carom.relate(ball, null), /wall: expected/],
        [() => carom.relate(ball, { a, b: { x: 0 } }), /wall\.b\.y/],
        [() => carom.relate(ball, { a, b, radius: "2" }), /wall\.radius/],
        [() => carom.relate(ball, { a, b, extent: "edge" }), /wall\.extent: .*segment.*"edge"/],
        [() => carom.touches(ball, wall, "disc"), /rule: .*closed-disc.*"disc"/],
        [() => carom.within(ball, wall), /gap/],
        [() => carom.sweep(ball, undefined, wall), /move/],
        [() => carom.sweepTo(ball, 3, wall), /to: /],
        [() => carom.compareDistance(ball, wall, {}), /second\.a/],
        [() => carom.respond(vec2(0, 0), vec2(0, 1), { kind: "hop" }), /response\.kind/],
        [() => carom.reflectVelocity(vec2(0, 0)), /normal/],
        [() => carom.ballsRespond(vec2(0, 0), undefined, vec2(0, 1)), /^second: /],
        [() => carom.ballsRespond(vec2(0, 0), vec2(0, 0)), /^normal: /],
        [() => meet({ inverseMasses: 1 }), /^settings\.inverseMasses: expected an array of two/],
        [() => meet({ inverseMasses: [1] }), /^settings\.inverseMasses\[1\]: expected a number/],
        [() => meet({ restitutoin: 1 }), /did you mean "restitution"\?$/],
        [() => carom.pathBox({ from: a, to: b }), /path\.radius/],
        [() => carom.pathBox(undefined), /path/],
        [() => carom.moveBall(ball, 1), /ball\.velocity/],
        [() => carom.moveBall({ ...ball, velocity: a }, "1"), /time/],
        [() => carom.moveBall({ ...ball, velocity: a }, 1, { walls: [wall, 7] }), /walls\[1\]/],
        [() => carom.moveBall({ ...ball, velocity: a }, 1, { gravity: 9.81 }), /gravity/],
        [() => carom.moveBall({ ...ball, velocity: a }, 1, 7), /settings/],
    ];
    for (const [call, message] of places) {
        assert.throws(call, { name: "TypeError", message });
    }
    assert.throws(() => carom.moveBall({ ...ball, velocity: a }, 1, { maxContacts: -1 }),
        { name: "RangeError", message: /maxContacts/ });
});

test("a chain has a segment from each point to the next", () => {
    const { chain } = api;
    const points = [vec2(0, 0), vec2(3, 0), vec2(3, 4)];
    const open = [segment(points[0], points[1]), segment(points[1], points[2])];
    assert.deepEqual(chain(points), open);
    assert.deepEqual(chain(points, false), open);
    const closed = [...open, segment(points[2], points[0])];
    assert.deepEqual(chain(points, true), closed);
    // A ring that repeats its first point.
    assert.deepEqual(chain([...points, vec2(0, 0)], true), closed);
    assert.equal(chain(points.slice(0, 2), true).length, 2);
    for (const few of [[], [a]]) {
        assert.throws(() => chain(few), {
            name: "RangeError", message: `points: expected 2 or more, got ${few.length}`,
        });
    }
});

test("makers and vectors refuse what is no number or no vector, and name it", () => {
    const number = /^\w+: expected a number, got /, vector = /^\w+: expected \{ x, y \}, got /;
    const box = { min: a, max: b };
    const {
        chain, moving, movingWallAt, movingWallTo, movingWallTurning, turnInSteps, turningFrames,
    } = api;
    const message = (call) => {
        try {
            return `returned ${JSON.stringify(call())}`;
        } catch (error) {
            return `${error.name}: ${error.message}`;
        }
    };
    assert.equal(message(() => segment(0, 0, 4, 0)), "TypeError: a: expected { x, y }, got 0");
    assert.equal(message(() => circle({ x: 1, y: 2 }, 3)),
        "TypeError: x: expected a number, got an object");
    // Each maker, its right arguments, and what each of them is.
    const makers = [
        [vec2, [1, 2], [number, number]],
        [add, [a, b], [vector, vector]],
        [sub, [a, b], [vector, vector]],
        [scale, [a, 2], [vector, number]],
        [dot, [a, b], [vector, vector]],
        [cross, [a, b], [vector, vector]],
        [left, [a], [vector]],
        [circle, [1, 2, 3], [number, number, number]],
        [segment, [a, b], [vector, vector]],
        [ray, [a, b], [vector, vector]],
        [line, [a, b], [vector, vector]],
        [capsule, [a, b, 1], [vector, vector, number]],
        [post, [a, 1], [vector, number]],
        [chain, [[a, b, a], true],
            [/^points: expected an array of \{ x, y \}, got /, /^closed: expected true or false/]],
        [asPost, [ball], [/^circle: expected \{ center, radius \}, got /]],
        [moving, [wall, a, b], [/^wall: expected \{ a, b \}/, vector, vector]],
        [movingWallTo, [wall, a, b], [/^wall: expected \{ a, b \}/, vector, vector]],
        [movingWallTurning, [wall, a, b], [/^wall: expected \{ a, b \}/, vector, vector]],
        [movingWallAt, [moving(wall, a), 1], [/^wall: expected \{ a, b \}/, number]],
        [turnInSteps, [wall, a, 1], [/^wall: expected \{ a, b \}/, vector, number]],
        [turningFrames, [1, 2, 3], [number, number, number]],
        [bounce, [1, 0], [number, number]],
        [boxesOverlap, [box, box], [/^p: expected \{ min, max \}/, /^q: expected \{ min, max \}/]],
    ];
    for (const [make, right, messages] of makers) {
        make(...right);
        messages.forEach((expected, i) => {
            // null and not undefined: that may stand for what is left out.
            for (const wrong of [null, "1", 1n]) {
                const given = right.map((argument, k) => (k === i ? wrong : argument));
                assert.throws(() => make(...given), { name: "TypeError", message: expected },
                    `${make.name}, argument ${i}, ${wrong}`);
            }
        });
    }
    // All that is exported is in the table, but for what takes nothing, or is no maker.
    const others = [
        "CaromError", "compile", "hasSimd", "load", "pass", "slide", "stop",
    ];
    assert.deepEqual([...makers.map(([make]) => make.name), ...others].sort(),
        Object.keys(api).sort());
    // One half of a vector, of a box, of a circle.
    assert.throws(() => segment(a, { x: 1 }), { message: "b.y: expected a number, got undefined" });
    assert.throws(() => boxesOverlap({ min: a }, box), { message: /^p\.max: / });
    assert.throws(() => circle(1, 2), { message: "radius: expected a number, got undefined" });
    assert.throws(() => chain([a, { x: 1 }]), { message: /^points\[1\]\.y: expected a number/ });
    // Array.map hands over more arguments.
    assert.throws(() => [ball, {}].map(asPost), { message: /^circle\.center: / });
    // NaN is a number, and a negative radius is one: calls answer about them.
    assert.equal(carom.relate(circle(NaN, 0, 1), wall), "invalid");
    assert.equal(carom.relate(ball, capsule(a, b, -1)), "invalid");
});

test("a time that is negative or not finite is a RangeError", () => {
    const x = Float64Array.of(0), y = x.slice(), vx = x.slice(), vy = x.slice();
    const columns = { x, y, radius: Float64Array.of(1), vx, vy };
    const crowd = carom.createCrowd();
    for (const time of [-1, NaN, Infinity, -1e-300]) {
        const refused = {
            name: "RangeError", message: `time: expected a finite number >= 0, got ${time}`,
        };
        assert.throws(() => carom.moveBall({ ...ball, velocity: a }, time), refused);
        assert.throws(() => carom.moveBatch(columns, time), refused);
        assert.throws(() => carom.moveCharacter({ ...ball, velocity: a }, time), refused);
        assert.throws(() => crowd.step(columns, time), refused);
    }
    assert.equal(carom.moveBall({ ...ball, velocity: a }, 0).kind, "moved");
    assert.equal(carom.moveBall({ ...ball, velocity: a }, -0).kind, "moved");
    crowd.free();
});

test("NaN, infinity and negative radii are answers of geometry, not exceptions", () => {
    for (const x of [NaN, Infinity, -Infinity]) {
        assert.equal(carom.relate(circle(x, 0, 1), wall), "invalid");
        assert.equal(carom.sweep(ball, vec2(x, 0), wall).kind, "invalid");
        assert.equal(carom.moveBall({ ...ball, velocity: vec2(x, 0) }, 1).kind, "invalid");
        assert.equal(carom.wallSide(wall, vec2(x, 0)), 0);
    }
    assert.equal(carom.relate(circle(0, 0, -1), wall), "invalid");
});

test("a wall that is not valid is refused by moves, which would pass it", () => {
    const crowd = carom.createCrowd();
    const moved = { ...circle(0, 9, 1), velocity: vec2(0, -40) };
    const words = "a wall that is not valid: its numbers must be finite and its radius >= 0";
    const refused = (name) => ({ name: "CaromError", code: "bad-wall", wall: 1,
        message: `${name}[1]: ${words}` });
    const moves = [
        (settings) => carom.moveBall(moved, 1, settings),
        (settings) => carom.moveBatch([{ ...moved }], 1, settings),
        (settings) => crowd.step([{ ...moved }], 1, settings),
        (settings) => carom.moveCharacter(moved, 1, settings),
    ];
    const xs = (...values) => Float64Array.from(values);
    const columns = { ax: xs(-5, -5), ay: xs(0, 0), bx: xs(5, 5), by: xs(0, 0) };
    const lists = [
        [{ ...columns, by: xs(0, NaN) }], [{ ...columns, radius: xs(0, -1) }],
        [{ ...columns, extent: Uint8Array.of(2, 3) }],
        [{ ax: Float32Array.of(0, NaN), ay: new Float32Array(2), bx: new Float32Array(2),
            by: new Float32Array(2) }],
        ...[NaN, Infinity, -Infinity].flatMap((x) => ["x", "y"].flatMap((axis) => [
            [[wall, { ...wall, a: { ...a, [axis]: x } }]],
            [[wall, { ...wall, b: { ...b, [axis]: x } }]],
        ])),
        ...[NaN, Infinity, -1, -5e-324].map((radius) => [[wall, { ...wall, radius }]]),
    ];
    for (const [walls] of lists) {
        // The same walls that a scene refuses.
        assert.throws(() => carom.createScene(walls), { code: "bad-wall", wall: 1 });
        for (const move of moves) {
            assert.throws(() => move({ walls }), refused("settings.walls"));
        }
        assert.throws(() => carom.depenetrate(moved, walls), refused("walls"));
    }
    const huge = Number.MAX_VALUE;
    for (const walls of [
        [{ a: vec2(huge, huge), b: vec2(huge, -huge), radius: -0 }], [line(a, a)], [ray(a, b)], [],
        { ...columns, extent: Uint8Array.of(1, 2) },
    ]) {
        carom.createScene(walls).free();
        moves.forEach((move) => move({ walls }));
    }
    crowd.free();
});

test("a moving wall that is not valid is refused by moves, which would pass it", () => {
    const { moving, movingWallTurning, turnInSteps } = api;
    const crowd = carom.createCrowd();
    const moved = { ...circle(0, 90, 1), velocity: vec2(0, 0) };
    const moves = [
        (settings) => carom.moveBall(moved, 1, settings),
        (settings) => carom.moveBatch([{ ...moved }], 1, settings),
        (settings) => crowd.step([{ ...moved }], 1, settings),
        (settings) => carom.moveCharacter(moved, 1, settings),
    ];
    const up = vec2(0, 1), still = moving(wall, a), huge = Number.MAX_VALUE;
    const bad = [
        moving(segment(a, vec2(5, NaN)), up), moving(wall, vec2(NaN, 0)),
        moving(wall, up, vec2(0, Infinity)), moving({ ...wall, radius: -1 }, up),
        moving({ ...wall, radius: Infinity }, up), moving({ ...wall, radius: NaN }, up),
        moving(line(a, b), up, vec2(0, 2)), moving(ray(a, b), vec2(1, 0), up),
        moving(segment(a, vec2(huge, 0)), vec2(huge, 0)),
    ];
    for (const wrong of bad) {
        // Its box is no box where it ends beyond the range of numbers, too.
        assert.ok(Number.isNaN(carom.movingWallBox(wrong).min.x));
        for (const move of moves) {
            assert.throws(() => move({ movingWalls: [still, wrong] }), {
                name: "CaromError", code: "bad-wall", wall: 1,
                message: /^settings\.movingWalls\[1\]: a moving wall that is not valid: its /,
            });
        }
    }
    const right = [
        moving(line(a, b), up), moving(ray(a, b), vec2(0, -0), vec2(-0, 0)),
        moving(segment(a, vec2(huge, 0)), vec2(-huge, 0)), moving({ a, b }, up, vec2(0, 2)),
    ];
    for (const wall of right) {
        assert.equal(Number.isNaN(carom.movingWallBox(wall).min.x), false);
        moves.forEach((move) => move({ movingWalls: [wall] }));
    }
    crowd.free();
    for (const extent of ["ray", "line"]) {
        const refused = { name: "TypeError", message:
            `wall.extent: expected "segment", the only walls that can turn, got "${extent}"` };
        const turning = { ...segment(a, b), extent };
        // As in C, where it is no valid moving wall, which moves refuse.
        assert.ok(!carom.movingWallIsValid(movingWallTurning(turning, a, vec2(0, 1))));
        assert.throws(() => turnInSteps(turning, a, 1), refused);
    }
});
