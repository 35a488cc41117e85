// The tab Table: billiards in a level. Draw or load walls, shoot balls at any speed, and see
// independent counts of balls that pass a wall. Room: playground.
import type { Vec2, Wall } from "carom";
import type { Classic } from "carom/classic";
import { hasState, unreadable } from "../address.ts";
import { render, splitTab } from "../controls.ts";
import { wholeNumber } from "../counters.ts";
import { DiscPainter } from "../discs.ts";
import { FrameClock } from "../frame_clock.ts";
import type { Color } from "../paint.ts";
import { randomFrom } from "../random.ts";
import { classicOf, reasonOf, type MountedTab, type Page, type Tab } from "../tab.ts";
import { View, type Drag, type KeyDrag } from "../view.ts";
import { readShapes, type BallTable, type Shapes, type WallTable } from "../wall_file.ts";
import { ballAt, placesAhead, shotVelocity } from "./aim.ts";
import { readFiles, saveWalls } from "./files.ts";
import { gameLevel, startLevel, type Level } from "./levels.ts";
import { tablePanel, type PanelActions, type PanelState } from "./panel.ts";
import {
    paintCross, paintDraft, paintExits, paintShot, paintWalls, type Shot,
} from "./picture.ts";
import {
    LINK_MOST, parseWalls, storeWalls, storedWalls, wallsText, type OwnWalls,
} from "./own_walls.ts";
import { readSettings, writeSettings, type TableSettings, type Tool } from "./settings.ts";
import { BALLS_MAX, TableSimulation, type TableRules } from "./simulation.ts";
import { paintSwings, swingOf, type Swing } from "./swings.ts";
import { History, endsBox, radiusAmong, wallAt, withWall, withoutWall } from "./walls.ts";

/** By the state of a ball: free, in a wall, escaped. */
const COLORS: readonly Color[] = ["accent", "wrong-time", "crossing"];
const PANEL_EVERY_MS = 150;
const FIRST_BALLS = 12;
/** The distance in pixels within which a ball or a wall is selected. */
const REACH = 22;
/** The pull in pixels of a shot of full power. */
const FULL_PULL = 260;
/** At gravity 1 the fastest ball falls this many radii while it flies them. */
const GRAVITY_RADII = 20;

class TableTab implements MountedTab {
    private settings: TableSettings = readSettings(new URLSearchParams());
    private level: Level = startLevel();
    private walls: WallTable = this.level.walls;
    private swings: readonly Swing[] = [];
    /** The speed of the fastest ball, in units of the level per second. */
    private fastest = this.level.radius;
    private readonly simulation: TableSimulation;
    private readonly history = new History();
    private readonly view: View;
    private readonly painter = new DiscPainter();
    private readonly side: HTMLElement;
    private readonly clock = new FrameClock();
    private readonly random = randomFrom(2026);
    private classic: Classic | undefined;
    private tool: Tool = "shoot";
    /** Who asks for less motion starts it by the box. */
    private paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
    private isShown = false;
    private shownAt = 0;
    private wallsVersion = 0;
    private thickness = 0;
    private angle = 30;
    private power = 1;
    private pasted = "";
    /** The user's walls as text. */
    private ownText = "";
    private selected = 0;
    private shot: Shot | undefined;
    private draft: Wall | undefined;
    private draftSwing: Swing | undefined;

    constructor(host: HTMLElement, private readonly page: Page) {
        const { stage, side } = splitTab(host);
        this.side = side;
        this.simulation = new TableSimulation(page.carom, this.walls);
        this.view = new View(stage, {
            label: "A table with walls and balls. Arrows move it under a cross, Enter presses " +
                "there.",
            paint: (view, context) => this.paint(view, context),
            down: (at, event) => this.down(at, event),
            click: (at) => this.click(at),
            press: (at) => this.press(at),
        });
        this.view.canvas.id = "table-canvas";
        this.addBalls(FIRST_BALLS);
        this.fit();
        this.listen();
    }

    show(state: URLSearchParams): void {
        this.isShown = true;
        if (hasState(state)) {
            this.read(state);
        }
        this.view.loop((seconds) => this.frame(seconds));
        this.showPanel();
    }

    hide(): void {
        this.isShown = false;
        this.view.stop();
    }

