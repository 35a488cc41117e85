// The tab Pinball. Room: playground.
import type { Vec2 } from "carom";
import { hasState, unreadable } from "../address.ts";
import { render, splitTab } from "../controls.ts";
import { FrameClock } from "../frame_clock.ts";
import type { MountedTab, Page, Tab } from "../tab.ts";
import { Input } from "./input.ts";
import { pinballOverlay, pinballPanel, type PanelActions, type PanelState } from "./panel.ts";
import { Picture } from "./picture.ts";
import type { GameSound } from "./rules.ts";
import {
    readBest, readSettings, writeBest, writeSettings, type PinballSettings,
} from "./settings.ts";
import { STEPS, Simulation } from "./simulation.ts";
import { Sound } from "./sound.ts";
import { Stage } from "./stage.ts";
import { Trails } from "./trails.ts";

const PANEL_EVERY_MS = 200;
/** A frame that took longer than this is played as if it had not. */
const FRAME_MOST = 1 / 30;
/** Milliseconds of a frame for the simulation; a very fast table takes longer steps instead. */
const BUDGET_MS = 4;
/** How far a nudge pushes the picture, and how fast it comes back. */
const SHAKE = 1.6;
const SHAKE_DECAY = 9;
const SHAKE_LEAST = 0.05;

const SHAKES: Record<"left" | "right" | "up", Vec2> = {
    left: { x: -SHAKE, y: 0 }, right: { x: SHAKE, y: 0 }, up: { x: 0, y: SHAKE },
};

class PinballTab implements MountedTab {
    private settings: PinballSettings = readSettings(new URLSearchParams());
    private readonly simulation: Simulation;
    private readonly stage: Stage;
    private readonly input: Input;
    private readonly picture = new Picture();
    private readonly trails = new Trails();
    private readonly sound = new Sound();
    private readonly clock = new FrameClock();
    private readonly side: HTMLElement;
    private readonly overlay: HTMLElement;
    private readonly news: HTMLElement;
    private readonly touch = matchMedia("(hover: none)");
    private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
    private best = readBest();
    private isPaused = false;
    /** For who asks for less motion nothing moves until the first key or button. */
    private waits = this.calm.matches;
    private isShown = false;
    private shownAt = 0;

    constructor(host: HTMLElement, private readonly page: Page) {
        const { stage, side } = splitTab(host);
        this.side = side;
        this.simulation = new Simulation(page.carom, (sound) => this.hear(sound));
        this.stage = new Stage(stage, {
            label: "A pinball table. Left and right arrow: flippers. Space: hold and let go to " +
                "launch. X and full stop: nudge. P: pause. R: new game.",
            frame: (seconds) => this.frame(seconds),
            paint: (context) => this.paint(context),
        });
        this.stage.canvas.id = "pinball-canvas";
        this.news = document.createElement("div");
        this.news.className = "unseen";
        this.news.setAttribute("role", "status");
        this.overlay = document.createElement("div");
        this.overlay.className = "over";
        stage.append(this.news, this.overlay);
        this.input = new Input(this.stage.canvas, {
            flip: (way, isHeld) => this.flip(way, isHeld),
            plunge: (isHeld) => this.pull(isHeld ? 1 : undefined),
            pull: (share) => this.pull(share),
            nudge: (way) => this.nudge(way),
            pause: () => this.pause(!this.isPaused),
            restart: () => this.restart(),
            canPull: () => this.simulation.isReady,
            isOver: () => this.simulation.rules.stage === "over",
        });
        document.addEventListener("visibilitychange", () => {
            if (document.hidden && this.isShown) {
                this.pause(true);
            }
        });
    }

    show(state: URLSearchParams): void {
        this.isShown = true;
        if (hasState(state)) {
            const problems: string[] = [];
            this.take(readSettings(state, problems));
            this.page.say(unreadable(problems), "error");
        }
        this.input.listen(true);
        this.stage.start();
        this.showPanel();
        // A tab that was clicked, not chosen by keys, leaves the arrow keys to the flippers.
        const focused = document.activeElement;
        if (focused?.getAttribute("role") === "tab" && !focused.matches(":focus-visible")) {
            this.stage.canvas.focus({ preventScroll: true });
        }
    }

    hide(): void {
        this.isShown = false;
        this.input.listen(false);
        this.stage.stop();
        this.sound.silence();
    }

    // ---- controls ----

    private take(settings: PinballSettings): void {
        if (this.settings.autoplay && !settings.autoplay) {
            this.simulation.stopAutoplay();
        }
        this.settings = settings;
        this.simulation.isAutoplay = settings.autoplay;
    }

    private change(part: Partial<PinballSettings>): void {
        this.waits = false;
        this.take({ ...this.settings, ...part });
        this.page.keep(writeSettings(this.settings));
        this.clock.clear();
        this.showPanel();
    }

