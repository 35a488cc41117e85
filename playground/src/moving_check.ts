// Verifies that a ball stays out of walls that move: a separate exact question for a leg of its
// path. Room: playground.
import {
    boxesOverlap, movingWallAt, scale, sub, type Box, type Carom, type Leg, type MovingWall,
    type Vec2,
} from "carom";

/** True if a circle that goes this leg overlaps none of the moving walls on the way. */
export function isClearOfMoving(
    carom: Carom, walls: readonly MovingWall[], leg: Leg, radius: number,
): boolean {
    const box = carom.pathBox({ from: leg.from, to: leg.to, radius });
    return walls.every((wall) => {
        const { a, b } = movingWallAt(wall, leg.start);
        const { a: aTo, b: bTo } = movingWallAt(wall, leg.end);
        const there = { ...wall, a, b };
        return !boxesOverlap(box, boxOfMove(carom, wall.radius ?? 0, a, b, aTo, bTo)) ||
            carom.pathIsClearOfMoving({ center: leg.from, radius }, leg.to, there, aTo, bTo) ||
            isClearSeenFrom(carom, wall, leg, radius);
    });
}

/**
 * A wall that does not turn is at rest for who moves with it, and so the library takes it: then its
 * places on the way, not at the end, may be an ulp off.
 */
function isClearSeenFrom(carom: Carom, wall: MovingWall, leg: Leg, radius: number): boolean {
    const { aMove, bMove } = wall;
    const seen = (p: Vec2, t: number): Vec2 => sub(p, scale(aMove, t));
    return aMove.x === bMove.x && aMove.y === bMove.y && carom.pathIsClear(
        { center: seen(leg.from, leg.start), radius }, seen(leg.to, leg.end), wall);
}

/** A box around a wall on its way. */
function boxOfMove(
    carom: Carom, radius: number, a: Vec2, b: Vec2, aTo: Vec2, bTo: Vec2,
): Box {
    const p = carom.pathBox({ from: a, to: aTo, radius });
    const q = carom.pathBox({ from: b, to: bTo, radius });
    return {
        min: { x: Math.min(p.min.x, q.min.x), y: Math.min(p.min.y, q.min.y) },
        max: { x: Math.max(p.max.x, q.max.x), y: Math.max(p.max.y, q.max.y) },
    };
}
