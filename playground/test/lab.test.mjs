// The tab Lab and the page around it, as people use them: mouse, finger, keys, typed numbers,
// addresses. Checked by what the page shows. Room: tests of the playground.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after } from "node:test";
import {
    dragFingers, dragMouse, dragTouch, startPlayground, waitForState, worldToPage,
} from "./browser.mjs";

const site = await startPlayground();
after(() => site.close());

const CANVAS = ".lab canvas";

/** What the Lab shows as one of its results. */
async function result(page, name) {
    const text = await page.locator(`.lab [data-result="${name}"]`).first().textContent();
    return text.replace(/\s+/g, " ").trim();
}

function field(page, name) {
    return page.locator(`.lab [data-field="${name}"]`);
}

async function value(page, name) {
    return Number(await field(page, name).inputValue());
}

/** Waits for frames, so that handles and the window are where the state has them. */
async function settled(page) {
    await page.waitForSelector(`${CANVAS}[data-window]`);
    await page.evaluate(() => new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
    }));
}

async function place(page, x, y) {
    await settled(page);
    return worldToPage(page, CANVAS, { x, y });
}

function near(actual, wanted, within) {
    const off = Math.abs(actual - wanted);
    assert.ok(off <= within, `${actual} is not within ${within} of ${wanted}`);
}

site.test("shows the worked example", { address: "#lab?preset=worked-example" }, async (page) => {
    assert.equal(await result(page, "relation"), "separate");
    assert.equal(await result(page, "touches"), "no");
    assert.equal(await result(page, "point"), "25, 25");
    assert.equal(await result(page, "along"), "0.5");
    assert.equal(await result(page, "feature"), "side");
    assert.equal(await result(page, "depth"), "-4.14213562373095");
    assert.match(await page.title(), /Lab/);
});

site.test("drags the circle with the mouse", {
    address: "#lab?preset=worked-example",
}, async (page) => {
    await dragMouse(page, await place(page, 35, 15), await place(page, 20, 20));
    near(await value(page, "cx"), 20, 0.5);
    near(await value(page, "cy"), 20, 0.5);
    assert.equal(await result(page, "relation"), "crossing");
    assert.equal(await result(page, "touches"), "yes");
    // A person's number, not all digits of a pixel.
    assert.ok((await field(page, "cx").inputValue()).length <= 5);
});

site.test("drags the rim, an end and the motion's tip", {
    address: "#lab?cx=0&cy=4&r=1&ax=-5&ay=0&bx=5&by=0&vx=2&vy=-1",
}, async (page) => {
    assert.equal(await result(page, "kind"), "miss");
    await dragMouse(page, await place(page, 2, 3), await place(page, 2, -2));
    near(await value(page, "vy"), -6, 0.1);
    assert.equal(await result(page, "kind"), "hit");
    near(Number(await result(page, "t")), 0.5, 0.02);
    // The rim is taken to the left of the motion that the page was opened with.
    const [x, y] = [1 / Math.sqrt(5), 2 / Math.sqrt(5)];
    await dragMouse(page, await place(page, x, 4 + y), await place(page, 2 * x, 4 + 2 * y));
    near(await value(page, "r"), 2, 0.1);
    near(Number(await result(page, "t")), 1 / 3, 0.03);
    await dragMouse(page, await place(page, -5, 0), await place(page, 3, 1));
    near(await value(page, "ax"), 3, 0.1);
    near(await value(page, "ay"), 1, 0.1);
});

site.test("pans by an empty place, zooms by wheel and keys", {
    address: "#lab?preset=worked-example",
}, async (page) => {
    const from = await place(page, 10, 40);
    await dragMouse(page, from, { x: from.x + 60, y: from.y + 30 });
    const moved = await place(page, 10, 40);
    near(moved.x - from.x, 60, 1);
    near(moved.y - from.y, 30, 1);
    await page.mouse.move(moved.x, moved.y);
    await page.mouse.wheel(0, -400);
    const fixed = await place(page, 10, 40);
    near(fixed.x, moved.x, 1);
    near(fixed.y, moved.y, 1);
    const width = async () => {
        await settled(page);
        const [min, , max] = (await page.locator(CANVAS).getAttribute("data-window")).split(" ");
        return max - min;
    };
    const before = await width();
    await page.locator(CANVAS).focus();
    await page.keyboard.press("+");
    near(await width(), before / 1.25, before * 1e-6);
    await page.getByRole("button", { name: "Show all" }).click();
    assert.ok(await width() > before);
    assert.equal(await value(page, "cx"), 35);
});

