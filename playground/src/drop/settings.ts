// The settings of the tab Drop in the address.
// Room: playground.
import { numberIn, oneOf } from "../state_values.ts";
import type { DropSettings } from "./simulation.ts";

export const CIRCLE_COUNTS: readonly number[] = [10, 30, 100, 300, 1000, 2000, 5000, 10000];
export const WALL_COUNTS: readonly number[] = [1, 3, 6, 12, 25, 50, 100, 200, 500];
export const MOTIONS = ["stop", "slide", "bounce"] as const;
export const METHODS = [
    "exact", "falling-gate", "falling-projection", "tangent-clamp", "area", "closest-point",
] as const;

export const SPEED_MIN = 0.1;
export const SPEED_MAX = 100;

const START: DropSettings = {
    circles: 300, walls: 25, motion: "stop", restitution: 0.5, friction: 0.1, collide: false,
    method: "exact",
    speed: 1,
};

export function readSettings(state: URLSearchParams, problems: string[] = []): DropSettings {
    const number = (key: string, min: number, max: number, start: number) =>
        numberIn(state, key, min, max, start, problems);
    return {
        circles: Math.round(number("circles", 1, 10000, START.circles)),
        walls: Math.round(number("walls", 1, 500, START.walls)),
        motion: oneOf(state, "motion", MOTIONS, "stop", problems),
        restitution: number("restitution", 0, 1, START.restitution),
        friction: number("friction", 0, 2, START.friction),
        collide: oneOf(state, "collide", ["true", "false"], "false", problems) === "true",
        method: oneOf(state, "method", METHODS, "exact", problems),
        speed: number("speed", SPEED_MIN, SPEED_MAX, START.speed),
    };
}

export function writeSettings(settings: DropSettings): URLSearchParams {
    return new URLSearchParams(
        Object.entries(settings).map(([key, value]): [string, string] => [key, String(value)]),
    );
}