    private listen(): void {
        // On the whole page: otherwise a file dropped beside the canvas replaces the page.
        const isFile = (event: DragEvent) =>
            this.isShown && event.dataTransfer?.types.includes("Files") === true;
        document.addEventListener("dragover", (event) => {
            if (isFile(event)) {
                event.preventDefault();
            }
        });
        document.addEventListener("drop", (event) => {
            if (isFile(event)) {
                event.preventDefault();
                void this.load([...(event.dataTransfer?.files ?? [])]);
            }
        });
        document.addEventListener("paste", (event) => {
            const text = event.clipboardData?.getData("text/plain") ?? "";
            if (this.isShown && !isTextField(event.target) && text.trim() !== "") {
                event.preventDefault();
                void this.readText(text);
            }
        });
        document.addEventListener("keydown", (event) => {
            const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z";
            if (this.isShown && isUndo && !isTextField(event.target)) {
                event.preventDefault();
                this.undo();
            }
        });
    }

    // ---- settings ----

    private read(state: URLSearchParams): void {
        const problems: string[] = [];
        const wanted = readSettings(state, problems);
        const { level } = this.settings;
        const own = wanted.level === "own" ? this.ownWalls(state, problems) : undefined;
        if (wanted.level === "own" && own === undefined && level !== "own") {
            wanted.level = "table";
        }
        this.take(wanted);
        if (own !== undefined) {
            this.takeWalls(own);
        } else if (wanted.level !== level) {
            void this.goTo(wanted.level === "demo" ? "demo" : "table");
        }
        if (problems.length > 0) {
            this.page.say(unreadable(problems), "error");
        }
    }

    /** The walls of a link or, without them, those kept from the last visit. */
    private ownWalls(state: URLSearchParams, problems: string[]): OwnWalls | undefined {
        const text = state.get("walls");
        const linked = text === null ? undefined : parseWalls(text);
        if (text !== null && linked === undefined) {
            problems.push("its walls are damaged");
        }
        if (linked !== undefined) {
            return text === this.ownText ? undefined : linked;
        }
        if (this.settings.level === "own") {
            return undefined;
        }
        const stored = storedWalls();
        if (stored === undefined && text === null) {
            problems.push("this link does not include its walls: load their file");
        }
        return stored;
    }

    /** The settings for the address, with the walls if they are the user's and few. */
    private query(): URLSearchParams {
        const query = writeSettings(this.settings);
        if (this.settings.level === "own" && this.ownText.length <= LINK_MOST) {
            query.set("walls", this.ownText);
        }
        return query;
    }

    /** The walls are the user's from now on: they go to the address, and stay over a reload. */
    private keepOwn(): void {
        this.ownText = wallsText({ walls: this.walls, swings: this.swings });
        storeWalls(this.ownText);
        this.change({ level: "own" });
        if (this.ownText.length > LINK_MOST) {
            this.page.say("There are too many walls for a link. They stay over a reload. To " +
                "share them, use “Save walls”.");
        }
    }

    private take(settings: TableSettings): void {
        const isOther = settings.published !== this.settings.published;
        this.settings = settings;
        if (isOther) {
            // Each method starts with zero counts and with all balls inside.
            const escaped = this.simulation.removeEscaped();
            this.simulation.setWalls(this.walls, this.swings, settings.published);
            this.simulation.settle();
            this.simulation.resetCounts();
            this.clock.clear();
            this.addBalls(escaped);
        }
        if (settings.published) {
            void this.loadClassic();
        }
    }

    private change(part: Partial<TableSettings>): void {
        this.take({ ...this.settings, ...part });
        this.page.keep(this.query());
        this.showPanel();
    }

    private async loadClassic(): Promise<void> {
        this.classic ??= await classicOf(this.page);
        if (this.classic === undefined) {
            this.change({ published: false });
        }
    }

    // ---- levels ----

    private async goTo(name: "table" | "demo"): Promise<void> {
        const level = name === "demo" ? await gameLevel() : startLevel();
        if (!this.replaceWalls(level.walls, [])) {
            return;
        }
        this.level = level;
        this.fastest = level.radius;
        this.simulation.clearBalls();
        this.simulation.resetCounts();
        if (level.balls === undefined) {
            this.addBalls(FIRST_BALLS);
        } else {
            this.putBalls(level.balls);
        }
        this.change({ level: name });
        this.fit();
    }

    private fit(): void {
        const box = endsBox(this.walls);
        if (box !== undefined) {
            this.view.fit(box, 24);
        }
    }

    /** False, with a message, if the module cannot hold them; then nothing has changed. */
    private replaceWalls(walls: WallTable, swings = this.swings, isUndo = false): boolean {
        try {
            this.simulation.setWalls(walls, swings, this.settings.published);
        } catch (error) {
            this.page.say(`These walls can’t be used: ${reasonOf(error)}`, "error");
            return false;
        }
        if (!isUndo) {
            this.history.keep({ standing: this.walls, swings: this.swings });
        }
        this.walls = walls;
        this.swings = swings;
        this.wallsVersion++;
        return true;
    }

