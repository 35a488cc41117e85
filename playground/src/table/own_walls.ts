// Walls of one's own in a link and over a reload. In a link: walls between "*", their numbers
// between "_", which addresses hold as they are: ax_ay_bx_by_radius_extent, then for a wall that
// swings _slide_x_y or _turn_a_angle. Room: playground.
import type { Extent, Wall } from "carom";
import { EXTENTS, type WallTable } from "../wall_file.ts";
import type { Swing } from "./swings.ts";
import { wallAt, wallTable } from "./walls.ts";

export interface OwnWalls {
    walls: WallTable;
    swings: readonly Swing[];
}

/** The longest text that a link holds; browsers and chats cut longer ones. */
export const LINK_MOST = 6000;
/** The longest text that is kept over a reload. */
const STORED_MOST = 2_000_000;
const KEY = "carom-table-walls";

function wallText({ a, b, radius, extent }: Wall): string {
    return [a.x, a.y, b.x, b.y, radius ?? 0, extent ?? "segment"].join("_");
}

function swingText({ wall, slide, turn }: Swing): string {
    const motion = turn !== undefined
        ? ["turn", turn.about, turn.angle] : ["slide", slide?.x ?? 0, slide?.y ?? 0];
    return `${wallText(wall)}_${motion.join("_")}`;
}

export function wallsText({ walls, swings }: OwnWalls): string {
    const standing = Array.from({ length: walls.count }, (_, i) => wallText(wallAt(walls, i)));
    return [...standing, ...swings.map(swingText)].join("*");
}

/** undefined if that is no text of walls. */
export function parseWalls(text: string): OwnWalls | undefined {
    const standing: Wall[] = [];
    const swings: Swing[] = [];
    for (const row of text === "" ? [] : text.split("*")) {
        const parts = row.split("_");
        const [ax, ay, bx, by, radius] = parts.slice(0, 5).map(Number) as
            [number, number, number, number, number];
        const extent = parts[5] as Extent;
        const isWall = [ax, ay, bx, by, radius].every(Number.isFinite) && radius >= 0 &&
            parts.slice(0, 5).every((part) => part !== "") && EXTENTS.includes(extent);
        if (!isWall) {
            return undefined;
        }
        const wall = { a: { x: ax, y: ay }, b: { x: bx, y: by }, radius, extent };
        if (parts.length === 6) {
            standing.push(wall);
            continue;
        }
        const swing = swingOfParts(wall, parts.slice(6));
        if (swing === undefined) {
            return undefined;
        }
        swings.push(swing);
    }
    return { walls: wallTable(standing), swings };
}

function swingOfParts(wall: Wall, [kind, first, second, ...rest]: string[]): Swing | undefined {
    const [x, y] = [Number(first), Number(second)];
    if (rest.length > 0 || second === undefined || second === "" || !Number.isFinite(y)) {
        return undefined;
    }
    if (kind === "turn" && (first === "a" || first === "b")) {
        return { wall, turn: { about: first, angle: y } };
    }
    return kind === "slide" && first !== "" && Number.isFinite(x)
        ? { wall, slide: { x, y } } : undefined;
}

// Storage can be blocked or full: then walls are not kept, and nothing else changes.

export function storeWalls(text: string): void {
    try {
        if (text.length <= STORED_MOST) {
            localStorage.setItem(KEY, text);
        } else {
            localStorage.removeItem(KEY);
        }
    } catch {
        // Said above.
    }
}

export function storedWalls(): OwnWalls | undefined {
    try {
        const text = localStorage.getItem(KEY);
        return text === null ? undefined : parseWalls(text);
    } catch {
        return undefined;
    }
}
