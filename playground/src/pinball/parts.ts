// The moving walls of the pinball table: flippers, plunger and turnstile.
// Method: a part has one number, its state: an angle or a height. A frame is cut into pieces in
// which no part changes its speed or turns far, so that the chord on which the library moves the
// ends of a wall is near their arc. Room: playground.
import { turningFrames, type Vec2 } from "carom";

export type PartKind = "flipper" | "plunger" | "turnstile";

export interface Part {
    readonly kind: PartKind;
    readonly radius: number;
    state: number;
    /** The ends of the axis in a state. */
    ends(state: number): [Vec2, Vec2];
    /** The time for which it keeps its speed and its ends are near their arcs, at most `time`. */
    piece(time: number, tolerance: number): number;
    /** The state after a piece. */
    after(time: number): number;
}

/** Moves a state towards a goal at a speed. */
const towards = (state: number, goal: number, step: number): number =>
    state < goal ? Math.min(state + step, goal) : Math.max(state - step, goal);

export const FLIPPER_LENGTH = 15.5;
const FLIPPER_REST = (-30 * Math.PI) / 180;
const FLIPPER_UP = (32 * Math.PI) / 180;
/** Radians a second. */
const FLIP_SPEED = 24;
const FALL_SPEED = 16;

export class Flipper implements Part {
    readonly kind = "flipper";
    readonly radius = 1.7;
    state = FLIPPER_REST;
    isHeld = false;

    /** `side` is 1 for a flipper that points to the right from its pivot, else -1. */
    constructor(readonly pivot: Vec2, readonly side: 1 | -1) {}

    get isUp(): boolean {
        return this.state > 0;
    }

    ends(state: number): [Vec2, Vec2] {
        const { x, y } = this.pivot;
        const reach = this.side * FLIPPER_LENGTH;
        return [this.pivot,
            { x: x + reach * Math.cos(state), y: y + FLIPPER_LENGTH * Math.sin(state) }];
    }

    private get goal(): number {
        return this.isHeld ? FLIPPER_UP : FLIPPER_REST;
    }

    private get speed(): number {
        return this.isHeld ? FLIP_SPEED : FALL_SPEED;
    }

    piece(time: number, tolerance: number): number {
        const left = Math.abs(this.goal - this.state);
        const pieces = turningFrames(left, FLIPPER_LENGTH, tolerance);
        return left === 0 ? time : Math.min(time, left / pieces / this.speed);
    }

    after(time: number): number {
        return towards(this.state, this.goal, this.speed * time);
    }
}

export const PLUNGER_REST = 26;
export const PLUNGER_DEPTH = 15;
const PULL_SPEED = 22;
const LAUNCH_SPEED = 345;

export class Plunger implements Part {
    readonly kind = "plunger";
    readonly radius = 0.9;
    state = PLUNGER_REST;
    /** 0 to 1 while it is pulled, undefined when it is let go. */
    private wanted: number | undefined;
    private released = 0;

    /** How far it is drawn back, 0 to 1. */
    get pulled(): number {
        return (PLUNGER_REST - this.state) / PLUNGER_DEPTH;
    }

    get isPulled(): boolean {
        return this.wanted !== undefined;
    }

    /** It is drawn back as far as wanted. */
    get hasArrived(): boolean {
        return this.state === this.goal;
    }

    pull(wanted: number): void {
        this.wanted = Math.min(Math.max(wanted, 0), 1);
    }

    release(): void {
        if (this.wanted !== undefined) {
            this.wanted = undefined;
            this.released = this.pulled;
        }
    }

    ends(state: number): [Vec2, Vec2] {
        return [{ x: 101.8, y: state }, { x: 106.8, y: state }];
    }

    private get goal(): number {
        return PLUNGER_REST - (this.wanted ?? 0) * PLUNGER_DEPTH;
    }

    private get speed(): number {
        return this.wanted !== undefined ? PULL_SPEED : Math.max(this.released, 0.1) * LAUNCH_SPEED;
    }

    piece(time: number): number {
        const left = Math.abs(this.goal - this.state);
        return left === 0 ? time : Math.min(time, left / this.speed);
    }

    after(time: number): number {
        return towards(this.state, this.goal, this.speed * time);
    }
}

/** Radians a second. */
const TURNSTILE_SPEED = 1.6;
const TURNSTILE_HALF = 7.5;
/** The most that it turns in a piece: it is slower when the table is very fast. */
const TURNSTILE_MOST = 0.2;

export class Turnstile implements Part {
    readonly kind = "turnstile";
    readonly radius = 1;
    state = 0.4;

    constructor(readonly center: Vec2) {}

    ends(state: number): [Vec2, Vec2] {
        const x = TURNSTILE_HALF * Math.cos(state);
        const y = TURNSTILE_HALF * Math.sin(state);
        const { center } = this;
        return [{ x: center.x - x, y: center.y - y }, { x: center.x + x, y: center.y + y }];
    }

    piece(time: number): number {
        return time;
    }

    after(time: number): number {
        return this.state + Math.min(TURNSTILE_SPEED * time, TURNSTILE_MOST);
    }
}

export interface Parts {
    readonly left: Flipper;
    readonly right: Flipper;
    readonly plunger: Plunger;
    readonly turnstile: Turnstile;
    /** All of them; an index of this list names a part. */
    readonly all: readonly Part[];
}

export function makeParts(): Parts {
    const left = new Flipper({ x: 30.5, y: 28 }, 1);
    const right = new Flipper({ x: 69.5, y: 28 }, -1);
    const plunger = new Plunger();
    const turnstile = new Turnstile({ x: 50, y: 82 });
    return { left, right, plunger, turnstile, all: [left, right, plunger, turnstile] };
}
