// Lesson 9: answers that rounding makes wrong, the filter that notices, and integers. Room: site.
import type { Circle, Vec2, Wall } from "carom";
import type { Classic } from "carom/classic";
import {
    pointOf,
    type Answers,
    type Figure,
    type Handle,
    type Numbers,
    type State,
} from "./figure.ts";
import type { Mark, Window } from "./marks.ts";
import { cross, dot, nameAt, named, plus } from "./parts.ts";

const ORIGIN: Vec2 = { x: 0, y: 0 };
const RIGHT: Vec2 = { x: 1, y: 0 },
    UP: Vec2 = { x: 0, y: 1 },
    DOWN: Vec2 = { x: 0, y: -1 };

const word = (yes: boolean): string => (yes ? "yes" : "no");
const text = (at: Vec2, words: string, toward: Vec2): Mark => ({
    kind: "text",
    at,
    text: words,
    toward,
});
const segment = (...points: Vec2[]): Mark => ({ kind: "line", points, look: "axis" });
const dashed = (...points: Vec2[]): Mark => ({ kind: "line", points, look: "dashed" });

/** With all the digits that tell the double from its neighbours. */
function digits(x: number | bigint): string {
    return String(x).replace(/-/g, "\u2212");
}

/** A power of two, as in print. */
function power(exponent: number, base = 2): string {
    const raised = [...String(exponent)].map((c) =>
        c === "-" ? "\u207b" : "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[+c],
    );
    return base + raised.join("");
}

/** A whole number of steps beside a number: 2.5 + 3 * 2^-52. */
function beside(start: number, steps: number, exponent: number): string {
    const sign = steps < 0 ? "\u2212" : "+";
    const factor = Math.abs(steps) === 1 ? "" : `${Math.abs(steps)} \u00b7 `;
    return digits(start) + (steps === 0 ? "" : ` ${sign} ${factor}${power(exponent)}`);
}

// --- Maps of neighbouring doubles: one-ulp, squares ---

/** Centres around one, in steps of a power of two; each is a double. */
interface Neighbourhood {
    /** Half the columns and rows of the map, without the one in the middle. */
    readonly columns: number;
    readonly rows: number;
    readonly center: Vec2;
    readonly exponent: number;
    readonly radius: number;
    readonly wall: Wall;
    readonly method: (classic: Classic, circle: Circle, wall: Wall) => boolean;
    /** |u x w| at the centre, in steps beyond r |u|, and what a step along x and y adds. */
    readonly beyond: number;
    readonly slope: Vec2;
}

function windowOf({ columns, rows }: Neighbourhood): Window {
    return { minX: -columns - 0.5, minY: -rows - 0.5, maxX: columns + 0.5, maxY: rows + 0.5 };
}

/** The circle of a cell. */
function circleAt(area: Neighbourhood, cell: Vec2): Circle {
    const step = 2 ** area.exponent;
    const at = { x: Math.round(cell.x) * step, y: Math.round(cell.y) * step };
    return { center: plus(area.center, at), radius: area.radius };
}

/** By how many steps |u x w| is more than r |u|: exact, because steps are whole. */
function excess(area: Neighbourhood, cell: Vec2): number {
    const rounded = { x: Math.round(cell.x), y: Math.round(cell.y) };
    return area.beyond + dot(area.slope, rounded);
}

/** The part of the border u x w = r |u| in the window. */
function borderOf(area: Neighbourhood): [Vec2, Vec2] {
    const { slope, beyond } = area;
    const { minY, maxY } = windowOf(area);
    const at = (y: number): Vec2 => ({ x: -(beyond + slope.y * y) / slope.x, y });
    return [at(minY), at(maxY)];
}

/** One mark for each double of the map. */
function cellsOf(area: Neighbourhood, { carom, classic }: Answers): Mark[] {
    const marks: Mark[] = [];
    for (let y = -area.rows; y <= area.rows; y++) {
        for (let x = -area.columns; x <= area.columns; x++) {
            const circle = circleAt(area, { x, y });
            const truth = carom.touches(circle, area.wall);
            const answer = area.method(classic, circle, area.wall);
            const look =
                answer === truth ? (truth ? "yes" : "right") : truth ? "missed" : "false-hit";
            marks.push({
                kind: "cell",
                min: { x: x - 0.5, y: y - 0.5 },
                max: { x: x + 0.5, y: y + 0.5 },
                look: `double ${look}`,
            });
        }
    }
    return marks;
}

