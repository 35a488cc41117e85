// Lesson 8: boxes around walls, boxes of boxes, and the first wall on a path. Room: site.
import { boxesOverlap } from "carom";
import type { Box, Carom, Circle, Vec2, Wall } from "carom";
import table from "../../docs/pictures/lesson_tree_walls.csv";
import {
    lengthOf,
    pointOf,
    shown,
    type Figure,
    type Handle,
    type Numbers,
    type State,
} from "./figure.ts";
import type { CellLook, LineLook, Mark } from "./marks.ts";
import {
    CENTRE,
    circleOf,
    ENDS,
    endNames,
    middle,
    minus,
    MOVE,
    nameAt,
    named,
    plus,
    RADIUS,
    wallOf,
} from "./parts.ts";

const RIGHT: Vec2 = { x: 1, y: 0 },
    UP: Vec2 = { x: 0, y: 1 },
    DOWN: Vec2 = { x: 0, y: -1 };
const RING = { ring: true } as const;
const RING_CENTRE: Handle = { kind: "point", name: "c", label: "centre c", ...RING };

const word = (yes: boolean): string => (yes ? "yes" : "no");
const text = (at: Vec2, words: string, toward: Vec2): Mark => ({
    kind: "text",
    at,
    text: words,
    toward,
});
const line = (look: LineLook | "dashed", ...points: Vec2[]): Mark => ({
    kind: "line",
    points,
    look,
});
const boxMark = ({ min, max }: Box, look: CellLook): Mark => ({ kind: "cell", min, max, look });
const wallMark = (wall: Wall, look: LineLook): Mark => line(look, wall.a, wall.b);

function boxOf({ center, radius }: Circle): Box {
    const r = { x: radius, y: radius };
    return { min: plus(center, r, -1), max: plus(center, r) };
}

function commonBox(boxes: readonly Box[]): Box {
    const all = (pick: (box: Box) => number): number[] => boxes.map(pick);
    return {
        min: { x: Math.min(...all((b) => b.min.x)), y: Math.min(...all((b) => b.min.y)) },
        max: { x: Math.max(...all((b) => b.max.x)), y: Math.max(...all((b) => b.max.y)) },
    };
}

// --- Two boxes ---

/** Where the shadows lie: along the x axis, and along the y axis. */
const FLOOR = -2.4,
    SIDE = -3.2,
    APART = 0.9;

/** A shadow from `from` to `to`, green where it lies in the other. */
function shadow(
    from: number,
    to: number,
    other: [number, number],
    at: (x: number) => Vec2,
): Mark[] {
    const [low, high] = [Math.max(from, other[0]), Math.min(to, other[1])];
    const all = line("shadow", at(from), at(to));
    return low > high ? [all] : [all, line("band", at(low), at(high))];
}

