// The controls and counters beside the pinball table. Room: playground.
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
    showControls(): void;
}

function speedText(speed: number): string {
    return `${speed < 10 ? speed.toPrecision(2) : wholeNumber(Math.round(speed))} ×`;
}

const KEYS: readonly [string, string][] = [
    ["← or Z", "left flipper"], ["→ or /", "right flipper"],
    ["space or ↓", "plunger: hold, let go"], ["X, . or ↑", "nudge left, right, up"],
    ["P", "pause"], ["R", "new game"],
];

const FINGERS: readonly [string, string][] = [
    ["left half", "hold: left flipper"], ["right half", "hold: right flipper"],
    ["pull down", "plunger: let go to launch"], ["quick swipe", "nudge to that side"],
];

function list(rows: readonly [string, string][]): TemplateResult {
    return html`<dl class="pinball-keys">
        ${rows.map(([key, use]) => html`<dt>${key}</dt><dd>${use}</dd>`)}
    </dl>`;
}

function help(): TemplateResult {
    return html`
        <div class="keys"><h2>Keys</h2>${list(KEYS)}</div>
        <div class="fingers"><h2>Fingers on the table</h2>${list(FINGERS)}</div>`;
}

/** What a player needs at hand without a keyboard. */
function playButtons(actions: PanelActions): TemplateResult {
    return html`
        ${button({ name: "launch", label: "Launch", press: actions.launch,
            title: "Pulls the plunger back and lets it go" })}
        ${button({ name: "nudge-left", label: "← Nudge", press: () => actions.nudge("left") })}
        ${button({ name: "nudge-right", label: "Nudge →", press: () => actions.nudge("right") })}`;
}

/** The buttons beside the table on a phone that lies on its side. */
export function pinballOverlay(state: PanelState, actions: PanelActions): TemplateResult {
    return html`<div class="corner">
        ${playButtons(actions)}
        ${button({ name: "pause", label: state.isPaused ? "Go on" : "Pause",
            press: () => actions.pause(!state.isPaused) })}
        ${button({ name: "controls", label: "More ↓", press: actions.showControls })}
    </div>`;
}

export function pinballPanel(state: PanelState, actions: PanelActions): TemplateResult {
    const { counts, settings } = state;
    const bad = (count: number) => (count > 0 ? "error" : "");
    return html`
        <div class="row">
            ${button({ name: "new-game", label: "New game", primary: true,
                press: actions.restart })}
            ${playButtons(actions)}
        </div>
        <div class="row">
            ${toggle({ name: "pinball-paused", label: "Pause", value: state.isPaused,
                change: actions.pause })}
            ${toggle({ name: "pinball-sound", label: "Sound", value: state.hasSound,
                change: actions.sound })}
            ${toggle({ name: "pinball-autoplay", label: "The page plays",
                value: settings.autoplay, change: (autoplay) => actions.change({ autoplay }) })}
        </div>
        <p class="lead">Flippers, plunger and turnstile are walls that move. No ball passes a
            wall, and no wall passes a ball. Turn the speed up a thousandfold: nothing gets
            out.</p>
        ${slider({
            name: "pinball-speed", label: "Speed", value: Math.log10(settings.speed),
            min: -1, max: Math.log10(SPEED_MAX), step: 0.05, text: speedText(settings.speed),
            change: (power) => actions.change({ speed: Number((10 ** power).toPrecision(2)) }),
        })}
        ${help()}
        <h2>This game</h2>
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
        <details>
            <summary>Rules</summary>
            <p class="note">The five lanes at the top spell CAROM; the flippers move the lit
                letters. Every word raises the multiplier, up to × 6. Four blue targets start a
                multiball with three balls; until one is left, both orbits pay a jackpot. A ball
                that is lost within twelve seconds comes back.</p>
            <p class="note">A nudge pushes every ball a little to one side. After two in quick
                succession the table says CAREFUL. A third one tilts it: the flippers are dead,
                and nothing scores until the ball is lost.</p>
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
