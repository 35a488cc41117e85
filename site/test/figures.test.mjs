// The figures of the pages: dragged by mouse, touch and keys; their numbers are those of the tool.
// Layer: tests of the site.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { dragMouse, dragTouch } from "../../playground/test/browser.mjs";
import { live, startSite } from "./site.mjs";

const TOOL =
    process.env.CAROM_TOOL ||
    fileURLToPath(new URL("../../build/release/cli/carom", import.meta.url));
const LESSONS = {
    "1-circle-and-line": ["line", "line-wrong"],
    "2-closest-point": ["closest", "closest-wrong"],
    "3-ends-and-rings": ["ends", "ends-wrong"],
    "4-pushing-out": ["push", "push-wrong"],
    "5-moving-circles": ["moving", "moving-wrong"],
    "6-a-whole-frame": ["frame"],
};
const LIMIT = { timeout: 600000 };
const site = await startSite();
after(() => site.close());
const folder = mkdtempSync(join(tmpdir(), "carom-site-"));
after(() => rmSync(folder, { recursive: true }));

/** A row of the tool's answer for a table of one row, by column. */
function tool(command, row, ...options) {
    const file = join(folder, "row.csv");
    writeFileSync(file, `${Object.keys(row).join()}\n${Object.values(row).join()}\n`);
    const [names, values] = execFileSync(TOOL, [command, ...options, file], { encoding: "utf8" })
        .trim()
        .split("\n");
    const cells = values.split(",");
    return Object.fromEntries(names.split(",").map((name, i) => [name, cells[i]]));
}

function rowOf({ points: { a, b, c, v }, lengths: { r } }, extent = "segment") {
    const move = v === undefined ? {} : { vx: v.x, vy: v.y };
    return { id: "row", cx: c.x, cy: c.y, r, ...move, ax: a.x, ay: a.y, bx: b.x, by: b.y, extent };
}

/** As figures show numbers. */
function shown(text) {
    const x = Number(text);
    const rounded = x.toFixed(4).replace(/\.?0+$/, "");
    return rounded === "-0" ? "0" : rounded.replace("-", "\u2212");
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

const stateOf = async (figure) => JSON.parse(await figure.getAttribute("data-state"));
const linesOf = (figure) => figure.locator(".lines").innerText();

/** The lines of a figure are those that the tool's answer to its state gives. */
async function check(figure, name) {
    const lines = await linesOf(figure);
    for (const part of EXPECTED[name]?.(await stateOf(figure)) ?? []) {
        assert.ok(
            lines.includes(part),
            `${name}: "${lines}" lacks "${part}" for ${await figure.getAttribute("data-state")}`,
        );
    }
}

async function middleOf(handle) {
    const box = await handle.locator(".knob").boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Opens a page and gives its figures. */
async function openFigures(page, names) {
    await live(page);
    return names.map((name) => ({ name, figure: page.locator(`carom-figure[name="${name}"]`) }));
}

for (const [lesson, names] of Object.entries(LESSONS)) {
    for (const touch of [false, true]) {
        test(`lesson ${lesson}: every handle, by ${touch ? "touch" : "mouse"}`, LIMIT, async () => {
            const { page, problems, context } = await site.open(`lessons/${lesson}.html`, {
                hasTouch: touch,
            });
            for (const { name, figure } of await openFigures(page, names)) {
                await check(figure, name);
                const handles = await figure.locator(".handle").all();
                assert.ok(handles.length >= 2, name);
                for (const [i, handle] of handles.entries()) {
                    await handle.scrollIntoViewIfNeeded();
                    const before = await figure.getAttribute("data-state");
                    const from = await middleOf(handle);
                    const to = {
                        x: from.x + (i % 2 === 0 ? 37 : -41),
                        y: from.y + (i % 3 === 0 ? -29 : 23),
                    };
                    await (touch ? dragTouch : dragMouse)(page, from, to);
                    assert.notEqual(
                        await figure.getAttribute("data-state"),
                        before,
                        `${name}: handle ${i} did not move`,
                    );
                    await check(figure, name);
                }
                await figure.getByRole("button", { name: "Start again" }).click();
                await check(figure, name);
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
        await check(figure, "closest");
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
