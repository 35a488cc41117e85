// The tab Drop in a real browser: circles come to rest, Restart puts them back, tutorials let some
// of them through. Room: tests of the playground.
import assert from "node:assert/strict";
import { after } from "node:test";
import { addressOf, startPlayground, textOf, waitForState, waitForText } from "./browser.mjs";

const site = await startPlayground();
after(() => site.close());

const number = async (page, label) => Number((await textOf(page, label)).replace(/,/g, ""));

/** Waits until nothing falls any more, and gives the counts. */
async function settled(page) {
    await waitForText(page, "Falling", /^0$/);
    return {
        resting: await number(page, "At rest"),
        through: await number(page, "Went through a wall"),
    };
}

/** How many pixels of the canvas have (nearly) that colour of the page. */
function pixelsOf(page, variable) {
    return page.locator("#drop-canvas").evaluate((canvas, name) => {
        const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
        const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
            count += wanted.every((value, k) => Math.abs(data[i + k] - value) < 3) ? 1 : 0;
        }
        return count;
    }, variable);
}

site.test("circles come to rest, and Restart puts them back",
    { address: "#drop?circles=30&walls=6&speed=20" }, async (page) => {
        assert.deepEqual(await settled(page), { resting: 30, through: 0 });
        assert.ok(await pixelsOf(page, "--inside") > 500, "circles at rest are green");

        await page.getByLabel("Pause").press("Space");
        await page.getByRole("button", { name: "Restart" }).click();
        await waitForText(page, "Falling", /^30$/);
        assert.equal(await number(page, "At rest"), 0);
        await page.getByRole("button", { name: "One frame" }).click();
        assert.equal(await number(page, "Falling"), 30);
        await page.getByLabel("Pause").click();
        assert.deepEqual(await settled(page), { resting: 30, through: 0 });
    });

site.test("circles slide and bounce to rest without going through a wall",
    { address: "#drop?circles=100&walls=12&speed=25" }, async (page) => {
        for (const motion of ["slide", "bounce"]) {
            await page.getByRole("radio", { name: motion }).click();
            // Paused, or a busy machine may see none of the moments at which all fall.
            await page.getByLabel("Pause").press("Space");
            await page.getByRole("button", { name: "Restart" }).click();
            await waitForText(page, "Falling", /^100$/);
            await page.getByLabel("Pause").click();
            assert.deepEqual(await settled(page), { resting: 100, through: 0 });
            await waitForState(page, (state) => state.get("motion") === motion);
        }
    });

site.test("circles that collide overlap neither each other nor a wall",
    { address: "#drop?circles=100&walls=6&speed=4&collide=true" }, async (page) => {
        for (const motion of ["slide", "bounce"]) {
            await page.getByRole("radio", { name: motion }).click();
            await page.getByRole("button", { name: "Restart" }).click();
            await waitForText(page, "Falling", (text) => Number(text) > 50);
            // They fall from above the walls to the floor and lie there as a heap.
            await waitForText(page, "At rest", (text) => Number(text) > 50);
            assert.equal(await number(page, "Overlaps of two circles"), 0);
            assert.equal(await number(page, "Went through a wall"), 0);
        }
        await page.getByLabel("Circles collide").click();
        assert.deepEqual(await settled(page), { resting: 100, through: 0 });
        await waitForState(page, (state) => state.get("collide") === "false");
    });

site.test("a heap of circles falls asleep, and wakes when its material changes",
    { address: "#drop?circles=30&walls=6&speed=4&collide=true&motion=slide" }, async (page) => {
        await waitForText(page, "Asleep", /^30$/);
        assert.deepEqual(await settled(page), { resting: 30, through: 0 });
        assert.ok(await pixelsOf(page, "--asleep") > 500, "they are dimmer");
        assert.equal(await number(page, "Overlaps of two circles"), 0);
        // One frame after a change shows who is awake.
        await page.getByLabel("Pause").press("Space");
        await page.getByRole("slider", { name: "Friction" }).press("ArrowRight");
        await page.getByRole("button", { name: "One frame" }).click();
        await waitForText(page, "Asleep", /^0$/);
        await page.getByLabel("Pause").click();
        await waitForText(page, "Asleep", /^30$/);
    });

site.test("a tutorial lets circles through, the exact answer none",
    { address: "#drop?circles=300&walls=50&speed=8" }, async (page) => {
        const method = page.getByLabel("Collision test");
        await method.selectOption("falling-projection");
        await waitForText(page, "Went through a wall", (text) => Number(text) > 10);
        await settled(page);
        assert.ok(await pixelsOf(page, "--crossing") > 100, "they are red");
        assert.equal(addressOf(page).tab, "drop");
        await waitForState(page, (state) => state.get("method") === "falling-projection");

        await method.selectOption("falling-gate");
        await waitForText(page, "Went through a wall", (text) => Number(text) > 10);
        await method.selectOption("tangent-clamp");
        await waitForText(page, "Stopped in the air", (text) => Number(text) > 0);

        await method.selectOption("exact");
        assert.deepEqual(await settled(page), { resting: 300, through: 0 });
    });

site.test("the sliders work by keyboard, and the address has it all",
    { address: "#drop?circles=100&walls=3&speed=10" }, async (page) => {
        await settled(page);
        await page.getByRole("slider", { name: "Circles" }).press("ArrowRight");
        await waitForText(page, "Falling", (text) => Number(text) > 0);
        assert.deepEqual(await settled(page), { resting: 300, through: 0 });
        await page.getByRole("slider", { name: "Sloped walls" }).press("End");
        assert.deepEqual(await settled(page), { resting: 300, through: 0 });
        const state = await waitForState(page, (s) => s.get("walls") === "500");
        assert.equal(state.get("circles"), "300");
    });

site.test("a finger restarts it on a phone; nonsense in the address is left out",
    { address: "#drop?circles=30&walls=1e9&motion=fly&method=none&speed=10",
        size: { width: 390, height: 844 }, touch: true },
    async (page) => {
        await settled(page);
        await page.getByRole("button", { name: "Restart" }).tap();
        await waitForText(page, "Falling", (text) => Number(text) > 0);
        assert.deepEqual(await settled(page), { resting: 30, through: 0 });
    });
