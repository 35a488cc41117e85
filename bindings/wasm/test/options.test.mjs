// What callers hand over by mistake: misspelt options, numbers out of range, arrays of two kinds.
// Each is refused by name. A miss is null. Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import {
    bounce, boxesOverlap, capsule, chain, circle, compile, load, moving, post, segment, slide, vec2,
} from "../carom.js";
import { loadClassic } from "../classic.js";

const carom = await load();
const a = vec2(0, 0), b = vec2(40, 0);
const wall = capsule(a, b, 2);
const ball = { ...circle(10, 27, 5), velocity: vec2(20, -40) };
const x = Float64Array.of(1, 2, 3), floats = Float32Array.of(1, 2, 3);
const columns = { ax: x, ay: x, bx: x, by: x };
const [y, radius, vx, vy] = [x, x, x, x].map((array) => array.slice());
const balls = { x, y, radius, vx, vy };

/** Each call throws an error of that name with that message, word for word. */
function assertRefused(cases) {
    for (const [call, name, message] of cases) {
        assert.throws(call, { name, message });
    }
}

test("a misspelt option is refused, with the right one beside it", () => {
    const scene = carom.createScene([wall]);
    const move = (settings) => () => carom.moveBall(ball, 1, settings);
    assertRefused([
        [move({ wall: scene }), "TypeError", 'settings.wall: unknown, did you mean "walls"?'],
        [move({ walls: scene, respones: slide() }), "TypeError",
            'settings.respones: unknown, did you mean "response"?'],
        [move({ walls: scene, maxcontacts: 3 }), "TypeError",
            'settings.maxcontacts: unknown, did you mean "maxContacts"?'],
        [move({ walls: scene, wind: a }), "TypeError",
            /^settings\.wind: unknown, expected walls, movingWalls, filter, /],
        [() => carom.moveBatch(balls, 1, { wals: scene }), "TypeError",
            'settings.wals: unknown, did you mean "walls"?'],
        [() => carom.moveBall(ball, 1, { response: { kind: "bounce", restitutoin: 1 } }),
            "TypeError", 'settings.response.restitutoin: unknown, did you mean "restitution"?'],
        [() => carom.batchPairs({ x, y: x, radii: x }, columns), "TypeError",
            'circles.radii: unknown, did you mean "radius"?'],
        [() => carom.batchWalls(circle(0, 0, 1), { ...columns, exten: x }), "TypeError",
            'walls.exten: unknown, did you mean "extent"?'],
        [() => carom.createScene({ ...columns, raduis: x }), "TypeError",
            'walls.raduis: unknown, did you mean "radius"?'],
        [() => scene.touchingBatch({ x, y: x, Radius: x }), "TypeError",
            'circles.Radius: unknown, did you mean "radius"?'],
        [() => scene.sweepBatch({ ...balls, strid: 1 }), "TypeError",
            'circles.strid: unknown, did you mean "stride"?'],
        [() => carom.moveBatch({ ...balls, counts: 3 }, 1), "TypeError",
            'balls.counts: unknown, did you mean "count"?'],
    ]);
    // Balls are circles: what they have more is no mistake.
    assert.equal(scene.touchingBatch(balls).offsets.length, 4);
    scene.free();
});

test("a moving wall among the walls at rest of a move is refused: it would not move", () => {
    const walls = [wall, moving(wall, b)];
    const settings = { walls };
    const message = "settings.walls[1].aMove: a wall that moves belongs to settings.movingWalls";
    const crowd = carom.createCrowd();
    assertRefused([
        [() => carom.moveBall(ball, 1, settings), "TypeError", message],
        [() => carom.moveBatch([{ ...ball }], 1, settings), "TypeError", message],
        [() => crowd.step([{ ...ball }], 1, settings), "TypeError", message],
        [() => carom.moveCharacter(ball, 1, settings), "TypeError", message],
    ]);
    crowd.free();
    // A query asks about the walls where they start.
    const scene = carom.createScene(walls);
    assert.equal(scene.countTouching(circle(40, 0, 1)), 2);
    assert.equal(carom.depenetrate(circle(40, 9, 1), walls).overlapped, false);
    scene.free();
});

