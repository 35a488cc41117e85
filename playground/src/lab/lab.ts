// The tab Lab: one circle, one wall, and all exact results for them.
// Room: playground.
import type { Vec2 } from "carom";
import type { Classic } from "carom/classic";
import { formatAddress, hasState, unreadable } from "../address.ts";
import { render, splitTab, type Drafts } from "../controls.ts";
import { decade, roundTo, stepUlps, ulp } from "../numbers.ts";
import type { MountedTab, Page, Tab } from "../tab.ts";
import { View, type Handle } from "../view.ts";
import { answerOf, type Answer } from "./answer.ts";
import { controlsTemplate, stageTemplate } from "./panel.ts";
import { boxOf, paintLab, rimPoint, tipPoint } from "./picture.ts";
import { findPreset, type Preset } from "./presets.ts";
import { resultsTemplate, type Comparison } from "./results.ts";
import {
    START, circleOf, moveOf, readState, wallOf, writeState, type LabState, type NumberKey,
} from "./state.ts";

const FIRST = "thrown";

/** Whether a state is that of an example, shown in another form or with another method. */
function isCaseOf(preset: Preset, state: LabState): boolean {
    const { method } = preset.state;
    // The address cannot say that the example's own method is not shown.
    return (state.method !== "" || method === "") &&
        String(writeState({ ...state, method, hex: false })) === String(writeState(preset.state));
}

class Lab implements MountedTab {
    private state: LabState = START;
    private preset = "";
    private answer: Answer;
    private comparison: Comparison | undefined;
    private readonly drafts: Drafts = new Map();
    private touched: NumberKey = "r";
    private classic: Classic | undefined;
    /** The angle at which the outline of the circle is dragged. */
    private rimAngle = -Math.PI / 4;
    private readonly view: View;
    private readonly results: HTMLElement;
    private readonly side: HTMLElement;
    private readonly corner: HTMLElement;
    private isFirst = true;

    constructor(host: HTMLElement, private readonly page: Page) {
        host.classList.add("lab-split");
        const { stage, side } = splitTab(host);
        this.side = side;
        this.results = document.createElement("div");
        this.results.className = "answers";
        // It scrolls if the answers are long, so the keyboard must reach it.
        this.results.tabIndex = 0;
        this.results.setAttribute("role", "region");
        this.results.setAttribute("aria-label", "Answers");
        this.results.setAttribute("aria-live", "off");
        stage.after(this.results);
        this.answer = answerOf(page.carom, this.state);
        this.view = new View(stage, {
            label: "A circle and a wall. Tab goes to their handles, arrow keys move them by " +
                "a pixel, with Shift by ten, with Alt by an ulp.",
            paint: (view, c) => paintLab(c, view, this.state, this.answer, {
                contact: this.comparison?.contact, sweep: this.comparison?.sweep,
            }, this.rimAngle),
            handles: () => this.handles(),
        });
        const over = document.createElement("div");
        over.className = "over";
        stage.append(over);
        render(stageTemplate({ fit: () => this.fit(), closeUp: () => this.closeUp() }), over);
        this.corner = over.querySelector<HTMLElement>(".corner")!;
    }

    show(query: URLSearchParams): void {
        if (hasState(query) || this.isFirst) {
            this.read(hasState(query) ? query : new URLSearchParams({ preset: FIRST }));
            this.isFirst = false;
        } else {
            this.update();
        }
    }

    hide(): void {
        this.view.stop();
    }

    // ---- states ----

    private read(query: URLSearchParams): void {
        const name = query.get("preset");
        const preset = findPreset(name);
        const { state, problems } = readState(query, preset?.state ?? START);
        if (name !== null && preset === undefined) {
            problems.unshift(`there is no example called “${name}”`);
        }
        this.page.say(unreadable(problems), "error");
        this.enter(state, preset);
    }

    private choosePreset(name: string): void {
        const preset = findPreset(name);
        if (preset !== undefined) {
            this.enter({ ...preset.state, hex: this.state.hex }, preset);
        }
    }

    /** Shows another case and fits it to the view. */
    private enter(state: LabState, preset: Preset | undefined): void {
        this.state = state;
        this.preset = preset !== undefined && isCaseOf(preset, state) ? preset.name : "";
        this.drafts.clear();
        this.update();
        this.rimAngle = this.freeAngle();
        this.fit();
    }

    private change(part: Partial<LabState>): void {
        this.state = { ...this.state, ...part };
        const preset = findPreset(this.preset);
        if (preset === undefined || !isCaseOf(preset, this.state)) {
            this.preset = "";
        }
        this.update();
    }

    private query(): URLSearchParams {
        if (this.preset === "") {
            return writeState(this.state);
        }
        const query = new URLSearchParams({ preset: this.preset });
        if (this.state.method !== findPreset(this.preset)?.state.method) {
            query.set("method", this.state.method);
        }
        if (this.state.hex) {
            query.set("hex", "1");
        }
        return query;
    }

    /** Renders everything from the state. */
    private update(): void {
        this.answer = answerOf(this.page.carom, this.state);
        this.comparison = this.compare();
        this.renderAll();
        this.page.keep(this.query());
        this.view.redraw();
    }

    private renderAll(): void {
        // The height depends only on the choice of a method, because the canvas must keep its size
        // during a drag.
        this.results.classList.toggle("compared", this.state.method !== "");
        render(resultsTemplate(this.state, this.answer, this.comparison), this.results);
        render(controlsTemplate({
            state: this.state,
            preset: this.preset,
            drafts: this.drafts,
            touched: this.touched,
            change: (part) => this.change(part),
            choosePreset: (name) => this.choosePreset(name),
            touch: (key) => {
                this.touched = key;
                this.renderAll();
            },
            refresh: () => this.renderAll(),
            copy: () => void this.copy(),
        }), this.side);
    }

