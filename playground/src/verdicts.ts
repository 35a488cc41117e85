// The verdicts on a published method, in the order of their numbers in a map, and their names.
// Room: playground.
import type { Verdict } from "carom/classic";

export const VERDICTS: readonly Verdict[] =
    ["right", "false-hit", "missed", "wrong-time", "invalid"];

export const VERDICT_WORDS: Record<Verdict, string> = {
    "right": "right",
    "false-hit": "false hit",
    "missed": "missed",
    "wrong-time": "wrong time",
    "invalid": "invalid input",
};
