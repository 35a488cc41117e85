// Formulas in the text of pages. The sources have them as one types them, 2^-50 and u x w <= r;
// pages have the signs of printed books. Code stays as it is. Room: site.
const RAISED = new Map(
    [..."0123456789-+neitks"].map((c, i) => [c, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿᵉⁱᵗᵏˢ"][i]]),
);

/** A power with raised signs, if there is one for each of its characters. */
function raised(all, power) {
    const signs = [...power].map((c) => RAISED.get(c));
    return signs.includes(undefined) ? all : signs.join("");
}

/** A text with the signs of formulas. */
export function withSigns(text) {
    return text
        .replace(/(?<=[\w)|])\^(-?\d+|-?[a-z](?!\w))/g, raised)
        .replace(/(?<=(?:^|[\s(|])[a-z]'?|\)) x (?=[a-z]'?(?:[\s)|,.:]|$))/g, " × ")
        .replaceAll("<=", "≤")
        .replaceAll(">=", "≥")
        .replace(/->/g, "→")
        .replace(/(?<=\S) - (?=\S)/g, " − ")
        .replace(/(?<=[\s(=,]|^)-(?=\d)/g, "−")
        .replace(/(?<=[\d)]|\d[a-z]) ?\* ?(?=[\d(])/g, " · ")
        // Points, and names with their numbers, stay on one line.
        .replace(/\((−?[\d.]{1,6}), (−?[\d.]{1,6})\)/g, "($1,\u00a0$2)")
        .replace(/(?<=\b[a-z]'?) = (?=[−(]?\d)/g, "\u00a0=\u00a0");
}

/** A rule of markdown-it: signs in the texts that are no headings and stand in no table. */
export function formulas(state) {
    let inTable = false;
    state.tokens.forEach((token, i) => {
        inTable = token.type === "table_open" || (inTable && token.type !== "table_close");
        // Ids of headings and views of plots are made from the texts as they are.
        if (inTable || state.tokens[i - 1]?.type === "heading_open") {
            return;
        }
        for (const child of token.children ?? []) {
            if (child.type === "text") {
                child.content = withSigns(child.content);
            }
        }
    });
}