/** The map with the chosen cell. The cells do not depend on the state, so they are drawn once. */
function mapOf(area: Neighbourhood): (state: State, answers: Answers) => Mark[] {
    let cells: Mark[] | undefined;
    return (state, answers) => {
        cells ??= cellsOf(area, answers);
        const c = pointOf(state, "c");
        const cell = { x: Math.round(c.x), y: Math.round(c.y) };
        const half = { x: 0.5, y: 0.5 };
        return [
            ...cells,
            dashed(...borderOf(area)),
            {
                kind: "cell",
                min: plus(cell, half, -1),
                max: plus(cell, half),
                look: "double chosen",
            },
        ];
    };
}

/** The handle of a map. */
function cellHandle(area: Neighbourhood): Handle {
    const { center, exponent } = area;
    const label =
        `centre c, in steps of 2 to the ${exponent} from ` +
        `(${digits(center.x)}, ${digits(center.y)})`;
    return { kind: "point", name: "c", label, ring: true };
}

const WHOLE: Neighbourhood = {
    columns: 12,
    rows: 8,
    center: { x: 4, y: -7 },
    exponent: -50,
    radius: 1,
    wall: { a: ORIGIN, b: { x: 6, y: -8 } },
    method: (classic, circle, wall) => classic.relate("naive-double", circle, wall).collides,
    beyond: 0,
    slope: { x: -8, y: -6 },
};
const wholeMap = mapOf(WHOLE);

/** The values of a step of the method. */
function stepOf(classic: Classic, circle: Circle, name: string): number[] {
    const { steps } = classic.relate("naive-double", circle, WHOLE.wall);
    return steps.find((step) => step.text.startsWith(name))?.value ?? [];
}

const oneUlp: Figure = {
    name: "one-ulp",
    title: "Centres around (4, \u22127), one cell for each. The answer is yes in the green cells " +
        "and no in the white ones. In the blue cells the method misses a touch.",
    hint: "Drag the ring from cell to cell. Neighbouring cells are 2\u207b\u2075\u2070 apart, " +
        "which is 8.9e\u221216. On the dashed line the distance is exactly 1.",
    window: windowOf(WHOLE),
    grid: 1,
    start: { points: { c: ORIGIN }, lengths: {} },
    handles: [cellHandle(WHOLE)],
    numbers(state, { carom, classic }): Numbers {
        const circle = circleAt(WHOLE, pointOf(state, "c"));
        const [t] = stepOf(classic, circle, "t =");
        const closest = stepOf(classic, circle, "closest");
        const [dist2] = stepOf(classic, circle, "dist2");
        const method = WHOLE.method(classic, circle, WHOLE.wall);
        const exact = carom.touches(circle, WHOLE.wall);
        return {
            t: digits(t ?? NaN),
            closest: `(${closest.map(digits).join(", ")})`,
            dist2: digits(dist2 ?? NaN),
            sign: (dist2 ?? NaN) <= 1 ? "\u2264" : ">",
            method: word(method),
            exact: word(exact),
            verdict: method === exact ? "right" : method ? "wrong: a false hit" : "wrong: missed",
        };
    },
    draw: (state, _numbers, answers) => [
        ...wholeMap(state, answers),
        text({ x: -8, y: -6 }, "no", ORIGIN),
        text({ x: 8, y: 6 }, "yes", ORIGIN),
    ],
    lines(state, numbers) {
        const c = pointOf(state, "c");
        const more = excess(WHOLE, c);
        return [
            `c = (${beside(4, Math.round(c.x), -50)}, ${beside(-7, Math.round(c.y), -50)})`,
            `t = ${numbers["t"]}, closest = ${numbers["closest"]}`,
            `dist2 = ${numbers["dist2"]} ${numbers["sign"]} 1: ${numbers["method"]}`,
            `exact: |u \u00d7 w| = ${beside(10, more, -50)} ${more > 0 ? ">" : "\u2264"} r |u| = ` +
                `10: ${numbers["exact"]}`,
            `the method is ${numbers["verdict"]}`,
        ];
    },
};

