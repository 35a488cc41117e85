// Finds mistakes: counts them in a map, steps through groups of wrong cells, and searches near the
// tangent line for methods that are right everywhere else. Room: playground.
import type { Vec2 } from "carom";
import type { Classic, Verdict } from "carom/classic";
import { ulp } from "../numbers.ts";
import { VERDICTS } from "../verdicts.ts";
import { TRUTH, type Level } from "./map_work.ts";
import type { MapState } from "./state.ts";

/** The verdicts that are mistakes. */
export function isMistake(verdict: number): boolean {
    return verdict >= 1 && verdict <= 3;
}

export interface Counts {
    rightNo: number;
    rightYes: number;
    /** By the number of the verdict. */
    verdicts: number[];
}

/** Counts the cells of a map. */
export function countCells(level: Level): Counts {
    const byCell = new Array<number>(2 * TRUTH).fill(0);
    for (const cell of level.cells) {
        byCell[cell]!++;
    }
    return {
        rightNo: byCell[0]!,
        rightYes: byCell[TRUTH]!,
        verdicts: VERDICTS.map((_, verdict) => byCell[verdict]! + byCell[verdict + TRUTH]!),
    };
}

export interface Cell {
    column: number;
    row: number;
}

/** The edge of the squares that are searched for groups of mistakes, in cells. */
const TILE = 64;

interface Group extends Cell {
    verdict: number;
    size: number;
}

/** One cell for each square of the map and each kind of mistake; the largest groups first. */
export function groupsOfMistakes(level: Level): Cell[] {
    const groups: Group[] = [];
    for (let row = 0; row < level.rows; row += TILE) {
        for (let column = 0; column < level.columns; column += TILE) {
            groups.push(...groupsInTile(level, column, row));
        }
    }
    groups.sort((p, q) => q.size - p.size);
    // One of each kind first, because rare ones would come last.
    const firsts = new Set(
        [1, 2, 3].map((verdict) => groups.find((group) => group.verdict === verdict)),
    );
    const isFirst = (group: Group) => firsts.has(group);
    return [...groups.filter(isFirst), ...groups.filter((group) => !isFirst(group))];
}

/** The middle of the mistakes of each kind in one square, without allocations. */
function groupsInTile(level: Level, left: number, top: number): Group[] {
    const right = Math.min(left + TILE, level.columns);
    const bottom = Math.min(top + TILE, level.rows);
    const sums = VERDICTS.map(() => ({ size: 0, column: 0, row: 0 }));
    for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) {
            const sum = sums[level.cells[row * level.columns + column]! % TRUTH]!;
            sum.size++;
            sum.column += column;
            sum.row += row;
        }
    }
    return sums.flatMap(({ size, column, row }, verdict) => {
        if (size === 0 || !isMistake(verdict)) {
            return [];
        }
        const mean = { column: column / size, row: row / size };
        const box = { left, top, right, bottom };
        return [{ ...nearestCell(level, verdict, mean, box), verdict, size }];
    });
}

function nearestCell(
    level: Level,
    verdict: number,
    mean: Cell,
    box: { left: number; top: number; right: number; bottom: number },
): Cell {
    const best = { column: box.left, row: box.top };
    let least = Infinity;
    for (let row = box.top; row < box.bottom; row++) {
        for (let column = box.left; column < box.right; column++) {
            const away = (column - mean.column) ** 2 + (row - mean.row) ** 2;
            if (away < least && level.cells[row * level.columns + column]! % TRUTH === verdict) {
                least = away;
                best.column = column;
                best.row = row;
            }
        }
    }
    return best;
}

// ---- near the tangent line ----

/** The number of cells across the small maps of the search. */
const ACROSS = 32;

/** The widths of these maps in doubles; the smallest one with a mistake is used. */
const WIDTHS_IN_ULPS = [32, 256, 2 ** 12, 2 ** 20, 2 ** 31];

/** Positions along the outline at which circle and wall just touch. */
const PLACES = 48;

export interface Found {
    /** The wrong answer. */
    center: Vec2;
    verdict: Verdict;
    /** The width of the map that shows it. */
    width: number;
}

/** Centres at which the circle touches the wall, beside it and around its ends. */
function tangentPlaces(state: MapState): Vec2[] {
    const { a, b, radius } = state;
    const u = { x: b.x - a.x, y: b.y - a.y };
    const length = Math.hypot(u.x, u.y);
    const n = length > 0 ? { x: -u.y / length, y: u.x / length } : { x: 0, y: 1 };
    const places: Vec2[] = [];
    for (let i = 0; i < PLACES; i++) {
        // The golden ratio spreads any number of positions evenly.
        const t = (0.13 + i * 0.6180339887498949) % 1;
        const side = i % 2 === 0 ? radius : -radius;
        places.push({ x: a.x + t * u.x + side * n.x, y: a.y + t * u.y + side * n.y });
        if (i % 4 === 3) {
            const [end, out] = i % 8 === 3 ? [a, -1] : [b, 1];
            const angle = Math.atan2(out * u.y, out * u.x) + (t - 0.5) * 3;
            places.push({
                x: end.x + radius * Math.cos(angle),
                y: end.y + radius * Math.sin(angle),
            });
        }
    }
    return places;
}

/**
 * Looks for mistakes near the tangent line, in the smallest window first; yields undefined after
 * each small map, so that it can be done in slices, and at last what it found.
 */
export function* searchTangent(
    classic: Classic,
    state: MapState,
): Generator<undefined, Found | undefined> {
    const places = tangentPlaces(state);
    for (const ulps of WIDTHS_IN_ULPS) {
        for (const place of places) {
            const width = ulps * ulp(Math.max(Math.abs(place.x), Math.abs(place.y)));
            const found = lookAt(classic, state, place, width);
            if (found !== undefined) {
                return found;
            }
            yield undefined;
        }
    }
    return undefined;
}

function lookAt(
    classic: Classic,
    state: MapState,
    place: Vec2,
    width: number,
): Found | undefined {
    const half = width / 2;
    const window = {
        min: { x: place.x - half, y: place.y - half },
        max: { x: place.x + half, y: place.y + half },
    };
    const wall = { a: state.a, b: state.b };
    const map = classic.map(state.method, state.radius, state.move, wall, window, ACROSS, ACROSS);
    const level = { columns: ACROSS, rows: ACROSS, cells: map.verdicts, done: ACROSS };
    const cell = groupsOfMistakes(level)[0];
    if (cell === undefined) {
        return undefined;
    }
    const center = classic.mapCenter(window, ACROSS, ACROSS, cell.column, cell.row);
    return { center, verdict: VERDICTS[map.verdicts[cell.row * ACROSS + cell.column]!]!, width };
}
