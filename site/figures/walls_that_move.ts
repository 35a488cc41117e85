// Lesson 7: walls that move while the circle moves. Room: site.
import {
    movingWallAt,
    type Carom,
    type Circle,
    type MovingWall,
    type Vec2,
    type Wall,
} from "carom";
import {
    lengthOf,
    pointOf,
    shown,
    shownPoint,
    type Figure,
    type Handle,
    type Numbers,
    type State,
} from "./figure.ts";
import type { Mark } from "./marks.ts";
import {
    arrow,
    CENTRE,
    circleOf,
    cross,
    endNames,
    minus,
    MOVE,
    nameAt,
    named,
    number,
    pair,
    plus,
    RADIUS,
    wallOf,
    word,
} from "./parts.ts";

/** The length of the axis of the time from 0 to 1, in units of the plane. */
const AXIS = 10;
const ZERO: Vec2 = { x: 0, y: 0 };
const TIME: Handle = {
    kind: "point",
    name: "t",
    label: "time t",
    from: "axis",
    times: 1 / AXIS,
    alongX: true,
    range: [0, 1],
};
const MOVE_WALL: Handle & { kind: "point" } = {
    kind: "point",
    name: "m",
    label: "displacement m of the wall",
    from: "a",
};
const MOVE_A: Handle = { ...MOVE_WALL, label: "displacement m of end a" };
const MOVE_B: Handle = { ...MOVE_WALL, name: "mb", label: "displacement m' of end b", from: "b" };

/** What moves, and its place at a time. */
interface Scene {
    readonly circle: Circle;
    readonly move: Vec2;
    readonly wall: MovingWall;
}

function sceneOf(state: State): Scene {
    const aMove = pointOf(state, "m");
    return {
        circle: circleOf(state),
        move: pointOf(state, "v"),
        wall: { ...wallOf(state), aMove, bMove: state.points["mb"] ?? aMove },
    };
}

function placesAt({ circle, move, wall }: Scene, t: number): { circle: Circle; wall: Wall } {
    return {
        circle: { ...circle, center: plus(circle.center, move, t) },
        wall: movingWallAt(wall, t),
    };
}

const timeOf = (state: State): number => pointOf(state, "t").x;
/** The first contact. */
function contactNumbers(scene: Scene, carom: Carom): Numbers {
    const { kind, t, center, point, feature } = carom.sweepMoving(
        scene.circle,
        scene.move,
        scene.wall,
    );
    return {
        kind,
        t,
        ...(kind === "miss" ? {} : { when: t }),
        x: center.x,
        y: center.y,
        px: point.x,
        py: point.y,
        feature,
    };
}

function contactLine(numbers: Numbers): string {
    const kind = word(numbers, "kind");
    const at = { side: "the side", a: "end a", b: "end b" }[word(numbers, "feature")] ?? "";
    return kind === "miss"
        ? "miss: the circle does not touch the wall"
        : `${kind} at t = ${shown(number(numbers, "t"))}, at ${at}: the centre is at ` +
              shownPoint(pair(numbers, "x", "y"));
}

const text = (at: Vec2, words: string, toward: Vec2 = ZERO): Mark => ({
    kind: "text",
    at,
    text: words,
    toward,
});
const dashed = (...points: Vec2[]): Mark => ({ kind: "line", points, look: "dashed" });

/** Wall and circle before they move. */
function startMarks({ circle, wall }: Scene): Mark[] {
    return [dashed(wall.a, wall.b), { kind: "circle", ...circle, look: "ghost" }];
}

/** The axis of the handle of the time, with the time of the contact on it. */
function axisMarks(state: State, numbers: Numbers): Mark[] {
    const from = pointOf(state, "axis");
    const at = (t: number): Vec2 => plus(from, { x: AXIS, y: 0 }, t);
    const label = (t: number): Mark =>
        text(plus(at(t), { x: 0, y: -0.4 }), `t = ${t}`, { x: 0, y: -1 });
    const contact: Mark[] =
        word(numbers, "kind") === "miss"
            ? []
            : [{ kind: "point", at: at(number(numbers, "t")), look: "point" }];
    return [dashed(at(0), at(1)), label(0), label(1), ...contact];
}

const LEFT: Vec2 = { x: -1, y: 0 };
const RIGHT: Vec2 = { x: 1, y: 0 };

// --- A wall that moves as a whole ---

/** From the ground to the picture of the observer on the lift. */
const BESIDE: Vec2 = { x: 10.5, y: 0 };