const TENTHS: Neighbourhood = {
    columns: 6,
    rows: 4,
    center: { x: 0.2, y: 1.1 },
    exponent: -52,
    radius: 0.5,
    wall: { a: ORIGIN, b: { x: 3, y: 4 } },
    method: (_classic, { center, radius }, { b }) => {
        const k = cross(b, center);
        return k * k <= radius * radius * dot(b, b);
    },
    beyond: 1,
    slope: { x: -4, y: 3 },
};
const tenthsMap = mapOf(TENTHS);
/** Where (1/5, 11/10) lies from the doubles nearest to it, in steps. */
const ON_PAPER: Vec2 = { x: -0.05, y: -0.4 };

const squares: Figure = {
    name: "squares",
    title: "Centres around (0.2, 1.1), one cell for each. In the orange cells the squares report " +
        "a touch that is none.",
    hint: "Drag the ring from cell to cell; they are 2\u207b\u2075\u00b2 apart, which is " +
        "2.2e\u221216. On the dashed line the distance is exactly 0.5. The blue point on the " +
        "line is (1/5, 11/10), which is no double.",
    window: windowOf(TENTHS),
    grid: 1,
    start: { points: { c: ORIGIN }, lengths: {} },
    handles: [cellHandle(TENTHS)],
    numbers(state, { carom, classic }): Numbers {
        const circle = circleAt(TENTHS, pointOf(state, "c"));
        const { b } = TENTHS.wall;
        const k = cross(b, circle.center);
        return {
            x: digits(circle.center.x),
            y: digits(circle.center.y),
            p1: digits(b.x * circle.center.y),
            p2: digits(b.y * circle.center.x),
            k: digits(k),
            k2: digits(k * k),
            sign: k * k <= 6.25 ? "\u2264" : ">",
            division: word(classic.relate("naive-double", circle, TENTHS.wall).collides),
            squares: word(TENTHS.method(classic, circle, TENTHS.wall)),
            exact: word(carom.touches(circle, TENTHS.wall)),
        };
    },
    draw: (state, _numbers, answers) => [
        ...tenthsMap(state, answers),
        { kind: "point", at: ON_PAPER, look: "point" },
        text({ x: -4, y: 3 }, "no", ORIGIN),
        text({ x: 4, y: -3 }, "yes", ORIGIN),
    ],
    lines(state, numbers) {
        const more = excess(TENTHS, pointOf(state, "c"));
        return [
            `c = (${numbers["x"]}, ${numbers["y"]})`,
            `double: u \u00d7 w = ${numbers["p1"]} \u2212 ${numbers["p2"]} = ${numbers["k"]}; ` +
                `${numbers["k2"]} ${numbers["sign"]} 6.25: ${numbers["squares"]}`,
            `exact: u \u00d7 w = ${beside(2.5, more, -52)} ${more > 0 ? ">" : "\u2264"} r |u| = ` +
                `2.5: ${numbers["exact"]}`,
            `division ${numbers["division"]}, squares ${numbers["squares"]}, ` +
                `Carom ${numbers["exact"]}`,
        ];
    },
};

// --- The filter ---

/** The scale for the powers of ten, and the number line. */
const POWER_LEAST = 1,
    POWER_MOST = 15;
const POWER_Y = -1.05,
    LINE_END = 1.6;
const powerAt = (power10: number): Vec2 => ({ x: -1.4 + power10 * 0.2 - 0.2, y: POWER_Y });
/** Where the picture of circle and wall stands, and how large. */
const SCENE: Vec2 = { x: -1.25, y: 0.72 },
    SCENE_SCALE = 0.3;
const inScene = (p: Vec2): Vec2 => plus(SCENE, p, SCENE_SCALE);

/** One unit of the number line is ten to the minus this. */
function zoomOf(state: State): number {
    return Math.round((pointOf(state, "zoom").x + 1.6) / 0.2);
}