    /** After walls changed: moves out the balls that are in a wall now. */
    private settle(): void {
        const { moved, removed } = this.simulation.settle();
        if (moved + removed > 0) {
            this.page.say(`Balls in walls: ${moved} moved out` +
                (removed > 0 ? `, ${removed} removed.` : "."));
        }
        this.showPanel();
    }

    private undo(): void {
        const past = this.history.back();
        if (past !== undefined && this.replaceWalls(past.standing, past.swings, true)) {
            this.keepOwn();
            this.settle();
        }
    }

    // ---- balls ----

    private addBalls(count: number): void {
        const box = endsBox(this.walls) ?? this.view.window();
        const { radius } = this.level;
        let added = 0;
        for (let tries = 0; added < count && tries < 100 * count; tries++) {
            const center = this.placeForBall(box);
            if (this.simulation.touches({ center, radius })) {
                continue;
            }
            const turn = 2 * Math.PI * this.random();
            const speed = this.fastest * (0.3 + 0.7 * this.random());
            const velocity = { x: speed * Math.cos(turn), y: speed * Math.sin(turn) };
            if (!this.simulation.addBall({ center, radius, velocity })) {
                this.page.say(`More than ${wholeNumber(BALLS_MAX)} balls are not possible.`);
                return;
            }
            added++;
        }
        if (added < count) {
            this.page.say(`There was room for ${added} of ${count} balls. Add more by hand.`);
        }
        this.showPanel();
    }

    /** Positions near existing balls, because the inside of a loaded level is unknown. */
    private placeForBall(box: { min: Vec2; max: Vec2 }): Vec2 {
        const { simulation } = this;
        if (this.settings.level !== "table" && simulation.count > 0) {
            return simulation.ball(Math.floor(this.random() * simulation.count)).center;
        }
        return {
            x: between(box.min.x, box.max.x, this.random()),
            y: between(box.min.y, box.max.y, this.random()),
        };
    }

    private putBalls(balls: BallTable): void {
        this.simulation.clearBalls();
        this.simulation.resetCounts();
        this.simulation.addBalls(balls);
        const first = balls.radius.find((r) => r > 0);
        this.level = { ...this.level, radius: first ?? this.level.radius };
        let fastest = 0;
        for (let i = 0; i < balls.count; i++) {
            fastest = Math.max(fastest, Math.hypot(balls.vx[i]!, balls.vy[i]!));
        }
        this.fastest = fastest > 0 && Number.isFinite(fastest) ? fastest : this.level.radius;
        this.settle();
    }

    private shoot(i: number, velocity: Vec2): void {
        if (i < this.simulation.count) {
            this.simulation.setBall(i, { ...this.simulation.ball(i), velocity });
        }
    }

    private aimByNumbers(): { ball: number; velocity: Vec2 } {
        const ball = Math.min(this.selected, this.simulation.count - 1);
        const turn = (this.angle * Math.PI) / 180;
        const speed = this.power * this.fastest;
        return { ball, velocity: { x: speed * Math.cos(turn), y: speed * Math.sin(turn) } };
    }

    // ---- files ----

    private async load(files: readonly File[]): Promise<void> {
        await this.takeShapes(() => readFiles(files, (name, share) => {
            this.page.say(`Reading ${name}: ${Math.round(100 * share)} %`);
        }));
    }

    private async readText(text: string): Promise<void> {
        await this.takeShapes(async () => [await readShapes(text, "pasted text", (share) => {
            this.page.say(`Reading: ${Math.round(100 * share)} %`);
        })]);
    }

    /** Uses the shapes that were read. After a problem everything is unchanged. */
    private async takeShapes(read: () => Promise<Shapes[]>): Promise<void> {
        let all: Shapes[];
        try {
            all = await read();
        } catch (error) {
            this.page.say(`${reasonOf(error)}. Nothing was changed.`, "error");
            return;
        }
        this.page.say("");
        const walls = all.find((shapes) => shapes.kind === "walls");
        const balls = all.find((shapes) => shapes.kind === "balls");
        if (all.length > Number(walls !== undefined) + Number(balls !== undefined)) {
            this.page.say("Choose at most one file of walls and one file of balls. " +
                "Nothing was changed.", "error");
            return;
        }
        if (balls !== undefined && balls.balls.count > BALLS_MAX) {
            this.page.say(`${wholeNumber(balls.balls.count)} balls are too many: this page moves ` +
                `${wholeNumber(BALLS_MAX)} at most. Nothing was changed.`, "error");
            return;
        }
        if (walls !== undefined) {
            this.takeWalls({ walls: walls.walls, swings: [] });
        }
        if (balls !== undefined) {
            this.putBalls(balls.balls);
        }
    }

