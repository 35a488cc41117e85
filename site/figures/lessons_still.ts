// Lessons 1 to 4: circles at rest. Room: site.
import type { Vec2 } from "carom";
import { pointOf, shown, shownPoint, type Figure, type Numbers, type State } from "./figure.ts";
import type { Mark } from "./marks.ts";
import {
    CENTRE,
    circleOf,
    cross,
    dot,
    ENDS,
    endNames,
    middle,
    minus,
    nameAt,
    named,
    number,
    plus,
    RADIUS,
    wallOf,
    word,
} from "./parts.ts";

const HANDLES = [CENTRE, RADIUS, ...ENDS];
const HINT = "Drag the round handles, or select one with Tab and press the arrow keys.";

const term = (x: number): string => (x < 0 ? `(${shown(x)})` : shown(x));
const product = (p: number, q: number): string => `${term(p)}\u00b7${term(q)}`;

/** The circle with its name, in the colour of its relation. */
function circleMarks(state: State, numbers: Numbers): Mark[] {
    const { center, radius } = circleOf(state);
    return [
        { kind: "circle", center, radius, look: word(numbers, "relation") as "separate" },
        nameAt(center, "c", { x: -1, y: -1 }),
    ];
}

const line: Figure = {
    name: "line",
    title: "A circle and a line through a and b. The arrows u and w span a parallelogram; its " +
        "height is the distance.",
    hint: HINT,
    window: { minX: -4, minY: -4, maxX: 13, maxY: 7 },
    grid: 0.25,
    start: {
        points: { a: { x: 0, y: 0 }, b: { x: 4, y: 3 }, c: { x: 5, y: 0 } },
        lengths: { r: 3 },
    },
    handles: HANDLES,
    numbers(state, { carom }) {
        const u = minus(pointOf(state, "b"), pointOf(state, "a"));
        const w = minus(pointOf(state, "c"), pointOf(state, "a"));
        const area = cross(u, w);
        const contact = carom.contact(circleOf(state), wallOf(state, "line"));
        return {
            area,
            length: Math.hypot(u.x, u.y),
            distance: Math.abs(area) / Math.hypot(u.x, u.y),
            relation: contact.relation,
            px: contact.point.x,
            py: contact.point.y,
            depth: contact.depth,
        };
    },
    draw(state, numbers) {
        const [a, b, c] = [pointOf(state, "a"), pointOf(state, "b"), pointOf(state, "c")] as [
            Vec2,
            Vec2,
            Vec2,
        ];
        const foot = { x: number(numbers, "px"), y: number(numbers, "py") };
        return [
            { kind: "line", points: [a, b, plus(c, minus(b, a)), c, a], look: "area" },
            { kind: "wall", wall: wallOf(state, "line") },
            ...circleMarks(state, numbers),
            { kind: "line", points: [c, foot], look: "dashed" },
            ...named(a, b, "u"),
            ...named(a, c, "w"),
            ...endNames(a, b),
        ];
    },
    lines(state, numbers) {
        const u = minus(pointOf(state, "b"), pointOf(state, "a"));
        const w = minus(pointOf(state, "c"), pointOf(state, "a"));
        return [
            `u \u00d7 w = ${product(u.x, w.y)} \u2212 ${product(u.y, w.x)} = ` +
            `${shown(number(numbers, "area"))}`,
            `distance = |u \u00d7 w| / |u| = ${shown(Math.abs(number(numbers, "area")))} / ` +
                `${shown(number(numbers, "length"))} = ${shown(number(numbers, "distance"))}`,
            `r = ${shown(circleOf(state).radius)}: ${word(numbers, "relation")}`,
        ];
    },
};

