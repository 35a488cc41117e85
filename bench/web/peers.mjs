// The peers: each puts the walls into its own index and lists those that touch a circle, the way
// its manual shows. Types of its own are made before the clock starts. Room: bench.
//
// A peer is { touching(i, found), indexOf(item) }: what touches circle i is appended to `found` in
// the form the peer hands out, and turned into the wall's index when no clock runs.
import RAPIER from "@dimforge/rapier2d-compat";
import { System } from "check2d";
import Flatbush from "flatbush";
import * as planck from "planck";

const itself = (index) => index;

/** Carom, call by call. */
export function caromPeer(carom, [ax, ay, bx, by], circles) {
    const scene = carom.createScene({ ax, ay, bx, by });
    return {
        touching(i, found) {
            for (const wall of scene.touching(circles[i])) {
                found.push(wall);
            }
        },
        indexOf: itself,
    };
}

/** Boxes in flatbush; the leaf test by hand, in double: the nearest point by a clamp. */
export function flatbushPeer([ax, ay, bx, by], circles) {
    const index = new Flatbush(ax.length);
    for (let i = 0; i < ax.length; i++) {
        index.add(Math.min(ax[i], bx[i]), Math.min(ay[i], by[i]),
            Math.max(ax[i], bx[i]), Math.max(ay[i], by[i]));
    }
    index.finish();
    const touches = (wall, { center: { x, y }, radius }) => {
        const ux = bx[wall] - ax[wall], uy = by[wall] - ay[wall];
        const wx = x - ax[wall], wy = y - ay[wall];
        const t = Math.max(0, Math.min(1, (wx * ux + wy * uy) / (ux * ux + uy * uy)));
        const dx = wx - t * ux, dy = wy - t * uy;
        return dx * dx + dy * dy <= radius * radius;
    };
    return {
        touching(i, found) {
            const circle = circles[i];
            const { center: { x, y }, radius: r } = circle;
            for (const wall of index.search(x - r, y - r, x + r, y + r)) {
                if (touches(wall, circle)) {
                    found.push(wall);
                }
            }
        },
        indexOf: itself,
    };
}

/**
 * One static body with an edge for each wall, asked for a box and then one by one. Edges have a
 * skin of twice the linear slop, 0.01, by design; `skin` false takes it off.
 */
export function planckPeer([ax, ay, bx, by], circles, { skin = true } = {}) {
    const world = new planck.World();
    const body = world.createBody();
    for (let i = 0; i < ax.length; i++) {
        const shape = new planck.Edge(new planck.Vec2(ax[i], ay[i]), new planck.Vec2(bx[i], by[i]));
        shape.m_radius = skin ? shape.m_radius : 0;
        body.createFixture({ shape, userData: i });
    }
    const discs = circles.map(({ center: { x, y }, radius }) =>
        new planck.Circle(new planck.Vec2(x, y), radius));
    const boxes = circles.map(({ center: { x, y }, radius: r }) =>
        new planck.AABB(new planck.Vec2(x - r, y - r), new planck.Vec2(x + r, y + r)));
    const here = planck.Transform.identity();
    return {
        touching(i, found) {
            world.queryAABB(boxes[i], (fixture) => {
                if (planck.testOverlap(fixture.getShape(), 0, discs[i], 0, here, here)) {
                    found.push(fixture);
                }
                return true;
            });
        },
        indexOf: (fixture) => fixture.getUserData(),
    };
}

/** A segment collider for each wall. Rapier counts in float. */
export async function rapierPeer([ax, ay, bx, by], circles) {
    await RAPIER.init();
    const world = new RAPIER.World({ x: 0, y: 0 });
    const walls = new Map();
    for (let i = 0; i < ax.length; i++) {
        const collider = world.createCollider(
            RAPIER.ColliderDesc.segment({ x: ax[i], y: ay[i] }, { x: bx[i], y: by[i] }));
        walls.set(collider.handle, i);
    }
    world.step(); // makes the index
    const balls = circles.map(({ radius }) => new RAPIER.Ball(radius));
    return {
        touching(i, found) {
            world.intersectionsWithShape(circles[i].center, 0, balls[i], (collider) => {
                found.push(collider.handle);
                return true;
            });
        },
        indexOf: (handle) => walls.get(handle),
    };
}

/** A line for each wall, and one circle that is set down where it is wanted. */
export function check2dPeer([ax, ay, bx, by], circles) {
    const system = new System();
    for (let i = 0; i < ax.length; i++) {
        system.createLine({ x: ax[i], y: ay[i] }, { x: bx[i], y: by[i] },
            { isStatic: true, userData: i });
    }
    const disc = system.createCircle({ x: 0, y: 0 }, circles[0].radius);
    return {
        // All circles of the benchmark have one radius.
        touching(i, found) {
            disc.setPosition(circles[i].center.x, circles[i].center.y);
            system.checkOne(disc, ({ b }) => {
                found.push(b);
            });
        },
        indexOf: (line) => line.userData,
    };
}
