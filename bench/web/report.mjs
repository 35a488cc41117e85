// The tables of a run, as markdown; no figure in them is written by hand. Layer: bench.
import { readFileSync, writeFileSync } from "node:fs";

import { median, spread } from "./rounds.mjs";

const begin = "<!-- web benchmarks: begin -->", end = "<!-- web benchmarks: end -->";

const sideNames = {
    native: "native library",
    "vectors, page": "module, arrays of the page",
    "vectors, module": "module, arrays of the module",
    "scalar, page": "module without vectors, arrays of the page",
    "scalar, module": "module without vectors, arrays of the module",
    vectors: "module",
    scalar: "module without vectors",
};
const questionNames = {
    touching: "walls that a circle touches, `touchingBatch`",
    first: "first wall that a cast meets, `sweepBatch`",
    relate: "`relate`",
    contact: "`contact`",
    sweep: "`sweep`",
};
const peerNames = {
    carom_batch: "Carom `touchingBatch` (exact)",
    carom: "Carom `touching`, call by call (exact)",
    flatbush: "flatbush, clamp by hand",
    rapier: "Rapier `intersectionsWithShape`",
    check2d: "check2d (detect-collisions) `checkOne`",
    planck: "planck `queryAABB`, `testOverlap`",
    planck_bare: "planck, edges without their skin",
};

const grouped = (count) => count.toLocaleString("en-GB");
const shown = (value) => (value >= 100 ? grouped(Math.round(value)) : value.toPrecision(3));
const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [row(head), row(head.map(() => "---")), ...rows.map(row)];

/** Sides down, questions across: nanoseconds, and the share of the native rate. */
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
    const head = ["by", "µs a circle", "times Carom's call", "pairs", "made up", "missed",
        "ms to build"];
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
    return `coefficient of variation ${median(all).toFixed(1)} % in the median, ` +
        `${Math.max(...all).toFixed(1)} % at worst`;
}

/** The section's text; `run` is what run.mjs gathered. */
export function sectionOf(run) {
    const { context: c, module, contest } = run;
    const versions = Object.entries(c.peers).map(([name, version]) => `${name} ${version}`);
    return [
        `${c.cpu}, ${c.cpus} CPUs; Node.js ${c.node} (V8 ${c.v8}), native library by ` +
        `${c.compiler} \`-O3 -DNDEBUG\` with ${c.instructions}, one thread; Carom ${c.carom}, ` +
        `${versions.join(", ")}; seed ${c.seed}. Medians of ${c.rounds} rounds in which all ` +
        `sides take turns, processor time of all threads of a process; ${spreadLine(run)}.`,
        "",
        `Batches of ${grouped(module.batches[0].asked)} circles or casts among ` +
        `${grouped(c.walls)} walls, five batches in turn; in brackets the share of the native ` +
        "rate:",
        "",
        ...ratioTable("ns a circle or cast", module.batches),
        "",
        `One circle and one wall at a time, ${grouped(module.singles[0].asked)} of them, as ` +
        "plain objects; native: structs by value:",
        "",
        ...ratioTable("ns a call", module.singles),
        "",
        `Peers: ${grouped(contest.asked)} circles among the same ${grouped(c.walls)} walls, a ` +
        "list of the walls that each touches; made up and missed by Carom's exact answer:",
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
