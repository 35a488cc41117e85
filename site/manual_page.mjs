// The manual page of the tool, made HTML by mandoc. Room: site.
import { execFileSync } from "node:child_process";
import { VERSION } from "./pages.mjs";

/** A page of Markdown with the HTML inside. */
export function manualPage(title, text) {
    const html = execFileSync("mandoc", ["-T", "html", "-O", "fragment"], {
        input: text.replace(/@\w*VERSION\w*@/g, VERSION).replace("@carom_date@", ""),
        encoding: "utf8",
    });
    const body = html
        .replace(/\n{2,}/g, "\n")
        .replaceAll("<pre", '<pre tabindex="0"')
        .replace(/<(\/?)h([1-5])/g, (_, slash, level) => `<${slash}h${Number(level) + 1}`);
    return `# ${title}\n\n<div class="manual">\n${body}\n</div>\n`;
}
