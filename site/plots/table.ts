// What a plot reads: a table of measurements as it stands in the page. Room: site.

/** A cell that holds a number. */
export interface Entry {
    readonly row: string;
    readonly column: string;
    /** In the unit of the column; times and bytes with a unit of their own in s and bytes. */
    readonly value: number;
    /** As the table writes it. */
    readonly text: string;
    readonly cell: Element;
}

/** What one plot can show of a table. */
export interface View {
    readonly name: string;
    /** Dots on a line for each row, or curves over the number of walls. */
    readonly kind: "dots" | "curves";
    /** Whether the colours stand for the columns or for the rows. */
    readonly series: "column" | "row";
    readonly entries: readonly Entry[];
    readonly unit: string;
}

/** Columns that belong in one view, where the table alone does not tell. */
export interface Group {
    readonly name: string;
    readonly columns: RegExp;
}

const UNITS: Readonly<Record<string, readonly [number, string]>> = {
    ns: [1e-9, "s"],
    µs: [1e-6, "s"],
    ms: [1e-3, "s"],
    s: [1, "s"],
    min: [60, "s"],
    h: [3600, "s"],
    bytes: [1, "B"],
    kB: [1e3, "B"],
    MB: [1e6, "B"],
    GB: [1e9, "B"],
    "%": [1, "%"],
};
// A number, its unit, and perhaps a remark in brackets or a number of steps.
const QUANTITY =
    /^(\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?)(?: ?(ns|µs|ms|s|min|h|bytes|kB|MB|GB|%))?(?= \(| in |$)/;

/** A number as the tables write it. */
export function quantity(text: string): { value: number; unit: string } | undefined {
    const match = QUANTITY.exec(text);
    if (match === null) {
        return undefined;
    }
    const [factor, unit] = UNITS[match[2] ?? ""] ?? [1, ""];
    return { value: Number(match[1]?.replaceAll(",", "")) * factor, unit };
}

const SIZE = /^10\^(\d+)$/;

/** The number that 10^6 writes. */
export function size(text: string): number {
    return 10 ** Number(SIZE.exec(text)?.[1]);
}

const words = (cell: Element): string => (cell.textContent ?? "").replace(/\s+/g, " ").trim();

interface Numbers {
    readonly heads: readonly string[];
    readonly labels: readonly string[];
    readonly columns: ReadonlyMap<string, { unit: string; entries: readonly Entry[] }>;
}

/** The header of a table, its words joined: what tells tables of a page apart. */
export function headOf(table: Element): string {
    return [...(table.querySelector("tr")?.children ?? [])].map(words).join(" | ");
}

/** Splits a table into labels and columns of numbers. */
function numbersOf(table: Element, skip: RegExp | undefined): Numbers {
    const [first, ...rest] = [...table.querySelectorAll("tr")].map((row) => [...row.children]);
    const heads = (first ?? []).map(words);
    const rows = rest.filter(([cell]) => cell !== undefined && !skip?.test(words(cell)));
    const isNumber = heads.map(
        (_, i) => i > 0 && rows.some((row) => row[i] && quantity(words(row[i])) !== undefined),
    );
    const begin = Math.max(1, isNumber.indexOf(true));
    const labels = rows.map((row) => row.slice(0, begin).map(words).join(", "));
    const columns = new Map<string, { unit: string; entries: Entry[] }>();
    for (const [i, head] of heads.entries()) {
        if (!isNumber[i]) {
            continue;
        }
        // Columns of one name, as "outside", belong to the column before them.
        const isTwice = heads.filter((other) => other === head).length > 1;
        const name = isTwice ? `${heads[i - 1]}: ${head}` : head;
        const all = rows.flatMap((row, j) => {
            const cell = row[i];
            const text = cell === undefined ? "" : words(cell);
            const found = quantity(text);
            return cell === undefined || found === undefined
                ? []
                : [{ ...found, row: labels[j] ?? "", column: name, text, cell }];
        });
        // A row of another unit is no part of the comparison.
        const unit = all[0]?.unit ?? "";
        const entries = all.filter((entry) => entry.unit === unit);
        if (entries.length > 1) {
            columns.set(name, { unit, entries });
        }
    }
    return { heads, labels, columns };
}

/** What can be shown of a table, the most telling first. */
export function viewsOf(
    table: Element,
    groups: readonly Group[] = [],
    skip: RegExp | undefined = undefined,
): readonly View[] {
    const { heads, labels, columns } = numbersOf(table, skip);
    const views: View[] = [];
    const areSizesDown = labels.length > 2 && labels.every((label) => SIZE.test(label));
    for (const { name, columns: which } of groups) {
        const chosen = [...columns].filter(([column]) => which.test(column));
        views.push({
            name,
            kind: areSizesDown ? "curves" : "dots",
            series: areSizesDown || chosen.length > 1 ? "column" : "row",
            entries: chosen.flatMap(([, { entries }]) => entries),
            unit: chosen[0]?.[1].unit || name,
        });
    }
    const sizes = [...columns].filter(([column]) => SIZE.test(column));
    if (sizes.length > 2) {
        views.push({
            name: "all sizes",
            kind: "curves",
            series: "row",
            entries: sizes.flatMap(([, { entries }]) => entries),
            unit: heads[0] ?? "",
        });
    }
    const common = /^(?:ns|µs|ms) /.test(heads[0] ?? "") ? (heads[0] ?? "") : "";
    for (const [name, { unit, entries }] of columns) {
        // Counts that are the same for all compare nothing.
        const isComparison = entries.some(({ value }) => value !== entries[0]?.value);
        if (groups.length === 0 && isComparison) {
            views.push({ name, kind: "dots", series: "row", entries, unit: unit || common });
        }
    }
    return views;
}
