// Paints circles, walls of every extent and radius, arrows, dots and labels into a view.
// Method: colours are CSS variables, the same hues as in the tool's pictures (Okabe and Ito's).
// Browsers draw in float, so large shapes are clipped to the canvas first. Widths are in pixels,
// never in units of the world.
// Room: playground.
import type { Box, Relation, SweepKind, Vec2, Wall } from "carom";
import type { View } from "./view.ts";

export type Color =
    | "paper" | "grid" | "axis" | "ink" | "ink-dim" | "wall" | "wall-body" | "accent"
    | "separate" | "touching" | "crossing" | "inside-touching" | "inside" | "asleep"
    | "right" | "false-hit" | "missed" | "wrong-time" | "invalid";

const colors = new Map<string, string>();

/** The value of a colour of the page, from the CSS variable --NAME. */
export function color(name: Color): string {
    let value = colors.get(name);
    if (value === undefined) {
        const style = getComputedStyle(document.documentElement);
        value = style.getPropertyValue("--" + name).trim();
        colors.set(name, value);
    }
    return value;
}

/** Call this when the page changes between light and dark. */
export function forgetColors(): void {
    colors.clear();
}

/** The colour that stands for a relation. */
export function relationColor(relation: Relation): Color {
    return relation;
}

/** The colour of the kind of a sweep. */
export function kindColor(kind: SweepKind): Color {
    const names: Record<SweepKind, Color> = {
        invalid: "invalid", miss: "separate", graze: "touching", hit: "crossing",
        overlap: "inside-touching",
    };
    return names[kind];
}

export interface CircleStyle {
    color: Color;
    /** Opacity of the disc, default 0.15. */
    fill?: number;
    /** Width of the outline, default 2; 0 draws none. */
    width?: number;
    /** Dashed, for an earlier or later position. */
    dashed?: boolean;
    /** For close-ups: the outline is `beyond` from this point. Replaces centre and radius. */
    rim?: { at: Vec2; outward: Vec2; beyond: number };
}

type Context = CanvasRenderingContext2D;

const DASHES = [6, 5];
const FAR = 20000;

function isFinitePoint(p: Vec2): boolean {
    return Number.isFinite(p.x) && Number.isFinite(p.y);
}

/** A disc with its outline. */
export function circle(
    c: Context, view: View, center: Vec2, radius: number, style: CircleStyle,
): void {
    const p = view.toScreen(center);
    const r = radius * view.scale;
    if (!isFinitePoint(p) || !(r >= 0)) {
        return;
    }
    c.save();
    c.beginPath();
    if (r < FAR) {
        c.arc(p.x, p.y, r, 0, 2 * Math.PI);
    } else if (!traceFarArc(c, view, p, r, style.rim)) {
        c.restore();
        return;
    }
    c.fillStyle = c.strokeStyle = color(style.color);
    c.globalAlpha = style.fill ?? 0.15;
    c.fill();
    c.globalAlpha = 1;
    c.lineWidth = style.width ?? 2;
    c.setLineDash(style.dashed === true ? DASHES : []);
    if (c.lineWidth > 0 && style.width !== 0) {
        c.stroke();
    }
    c.restore();
}

/** Paints the visible part of a huge circle, closed outside the canvas. False if none is. */
function traceFarArc(c: Context, view: View, p: Vec2, r: number, rim: CircleStyle["rim"]): boolean {
    const middle = { x: view.width / 2, y: view.height / 2 };
    const reach = Math.hypot(view.width, view.height);
    const away = Math.hypot(middle.x - p.x, middle.y - p.y);
    if (away - r > reach) {
        return false;
    }
    if (r - away > reach) {
        c.rect(0, 0, view.width, view.height);
        return true;
    }
    // The point of the outline that is nearest to the middle of the canvas, or the given one.
    let u = { x: (middle.x - p.x) / away, y: (middle.y - p.y) / away };
    let top = { x: middle.x + u.x * (r - away), y: middle.y + u.y * (r - away) };
    const known = rim && view.toScreen(rim.at);
    if (rim && known && Math.hypot(known.x - middle.x, known.y - middle.y) < reach) {
        u = { x: rim.outward.x, y: -rim.outward.y };
        const beyond = rim.beyond * view.scale;
        top = { x: known.x + u.x * beyond, y: known.y + u.y * beyond };
    }
    const steps = 64;
    for (let i = -steps; i <= steps; i++) {
        const side = (2 * reach * i) / steps;
        // The distance of the arc from its tangent, without cancellation.
        const back = (side * side) / (r + Math.sqrt(Math.max(r * r - side * side, 0)));
        c.lineTo(top.x - u.x * back - u.y * side, top.y - u.y * back + u.x * side);
    }
    for (const side of [2 * reach, -2 * reach]) {
        c.lineTo(top.x - u.x * 4 * reach - u.y * side, top.y - u.y * 4 * reach + u.x * side);
    }
    c.closePath();
    return true;
}

