// Examples for the Lab, by name: those of docs/lessons, the worked example of the fifth article,
// and the smallest failures of the published methods.
// Room: playground.
import type { Method } from "carom/classic";
import { FAILURES, type Failure } from "../failures.ts";
import { START, type LabState, type NumberKey } from "./state.ts";

export interface Preset {
    readonly name: string;
    readonly title: string;
    /** A description, and a suggestion. */
    readonly about: string;
    readonly state: LabState;
}

interface Short extends Partial<Omit<LabState, NumberKey>> {
    name: string;
    title: string;
    about: string;
    /** cx, cy, r. */
    circle: readonly [number, number, number];
    /** ax, ay, bx, by, and the wall's radius if it has one. */
    wall: readonly [number, number, number, number, number?];
    move?: readonly [number, number];
}

const EXAMPLES: readonly Short[] = [
    {
        name: "thrown", title: "A circle thrown at a thick wall",
        about: "Drag the circle, the wall or the arrow's tip. It stops at its first contact; " +
            "the rest of its displacement is reflected.",
        circle: [-4, 2, 0.75], wall: [-3, -1, 4, 0.5, 0.3], move: [5, -4],
    },
    {
        name: "worked-example", title: "A worked example",
        about: "From the fifth tutorial: the nearest point is (25, 25), √200 = 14.14… away, so a " +
            "circle of radius 10 does not touch. Drag the circle's rim until it does.",
        circle: [35, 15, 10], wall: [0, 0, 50, 50],
    },
    {
        name: "circle-and-line", title: "Lesson 1: circle and line",
        about: "A line has no ends: only the distance to it counts. Drag a or b along the line, " +
            "and no answer changes.",
        circle: [5, 0, 3], wall: [0, 0, 4, 3], extent: "line",
    },
    {
        name: "closest-point", title: "Lesson 2: the closest point",
        about: "Drag the circle along the segment and past its end: the nearest point stays at " +
            "the end, and “along” at 1.",
        circle: [2, 6, 2], wall: [0, 0, 8, 4],
    },
    {
        name: "ends-and-rings", title: "Lesson 3: ends and rings",
        about: "The segment lies wholly inside: it touches the disc, but not the ring, its " +
            "outline. Change the question.",
        circle: [29, 5.5, 5], wall: [26, 3.5, 31, 6], question: "ring",
    },
    {
        name: "pushing-out", title: "Lesson 4: pushing out",
        about: "The dashed circle is the depenetrated one: it no longer overlaps the wall, " +
            "to the last bit.",
        circle: [2.5, 5, 5], wall: [-4, -3, 12, 9],
    },
    {
        name: "moving-circle", title: "Lesson 5: a moving circle",
        about: "Drag the arrow's tip: the circle stops at its first contact, even if its " +
            "path only touches an end.",
        circle: [0, 6, 1], wall: [-2, 0, 5, 0], move: [4, -10],
    },
    {
        name: "whole-frame", title: "Lesson 6: a whole frame",
        about: "The lesson's ball and the ramp alone: after one contact it would end far outside " +
            "the box. A frame has more walls and more contacts: tab Table.",
        circle: [2, 5, 0.5], wall: [7, 0, 10, 3], move: [26, -19],
    },
    {
        name: "tangent-by-one-ulp", title: "Tangent by one ulp",
        about: "They touch exactly. Click the radius and press an up or down arrow. One ulp, " +
            "the step to the next double, makes the relation crossing or separate.",
        circle: [13, 24, 5], wall: [2, 26, 18, 14],
    },
    {
        name: "post", title: "A round post",
        about: "A wall of zero length with a radius is a post. It is a circle against a circle.",
        circle: [-3, 0.8, 1], wall: [1, 0, 1, 0, 1.5], move: [6, -0.5],
    },
];

/** Methods for which a touch does not count; the Lab then uses their contact rule. */
const OPEN: readonly Method[] = ["closest-point", "tangent-clamp"];

function shortOf({ id, title, text, method, center, radius, wall: [a, b], move }: Failure): Short {
    return {
        name: id, title, about: text, method,
        circle: [...center, radius], wall: [...a, ...b], ...(move && { move }),
        extent: method === "area-line" ? "line" : "segment",
        question: OPEN.includes(method) ? "open-disc" : "closed-disc",
    };
}

function full(short: Short): Preset {
    const [cx, cy, r] = short.circle;
    const [ax, ay, bx, by, wr] = short.wall;
    const state: LabState = {
        ...START,
        cx, cy, r, ax, ay, bx, by,
        wr: wr ?? 0,
        vx: short.move?.[0] ?? 0,
        vy: short.move?.[1] ?? 0,
        motion: short.move !== undefined,
        extent: short.extent ?? "segment",
        question: short.question ?? "closed-disc",
        method: short.method ?? "",
    };
    return { name: short.name, title: short.title, about: short.about, state };
}

export const PRESETS: readonly Preset[] = [...EXAMPLES, ...FAILURES.map(shortOf)].map(full);

export function findPreset(name: string | null): Preset | undefined {
    return PRESETS.find((preset) => preset.name === name);
}
