// The Lab's controls: presets, questions, and a field for every number. Room: playground.
import type { ContactRule, Extent } from "carom";
import type { Method } from "carom/classic";
import {
    button, choice, html, nothing, numberField, select, toggle, type Choice, type Drafts,
    type TemplateResult,
} from "../controls.ts";
import { stepUlps } from "../numbers.ts";
import { PRESETS, findPreset } from "./presets.ts";
import { METHODS, NUMBERS, type LabState, type NumberKey } from "./state.ts";
import { numberNote } from "./words.ts";

/** The data and functions of the controls. */
export interface Controls {
    state: LabState;
    preset: string;
    drafts: Drafts;
    /** The last edited number; the step buttons change it. */
    touched: NumberKey;
    change(part: Partial<LabState>): void;
    choosePreset(name: string): void;
    touch(key: NumberKey): void;
    refresh(): void;
    copy(): void;
}

/** The view buttons of the canvas. */
export interface Looks {
    fit(): void;
    closeUp(): void;
}

const NAMES: Record<NumberKey, string> = {
    cx: "centre x", cy: "centre y", r: "radius", ax: "a x", ay: "a y", bx: "b x", by: "b y",
    wr: "wall radius", vx: "move x", vy: "move y",
};

const EXTENT_CHOICES: readonly Choice<Extent>[] = [
    { value: "segment", label: "segment" }, { value: "ray", label: "ray" },
    { value: "line", label: "line" },
];

const QUESTION_CHOICES: readonly Choice<ContactRule>[] = [
    { value: "closed-disc", label: "disc, closed" }, { value: "open-disc", label: "disc, open" },
    { value: "ring", label: "ring" },
];

export function controlsTemplate(o: Controls): TemplateResult {
    const s = o.state;
    return html`
        ${presetTemplate(o)}
        ${choice({
            name: "extent", label: "The wall is a", value: s.extent, choices: EXTENT_CHOICES,
            change: (extent) => o.change({ extent }),
        })}
        ${choice({
            name: "question", label: "Contact rule", value: s.question,
            choices: QUESTION_CHOICES, change: (question) => o.change({ question }),
        })}
        <div class="numbers" @focusin=${(event: FocusEvent) => focused(o, event)}>
            <div class="pair">${fields(o, NUMBERS.filter((key) =>
                s.motion || (key !== "vx" && key !== "vy")))}</div>
        </div>
        ${nudgeTemplate(o)}
        <div class="row">
            ${toggle({
                name: "motion", label: "motion", value: s.motion,
                change: (motion) => o.change(motionOf(s, motion)),
            })}
            ${toggle({
                name: "hex", label: "hex floats", value: s.hex, change: (hex) => o.change({ hex }),
            })}
            ${button({ name: "copy", label: "Copy link", press: o.copy, primary: true })}
        </div>
        ${methodTemplate(o)}`;
}

/** The text on the canvas: the tab in a sentence, and two view buttons. */
export function stageTemplate(o: Looks): TemplateResult {
    return html`<p class="caption">Drag the circle, the wall or the tip of the arrow: every answer
            is exact to the last bit.</p>
        <div class="corner">
            ${button({ name: "fit", label: "Show all", press: o.fit })}
            ${button({
                name: "close-up", label: "Close-up", press: o.closeUp,
                title: "Zooms in on the contact until single doubles are visible as dots",
            })}
        </div>`;
}

function presetTemplate(o: Controls): TemplateResult {
    const about = findPreset(o.preset)?.about ?? "";
    return html`${select({
        name: "preset", label: "Example", value: o.preset,
        choices: [
            ...(o.preset === "" ? [{ value: "", label: "your own" }] : []),
            ...PRESETS.map((preset) => ({ value: preset.name, label: preset.title })),
        ],
        change: o.choosePreset,
    })}
    ${about === "" ? nothing : html`<p class="about">${about}</p>`}`;
}

function fields(o: Controls, keys: readonly NumberKey[]): TemplateResult[] {
    return keys.map((key) => numberField({
        name: key,
        label: NAMES[key],
        value: o.state[key],
        drafts: o.drafts,
        hex: o.state.hex,
        change: (value) => o.change({ [key]: value }),
        refused: o.refresh,
        note: (value) => numberNote(key, value),
    }));
}

function focused(o: Controls, event: FocusEvent): void {
    const name = (event.target as HTMLElement).dataset["field"];
    const key = NUMBERS.find((candidate) => candidate === name);
    if (key !== undefined) {
        o.touch(key);
    }
}

/** Buttons for the steps that arrow keys make in a field. */
function nudgeTemplate(o: Controls): TemplateResult {
    const step = (up: number) => () => {
        o.drafts.delete(o.touched);
        o.change({ [o.touched]: stepUlps(o.state[o.touched], up) });
    };
    return html`<div class="row nudge">
        ${button({ name: "ulp-down", label: "− ulp", press: step(-1) })}
        ${button({ name: "ulp-up", label: "+ ulp", press: step(1) })}
        <span><b>${NAMES[o.touched]}</b> by one ulp <span class="keys">or ↑ ↓ in a field;
            shift: 1024, alt: decimal</span></span>
    </div>`;
}

/** Switching the motion on sets a visible displacement: down by the size of the circle. */
function motionOf(s: LabState, motion: boolean): Partial<LabState> {
    if (!motion) {
        return { motion, method: s.method === "moving-circle" ? "" : s.method };
    }
    return s.vx === 0 && s.vy === 0 ? { motion, vx: s.r, vy: -2 * s.r } : { motion };
}

function methodTemplate(o: Controls): TemplateResult {
    const choices: Choice<Method | "">[] = [
        { value: "", label: "none" },
        ...METHODS.map((name) => ({ value: name, label: name })),
    ];
    return select<Method | "">({
        name: "method", label: "Compare with a published method", value: o.state.method, choices,
        change: (method) => o.change(method === "moving-circle"
            ? { method, ...motionOf(o.state, true) } : { method }),
    });
}
