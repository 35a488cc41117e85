// Balls among walls, and counts of escapes and overlaps by independent checks. No drawing here.
// Method: moveBatch moves most balls in the module's arrays. In each frame another part of the
// balls is moved with moveBall, and each of their paths is checked. This part is as large as the
// time allows; at usual speeds it includes all of a thousand balls. All balls are checked for
// overlaps after each frame. Room: playground.
import {
    bounce, type Ball, type Carom, type Circle, type ContactRule, type ModuleArray,
    type MoveSettings, type MovingWall, type Scene, type Vec2,
} from "carom";
import type { Classic } from "carom/classic";
import { isClearOfMoving } from "../moving_check.ts";
import type { BallTable, WallTable } from "../wall_file.ts";
import { movePublished } from "./published.ts";
import { Paths, checkWays } from "./path_check.ts";
import { Swings, type Swing } from "./swings.ts";
import { withWall } from "./walls.ts";

export const BALLS_MAX = 20000;

/** The states of a ball, which determine its colour. */
export const FREE = 0;
export const IN_WALL = 1;
export const ESCAPED = 2;

export interface TableRules {
    restitution: number;
    friction: number;
    gravity: Vec2;
    published: boolean;
}

export interface TableCounts {
    balls: number;
    contacts: number;
    escapes: number;
    overlaps: number;
    /** Balls that swinging walls left no place for; they were taken away. */
    crushed: number;
    /** The number of balls whose paths were checked in the last frame. */
    watched: number;
}

/** Milliseconds of a frame for moving and checking the watched balls. */
const WATCH_BUDGET_MS = 6;
const WATCHED_LEAST = 8;
/** Milliseconds of a frame for moving balls; at very high speeds contacts are limited. */
const MOVE_BUDGET_MS = 10;
const CONTACTS_LEAST = 4;
const CONTACTS_MOST = 64;

/** As many places are shown where balls got out. */
const EXITS_MOST = 200;

/** The number of the kind "crushed". */
const CRUSHED = 4;

type Field = "x" | "y" | "radius" | "vx" | "vy";
const FIELDS: readonly Field[] = ["x", "y", "radius", "vx", "vy"];

export class TableSimulation {
    count = 0;
    state = new Uint8Array(BALLS_MAX);
    /** The walls that stand. */
    scene: Scene;
    readonly swings = new Swings();
    /** Where the last balls got out through a wall. */
    readonly exits: Vec2[] = [];

    private readonly balls: Record<Field, ModuleArray<Float64Array>>;
    private readonly paths = new Paths();
    private contacts = 0;
    private escapes = 0;
    private overlaps = 0;
    private crushed = 0;
    /** The kinds of the motions of a frame, as numbers, and how many of them were crushed. */
    private readonly kinds = new Uint8Array(BALLS_MAX);
    private crushedNow = 0;
    private watched = 0;
    private watchFrom = 0;
    private watchNext = 200;
    private contactsMost = CONTACTS_MOST;

    constructor(private readonly carom: Carom, walls: WallTable) {
        const array = () => carom.float64(BALLS_MAX);
        this.balls = { x: array(), y: array(), radius: array(), vx: array(), vy: array() };
        this.scene = carom.createScene(walls);
    }

    get x(): Float64Array { return this.balls.x.array; }
    get y(): Float64Array { return this.balls.y.array; }
    get radius(): Float64Array { return this.balls.radius.array; }

    counts(): TableCounts {
        return {
            balls: this.count, contacts: this.contacts, escapes: this.escapes,
            overlaps: this.overlaps, crushed: this.crushed, watched: this.watched,
        };
    }

    resetCounts(): void {
        this.contacts = this.escapes = this.overlaps = this.crushed = 0;
        this.exits.length = 0;
        this.state.fill(FREE);
    }

    // ---- walls and balls ----

    /**
     * Sets new walls; `allStand` if those that swing are to stand where they are. On failure the
     * old ones stay, and this throws.
     */
    setWalls(standing: WallTable, swings: readonly Swing[], allStand: boolean): void {
        const scene = this.carom.createScene(
            allStand ? this.swings.places(swings).reduce(withWall, standing) : standing);
        this.scene.free();
        this.scene = scene;
        this.swings.set(swings);
    }

    ball(i: number): Ball {
        const { x, y, radius, vx, vy } = this.balls;
        return {
            center: { x: x.array[i]!, y: y.array[i]! }, radius: radius.array[i]!,
            velocity: { x: vx.array[i]!, y: vy.array[i]! },
        };
    }

    setBall(i: number, ball: Ball): void {
        this.balls.x.array[i] = ball.center.x;
        this.balls.y.array[i] = ball.center.y;
        this.balls.radius.array[i] = ball.radius;
        this.balls.vx.array[i] = ball.velocity.x;
        this.balls.vy.array[i] = ball.velocity.y;
    }