site.test("drags and pinches with fingers", {
    address: "#lab?preset=worked-example", touch: true, size: { width: 390, height: 844 },
}, async (page) => {
    const center = await place(page, 35, 15);
    const to = await place(page, 20, 20);
    // A finger is not exact: it comes down 15 pixels beside the centre.
    await dragTouch(page, { x: center.x + 15, y: center.y }, { x: to.x + 15, y: to.y });
    near(await value(page, "cx"), 20, 1);
    assert.equal(await result(page, "relation"), "crossing");
    const before = await place(page, 20, 30);
    const mid = await place(page, 30, 45);
    await dragFingers(page, [
        { from: { x: mid.x - 30, y: mid.y }, to: { x: mid.x - 60, y: mid.y } },
        { from: { x: mid.x + 30, y: mid.y }, to: { x: mid.x + 60, y: mid.y } },
    ]);
    const after = await place(page, 20, 30);
    near((after.y - mid.y) / (before.y - mid.y), 2, 0.1);
    near(await value(page, "cx"), 20, 1);
});

for (const width of [320, 390]) {
    site.test(`no handle lies under a button on a phone ${width} wide`, {
        address: "#lab?preset=whole-frame", touch: true, size: { width, height: 568 },
    }, async (page) => {
        await settled(page);
        const covered = await page.locator(".lab .knob").evaluateAll((knobs) => knobs
            .filter((knob) => {
                const { x, y, width: w, height: h } = knob.getBoundingClientRect();
                return document.elementFromPoint(x + w / 2, y + h / 2)?.tagName !== "CANVAS";
            })
            .map((knob) => knob.getAttribute("aria-label")));
        assert.deepEqual(covered, []);
    });
}

site.test("one ulp more or less flips a tangent circle", {
    address: "#lab?preset=tangent-by-one-ulp",
}, async (page) => {
    assert.equal(await result(page, "relation"), "touching");
    const radius = field(page, "r");
    await radius.focus();
    await page.keyboard.press("ArrowUp");
    assert.equal(await radius.inputValue(), "5.000000000000001");
    assert.equal(await result(page, "relation"), "crossing");
    await page.keyboard.press("ArrowDown");
    assert.equal(await result(page, "relation"), "touching");
    assert.equal(await result(page, "depth"), "0");
    await page.keyboard.press("ArrowDown");
    assert.equal(await radius.inputValue(), "4.999999999999999");
    assert.equal(await result(page, "relation"), "separate");
    await page.keyboard.press("Shift+ArrowUp");
    assert.equal(await value(page, "r"), 5 + 1023 * 2 ** -50);
    await page.keyboard.press("Alt+ArrowUp");
    assert.equal(await radius.inputValue(), "5.01");
    await radius.fill("5");
    await page.getByRole("button", { name: "− ulp" }).click();
    assert.equal(await result(page, "relation"), "separate");
});

site.test("a focused handle moves by a pixel, with shift by ten", {
    address: "#lab?preset=tangent-by-one-ulp",
}, async (page) => {
    await settled(page);
    const handle = page.getByRole("button", { name: "Centre of the circle" });
    await handle.focus();
    const [before, y] = [await handle.boundingBox(), await field(page, "cy").inputValue()];
    await page.keyboard.press("ArrowRight");
    await settled(page);
    const one = await handle.boundingBox();
    near(one.x - before.x, 1, 0.6);
    await page.keyboard.press("Shift+ArrowRight");
    await settled(page);
    near((await handle.boundingBox()).x - one.x, 10, 0.6);
    assert.equal(await field(page, "cy").inputValue(), y, "the other coordinate is unchanged");
});

