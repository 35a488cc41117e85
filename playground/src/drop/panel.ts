// The controls and counters of the tab Drop. Room: playground.
import {
    button, choice, html, nothing, select, slider, toggle, type TemplateResult,
} from "../controls.ts";
import { colorKey, counter, shortNumber, wholeNumber } from "../counters.ts";
import {
    CIRCLE_COUNTS, METHODS, MOTIONS, SPEED_MAX, SPEED_MIN, WALL_COUNTS,
} from "./settings.ts";
import type { DropCounts, DropSettings } from "./simulation.ts";

export interface PanelState {
    settings: DropSettings;
    counts: DropCounts;
    paused: boolean;
    /** Milliseconds. */
    work: number;
    /** The published methods are being loaded. */
    waiting: boolean;
}

export interface PanelActions {
    change(part: Partial<DropSettings>): void;
    restart(): void;
    pause(paused: boolean): void;
    step(): void;
}

const METHOD_LABELS: Record<(typeof METHODS)[number], string> = {
    "exact": "exact",
    "falling-gate": "tutorial 4, first approach: the horizontal gate",
    "falling-projection": "tutorial 4, second approach: the projection",
    "tangent-clamp": "tutorial 5: clamp on the tangent",
    "area": "tutorial 1: height of a triangle",
    "closest-point": "tutorial 2: closest point",
};

/** A slider with a list of numbers. */
function countSlider(
    name: string, label: string, counts: readonly number[], value: number,
    change: (value: number) => void,
): TemplateResult {
    const at = counts.findIndex((count) => count >= value);
    return slider({
        name, label, min: 0, max: counts.length - 1, step: 1,
        value: at < 0 ? counts.length - 1 : at,
        text: wholeNumber(value),
        change: (index) => change(counts[index] ?? value),
    });
}

function counters({ counts, settings, work }: PanelState): TemplateResult {
    const bad = (count: number) => (count > 0 ? "error" : "");
    return html`<dl class="results">
        ${counter("Falling", wholeNumber(counts.falling))}
        ${counter("At rest", wholeNumber(counts.resting))}
        ${counter("Went through a wall", wholeNumber(counts.through), bad(counts.through))}
        ${settings.method === "exact" ? nothing
            : counter("Stopped in the air", wholeNumber(counts.inAir), bad(counts.inAir))}
        ${settings.method === "exact" && settings.collide
            ? counter("Asleep", wholeNumber(counts.asleep)) : nothing}
        ${settings.method === "exact" && settings.collide
            ? counter("Overlaps of two circles", wholeNumber(counts.overlaps), bad(counts.overlaps))
            : nothing}
        ${counter("Time per frame", `${work.toFixed(1)} ms`)}
    </dl>`;
}

function motionControls(s: DropSettings, actions: PanelActions): TemplateResult {
    if (s.method !== "exact") {
        return html`<p class="note">As published: a circle falls by two pixels per frame. If the
            method reports a collision, the move is undone.</p>`;
    }
    return html`
        ${toggle({ name: "collide", label: "Circles collide", value: s.collide,
            change: (collide) => actions.change({ collide }) })}
        ${choice({
            name: "motion", label: "Response to a wall", value: s.motion,
            choices: MOTIONS.map((value) => ({ value, label: value })),
            change: (motion) => actions.change({ motion }),
        })}
        ${s.motion !== "bounce" ? nothing : slider({
            name: "drop-restitution", label: "Restitution", value: s.restitution, min: 0, max: 1,
            step: 0.05, text: shortNumber(s.restitution),
            change: (restitution) => actions.change({ restitution }),
        })}
        ${s.motion === "stop" ? nothing : slider({
            name: "drop-friction", label: "Friction", value: s.friction, min: 0, max: 1, step: 0.05,
            text: shortNumber(s.friction), change: (friction) => actions.change({ friction }),
        })}`;
}

/** Speeds in even logarithmic steps that include 1. */
function speedSlider(speed: number, actions: PanelActions): TemplateResult {
    return slider({
        name: "drop-speed", label: "Speed", value: Math.log10(speed), min: Math.log10(SPEED_MIN),
        max: Math.log10(SPEED_MAX), step: 0.05, text: `${shortNumber(speed)} ×`,
        change: (power) => actions.change({ speed: Number((10 ** power).toPrecision(3)) }),
    });
}

export function dropPanel(state: PanelState, actions: PanelActions): TemplateResult {
    const s = state.settings;
    return html`
        <p class="lead">Circles fall on sloped walls. Switch to a tutorial’s method and see some
            of them fall past the ends, and through steep walls.</p>
        <div class="row">
            ${button({ name: "restart", label: "Restart", press: actions.restart, primary: true,
                title: "Moves all circles back to the top" })}
            ${toggle({ name: "paused", label: "Pause", value: state.paused,
                change: actions.pause })}
            ${button({ name: "step", label: "One frame", press: actions.step })}
        </div>
        ${counters(state)}
        <p class="note">${colorKey("accent", "falling")} ${colorKey("inside", "at rest")}
            ${s.method === "exact" && s.collide ? colorKey("asleep", "asleep") : nothing}
            ${colorKey("crossing", "went through a wall")}
            ${s.method === "exact" ? nothing
                : colorKey("inside-touching", "stopped in the air")}</p>
        ${select({
            name: "drop-method", label: "Collision test", value: s.method,
            choices: METHODS.map((value) => ({ value, label: METHOD_LABELS[value] })),
            change: (method) => actions.change({ method }),
        })}
        ${state.waiting ? html`<p class="note">Loading the tutorials’ methods …</p>` : nothing}
        ${motionControls(s, actions)}
        ${countSlider("circles", "Circles", CIRCLE_COUNTS, s.circles,
            (circles) => actions.change({ circles }))}
        ${countSlider("walls", "Sloped walls", WALL_COUNTS, s.walls,
            (walls) => actions.change({ walls }))}
        ${speedSlider(s.speed, actions)}
        <details>
            <summary>What the counters mean</summary>
            <p class="note">A circle went through a wall if it moved into or through one. Each
                move of a tutorial’s method is compared with the exact sweep of the same path. The
                method tests every circle against every wall, which is slow for many walls. The
                library’s own moves are checked too: 250 circles in each frame, in turn, for any
                overlap with a wall. If circles collide, 20 of them in each frame are checked for an
                overlap with any other. Circles at rest fall asleep together after 30 frames: they
                keep their places, and cost little until something comes near. “Time per frame” is
                the median of moving, checking and drawing over the last 120 frames.</p>
        </details>`;
}
