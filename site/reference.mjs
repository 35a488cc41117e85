// Reference pages from what the compilers read: C headers, TypeScript declarations, example
// programs. Each declaration has an anchor of its name, its code and its comment. Room: site.
import { withSigns } from "./formulas.mjs";

/** The text of a comment, without its marks. */
function words(lines) {
    return lines
        .map((line) =>
            line.replace(/^\s*(?:\/\/\/?|\/\*\*?|\*\/|\*)\s?/, "").replace(/\s*\*\/\s*$/, ""),
        )
        .join("\n")
        .trim();
}

const NAMES = {
    c: [
        /\b(carom_\w+)\s*\(/,
        /}\s*(carom_\w+)\s*;/,
        /#define\s+(CAROM_\w+)/,
        /typedef\b.*?\(\*?\s*(carom_\w+)\)/s,
        /\b(carom_\w+)\s*;/,
        /(?:struct|enum|union)\s+(carom_\w+)/,
    ],
    ts: [/export\s+(?:declare\s+)?(?:function|interface|type|class|const|enum)\s+(\w+)/],
};

function nameOf(code, language) {
    for (const pattern of NAMES[language]) {
        const match = pattern.exec(code);
        if (match !== null) {
            return match[1];
        }
    }
    return undefined;
}

/** How many braces a line opens, comments left out. */
function opened(line) {
    const code = line.replace(/\/\/.*$/, "").replace(/\/\*.*?\*\//g, "");
    return [...code].reduce((sum, c) => sum + (c === "{" ? 1 : c === "}" ? -1 : 0), 0);
}

/** The lines of a declaration that begins at line i: up to the line that ends it. */
function declarationAt(lines, i) {
    let depth = 0;
    let end = i;
    if (/^\s*#/.test(lines[i])) {
        while (lines[end].endsWith("\\")) {
            end++;
        }
        return lines.slice(i, end + 1);
    }
    for (; end < lines.length; end++) {
        depth += opened(lines[end]);
        if (depth <= 0 && /[;}]\s*(?:\/\/.*)?$/.test(lines[end])) {
            break;
        }
    }
    return lines.slice(i, end + 1);
}

/** An inline function is shown as its signature. */
function shownCode(code, language) {
    const body = language === "c" && /^CAROM_API_INLINE/.test(code) ? code.indexOf("{") : -1;
    const shown = body < 0 ? code : `${code.slice(0, body).trim()};`;
    // What marks a function as exported, or as inline, is no matter of its callers.
    return shown.replace(/^(?:CAROM_API|CAROM_API_INLINE) /, "");
}

/** A declaration that needs no comment, because the one above is for both. */
const STARTS = { c: /^(?:CAROM_API|CAROM_API_INLINE) /, ts: /^export / };
const isComment = { c: (line) => line.startsWith("///"), ts: (line) => /^\/\*\*|^ \*/.test(line) };

