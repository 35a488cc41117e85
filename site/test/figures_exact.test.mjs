// The figures of lesson 9: dragged by mouse, touch and keys; their numbers are those of the tool
// and of whole numbers. Room: tests of the site.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
    answers,
    check,
    dragAll,
    LIMIT,
    linesOf,
    openFigures,
    run,
    stateOf,
    tableFile,
    tool,
} from "./drag_figures.mjs";
import { startSite } from "./site.mjs";

const site = await startSite();
after(() => site.close());
const PAGE = "lessons/9-why-exact.html";

const minus = (text) => String(text).replaceAll("-", "\u2212");
const yes = (is) => (is ? "yes" : "no");
/** In the unit 2^-60, of which all inputs here are multiples. */
const whole = (x) => BigInt(x * 2 ** 60);
/** |u x w| - r |u| for the wall from (0, 0) to (3, 4), in that unit. */
function excess(r, cx, cy) {
    const k = 3n * whole(cy) - 4n * whole(cx);
    return (k < 0n ? -k : k) - 5n * whole(r);
}

const wholeRow = (x, y) => ({
    id: "row", cx: 4 + x * 2 ** -50, cy: -7 + y * 2 ** -50, r: 1, ax: 0, ay: 0, bx: 6, by: -8,
});
const tenths = (cx, cy, r = 0.5) => ({ id: "row", cx, cy, r, ax: 0, ay: 0, bx: 3, by: 4 });
const tenthsRow = (x, y) => tenths(0.2 + x * 2 ** -52, 1.1 + y * 2 ** -52);
const squares = ({ cx, cy }) => (3 * cy - 4 * cx) ** 2 <= 6.25;

/** A step of the method as the tool prints it. */
function step(text, name) {
    return minus(new RegExp(`^ *${name}.*: (.*)$`, "m").exec(text)[1]);
}

/** For each figure: what its lines must hold. */
const EXPECTED = {
    "one-ulp": ({ points: { c } }) => {
        const row = wholeRow(c.x, c.y);
        const { collides, exact } = tool("relate", row, "--method", "naive-double");
        const file = tableFile("row.csv", [row]);
        const steps = run("relate", "--method", "naive-double", "--steps", file);
        return [
            `t = ${step(steps, "t =")}, closest = ${step(steps, "closest =")}`,
            `dist2 = ${step(steps, "dist2 =")} `,
            `1: ${collides}`,
            `r |u| = 10: ${exact}`,
            `the method is ${collides === exact ? "right" : "wrong"}`,
        ];
    },
    squares: ({ points: { c } }) => {
        const row = tenthsRow(c.x, c.y);
        const { collides, exact } = tool("relate", row, "--method", "naive-double");
        const more = excess(0.5, row.cx, row.cy);
        assert.equal(exact, yes(more <= 0n));
        const steps = more / 2n ** 8n;
        const size = steps < 0n ? -steps : steps;
        const term = `${size === 1n ? "" : `${size} \u00b7 `}2\u207b\u2075\u00b2`;
        const sum = steps === 0n ? "2.5" : `2.5 ${steps < 0n ? "\u2212" : "+"} ${term}`;
        return [
            `exact: u \u00d7 w = ${sum} `,
            `= ${3 * row.cy - 4 * row.cx}; `,
            `6.25: ${yes(squares(row))}`,
            `division ${collides}, squares ${yes(squares(row))}, Carom ${exact}`,
        ];
    },
    filter: ({ points: { k, zoom } }) => {
        const off = (k.x * 10 ** -Math.round((zoom.x + 1.6) / 0.2)) / 5;
        const row = tenths(0.2 - 0.8 * off, 1.1 + 0.6 * off);
        return [
            `c = (${minus(row.cx)}, ${minus(row.cy)})`,
            `k = ${minus(3 * row.cy - 4 * row.cx)}, `,
            `the integers say: ${yes(tool("relate", row).relation !== "separate")}`,
            `the integers say: ${yes(excess(0.5, row.cx, row.cy) <= 0n)}`,
        ];
    },
    integers: ({ points: { r, x, y } }) => {
        const value = (p) => Math.max(Math.round((p.x - 15) / 1.5), 1) / 20;
        const [radius, cx, cy] = [value(r), value(x), value(y)];
        const more = excess(radius, cx, cy);
        const { relation } = tool("relate", tenths(cx, cy, radius));
        assert.equal(relation === "separate", more > 0n);
        assert.equal(relation === "touching", more === 0n);
        return [
            `r = ${radius} = `,
            `cx = ${cx} = `,
            `cy = ${cy} = `,
            `and wall ${more > 0n ? "apart" : more === 0n ? "touch" : "overlap"}`,
        ];
    },
};
const NAMES = Object.keys(EXPECTED);

