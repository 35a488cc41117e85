// Where tutorials go wrong: a published method beside the exact answer, with a map of the centres
// where it fails.
// Room: site.
import type { Box, Extent, Vec2, Wall } from "carom";
import type { Classic, Method, Verdict } from "carom/classic";
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
import type { Mark, Window } from "./marks.ts";
import { CENTRE, circleOf, ENDS, endNames, MOVE, nameAt, plus, RADIUS, wallOf } from "./parts.ts";

const COLUMNS = 96;
const VERDICTS: readonly Verdict[] = ["right", "false-hit", "missed", "wrong-time", "invalid"];
const WORDS: Readonly<Record<Verdict, string>> = {
    right: "right",
    "false-hit": "wrong, a false hit",
    missed: "wrong, missed",
    "wrong-time": "wrong time",
    invalid: "invalid",
};

/** Of a moving circle the start is only a place; where it stops is right or wrong. */
function lookOf(verdict: Verdict, swept: boolean): "ghost" | "separate" | "wrong" {
    if (swept) {
        return "ghost";
    }
    return verdict === "right" ? "separate" : "wrong";
}

/** The scale of that handle: numbers of powers of ten. */
const SCALE: readonly Mark[] = [
    {
        kind: "line",
        points: [
            { x: 0, y: -3.5 },
            { x: 9, y: -3.5 },
        ],
        look: "dashed",
    },
    ...[0, 3, 6, 9].map((x): Mark => ({
        kind: "text",
        at: { x, y: -3.5 },
        text: `1e${x}`,
        toward: { x: 0, y: 1 },
    })),
];

interface Choice {
    name: string;
    title: string;
    hint: string;
    method: Method;
    window: Window;
    start: State;
    extent?: Extent;
    /** Handles instead of circle, radius and ends. */
    handles?: readonly Handle[];
    /** Where the origin of the picture lies in the plane of the method, on the wall. */
    place?: (state: State) => Vec2;
}

/** The wrong verdicts of a map, a mark for each run of equal ones in a row. */
function cells(
    classic: Classic,
    choice: Choice,
    state: State,
    wall: Wall,
    move: Vec2,
    origin: Vec2,
): Mark[] {
    const { window } = choice;
    const rows = Math.round((COLUMNS * (window.maxY - window.minY)) / (window.maxX - window.minX));
    const size = (window.maxX - window.minX) / COLUMNS;
    const box: Box = {
        min: plus(origin, { x: window.minX, y: window.minY }),
        max: plus(origin, { x: window.maxX, y: window.maxY }),
    };
    const map = classic.map(choice.method, lengthOf(state, "r"), move, wall, box, COLUMNS, rows);
    const marks: Mark[] = [];
    for (let row = 0; row < rows; row++) {
        const top = window.maxY - row * size;
        for (let from = 0, to = 0; from < COLUMNS; from = to) {
            const verdict = map.verdicts[row * COLUMNS + from];
            while (to < COLUMNS && map.verdicts[row * COLUMNS + to] === verdict) {
                to++;
            }
            const look = VERDICTS[verdict ?? 0] ?? "right";
            if (look !== "right") {
                const min = { x: window.minX + from * size, y: top - size };
                marks.push({
                    kind: "cell",
                    min,
                    max: { x: window.minX + to * size, y: top },
                    look,
                });
            }
        }
    }
    return marks;
}

function methodFigure(choice: Choice): Figure {
    const origin = (state: State): Vec2 => choice.place?.(state) ?? { x: 0, y: 0 };
    const moveOf = (state: State): Vec2 => state.points["v"] ?? { x: 0, y: 0 };
    const placed = (state: State) => ({
        ...circleOf(state),
        center: plus(circleOf(state).center, origin(state)),
    });
    const swept = choice.start.points["v"] !== undefined;
    return {
        ...choice,
        grid: 0.25,
        handles: choice.handles ?? [CENTRE, RADIUS, ...ENDS, ...(swept ? [MOVE] : [])],
        numbers(state, { carom, classic }): Numbers {
            const wall = wallOf(state, choice.extent);
            const circle = placed(state);
            const move = moveOf(state);
            const verdict = classic.judge(choice.method, circle, move, wall);
            const truth = classic.truth(choice.method, circle, move, wall) ? "yes" : "no";
            if (swept) {
                const theirs = classic.sweep(choice.method, circle, move, wall);
                const ours = carom.sweep(circle, move, wall);
                return {
                    verdict,
                    truth,
                    collides: theirs.hits ? "yes" : "no",
                    t: theirs.t,
                    x: theirs.center.x,
                    y: theirs.center.y,
                    exactT: ours.t,
                    exactX: ours.center.x,
                    exactY: ours.center.y,
                    kind: ours.kind,
                };
            }
            const theirs = classic.relate(choice.method, circle, wall);
            const offset = theirs.offset === undefined ? "" : shownPoint(theirs.offset);
            return { verdict, truth, collides: theirs.collides ? "yes" : "no", offset };
        },
        draw(state, numbers, { classic }) {
            const { center, radius } = circleOf(state);
            const move = moveOf(state);
            const verdict = String(numbers["verdict"]) as Verdict;
            const [a, b] = [pointOf(state, "a"), pointOf(state, "b")];
            const marks: Mark[] = [
                ...cells(classic, choice, state, wallOf(state, choice.extent), move, origin(state)),
                { kind: "wall", wall: wallOf(state, choice.extent) },
                { kind: "circle", center, radius, look: lookOf(verdict, swept) },
                ...(choice.place === undefined ? endNames(a, b) : SCALE),
                nameAt(center, "c", { x: -1, y: -1 }),
            ];
            if (!swept) {
                return marks;
            }
            const at = { x: Number(numbers["x"]), y: Number(numbers["y"]) };
            const exact = { x: Number(numbers["exactX"]), y: Number(numbers["exactY"]) };
            const theirs: Mark[] =
                numbers["collides"] === "yes"
                    ? [{ kind: "circle", center: at, radius, look: "wrong" }]
                    : [];
            const ours: Mark[] =
                numbers["kind"] === "miss"
                    ? []
                    : [{ kind: "circle", center: exact, radius, look: "touching" }];
            return [
                ...marks,
                { kind: "arrow", from: center, to: plus(center, move), look: "move" },
                ...theirs,
                ...ours,
            ];
        },
        lines(_state, numbers) {
            const verdict = WORDS[String(numbers["verdict"]) as Verdict];
            const lines = [
                `method: ${String(numbers["collides"])}; exact: ${String(numbers["truth"])}; ` +
                `${verdict}`,
            ];
            if (swept && numbers["collides"] === "yes") {
                const exact =
                    numbers["kind"] === "miss" ? "none" : shown(Number(numbers["exactT"]));
                return [
                    ...lines,
                    `time of the method ${shown(Number(numbers["t"]))}, exact time ${exact}`,
                ];
            }
            return String(numbers["offset"] ?? "") === ""
                ? lines
                : [...lines, `push of the method: ${String(numbers["offset"])}`];
        },
    };
}

