// Draws a view of a table with Observable Plot: the same in the build and in the browser.
// Room: site.
import * as Plot from "@observablehq/plot";
import { type Entry, size, type View } from "./table.ts";

const COLOURS = ["accent", "crossing", "inside", "touching", "inside-touching", "dim"].map(
    (name) => `var(--${name})`,
);
const SYMBOLS = ["circle", "square", "triangle", "diamond", "star", "wye", "cross"] as const;
const repeated = <T>(values: readonly T[], count: number): T[] =>
    Array.from({ length: count }, (_, i) => values[i % values.length] as T);

/** A logarithmic scale where small and large values stand side by side. */
export function isLogarithmic(view: View): boolean {
    const values = view.entries.map(({ value }) => value);
    return Math.min(...values) > 0 && Math.max(...values) > 20 * Math.min(...values);
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];
export const seriesOf = (view: View): string[] =>
    distinct(view.entries.map((entry) => entry[view.series]));

const isPrefixed = (unit: string): boolean => unit === "s" || unit === "B";

/** Ticks with the unit of the column: seconds and bytes with the prefix that fits. */
function ticks(unit: string): { tickFormat: (x: number) => string } {
    if (!isPrefixed(unit)) {
        return { tickFormat: (x) => x.toLocaleString("en", { maximumSignificantDigits: 3 }) };
    }
    const steps: readonly [number, string][] =
        unit === "s"
            ? [
                  [1, " s"],
                  [1e-3, " ms"],
                  [1e-6, " µs"],
                  [1e-9, " ns"],
              ]
            : [
                  [1e9, " GB"],
                  [1e6, " MB"],
                  [1e3, " kB"],
                  [1, " B"],
              ];
    return {
        tickFormat: (x) => {
            const [step, name] = steps.find(([least]) => x >= least * 0.999) ?? [1, ""];
            return x === 0 ? "0" : `${Number((x / step).toPrecision(3))}${name}`;
        },
    };
}

const labelOf = (entry: Entry): string => `${entry.row}, ${entry.column}: ${entry.text}`;
/** The number alone, without the remark that follows it in the table. */
const shortOf = ({ text }: Entry): string => text.replace(/ \(.*\)$/, "");

const isCarom = (name: string): boolean => /\bcarom\b/i.test(name);

/** Colours and symbols of the series: one colour is Carom's where others stand beside it. */
function look(view: View): Partial<Plot.PlotOptions> {
    const series = seriesOf(view);
    const others = series.filter((name) => !isCarom(name));
    const isContest = others.length > 0 && others.length < series.length;
    const [own = "", ...colours] = COLOURS;
    const range = isContest
        ? series.map((name) =>
              isCarom(name) ? own : colours[others.indexOf(name) % colours.length],
          )
        : repeated(COLOURS, series.length);
    return {
        color: { domain: series, range },
        symbol: { domain: series, range: repeated(SYMBOLS, series.length) },
    };
}

/** Ticks of a logarithmic axis, as many as its length has room for. */
function powers(least: number, most: number, length: number): number[] {
    const first = Math.floor(Math.log10(least));
    const last = Math.ceil(Math.log10(most));
    const decades = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const between = (steps: readonly number[]): number[] =>
        decades
            .flatMap((decade) => steps.map((step) => Number(`${step}e${decade}`)))
            .filter((x) => x >= least && x <= most);
    const all = [[1, 2, 5], [1, 3], [1]].map(between);
    return all.find((ticks) => ticks.length * 65 < length) ?? all.at(-1) ?? [];
}

