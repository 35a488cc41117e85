// The page of the pinball in a browser: it stands still, and a key or a press starts it.
// Room: tests of the site.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { PATIENCE } from "../../playground/test/browser.mjs";
import { startSite } from "./site.mjs";

const site = await startSite();
after(() => site.close());
const LIMIT = { timeout: 300000 };

/** The mean height, in the picture, of what has the colour of the balls, and how much there is. */
const ballsIn = (page) => page.evaluate(() => {
    const canvas = document.querySelector("canvas#pinball");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0, sum = 0;
    for (let i = 0; i < data.length; i += 4) {
        if (data[i] === 0xe0 && data[i + 1] === 0xa0 && data[i + 2] === 0x30) {
            count++;
            sum += Math.floor(i / 4 / canvas.width);
        }
    }
    return { count, height: sum / count };
});

/** Looks until what is seen is as wanted; a busy machine needs many seconds for some. */
async function seen(page, isWanted) {
    const end = Date.now() + PATIENCE;
    for (;;) {
        const balls = await ballsIn(page);
        if (isWanted(balls)) {
            return balls;
        }
        assert.ok(Date.now() < end, JSON.stringify(balls));
        await page.waitForTimeout(50);
    }
}

for (const [how, start] of [
    ["a key", (page) => page.keyboard.down("ArrowLeft")],
    ["a press on the table", (page) => page.locator("#pinball").click()],
]) {
    test(`the pinball waits for ${how}, then the balls fall`, LIMIT, async () => {
        const { page, problems, context } = await site.open("examples/pinball.html");
        const first = await seen(page, ({ count }) => count > 0);
        // Three discs of radius 10, without the pixels at their rims.
        assert.ok(first.count > 700 && first.count < 3 * Math.PI * 100, `${first.count} pixels`);
        await page.waitForTimeout(300);
        assert.deepEqual(await ballsIn(page), first);
        await start(page);
        await seen(page, ({ height }) => height > first.height + 30);
        assert.deepEqual(problems, []);
        await context.close();
    });
}
