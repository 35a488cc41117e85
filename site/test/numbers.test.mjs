// Numbers of the text that follow a figure: written as the figure starts, changed by a drag.
// Room: tests of the site.
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
    "8-many-walls",
    "9-why-exact",
].map((name) => `lessons/${name}.html`);
/** The handles that change the numbers, where the centre does not. */
const HANDLES = {
    // How high the ball lies does not matter to a press, but how large it is.
    press: "r",
    tree: "r",
    filter: "k",
    integers: "x",
};
/** How often an arrow key is pressed, where one step changes no number. */
const STEPS = { tree: 60 };
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
            const name = HANDLES[figure] ?? "c";
            const handle = page.locator(`carom-figure[name="${figure}"] [data-handle="${name}"]`);
            await handle.focus();
            for (let i = 0; i < (STEPS[figure] ?? 1); i++) {
                await page.keyboard.press("ArrowRight");
            }
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
