// Verifies that balls stay out of walls: every path is checked on the given numbers.
// Method: a batch of exact sweeps with slightly larger circles clears nearly all paths. The margin
// covers the rounding of "to - from". The rest is checked exactly from and to, wall by wall.
// Room: playground.
import type { Carom, Scene, Vec2 } from "carom";

/** Straight paths of circles, collected for one batch. */
export class Paths {
    count = 0;
    fromX = new Float64Array(256);
    fromY = new Float64Array(256);
    toX = new Float64Array(256);
    toY = new Float64Array(256);
    radius = new Float64Array(256);
    owner = new Uint32Array(256);

    clear(): void {
        this.count = 0;
    }

    add(owner: number, from: Vec2, to: Vec2, radius: number): void {
        if (this.count === this.owner.length) {
            this.grow();
        }
        const i = this.count++;
        this.fromX[i] = from.x;
        this.fromY[i] = from.y;
        this.toX[i] = to.x;
        this.toY[i] = to.y;
        this.radius[i] = radius;
        this.owner[i] = owner;
    }

    private grow(): void {
        const wider = (list: Float64Array) => {
            const more = new Float64Array(2 * list.length);
            more.set(list);
            return more;
        };
        this.fromX = wider(this.fromX);
        this.fromY = wider(this.fromY);
        this.toX = wider(this.toX);
        this.toY = wider(this.toY);
        this.radius = wider(this.radius);
        const owner = new Uint32Array(2 * this.owner.length);
        owner.set(this.owner);
        this.owner = owner;
    }
}

const KIND_HIT = 3;
/** Some ulps of the largest number in a path, which bounds the error of its displacement. */
const FATTENING = 2 ** -48;

/**
 * Calls `found` with the owner and the ends of each path that leads into or through a wall. With
 * `centersOnly` the path of the centre, a point, is checked: whether the ball is on the other side.
 */
export function checkWays(
    carom: Carom, scene: Scene, paths: Paths, centersOnly: boolean,
    found: (owner: number, from: Vec2, to: Vec2) => void,
): void {
    const n = paths.count;
    if (n === 0 || scene.count === 0) {
        return;
    }
    const radius = new Float64Array(n);
    const vx = new Float64Array(n);
    const vy = new Float64Array(n);
    for (let i = 0; i < n; i++) {
        const r = centersOnly ? 0 : paths.radius[i]!;
        const size = Math.max(Math.abs(paths.fromX[i]!), Math.abs(paths.fromY[i]!),
            Math.abs(paths.toX[i]!), Math.abs(paths.toY[i]!), r);
        radius[i] = r + size * FATTENING;
        vx[i] = paths.toX[i]! - paths.fromX[i]!;
        vy[i] = paths.toY[i]! - paths.fromY[i]!;
    }
    const { kind } = scene.sweepBatch({ x: paths.fromX, y: paths.fromY, radius, vx, vy, count: n });
    for (let i = 0; i < n; i++) {
        const isDoubtful = kind[i]! === 0 || kind[i]! >= KIND_HIT;
        if (isDoubtful && !isClear(carom, scene, paths, i, centersOnly)) {
            found(
                paths.owner[i]!,
                { x: paths.fromX[i]!, y: paths.fromY[i]! }, { x: paths.toX[i]!, y: paths.toY[i]! },
            );
        }
    }
}

/** Checks each wall near the path exactly. */
function isClear(
    carom: Carom, scene: Scene, paths: Paths, i: number, centersOnly: boolean,
): boolean {
    const from = { x: paths.fromX[i]!, y: paths.fromY[i]! };
    const to = { x: paths.toX[i]!, y: paths.toY[i]! };
    const radius = centersOnly ? 0 : paths.radius[i]!;
    const near = scene.inBox(carom.pathBox({ from, to, radius }));
    const circle = { center: from, radius };
    return near.every((index) => carom.pathIsClear(circle, to, scene.wall(index)));
}