/** The centre that is to have k = 2.5 plus what the handle says; its coordinates are rounded. */
function filterCircle(state: State): Circle {
    const off = (pointOf(state, "k").x * 10 ** -zoomOf(state)) / 5;
    return { center: { x: 0.2 - 0.8 * off, y: 1.1 + 0.6 * off }, radius: 0.5 };
}

/** The filter of the lesson. */
function filterOf(circle: Circle, { b }: Wall): { k: number; e: number; answer: string } {
    const [p1, p2] = [b.x * circle.center.y, b.y * circle.center.x];
    const k = Math.abs(p1 - p2);
    const e = 2 ** -50 * (Math.abs(p1) + Math.abs(p2));
    const reach2 = circle.radius * circle.radius * dot(b, b);
    const low = Math.max(k - e, 0);
    if (low * low > reach2 * (1 + 2 ** -48)) {
        return { k, e, answer: "no" };
    }
    const answer = (k + e) * (k + e) * (1 + 2 ** -48) < reach2 ? "yes" : "unsure";
    return { k, e, answer };
}

/** The scale below the number line. */
const POWERS: readonly Mark[] = [
    dashed(powerAt(POWER_LEAST), powerAt(POWER_MOST)),
    ...[1, 8, 15].map((p) =>
        text(plus(powerAt(p), { x: (8 - p) / 35, y: -0.08 }), `1e\u2212${p}`, DOWN),
    ),
    text({ x: 0, y: POWER_Y + 0.1 }, "one unit of the line above", UP),
];

/** The number line around r |u| with the interval. */
function intervalMarks(k: number, e: number, answer: string): Mark[] {
    const place = (x: number): Vec2 => ({ x: Math.min(Math.max(x, -1.6), 1.6), y: 0 });
    const [low, high] = [place(k - e), place(k + e)];
    const wide = high.x - low.x > 0.6;
    const below = (p: Vec2): Vec2 => plus(p, DOWN, 0.1);
    return [
        segment({ x: -LINE_END, y: 0 }, { x: LINE_END, y: 0 }),
        ...[-1, 1].map((x) => segment({ x, y: 0.05 }, { x, y: -0.05 })),
        text({ x: 1, y: 0.06 }, "+1", UP),
        text({ x: -1, y: 0.06 }, "\u22121", UP),
        { kind: "line", points: [low, high], look: answer === "unsure" ? "unsure" : "band" },
        dashed({ x: 0, y: 0.34 }, { x: 0, y: -0.34 }),
        nameAt({ x: 0, y: 0.32 }, "r |u|", UP),
        text({ x: -LINE_END, y: 0.12 }, "yes", { x: 1, y: 1 }),
        text({ x: LINE_END, y: 0.12 }, "no", { x: -1, y: 1 }),
        ...(wide && low.x > -1.5 ? [nameAt(below(low), "k \u2212 e", { x: -0.5, y: -1 })] : []),
        ...(wide && high.x < 1.5 ? [nameAt(below(high), "k + e", { x: 0.5, y: -1 })] : []),
    ];
}

