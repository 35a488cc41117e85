// Numbers of the text that follow a figure: written as the figure starts, changed by a drag.
// Layer: tests of the site.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { LIMIT, openFigures } from "./drag_figures.mjs";
import { startSite } from "./site.mjs";

const PAGES = [
    "1-circle-and-line",
    "2-closest-point",
    "4-pushing-out",
    "5-moving-circles",
    "6-a-whole-frame",
    "7-walls-that-move",
].map((name) => `lessons/${name}.html`);
const site = await startSite();
after(() => site.close());

/** For each number: its figure, its name and what it says. */
const numbers = (page) =>
    page
        .locator("carom-number")
        .evaluateAll((nodes) =>
            nodes.map((node) => [
                node.getAttribute("figure"),
                node.getAttribute("of"),
                node.textContent,
            ]),
        );

for (const address of PAGES) {
    test(`${address}: numbers of the text`, LIMIT, async () => {
        const still = await site.open(address, { javaScriptEnabled: false });
        const written = await numbers(still.page);
        await still.context.close();
        assert.ok(written.length > 0);

        const { page, problems, context } = await site.open(address);
        await openFigures(page, []);
        assert.deepEqual(await numbers(page), written);
        for (const figure of new Set(written.map(([of]) => of))) {
            // How high the ball lies does not matter to a press, but how large it is.
            const name = figure === "press" ? "r" : "c";
            const handle = page.locator(`carom-figure[name="${figure}"] [data-handle="${name}"]`);
            await handle.focus();
            await page.keyboard.press("ArrowRight");
            await page.keyboard.press("Shift+ArrowUp");
            const changed = await numbers(page);
            const of = (all) => all.filter(([one]) => one === figure);
            assert.notDeepEqual(of(changed), of(written), figure);
            await page.keyboard.press("Escape");
            assert.deepEqual(await numbers(page), written);
        }
        assert.deepEqual(problems, []);
        await context.close();
    });
}
