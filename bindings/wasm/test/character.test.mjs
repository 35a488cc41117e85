// Characters: the numbers of docs/character.md, riding, what is reported, what is refused.
// Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import { circle, load, moving, segment, slide, vec2 } from "../carom.js";

const carom = await load();
const character = (x, y, radius = 0.5) => ({ ...circle(x, y, radius), velocity: vec2(0, 0) });
const row = (...points) =>
    points.slice(1).map(([x, y], i) => segment(vec2(...points[i]), vec2(x, y)));
const floor = row([-9, 0], [9, 0]);
const gravity = vec2(0, -32);
const frame = 1 / 64;

/** Moves a character that stands or walks through some frames; returns the last motion. */
function walk(start, frames, x, settings) {
    let motion = { character: start };
    for (let i = 0; i < frames; i++) {
        const { velocity } = motion.character;
        motion = carom.moveCharacter(
            { ...motion.character, velocity: vec2(x, velocity.y) }, frame, settings);
        assert.equal(motion.kind, "moved");
    }
    return motion;
}

test("the walk of docs/character.md, in an array of walls and in a scene", () => {
    const walls = row([-4, 0], [4, 0], [7, 1.5], [9, 1.5], [9, 1.25], [12, 1.25], [12, 5]);
    const scene = carom.createScene(walls);
    for (const source of [walls, scene]) {
        const settings =
            { walls: source, gravity: vec2(0, -24), stepHeight: 0.25, snapDistance: 0.25 };
        const lines = [];
        let c = character(0, 2);
        for (let i = 0; i < 6; i++) {
            const motion = walk(c, 40, 4, settings);
            c = motion.character;
            const state = c.onGround ? "on the ground" : "in the air";
            const place = `(${c.center.x.toFixed(3)}, ${c.center.y.toFixed(3)})`;
            lines.push(`${place} ${state}${motion.wall ? ", at a wall" : ""}`);
        }
        assert.deepEqual(lines, [
            "(2.500, 0.500) on the ground",
            "(5.000, 1.059) on the ground",
            "(7.500, 2.000) on the ground",
            "(10.000, 1.750) on the ground",
            "(11.500, 1.750) on the ground, at a wall",
            "(11.500, 1.750) on the ground, at a wall",
        ]);
    }
    scene.free();
});

test("the lift of docs/character.md: it stands, jumps and lands on it", () => {
    let lift = moving(segment(vec2(-2, 0), vec2(2, 0)), vec2(0.03125, 0.015625));
    let c = character(0, 0.5);
    const seen = [];
    for (let i = 1; i <= 96; i++) {
        const velocity = { x: c.onGround ? 0 : c.velocity.x, y: i === 33 ? 8 : c.velocity.y };
        const settings = { movingWalls: [lift], gravity };
        const motion = carom.moveCharacter({ ...c, velocity }, frame, settings);
        c = motion.character;
        lift = moving(segment(
            vec2(lift.a.x + lift.aMove.x, lift.a.y + lift.aMove.y),
            vec2(lift.b.x + lift.bMove.x, lift.b.y + lift.bMove.y)), lift.aMove);
        if (i === 32 || i === 48 || i === 64 || i === 96) {
            seen.push([Number((c.center.y - lift.a.y).toPrecision(6)), c.center.x - lift.a.x - 2,
                c.onGround]);
        }
        if (i === 32) {
            assert.deepEqual(c.ground, { index: 0, isMoving: true });
            assert.deepEqual(c.groundVelocity, vec2(2, 1));
            assert.deepEqual(c.groundNormal, vec2(0, 1));
            const { legs } = motion;
            assert.deepEqual([legs[0].start, legs.at(-1).end], [0, 1]);
        }
    }
    assert.deepEqual(seen,
        [[0.5, -0.03125, true], [1.5, -0.03125, false], [0.5, -0.03125, true],
            [0.5, -0.03125, true]]);
});

test("a ball is a character in the air, and lands", () => {
    const motion = carom.moveCharacter(character(0, 0.75), 0.25, { walls: floor, gravity });
    assert.deepEqual(Object.keys(motion).sort(), [
        "character", "crushedBy", "head", "kind", "landed", "legs", "lost", "overlapped",
        "positions", "snapped", "stepped", "wall", "wallNormal",
    ]);
    const { character: c, positions, legs, ...report } = motion;
    assert.deepEqual(report, {
        kind: "moved", landed: true, stepped: false, snapped: false, wall: null,
        wallNormal: vec2(0, 0), head: null, lost: 0, overlapped: null, crushedBy: null,
    });
    assert.deepEqual(c, {
        center: c.center, radius: 0.5, velocity: vec2(0, 0), onGround: true, isWedged: false,
        groundNormal: vec2(0, 1), ground: { index: 0, isMoving: false },
        groundVelocity: vec2(0, 0),
    });
    assert.ok(c.center.y >= 0.5 && c.center.y < 0.5 + 1e-12);
    assert.deepEqual(positions.at(-1), c.center);
    assert.deepEqual(legs.map(({ to }) => to), positions);
    assert.deepEqual(legs[0].from, vec2(0, 0.75));
    assert.deepEqual([legs[0].start, legs[0].end], [0, 0]);
});

