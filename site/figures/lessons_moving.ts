// Lessons 5 and 6: moving circles. Room: site.
import type { Vec2, Wall } from "carom";
import { pointOf, shown, shownPoint, type Figure, type State } from "./figure.ts";
import type { Mark } from "./marks.ts";
import {
    CENTRE,
    circleOf,
    dot,
    ENDS,
    endNames,
    MOVE,
    named,
    pair,
    plus,
    RADIUS,
    wallOf,
} from "./parts.ts";

/** A moving circle at a time: its first place, its way and its place at that time. */
function wayMarks(state: State, to: Vec2, look: "hit" | "graze" | "miss" | "overlap"): Mark[] {
    const { center, radius } = circleOf(state);
    const shownAs = look === "hit" ? "touching" : look === "overlap" ? "crossing" : "separate";
    return [
        { kind: "circle", center, radius, look: "ghost" },
        { kind: "line", points: [center, to], look: "path" },
        { kind: "circle", center: to, radius, look: shownAs },
    ];
}

const moving: Figure = {
    name: "moving",
    title: "A circle that moves by v, its first contact with the wall, and its way after the " +
        "reflection.",
    hint: "Drag the tip of v, the circle or the wall. Escape starts again.",
    window: { minX: -5, minY: -6, maxX: 13, maxY: 8 },
    grid: 0.25,
    start: {
        points: { a: { x: -2, y: 0 }, b: { x: 5, y: 0 }, c: { x: 0, y: 6 }, v: { x: 4, y: -10 } },
        lengths: { r: 1 },
    },
    handles: [CENTRE, RADIUS, MOVE, ...ENDS],
    numbers(state, { carom }) {
        const v = pointOf(state, "v");
        const { kind, t, center, normal, feature } = carom.sweep(circleOf(state), v, wallOf(state));
        const rest = { x: (1 - t) * v.x, y: (1 - t) * v.y };
        const turned = plus(rest, normal, -2 * dot(rest, normal));
        const end = kind === "hit" ? plus(center, turned) : plus(circleOf(state).center, v);
        return {
            kind,
            t,
            ...(kind === "miss" ? {} : { when: t }),
            x: center.x,
            y: center.y,
            nx: normal.x,
            ny: normal.y,
            feature,
            endX: end.x,
            endY: end.y,
        };
    },
    draw(state, numbers) {
        const { radius, center: c } = circleOf(state);
        const v = pointOf(state, "v");
        const [at, end] = [pair(numbers, "x", "y"), pair(numbers, "endX", "endY")];
        const kind = String(numbers["kind"]) as "hit";
        const walls: Mark[] = [
            { kind: "wall", wall: wallOf(state) },
            ...endNames(pointOf(state, "a"), pointOf(state, "b")),
        ];
        if (kind !== "hit") {
            return [
                ...walls,
                ...wayMarks(state, kind === "miss" ? plus(c, v) : at, kind),
                ...named(c, plus(c, v), "v"),
            ];
        }
        const n = pair(numbers, "nx", "ny");
        return [
            ...walls,
            ...wayMarks(state, at, kind),
            { kind: "line", points: [at, end], look: "path" },
            { kind: "circle", center: end, radius, look: "ghost" },
            // Behind the contact, where the reflected path is not beside it.
            ...named(c, plus(c, v), "v", 0.8),
            ...named(plus(at, n, -radius), plus(at, n, 2 - radius), "n"),
        ];
    },
    lines(_state, numbers) {
        const { kind, t } = { kind: String(numbers["kind"]), t: Number(numbers["t"]) };
        if (kind === "miss") {
            return ["miss: the circle does not touch the wall"];
        }
        const feature =
            { side: "the side", a: "end a", b: "end b" }[String(numbers["feature"])] ?? "";
        const lines = [
            `${kind} at t = ${shown(t)}, at ${feature}: the centre is at ` +
            `${shownPoint(pair(numbers, "x", "y"))}`,
        ];
        return kind === "hit"
            ? [
                  ...lines,
                  `n = ${shownPoint(pair(numbers, "nx", "ny"))}, reflected to ` +
                  `${shownPoint(pair(numbers, "endX", "endY"))}`,
              ]
            : lines;
    },
};

