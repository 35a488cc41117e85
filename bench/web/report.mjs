// The tables of a run, as markdown; no figure in them is written by hand. Room: bench.
import { readFileSync, writeFileSync } from "node:fs";

import { median, spread } from "./rounds.mjs";

const begin = "<!-- web benchmarks: begin -->", end = "<!-- web benchmarks: end -->";

const sideNames = {
    native: "native library",
    "vectors, page": "module, JavaScript arrays",
    "vectors, module": "module, arrays in the module's memory",
    "scalar, page": "module without SIMD, JavaScript arrays",
    "scalar, module": "module without SIMD, arrays in the module's memory",
    vectors: "module",
    scalar: "module without SIMD",
};
const questionNames = {
    touching: "all walls that a circle touches, `touchingBatch`",
    first: "the first wall that a cast meets, `sweepBatch`",
    relate: "`relate`",
    contact: "`contact`",
    sweep: "`sweep`",
};
const peerNames = {
    carom_batch: "Carom `touchingBatch` (exact)",
    carom: "Carom `touching`, one call per circle (exact)",
    flatbush: "flatbush, hand-written test",
    rapier: "Rapier `intersectionsWithShape`",
    check2d: "check2d (detect-collisions) `checkOne`",
    planck: "planck `queryAABB`, `testOverlap`",
    planck_bare: "planck, edges without skin",
};

const grouped = (count) => count.toLocaleString("en-GB");
const shown = (value) => (value >= 100 ? grouped(Math.round(value)) : value.toPrecision(3));
const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [row(head), row(head.map(() => "---")), ...rows.map(row)];

/** Sides down, questions across: nanoseconds, and the percentage of the native rate. */
function ratioTable(unit, results) {
    const head = [unit, ...results.map(({ question }) => questionNames[question])];
    const sides = Object.keys(results[0].figures);
    const rows = sides.map((side) => [
        sideNames[side],
        ...results.map(({ figures }) => {
            const own = median(figures[side]);
            return `${shown(own)} (${Math.round((100 * median(figures.native)) / own)} %)`;
        }),
    ]);
    return table(head, [...rows, ["answers", ...results.map((r) => grouped(r.counted))]]);
}

function contestTable({ milliseconds, tallies, figures }) {
    const base = median(figures.carom);
    const head = ["library", "µs a circle", "multiple of Carom `touching`", "pairs", "false",
        "missed", "ms to build"];
    const rows = Object.entries(peerNames).map(([peer, name]) => {
        const own = median(figures[peer]);
        const { hits, made_up: madeUp, missed } = tallies[peer];
        return [name, shown(own / 1000), (own / base).toFixed(2), grouped(hits), grouped(madeUp),
            grouped(missed), shown(median(milliseconds[peer]))];
    });
    return table(head, rows);
}

function spreadLine({ module, contest }) {
    const all = [...module.batches, ...module.singles, contest].flatMap(({ figures }) =>
        Object.values(figures).map(spread));
    return "The coefficients of variation of the figures have the median " +
        `${median(all).toFixed(1)} % and the maximum ${Math.max(...all).toFixed(1)} %`;
}

/** The section's text; `run` is what run.mjs gathered. */
export function sectionOf(run) {
    const { context: c, module, contest } = run;
    const versions = Object.entries(c.peers).map(([name, version]) => `${name} ${version}`);
    return [
        `Machine: ${c.cpu}, ${c.cpus} CPUs, one thread. Node.js ${c.node} (V8 ${c.v8}). Native ` +
        `library: ${c.compiler} \`-O3 -DNDEBUG\` with ${c.instructions}. Versions: Carom ` +
        `${c.carom}, ${versions.join(", ")}. Seed: ${c.seed}. The times are processor ` +
        `times of all threads of a process, medians of ${c.rounds} interleaved rounds. ` +
        `${spreadLine(run)}.`,
        "",
        `Each batch has ${grouped(module.batches[0].asked)} circles or casts among ` +
        `${grouped(c.walls)} walls. Five different batches take turns. The percentage of the ` +
        "native rate is in brackets:",
        "",
        ...ratioTable("ns a circle or cast", module.batches),
        "",
        "Each single call takes one circle and one wall. There are " +
        `${grouped(module.singles[0].asked)} pairs. ` +
        "The module takes plain objects and the native library takes structs by value:",
        "",
        ...ratioTable("ns a call", module.singles),
        "",
        `The peers get ${grouped(contest.asked)} circles among the same ` +
        `${grouped(c.walls)} walls. Each ` +
        "library lists the walls that each circle touches. False and missed pairs are counted " +
        "against Carom's exact answer:",
        "",
        ...contestTable(contest),
    ].join("\n");
}

/** Replaces what stands between the two marker lines of the file. */
export function writeSection(path, section) {
    const text = readFileSync(path, "utf8");
    const from = text.indexOf(begin), to = text.indexOf(end);
    if (from < 0 || to < from) {
        throw new Error(`${path} needs a line ${begin} and, after it, a line ${end}`);
    }
    writeFileSync(path,
        `${text.slice(0, from)}${begin}\n\n${section}\n\n${text.slice(to)}`);
}