export interface WallStyle {
    /** Default "wall". */
    color?: Color;
    /** Width of the axis, default 3. */
    width?: number;
    /** Dots at a and b. */
    ends?: boolean;
}

/** The axis on the screen, clipped to the canvas and `rim` around it; undefined if not visible. */
function axisOnScreen(view: View, wall: Wall, rim: number): [Vec2, Vec2] | undefined {
    const p = view.toScreen(wall.a);
    const q = view.toScreen(wall.b);
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    const isPoint = wall.a.x === wall.b.x && wall.a.y === wall.b.y;
    if (!isFinitePoint(p) || !isFinitePoint(q) || isPoint || length === 0) {
        return isFinitePoint(p) ? [p, p] : undefined;
    }
    const u = { x: (q.x - p.x) / length, y: (q.y - p.y) / length };
    const extent = wall.extent ?? "segment";
    const low = extent === "line" ? -Infinity : 0;
    const high = extent === "segment" ? length : Infinity;
    const cut = cutLine(p, u, low, high, {
        min: { x: -rim, y: -rim },
        max: { x: view.width + rim, y: view.height + rim },
    });
    return cut && [
        { x: p.x + u.x * cut[0], y: p.y + u.y * cut[0] },
        { x: p.x + u.x * cut[1], y: p.y + u.y * cut[1] },
    ];
}

/** The part of p + t u with low <= t <= high that lies in the box (Liang and Barsky). */
function cutLine(
    p: Vec2, u: Vec2, low: number, high: number, box: Box,
): [number, number] | undefined {
    let [t0, t1] = [low, high];
    for (const k of ["x", "y"] as const) {
        if (u[k] === 0) {
            if (p[k] < box.min[k] || p[k] > box.max[k]) {
                return undefined;
            }
            continue;
        }
        const first = (box.min[k] - p[k]) / u[k];
        const second = (box.max[k] - p[k]) / u[k];
        t0 = Math.max(t0, Math.min(first, second));
        t1 = Math.min(t1, Math.max(first, second));
    }
    return t0 <= t1 ? [t0, t1] : undefined;
}

/** A wall: its thick body with the true outline, if it has a radius, and its axis. */
export function wall(c: Context, view: View, w: Wall, style: WallStyle = {}): void {
    const r = Math.min((w.radius ?? 0) * view.scale, 1e6);
    const axis = axisOnScreen(view, w, Math.max(r, 0) + 50);
    if (axis === undefined) {
        return;
    }
    const [p, q] = axis;
    c.save();
    c.lineCap = "round";
    if (r > 0) {
        traceCapsule(c, p, q, r);
        c.fillStyle = color("wall-body");
        c.strokeStyle = color(style.color ?? "wall");
        c.globalAlpha = 0.45;
        c.fill();
        c.globalAlpha = 1;
        c.lineWidth = 1.5;
        c.stroke();
    }
    c.strokeStyle = c.fillStyle = color(style.color ?? "wall");
    c.lineWidth = style.width ?? (r > 0 ? 1.5 : 3);
    c.beginPath();
    c.moveTo(p.x, p.y);
    c.lineTo(q.x, q.y);
    c.stroke();
    if (p.x === q.x && p.y === q.y) {
        c.beginPath();
        c.arc(p.x, p.y, 3, 0, 2 * Math.PI);
        c.fill();
    }
    c.restore();
    if (style.ends === true) {
        dot(c, view, w.a, { color: style.color ?? "wall", size: 4 });
        dot(c, view, w.b, { color: style.color ?? "wall", size: 4 });
    }
}

