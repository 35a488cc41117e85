// What auditors of pages look at, for every page, from its HTML: names, headings, pictures, ids.
// And that nothing jumps while a page loads. Room: tests of the site.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { parseHTML } from "linkedom";
import { allPages, live, SITE, startSite } from "./site.mjs";

const LIMIT = { timeout: 600000 };
const pages = allPages().map((name) => ({
    name,
    document: parseHTML(readFileSync(join(SITE, name), "utf8")).document,
}));

/** What is wrong with a page by itself. */
function problemsOf(document) {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const problems = [];
    const want = (isTrue, what) => isTrue || problems.push(what);
    want(document.documentElement.getAttribute("lang") === "en", "no language");
    want(all("meta[charset]").length === 1, "no encoding");
    want(
        all('meta[name="viewport"]')[0]?.getAttribute("content").includes("width=device-width"),
        "no viewport",
    );
    const description = all('meta[name="description"]')[0]?.getAttribute("content") ?? "";
    want(description.length >= 20 && description.length <= 200, `description "${description}"`);
    want(all('link[rel="icon"]').length === 1, "no icon");
    want(all("main").length === 1, "not one main part");
    want(all("h1").length === 1, `${all("h1").length} headings of the first level`);
    all("h1, h2, h3, h4, h5, h6").reduce((above, heading) => {
        const level = Number(heading.tagName[1]);
        want(level <= above + 1, `"${heading.textContent}" skips a level`);
        return level;
    }, 0);
    const ids = all("[id]").map(({ id }) => id);
    want(new Set(ids).size === ids.length, "an id stands twice");
    for (const picture of all("img")) {
        const source = picture.getAttribute("src");
        want((picture.getAttribute("alt") ?? "").length > 3, `${source}: no words for it`);
        want(Number(picture.getAttribute("width")) > 0, `${source}: no width`);
    }
    for (const link of all("a")) {
        want((link.textContent ?? "").trim() !== "" || link.querySelector("img"), "an empty link");
    }
    return problems;
}

test("every page by itself", () => {
    const all = pages.flatMap(({ name, document }) =>
        problemsOf(document).map((problem) => `${name}: ${problem}`),
    );
    assert.deepEqual(all, []);
});

test("no two pages have the same title", () => {
    const titles = pages.map(({ document }) => document.querySelector("title").textContent);
    const twice = titles.filter((title, i) => titles.indexOf(title) !== i);
    assert.deepEqual(twice, []);
});

test("nothing jumps while a page loads", LIMIT, async () => {
    const site = await startSite();
    after(() => site.close());
    const names = ["index.html", "lessons/5-moving-circles.html", "benchmarks/benchmarks.html"];
    for (const name of names) {
        for (const width of [390, 1280]) {
            const { page, context } = await site.open(name, { viewport: { width, height: 800 } });
            // Slower, so that the page is painted while it arrives.
            const session = await context.newCDPSession(page);
            await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
            await page.reload();
            if ((await page.locator("carom-figure").count()) > 0) {
                await live(page);
            }
            const shift = await page.evaluate(
                () =>
                    new Promise((resolve) => {
                        let sum = 0;
                        new PerformanceObserver((list) => {
                            for (const entry of list.getEntries()) {
                                sum += entry.hadRecentInput ? 0 : entry.value;
                            }
                        }).observe({ type: "layout-shift", buffered: true });
                        setTimeout(() => resolve(sum), 500);
                    }),
            );
            // The limit that Lighthouse calls good.
            assert.ok(shift < 0.1, `${name} at ${width}: a layout shift of ${shift}`);
            await context.close();
        }
    }
});