for (const touch of [false, true]) {
    test(`lesson 9: every handle, by ${touch ? "touch" : "mouse"}`, LIMIT, async () => {
        const { page, problems, context } = await site.open(PAGE, { hasTouch: touch });
        for (const { name, figure } of await openFigures(page, NAMES)) {
            await dragAll(page, name, figure, EXPECTED[name], touch);
        }
        assert.deepEqual(problems, []);
        await context.close();
    });
}

test("the figures start at the cases of the lesson, and the text follows", LIMIT, async () => {
    const { page, context } = await site.open(PAGE);
    const figures = await openFigures(page, NAMES);
    const lines = await Promise.all(figures.map(({ figure }) => linesOf(figure)));
    assert.match(lines[0], /dist2 = 1\.0000000000000007 > 1: no/);
    assert.match(lines[1], /division no, squares yes, Carom no/);
    assert.match(lines[2], /k = 2\.5, e = 3\.64e\u221215.*\n.*unsure\nthe integers say: no/);
    assert.match(lines[3], /= 45035996273704964, r \|u\| = 45035996273704960, difference 4:/);

    const text = (figure, of) =>
        page.locator(`carom-number[figure="${figure}"][of="${of}"]`).innerText();
    assert.equal(await text("one-ulp", "method"), "no");
    await figures[0].figure.locator(".handle").focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual((await stateOf(figures[0].figure)).points.c, { x: 1, y: 0 });
    assert.equal(await text("one-ulp", "method"), "yes");
    assert.equal(await text("one-ulp", "exact"), "yes");
    await check(figures[0].figure, "one-ulp", EXPECTED["one-ulp"]);
    await context.close();
});

/** The looks of the doubles of a map, row by row from below. */
async function looks(figure) {
    const cells = await figure.locator("rect.cell.double:not(.chosen)").all();
    const classes = await Promise.all(cells.map((cell) => cell.getAttribute("class")));
    return classes.map((name) => name.replace("cell double ", ""));
}

/** The cells of a map, in the same order. */
function cells(columns, rows) {
    return Array.from({ length: (2 * columns + 1) * (2 * rows + 1) }, (_, i) => ({
        x: (i % (2 * columns + 1)) - columns,
        y: Math.floor(i / (2 * columns + 1)) - rows,
    }));
}

/** The look of a cell by the answer of a method and the exact one. */
function lookOf(answer, exact) {
    if (answer === exact) {
        return exact === "yes" ? "yes" : "right";
    }
    return exact === "yes" ? "missed" : "false-hit";
}

test("every cell of the maps is that of the tool", LIMIT, async () => {
    const { page, context } = await site.open(PAGE);
    const [{ figure: ulp }, { figure: square }] = await openFigures(page, NAMES);
    const wholes = answers(
        "relate", "--method", "naive-double",
        tableFile("map.csv", cells(12, 8).map(({ x, y }) => wholeRow(x, y))),
    ).map(({ collides, exact }) => lookOf(collides, exact));
    assert.ok(wholes.includes("missed"));
    assert.deepEqual(await looks(ulp), wholes);
    const rows = cells(6, 4).map(({ x, y }) => tenthsRow(x, y));
    const parts = rows.map((row) =>
        lookOf(yes(squares(row)), yes(excess(row.r, row.cx, row.cy) <= 0n)),
    );
    assert.ok(parts.includes("false-hit"));
    assert.deepEqual(await looks(square), parts);
    await context.close();
});

test("the filter is certain away from r |u| and never wrong, by keys", LIMIT, async () => {
    const { page, context } = await site.open(PAGE);
    const [, , { figure }] = await openFigures(page, NAMES);
    await figure.locator('[data-handle="k"]').focus();
    const seen = new Set();
    for (const [key, count] of [["ArrowRight", 20], ["ArrowLeft", 40]]) {
        for (let i = 0; i < count; i++) {
            await page.keyboard.press(key);
            const lines = await linesOf(figure);
            const [, answer] = /(certainly no|certainly yes|unsure)\n/.exec(lines);
            const [, exact] = /the integers say: (\w+)/.exec(lines);
            seen.add(answer);
            assert.ok(answer === "unsure" || answer === `certainly ${exact}`, lines);
        }
        await check(figure, "filter", EXPECTED.filter);
    }
    assert.equal(seen.size, 3);
    await figure.locator('[data-handle="zoom"]').focus();
    await page.keyboard.press("ArrowLeft");
    await check(figure, "filter", EXPECTED.filter);
    await page.keyboard.press("Escape");
    assert.match(await linesOf(figure), /unsure/);
    await context.close();
});