const LIFT_POINTS: State["points"] = {
    a: { x: 0, y: 0 },
    b: { x: 4, y: 0 },
    c: { x: 3, y: 6 },
    v: { x: 0, y: -2 },
    m: { x: 0, y: 8 },
};

const lift: Figure = {
    name: "lift",
    title:
        "Left: a ball and a lift, both moving, seen from the ground. Right: the same, seen from " +
        "the lift, which is at rest there.",
    hint:
        "Drag t at the bottom: both pictures reach the contact, the dot on the axis, at the same " +
        "time. Then drag the tip of v or m.",
    window: { minX: -1.5, minY: -6.5, maxX: 18, maxY: 10.5 },
    grid: 0.25,
    start: {
        points: {
            ...LIFT_POINTS,
            axis: { x: 0, y: -4.75 },
            t: { x: 0.25, y: 0 },
        },
        lengths: { r: 1 },
    },
    handles: [TIME, CENTRE, MOVE, MOVE_WALL],
    numbers(state, { carom }) {
        const scene = sceneOf(state);
        const { circle, wall } = placesAt(scene, timeOf(state));
        return { ...contactNumbers(scene, carom), relation: carom.relate(circle, wall) };
    },
    draw(state, numbers) {
        const scene = sceneOf(state);
        const { center: c, radius } = scene.circle;
        const { a, b, aMove: m } = scene.wall;
        const relative = minus(scene.move, m);
        const now = placesAt(scene, timeOf(state));
        const look = word(numbers, "relation") as "separate";
        const beside = plus(c, BESIDE);
        const there = plus(beside, relative, timeOf(state));
        return [
            text({ x: 3.5, y: 9.5 }, "from the ground"),
            ...startMarks(scene),
            { kind: "wall", wall: now.wall },
            { kind: "circle", ...now.circle, look },
            ...arrow(c, scene.move, "v", LEFT),
            ...arrow(a, m, "m", RIGHT),
            text({ x: 13, y: 9.5 }, "from the lift"),
            { kind: "wall", wall: { a: plus(a, BESIDE), b: plus(b, BESIDE) } },
            { kind: "circle", center: beside, radius, look: "ghost" },
            { kind: "circle", center: there, radius, look },
            ...named(beside, plus(beside, relative), "v \u2212 m"),
            ...axisMarks(state, numbers),
        ];
    },
    lines(state, numbers) {
        const { move, wall } = sceneOf(state);
        return [
            `v \u2212 m = ${shownPoint(move)} \u2212 ${shownPoint(wall.aMove)} = ` +
                shownPoint(minus(move, wall.aMove)),
            contactLine(numbers),
            `in the picture t = ${shown(timeOf(state))}: ${word(numbers, "relation")}`,
        ];
    },
};

// --- A wall that turns ---

const SAMPLES = 100;

/** The gap over the time, in pieces: whole where the side is closest, dashed where an end is. */
function gapMarks(scene: Scene, origin: Vec2, carom: Carom): Mark[] {
    const marks: { side: boolean; points: Vec2[] }[] = [];
    let last: Vec2 | undefined;
    for (let i = 0; i <= SAMPLES; i++) {
        const { circle, wall } = placesAt(scene, i / SAMPLES);
        const { depth, feature } = carom.contact(circle, wall);
        const point = plus(origin, { x: (AXIS * i) / SAMPLES, y: -depth });
        const side = feature === "side";
        const piece = marks.at(-1);
        if (piece?.side === side) {
            piece.points.push(point);
        } else {
            marks.push({ side, points: last === undefined ? [point] : [last, point] });
        }
        last = point;
    }
    return marks.map(({ side, points }) => ({
        kind: "line",
        points,
        look: side ? "path" : "dashed",
    }));
}

/** u x w over the time: [1, t, t^2] times these. */
function crossOverTime({ circle, move, wall }: Scene): [number, number, number] {
    const u = minus(wall.b, wall.a);
    const w = minus(circle.center, wall.a);
    const du = minus(wall.bMove, wall.aMove);
    const dw = minus(move, wall.aMove);
    return [cross(u, w), cross(du, w) + cross(u, dw), cross(du, dw)];
}

function polynomial(factors: readonly [number, number, number]): string {
    const terms = ["", " t", " t\u00b2"].map((power, i) => shown(factors[i] ?? 0) + power);
    const sum = terms.filter((_, i) => factors[i] !== 0).join(" + ");
    return sum === "" ? "0" : sum.replaceAll("+ \u2212", "\u2212 ");
}

