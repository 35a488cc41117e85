// The figures of lesson 8: dragged by mouse, touch and keys; their answers are those of the tool,
// and their counts those of a tree built here. Room: tests of the site.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { dragTouch, waitUntil } from "../../playground/test/browser.mjs";
import {
    answers,
    check,
    dragAll,
    LIMIT,
    linesOf,
    middleOf,
    openFigures,
    shown,
    stateOf,
    tableFile,
    tool,
} from "./drag_figures.mjs";
import { startSite } from "./site.mjs";

const site = await startSite();
after(() => site.close());
const PAGE = "lessons/8-many-walls.html";
const yes = (is) => (is ? "yes" : "no");

/** Circle and wall, each as numbers, as a row of a table. */
function row([cx, cy, r], [ax, ay, bx, by], [vx, vy] = []) {
    const move = vx === undefined ? {} : { vx, vy };
    return { id: "row", cx, cy, r, ...move, ax, ay, bx, by };
}

const touches = (circle, wall) => tool("relate", row(circle, wall)).relation !== "separate";
/** [min x, max x, min y, max y] of walls. */
function boxOf(walls) {
    const xs = walls.flatMap(([ax, , bx]) => [ax, bx]);
    const ys = walls.flatMap(([, ay, , by]) => [ay, by]);
    return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
}
const overlap = ([p, q, s, t], [x, y, z, w]) => p <= y && x <= q && s <= w && z <= t;
const around = ([x, y, r]) => [x - r, x + r, y - r, y + r];

const WALLS = readFileSync(
    new URL("../../docs/pictures/lesson_tree_walls.csv", import.meta.url),
    "utf8",
)
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").slice(1).map(Number));

/** The 31 boxes of the tree in levels, each with its walls. */
const LEVELS = [[WALLS]];
for (let level = 0; level < 4; level++) {
    LEVELS.push(
        LEVELS[level].flatMap((walls) => {
            const [left, right, low, high] = boxOf(walls);
            const axis = right - left > high - low ? 0 : 1;
            const middle = (wall) => wall[axis] + wall[axis + 2];
            const sorted = [...walls].sort((v, w) => middle(v) - middle(w));
            return [sorted.slice(0, walls.length / 2), sorted.slice(walls.length / 2)];
        }),
    );
}

/** For each level which boxes are entered: those that overlap below an entered one. */
function entered(circle) {
    let above = [true];
    return LEVELS.map((nodes, level) => {
        above = nodes.map(
            (walls, i) =>
                (level === 0 || above[Math.floor(i / 2)]) && overlap(boxOf(walls), around(circle)),
        );
        return above;
    });
}
const count = (list) => list.filter(Boolean).length;

const GROUPS = [
    [[4, 8.5, 6, 9.5], [11, 2.5, 12.5, 7], [4.5, 2, 6, 1.5]],
    [[7.5, 3.5, 8.5, 6.5], [9, 7, 10, 8]],
    [[14, 3, 14.5, 6], [16, 6, 17, 7.5], [15.5, 2, 17, 3]],
    [[8, 0.5, 10, 1], [11, 0.5, 13, 1]],
];

/** For each figure: what its lines must hold. */
const EXPECTED = {
    boxes: ({ points: { a, b, c }, lengths: { r } }) => {
        const [circle, wall] = [[c.x, c.y, r], [a.x, a.y, b.x, b.y]];
        return [
            `boxes overlap: ${yes(overlap(boxOf([wall]), around(circle)))}; ` +
                `circle and wall touch: ${yes(touches(circle, wall))}`,
        ];
    },
    tree: ({ points: { c, level }, lengths: { r } }) => {
        const circle = [c.x, c.y, r];
        const all = entered(circle);
        const at = Math.round(level.x / 18);
        const looked = (i) => (i === 0 ? 1 : 2 * count(all[i - 1]));
        const rows = WALLS.map((wall) => row(circle, wall));
        const touching = answers("relate", tableFile("walls.csv", rows)).filter(
            ({ relation }) => relation !== "separate",
        );
        const seen = all.reduce((sum, _, i) => sum + looked(i), 0);
        return [
            `level ${at}: looks at ${looked(at)} of ${2 ** at} boxes, enters ${count(all[at])}`,
            `all levels: looks at ${seen} of 31 boxes`,
            `tests ${8 * count(all[4])} of 128 walls; ${touching.length} touch`,
        ];
    },
    "first-on-path": ({ points: { c, v }, lengths: { r } }) => {
        const rows = GROUPS.flat().map((wall) => row([c.x, c.y, r], wall, [v.x, v.y]));
        const times = answers("sweep", tableFile("walls.csv", rows))
            .filter(({ kind }) => kind !== "miss")
            .map(({ t }) => Number(t));
        return [
            times.length === 0
                ? "the circle meets no wall"
                : `first contact at t = ${shown(Math.min(...times))}`,
        ];
    },
    "middle-only": ({ points: { c }, lengths: { s } }) => {
        const walls = { long: [0, 0, 30, 0], short: [8, 4, 10, 4] };
        const names = Object.keys(walls);
        const list = (some) => (some.length === 0 ? "none" : some.join(", "));
        const near = names.filter((name) => {
            const [ax, ay, bx, by] = walls[name];
            return Math.hypot((ax + bx) / 2 - c.x, (ay + by) / 2 - c.y) <= s;
        });
        const touching = names.filter((name) => touches([c.x, c.y, 1], walls[name]));
        return [
            `: ${list(near)}`,
            `walls that touch: ${list(touching)}; ` +
                `lost: ${list(touching.filter((name) => !near.includes(name)))}`,
        ];
    },
    "rounded-box": ({ points: { c, wall } }) => {
        const [x, center] = [2 ** 24 + wall.x, 2 ** 24 + c.x];
        const [float, low, high] = new Float32Array([x, center - 1, center + 1]);
        const touch = touches([center, 0, 1], [x, -1, x, 1]);
        const found = center - 1 <= float && float <= center + 1;
        return [
            `wall at x = ${x}, float(x) = ${float}`,
            `overlap ${yes(found)}; both boxes rounded: ${yes(low <= float && float <= high)}`,
            `exact: ${touch ? "they touch" : "apart"}${
                touch && !found ? "; the query loses the wall" : ""
            }`,
        ];
    },
};
const NAMES = Object.keys(EXPECTED);

