// The drawing of the Lab: wall, circle, contact, displaced circles, and the result of a published
// method. Room: playground.
import type { Box, Contact, Vec2 } from "carom";
import type { ClassicContact, ClassicSweep } from "carom/classic";
import { ulp } from "../numbers.ts";
import * as paint from "../paint.ts";
import type { View } from "../view.ts";
import type { Answer } from "./answer.ts";
import { circleOf, moveOf, wallOf, type LabState } from "./state.ts";

/** The result of the published method, if one is shown. */
export interface Published {
    contact: ClassicContact | undefined;
    sweep: ClassicSweep | undefined;
}

type Context = CanvasRenderingContext2D;

function add(p: Vec2, q: Vec2): Vec2 {
    return { x: p.x + q.x, y: p.y + q.y };
}

/** The position of the outline's handle relative to the centre. */
export function rimPoint(s: LabState, angle: number): Vec2 {
    return { x: s.cx + s.r * Math.cos(angle), y: s.cy + s.r * Math.sin(angle) };
}

export function tipPoint(s: LabState): Vec2 {
    return add({ x: s.cx, y: s.cy }, moveOf(s));
}

/** The point of the circle that is deepest in the wall, or nearest to it. */
function rimOf({ point, normal, depth }: Contact): NonNullable<paint.CircleStyle["rim"]> {
    return { at: point, outward: { x: -normal.x, y: -normal.y }, beyond: depth };
}

/** Paints everything from back to front. */
export function paintLab(
    c: Context, view: View, s: LabState, answer: Answer, published: Published, rimAngle: number,
): void {
    paint.grid(c, view);
    paintDoubles(c, view);
    paint.wall(c, view, wallOf(s), { ends: true });
    if (answer.motion !== undefined) {
        paintMotion(c, view, s, answer);
    } else {
        paintPush(c, view, s, answer);
    }
    const { center, radius } = circleOf(s);
    const tint = paint.relationColor(answer.relation);
    paint.circle(c, view, center, radius, { color: tint, width: 2.5, rim: rimOf(answer.contact) });
    if (answer.relation !== "invalid" && answer.motion === undefined) {
        paintContact(c, view, s, answer);
    }
    paintPublished(c, view, s, published);
    paintHandles(c, view, s, rimAngle);
}

/** At a high zoom: a dot at each position that a double can represent. */
function paintDoubles(c: Context, view: View): void {
    const step = { x: ulp(view.center.x), y: ulp(view.center.y) };
    if (Math.min(step.x, step.y) * view.scale < 6) {
        return;
    }
    const box = view.window();
    const count = {
        x: Math.round((box.max.x - box.min.x) / step.x),
        y: Math.round((box.max.y - box.min.y) / step.y),
    };
    if (!(count.x * count.y < 20000)) {
        return;
    }
    for (let i = 0; i <= count.x; i++) {
        for (let j = 0; j <= count.y; j++) {
            const at = { x: box.min.x + i * step.x, y: box.min.y + j * step.y };
            paint.dot(c, view, at, { color: "axis", size: 1.5 });
        }
    }
}

function paintPush(c: Context, view: View, s: LabState, answer: Answer): void {
    if (answer.contact.depth > 0) {
        const to = answer.push.center;
        paint.circle(c, view, to, s.r, {
            color: "accent", fill: 0.04, width: 1.5, dashed: true, rim: rimOf(answer.pushed),
        });
        paint.arrow(c, view, { x: s.cx, y: s.cy }, to, { color: "accent", width: 2 });
    }
}

/** The nearest point, the line to it, the normal and the crossing points. */
function paintContact(c: Context, view: View, s: LabState, answer: Answer): void {
    const { point, normal } = answer.contact;
    const center = { x: s.cx, y: s.cy };
    paint.line(c, view, center, point, { color: "ink-dim", width: 1.5, dashed: true });
    for (const crossing of answer.crossings) {
        paint.dot(c, view, crossing.point, { color: "crossing", size: 4, open: true });
    }
    paint.direction(c, view, point, normal, 38, { color: "ink", width: 2 });
    paint.dot(c, view, point, { color: "ink", size: 5 });
    const side = { x: -12 * normal.x, y: 12 * normal.y + (normal.y > -0.3 ? 6 : -6) };
    paint.label(c, view, point, "nearest point", {
        offset: side, align: normal.x > 0.3 ? "right" : normal.x < -0.3 ? "left" : "center",
        color: "ink-dim",
    });
}

