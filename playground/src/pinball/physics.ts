// Moves the balls of the pinball table through a piece of time: among the still walls, the moving
// parts and each other. The only file that calls the library's mover.
// Method: the balls move one after the other. While one moves, the others stand still as round
// posts, and the parts move as they do for all. If a part would crush a ball against another, all
// balls go back and the parts stand still for that piece of time. Layer: playground.
import {
    add, bounce, dot, pass, post, scale, slide, sub,
    type Ball, type Carom, type Impact, type Leg, type MovingWall, type Response, type Scene,
    type Vec2,
} from "carom";
import { PIECES, maskWithout, type PieceKind } from "./layout.ts";
import type { Part, PartKind } from "./parts.ts";

export interface Hit {
    readonly ball: number;
    /** A piece of the layout, a part, or another ball. */
    readonly kind: PieceKind | PartKind | "ball";
    /** The index of the piece, of the part or of the ball. */
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
    /** The ends of the parts as the library left them. */
    private readonly ends: [Vec2, Vec2][];
    private owed: Vec2 = NONE;

    constructor(private readonly carom: Carom, private readonly parts: readonly Part[]) {
        this.scene = carom.createScene(PIECES.map(({ wall }) => wall));
        this.ends = parts.map((part) => part.ends(part.state));
    }

    free(): void {
        this.scene.free();
    }

    /** The walls that the parts are now. */
    partWalls(): { a: Vec2; b: Vec2; radius: number }[] {
        return this.ends.map(([a, b], i) => ({ a, b, radius: this.parts[i]!.radius }));
    }

    /** True if no ball touches a piece of that kind, standing or not. */
    isFree(kind: PieceKind): boolean {
        const walls = PIECES.filter((piece) => piece.kind === kind).map(({ wall }) => wall);
        return this.balls.every((ball) =>
            walls.every((wall) => !this.carom.touches(ball, wall)));
    }

    /** Moves all balls for a time in which no part changes its speed. */
    step(time: number): void {
        const next = this.parts.map((part) => part.after(time));
        const moves = this.movesTo(next);
        const before = [...this.balls];
        this.hits.length = this.legs.length = 0;
        if (this.moveAll(time, moves)) {
            this.parts.forEach((part, i) => { part.state = next[i]!; });
            moves.forEach(({ a, b, aMove, bMove }, i) => {
                this.ends[i] = [add(a, aMove), add(b, bMove)];
            });
            return;
        }
        this.stalls++;
        this.hits.length = this.legs.length = 0;
        before.forEach((ball, i) => {
            // A ball keeps the speed that it was given: so it makes way.
            this.balls[i] = { ...ball, velocity: this.balls[i]!.velocity };
        });
        this.moveAll(time, this.partWalls().map((wall) => ({ ...wall, aMove: NONE, bMove: NONE })));
    }

    private movesTo(states: readonly number[]): MovingWall[] {
        return this.partWalls().map((wall, i) => {
            const [a, b] = this.parts[i]!.ends(states[i]!);
            return { ...wall, aMove: sub(a, wall.a), bMove: sub(b, wall.b) };
        });
    }

    /** False if a ball was crushed. */
    private moveAll(time: number, moves: readonly MovingWall[]): boolean {
        this.partMoves = moves;
        return this.balls.every((_, i) => this.moveOne(i, time, moves));
    }

    private moveOne(i: number, time: number, parts: readonly MovingWall[]): boolean {
        const ball = this.balls[i]!;
        this.owed = NONE;
        const others = this.balls.map((_, j) => j).filter((j) => j !== i);
        const posts: MovingWall[] = others.map((j) => ({
            ...post(this.balls[j]!.center, this.balls[j]!.radius), aMove: NONE, bMove: NONE,
        }));
        const motion = this.carom.moveBall(ball, time, {
            walls: this.scene,
            movingWalls: [...parts, ...posts],
            filter: { mask: maskWithout(this.targetsDown) },
            gravity: GRAVITY,
            respond: (contact) => this.respond(i, others, contact),
        });
        this.balls[i] = { ...motion.ball, velocity: limited(add(motion.ball.velocity, this.owed)) };
        this.contacts += motion.contacts;
        motion.legs.forEach((leg) => this.legs.push({ ...leg, ball: i }));
        return motion.kind !== "crushed";
    }

    private respond(i: number, others: readonly number[], contact: Impact): Response {
        const { index, isMoving, normal, before, wallVelocity, point } = contact;
        const speed = -dot(sub(before, wallVelocity), normal);
        if (!isMoving) {
            const { kind } = PIECES[index]!;
            this.hits.push({ ball: i, kind, index, point, normal, speed });
            return MATERIALS[kind];
        }
        const part = this.parts[index];
        if (part !== undefined) {
            this.hits.push({ ball: i, kind: part.kind, index, point, normal, speed });
            return MATERIALS[part.kind];
        }
        const j = others[index - this.parts.length]!;
        this.hits.push({ ball: i, kind: "ball", index: j, point, normal, speed });
        return this.meet(j, before, normal);
    }

    /**
     * Two balls of one mass: the other ball takes what this one loses along the normal. The library
     * knows the other ball only as a post that stands, so what it cannot give is given afterwards.
     */
    private meet(j: number, velocity: Vec2, normal: Vec2): Response {
        const other = this.balls[j]!;
        const own = dot(velocity, normal);
        const speed = own - dot(other.velocity, normal);
        const given = speed < 0 ? ((1 + RESTITUTION) / 2) * speed : 0;
        this.balls[j] = { ...other, velocity: add(other.velocity, scale(normal, given)) };
        const share = (given - own) / own;
        if (share >= 0 && share <= 1) {
            return bounce(share);
        }
        this.owed = add(this.owed, scale(normal, own - given));
        return slide();
    }
}

const NONE: Vec2 = { x: 0, y: 0 };

function limited(velocity: Vec2): Vec2 {
    const speed = Math.hypot(velocity.x, velocity.y);
    return speed > SPEED_MOST ? scale(velocity, SPEED_MOST / speed) : velocity;
}
