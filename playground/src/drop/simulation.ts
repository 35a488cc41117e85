// Circles that fall on walls, moved by the library or by a published method. No drawing here.
// Method: moving circles are first in the module's arrays, so that one moveBatch moves them without
// copies. A circle that comes to rest is swapped with the last moving one. Circles that collide are
// one crowd, which lives until Restart. Each move of a published method is compared with the exact
// sweep of the same path. Room: playground.
import {
    bounce, slide, stop, type Carom, type Crowd, type ModuleArray, type Scene,
    type SolidResponse, type Wall,
} from "carom";
import type { Classic, Method } from "carom/classic";
import { boxWalls, radiusFor, rowPlaces, slopedWalls, startPlaces } from "./world.ts";

export type Motion = "stop" | "slide" | "bounce";

export interface DropSettings {
    circles: number;
    walls: number;
    motion: Motion;
    restitution: number;
    friction: number;
    /** Whether circles collide with each other: only those that the library moves. */
    collide: boolean;
    /** "exact", or a published method, always with the tutorial's "undo the move". */
    method: "exact" | Method;
    /** A factor of the usual speed. */
    speed: number;
}

/** The state of a circle; the numbers are stored in `state`. */
export const FALLING = 0;
export const RESTING = 1;
/** Moved into or through a wall; the exact answer would have stopped it. */
export const THROUGH = 2;
/** At rest where the exact answer lets it fall. */
export const IN_AIR = 3;
/** At rest in a crowd that need not move it. */
export const ASLEEP = 4;

export interface DropCounts {
    falling: number; resting: number; through: number; inAir: number;
    /** Of those at rest. */
    asleep: number;
    /** Times that a circle was found to overlap another; counted if they collide. */
    overlaps: number;
}

/** The distance that a circle falls in a frame at the usual speed: the tutorial's two pixels. */
const FALL = 2;
/** Units per frame squared; a frame is the unit of time. */
const GRAVITY = 0.06;
/** A ball is at rest if it moved less than this fraction of its radius in each of these frames. */
const STILL_SHARE = 1e-3;
const STILL_FRAMES = 20;
/** A circle below this has left the picture; only Restart brings it back. */
const LOST_BELOW = -200;
/** The number of circles that are checked in each frame when the library moves them. */
const CHECKED = 250;
/** The number of circles that are checked against all others in each frame. */
const CHECKED_PAIRS = 20;

/** Of the holds of a crowd. */
const HOLD_ASLEEP = 4;
const KIND_MISS = 1;
const KIND_HIT = 3;
const KIND_OVERLAP = 4;

interface Arrays {
    x: ModuleArray<Float64Array>; y: ModuleArray<Float64Array>;
    radius: ModuleArray<Float64Array>;
    vx: ModuleArray<Float64Array>; vy: ModuleArray<Float64Array>;
}

export class DropSimulation {
    readonly walls: readonly Wall[];
    readonly scene: Scene;
    readonly count: number;
    readonly state: Uint8Array;
    /** The number of moving circles, which come first. */
    active = 0;

    private readonly balls: Arrays;
    private readonly beforeX: Float64Array;
    private readonly beforeY: Float64Array;
    private readonly stillFor: Uint8Array;
    private readonly escaped: Uint8Array;
    private readonly holds: Uint8Array;
    private crowd: Crowd | undefined;
    private checkFrom = 0;
    private overlaps = 0;

    constructor(
        private readonly carom: Carom, private settings: DropSettings, private readonly seed = 7,
    ) {
        const count = settings.circles;
        this.count = count;
        this.walls = [...boxWalls(), ...slopedWalls(settings.walls, seed)];
        this.scene = carom.createScene(this.walls);
        this.balls = {
            x: carom.float64(count), y: carom.float64(count), radius: carom.float64(count),
            vx: carom.float64(count), vy: carom.float64(count),
        };
        this.state = new Uint8Array(count);
        this.beforeX = new Float64Array(count);
        this.beforeY = new Float64Array(count);
        this.stillFor = new Uint8Array(count);
        this.escaped = new Uint8Array(count);
        this.holds = new Uint8Array(count);
        this.restart();
    }

    get x(): Float64Array { return this.balls.x.array; }
    get y(): Float64Array { return this.balls.y.array; }
    get radius(): Float64Array { return this.balls.radius.array; }

    free(): void {
        this.crowd?.free();
        this.scene.free();
        Object.values(this.balls).forEach((array) => array.free());
    }