const RAMP_POINTS: State["points"] = {
    a: { x: 8, y: 0 },
    b: { x: 14, y: 0 },
    c: { x: 12, y: 6 },
    v: { x: 0, y: -2 },
    m: { x: 0, y: 0 },
    mb: { x: 0, y: 8 },
};

const ramp: Figure = {
    name: "ramp",
    title:
        "A ball falls on a ramp that turns upwards. Right: the gap between them over the time, " +
        "and the time of the contact.",
    hint:
        "Drag t along its axis. Then drag the tips of m and m', or the ball. The curve is dashed " +
        "where an end of the wall is closest.",
    window: { minX: 6, minY: -2.75, maxX: 28.5, maxY: 9.75 },
    grid: 0.25,
    start: {
        points: { ...RAMP_POINTS, axis: { x: 17, y: 0 }, t: { x: 0.25, y: 0 } },
        lengths: { r: 1 },
    },
    handles: [TIME, CENTRE, MOVE, MOVE_A, MOVE_B],
    numbers(state, { carom }) {
        const scene = sceneOf(state);
        const { circle, wall } = placesAt(scene, timeOf(state));
        const { relation, depth } = carom.contact(circle, wall);
        const u = minus(wall.b, wall.a);
        return {
            ...contactNumbers(scene, carom),
            relation,
            gap: -depth,
            cross: cross(u, minus(circle.center, wall.a)),
            reach: circle.radius * Math.hypot(u.x, u.y),
        };
    },
    draw(state, numbers, { carom }) {
        const scene = sceneOf(state);
        const c = scene.circle.center;
        const { a, b, aMove, bMove } = scene.wall;
        const now = placesAt(scene, timeOf(state));
        const origin = pointOf(state, "axis");
        return [
            ...startMarks(scene),
            { kind: "wall", wall: now.wall },
            { kind: "circle", ...now.circle, look: word(numbers, "relation") as "separate" },
            ...endNames(now.wall.a, now.wall.b),
            ...arrow(c, scene.move, "v", LEFT),
            ...arrow(a, aMove, "m", { x: 1, y: -1 }),
            ...arrow(b, bMove, "m'", RIGHT),
            { kind: "arrow", from: origin, to: plus(origin, { x: 0, y: 8 }), look: "vector" },
            text(plus(origin, { x: 0, y: 8 }), "gap", RIGHT),
            ...gapMarks(scene, origin, carom),
            ...axisMarks(state, numbers),
            {
                kind: "point",
                at: plus(origin, { x: AXIS * timeOf(state), y: number(numbers, "gap") }),
                look: "point",
            },
        ];
    },
    lines(state, numbers) {
        return [
            `u \u00d7 w = ${polynomial(crossOverTime(sceneOf(state)))}`,
            `in the picture t = ${shown(timeOf(state))}: |u \u00d7 w| = ` +
                `${shown(Math.abs(number(numbers, "cross")))}, r |u| = ` +
                `${shown(number(numbers, "reach"))}, gap ${shown(number(numbers, "gap"))}`,
            contactLine(numbers),
        ];
    },
};

// --- The velocity after the contact ---