    private takeWalls({ walls, swings }: OwnWalls): void {
        if (!this.replaceWalls(walls, swings)) {
            return;
        }
        this.simulation.clearBalls();
        this.simulation.resetCounts();
        const radius = radiusAmong(walls);
        this.level = { walls, balls: undefined, radius };
        this.fastest = radius;
        this.keepOwn();
        this.fit();
        if (this.ownText.length > LINK_MOST) {
            return;
        }
        const counted = `${wholeNumber(walls.count)} wall${walls.count === 1 ? "" : "s"}`;
        this.page.say(`${counted}. Add balls with the ` +
            "pointer “ball”, or load a file.");
    }

    // ---- pointers ----

    private down(at: Vec2, event: PointerEvent): Drag | undefined {
        if (this.tool === "wall") {
            return this.drawWall(at);
        }
        if (this.tool === "swing") {
            return this.drawSwing(at);
        }
        const reach = (event.pointerType === "touch" ? REACH : REACH / 2) / this.view.scale;
        const ball = this.tool === "shoot" ? ballAt(this.simulation, at, reach) : undefined;
        return ball === undefined ? undefined : this.aim(ball);
    }

    /** By keys: selects the ball nearest to the cross, because balls move. */
    private press(at: Vec2): KeyDrag | undefined {
        if (this.tool === "wall") {
            return this.drawWall(at);
        }
        if (this.tool === "swing") {
            return this.drawSwing(at);
        }
        if (this.tool === "shoot") {
            const ball = ballAt(this.simulation, at, Infinity);
            return ball === undefined ? undefined : this.aim(ball);
        }
        this.click(at);
        return undefined;
    }

    /** The balls stand still during aiming. */
    private aim(i: number): KeyDrag {
        this.selected = i;
        const ball = this.simulation.ball(i);
        const full = FULL_PULL / this.view.scale;
        const settings = this.simulation.moveSettings(this.rules());
        this.shot = { center: ball.center, radius: ball.radius, to: ball.center, places: [] };
        let velocity = { x: 0, y: 0 };
        return {
            move: (to) => {
                velocity = shotVelocity(ball.center, to, full, this.fastest);
                const places = placesAhead(this.page.carom, { ...ball, velocity }, settings);
                this.shot = { center: ball.center, radius: ball.radius, to, places };
            },
            up: (_, cancelled) => {
                this.shot = undefined;
                if (!cancelled && (velocity.x !== 0 || velocity.y !== 0)) {
                    this.shoot(i, velocity);
                }
            },
        };
    }

    private drawWall(a: Vec2): KeyDrag {
        const radius = this.thickness * this.level.radius;
        return {
            move: (b) => {
                this.draft = { a, b, radius };
            },
            up: (b, cancelled) => {
                const moved = this.draft !== undefined;
                this.draft = undefined;
                if (!cancelled && moved) {
                    this.addWall({ a, b, radius });
                }
            },
        };
    }

    private click(at: Vec2): void {
        const radius = this.thickness * this.level.radius;
        if (this.tool === "wall" && radius > 0) {
            this.addWall({ a: at, b: at, radius });
        } else if (this.tool === "erase" || this.tool === "swing") {
            this.eraseOrStop(at);
        } else if (this.tool === "ball") {
            this.putBall(at);
        }
    }

    /** The wall that stands or swings near a point. */
    private wallNear(at: Vec2): { index: number; swing?: Swing } | undefined {
        const reach = REACH / this.view.scale;
        const point = { center: at, radius: 0 };
        const { now } = this.simulation.swings;
        const swing = this.swings.find((_, i) =>
            this.page.carom.within(point, now[i]!, reach));
        if (swing !== undefined) {
            return { index: -1, swing };
        }
        const [near] = this.simulation.scene.nearest(point);
        return near !== undefined && near.gap < reach ? { index: near.index } : undefined;
    }

    /** A tap erases a wall, or lets one that swings stand where it is. */
    private eraseOrStop(at: Vec2): void {
        const near = this.wallNear(at);
        if (near?.swing !== undefined) {
            const wall = this.simulation.swings.now[this.swings.indexOf(near.swing)]!;
            const others = this.swings.filter((other) => other !== near.swing);
            const walls = this.tool === "swing" ? withWall(this.walls, wall) : this.walls;
            this.replaceWalls(walls, others);
        } else if (near !== undefined && this.tool === "erase") {
            this.replaceWalls(withoutWall(this.walls, near.index));
        }
        this.showPanel();
    }

