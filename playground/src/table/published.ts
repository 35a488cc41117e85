// A frame of a ball by the method of the third tutorial: the first contact, one reflection, and no
// check of the end. Room: playground.
import type { Ball, Carom, Scene, Vec2 } from "carom";
import type { Classic } from "carom/classic";

export interface PublishedMove {
    ball: Ball;
    contacts: number;
    /** The positions at the contact and at the end. */
    places: Vec2[];
}

/** Moves a ball as published; gravity is added to the velocity first. */
export function movePublished(
    carom: Carom, classic: Classic, scene: Scene, ball: Ball, time: number, gravity: Vec2,
): PublishedMove {
    const velocity = {
        x: ball.velocity.x + gravity.x * time, y: ball.velocity.y + gravity.y * time,
    };
    const circle = { center: ball.center, radius: ball.radius };
    const move = { x: velocity.x * time, y: velocity.y * time };
    const to = { x: ball.center.x + move.x, y: ball.center.y + move.y };
    const near = scene.inBox(carom.pathBox({ from: ball.center, to, radius: ball.radius }));
    let first = { hits: false, t: Infinity, center: to, normal: { x: 0, y: 0 }, end: to };
    for (const index of near) {
        const sweep = classic.sweep("moving-circle", circle, move, scene.wall(index));
        if (sweep.hits && sweep.t < first.t) {
            first = sweep;
        }
    }
    if (!first.hits || !Number.isFinite(first.end.x + first.end.y)) {
        return { ball: { ...ball, center: to, velocity }, contacts: 0, places: [to] };
    }
    return {
        ball: {
            ...ball, center: first.end, velocity: carom.reflectVelocity(velocity, first.normal),
        },
        contacts: 1,
        places: [first.center, first.end],
    };
}
