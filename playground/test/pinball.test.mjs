// The tab Pinball in a real browser: keys and fingers move flippers, a ball scores, games end and
// begin again. What takes minutes is played without a browser, by the same simulation, as fast as
// it goes. Room: tests of the playground.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { load } from "carom";
import * as esbuild from "esbuild";
import {
    PATIENCE, settledValue, startPlayground, textOf, waitForState, waitForText, waitUntil,
} from "./browser.mjs";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
const CANVAS = "#pinball-canvas";
const PHONE = { width: 390, height: 844 };

const site = await startPlayground();
after(() => site.close());

const number = async (page, label) => Number((await textOf(page, label)).replace(/,/g, ""));
const button = (page, name) => page.getByRole("button", { name, exact: true });
const isMore = (least) => (text) => Number(text.replace(/,/g, "")) > least;

async function isClean(page) {
    assert.equal(await number(page, "Escapes"), 0, "escapes");
    assert.equal(await number(page, "Overlaps"), 0, "overlaps");
}

/** The pixels of a part of the table, given in its units, as one text. */
function pixelsOf(page, box) {
    return page.locator(CANVAS).evaluate((canvas, [minX, minY, maxX, maxY]) => {
        const k = Math.min(canvas.width / 117, canvas.height / 209);
        const x = canvas.width / 2 + (minX - 54) * k;
        const y = canvas.height / 2 - (maxY - 100) * k;
        return canvas.getContext("2d")
            .getImageData(x, y, (maxX - minX) * k, (maxY - minY) * k).data.join();
    }, box);
}

const waitForPixels = (page, box, fits, what) =>
    waitUntil(page, what, () => pixelsOf(page, box), fits);

/** Pulls the plunger, longer each time, until a ball scores: a slow machine shows few frames. */
async function pullUntilScore(page, pull, release) {
    for (let tries = 1; tries <= 10; tries++) {
        await pull();
        await page.waitForTimeout(700 * tries);
        await release();
        const hasScored = await waitForText(page, "Score", isMore(0), 5000).catch(() => undefined);
        if (hasScored !== undefined) {
            return;
        }
    }
    assert.fail("no ball scores");
}

const LEFT_TIP = [36, 17, 47, 42];
const RIGHT_TIP = [53, 17, 64, 42];

for (const [name, keys] of Object.entries({
    "arrow keys": ["ArrowLeft", "ArrowRight"], "Z and /": ["KeyZ", "Slash"],
})) {
    site.test(`the flippers follow ${name}`, { address: "#pinball" }, async (page) => {
        await page.locator(CANVAS).focus();
        for (const [key, moved, still] of [
            [keys[0], LEFT_TIP, RIGHT_TIP], [keys[1], RIGHT_TIP, LEFT_TIP],
        ]) {
            const [before, other] = [await pixelsOf(page, moved), await pixelsOf(page, still)];
            await page.keyboard.down(key);
            await waitForPixels(page, moved, (now) => now !== before, `${key} lifts its flipper`);
            assert.equal(await pixelsOf(page, still), other, `${key} leaves the other alone`);
            await page.keyboard.up(key);
            await waitForPixels(page, moved, (now) => now === before, `${key} lets it fall`);
        }
        await isClean(page);
    });
}

site.test("the space bar launches a ball, and it scores", { address: "#pinball?speed=3" },
    async (page) => {
        await page.locator(CANVAS).focus();
        assert.equal(await number(page, "Score"), 0);
        await pullUntilScore(
            page, () => page.keyboard.down("Space"), () => page.keyboard.up("Space"),
        );
        await waitForText(page, "Contacts", isMore(5));
        await isClean(page);
    });

