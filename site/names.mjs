// Names of the C library in pages: in code, each links to its place in the reference, and each CSV
// file that a command names links to that file. And the page that lists all names. Room: site.
import { basename } from "node:path";
import { wayTo } from "./markdown.mjs";
import { isInRepository } from "./pages.mjs";
import { declarations, summaryOf } from "./reference.mjs";

const NAME = /\b(?:carom|CAROM)_\w+/g;

/** Where each name of the headers is declared: { page, anchor }, by name. */
export async function namesOf(pages, read) {
    const places = new Map();
    for (const page of pages.filter(({ source }) => source.endsWith(".h"))) {
        for (const { name, fields = [] } of declarations(await read(page.source), "c")) {
            if (name !== undefined) {
                places.set(name, { page, anchor: name.toLowerCase() });
                // The values of an enumeration have unique names; fields of structures have not.
                fields
                    .flatMap(({ names }) => names)
                    .filter((field) => field.startsWith("CAROM_"))
                    .forEach((field) => places.set(field, { page, anchor: name.toLowerCase() }));
            }
        }
    }
    return places;
}

/** The HTML of a page with links from the names in its code. */
export function withNames(body, page, places) {
    let heading = "";
    const linked = (code) =>
        code.replace(NAME, (name) => {
            const place = places.get(name);
            if (place === undefined || (place.page === page && place.anchor === heading)) {
                return name;
            }
            const way = place.page === page ? "" : wayTo(place.page.output, page);
            return `<a href="${way}#${place.anchor}">${name}</a>`;
        });
    // Links stay as they are. A heading is one.
    const headingOrLink = /<h\d id="([^"]*)"|<a\b[^>]*>[\s\S]*?<\/a>/;
    const codeOfC = /(<code(?: class="language-c")?>)([\s\S]*?)(<\/code>)/;
    const part = new RegExp(`${headingOrLink.source}|${codeOfC.source}`, "g");
    return body.replace(part, (all, id, open, code, close) => {
        if (id !== undefined) {
            heading = id;
        }
        // Tags, such as those of colours, have no names.
        return code === undefined
            ? all
            : open + code.replace(/(^|>)[^<]+/g, linked) + close;
    });
}

/** The HTML of a page with links from the tables that its commands name. */
export function withTables(body, urlOf) {
    return body.replace(/<pre\b[\s\S]*?<\/pre>/g, (pre) =>
        pre.replace(/(?<![\w/"])docs\/[\w/-]+\.csv/g, (source) =>
            isInRepository(source) ? `<a href="${urlOf(source)}">${source}</a>` : source,
        ),
    );
}

const isHeader = ({ source }) => source.endsWith(".h");

/** The page that lists the reference: what each header is for, and its names. */
export async function referenceList(text, pages, read) {
    const entry = async (page, language) => {
        const source = await read(page.source);
        const names = new Set(declarations(source, language).map(({ name }) => name));
        names.delete(undefined);
        const link = `../${page.source}`;
        const list = [...names].map((name) => `[\`${name}\`](${link}#${name.toLowerCase()})`);
        return [
            `### [${basename(page.source)}](${link})`,
            summaryOf(source),
            list.join(" "),
        ].join("\n\n");
    };
    const all = async (some, language) =>
        (await Promise.all(some.map((page) => entry(page, language)))).join("\n\n");
    const python = pages
        .filter(({ source }) => source.startsWith("docs/python/"))
        .map(({ source, title }) => `- [${title}](../${source})`);
    return text
        .replace("<!-- C -->", await all(pages.filter(isHeader), "c"))
        .replace(
            "<!-- JavaScript -->",
            await all(pages.filter(({ source }) => source.endsWith(".d.ts")), "ts"),
        )
        .replace("<!-- Python -->", python.join("\n"));
}
