// The walls of the tab Table: an immutable list, and the history for undo. Room: playground.
import type { Box, Vec2, Wall } from "carom";
import { EXTENTS, type WallTable } from "../wall_file.ts";
import type { Swing } from "./swings.ts";

export function wallAt(walls: WallTable, i: number): Wall {
    return {
        a: { x: walls.ax[i]!, y: walls.ay[i]! }, b: { x: walls.bx[i]!, y: walls.by[i]! },
        radius: walls.radius[i]!, extent: EXTENTS[walls.extent[i]!] ?? "segment",
    };
}

export function wallTable(list: readonly Wall[]): WallTable {
    return {
        ax: Float64Array.from(list, (w) => w.a.x), ay: Float64Array.from(list, (w) => w.a.y),
        bx: Float64Array.from(list, (w) => w.b.x), by: Float64Array.from(list, (w) => w.b.y),
        radius: Float64Array.from(list, (w) => w.radius ?? 0),
        extent: Uint8Array.from(list, (w) => EXTENTS.indexOf(w.extent ?? "segment")),
        count: list.length,
    };
}

/** The list with one more wall at the end. */
export function withWall(walls: WallTable, wall: Wall): WallTable {
    const one = wallTable([wall]);
    const count = walls.count + 1;
    const joined = (p: Float64Array, q: Float64Array) => {
        const list = new Float64Array(count);
        list.set(p);
        list.set(q, count - 1);
        return list;
    };
    const extent = new Uint8Array(count);
    extent.set(walls.extent);
    extent[count - 1] = one.extent[0]!;
    return {
        ax: joined(walls.ax, one.ax), ay: joined(walls.ay, one.ay),
        bx: joined(walls.bx, one.bx), by: joined(walls.by, one.by),
        radius: joined(walls.radius, one.radius), extent, count,
    };
}

/** The list without the wall of that index. */
export function withoutWall(walls: WallTable, index: number): WallTable {
    const kept = (_: number, i: number) => i !== index;
    return {
        ax: walls.ax.filter(kept), ay: walls.ay.filter(kept),
        bx: walls.bx.filter(kept), by: walls.by.filter(kept),
        radius: walls.radius.filter(kept), extent: walls.extent.filter(kept),
        count: walls.count - 1,
    };
}

function clamp(x: number): number {
    return Math.min(Math.max(x, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** The box of all ends with their radii; finite also with rays and lines. */
export function endsBox(walls: WallTable): Box | undefined {
    const box = { min: { x: Infinity, y: Infinity }, max: { x: -Infinity, y: -Infinity } };
    for (let i = 0; i < walls.count; i++) {
        const r = walls.radius[i]!;
        box.min.x = Math.min(box.min.x, walls.ax[i]! - r, walls.bx[i]! - r);
        box.min.y = Math.min(box.min.y, walls.ay[i]! - r, walls.by[i]! - r);
        box.max.x = Math.max(box.max.x, walls.ax[i]! + r, walls.bx[i]! + r);
        box.max.y = Math.max(box.max.y, walls.ay[i]! + r, walls.by[i]! + r);
    }
    const finite = (p: Vec2): Vec2 => ({ x: clamp(p.x), y: clamp(p.y) });
    return walls.count > 0 ? { min: finite(box.min), max: finite(box.max) } : undefined;
}

/** A ball radius that fits among the walls, from their number and their box. */
export function radiusAmong(walls: WallTable): number {
    const box = endsBox(walls);
    if (box === undefined) {
        return 1;
    }
    // Halve first: the whole can be too large for a double.
    const half = Math.max(box.max.x / 2 - box.min.x / 2, box.max.y / 2 - box.min.y / 2);
    const radius = half / Math.max(30, 4 * Math.sqrt(walls.count));
    return radius > 0 && Number.isFinite(radius) ? radius : 1;
}

const BYTES_A_WALL = 41;
const BYTES_KEPT = 200e6;

/** Walls that stand and walls that swing. */
export interface AllWalls {
    readonly standing: WallTable;
    readonly swings: readonly Swing[];
}

/** The earlier lists that fit into 200 MB, at least one. */
export class History {
    private readonly past: AllWalls[] = [];

    get isEmpty(): boolean {
        return this.past.length === 0;
    }

    keep(walls: AllWalls): void {
        this.past.push(walls);
        const size = () =>
            this.past.reduce((sum, { standing }) => sum + standing.count * BYTES_A_WALL, 0);
        while (this.past.length > 1 && size() > BYTES_KEPT) {
            this.past.shift();
        }
    }

    back(): AllWalls | undefined {
        return this.past.pop();
    }
}
