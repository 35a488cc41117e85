// Reference pages from what the compilers read: C headers and TypeScript declarations. Each
// declaration stands below its
// comment, with an anchor of its name. Layer: site.

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
    const body = language === "c" && /^static inline/.test(code) ? code.indexOf("{") : -1;
    return body < 0 ? code : `${code.slice(0, body).trim()};`;
}

/** A declaration that needs no comment, because the one above is for both. */
const STARTS = { c: /^(?:CAROM_API|static inline) /, ts: /^export / };
const isComment = { c: (line) => line.startsWith("///"), ts: (line) => /^\/\*\*|^ \*/.test(line) };

/** The documented declarations: { name, code, text }, and headings. */
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
                code: shownCode(text, language),
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
    return words(lines.slice(0, end)).replace(/\nLayer: .*$/s, "");
}

const escaped = (text) =>
    text.replace(/[<>&]/g, (c) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;" })[c]);

/** A page of Markdown. */
export function referencePage(title, source, language) {
    const found = declarations(source, language);
    const all = found[0]?.name === undefined ? found : [{ heading: "declarations" }, ...found];
    const parts = all.map(({ heading, name, code, text }) =>
        heading !== undefined
            ? `## ${heading[0].toUpperCase()}${heading.slice(1)}`
            : `### ` +
                `${name === undefined ? "Declaration" : `\`${name}\``}\n\n` +
                  `\`\`\`${language}\n${code}\n\`\`\`\n\n${escaped(text)}`,
    );
    return [`# ${title}`, escaped(introduction(source)), ...parts].join("\n\n") + "\n";
}
