// The side of the map: the choice of method and case, the legend with counts, the answer under the
// cursor, radius, wall and displacement. Room: playground.
import type { MethodInfo } from "carom/classic";
import {
    button, html, nothing, numberField, select, slider, type Drafts, type TemplateResult,
} from "../controls.ts";
import { decade, roundTo, showNumber } from "../numbers.ts";
import { VERDICTS, VERDICT_WORDS } from "../verdicts.ts";
import { QUESTION_WORDS, type Answer } from "./answers.ts";
import { cases, type Case } from "./cases.ts";
import { cssColor, currentPalette } from "./map_image.ts";
import type { Counts } from "./mistakes.ts";
import type { MapState } from "./state.ts";

export interface SideModel {
    state: MapState;
    info: MethodInfo;
    methods: readonly MethodInfo[];
    drafts: Drafts;
    /** The chosen case, until something else changes. */
    shownCase: Case | undefined;
    answer: Answer | undefined;
    /** Undefined while the map is being computed. */
    counts: Counts | undefined;
    /** The result of the last search. */
    note: string;
    isSearching: boolean;
}

export interface SideActions {
    change(part: Partial<MapState>): void;
    choose(method: MapState["method"]): void;
    chooseCase(id: string): void;
    next(): void;
    tangent(): void;
    whole(): void;
    lab(): void;
    refresh(): void;
}

// The rest of the style is in style.css.
const STYLE = `
    .methods .legend { list-style: none; margin: 4px 0 8px; padding: 0; }
    .methods .legend li { display: flex; align-items: center; gap: 9px; min-height: 25px; }
    .methods .legend output { margin-left: auto; font-variant-numeric: tabular-nums; }
    .methods .swatch {
        width: 17px; height: 17px; border-radius: 4px; border: 1px solid var(--edge); flex: none;
    }
    .methods .case-text, .methods .summary { margin: 2px 0 8px; font-size: 14px; }
    .methods .readout { min-height: 108px; }
    .methods .verdict { display: inline-flex; gap: 7px; align-items: center; font-weight: 600; }
    .methods .search-note { margin: 6px 0; min-height: 21px; font-size: 14px; }
    .methods kbd { font: inherit; font-weight: 600; }
`;

// Field names begin with map-, because they are ids in a page with other tabs.