const boxes: Figure = {
    name: "boxes",
    title: "A wall and a circle, their boxes, and the shadows of the boxes on both axes. A " +
        "shadow is green where the two overlap.",
    hint: "Drag the circle or an end of the wall. The boxes overlap if and only if there is " +
        "green on both axes.",
    window: { minX: -4, minY: -3.2, maxX: 13, maxY: 9 },
    grid: 0.25,
    start: {
        points: { a: { x: 1, y: 1 }, b: { x: 9, y: 5 }, c: { x: 3, y: 6 } },
        lengths: { r: 1.5 },
    },
    handles: [CENTRE, RADIUS, ...ENDS],
    numbers(state, { carom }): Numbers {
        const p = carom.wallBox(wallOf(state));
        const q = boxOf(circleOf(state));
        return {
            along: word(p.min.x <= q.max.x && q.min.x <= p.max.x),
            across: word(p.min.y <= q.max.y && q.min.y <= p.max.y),
            overlap: word(boxesOverlap(p, q)),
            touch: word(carom.touches(circleOf(state), wallOf(state))),
        };
    },
    draw(state, numbers, { carom }) {
        const { center, radius } = circleOf(state);
        const [p, q] = [carom.wallBox(wallOf(state)), boxOf({ center, radius })];
        const look = numbers["overlap"] === "yes" ? "box entered" : "box plain";
        const onFloor = (y: number) => (x: number) => ({ x, y: FLOOR - y });
        const onSide = (x: number) => (y: number) => ({ x: SIDE - x, y });
        return [
            boxMark(p, look),
            boxMark(q, look),
            ...shadow(p.min.x, p.max.x, [q.min.x, q.max.x], onFloor(0)),
            ...shadow(q.min.x, q.max.x, [p.min.x, p.max.x], onFloor(-APART)),
            ...shadow(p.min.y, p.max.y, [q.min.y, q.max.y], onSide(0)),
            ...shadow(q.min.y, q.max.y, [p.min.y, p.max.y], onSide(-APART)),
            { kind: "wall", wall: wallOf(state) },
            {
                kind: "circle",
                center,
                radius,
                look: numbers["touch"] === "yes" ? "touching" : "separate",
            },
            nameAt(center, "c", { x: -1, y: -1 }),
            ...endNames(pointOf(state, "a"), pointOf(state, "b")),
            text(onFloor(0)(p.max.x), "wall", RIGHT),
            text(onFloor(-APART)(q.max.x), "circle", RIGHT),
            nameAt({ x: 12.6, y: FLOOR }, "x", { x: 0, y: 0 }),
            nameAt({ x: SIDE, y: 8.5 }, "y", { x: 0, y: 0 }),
        ];
    },
    lines(state, numbers) {
        const { center, radius } = circleOf(state);
        const [a, b] = [pointOf(state, "a"), pointOf(state, "b")];
        const axis = (of: "x" | "y"): string => {
            const [low, high] = [Math.min(a[of], b[of]), Math.max(a[of], b[of])];
            const [from, to] = [center[of] - radius, center[of] + radius];
            const compare = (p: number, q: number): string =>
                `${shown(p)} ${p <= q ? "\u2264" : ">"} ${shown(q)}`;
            return `along ${of}: ${compare(low, to)}, ${compare(from, high)}`;
        };
        return [
            `${axis("x")}: ${numbers["along"]}`,
            `${axis("y")}: ${numbers["across"]}`,
            `boxes overlap: ${numbers["overlap"]}; circle and wall touch: ${numbers["touch"]}`,
        ];
    },
};

// --- A tree ---

const LEAF = 8;
const WALLS: readonly Wall[] = table
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split(",").slice(1).map(Number) as [number, number, number, number])
    .map(([ax, ay, bx, by]) => ({ a: { x: ax, y: ay }, b: { x: bx, y: by } }));

interface Node {
    readonly box: Box;
    readonly level: number;
    readonly walls: readonly Wall[];
    readonly halves: readonly Node[];
}

/** The tree of the lesson: halves across the longer side. */
function built(walls: readonly Wall[], carom: Carom, level = 0): Node {
    const box = commonBox(walls.map((wall) => carom.wallBox(wall)));
    if (walls.length <= LEAF) {
        return { box, level, walls, halves: [] };
    }
    const axis = box.max.x - box.min.x > box.max.y - box.min.y ? "x" : "y";
    const sorted = [...walls].sort((v, w) => v.a[axis] + v.b[axis] - w.a[axis] - w.b[axis]);
    const half = Math.floor(walls.length / 2);
    const halves = [sorted.slice(0, half), sorted.slice(half)];
    return { box, level, walls, halves: halves.map((part) => built(part, carom, level + 1)) };
}

let root: Node | undefined;

/** A node, and what the query does with it. */
interface Visit {
    readonly node: Node;
    readonly look: "entered" | "left" | "plain";
}