site.test("a method beside an example keeps its explanation", {
    address: "#lab?preset=worked-example",
}, async (page) => {
    const about = page.locator(".lab .about");
    const text = await about.textContent();
    await field(page, "method").selectOption("area");
    await waitForState(page, (s) => s.get("method") === "area");
    assert.equal(await about.textContent(), text);
    await page.reload();
    await page.locator(".lab [data-result=verdict]").waitFor();
    assert.equal(await about.textContent(), text);
    assert.equal(await field(page, "method").inputValue(), "area");
    await field(page, "cx").fill("1");
    await about.waitFor({ state: "detached" });
});

site.test("with a motion the contact rule is asked at the start", {
    address: "#lab?cx=0&cy=4&r=1&ax=-5&ay=0&bx=5&by=0&vx=2&vy=-6",
}, async (page) => {
    assert.equal(await result(page, "kind"), "hit");
    assert.equal(await result(page, "touches"), "no");
    assert.match(await page.locator(".lab .question").textContent(), /At the start: Do they touch/);
    await field(page, "motion").uncheck();
    assert.doesNotMatch(await page.locator(".lab .question").textContent(), /At the start/);
});

for (const [name, size, least] of [
    ["a phone on its side", { width: 844, height: 390 }, 300],
    ["a small phone on its side", { width: 667, height: 375 }, 300],
]) {
    site.test(`${name} gives the Lab its height`, { address: "#lab", size }, async (page) => {
        await settled(page);
        const { height } = await page.locator(CANVAS).boundingBox();
        assert.ok(height >= least, `the canvas is ${height} pixels high`);
    });
}

site.test("a tablet held upright gives the Lab its width", {
    address: "#lab", size: { width: 820, height: 1180 },
}, async (page) => {
    await settled(page);
    const { width } = await page.locator(CANVAS).boundingBox();
    assert.ok(width >= 800, `the canvas is ${width} pixels wide`);
});

site.test("a focused handle moves by one ulp with alt", {
    address: "#lab?preset=tangent-by-one-ulp",
}, async (page) => {
    await settled(page);
    await page.locator(CANVAS).focus();
    const handle = page.getByRole("button", { name: "Centre of the circle" });
    await handle.focus();
    await page.keyboard.press("Alt+ArrowUp");
    assert.equal(await field(page, "cy").inputValue(), "24.000000000000004");
    assert.equal(await result(page, "relation"), "separate");
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowLeft");
    assert.equal(await field(page, "cx").inputValue(), "12.999999999999998");
    assert.equal(await result(page, "relation"), "crossing");
});

site.test("takes decimals and hex floats, and says what is no number", {
    address: "#lab?preset=worked-example",
}, async (page) => {
    const radius = field(page, "r");
    const remark = page.locator("#remark-r");
    await radius.fill("0x1.c48c6001f0acp+3");
    assert.equal(await result(page, "relation"), "crossing");
    await radius.blur();
    assert.equal(await value(page, "r"), 0x1c48c6001f0ac0 / 2 ** 49);
    for (const [text, why] of [
        ["", /missing/], ["1,5", /comma/], ["ten", /not a number/], ["1e999", /too large/],
        ["0x", /not a number/],
    ]) {
        await radius.fill(text);
        assert.match(await remark.textContent(), why);
        assert.equal(await radius.getAttribute("aria-invalid"), "true");
        assert.equal(await result(page, "relation"), "crossing", "keeps the last good number");
    }
    await radius.fill("nan");
    assert.match(await remark.textContent(), /invalid/);
    assert.equal(await result(page, "relation"), "invalid");
    assert.match(await result(page, "headline"), /r is not a number/);
    await radius.fill("-1");
    assert.match(await result(page, "headline"), /r is negative/);
    await radius.fill("10");
    assert.equal(await result(page, "relation"), "separate");
    await page.getByLabel("hex floats").check();
    assert.equal(await radius.inputValue(), "0x1.4p+3");
    assert.match(await result(page, "depth"), /^-0x1\.[0-9a-f]+p\+2$/);
});

