// What a frame of the tab Drop costs the main thread: 5,000 circles in 500 walls, from Restart on.
//
//     node playground/bench/drop.mjs [circles] [walls] [seconds]
//
// Method: the built page in headless Chromium without a GPU. Every callback of
// requestAnimationFrame is timed from outside the page's own code: moving, checking, drawing, and
// writing the counters. "browser included" is all that the browser says its main thread did,
// by frame: painting and handing over the picture too. Room: bench of the playground.
import { cpus } from "node:os";
import { startPlayground } from "../test/browser.mjs";

const [circles = "5000", walls = "500", seconds = "8"] = process.argv.slice(2);

/** Runs in the page before its own code. */
function timeFrames() {
    const request = window.requestAnimationFrame.bind(window);
    window.frameCosts = [];
    window.requestAnimationFrame = (callback) =>
        request((now) => {
            const start = performance.now();
            callback(now);
            window.frameCosts.push(performance.now() - start);
        });
}

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1,
    Math.floor(share * sorted.length))];

async function measure(site, motion) {
    const { page, problems, context } = await site.open({
        address: `#drop?circles=${circles}&walls=${walls}&motion=${motion}`,
        prepare: (opened) => opened.addInitScript(timeFrames),
    });
    const client = await context.newCDPSession(page);
    await client.send("Performance.enable");
    const spent = async () => (await client.send("Performance.getMetrics")).metrics
        .find(({ name }) => name === "TaskDuration").value;
    await page.getByRole("button", { name: "Restart" }).click();
    await page.waitForTimeout(500);
    await page.getByRole("button", { name: "Restart" }).click();
    await page.evaluate(() => { window.frameCosts.length = 0; });
    const before = await spent();
    await page.waitForTimeout(Number(seconds) * 1000);
    const after = await spent();
    const costs = (await page.evaluate(() => window.frameCosts)).sort((p, q) => p - q);
    const moving = await page.getByLabel("Falling", { exact: true }).textContent();
    await context.close();
    if (problems.length > 0) {
        throw new Error(problems.join("\n"));
    }
    return {
        motion, frames: costs.length, median: quantile(costs, 0.5), late: quantile(costs, 0.95),
        all: ((after - before) * 1000) / costs.length, moving,
    };
}

const site = await startPlayground();
try {
    console.log("This is the work on the main thread in one frame of the playground's tab " +
        `Drop. There are ${circles} circles and ${walls} walls, and the measurement starts at ` +
        `Restart and lasts ${seconds} s. The machine is ` +
        `${cpus()[0].model.trim()}, with headless Chromium ${site.browser.version()}, ` +
        "1280 x 800 pixels and no GPU:\n");
    console.log("| response | frames | median ms | 95th percentile ms " +
        "| mean ms, browser included | still moving at the end |");
    console.log("| --- | --- | --- | --- | --- | --- |");
    for (const motion of ["stop", "slide", "bounce"]) {
        const r = await measure(site, motion);
        console.log(`| ${r.motion} | ${r.frames} | ${r.median.toFixed(1)} | ${r.late.toFixed(1)} ` +
            `| ${r.all.toFixed(1)} | ${r.moving} |`);
    }
} finally {
    await site.close();
}