/** All nodes, from the root down. */
function visits(circle: Circle, carom: Carom): Visit[] {
    root ??= built(WALLS, carom);
    const around = boxOf(circle);
    const all: Visit[] = [];
    const visit = (node: Node, seen: boolean): void => {
        const enters = seen && boxesOverlap(node.box, around);
        all.push({ node, look: enters ? "entered" : seen ? "left" : "plain" });
        node.halves.forEach((half) => visit(half, enters));
    };
    visit(root, true);
    return all;
}

const LEVELS = 4,
    LEVEL_STEP = 18,
    LEVEL_Y = -6.5;
const levelAt = (level: number): Vec2 => ({ x: LEVEL_STEP * level, y: LEVEL_Y });
const levelOf = (state: State): number => Math.round(pointOf(state, "level").x / LEVEL_STEP);

const LEVEL_SCALE: readonly Mark[] = [
    line("dashed", levelAt(0), levelAt(LEVELS)),
    ...[0, 1, 2, 3, 4].map((level) => text(plus(levelAt(level), DOWN, 1.5), `${level}`, DOWN)),
    text(plus(levelAt(LEVELS), RIGHT, 3), "level", RIGHT),
];

const tree: Figure = {
    name: "tree",
    title: "128 walls and the boxes of one level of their tree. A circle queries the tree.",
    hint: "Drag the circle. Drag the lower handle to another level of the tree. Green boxes are " +
        "entered. Boxes with a dashed edge are looked at and left. The others are not looked at.",
    window: { minX: -5, minY: -14, maxX: 95, maxY: 50 },
    grid: 1,
    start: { points: { c: { x: 38, y: 22 }, level: levelAt(LEVELS) }, lengths: { r: 4 } },
    handles: [
        RING_CENTRE,
        RADIUS,
        {
            kind: "point",
            name: "level",
            label: "level of the tree, in steps of 18 from 0 to 72",
            alongX: true,
            grid: LEVEL_STEP,
            range: [0, LEVELS * LEVEL_STEP],
        },
    ],
    numbers(state, { carom }): Numbers {
        const circle = circleOf(state);
        const all = visits(circle, carom);
        const seen = all.filter(({ look }) => look !== "plain");
        const leaves = all.filter(({ node, look }) => look === "entered" && node.level === LEVELS);
        const tested = leaves.flatMap(({ node }) => node.walls);
        const here = all.filter(({ node }) => node.level === levelOf(state));
        return {
            level: levelOf(state),
            seen: seen.length,
            boxes: all.length,
            here: here.length,
            seenHere: here.filter(({ look }) => look !== "plain").length,
            enteredHere: here.filter(({ look }) => look === "entered").length,
            leaves: leaves.length,
            tested: tested.length,
            touching: tested.filter((wall) => carom.touches(circle, wall)).length,
        };
    },
    draw(state, _numbers, { carom }) {
        const circle = circleOf(state);
        const all = visits(circle, carom);
        const tested = new Set(
            all
                .filter(({ node, look }) => look === "entered" && node.level === LEVELS)
                .flatMap(({ node }) => node.walls),
        );
        const order = { plain: 0, left: 1, entered: 2 };
        const here = all
            .filter(({ node }) => node.level === levelOf(state))
            .sort((v, w) => order[v.look] - order[w.look]);
        return [
            ...here.map(({ node, look }) => boxMark(node.box, `box ${look}`)),
            ...WALLS.filter((wall) => !tested.has(wall)).map((wall) => wallMark(wall, "far")),
            ...[...tested].map((wall) =>
                wallMark(wall, carom.touches(circle, wall) ? "touched" : "tested"),
            ),
            { kind: "circle", ...circle, look: "separate" },
            ...LEVEL_SCALE,
        ];
    },
    lines(_state, numbers) {
        return [
            `level ${numbers["level"]}: looks at ${numbers["seenHere"]} of ${numbers["here"]} ` +
                `boxes, enters ${numbers["enteredHere"]}`,
            `all levels: looks at ${numbers["seen"]} of ${numbers["boxes"]} boxes`,
            `tests ${numbers["tested"]} of ${WALLS.length} walls; ${numbers["touching"]} touch`,
        ];
    },
};