test("an option of another call is refused with the calls that have it", () => {
    const crowd = carom.createCrowd();
    const move = (settings) => () => carom.moveBall(ball, 1, settings);
    const character = (settings) => () => carom.moveCharacter(ball, 1, settings);
    const none = () => {};
    const batchOrCrowd = "an option of moveBatch and step() of a crowd";
    assertRefused([
        [move({ onImpact: none }), "TypeError",
            `settings.onImpact: unknown to moveBall, ${batchOrCrowd}`],
        [move({ onImpact: undefined }), "TypeError", /^settings\.onImpact: unknown to moveBall/],
        [move({ onTouch: none }), "TypeError",
            "settings.onTouch: unknown to moveBall, an option of step() of a crowd"],
        [move({ stepHeight: 1 }), "TypeError",
            "settings.stepHeight: unknown to moveBall, an option of moveCharacter"],
        [() => carom.moveBatch(balls, 1, { masks: x }), "TypeError",
            "settings.masks: unknown to moveBatch, an option of step() of a crowd"],
        [() => crowd.step([{ ...ball }], 1, { drop: true }), "TypeError",
            "settings.drop: unknown to step() of a crowd, an option of moveCharacter"],
        [character({ respond: slide }), "TypeError",
            "settings.respond: unknown to moveCharacter, " +
                "an option of moveBall, moveBatch and step() of a crowd"],
        // A misspelt one is still told the right name first.
        [() => crowd.step([{ ...ball }], 1, { onTouchs: none }), "TypeError",
            'settings.onTouchs: unknown, did you mean "onTouch"?'],
    ]);
    crowd.free();
});

test("an option that is inherited, or set between two calls, is seen", () => {
    const none = () => {};
    const scene = carom.createScene([wall]);
    const calls = [
        (settings) => carom.moveBall(ball, 1, settings),
        (settings) => carom.moveBatch([{ ...ball }], 1, settings),
        (settings) => carom.moveCharacter(ball, 1, settings),
        (settings) => carom.createCrowd().step([{ ...ball }], 1, settings),
        (settings) => scene.sweep(ball, a, settings),
        (settings) => scene.touches(ball, undefined, settings),
        (settings) => carom.ballsRespond(a, b, vec2(0, 1), settings),
    ];
    for (const call of calls) {
        const settings = {};
        call(settings);
        call(Object.create(settings));
        call(Object.create(null));
        settings.colour = none;
        const error = { name: "TypeError", message: /^(settings|filter)\.colour: unknown/ };
        assert.throws(() => call(settings), error);
        assert.throws(() => call(Object.create(settings)), error);
        delete settings.colour;
        call(settings);
    }
    // What a page has added to all objects is no option.
    Object.prototype.ofThePage = none;
    try {
        calls.forEach((call) => call({}));
    } finally {
        delete Object.prototype.ofThePage;
    }
    scene.free();
});