    /** False if there are too many balls. */
    addBall(ball: Ball): boolean {
        if (this.count >= BALLS_MAX) {
            return false;
        }
        this.state[this.count] = FREE;
        this.setBall(this.count++, ball);
        return true;
    }

    addBalls(balls: BallTable): void {
        for (let i = 0; i < balls.count; i++) {
            this.addBall({
                center: { x: balls.x[i]!, y: balls.y[i]! }, radius: balls.radius[i]!,
                velocity: { x: balls.vx[i]!, y: balls.vy[i]! },
            });
        }
    }

    clearBalls(): void {
        this.count = 0;
        this.state.fill(FREE);
    }

    /** Removes balls that went through a wall and returns their number. */
    removeEscaped(): number {
        const before = this.count;
        for (let i = before - 1; i >= 0; i--) {
            if (this.state[i] === ESCAPED) {
                this.removeBall(i);
            }
        }
        return before - this.count;
    }

    private removeBall(i: number): void {
        this.count--;
        for (const field of FIELDS) {
            this.balls[field].array[i] = this.balls[field].array[this.count]!;
        }
        this.state[i] = this.state[this.count]!;
    }

    /** True if the circle touches a wall that stands or swings. */
    touches(circle: Circle, rule: ContactRule = "closed-disc"): boolean {
        return this.scene.touches(circle, rule) ||
            this.swings.now.some((wall) => this.carom.touches(circle, wall, rule));
    }

    /** Moves balls out of walls that were added over them; removes those without space nearby. */
    settle(): { moved: number; removed: number } {
        const result = { moved: 0, removed: 0 };
        for (const i of this.overlapping().reverse()) {
            const ball = this.ball(i);
            const out = this.carom.depenetrate(ball, this.scene);
            if (out.found && !this.touches({ ...ball, center: out.center }, "open-disc")) {
                this.setBall(i, { ...ball, center: out.center });
                result.moved++;
            } else {
                this.removeBall(i);
                result.removed++;
            }
        }
        return result;
    }

    /** The indices of balls that overlap a wall by any depth, rising. */
    private overlapping(): number[] {
        const inSwings = this.overlappingSwings();
        if (this.scene.count === 0 || this.count === 0) {
            return inSwings;
        }
        const { x, y, radius } = this.balls;
        const circles = { x, y, radius, count: this.count };
        const { offsets } = this.scene.touchingBatch(circles, "open-disc");
        if (offsets[this.count] === 0) {
            return inSwings;
        }
        const found = new Set(inSwings);
        for (let i = 0; i < this.count; i++) {
            if (offsets[i + 1]! > offsets[i]!) {
                found.add(i);
            }
        }
        return [...found].sort((p, q) => p - q);
    }

    private overlappingSwings(): number[] {
        const found: number[] = [];
        const { now } = this.swings;
        const boxes = now.map((wall) => this.carom.wallBox(wall));
        for (let i = 0; boxes.length > 0 && i < this.count; i++) {
            const [x, y] = [this.x[i]!, this.y[i]!];
            // Twice the radius is more than rounding can take away.
            const reach = 2 * this.radius[i]!;
            const inOne = boxes.some(({ min, max }, k) =>
                x > min.x - reach && x < max.x + reach && y > min.y - reach && y < max.y + reach &&
                this.carom.touches(this.ball(i), now[k]!, "open-disc"));
            if (inOne) {
                found.push(i);
            }
        }
        return found;
    }

    // ---- frames ----

    /** For a frame in which the swings move so; by default they stand. */
    moveSettings(rules: TableRules, movingWalls = this.swings.moves(0)): MoveSettings {
        return {
            walls: this.scene,
            movingWalls,
            response: bounce(rules.restitution, rules.friction),
            gravity: rules.gravity,
            maxContacts: Math.round(this.contactsMost),
        };
    }

    /**
     * Simulates a frame of `time`, in which the swings move for `seconds`. Only rules.published
     * needs `classic`; the swings stand then.
     */
    step(time: number, seconds: number, rules: TableRules, classic?: Classic): void {
        const moves = this.swings.moves(rules.published ? 0 : seconds);
        if (this.count === 0 || (rules.published && classic === undefined)) {
            this.watched = 0;
            this.moveSwings(moves, rules, seconds);
            return;
        }
        this.paths.clear();
        const start = performance.now();
        if (rules.published) {
            this.stepPublished(time, rules, classic!);
        } else {
            this.stepExact(time, this.moveSettings(rules, moves));
            this.planContacts(performance.now() - start);
        }
        this.moveSwings(moves, rules, seconds);
        this.removeCrushed();
        this.checkPlaces();
    }

    private moveSwings(moves: readonly MovingWall[], rules: TableRules, seconds: number): void {
        this.swings.moved(moves, rules.published ? 0 : seconds);
    }

