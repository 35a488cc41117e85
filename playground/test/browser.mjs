// A real browser for the tests: serves playground/dist from a subfolder, starts Debian's Chromium
// without a window, and opens each test's page in a profile of its own. Whatever goes wrong in the
// page (an uncaught error, a console error, a failed request, a request to elsewhere) fails the
// test. Method: node:test and playwright-core. Room: tests of the playground.
//
//     const site = await startPlayground();
//     after(() => site.close());
//     site.test("drags the circle", { address: "#lab?cx=1" }, async (page) => { ... });
import assert from "node:assert/strict";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));
export const FOLDER = "/some/sub/folder/";

/** Milliseconds after which a step counts as hung; a busy machine needs many seconds for some. */
export const PATIENCE = 60000;

const TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
};

/** Serves `folder` below FOLDER on a free port of this machine; everything else is a 404. */
export function serve(folder) {
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url, "http://here").pathname);
        let file = path.startsWith(FOLDER)
            ? normalize(join(folder, path.slice(FOLDER.length)))
            : "";
        if (file === folder || file === folder + sep) {
            file = join(folder, "index.html");
        }
        if (!file.startsWith(folder + sep) || !existsSync(file) || !statSync(file).isFile()) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, {
            "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
            "Cache-Control": "no-store",
        });
        createReadStream(file).pipe(response);
    });
    return new Promise((resolve) => {
        server.listen(0, "127.0.0.1", () => resolve(server));
    });
}

/** Debian's Chromium without a window. */
export async function launch() {
    const path = process.env.CHROMIUM || "/usr/bin/chromium";
    if (!existsSync(path)) {
        throw new Error(
            `${path} is missing: install Debian's package "chromium" (scripts/setup.sh web), ` +
                "or name another Chromium in the environment variable CHROMIUM",
        );
    }
    return chromium.launch({
        executablePath: path,
        timeout: 3 * PATIENCE,
        args: [
            "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
        ],
    });
}

/** Collects what goes wrong in a page, as lines of text. */
export function watch(page, origin) {
    const problems = [];
    // Some have no stack, such as a module that does not load.
    page.on("pageerror", (error) => problems.push(`uncaught: ${error.stack || error}`));
    page.on("console", (message) => {
        if (message.type() === "error") {
            problems.push(`console: ${message.text()} (${message.location().url})`);
        }
    });
    page.on("requestfailed", (request) => {
        // A test that goes to another page aborts what the first one still loads, such as its icon.
        // What is missing has another error, or a status.
        const error = request.failure()?.errorText;
        if (error !== "net::ERR_ABORTED") {
            problems.push(`failed: ${request.url()} (${error})`);
        }
    });
    page.on("response", (response) => {
        if (response.status() >= 400) {
            problems.push(`status ${response.status()}: ${response.url()}`);
        }
    });
    page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) {
            problems.push(`leaves the page's origin: ${url}`);
        }
    });
    return problems;
}

/**
 * Serves the built page and starts a browser, one for a test file.
 *
 * What `test` and `open` take as options:
 * - address: what stands behind the page's address, "#lab?cx=1"
 * - size: { width, height }, default 1280 x 800
 * - touch: true for a device with a touch screen
 * - dark: true for dark mode
 * - calm: true for a user who asks for less motion
 * - forced: true for forced colours
 * - prepare: async (page) => ..., before anything is loaded; routes go here
 * - expected: a regular expression; problems that it matches are wanted
 */
export async function startPlayground() {
    if (!existsSync(join(DIST, "index.html"))) {
        throw new Error("playground/dist/index.html is missing: run node playground/build.mjs");
    }
    const server = await serve(DIST);
    const origin = `http://127.0.0.1:${server.address().port}`;
    const browser = await launch().catch((error) => {
        server.close();
        throw error;
    });

    async function open(options = {}) {
        const context = await browser.newContext({
            viewport: options.size ?? { width: 1280, height: 800 },
            hasTouch: options.touch ?? false,
            colorScheme: options.dark ? "dark" : "light",
            reducedMotion: options.calm ? "reduce" : "no-preference",
            forcedColors: options.forced ? "active" : "none",
            acceptDownloads: true,
        });
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE);
        const problems = watch(page, origin);
        await options.prepare?.(page);
        await page.goto(origin + FOLDER + (options.address ?? ""));
        // A tab is made, or the page says why not: before that nothing listens.
        await page.locator("[role=tabpanel] canvas:visible, #message:visible").first().waitFor();
        return { page, problems, context };
    }

    return {
        browser,
        origin,
        /** The page's address without a state. */
        base: origin + FOLDER,
        open,
        /** A test of node:test that gets a page and passes only if nothing went wrong in it. */
        test(name, options, body) {
            test(name, { timeout: 5 * PATIENCE }, async () => {
                const { page, problems, context } = await open(options);
                try {
                    await body(page, { problems, context });
                } catch (error) {
                    if (problems.length > 0) {
                        error.message += `\nand in the page:\n${problems.join("\n")}`;
                    }
                    throw error;
                } finally {
                    await context.close();
                }
                const unwanted = problems.filter((line) => !options.expected?.test(line));
                assert.deepEqual(unwanted, [], "problems in the page");
            });
        },
        async close() {
            await browser.close();
            server.closeAllConnections?.();
            await new Promise((resolve) => server.close(resolve));
        },
    };
}

