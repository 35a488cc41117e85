// A browser and a server for pages that tell what they found. Room: tests of bindings.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

const chromium = process.env.CHROMIUM ?? "chromium";
const hasBrowser = spawnSync(chromium, ["--version"]).status === 0;
export const inBrowser = { skip: hasBrowser ? false : "there is no Chromium", timeout: 300000 };

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/**
 * A server of a folder on this machine, and of the answers that are posted to it.
 * @returns {{address: string, answer: Promise<string>, close: function}}
 */
export async function serve(files) {
    let answered;
    const answer = new Promise((resolve) => { answered = resolve; });
    const server = createServer(async (request, response) => {
        if (request.method === "POST") {
            answered(Buffer.concat(await request.toArray()).toString());
            response.end();
            return;
        }
        try {
            const { pathname } = new URL(request.url, "http://localhost");
            const bytes = readFileSync(join(files, pathname));
            response.writeHead(200, { "Content-Type": types[extname(pathname)] ?? "text/plain" });
            response.end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = () => {
        server.closeAllConnections();
        server.close();
    };
    return { address: `http://127.0.0.1:${server.address().port}`, answer, close };
}

/** Removes the profile. The browser's child processes may still write to it for a moment. */
async function removeProfile(profile) {
    for (let tries = 0; tries < 50; tries++) {
        try {
            rmSync(profile, { recursive: true, force: true });
            return;
        } catch {
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
    }
}

/** Opens a page; `use` gets its process, which ends afterwards. */
export async function withBrowser(address, use) {
    const profile = mkdtempSync(join(tmpdir(), "carom-browser-"));
    const browser = spawn(chromium, ["--headless=new", "--no-sandbox", "--disable-gpu",
        "--disable-dev-shm-usage", "--no-first-run", `--user-data-dir=${profile}`, address],
    { stdio: "ignore" });
    try {
        return await use();
    } finally {
        const ended = new Promise((resolve) => browser.once("exit", resolve));
        browser.kill();
        await ended;
        await removeProfile(profile);
    }
}