const CORNERS: readonly Vec2[] = [
    { x: 0, y: 0 },
    { x: 12, y: 0 },
    { x: 12, y: 8 },
    { x: 0, y: 8 },
];
const RAMP: Wall = { a: { x: 7, y: 0 }, b: { x: 10, y: 3 } };
/** The box of the lesson: floor, sides, top and the ramp. */
const BOX: readonly Wall[] = [
    ...CORNERS.map((a, i) => ({ a, b: CORNERS[(i + 1) % 4] as Vec2 })),
    RAMP,
];

/** The arrow of the frame's displacement is drawn this many times shorter, to stay in view. */
const SHORTER = 4;

const frame: Figure = {
    name: "frame",
    title: "A ball in a box with a ramp: its path in one frame. In red: where one reflection " +
        "alone would put it.",
    hint: "Drag the ball or the tip of the arrow. A longer v means a faster ball and more " +
        "contacts.",
    window: { minX: -10, minY: -2, maxX: 22, maxY: 23 },
    grid: 0.25,
    start: { points: { c: { x: 2, y: 5 }, v: { x: 26, y: -19 } }, lengths: { r: 0.5 } },
    handles: [CENTRE, { ...MOVE, times: SHORTER }],
    numbers(state, { carom, classic }) {
        const { center, radius } = circleOf(state);
        const v = pointOf(state, "v");
        const motion = carom.moveBall({ center, radius, velocity: v }, 1, { walls: BOX });
        const once = classic.sweep("moving-circle", circleOf(state), v, RAMP);
        const points = motion.positions.flatMap((p) => [p.x, p.y]);
        return {
            contacts: motion.contacts,
            x: motion.ball.center.x,
            y: motion.ball.center.y,
            path: points.join(" "),
            times: motion.impacts.map(({ time }) => shown(time)).join(", "),
            once: once.hits ? "yes" : "no",
            onceX: once.end.x,
            onceY: once.end.y,
            onceAtX: once.center.x,
            onceAtY: once.center.y,
        };
    },
    draw(state, numbers) {
        const { center, radius } = circleOf(state);
        const v = pointOf(state, "v");
        const xs = String(numbers["path"]).split(" ").map(Number);
        const path = Array.from({ length: xs.length / 2 }, (_, i) => ({
            x: xs[2 * i] as number,
            y: xs[2 * i + 1] as number,
        }));
        const wrong: Mark[] =
            numbers["once"] === "yes"
                ? [
                      {
                          kind: "line",
                          points: [
                              center,
                              pair(numbers, "onceAtX", "onceAtY"),
                              pair(numbers, "onceX", "onceY"),
                          ],
                          look: "wrong",
                      },
                      {
                          kind: "circle",
                          center: pair(numbers, "onceX", "onceY"),
                          radius,
                          look: "wrong",
                      },
                  ]
                : [];
        return [
            ...BOX.map((wall): Mark => ({ kind: "wall", wall })),
            ...wrong,
            ...named(center, plus(center, v, 1 / SHORTER), "v / 4"),
            { kind: "circle", center, radius, look: "ghost" },
            { kind: "line", points: [center, ...path], look: "path" },
            { kind: "circle", center: pair(numbers, "x", "y"), radius, look: "separate" },
        ];
    },
    lines(_state, numbers) {
        const count = Number(numbers["contacts"]);
        const wrong =
            numbers["once"] === "yes"
                ? [
                      `one reflection at the ramp alone would end at ` +
                      `${shownPoint(pair(numbers, "onceX", "onceY"))}`,
                  ]
                : [];
        return [
            `${count} ${count === 1 ? "contact" : "contacts"}` +
                (count === 0 ? "" : ` at the times ${String(numbers["times"])}`),
            `the ball ends at ${shownPoint(pair(numbers, "x", "y"))}`,
            ...wrong,
        ];
    },
};

export const FIGURES: readonly Figure[] = [moving, frame];
