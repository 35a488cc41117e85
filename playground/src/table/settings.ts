// The settings of the tab Table, in the address where they are worth sharing.
// Layer: playground.
import { numberIn } from "../state_values.ts";

export type Tool = "shoot" | "ball" | "wall" | "erase";
export type LevelName = "table" | "demo" | "own";

export interface TableSettings {
    level: LevelName;
    published: boolean;
    /** Radii a second of the fastest ball. */
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

export function readSettings(state: URLSearchParams): TableSettings {
    return {
        level: state.get("level") === "demo" ? "demo" : "table",
        published: state.get("method") === "moving-circle",
        speed: numberIn(state, "speed", 1, SPEED_MAX, START.speed),
        restitution: numberIn(state, "restitution", 0, 1, START.restitution),
        friction: numberIn(state, "friction", 0, 2, START.friction),
        gravity: numberIn(state, "gravity", 0, 1, START.gravity),
    };
}

export function writeSettings(s: TableSettings): URLSearchParams {
    return new URLSearchParams({
        level: s.level === "demo" ? "demo" : "table",
        method: s.published ? "moving-circle" : "exact",
        speed: String(s.speed),
        restitution: String(s.restitution),
        friction: String(s.friction),
        gravity: String(s.gravity),
    });
}