    private drawSwing(from: Vec2): KeyDrag | undefined {
        const near = this.wallNear(from);
        if (near === undefined || near.swing !== undefined) {
            return undefined;
        }
        const wall = wallAt(this.walls, near.index);
        return {
            move: (to) => {
                this.draftSwing = swingOf(this.page.carom, wall, from, to);
            },
            up: (_, cancelled) => {
                const swing = this.draftSwing;
                this.draftSwing = undefined;
                if (!cancelled && swing !== undefined) {
                    this.replaceWalls(withoutWall(this.walls, near.index), [...this.swings, swing]);
                    this.keepOwn();
                }
            },
        };
    }

    private addWall(wall: Wall): void {
        if (this.replaceWalls(withWall(this.walls, wall))) {
            this.keepOwn();
            this.settle();
        }
    }

    private putBall(center: Vec2): void {
        const { radius } = this.level;
        if (this.simulation.touches({ center, radius }, "open-disc")) {
            this.page.say("There is no room for a ball here: it would overlap a wall.");
            return;
        }
        this.simulation.addBall({ center, radius, velocity: { x: 0, y: 0 } });
        this.selected = this.simulation.count - 1;
        this.showPanel();
    }

    // ---- frames ----

    private rules(): TableRules {
        const { restitution, friction, published, gravity } = this.settings;
        const fall = (gravity * this.fastest ** 2) / (GRAVITY_RADII * this.level.radius);
        return { restitution, friction, published, gravity: { x: 0, y: -fall || 0 } };
    }

    private frame(seconds: number): void {
        this.clock.begin();
        const isAiming = this.shot !== undefined;
        if (!this.paused && !isAiming && this.clock.isDue(seconds)) {
            const time = (this.settings.speed * this.level.radius) / this.fastest / 60;
            this.simulation.step(time, 1 / 60, this.rules(), this.classic);
        }
        const now = performance.now();
        if (now - this.shownAt > PANEL_EVERY_MS) {
            this.shownAt = now;
            this.showPanel();
        }
    }

    private paint(view: View, context: CanvasRenderingContext2D): void {
        const { simulation } = this;
        this.painter.paint(view, context, String(this.wallsVersion),
            (c) => paintWalls(c, view, this.walls, simulation.scene), simulation, COLORS);
        paintSwings(context, view, simulation.swings.now, this.draftSwing);
        paintExits(context, view, simulation.exits);
        if (this.shot !== undefined) {
            paintShot(context, view, this.shot);
        }
        if (this.draft !== undefined) {
            paintDraft(context, view, this.draft);
        }
        if (view.isKeyed) {
            paintCross(context, view);
        }
        this.clock.end();
    }

    private showPanel(): void {
        const state: PanelState = {
            settings: this.settings, tool: this.tool, counts: this.simulation.counts(),
            walls: this.walls.count + this.swings.length,
            paused: this.paused, canUndo: !this.history.isEmpty,
            thickness: this.thickness, angle: this.angle, power: this.power,
            work: this.clock.median(), pasted: this.pasted,
            waiting: this.settings.published && this.classic === undefined,
        };
        render(tablePanel(state, this.actions), this.side);
    }

    private readonly actions: PanelActions = {
        change: (part) => this.change(part),
        tool: (tool) => { this.tool = tool; this.showPanel(); },
        pause: (paused) => { this.paused = paused; this.showPanel(); },
        undo: () => this.undo(),
        startTable: () => void this.goTo("table"),
        demo: () => void this.goTo("demo"),
        load: (files) => void this.load(files),
        paste: (text) => { this.pasted = text; },
        readPasted: () => void this.readText(this.pasted),
        save: () => saveWalls(
            this.simulation.swings.now.reduce(withWall, this.walls), "walls.csv"),
        addBalls: (count) => this.addBalls(count),
        clearBalls: () => { this.simulation.clearBalls(); this.showPanel(); },
        thickness: (value) => { this.thickness = value; this.showPanel(); },
        aim: (angle, power) => { this.angle = angle; this.power = power; this.showPanel(); },
        shoot: () => {
            const { ball, velocity } = this.aimByNumbers();
            this.shoot(ball, velocity);
        },
    };
}

/** Never outside the two, and finite if they are; their difference can be infinite. */
function between(min: number, max: number, share: number): number {
    return min * (1 - share) + max * share;
}

function isTextField(target: EventTarget | null): boolean {
    return target instanceof HTMLTextAreaElement ||
        (target instanceof HTMLInputElement && target.type === "text");
}

export const table: Tab = {
    id: "table",
    title: "Table",
    mount: (host, page) => new TableTab(host, page),
};