// --- The first wall on a path ---

const at = (ax: number, ay: number, bx: number, by: number): Wall => ({
    a: { x: ax, y: ay },
    b: { x: bx, y: by },
});
const GROUPS: readonly (readonly Wall[])[] = [
    [at(4, 8.5, 6, 9.5), at(11, 2.5, 12.5, 7), at(4.5, 2, 6, 1.5)],
    [at(7.5, 3.5, 8.5, 6.5), at(9, 7, 10, 8)],
    [at(14, 3, 14.5, 6), at(16, 6, 17, 7.5), at(15.5, 2, 17, 3)],
    [at(8, 0.5, 10, 1), at(11, 0.5, 13, 1)],
];

/** When the circle's box reaches a box: Infinity if it does not within the path. */
function reached({ center, radius }: Circle, v: Vec2, box: Box): number {
    let [from, to] = [0, 1];
    for (const axis of ["x", "y"] as const) {
        const low = box.min[axis] - radius - center[axis];
        const high = box.max[axis] + radius - center[axis];
        if (v[axis] === 0) {
            if (low > 0 || high < 0) {
                return Infinity;
            }
            continue;
        }
        const times = [low / v[axis], high / v[axis]];
        from = Math.max(from, Math.min(...times));
        to = Math.min(to, Math.max(...times));
    }
    return from <= to ? from : Infinity;
}

/** A box on the path: when it is reached, and the first contact once its walls are tested. */
interface Stop {
    readonly box: Box;
    readonly time: number;
    readonly first: number;
    readonly skipped: boolean;
}

/** The boxes in the order in which the path reaches them. */
function stopsOf(state: State, carom: Carom): { stops: Stop[]; first: number; center: Vec2 } {
    const circle = circleOf(state);
    const v = pointOf(state, "v");
    const groups = GROUPS.map((walls) => {
        const box = commonBox(walls.map((wall) => carom.wallBox(wall)));
        return { walls, box, time: reached(circle, v, box) };
    });
    let first = Infinity;
    let center = plus(circle.center, v);
    const ordered = groups.sort((p, q) => (p.time === q.time ? 0 : p.time - q.time));
    const stops = ordered.map(({ walls, box, time }): Stop => {
        const skipped = time > first || time === Infinity;
        for (const wall of skipped ? [] : walls) {
            const sweep = carom.sweep(circle, v, wall);
            if (sweep.kind !== "miss" && sweep.kind !== "invalid" && sweep.t < first) {
                [first, center] = [sweep.t, sweep.center];
            }
        }
        return { box, time, first, skipped };
    });
    return { stops, first, center };
}

