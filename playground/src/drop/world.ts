// The world of the tab Drop: sloped segments in a box that is open at the top, and circles above.
// Method: one wall for each cell of a grid, shifted and turned at random; every fifth is steep. All
// go from left to right, as in the tutorial, whose first approach knows only one side of a wall.
// Room: playground.
import { segment, type Box, type Wall } from "carom";
import { randomFrom } from "../random.ts";

export const WIDTH = 1000;
/** Walls are below this, circles start above it. */
export const CEILING = 570;
export const WORLD: Box = { min: { x: -12, y: -12 }, max: { x: WIDTH + 12, y: 640 } };

const WALLS_FROM = 45;
const SIDE_HEIGHT = 4000;
const LEAN = 8;

/** The floor and the sides. The sides lean outwards, because upright walls break a tutorial. */
export function boxWalls(): Wall[] {
    return [
        segment({ x: -LEAN, y: 0 }, { x: WIDTH + LEAN, y: 0 }),
        segment({ x: -LEAN, y: SIDE_HEIGHT }, { x: 0, y: 0 }),
        segment({ x: WIDTH, y: 0 }, { x: WIDTH + LEAN, y: SIDE_HEIGHT }),
    ];
}

/** The size of a grid cell for this number of walls. */
function cellOf(count: number): { columns: number; rows: number; width: number; height: number } {
    const height = CEILING - WALLS_FROM;
    const columns = Math.max(1, Math.round(Math.sqrt((count * WIDTH) / height)));
    const rows = Math.ceil(count / columns);
    return { columns, rows, width: WIDTH / columns, height: height / rows };
}

/** Makes `count` sloped walls and the box. */
export function slopedWalls(count: number, seed: number): Wall[] {
    const random = randomFrom(seed);
    const { columns, rows, width, height } = cellOf(count);
    const walls: Wall[] = [];
    for (let i = 0; i < count; i++) {
        const row = Math.floor(i / columns);
        const inRow = row === rows - 1 ? count - row * columns : columns;
        const steep = i % 5 === 3;
        const slope = (steep ? 58 + 26 * random() : 6 + 26 * random()) * (Math.PI / 180);
        const turn = random() < 0.5 ? -slope : slope;
        const reach = (0.3 + 0.12 * random()) * Math.min(width, height) * (steep ? 0.9 : 1.1);
        const x = ((i % columns) + 0.5 + 0.2 * (random() - 0.5)) * (WIDTH / inRow);
        const y = WALLS_FROM + (row + 0.5 + 0.2 * (random() - 0.5)) * height;
        const half = { x: reach * Math.cos(turn), y: reach * Math.sin(turn) };
        walls.push(segment({ x: x - half.x, y: y - half.y }, { x: x + half.x, y: y + half.y }));
    }
    return walls;
}

/** Radii that suit the numbers: small enough to fall between the walls. */
export function radiusFor(circles: number, walls: number): number {
    const { width, height } = cellOf(walls);
    const room = 0.38 * Math.sqrt((WIDTH * CEILING) / circles);
    return Math.max(1.5, Math.min(14, 0.12 * Math.min(width, height), room));
}

/** Positions at the top without overlaps, in rows: for circles that collide. */
export function rowPlaces(
    count: number, radius: number, seed: number,
    set: (i: number, x: number, y: number, radius: number) => void,
): void {
    const random = randomFrom(seed ^ 0x5bd1e995);
    const most = 1.2 * radius;
    const step = 2.4 * most;
    const columns = Math.floor((WIDTH - 2 * step) / step);
    for (let i = 0; i < count; i++) {
        const r = radius * (0.6 + 0.15 * Math.floor(5 * random()));
        const shift = 0.3 * most * (random() - 0.5);
        const row = Math.floor(i / columns);
        set(i, (i % columns + 1.5) * step + shift, CEILING + (row + 1) * step, r);
    }
}

/** Positions at the top: `set` is called with the centre and the radius of each circle. */
export function startPlaces(
    count: number, radius: number, seed: number,
    set: (i: number, x: number, y: number, radius: number) => void,
): void {
    const random = randomFrom(seed ^ 0x5bd1e995);
    const spread = Math.max(40, (4 * radius * radius * count) / WIDTH);
    for (let i = 0; i < count; i++) {
        // Only five sizes, so that few pictures of circles are needed.
        const r = radius * (0.6 + 0.15 * Math.floor(5 * random()));
        const x = 2 * r + (WIDTH - 4 * r) * random();
        set(i, x, CEILING + 2 * r + spread * random(), r);
    }
}
