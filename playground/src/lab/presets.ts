// Situations worth seeing in the Lab, by name: those of the lessons, the fifth article's worked
// example, and the smallest cases in which the tutorials' methods fail. Layer: playground.
import type { Method } from "carom/classic";
import { START, type LabState, type NumberKey } from "./state.ts";

export interface Preset {
    readonly name: string;
    readonly title: string;
    /** What there is to see, and what to try. */
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

const LESSONS: readonly Short[] = [
    {
        name: "worked-example", title: "A worked example",
        about: "From the fifth tutorial: the nearest point is (25, 25), √200 = 14.14… away, so a " +
            "circle of radius 10 doesn't touch. Drag the circle's rim until it does.",
        circle: [35, 15, 10], wall: [0, 0, 50, 50],
    },
    {
        name: "circle-and-line", title: "Lesson 1: circle and line",
        about: "A line has no ends: only the distance to it counts. Drag a or b along the line, and " +
            "no answer changes.",
        circle: [1, 2, 2.5], wall: [-3, -1, 3, 2], extent: "line",
    },
    {
        name: "closest-point", title: "Lesson 2: the closest point",
        about: "Drag the circle along the segment and past its end: the nearest point stays at the " +
            "end, and “along” at 1.",
        circle: [4, 3, 1.5], wall: [-3, 0, 3, 1],
    },
    {
        name: "ends-and-rings", title: "Lesson 3: ends and rings",
        about: "The segment lies wholly inside: it touches the disc, but not the ring, its outline. " +
            "Change the question.",
        circle: [0, 1, 4], wall: [-1, 0, 3, 2], question: "ring",
    },
    {
        name: "pushing-out", title: "Lesson 4: pushing out",
        about: "The dashed circle is where the overlapping one is put: there it overlaps no more, " +
            "to the last bit.",
        circle: [0.5, 1.2, 1.5], wall: [-3, 0, 3, 0.5, 0.25],
    },
    {
        name: "moving-circle", title: "Lesson 5: a moving circle",
        about: "Drag the arrow's tip: the circle stops where it first touches, also where its path " +
            "only brushes an end.",
        circle: [-3, 3, 1], wall: [-2, -1, 3, 0], move: [4, -5],
    },
    {
        name: "whole-frame", title: "Lesson 6: a whole frame",
        about: "The way on after the contact is mirrored: the end of the frame. More walls and more " +
            "contacts: tab Table.",
        circle: [-4, 2, 0.75], wall: [-3, -1, 4, 0.5, 0.3], move: [5, -4],
    },
    {
        name: "tangent-by-one-ulp", title: "Tangent by one ulp",
        about: "Exactly touching. Click into the radius and press the up or down arrow: one ulp, the " +
            "step to the next double, more or less makes it crossing or separate.",
        circle: [13, 24, 5], wall: [2, 26, 18, 14],
    },
    {
        name: "post", title: "A round post",
        about: "A wall of no length with a radius is a post. Two circles that meet are this.",
        circle: [-3, 0.8, 1], wall: [1, 0, 1, 0, 1.5], move: [6, -0.5],
    },
];

const FAILURES: readonly Short[] = [
    failure("freezes-on-the-wall", "Fails: freezes on the wall", "moving-circle",
        "The circle touches the wall and moves away. The method takes that for a hit, and puts the " +
        "ball back where it is: frozen.",
        [-1, 1, 1], [0, 0, 0, 2], [-2, -2]),
    failure("falls-through", "Fails: falls through", "moving-circle",
        "The circle overlaps the wall a little. The method never sees an overlap between the ends.",
        [0, 0, 0.5], [0, 0, 0, 1], [-1, -1]),
    failure("too-late", "Fails: too late", "moving-circle",
        "Of two ends the method takes the one nearer along the way, not the one met first.",
        [0, 4, 2], [-2, 2, -1, 1], [-2, -2]),
    failure("missed-end", "Fails: takes the wrong end", "moving-circle",
        "The same choice of ends; this time the hit is lost.",
        [-2, 2, 1.5], [0, 0, 1, 1], [1, -1]),
    failure("before-the-start", "Fails: a negative time", "moving-circle",
        "The circle starts in the wall, and the method answers with a time before the start.",
        [1, 0, 2], [0, 0, -4, 0], [-1, 0]),
    failure("behind-an-end", "Fails: a hit behind an end", "moving-circle",
        "The circle moves away from the segment, and still is said to hit it.",
        [-2, -1, 1], [0, 0, 3, 4], [-3, -4]),
    failure("beyond-the-end", "Fails: not clamped", "tangent-clamp",
        "The circle is beyond the second end, but by less than the segment's length: the method " +
        "takes a point that isn't on the segment.",
        [1.5, 0, 0.25], [0, 0, 1, 0]),
    failure("wrong-end", "Fails: clamped to the wrong end", "tangent-clamp",
        "Farther beyond the second end the method takes the first one as the nearest point.",
        [-1, 2, 2], [0, 0, 0, 1]),
    failure("below-the-slope", "Fails: no absolute value", "falling-gate",
        "A signed distance is compared with the radius: on one side of the line everything is near.",
        [1, -5, 1], [0, 0, 2, 0]),
    failure("no-end-caps", "Fails: ends forgotten", "falling-projection",
        "The circle overlaps the end, but its centre lies beyond the segment.",
        [-3, -4, 2], [-2, -4, 4, 3]),
    failure("inside-is-nothing", "Fails: inside is nothing", "area",
        "The method asks for the outline: a segment wholly inside the disc is no collision to it.",
        [0, 1, 4], [-1, 0, 3, 2]),
    failure("no-length", "Fails: no length", "closest-point",
        "The wall's ends are one point: the method divides zero by zero.",
        [0.5, 0.5, 1], [0, 0, 0, 0]),
];

function failure(
    name: string, title: string, method: Method, about: string,
    circle: readonly [number, number, number],
    wall: readonly [number, number, number, number],
    move?: readonly [number, number],
): Short {
    return { name, title, method, about, circle, wall, ...(move && { move }) };
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
        question: short.question ?? "closed",
        method: short.method ?? "",
    };
    return { name: short.name, title: short.title, about: short.about, state };
}

export const PRESETS: readonly Preset[] = [...LESSONS, ...FAILURES].map(full);

export function findPreset(name: string | null): Preset | undefined {
    return PRESETS.find((preset) => preset.name === name);
}
