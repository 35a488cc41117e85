// The controls and counters of the tab Table. Room: playground.
import {
    button, choice, html, select, slider, toggle, type TemplateResult,
} from "../controls.ts";
import { colorKey, counter, shortNumber, wholeNumber } from "../counters.ts";
import { SPEED_MAX, type TableSettings, type Tool } from "./settings.ts";
import type { TableCounts } from "./simulation.ts";

export interface PanelState {
    settings: TableSettings;
    tool: Tool;
    counts: TableCounts;
    walls: number;
    paused: boolean;
    canUndo: boolean;
    /** In radii of a ball. */
    thickness: number;
    /** Degrees counterclockwise from the x axis, and 0 to 1. */
    angle: number;
    power: number;
    /** Milliseconds. */
    work: number;
    waiting: boolean;
    pasted: string;
}

export interface PanelActions {
    change(part: Partial<TableSettings>): void;
    tool(tool: Tool): void;
    pause(paused: boolean): void;
    undo(): void;
    startTable(): void;
    demo(): void;
    load(files: readonly File[]): void;
    paste(text: string): void;
    readPasted(): void;
    save(): void;
    addBalls(count: number): void;
    clearBalls(): void;
    thickness(value: number): void;
    aim(angle: number, power: number): void;
    shoot(): void;
}

const HINTS: Record<Tool, string> = {
    shoot: "Drag from a ball in the direction of the shot. A longer drag is faster. " +
        "Drag the table to move it, wheel or two fingers to zoom.",
    ball: "Tap to add a ball.",
    wall: "Drag from one end of the wall to the other. If new walls are thick, " +
        "a tap adds a round post.",
    swing: "Drag a wall by its middle, and it slides back and forth; by an end, and it turns. " +
        "Tap it, and it stands again.",
    erase: "Tap a wall to remove it.",
};

function counters({ counts, walls, work }: PanelState): TemplateResult {
    const bad = (count: number) => (count > 0 ? "error" : "");
    return html`<dl class="results">
        ${counter("Balls", wholeNumber(counts.balls))}
        ${counter("Walls", wholeNumber(walls))}
        ${counter("Contacts", wholeNumber(counts.contacts))}
        ${counter("Escapes", wholeNumber(counts.escapes), bad(counts.escapes))}
        ${counter("Overlaps", wholeNumber(counts.overlaps), bad(counts.overlaps))}
        ${counts.crushed > 0 ? counter("Crushed", wholeNumber(counts.crushed)) : html``}
        ${counter("Time per frame", `${work.toFixed(1)} ms`)}
    </dl>
    <p class="note">Each frame is checked exactly: all balls for overlaps, and the paths of
        ${counts.watched === counts.balls ? "all balls"
            : `${wholeNumber(counts.watched)} of ${wholeNumber(counts.balls)} balls in turn`}
        for escapes.</p>
    ${counts.escapes > 0 ? html`<p class="note">Crosses mark where the last balls got out. Balls
        that are out may be beyond the picture.</p>` : html``}`;
}

function fileButton(actions: PanelActions): TemplateResult {
    const pick = (event: Event) => {
        const input = event.target as HTMLInputElement;
        actions.load([...(input.files ?? [])]);
        input.value = "";
    };
    return html`<div class="field"><label for="table-file">Load walls or balls (CSV)</label>
        <input id="table-file" type="file" accept=".csv,.txt,text/csv,text/plain" multiple
            style="min-height: 36px; width: 100%" @change=${pick}></div>`;
}

function motionControls(s: TableSettings, actions: PanelActions): TemplateResult {
    return html`
        ${slider({
            name: "table-speed", label: "Speed of the fastest ball", value: Math.log10(s.speed),
            min: 0, max: Math.log10(SPEED_MAX), step: 0.05,
            text: `${wholeNumber(Number(s.speed.toPrecision(2)))} radii per second`,
            change: (power) => actions.change({ speed: Number((10 ** power).toPrecision(3)) }),
        })}
        ${select({
            name: "table-method", label: "Motion",
            value: s.published ? "moving-circle" : "exact",
            choices: [
                { value: "exact", label: "exact" },
                { value: "moving-circle", label: "tutorial 3: one reflection per frame" },
            ],
            change: (method) => actions.change({ published: method !== "exact" }),
        })}
        ${s.published ? html`` : html`
            ${slider({ name: "table-restitution", label: "Restitution", value: s.restitution,
                min: 0, max: 1, step: 0.05, text: shortNumber(s.restitution),
                change: (restitution) => actions.change({ restitution }) })}
            ${slider({ name: "table-friction", label: "Friction at walls", value: s.friction,
                min: 0, max: 1, step: 0.05, text: shortNumber(s.friction),
                change: (friction) => actions.change({ friction }) })}`}
        ${slider({ name: "table-gravity", label: "Gravity", value: s.gravity,
            min: 0, max: 1, step: 0.05, text: shortNumber(s.gravity),
            change: (gravity) => actions.change({ gravity }) })}`;
}

