// Parts that several figures share. Room: site.
import type { Circle, Extent, Vec2, Wall } from "carom";
import { lengthOf, pointOf, type Handle, type Numbers, type State } from "./figure.ts";
import type { Mark } from "./marks.ts";

export const minus = (p: Vec2, q: Vec2): Vec2 => ({ x: p.x - q.x, y: p.y - q.y });
export const plus = (p: Vec2, q: Vec2, times = 1): Vec2 => ({
    x: p.x + times * q.x,
    y: p.y + times * q.y,
});
export const dot = (p: Vec2, q: Vec2): number => p.x * q.x + p.y * q.y;
export const cross = (p: Vec2, q: Vec2): number => p.x * q.y - p.y * q.x;
export const middle = (p: Vec2, q: Vec2): Vec2 => ({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });

export const number = (numbers: Numbers, name: string): number => Number(numbers[name]);
export const word = (numbers: Numbers, name: string): string => String(numbers[name]);
export const pair = (numbers: Numbers, x: string, y: string): Vec2 => ({
    x: number(numbers, x),
    y: number(numbers, y),
});

/** Away from an arrow, to its left. */
export const aside = (from: Vec2, to: Vec2): Vec2 => ({ x: from.y - to.y, y: to.x - from.x });

export const CENTRE: Handle = { kind: "point", name: "c", label: "centre c" };
export const RADIUS: Handle = { kind: "radius", name: "r", label: "radius r", center: "c" };
export const ENDS: readonly Handle[] = [
    { kind: "point", name: "a", label: "end a" },
    { kind: "point", name: "b", label: "end b" },
];
export const MOVE: Handle & { kind: "point" } = {
    kind: "point",
    name: "v",
    label: "displacement v",
    from: "c",
};

/** The circle of the points c and length r. */
export function circleOf(state: State): Circle {
    return { center: pointOf(state, "c"), radius: lengthOf(state, "r") };
}

/** The wall from a to b. */
export function wallOf(state: State, extent: Extent = "segment"): Wall {
    return { a: pointOf(state, "a"), b: pointOf(state, "b"), extent };
}

export function nameAt(at: Vec2, text: string, toward: Vec2): Mark {
    return { kind: "text", at, text, toward, italic: true };
}

/** An arrow with its name beside it: at its middle, or at another part of its length. */
export function named(from: Vec2, to: Vec2, text: string, part = 0.5): Mark[] {
    return [
        { kind: "arrow", from, to, look: "vector" },
        nameAt(plus(from, minus(to, from), part), text, aside(from, to)),
    ];
}

/** An arrow with its name beside its tip. */
export function arrow(from: Vec2, by: Vec2, name: string, toward: Vec2): Mark[] {
    const to = plus(from, by);
    return [{ kind: "arrow", from, to, look: "vector" }, nameAt(to, name, toward)];
}

/** Names at the ends of the wall, away from it. */
export function endNames(a: Vec2, b: Vec2): Mark[] {
    return [nameAt(a, "a", minus(a, b)), nameAt(b, "b", minus(b, a))];
}
