// The tab Methods: every method is wrong where its article is known to be, and the way from a wrong
// pixel to the Lab, by mouse, touch and keyboard. Room: tests of the playground.
import assert from "node:assert/strict";
import { after } from "node:test";
import {
    addressOf, dragFingers, dragMouse, dragTouch, startPlayground, textOf, waitForState,
    waitForText, worldToPage,
} from "./browser.mjs";

const site = await startPlayground();
after(() => site.close());

// A small map is computed sooner.
const SMALL = { width: 770, height: 320 };
const PHONE = { width: 390, height: 844 };

const map = (page) => page.locator("#panel-methods canvas");
const field = (page, name) => page.locator(`[data-field=map-${name}]`);
const press = (page, name) => page.locator(`#panel-methods [data-action=${name}]`).click();
const onPage = (page, point) => worldToPage(page, map(page), point);

const COUNTS = {
    "false hit": "pixels, false hit: method yes, exact no",
    missed: "pixels, missed: method no, exact yes",
    "wrong time": "pixels, wrong time: both say yes",
};

/** Waits for the finest map; the counts of its mistakes. */
async function countsOf(page) {
    await waitForText(page, COUNTS.missed, /^[\d,]+$/);
    const entries = [];
    for (const [verdict, label] of Object.entries(COUNTS)) {
        if (await page.getByLabel(label, { exact: true }).count() > 0) {
            const text = await textOf(page, label);
            entries.push([verdict, Number(text.replaceAll(",", ""))]);
        }
    }
    return Object.fromEntries(entries);
}

const mistakesIn = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The centre under the cursor, as it is shown. */
async function cursorOf(page) {
    return {
        x: Number(await textOf(page, "centre x")),
        y: Number(await textOf(page, "centre y")),
    };
}

// ---- what is wrong, and where ----

const CASES = {
    "area-line-no-length": "missed",
    "area-touch": "missed",
    "area-inside": "right",
    "closest-point-no-length": "missed",
    "closest-point-touch": "false hit",
    "moving-freeze": "false hit",
    "moving-overlap": "missed",
    "moving-late": "wrong time",
    "moving-wrong-end": "missed",
    "moving-negative": "wrong time",
    "moving-behind": "false hit",
    "moving-tiny": "missed",
    "gate-below": "false hit",
    "gate-vertical": "missed",
    "gate-end": "missed",
    "projection-end": "missed",
    "tangent-beyond": "false hit",
    "tangent-wrong-end": "missed",
    "double-touch": "missed",
    "double-tiny": "false hit",
    "float-far": "false hit",
    "float-near": "missed",
};

// Wrong on lines without width, which lie between the pixels of a map.
const LINES = ["moving-freeze", "moving-behind"];

const CASES_OPTIONS = { address: "#methods", size: SMALL };

site.test("each smallest case is wrong, and so is the map", CASES_OPTIONS, async (page) => {
    const select = field(page, "case");
    await select.waitFor();
    const ids = await select.locator("option").evaluateAll((all) => all.map((one) => one.value));
    assert.deepEqual(ids.filter(Boolean).sort(), Object.keys(CASES).sort());
    const seen = new Set();
    for (const [id, verdict] of Object.entries(CASES)) {
        await select.selectOption(id);
        await waitForText(page, "verdict", (text) => text === verdict);
        const counts = await countsOf(page);
        if (verdict !== "right" && !LINES.includes(id)) {
            assert.ok(counts[verdict] > 0, `${id}: ${JSON.stringify(counts)}`);
        }
        seen.add(await field(page, "method").inputValue());
        assert.ok((await page.locator(".case-text").textContent()).length > 40);
    }
    assert.equal(seen.size, 9, "all methods have a case");
});

const TANGENT = ["area-line", "area", "closest-point", "naive-double", "naive-float"];

site.test("some doubles beside the tangent line each is wrong", {
    address: "#methods?ax=0.1&ay=0.2&bx=3.3&by=1.7&r=0.7", size: SMALL,
}, async (page) => {
    for (const method of TANGENT) {
        await field(page, "method").selectOption(method);
        assert.equal(addressOf(page).tab, "methods");
        await press(page, "whole");
        await press(page, "tangent");
        const isThere = (s) => s.get("method") === method && s.get("w") < 1e-4;
        const state = await waitForState(page, isThere);
        assert.ok(mistakesIn(await countsOf(page)) > 0, `${method}, ${state}`);
        assert.match(await textOf(page, "verdict"), /^(false hit|missed)$/);
    }
});

site.test("the ring's map has no mistake at ordinary scale", {
    address: "#methods?case=area-inside", size: SMALL,
}, async (page) => {
    assert.equal(mistakesIn(await countsOf(page)), 0);
    await press(page, "next");
    await page.getByText("No mistake in this window").waitFor();
});