function paintMotion(c: Context, view: View, s: LabState, answer: Answer): void {
    const motion = answer.motion;
    if (motion === undefined || motion.sweep.kind === "invalid") {
        return;
    }
    const { sweep, end } = motion;
    const start = { x: s.cx, y: s.cy };
    const tip = tipPoint(s);
    const tint = paint.kindColor(sweep.kind);
    paintPath(c, view, start, tip, s.r);
    if (sweep.kind === "miss" || sweep.kind === "graze") {
        paint.circle(c, view, tip, s.r, {
            color: "separate", fill: 0.05, width: 1.5, dashed: true,
        });
    }
    if (sweep.kind !== "miss") {
        const rim = sweep.kind === "overlap" ? undefined
            : { at: sweep.point, outward: { x: -sweep.normal.x, y: -sweep.normal.y }, beyond: 0 };
        paint.circle(c, view, sweep.center, s.r, {
            color: tint, fill: 0.08, width: 2, dashed: true, ...(rim && { rim }),
        });
        paint.direction(c, view, sweep.point, sweep.normal, 38, { color: "ink", width: 2 });
        paint.dot(c, view, sweep.point, { color: "ink", size: 5 });
    }
    if (sweep.kind === "hit" || sweep.kind === "overlap") {
        paint.circle(c, view, end, s.r, { color: "inside", fill: 0.05, width: 1.5, dashed: true });
        paint.arrow(c, view, sweep.center, end, { color: "inside", width: 2 });
        paint.label(c, view, end, "end", {
            color: "inside", offset: { x: 0, y: 16 }, align: "center",
        });
    }
    paint.arrow(c, view, start, tip, { color: "accent", width: 2.5 });
}

/** The two edges of the swept path. */
function paintPath(c: Context, view: View, from: Vec2, to: Vec2, r: number): void {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (!(length > 0 && Number.isFinite(length))) {
        return;
    }
    const side = { x: (-(to.y - from.y) / length) * r, y: ((to.x - from.x) / length) * r };
    for (const sign of [1, -1]) {
        const off = { x: sign * side.x, y: sign * side.y };
        paint.line(c, view, add(from, off), add(to, off), { color: "axis", width: 1.5 });
    }
}

function paintPublished(c: Context, view: View, s: LabState, published: Published): void {
    const { contact, sweep } = published;
    if (contact?.point !== undefined) {
        paint.dot(c, view, contact.point, { color: "false-hit", size: 8, open: true });
        paint.label(c, view, contact.point, "tutorial's nearest point", {
            color: "false-hit", offset: { x: 12, y: 14 },
        });
    }
    if (sweep?.hits === true) {
        const style = { color: "false-hit", fill: 0, width: 2, dashed: true } as const;
        paint.circle(c, view, sweep.center, s.r, style);
        paint.line(c, view, sweep.center, sweep.end, { color: "false-hit", dashed: true });
        paint.dot(c, view, sweep.end, { color: "false-hit", size: 5 });
        paint.label(c, view, sweep.end, "tutorial's end", { color: "false-hit" });
    }
}

function paintHandles(c: Context, view: View, s: LabState, rimAngle: number): void {
    const center = { x: s.cx, y: s.cy };
    paint.dot(c, view, center, { color: "ink", size: 6, open: true });
    paint.dot(c, view, rimPoint(s, rimAngle), { color: "ink", size: 6, open: true });
    for (const [name, at] of [["a", { x: s.ax, y: s.ay }], ["b", { x: s.bx, y: s.by }]] as const) {
        paint.dot(c, view, at, { color: "wall", size: 6, open: true });
        paint.label(c, view, at, name, { offset: { x: 0, y: -17 }, align: "center", size: 14 });
    }
    if (s.motion) {
        paint.dot(c, view, tipPoint(s), { color: "accent", size: 6, open: true });
    }
}

/** The bounds of the circle, the wall's ends, the displacement and the published result. */
export function boxOf(s: LabState, answer: Answer, published: ClassicSweep | undefined): Box {
    const points: [Vec2, number][] = [
        [{ x: s.cx, y: s.cy }, s.r], [{ x: s.ax, y: s.ay }, s.wr], [{ x: s.bx, y: s.by }, s.wr],
    ];
    if (answer.motion !== undefined) {
        points.push([tipPoint(s), s.r], [answer.motion.end, s.r]);
    } else if (answer.contact.depth > 0) {
        points.push([answer.push.center, s.r]);
    }
    if (published !== undefined) {
        points.push([published.center, s.r], [published.end, 0]);
    }
    const boxes = points
        .map(([p, radius]) => ({
            min: { x: p.x - radius, y: p.y - radius }, max: { x: p.x + radius, y: p.y + radius },
        }))
        .filter((box) => Number.isFinite(box.max.x - box.min.x + box.max.y - box.min.y));
    if (boxes.length === 0) {
        return { min: { x: -1, y: -1 }, max: { x: 1, y: 1 } };
    }
    return {
        min: {
            x: Math.min(...boxes.map((box) => box.min.x)),
            y: Math.min(...boxes.map((box) => box.min.y)),
        },
        max: {
            x: Math.max(...boxes.map((box) => box.max.x)),
            y: Math.max(...boxes.map((box) => box.max.y)),
        },
    };
}