const filter: Figure = {
    name: "filter",
    title: "A circle beside a wall, and below it the numbers around r |u|, with the interval " +
        "from k \u2212 e to k + e.",
    hint: "Drag k along the line: the centre moves away from the wall or towards it. Drag the " +
        "lower handle to look closer or from farther away.",
    window: { minX: -1.7, minY: -1.4, maxX: 1.7, maxY: 2.1 },
    grid: 0.05,
    start: { points: { k: ORIGIN, zoom: powerAt(14) }, lengths: {} },
    handles: [
        {
            kind: "point",
            name: "k",
            label: "k, in units of the line from r |u|",
            alongX: true,
            ring: true,
        },
        {
            kind: "point",
            name: "zoom",
            label: "place on the scale of the unit, 1e\u22121 to 1e\u221215",
            alongX: true,
            grid: 0.2,
            range: [powerAt(POWER_LEAST).x, powerAt(POWER_MOST).x],
        },
    ],
    numbers(state, { carom }): Numbers {
        const circle = filterCircle(state);
        const { k, e, answer } = filterOf(circle, TENTHS.wall);
        return {
            x: digits(circle.center.x),
            y: digits(circle.center.y),
            k: digits(k),
            e: e.toExponential(2).replace("-", "\u2212"),
            kPlace: (k - 2.5) * 10 ** zoomOf(state),
            ePlace: e * 10 ** zoomOf(state),
            answer,
            exact: word(carom.touches(circle, TENTHS.wall)),
        };
    },
    draw(state, numbers) {
        const { center, radius } = filterCircle(state);
        const { b } = TENTHS.wall;
        const c = inScene(center);
        const answer = String(numbers["answer"]);
        return [
            { kind: "circle", center: c, radius: radius * SCENE_SCALE, look: "separate" },
            { kind: "wall", wall: { a: inScene(ORIGIN), b: inScene(b) } },
            nameAt(inScene(b), "b", RIGHT),
            ...named(inScene(ORIGIN), c, "w"),
            nameAt(inScene({ x: 1.9, y: 2.5 }), "u", { x: 1, y: -0.7 }),
            nameAt(inScene(ORIGIN), "a", RIGHT),
            text({ x: 0.6, y: 1.55 }, "Does the circle reach", ORIGIN),
            text({ x: 0.6, y: 1.3 }, `the wall? ${answer}`, ORIGIN),
            ...intervalMarks(Number(numbers["kPlace"]), Number(numbers["ePlace"]), answer),
            nameAt({ x: Number(numbers["kPlace"]), y: 0.06 }, "k", { x: 0.7, y: 1 }),
            ...POWERS,
        ];
    },
    lines(state, numbers) {
        const k = `k = ${numbers["k"]}, e = ${numbers["e"]}, r |u| = 2.5`;
        const where: Readonly<Record<string, string>> = {
            no: "k \u2212 e > r |u|: certainly no",
            yes: "k + e < r |u|: certainly yes",
            unsure: "r |u| is in the interval, or too close to it: unsure",
        };
        return [
            `c = (${numbers["x"]}, ${numbers["y"]}), ` +
                `one unit of the line: 1e\u2212${zoomOf(state)}`,
            k,
            where[String(numbers["answer"])] ?? "",
            `the integers say: ${numbers["exact"]}`,
        ];
    },
};

// --- Integers ---

/** x = odd * 2^exponent. */
interface Odd {
    readonly odd: bigint;
    readonly exponent: number;
}

function oddPart(x: number): Odd {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, x);
    const bits = view.getBigUint64(0);
    let odd = (bits & 0xfffffffffffffn) | 0x10000000000000n;
    let exponent = Number(bits >> 52n) - 1075;
    for (; odd % 2n === 0n; odd /= 2n) {
        exponent++;
    }
    return { odd, exponent };
}

/** Columns of the bits, the first of them, and a twentieth on the scales. */
const BITS = 62,
    FIRST = 15,
    TWENTIETH = 1.5;
const ROW_Y: Readonly<Record<string, number>> = {
    r: 42,
    x: 32,
    y: 22,
    cross: 14,
    reach: 8,
    more: 2,
};
const INPUTS = ["r", "x", "y"] as const;
const NAMES = { r: "r", x: "cx", y: "cy" };

/** The number of a scale: a twentieth for each step. */
function inputOf(state: State, name: string): number {
    return (pointOf(state, name).x - FIRST) / TWENTIETH / 20;
}

/** All numbers in their common unit. */
function wholeNumbers(state: State) {
    const parts = INPUTS.map((name) => oddPart(inputOf(state, name)));
    const exponent = Math.min(0, ...parts.map((part) => part.exponent));
    const [r, x, y] = parts.map((part) => part.odd << BigInt(part.exponent - exponent)) as [
        bigint,
        bigint,
        bigint,
    ];
    const k = 3n * y - 4n * x;
    const side = k < 0n ? -k : k;
    return { exponent, r, x, y, cross: side, reach: 5n * r, more: side - 5n * r, parts };
}

/** The bits of a whole number, the last to the right. */
function bitMarks(value: bigint, y: number): Mark[] {
    const size = value < 0n ? -value : value;
    return [...size.toString(2)].reverse().map((bit, i): Mark => {
        const right = FIRST + BITS - i;
        return {
            kind: "cell",
            min: { x: right - 1, y },
            max: { x: right, y: y + 2.4 },
            look: bit === "1" ? "bit one" : "bit zero",
        };
    });
}

