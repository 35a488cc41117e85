// What of the pinball table never moves: field, rails, posts, lamps that are off. It is painted
// once into a canvas of its own. Room: playground.
import type { Vec2, Wall } from "carom";
import { pin, type PinColor } from "./colors.ts";
import {
    BUMPERS, DOME, HEIGHT, LANES, LANE_X, LETTERS, PIECES, POSTS, WIDTH, type Piece,
} from "./layout.ts";
import type { Stage } from "./stage.ts";

export type Context = CanvasRenderingContext2D;

/** The wooden rim around the table. */
const RIM = 3;

/** The apron above the drain: its upper edge. */
const APRON: readonly Vec2[] = [
    { x: 0, y: 27 }, { x: 29, y: 24 }, { x: 45, y: 14.5 }, { x: 55, y: 14.5 }, { x: 71, y: 24 },
    { x: LANE_X, y: 27 },
];

export function trace(c: Context, points: readonly Vec2[]): void {
    c.beginPath();
    points.forEach(({ x, y }) => c.lineTo(x, y));
}

export function disc(c: Context, center: Vec2, radius: number, fill: string): void {
    c.beginPath();
    c.arc(center.x, center.y, radius, 0, 2 * Math.PI);
    c.fillStyle = fill;
    c.fill();
}

/** A thick wall with round ends, as it is. */
export function capsuleShape(c: Context, a: Vec2, b: Vec2, radius: number, color: string): void {
    if (a.x === b.x && a.y === b.y) {
        disc(c, a, radius, color);
        return;
    }
    c.lineCap = "round";
    c.lineWidth = 2 * radius;
    c.strokeStyle = color;
    c.beginPath();
    c.moveTo(a.x, a.y);
    c.lineTo(b.x, b.y);
    c.stroke();
}