test("slopes, steps, snaps and the direction up", () => {
    const start = walk(character(0, 0.5), 2, 0, { walls: floor, gravity }).character;
    const slope = row([-9, 0], [1, 0], [5, 3]);
    const on = (maxSlope) => walk(start, 128, 2, { walls: slope, gravity, maxSlope });
    assert.ok(on(0.75).character.center.y > 2, "a slope at the limit is walkable");
    assert.deepEqual(on(0.5).wall, { index: 1, isMoving: false });
    assert.ok(on(0.5).character.center.y < 1);

    // 0.4 is higher than a circle of radius 0.5 rolls over.
    const tall = row([-9, 0], [1, 0], [1, 0.4], [9, 0.4]);
    const climbed = (stepHeight) => {
        let c = start, stepped = false;
        for (let i = 0; i < 64; i++) {
            const motion = carom.moveCharacter(
                { ...c, velocity: vec2(2, 0) }, frame, { walls: tall, gravity, stepHeight });
            c = motion.character;
            stepped ||= motion.stepped;
        }
        return [stepped, c.center.x > 1.5];
    };
    assert.deepEqual([climbed(0.4), climbed(0.25)], [[true, true], [false, false]]);

    const down = row([-9, 0], [1, 0], [1, -0.25], [9, -0.25]);
    const falls = (snapDistance) => {
        let c = start, snapped = false, leaves = false;
        for (let i = 0; i < 64; i++) {
            const motion = carom.moveCharacter(
                { ...c, velocity: vec2(4, c.velocity.y) }, frame,
                { walls: down, gravity, stepHeight: 0.25, snapDistance });
            c = motion.character;
            snapped ||= motion.snapped;
            leaves ||= !c.onGround;
        }
        return [snapped, leaves];
    };
    assert.deepEqual([falls(0.25), falls(0)], [[true, false], [false, true]]);

    // The same floor as a wall on the left: up is to the right.
    const side = walk(character(0.75, 0), 20, -1,
        { walls: row([0, 9], [0, -9]), gravity: vec2(-32, 0), up: vec2(7, 0) });
    assert.deepEqual(side.character.groundNormal, vec2(1, 0));
});

test("ledges, ceilings and walls", () => {
    const ledge = [{ ...segment(vec2(-9, 0), vec2(9, 0)), oneSided: true }];
    const stands = walk(character(0, 0.5), 2, 0, { walls: ledge, gravity }).character;
    assert.equal(stands.onGround, true);
    const drops = carom.moveCharacter(stands, frame, { walls: ledge, gravity, drop: true });
    assert.equal(drops.character.onGround, false);
    assert.ok(drops.character.center.y < 0.5);
    const jumps = carom.moveCharacter({ ...stands, velocity: vec2(0, 64) }, frame,
        { walls: [...floor, segment(vec2(9, 1.25), vec2(-9, 1.25))], gravity });
    assert.deepEqual(jumps.head, { index: 1, isMoving: false });
    assert.equal(jumps.wall, null);
    const blocked = carom.moveCharacter({ ...stands, velocity: vec2(64, 0) }, frame,
        { walls: [...floor, segment(vec2(0.75, 9), vec2(0.75, -9))], gravity });
    assert.deepEqual([blocked.wall, blocked.wallNormal, blocked.head],
        [{ index: 1, isMoving: false }, vec2(-1, 0), null]);
});

test("filters of both kinds of walls", () => {
    const lift = moving(segment(vec2(-9, -1), vec2(9, -1)), vec2(0, 0));
    const settings = { walls: floor, movingWalls: [lift], gravity };
    const ground = (more) =>
        carom.moveCharacter(character(0, 0.5), 1, { ...settings, ...more }).character.ground;
    const asked = [];
    const accept = (index) => {
        asked.push(index);
        // The module can be asked meanwhile; also to move another character.
        carom.touches(circle(5, 5, 7), floor[0]);
        carom.moveCharacter(character(3, 3, 2), 1, { gravity });
        return false;
    };
    assert.deepEqual(ground({}), { index: 0, isMoving: false });
    assert.deepEqual(ground({ filter: { accept } }), { index: 0, isMoving: true });
    assert.ok(asked.length > 0);
    assert.deepEqual(ground({ filter: { mask: 2 } }), { index: 0, isMoving: true });
    assert.equal(ground({ filter: { mask: 2 }, movingFilter: { accept } }), null);
    const filter = { accept: (index) => accept(index) || true };
    const plain = carom.moveCharacter(character(0, 0.75), 0.25, settings);
    assert.deepEqual(carom.moveCharacter(character(0, 0.75), 0.25, { ...settings, filter }), plain);
    const ball = { ...character(0, 0.75), velocity: vec2(0, -4) };
    const balls = { walls: floor, movingWalls: [lift], gravity };
    assert.deepEqual(carom.moveBall(ball, 1, { ...balls, filter }), carom.moveBall(ball, 1, balls));
    const failing = () => {
        throw new Error("mine");
    };
    assert.throws(() => ground({ filter: { accept: failing } }), /^Error: mine$/);
});

