// The figures of lesson 7: by mouse, touch and keys. Their numbers are those of the tool, and of
// closed forms for walls that move as a whole. Room: tests of the site.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { dragMouse } from "../../playground/test/browser.mjs";
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

const PAGE = "lessons/7-walls-that-move.html";
const site = await startSite();
after(() => site.close());

const FEATURES = { side: "the side", a: "end a", b: "end b" };
const pair = (x, y) => `(${shown(x)}, ${shown(y)})`;
const at = (p, move, t) => ({ x: p.x + t * move.x, y: p.y + t * move.y });

/** The tool's row of a figure's state: circle, displacement, wall, displacements of its ends. */
function rowOf({ points: { a, b, c, v, m, mb = m }, lengths: { r } }) {
    return {
        ...{ id: "row", cx: c.x, cy: c.y, r, vx: v.x, vy: v.y },
        ...{ ax: a.x, ay: a.y, bx: b.x, by: b.y, avx: m.x, avy: m.y, bvx: mb.x, bvy: mb.y },
    };
}

/** Ball and wall at a time, as a row of `relate`. */
function placeOf({ points: { a, b, c, v, m, mb = m }, lengths: { r } }, t) {
    const [center, p, q] = [at(c, v, t), at(a, m, t), at(b, mb, t)];
    return { id: "row", cx: center.x, cy: center.y, r, ax: p.x, ay: p.y, bx: q.x, by: q.y };
}

/** A ball after a frame among walls, by the tool. */
function runOf(ball, walls) {
    const tables = [tableFile("balls.csv", [ball]), tableFile("walls.csv", walls)];
    return answers("run", "--time=1", "--step=1", ...tables)[0];
}

function contactOf(state) {
    const { kind, t, x, y, feature } = tool("sweep", rowOf(state));
    return kind === "miss"
        ? "miss: the circle does not touch the wall"
        : `${kind} at t = ${shown(t)}, at ${FEATURES[feature]}: the centre is at ${pair(x, y)}`;
}

/** The distance between a circle's rim and a wall, by projection onto it. */
function gapOf({ cx, cy, r, ax, ay, bx, by }) {
    const [ux, uy, wx, wy] = [bx - ax, by - ay, cx - ax, cy - ay];
    const s = Math.min(Math.max((wx * ux + wy * uy) / (ux * ux + uy * uy), 0), 1);
    return Math.hypot(wx - s * ux, wy - s * uy) - r;
}

/** For each figure: what its lines must hold. */
const EXPECTED = {
    lift: (state) => {
        const { v, m, t, c, a, b } = state.points;
        // Seen from the lift, the wall is at rest: the same contact.
        const rest = { ...rowOf(state), vx: v.x - m.x, vy: v.y - m.y };
        const seen = tool("sweep", { ...rest, avx: 0, avy: 0, bvx: 0, bvy: 0 });
        assert.ok(Math.abs(seen.t - tool("sweep", rowOf(state)).t) < 1e-12);
        // A closed form where the ball falls on the side of a level wall.
        const time = (c.y - state.lengths.r - a.y) / (m.y - v.y);
        const foot = c.x + time * (v.x - m.x);
        if (a.y === b.y && time > 0 && time <= 1 && foot > a.x && foot < b.x) {
            assert.ok(Math.abs(seen.t - time) < 1e-12);
        }
        return [
            `= ${pair(v.x - m.x, v.y - m.y)}`,
            contactOf(state),
            `t = ${shown(t.x)}: ${tool("relate", placeOf(state, t.x)).relation}`,
        ];
    },
    ramp: (state) => {
        const { t } = state.points;
        return [`t = ${shown(t.x)}:`, `gap ${shown(gapOf(placeOf(state, t.x)))}`, contactOf(state)];
    },
    "moving-bounce": (state) => {
        const { kind, end_x: x, end_y: y } = tool("sweep", rowOf(state));
        const { cx, cy, r, vx, vy, ...wall } = rowOf(state);
        const ball = runOf({ id: "ball", cx, cy, r, vx, vy }, [{ ...wall, id: "wall" }]);
        return kind === "hit" && ball.contacts === "1"
            ? [contactOf(state), `the ball ends at ${pair(x, y)}`]
            : [contactOf(state)];
    },
    press: (state) => {
        const { a, b, c, m } = state.points;
        const ball = { id: "ball", cx: c.x, cy: c.y, r: state.lengths.r, vx: 0, vy: 0 };
        const floor = { id: "floor", ax: 0, ay: 0, bx: 10, by: 0, avx: 0, avy: 0, bvx: 0, bvy: 0 };
        const end = { avx: m.x, avy: m.y, bvx: m.x, bvy: m.y };
        const press = { id: "press", ax: a.x, ay: a.y, bx: b.x, by: b.y, ...end };
        const { state: kind, x, y } = runOf(ball, [floor, press]);
        if (kind !== "crushed") {
            return [kind, pair(x, y)];
        }
        // The press has come down to the height of the ball.
        const isBetween = c.y >= ball.r && c.y + ball.r <= a.y;
        return [
            isBetween ? `crushed at t = ${shown((a.y - 2 * ball.r) / -m.y)}` : "crushed at t =",
        ];
    },
    "move-then-test": (state) => [
        `test at t = 1: ${tool("relate", placeOf(state, 1)).relation}`,
        contactOf(state),
    ],
};