function traceCapsule(c: Context, p: Vec2, q: Vec2, r: number): void {
    const angle = Math.atan2(q.y - p.y, q.x - p.x);
    c.beginPath();
    c.arc(p.x, p.y, r, angle + Math.PI / 2, angle + (3 * Math.PI) / 2);
    c.arc(q.x, q.y, r, angle - Math.PI / 2, angle + Math.PI / 2);
    c.closePath();
}

export interface LineStyle {
    color: Color;
    width?: number;
    dashed?: boolean;
}

/** A straight line between two points. */
export function line(c: Context, view: View, from: Vec2, to: Vec2, style: LineStyle): void {
    const axis = axisOnScreen(view, { a: from, b: to }, 50);
    if (axis !== undefined) {
        strokeLine(c, axis[0], axis[1], style);
    }
}

/** Between two pixels. */
function strokeLine(c: Context, p: Vec2, q: Vec2, style: LineStyle): void {
    c.save();
    c.strokeStyle = color(style.color);
    c.lineWidth = style.width ?? 1.5;
    c.setLineDash(style.dashed === true ? DASHES : []);
    c.beginPath();
    c.moveTo(p.x, p.y);
    c.lineTo(q.x, q.y);
    c.stroke();
    c.restore();
}

/** An arrow. A very short arrow is not drawn. */
export function arrow(c: Context, view: View, from: Vec2, to: Vec2, style: LineStyle): void {
    const p = view.toScreen(from);
    const q = view.toScreen(to);
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    if (!Number.isFinite(length) || length < 1) {
        return;
    }
    const axis = axisOnScreen(view, { a: from, b: to }, 50);
    if (axis !== undefined) {
        const u = { x: (q.x - p.x) / length, y: (q.y - p.y) / length };
        const head = Math.min(11, length * 0.6);
        const isCut = Math.hypot(q.x - axis[1].x, q.y - axis[1].y) > 1;
        const neck = isCut ? axis[1] : { x: q.x - u.x * head, y: q.y - u.y * head };
        strokeLine(c, axis[0], neck, style);
        fillHead(c, q, u, head, style);
    }
}

/** An arrow of a fixed length in pixels, for directions. */
export function direction(
    c: Context, view: View, from: Vec2, unit: Vec2, pixels: number, style: LineStyle,
): void {
    const p = view.toScreen(from);
    if (isFinitePoint(p)) {
        const u = { x: unit.x, y: -unit.y };
        strokeLine(c, p, { x: p.x + u.x * (pixels - 10), y: p.y + u.y * (pixels - 10) }, style);
        fillHead(c, { x: p.x + u.x * pixels, y: p.y + u.y * pixels }, u, 11, style);
    }
}

function fillHead(c: Context, q: Vec2, u: Vec2, head: number, style: LineStyle): void {
    const neck = { x: q.x - u.x * head, y: q.y - u.y * head };
    c.save();
    c.fillStyle = color(style.color);
    c.beginPath();
    c.moveTo(q.x, q.y);
    c.lineTo(neck.x - u.y * head * 0.4, neck.y + u.x * head * 0.4);
    c.lineTo(neck.x + u.y * head * 0.4, neck.y - u.x * head * 0.4);
    c.closePath();
    c.fill();
    c.restore();
}

export interface DotStyle {
    color: Color;
    /** Radius in pixels, default 4. */
    size?: number;
    /** An open ring, the symbol of a handle. */
    open?: boolean;
}

export function dot(c: Context, view: View, at: Vec2, style: DotStyle): void {
    const p = view.toScreen(at);
    if (!isFinitePoint(p) || Math.abs(p.x) > FAR || Math.abs(p.y) > FAR) {
        return;
    }
    c.save();
    c.beginPath();
    c.arc(p.x, p.y, style.size ?? 4, 0, 2 * Math.PI);
    c.fillStyle = color(style.open === true ? "paper" : style.color);
    c.fill();
    if (style.open === true) {
        c.strokeStyle = color(style.color);
        c.lineWidth = 2;
        c.stroke();
    }
    c.restore();
}