    private restart(): void {
        this.keepBest();
        this.simulation.restart();
        this.trails.clear();
        this.isPaused = this.waits = false;
        this.say("New game, ball 1");
        this.showPanel();
    }

    private pause(isPaused: boolean): void {
        this.waits = false;
        this.isPaused = isPaused;
        this.showPanel();
    }

    private flip(side: "left" | "right", isHeld: boolean): void {
        this.waits &&= !isHeld;
        if (!this.isPaused && isHeld && !this.simulation.parts[side].isHeld) {
            this.sound.play("flipper");
        }
        this.simulation.flip(side, isHeld && !this.isPaused);
    }

    private pull(share: number | undefined): void {
        this.waits &&= share === undefined;
        if (share === undefined) {
            this.simulation.launch();
        } else if (!this.isPaused) {
            this.simulation.parts.plunger.pull(share);
        }
    }

    private nudge(way: "left" | "right" | "up"): void {
        if (this.isPaused) {
            return;
        }
        this.waits = false;
        this.simulation.nudge(way);
        if (!this.calm.matches) {
            this.stage.offset = SHAKES[way];
        }
    }

    // ---- frames ----

    private frame(seconds: number): void {
        this.clock.begin();
        const { simulation, stage } = this;
        const away = Math.abs(stage.offset.x) + Math.abs(stage.offset.y);
        const rest = away < SHAKE_LEAST ? 0 : Math.exp(-SHAKE_DECAY * seconds);
        stage.offset = { x: stage.offset.x * rest, y: stage.offset.y * rest };
        if (!this.isPaused && !this.waits && seconds > 0) {
            const start = performance.now();
            simulation.advance(Math.min(seconds, FRAME_MOST) * this.settings.speed);
            this.planSteps(performance.now() - start);
            this.trails.begin();
            if (!this.calm.matches) {
                this.trails.add(simulation.legs);
            }
        }
        const now = performance.now();
        if (now - this.shownAt > PANEL_EVERY_MS) {
            this.shownAt = now;
            this.showPanel();
        }
    }

    private planSteps(spent: number): void {
        const change = Math.min(Math.max(BUDGET_MS / Math.max(spent, 0.01), 0.7), 1.1);
        const next = this.simulation.stepsMost * change;
        this.simulation.stepsMost = Math.min(Math.max(next, STEPS.least), STEPS.most);
    }

    private paint(context: CanvasRenderingContext2D): void {
        this.picture.paint(context, this.stage, {
            game: this.simulation, trails: this.trails, best: this.best,
            isPaused: this.isPaused, hasKeys: !this.touch.matches, speed: this.settings.speed,
        });
        this.clock.end();
    }

    private hear(sound: GameSound): void {
        this.sound.play(sound);
        if (this.settings.speed > 3 || this.settings.autoplay) {
            return;
        }
        const { rules } = this.simulation;
        if (sound === "over") {
            this.say(`Game over, score ${rules.score}`);
        } else if (sound === "drain" || sound === "save" || sound === "multiball" ||
            sound === "tilt") {
            this.say({ drain: "Ball lost", save: "Ball saved", multiball: "Multiball",
                tilt: "Tilt" }[sound]);
        }
    }

    /** For who listens. */
    private say(words: string): void {
        this.news.textContent = words;
    }

    /** Scores of the page itself are no high scores. */
    private keepBest(): void {
        const { rules } = this.simulation;
        if (rules.score > this.best && !this.settings.autoplay) {
            this.best = rules.score;
            writeBest(this.best);
        }
    }

    private showPanel(): void {
        const { simulation, settings } = this;
        const { rules } = simulation;
        if (rules.stage === "over") {
            this.keepBest();
        }
        const state: PanelState = {
            settings, counts: simulation.counts(), score: rules.score, ball: rules.ball,
            isOver: rules.stage === "over", balls: simulation.balls.length, best: this.best,
            isPaused: this.isPaused, hasSound: this.sound.isOn, work: this.clock.median(),
        };
        render(pinballPanel(state, this.actions), this.side);
        render(pinballOverlay(state, this.actions), this.overlay);
    }

    private readonly actions: PanelActions = {
        change: (part) => this.change(part),
        restart: () => this.restart(),
        pause: (isPaused) => this.pause(isPaused),
        sound: (isOn) => {
            this.sound.isOn = isOn;
            this.sound.play("lane");
            this.showPanel();
        },
        launch: () => {
            this.waits = false;
            this.simulation.launchByMachine();
        },
        nudge: (way) => this.nudge(way),
        showControls: () => this.side.scrollIntoView(),
    };
}

export const pinball: Tab = {
    id: "pinball",
    title: "Pinball",
    mount: (host, page) => new PinballTab(host, page),
};