const path: Figure = {
    name: "first-on-path",
    title: "A circle moves by v through four boxes of walls. The boxes have numbers in the order " +
        "in which the path reaches them.",
    hint: "Drag the circle or the tip of v. Green boxes are searched. Boxes with a dashed edge " +
        "are reached too late, the others not at all.",
    window: { minX: -0.5, minY: -0.5, maxX: 19.5, maxY: 10.5 },
    grid: 0.25,
    start: { points: { c: { x: 1.5, y: 4 }, v: { x: 16, y: 1.5 } }, lengths: { r: 0.75 } },
    handles: [CENTRE, MOVE],
    numbers(state, { carom }): Numbers {
        const { stops, first, center } = stopsOf(state, carom);
        return {
            first: first === Infinity ? "none" : shown(first),
            order: stops
                .filter(({ time }) => time !== Infinity)
                .map(({ time, skipped }, i) => {
                    const late = skipped ? ", too late" : "";
                    return `box ${i + 1} at t = ${shown(time)}${late}`;
                })
                .join("; "),
            searched: stops.filter(({ skipped }) => !skipped).length,
            x: center.x,
            y: center.y,
        };
    },
    draw(state, numbers, { carom }) {
        const { center, radius } = circleOf(state);
        const v = pointOf(state, "v");
        const to = { x: Number(numbers["x"]), y: Number(numbers["y"]) };
        const { stops } = stopsOf(state, carom);
        const met = numbers["first"] !== "none";
        return [
            ...stops.map(({ box, time, skipped }) =>
                boxMark(
                    box,
                    !skipped ? "box entered" : time === Infinity ? "box plain" : "box left",
                ),
            ),
            ...stops.flatMap(({ box, time }, i) =>
                time === Infinity
                    ? []
                    : [text({ x: box.min.x, y: box.max.y }, `${i + 1}`, { x: 1, y: -1 })],
            ),
            ...GROUPS.flat().map((wall): Mark => ({ kind: "wall", wall })),
            { kind: "circle", center, radius, look: "ghost" },
            ...named(center, plus(center, v), "v"),
            { kind: "circle", center: to, radius, look: met ? "touching" : "separate" },
            nameAt(center, "c", { x: -1, y: -1 }),
        ];
    },
    lines(_state, numbers) {
        const order = String(numbers["order"]);
        return [
            order === "" ? "the path reaches no box" : `the path reaches ${order}`,
            `boxes searched: ${numbers["searched"]} of ${GROUPS.length}`,
            numbers["first"] === "none"
                ? "the circle meets no wall"
                : `first contact at t = ${numbers["first"]}`,
        ];
    },
};

// --- Where tutorials go wrong ---

const LONG = at(0, 0, 30, 0),
    SHORT = at(8, 4, 10, 4);
const LISTED: Readonly<Record<string, Wall>> = { long: LONG, short: SHORT };

const middleOnly: Figure = {
    name: "middle-only",
    title: "A ball, two walls with their middles, and a circle in which the ball looks for " +
        "middles.",
    hint: "Drag the ball along the long wall, or change the radius s in which middles are looked " +
        "for.",
    window: { minX: -3, minY: -6.5, maxX: 33, maxY: 10.5 },
    grid: 0.5,
    start: { points: { c: { x: 9, y: 1 } }, lengths: { s: 4 } },
    handles: [
        RING_CENTRE,
        { kind: "radius", name: "s", label: "radius s of the search", center: "c" },
    ],
    numbers(state, { carom }): Numbers {
        const circle = { center: pointOf(state, "c"), radius: 1 };
        const away = (wall: Wall): number => {
            const gap = minus(middle(wall.a, wall.b), circle.center);
            return Math.hypot(gap.x, gap.y);
        };
        const names = Object.keys(LISTED);
        const found = names.filter((name) => away(LISTED[name] as Wall) <= lengthOf(state, "s"));
        const touching = names.filter((name) => carom.touches(circle, LISTED[name] as Wall));
        const list = (some: string[]): string => (some.length === 0 ? "none" : some.join(", "));
        return {
            found: list(found),
            touching: list(touching),
            lost: list(touching.filter((name) => !found.includes(name))),
            longAway: away(LONG),
            shortAway: away(SHORT),
        };
    },
    draw(state, numbers) {
        const center = pointOf(state, "c");
        const lost = numbers["lost"] !== "none";
        const half = plus(center, RIGHT, lengthOf(state, "s") * 0.65);
        return [
            nameAt(half, "s", UP),
            line("dashed", center, plus(center, RIGHT, lengthOf(state, "s"))),
            { kind: "circle", center, radius: lengthOf(state, "s"), look: "ghost" },
            { kind: "wall", wall: LONG },
            { kind: "wall", wall: SHORT },
            { kind: "circle", center, radius: 1, look: lost ? "wrong" : "separate" },
            ...Object.entries(LISTED).flatMap(([name, { a, b }]): Mark[] => [
                { kind: "point", at: middle(a, b), look: "point" },
                text(middle(a, b), name, name === "long" ? DOWN : UP),
            ]),
        ];
    },
    lines(state, numbers) {
        return [
            `from the ball to the middles: long ${shown(Number(numbers["longAway"]))}, short ` +
                shown(Number(numbers["shortAway"])),
            `middles within s = ${shown(lengthOf(state, "s"))}: ${numbers["found"]}`,
            `walls that touch: ${numbers["touching"]}; lost: ${numbers["lost"]}`,
        ];
    },
};

