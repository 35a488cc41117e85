// The server of make serve: each folder leads to its first page, nothing lists files, all is
// compressed. Room: tests of the site.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { allPages, SITE } from "./site.mjs";

/** A port that is free now. */
async function freePort() {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address();
    server.close();
    await once(server, "close");
    return port;
}

const folder = fileURLToPath(new URL("..", import.meta.url));
const address = `127.0.0.1:${await freePort()}`;
const server = spawn(
    process.execPath,
    [
        ...["../node_modules/serve/build/main.js", "--listen", `tcp://${address}`],
        ...["--config", `${folder}serve.json`, SITE],
    ],
    {
        cwd: folder,
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, NO_UPDATE_CHECK: "1" },
    },
);
after(() => server.kill());
await once(server.stdout, "data");

const titleOf = (text) => /<title>([^<]*)/.exec(text)?.[1];

test("a folder leads to its first page", async () => {
    const folders = [...allPages(), "playground/index.html"]
        .filter((name) => /(?:^|\/)index\.html$/.test(name))
        .map((name) => name.replace(/\/?index\.html$/, ""));
    assert.ok(folders.length >= 7);
    for (const name of folders) {
        for (const way of name === "" ? ["/"] : [`/${name}`, `/${name}/`]) {
            const answer = await fetch(`http://${address}${way}`);
            assert.equal(answer.status, 200, way);
            // From this address the links of the page hold.
            const page = `${name === "" ? "" : `/${name}`}/index.html`;
            assert.equal(new URL(answer.url).pathname, page);
            assert.match(titleOf(await answer.text()), /Carom/, way);
        }
    }
});

test("folders without a page, and pages that are not there, say so", async () => {
    for (const way of ["/assets", "/assets/", "/more/decisions/", "/nowhere", "/a/b.html"]) {
        const answer = await fetch(`http://${address}${way}`);
        assert.equal(answer.status, 404, way);
        assert.match(titleOf(await answer.text()), /There is no such page/, way);
    }
});

test("pages and modules are sent compressed", async () => {
    for (const way of ["/index.html", "/assets/carom.wasm", "/playground/main.js"]) {
        const answer = await fetch(`http://${address}${way}`);
        assert.ok(["br", "gzip"].includes(answer.headers.get("content-encoding")), way);
        await answer.arrayBuffer();
    }
});
