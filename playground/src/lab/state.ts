// The state of the Lab and its form in the address: the columns of the tool's CSV, the contact
// rule, a published method. Room: playground.
import type { Circle, ContactRule, Extent, Vec2, Wall } from "carom";
import type { Method } from "carom/classic";
import { parseNumber, showNumber } from "../numbers.ts";

export const NUMBERS = ["cx", "cy", "r", "wr", "ax", "ay", "bx", "by", "vx", "vy"] as const;
export type NumberKey = (typeof NUMBERS)[number];

export interface LabState extends Record<NumberKey, number> {
    extent: Extent;
    question: ContactRule;
    /** The circle moves by (vx, vy). In the address: vx or vy is there. */
    motion: boolean;
    /** The published method to compare with the exact answer. */
    method: Method | "";
    /** Numbers as C hex floats. */
    hex: boolean;
}

export const EXTENTS: readonly Extent[] = ["segment", "ray", "line"];
export const QUESTIONS: readonly ContactRule[] = ["closed-disc", "open-disc", "ring"];
export const METHODS: readonly Method[] = [
    "area-line", "area", "closest-point", "moving-circle", "falling-gate", "falling-projection",
    "tangent-clamp", "naive-double", "naive-float",
];

export const START: LabState = {
    cx: 0, cy: 0, r: 1, ax: -2, ay: -1, bx: 2, by: -1, wr: 0, vx: 0, vy: 0,
    extent: "segment", question: "closed-disc", motion: false, method: "", hex: false,
};

export function circleOf(s: LabState): Circle {
    return { center: { x: s.cx, y: s.cy }, radius: s.r };
}

export function wallOf(s: LabState): Wall {
    return { a: { x: s.ax, y: s.ay }, b: { x: s.bx, y: s.by }, radius: s.wr, extent: s.extent };
}

export function moveOf(s: LabState): Vec2 {
    return { x: s.vx, y: s.vy };
}

/** A word of the address if it is allowed. Otherwise adds to `problems`. */
function wordOf<T extends string>(
    query: URLSearchParams, key: string, allowed: readonly T[], problems: string[],
): T | undefined {
    const text = query.get(key);
    const found = allowed.find((word) => word === text);
    if (text !== null && text !== "" && found === undefined) {
        problems.push(`${key} is “${text}”, not one of ${allowed.join(", ")}`);
    }
    return found;
}

/** Reads an address over `base`. Unreadable values are named in `problems` and unchanged. */
export function readState(
    query: URLSearchParams, base: LabState,
): { state: LabState; problems: string[] } {
    const problems: string[] = [];
    const state = { ...base };
    for (const key of NUMBERS) {
        const text = query.get(key);
        if (text === null) {
            continue;
        }
        const parsed = parseNumber(text);
        if ("error" in parsed) {
            problems.push(`${key} is “${text}”: ${parsed.error}`);
        } else {
            state[key] = parsed.value;
        }
    }
    state.extent = wordOf(query, "extent", EXTENTS, problems) ?? state.extent;
    state.question = wordOf(query, "question", QUESTIONS, problems) ?? state.question;
    state.method = wordOf(query, "method", METHODS, problems) ?? state.method;
    state.motion = state.motion || query.has("vx") || query.has("vy");
    state.hex = query.has("hex") ? query.get("hex") === "1" : state.hex;
    if (state.method === "moving-circle") {
        state.motion = true;
    }
    return { state, problems };
}

/** The address of a state, without default values. */
export function writeState(s: LabState): URLSearchParams {
    const query = new URLSearchParams();
    for (const key of NUMBERS) {
        const isUsual = key === "wr" ? s.wr === 0 : (key === "vx" || key === "vy") && !s.motion;
        if (!isUsual) {
            query.set(key, showNumber(s[key]));
        }
    }
    if (s.extent !== "segment") {
        query.set("extent", s.extent);
    }
    if (s.question !== "closed-disc") {
        query.set("question", s.question);
    }
    if (s.method !== "") {
        query.set("method", s.method);
    }
    if (s.hex) {
        query.set("hex", "1");
    }
    return query;
}