function ballControls(state: PanelState, actions: PanelActions): TemplateResult {
    const more = (count: number) => button({
        name: `add-${count}`, label: `+ ${wholeNumber(count)}`,
        title: `${wholeNumber(count)} more balls`, press: () => actions.addBalls(count),
    });
    return html`<h2>Balls</h2>
        <div class="row">${more(1)} ${more(10)} ${more(100)} ${more(1000)}
            ${button({ name: "no-balls", label: "None", title: "Removes all balls",
                press: actions.clearBalls })}</div>
        <details>
            <summary>Shoot by numbers</summary>
            ${slider({ name: "table-angle", label: "Direction", value: state.angle,
                min: 0, max: 360, step: 1, text: `${state.angle}°`,
                change: (angle) => actions.aim(angle, state.power) })}
            ${slider({ name: "table-power", label: "Power", value: state.power, min: 0.05, max: 1,
                step: 0.05, text: shortNumber(state.power),
                change: (power) => actions.aim(state.angle, power) })}
            ${button({ name: "shoot", label: "Shoot", press: actions.shoot,
                disabled: state.counts.balls === 0 })}
        </details>`;
}

function wallControls(state: PanelState, actions: PanelActions): TemplateResult {
    return html`<h2>Walls</h2>
        ${slider({ name: "table-thickness", label: "Thickness of new walls", value: state.thickness,
            min: 0, max: 4, step: 0.25, text: `${shortNumber(state.thickness, 3)} balls`,
            change: actions.thickness })}
        <div class="row">
            ${button({ name: "start-table", label: "Billiard table", press: actions.startTable })}
            ${button({ name: "demo", label: "Demo level", press: actions.demo,
                title: "A level of the game Freedoom with a thousand balls" })}
            ${button({ name: "save", label: "Save walls", press: actions.save })}
        </div>
        ${fileButton(actions)}
        <details>
            <summary>Paste a table</summary>
            <p class="note">Walls have the columns ax,ay,bx,by and, if you like, wr (radius) and
                extent (segment, ray or line); balls have cx,cy,r and vx,vy. The first line names
                the columns. You can also drop files on the table.</p>
            <div class="field"><label for="table-text">Text of the table</label>
                <textarea id="table-text" rows="4" style="width: 100%; font: inherit"
                    spellcheck="false" .value=${state.pasted}
                    @input=${(event: Event) =>
                        actions.paste((event.target as HTMLTextAreaElement).value)}
                    ></textarea></div>
            ${button({ name: "read", label: "Read the text", press: actions.readPasted })}
        </details>`;
}

export function tablePanel(state: PanelState, actions: PanelActions): TemplateResult {
    const { settings } = state;
    return html`
        <p class="lead">Draw walls, shoot balls, and turn the speed up as far as you like: no ball
            gets through a wall. Switch to a tutorial’s method, and some do.</p>
        ${choice({
            name: "tool", label: "Pointer", value: state.tool,
            choices: [
                { value: "shoot", label: "shoot" }, { value: "ball", label: "ball" },
                { value: "wall", label: "wall" }, { value: "swing", label: "swing" },
                { value: "erase", label: "erase" },
            ],
            change: actions.tool,
        })}
        <p class="note">${HINTS[state.tool]} <span class="keys">With the keyboard, arrow keys move
            the table under a cross, and Enter presses and releases there.</span></p>
        <div class="row">
            ${button({ name: "undo", label: "Undo", press: actions.undo, disabled: !state.canUndo,
                title: "Undoes the last change of the walls (Ctrl + Z)" })}
            ${toggle({ name: "paused", label: "Pause", value: state.paused,
                change: actions.pause })}
        </div>
        ${counters(state)}
        <p class="note">${colorKey("accent", "free")} ${colorKey("wrong-time", "in a wall")}
            ${colorKey("crossing", "went through a wall")}</p>
        ${motionControls(settings, actions)}
        ${state.waiting ? html`<p class="note">Loading the tutorial’s method …</p>` : html``}
        ${ballControls(state, actions)}
        ${wallControls(state, actions)}
        <details>
            <summary>What is checked, and how</summary>
            <p class="note">Separate exact queries count escapes and overlaps. An escape is a
                straight part of a ball’s path that touches the inside of a wall. An overlap is a
                ball that overlaps a wall after a frame, by any depth. In each frame the paths of
                some balls are checked, as many as the time allows. For the tutorial’s balls an
                escape is a path on which the centre crosses a wall. Balls do not collide with each
                other. A ball has at most 64 contacts per frame, or fewer if the time is short. The
                rest of its frame is then dropped. A ball that a swinging wall leaves no place for
                is counted as crushed and taken away.</p>
        </details>`;
}