// ---- to the Lab ----

/** The Lab shows this circle, that the method is wrong, and its answer beside the true one. */
async function expectInLab(page, center, wanted) {
    await page.locator("#panel-lab:not([hidden]) [data-result=verdict]").waitFor();
    const lab = page.locator("#panel-lab");
    for (const [name, value] of Object.entries({ cx: center.x, cy: center.y, ...wanted.fields })) {
        const text = await lab.locator(`input[data-field=${name}]`).inputValue();
        assert.equal(Number(text), value, name);
    }
    for (const name of ["verdict", "says", "truth"]) {
        const text = await lab.locator(`[data-result=${name}]`).textContent();
        assert.equal(text.trim(), wanted[name]);
    }
    const { tab, state } = addressOf(page);
    assert.equal(tab, "lab");
    assert.equal(Number(state.get("cx")), center.x);
    assert.equal(state.get("method"), wanted.method);
}

site.test("a click on a wrong pixel opens that case in the Lab", {
    address: "#methods?case=tangent-beyond",
}, async (page) => {
    await countsOf(page);
    const at = await onPage(page, { x: 1.77, y: 0.12 });
    await page.mouse.move(at.x, at.y);
    await waitForText(page, "centre x", (text) => Math.abs(text - 1.77) < 0.01);
    assert.equal(await textOf(page, "verdict"), "false hit");
    const center = await cursorOf(page);
    await page.mouse.click(at.x, at.y);
    assert.equal(addressOf(page).tab, "methods", "a click looks");
    await page.mouse.move(at.x + 60, at.y + 40);
    assert.deepEqual(await cursorOf(page), center, "and holds the cursor");
    await press(page, "lab");
    await expectInLab(page, center, {
        method: "tangent-clamp", verdict: "false hit", says: "yes", truth: "no",
        fields: { r: 0.25, ax: 0, ay: 0, bx: 1, by: 0 },
    });
    await page.goBack();
    await page.locator("#panel-methods:not([hidden])").waitFor();
    assert.deepEqual(await cursorOf(page), center, "back at the same pixel");
});

site.test("a moving circle's case goes with its move, by keyboard", {
    address: "#methods?case=moving-late",
}, async (page) => {
    await countsOf(page);
    await map(page).focus();
    const before = await cursorOf(page);
    await page.keyboard.press("ArrowRight");
    await waitForText(page, "centre x", (text) => Number(text) > before.x);
    assert.equal((await cursorOf(page)).y, before.y);
    await page.keyboard.press("n");
    await waitForText(page, "verdict", /^(false hit|missed|wrong time)$/);
    const verdict = await textOf(page, "verdict");
    const center = await cursorOf(page);
    const says = { "false hit": "yes", missed: "no", "wrong time": "yes" }[verdict];
    const truth = { "false hit": "no", missed: "yes", "wrong time": "yes" }[verdict];
    await page.keyboard.press("Enter");
    await expectInLab(page, center, {
        method: "moving-circle", verdict, says, truth, fields: { r: 2, vx: -2, vy: -2 },
    });
});

site.test("each method opens on a failure of its own, in view", {
    address: "#methods", size: SMALL,
}, async (page) => {
    const select = field(page, "method");
    await select.waitFor();
    const names = await select.locator("option").evaluateAll((all) => all.map((o) => o.value));
    assert.equal(names.length, 9);
    for (const name of names) {
        await select.selectOption(name);
        assert.ok(mistakesIn(await countsOf(page)) > 0, name);
        await press(page, "next");
        await waitForText(page, "verdict", /^(false hit|missed|wrong time)$/);
    }
});

site.test("next mistake goes from one to another", {
    address: "#methods?method=falling-gate&r=1&ax=-2&ay=-1&bx=2&by=1",
}, async (page) => {
    await countsOf(page);
    const seen = new Set();
    for (let i = 0; i < 4; i++) {
        await press(page, "next");
        await waitForText(page, "verdict", /^(false hit|missed)$/);
        await waitForText(page, "centre x", (x) => !seen.has(x));
        seen.add(await textOf(page, "centre x"));
    }
});

// ---- the map follows ----

site.test("dragging the wall's end changes the map and the address", {
    address: "#methods?method=tangent-clamp&r=0.5&ax=-2&ay=0&bx=1&by=0&x=0&y=0&w=10",
}, async (page) => {
    const before = await countsOf(page);
    const [from, to] = [await onPage(page, { x: 1, y: 0 }), await onPage(page, { x: 1, y: 3 })];
    await dragMouse(page, from, to);
    const state = await waitForState(page, (s) => Math.abs(s.get("by") - 3) < 0.05);
    assert.equal(state.get("bx"), "1", "a number as a person would write it");
    assert.notDeepEqual(await countsOf(page), before);
    await page.locator('[data-handle="b"]').focus();
    await page.keyboard.press("ArrowRight");
    await waitForState(page, (s) => Number(s.get("bx")) > 1);
});

