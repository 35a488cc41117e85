// The plots of the benchmarks: every dot stands where the number of the table belongs, by mouse and
// by keys. The tables are read from the sources, not from the pages. Room: tests of the site.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startSite } from "./site.mjs";

const PAGES = {
    "benchmarks/benchmarks.html": "docs/benchmarks.md",
    "benchmarks/benchmarks-python.html": "docs/benchmarks-python.md",
    "benchmarks/benchmarks-spark.html": "docs/benchmarks-spark.md",
    "benchmarks/benchmarks-sqlite.html": "docs/benchmarks-sqlite.md",
    "guide/scale.html": "docs/scale.md",
};
const LIMIT = { timeout: 600000 };
const site = await startSite();
after(() => site.close());

/** All cells of the tables of a source, without marks of Markdown. */
function cellsOf(source) {
    const text = readFileSync(fileURLToPath(new URL(`../../${source}`, import.meta.url)), "utf8");
    return text
        .split("\n")
        .filter((line) => line.startsWith("| "))
        .map((line) =>
            line
                .split("|")
                .slice(1, -1)
                .map((cell) =>
                    cell
                        .replaceAll("`", "")
                        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
                        .trim(),
                ),
        );
}

const FACTORS = { ns: 1e-9, µs: 1e-6, ms: 1e-3, s: 1, min: 60, kB: 1e3, MB: 1e6, GB: 1e9 };

/** The number of a cell in seconds, bytes or its column's unit. */
function numberOf(text) {
    const [, digits, unit] = /^([\d.,]+(?:e-?\d+)?) ?(ns|µs|ms|s|min|kB|MB|GB)?\b/.exec(text);
    return Number(digits.replaceAll(",", "")) * (FACTORS[unit] ?? 1);
}

/** The values of a plot as its marks say and place them. */
const marksOf = (plot) =>
    plot.locator(".plot .values > *").evaluateAll((marks) =>
        marks.map((mark) => {
            const box = mark.getBoundingClientRect();
            return {
                label: mark.getAttribute("aria-label"),
                x: box.x + box.width / 2,
                y: box.y + box.height / 2,
            };
        }),
    );

/** Whether positions are a straight line over f(value); the largest deviation in pixels. */
function deviation(points, f) {
    const sorted = [...points].sort((p, q) => p.value - q.value);
    const [low, high] = [sorted[0], sorted.at(-1)];
    if (low.value === high.value) {
        return Math.max(...points.map(({ at }) => Math.abs(at - low.at)));
    }
    const slope = (high.at - low.at) / (f(high.value) - f(low.value));
    return Math.max(
        ...points.map(({ at, value }) => Math.abs(at - low.at - slope * (f(value) - f(low.value)))),
    );
}

async function checkView(plot, rows, name) {
    const marks = await marksOf(plot);
    assert.ok(marks.length > 1, `${name}: only ${marks.length} values`);
    const areCurves = (await plot.locator(".plot .curve").count()) > 0;
    const points = marks.map(({ label, x, y }) => {
        const text = label.slice(label.lastIndexOf(": ") + 2);
        const names = label.slice(0, label.lastIndexOf(": "));
        const isThere = rows.some(
            (row) => row.includes(text) && names.startsWith(row[0]) && row[0] !== "",
        );
        assert.ok(isThere, `${name}: "${label}" is in no row of the source`);
        return { value: numberOf(text), at: areCurves ? y : x };
    });
    const isLog = await plot.locator("input").isChecked();
    const off = deviation(points, isLog ? Math.log : (value) => value);
    // The middle of a triangle's box is not its centre.
    assert.ok(off < 4, `${name}: a value is ${off} pixels off, logarithmic: ${isLog}`);
}

for (const [page, source] of Object.entries(PAGES)) {
    test(`${page}: every view of every plot, both scales`, LIMIT, async () => {
        const rows = cellsOf(source);
        const { page: tab, problems, context } = await site.open(page);
        const plots = await tab.locator("carom-plot").all();
        assert.ok(plots.length >= 1);
        for (const [i, plot] of plots.entries()) {
            await plot.scrollIntoViewIfNeeded();
            await plot.locator(".controls:not([hidden])").waitFor();
            const views = await plot.locator("option").allTextContents();
            for (const [j, view] of views.entries()) {
                if (views.length > 1) {
                    await plot.locator("select").selectOption(String(j));
                }
                await checkView(plot, rows, `plot ${i}, ${view}`);
                const scale = plot.locator("input");
                if (await scale.isEnabled()) {
                    await scale.click();
                    await checkView(plot, rows, `plot ${i}, ${view}, other scale`);
                }
            }
        }
        assert.deepEqual(problems, []);
        await context.close();
    });
}

test("a value is read by mouse and by keys, and shown in the table", LIMIT, async () => {
    const { page, context } = await site.open("benchmarks/benchmarks.html");
    const plot = page.locator("carom-plot").nth(1);
    await plot.scrollIntoViewIfNeeded();
    await plot.locator(".controls:not([hidden])").waitFor();
    const values = plot.locator(".plot .values > *");
    const readout = plot.locator(".readout");
    await values.nth(2).hover();
    const label = await values.nth(2).getAttribute("aria-label");
    assert.equal(await readout.innerText(), label);
    assert.equal(await page.locator("td.shown").innerText(), label.split(": ").at(-1));
    await values.nth(2).focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await readout.innerText(), await values.nth(3).getAttribute("aria-label"));
    await page.keyboard.press("End");
    assert.equal(await readout.innerText(), await values.last().getAttribute("aria-label"));
    assert.equal(await plot.locator('.values > [tabindex="0"]').count(), 1);
    await context.close();
});

test("without JavaScript each plot is a picture", LIMIT, async () => {
    const { page, context } = await site.open("benchmarks/benchmarks.html", {
        javaScriptEnabled: false,
    });
    assert.ok((await page.locator("carom-plot svg.plot").count()) > 20);
    assert.equal(await page.locator("carom-plot .controls:visible").count(), 0);
    await context.close();
});
