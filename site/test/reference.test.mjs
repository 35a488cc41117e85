// The reference: every field and value of the headers is explained, names lead to where they are
// declared, long pages list what is on them. And the signs of formulas. Room: tests of the site.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseHTML } from "linkedom";
import { withSigns } from "../formulas.mjs";
import { withFields } from "../reference.mjs";
import { allPages, SITE } from "./site.mjs";

const HEADERS = fileURLToPath(new URL("../../include/carom", import.meta.url));
const open = (name) => parseHTML(readFileSync(join(SITE, name), "utf8")).document;

test("comments of fields stand beside the code, not in it", () => {
    const struct = "struct s {\n    /// One,\n    /// two.\n    double x, y[2];\n};";
    assert.deepEqual(withFields(struct, "c"), {
        code: "struct s {\n    double x, y[2];\n};",
        fields: [{ names: ["x", "y"], text: "One,\ntwo." }],
    });
    const type = "interface I {\n    /** Why. */\n    call?(x: number): void;\n}";
    assert.deepEqual(withFields(type, "ts"), {
        code: "interface I {\n    call?(x: number): void;\n}",
        fields: [{ names: ["call"], text: "Why." }],
    });
});

test("every comment of a field of the headers is in the reference", () => {
    let count = 0;
    for (const header of readdirSync(HEADERS).filter((name) => name.endsWith(".h"))) {
        const document = open(`reference/c/${header.replace(".h", ".html")}`);
        const words = (text) => withSigns(text).replaceAll("`", "").replace(/\s+/g, " ");
        const text = words(document.querySelector("main").textContent);
        for (const [, comment] of readFileSync(join(HEADERS, header), "utf8").matchAll(
            /^ {4}\/\/\/ (.*(?:\n {4}\/\/\/ .*)*)/gm,
        )) {
            const wanted = words(comment.replace(/\n {4}\/\/\/ /g, " "));
            assert.ok(text.includes(wanted.trim()), `${header}: ${wanted}`);
            count++;
        }
        for (const code of document.querySelectorAll("main pre")) {
            assert.ok(!code.textContent.includes("///"), `${header}: ${code.textContent}`);
        }
    }
    assert.ok(count > 150, `only ${count} comments`);
});

test("names in code lead to where they are declared, and tables to themselves", () => {
    const leads = (name, words, way) => {
        const links = [...open(name).querySelectorAll("main code a")];
        const link = links.find((one) => one.textContent === words);
        assert.equal(link?.getAttribute("href"), way, `${name}: ${words}`);
    };
    leads("reference/c/contact.html", "carom_relation", "relation.html#carom_relation");
    leads("guide/glossary.html", "carom_box", "../reference/c/shapes.html#carom_box");
    leads(
        "lessons/5-moving-circles.html",
        "docs/pictures/lesson_moving.csv",
        "../files/docs/pictures/lesson_moving.csv.txt",
    );
});

test("the list of the reference has every header, type and guide of Python", () => {
    const links = new Set(
        [...open("reference/index.html").querySelectorAll("main a")].map((link) =>
            link.getAttribute("href"),
        ),
    );
    const missing = allPages()
        .filter((name) => /^reference\/(?:c|javascript|python)\//.test(name))
        .filter((name) => !links.has(name.replace("reference/", "")));
    assert.deepEqual(missing, []);
});

test("the list beside a page has its headings, and the top its section", () => {
    const document = open("reference/javascript/carom.html");
    const top = document.querySelector('.top nav [aria-current="true"]');
    assert.equal(top.textContent, "Reference");
    const listed = [...document.querySelectorAll(".side .contents a")].map((link) =>
        link.getAttribute("href"),
    );
    const headings = [...document.querySelectorAll("main h2, main h3")].map(({ id }) => `#${id}`);
    assert.ok(headings.length > 40);
    assert.deepEqual(listed, headings);
});

test("formulas have the signs of books", () => {
    for (const [typed, printed] of [
        ["(u x w)^2 <= r^2 (u.u)", "(u × w)² ≤ r² (u.u)"],
        ["2^-50 is 4 * 2^e - 1", "2⁻⁵⁰ is 4 · 2ᵉ − 1"],
        ["from (3, -4) along x and y", "from (3,\u00a0−4) along x and y"],
        ["r = 5 and c = (0.5, 2)", "r\u00a0=\u00a05 and c\u00a0=\u00a0(0.5,\u00a02)"],
        ["6 * (-7) - 8t * 4", "6 · (−7) − 8t · 4"],
        ["c = a x b, a->b", "c = a × b, a→b"],
        ["10 x 10, a box x, -O2, well-kept, 1e-9", "10 x 10, a box x, -O2, well-kept, 1e-9"],
        ["x^Q and x^word stay", "x^Q and x^word stay"],
    ]) {
        assert.equal(withSigns(typed), printed);
    }
});
