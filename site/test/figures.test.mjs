// The figures of the pages: dragged by mouse, touch and keys; their numbers are those of the tool.
// Room: tests of the site.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { dragMouse } from "../../playground/test/browser.mjs";
import {
    check,
    dragAll,
    LIMIT,
    linesOf,
    middleOf,
    openFigures,
    shown,
    stateOf,
    tool,
} from "./drag_figures.mjs";
import { live, startSite } from "./site.mjs";

const LESSONS = {
    "1-circle-and-line": ["line", "line-wrong"],
    "2-closest-point": ["closest", "closest-wrong"],
    "3-ends-and-rings": ["ends", "ends-wrong"],
    "4-pushing-out": ["push", "push-wrong"],
    "5-moving-circles": ["moving", "moving-wrong"],
    "6-a-whole-frame": ["frame"],
};
const site = await startSite();
after(() => site.close());

function rowOf({ points: { a, b, c, v }, lengths: { r } }, extent = "segment") {
    const move = v === undefined ? {} : { vx: v.x, vy: v.y };
    return { id: "row", cx: c.x, cy: c.y, r, ...move, ax: a.x, ay: a.y, bx: b.x, by: b.y, extent };
}

/** For each figure: what its lines must hold, from the tool alone. */
const EXPECTED = {
    line: (state) => [`: ${tool("relate", rowOf(state, "line")).relation}`],
    closest: (state) => {
        const { relation, px, py } = tool("relate", rowOf(state));
        return [`: ${relation}`, `closest point (${shown(px)}, ${shown(py)})`];
    },
    ends: (state) => [`: ${tool("relate", rowOf(state)).relation}`],
    push: (state) => {
        const { relation, nx, ny, depth } = tool("relate", rowOf(state));
        return [
            depth > 0
                ? `n = (${shown(nx)}, ${shown(ny)}), depth = ${shown(depth)}: ${relation}`
                : "a gap of",
        ];
    },
    moving: (state) => {
        const { kind, t } = tool("sweep", rowOf(state));
        return [kind === "miss" ? "miss" : `${kind} at t = ${shown(t)}`];
    },
    "closest-wrong": (state) => method("relate", "tangent-clamp", state),
    "ends-wrong": (state) => method("relate", "falling-projection", state),
    "push-wrong": (state) => method("relate", "closest-point", state),
};

function method(command, name, state) {
    const { collides, exact } = tool(command, rowOf(state), "--method", name);
    return [`method: ${collides}; exact: ${exact};`];
}

for (const [lesson, names] of Object.entries(LESSONS)) {
    for (const touch of [false, true]) {
        test(`lesson ${lesson}: every handle, by ${touch ? "touch" : "mouse"}`, LIMIT, async () => {
            const { page, problems, context } = await site.open(`lessons/${lesson}.html`, {
                hasTouch: touch,
            });
            for (const { name, figure } of await openFigures(page, names)) {
                assert.ok((await figure.locator(".handle").count()) >= 2, name);
                await dragAll(page, name, figure, EXPECTED[name], touch);
            }
            assert.deepEqual(problems, []);
            await context.close();
        });
    }
}

test(
    "keys move a handle by a step, by ten with Shift, by one ulp with Alt; Escape starts again",
    LIMIT,
    async () => {
        const { page, context } = await site.open("lessons/2-closest-point.html");
        const [{ figure }] = await openFigures(page, ["closest"]);
        const centre = figure.locator('[data-handle="c"]');
        const x = async () => (await stateOf(figure)).points.c.x;
        await centre.focus();
        await page.keyboard.press("ArrowRight");
        assert.equal(await x(), 2.25);
        assert.equal(await centre.getAttribute("aria-valuetext"), "centre c (2.25, 6)");
        await page.keyboard.press("Shift+ArrowRight");
        assert.equal(await x(), 4.75);
        await page.keyboard.press("Alt+ArrowLeft");
        assert.equal(await x(), 4.75 - 2 ** -50);
        await check(figure, "closest", EXPECTED.closest);
        await page.keyboard.press("Escape");
        assert.equal(await x(), 2);
        await context.close();
    },
);

test(
    "the balls of the front page move, pause, and rest where motion is to be reduced",
    LIMIT,
    async () => {
        const { page, context } = await site.open("index.html");
        const [{ figure }] = await openFigures(page, ["balls"]);
        const contacts = async () =>
            Number(/^(\d+) contacts; balls outside the box: 0$/.exec(await linesOf(figure))?.[1]);
        await page.waitForFunction(() =>
            /^[1-9]\d+ /.test(document.querySelector(".lines").textContent),
        );
        const handle = figure.locator('[data-handle="a"]');
        const from = await middleOf(handle);
        for (let i = 0; i < 6; i++) {
            await dragMouse(
                page,
                await middleOf(handle),
                { x: from.x + (i % 2 === 0 ? 120 : 0), y: from.y },
                3,
            );
        }
        await figure.getByRole("button", { name: "Pause" }).click();
        const paused = await contacts();
        assert.ok(paused > 0);
        await page.waitForTimeout(200);
        assert.equal(await contacts(), paused);
        await context.close();

        const still = await site.open("index.html", { reducedMotion: "reduce" });
        await live(still.page);
        const marks = () => still.page.locator(".moving").innerHTML();
        const first = await marks();
        await still.page.waitForTimeout(300);
        assert.equal(await marks(), first);
        assert.ok(await still.page.getByRole("button", { name: "Play" }).isVisible());
        await still.context.close();
    },
);
