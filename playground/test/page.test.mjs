// The page around the tabs: tabs by mouse, keyboard and address, from a subfolder, dark mode, a
// phone, what is shown when the module is missing or damaged, and an axe-core run.
// Room: tests of the playground.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { settledValue, startPlayground, waitUntil } from "./browser.mjs";

const TABS = ["Lab", "Drop", "Table", "Pinball", "Methods"];
const PHONE = { width: 390, height: 844 };

const site = await startPlayground();
after(() => site.close());

const tab = (page, name) => page.getByRole("tab", { name, exact: true });

/** Waits until the tab is the shown one, and alone. */
async function expectShown(page, name) {
    await page.waitForFunction(
        (wanted) => {
            const panels = [...document.querySelectorAll('[role="tabpanel"]:not([hidden])')];
            const chosen = [...document.querySelectorAll('[role="tab"][aria-selected="true"]')];
            return panels.length === 1 && chosen.length === 1 &&
                chosen[0].textContent === wanted &&
                panels[0].getAttribute("aria-labelledby") === chosen[0].id;
        },
        name,
    );
    assert.match(await page.title(), new RegExp(`^${name}`));
}

const message = (page) => page.locator("#message[role=alert]");

site.test("tabs switch by click, and back by the browser's history", {}, async (page) => {
    await expectShown(page, "Lab");
    for (const name of [...TABS.slice(1), "Lab"]) {
        await tab(page, name).click();
        await expectShown(page, name);
        assert.match(new URL(page.url()).hash, new RegExp(`^#${name.toLowerCase()}`));
    }
    await page.goBack();
    await expectShown(page, "Methods");
});

site.test("tabs switch by keyboard", {}, async (page) => {
    await expectShown(page, "Lab");
    await tab(page, "Lab").focus();
    const keys = [
        ["ArrowRight", "Drop"], ["ArrowRight", "Table"], ["ArrowRight", "Pinball"],
        ["ArrowRight", "Methods"], ["ArrowRight", "Lab"], ["ArrowLeft", "Methods"],
        ["Home", "Lab"], ["End", "Methods"],
    ];
    for (const [key, name] of keys) {
        await page.keyboard.press(key);
        await expectShown(page, name);
        assert.equal(await page.evaluate(() => document.activeElement?.textContent), name);
    }
    const tabbable = await page.locator('[role="tab"][tabindex="0"]').count();
    assert.equal(tabbable, 1, "one stop of the tab key for all tabs");
});

for (const name of TABS) {
    site.test(`${name} by its address`, { address: `#${name.toLowerCase()}` }, async (page) => {
        await expectShown(page, name);
        await page.waitForTimeout(150);
        assert.equal(await message(page).isVisible(), false, await message(page).textContent());
    });
}

site.test("an unknown tab is said to be so", { address: "#nowhere" }, async (page) => {
    await expectShown(page, "Lab");
    await message(page).getByText("nowhere").waitFor();
});

