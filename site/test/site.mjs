// The built site in a browser, served from a subfolder: what the playground's tests use, for pages.
// Room: tests of the site.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { FOLDER, launch, PATIENCE, serve, watch } from "../../playground/test/browser.mjs";

/** The folder of the built site. */
export const SITE = fileURLToPath(new URL("../../build/site", import.meta.url));

/** All its pages, without the playground, which has tests of its own. */
export function allPages() {
    assert.ok(
        existsSync(join(SITE, "index.html")),
        "build/site/index.html is missing: run make site",
    );
    return readdirSync(SITE, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
        .map((entry) => relative(SITE, join(entry.parentPath ?? entry.path, entry.name)))
        .filter((name) => !/^(?:playground|pagefind|files)\//.test(name))
        .sort();
}

/**
 * Pages of every kind: those with figures and every fifth of the others; all, if CAROM_ALL_PAGES
 * is 1. What takes a second a page looks at these.
 */
export function somePages() {
    const all = process.env.CAROM_ALL_PAGES === "1";
    return allPages().filter(
        (name, i) => all || /^(?:lessons|benchmarks)\/|^\w+\.html$/.test(name) || i % 5 === 0,
    );
}

/** Serves the site and starts a browser. */
export async function startSite() {
    const server = await serve(SITE);
    const origin = `http://127.0.0.1:${server.address().port}`;
    const browser = await launch().catch((error) => {
        server.close();
        throw error;
    });
    /** A context of Playwright that waits as long as a busy machine needs. */
    async function newContext(options) {
        const context = await browser.newContext(options);
        context.setDefaultTimeout(PATIENCE);
        return context;
    }
    return {
        newContext,
        base: origin + FOLDER,
        /** Opens a page; `options` are those of a context of Playwright. */
        async open(name, options = {}) {
            const context = await newContext({
                viewport: { width: 1280, height: 900 },
                ...options,
            });
            const page = await context.newPage();
            const problems = watch(page, origin);
            await page.goto(origin + FOLDER + name);
            return { page, problems, context };
        },
        async close() {
            await browser.close();
            server.closeAllConnections?.();
            await new Promise((resolve) => server.close(resolve));
        },
    };
}

/** Waits until all figures of a page are live. */
export async function live(page) {
    await page.waitForFunction(() => {
        const figures = [...document.querySelectorAll("carom-figure")];
        return figures.length > 0 && figures.every((figure) => figure.dataset.live !== undefined);
    });
}
