// The smallest case of each failure of the published methods, for the Lab and for Methods. Source:
// the five articles, their failures checked in exact arithmetic. Layer: playground.
import type { Method } from "carom/classic";

export type Pair = readonly [number, number];

export interface Failure {
    id: string;
    method: Method;
    title: string;
    /** What to see, in a sentence. */
    text: string;
    center: Pair;
    radius: number;
    wall: readonly [Pair, Pair];
    move?: Pair;
    /** The width of a map that shows it, or in doubles beside each other; else all is seen. */
    width?: number;
    ulps?: number;
}

export const FAILURES: readonly Failure[] = [
    {
        id: "area-line-no-length", method: "area-line",
        title: "Area, line: two equal points divide by zero",
        text: "Without a base the triangle has no height: 0 / 0 is never ≤ the radius.",
        center: [3, 4], radius: 5, wall: [[0, 0], [0, 0]],
    },
    {
        id: "area-inside", method: "area",
        title: "Area, segment: inside the circle is no collision",
        text: "Right for the circle's outline, which is what it asks: a segment wholly inside " +
            "doesn't touch it. For a disc that is the wrong question.",
        center: [0, 1], radius: 4, wall: [[-1, 0], [3, 2]],
    },
    {
        id: "closest-point-no-length", method: "closest-point",
        title: "Closest point: a segment of no length divides by zero",
        text: "The unit vector along the segment is 0 / 0, and everything after it is no number.",
        center: [0, 0], radius: 1, wall: [[0, 0], [0, 0]],
    },
    {
        id: "closest-point-touch", method: "closest-point",
        title: "Closest point: a mere touch counts, by rounding",
        text: "The circle touches the end exactly, which this open test must not count.",
        center: [-1, -7], radius: 5, wall: [[0, 0], [6, -8]], ulps: 40,
    },
    {
        id: "moving-freeze", method: "moving-circle",
        title: "Moving circle: touching and leaving is a hit",
        text: "The circle touches the wall and moves away. A ball put where it touches freezes.",
        center: [-1, 1], radius: 1, wall: [[0, 0], [0, 2]], move: [-2, -2],
    },
    {
        id: "moving-overlap", method: "moving-circle",
        title: "Moving circle: an overlap between the ends is never seen",
        text: "A ball that is one rounding too deep in the wall falls through it.",
        center: [0, 0], radius: 0.5, wall: [[0, 0], [0, 1]], move: [-1, -1],
    },
    {
        id: "moving-late", method: "moving-circle",
        title: "Moving circle: the wrong end first, so too late",
        text: "Of two ends it takes the one nearer along the way, not the one met first: 0.5 " +
            "instead of 0.293.",
        center: [0, 4], radius: 2, wall: [[-2, 2], [-1, 1]], move: [-2, -2],
    },
    {
        id: "moving-wrong-end", method: "moving-circle",
        title: "Moving circle: the wrong end, so not at all",
        text: "The same mistake, and the hit at 0.939 is lost.",
        center: [-2, 2], radius: 1.5, wall: [[0, 0], [1, 1]], move: [1, -1],
    },
    {
        id: "moving-negative", method: "moving-circle",
        title: "Moving circle: a time before the start",
        text: "Starting in an overlap it answers with a negative time.",
        center: [1, 0], radius: 2, wall: [[0, 0], [-4, 0]], move: [-1, 0],
    },
    {
        id: "moving-behind", method: "moving-circle",
        title: "Moving circle: a hit behind an end",
        text: "The circle moves away from the segment's end, and still collides.",
        center: [-2, -1], radius: 1, wall: [[0, 0], [3, 4]], move: [-3, -4],
    },
    {
        id: "moving-tiny", method: "moving-circle",
        title: "Moving circle: small numbers underflow",
        text: "All lengths are about 1e-100: products of two of them vanish, and hits are lost.",
        center: [0, 2e-100], radius: 1e-100, wall: [[-2e-100, 0], [2e-100, 0]],
        move: [0, -4e-100],
    },
    {
        id: "gate-below", method: "falling-gate",
        title: "Falling, gate: everything below collides",
        text: "The distance has a sign, and a negative one is always ≤ the radius.",
        center: [1, -5], radius: 1, wall: [[0, 0], [2, 0]],
    },
    {
        id: "gate-vertical", method: "falling-gate",
        title: "Falling, gate: a vertical wall is never met",
        text: "The gate is as wide as the wall is in x: for a vertical wall it is shut.",
        center: [0, 1], radius: 1, wall: [[0, 0], [0, 2]],
    },
    {
        id: "gate-end", method: "falling-gate",
        title: "Falling, gate: the ends are forgotten",
        text: "Beside an end the circle overlaps the segment, but there the gate is shut.",
        center: [-3, -4], radius: 2, wall: [[-2, -4], [4, 3]],
    },
    {
        id: "projection-end", method: "falling-projection",
        title: "Falling, projection: the ends are forgotten",
        text: "Beside an end the circle overlaps the segment, but it is not over it.",
        center: [-3, -4], radius: 2, wall: [[-2, -4], [4, 3]],
    },
    {
        id: "tangent-beyond", method: "tangent-clamp",
        title: "Tangent clamp: no clamp beyond the second end",
        text: "The length along the tangent has lost its sign: beyond the second end by less " +
            "than the segment's length nothing is clamped.",
        center: [1.5, 0], radius: 0.25, wall: [[0, 0], [1, 0]],
    },
    {
        id: "tangent-wrong-end", method: "tangent-clamp",
        title: "Tangent clamp: clamped to the wrong end",
        text: "Farther beyond the second end it is the first end that is taken as the nearest.",
        center: [-1, 2], radius: 2, wall: [[0, 0], [0, 1]],
    },
    {
        id: "double-touch", method: "naive-double",
        title: "Naive, double: a touch is lost by rounding",
        text: "The distance is the radius exactly, and the rounded squares say more.",
        center: [4, -7], radius: 1, wall: [[0, 0], [6, -8]], ulps: 40,
    },
    {
        id: "double-tiny", method: "naive-double",
        title: "Naive, double: small squares vanish",
        text: "The square of 3e-200 is 0 in double, so it is not more than that of the radius.",
        center: [3e-200, 0], radius: 1e-200, wall: [[0, -1], [0, 1]], width: 2e-161,
    },
    {
        id: "float-far", method: "naive-float",
        title: "Naive, float: whole numbers lost",
        text: "Beyond 16,777,216 a float knows even numbers only: a gap of 1 is rounded away.",
        center: [16777219, 0], radius: 1, wall: [[16777221, -1], [16777221, 1]],
    },
    {
        id: "float-near", method: "naive-float",
        title: "Naive, float: a seam of mistakes along the tangent line",
        text: "Rounded to float, the answer changes some ten-millionths away from where it should.",
        center: [4, -7], radius: 1, wall: [[0, 0], [6, -8]], width: 1e-5,
    },
];