site.test("after an unknown tab the address follows again", { address: "#nowhere" },
    async (page) => {
        await page.locator("[data-field=cx]").fill("0.125");
        await page.waitForFunction(() => /^#lab\?.*cx=0\.125/.test(location.hash));
    });

const NONSENSE = [
    ["drop", "circles=abc&walls=1e9&speed=NaN&motion=fly", ["circles", "walls", "speed", "motion"]],
    ["table", "speed=-5&gravity=9&method=none&level=moon", ["speed", "gravity", "method", "level"]],
    ["pinball", "speed=1e9&autoplay=maybe", ["speed", "autoplay"]],
    ["lab", "cx=1e999&extent=arc", ["cx", "extent"]],
    ["methods", "w=0&method=none", ["w", "method"]],
];
for (const [name, query, keys] of NONSENSE) {
    const options = { address: `#${name}?${query}` };
    site.test(`what can't be read in an address of ${name} is named`, options, async (page) => {
        await message(page).getByText("parts of the address are invalid").waitFor();
        const text = await message(page).textContent();
        keys.forEach((key) => assert.match(text, new RegExp(`\\b${key}\\b`)));
    });
}

for (const name of ["Drop", "Table", "Pinball"]) {
    const options = { address: `#${name.toLowerCase()}` };
    site.test(`${name} does not talk all the time to who listens`, options, async (page) => {
        await page.locator("[role=tabpanel]:not([hidden]) dl.results").waitFor();
        await page.evaluate(() => {
            window.spoken = 0;
            const spoken = "output, [aria-live], [role=status], [role=alert]";
            for (const node of document.querySelectorAll(spoken)) {
                if (node.getAttribute("aria-live") !== "off") {
                    const count = (changes) => { window.spoken += changes.length; };
                    new MutationObserver(count).observe(node,
                        { subtree: true, childList: true, characterData: true });
                }
            }
        });
        await page.waitForTimeout(1000);
        assert.equal(await page.evaluate(() => window.spoken), 0);
    });
}

site.test("a long message leaves room for the page", {
    address: `#lab?cx=${"9".repeat(50000)}x`,
}, async (page) => {
    const { height } = await message(page).boundingBox();
    assert.ok(height < 300, `${height} pixels`);
});

site.test("a message changes the size of no canvas", { address: "#lab" }, async (page) => {
    const canvas = page.locator(".lab canvas");
    const window = () =>
        settledValue(page, "the window", () => canvas.getAttribute("data-window"), 150);
    await page.getByRole("button", { name: "Close-up" }).waitFor();
    const before = [await canvas.boundingBox(), await window()];
    await page.getByRole("button", { name: "Copy link" }).click();
    await message(page).getByText("link").waitFor();
    assert.deepEqual([await canvas.boundingBox(), await window()], before);
});

/** The picture of the canvas as it is now. */
const pictureOf = (page) => page.locator("canvas:visible").evaluate((node) => node.toDataURL());

for (const [name, start] of [
    ["Drop", (page) => page.locator("#panel-drop").getByLabel("Pause").uncheck()],
    ["Table", (page) => page.locator("#panel-table").getByLabel("Pause").uncheck()],
    ["Pinball", (page) => page.getByRole("button", { name: "Launch" }).first().click()],
]) {
    site.test(`${name} moves only when told, for who asks for less motion`, {
        address: `#${name.toLowerCase()}`, calm: true,
    }, async (page) => {
        const before = await settledValue(page, "the picture", () => pictureOf(page), 500);
        await start(page);
        await waitUntil(page, "it moves when told", () => pictureOf(page), (now) => now !== before);
    });
}

site.test("forced colours show what is chosen", { address: "#lab", forced: true },
    async (page) => {
        const looks = await page.locator(".lab [data-field=extent] label").evaluateAll((labels) =>
            labels.map((label) => ({
                chosen: label.querySelector("input").checked,
                back: getComputedStyle(label.querySelector("span")).backgroundColor,
            })));
        const [chosen, ...others] = looks.sort((p, q) => Number(q.chosen) - Number(p.chosen));
        assert.ok(chosen.chosen && others.length === 2);
        others.forEach(({ back }) => assert.notEqual(back, chosen.back));
        const edges = await page.getByRole("tab").evaluateAll((tabs) =>
            tabs.map((node) => getComputedStyle(node).borderBottomColor));
        assert.equal(new Set(edges.slice(1)).size, 1);
        assert.notEqual(edges[0], edges[1]);
    });

for (const name of ["Drop", "Table"]) {
    site.test(`forced colours leave the colours of the legend of ${name}`, {
        address: `#${name.toLowerCase()}`, forced: true,
    }, async (page) => {
        const keys = page.locator("[role=tabpanel]:visible i[style*=background]");
        await keys.first().waitFor();
        const kept = await keys.evaluateAll((nodes) =>
            nodes.map((node) => getComputedStyle(node).forcedColorAdjust));
        assert.deepEqual(kept, Array(3).fill("none"));
    });
}

for (const width of [240, 320]) {
    site.test(`at ${width} pixels no tab is cut or covers another`, {
        address: "#methods", size: { width, height: 568 },
    }, async (page) => {
        const names = await page.getByRole("tab").evaluateAll((nodes) => nodes.map((node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            const { left, right, top } = range.getBoundingClientRect();
            return { name: node.textContent, left, right, top };
        }));
        names.forEach(({ name, left, right, top }, i) => {
            assert.ok(left >= 0 && right <= width, `${name}: ${left} to ${right}`);
            const next = names[i + 1];
            assert.ok(next === undefined || next.top !== top || next.left > right + 4,
                `${name} reaches to ${right}, the next begins at ${next?.left}`);
        });
    });
}

test("without JavaScript the page says so, and does not seem to load", async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.base);
    await page.locator("noscript p").waitFor();
    assert.equal(await page.getByText("Loading").isVisible(), false);
    await context.close();
});

