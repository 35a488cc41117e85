// Areas, and walls against walls: every call, its options, its errors; lists against single
// questions. Room: tests of bindings.
import assert from "node:assert/strict";
import test from "node:test";

import {
    CaromError, capsule, chain, circle, line, load, post, ray, segment, vec2,
} from "../carom.js";
import { Reader, loadVectors } from "./vectors.mjs";

const carom = await load();
const asArea = (group, walls) => walls.map((wall) => ({ ...wall, group }));
const square = (x, y, size) => chain(
    [vec2(x, y), vec2(x + size, y), vec2(x + size, y + size), vec2(x, y + size)], true);
// Area 7 with a hole, an island of it in the hole; area 9 shares a corner of it; a wall of none.
const town = [
    ...asArea(7, [...square(0, 0, 12), ...square(2, 2, 8), ...square(4, 4, 4)]),
    ...asArea(9, square(12, 12, 4)),
    segment(vec2(-9, -9), vec2(-9, 9)),
];
const fails = (call, code, message, places = {}) => assert.throws(call, (error) => {
    assert.ok(error instanceof CaromError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    const { wall, area, point } = error;
    assert.deepEqual({ wall, area, point }, { point: undefined, ...places });
    return true;
});

// ---- two walls ----

test("two walls: the gap, its sign, and where they are nearest", () => {
    const wall = capsule(vec2(0, 0), vec2(10, 0), 1), other = post(vec2(4, 5), 1.5);
    assert.deepEqual(carom.wallContact(wall, other), {
        relation: "separate", gap: 2.5, point: vec2(4, 1), otherPoint: vec2(4, 3.5),
        normal: vec2(0, -1),
    });
    assert.equal(carom.wallGap(wall, other), 2.5);
    assert.deepEqual([2, 2.5, 3].map((gap) => carom.compareWallGap(wall, other, gap)), [1, 0, -1]);
    const across = segment(vec2(3, -1), vec2(3, 8));
    assert.equal(carom.wallContact(wall, across).relation, "overlapping");
    assert.equal(carom.wallGap(wall, across), -1);
    assert.equal(carom.compareWallGap(wall, across, 0), -1);
    const end = segment(vec2(10, 0), vec2(20, 5));
    assert.equal(carom.wallContact(segment(vec2(0, 0), vec2(10, 0)), end).relation, "touching");
    assert.equal(carom.wallGap(line(vec2(0, 0), vec2(1, 0)), ray(vec2(0, 3), vec2(1, 3))), 3);
});

test("two walls that are not valid, and what is no wall", () => {
    const wall = segment(vec2(0, 0), vec2(1, 0)), bad = capsule(vec2(0, 0), vec2(1, 0), -1);
    assert.equal(carom.wallContact(wall, bad).relation, "invalid");
    assert.equal(carom.wallGap(bad, wall), 0);
    assert.equal(carom.compareWallGap(wall, bad, 1), 1);
    assert.equal(carom.compareWallGap(wall, wall, -1), 1);
    assert.throws(() => carom.wallGap(wall), /^TypeError: other: expected \{ a, b \}, got undef/);
    assert.throws(() => carom.wallContact(undefined, wall), /^TypeError: wall: expected/);
    assert.throws(() => carom.compareWallGap(wall, wall), /^TypeError: gap: expected a number/);
});

test("two walls: the answers of C", () => {
    const vectors = loadVectors(), reader = new Reader(vectors);
    const relations = ["invalid", "separate", "touching", "overlapping"];
    let valid = 0;
    for (let kind = 0; kind < vectors.motion_classes(); kind++) {
        for (let i = 0; i < 40; i++) {
            vectors.clearance_at(kind, i);
            const wall = reader.start().wall().asked, other = reader.wall().asked;
            const gap = reader.number(), sign = reader.number(), relation = reader.number();
            assert.equal(carom.compareWallGap(wall, other, gap), sign);
            const expected = {
                relation: relations[relation], gap: reader.number(), point: reader.vector(),
                otherPoint: reader.vector(), normal: reader.vector(),
            };
            assert.deepEqual(carom.wallContact(wall, other), expected);
            assert.equal(carom.wallGap(wall, other), expected.gap);
            valid += Number(relation > 0);
        }
    }
    assert.ok(valid > 500, `${valid} of valid walls`);
});

// ---- walls of a scene ----

test("walls of a scene near another wall, and near each other: as asked one by one", () => {
    let state = 1;
    const below = (count) => {
        state = Math.imul(state, 1664525) + 1013904223 >>> 0;
        return Math.floor(state / 2 ** 32 * count);
    };
    const point = () => vec2(below(40), below(40));
    const tracks = () => Array.from({ length: 60 }, () => ({
        ...capsule(point(), point(), below(3) / 2), group: below(4), category: 1 << below(2),
    }));
    const walls = tracks(), others = tracks();
    const scenes = [carom.createScene(walls), carom.createDynamicScene(walls)];
    const differ = (wall, other) => wall.group === 0 || wall.group !== other.group;
    for (const scene of scenes) {
        for (const within of [0, 1.5]) {
            const near = (wall, other) => carom.compareWallGap(wall, other, within) <= 0;
            for (const wall of others.slice(0, 20)) {
                const seen = walls.flatMap((other, i) => (near(wall, other) ? [i] : []));
                assert.deepEqual([...scene.nearWall(wall, { within })], seen);
                const accept = (i) => i % 2 === 1;
                const odd = scene.nearWall(wall, { within, filter: { accept } });
                assert.deepEqual([...odd], seen.filter(accept));
            }
            for (const exceptSameGroup of [false, true]) {
                for (const mask of [undefined, 2]) {
                    const filter = mask && { mask };
                    const sees = ({ category }) => !mask || (category & mask) !== 0;
                    const isPair = (wall, other) => sees(other) && near(wall, other) &&
                        (!exceptSameGroup || differ(wall, other));
                    const check = (found, first, isFirst) => {
                        const expected = first.flatMap((wall, i) => walls.flatMap((other, j) =>
                            (isFirst(wall, i, j) && isPair(wall, other) ? [[i, j]] : [])));
                        assert.deepEqual([...found.wall].map((i, at) => [i, found.other[at]]),
                            expected);
                        assert.ok(expected.length > 0);
                        expected.forEach(([i, j], at) => {
                            const k = carom.wallContact(first[i], walls[j]);
                            const got = [found.relation, found.gap, found.px, found.py, found.qx,
                                found.qy].map((column) => column[at]);
                            const relation =
                                ["separate", "touching", "overlapping"].indexOf(k.relation) + 1;
                            assert.deepEqual(got, [relation, k.gap, k.point.x, k.point.y,
                                k.otherPoint.x, k.otherPoint.y]);
                        });
                    };
                    check(scene.clearance({ within, exceptSameGroup, filter }), walls,
                        (wall, i, j) => i < j && sees(wall));
                    check(scene.clearance({ within, exceptSameGroup, filter, walls: others }),
                        others, () => true);
                }
            }
        }
    }
    scenes.forEach((scene) => scene.free());
});

test("clearance of arrays, of nothing, and wrong settings", () => {
    const scene = carom.createScene([post(vec2(0, 0), 1)]);
    const arrays = { ax: Float64Array.of(3), ay: Float64Array.of(0), bx: Float64Array.of(3),
        by: Float64Array.of(4), group: Uint32Array.of(5) };
    assert.deepEqual(scene.clearance({ within: 2, walls: arrays }), {
        wall: Uint32Array.of(0), other: Uint32Array.of(0), relation: Uint8Array.of(1),
        gap: Float64Array.of(2), px: Float64Array.of(3), py: Float64Array.of(0),
        qx: Float64Array.of(1), qy: Float64Array.of(0),
    });
    assert.equal(scene.clearance().wall.length, 0);
    assert.equal(scene.clearance({ within: 9, walls: [] }).wall.length, 0);
    assert.equal(scene.clearance({ within: -1, walls: arrays }).wall.length, 0);
    const wall = segment(vec2(0, 0), vec2(1, 0));
    for (const [call, message] of [
        [() => scene.clearance({ gap: 1 }), /^TypeError: settings\.gap: unknown/],
        [() => scene.clearance({ exceptSameGroups: true }), /did you mean "exceptSameGroup"/],
        [() => scene.clearance({ exceptSameGroup: 1 }), /settings\.exceptSameGroup: expected true/],
        [() => scene.clearance({ within: "1" }), /^TypeError: settings\.within: expected a number/],
        [() => scene.clearance({ walls: wall }), /settings\.walls: expected .* a wall: put it/],
        [() => scene.clearance(1), /^TypeError: settings: expected \{ within, exceptSameGroup/],
        [() => scene.nearWall(wall, 1), /^TypeError: settings: expected \{ within, filter \}/],
        [() => scene.nearWall(), /^TypeError: wall: expected \{ a, b \}, got undefined/],
        [() => scene.nearWall(wall, { filter: { accept: () => { throw new Error("no"); } } }),
            /^Error: no/],
        [() => scene.areas(circle(0, 0, 1), { walls: [] }), /^TypeError: settings\.walls: unknown/],
    ]) {
        assert.throws(call, message);
    }
    scene.free();
});

// ---- areas ----

for (const [what, make] of [
    ["a scene", (walls) => carom.createScene(walls)],
    ["a scene that changes", (walls) => carom.createDynamicScene(walls)],
    ["a scene of another build", async (walls) => (await load({ simd: false })).createScene(walls)],
]) {
    test(`areas of ${what}`, async () => {
        const scene = await make(town);
        const relations = [[1, 1, 0.5], [1, 1, 1], [1, 1, 1.5], [3, 6, 0.5], [3, 6, 1], [6, 6, 1]]
            .map(([x, y, r]) => scene.relateArea(circle(x, y, r), 7));
        assert.deepEqual(relations,
            ["inside", "inside-touching", "crossing", "outside", "touching", "inside"]);
        assert.equal(scene.relateArea(circle(1, 1, -1), 7), "invalid");
        assert.equal(scene.relateArea(circle(1, 1, 1), 8), "outside");
        assert.deepEqual(scene.areas(circle(13, 13, 2)), [
            { area: 7, relation: "crossing", distance: Math.SQRT2 },
            { area: 9, relation: "crossing", distance: -1 },
        ]);
        assert.deepEqual(scene.areas(circle(18, 14, 1)), []);
        const near = [{ area: 9, relation: "outside", distance: 2 }];
        assert.deepEqual(scene.areas(circle(18, 14, 1), { within: 1 }), near);
        assert.deepEqual(scene.areas(circle(18, 14, 1), { within: 0.5 }), []);
        assert.deepEqual(
            scene.areas(circle(18, 14, 1), { within: 99, filter: { exceptGroup: 7 } }), near);
        assert.deepEqual(scene.nearestAreas(circle(1, 11.5, 0)),
            [{ area: 7, relation: "inside", distance: -0.5 }]);
        assert.deepEqual(scene.nearestAreas(circle(18, 14, 0), 9).map(({ area }) => area), [9, 7]);
        assert.deepEqual(scene.areasAt(vec2(12, 12)), Uint32Array.of(7, 9));
        assert.deepEqual(scene.areasAt(vec2(12, 12), { exceptGroup: 9 }), Uint32Array.of(7));
        assert.deepEqual(scene.areasAt(vec2(3, 3)), new Uint32Array(0));
        const held = [[1, 1], [3, 3], [6, 6], [12, 5], [13, 13], [-9, 0]].map(([x, y]) =>
            [undefined, 7, 9].map((area) => Number(scene.contains(vec2(x, y), area))).join(""));
        assert.deepEqual(held, ["110", "000", "110", "110", "101", "000"]);
        assert.equal(scene.signedDistance(vec2(1, 1)), -1);
        assert.equal(scene.signedDistance(vec2(3, 6)), 1);
        assert.equal(scene.signedDistance(vec2(18, 14)), 2);
        assert.equal(scene.signedDistance(vec2(18, 14), 7), Math.hypot(6, 2));
        assert.equal(scene.signedDistance(vec2(1, 11.5), 7), -0.5);
        assert.equal(scene.signedDistance(vec2(1, 1), 8), Infinity);
        assert.equal(scene.signedDistance(vec2(12, 5)), 0);
        scene.free();
    });
}

test("a scene without areas", () => {
    const scene = carom.createScene([segment(vec2(0, 0), vec2(1, 0))]);
    assert.deepEqual(scene.areas(circle(0, 0, 9)), []);
    assert.deepEqual(scene.nearestAreas(circle(0, 0, 9), 3), []);
    assert.equal(scene.contains(vec2(0, 0)), false);
    assert.equal(scene.contains(vec2(0, 0), 0), false);
    assert.equal(scene.signedDistance(vec2(0, 0)), Infinity);
    assert.equal(scene.signedDistance(vec2(0, 0), 0), Infinity);
    scene.free();
});

test("areas in arrays, and in a saved scene", () => {
    const of = (pick) => Float64Array.from(town, pick);
    const scene = carom.createScene({
        ax: of((w) => w.a.x), ay: of((w) => w.a.y), bx: of((w) => w.b.x), by: of((w) => w.b.y),
        group: Uint32Array.from(town, (w) => w.group),
    });
    const opened = carom.openScene(scene.toBytes());
    for (const each of [scene, opened]) {
        assert.deepEqual(each.areasAt(vec2(12, 12)), Uint32Array.of(7, 9));
        each.free();
    }
});

test("areas that are none: the error names area, wall and point; other calls still answer", () => {
    const open = carom.createScene([...town, ...asArea(4294967295, square(20, 0, 4).slice(1))]);
    const isOpen = [/^scene: walls\[17\]: area 4294967295 is open at \(24, 0\): expected an even/,
        { wall: 17, area: 4294967295, point: vec2(24, 0) }];
    for (const call of [
        () => open.areas(circle(0, 0, 1)), () => open.areasAt(vec2(0, 0)),
        () => open.contains(vec2(0, 0)), () => open.contains(vec2(0, 0), 7),
        () => open.relateArea(circle(0, 0, 1), 7), () => open.nearestAreas(circle(0, 0, 1)),
        () => open.signedDistance(vec2(0, 0)),
    ]) {
        fails(call, "open-area", ...isOpen);
    }
    assert.equal(open.touches(circle(0, 0, 1)), true);
    open.free();
    const thick = carom.createScene(
        asArea(3, square(0, 0, 4).map((wall, i) => ({ ...wall, radius: i < 2 ? 0.5 : 0.25 }))));
    fails(() => thick.contains(vec2(0, 0)), "area-radii",
        /^scene: walls\[2\]: area 3 has a wall of radius 0\.25: expected/, { wall: 2, area: 3 });
    thick.free();
    const endless = carom.createScene(asArea(3, [ray(vec2(0, 0), vec2(1, 0))]));
    fails(() => endless.contains(vec2(0, 0)), "endless-area",
        /^scene: walls\[0\]: area 3 has a ray: expected only segments/, { wall: 0, area: 3 });
    endless.free();
});

test("what is no circle, point, number or area", () => {
    const scene = carom.createScene(town);
    for (const [call, message] of [
        [() => scene.areas(), /^TypeError: circle: expected \{ center, radius \}, got undefined/],
        [() => scene.areas(circle(0, 0, 1), { withing: 1 }), /did you mean "within"/],
        [() => scene.relateArea(circle(0, 0, 1)), /^RangeError: area: expected 32 bits, got undef/],
        [() => scene.contains(vec2(0, 0), "7"), /^RangeError: area: expected 32 bits, got "7"/],
        [() => scene.contains(3, 4), /^TypeError: point: expected \{ x, y \}, got 3/],
        [() => scene.areasAt([0, 0]), /^TypeError: point: expected \{ x, y \}, got an array/],
        [() => scene.signedDistance(), /^TypeError: point: expected \{ x, y \}, got undefined/],
        [() => scene.signedDistance(vec2(0, 0), {}), /^RangeError: area: expected 32 bits, got /],
        [() => scene.nearestAreas(circle(0, 0, 1), -1), /^RangeError: k: expected a whole number/],
    ]) {
        assert.throws(call, message);
    }
    scene.free();
    for (const call of [
        () => scene.areas(circle(0, 0, 1)), () => scene.areasAt(vec2(0, 0)),
        () => scene.contains(vec2(0, 0)), () => scene.relateArea(circle(0, 0, 1), 7),
        () => scene.nearestAreas(circle(0, 0, 1)), () => scene.clearance(),
        () => scene.nearWall(town[0]), () => scene.signedDistance(vec2(0, 0)),
    ]) {
        assert.throws(call, { code: "freed" });
    }
});

test("a filter may ask the scene about its areas", () => {
    const scene = carom.createScene(town);
    const asked = [];
    const accept = (index) => {
        asked.push(index);
        return scene.contains(vec2(1, 1), scene.wall(index).group);
    };
    assert.deepEqual(scene.areasAt(vec2(12, 12), { accept }), Uint32Array.of(7));
    assert.ok(asked.length > 0);
    const thrown = () => { throw new Error("not now"); };
    assert.throws(() => scene.areas(circle(0, 0, 1), { filter: { accept: thrown } }), /not now/);
    scene.free();
});

test("indexes of areas are freed with their scenes", () => {
    const size = () => carom.uint8(0).array.buffer.byteLength;
    const make = () => {
        const scene = carom.createScene(asArea(1, Array.from({ length: 200 },
            (_, i) => square(i, i, 2)).flat()));
        assert.equal(scene.contains(vec2(0.5, 0.5), 1), true);
        return scene;
    };
    make().free();
    const before = size();
    for (let i = 0; i < 300; i++) {
        const scene = make();
        scene.free();
        scene.free();
    }
    assert.ok(size() - before <= 1 << 20, `${before} bytes became ${size()}`);
});