/** Drags with the mouse through `steps` places on the straight way, all in pixels of the page. */
export async function dragMouse(page, from, to, steps = 8) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps });
    await page.mouse.up();
}

/** The places on the straight way, without the first. */
function between(from, to, steps) {
    return Array.from({ length: steps }, (_, i) => ({
        x: from.x + ((to.x - from.x) * (i + 1)) / steps,
        y: from.y + ((to.y - from.y) * (i + 1)) / steps,
    }));
}

/**
 * Drags with fingers, each a { from, to } in pixels of the page; two of them pinch. Real touch
 * events of the browser; the page must have been opened with touch: true.
 */
export async function dragFingers(page, fingers, steps = 8) {
    const client = await page.context().newCDPSession(page);
    const touch = (type, places) =>
        client.send("Input.dispatchTouchEvent", {
            type,
            touchPoints: places.map((p, id) => ({ x: p.x, y: p.y, id })),
        });
    const ways = fingers.map(({ from, to }) => between(from, to, steps));
    await touch("touchStart", fingers.map(({ from }) => from));
    for (let i = 0; i < steps; i++) {
        await touch("touchMove", ways.map((way) => way[i]));
    }
    await touch("touchEnd", []);
    await client.detach();
}

/** Drags with one finger. */
export function dragTouch(page, from, to, steps = 8) {
    return dragFingers(page, [{ from, to }], steps);
}

/** The text of what has that label: an output, a field (its value), or any labelled part. */
export async function textOf(page, label) {
    const part = page.getByLabel(label, { exact: true }).first();
    return part.evaluate((node) =>
        ("value" in node && node.tagName !== "LI" ? String(node.value) : node.textContent).trim(),
    );
}

/** Waits until the text of what has that label fits: a regular expression or a predicate. */
export async function waitForText(page, label, fits, timeout = PATIENCE) {
    const end = Date.now() + timeout;
    const good = fits instanceof RegExp ? (text) => fits.test(text) : fits;
    for (;;) {
        const text = await textOf(page, label);
        if (good(text)) {
            return text;
        }
        if (Date.now() > end) {
            assert.fail(`"${label}" is still "${text}", expected ${fits}`);
        }
        await page.waitForTimeout(30);
    }
}

/** Waits until what `read` gives fits, and gives it: what moves takes as long as the machine. */
export async function waitUntil(page, what, read, fits, timeout = PATIENCE) {
    const end = Date.now() + timeout;
    for (;;) {
        const value = await read();
        if (fits(value)) {
            return value;
        }
        assert.ok(Date.now() < end, what);
        await page.waitForTimeout(50);
    }
}

/** Waits until what `read` gives is the same for `quiet` ms and a few frames, and gives it. */
export async function settledValue(page, what, read, quiet = 300) {
    let last = await read();
    return waitUntil(page, `${what} does not come to rest`, async () => {
        const before = last;
        await page.waitForTimeout(quiet);
        await page.evaluate(() => new Promise((done) => {
            let frames = 5;
            const next = () => (frames-- > 0 ? requestAnimationFrame(next) : done());
            next();
        }));
        last = await read();
        return last === before;
    }, Boolean).then(() => last);
}

/** The state in the page's address: { tab, state }. */
export function addressOf(page) {
    const [tab, query = ""] = new URL(page.url()).hash.slice(1).split("?");
    return { tab, state: new URLSearchParams(query) };
}

/** Waits until the address' state fits the predicate, and gives the state. */
export async function waitForState(page, fits, timeout = PATIENCE) {
    const end = Date.now() + timeout;
    for (;;) {
        const { tab, state } = addressOf(page);
        if (fits(state, tab)) {
            return state;
        }
        if (Date.now() > end) {
            assert.fail(`the address is still ${page.url()}`);
        }
        await page.waitForTimeout(30);
    }
}

/**
 * Where a point of the world is in pixels of the page. The canvas says in its attribute
 * data-window which part of the world it shows: "minX minY maxX maxY", y up.
 */
export async function worldToPage(page, canvas, point) {
    const locator = typeof canvas === "string" ? page.locator(canvas) : canvas;
    const box = await locator.boundingBox();
    const [minX, minY, maxX, maxY] = (await locator.getAttribute("data-window"))
        .split(" ")
        .map(Number);
    return {
        x: box.x + ((point.x - minX) / (maxX - minX)) * box.width,
        y: box.y + ((maxY - point.y) / (maxY - minY)) * box.height,
    };
}