function dots(view: View, isLog: boolean, width: number): Plot.PlotOptions {
    const rows = distinct(view.entries.map(({ row }) => row));
    const values = view.entries.map(({ value }) => value);
    const least = isLog ? Math.min(...values) / 1.5 : 0;
    const entries = [...view.entries];
    const isGrouped = view.series === "column" && seriesOf(view).length > 1;
    const most = Math.max(...values);
    return {
        height: 44 * rows.length + 66,
        marginLeft: 12,
        marginRight: 74,
        marginTop: 12,
        marginBottom: 48,
        ...look(view),
        x: {
            type: isLog ? "log" : "linear",
            domain: [least, most === least ? least + 1 : most],
            grid: true,
            label: isPrefixed(view.unit) ? null : view.unit,
            labelArrow: "none",
            labelAnchor: "center",
            ...(isLog ? { ticks: powers(least, most, width) } : { tickSpacing: 90 }),
            ...ticks(view.unit),
        },
        y: { domain: rows, axis: null },
        marks: [
            Plot.ruleY(entries, { y: "row", x1: least, x2: "value", stroke: "var(--edge)" }),
            Plot.text(rows, {
                y: (row: string) => row,
                text: (row: string) => row,
                frameAnchor: "left",
                textAnchor: "start",
                dy: -16,
                lineWidth: (width - 24) / 13,
                textOverflow: "ellipsis",
                className: "row",
                ariaHidden: "true",
            }),
            Plot.dot(entries, {
                x: "value",
                y: "row",
                r: 6,
                fill: isGrouped
                    ? "column"
                    : ({ row, column }: Entry) =>
                          isCarom(row) || isCarom(column) ? "var(--accent)" : "var(--dim)",
                ...(isGrouped ? { symbol: "column" } : {}),
                ariaLabel: labelOf,
                className: "values",
            }),
            ...(isGrouped
                ? []
                : [
                      Plot.text(entries, {
                          x: "value",
                          y: "row",
                          text: shortOf,
                          textAnchor: "start",
                          dx: 11,
                          ariaHidden: "true",
                      }),
                  ]),
        ],
        ...(isGrouped ? {} : { color: { type: "identity" as const } }),
    };
}

function curves(view: View, isLog: boolean): Plot.PlotOptions {
    const x = (entry: Entry): number => size(view.series === "row" ? entry.column : entry.row);
    const entries = [...view.entries];
    return {
        height: 400,
        marginLeft: 70,
        marginRight: 24,
        marginTop: 44,
        marginBottom: 46,
        ...look(view),
        x: {
            type: "log",
            label: "walls",
            labelArrow: "none",
            labelAnchor: "center",
            ticks: distinct(entries.map((entry) => String(x(entry)))).map(Number),
            tickFormat: (n: number) => `10${superscript(Math.round(Math.log10(n)))}`,
        },
        y: {
            type: isLog ? "log" : "linear",
            zero: !isLog,
            grid: true,
            label: isPrefixed(view.unit) ? null : view.unit || view.name,
            labelArrow: "none",
            ticks: 5,
            ...ticks(view.unit),
        },
        marks: [
            Plot.lineY(entries, {
                x,
                y: "value",
                z: view.series,
                stroke: view.series,
                className: "curve",
            }),
            Plot.dot(entries, {
                x,
                y: "value",
                fill: view.series,
                symbol: view.series,
                r: 5,
                ariaLabel: labelOf,
                className: "values",
            }),
        ],
    };
}

const superscript = (n: number): string =>
    [...String(n)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

/** The picture of a view, and the legend of its series if it has several. */
export function draw(view: View, isLog: boolean, width: number, document: Document): Element[] {
    const options = view.kind === "dots" ? dots(view, isLog, width) : curves(view, isLog);
    const svg = Plot.plot({ ...options, width, document, className: "plot" });
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", `${view.name}, ${isLog ? "logarithmic" : "linear"} scale`);
    // What stands around the values is for the eye; the values have names of their own.
    for (const group of [...svg.querySelectorAll("g[aria-label]")]) {
        group.removeAttribute("aria-label");
    }
    for (const mark of [...svg.querySelectorAll(".values > *")]) {
        mark.setAttribute("role", "img");
    }
    const hasLegend = view.series === "column" || view.kind === "curves";
    return hasLegend && seriesOf(view).length > 1 ? [legend(svg, view, document), svg] : [svg];
}

/** The names of the series, each beside the mark that stands for it. */
function legend(svg: Element, view: View, document: Document): Element {
    const list = document.createElement("ul");
    list.className = "legend";
    const marks = [...svg.querySelectorAll(".values > *")];
    for (const name of seriesOf(view)) {
        const item = document.createElement("li");
        const mark = marks[view.entries.findIndex((entry) => entry[view.series] === name)];
        const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        picture.setAttribute("viewBox", "-8 -8 16 16");
        picture.setAttribute("aria-hidden", "true");
        const copy = mark?.cloneNode(true) as Element | undefined;
        if (copy !== undefined) {
            for (const attribute of ["transform", "cx", "cy", "role", "aria-label"]) {
                copy.removeAttribute(attribute);
            }
            picture.append(copy);
        }
        item.append(picture, name);
        list.append(item);
    }
    return list;
}
