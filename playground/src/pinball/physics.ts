// Moves the balls of the pinball table through a piece of time: among the still walls, the moving
// parts and each other. The only file that calls the library's mover.
// Method: one step of a crowd that lives as long as the table. If a part would crush a ball, all
// balls go back and the parts stand still for that piece of time. Room: playground.
import {
    bounce, dot, moving, movingWallAt, movingWallTo, pass, scale, slide, sub,
    type Ball, type Carom, type Crowd, type Impact, type Leg, type MovingWall, type Response,
    type Scene, type Vec2, type Wall, type WallId,
} from "carom";
import { PIECES, maskWithout, type PieceKind } from "./layout.ts";
import type { Part, PartKind } from "./parts.ts";

export interface Hit {
    readonly ball: number;
    /** A piece of the layout, or a part. */
    readonly kind: PieceKind | PartKind;
    /** The index of the piece or of the part. */
    readonly index: number;
    readonly point: Vec2;
    readonly normal: Vec2;
    /** The speed at which ball and wall approached each other. */
    readonly speed: number;
}

/** A straight piece of the path of a ball, and the fractions of the step at its ends. */
export interface BallLeg extends Leg { readonly ball: number }

const GRAVITY: Vec2 = { x: 0, y: -190 };
const SPEED_MOST = 900;

const MATERIALS: Record<PieceKind | PartKind, Response> = {
    rail: bounce(0.45, 0.02),
    rubber: bounce(0.7, 0.02),
    bumper: bounce(0.8),
    sling: bounce(0.75),
    gate: bounce(0.25),
    target: bounce(0.5),
    floor: bounce(0.1),
    lane: pass(),
    flipper: bounce(0.45, 0.05),
    plunger: slide(),
    turnstile: bounce(0.6),
};
/** Of two balls. */
const RESTITUTION = 0.9;

export class Physics {
    readonly scene: Scene;
    readonly balls: Ball[] = [];
    readonly hits: Hit[] = [];
    readonly legs: BallLeg[] = [];
    /** How the parts moved in the last step. */
    partMoves: readonly MovingWall[] = [];
    contacts = 0;
    /** How often the parts had to wait for a ball. */
    stalls = 0;
    /** The targets that are down, as bits. */
    targetsDown = 0;
    /** The walls that the parts are now, as the library left them. */
    partWalls: readonly Wall[];

    private readonly crowd: Crowd;
    private targetsBefore = 0;

    constructor(private readonly carom: Carom, private readonly parts: readonly Part[]) {
        this.crowd = carom.createCrowd();
        this.scene = carom.createScene(PIECES.map(({ wall }) => wall));
        this.partWalls = parts.map((part) => {
            const [a, b] = part.ends(part.state);
            return { a, b, radius: part.radius };
        });
    }

    free(): void {
        this.crowd.free();
        this.scene.free();
    }

    /** Takes a ball away; the last one gets its index. */
    removeBall(i: number): void {
        const last = this.balls.pop();
        if (last !== undefined && i < this.balls.length) {
            this.balls[i] = last;
        }
        this.crowd.remove(i);
    }

    /** True if no ball touches a piece of that kind, standing or not. */
    isFree(kind: PieceKind): boolean {
        const walls = PIECES.filter((piece) => piece.kind === kind).map(({ wall }) => wall);
        return this.balls.every((ball) =>
            walls.every((wall) => !this.carom.touches(ball, wall)));
    }

    /** Moves all balls for a time in which no part changes its speed. */
    step(time: number): void {
        if (this.targetsDown !== this.targetsBefore) {
            this.targetsBefore = this.targetsDown;
            this.crowd.wake();
        }
        const next = this.parts.map((part) => part.after(time));
        const moves = this.partWalls.map((wall, i) =>
            movingWallTo(wall, ...this.parts[i]!.ends(next[i]!)));
        const before = [...this.balls];
        if (this.moveAll(time, moves)) {
            this.parts.forEach((part, i) => { part.state = next[i]!; });
            this.partWalls = moves.map((wall) => movingWallAt(wall, 1));
            return;
        }
        this.stalls++;
        before.forEach((ball, i) => {
            // A ball keeps the speed that it was given: so it makes way.
            this.balls[i] = { ...ball, velocity: this.balls[i]!.velocity };
        });
        this.moveAll(time, this.partWalls.map((wall) => moving(wall, NONE)));
    }

    /** False if a ball was crushed. */
    private moveAll(time: number, moves: readonly MovingWall[]): boolean {
        const column = (of: (ball: Ball) => number) => Float64Array.from(this.balls, of);
        this.partMoves = moves;
        this.hits.length = this.legs.length = 0;
        const { crushed } = this.crowd.step({
            x: column(({ center }) => center.x), y: column(({ center }) => center.y),
            radius: column(({ radius }) => radius),
            vx: column(({ velocity }) => velocity.x), vy: column(({ velocity }) => velocity.y),
        }, time, {
            walls: this.scene,
            movingWalls: moves,
            filter: { mask: maskWithout(this.targetsDown) },
            gravity: GRAVITY,
            ballRestitution: RESTITUTION,
            respond: ({ id }) => MATERIALS[this.thingAt(id).kind],
            onImpact: (impact, ball) => this.note(impact, ball),
            onLeg: (leg, ball) => this.legs.push({ ...leg, ball }),
            onMotion: ({ ball, contacts }, i) => {
                this.balls[i] = { ...ball, velocity: limited(ball.velocity) };
                this.contacts += contacts;
            },
        });
        return crushed === 0;
    }

    private thingAt({ isMoving, index }: WallId): { readonly kind: PieceKind | PartKind } {
        return isMoving ? this.parts[index]! : PIECES[index]!;
    }

    private note(impact: Impact, ball: number): void {
        const { id, normal, before, wallVelocity, point } = impact;
        const { kind } = this.thingAt(id);
        const speed = -dot(sub(before, wallVelocity), normal);
        this.hits.push({ ball, kind, index: id.index, point, normal, speed });
    }
}

const NONE: Vec2 = { x: 0, y: 0 };

function limited(velocity: Vec2): Vec2 {
    const speed = Math.hypot(velocity.x, velocity.y);
    return speed > SPEED_MOST ? scale(velocity, SPEED_MOST / speed) : velocity;
}