site.test("asks closed, open and ring", {
    address: "#lab?preset=ends-and-rings",
}, async (page) => {
    assert.equal(await result(page, "relation"), "inside");
    assert.equal(await result(page, "touches"), "no");
    await page.getByRole("radio", { name: "disc, closed" }).check();
    assert.equal(await result(page, "touches"), "yes");
    await page.getByRole("radio", { name: "line" }).check();
    assert.equal(await result(page, "relation"), "crossing");
    await waitForState(page, (state) => state.get("extent") === "line" && !state.has("preset"));
});

site.test("every example is shown without a mistake", {}, async (page) => {
    await settled(page);
    const names = await field(page, "preset").locator("option").evaluateAll((options) =>
        options.map((option) => option.value).filter((name) => name !== ""));
    for (const name of ["worked-example", "tangent-by-one-ulp", "moving-freeze"]) {
        assert.ok(names.includes(name), name);
    }
    for (const name of names) {
        await field(page, "preset").selectOption(name);
        await settled(page);
        assert.notEqual(await result(page, "relation"), "invalid", name);
        if (await field(page, "method").inputValue() !== "") {
            await page.waitForSelector('.lab [data-result="verdict"]');
            const verdict = await result(page, "verdict");
            assert.equal(verdict === "right", name === "area-inside", `${name}: ${verdict}`);
            assert.ok((await result(page, "why")).length > 20, name);
            assert.ok(await page.locator('.lab [data-result="steps"] li').count() > 2, name);
        }
    }
});

// ---- the lessons ----

const LESSONS = new URL("../../docs/lessons/", import.meta.url);
const CIRCLE = ["cx", "cy", "r"];
const WALL = ["ax", "ay", "bx", "by"];

/** The rows of a table, each with its columns by name. */
function rowsOf(csv) {
    const [header, ...lines] = csv.trim().split("\n").map((line) => line.split(","));
    return lines.map((line) => Object.fromEntries(line.map((text, i) => [header[i], text])));
}

// Lessons whose example is not one circle and one wall name no address.
for (const lesson of readdirSync(LESSONS).filter((name) => /^\d/.test(name))) {
    const text = readFileSync(new URL(lesson, LESSONS), "utf8");
    const address = /`(#lab\?preset=[a-z-]+)`/.exec(text)?.[1];
    if (address === undefined && lesson > "7") {
        continue;
    }
    site.test(`shows the example of ${lesson}`, { address }, async (page) => {
        await settled(page);
        assert.equal(await page.locator("#message").isVisible(), false);
        const tables = [...new Set(text.match(/docs\/pictures\/\w+\.csv/g))];
        const rows = tables.flatMap((name) =>
            rowsOf(readFileSync(new URL(`../../${name}`, LESSONS), "utf8")));
        for (const names of [CIRCLE, WALL]) {
            const shown = await Promise.all(names.map((name) => value(page, name)));
            const given = rows.map((row) => names.map((name) => Number(row[name])));
            assert.ok(given.some((numbers) => String(numbers) === String(shown)),
                `${names} ${shown} stands in none of ${tables}`);
        }
    });
}

site.test("shows a tutorial's method beside the exact answer", {
    address: "#lab?cx=-1&cy=1&r=1&ax=0&ay=0&bx=0&by=2&vx=-2&vy=-2&method=moving-circle",
}, async (page) => {
    await page.waitForSelector('.lab [data-result="verdict"]');
    assert.equal(await result(page, "verdict"), "false hit");
    assert.equal(await result(page, "kind"), "graze");
    assert.match(await result(page, "why"), /freezes/);
    await field(page, "vx").fill("2");
    await field(page, "method").selectOption("tangent-clamp");
    assert.equal(await result(page, "says"), "no");
    assert.equal(await result(page, "verdict"), "right");
    await waitForState(page, (state) => state.get("method") === "tangent-clamp");
    await field(page, "method").selectOption("");
    assert.equal(await page.locator('.lab [data-result="verdict"]').count(), 0);
});