/** What the text of the lesson says of the first state. */
const LESSON = {
    lift: [
        "v \u2212 m = (0, \u22122) \u2212 (0, 8) = (0, \u221210)",
        "t = 0.5, at the side",
        "(3, 5)",
    ],
    ramp: ["u \u00d7 w = 36 \u2212 44 t", "t = 0.639, at the side"],
    "moving-bounce": [
        "s = 0.7748, vw = (0, 6.1981)",
        "v' = (\u22128.0941, 7.4996); the ball ends at (9.0783, 7.4291)",
        "where ball and wall are crossing",
    ],
    press: ["crushed at t = 0.6667"],
    "move-then-test": ["separate, a gap of 3", "hit at t = 0.5", "the test misses the contact"],
};

for (const touch of [false, true]) {
    test(`lesson 7: every handle, by ${touch ? "touch" : "mouse"}`, LIMIT, async () => {
        const { page, problems, context } = await site.open(PAGE, { hasTouch: touch });
        for (const { name, figure } of await openFigures(page, Object.keys(EXPECTED))) {
            await check(figure, name, () => LESSON[name]);
            await dragAll(page, name, figure, EXPECTED[name], touch);
        }
        assert.deepEqual(problems, []);
        await context.close();
    });
}

test("lesson 7: keys move the time, which stays between 0 and 1", LIMIT, async () => {
    const { page, context } = await site.open(PAGE);
    for (const name of ["lift", "ramp", "press"]) {
        const [{ figure }] = await openFigures(page, [name]);
        const handle = figure.locator('[data-handle="t"]');
        const first = (await stateOf(figure)).points.t.x;
        await handle.focus();
        await page.keyboard.press("ArrowRight");
        const { t } = (await stateOf(figure)).points;
        assert.ok(Math.abs(t.x - first - 0.025) < 1e-12, `${name}: ${t.x}`);
        assert.equal(await handle.getAttribute("aria-valuetext"), `time t ${shown(t.x)}`);
        await check(figure, name, EXPECTED[name]);
        for (let i = 0; i < 5; i++) {
            await page.keyboard.press("Shift+ArrowRight");
        }
        assert.equal((await stateOf(figure)).points.t.x, 1);
        await check(figure, name, EXPECTED[name]);
        if (name === "press") {
            // As the tool says: crushed, then put on top of the press.
            assert.match(await linesOf(figure), /the ball is put at \(4, 2\)/);
            await page.keyboard.press("ArrowLeft");
            assert.match(await linesOf(figure), /the time of the ball stands still/);
        }
        await page.keyboard.press("Escape");
        assert.equal((await stateOf(figure)).points.t.x, first);
    }
    await context.close();
});

test(
    "lesson 7: a slow lift is found by the test after the frame, a slow press spares the ball",
    LIMIT,
    async () => {
        const { page, context } = await site.open(PAGE);
        const [late, press] = await openFigures(page, ["move-then-test", "press"]);
        for (const [{ figure }, to, line] of [
            [late, 4, "the test is right"],
            [press, -1, "moved: the ball has a place"],
        ]) {
            const handle = figure.locator('[data-handle="m"]');
            await handle.focus();
            for (let i = 0; i < 60 && (await stateOf(figure)).points.m.y !== to; i++) {
                const { m } = (await stateOf(figure)).points;
                await page.keyboard.press(m.y > to ? "ArrowDown" : "ArrowUp");
            }
            assert.equal((await stateOf(figure)).points.m.y, to);
            assert.ok((await linesOf(figure)).includes(line), await linesOf(figure));
        }
        await late.figure.scrollIntoViewIfNeeded();
        const from = await middleOf(late.figure.locator('[data-handle="m"]'));
        await dragMouse(page, from, { x: from.x, y: from.y - 90 });
        assert.ok((await linesOf(late.figure)).includes("the test misses the contact"));
        await context.close();
    },
);
