// Which pages the site has, and where. Room: site.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The version of the library. */
export const VERSION =
    /"(\d+\.\d+\.\d+)"/.exec(
        readFileSync(join(ROOT, "include/carom/version.h"), "utf8"),
    )?.[1] ?? "";

/** The first heading of a Markdown file. */
function titleOf(source) {
    const text = readFileSync(join(ROOT, source), "utf8");
    const match = /^# (.+)$/m.exec(text);
    if (match === null) {
        throw new Error(`${source}: no heading "# ..."`);
    }
    return match[1].replaceAll("`", "");
}

function page(source, folder, title) {
    const name = basename(source, ".md");
    return {
        source,
        output: `${folder}/${name === "README" ? "index" : name}.html`,
        title: title ?? titleOf(source),
    };
}

const docs = (names, folder) => names.map((name) => page(`docs/${name}.md`, folder));

/** All Markdown files of a folder, README first. */
function folder(source, output) {
    const names = readdirSync(join(ROOT, source)).filter((name) => name.endsWith(".md"));
    names.sort(
        (p, q) =>
            Number(q === "README.md") - Number(p === "README.md") ||
            p.localeCompare(q, "en", { numeric: true }),
    );
    return names.map((name) => page(join(source, name), output));
}

function headers() {
    const names = readdirSync(join(ROOT, "include/carom")).filter((name) => name.endsWith(".h"));
    return names.map((name) => ({
        source: `include/carom/${name}`,
        output: `reference/c/${basename(name, ".h")}.html`,
        title: name,
    }));
}

/** Programs with the output that the tests compare, in the order of their table. */
function examples() {
    const table = readFileSync(join(ROOT, "examples/README.md"), "utf8");
    return [
        page("examples/README.md", "examples"),
        ...[...table.matchAll(/^\| \[(\w+)\.c\]/gm)]
            .map(([, name]) => ({
                source: `examples/${name}.c`,
                output: `examples/${name}.html`,
                title: `${name}.c`,
            }))
            // The files of a larger example have no pages.
            .filter(({ source }) => isInRepository(source)),
        {
            source: "examples/javascript/pinball.mjs",
            output: "examples/pinball.html",
            title: "Pinball in 60 lines",
            // The page runs it.
            script: "pinball",
        },
    ];
}

/**
 * The sections of the site in the order of its navigation. Each page: its source, its place, its
 * title.
 */
export function sections() {
    return [
        { name: "Lessons", pages: folder("docs/lessons", "lessons") },
        {
            name: "Guide",
            pages: [
                ...docs(
                    [
                        "install",
                        "geometry",
                        "motion",
                        "scene",
                        "areas",
                        "batch",
                        "character",
                        "crowd",
                        "python",
                        "geodesic",
                        "spark",
                        "sqlite",
                        "duckdb",
                        "board",
                        "tool",
                        "scale",
                    ],
                    "guide",
                ),
                page("bindings/wasm/README.md", "guide/javascript"),
            ],
        },
        { name: "Examples", pages: examples() },
        {
            name: "Why it is right",
            pages: docs(["exactness", "soundness", "degenerate", "classic"], "guide"),
        },
        {
            name: "Benchmarks",
            pages: docs(
                ["benchmarks", "benchmarks-python", "benchmarks-spark", "benchmarks-sqlite"],
                "benchmarks",
            ),
        },
        {
            name: "Reference",
            pages: [
                {
                    source: "site/reference.md",
                    output: "reference/index.html",
                    title: "Reference",
                    deep: false,
                },
                page("docs/glossary.md", "guide"),
                ...docs(["bindings", "stack"], "guide"),
                {
                    source: "docs/man/carom.1.in",
                    output: "reference/carom.1.html",
                    title: "Manual page of the tool",
                },
            ],
        },
        { name: "C reference", pages: headers() },
        {
            name: "JavaScript reference",
            pages: ["carom", "inline", "classic"].map((name) => ({
                source: `bindings/wasm/${name}.d.ts`,
                output: `reference/javascript/${name}.html`,
                title: `${name}.d.ts`,
            })),
        },
        { name: "Python reference", pages: folder("docs/python", "reference/python") },
        {
            name: "More",
            pages: [
                page("site/versions.md", "more"),
                page("CHANGELOG.md", "more"),
                page("CONTRIBUTING.md", "more"),
                page("docs/releasing.md", "more"),
                ...folder("docs/decisions", "more/decisions"),
            ],
        },
    ];
}

/** Whether the repository has that file. */
export function isInRepository(path) {
    return existsSync(join(ROOT, path));
}
