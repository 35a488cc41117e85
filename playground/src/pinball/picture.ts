// Draws the pinball table: the still picture, lamps, targets, moving parts, balls and their trails,
// the score. Room: playground.
import type { Vec2 } from "carom";
import { pin, type PinColor } from "./colors.ts";
import { BALL_RADIUS, BUMPERS, LANES, LETTERS, PIECES } from "./layout.ts";
import type { Part } from "./parts.ts";
import { BALLS_A_GAME } from "./rules.ts";
import type { Simulation } from "./simulation.ts";
import type { Stage } from "./stage.ts";
import {
    StillPicture, capsuleShape, disc, letterAt, multiplierAt, text, type Context,
} from "./still_picture.ts";
import type { Trails } from "./trails.ts";

/** What to do with a ball that waits. */
function paintHint(c: Context, { game, hasKeys }: Scene): void {
    const { plunger } = game.parts;
    if (game.isReady && !game.rules.isAutomatic && !game.isAutoplay && !plunger.isPulled) {
        const [pull, flip] = hasKeys
            ? ["Hold space and let go", "← and →: flippers"]
            : ["Pull down and let go", "Tap left or right: flippers"];
        text(c, pull, { x: 52, y: 181 }, 4.6, pin("ink"), 700);
        text(c, flip, { x: 52, y: 174.5 }, 3.8, pin("ink"), 600);
    }
}

export interface Scene {
    readonly game: Simulation;
    readonly trails: Trails;
    readonly best: number;
    readonly isPaused: boolean;
    /** False on a device without keys. */
    readonly hasKeys: boolean;
    readonly speed: number;
}

const PART_COLORS: Record<Part["kind"], PinColor> = {
    flipper: "red", plunger: "amber", turnstile: "blue",
};

const LANE_COLORS = { letter: "amber", inlane: "blue", outlane: "red", orbit: "green" } as const;

export class Picture {
    private readonly still = new StillPicture();
    private ball = document.createElement("canvas");
    private ballKey = "";

    paint(c: Context, stage: Stage, scene: Scene): void {
        c.save();
        c.setTransform(1, 0, 0, 1, 0, 0);
        c.fillStyle = pin("room");
        c.fillRect(0, 0, c.canvas.width, c.canvas.height);
        c.restore();
        this.still.paint(c, stage, "below");
        paintLamps(c, scene.game);
        paintTargets(c, scene.game);
        paintHits(c, scene.game);
        // While balls roll, no message may hide them.
        const isRolling = !scene.isPaused && scene.game.rules.stage === "play";
        if (isRolling) {
            paintBanner(c, scene);
        }
        scene.trails.paint(c);
        this.paintBalls(c, stage, scene.game);
        paintParts(c, scene.game);
        this.still.paint(c, stage, "above");
        paintScore(c, scene);
        if (!isRolling) {
            paintBanner(c, scene);
        }
    }

    private paintBalls(c: Context, stage: Stage, game: Simulation): void {
        const size = Math.ceil(2.4 * BALL_RADIUS * stage.pixels);
        const key = `${size} ${pin("ball")} ${pin("ball-shade")}`;
        if (key !== this.ballKey) {
            this.ballKey = key;
            this.ball = ballPicture(size);
        }
        const units = size / stage.pixels;
        for (const { center: { x, y } } of game.balls) {
            disc(c, { x: x + 0.7, y: y - 1.3 }, BALL_RADIUS, "rgb(0 0 0 / 0.25)");
            c.drawImage(this.ball, x - units / 2, y - units / 2, units, units);
        }
    }
}

/** A steel ball, y up as on the table. */
function ballPicture(size: number): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    const c = canvas.getContext("2d");
    if (c !== null) {
        const r = size / 2.4;
        const shine = c.createRadialGradient(
            size / 2 - 0.35 * r, size / 2 + 0.4 * r, 0.05 * r, size / 2, size / 2, r);
        shine.addColorStop(0, "#ffffff");
        shine.addColorStop(0.35, pin("ball"));
        shine.addColorStop(1, pin("ball-shade"));
        disc(c, { x: size / 2, y: size / 2 }, r, pin("ball-shade"));
        c.fillStyle = shine;
        c.fill();
    }
    return canvas;
}

function glow(c: Context, at: Vec2, radius: number, color: string): void {
    c.globalAlpha = 0.25;
    disc(c, at, radius * 1.55, color);
    c.globalAlpha = 1;
    disc(c, at, radius, color);
}

