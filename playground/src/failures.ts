// The smallest case of each failure of the published methods, for the tabs Lab and Methods. Source:
// the five articles; the failures were verified in exact arithmetic. Room: playground.
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
    /** The width of the map: in world units, or in doubles. Without both the whole map is shown. */
    width?: number;
    ulps?: number;
}

/** The first failure of a method is what its map opens with, so it is to be seen from afar. */
export const FAILURES: readonly Failure[] = [
    {
        id: "area-line-no-length", method: "area-line",
        title: "Area, line: two equal points divide by zero",
        text: "The base of the triangle is 0, so its height is 0 / 0. That is never ≤ the radius.",
        center: [3, 4], radius: 5, wall: [[0, 0], [0, 0]],
    },
    {
        id: "area-touch", method: "area",
        title: "Area, segment: a touch is lost by rounding",
        text: "The circle touches the segment exactly. The rounded height of the triangle is " +
            "larger than the radius.",
        center: [0.1, -0.6], radius: 0.6, wall: [[0, 0], [1, 0]], ulps: 40,
    },
    {
        id: "area-inside", method: "area",
        title: "Area, segment: inside the circle is no collision",
        text: "The method tests the circle's outline. A segment wholly inside does not touch it, " +
            "but it overlaps the disc.",
        center: [0, 1], radius: 4, wall: [[-1, 0], [3, 2]],
    },
    {
        id: "closest-point-no-length", method: "closest-point",
        title: "Closest point: a segment of no length divides by zero",
        text: "The unit vector along the segment is 0 / 0, so every later result is nan.",
        center: [0, 0], radius: 1, wall: [[0, 0], [0, 0]],
    },
    {
        id: "closest-point-touch", method: "closest-point",
        title: "Closest point: a touch counts because of rounding",
        text: "The circle touches the end exactly. An open disc must not count a touch.",
        center: [-1, -7], radius: 5, wall: [[0, 0], [6, -8]], ulps: 40,
    },
    {
        id: "moving-overlap", method: "moving-circle",
        title: "Moving circle: an overlap between the ends is missed",
        text: "A ball that is one rounding too deep in the wall falls through it.",
        center: [0, 0], radius: 0.5, wall: [[0, 0], [0, 1]], move: [-1, -1],
    },
    {
        id: "moving-freeze", method: "moving-circle",
        title: "Moving circle: touching and leaving is a hit",
        text: "The circle touches the wall and moves away. A ball at its contact position freezes.",
        center: [-1, 1], radius: 1, wall: [[0, 0], [0, 2]], move: [-2, -2],
    },
    {
        id: "moving-late", method: "moving-circle",
        title: "Moving circle: the wrong end, so the time is too late",
        text: "The method takes the end that is nearer along the path instead of the first one " +
            "that the circle meets: 0.5 instead of 0.293.",
        center: [0, 4], radius: 2, wall: [[-2, 2], [-1, 1]], move: [-2, -2],
    },
    {
        id: "moving-wrong-end", method: "moving-circle",
        title: "Moving circle: the wrong end, so the hit is missed",
        text: "The method takes the end that is nearer along the path and misses the hit at 0.939.",
        center: [-2, 2], radius: 1.5, wall: [[0, 0], [1, 1]], move: [1, -1],
    },
    {
        id: "moving-negative", method: "moving-circle",
        title: "Moving circle: a time before the start",
        text: "The circle starts in an overlap, and the method returns a negative time.",
        center: [1, 0], radius: 2, wall: [[0, 0], [-4, 0]], move: [-1, 0],
    },
    {
        id: "moving-behind", method: "moving-circle",
        title: "Moving circle: a hit behind an end",
        text: "The circle moves away from the segment's end, but the method reports a hit.",
        center: [-2, -1], radius: 1, wall: [[0, 0], [3, 4]], move: [-3, -4],
    },
    {
        id: "moving-tiny", method: "moving-circle",
        title: "Moving circle: small numbers underflow",
        text: "All lengths are about 1e-100. Their products underflow to 0, and hits are lost.",
        center: [0, 2e-100], radius: 1e-100, wall: [[-2e-100, 0], [2e-100, 0]],
        move: [0, -4e-100],
    },
    {
        id: "gate-below", method: "falling-gate",
        title: "Falling, gate: everything below collides",
        text: "The distance is signed, and a negative distance is always ≤ the radius.",
        center: [1, -5], radius: 1, wall: [[0, 0], [2, 0]],
    },
    {
        id: "gate-vertical", method: "falling-gate",
        title: "Falling, gate: vertical walls are missed",
        text: "The gate is as wide as the wall in x, so the gate of a vertical wall is empty.",
        center: [0, 1], radius: 1, wall: [[0, 0], [0, 2]],
    },
    {
        id: "gate-end", method: "falling-gate",
        title: "Falling, gate: the ends are ignored",
        text: "The circle overlaps the segment beside an end, outside the gate.",
        center: [-3, -4], radius: 2, wall: [[-2, -4], [4, 3]],
    },
    {
        id: "projection-end", method: "falling-projection",
        title: "Falling, projection: the ends are ignored",
        text: "The circle overlaps an end, where the projection is off the segment.",
        center: [-3, -4], radius: 2, wall: [[-2, -4], [4, 3]],
    },
    {
        id: "tangent-beyond", method: "tangent-clamp",
        title: "Tangent clamp: no clamp beyond the second end",
        text: "The length along the tangent is unsigned. A point beyond the second end by less " +
            "than the segment's length is not clamped.",
        center: [1.5, 0], radius: 0.25, wall: [[0, 0], [1, 0]],
    },
    {
        id: "tangent-wrong-end", method: "tangent-clamp",
        title: "Tangent clamp: clamped to the wrong end",
        text: "A point farther beyond the second end is clamped to the first end.",
        center: [-1, 2], radius: 2, wall: [[0, 0], [0, 1]],
    },
    {
        id: "double-touch", method: "naive-double",
        title: "Naive, double: a touch is lost by rounding",
        text: "The distance equals the radius, but its rounded square is larger.",
        center: [4, -7], radius: 1, wall: [[0, 0], [6, -8]], ulps: 40,
    },
    {
        id: "double-tiny", method: "naive-double",
        title: "Naive, double: small squares underflow",
        text: "The square of 3e-200 underflows to 0, so it is not above the square of the radius.",
        center: [3e-200, 0], radius: 1e-200, wall: [[0, -1], [0, 1]], width: 2e-161,
    },
    {
        id: "float-far", method: "naive-float",
        title: "Naive, float: whole numbers lost",
        text: "Beyond 16,777,216 a float has only even numbers, so a gap of 1 is lost.",
        center: [16777219, 0], radius: 1, wall: [[16777221, -1], [16777221, 1]],
    },
    {
        id: "float-near", method: "naive-float",
        title: "Naive, float: mistakes along the tangent line",
        text: "Because of float rounding the answer changes some ten-millionths off the boundary.",
        center: [4, -7], radius: 1, wall: [[0, 0], [6, -8]], width: 1e-5,
    },
];