/** A text around a point, upright, `size` units high. */
export function text(
    c: Context, words: string, at: Vec2, size: number, fill: string, weight = 700, turn = 0,
): void {
    c.save();
    c.translate(at.x, at.y);
    c.rotate(turn);
    c.scale(1, -1);
    c.font = `${weight} ${size}px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillStyle = fill;
    c.fillText(words, 0, 0);
    c.restore();
}

/** The outline of the table, walls included. */
function traceTable(c: Context, out: number): void {
    const { center, radius } = DOME;
    c.beginPath();
    c.moveTo(WIDTH + out, -out);
    c.arc(center.x, center.y, radius + out, 0, Math.PI);
    c.lineTo(-out, -out);
    c.closePath();
}

function paintField(c: Context): void {
    traceTable(c, RIM);
    c.fillStyle = pin("rail");
    c.fill();
    traceTable(c, 0.4);
    c.save();
    c.clip();
    const glow = c.createRadialGradient(50, 112, 4, 50, 100, 120);
    glow.addColorStop(0, pin("field"));
    glow.addColorStop(1, pin("field-edge"));
    c.fillStyle = glow;
    c.fillRect(0, 0, WIDTH, HEIGHT);
    paintRays(c);
    c.fillStyle = pin("field-edge");
    c.fillRect(LANE_X, 0, WIDTH - LANE_X, 140);
    c.restore();
}

/** Rays from the middle of the bumpers, and circles around it. */
function paintRays(c: Context): void {
    const middle = { x: 50, y: 120 };
    c.fillStyle = pin("ray");
    const rays = 18;
    for (let i = 0; i < rays; i++) {
        const turn = (2 * Math.PI * i) / rays;
        const half = Math.PI / rays / 2;
        c.beginPath();
        c.moveTo(middle.x, middle.y);
        c.lineTo(middle.x + 200 * Math.cos(turn - half), middle.y + 200 * Math.sin(turn - half));
        c.lineTo(middle.x + 200 * Math.cos(turn + half), middle.y + 200 * Math.sin(turn + half));
        c.fill();
    }
    c.strokeStyle = pin("ray");
    c.lineWidth = 1.4;
    for (const radius of [26, 29, 46]) {
        c.beginPath();
        c.arc(middle.x, middle.y, radius, 0, 2 * Math.PI);
        c.stroke();
    }
}

const RAIL_COLORS: Partial<Record<Piece["kind"], PinColor>> = {
    rail: "rail", rubber: "rubber", sling: "rubber", bumper: "rail",
};

function paintWall(c: Context, { a, b, radius = 0 }: Wall, color: PinColor): void {
    capsuleShape(c, a, b, Math.max(radius, 0.35), pin(color));
}

function paintSlings(c: Context): void {
    for (const side of [1, -1]) {
        const x = (value: number) => (side === 1 ? value : LANE_X - value);
        trace(c, [{ x: x(29.5), y: 41 }, { x: x(17), y: 49 }, { x: x(17), y: 64 }]);
        c.closePath();
        c.fillStyle = pin("pink");
        c.globalAlpha = 0.85;
        c.fill();
        c.globalAlpha = 1;
    }
}

function paintBumper(c: Context, { center, radius }: { center: Vec2; radius: number }): void {
    disc(c, { x: center.x + 0.6, y: center.y - 1.2 }, radius, "rgb(0 0 0 / 0.22)");
    disc(c, center, radius, pin("rail"));
    disc(c, center, radius - 0.9, pin("red"));
    disc(c, center, radius - 2.2, pin("field"));
    disc(c, center, radius - 3.4, pin("red"));
}

function paintGate(c: Context, { a, b }: Wall): void {
    capsuleShape(c, a, b, 0.35, pin("green"));
    // Two arrows to the side to which a ball passes: to the left of a->b.
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const u = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
    for (const share of [0.35, 0.65]) {
        const p = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
        trace(c, [
            { x: p.x + u.x, y: p.y + u.y }, { x: p.x - 1.7 * u.y, y: p.y + 1.7 * u.x },
            { x: p.x - u.x, y: p.y - u.y },
        ]);
        c.fillStyle = pin("green");
        c.fill();
    }
}

/** Where the lamps of the letters and of the multipliers are. */
export const letterAt = (i: number): Vec2 => {
    const { a, b } = LANES[i]!;
    return { x: (a.x + b.x) / 2, y: 146.5 };
};

export const multiplierAt = (i: number): Vec2 => {
    const turn = Math.PI * (1.22 + (0.56 * i) / 4);
    return { x: 50 + 17 * Math.cos(turn), y: 74 + 17 * Math.sin(turn) };
};

function paintLamps(c: Context): void {
    Array.from(LETTERS).forEach((letter, i) => {
        disc(c, letterAt(i), 3.1, pin("lamp-off"));
        text(c, letter, letterAt(i), 3.6, pin("field"));
    });
    for (let i = 0; i < 5; i++) {
        disc(c, multiplierAt(i), 2.9, pin("lamp-off"));
        text(c, `×${i + 2}`, multiplierAt(i), 2.7, pin("field"));
    }
}

function paintApron(c: Context): void {
    trace(c, [...APRON, { x: LANE_X, y: -1 }, { x: 0, y: -1 }]);
    c.closePath();
    c.fillStyle = pin("apron");
    c.fill();
    trace(c, APRON);
    c.lineWidth = 0.7;
    c.lineCap = "butt";
    c.strokeStyle = pin("amber");
    c.stroke();
}

/** Everything below the balls. */
function paintStill(c: Context): void {
    paintField(c);
    paintLamps(c);
    paintSlings(c);
    for (const { wall, kind } of PIECES) {
        const color = RAIL_COLORS[kind];
        if (color !== undefined && kind !== "bumper") {
            paintWall(c, wall, color);
        }
        if (kind === "gate") {
            paintGate(c, wall);
        }
    }
    POSTS.forEach((p) => disc(c, p, 0.45, pin("field")));
    text(c, "MULTIBALL", { x: 8.4, y: 99.5 }, 3, pin("blue"), 700, Math.PI / 2);
    BUMPERS.forEach((bumper) => paintBumper(c, bumper));
}

/** Two pictures that are painted again only when the stage changes. */
export class StillPicture {
    private readonly below = document.createElement("canvas");
    private readonly above = document.createElement("canvas");
    private version = -1;

    /** Copies what lies below the balls, or the apron above them. */
    paint(c: Context, stage: Stage, layer: "below" | "above"): void {
        if (this.version !== stage.version) {
            this.version = stage.version;
            this.renew(stage);
        }
        c.save();
        c.setTransform(1, 0, 0, 1,
            stage.pixels * stage.offset.x, -stage.pixels * stage.offset.y);
        c.drawImage(this[layer], 0, 0);
        c.restore();
    }

    private renew(stage: Stage): void {
        const shown = { ...stage.offset };
        stage.offset = { x: 0, y: 0 };
        const layers = [[this.below, paintStill], [this.above, paintApron]] as const;
        for (const [canvas, paint] of layers) {
            canvas.width = stage.canvas.width;
            canvas.height = stage.canvas.height;
            const c = canvas.getContext("2d");
            if (c !== null) {
                stage.transform(c);
                paint(c);
            }
        }
        stage.offset = shown;
    }
}
