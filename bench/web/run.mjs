// Runs the web benchmark and prints its tables; with a markdown file, also writes them there
// between its marker lines. run.sh builds what it needs and calls it. Room: bench.
//
//     node run.mjs NATIVE_PROGRAM WASM_DIR OUT_DIR [FILE.md]
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";

import { load } from "../../bindings/wasm/carom.js";
import { timeContest } from "./contest.mjs";
import { timeModule } from "./module.mjs";
import { startNative } from "./native.mjs";
import { sectionOf, writeSection } from "./report.mjs";

const plan = { circles: 100000, batches: 5, rounds: 9, contestants: 20000 };

const peerLabels = {
    flatbush: "flatbush", "@dimforge/rapier2d-compat": "Rapier", check2d: "check2d",
    planck: "planck",
};

function peerVersions() {
    const file = new URL("../../package-lock.json", import.meta.url);
    const lock = JSON.parse(readFileSync(file, "utf8"));
    return Object.fromEntries(Object.entries(peerLabels).map(([name, label]) =>
        [label, lock.packages[`node_modules/${name}`].version]));
}

const contextOf = (native) => ({
    cpu: cpus()[0].model.trim(),
    cpus: cpus().length,
    node: process.versions.node,
    v8: process.versions.v8,
    compiler: native.compiler,
    instructions: native.instructions,
    carom: native.version,
    peers: peerVersions(),
    seed: native.seed,
    rounds: plan.rounds,
    walls: native.data.walls[0].length,
});

async function main([program, wasmFolder, outFolder, markdown]) {
    if (outFolder === undefined) {
        console.error("usage: node run.mjs NATIVE_PROGRAM WASM_DIR OUT_DIR [FILE.md]");
        process.exit(2);
    }
    const build = (name) => load({ wasm: readFileSync(`${wasmFolder}/${name}`) });
    const caroms = {
        vectors: await build("carom.wasm"), scalar: await build("carom-scalar.wasm"),
    };
    const native = await startNative(program, outFolder, plan.circles, plan.batches);
    try {
        const run = {
            context: contextOf(native),
            module: await timeModule(native, caroms, plan),
            contest: await timeContest(native, caroms.vectors, plan),
        };
        writeFileSync(`${outFolder}/web.json`, JSON.stringify(run, null, 1));
        const drop = readFileSync(`${outFolder}/drop.md`, "utf8");
        const section = `${sectionOf(run)}\n\n${drop.trim()}`;
        console.log(section);
        if (markdown !== undefined) {
            writeSection(markdown, section);
        }
    } finally {
        native.stop();
    }
}

await main(process.argv.slice(2));
