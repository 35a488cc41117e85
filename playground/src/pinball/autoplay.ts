// A simple player: launches balls, and flips when a ball comes to a flipper. Room: playground.
import type { Simulation } from "./simulation.ts";

/** The part of the table in which the left flipper reaches a ball; the right one mirrors it. */
const REACH = { left: 29, right: 50, bottom: 17, top: 33 };
const MIDDLE = 50;

export function autoplay(game: Simulation, random: () => number): void {
    const { plunger } = game.parts;
    if (game.rules.stage === "over") {
        game.restart();
    }
    if (game.isReady && !plunger.isPulled) {
        plunger.pull(0.85 + 0.15 * random());
    } else if (plunger.isPulled && !game.rules.isAutomatic) {
        game.launchWhenDrawn();
    }
    for (const side of ["left", "right"] as const) {
        const flipper = game.parts[side];
        const isNear = game.balls.some(({ center: { x, y }, velocity }) => {
            const across = side === "left" ? x : 2 * MIDDLE - x;
            return across > REACH.left && across < REACH.right && y > REACH.bottom &&
                y < REACH.top && velocity.y < 40;
        });
        // Now and then it waits, or the ball would go the same way for ever.
        game.flip(side, isNear && (flipper.isHeld || random() < 0.5));
    }
}