site.test("a game ends, a new one begins, the high score stays",
    { address: "#pinball?speed=200" }, async (page) => {
        const ended = async () => {
            // Nobody flips: every ball is lost.
            await waitUntil(page, "the game does not end", async () => {
                await button(page, "Launch").click();
                return textOf(page, "Ball");
            }, (text) => text === "game over", 3 * PATIENCE);
        };
        await ended();
        const score = await number(page, "Score");
        assert.equal(await number(page, "High score"), score);
        await button(page, "New game").click();
        await waitForText(page, "Ball", /^1 of 3$/);
        await page.reload();
        await page.locator(CANVAS).waitFor();
        assert.equal(await number(page, "High score"), score);
        await isClean(page);
    });

site.test("the sound is off until the player turns it on", { address: "#pinball" },
    async (page) => {
        await page.addInitScript(() => {
            globalThis.contexts = 0;
            globalThis.AudioContext = class extends AudioContext {
                constructor() {
                    super();
                    globalThis.contexts++;
                }
            };
        });
        await page.reload();
        // A flipper that moves makes a sound.
        const flip = async () => {
            await page.locator(CANVAS).focus();
            await page.keyboard.press("ArrowLeft");
            return page.evaluate(() => globalThis.contexts);
        };
        const sound = page.getByRole("checkbox", { name: "Sound" });
        assert.equal(await sound.isChecked(), false);
        assert.equal(await flip(), 0);
        await sound.click();
        assert.equal(await flip(), 1);
    });

site.test("nudging tilts: the flippers are dead", { address: "#pinball" }, async (page) => {
    await page.locator(CANVAS).focus();
    for (let i = 0; i < 4; i++) {
        await page.keyboard.press("x");
    }
    await page.getByRole("status").getByText("Tilt").waitFor({ state: "attached" });
    const rest = await settledValue(page, "the table", () => pixelsOf(page, LEFT_TIP));
    await page.keyboard.down("ArrowLeft");
    await page.waitForTimeout(300);
    assert.equal(await pixelsOf(page, LEFT_TIP), rest);
    await isClean(page);
});

site.test("pausing stops the time, and so does hiding the page", { address: "#pinball" },
    async (page) => {
        await page.locator(CANVAS).focus();
        const box = page.getByRole("checkbox", { name: "Pause" });
        await waitForText(page, "Time played", /^[1-9]\d* s$/);
        await page.keyboard.press("p");
        const played = () => textOf(page, "Time played");
        const time = await settledValue(page, "the time", played, 1300);
        await page.waitForTimeout(1300);
        assert.equal(await textOf(page, "Time played"), time);
        assert.ok(await box.isChecked());
        await page.keyboard.press("p");
        assert.equal(await box.isChecked(), false);
        await page.evaluate(() => {
            Object.defineProperty(document, "hidden", { value: true });
            document.dispatchEvent(new Event("visibilitychange"));
        });
        assert.ok(await box.isChecked());
    });

site.test("fingers flip and pull the plunger on a phone",
    { address: "#pinball?speed=2", size: PHONE, touch: true }, async (page) => {
        const box = await page.locator(CANVAS).boundingBox();
        const from = { x: box.x + box.width * 0.8, y: box.y + box.height * 0.5 };
        const client = await page.context().newCDPSession(page);
        const touch = (type, places) => client.send("Input.dispatchTouchEvent", {
            type, touchPoints: places.map((p, id) => ({ ...p, id })),
        });
        const rest = await pixelsOf(page, RIGHT_TIP);
        await touch("touchStart", [from]);
        const held = "a finger holds the flipper";
        await waitForPixels(page, RIGHT_TIP, (now) => now !== rest, held);
        await touch("touchEnd", []);
        await waitForPixels(page, RIGHT_TIP, (now) => now === rest, "the flipper falls");
        await pullUntilScore(page, async () => {
            for (let i = 0; i <= 16; i++) {
                const place = { x: from.x, y: from.y + 10 * i };
                await touch(i === 0 ? "touchStart" : "touchMove", [place]);
            }
        }, () => touch("touchEnd", []));
        await isClean(page);
    });

