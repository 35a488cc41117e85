// How Markdown becomes pages: links between sources become links between pages, figures become
// live. Room: site.
import { readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import Shiki from "@shikijs/markdown-it";
import MarkdownIt from "markdown-it";
import anchor from "markdown-it-anchor";
import { formulas } from "./formulas.mjs";
import { isInRepository, ROOT } from "./pages.mjs";

/** The width of a picture in pixels from which it leads to itself. */
const WIDE = 700;

/** Ids as repositories make them, so that links to headings hold in both places. */
function slug(text) {
    return text
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replace(/\s/g, "-");
}

/**
 * The renderer. `urlOf(source, from)` is where a page links to a file of the repository,
 * `titleOf(source)` the title of its page, if it has one.
 */
export async function markdown(urlOf, titleOf) {
    const md = MarkdownIt({ html: true, linkify: false, typographer: false });
    const link = anchor.permalink.headerLink({ safariReaderFix: true });
    md.use(anchor, {
        slugify: slug,
        tabIndex: false,
        // A heading that is a link stays that link.
        permalink: (id, options, state, at) => {
            if (!state.tokens[at + 1].children.some(({ type }) => type === "link_open")) {
                link(id, options, state, at);
            }
        },
    });
    md.use(
        await Shiki({
            themes: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
            defaultColor: false,
            // To load all languages takes half a minute.
            langs: [
                "bash",
                "shellsession",
                "c",
                "cmake",
                "cpp",
                "javascript",
                "json",
                "python",
                "sql",
                "toml",
                "typescript",
                "xml",
                "yaml",
            ],
            transformers: [{ line: withoutColours }],
            fallbackLanguage: "text",
            langAlias: {
                pycon: "python",
                "c++": "cpp",
                sh: "bash",
                js: "javascript",
                ts: "typescript",
            },
        }),
    );
    md.core.ruler.push("carom_sessions", sessions);
    md.core.ruler.push("carom_formulas", formulas);
    md.core.ruler.push("carom_titles", (state) => {
        for (const { children } of state.tokens) {
            children?.forEach((token, i) => {
                const text = children[i + 1];
                // A link that only names a file: readers of pages know pages by their titles.
                if (token.type === "link_open" && /^[\w/.-]+\.md$/.test(text?.content ?? "")) {
                    const [path] = token.attrGet("href").split("#");
                    text.content = titleOf(sourceOf(path, state.env.page)) ?? text.content;
                }
            });
        }
    });
    md.core.ruler.push("carom_links", (state) => {
        for (const token of state.tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
            for (const name of ["href", "src"]) {
                const value = token.attrGet?.(name);
                if (value !== null && value !== undefined && !/^(?:[a-z]+:|#)/i.test(value)) {
                    if (token.type === "image") {
                        reserveRoom(token, sourceOf(value, state.env.page));
                    }
                    token.attrSet(name, rewritten(value, state.env.page, urlOf));
                }
            }
            if (token.type === "image") {
                token.attrSet("loading", "lazy");
            }
        }
    });
    // Wide tables scroll by themselves. A region that scrolls can be reached with keys.
    md.renderer.rules.table_open = (_tokens, _i, _options, env) => {
        env.tables = (env.tables ?? 0) + 1;
        return `<div class="table" tabindex="0" role="region" aria-label="table ${env.tables}">` +
            `<table>`;
    };
    md.renderer.rules.table_close = () => "</table></div>";
    const block = md.renderer.rules.code_block;
    md.renderer.rules.code_block = (...all) => block(...all).replace("<pre", '<pre tabindex="0"');
    // A wide picture is small on a phone: it leads to itself, where one can zoom.
    const image = md.renderer.rules.image;
    md.renderer.rules.image = (tokens, i, ...more) => {
        const html = image(tokens, i, ...more);
        const isLink = tokens[i - 1]?.type === "link_open";
        return Number(tokens[i].attrGet("width")) < WIDE || isLink
            ? html
            : `<a class="picture" href="${tokens[i].attrGet("src")}">${html}</a>`;
    };
    // A column without a name has no header.
    const text = md.renderer.render.bind(md.renderer);
    md.renderer.render = (...all) => text(...all).replaceAll("<th></th>", "<td></td>");
    return md;
}

/** Takes the colours from a line that a command printed. */
function withoutColours(line) {
    const [first] = line.children;
    if (this.options.lang === "shellsession" && !first?.children[0].value.startsWith("$")) {
        line.children.forEach(({ properties }) => delete properties.style);
    }
}

/** A rule of markdown-it: of commands with their output only the commands are code. */
function sessions(state) {
    for (const token of state.tokens) {
        if (token.type === "fence" && token.info === "sh" && token.content.startsWith("$ ")) {
            token.info = "shellsession";
        }
    }
}

/** Gives a picture its size, so that the text does not jump when it comes. */
function reserveRoom(token, source) {
    const bytes = readFileSync(join(ROOT, source));
    const [width, height] = source.endsWith(".png")
        ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
        : ["width", "height"].map((name) =>
              Math.round(
                  Number(new RegExp(`<svg[^>]* ${name}=["']([\\d.]+)`).exec(bytes.toString())?.[1]),
              ),
          );
    if (!(width > 0 && height > 0)) {
        throw new Error(`${source}: the picture has no width and height in pixels`);
    }
    token.attrSet("width", String(width));
    token.attrSet("height", String(height));
}

/** The file of the repository to which a source links. */
function sourceOf(path, page) {
    return normalize(join(dirname(page.source), path));
}

/** A link of a source as a link of its page. */
function rewritten(link, page, urlOf) {
    const [path, hash] = link.split("#", 2);
    const source = sourceOf(path, page);
    if (!isInRepository(source)) {
        throw new Error(`${page.source}: the link ${link} leads to no file`);
    }
    return urlOf(source, page) + (hash === undefined ? "" : `#${hash}`);
}

/** The way from one page of the site to another. */
export function wayTo(output, page) {
    return relative(dirname(page.output), output).replaceAll("\\", "/");
}

const FIGURE = /<carom-figure name="([\w-]+)">[\s\S]*?<\/carom-figure>/g;
// A paragraph of cases: Playground: a post (`#lab?preset=post`), a line (`#lab?preset=line`).
const CASES = /^Playground(?: \(`make playground`\))?: (?:[^\n]+\n?)+/gm;
const CASE = /([^\s,:][^,:]*?)\s\(`(#[^`]+)`\)/g;

/** The source of a page with its figures drawn, and addresses of the playground as links. */
export function withFigures(text, page, figure) {
    return text
        .replace(FIGURE, (_, name) => figure(name, page))
        .replace(CASES, (cases) =>
            cases
                .replace(" (`make playground`)", "")
                .replace(CASE, (_, text, address) => `[${text}](PLAYGROUND${address})`),
        )
        .replaceAll("](PLAYGROUND", `](${absolute(wayTo("playground/index.html", page))}`);
}

/** Links that are not to be rewritten again. */
function absolute(link) {
    return `site:${link}`;
}
