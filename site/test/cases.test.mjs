// The cases of the playground: every one is linked from a page, and a link opens exactly that case.
// Room: tests of the site.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { allPages, SITE, startSite } from "./site.mjs";

const LIMIT = { timeout: 600_000 };
const site = await startSite();
after(() => site.close());

/** Where links to a state of the playground lead, by the address behind the #. */
const cases = new Map();
for (const name of allPages()) {
    const text = readFileSync(join(SITE, name), "utf8");
    for (const [, link] of text.matchAll(/href="[^"]*playground\/index\.html#([^"]+)"/g)) {
        cases.set(link.replaceAll("&amp;", "&"), name);
    }
}

/** What the page shows once it has read its address. */
async function openCase(page, address, number) {
    // With another query the page is loaded again.
    await page.goto(`${site.base}playground/index.html?${number}#${address}`);
    const tab = address.split("?")[0];
    await page.locator(`#tab-${tab}[aria-selected="true"]`).waitFor();
}

test("every preset is linked from where it is explained", LIMIT, async () => {
    const { page, context } = await site.open("playground/index.html#lab");
    // The page fills the list once its module is there.
    await page.locator("#field-preset option").nth(20).waitFor({ state: "attached" });
    const presets = await page
        .locator("#field-preset option")
        .evaluateAll((options) => options.map((one) => one.value).filter((name) => name !== ""));
    await context.close();
    assert.ok(presets.length > 20);
    const linked = [...cases.keys()]
        .map((address) => new URLSearchParams(address.split("?")[1]).get("preset"))
        .filter((name) => name !== null);
    assert.deepEqual(linked.sort(), presets.sort());
    for (const tab of ["table", "drop", "pinball"]) {
        assert.ok([...cases.keys()].some((address) => address.split("?")[0] === tab), tab);
    }
});

test("a link opens exactly its case", LIMIT, async () => {
    const { page, problems, context } = await site.open("guide/classic.html");
    for (const [number, [address, name]] of [...cases].entries()) {
        await openCase(page, address, number);
        const said = await page.locator("#message p").textContent();
        assert.equal(said, "", `${name}: #${address}`);
        const query = new URLSearchParams(address.split("?")[1]);
        if (query.has("preset")) {
            const chosen = await page.locator("#field-preset").inputValue();
            assert.equal(chosen, query.get("preset"), name);
        }
    }
    assert.deepEqual(problems, []);
    await context.close();
});