for (const [what, address, why] of [
    ["squares that underflow", "#lab?preset=double-tiny", /squares underflow/],
    ["a division by zero", "#lab?cx=0&cy=0&r=1&ax=0&ay=0&bx=0&by=0&method=naive-double",
        /length 0/],
]) {
    site.test(`a naive method's mistake is explained: ${what}`, { address }, async (page) => {
        await page.waitForSelector('.lab [data-result="why"]');
        assert.match(await result(page, "why"), why);
    });
}

site.test("the address keeps everything, and brings it back", {
    address: "#lab?cx=0.1&cy=1e-320&r=2.5&ax=-1&ay=0&bx=3&by=7&wr=0.3&extent=ray" +
        "&question=open-disc&vx=1&vy=-0x1p-3&method=naive-float&hex=1",
}, async (page) => {
    await page.waitForSelector('.lab [data-result="verdict"]');
    const shown = async () => page.locator(".lab .answers").innerText();
    const first = await shown();
    await page.getByLabel("hex floats").uncheck();
    await waitForState(page, (state) => !state.has("hex"));
    await page.getByLabel("hex floats").check();
    const kept = await waitForState(page, (state) => state.has("hex"));
    assert.deepEqual(Object.fromEntries(kept), {
        cx: "0.1", cy: "1e-320", r: "2.5", ax: "-1", ay: "0", bx: "3", by: "7", wr: "0.3",
        vx: "1", vy: "-0.125", extent: "ray", question: "open-disc", method: "naive-float",
        hex: "1",
    });
    await page.reload();
    await page.waitForSelector('.lab [data-result="verdict"]');
    assert.equal(await shown(), first);
});

site.test("copies the link", {
    address: "#lab?preset=closest-point",
}, async (page, { context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("The link is copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, `${site.base}#lab?preset=closest-point`);
});

site.test("says what it can't read in an address", {
    address: "#lab?cx=x&preset=nothing&method=magic",
}, async (page) => {
    await page.locator("#message").waitFor();
    const message = await page.locator("#message").textContent();
    assert.match(message, /no example called “nothing”/);
    assert.match(message, /cx is “x”: not a number/);
    assert.match(message, /method is “magic”/);
    await page.getByRole("button", { name: "Close the message" }).click();
    assert.equal(await page.locator("#message").isVisible(), false);
});

site.test("tabs answer to arrow keys and keep their state", {
    address: "#lab?preset=worked-example",
}, async (page) => {
    await field(page, "r").fill("11");
    await page.getByRole("tab", { name: "Lab" }).focus();
    await page.keyboard.press("ArrowLeft");
    await waitForState(page, (_, tab) => tab === "methods");
    // The tab is shown after the address has changed.
    await page.getByRole("tab", { name: "Methods", selected: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator(".lab").waitFor();
    assert.equal(await value(page, "r"), 11);
});

site.test("an uncaught error is shown, not lost", { expected: /on purpose/ }, async (page) => {
    await page.waitForSelector(CANVAS);
    await page.evaluate(() => {
        setTimeout(() => {
            throw new Error("broken on purpose");
        });
    });
    await page.getByText("Something went wrong: broken on purpose").waitFor();
    await page.evaluate(() => {
        void Promise.reject(new Error("refused on purpose"));
    });
    await page.getByText("Something went wrong: refused on purpose").waitFor();
});

site.test("says so if the module can't be loaded", {
    expected: /wasm|404|WebAssembly|fetched/i,
    prepare: (page) => page.route("**/*.wasm", (route) => route.fulfill({ status: 404 })),
}, async (page) => {
    await page.getByText("could not load its WebAssembly module").waitFor();
});

for (const [name, options] of [
    ["wide", {}], ["dark", { dark: true }],
    ["phone", { touch: true, size: { width: 390, height: 844 } }],
]) {
    site.test(`nothing sticks out of the page: ${name}`, options, async (page) => {
        await settled(page);
        const over = await page.evaluate(() =>
            document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(over, 0);
    });
}