export interface LabelStyle {
    /** Default "ink". */
    color?: Color;
    /** Pixels from the point, default (8, -8): to the right and up. */
    offset?: Vec2;
    align?: CanvasTextAlign;
    size?: number;
}

/** A text beside a point, with a halo in the colour of the paper. */
export function label(
    c: Context, view: View, at: Vec2, text: string, style: LabelStyle = {},
): void {
    const p = view.toScreen(at);
    if (!isFinitePoint(p) || Math.abs(p.x) > FAR || Math.abs(p.y) > FAR) {
        return;
    }
    const offset = { ...(style.offset ?? { x: 8, y: -8 }) };
    c.save();
    c.font = `${style.size ?? 13}px system-ui, sans-serif`;
    c.textAlign = style.align ?? "left";
    if (style.align === undefined && p.x + offset.x + c.measureText(text).width > view.width) {
        // The text would be cut off, so it goes to the other side.
        c.textAlign = "right";
        offset.x = -offset.x;
    }
    c.textBaseline = "middle";
    c.lineJoin = "round";
    c.lineWidth = 4;
    c.strokeStyle = color("paper");
    c.strokeText(text, p.x + offset.x, p.y + offset.y);
    c.fillStyle = color(style.color ?? "ink");
    c.fillText(text, p.x + offset.x, p.y + offset.y);
    c.restore();
}

/** The step of a grid with lines some 60 to 150 pixels apart: 1, 2 or 5 times a power of ten. */
export function gridStep(scale: number): number {
    const least = 60 / scale;
    const power = Number("1e" + Math.floor(Math.log10(least)));
    return (least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10) * power;
}

/** A grid with its numbers along the lower and left edge: those that are whole there. */
export function grid(c: Context, view: View): void {
    const step = gridStep(view.scale);
    const box = view.window();
    const places: { k: "x" | "y"; pixel: number; at: number }[] = [];
    for (const k of ["x", "y"] as const) {
        const first = Math.ceil(box.min[k] / step);
        const count = Math.floor(box.max[k] / step) - first;
        if (!(count >= 0 && count < 200 && Math.abs(first) < 1e15)) {
            continue; // finer than the distance between doubles
        }
        for (let i = first; i <= first + count; i++) {
            const at = i * step;
            places.push({ k, at, pixel: Math.round(view.toScreen({ x: at, y: at })[k]) + 0.5 });
        }
    }
    c.save();
    c.lineWidth = 1;
    c.font = "11px system-ui, sans-serif";
    for (const { k, at, pixel } of places) {
        c.strokeStyle = color(at === 0 ? "axis" : "grid");
        c.beginPath();
        c.moveTo(k === "x" ? pixel : 0, k === "x" ? 0 : pixel);
        c.lineTo(k === "x" ? pixel : view.width, k === "x" ? view.height : pixel);
        c.stroke();
    }
    c.fillStyle = color("ink-dim");
    c.textBaseline = "bottom";
    let free = 30;
    for (const { k, at, pixel } of places) {
        const text = gridText(at, step);
        const { width } = c.measureText(text);
        if (k === "x" && pixel > free && pixel + 3 + width <= view.width) {
            c.fillText(text, pixel + 3, view.height - 2);
            free = pixel + width + 12;
        } else if (k === "y" && pixel > 14 && pixel < view.height - 12) {
            c.fillText(text, 4, pixel - 1);
        }
    }
    c.restore();
}

function gridText(at: number, step: number): string {
    const digits = Math.max(0, Math.ceil(-Math.log10(step)));
    if (at === 0) {
        return "0";
    }
    if (step < Math.abs(at) * 1e-9) {
        // At a high zoom: a base position, and the offset from it.
        const base = Number(at.toPrecision(8));
        const off = at - base;
        const sign = off < 0 ? "\u2212" : "+";
        return off === 0 ? String(base) : `${base}${sign}${short(Math.abs(off))}`;
    }
    return Math.abs(at) >= 1e7 || digits > 7 ? short(at) : at.toFixed(digits);
}

function short(value: number): string {
    return String(Number(value.toPrecision(3)));
}