/** What a line of a structure, an enumeration or an interface declares. */
function fieldNames(line, language) {
    if (language === "ts") {
        const member = /(?:^|[;{])\s*(?:readonly )?(\w+)\??[(:]/g;
        return [...line.matchAll(member)].map(([, name]) => name);
    }
    const value = /^\s*(CAROM_\w+)/.exec(line) ?? /\(\*(\w+)\)/.exec(line);
    return value !== null
        ? [value[1]]
        : [...line.matchAll(/(\w+)(?:\[[^\]]*\])*\s*(?=[,;])/g)].map(([, name]) => name);
}

const FIELD_COMMENT = { c: /^\s+\/\/\//, ts: /^\s+(?:\/\*\*| \*)/ };

/**
 * Fields with their comments: { code, fields: [{ names, text }] }, where code has these comments no
 * more. A comment is for the line below it.
 */
export function withFields(code, language) {
    const kept = [];
    const fields = [];
    let comment = [];
    for (const line of code.split("\n")) {
        if (FIELD_COMMENT[language].test(line)) {
            comment.push(line);
            continue;
        }
        const names = comment.length > 0 ? fieldNames(line, language) : [];
        if (names.length > 0) {
            fields.push({ names, text: words(comment) });
        } else {
            kept.push(...comment);
        }
        comment = [];
        kept.push(line);
    }
    return { code: kept.join("\n"), fields };
}

/** The documented declarations: { name, code, text, fields }, and headings. */
export function declarations(source, language) {
    const lines = source.split("\n");
    const found = [];
    let comment = [];
    for (let i = 0; i < lines.length; i++) {
        const line = lines[i];
        const heading = /^\/\/ ---- (.+) ----$/.exec(line);
        if (heading !== null) {
            found.push({ heading: heading[1] });
        } else if (isComment[language](line)) {
            comment.push(line);
        } else if (line.trim() === "" || line.startsWith("//")) {
            comment = [];
        } else if (comment.length > 0 || STARTS[language].test(line)) {
            const code = declarationAt(lines, i);
            i += code.length - 1;
            const text = code.join("\n");
            found.push({
                name: nameOf(text, language),
                whole: text,
                ...withFields(shownCode(text, language), language),
                text: words(comment),
            });
            comment = [];
        }
    }
    return found;
}

/** What a file says of itself at its top. */
function introduction(source) {
    const lines = source.split("\n");
    const end = lines.findIndex((line) => !line.startsWith("//"));
    return words(lines.slice(0, end)).replace(/\s*\bRoom: .*$/s, "");
}

const escaped = (text) =>
    text.replace(/[<>&]/g, (c) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;" })[c]);

const fenced = (language, code) => `\`\`\`${language}\n${code}\n\`\`\``;

/** An interface with more members than this is shown member by member. */
const FEW = 12;
const MEMBER = /^ {4}(?:readonly )?(\w+)\??[(:]/;

/** The members of an interface or class, { name, code, text }; what they share stands as text. */
function membersOf(code) {
    const lines = code.split("\n");
    const found = [];
    let comment = [];
    for (let i = 1; i < lines.length; i++) {
        const name = MEMBER.exec(lines[i])?.[1];
        if (/^ {4}(?:\/\*\*| \*)/.test(lines[i])) {
            comment.push(lines[i]);
        } else if (/^ {4}\/\/ /.test(lines[i])) {
            const last = found.at(-1);
            if (last?.shared !== undefined) {
                last.shared.push(lines[i]);
            } else {
                found.push({ shared: [lines[i]] });
            }
        } else if (name !== undefined) {
            let end = i;
            while (!lines[end].endsWith(";")) {
                end++;
            }
            const member = lines.slice(i, end + 1).map((line) => line.slice(4));
            found.push({ name, code: member.join("\n"), text: words(comment) });
            comment = [];
            i = end;
        }
    }
    return found;
}

/** What the fields mean, as a list. */
function fieldList(fields) {
    const items = fields.map(
        ({ names, text }) =>
            `<dt>${names.map((name) => `<code>${name}</code>`).join(", ")}</dt> ` +
            `<dd>${escaped(withSigns(text)).replace(/`([^`]*)`/g, "<code>$1</code>")}</dd> `,
    );
    // One line: an empty one would end the HTML.
    return items.length === 0 ? [] : [`<dl>${items.join("").replace(/\n+/g, " ")}</dl>`];
}

/** What a file says of itself in its first sentence. */
export function summaryOf(source) {
    return escaped(introduction(source).replace(/\s+/g, " ").split(/(?<=\.) /)[0]);
}

/** A declaration as Markdown. */
function declarationText({ name, code, text, fields, whole }, language) {
    const heading = `### ${name === undefined ? "Declaration" : `\`${name}\``}`;
    const members = language === "ts" && / (?:interface|class) /.test(code) ? membersOf(whole) : [];
    if (members.length <= FEW) {
        return [heading, escaped(text), fenced(language, code), ...fieldList(fields)].join("\n\n");
    }
    const first = code.split("\n", 1)[0].replace(/\{$/, "{ ... }");
    const parts = members.flatMap((member) =>
        member.shared !== undefined
            ? [escaped(words(member.shared))]
            : [
                  `#### \`${name}.${member.name}\``,
                  fenced(language, member.code),
                  escaped(member.text),
              ],
    );
    return [heading, fenced(language, first), escaped(text), ...parts].join("\n\n");
}

/** A page of Markdown. */
export function referencePage(title, source, language) {
    const found = declarations(source, language);
    const all =
        found[0]?.heading !== undefined ? found : [{ heading: "declarations" }, ...found];
    const parts = all.map((part) =>
        part.heading !== undefined
            ? `## ${part.heading[0].toUpperCase()}${part.heading.slice(1)}`
            : declarationText(part, language),
    );
    return [`# ${title}`, escaped(introduction(source)), ...parts].join("\n\n") + "\n";
}

/** An example program: what it says of itself, its code, what it prints. */
export function examplePage(title, source, output) {
    const code = source.slice(source.indexOf("#include"));
    return [
        `# ${title}`,
        escaped(introduction(source)),
        fenced("c", code.trimEnd()),
        "It prints:",
        fenced("text", output.trimEnd()),
    ].join("\n\n");
}

/** A program that the page runs, on a canvas of its name, with its code below. */
export function livePage(title, name, source) {
    return [
        `# ${title}`,
        escaped(introduction(source)),
        `<canvas id="${name}" width="400" height="600" role="img" aria-label="${title}"></canvas>`,
        fenced("js", source.trimEnd()),
    ].join("\n\n");
}