const scale = (name: string, label: string): Handle => ({
    kind: "point",
    name,
    label,
    alongX: true,
    grid: TWENTIETH,
    range: [FIRST + TWENTIETH, FIRST + 40 * TWENTIETH],
});
const scaleAt = (name: string, twentieths: number): Vec2 => ({
    x: FIRST + TWENTIETH * twentieths,
    y: (ROW_Y[name] ?? 0) + 5,
});

/** A number beside its handle. */
function valueMark(state: State, name: string): Mark {
    const at = pointOf(state, name);
    const side = at.x > FIRST + BITS / 2 ? -1 : 1;
    const value = inputOf(state, name);
    return text(plus(at, RIGHT, 1.2 * side), String(Number(value.toFixed(4))), { x: side, y: 0 });
}

const integers: Figure = {
    name: "integers",
    title: "The bits of r, cx and cy as whole numbers in their common unit, and those of " +
        "u \u00d7 w, r |u| and their difference.",
    hint: "Drag a number along its scale, from 0.05 to 2, in steps of 0.05. A filled cell is a " +
        "bit 1. Behind the dashed line are the bits after the point.",
    window: { minX: 0, minY: 0, maxX: 79, maxY: 51 },
    grid: TWENTIETH,
    start: {
        points: { r: scaleAt("r", 10), x: scaleAt("x", 4), y: scaleAt("y", 22) },
        lengths: {},
    },
    handles: [
        scale("r", "radius r, place on its scale"),
        scale("x", "cx, place on its scale"),
        scale("y", "cy, place on its scale"),
    ],
    numbers(state, { carom }): Numbers {
        const [radius, x, y] = INPUTS.map((name) => inputOf(state, name)) as [
            number,
            number,
            number,
        ];
        const whole = wholeNumbers(state);
        const relation = carom.relate({ center: { x, y }, radius }, TENTHS.wall);
        // The highest bit of all inputs is that of 4 = 2^2.
        const width = 3 - whole.exponent;
        return {
            relation,
            width,
            squares: 4 * width + 7,
            unit: power(whole.exponent),
            difference: digits(whole.more),
        };
    },
    draw(state) {
        const whole = wholeNumbers(state);
        const point = FIRST + BITS + whole.exponent;
        const inputs = INPUTS.flatMap((name): Mark[] => {
            const y = ROW_Y[name] ?? 0;
            return [
                dashed(scaleAt(name, 1), scaleAt(name, 40)),
                nameAt({ x: 1, y: y + 5 }, NAMES[name], RIGHT),
                valueMark(state, name),
                ...bitMarks(whole[name], y),
            ];
        });
        const results = (["cross", "reach", "more"] as const).flatMap((name): Mark[] => [
            ...bitMarks(whole[name], ROW_Y[name] ?? 0),
        ]);
        const names = { cross: "u \u00d7 w", reach: "r |u|", more: "diff." };
        return [
            ...inputs,
            ...results,
            ...(["cross", "reach", "more"] as const).map((name) =>
                nameAt({ x: 1, y: (ROW_Y[name] ?? 0) + 1.2 }, names[name], RIGHT),
            ),
            dashed({ x: point, y: 1 }, { x: point, y: 50 }),
        ];
    },
    lines(state, numbers) {
        const whole = wholeNumbers(state);
        const parts = INPUTS.map((name, i) => {
            const { odd, exponent } = whole.parts[i] as Odd;
            return `${NAMES[name]} = ${digits(inputOf(state, name))} = ${odd} \u00b7 ` +
                `${power(exponent)}`;
        });
        const sign = whole.more > 0n ? "apart" : whole.more === 0n ? "touch" : "overlap";
        return [
            ...parts,
            `in the unit ${numbers["unit"]}: |u \u00d7 w| = ${whole.cross}, r |u| = ` +
                `${whole.reach}, difference ${numbers["difference"]}: circle and wall ${sign}`,
            `W = ${numbers["width"]} bits; the squares take at most ${numbers["squares"]}`,
        ];
    },
};

export const FIGURES: readonly Figure[] = [oneUlp, squares, filter, integers];