site.test("the move's tip, the radius, pan and wheel", {
    address: "#methods?case=moving-freeze",
}, async (page) => {
    await countsOf(page);
    const tip = await page.locator('[data-handle="tip"]').boundingBox();
    const from = { x: tip.x + tip.width / 2, y: tip.y + tip.height / 2 };
    await dragMouse(page, from, { x: from.x + 40, y: from.y - 60 });
    const moved = await waitForState(page, (s) => s.has("vx") && s.get("vx") !== "-2");
    assert.ok(Number(moved.get("vx")) > -2 && Number(moved.get("vy")) > -2, String(moved));
    await field(page, "radius").press("ArrowRight");
    await waitForState(page, (s) => Number(s.get("r")) > 1);
    await field(page, "r").fill("0x1.8p-1");
    await waitForState(page, (s) => s.get("r") === "0.75");
    await field(page, "r").fill("-1");
    await page.getByText("not a radius; still 0.75").waitFor();
    const corner = await onPage(page, { x: 0, y: 0 });
    const place = { x: corner.x + 200, y: corner.y - 150 };
    const { x } = Object.fromEntries(await waitForState(page, (s) => s.has("x")));
    await dragMouse(page, place, { x: place.x - 90, y: place.y });
    const panned = await waitForState(page, (s) => Number(s.get("x")) > Number(x));
    await page.mouse.wheel(0, -400);
    await waitForState(page, (s) => Number(s.get("w")) < 0.8 * Number(panned.get("w")));
});

site.test("down to single doubles: an arrow is one of them", {
    address: "#methods?case=double-touch",
}, async (page) => {
    await countsOf(page);
    await map(page).focus();
    for (let i = 0; i < 30; i++) {
        await page.keyboard.press("+");
    }
    assert.deepEqual(await cursorOf(page), { x: 4, y: -7 });
    assert.equal(await textOf(page, "exact answer"), "collides: touching");
    await page.keyboard.press("ArrowUp");
    await waitForText(page, "centre y", (text) => text !== "-7");
    assert.deepEqual(await cursorOf(page), { x: 4, y: -7 + 2 ** -50 });
    const state = await waitForState(page, (s) => s.has("w"));
    assert.ok(Number(state.get("w")) >= 8 * 2 ** -50, "some doubles are left");
    await press(page, "whole");
    await waitForState(page, (s) => Number(s.get("w")) > 5);
});

site.test("bad numbers in the address are named, good ones taken", {
    address: "#methods?method=nonsense&r=-1&w=abc&ax=0.5",
}, async (page) => {
    const message = page.locator("#message");
    await message.getByText("nonsense").waitFor();
    assert.match(await message.textContent(), /r=-1.*w=abc/);
    assert.equal(await field(page, "ax").inputValue(), "0.5");
});

// ---- fingers ----

site.test("fingers: look, drag, pinch, open", {
    address: "#methods?case=tangent-wrong-end", size: PHONE, touch: true,
}, async (page) => {
    await countsOf(page);
    const tapped = await onPage(page, { x: -1.2, y: 2.1 });
    await page.touchscreen.tap(tapped.x, tapped.y);
    await waitForText(page, "centre x", (text) => Math.abs(text - -1.2) < 0.1);
    assert.equal(addressOf(page).tab, "methods", "a finger looks before it opens");
    const from = await onPage(page, { x: 0, y: 0 });
    await dragTouch(page, from, { x: from.x + 30, y: from.y + 30 });
    const isDragged = (s) => Number(s.get("ax")) > 0 && Number(s.get("ay")) < 0;
    const dragged = await waitForState(page, isDragged);
    const box = await map(page).boundingBox();
    const middle = { x: box.x + 60, y: box.y + box.height - 60 };
    await dragFingers(page, [
        { from: { x: middle.x - 20, y: middle.y }, to: { x: middle.x - 50, y: middle.y } },
        { from: { x: middle.x + 20, y: middle.y }, to: { x: middle.x + 50, y: middle.y } },
    ]);
    await waitForState(page, (s) => Number(s.get("w")) < 0.7 * Number(dragged.get("w")));
    const center = await cursorOf(page);
    await press(page, "lab");
    await page.locator("#panel-lab:not([hidden]) [data-result=verdict]").waitFor();
    assert.equal(Number(addressOf(page).state.get("cx")), center.x);
});