function sentence(text: string): string {
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function legend(counts: Counts | undefined, isSweep: boolean): TemplateResult {
    const colors = currentPalette();
    const entries: [string, string, number | undefined][] = [
        ["right: both say no", cssColor(colors.rightNo), counts?.rightNo],
        ["right: both say yes", cssColor(colors.rightYes), counts?.rightYes],
        ["false hit: method yes, exact no", cssColor(colors.verdicts[1]!), counts?.verdicts[1]],
        ["missed: method no, exact yes", cssColor(colors.verdicts[2]!), counts?.verdicts[2]],
    ];
    if (isSweep) {
        const wrong = cssColor(colors.verdicts[3]!);
        entries.push(["wrong time: both say yes", wrong, counts?.verdicts[3]]);
    }
    if (counts !== undefined && counts.verdicts[4]! > 0) {
        entries.push(["invalid input", cssColor(colors.verdicts[4]!), counts.verdicts[4]]);
    }
    return html`<ul class="legend" aria-label="Colours and pixels">
        ${entries.map(([name, shade, count]) => html`<li>
            <span class="swatch" style="background: ${shade}"></span><span>${name}</span>
            <output aria-label="pixels, ${name}" aria-live="off"
                >${count?.toLocaleString("en") ?? "…"}</output>
        </li>`)}
    </ul>`;
}

function swatchOf(verdict: Answer["verdict"]): TemplateResult | typeof nothing {
    if (verdict === "right") {
        return nothing;
    }
    const shade = cssColor(currentPalette().verdicts[VERDICTS.indexOf(verdict)]!);
    return html`<span class="swatch" style="background: ${shade}"></span>`;
}

function readout(answer: Answer | undefined): TemplateResult {
    if (answer === undefined) {
        return html`<p class="lead">Point at the map, or step with the arrow keys, to compare both
            answers for one circle.</p>`;
    }
    const line = (term: string, label: string, value: TemplateResult | string) => html`
        <dt>${term}</dt><dd><output aria-label=${label} aria-live="off">${value}</output></dd>`;
    return html`<dl class="results">
        ${line("centre x", "centre x", showNumber(answer.center.x))}
        ${line("centre y", "centre y", showNumber(answer.center.y))}
        ${line("method", "method says", answer.says)}
        ${line("exactly", "exact answer", answer.truth)}
        ${line("so it is", "verdict", html`<span class="verdict"
            >${swatchOf(answer.verdict)}${VERDICT_WORDS[answer.verdict]}</span>`)}
    </dl>`;
}

/** The end of a slider: a round number well beyond the wall's length. */
function sliderEnd(state: MapState): number {
    const length = Math.hypot(state.b.x - state.a.x, state.b.y - state.a.y);
    const size = Math.max(length, 2 * state.radius);
    return size > 0 && Number.isFinite(size) ? Math.ceil(size / decade(size)) * decade(size) : 1;
}

function radiusControls(model: SideModel, actions: SideActions): TemplateResult {
    const { state, drafts } = model;
    const max = sliderEnd(state);
    return html`
        ${slider({
            name: "map-radius", label: "Radius", value: state.radius, min: 0, max, step: max / 200,
            text: String(Number(state.radius.toPrecision(6))),
            change: (value) => actions.change({ radius: roundTo(value, decade(max) / 1000) }),
        })}
        ${numberField({
            name: "map-r", label: "Radius, every digit", value: state.radius, drafts,
            change: (radius) => actions.change({ radius }), refused: actions.refresh,
            check: (value) => (value >= 0 && Number.isFinite(value) ? "" : "not a radius"),
        })}`;
}

function pointFields(model: SideModel, actions: SideActions, key: "a" | "b" | "move") {
    const point = model.state[key];
    const field = (axis: "x" | "y") => numberField({
        name: `map-${key === "move" ? "v" : key}${axis}`,
        label: key === "move" ? `move ${axis}` : `end ${key}, ${axis}`,
        value: point[axis],
        drafts: model.drafts,
        change: (value) => actions.change({ [key]: { ...point, [axis]: value } }),
        refused: actions.refresh,
        check: (value) => (Number.isFinite(value) ? "" : "must be finite"),
    });
    return html`<div class="pair">${field("x")}${field("y")}</div>`;
}

export function side(model: SideModel, actions: SideActions): TemplateResult {
    const { state, info, shownCase } = model;
    const question = info.isSweep ? "" : QUESTION_WORDS[info.rule];
    const ofMethod = cases.filter((one) => one.state.method === state.method);
    const others = cases.filter((one) => one.state.method !== state.method);
    return html`<style>${STYLE}</style>
        <p class="lead">Each pixel stands for a circle with its centre there. Where the map is
            grey or blank, the tutorial's method is right; where it has a colour, it is wrong.</p>
        ${select({
            name: "map-method", label: "Method", value: state.method,
            choices: model.methods.map((one) => ({
                value: one.name, label: `${one.name} – ${one.summary}`,
            })),
            change: actions.choose,
        })}
        <p class="summary">${sentence(info.summary)} ${question}</p>
        ${legend(model.counts, info.isSweep)}
        <div class="row">
            ${button({ name: "next", label: "Next mistake", primary: true, press: actions.next })}
            ${button({
                name: "tangent", label: "Zoom to the tangent line", press: actions.tangent,
                disabled: model.isSearching,
                title: "Finds the wrong answer that is the fewest doubles away from a touch",
            })}
            ${button({ name: "whole", label: "Whole map", press: actions.whole })}
        </div>
        <p class="search-note" role="status">${model.note}</p>
        <div class="readout">${readout(model.answer)}</div>
        ${button({
            name: "lab", label: "Open this case in the Lab", press: actions.lab,
            disabled: model.answer === undefined,
        })}
        <h2>Smallest cases</h2>
        ${select({
            name: "map-case", label: "Example of a failure", value: shownCase?.id ?? "",
            choices: [
                { value: "", label: "choose a case" },
                ...[...ofMethod, ...others].map((one) => ({ value: one.id, label: one.title })),
            ],
            change: actions.chooseCase,
        })}
        <p class="case-text">${shownCase?.text ?? ""}</p>
        <h2>Circle and wall</h2>
        ${radiusControls(model, actions)}
        ${pointFields(model, actions, "a")} ${pointFields(model, actions, "b")}
        ${info.isSweep ? pointFields(model, actions, "move") : nothing}
        <p class="lead">Drag the wall's ends${info.isSweep ? " and the arrow's tip" : ""}, drag the
            map to pan, zoom with wheel, pinch or <kbd>+</kbd> <kbd>−</kbd>. On the map
            <kbd>arrows</kbd> step the cursor, <kbd>N</kbd> goes to the next mistake, a click or
            <kbd>Enter</kbd> opens the case in the Lab.</p>`;
}