    /** Takes away balls without a place between a swing and another wall. */
    private removeCrushed(): void {
        for (let i = this.count - 1; this.crushedNow > 0 && i >= 0; i--) {
            if (this.kinds[i] === CRUSHED) {
                this.kinds[i] = 0;
                this.removeBall(i);
                this.crushed++;
                this.crushedNow--;
            }
        }
    }

    private stepExact(time: number, settings: MoveSettings): void {
        const n = this.count;
        const watched = Math.min(this.watchNext, n);
        const from = watched === n || this.watchFrom >= n ? 0 : this.watchFrom;
        const to = Math.min(from + watched, n);
        this.moveUnwatched(0, from, time, settings);
        this.moveUnwatched(to, n, time, settings);
        const start = performance.now();
        for (let i = from; i < to; i++) {
            this.moveWatched(i, time, settings);
        }
        this.checkGathered(false);
        this.watched = to - from;
        this.watchFrom = to;
        this.planWatch(performance.now() - start);
    }

    private moveUnwatched(from: number, to: number, time: number, settings: MoveSettings): void {
        if (from < to) {
            const part = (field: Field) => this.balls[field].array.subarray(from, to);
            const moved = this.carom.moveBatch({
                x: part("x"), y: part("y"), radius: part("radius"), vx: part("vx"), vy: part("vy"),
            }, time, settings, this.kinds.subarray(from, to));
            this.contacts += moved.contacts;
            this.crushedNow += moved.crushed;
        }
    }

    private moveWatched(i: number, time: number, settings: MoveSettings): void {
        const before = this.ball(i);
        const motion = this.carom.moveBall(before, time, settings);
        const { movingWalls = [] } = settings;
        let at = motion.freed ?? before.center;
        for (const leg of motion.legs) {
            this.paths.add(i, leg.from, leg.to, before.radius);
            at = leg.to;
            if (!isClearOfMoving(this.carom, movingWalls, leg, before.radius)) {
                this.countEscape(i, leg.from, leg.to);
            }
        }
        // The end is checked as it is drawn, independent of the reported positions.
        this.paths.add(i, at, motion.ball.center, before.radius);
        this.contacts += motion.contacts;
        this.setBall(i, motion.ball);
        if (motion.kind === "crushed") {
            this.kinds[i] = CRUSHED;
            this.crushedNow++;
        }
    }

    private planContacts(spent: number): void {
        const change = Math.min(Math.max(MOVE_BUDGET_MS / Math.max(spent, 0.01), 0.5), 1.2);
        const next = this.contactsMost * change;
        this.contactsMost = Math.min(Math.max(next, CONTACTS_LEAST), CONTACTS_MOST);
    }

    private planWatch(spent: number): void {
        const fitting = (this.watched * WATCH_BUDGET_MS) / Math.max(spent, 0.01);
        // Move half way to the new value, because single frames are noisy.
        const next = Math.round((this.watchNext + fitting) / 2);
        this.watchNext = Math.min(Math.max(next, WATCHED_LEAST), BALLS_MAX);
    }

    private stepPublished(time: number, rules: TableRules, classic: Classic): void {
        for (let i = 0; i < this.count; i++) {
            const before = this.ball(i);
            const moved = movePublished(
                this.carom, classic, this.scene, before, time, rules.gravity);
            const { center, velocity } = moved.ball;
            if (!Number.isFinite(center.x + center.y + velocity.x + velocity.y)) {
                continue;
            }
            let at = before.center;
            for (const place of moved.places) {
                this.paths.add(i, at, place, before.radius);
                at = place;
            }
            this.contacts += moved.contacts;
            this.setBall(i, moved.ball);
        }
        this.watched = this.count;
        this.checkGathered(true);
    }

    private checkGathered(centersOnly: boolean): void {
        checkWays(this.carom, this.scene, this.paths, centersOnly,
            (i, from, to) => this.countEscape(i, from, to));
    }

    private countEscape(i: number, from: Vec2, to: Vec2): void {
        this.escapes++;
        const move = { x: to.x - from.x, y: to.y - from.y };
        const hit = this.scene.sweep({ center: from, radius: 0 }, move);
        this.exits.push(hit?.sweep.point ?? from);
        if (this.exits.length > EXITS_MOST) {
            this.exits.shift();
        }
        this.state[i] = ESCAPED;
    }

    /** Balls that are in a wall now and were not before count as overlaps. */
    private checkPlaces(): void {
        const now = this.overlapping();
        const inWall = new Set(now);
        for (const i of now) {
            if (this.state[i] === FREE) {
                this.overlaps++;
                this.state[i] = IN_WALL;
            }
        }
        for (let i = 0; i < this.count; i++) {
            if (this.state[i] === IN_WALL && !inWall.has(i)) {
                this.state[i] = FREE;
            }
        }
    }
}