function paintLamps(c: Context, { rules, flashes }: Simulation): void {
    Array.from(LETTERS).forEach((letter, i) => {
        if ((rules.letters & (1 << i)) !== 0) {
            glow(c, letterAt(i), 3.1, pin("amber"));
            text(c, letter, letterAt(i), 3.6, pin("apron"));
        }
    });
    for (let i = 0; i < rules.multiplier - 1; i++) {
        glow(c, multiplierAt(i), 2.9, pin("green"));
        text(c, `×${i + 2}`, multiplierAt(i), 2.7, pin("apron"));
    }
    PIECES.forEach(({ kind, id }, index) => {
        if (kind === "lane") {
            const { a, b, name } = LANES[id]!;
            const middle = { x: (a.x + b.x) / 2, y: a.y };
            const isLit = flashes[index]! > rules.time ||
                (name === "orbit" && rules.isMultiball);
            if (isLit) {
                glow(c, middle, 2, pin(LANE_COLORS[name]));
            } else {
                c.globalAlpha = 0.45;
                disc(c, middle, 1.2, pin(LANE_COLORS[name]));
                c.globalAlpha = 1;
            }
        }
    });
    if (rules.isSaved && rules.stage === "play") {
        glow(c, { x: 50, y: 34 }, 2.6, pin("green"));
        text(c, "SAVE", { x: 50, y: 39 }, 3, pin("green"));
    }
}

function paintTargets(c: Context, { rules }: Simulation): void {
    for (const { kind, id, wall: { a, b, radius = 0 } } of PIECES) {
        if (kind === "target") {
            const isDown = (rules.targets & (1 << id)) !== 0;
            c.globalAlpha = isDown ? 0.25 : 1;
            capsuleShape(c, a, b, isDown ? 0.5 : radius, pin(isDown ? "lamp-off" : "blue"));
            c.globalAlpha = 1;
        }
    }
}

/** Bumpers and slings that were just hit. */
function paintHits(c: Context, { flashes, rules }: Simulation): void {
    PIECES.forEach(({ kind, id, wall: { a, b } }, index) => {
        if (flashes[index]! <= rules.time) {
            return;
        }
        if (kind === "bumper") {
            const { center, radius } = BUMPERS[id]!;
            glow(c, center, radius, pin("amber"));
            disc(c, center, radius - 2.2, pin("field"));
        } else if (kind === "sling") {
            capsuleShape(c, a, b, 1.3, pin("amber"));
        }
    });
}

function paintParts(c: Context, { parts, physics }: Simulation): void {
    physics.partWalls.forEach(({ a, b }, i) => {
        const { kind, radius } = parts.all[i]!;
        if (kind === "plunger") {
            capsuleShape(c, { x: 104.3, y: 0 }, { x: 104.3, y: a.y - 1 }, 0.7, pin("rail-light"));
        }
        if (kind !== "plunger") {
            capsuleShape(c, { x: a.x + 0.6, y: a.y - 1.2 }, { x: b.x + 0.6, y: b.y - 1.2 }, radius,
                "rgb(0 0 0 / 0.22)");
        }
        capsuleShape(c, a, b, radius, pin("apron-ink"));
        capsuleShape(c, a, b, radius - 0.45, pin(PART_COLORS[kind]));
        if (kind !== "plunger") {
            const hub = kind === "turnstile" ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : a;
            disc(c, hub, 0.8, pin("apron-ink"));
        }
    });
}

function paintScore(c: Context, { game: { rules }, speed }: Scene): void {
    const ink = pin("apron-ink");
    const dim = pin("apron-dim");
    text(c, rules.score.toLocaleString("en"), { x: 50, y: 8.6 }, 9, ink, 750);
    text(c, "BALL", { x: 11, y: 19 }, 3.4, dim, 600);
    text(c, rules.stage === "over" ? "–" : `${rules.ball} / ${BALLS_A_GAME}`, { x: 11, y: 13 },
        5.6, ink);
    text(c, "SCORES", { x: 88, y: 19 }, 3.4, dim, 600);
    text(c, `× ${rules.multiplier}`, { x: 88, y: 13 }, 5.6, ink);
    if (speed > 1) {
        const shown = speed < 10 ? speed.toPrecision(2) : String(Math.round(speed));
        text(c, `${shown} × speed`, { x: 50, y: 2.4 }, 2.8, pin("amber"), 600);
    }
}

function paintBanner(c: Context, scene: Scene): void {
    const { best, isPaused, game: { rules } } = scene;
    const message = isPaused ? "PAUSED" : rules.message;
    if (message === "") {
        paintHint(c, scene);
        return;
    }
    const isOver = rules.stage === "over" && !isPaused;
    const half = isOver ? 15 : 6.5;
    const y = 64;
    c.globalAlpha = 0.92;
    c.fillStyle = pin("apron");
    c.beginPath();
    c.roundRect(14, y - half, 72, 2 * half, 3);
    c.fill();
    c.globalAlpha = 1;
    text(c, message, { x: 50, y: y + (isOver ? 7 : 0) }, isOver ? 8 : 6.5, pin("amber"), 800);
    if (isOver) {
        text(c, rules.score.toLocaleString("en"), { x: 50, y: y - 2 }, 6.5, pin("apron-ink"));
        const record = best === 0 ? ""
            : rules.score === best ? "A new high score!"
            : `High score ${best.toLocaleString("en")}`;
        text(c, record, { x: 50, y: y - 9 }, 3.6, pin("apron-dim"), 600);
    }
}