site.test("a phone on its side has its buttons beside the table",
    { address: "#pinball", size: { width: PHONE.height, height: PHONE.width }, touch: true },
    async (page) => {
        const overlay = page.locator(".pinball .over");
        const table = await page.locator(CANVAS).boundingBox();
        assert.equal(table.width, PHONE.height);
        for (const name of ["Launch", "← Nudge", "Nudge →", "Pause"]) {
            const box = await overlay.getByRole("button", { name, exact: true }).boundingBox();
            assert.ok(box.y + box.height <= PHONE.width, `${name} is on the screen`);
        }
        await overlay.getByRole("button", { name: "Pause" }).click();
        await overlay.getByRole("button", { name: "Go on" }).click();
        await overlay.getByRole("button", { name: "More" }).click();
        await page.getByRole("checkbox", { name: "Sound" }).click({ trial: true });
        assert.equal(await page.getByRole("checkbox", { name: "Sound" }).isChecked(), false);
        await isClean(page);
    });

site.test("a fast table plays itself, the address has it", { address: "#pinball" },
    async (page) => {
        await page.getByRole("slider", { name: "Speed" }).press("End");
        await page.getByLabel("The page plays").press("Space");
        await waitForState(page, (s) => s.get("speed") === "1000" && s.get("autoplay") === "on");
        await waitForText(page, "Contacts", isMore(5000));
        await isClean(page);
    });

site.test("a tab that was clicked leaves the keys to the table", {}, async (page) => {
    await page.getByRole("tab", { name: "Pinball" }).click();
    await page.locator(CANVAS).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(100);
    assert.match(page.url(), /#pinball/);
    // In a form the keys stay with the form.
    await page.getByRole("slider", { name: "Speed" }).press("ArrowRight");
    await waitForState(page, (state) => Number(state.get("speed")) > 1);
});

// ---- without a browser ----

/** The simulation of the page as a module of Node. */
async function loadSimulation() {
    const folder = mkdtempSync(join(FOLDER, "../node_modules/.pinball-"));
    after(() => rmSync(folder, { recursive: true }));
    const outfile = join(folder, "simulation.mjs");
    await esbuild.build({
        entryPoints: [join(FOLDER, "src/pinball/simulation.ts")],
        bundle: true, format: "esm", external: ["carom"], outfile, logLevel: "error",
    });
    return import(pathToFileURL(outfile));
}

const { STEPS, Simulation } = await loadSimulation();
const carom = await load();

// Frames of 1/60 s: ten minutes as the clock of the player counts them in the long run, which takes
// minutes; without it ten minutes at usual speed, and at others a tenth of that.
const LONG = /^\d+$/.test(process.env.CAROM_TEST_CASES ?? "");
for (const [speed, minutes] of [[1, 10], [30, LONG ? 10 : 1], [1000, LONG ? 10 : 1]]) {
    test(`nothing escapes in ${minutes} minutes at ${speed} times the speed`,
        { timeout: 3600000 }, () => {
            const game = new Simulation(carom, () => {});
            game.isAutoplay = true;
            // What a busy machine comes down to.
            game.stepsMost = speed > 100 ? STEPS.least : STEPS.most;
            for (let frame = 0; frame < minutes * 60 * 60; frame++) {
                game.advance(speed / 60);
            }
            const { escapes, overlaps, contacts, time } = game.counts();
            assert.deepEqual({ escapes, overlaps }, { escapes: 0, overlaps: 0 });
            assert.ok(contacts > 2000, `${contacts} contacts`);
            assert.ok(Math.abs(time / (minutes * 60 * speed) - 1) < 1e-6);
        });
}

test("the same game twice gives the same bits", () => {
    const run = () => {
        const game = new Simulation(carom, () => {});
        game.isAutoplay = true;
        for (let frame = 0; frame < 1200; frame++) {
            game.advance(1 / 60);
        }
        return { score: game.rules.score, balls: game.balls, counts: game.counts() };
    };
    assert.deepEqual(run(), run());
});
