// The tab Drop: circles fall on sloped segments, moved by the library or by a published method.
// Room: playground.
import { hasState, unreadable } from "../address.ts";
import { DiscPainter } from "../discs.ts";
import type { Classic } from "carom/classic";
import { wall as paintWall, type Color } from "../paint.ts";
import { classicOf, type MountedTab, type Page, type Tab } from "../tab.ts";
import { View } from "../view.ts";
import { FrameClock } from "../frame_clock.ts";
import { dropPanel, type PanelState } from "./panel.ts";
import { render, splitTab } from "../controls.ts";
import { readSettings, writeSettings } from "./settings.ts";
import { DropSimulation, type DropSettings } from "./simulation.ts";
import { WORLD } from "./world.ts";

/** By the state of a circle: falling, at rest, through a wall, in the air, asleep. */
const COLORS: readonly Color[] = ["accent", "inside", "crossing", "inside-touching", "asleep"];
const PANEL_EVERY_MS = 150;

class DropTab implements MountedTab {
    private settings: DropSettings = readSettings(new URLSearchParams());
    private simulation: DropSimulation;
    private readonly view: View;
    private readonly painter = new DiscPainter();
    private readonly side: HTMLElement;
    private readonly clock = new FrameClock();
    private classic: Classic | undefined;
    /** Who asks for less motion starts it by the box. */
    private paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
    private shownAt = 0;
    private worldVersion = 0;

    constructor(host: HTMLElement, private readonly page: Page) {
        const { stage, side } = splitTab(host);
        this.side = side;
        this.simulation = new DropSimulation(page.carom, this.settings);
        this.view = new View(stage, {
            label: "Circles that fall on sloped walls. Drag to move the picture, wheel to zoom.",
            paint: (view, context) => this.paint(view, context),
        });
        this.view.fit(WORLD, 6);
        this.view.canvas.id = "drop-canvas";
    }

    show(state: URLSearchParams): void {
        if (hasState(state)) {
            const problems: string[] = [];
            this.take(readSettings(state, problems), true);
            this.page.say(unreadable(problems), "error");
        }
        this.view.loop((seconds) => this.frame(seconds));
        this.showPanel();
    }

    hide(): void {
        this.view.stop();
    }

    // ---- settings ----

    /** Applies settings; `anew` always moves the circles back to the top. */
    private take(settings: DropSettings, anew = false): void {
        const old = this.settings;
        this.settings = settings;
        if (settings.circles !== old.circles || settings.walls !== old.walls ||
            settings.method !== old.method || settings.collide !== old.collide) {
            this.renew();
        } else {
            this.simulation.change(settings);
            if (anew) {
                this.restart();
            }
        }
        if (settings.method !== "exact") {
            void this.loadClassic();
        }
    }

    private change(part: Partial<DropSettings>): void {
        this.take({ ...this.settings, ...part });
        this.page.keep(writeSettings(this.settings));
        this.showPanel();
    }

    private renew(): void {
        this.simulation.free();
        this.simulation = new DropSimulation(this.page.carom, this.settings);
        this.worldVersion++;
        this.clock.clear();
    }

    private restart(): void {
        this.simulation.restart();
        this.clock.clear();
        this.view.redraw();
        this.showPanel();
    }

    private async loadClassic(): Promise<void> {
        this.classic ??= await classicOf(this.page);
        if (this.classic === undefined) {
            this.change({ method: "exact" });
        }
    }

    // ---- frames ----

    private frame(seconds: number): void {
        this.clock.begin();
        if (!this.paused && this.clock.isDue(seconds)) {
            this.simulation.step(this.classic);
        }
        const now = performance.now();
        if (now - this.shownAt > PANEL_EVERY_MS) {
            this.shownAt = now;
            this.showPanel();
        }
    }

    private singleStep(): void {
        this.paused = true;
        this.simulation.step(this.classic);
        this.showPanel();
    }

    private paint(view: View, context: CanvasRenderingContext2D): void {
        const { simulation } = this;
        const width = simulation.walls.length > 80 ? 2 : 3;
        this.painter.paint(view, context, String(this.worldVersion), (c) => {
            simulation.walls.forEach((w) => paintWall(c, view, w, { width }));
        }, {
            x: simulation.x, y: simulation.y, radius: simulation.radius,
            state: simulation.state, count: simulation.count,
        }, COLORS);
        this.clock.end();
    }

    private showPanel(): void {
        const state: PanelState = {
            settings: this.settings,
            counts: this.simulation.counts(),
            paused: this.paused,
            work: this.clock.median(),
            waiting: this.settings.method !== "exact" && this.classic === undefined,
        };
        render(dropPanel(state, {
            change: (part) => this.change(part),
            restart: () => this.restart(),
            pause: (paused) => {
                this.paused = paused;
                this.showPanel();
            },
            step: () => this.singleStep(),
        }), this.side);
    }
}

export const drop: Tab = {
    id: "drop",
    title: "Drop",
    mount: (host, page) => new DropTab(host, page),
};
