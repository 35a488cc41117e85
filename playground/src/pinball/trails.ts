// The trails of the balls: the straight pieces of their paths in the last frames.
// Room: playground.
import type { Leg, Vec2 } from "carom";
import { pin } from "./colors.ts";
import { BALL_RADIUS } from "./layout.ts";

const FRAMES = 7;
/** Pieces of a frame; a very fast table has thousands. */
const LEGS_MOST = 240;

const THIN_FROM = 40;

export class Trails {
    private readonly frames: Vec2[][] = [];

    /** Begins a frame. */
    begin(): void {
        this.frames.unshift([]);
        this.frames.length = Math.min(this.frames.length, FRAMES);
    }

    add(legs: readonly Leg[]): void {
        const frame = this.frames[0];
        for (const { from, to } of legs) {
            if (frame !== undefined && frame.length < 2 * LEGS_MOST) {
                frame.push(from, to);
            }
        }
    }

    clear(): void {
        this.frames.length = 0;
    }

    paint(c: CanvasRenderingContext2D): void {
        c.lineCap = "round";
        this.frames.forEach((frame, age) => {
            const share = 1 - age / FRAMES;
            // Many pieces are a fast table: thin lines, or they would cover it.
            const isFast = frame.length > THIN_FROM;
            c.strokeStyle = pin(isFast ? "blue" : "ball-shade");
            c.lineWidth = isFast ? 0.5 : 2 * BALL_RADIUS * (0.25 + 0.6 * share);
            c.globalAlpha = (isFast ? 0.6 : 0.2) * share;
            c.beginPath();
            for (let i = 0; i < frame.length; i += 2) {
                c.moveTo(frame[i]!.x, frame[i]!.y);
                c.lineTo(frame[i + 1]!.x, frame[i + 1]!.y);
            }
            c.stroke();
        });
        c.globalAlpha = 1;
    }
}
