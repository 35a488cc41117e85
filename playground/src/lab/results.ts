// The results of the Lab: a headline, the contact, the motion, and a published method. Room:
// playground.
import type { Vec2 } from "carom";
import type { ClassicContact, ClassicSweep, MethodInfo, Verdict } from "carom/classic";
import { html, nothing, type TemplateResult } from "../controls.ts";
import { kindColor } from "../paint.ts";
import { showNumber } from "../numbers.ts";
import { VERDICT_WORDS } from "../verdicts.ts";
import type { Answer } from "./answer.ts";
import type { LabState } from "./state.ts";
import {
    QUESTION_WORDS, featureWords, invalidWords, mistakeWords, relationWords, sweepWords,
} from "./words.ts";

/** The answer of a published method and the exact one. */
export interface Comparison {
    info: MethodInfo;
    verdict: Verdict;
    truth: boolean;
    contact: ClassicContact | undefined;
    sweep: ClassicSweep | undefined;
}

export function resultsTemplate(
    s: LabState, answer: Answer, comparison: Comparison | undefined,
): TemplateResult {
    const compared = comparison === undefined ? nothing : comparisonTemplate(s, answer, comparison);
    const isValid = answer.relation !== "invalid";
    return html`${headlineTemplate(s, answer)}
        <div class="columns">
            ${motionTemplate(s, answer)}
            ${s.motion ? compared : nothing}
            ${isValid ? contactTemplate(s, answer) : nothing}
            ${s.motion ? nothing : compared}
            ${isValid ? overlapTemplate(s, answer) : nothing}
        </div>`;
}

// ---- numbers ----

function number(value: number, s: LabState): string {
    return showNumber(value, s.hex);
}

/** A point. A line may break between its coordinates, not within them. */
function point(p: Vec2, s: LabState): TemplateResult {
    return html`<span class="coordinate">${number(p.x, s)},</span>
        <span class="coordinate">${number(p.y, s)}</span>`;
}

/** A few digits, for sentences. */
function short(value: number): string {
    return String(Number(value.toPrecision(4)));
}

function row(name: string, label: string, value: unknown): TemplateResult {
    return html`<dt>${label}</dt><dd data-result=${name}>${value}</dd>`;
}

// ---- the exact answers ----

function headlineTemplate(s: LabState, answer: Answer): TemplateResult {
    const invalid = answer.relation === "invalid" || answer.motion?.sweep.kind === "invalid";
    const words = invalid ? invalidWords(s) || "these numbers are invalid"
        : answer.relation === "separate" ? `a gap of ${short(answer.distance)} between them`
            : relationWords(answer.relation);
    const sweep = answer.motion?.sweep;
    return html`<div class="headline">
        <span class="chip" data-result="relation" style="--tint: var(--${answer.relation})"
            >${answer.relation}</span>
        <span data-result="headline">${words}</span>
        ${sweep === undefined || invalid ? nothing : html`
            <span class="chip" data-result="kind" style="--tint: var(--${kindColor(sweep.kind)})"
                >${sweep.kind}</span>
            <span data-result="motion">${sweepWords(sweep, short)}</span>`}
        <span class="question">${s.motion ? "At the start: " : ""}${QUESTION_WORDS[s.question]}
            <b data-result="touches">${invalid && answer.relation === "invalid" ? "invalid input"
                : answer.touches ? "yes" : "no"}</b></span>
    </div>`;
}

function contactTemplate(s: LabState, { contact }: Answer): TemplateResult {
    return html`<section><h2>${s.motion ? "Contact at the start" : "Contact"}</h2>
        <dl class="results">
            ${row("feature", "nearest part", featureWords(contact.feature))}
            ${row("along", "along", number(contact.along, s))}
            ${row("point", "nearest point", point(contact.point, s))}
            ${row("normal", "normal", point(contact.normal, s))}
        </dl></section>`;
}

function overlapTemplate(s: LabState, answer: Answer): TemplateResult {
    const { contact, crossings, push } = answer;
    const pushed = contact.depth > 0 ? point(push.center, s) : "not needed";
    const crossed = crossings.length === 0 ? "none"
        : crossings.map((crossing) => html`<div>${point(crossing.point, s)}</div>`);
    return html`<section><h2>${s.motion ? "Overlap at the start" : "Overlap"}</h2>
        <dl class="results">
            ${row("depth", "depth", number(contact.depth, s))}
            ${row("distance", "gap", number(answer.distance, s))}
            ${row("push", "pushed out to", pushed)}
            ${row("crossings", "outline crosses", crossed)}
        </dl></section>`;
}

function motionTemplate(s: LabState, answer: Answer): TemplateResult | typeof nothing {
    const sweep = answer.motion?.sweep;
    if (answer.motion === undefined || sweep === undefined || sweep.kind === "miss" ||
        sweep.kind === "invalid") {
        return nothing;
    }
    const { end } = answer.motion;
    return html`<section><h2>Motion</h2>
        <dl class="results">
            ${row("t", "t", number(sweep.t, s))}
            ${row("center", "centre at t", point(sweep.center, s))}
            ${row("sweep-point", "contact point", point(sweep.point, s))}
            ${row("sweep-normal", "normal", point(sweep.normal, s))}
            ${row("sweep-feature", "part", featureWords(sweep.feature))}
            ${row("end", sweep.kind === "graze" ? "end" : "reflected end", point(end, s))}
        </dl></section>`;
}

// ---- a published method ----

function comparisonTemplate(s: LabState, answer: Answer, o: Comparison): TemplateResult {
    const says = o.sweep?.hits ?? o.contact?.collides ?? false;
    const why = mistakeWords(o.info.name, o.verdict, s, answer, o.sweep);
    const tint = o.verdict === "right" ? "inside" : o.verdict;
    return html`<section class="published"><h2>${o.info.name}
            <span class="chip small" data-result="verdict" style="--tint: var(--${tint})"
                >${VERDICT_WORDS[o.verdict]}</span></h2>
        <p data-result="summary">${o.info.summary}. ${testedBy(o.info)}</p>
        <dl class="results">
            ${row("says", "it says", says ? "yes" : "no")}
            ${row("truth", "exact", o.truth ? "yes" : "no")}
            ${o.sweep?.hits === true && answer.motion !== undefined ? html`
                ${row("says-t", "its t", number(o.sweep.t, s))}
                ${row("truth-t", "exact t", number(answer.motion.sweep.t, s))}
                ${row("says-end", "its end", point(o.sweep.end, s))}` : nothing}
            ${o.contact?.offset === undefined ? nothing
                : row("offset", "its depenetration", point(o.contact.offset, s))}
        </dl>
        ${why === "" ? nothing : html`<p class="why" data-result="why">${why}</p>`}
        ${stepsTemplate(s, o)}</section>`;
}

function testedBy(info: MethodInfo): string {
    const question = info.isSweep ? "when the circle hits"
        : `for the ${info.rule.replace("-", " ")}`;
    return `It tests ${question}, for a ${info.extent} without a radius.`;
}

function stepsTemplate(s: LabState, o: Comparison): TemplateResult {
    const steps = (o.sweep ?? o.contact)?.steps ?? [];
    return html`<details open data-result="steps"><summary>Its steps</summary><ol class="steps">
        ${steps.map((step) => html`<li><code>${step.text}</code> →
            <b>${step.value.map((value) => number(value, s)).join(", ")}</b></li>`)}
    </ol></details>`;
}
