// What tests of figures share: the tool's answers, and how a figure is read and dragged. Layer: tests of the site.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dragMouse, dragTouch } from "../../playground/test/browser.mjs";
import { live } from "./site.mjs";

const TOOL =
    process.env.CAROM_TOOL ||
    fileURLToPath(new URL("../../build/release/cli/carom", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "carom-site-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** The row of the tool's answer, by column, for tables of one row or more. */
export function toolOf(command, tables, ...options) {
    const files = tables.map((rows, i) => {
        const file = join(folder, `table${i}.csv`);
        const lines = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))];
        writeFileSync(file, lines.map((line) => `${line.join()}\n`).join(""));
        return file;
    });
    const [names, values] = execFileSync(TOOL, [command, ...options, ...files], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
    })
        .trim()
        .split("\n");
    const cells = values.split(",");
    return Object.fromEntries(names.split(",").map((name, i) => [name, cells[i]]));
}

/** The same for a table of one row. */
export function tool(command, row, ...options) {
    return toolOf(command, [[row]], ...options);
}

/** As figures show numbers. */
export function shown(text) {
    const x = Number(text);
    const rounded = x.toFixed(4).replace(/\.?0+$/, "");
    return rounded === "-0" ? "0" : rounded.replace("-", "\u2212");
}

export const stateOf = async (figure) => JSON.parse(await figure.getAttribute("data-state"));
export const linesOf = (figure) => figure.locator(".lines").innerText();

/** The lines of a figure hold what the expectation says of its state. */
export async function check(figure, name, expected) {
    const lines = await linesOf(figure);
    for (const part of expected?.(await stateOf(figure)) ?? []) {
        assert.ok(
            lines.includes(part),
            `${name}: "${lines}" lacks "${part}" for ${await figure.getAttribute("data-state")}`,
        );
    }
}

export async function middleOf(handle) {
    const box = await handle.locator(".knob").boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Opens a page and gives its figures. */
export async function openFigures(page, names) {
    await live(page);
    return names.map((name) => ({ name, figure: page.locator(`carom-figure[name="${name}"]`) }));
}

/** Drags every handle of a figure, and checks its lines after each. */
export async function dragAll(page, { name, figure }, touch, expected) {
    await check(figure, name, expected);
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
        await check(figure, name, expected);
    }
    await figure.getByRole("button", { name: "Start again" }).click();
    await check(figure, name, expected);
}