    /** Moves all circles back to the top. */
    restart(): void {
        const { x, y, radius } = this;
        const size = radiusFor(this.count, this.settings.walls);
        const places = this.isCrowd ? rowPlaces : startPlaces;
        places(this.count, size, this.seed, (i, cx, cy, r) => {
            x[i] = cx;
            y[i] = cy;
            radius[i] = r;
        });
        this.balls.vx.array.fill(0);
        this.balls.vy.array.fill(this.startVelocity());
        this.state.fill(FALLING);
        this.stillFor.fill(0);
        this.escaped.fill(0);
        this.crowd?.free();
        this.crowd = this.isCrowd ? this.carom.createCrowd() : undefined;
        this.active = this.count;
        this.checkFrom = 0;
        this.overlaps = 0;
    }

    /**
     * Applies new settings; the method, whether circles collide and the numbers of circles and
     * walls must not change.
     */
    change(settings: DropSettings): void {
        const { motion, restitution, friction } = this.settings;
        this.settings = settings;
        if (motion !== settings.motion) {
            this.wake();
        } else if (restitution !== settings.restitution || friction !== settings.friction) {
            // A circle at rest may move again with less friction. Moving circles keep their
            // velocity.
            this.active = this.count;
            this.stillFor.fill(0);
            this.crowd?.wake();
            this.state.forEach((state, i) => {
                this.state[i] = state === RESTING || state === ASLEEP ? FALLING : state;
            });
        }
    }

    /** All circles start to fall from their positions. */
    private wake(): void {
        for (let i = 0; i < this.count; i++) {
            this.state[i] = this.escaped[i] === 1 ? THROUGH : FALLING;
        }
        this.stillFor.fill(0);
        this.balls.vx.array.fill(0);
        this.balls.vy.array.fill(this.startVelocity());
        this.active = this.count;
    }

    private get isCrowd(): boolean {
        return this.settings.collide && this.settings.method === "exact";
    }

    private get isSteady(): boolean {
        const { method, motion } = this.settings;
        return method !== "exact" || (motion === "stop" && !this.isCrowd);
    }

    private startVelocity(): number {
        return this.isSteady ? -FALL : 0;
    }

    counts(): DropCounts {
        const counts = {
            falling: this.active, resting: 0, asleep: 0, through: 0, inAir: 0,
            overlaps: this.overlaps,
        };
        let still = 0;
        for (let i = 0; i < this.count; i++) {
            counts.through += this.escaped[i]!;
            const state = this.state[i];
            counts.inAir += state === IN_AIR ? 1 : 0;
            counts.asleep += state === ASLEEP ? 1 : 0;
            still += i < this.active && (state === RESTING || state === ASLEEP) ? 1 : 0;
        }
        counts.resting = this.count - this.active + still;
        counts.falling -= still;
        return counts;
    }

    /** Simulates one frame. Only published methods need `classic`. */
    step(classic?: Classic): void {
        if (this.active === 0) {
            return;
        }
        this.beforeX.set(this.x.subarray(0, this.active));
        this.beforeY.set(this.y.subarray(0, this.active));
        if (this.crowd !== undefined) {
            this.moveCrowd(this.crowd);
        } else if (this.settings.method === "exact") {
            this.moveExactly();
        } else if (classic !== undefined) {
            this.moveAsPublished(classic, this.settings.method);
        }
    }

    // ---- the library ----

    private response(): SolidResponse {
        const { motion, restitution, friction } = this.settings;
        return motion === "bounce" ? bounce(restitution, friction)
            : motion === "slide" ? { ...slide(), friction } : stop();
    }

    private moveExactly(): void {
        this.carom.moveBatch({ ...this.balls, count: this.active }, this.settings.speed, {
            walls: this.scene,
            response: this.response(),
            gravity: { x: 0, y: this.isSteady ? 0 : -GRAVITY },
        });
        this.check();
        this.settle();
    }

    /** Circles that collide. The crowd knows those that need not move until others push them. */
    private moveCrowd(crowd: Crowd): void {
        const { restitution, friction, motion } = this.settings;
        crowd.step({ ...this.balls, count: this.count }, this.settings.speed, {
            walls: this.scene,
            response: this.response(),
            gravity: { x: 0, y: -GRAVITY },
            ballRestitution: motion === "bounce" ? restitution : 0,
            ballFriction: motion === "stop" ? 0 : friction,
        }, { holds: this.holds });
        this.checkPairs();
        this.check();
        const { x, y, radius, stillFor, beforeX, beforeY, holds } = this;
        for (let i = 0; i < this.count; i++) {
            const moved = Math.abs(x[i]! - beforeX[i]!) + Math.abs(y[i]! - beforeY[i]!);
            const isStill = moved < 10 * STILL_SHARE * radius[i]!;
            stillFor[i] = isStill ? Math.min(stillFor[i]! + 1, STILL_FRAMES) : 0;
            if (this.state[i] !== THROUGH) {
                this.state[i] = holds[i] === HOLD_ASLEEP ? ASLEEP
                    : stillFor[i] === STILL_FRAMES ? RESTING : FALLING;
            }
        }
    }

