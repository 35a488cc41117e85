// The settings of the tab Table that go to the address.
// Room: playground.
import { numberIn, oneOf } from "../state_values.ts";

export type Tool = "shoot" | "ball" | "wall" | "swing" | "erase";
/** "own": walls of the user, which the address holds if they are few. */
const LEVELS = ["table", "demo", "own"] as const;
export type LevelName = (typeof LEVELS)[number];

const METHODS = ["exact", "moving-circle"] as const;

export interface TableSettings {
    level: LevelName;
    published: boolean;
    /** The speed of the fastest ball in radii per second. */
    speed: number;
    restitution: number;
    friction: number;
    /** 0 to 1. */
    gravity: number;
}

export const SPEED_MAX = 1e7;

const START: TableSettings = {
    level: "table", published: false, speed: 20, restitution: 1, friction: 0, gravity: 0,
};

export function readSettings(state: URLSearchParams, problems: string[] = []): TableSettings {
    const number = (key: string, min: number, max: number, start: number) =>
        numberIn(state, key, min, max, start, problems);
    return {
        level: oneOf(state, "level", LEVELS, START.level, problems),
        published: oneOf(state, "method", METHODS, "exact", problems) === "moving-circle",
        speed: number("speed", 1, SPEED_MAX, START.speed),
        restitution: number("restitution", 0, 1, START.restitution),
        friction: number("friction", 0, 2, START.friction),
        gravity: number("gravity", 0, 1, START.gravity),
    };
}

export function writeSettings(s: TableSettings): URLSearchParams {
    return new URLSearchParams({
        level: s.level,
        method: s.published ? "moving-circle" : "exact",
        speed: String(s.speed),
        restitution: String(s.restitution),
        friction: String(s.friction),
        gravity: String(s.gravity),
    });
}
