// Which tables of which pages are shown as plots, too, and how their measurement is repeated.
// Room: site.
import type { Group } from "./table.ts";

export interface PlottedPage {
    readonly source: string;
    readonly repeat: string;
    /** Tables without a plot, by their header: aims, counts, three numbers in a cell. */
    readonly without: RegExp;
    /** Columns that are compared with each other, by the header of their table. */
    readonly groups: readonly (readonly [head: RegExp, groups: readonly Group[]])[];
}

/** Rows that count what was measured and are no measurement. */
export const COUNTS = /^(?:pairs that touch|walls that a circle touches|answers)$/;

const aims = /\| aim$/;

export const PLOTTED: readonly PlottedPage[] = [
    {
        source: "docs/benchmarks.md",
        repeat: "make bench",
        without: /^sweeps \| count|^(?:query|level|build|input) \||the same bits|^\| bytes/,
        groups: [
            [/^question \| Carom \| peer/, [{ name: "times as fast", columns: /times/ }]],
            [
                /^walls \| ms to build/,
                [
                    { name: "ns a query", columns: /touching|first|nearest/ },
                    { name: "ms to build", columns: /to build/ },
                    { name: "bytes a wall", columns: /bytes/ },
                ],
            ],
            [
                /^place \|/,
                [
                    { name: "ns a ball and frame", columns: /^ns/ },
                    { name: "contacts a second", columns: /second/ },
                ],
            ],
            [/^walls \| ns \|/, [{ name: "ns", columns: /./ }]],
            [/^ns a sweep \| wall at rest/, [{ name: "ns a sweep", columns: /./ }]],
            [
                /^sorted batch/,
                [
                    { name: "ns", columns: /thread/ },
                    { name: "speedup", columns: /speedup/ },
                ],
            ],
        ],
    },
    {
        source: "docs/benchmarks-python.md",
        repeat: "make bench-python",
        without: aims,
        groups: [
            [
                /\| build \| all pairs/,
                [
                    { name: "time of all pairs", columns: /^all pairs/ },
                    { name: "time to build", columns: /^build/ },
                    { name: "wrong and missing pairs", columns: /wrong|missing/ },
                ],
            ],
            [/^a row \|/, [{ name: "time of a row", columns: /in C|Python/ }]],
        ],
    },
    {
        source: "docs/benchmarks-spark.md",
        repeat: "make bench-spark",
        without: aims,
        groups: [
            [
                /\| median/,
                [
                    { name: "time, median", columns: /^median/ },
                    { name: "wrong and missing pairs", columns: /wrong|missing/ },
                ],
            ],
        ],
    },
    {
        source: "docs/benchmarks-sqlite.md",
        repeat: "make bench-sqlite",
        without: aims,
        groups: [
            [
                /\| Carom \| /,
                [
                    { name: "time", columns: /^(?:Carom|R\*Tree)$/ },
                    { name: "times as fast", columns: /times/ },
                    { name: "wrong and missing pairs", columns: /wrong|missing/ },
                ],
            ],
        ],
    },
    {
        source: "docs/scale.md",
        repeat: "make bench-scale",
        without: /^(?:you have|plan|circles) \||\| measured$/,
        groups: [
            [
                /^walls \| scene/,
                [
                    { name: "time of a question", columns: /circle: / },
                    { name: "build and open", columns: /build|open/ },
                    { name: "memory", columns: /scene/ },
                ],
            ],
        ],
    },
];