site.test("every id stands for one thing, in all tabs together", {}, async (page) => {
    for (const name of TABS) {
        await tab(page, name).click();
        await page.locator("[role=tabpanel]:not([hidden]) .field").first().waitFor();
    }
    const doubles = await page.evaluate(() => {
        const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
        return ids.filter((id, i) => ids.indexOf(id) !== i);
    });
    assert.deepEqual(doubles, []);
});

site.test("works from a subfolder, and asks for nothing beside it", {}, async (page) => {
    await expectShown(page, "Lab");
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.reload();
    await tab(page, "Methods").click();
    await expectShown(page, "Methods");
    await page.locator("[data-field=map-method]").waitFor();
    const modules = asked.filter((url) => url.endsWith(".wasm"));
    assert.equal(modules.length, 2, `the two modules: ${asked}`);
    const own = (url) => url.startsWith(site.base) || /^(data|blob):/.test(url);
    assert.deepEqual(asked.filter((url) => !own(url)), []);
});

site.test("dark mode changes the colours, while one looks", {}, async (page) => {
    await expectShown(page, "Lab");
    const light = () => page.evaluate(() => {
        const channels = getComputedStyle(document.body).backgroundColor.match(/\d+/g);
        return channels.slice(0, 3).reduce((sum, channel) => sum + Number(channel), 0) / 3;
    });
    assert.ok((await light()) > 200);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.ok((await light()) < 60);
});

for (const name of TABS) {
    const options = { address: `#${name.toLowerCase()}`, size: PHONE, touch: true };
    site.test(`${name} on a phone`, options, async (page) => {
        await expectShown(page, name);
        await page.locator("[role=tabpanel]:not([hidden]) canvas").first().waitFor();
        await page.waitForTimeout(300);
        const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
        assert.ok(width <= PHONE.width, `scrolls sideways: ${width} wide`);
        const small = await page.evaluate(() => {
            const all = document.querySelectorAll(
                '[role="tab"], main button:not(.knob), main select, main input[type="text"]',
            );
            return [...all]
                .map((node) => [node, node.getBoundingClientRect()])
                .filter(([, box]) => box.width > 0 && box.height < 40)
                .map(([node, box]) => `${node.outerHTML.slice(0, 90)}: ${box.height}`);
        });
        assert.deepEqual(small, [], "less than 40 pixels high");
    });
}

for (const name of ["Drop", "Table", "Methods"]) {
    site.test(`${name} on a phone on its side has its controls beside the picture`, {
        address: `#${name.toLowerCase()}`, size: { width: 740, height: 360 },
    }, async (page) => {
        await expectShown(page, name);
        const canvas = page.locator("[role=tabpanel]:not([hidden]) canvas").first();
        const box = await canvas.boundingBox();
        assert.ok(box.height >= 300, `${box.height} pixels high`);
        assert.ok(box.width >= 400, `${box.width} pixels wide`);
        assert.ok(box.y + box.height <= 361, "all of it is on the screen");
    });
}

