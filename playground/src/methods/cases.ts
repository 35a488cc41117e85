// The smallest failures of the published methods as presets of the map. Room: playground.
import type { Vec2 } from "carom";
import { FAILURES, type Failure, type Pair } from "../failures.ts";
import { ulp } from "../numbers.ts";
import type { MapState } from "./state.ts";

export interface Case {
    readonly id: string;
    readonly title: string;
    /** A description in a sentence or two. */
    readonly text: string;
    readonly center: Vec2;
    readonly state: MapState;
}

/** A map that includes the wall, the circle and its path. */
function windowOf(failure: Failure): { middle: Vec2; width: number } {
    const [cx, cy] = failure.center;
    const near = failure.ulps && failure.ulps * ulp(Math.max(Math.abs(cx), Math.abs(cy)));
    const width = failure.width ?? near;
    if (width !== undefined) {
        return { middle: { x: cx, y: cy }, width };
    }
    const [vx, vy] = failure.move ?? [0, 0];
    const places: Pair[] = [...failure.wall, failure.center, [cx + vx, cy + vy]];
    const xs = places.map(([x]) => x);
    const ys = places.map(([, y]) => y);
    const size = Math.max(
        Math.max(...xs) - Math.min(...xs),
        1.5 * (Math.max(...ys) - Math.min(...ys)),
    );
    const middle = {
        x: (Math.max(...xs) + Math.min(...xs)) / 2,
        y: (Math.max(...ys) + Math.min(...ys)) / 2,
    };
    return { middle, width: size + 6 * failure.radius };
}

function complete(failure: Failure): Case {
    const [a, b] = failure.wall;
    const [vx, vy] = failure.move ?? [2, -3];
    return {
        id: failure.id,
        title: failure.title,
        text: failure.ulps ? `${failure.text} The map is a few doubles wide.` : failure.text,
        center: { x: failure.center[0], y: failure.center[1] },
        state: {
            method: failure.method,
            radius: failure.radius,
            a: { x: a[0], y: a[1] },
            b: { x: b[0], y: b[1] },
            move: { x: vx, y: vy },
            ...windowOf(failure),
        },
    };
}

export const cases: readonly Case[] = FAILURES.map(complete);