const closest: Figure = {
    name: "closest",
    title: "A circle and a wall from a to b. A dashed line goes from the centre to the closest " +
        "point of the wall.",
    hint: `${HINT} Move the centre past the ends of the wall.`,
    window: { minX: -5, minY: -3, maxX: 14, maxY: 9 },
    grid: 0.25,
    start: {
        points: { a: { x: 0, y: 0 }, b: { x: 8, y: 4 }, c: { x: 2, y: 6 } },
        lengths: { r: 2 },
    },
    handles: HANDLES,
    numbers(state, { carom }) {
        const u = minus(pointOf(state, "b"), pointOf(state, "a"));
        const w = minus(pointOf(state, "c"), pointOf(state, "a"));
        const { relation, feature, along, point } = carom.contact(circleOf(state), wallOf(state));
        const gap = minus(pointOf(state, "c"), point);
        return {
            wu: dot(w, u),
            uu: dot(u, u),
            t: dot(w, u) / dot(u, u),
            along,
            px: point.x,
            py: point.y,
            distance: Math.hypot(gap.x, gap.y),
            relation,
            feature,
        };
    },
    draw(state, numbers) {
        const [a, b, c] = [pointOf(state, "a"), pointOf(state, "b"), pointOf(state, "c")] as [
            Vec2,
            Vec2,
            Vec2,
        ];
        const u = minus(b, a);
        const q = { x: number(numbers, "px"), y: number(numbers, "py") };
        const foot = plus(a, u, Number.isFinite(number(numbers, "t")) ? number(numbers, "t") : 0);
        return [
            { kind: "line", points: [a, foot, c], look: "dashed" },
            { kind: "wall", wall: wallOf(state) },
            ...circleMarks(state, numbers),
            { kind: "line", points: [c, q], look: "path" },
            { kind: "point", at: q, look: "point" },
            ...named(a, b, "u"),
            ...named(a, c, "w"),
            ...endNames(a, b),
        ];
    },
    lines(state, numbers) {
        const q = { x: number(numbers, "px"), y: number(numbers, "py") };
        return [
            `t = w.u / u.u = ${shown(number(numbers, "wu"))} / ${shown(number(numbers, "uu"))} = ` +
                `${shown(number(numbers, "t"))}, clamped ${shown(number(numbers, "along"))}`,
            `closest point ${shownPoint(q)}, on ` +
            `${{ side: "the side", a: "end a", b: "end b" }[word(numbers, "feature")] ?? ""}`,
            `distance ${shown(number(numbers, "distance"))}, r = ` +
            `${shown(circleOf(state).radius)}: ${word(numbers, "relation")}`,
        ];
    },
};

/** The boundary of all centres at that distance from the wall. */
function stadium(a: Vec2, b: Vec2, r: number): Vec2[] {
    const turn = Math.atan2(b.y - a.y, b.x - a.x);
    const half = (center: Vec2, from: number): Vec2[] =>
        Array.from({ length: 25 }, (_, i) => {
            const angle = from + (i / 24) * Math.PI;
            return { x: center.x + r * Math.cos(angle), y: center.y + r * Math.sin(angle) };
        });
    const outline = [...half(b, turn - Math.PI / 2), ...half(a, turn + Math.PI / 2)];
    return [...outline, outline[0] as Vec2];
}

const ORDER = ["separate", "touching", "crossing", "inside-touching", "inside"];

function between(relation: string, first: string, last: string): string {
    const at = ORDER.indexOf(relation);
    return at >= ORDER.indexOf(first) && at <= ORDER.indexOf(last) ? "yes" : "no";
}

