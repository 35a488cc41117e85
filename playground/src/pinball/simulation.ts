// The pinball game without drawing: time, balls, kicks, and counts of what must not happen.
// Method: a frame is cut into equal steps, and a step where a part changes its speed. After each
// piece the rules hear of the hits, bumpers and slings kick, lost balls are taken away, and all
// paths and places are checked independently. Room: playground.
import { add, scale, type Ball, type Carom, type Vec2 } from "carom";
import { randomFrom } from "../random.ts";
import { autoplay } from "./autoplay.ts";
import { Check } from "./check.ts";
import { BALL_RADIUS, DRAIN_Y, LANE_X, PIECES } from "./layout.ts";
import { PLUNGER_REST, makeParts } from "./parts.ts";
import { Physics, type BallLeg, type Hit } from "./physics.ts";
import { BALLS_MOST, Rules, type GameSound } from "./rules.ts";

export interface Counts {
    contacts: number;
    escapes: number;
    overlaps: number;
    /** Seconds of the game. */
    time: number;
}

/** The usual length of a step. A fast table has longer ones: there are at most so many a frame. */
const STEP = 1 / 240;
export const STEPS = { least: 8, most: 32 };
/**
 * How far from its arc the tip of a flipper may be: about a hundredth of a ball, and more in the
 * long steps of a fast table.
 */
const TOLERANCE = { usual: 0.03, fast: 0.25 };
/** A ball as slow as this for so many seconds lies somewhere: the machine kicks it. */
const SLOW = 4;
const SEARCH_TIME = 6;
/** The speed that a bumper or a sling adds, and the approach from which it does. */
const KICKS = { bumper: 130, sling: 120 } as const;
const KICK_FROM = { bumper: 4, sling: 35 } as const;
/** Seconds in which a ball sets off the same sensor only once. */
const LANE_PAUSE = 0.4;
const FLASH_TIME = 0.16;
const NUDGES: Record<"left" | "right" | "up", Vec2> = {
    left: { x: -34, y: 10 }, right: { x: 34, y: 10 }, up: { x: 0, y: 30 },
};
/** The wait of the machine before it launches a ball. */
const SERVE_TIME = 0.5;

export class Simulation {
    readonly parts = makeParts();
    readonly rules: Rules;
    readonly physics: Physics;
    /** Until when, in seconds of the game, a piece is lit after a hit. */
    readonly flashes = new Float64Array(PIECES.length);
    isAutoplay = false;
    /** From STEPS.least to STEPS.most, as the time of a frame allows. */
    stepsMost = STEPS.most;

    private readonly check: Check;
    private readonly random = randomFrom(54);
    private readonly lanesUntil = new Map<string, number>();
    private readonly frameLegs: BallLeg[] = [];
    private launchAt = 0;
    private restedFor = 0;
    private wasInLane = false;

    constructor(carom: Carom, private readonly sound: (sound: GameSound) => void) {
        this.rules = new Rules(sound);
        this.physics = new Physics(carom, this.parts.all);
        this.check = new Check(carom, this.physics);
    }

    free(): void {
        this.physics.free();
    }

    get time(): number {
        return this.rules.time;
    }

    get balls(): readonly Ball[] {
        return this.physics.balls;
    }

    counts(): Counts {
        return {
            contacts: this.physics.contacts, escapes: this.check.escapes,
            overlaps: this.check.overlaps, time: this.rules.time,
        };
    }

    restart(): void {
        this.physics.balls.length = 0;
        this.physics.targetsDown = 0;
        this.rules.restart();
        this.launchAt = 0;
    }

    // ---- controls ----

    flip(side: "left" | "right", isHeld: boolean): void {
        const flipper = this.parts[side];
        if (isHeld && !flipper.isHeld && !this.rules.isTilted) {
            this.rules.turnLetters(side === "left" ? -1 : 1);
        }
        flipper.isHeld = isHeld && !this.rules.isTilted && this.rules.stage === "play";
    }

    nudge(way: "left" | "right" | "up"): void {
        if (this.rules.nudge()) {
            this.physics.balls.forEach((ball, i) => {
                this.setVelocity(i, add(ball.velocity, NUDGES[way]));
            });
        } else {
            this.dropFlippers();
        }
    }

    private dropFlippers(): void {
        this.flip("left", false);
        this.flip("right", false);
    }

    /** Lets go of everything that the page held when it played. */
    stopAutoplay(): void {
        this.isAutoplay = false;
        this.dropFlippers();
        this.launch();
    }

    /** The machine draws the plunger back and lets it go. */
    launchByMachine(): void {
        this.rules.isAutomatic = true;
    }

    /** A ball waits on the plunger. */
    get isReady(): boolean {
        return this.balls.some(isOnPlunger);
    }

    // ---- time ----

    /** The paths of the balls in the last frame. */
    get legs(): readonly BallLeg[] {
        return this.frameLegs;
    }

    /** Goes on by `seconds` of the game, whatever they are. */
    advance(seconds: number): void {
        this.frameLegs.length = 0;
        const steps = Math.min(Math.max(Math.ceil(seconds / STEP - 1e-6), 1),
            Math.floor(this.stepsMost));
        for (let i = 0; i < steps; i++) {
            this.step(seconds / steps);
        }
    }