for (const touch of [false, true]) {
    test(`lesson 8: every handle, by ${touch ? "touch" : "mouse"}`, LIMIT, async () => {
        const { page, problems, context } = await site.open(PAGE, { hasTouch: touch });
        for (const { name, figure } of await openFigures(page, NAMES)) {
            await dragAll(page, name, figure, EXPECTED[name], touch, name === "tree" ? -3 : 1);
        }
        assert.deepEqual(problems, []);
        await context.close();
    });
}

test("the figures start at the cases of the lesson, and the text follows", LIMIT, async () => {
    const { page, context } = await site.open(PAGE);
    const figures = await openFigures(page, NAMES);
    const lines = await Promise.all(figures.map(({ figure }) => linesOf(figure)));
    assert.match(lines[0], /boxes overlap: yes; circle and wall touch: no/);
    assert.match(lines[1], /tests 16 of 128 walls/);
    assert.match(lines[2], /box 3 at t = 0\.\d+, too late\nboxes searched: 2 of 4/);
    assert.match(lines[3], /walls that touch: long; lost: long/);
    assert.match(lines[4], /ball from 16777217 to 16777219\n.*\n.*loses the wall/);
    const tested = page.locator('carom-number[figure="tree"][of="tested"]');
    assert.equal(await tested.innerText(), "16");
    await figures[1].figure.locator('[data-handle="r"]').focus();
    for (let i = 0; i < 3; i++) {
        await page.keyboard.press("Shift+ArrowRight");
        await check(figures[1].figure, "tree", EXPECTED.tree);
    }
    assert.notEqual(await tested.innerText(), "16");
    await context.close();
});

test("by keys: levels of the tree, a ball along a wall, places between floats", LIMIT, async () => {
    const { page, context } = await site.open(PAGE);
    const [, tree, , middle, rounded] = await openFigures(page, NAMES);
    for (const [{ figure, name }, handle, key, times] of [
        [tree, "level", "ArrowLeft", 4],
        [middle, "c", "ArrowRight", 14],
        [rounded, "wall", "ArrowRight", 6],
    ]) {
        await figure.locator(`[data-handle="${handle}"]`).focus();
        const seen = new Set();
        for (let i = 0; i < times; i++) {
            await page.keyboard.press(key);
            await check(figure, name, EXPECTED[name]);
            seen.add(await linesOf(figure));
        }
        assert.equal(seen.size, times, name);
    }
    assert.match(await linesOf(tree.figure), /level 0: looks at 1 of 1 boxes, enters 1/);
    await context.close();
});

test("on a phone a finger on the centre of a circle moves it, not its radius", LIMIT, async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    for (const [address, name] of [
        [PAGE, "tree"],
        ["lessons/5-moving-circles.html", "moving"],
    ]) {
        const { page, context } = await site.open(address, phone);
        const [{ figure }] = await openFigures(page, [name]);
        const centre = figure.locator('[data-handle="c"]');
        await centre.scrollIntoViewIfNeeded();
        const before = await stateOf(figure);
        const from = await middleOf(centre);
        await dragTouch(page, from, { x: from.x - 30, y: from.y - 8 });
        const moved = async () => (await stateOf(figure)).points.c.x < before.points.c.x;
        await waitUntil(page, `${name}: the circle did not move`, moved, Boolean);
        assert.deepEqual((await stateOf(figure)).lengths, before.lengths, name);
        await context.close();
    }
});