test("what is wrong with a place is reported", () => {
    const press = moving(segment(vec2(9, 2), vec2(-9, 2)), vec2(0, -1.5));
    const crushed =
        carom.moveCharacter(character(0, 0.5), 1, { walls: floor, movingWalls: [press] });
    assert.equal(crushed.kind, "crushed");
    assert.deepEqual(crushed.crushedBy,
        [{ index: 0, isMoving: true }, { index: 0, isMoving: false }]);
    assert.equal(crushed.character.onGround, false);
    const freed = carom.moveCharacter(character(0, 0.25), 0, { walls: floor });
    assert.deepEqual([freed.kind, freed.overlapped], ["freed", { index: 0, isMoving: false }]);
    for (const [given, time, settings] of [
        [character(0, 1, 0), 1, {}], [character(NaN, 1), 1, {}],
        [character(0, 1), 1, { up: vec2(0, 0) }], [character(0, 1), 1, { gravity: vec2(0, NaN) }],
    ]) {
        const motion = carom.moveCharacter(given, time, settings);
        assert.equal(motion.kind, "invalid");
        assert.deepEqual(motion.character.center, given.center);
    }
});

test("mistakes are named", () => {
    const c = character(0, 1);
    const move = (settings) => () => carom.moveCharacter(c, 1, settings);
    const given = (more) => () => carom.moveCharacter({ ...c, ...more }, 1);
    const places = [
        [() => carom.moveCharacter(undefined, 1), "TypeError",
            /^character: expected \{ center, radius \}, got undefined$/],
        [() => carom.moveCharacter(circle(0, 0, 1), 1), "TypeError", /^character\.velocity: /],
        [() => carom.moveCharacter(c), "TypeError", /^time: expected a number/],
        [given({ onGround: 1 }), "TypeError", /^character\.onGround: expected true or false/],
        [given({ isWedged: "no" }), "TypeError", /^character\.isWedged: /],
        [given({ groundNormal: 1 }), "TypeError", /^character\.groundNormal: expected \{ x, y \}/],
        [given({ groundVelocity: null }), "TypeError", /^character\.groundVelocity: /],
        [given({ ground: 7 }), "TypeError",
            /^character\.ground: expected \{ index, isMoving \} or null, got 7$/],
        [given({ ground: { index: -1, isMoving: false } }), "RangeError",
            /^character\.ground\.index: /],
        [given({ ground: { index: 0 } }), "TypeError", /^character\.ground\.isMoving: /],
        [given({ onground: true }), "TypeError",
            /^character\.onground: unknown, did you mean "onGround"\?$/],
        [move([]), "TypeError", /^settings: expected \{ walls, up, ... \}, got an array$/],
        [move({ walls: undefined }), "TypeError", /^settings\.walls: expected a Scene/],
        [move({ response: slide() }), "TypeError",
            /^settings\.response: unknown to moveCharacter, /],
        [move({ maxslope: 1 }), "TypeError", /did you mean "maxSlope"\?$/],
        [move({ movingWalls: {} }), "TypeError", /^settings\.movingWalls: /],
        [move({ up: 1 }), "TypeError", /^settings\.up: expected \{ x, y \}, got 1$/],
        [move({ gravity: 1 }), "TypeError", /^settings\.gravity: /],
        [move({ maxSlope: -1 }), "RangeError", /^settings\.maxSlope: expected a finite number/],
        [move({ stepHeight: NaN }), "RangeError", /^settings\.stepHeight: /],
        [move({ snapDistance: "1" }), "TypeError", /^settings\.snapDistance: /],
        [move({ drop: 1 }), "TypeError", /^settings\.drop: /],
        [move({ filter: { mask: 1.5 } }), "RangeError", /^settings\.filter\.mask: /],
        [move({ movingFilter: 7 }), "TypeError", /^settings\.movingFilter: /],
    ];
    for (const [call, name, message] of places) {
        assert.throws(call, { name, message });
    }
});
