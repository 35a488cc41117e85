// The scene of the front page: balls that bounce between walls, two of which the reader moves.
// Room: site.
import type { MovingWall, Vec2, Wall } from "carom";
import {
    pointOf,
    type Animation,
    type Answers,
    type Figure,
    type Handle,
    type State,
} from "./figure.ts";
import type { Mark } from "./marks.ts";
import { minus } from "./parts.ts";

const BALLS = 24;
/** Seconds in a frame, and the speed of the balls in units a second. */
const FRAME = 1 / 60,
    SPEED = 9;
const SIZE: Vec2 = { x: 20, y: 9 };
const CORNERS: readonly Vec2[] = [{ x: 0, y: 0 }, { x: SIZE.x, y: 0 }, SIZE, { x: 0, y: SIZE.y }];
const BOX: readonly Wall[] = CORNERS.map((a, i) => ({ a, b: CORNERS[(i + 1) % 4] as Vec2 }));
const MOVABLE: readonly (readonly [string, string])[] = [
    ["a", "b"],
    ["d", "e"],
];

const point = (name: string, label: string): Handle => ({ kind: "point", name, label });

/** The walls that the reader moves. */
function movable(state: State): Wall[] {
    return MOVABLE.map(([a, b]) => ({ a: pointOf(state, a), b: pointOf(state, b) }));
}

class Balls implements Animation {
    private readonly balls;
    private readonly crowd;
    private walls: Wall[] | undefined;
    private contacts = 0;

    constructor(answers: Answers) {
        this.crowd = answers.carom.createCrowd();
        const column = (value: (i: number) => number): Float64Array =>
            Float64Array.from({ length: BALLS }, (_, i) => value(i));
        this.balls = {
            x: column((i) => 1.5 + 2.4 * (i % 8)),
            y: column((i) => 1.25 + 3.2 * Math.floor(i / 8)),
            radius: column((i) => 0.25 + 0.07 * (i % 4)),
            vx: column((i) => SPEED * Math.cos(2.4 * i)),
            vy: column((i) => SPEED * Math.sin(2.4 * i)),
        };
    }

    /** The walls move straight to where the reader has dragged them, and push the balls. */
    private step(state: State): void {
        const to = movable(state);
        const from = this.walls ?? to;
        const movingWalls = from.map((wall, i): MovingWall => {
            const end = to[i] as Wall;
            return { ...wall, aMove: minus(end.a, wall.a), bMove: minus(end.b, wall.b) };
        });
        this.crowd.step(this.balls, FRAME, {
            walls: [...BOX],
            movingWalls,
            response: { kind: "bounce", restitution: 1, friction: 0 },
            onImpact: () => this.contacts++,
            onBallImpact: () => this.contacts++,
        });
        this.walls = to;
        this.slowDown();
    }

    /** A wall that is dragged makes balls faster. Together they come back to their speed. */
    private slowDown(): void {
        const { vx, vy } = this.balls;
        const sum = vx.reduce((all, x, i) => all + x * x + (vy[i] as number) ** 2, 0);
        const factor = Math.min(Math.max(SPEED / Math.sqrt(sum / BALLS), 0.97), 1.03);
        for (let i = 0; i < BALLS; i++) {
            vx[i] = (vx[i] as number) * factor;
            vy[i] = (vy[i] as number) * factor;
        }
    }

    private outside(): number {
        const { x, y } = this.balls;
        return x.filter((cx, i) => {
            const cy = y[i] as number;
            return cx < 0 || cy < 0 || cx > SIZE.x || cy > SIZE.y;
        }).length;
    }

    frame(state: State): { marks: Mark[]; lines: string[] } {
        this.step(state);
        const { x, y, radius } = this.balls;
        const marks = Array.from(x, (cx, i): Mark => ({
            kind: "circle",
            center: { x: cx, y: y[i] as number },
            radius: radius[i] as number,
            look: "separate",
        }));
        return {
            marks,
            lines: [`${this.contacts} contacts; balls outside the box: ${this.outside()}`],
        };
    }
}

const balls: Figure = {
    name: "balls",
    title: "Balls that bounce in a box with two walls.",
    hint: "Drag the ends of the two walls, as fast as you can: no ball passes through.",
    window: { minX: -0.5, minY: -0.5, maxX: 20.5, maxY: 9.5 },
    grid: 0.125,
    start: {
        points: {
            a: { x: 5, y: 2.5 },
            b: { x: 8, y: 6.5 },
            d: { x: 12, y: 6.5 },
            e: { x: 15.5, y: 2.5 },
        },
        lengths: {},
    },
    handles: [
        point("a", "left end of the first wall"),
        point("b", "right end of the first wall"),
        point("d", "left end of the second wall"),
        point("e", "right end of the second wall"),
    ],
    numbers: () => ({}),
    draw: (state) => [...BOX, ...movable(state)].map((wall) => ({ kind: "wall", wall })),
    lines: () => [],
    animation: (answers) => new Balls(answers),
};

export const FIGURES: readonly Figure[] = [balls];
