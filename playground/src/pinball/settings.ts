// The settings of the tab Pinball that go to the address, and the high score, which stays in the
// browser. Room: playground.
import { numberIn, oneOf } from "../state_values.ts";

export interface PinballSettings {
    /** Seconds of the game in a second. */
    speed: number;
    autoplay: boolean;
}

export const SPEED_MAX = 1000;

export function readSettings(state: URLSearchParams, problems: string[] = []): PinballSettings {
    return {
        speed: numberIn(state, "speed", 0.1, SPEED_MAX, 1, problems),
        autoplay: oneOf(state, "autoplay", ["on", "off"], "off", problems) === "on",
    };
}

export function writeSettings({ speed, autoplay }: PinballSettings): URLSearchParams {
    return new URLSearchParams({ speed: String(speed), autoplay: autoplay ? "on" : "off" });
}

const KEY = "carom-pinball-best";

/** 0 without one, or where the browser keeps nothing. */
export function readBest(): number {
    try {
        const best = Number(localStorage.getItem(KEY));
        return Number.isSafeInteger(best) && best > 0 ? best : 0;
    } catch {
        return 0;
    }
}

export function writeBest(best: number): void {
    try {
        localStorage.setItem(KEY, String(best));
    } catch {
        // A browser that keeps nothing: the score counts until the page is closed.
    }
}