    /** Counts circles that overlap another: exact tests of some circles in each frame. */
    private checkPairs(): void {
        const { x, y, radius } = this;
        const circle = (i: number) => ({ center: { x: x[i]!, y: y[i]! }, radius: radius[i]! });
        for (let k = 0; k < Math.min(CHECKED_PAIRS, this.count); k++) {
            const i = (this.checkFrom + k) % this.count;
            for (let j = 0; j < this.count; j++) {
                // Twice as far is more than rounding can take away.
                const reach = 2 * (radius[i]! + radius[j]!);
                if (j !== i && Math.abs(x[i]! - x[j]!) < reach && Math.abs(y[i]! - y[j]!) < reach &&
                    this.carom.touchesCircle(circle(i), circle(j), "open-disc")) {
                    this.overlaps++;
                }
            }
        }
    }

    /** Moves circles that came to rest behind the moving ones. */
    private settle(): void {
        const { x, y, radius, stillFor, beforeX, beforeY } = this;
        const vx = this.balls.vx.array;
        const vy = this.balls.vy.array;
        const isSteady = this.isSteady;
        for (let i = this.active - 1; i >= 0; i--) {
            if (isSteady) {
                if (vx[i] === 0 && vy[i] === 0) {
                    this.rest(i, RESTING);
                }
                continue;
            }
            const still = STILL_SHARE * radius[i]!;
            const moved = Math.abs(x[i]! - beforeX[i]!) + Math.abs(y[i]! - beforeY[i]!);
            stillFor[i] = moved < still ? stillFor[i]! + 1 : 0;
            if (stillFor[i]! >= STILL_FRAMES) {
                this.rest(i, RESTING);
            }
        }
    }

    private rest(i: number, state: number): void {
        this.active--;
        this.swap(i, this.active);
        if (this.escaped[this.active] === 0) {
            this.state[this.active] = state;
        }
    }

    private swap(i: number, j: number): void {
        if (i === j) {
            return;
        }
        const { x, y, radius, vx, vy } = this.balls;
        for (const list of [x.array, y.array, radius.array, vx.array, vy.array, this.beforeX,
            this.beforeY, this.state, this.stillFor, this.escaped]) {
            const kept = list[i]!;
            list[i] = list[j]!;
            list[j] = kept;
        }
    }

    /** Verifies the library's moves: a part of the circles in each frame. */
    private check(): void {
        if (this.checkFrom >= this.active) {
            this.checkFrom = 0;
        }
        const from = this.checkFrom;
        const to = Math.min(from + CHECKED, this.active);
        const part = <T extends Float64Array>(array: T): T => array.subarray(from, to) as T;
        const circles = { x: part(this.x), y: part(this.y), radius: part(this.radius) };
        const { offsets } = this.scene.touchingBatch(circles, "open-disc");
        if (offsets[to - from]! > 0) {
            for (let i = from; i < to; i++) {
                if (offsets[i - from + 1]! > offsets[i - from]!) {
                    this.markThrough(i);
                }
            }
        }
        this.checkFrom = to;
    }

    private markThrough(i: number): void {
        this.escaped[i] = 1;
        this.state[i] = THROUGH;
    }

    // ---- the tutorials ----

    private moveAsPublished(classic: Classic, method: Method): void {
        const n = this.active;
        const move = { x: 0, y: -FALL * this.settings.speed };
        const truth = this.scene.sweepBatch({
            x: this.beforeX, y: this.beforeY, radius: this.radius.subarray(0, n),
            vx: new Float64Array(n), vy: new Float64Array(n).fill(move.y), count: n,
        });
        // The methods write to their arguments, because they may have a module memory of their own.
        const y = this.y.slice(0, n);
        classic.fall(method, this.x.slice(0, n), y, this.radius.slice(0, n), move, this.walls);
        this.y.set(y);
        for (let i = n - 1; i >= 0; i--) {
            const kind = truth.kind[i]!;
            if (y[i] !== this.beforeY[i]) {
                if (kind === KIND_OVERLAP || (kind === KIND_HIT && truth.t[i]! < 1)) {
                    this.markThrough(i);
                }
                if (y[i]! < LOST_BELOW) {
                    this.rest(i, THROUGH);
                }
            } else {
                this.rest(i, kind === KIND_MISS ? IN_AIR : RESTING);
            }
        }
    }
}