const bounce: Figure = {
    name: "moving-bounce",
    title:
        "A ball is struck by a ramp that turns. Blue: its way after the contact. Red: its way if " +
        "v is reflected instead of v \u2212 vw.",
    hint:
        "Drag the tip of m': the faster the wall, the faster the ball. All arrows after the " +
        "contact are for the rest of the frame, 1 \u2212 t.",
    window: { minX: 2, minY: -1.5, maxX: 20, maxY: 10.5 },
    grid: 0.25,
    start: { points: RAMP_POINTS, lengths: { r: 1 } },
    handles: [CENTRE, MOVE, MOVE_A, MOVE_B],
    numbers(state, { carom }) {
        const scene = sceneOf(state);
        const { circle, move, wall } = scene;
        const first = contactNumbers(scene, carom);
        const motion = carom.moveBall({ ...circle, velocity: move }, 1, { movingWalls: [wall] });
        const impact = motion.impacts[0];
        if (word(first, "kind") !== "hit" || impact === undefined) {
            return first;
        }
        const center = pair(first, "x", "y");
        const t = number(first, "t");
        const alone = carom.reflectVelocity(move, impact.normal);
        const aloneEnd = plus(center, alone, 1 - t);
        const end = motion.ball.center;
        const last = movingWallAt(wall, 1);
        const touched = carom.contact({ ...circle, center }, movingWallAt(wall, t));
        return {
            ...first,
            s: touched.along,
            wallX: impact.wallVelocity.x,
            wallY: impact.wallVelocity.y,
            afterX: impact.after.x,
            afterY: impact.after.y,
            contacts: motion.contacts,
            endX: end.x,
            endY: end.y,
            aloneX: alone.x,
            aloneY: alone.y,
            aloneEndX: aloneEnd.x,
            aloneEndY: aloneEnd.y,
            aloneRelation: carom.relate({ ...circle, center: aloneEnd }, last),
        };
    },
    draw(state, numbers) {
        const scene = sceneOf(state);
        const { center: c, radius } = scene.circle;
        const { a, b, aMove, bMove } = scene.wall;
        const arrows: Mark[] = [
            ...arrow(c, scene.move, "v", LEFT),
            ...arrow(a, aMove, "m", { x: 1, y: -1 }),
            ...arrow(b, bMove, "m'", RIGHT),
        ];
        const last: Mark = { kind: "wall", wall: movingWallAt(scene.wall, 1) };
        if (numbers["s"] === undefined) {
            return [...startMarks(scene), last, ...arrows];
        }
        const t = number(numbers, "t");
        const at = pair(numbers, "x", "y");
        const [end, wrong] = [
            pair(numbers, "endX", "endY"),
            pair(numbers, "aloneEndX", "aloneEndY"),
        ];
        const point = pair(numbers, "px", "py");
        const wallMove = pair(numbers, "wallX", "wallY");
        const then = movingWallAt(scene.wall, t);
        return [
            ...startMarks(scene),
            dashed(then.a, then.b),
            last,
            { kind: "circle", center: wrong, radius, look: "wrong" },
            { kind: "arrow", from: at, to: wrong, look: "wrong" },
            { kind: "circle", center: at, radius, look: "touching" },
            { kind: "circle", center: end, radius, look: "separate" },
            { kind: "arrow", from: at, to: end, look: "move" },
            nameAt(end, "v'", minus(end, at)),
            ...arrows,
            ...arrow(point, { x: (1 - t) * wallMove.x, y: (1 - t) * wallMove.y }, "vw", RIGHT),
        ];
    },
    lines(_state, numbers) {
        if (numbers["s"] === undefined) {
            return [contactLine(numbers)];
        }
        const relation = word(numbers, "aloneRelation");
        return [
            `${contactLine(numbers)}; s = ${shown(number(numbers, "s"))}, ` +
                `vw = ${shownPoint(pair(numbers, "wallX", "wallY"))}`,
            `v' = ${shownPoint(pair(numbers, "afterX", "afterY"))}; the ball ends at ` +
                shownPoint(pair(numbers, "endX", "endY")),
            `red: v' = ${shownPoint(pair(numbers, "aloneX", "aloneY"))} ends at ` +
                `${shownPoint(pair(numbers, "aloneEndX", "aloneEndY"))}, where ball and wall are ` +
                relation,
        ];
    },
};

// --- When there is no place ---

const FLOOR: Wall = { a: { x: 0, y: 0 }, b: { x: 10, y: 0 } };

function pressOf(state: State): MovingWall {
    const move = pointOf(state, "m");
    return { ...wallOf(state), aMove: move, bMove: move };
}