    // ---- the published method ----

    private compare(): Comparison | undefined {
        const { method } = this.state;
        const classic = this.classic;
        if (method === "") {
            return undefined;
        }
        if (classic === undefined) {
            void this.loadClassic();
            return undefined;
        }
        const info = classic.methods.find((candidate) => candidate.name === method);
        if (info === undefined) {
            return undefined;
        }
        const circle = circleOf(this.state);
        const wall = wallOf(this.state);
        const move = moveOf(this.state);
        return {
            info,
            verdict: classic.judge(method, circle, move, wall),
            truth: classic.truth(method, circle, move, wall),
            contact: info.isSweep ? undefined : classic.relate(method, circle, wall),
            sweep: info.isSweep ? classic.sweep(method, circle, move, wall) : undefined,
        };
    }

    private async loadClassic(): Promise<void> {
        this.classic = await this.page.classic();
        this.update();
        this.fit();
    }

    // ---- handles ----

    /** A free spot on the outline: beside the displacement, or away from the wall. */
    private freeAngle(): number {
        const { normal } = this.answer.contact;
        return this.state.motion
            ? Math.atan2(this.state.vx, -this.state.vy)
            : Math.atan2(normal.y, normal.x) + Math.PI / 4;
    }

    private handles(): Handle[] {
        const s = this.state;
        const handles = [
            this.pointHandle("a", "End a of the wall", { x: s.ax, y: s.ay }, "ax", "ay"),
            this.pointHandle("b", "End b of the wall", { x: s.bx, y: s.by }, "bx", "by"),
            this.pointHandle("center", "Centre of the circle", { x: s.cx, y: s.cy }, "cx", "cy"),
            this.rimHandle(),
        ];
        if (s.motion) {
            handles.unshift(this.tipHandle());
        }
        return handles.filter(({ at }) => Number.isFinite(at.x) && Number.isFinite(at.y));
    }

    /** A short decimal for a position on the canvas, no finer than a pixel. */
    private round(value: number): number {
        const step = decade(1 / this.view.scale);
        return step > 4 * ulp(value) ? roundTo(value, step) : value;
    }

    private pointHandle(
        id: string, label: string, at: Vec2, x: NumberKey, y: NumberKey,
    ): Handle {
        return {
            id, label, at,
            move: (to) => this.change({ [x]: this.round(to.x), [y]: this.round(to.y) }),
            nudge: (dx, dy, event) => this.nudge(dx !== 0 ? x : y, dx + dy, event),
        };
    }

    private rimHandle(): Handle {
        const s = this.state;
        return {
            id: "rim", label: "Rim of the circle: its radius", at: rimPoint(s, this.rimAngle),
            move: (to) => {
                const off = { x: to.x - s.cx, y: to.y - s.cy };
                this.rimAngle = Math.atan2(off.y, off.x);
                this.change({ r: this.round(Math.hypot(off.x, off.y)) });
            },
            nudge: (dx, dy, event) => this.nudge("r", dx + dy, event),
        };
    }

    private tipHandle(): Handle {
        const s = this.state;
        return {
            id: "tip", label: "Tip of the motion", at: tipPoint(s),
            move: (to) => this.change({ vx: this.round(to.x - s.cx), vy: this.round(to.y - s.cy) }),
            nudge: (dx, dy, event) => this.nudge(dx !== 0 ? "vx" : "vy", dx + dy, event),
        };
    }

    private nudge(key: NumberKey, up: number, event: KeyboardEvent): void {
        this.touched = key;
        this.drafts.delete(key);
        this.change({ [key]: this.nudged(this.state[key], up, event) });
    }

    /** By a pixel, with shift by ten; with alt by an ulp, with both by 1024. */
    private nudged(value: number, up: number, event: KeyboardEvent): number {
        if (event.altKey) {
            return stepUlps(value, event.shiftKey ? 1024 * up : up);
        }
        const next = this.round(value + (event.shiftKey ? 10 * up : up) / this.view.scale);
        return next === value ? stepUlps(value, up) : next;
    }

    // ---- actions ----

    private fit(): void {
        const box = boxOf(this.state, this.answer, this.comparison?.sweep);
        // On a phone the buttons are at the bottom: no handle may be under them.
        const { offsetTop } = this.corner;
        const { clientHeight } = this.view.canvas;
        const below = offsetTop > clientHeight / 2 ? clientHeight - offsetTop + 6 : 24;
        this.view.fit(box, 24, 66, below);
    }

    /** Zooms to the contact until single doubles are visible. */
    private closeUp(): void {
        const sweep = this.answer.motion?.sweep;
        const met = sweep !== undefined && sweep.kind !== "miss" && sweep.kind !== "invalid";
        const at = met ? sweep.point : this.answer.contact.point;
        const s = this.state;
        // Consider the circle's numbers too: near 0 doubles are denser than needed.
        const size = Math.max(...[at.x, at.y, s.cx, s.cy, s.r].map(Math.abs));
        const half = 12 * ulp(size);
        this.view.fit({
            min: { x: at.x - half, y: at.y - half }, max: { x: at.x + half, y: at.y + half },
        }, 0);
    }

    private async copy(): Promise<void> {
        const address = new URL(formatAddress("lab", this.query()), location.href).href;
        try {
            await navigator.clipboard.writeText(address);
            this.page.say("The link is copied. It shows the same numbers.");
        } catch {
            this.page.say(`The browser does not allow copying. This is the link: ${address}`);
        }
    }
}

export const lab: Tab = {
    id: "lab",
    title: "Lab",
    mount: (host, page) => new Lab(host, page),
};
