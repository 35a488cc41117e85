// Pages in a browser: no error, nothing that axe finds, nothing wider than the window, in light and
// dark; and the front page within its budget. Room: tests of the site.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { allPages, live, SITE, somePages, startSite } from "./site.mjs";

const site = await startSite();
after(() => site.close());
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const LIMIT = { timeout: 600000 };
/** Words that stand in one page only. */
const ONCE = '"the filter is unsure of 167 circles"';

/** What axe finds, by all its rules or by these. */
async function violations(page, rules) {
    await page.evaluate(axe);
    const { violations: found } = await page.evaluate(
        (names) =>
            globalThis.axe.run(document, { resultTypes: ["violations"], runOnly: names }),
        rules,
    );
    return found.map(
        ({ id, nodes }) =>
            `${id}: ${nodes
                .slice(0, 3)
                .map(({ target }) => target)
                .join(" ")}`,
    );
}

test("axe and the console, light and dark", LIMIT, async () => {
    const all = [];
    for (const name of somePages()) {
        const { page, problems, context } = await site.open(name, { colorScheme: "light" });
        if ((await page.locator("carom-figure").count()) > 0) {
            await live(page);
        }
        const found = await violations(page);
        // In the dark only the colours are others.
        await page.emulateMedia({ colorScheme: "dark" });
        found.push(...(await violations(page, ["color-contrast"])).map((what) => `dark, ${what}`));
        all.push(...[...found, ...problems].map((problem) => `${name}: ${problem}`));
        await context.close();
    }
    assert.deepEqual(all, []);
});

test("without JavaScript every page has its text and its ways on", LIMIT, async () => {
    const context = await site.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const poor = [];
    for (const name of somePages()) {
        await page.goto(site.base + name);
        const text = await page.locator("main").innerText();
        const links = await page.locator("a:visible").count();
        const empty = await page.locator("main carom-figure:not(:has(svg))").count();
        if (text.length < 60 || links < 8 || empty > 0) {
            poor.push(`${name}: ${text.length} characters, ${links} links, ${empty} figures empty`);
        }
    }
    assert.deepEqual(poor, []);
    await context.close();
});

test("nothing is wider than the window", LIMIT, async () => {
    const all = [];
    const { page, context } = await site.open("index.html");
    for (const name of somePages()) {
        await page.goto(site.base + name);
        for (const width of [360, 640, 768, 1280, 1600]) {
            await page.setViewportSize({ width, height: 800 });
            const wide = await page.evaluate(
                () => document.documentElement.scrollWidth - innerWidth,
            );
            if (wide > 0) {
                all.push(`${name} is ${wide} pixels too wide at ${width}`);
            }
        }
    }
    assert.deepEqual(all, []);
    await context.close();
});

test("without JavaScript there are text, pictures and numbers", LIMIT, async () => {
    const { page, context } = await site.open("lessons/2-closest-point.html", {
        javaScriptEnabled: false,
    });
    assert.match(
        await page.locator(".lines").first().innerText(),
        /t = w\.u \/ u\.u = 40 \/ 80 = 0\.5/,
    );
    assert.ok(await page.locator("figure svg .wall").first().isVisible());
    assert.equal(await page.locator(".handle:visible").count(), 0);
    assert.ok(await page.locator("nav.turn a[rel=next]").isVisible());
    await context.close();
});