test("load, compile and loadClassic refuse them, too", async () => {
    await assert.rejects(load({ simb: false }),
        { name: "TypeError", message: 'load: simb: unknown, did you mean "simd"?' });
    await assert.rejects(async () => compile({ SIMD: false }),
        { name: "TypeError", message: 'compile: SIMD: unknown, did you mean "simd"?' });
    await assert.rejects(loadClassic({ wsm: undefined }),
        { name: "TypeError", message: 'loadClassic: wsm: unknown, did you mean "wasm"?' });
    await assert.rejects(load("carom.wasm"), { name: "TypeError", message: /^load: expected \{/ });
});

test("what may be left out of a wall is refused if misspelt, a field of one's own is not", () => {
    assertRefused([
        [() => carom.contact(circle(0, 0, 1), { a, b, raduis: 2 }), "TypeError",
            'wall.raduis: unknown, did you mean "radius"?'],
        [() => carom.createScene([wall, { a, b, extend: "ray" }]), "TypeError",
            'walls[1].extend: unknown, did you mean "extent"?'],
        [() => carom.moveBall(ball, 1, { walls: [{ a, b, Radius: 2 }] }), "TypeError",
            'settings.walls[0].Radius: unknown, did you mean "radius"?'],
    ]);
    // The same on what makers return, which has every field.
    const whole = segment(a, b);
    const scene = carom.createDynamicScene([whole]);
    assertRefused([
        [() => carom.contact(circle(0, 0, 1), { ...whole, onesided: true }), "TypeError",
            'wall.onesided: unknown, did you mean "oneSided"?'],
        [() => carom.createScene([whole, { ...whole, catgory: 1 }]), "TypeError",
            'walls[1].catgory: unknown, did you mean "category"?'],
        // As the option of a crowd for its balls.
        [() => carom.createScene([{ ...whole, categories: 2 }]), "TypeError",
            'walls[0].categories: unknown, did you mean "category"?'],
        [() => carom.moveBall(ball, 1, { walls: [{ ...whole, raduis: 2 }] }), "TypeError",
            'settings.walls[0].raduis: unknown, did you mean "radius"?'],
        [() => carom.moveBall(ball, 1, { movingWalls: [{ ...moving(whole, a), grup: 1 }] }),
            "TypeError", 'settings.movingWalls[0].grup: unknown, did you mean "group"?'],
        [() => scene.insert({ ...whole, extend: "ray" }), "TypeError",
            'wall.extend: unknown, did you mean "extent"?'],
        [() => carom.sweepMoving(ball, a, { ...moving(whole, a), Extent: "ray" }), "TypeError",
            'wall.Extent: unknown, did you mean "extent"?'],
    ]);
    scene.free();
    const named = { ...segment(a, b), name: "floor", id: 7, material: slide() };
    assert.deepEqual(carom.contact(ball, named), carom.contact(ball, segment(a, b)));
});

test("an array where an object is expected is named as one, and so is a BigInt", () => {
    const box = { min: a, max: b };
    assertRefused([
        [() => chain([[0, 0], [1, 1]]), "TypeError", "points[0]: expected { x, y }, got an array"],
        [() => segment(a, Float64Array.of(1, 2)), "TypeError",
            "b: expected { x, y }, got a Float64Array"],
        [() => carom.sweep(ball, [1, 2], wall), "TypeError",
            "move: expected { x, y }, got an array"],
        [() => carom.contact({ center: [0, 0], radius: 1 }, wall), "TypeError",
            "circle.center: expected { x, y }, got an array"],
        [() => carom.contact([0, 0, 1], wall), "TypeError",
            "circle: expected { center, radius }, got an array"],
        [() => carom.contact(ball, [a, b]), "TypeError", "wall: expected { a, b }, got an array"],
        [() => carom.contact(ball, { a: [0, 0], b }), "TypeError",
            "wall.a: expected { x, y }, got an array"],
        [() => moving([a, b], a), "TypeError", "wall: expected { a, b }, got an array"],
        [() => boxesOverlap([a, b], box), "TypeError", "p: expected { min, max }, got an array"],
        [() => vec2(1n, 2), "TypeError", "x: expected a number, got 1n"],
        [() => carom.float64(-12n), "RangeError", /, got -12n$/],
    ]);
});

test("one wall or ball that is not in an array is told to be put in one", () => {
    const crowd = carom.createCrowd();
    const one = (what) => `got ${what}: put it in an array`;
    const wallsWanted = "expected a Scene, an array of walls or { ax, ay, bx, by }";
    const arraysWanted = "expected an array of walls or { ax, ay, bx, by }";
    const ballsWanted = "expected an array of balls or { x, y, radius, vx, vy }";
    assertRefused([
        ...[
            () => carom.moveBall(ball, 1, { walls: wall }),
            () => carom.moveBatch([{ ...ball }], 1, { walls: wall }),
            () => crowd.step([{ ...ball }], 1, { walls: wall }),
            () => carom.moveCharacter(ball, 1, { walls: wall }),
        ].map((call) => [call, "TypeError", `settings.walls: ${wallsWanted}, ${one("a wall")}`]),
        [() => carom.depenetrate(ball, wall), "TypeError",
            `walls: ${wallsWanted}, ${one("a wall")}`],
        [() => carom.createScene(wall), "TypeError", `walls: ${arraysWanted}, ${one("a wall")}`],
        [() => carom.createDynamicScene(wall), "TypeError",
            `walls: ${arraysWanted}, ${one("a wall")}`],
        [() => carom.batchWalls(ball, wall), "TypeError",
            `walls: ${arraysWanted}, ${one("a wall")}`],
        [() => carom.moveBall(ball, 1, { movingWalls: moving(wall, a) }), "TypeError",
            `settings.movingWalls: expected an array of moving walls, ${one("a wall")}`],
        [() => crowd.step(ball, 1), "TypeError", `balls: ${ballsWanted}, ${one("a ball")}`],
        [() => carom.moveBatch(ball, 1), "TypeError", `balls: ${ballsWanted}, ${one("a ball")}`],
    ]);
    // Numbers for each ball may be plain arrays, so the messages name them.
    for (const [field, Type] of [
        ["inverseMasses", "Float64Array"], ["masks", "Uint32Array"], ["categories", "Uint32Array"],
    ]) {
        assertRefused([[() => crowd.step([{ ...ball }], 1, { [field]: 1 }), "TypeError",
            `settings.${field}: expected an array of numbers, a ${Type} or one of the module's ` +
                "arrays, got 1"]]);
    }
    assertRefused([[() => crowd.step([{ ...ball }], 1, {}, { kinds: [0] }), "TypeError",
        "results.kinds: expected a Uint8Array or one of the module's arrays, got an array"]]);
    crowd.free();
});

test("a misspelt state is refused on a character that a move returned", () => {
    const { character } = carom.moveCharacter(ball, 1);
    assertRefused([
        [() => carom.moveCharacter({ ...character, onground: true }, 1), "TypeError",
            'character.onground: unknown, did you mean "onGround"?'],
    ]);
    assert.equal(carom.moveCharacter({ ...character, name: "Ada" }, 1).kind, "moved");
});

test("a hole in an array is refused, with its index", () => {
    const crowd = carom.createCrowd();
    const sparse = [{ ...ball }, { ...ball }];
    delete sparse[0];
    const sparseWalls = [wall, wall];
    delete sparseWalls[1];
    const sparsePoints = [a, b, a];
    delete sparsePoints[1];
    const noBall = "balls[0]: expected { center, radius }, got undefined";
    assertRefused([
        [() => carom.moveBatch(sparse, 1), "TypeError", noBall],
        [() => crowd.step(sparse, 1), "TypeError", noBall],
        [() => chain(sparsePoints), "TypeError", "points[1]: expected { x, y }, got undefined"],
        [() => carom.createScene(sparseWalls), "TypeError",
            "walls[1]: expected { a, b }, got undefined"],
        [() => carom.moveBall(ball, 1, { movingWalls: new Array(1) }), "TypeError",
            "settings.movingWalls[0]: expected { a, b }, got undefined"],
        [() => carom.ballsRespond(a, a, vec2(0, 1), { inverseMasses: new Array(2) }), "TypeError",
            "settings.inverseMasses[0]: expected a number, got undefined"],
        [() => crowd.step([{ ...ball }], 1, { inverseMasses: new Array(1) }), "TypeError",
            "settings.inverseMasses[0]: expected a number, got undefined"],
    ]);
    assert.equal(0 in sparse, false);
    crowd.free();
});

test("one ball twice in a list, or one array for two columns, is refused", () => {
    const crowd = carom.createCrowd();
    const list = [{ ...ball }, { ...ball }, { ...ball }];
    const twice = [list[0], list[1], list[2], list[1], list[0]];
    const message = "balls[3]: is the same object as balls[1], each ball needs one of its own";
    assertRefused([
        [() => carom.moveBatch(twice, 1), "TypeError", message],
        [() => crowd.step(twice, 1), "TypeError", message],
    ]);
    assert.deepEqual(list, [ball, ball, ball].map((b) => ({ ...b })));
    // Equal balls, and vectors in common, are none.
    assert.equal(carom.moveBatch(list, 0).invalid, 0);

    const own = carom.float64(8), block = new Float64Array(8);
    const parts = (make) => ({
        x: make(0), y: make(1), radius: make(2), vx: make(3), vy: make(4),
    });
    const apart = parts(() => new Float64Array(2));
    for (const [wrong, place, first] of [
        [{ ...apart, vy: apart.vx }, "vy", "vx"],
        [{ ...apart, radius: apart.x }, "radius", "x"],
        [{ ...apart, x: own, vx: own, count: 2 }, "vx", "x"],
        [{ ...parts((i) => block.subarray(i, i + 2)), count: 2 }, "y", "x"],
    ]) {
        const message = `balls.${place}: shares numbers with balls.${first}, ` +
            "each needs an array of its own";
        assertRefused([
            [() => carom.moveBatch(wrong, 1), "TypeError", message],
            [() => crowd.step(wrong, 1), "TypeError", message],
        ]);
    }
    // Parts of one block that do not overlap.
    const columns = parts((i) => new Float64Array(block.buffer, 8 * i, 1));
    assert.equal(carom.moveBatch(columns, 1).invalid, 0);
    own.free();
    crowd.free();
});

test("a ball that cannot be written to is refused before any ball has moved", () => {
    const crowd = carom.createCrowd();
    const list = [{ ...ball }, Object.freeze({ ...ball })];
    const message = "balls[1]: is frozen, but a ball that moves is written to";
    assertRefused([
        [() => carom.moveBatch(list, 1), "TypeError", message],
        [() => crowd.step(list, 1), "TypeError", message],
    ]);
    assert.deepEqual(list[0], ball);
    // Frozen vectors are replaced, not written to.
    list[1] = { ...ball, center: Object.freeze(vec2(1, 2)), velocity: Object.freeze(vec2(3, 4)) };
    carom.moveBatch(list, 1);
    assert.deepEqual(list[1].center, vec2(4, 6));
    crowd.free();
});

test("walls that are asked for and not there are refused", () => {
    const scene = carom.createScene([wall]);
    const wanted = "expected a Scene, an array of walls or { ax, ay, bx, by }";
    assertRefused([
        [() => carom.moveBall(ball, 1, { walls: undefined }), "TypeError",
            `settings.walls: ${wanted}, got undefined`],
        [() => carom.moveBall(ball, 1, { walls: null }), "TypeError",
            `settings.walls: ${wanted}, got null`],
        [() => carom.moveBall(ball, 1, scene), "TypeError",
            "settings: expected { walls, response, ... }, got a Scene"],
        [() => carom.moveBall(ball, 1, []), "TypeError",
            "settings: expected { walls, response, ... }, got an array"],
        [() => carom.depenetrate(circle(0, 0, 1), undefined), "TypeError",
            `walls: ${wanted}, got undefined`],
        [() => carom.createScene("x"), "TypeError",
            'walls: expected an array of walls or { ax, ay, bx, by }, got "x"'],
        [() => carom.createScene(scene), "TypeError",
            "walls: expected an array of walls or { ax, ay, bx, by }, got a Scene"],
        [() => carom.batchWalls(circle(0, 0, 1), scene), "TypeError",
            "walls: expected an array of walls or { ax, ay, bx, by }, got a Scene"],
        [() => carom.batchPairs(7, columns), "TypeError",
            "circles: expected { x, y, radius }, got 7"],
    ]);
    scene.free();
});

test("numbers out of range are a RangeError with the name and the number", () => {
    assertRefused([
        [() => bounce(2), "RangeError", "restitution: expected a number from 0 to 1, got 2"],
        [() => bounce(-0.5), "RangeError", "restitution: expected a number from 0 to 1, got -0.5"],
        [() => bounce(NaN), "RangeError", "restitution: expected a number from 0 to 1, got NaN"],
        [() => bounce("1"), "TypeError", 'restitution: expected a number, got "1"'],
        [() => bounce(1, -1), "RangeError", "friction: expected a finite number >= 0, got -1"],
        [() => bounce(1, Infinity), "RangeError",
            "friction: expected a finite number >= 0, got Infinity"],
        [() => carom.moveBall(ball, 1,
            { response: { kind: "bounce", restitution: 2, friction: 0 } }), "RangeError",
        "settings.response.restitution: expected a number from 0 to 1, got 2"],
        [() => carom.moveBatch(balls, 1, { response: { ...slide(), friction: -1 } }), "RangeError",
            "settings.response.friction: expected a finite number >= 0, got -1"],
        [() => carom.respond(a, b, { kind: "bounce", restitution: 1.5, friction: 0 }),
            "RangeError", "response.restitution: expected a number from 0 to 1, got 1.5"],
    ]);
    // The question whether it is in range is answered.
    assert.equal(carom.responseIsValid({ kind: "bounce", restitution: 2, friction: 0 }), false);
    assert.equal(carom.responseIsValid({ kind: "slide", restitution: 0, friction: NaN }), false);
});

test("doubles beside floats in one group are refused", () => {
    const scene = carom.createScene([wall]);
    const own = carom.float32(3);
    const message = (field, first) =>
        `${field}: expected a Float64Array like ${first}, got a Float32Array`;
    assertRefused([
        [() => carom.batchPairs({ x, y: floats }, columns), "TypeError",
            message("circles.y", "circles.x")],
        [() => carom.batchPairs({ x, y: own }, columns), "TypeError",
            message("circles.y", "circles.x")],
        [() => carom.createScene({ ...columns, radius: floats }), "TypeError",
            message("walls.radius", "walls.ax")],
        [() => scene.sweepBatch({ ...balls, vy: floats }), "TypeError",
            message("circles.vy", "circles.x")],
        [() => scene.touchingBatch({ x: floats, y: x }), "TypeError",
            "circles.y: expected a Float32Array like circles.x, got a Float64Array"],
    ]);
    // Circles of floats among walls of doubles are two groups.
    assert.equal(carom.batchPairs({ x: floats, y: floats }, columns).verdicts.length, 3);
    scene.free();
});

test("where nothing is met there is no hit and no index", () => {
    const scene = carom.createScene([post(vec2(0, 0), 1), post(vec2(10, 0), 1)]);
    const circles = [[-5, 9, 1], [-5, 0, 1], [5, 0, 1], [NaN, 0, 1]];
    const hits = scene.sweepBatch({
        x: Float64Array.from(circles, (c) => c[0]), y: Float64Array.from(circles, (c) => c[1]),
        radius: Float64Array.from(circles, (c) => c[2]),
        vx: new Float64Array(4).fill(5), vy: new Float64Array(4),
    });
    assert.ok(hits.wall instanceof Int32Array);
    assert.deepEqual([...hits.wall], [-1, 0, 1, -1]);
    assert.deepEqual([...hits.kind], [1, 3, 3, 0]);
    const singles = circles.map((c) => scene.sweep(circle(...c), vec2(5, 0)));
    assert.deepEqual(singles.map((hit) => hit?.index), [undefined, 0, 1, undefined]);
    assert.equal(scene.sweep(circle(-5, 9, 1), vec2(5, 0)), null);
    scene.free();

    const moved = carom.moveBall(ball, 1, { walls: [wall] });
    assert.equal(moved.kind, "moved");
    assert.equal(moved.overlapped, null);
    assert.equal(moved.freed, null);
    const free = carom.depenetrate(circle(10, 27, 5), [wall]);
    assert.deepEqual(free, { found: true, overlapped: false, wall: null, center: vec2(10, 27) });
});
