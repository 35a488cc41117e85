// How long pages take on a slow phone: node measure.mjs [PAGE]... prints a table. The profile is
// that of Lighthouse: 1.6 Mbit/s, 150 ms for each round trip, a processor four times as slow.
// Room: site.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { launch } from "../playground/test/browser.mjs";

const PAGES = ["index.html", "lessons/2-closest-point.html", "benchmarks/benchmarks.html"];
const RUNS = 5;
const PORT = 8123;

/** The middle one. */
function median(values) {
    return values.toSorted((p, q) => p - q)[Math.floor(values.length / 2)];
}

/** One load with an empty cache: bytes, and times in ms. */
async function load(browser, address) {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 150,
        downloadThroughput: 1.6e6 / 8,
        uploadThroughput: 750e3 / 8,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(address);
    await page.waitForFunction(() => {
        const first = document.querySelector("carom-figure, carom-plot");
        return first === null || first.dataset.live !== undefined;
    });
    const live = await page.evaluate(() => performance.now());
    const painted = await page.evaluate(
        () => performance.getEntriesByName("first-contentful-paint")[0].startTime,
    );
    await page.waitForLoadState("networkidle");
    await context.close();
    return { bytes, painted, live };
}

async function main() {
    const pages = process.argv.length > 2 ? process.argv.slice(2) : PAGES;
    const here = fileURLToPath(new URL(".", import.meta.url));
    const server = spawn(
        "npx",
        ["serve", "--listen", PORT, "--config", `${here}serve.json`, `${here}../build/site`],
        { cwd: here, stdio: ["ignore", "pipe", "inherit"], detached: true },
    );
    await once(server.stdout, "data");
    const browser = await launch();
    console.log("page                              kB sent  painted  first figure live");
    for (const name of pages) {
        const runs = [];
        for (let i = 0; i < RUNS; i++) {
            runs.push(await load(browser, `http://127.0.0.1:${PORT}/${name}`));
        }
        const of = (key) => median(runs.map((run) => run[key]));
        const shown = (value, width) => value.toFixed(0).padStart(width);
        console.log(
            `${name.padEnd(32)} ${shown(of("bytes") / 1000, 8)}` +
                `${shown(of("painted"), 6)} ms ${shown(of("live"), 16)} ms`,
        );
    }
    await browser.close();
    process.kill(-server.pid);
}

await main();