/** Coordinates are shown from here on. */
const FAR = 2 ** 24;

const roundedBox: Figure = {
    name: "rounded-box",
    title: "A ball and a wall near x = 16777216. A row of points shows the floats. The dashed " +
        "line is the rounded box of the wall.",
    hint: "Drag the ball or the wall along the row. Points are floats: beyond 16777216 only " +
        "every second whole number is one.",
    window: { minX: -6.5, minY: -3.6, maxX: 10.5, maxY: 3.1 },
    grid: 0.5,
    start: { points: { c: { x: 2, y: 0 }, wall: { x: 1, y: -1.5 } }, lengths: {} },
    handles: [
        {
            kind: "point",
            name: "c",
            label: "centre of the ball, from 16777216",
            alongX: true,
            ring: true,
        },
        { kind: "point", name: "wall", label: "place of the wall, from 16777216", alongX: true },
    ],
    numbers(state, { carom }): Numbers {
        const x = FAR + pointOf(state, "wall").x;
        const center = { x: FAR + pointOf(state, "c").x, y: 0 };
        const float = Math.fround(x);
        const [low, high] = [center.x - 1, center.x + 1];
        const touch = carom.touches({ center, radius: 1 }, at(x, -1, x, 1));
        const overlap = low <= float && float <= high;
        const cured = Math.fround(low) <= float && float <= Math.fround(high);
        return {
            wall: String(x),
            float: String(float),
            low: String(low),
            high: String(high),
            overlap: word(overlap),
            cured: word(cured),
            touch: word(touch),
            lost: word(touch && !overlap),
        };
    },
    draw(state, numbers) {
        const x = pointOf(state, "wall").x;
        const center = pointOf(state, "c");
        const rounded = Number(numbers["float"]) - FAR;
        const floats = Array.from({ length: 33 }, (_, i) => -6 + i / 2).filter(
            (offset) => Math.fround(FAR + offset) === FAR + offset && offset <= 10,
        );
        return [
            ...floats.map(
                (offset): Mark => ({ kind: "point", at: { x: offset, y: -2.4 }, look: "point" }),
            ),
            text({ x: 0, y: -2.55 }, "16777216", DOWN),
            line("dashed", { x: rounded, y: -2.4 }, { x: rounded, y: 1.6 }),
            text({ x: rounded, y: 1.6 }, "float(x)", UP),
            {
                kind: "circle",
                center,
                radius: 1,
                look: numbers["lost"] === "yes" ? "wrong" : "separate",
            },
            boxMark(boxOf({ center, radius: 1 }), "box plain"),
            { kind: "wall", wall: at(x, -1, x, 1) },
            line("dashed", { x, y: -1 }, { x, y: -1.5 }),
            nameAt({ x, y: -1.5 }, "x", RIGHT),
        ];
    },
    lines(_state, numbers) {
        return [
            `wall at x = ${numbers["wall"]}, float(x) = ${numbers["float"]}`,
            `ball from ${numbers["low"]} to ${numbers["high"]}`,
            `rounded box of the wall: overlap ${numbers["overlap"]}; both boxes rounded: ` +
                `${numbers["cured"]}`,
            `exact: ${numbers["touch"] === "yes" ? "they touch" : "apart"}` +
                (numbers["lost"] === "yes" ? "; the query loses the wall" : ""),
        ];
    },
};

export const FIGURES: readonly Figure[] = [boxes, tree, path, middleOnly, roundedBox];
