// Builds the playground into dist/: one bundle, the page, its style and the WebAssembly modules.
//   node build.mjs                  builds
//   node build.mjs --serve [PORT]   builds, serves, and builds again at every change
// Method: esbuild; serve sends. All addresses are relative, so dist/ works from any folder.
// Room: playground.
import { spawn } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");

const bundle = {
    absWorkingDir: here,
    entryPoints: {
        main: "src/main.ts",
        style: "src/style.css",
        // The modules lie beside the bundle, where carom.js looks.
        "carom": "carom/carom.wasm",
        "carom-scalar": "carom/carom-scalar.wasm",
        "carom-classic": "carom/carom-classic.wasm",
    },
    loader: { ".wasm": "copy" },
    outdir: dist,
    bundle: true,
    format: "esm",
    target: ["es2022"],
    minify: true,
    sourcemap: "linked",
    legalComments: "linked",
    logLevel: "info",
};

/** Builds again at every change; the pages are sent compressed. */
async function serve(port) {
    const context = await esbuild.context(bundle);
    await context.watch();
    const server = spawn("npx", ["serve", "--listen", `tcp://127.0.0.1:${port}`, dist], {
        cwd: here,
        stdio: "inherit",
    });
    server.on("exit", (code) => process.exit(code ?? 0));
}

async function main(args) {
    await mkdir(dist, { recursive: true });
    await cp(join(here, "index.html"), join(dist, "index.html"));
    const at = args.indexOf("--serve");
    if (at < 0) {
        await esbuild.build(bundle);
    } else {
        await serve(Number(args[at + 1] ?? 8000));
    }
}

try {
    await main(process.argv.slice(2));
} catch (error) {
    console.error(`build.mjs: ${error.message}`);
    process.exitCode = 1;
}