/** Notes every number of a grid that its canvas cuts off. */
const noteCutNumbers = (page) => page.addInitScript(() => {
    globalThis.numbers = [];
    const fillText = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        if (this.textBaseline === "bottom") {
            const right = x + this.measureText(text).width;
            const isWhole = x >= 0 && right <= this.canvas.clientWidth && y >= 10;
            globalThis.numbers.push([text, isWhole]);
        }
        return fillText.call(this, text, x, y);
    };
});
for (const [what, address] of [
    ["a close-up", "#lab?preset=closest-point"],
    ["a map of single doubles", "#methods?method=naive-double&w=1e-15"],
]) {
    site.test(`no number is cut off in ${what}`, { address, prepare: noteCutNumbers },
        async (page) => {
            if (what === "a close-up") {
                await page.getByRole("button", { name: "Close-up" }).click();
                await page.waitForFunction(() =>
                    globalThis.numbers.some(([text]) => /e-1\d/.test(text)));
            }
            await waitUntil(page, "numbers", () => page.evaluate(() => globalThis.numbers),
                (all) => all.length > 5);
            const cut = await page.evaluate(() =>
                globalThis.numbers.filter(([, isWhole]) => !isWhole).map(([text]) => text));
            assert.deepEqual(cut, []);
        });
}

site.test("title, description, language and icon are there", {}, async (page) => {
    await expectShown(page, "Lab");
    assert.match(await page.title(), /Carom/);
    const description = await page.locator('meta[name="description"]').getAttribute("content");
    assert.ok(description.length > 50 && description.length < 250, description);
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    assert.equal(await page.locator('link[rel="icon"]').count(), 1);
    for (const name of TABS) {
        await tab(page, name).click();
        const words = page.locator("[role=tabpanel]:not([hidden]) p").first();
        await words.waitFor();
        assert.ok((await words.textContent()).length > 30, `${name} says what it is`);
    }
});

// ---- when the module does not come ----

const BROKEN = /\.wasm|WebAssembly|carom|load|Failed/i;

site.test(
    "a missing module is said to be missing",
    { prepare: (page) => page.route("**/carom*.wasm", (route) => route.abort()), expected: BROKEN },
    async (page) => {
        await message(page).getByText("could not load its WebAssembly module").waitFor();
    },
);

site.test(
    "a damaged module is said to be damaged",
    {
        prepare: (page) => page.route("**/carom*.wasm", (route) => route.fulfill({
            contentType: "application/wasm", body: "this is no module",
        })),
        expected: BROKEN,
    },
    async (page) => {
        await message(page).getByText("is no module of WebAssembly").waitFor();
    },
);

site.test(
    "without the methods' module the rest works",
    {
        address: "#methods",
        prepare: (page) => page.route("**/carom-classic.wasm", (route) => route.abort()),
        expected: BROKEN,
    },
    async (page) => {
        await message(page).getByText("methods could not be loaded").waitFor();
        await tab(page, "Lab").click();
        await expectShown(page, "Lab");
        assert.equal(await message(page).isVisible(), false);
    },
);

// ---- for everybody ----

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

for (const dark of [false, true]) {
    const colors = dark ? "dark" : "light";
    site.test(`axe-core finds nothing serious, ${colors}`, { dark }, async (page) => {
        await page.addScriptTag({ path: AXE });
        for (const name of TABS) {
            await tab(page, name).click();
            await expectShown(page, name);
            await page.waitForTimeout(300);
            const { violations } = await page.evaluate(() => globalThis.axe.run());
            const serious = violations
                .filter(({ impact }) => impact === "serious" || impact === "critical")
                .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n")}`);
            assert.deepEqual(serious, [], name);
        }
    });
}
