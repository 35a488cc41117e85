// The smallest case of each failure of the published methods, as presets of the map. Source: the
// five articles, their failures checked in exact arithmetic. Layer: playground.
import type { Vec2 } from "carom";
import type { Method, Verdict } from "carom/classic";
import { ulp } from "../numbers.ts";
import type { MapState } from "./state.ts";

export interface Case {
    readonly id: string;
    readonly title: string;
    /** What to see, in a sentence. */
    readonly text: string;
    readonly verdict: Verdict;
    readonly center: Vec2;
    readonly state: MapState;
}

type Pair = readonly [number, number];

interface Short {
    id: string;
    method: Method;
    title: string;
    text: string;
    verdict: Verdict;
    center: Pair;
    radius: number;
    wall: readonly [Pair, Pair];
    move?: Pair;
    /** The map's width, or in doubles beside each other; else all is seen. */
    width?: number;
    ulps?: number;
}

const CASES: readonly Short[] = [
    {
        id: "area-line-no-length", method: "area-line", verdict: "missed",
        title: "Area, line: two equal points divide by zero",
        text: "Without a base the triangle has no height: 0 / 0 is never ≤ the radius.",
        center: [0.5, 0.5], radius: 1, wall: [[0, 0], [0, 0]],
    },
    {
        id: "area-inside", method: "area", verdict: "right",
        title: "Area, segment: inside the circle is no collision",
        text: "Right for the circle's outline, which is what it asks: a segment wholly inside " +
            "doesn't touch it. For a disc that is the wrong question; see the hole in the map.",
        center: [0, 1], radius: 4, wall: [[-1, 0], [3, 2]],
    },
    {
        id: "closest-point-no-length", method: "closest-point", verdict: "missed",
        title: "Closest point: a segment of no length divides by zero",
        text: "The unit vector along the segment is 0 / 0, and everything after it is no number.",
        center: [0.5, 0.5], radius: 1, wall: [[0, 0], [0, 0]],
    },
    {
        id: "closest-point-touch", method: "closest-point", verdict: "false-hit",
        title: "Closest point: a mere touch counts, by rounding",
        text: "The circle touches the end exactly, which this open test must not count. The map " +
            "is some doubles wide.",
        center: [-1, -7], radius: 5, wall: [[0, 0], [6, -8]], ulps: 40,
    },
    {
        id: "moving-freeze", method: "moving-circle", verdict: "false-hit",
        title: "Moving circle: touching and leaving is a hit",
        text: "The circle touches the wall and moves away. A ball put where it touches freezes.",
        center: [-1, 1], radius: 1, wall: [[0, 0], [0, 2]], move: [-2, -2],
    },
    {
        id: "moving-overlap", method: "moving-circle", verdict: "missed",
        title: "Moving circle: an overlap between the ends is never seen",
        text: "A ball that is one rounding too deep in the wall falls through it.",
        center: [0, 0], radius: 0.5, wall: [[0, 0], [0, 1]], move: [-1, -1],
    },
    {
        id: "moving-late", method: "moving-circle", verdict: "wrong-time",
        title: "Moving circle: the wrong end first, so too late",
        text: "Of two ends it takes the one nearer along the way, not the one met first: 0.5 " +
            "instead of 0.293.",
        center: [0, 4], radius: 2, wall: [[-2, 2], [-1, 1]], move: [-2, -2],
    },
    {
        id: "moving-wrong-end", method: "moving-circle", verdict: "missed",
        title: "Moving circle: the wrong end, so not at all",
        text: "The same mistake, and the hit at 0.939 is lost.",
        center: [-2, 2], radius: 1.5, wall: [[0, 0], [1, 1]], move: [1, -1],
    },
    {
        id: "moving-negative", method: "moving-circle", verdict: "wrong-time",
        title: "Moving circle: a time before the start",
        text: "Starting in an overlap it answers with a negative time.",
        center: [1, 0], radius: 2, wall: [[0, 0], [-4, 0]], move: [-1, 0],
    },
    {
        id: "moving-behind", method: "moving-circle", verdict: "false-hit",
        title: "Moving circle: a hit behind an end",
        text: "The circle moves away from the segment's end, and still collides.",
        center: [-2, -1], radius: 1, wall: [[0, 0], [3, 4]], move: [-3, -4],
    },
    {
        id: "moving-tiny", method: "moving-circle", verdict: "missed",
        title: "Moving circle: small numbers underflow",
        text: "All lengths are about 1e-170: the product of two of them is 0, and hits are lost.",
        center: [-2e-170, 1e-170], radius: 1e-170, wall: [[0, 0], [0, 2e-170]], move: [2e-170, 0],
    },
    {
        id: "gate-below", method: "falling-gate", verdict: "false-hit",
        title: "Falling, gate: everything below collides",
        text: "The distance has a sign, and a negative one is always ≤ the radius.",
        center: [1, -5], radius: 1, wall: [[0, 0], [2, 0]],
    },
    {
        id: "gate-vertical", method: "falling-gate", verdict: "missed",
        title: "Falling, gate: a vertical wall is never met",
        text: "The gate is as wide as the wall is in x: for a vertical wall it is shut.",
        center: [0, 1], radius: 1, wall: [[0, 0], [0, 2]],
    },
    {
        id: "gate-end", method: "falling-gate", verdict: "missed",
        title: "Falling, gate: the ends are forgotten",
        text: "Beside an end the circle overlaps the segment, but there the gate is shut.",
        center: [-3, -4], radius: 2, wall: [[-2, -4], [4, 3]],
    },
    {
        id: "projection-end", method: "falling-projection", verdict: "missed",
        title: "Falling, projection: the ends are forgotten",
        text: "Beside an end the circle overlaps the segment, but it is not over it.",
        center: [-3, -4], radius: 2, wall: [[-2, -4], [4, 3]],
    },
    {
        id: "tangent-beyond", method: "tangent-clamp", verdict: "false-hit",
        title: "Tangent clamp: no clamp beyond the second end",
        text: "The length along the tangent has lost its sign: beyond the second end by less " +
            "than the segment's length nothing is clamped.",
        center: [1.5, 0], radius: 0.25, wall: [[0, 0], [1, 0]],
    },
    {
        id: "tangent-wrong-end", method: "tangent-clamp", verdict: "missed",
        title: "Tangent clamp: clamped to the wrong end",
        text: "Farther beyond the second end it is the first end that is taken as the nearest.",
        center: [-1, 2], radius: 2, wall: [[0, 0], [0, 1]],
    },
    {
        id: "double-touch", method: "naive-double", verdict: "missed",
        title: "Naive, double: a touch is lost by rounding",
        text: "The distance is the radius exactly, and the rounded squares say more. The map is " +
            "some doubles wide.",
        center: [4, -7], radius: 1, wall: [[0, 0], [6, -8]], ulps: 40,
    },
    {
        id: "double-tiny", method: "naive-double", verdict: "false-hit",
        title: "Naive, double: small squares vanish",
        text: "The square of 3e-200 is 0 in double, so it is not more than that of the radius.",
        center: [3e-200, 0], radius: 1e-200, wall: [[0, -1], [0, 1]], width: 2e-161,
    },
    {
        id: "float-far", method: "naive-float", verdict: "false-hit",
        title: "Naive, float: whole numbers lost",
        text: "Beyond 16,777,216 a float knows even numbers only: a gap of 1 is rounded away.",
        center: [16777219, 0], radius: 1, wall: [[16777221, -1], [16777221, 1]],
    },
    {
        id: "float-near", method: "naive-float", verdict: "missed",
        title: "Naive, float: a seam of mistakes along the tangent line",
        text: "Rounded to float, the answer changes some ten-millionths away from where it should.",
        center: [4, -7], radius: 1, wall: [[0, 0], [6, -8]], width: 1e-5,
    },
];

