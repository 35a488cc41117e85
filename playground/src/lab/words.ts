// The Lab's answers in plain words: what holds, and what went wrong with a published method.
// Layer: playground.
import type { ContactRule, Feature, Relation, Sweep } from "carom";
import type { ClassicSweep, Method, Verdict } from "carom/classic";
import type { Answer } from "./answer.ts";
import { NUMBERS, type LabState } from "./state.ts";

const RELATION_WORDS: Record<Relation, string> = {
    "invalid": "no question",
    "separate": "they are apart",
    "touching": "they touch exactly, without any overlap",
    "crossing": "they overlap, and part of the wall is outside the circle",
    "inside-touching": "the wall is inside the circle and touches its outline from within",
    "inside": "the whole wall is inside the circle",
};

export function relationWords(relation: Relation): string {
    return RELATION_WORDS[relation];
}

export const QUESTION_WORDS: Record<ContactRule, string> = {
    "closed-disc": "Do they touch or overlap?",
    "open-disc": "Do they overlap, mere touching not counted?",
    "ring": "Does the wall meet the circle's outline?",
};

export function featureWords(feature: Feature): string {
    return { "none": "–", "side": "side", "a": "end a", "b": "end b" }[feature];
}

/** How a moving circle meets the wall, in a sentence. */
export function sweepWords(sweep: Sweep, short: (value: number) => string): string {
    switch (sweep.kind) {
        case "miss": return "never comes near enough";
        case "graze": return sweep.t === 0
            ? "touches at the start and doesn't move in" : "brushes past without pressing in";
        case "hit": return sweep.t === 0
            ? "touches at the start and moves in" : `hits after ${short(sweep.t)} of the way`;
        case "overlap": return "overlaps at the start";
        case "invalid": return "no question";
    }
}

/** Why there is no answer, or "". */
export function invalidWords(s: LabState): string {
    const unclear = NUMBERS.filter(
        (key) => !Number.isFinite(s[key]) && (s.motion || (key !== "vx" && key !== "vy")));
    const negative = (["r", "wr"] as const).filter((key) => s[key] < 0);
    return [
        ...unclear.map((key) => `${key} is ${Number.isNaN(s[key]) ? "not a number" : "infinite"}`),
        ...negative.map((key) => `${key} is negative`),
    ].join(", ");
}

/** What is to be said of a number that gives no question. */
export function numberNote(key: string, value: number): string {
    if (!Number.isFinite(value)) {
        return "not finite: the answer is “invalid”";
    }
    return (key === "r" || key === "wr") && value < 0 ? "negative: the answer is “invalid”" : "";
}

/** What went wrong with a method, in a sentence; "" where nothing did. */
export function mistakeWords(
    method: Method, verdict: Verdict, s: LabState, answer: Answer, sweep: ClassicSweep | undefined,
): string {
    if (verdict === "right") {
        return rightWords(method, s, answer);
    }
    if (verdict === "invalid") {
        return "With these numbers there is nothing to compare.";
    }
    if (s.ax === s.bx && s.ay === s.by) {
        return "The wall's ends are one point, and the method divides by its length, zero.";
    }
    if (method === "moving-circle") {
        return sweepMistake(verdict, s, answer, sweep);
    }
    return restMistake(method, verdict, s, answer);
}

function rightWords(method: Method, s: LabState, answer: Answer): string {
    return method === "area" && answer.relation === "inside" && s.question !== "ring"
        ? "Right for what it asks, the outline alone. But the wall lies inside the disc, and for " +
            "a disc that is the wrong question."
        : "";
}

function sweepMistake(
    verdict: Verdict, s: LabState, answer: Answer, sweep: ClassicSweep | undefined,
): string {
    const exact = answer.motion?.sweep;
    if (exact === undefined) {
        return "";
    }
    if (verdict === "missed") {
        return missedSweep(s, exact);
    }
    if (verdict === "wrong-time") {
        return sweep !== undefined && sweep.t < 0
            ? "The circle starts in the wall: the formula answers with a time before the start."
            : sweep !== undefined && sweep.t > exact.t
                ? "Too late: of two ends it takes the one nearer along the way, not the one " +
                    "met first."
                : "Too early: what it meets first is not on the wall.";
    }
    if (exact.kind === "graze") {
        return exact.t === 0
            ? "The circle only touches the wall and moves off it; counted as a hit, it is held " +
                "there and freezes."
            : "The circle brushes the wall without pressing in, and is thrown back all the same.";
    }
    return "The circle never meets the wall: the time or the end that the formula found lies " +
        "behind it.";
}

function missedSweep(s: LabState, exact: Sweep): string {
    const size = Math.max(...NUMBERS.map((key) => Math.abs(s[key])));
    if (size < 1e-75) {
        return "So small that the product of two lengths underflows to zero, and with it the test.";
    }
    if (exact.kind === "overlap") {
        return "The circle starts in the wall, between the two shifted lines; there the method " +
            "asks only for the ends, and lets it fall through.";
    }
    return exact.feature === "side"
        ? "The method's path between the shifted ends doesn't meet the wall; in truth it does."
        : "Of two ends it takes the one nearer along the way; that one is not met, but the " +
            "other is.";
}

function restMistake(method: Method, verdict: Verdict, s: LabState, answer: Answer): string {
    const atEnd = answer.contact.feature === "a" || answer.contact.feature === "b";
    switch (method) {
        case "falling-gate":
            if (verdict === "false-hit") {
                return "It compares a signed distance with the radius: on the negative side of " +
                    "the line everything counts as near.";
            }
            return s.ax === s.bx
                ? "For a vertical wall its gate, the wall's width in x, is empty."
                : "The centre lies outside its gate, and it forgets the ends.";
        case "falling-projection":
            return atEnd ? "The circle overlaps an end, but its centre lies beyond the segment: " +
                "the method forgets the ends." : roundedAway(method);
        case "tangent-clamp":
            return atEnd ? "The length it clamps by has lost its sign: beyond the second end it " +
                "takes a point off the segment, or the wrong end." : roundedAway(method);
        case "naive-double":
            return s.r + s.wr < 1e-150
                ? "So small that the squares of the lengths it compares vanish: both are zero."
                : roundedAway(method);
        default:
            return roundedAway(method);
    }
}

function roundedAway(method: Method): string {
    return method === "naive-float"
        ? "Rounded to float: what the numbers lost decides the answer."
        : "Rounding: the two distances that it compares are too near for double arithmetic.";
}
