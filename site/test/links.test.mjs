// Every link, picture and anchor of the built site leads somewhere, within the site.
// Room: tests of the site.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { allPages, SITE } from "./site.mjs";

const pages = allPages();
const texts = new Map(pages.map((name) => [name, readFileSync(join(SITE, name), "utf8")]));
const ids = new Map(
    pages.map((name) => [
        name,
        new Set([...texts.get(name).matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)),
    ]),
);

/** Where a page leads: the values of href and src. */
function linksOf(name) {
    // Code is no link.
    const text = texts.get(name).replace(/<pre[\s\S]*?<\/pre>/g, "");
    return [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) =>
        link.replaceAll("&amp;", "&"),
    );
}

function problemOf(name, link) {
    const [path, hash] = link.split("#", 2);
    const target = path === "" ? name : normalize(join(dirname(name), decodeURIComponent(path)));
    if (path.startsWith("/") || target.startsWith("..")) {
        return "leads out of the folder of the site";
    }
    const file = join(SITE, target);
    if (!existsSync(file) || !statSync(file).isFile()) {
        return "leads to no file";
    }
    if (
        hash !== undefined &&
        hash !== "" &&
        ids.has(target) &&
        !ids.get(target).has(decodeURIComponent(hash))
    ) {
        return "leads to no heading";
    }
    return undefined;
}

test("all links lead somewhere", () => {
    const problems = [];
    let count = 0;
    for (const name of pages) {
        for (const link of linksOf(name).filter((one) => !/^(?:https?|mailto|data):/.test(one))) {
            const problem = problemOf(name, link);
            count++;
            if (problem !== undefined) {
                problems.push(`${name}: ${link} ${problem}`);
            }
        }
    }
    assert.deepEqual(problems, []);
    assert.ok(count > 1000, `only ${count} links were found`);
});

test("every page can be reached from the front page", () => {
    const seen = new Set(["index.html"]);
    for (const name of seen) {
        for (const link of linksOf(name)) {
            const target = normalize(join(dirname(name), link.split("#")[0]));
            if (texts.has(target)) {
                seen.add(target);
            }
        }
    }
    assert.deepEqual(
        pages.filter((name) => !seen.has(name) && name !== "404.html"),
        [],
    );
});

test("the reference names every function of the headers", () => {
    const text = [...texts]
        .filter(([name]) => name.startsWith("reference/c/"))
        .map(([, page]) => page)
        .join("");
    const headers = pages
        .filter((name) => name.startsWith("reference/c/"))
        .map((name) => name.replace(/.*\/(.*)\.html/, "$1.h"));
    const root = join(SITE, "../../include/carom");
    let count = 0;
    for (const header of headers) {
        for (const [, name] of readFileSync(join(root, header), "utf8").matchAll(
            /^CAROM_API(?:_INLINE)? [^;(]*\b(carom_\w+)\(/gm,
        )) {
            assert.ok(text.includes(`id="${name}"`), `${header}: ${name} is missing`);
            count++;
        }
    }
    assert.ok(count > 110, `only ${count} functions`);
});

test("the reference names every export of the types, and every call of the module", () => {
    const root = join(SITE, "../../bindings/wasm");
    let count = 0;
    for (const file of ["carom", "classic"]) {
        const types = readFileSync(join(root, `${file}.d.ts`), "utf8");
        const found = ids.get(`reference/javascript/${file}.html`);
        const names = [
            ...types.matchAll(/^export (?:function|interface|type|class|const) (\w+)/gm),
        ].map(([, name]) => name);
        const calls = /^export interface Carom \{\n([^]*?)^\}/m.exec(types)?.[1] ?? "";
        names.push(
            ...[...calls.matchAll(/^ {4}(\w+)\(/gm)].map(([, name]) => `Carom.${name}`),
        );
        for (const name of names) {
            const id = name.toLowerCase().replace(".", "");
            assert.ok(found.has(id), `${file}.d.ts: ${name} is missing`);
            count++;
        }
    }
    assert.ok(count > 120, `only ${count} names`);
});

test("links to pages have words, not names of files", () => {
    const named = pages.flatMap((name) =>
        [...texts.get(name).matchAll(/<a href="[^"]*\.html[^"]*">([\w/.-]+\.md)<\/a>/g)].map(
            ([, words]) => `${name}: ${words}`,
        ),
    );
    assert.deepEqual(named, []);
});