/** A map wide enough for the wall, the circle and its way. */
function windowOf(short: Short): { middle: Vec2; width: number } {
    const [cx, cy] = short.center;
    const near = short.ulps && short.ulps * ulp(Math.max(Math.abs(cx), Math.abs(cy)));
    const width = short.width ?? near;
    if (width !== undefined) {
        return { middle: { x: cx, y: cy }, width };
    }
    const [vx, vy] = short.move ?? [0, 0];
    const places: Pair[] = [...short.wall, short.center, [cx + vx, cy + vy]];
    const xs = places.map(([x]) => x);
    const ys = places.map(([, y]) => y);
    const size = Math.max(
        Math.max(...xs) - Math.min(...xs),
        1.5 * (Math.max(...ys) - Math.min(...ys)),
    );
    const middle = {
        x: (Math.max(...xs) + Math.min(...xs)) / 2,
        y: (Math.max(...ys) + Math.min(...ys)) / 2,
    };
    return { middle, width: size + 6 * short.radius };
}

function complete(short: Short): Case {
    const [a, b] = short.wall;
    const [vx, vy] = short.move ?? [2, -3];
    return {
        id: short.id,
        title: short.title,
        text: short.text,
        verdict: short.verdict,
        center: { x: short.center[0], y: short.center[1] },
        state: {
            method: short.method,
            radius: short.radius,
            a: { x: a[0], y: a[1] },
            b: { x: b[0], y: b[1] },
            move: { x: vx, y: vy },
            ...windowOf(short),
        },
    };
}

export const cases: readonly Case[] = CASES.map(complete);