const ends: Figure = {
    name: "ends",
    title: "A wall and the stadium of all centres at which a circle of this radius touches it.",
    hint: `${HINT} The disc touches if and only if its centre is in the stadium. Make the ` +
        `circle large: the wall is inside.`,
    window: { minX: -4, minY: -5, maxX: 16, maxY: 8 },
    grid: 0.25,
    start: {
        points: { a: { x: 2, y: 2 }, b: { x: 10, y: 2 }, c: { x: 12.25, y: 5 } },
        lengths: { r: 3 },
    },
    handles: HANDLES,
    numbers(state, { carom }) {
        const { relation, point } = carom.contact(circleOf(state), wallOf(state));
        const c = pointOf(state, "c");
        const far = ["a", "b"]
            .map((end) => minus(c, pointOf(state, end)))
            .map((p) => Math.hypot(p.x, p.y));
        const near = minus(c, point);
        return {
            relation,
            nearest: Math.hypot(near.x, near.y),
            farthest: Math.max(...far),
            disc: between(relation, "touching", "inside"),
            openDisc: between(relation, "crossing", "inside"),
            ring: between(relation, "touching", "inside-touching"),
            openRing: between(relation, "crossing", "crossing"),
        };
    },
    draw(state, numbers) {
        const [a, b, c] = [pointOf(state, "a"), pointOf(state, "b"), pointOf(state, "c")] as [
            Vec2,
            Vec2,
            Vec2,
        ];
        const farther = Math.hypot(c.x - a.x, c.y - a.y) > Math.hypot(c.x - b.x, c.y - b.y) ? a : b;
        return [
            { kind: "line", points: stadium(a, b, circleOf(state).radius), look: "area" },
            { kind: "wall", wall: wallOf(state) },
            ...circleMarks(state, numbers),
            { kind: "line", points: [c, farther], look: "dashed" },
            ...endNames(a, b),
        ];
    },
    lines(state, numbers) {
        return [
            `nearest ${shown(number(numbers, "nearest"))}, farthest ` +
            `${shown(number(numbers, "farthest"))}, ` +
                `r = ${shown(circleOf(state).radius)}: ${word(numbers, "relation")}`,
            `disc: ${word(numbers, "disc")}; if a touch does not count: ` +
            `${word(numbers, "openDisc")}`,
            `ring: ${word(numbers, "ring")}; if a touch does not count: ` +
            `${word(numbers, "openRing")}`,
        ];
    },
};

const push: Figure = {
    name: "push",
    title: "A circle that overlaps a wall, and the same circle after the push along the normal n.",
    hint: `${HINT} Move the centre through the wall: the push changes sides.`,
    window: { minX: -6, minY: -4, maxX: 13, maxY: 13 },
    grid: 0.25,
    start: {
        points: { a: { x: -4, y: -3 }, b: { x: 12, y: 9 }, c: { x: 2.5, y: 5 } },
        lengths: { r: 5 },
    },
    handles: HANDLES,
    numbers(state, { carom }) {
        const { relation, point, normal, depth } = carom.contact(circleOf(state), wallOf(state));
        const out = carom.pushOut(circleOf(state), wallOf(state));
        return {
            relation,
            px: point.x,
            py: point.y,
            nx: normal.x,
            ny: normal.y,
            depth,
            outX: out.center.x,
            outY: out.center.y,
            outRelation: out.relation,
        };
    },
    draw(state, numbers) {
        const { center, radius } = circleOf(state);
        const q = { x: number(numbers, "px"), y: number(numbers, "py") };
        const n = { x: number(numbers, "nx"), y: number(numbers, "ny") };
        const out = { x: number(numbers, "outX"), y: number(numbers, "outY") };
        const overlaps = number(numbers, "depth") > 0;
        const rim = plus(center, n, -radius);
        const free: Mark[] = overlaps
            ? [
                  { kind: "circle", center: out, radius, look: "ghost" },
                  { kind: "line", points: [rim, q], look: "wrong" },
                  nameAt(middle(rim, q), "depth", { x: -n.y, y: n.x }),
                  { kind: "arrow", from: center, to: out, look: "move" },
                  nameAt(out, "c'", n),
              ]
            : [];
        const [a, b] = [pointOf(state, "a"), pointOf(state, "b")];
        return [
            { kind: "wall", wall: wallOf(state) },
            ...circleMarks(state, numbers),
            ...free,
            ...named(q, plus(q, n, 2), "n"),
            { kind: "point", at: q, look: "point" },
            nameAt(q, "q", { x: n.y, y: -n.x }),
            ...endNames(a, b),
        ];
    },
    lines(_state, numbers) {
        const n = { x: number(numbers, "nx"), y: number(numbers, "ny") };
        const depth = number(numbers, "depth");
        const out = { x: number(numbers, "outX"), y: number(numbers, "outY") };
        return [
            `n = ${shownPoint(n)}, depth = ${shown(depth)}: ${word(numbers, "relation")}`,
            depth > 0
                ? `c' = c + depth n = ${shownPoint(out)}: ${word(numbers, "outRelation")}`
                : `a gap of ${shown(-depth)}: nothing to push`,
        ];
    },
};

export const FIGURES: readonly Figure[] = [line, closest, ends, push];