const press: Figure = {
    name: "press",
    title: "A press comes down on a ball that lies on the floor.",
    hint: "Drag t. Then drag the tip of m up: a slower press leaves the ball its place.",
    window: { minX: -1, minY: -3.25, maxX: 11, maxY: 6 },
    grid: 0.25,
    start: {
        points: {
            a: { x: 0, y: 4 },
            b: { x: 10, y: 4 },
            c: { x: 4, y: 1 },
            m: { x: 0, y: -3 },
            grip: { x: 6.5, y: 4 },
            axis: { x: 0, y: -1.5 },
            t: { x: 0.5, y: 0 },
        },
        lengths: { r: 1 },
    },
    handles: [
        TIME,
        CENTRE,
        RADIUS,
        { ...MOVE_WALL, label: "displacement m of the press", from: "grip" },
    ],
    numbers(state, { carom }) {
        const { center, radius } = circleOf(state);
        const motion = carom.moveBall({ center, radius, velocity: ZERO }, 1, {
            walls: [FLOOR],
            movingWalls: [pressOf(state)],
        });
        const t = timeOf(state);
        const leg = motion.legs.find(({ end }) => t <= end);
        const part =
            leg === undefined ? 1 : (t - leg.start) / Math.max(leg.end - leg.start, 1e-300);
        // Its time stands still from the crush on; at the end it gets a place for the next frame.
        const last = motion.legs.at(-1)?.to ?? center;
        const rest = t < 1 && motion.crushed !== null ? last : motion.ball.center;
        const at =
            leg === undefined
                ? rest
                : plus(leg.from, minus(leg.to, leg.from), Math.max(part, 0));
        return {
            state: motion.kind,
            // As axisMarks wants it.
            kind: motion.crushed === null ? "miss" : "crushed",
            t: motion.crushed?.time ?? 1,
            x: at.x,
            y: at.y,
            endX: motion.ball.center.x,
            endY: motion.ball.center.y,
        };
    },
    draw(state, numbers) {
        const t = timeOf(state);
        const isCrushed = word(numbers, "kind") === "crushed" && t >= number(numbers, "t");
        const wall = movingWallAt(pressOf(state), t);
        return [
            { kind: "wall", wall: FLOOR },
            dashed(pointOf(state, "a"), pointOf(state, "b")),
            { kind: "wall", wall },
            text({ x: 9, y: 0 }, "floor", { x: 0, y: 1 }),
            text(plus(wall.a, { x: 1, y: 0 }), "press", { x: 0, y: 1 }),
            {
                kind: "circle",
                center: pair(numbers, "x", "y"),
                radius: lengthOf(state, "r"),
                look: isCrushed ? "wrong" : "separate",
            },
            ...arrow(pointOf(state, "grip"), pointOf(state, "m"), "m", RIGHT),
            ...axisMarks(state, numbers),
        ];
    },
    lines(state, numbers) {
        const t = timeOf(state);
        const place = shownPoint(pair(numbers, "x", "y"));
        if (word(numbers, "kind") !== "crushed") {
            return [
                `${word(numbers, "state")}: the ball has a place up to t = 1, and ends at ` +
                    shownPoint(pair(numbers, "endX", "endY")),
                `in the picture t = ${shown(t)}: the ball is at ${place}`,
            ];
        }
        const time = number(numbers, "t");
        const state1 = t < 1 ? "the time of the ball stands still" : `the ball is put at ${place}`;
        return [
            `crushed at t = ${shown(time)}`,
            `in the picture t = ${shown(t)}: ${t < time ? `the ball is at ${place}` : state1}`,
        ];
    },
};

// --- Where tutorials go wrong: the wall moves first, then the test comes ---

const moveThenTest: Figure = {
    name: "move-then-test",
    title:
        "Ball and lift before the frame, dashed, and after it. Yellow: their contact between, " +
        "which a test after the frame does not see.",
    hint: "Drag the tip of m down: a slower lift is still in the ball at the end, and is found.",
    window: { minX: -7, minY: -2, maxX: 13, maxY: 10 },
    grid: 0.25,
    start: {
        points: LIFT_POINTS,
        lengths: { r: 1 },
    },
    handles: [CENTRE, MOVE, MOVE_WALL],
    numbers(state, { carom }) {
        const scene = sceneOf(state);
        const { circle, wall } = placesAt(scene, 1);
        const { relation, depth } = carom.contact(circle, wall);
        return { ...contactNumbers(scene, carom), relation, gap: -depth };
    },
    draw(state, numbers) {
        const scene = sceneOf(state);
        const { center: c, radius } = scene.circle;
        const { a, b, aMove: m } = scene.wall;
        const last = placesAt(scene, 1);
        const found = number(numbers, "gap") <= 0;
        const kind = word(numbers, "kind");
        const at = pair(numbers, "x", "y");
        const then = movingWallAt(scene.wall, number(numbers, "t"));
        const contact: Mark[] =
            kind === "miss"
                ? []
                : [
                      dashed(then.a, then.b),
                      { kind: "circle", center: at, radius, look: "touching" },
                  ];
        return [
            ...startMarks(scene),
            { kind: "wall", wall: last.wall },
            {
                kind: "circle",
                center: last.circle.center,
                radius,
                look:
                    !found && kind !== "miss" ? "wrong" : (word(numbers, "relation") as "separate"),
            },
            ...contact,
            ...arrow(c, scene.move, "v", LEFT),
            ...arrow(a, m, "m", LEFT),
            text(b, "t = 0", RIGHT),
            text(last.wall.b, "t = 1", RIGHT),
        ];
    },
    lines(_state, numbers) {
        const found = number(numbers, "gap") <= 0;
        return [
            `test at t = 1: ${word(numbers, "relation")}` +
                (found ? "" : `, a gap of ${shown(number(numbers, "gap"))}`),
            `exact: ${contactLine(numbers)}`,
            found === (numbers["when"] !== undefined)
                ? "the test is right"
                : "the test misses the contact",
        ];
    },
};

export const FIGURES: readonly Figure[] = [lift, ramp, bounce, press, moveThenTest];
