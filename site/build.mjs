// Builds the site into build/site: node build.mjs [FOLDER]. All links are relative, so any host
// serves it from any path.
// Room: site.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Eleventy from "@11ty/eleventy";
import { load } from "carom";
import { loadClassic } from "carom/classic";
import * as esbuild from "esbuild";
import { parseHTML } from "linkedom";
import * as pagefind from "pagefind";
import { manualPage } from "./manual_page.mjs";
import { markdown, wayTo, withFigures } from "./markdown.mjs";
import { namesOf, referenceList, withNames, withTables } from "./names.mjs";
import { ROOT, sections, VERSION } from "./pages.mjs";
import { examplePage, livePage, referencePage } from "./reference.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(ROOT, "build/site"));
const work = join(ROOT, "build/site-work");

/** Says what is done, and how long it took. */
async function step(what, run) {
    const begin = performance.now();
    const result = await run();
    console.log(`site: ${what}, ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    return result;
}

/** The scripts and styles of the pages, with the modules beside them. */
async function bundle() {
    const modules = Object.fromEntries(
        ["carom", "carom-scalar", "carom-classic"].map((name) => [name, `carom/${name}.wasm`]),
    );
    await esbuild.build({
        absWorkingDir: here,
        entryPoints: {
            figures: "figures/main.ts",
            page: "page.ts",
            pinball: "../examples/javascript/pinball.mjs",
            plots: "plots/main.ts",
            search: "search.ts",
            style: "style.css",
            ...modules,
        },
        loader: { ".csv": "text", ".wasm": "copy" },
        outdir: join(out, "assets"),
        bundle: true,
        format: "esm",
        splitting: true,
        chunkNames: "[name]-[hash]",
        target: ["es2022"],
        minify: true,
        sourcemap: "linked",
        legalComments: "linked",
        external: ["*/pagefind.js"],
    });
    await cp(join(here, "icon.svg"), join(out, "assets/icon.svg"));
}

/** Code of the pages, for Node: the lines that export it, bundled and imported. */
async function forNode(name, contents) {
    const outfile = join(work, `${name}.mjs`);
    await esbuild.build({
        absWorkingDir: here,
        outfile,
        bundle: true,
        format: "esm",
        platform: "node",
        loader: { ".csv": "text" },
        stdin: { contents, resolveDir: here, loader: "ts" },
    });
    return import(pathToFileURL(outfile).href);
}

/** The drawing code of the figures. */
async function figures() {
    const { figureHtml, GROUPS } = await forNode(
        "figures",
        'export { figureHtml } from "./figures/figure.ts";' +
            'export { GROUPS } from "./figures/list.ts";',
    );
    const [carom, classic] = [await load(), await loadClassic()];
    const all = [];
    for (const [group, importGroup] of Object.entries(GROUPS)) {
        const { FIGURES } = await importGroup();
        all.push(...FIGURES.map((figure) => ({ figure, group })));
    }
    return (name, page) => {
        const { figure, group } = all.find(({ figure: one }) => one.name === name) ?? {};
        if (figure === undefined) {
            throw new Error(
                `${page.source}: there is no figure "${name}"; there are ` +
                `${all.map(({ figure: one }) => one.name).join(", ")}`,
            );
        }
        page.hasFigures = true;
        let asksClassic = false;
        const html = figureHtml(figure, {
            carom,
            get classic() {
                asksClassic = true;
                return classic;
            },
        });
        const marks = `data-group="${group}"${asksClassic ? " data-classic" : ""}`;
        return html.replace("<carom-figure ", `<carom-figure ${marks} `);
    };
}

/** Puts plots before the tables of measurements. */
async function plots() {
    const { plotFor, PLOTTED } = await forNode(
        "plots",
        'export { plotFor } from "./plots/element.ts"; export { PLOTTED } from "./plots/list.ts";',
    );
    return (body, page) => {
        const plotted = PLOTTED.find(({ source }) => source === page.source);
        if (plotted === undefined) {
            return body;
        }
        // The plots show what the pictures of the repository show.
        const picture = /<p>(?:<a class="picture"[^>]*>)?<img [^>]*>(?:<\/a>)?<\/p>/g;
        const text = body.replace(picture, "");
        const { document } = parseHTML(`<!doctype html><html><body>${text}</body></html>`);
        for (const table of document.querySelectorAll(".table > table")) {
            const plot = plotFor(plotted, table, document);
            if (plot !== undefined) {
                table.parentElement.before(plot);
                page.hasPlots = true;
            }
        }
        return document.body.innerHTML;
    };
}

const read = (source) => readFile(join(ROOT, source), "utf8");

/** The Markdown of a page. */
async function sourceOf(page, pages) {
    const text = await read(page.source);
    if (page.source === "site/reference.md") {
        return referenceList(text, pages, read);
    }
    switch (extname(page.source)) {
        case ".h":
            return referencePage(page.title, text, "c");
        case ".c":
            return examplePage(
                page.title,
                text,
                await read(`examples/expected/${basename(page.source, ".c")}.txt`),
            );
        case ".mjs":
            return livePage(page.title, page.script, text);
        case ".ts":
            return referencePage(page.title, text, "ts");
        case ".in":
            return manualPage(page.title, text);
        default:
            return text;
    }
}

/** Where pages link to: other pages, or files that are copied along. */
function addresses(pages) {
    const outputs = new Map(pages.map(({ source, output }) => [source, output]));
    const files = new Map();
    const urlOf = (source, page) => {
        const folder = source.replace(/\/$/, "");
        const output = outputs.get(source) ?? outputs.get(`${folder}/README.md`);
        if (output !== undefined) {
            return wayTo(output, page);
        }
        const isPicture = /\.(?:svg|png)$/.test(source);
        // Hosts show text as text, whatever it is the source of.
        const file = `files/${folder}${isPicture ? "" : ".txt"}`;
        files.set(file, folder);
        return wayTo(file, page);
    };
    return { urlOf, files };
}

/** Copies the files that pages link to; of a folder, its list. */
async function copyFiles(files) {
    const { readdirSync, statSync } = await import("node:fs");
    for (const [file, source] of files) {
        const from = join(ROOT, source);
        await mkdir(dirname(join(out, file)), { recursive: true });
        if (statSync(from).isDirectory()) {
            await writeFile(
                join(out, file),
                readdirSync(from)
                    .map((name) => `${source}/${name}\n`)
                    .join(""),
            );
        } else {
            await cp(from, join(out, file));
        }
    }
}

/** The headings of a page for the list beside it: of the second level; of a reference, more. */
function contentsOf(body, page) {
    const levels = /\.(?:h|ts)$/.test(page.source) ? "23" : "2";
    const headings = [...body.matchAll(/<h(\d) id="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g)]
        .filter(([, level]) => levels.includes(level))
        .map(([, level, id, text]) => ({ level, id, text: text.replace(/<[^>]*>/g, "") }));
    return headings.length > 1 ? headings : [];
}

/** What the layout shows around a page. */
function around(page, all) {
    const section = all.find(({ pages }) => pages.includes(page));
    const pages = section?.pages ?? [];
    const at = pages.indexOf(page);
    const link = (other) => other && { url: wayTo(other.output, page), title: other.title };
    return {
        layout: "page.njk",
        permalink: page.output,
        eleventyExcludeFromCollections: true,
        page_title: page.title,
        version: VERSION,
        description:
            page.description ?? `${page.title}: Carom, circles against straight walls, exactly`,
        root: "../".repeat(page.output.split("/").length - 1),
        has_figures: page.hasFigures === true,
        has_plots: page.hasPlots === true,
        script: page.script,
        part: section?.name,
        section: BELONGS[section?.name] ?? section?.name,
        top: topOf(all),
        indexed: page.search !== false,
        siblings: pages,
        parts: all.map((part) => ({
            name: part.name,
            open: part === section,
            links: part.pages.map((other) => ({
                ...link(other),
                here: other === page,
                contents: other === page ? page.contents : [],
            })),
        })),
        previous: link(pages[at - 1]),
        next: at < 0 ? undefined : link(pages[at + 1]),
    };
}

/** Sections at the top of every page. */
const TOP = ["Lessons", "Guide", "Examples", "Benchmarks", "Reference"];
/** Sections that belong to another one at the top. */
const BELONGS = {
    "C reference": "Reference",
    "JavaScript reference": "Reference",
    "Python reference": "Reference",
    "Why it is right": "Guide",
};

function topOf(all) {
    const parts = all
        .filter(({ name }) => TOP.includes(name))
        .map(({ name, pages }) => ({ name, output: pages[0].output }));
    return [...parts, { name: "Playground", output: "playground/index.html" }];
}

/** The pages, rendered by Eleventy from templates in memory. */
async function render(all, pages) {
    const figure = await figures();
    const withPlots = await plots();
    const { urlOf, files } = addresses(pages);
    const titles = new Map(pages.map(({ source, title }) => [source, title]));
    const md = await markdown(urlOf, (source) => titles.get(source));
    const places = await namesOf(pages, read);
    const bodies = [];
    for (const page of pages) {
        const text = withFigures(await sourceOf(page, pages), page, figure);
        const body = md.render(text, { page }).replaceAll('"site:', '"');
        const named = withNames(withPlots(body, page), page, places);
        const full = withTables(named, (source) => urlOf(source, page));
        page.contents = contentsOf(full, page);
        // The text of a page is more likely what one looks for than its code.
        bodies.push(full.replaceAll("<pre ", '<pre data-pagefind-weight="0.2" '));
    }
    const eleventy = new Eleventy(join(here, "layouts"), out, {
        quietMode: true,
        configPath: null,
        config(settings) {
            settings.setIncludesDirectory(".");
            settings.ignores.add("**/*.njk");
            pages.forEach((page, i) => {
                const data = around(page, all);
                settings.addTemplate(`${page.output}.11ty.js`, {
                    data: () => data,
                    render: () => bodies[i],
                });
            });
        },
    });
    await eleventy.write();
    await copyFiles(files);
}

/** The playground, with the ways to the other pages that it has here. */
async function playground(all) {
    const folder = join(out, "playground");
    await cp(join(ROOT, "playground/dist"), folder, { recursive: true });
    const file = join(folder, "index.html");
    const html = await readFile(file, "utf8");
    if (!html.includes("<!-- site -->")) {
        throw new Error("playground/index.html has no <!-- site --> for the links");
    }
    const links = [{ name: "Front page", output: "index.html" }, ...topOf(all)]
        .filter(({ name }) => name !== "Playground")
        .map(({ name, output }) => `<a href="../${output}">${name}</a>`);
    const nav = `<nav class="site" aria-label="site">${links.join(" ")}</nav>`;
    const name = '<h1><a href="../index.html">Carom</a></h1>';
    await writeFile(file, html.replace("<!-- site -->", nav).replace("<h1>Carom</h1>", name));
}

async function index() {
    const { index: search } = await pagefind.createIndex();
    const { errors } = await search.addDirectory({ path: out });
    // Its writeFiles may answer before a file has its bytes, and close() then leaves it empty.
    const { errors: others, files } = await search.getFiles();
    if (errors.length + others.length > 0) {
        throw new Error([...errors, ...others].join("\n"));
    }
    for (const { path, content } of files) {
        const file = join(out, "pagefind", path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
    }
    await pagefind.close();
}

async function main() {
    await rm(out, { recursive: true, force: true });
    await mkdir(work, { recursive: true });
    const all = sections();
    const front = {
        source: "site/front.md",
        output: "index.html",
        title: "Carom",
        description:
            "Exact collision of circles and straight walls: C, JavaScript, Python, a tool and " +
            "a playground",
    };
    const pages = [
        front,
        ...all.flatMap((section) => section.pages),
        { source: "site/search.md", output: "search.html", title: "Search", search: false },
        {
            source: "site/404.md",
            output: "404.html",
            title: "There is no such page",
            search: false,
        },
    ];
    await step("scripts and styles", bundle);
    await step(`${pages.length} pages`, () => render(all, pages));
    await step("the playground", () => playground(all));
    await step("the index of the search", index);
    console.log(`site: ${out}`);
}

await main();
