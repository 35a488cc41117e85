// The state of the tab Methods and its form in the address:
// method=area&r=1&ax=0&ay=0&bx=3&by=4&vx=1&vy=-2&x=1&y=1&w=12, where (x, y) is the middle of the
// map and w its width. Room: playground.
import type { Vec2, Wall } from "carom";
import type { Method } from "carom/classic";
import { parseNumber, showNumber, ulp } from "../numbers.ts";

export interface MapState {
    readonly method: Method;
    readonly radius: number;
    readonly a: Vec2;
    readonly b: Vec2;
    /** The displacement for moving-circle; other methods ignore it. */
    readonly move: Vec2;
    /** The middle of the map. */
    readonly middle: Vec2;
    /** The width of the map in world units. */
    readonly width: number;
}

export const START: MapState = {
    method: "tangent-clamp",
    radius: 1,
    a: { x: -2, y: -1 },
    b: { x: 2, y: 1 },
    move: { x: 2, y: -3 },
    middle: { x: 0, y: 0 },
    width: 12,
};

/** A mistake of that method, for the first view. */
export const START_CURSOR: Vec2 = { x: 3.5, y: 2 };

export function wallOf(state: MapState): Wall {
    return { a: state.a, b: state.b };
}

/** The narrowest map at this position; it must contain several doubles. */
export function narrowest(middle: Vec2): number {
    return Math.max(16 * ulp(Math.max(Math.abs(middle.x), Math.abs(middle.y))), 1e-300);
}

const NUMBER_KEYS = ["r", "ax", "ay", "bx", "by", "vx", "vy", "x", "y", "w"] as const;

function numbersOf(state: MapState): Record<(typeof NUMBER_KEYS)[number], number> {
    const { radius, a, b, move, middle, width } = state;
    return {
        r: radius, ax: a.x, ay: a.y, bx: b.x, by: b.y,
        vx: move.x, vy: move.y, x: middle.x, y: middle.y, w: width,
    };
}

/** Reads a state over `before`. Unreadable values are named in `problems`. */
export function readState(
    query: URLSearchParams,
    methods: readonly Method[],
    before: MapState,
): { state: MapState; problems: string[] } {
    const problems: string[] = [];
    const numbers = numbersOf(before);
    for (const key of NUMBER_KEYS) {
        const text = query.get(key);
        if (text === null) {
            continue;
        }
        const parsed = parseNumber(text);
        const value = "value" in parsed ? parsed.value : NaN;
        const least = key === "w" ? Number.MIN_VALUE : key === "r" ? 0 : -Infinity;
        if (Number.isFinite(value) && value >= least) {
            numbers[key] = value;
        } else {
            problems.push(`${key}=${text} is not usable`);
        }
    }
    const named = query.get("method");
    const method = methods.find((name) => name === named) ?? before.method;
    if (named !== null && named !== method) {
        problems.push(`method is “${named}”, which is none`);
    }
    const { r, ax, ay, bx, by, vx, vy, x, y, w } = numbers;
    const state = {
        method, radius: r, a: { x: ax, y: ay }, b: { x: bx, y: by },
        move: { x: vx, y: vy }, middle: { x, y }, width: Math.max(w, narrowest({ x, y })),
    };
    return { state, problems };
}

/** The state for the address, with all digits. */
export function writeState(state: MapState, isSweep: boolean): URLSearchParams {
    const query = new URLSearchParams({ method: state.method });
    for (const [key, value] of Object.entries(numbersOf(state))) {
        if (isSweep || !key.startsWith("v")) {
            query.set(key, showNumber(value));
        }
    }
    return query;
}

/** The address of the Lab for one case of the map. */
export function labAddress(
    state: MapState,
    center: Vec2,
    info: { isSweep: boolean; extent: string; rule: string },
): string {
    const query = new URLSearchParams({
        cx: showNumber(center.x), cy: showNumber(center.y), r: showNumber(state.radius),
        ax: showNumber(state.a.x), ay: showNumber(state.a.y),
        bx: showNumber(state.b.x), by: showNumber(state.b.y),
        extent: info.extent, question: info.rule, method: state.method,
    });
    if (info.isSweep) {
        query.set("vx", showNumber(state.move.x));
        query.set("vy", showNumber(state.move.y));
    }
    return `lab?${query}`;
}
