// Builds the playground into dist/: one bundle, the page, its style and the WebAssembly modules.
//   node build.mjs                  builds
//   node build.mjs --serve [PORT]   builds, serves, and builds again at every request
// Method: esbuild alone. All addresses are relative, so dist/ works from any folder of any server.
// Layer: playground.
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

async function serve(port) {
    const context = await esbuild.context(bundle);
    const server = await context.serve({ servedir: dist, host: "127.0.0.1", port });
    console.log(`http://127.0.0.1:${server.port}/`);
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