test("the front page: bytes until its figure is drawn, and until it lives", LIMIT, async () => {
    const context = await site.newContext({ viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    const sizes = new Map();
    const bodies = [];
    page.on("response", (response) => bodies.push(response));
    await page.goto(`${site.base}index.html`);
    await live(page);
    await page.waitForLoadState("networkidle");
    for (const response of bodies) {
        const name = response.url().replace(/.*\//, "");
        sizes.set(name, gzipSync(await response.body()).length);
    }
    const sum = (names) => names.reduce((bytes, name) => bytes + sizes.get(name), 0);
    // The figure is in the page: it needs no script to be seen. As hosts send it, compressed.
    const seen = sum(["index.html", "style.css"]);
    assert.ok(seen > 2000 && seen <= 20000, `${seen} bytes until all is seen`);
    const all = sum([...sizes.keys()]);
    assert.ok(all <= 195000, `${all} bytes in all: ${JSON.stringify([...sizes])}`);
    await context.close();
});

test("a page that is not there: styled and with links, at any address", LIMIT, async () => {
    const context = await site.newContext();
    const page = await context.newPage();
    const lost = readFileSync(join(SITE, "404.html"), "utf8");
    for (const address of ["nothing.html", "lessons/nothing.html", "no/such/folder/x.html"]) {
        await page.route(site.base + address, (route) =>
            route.fulfill({ status: 404, contentType: "text/html", body: lost }),
        );
        await page.goto(site.base + address);
        await page.waitForFunction(() => document.querySelector("base") !== null);
        await page.waitForFunction(() => getComputedStyle(document.body).marginTop === "0px");
        await page.getByRole("link", { name: "front page" }).click();
        await page.waitForURL(`${site.base}index.html`);
    }
    await context.close();
});

test("the choice of light or dark is kept", LIMIT, async () => {
    const { page, context } = await site.open("index.html");
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.getByRole("button", { name: "Dark" }).click();
    const dark = await paper();
    assert.notEqual(dark, light);
    await page.goto(`${site.base}lessons/index.html`);
    assert.equal(await paper(), dark);
    await context.close();
});

test("the search finds pages, also from a link", LIMIT, async () => {
    const { page, problems, context } = await site.open("search.html?q=tangency");
    await page.locator("#results a").first().waitFor();
    await page.getByLabel("Words to look for").fill("carom_circle_push_out");
    const found = page.locator("#results li", { hasText: "contact.h" }).first();
    await found.locator(".part", { hasText: "C reference" }).waitFor();
    await found.getByRole("link").click();
    await page.waitForURL(/contact\.html/);
    assert.deepEqual(problems, []);
    await context.close();
});

test("no file of the search's index is empty", () => {
    const files = readdirSync(join(SITE, "pagefind"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
    assert.ok(files.length > 100, `${files.length} files`);
    assert.deepEqual(files.filter((file) => statSync(file).size === 0), []);
});

test("a search without its index says so", LIMIT, async () => {
    const { page, context } = await site.open("index.html");
    await page.route(/pagefind\.js/, (route) => route.abort());
    await page.goto(`${site.base}search.html`);
    await page.getByText("The search does not work: TypeError").waitFor();
    await context.close();
});

test("a common word is found on every page that has it", LIMIT, async () => {
    // The index comes in parts, by words: words at the edge of one were found on a quarter of them.
    for (const word of ["circle", "wall", "ball", "scene", "exact"]) {
        const having = allPages().filter((name) => {
            const html = readFileSync(join(SITE, name), "utf8");
            const text = /<main[^>]*data-pagefind-body[^]*<\/main>/.exec(html)?.[0] ?? "";
            return new RegExp(`\\b${word}\\b`, "i").test(text.replaceAll(/<[^>]*>/g, " "));
        }).length;
        const { page, context } = await site.open(`search.html?q=${word}`);
        await page.getByText(/^\d+ pages?$/).waitFor();
        const count = Number.parseInt(await page.locator("#found").textContent(), 10);
        assert.ok(count >= having, `${word}: ${count} pages of ${having}`);
        await context.close();
    }
});

test("one page that is found is one page", LIMIT, async () => {
    // Quoted words are found where they stand together: on one page.
    const { page, context } = await site.open(`search.html?q=${encodeURIComponent(ONCE)}`);
    await page.getByText("1 page", { exact: true }).waitFor();
    await context.close();
});

test("the playground leads back to the pages", LIMIT, async () => {
    const { page, problems, context } = await site.open("playground/index.html");
    for (const name of ["Front page", "Lessons", "Guide", "Reference"]) {
        assert.ok(await page.getByRole("link", { name, exact: true }).isVisible(), name);
    }
    await page.getByRole("link", { name: "Lessons", exact: true }).click();
    await page.waitForURL(`${site.base}lessons/index.html`);
    assert.deepEqual(problems, []);
    await context.close();
});

test("a link of a lesson opens its case in the playground", LIMIT, async () => {
    const { page, problems, context } = await site.open("lessons/2-closest-point.html");
    await page.getByRole("link", { name: "this case" }).click();
    await page.getByText("Drag the circle along the segment").first().waitFor();
    assert.deepEqual(problems, []);
    await context.close();
});
