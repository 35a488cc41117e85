// Takes the pictures of the five tabs for docs/pictures from the built page.
//
//     node playground/bench/pictures.mjs [folder]
//
// Room: bench of the playground.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPlayground, worldToPage } from "../test/browser.mjs";

const folder = process.argv[2] ??
    fileURLToPath(new URL("../../docs/pictures", import.meta.url));

/** The example that the page begins with. */
async function takeLab(site) {
    const { page, context } = await site.open({ address: "#lab" });
    await page.locator(".lab [data-result=relation]").waitFor();
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, "playground_lab.png") });
    await context.close();
}

/** A map with mistakes of two kinds, and the case in its middle. */
async function takeMethods(site) {
    const { page, context } = await site.open({ address: "#methods?case=moving-late" });
    await page.getByLabel("pixels, missed: method no, exact yes").getByText(/\d/).waitFor();
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, "playground_methods.png") });
    await context.close();
}

/** A tutorial's circles on their way past the ends of walls. */
async function takeDrop(site) {
    const { page, context } = await site.open({
        address: "#drop?circles=200&walls=18&speed=2&method=falling-projection",
    });
    await page.getByLabel("Falling", { exact: true }).waitFor();
    await page.waitForTimeout(2200);
    await page.screenshot({ path: join(folder, "playground_drop.png") });
    await context.close();
}

/** A ball being aimed, with its way. */
async function takeTable(site) {
    const { page, context } = await site.open({ address: "#table?speed=30" });
    await page.getByRole("button", { name: "None" }).click();
    await page.getByRole("button", { name: "+ 10", exact: true }).click();
    await page.waitForTimeout(1500);
    await page.getByRole("radio", { name: "ball", exact: true }).click();
    const { x, y } = await worldToPage(page, "#table-canvas", { x: 10, y: 35 });
    await page.mouse.click(x, y);
    await page.getByRole("radio", { name: "shoot", exact: true }).click();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 150, y - 112, { steps: 5 });
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, "playground_table.png") });
    await context.close();
}

/** A game that the page plays. */
async function takePinball(site) {
    const { page, context } = await site.open({ address: "#pinball?autoplay=on", dark: true });
    await page.getByLabel("Score", { exact: true }).getByText(/\d{5}|\d\d,/)
        .waitFor({ timeout: 60000 });
    await page.screenshot({ path: join(folder, "playground_pinball.png") });
    await context.close();
}

const site = await startPlayground();
try {
    await takeLab(site);
    await takeDrop(site);
    await takeTable(site);
    await takeMethods(site);
    await takePinball(site);
} finally {
    await site.close();
}
