// How pages look where colours are not those of the page: on paper, and in the colours of the
// system; and that only code has the colours of code. Room: tests of the site.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { parseHTML } from "linkedom";
import { allPages, live, SITE, startSite } from "./site.mjs";

const LIMIT = { timeout: 300000 };
const site = await startSite();
after(() => site.close());

/** The brightness, 0 to 1, of colours of the page. */
function colours(page, parts) {
    return page.evaluate((all) => {
        const context = document.createElement("canvas").getContext("2d");
        return all.map(([selector, property]) => {
            const node = document.querySelector(selector);
            context.clearRect(0, 0, 1, 1);
            context.fillStyle = getComputedStyle(node)[property];
            context.fillRect(0, 0, 1, 1);
            const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
            return (0.3 * r + 0.59 * g + 0.11 * b) / 255;
        });
    }, parts);
}

/** The contrast between the darkest and the brightest pixel of a picture. */
function contrastOf(page, png) {
    return page.evaluate(async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        const linear = (x) => (x / 255) ** 2.2;
        let [least, most] = [1, 0];
        for (let i = 0; i < data.length; i += 4) {
            const [r, g, b] = data.slice(i, i + 3);
            const bright = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
            least = Math.min(least, bright);
            most = Math.max(most, bright);
        }
        return (most + 0.05) / (least + 0.05);
    }, png);
}

test("on paper all is dark on light, also for who reads on dark", LIMIT, async () => {
    for (const chosen of [false, true]) {
        const { page, context } = await site.open("lessons/5-moving-circles.html", {
            colorScheme: chosen ? "light" : "dark",
        });
        await live(page);
        if (chosen) {
            await page.getByRole("button", { name: "Dark" }).click();
        }
        await page.emulateMedia({ media: "print", colorScheme: chosen ? "light" : "dark" });
        const [back, ...ink] = await colours(page, [
            ["body", "backgroundColor"],
            ["main p", "color"],
            ["svg .wall", "stroke"],
            ["pre .line span", "color"],
        ]);
        assert.ok(back > 0.9);
        ink.forEach((bright, i) => assert.ok(bright < 0.5, `${i}: ${bright}`));
        // Nobody can press on paper, or scroll.
        assert.equal(await page.getByRole("button").filter({ visible: true }).count(), 0);
        const wide = await page.locator("pre:visible").evaluateAll((all) =>
            all.filter((pre) => pre.scrollWidth > pre.clientWidth).map((pre) => pre.textContent),
        );
        assert.deepEqual(wide, []);
        await context.close();
    }
});

test("in the colours of the system found words can be read", LIMIT, async () => {
    for (const colorScheme of ["light", "dark"]) {
        const { page, context } = await site.open("search.html?q=circle", {
            colorScheme,
            forcedColors: "active",
        });
        await page.locator("mark").first().waitFor();
        // Only the picture has the colours of the system, as they are mixed.
        const picture = await page.locator("mark").first().screenshot();
        const contrast = await contrastOf(page, picture.toString("base64"));
        assert.ok(contrast > 4.5, `${colorScheme}: ${contrast}`);
        await context.close();
    }
});

test("what a command prints has no colours of code", () => {
    let count = 0;
    for (const name of allPages().filter((page) => page.startsWith("lessons/"))) {
        const { document } = parseHTML(readFileSync(join(SITE, name), "utf8"));
        for (const pre of document.querySelectorAll("main pre")) {
            if (!pre.textContent.startsWith("$ ")) {
                continue;
            }
            for (const line of pre.querySelectorAll(".line")) {
                const isCommand = line.textContent.startsWith("$ ");
                count += isCommand ? 1 : 0;
                const hasColours = line.querySelector("[style]") !== null;
                assert.ok(isCommand || !hasColours, `${name}: ${line.outerHTML}`);
            }
        }
    }
    assert.ok(count > 20);
});
