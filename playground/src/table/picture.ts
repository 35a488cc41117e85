// Draws the tab Table except its balls: walls, a shot being aimed, a wall being drawn.
// Method: bare segments share a few paths; thick, infinite and distant walls have their own.
// Room: playground.
import type { Scene, Vec2, Wall } from "carom";
import { circle, color, dot, line, wall as paintWall } from "../paint.ts";
import type { View } from "../view.ts";
import type { WallTable } from "../wall_file.ts";
import { wallAt } from "./walls.ts";

/** The number of segments in one path; long paths are slow to stroke. */
const PATH_LENGTH = 500;
/** Beyond this many pixels browsers draw inexactly. */
const FAR = 1e5;

/** All visible walls. */
export function paintWalls(
    c: CanvasRenderingContext2D, view: View, walls: WallTable, scene: Scene,
): void {
    // The scene may have more walls after these: those that swing.
    const seen = scene.inBox(view.window()).filter((i) => i < walls.count);
    const width = seen.length > 20000 ? 1 : seen.length > 300 ? 2 : 3;
    c.lineCap = seen.length > 20000 ? "butt" : "round";
    c.lineWidth = width;
    c.strokeStyle = color("wall");
    c.beginPath();
    let inPath = 0;
    const others: number[] = [];
    for (const i of seen) {
        const p = view.toScreen({ x: walls.ax[i]!, y: walls.ay[i]! });
        const q = view.toScreen({ x: walls.bx[i]!, y: walls.by[i]! });
        const reach = Math.max(Math.abs(p.x), Math.abs(p.y), Math.abs(q.x), Math.abs(q.y));
        const isBare = walls.radius[i] === 0 && walls.extent[i] === 0;
        if (!isBare || !(reach < FAR) || (p.x === q.x && p.y === q.y)) {
            others.push(i); // its own path would end the shared one
            continue;
        }
        c.moveTo(p.x, p.y);
        c.lineTo(q.x, q.y);
        if (++inPath % PATH_LENGTH === 0) {
            c.stroke();
            c.beginPath();
        }
    }
    c.stroke();
    others.forEach((i) => paintWall(c, view, wallAt(walls, i), { width }));
}

/** A shot: its path with the ball at each contact, and the pull. */
export interface Shot {
    center: Vec2;
    radius: number;
    to: Vec2;
    places: readonly Vec2[];
}

export function paintShot(c: CanvasRenderingContext2D, view: View, shot: Shot): void {
    let from = shot.center;
    for (const place of shot.places) {
        line(c, view, from, place, { color: "ink-dim", width: 1.5, dashed: true });
        circle(c, view, place, shot.radius,
            { color: "ink-dim", fill: 0.06, width: 1, dashed: true });
        from = place;
    }
    line(c, view, shot.center, shot.to, { color: "crossing", width: 3 });
    dot(c, view, shot.to, { color: "crossing", size: 6, open: true });
    circle(c, view, shot.center, shot.radius, { color: "crossing", fill: 0.2, width: 2.5 });
}

/** The cross at which Enter presses. */
export function paintCross(c: CanvasRenderingContext2D, view: View): void {
    const arm = 9 / view.scale;
    const { x, y } = view.center;
    const style = { color: "ink", width: 2 } as const;
    line(c, view, { x: x - arm, y }, { x: x + arm, y }, style);
    line(c, view, { x, y: y - arm }, { x, y: y + arm }, style);
}

/** Crosses where balls got out. */
export function paintExits(
    c: CanvasRenderingContext2D, view: View, exits: readonly Vec2[],
): void {
    const arm = 7 / view.scale;
    const style = { color: "crossing", width: 2.5 } as const;
    for (const { x, y } of exits) {
        line(c, view, { x: x - arm, y: y - arm }, { x: x + arm, y: y + arm }, style);
        line(c, view, { x: x - arm, y: y + arm }, { x: x + arm, y: y - arm }, style);
    }
}

export function paintDraft(c: CanvasRenderingContext2D, view: View, wall: Wall): void {
    paintWall(c, view, wall, { color: "accent", ends: true });
}
