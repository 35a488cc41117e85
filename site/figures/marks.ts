// What a figure draws, in the coordinates of the plane, y up; and how it becomes SVG. No DOM: the
// same code draws a
// page when the site is built and in the browser. Room: site.
import type { Relation, Vec2, Wall } from "carom";
import type { Verdict } from "carom/classic";

/** The part of the plane that a figure shows. */
export interface Window {
    readonly minX: number;
    readonly minY: number;
    readonly maxX: number;
    readonly maxY: number;
}

/** Something to draw. `look` is a class of style.css. */
export type Mark =
    | { kind: "wall"; wall: Wall }
    | { kind: "circle"; center: Vec2; radius: number; look: Relation | "ghost" | "wrong" | "area" }
    | {
          kind: "line";
          points: readonly Vec2[];
          look: "dashed" | "path" | "wrong" | "area" | LineLook;
      }
    | { kind: "arrow"; from: Vec2; to: Vec2; look: "vector" | "move" | "wrong" }
    /** A piece of a map of verdicts; one double of such a map; a bit; a box around walls. */
    | { kind: "cell"; min: Vec2; max: Vec2; look: Verdict | CellLook }
    | { kind: "point"; at: Vec2; look: "point" | "wrong" }
    | {
          kind: "text";
          at: Vec2;
          text: string;
          /** Where it stands, as (x, y) of a clock's hand. */ toward?: Vec2;
          italic?: boolean;
      };

export type LineLook = "axis" | "band" | "unsure" | "shadow" | "far" | "tested" | "touched";

export type CellLook =
    | `double ${Verdict | "yes" | "chosen"}`
    | `bit ${"zero" | "one"}`
    | `box ${"plain" | "entered" | "left"}`;

/** The width of every figure in units of its SVG. */
export const WIDTH = 640;

export function scaleOf(window: Window): number {
    return WIDTH / (window.maxX - window.minX);
}

export function heightOf(window: Window): number {
    return Math.round((window.maxY - window.minY) * scaleOf(window));
}

/** From the plane to the SVG. */
export function toSvg(window: Window, p: Vec2): Vec2 {
    const scale = scaleOf(window);
    return { x: (p.x - window.minX) * scale, y: (window.maxY - p.y) * scale };
}

/** From the SVG to the plane. */
export function toPlane(window: Window, p: Vec2): Vec2 {
    const scale = scaleOf(window);
    return { x: window.minX + p.x / scale, y: window.maxY - p.y / scale };
}

const rounded = (x: number): string => String(Math.round(x * 100) / 100);

function attributes(names: Record<string, number>): string {
    return Object.entries(names)
        .map(([name, x]) => ` ${name}="${rounded(x)}"`)
        .join("");
}

export function escaped(text: string): string {
    return text.replace(
        /[&<>"]/g,
        (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c,
    );
}

/** The ends of what is to be seen of a wall: rays and lines go on beyond the window. */
function visibleEnds(window: Window, wall: Wall): [Vec2, Vec2] {
    const { a, b, extent = "segment" } = wall;
    const u = { x: b.x - a.x, y: b.y - a.y };
    const length = Math.hypot(u.x, u.y);
    const far =
        length === 0 ? 0 : (2 * (window.maxX - window.minX + window.maxY - window.minY)) / length;
    const before = extent === "line" ? far : 0;
    const after = extent === "segment" ? 0 : far;
    return [
        { x: a.x - before * u.x, y: a.y - before * u.y },
        { x: b.x + after * u.x, y: b.y + after * u.y },
    ];
}

function wallSvg(window: Window, wall: Wall): string {
    const [p, q] = visibleEnds(window, wall).map((end) => toSvg(window, end)) as [Vec2, Vec2];
    const line = attributes({ x1: p.x, y1: p.y, x2: q.x, y2: q.y });
    const width = 2 * (wall.radius ?? 0) * scaleOf(window);
    const body =
        width > 0 ? `<line class="wall-body"${line} stroke-width="${rounded(width)}"/>` : "";
    return `${body}<line class="wall"${line}/>`;
}

function arrowSvg(window: Window, from: Vec2, to: Vec2, look: string): string {
    const p = toSvg(window, from);
    const q = toSvg(window, to);
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    if (length < 1) {
        return "";
    }
    const head = Math.min(12, length / 2);
    const d = { x: ((q.x - p.x) / length) * head, y: ((q.y - p.y) / length) * head };
    const neck = { x: q.x - d.x, y: q.y - d.y };
    const side = { x: -d.y * 0.4, y: d.x * 0.4 };
    const corners = [
        q,
        { x: neck.x + side.x, y: neck.y + side.y },
        { x: neck.x - side.x, y: neck.y - side.y },
    ];
    const points = corners.map((c) => `${rounded(c.x)},${rounded(c.y)}`).join(" ");
    return (
        `<g class="arrow ${look}">` +
        `<line${attributes({ x1: p.x, y1: p.y, x2: neck.x, y2: neck.y })}/>` +
        `<polygon points="${points}"/></g>`
    );
}

function textSvg(window: Window, mark: Mark & { kind: "text" }): string {
    const p = toSvg(window, mark.at);
    const toward = mark.toward ?? { x: 0, y: 0 };
    const length = Math.hypot(toward.x, toward.y);
    const step = length === 0 ? { x: 0, y: 0 } : { x: toward.x / length, y: toward.y / length };
    const anchor = step.x > 0.4 ? "start" : step.x < -0.4 ? "end" : "middle";
    const place = attributes({ x: p.x + 14 * step.x, y: p.y - 16 * step.y + 6 });
    const style = mark.italic === true ? ' class="name"' : "";
    return `<text${style}${place} text-anchor="${anchor}">${escaped(mark.text)}</text>`;
}

function markSvg(window: Window, mark: Mark): string {
    switch (mark.kind) {
        case "wall":
            return wallSvg(window, mark.wall);
        case "circle": {
            const c = toSvg(window, mark.center);
            return `<circle class="disc ` +
                `${mark.look}"` +
                `${attributes({ cx: c.x, cy: c.y, r: mark.radius * scaleOf(window) })}/>`;
        }
        case "line": {
            const points = mark.points
                .map((p) => toSvg(window, p))
                .map((p) => `${rounded(p.x)},${rounded(p.y)}`);
            return `<polyline class="${mark.look}" points="${points.join(" ")}"/>`;
        }
        case "arrow":
            return arrowSvg(window, mark.from, mark.to, mark.look);
        case "cell": {
            const p = toSvg(window, { x: mark.min.x, y: mark.max.y });
            const q = toSvg(window, { x: mark.max.x, y: mark.min.y });
            return `<rect class="cell ` +
                `${mark.look}"` +
                `${attributes({ x: p.x, y: p.y, width: q.x - p.x, height: q.y - p.y })}/>`;
        }
        case "point": {
            const p = toSvg(window, mark.at);
            return `<circle class="dot ${mark.look}"${attributes({ cx: p.x, cy: p.y, r: 5 })}/>`;
        }
        case "text":
            return textSvg(window, mark);
    }
}

/** The marks as SVG, from back to front. */
export function marksSvg(window: Window, marks: readonly Mark[]): string {
    return marks.map((mark) => markSvg(window, mark)).join("");
}