const FAR: Handle = {
    kind: "point",
    name: "far",
    label: "power of ten of the distance from the origin",
    alongX: true,
};
const RED = "Orange: a false hit. Blue: missed.";

export const FIGURES: readonly Figure[] = [
    methodFigure({
        // Below the map is a scale of powers of ten for the handle.
        name: "line-wrong",
        method: "area-line",
        extent: "line",
        title: "The method of article 1 far from the origin: the centres where its answer is " +
            "wrong are orange and blue.",
        hint: `Drag the lower handle: the picture moves along the line, up to 3e9 from the ` +
            `origin, where a and b stay. ${RED}`,
        window: { minX: -2, minY: -4, maxX: 11, maxY: 4 },
        start: {
            points: {
                a: { x: 0, y: 0 },
                b: { x: 3, y: 2 },
                c: { x: 1, y: 2 },
                far: { x: 8, y: -3.5 },
            },
            lengths: { r: 1 },
        },
        handles: [CENTRE, FAR],
        place: (state) => {
            const k = Math.round(10 ** Math.max(0, Math.min(9, pointOf(state, "far").x)));
            return { x: 3 * k, y: 2 * k };
        },
    }),
    methodFigure({
        name: "closest-wrong",
        method: "tangent-clamp",
        title: "The method of article 5: just beyond end b it does not clamp, and reports hits " +
            "that are none.",
        hint: `Drag the circle through the orange part. ${RED}`,
        window: { minX: -5, minY: -3, maxX: 16, maxY: 10 },
        start: {
            points: { a: { x: 0, y: 0 }, b: { x: 8, y: 4 }, c: { x: 10, y: 5 } },
            lengths: { r: 2 },
        },
    }),
    methodFigure({
        name: "ends-wrong",
        method: "falling-projection",
        title: "The method of article 4 tests only the rectangle beside the wall: circles at " +
            "the ends are missed.",
        hint: `Drag the circle around an end. ${RED}`,
        window: { minX: -4, minY: -5, maxX: 16, maxY: 8 },
        start: {
            points: { a: { x: 2, y: 2 }, b: { x: 10, y: 2 }, c: { x: 12, y: 4 } },
            lengths: { r: 3 },
        },
    }),
    methodFigure({
        name: "push-wrong",
        method: "closest-point",
        title: "The method of article 2 divides by the distance: a centre on the wall gives " +
            "the push NaN.",
        hint: "Drag the centre off the wall and back. Then drag end a onto end b.",
        window: { minX: -3, minY: -3, maxX: 9, maxY: 4 },
        start: {
            points: { a: { x: 0, y: 0 }, b: { x: 6, y: 0 }, c: { x: 2, y: 0 } },
            lengths: { r: 1 },
        },
    }),
    methodFigure({
        name: "moving-wrong",
        method: "moving-circle",
        title: "The method of article 3: of two ends it takes the one closer along the way, " +
            "and stops too late.",
        hint: "Drag the tip of v, which starts on end a. Red circle: where the method stops. " +
            "Yellow circle: the first touch. Areas: centres that the method misses (blue), or " +
            "for which its time is wrong (yellow).",
        window: { minX: 16, minY: -1, maxX: 30, maxY: 8 },
        start: {
            points: {
                a: { x: 22, y: 3 },
                b: { x: 23, y: 2 },
                c: { x: 24, y: 5 },
                v: { x: -2, y: -2 },
            },
            lengths: { r: 2 },
        },
    }),
];
