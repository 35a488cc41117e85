// The answers of a method and of exact arithmetic for one circle, in words. Room: playground.
import type { Carom, ContactRule, Vec2 } from "carom";
import type { Classic, MethodInfo, Verdict } from "carom/classic";
import { showNumber } from "../numbers.ts";
import { wallOf, type MapState } from "./state.ts";

export interface Answer {
    center: Vec2;
    says: string;
    truth: string;
    verdict: Verdict;
}

/** The contact rule of a method as a sentence. */
export const QUESTION_WORDS: Record<ContactRule, string> = {
    "closed-disc": "A touch counts as a collision.",
    "open-disc": "A touch does not count as a collision.",
    "ring": "Only the outline counts: a wall wholly inside does not collide, but a touch does.",
};

/** Both answers for a circle with its centre at this point. */
export function answerAt(
    classic: Classic,
    carom: Carom,
    info: MethodInfo,
    state: MapState,
    center: Vec2,
): Answer {
    const circle = { center, radius: state.radius };
    const wall = { ...wallOf(state), extent: info.extent };
    const verdict = classic.judge(state.method, circle, state.move, wall);
    if (info.isSweep) {
        const says = classic.sweep(state.method, circle, state.move, wall);
        const { kind, t } = carom.sweep(circle, state.move, wall);
        const isMet = kind === "hit" || kind === "overlap";
        return {
            center,
            says: says.hits ? `hits at t = ${showNumber(says.t)}` : "no hit",
            truth: isMet ? `${kind} at t = ${showNumber(t)}` : `no hit: ${kind}`,
            verdict,
        };
    }
    const yesOrNo = (yes: boolean) => (yes ? "collides" : "no collision");
    const truth = classic.truth(state.method, circle, state.move, wall);
    return {
        center,
        says: yesOrNo(classic.relate(state.method, circle, wall).collides),
        truth: `${yesOrNo(truth)}: ${carom.relate(circle, wall)}`,
        verdict,
    };
}
