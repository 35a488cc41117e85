// Labelled controls for the tabs, as lit-html templates over the browser's own form elements.
// Number fields read decimals and C hex floats, keep the last good number, and step by one ulp.
// Room: playground.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { parseNumber, showNumber, stepDecimal, stepUlps } from "./numbers.ts";

export { html, nothing, render };
export type { TemplateResult };

/** Splits a tab into a stage, for its canvas, and a side, for its controls. */
export function splitTab(host: HTMLElement): { stage: HTMLElement; side: HTMLElement } {
    const stage = document.createElement("div");
    const side = document.createElement("div");
    host.classList.add("split");
    side.className = "side";
    host.append(stage, side);
    return { stage, side };
}

/** The texts typed into number fields that are not accepted, by the name of the field. */
export type Drafts = Map<string, { text: string; error: string }>;

export interface NumberFieldOptions {
    /** The name of the field, in the drafts and in the page (data-field). */
    name: string;
    label: string;
    value: number;
    drafts: Drafts;
    /** Called with a valid number that was typed or stepped to. The caller renders again. */
    change(value: number): void;
    /** Called after invalid input. The caller renders again. */
    refused(): void;
    /** Returns the problem of a number, or "". */
    check?(value: number): string;
    /** Returns a remark about a number that is accepted, or "". */
    note?(value: number): string;
    hex?: boolean;
    /** The minimum step of alt + arrow, default 0.01. */
    step?: number;
}

/** Keys in a number field: arrows step by 1 ulp, with shift by 2^10, with alt by a decimal step. */
export function stepNumber(value: number, up: number, event: KeyboardEvent, step = 0.01): number {
    return event.altKey
        ? stepDecimal(value, up, step)
        : stepUlps(value, event.shiftKey ? 1024 * up : up);
}

/** A field for a double. */
export function numberField(o: NumberFieldOptions): TemplateResult {
    const draft = o.drafts.get(o.name);
    const error = draft?.error ?? "";
    const note = error === "" ? (o.note?.(o.value) ?? "") : "";
    const text = draft?.text ?? showNumber(o.value, o.hex);
    const remark = `remark-${o.name}`;
    return html`<div class="field">
        <label for="field-${o.name}">${o.label}</label>
        <input id="field-${o.name}" data-field=${o.name} type="text" inputmode="text"
            autocomplete="off" autocapitalize="off" spellcheck="false"
            .value=${live(text)} title=${text}
            aria-invalid=${error === "" ? "false" : "true"} aria-describedby=${remark}
            @input=${(event: Event) => typed(o, (event.target as HTMLInputElement).value)}
            @blur=${() => left(o)}
            @keydown=${(event: KeyboardEvent) => stepped(o, event)}>
        <span id=${remark} class=${error === "" ? "note" : "error"} aria-live="polite"
            >${error === "" ? note : `${error}; still ${showNumber(o.value, o.hex)}`}</span>
    </div>`;
}

function typed(o: NumberFieldOptions, text: string): void {
    const parsed = parseNumber(text);
    const error = "error" in parsed ? parsed.error : (o.check?.(parsed.value) ?? "");
    o.drafts.set(o.name, { text, error });
    if (error === "" && "value" in parsed) {
        o.change(parsed.value);
    } else {
        o.refused();
    }
}

/** Leaving a field shows its accepted number. A refused text stays, with the reason. */
function left(o: NumberFieldOptions): void {
    if (o.drafts.get(o.name)?.error === "") {
        o.drafts.delete(o.name);
        o.refused();
    }
}

function stepped(o: NumberFieldOptions, event: KeyboardEvent): void {
    const up = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (up !== 0) {
        event.preventDefault();
        const next = stepNumber(o.value, up, event, o.step);
        o.drafts.delete(o.name);
        if ((o.check?.(next) ?? "") === "") {
            o.change(next);
        } else {
            o.refused();
        }
    } else if (event.key === "Escape" || event.key === "Enter") {
        o.drafts.delete(o.name);
        o.refused();
    }
}

export interface Choice<T extends string> {
    value: T;
    label: string;
}

export interface ChoiceOptions<T extends string> {
    name: string;
    label: string;
    value: T;
    choices: readonly Choice<T>[];
    change(value: T): void;
}

/** A few choices side by side, one of them selected. */
export function choice<T extends string>(o: ChoiceOptions<T>): TemplateResult {
    return html`<fieldset class="choice" data-field=${o.name}>
        <legend>${o.label}</legend>
        <div>${o.choices.map((c) => html`<label>
            <input type="radio" name=${o.name} value=${c.value}
                .checked=${live(c.value === o.value)}
                @change=${() => o.change(c.value)}><span>${c.label}</span></label>`)}</div>
    </fieldset>`;
}

/** A drop-down list of choices. */
export function select<T extends string>(o: ChoiceOptions<T>): TemplateResult {
    return html`<div class="field">
        <label for="field-${o.name}">${o.label}</label>
        <select id="field-${o.name}" data-field=${o.name} .value=${live(o.value)}
            @change=${(event: Event) => o.change((event.target as HTMLSelectElement).value as T)}>
            ${o.choices.map((c) => html`<option value=${c.value} ?selected=${c.value === o.value}
                >${c.label}</option>`)}
        </select>
    </div>`;
}

export interface ToggleOptions {
    name: string;
    label: string;
    value: boolean;
    change(value: boolean): void;
}

/** A checkbox. */
export function toggle(o: ToggleOptions): TemplateResult {
    return html`<label class="toggle"><input type="checkbox" data-field=${o.name}
        .checked=${live(o.value)}
        @change=${(event: Event) => o.change((event.target as HTMLInputElement).checked)}
        ><span>${o.label}</span></label>`;
}

export interface SliderOptions {
    name: string;
    label: string;
    value: number;
    min: number;
    max: number;
    /** Default: a hundredth of the range. */
    step?: number;
    /** The text of the value beside the label; by default the number. */
    text?: string;
    change(value: number): void;
}

/** A slider for a number that needs no precision. */
export function slider(o: SliderOptions): TemplateResult {
    const text = o.text ?? showNumber(o.value);
    return html`<div class="field slider">
        <label for="field-${o.name}">${o.label} <output aria-live="off">${text}</output></label>
        <input id="field-${o.name}" data-field=${o.name} type="range" min=${o.min} max=${o.max}
            step=${o.step ?? (o.max - o.min) / 100} .value=${live(String(o.value))}
            aria-valuetext=${text}
            @input=${(event: Event) => o.change((event.target as HTMLInputElement).valueAsNumber)}>
    </div>`;
}

export interface ButtonOptions {
    name: string;
    label: string;
    press(): void;
    /** The main button. */
    primary?: boolean;
    disabled?: boolean;
    title?: string;
}

export function button(o: ButtonOptions): TemplateResult {
    return html`<button type="button" data-action=${o.name}
        class=${o.primary === true ? "primary" : ""} title=${o.title ?? nothing}
        ?disabled=${o.disabled === true}
        @click=${o.press}>${o.label}</button>`;
}
