// What the tests of figures share: handles, states, lines, and the tool's answers.
// Room: tests of the site.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { dragMouse, dragTouch } from "../../playground/test/browser.mjs";
import { live } from "./site.mjs";

const TOOL =
    process.env.CAROM_TOOL ||
    fileURLToPath(new URL("../../build/release/cli/carom", import.meta.url));
export const LIMIT = { timeout: 600000 };
const folder = mkdtempSync(join(tmpdir(), "carom-site-"));
after(() => rmSync(folder, { recursive: true }));

/** A table as a file for the tool: objects, by column. */
export function tableFile(name, rows) {
    const file = join(folder, name);
    const lines = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))];
    writeFileSync(file, lines.map((line) => `${line.join()}\n`).join(""));
    return file;
}

/** What the tool prints. */
export const run = (...command) => execFileSync(TOOL, command, { encoding: "utf8" });

/** The tool's answer to a table, by column. */
export function answers(...command) {
    const [names, ...lines] = run(...command)
        .trim()
        .split("\n")
        .map((line) => line.split(","));
    return lines.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i]])));
}

/** A row of the tool's answer for a table of one row, by column. */
export function tool(command, row, ...options) {
    return answers(command, ...options, tableFile("row.csv", [row]))[0];
}

/** As figures show numbers. */
export function shown(text) {
    const x = Number(text);
    const rounded = x.toFixed(4).replace(/\.?0+$/, "");
    return rounded === "-0" ? "0" : rounded.replace("-", "\u2212");
}

export const stateOf = async (figure) => JSON.parse(await figure.getAttribute("data-state"));
export const linesOf = (figure) => figure.locator(".lines").innerText();

export async function middleOf(handle) {
    const box = await handle.locator(".knob").boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits for the figures of a page and gives those. */
export async function openFigures(page, names) {
    await live(page);
    // A picture that is loaded later moves what is below it.
    await page.evaluate(() =>
        Promise.all(
            [...document.images].map((image) => {
                image.loading = "eager";
                return image.decode();
            }),
        ),
    );
    // The browser took a drag for scrolling.
    await page.evaluate(() => {
        const note = () => document.body.setAttribute("data-cancelled", "");
        document.addEventListener("pointercancel", note, true);
    });
    return names.map((name) => ({ name, figure: page.locator(`carom-figure[name="${name}"]`) }));
}

/** The lines of a figure hold what is expected of its state. */
export async function check(figure, name, expected) {
    const [lines, text] = await figure.evaluate((node) => [
        node.querySelector(".lines").innerText,
        node.dataset.state,
    ]);
    const state = JSON.parse(text);
    for (const part of expected?.(state) ?? []) {
        assert.ok(lines.includes(part), `${name}: "${lines}" lacks "${part}" for ${text}`);
    }
}

/**
 * Drags every handle of a figure, compares its lines each time, and starts again. `times` is for a
 * figure with large steps.
 */
export async function dragAll(page, name, figure, expected, touch, times = 1) {
    await check(figure, name, expected);
    for (const [i, handle] of (await figure.locator(".handle").all()).entries()) {
        await handle.scrollIntoViewIfNeeded();
        const before = await figure.getAttribute("data-state");
        const from = await middleOf(handle);
        const to = {
            x: from.x + times * (i % 2 === 0 ? 37 : -41),
            y: from.y + times * (i % 3 === 0 ? -29 : 23),
        };
        await (touch ? dragTouch : dragMouse)(page, from, to);
        // Touches arrive with the next frame.
        await page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        const after = await figure.getAttribute("data-state");
        assert.notEqual(after, before, `${name}: handle ${i} did not move`);
        assert.equal(await page.locator("[data-cancelled]").count(), 0, `${name}: handle ${i}`);
        await check(figure, name, expected);
    }
    await figure.getByRole("button", { name: "Start again" }).click();
    await check(figure, name, expected);
}