    private step(seconds: number): void {
        this.serve();
        if (this.isAutoplay) {
            autoplay(this, this.random);
        }
        this.playMachine();
        const tolerance = seconds > 2 * STEP ? TOLERANCE.fast : TOLERANCE.usual;
        let left = seconds;
        while (left > 0) {
            const piece = this.parts.all.reduce((time, part) => part.piece(time, tolerance), left);
            this.movePiece(piece);
            left = piece < left ? left - piece : 0;
        }
    }

    private movePiece(seconds: number): void {
        const { physics, rules } = this;
        physics.targetsDown = rules.targets;
        this.check.begin();
        physics.step(seconds);
        this.check.end();
        rules.advance(seconds);
        this.frameLegs.push(...physics.legs);
        physics.hits.forEach((hit) => this.hear(hit));
        this.raiseTargets();
        this.drain();
        this.watchLane();
        this.search(seconds);
    }

    // ---- what balls do ----

    private hear(hit: Hit): void {
        const { rules } = this;
        if (hit.kind === "turnstile" && hit.speed > 8) {
            rules.hitTurnstile();
        }
        const piece = PIECES[hit.index];
        if (piece === undefined || piece.kind !== hit.kind) {
            return;
        }
        const { kind, id } = piece;
        if (kind === "lane") {
            const key = `${hit.ball} ${id}`;
            if ((this.lanesUntil.get(key) ?? 0) <= rules.time) {
                rules.rollOver(id);
                this.flashes[hit.index] = rules.time + FLASH_TIME;
            }
            this.lanesUntil.set(key, rules.time + LANE_PAUSE);
        } else if (kind === "bumper" || kind === "sling") {
            if (hit.speed > KICK_FROM[kind] && !rules.isTilted) {
                const kick = scale(hit.normal, KICKS[kind]);
                this.setVelocity(hit.ball, add(this.balls[hit.ball]!.velocity, kick));
                this.flashes[hit.index] = rules.time + FLASH_TIME;
                rules.hit(kind, id);
            }
        } else {
            rules.hit(kind, id);
        }
    }

    private setVelocity(i: number, velocity: Vec2): void {
        const ball = this.physics.balls[i];
        if (ball !== undefined) {
            this.physics.balls[i] = { ...ball, velocity };
        }
    }

    /** The targets go up together, when no ball is in their way. */
    private raiseTargets(): void {
        if (this.rules.wantsTargets && this.physics.isFree("target")) {
            this.rules.raiseTargets();
        }
    }

    private drain(): void {
        const { balls } = this.physics;
        for (let i = balls.length - 1; i >= 0; i--) {
            if (balls[i]!.center.y < DRAIN_Y) {
                this.physics.removeBall(i);
                this.lanesUntil.clear();
                this.rules.drained(balls.length + this.rules.toServe);
            }
        }
    }

    private watchLane(): void {
        const isInLane = this.balls.some(isInLaneAtAll);
        if (this.wasInLane && !isInLane && this.balls.length > 0) {
            this.rules.launched();
        }
        this.wasInLane = isInLane;
    }

    /** Frees balls that lie somewhere else than on the plunger or on a flipper that is held. */
    private search(seconds: number): void {
        const { left, right } = this.parts;
        const isResting = this.balls.length > 0 && !left.isHeld && !right.isHeld &&
            this.balls.every((ball) => !isInLaneAtAll(ball) &&
                Math.hypot(ball.velocity.x, ball.velocity.y) < SLOW);
        this.restedFor = isResting ? this.restedFor + seconds : 0;
        if (this.restedFor > SEARCH_TIME) {
            this.restedFor = 0;
            this.physics.balls.forEach((_, i) => {
                const across = 120 * (this.random() - 0.5);
                this.setVelocity(i, { x: across, y: 80 + 80 * this.random() });
            });
        }
    }

    // ---- serving balls ----

    private serve(): void {
        const { rules, physics } = this;
        const isFull = physics.balls.length >= BALLS_MOST;
        if (rules.stage !== "play" || rules.toServe === 0 || isFull ||
            physics.balls.some(isInLaneAtAll)) {
            return;
        }
        rules.toServe--;
        physics.balls.push({
            center: { x: 104.2, y: PLUNGER_REST + 8 }, radius: BALL_RADIUS,
            velocity: { x: 0, y: 0 },
        });
        this.launchAt = rules.time + SERVE_TIME;
    }

    /** In multiball and after a saved ball the machine works the plunger. */
    private playMachine(): void {
        const { plunger } = this.parts;
        if (!this.rules.isAutomatic || !this.isReady || this.rules.time < this.launchAt) {
            return;
        }
        plunger.pull(1);
        this.launchWhenDrawn();
    }

    /** Launches if the plunger is drawn back as far as wanted. */
    launchWhenDrawn(): void {
        if (this.parts.plunger.hasArrived) {
            this.launch();
        }
    }

    launch(): void {
        const { plunger } = this.parts;
        if (plunger.isPulled) {
            if (this.isReady && plunger.pulled > 0.1) {
                this.sound("launch");
            }
            plunger.release();
            this.rules.isAutomatic = this.rules.toServe > 0;
        }
    }
}

const isInLaneAtAll = ({ center }: Ball): boolean => center.x > LANE_X && center.y < 146;

const isOnPlunger = (ball: Ball): boolean =>
    isInLaneAtAll(ball) && ball.center.y < PLUNGER_REST + 12 && Math.abs(ball.velocity.y) < 60;
