// The results of the Lab in words, and the reasons why a published method fails.
// Room: playground.
import type { ContactRule, Feature, Relation, Sweep } from "carom";
import type { ClassicSweep, Method, Verdict } from "carom/classic";
import type { Answer } from "./answer.ts";
import { NUMBERS, type LabState } from "./state.ts";

const RELATION_WORDS: Record<Relation, string> = {
    "invalid": "invalid input",
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
    "open-disc": "Do they overlap? (A touch does not count.)",
    "ring": "Does the wall meet the circle's outline?",
};

export function featureWords(feature: Feature): string {
    return { "none": "–", "side": "side", "a": "end a", "b": "end b" }[feature];
}

/** The kind of a sweep as a sentence. */
export function sweepWords(sweep: Sweep, short: (value: number) => string): string {
    switch (sweep.kind) {
        case "miss": return "never touches the wall";
        case "graze": return sweep.t === 0
            ? "touches at the start and doesn't move in" : "touches in passing without moving in";
        case "hit": return sweep.t === 0
            ? "touches at the start and moves in"
                : `hits after ${short(sweep.t)} of the displacement`;
        case "overlap": return "overlaps at the start";
        case "invalid": return "invalid input";
    }
}

/** The reason why there is no answer, or "". */
export function invalidWords(s: LabState): string {
    const unclear = NUMBERS.filter(
        (key) => !Number.isFinite(s[key]) && (s.motion || (key !== "vx" && key !== "vy")));
    const negative = (["r", "wr"] as const).filter((key) => s[key] < 0);
    return [
        ...unclear.map((key) => `${key} is ${Number.isNaN(s[key]) ? "not a number" : "infinite"}`),
        ...negative.map((key) => `${key} is negative`),
    ].join(", ");
}

/** A remark about an invalid number. */
export function numberNote(key: string, value: number): string {
    if (!Number.isFinite(value)) {
        return "not finite: the answer is “invalid”";
    }
    return (key === "r" || key === "wr") && value < 0 ? "negative: the answer is “invalid”" : "";
}

/** The reason of a wrong answer as a sentence, or "". */
export function mistakeWords(
    method: Method, verdict: Verdict, s: LabState, answer: Answer, sweep: ClassicSweep | undefined,
): string {
    if (verdict === "right") {
        return rightWords(method, s, answer);
    }
    if (verdict === "invalid") {
        return "The input is invalid, so there is nothing to compare.";
    }
    if (s.ax === s.bx && s.ay === s.by) {
        return "The wall's ends are the same point, and the method divides by its length 0.";
    }
    if (method === "moving-circle") {
        return sweepMistake(verdict, s, answer, sweep);
    }
    return restMistake(method, verdict, s, answer);
}

function rightWords(method: Method, s: LabState, answer: Answer): string {
    return method === "area" && answer.relation === "inside" && s.question !== "ring"
        ? "The answer is right for the outline, which the method tests. But the wall lies inside " +
            "the disc, so it overlaps the disc."
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
            ? "The circle starts in the wall, and the formula returns a time before the start."
            : sweep !== undefined && sweep.t > exact.t
                ? "Too late: it takes the end that is nearer along the path, not the one that " +
                    "the circle meets first."
                : "Too early: the point that it meets first is not on the wall.";
    }
    if (exact.kind === "graze") {
        return exact.t === 0
            ? "The circle touches the wall and moves away. The method counts a hit, so the " +
                "circle freezes."
            : "The circle touches the wall without moving in, but the method reflects it.";
    }
    return "The circle never meets the wall: the time or the end that the formula found lies " +
        "behind it.";
}

function missedSweep(s: LabState, exact: Sweep): string {
    const size = Math.max(...NUMBERS.map((key) => Math.abs(s[key])));
    if (size < 1e-75) {
        return "The lengths are so small that their product underflows to 0.";
    }
    if (exact.kind === "overlap") {
        return "The circle starts in the wall, between the two shifted lines. There the method " +
            "tests only the ends, so the circle falls through.";
    }
    return exact.feature === "side"
        ? "The method's path does not cross the shifted wall; the exact path meets the wall."
        : "The method takes the end that is nearer along the path. The circle misses it, but " +
            "meets the other end.";
}

function restMistake(method: Method, verdict: Verdict, s: LabState, answer: Answer): string {
    const atEnd = answer.contact.feature === "a" || answer.contact.feature === "b";
    switch (method) {
        case "falling-gate":
            if (verdict === "false-hit") {
                return "It compares a signed distance with the radius, so every point on the " +
                    "negative side of the line counts as a collision.";
            }
            return s.ax === s.bx
                ? "For a vertical wall its gate, the wall's width in x, is empty."
                : "The centre is outside the gate, and the method ignores the ends.";
        case "falling-projection":
            return atEnd ? "The circle overlaps an end, but its centre lies beyond the segment: " +
                "the method ignores the ends." : roundedAway(method);
        case "tangent-clamp":
            return atEnd ? "The length used for clamping is unsigned: beyond the second end it " +
                "takes a point off the segment, or the wrong end." : roundedAway(method);
        case "naive-double":
            return s.r + s.wr < 1e-150
                ? "The lengths are so small that their squares underflow to 0."
                : roundedAway(method);
        default:
            return roundedAway(method);
    }
}

function roundedAway(method: Method): string {
    return method === "naive-float"
        ? "The rounding of the numbers to float changes the answer."
        : "The two distances are too close for double arithmetic, so rounding changes the answer.";
}
