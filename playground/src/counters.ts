// Rows of counters beside a simulation, and the legend of its colours. Room: playground.
import { html, type TemplateResult } from "./controls.ts";
import type { Color } from "./paint.ts";

/** A row of dl.results; `kind` "error" marks it. It changes often, so it is not read aloud. */
export function counter(label: string, value: string, kind: "" | "error" = ""): TemplateResult {
    return html`<dt>${label}</dt>
        <dd><output aria-label=${label} aria-live="off" class=${kind}>${value}</output></dd>`;
}

/** A disc of the colour and its meaning. */
export function colorKey(color: Color, label: string): TemplateResult {
    return html`<span class="color-key"
        ><i class="swatch" style="background: var(--${color})"></i>${label}</span>`;
}

/** A number with a few digits, for people. */
export function shortNumber(value: number, digits = 2): string {
    return String(Number(value.toPrecision(digits)));
}

/** A whole number with thousands separators. */
export function wholeNumber(value: number): string {
    return value.toLocaleString("en");
}
