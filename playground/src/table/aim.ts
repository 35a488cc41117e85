// Aiming: the chosen ball, its speed and its first contacts.
// Room: playground.
import type { Ball, Carom, MoveSettings, Vec2 } from "carom";
import type { TableSimulation } from "./simulation.ts";

/** The number of contacts shown ahead. */
const SHOWN_CONTACTS = 6;
/** The length of the path shown ahead, in radii. */
const SHOWN_RADII = 400;
const SHOWN_STEPS = 120;

/** The ball nearest to `at`, if `at` is in it or within `reach` of its centre. */
export function ballAt(simulation: TableSimulation, at: Vec2, reach: number): number | undefined {
    const { x, y, radius } = simulation;
    let best: number | undefined;
    let least = Infinity;
    for (let i = 0; i < simulation.count; i++) {
        const away = Math.hypot(x[i]! - at.x, y[i]! - at.y);
        if (away <= Math.max(radius[i]!, reach) && away < least) {
            best = i;
            least = away;
        }
    }
    return best;
}

/** The velocity of a shot; a pull of `full` or more gives the full `speed`. */
export function shotVelocity(from: Vec2, to: Vec2, full: number, speed: number): Vec2 {
    const away = Math.hypot(to.x - from.x, to.y - from.y);
    const share = away > 0 ? (Math.min(away / full, 1) * speed) / away : 0;
    return { x: (to.x - from.x) * share, y: (to.y - from.y) * share };
}

/** The positions of the first contacts. Under gravity the path consists of small steps. */
export function placesAhead(carom: Carom, ball: Ball, settings: MoveSettings): Vec2[] {
    const speed = Math.hypot(ball.velocity.x, ball.velocity.y);
    if (!(speed > 0)) {
        return [];
    }
    const time = (SHOWN_RADII * ball.radius) / speed;
    const { x, y } = settings.gravity ?? { x: 0, y: 0 };
    const steps = x === 0 && y === 0 ? 1 : SHOWN_STEPS;
    const places: Vec2[] = [];
    let at = ball;
    for (let step = 0, contacts = 0; step < steps && contacts < SHOWN_CONTACTS; step++) {
        const motion = carom.moveBall(at, time / steps, {
            ...settings, maxContacts: SHOWN_CONTACTS - contacts,
        });
        places.push(...motion.positions);
        contacts += motion.contacts;
        at = motion.ball;
    }
    return places;
}
