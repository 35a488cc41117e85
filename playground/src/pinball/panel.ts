// The controls and counters beside the pinball table. Layer: playground.
import { button, html, slider, toggle, type TemplateResult } from "../controls.ts";
import { counter, wholeNumber } from "../counters.ts";
import { BALLS_A_GAME } from "./rules.ts";
import { SPEED_MAX, type PinballSettings } from "./settings.ts";
import type { Counts } from "./simulation.ts";

export interface PanelState {
    settings: PinballSettings;
    counts: Counts;
    score: number;
    ball: number;
    isOver: boolean;
    balls: number;
    best: number;
    isPaused: boolean;
    hasSound: boolean;
    /** Milliseconds a frame. */
    work: number;
}

export interface PanelActions {
    change(part: Partial<PinballSettings>): void;
    restart(): void;
    pause(isPaused: boolean): void;
    sound(isOn: boolean): void;
    launch(): void;
    nudge(way: "left" | "right" | "up"): void;
}

function speedText(speed: number): string {
    return `${speed < 10 ? speed.toPrecision(2) : wholeNumber(Math.round(speed))} ×`;
}

const KEYS: readonly [string, string][] = [
    ["← or Z", "left flipper"], ["→ or /", "right flipper"],
    ["space or ↓", "hold and let go: plunger"], ["X, . and ↑", "nudge"],
    ["P", "pause"], ["R", "new game"],
];

function help(): TemplateResult {
    return html`
        <div class="keys"><dl class="pinball-keys">
            ${KEYS.map(([key, use]) => html`<dt>${key}</dt><dd>${use}</dd>`)}
        </dl></div>
        <p class="note">By touch: the left and right half of the table are the flippers, drawing
            down pulls the plunger, a quick swipe to a side nudges.</p>`;
}

export function pinballPanel(state: PanelState, actions: PanelActions): TemplateResult {
    const { counts, settings } = state;
    const bad = (count: number) => (count > 0 ? "error" : "");
    return html`
        <p class="lead">Flippers, plunger and turnstile are walls that move, and no wall passes a
            ball, at any speed. Turn the speed up a thousandfold: nothing gets out.</p>
        <div class="row">
            ${button({ name: "new-game", label: "New game", primary: true,
                press: actions.restart })}
            ${button({ name: "launch", label: "Launch", press: actions.launch,
                title: "Draws the plunger back and lets it go" })}
            ${toggle({ name: "pinball-paused", label: "Pause", value: state.isPaused,
                change: actions.pause })}
            ${toggle({ name: "pinball-sound", label: "Sound", value: state.hasSound,
                change: actions.sound })}
        </div>
        <dl class="results">
            ${counter("Score", wholeNumber(state.score))}
            ${counter("High score", wholeNumber(state.best))}
            ${counter("Ball", state.isOver ? "game over" : `${state.ball} of ${BALLS_A_GAME}`)}
            ${counter("Balls on the table", String(state.balls))}
            ${counter("Contacts", wholeNumber(counts.contacts))}
            ${counter("Escapes", wholeNumber(counts.escapes), bad(counts.escapes))}
            ${counter("Overlaps", wholeNumber(counts.overlaps), bad(counts.overlaps))}
            ${counter("Time played", `${wholeNumber(Math.floor(counts.time))} s`)}
            ${counter("Time per frame", `${state.work.toFixed(1)} ms`)}
        </dl>
        ${slider({
            name: "pinball-speed", label: "Speed", value: Math.log10(settings.speed),
            min: -1, max: Math.log10(SPEED_MAX), step: 0.05, text: speedText(settings.speed),
            change: (power) => actions.change({ speed: Number((10 ** power).toPrecision(2)) }),
        })}
        ${toggle({ name: "pinball-autoplay", label: "The page plays", value: settings.autoplay,
            change: (autoplay) => actions.change({ autoplay }) })}
        <div class="row">
            ${button({ name: "nudge-left", label: "Nudge left",
                press: () => actions.nudge("left") })}
            ${button({ name: "nudge-right", label: "Nudge right",
                press: () => actions.nudge("right") })}
        </div>
        <h2>Keys</h2>
        ${help()}
        <details>
            <summary>Rules</summary>
            <p class="note">The five lanes at the top spell CAROM; the flippers move the lit
                letters. Every word raises the multiplier, up to × 6. Four blue targets start a
                multiball with three balls; until one is left, both orbits pay a jackpot. A ball
                that is lost within twelve seconds comes back. Three nudges in quick succession
                tilt the table.</p>
        </details>
        <details>
            <summary>What is checked, and how</summary>
            <p class="note">Separate exact queries count escapes and overlaps after every step. An
                escape is a straight piece of a ball’s path that leads into a wall or through it,
                or a ball outside the table. An overlap is a ball that overlaps a wall, a
                flipper, the plunger, the turnstile or another ball, by any depth. A fast table
                has longer steps, at most 32 a frame; flippers and plunger then have more. Very
                fast, the turnstile does not keep up.</p>
        </details>`;
}
