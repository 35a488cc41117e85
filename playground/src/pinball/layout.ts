// The pinball table: every still wall with what it is. y points up; the table is 108 wide and 200
// high, and a ball has the radius 2.6, so a unit is about 5 mm of a real table. Room: playground.
import { capsule, post, segment, type Vec2, type Wall } from "carom";

export const BALL_RADIUS = 2.6;
export const WIDTH = 108;
export const HEIGHT = 200;
/** The wall between the field and the plunger lane. */
export const LANE_X = 100;
/** Balls whose centres are below this line are lost. */
export const DRAIN_Y = 5;

export type PieceKind =
    | "rail" | "rubber" | "bumper" | "sling" | "gate" | "target" | "lane" | "floor";

export interface Piece {
    readonly wall: Wall;
    readonly kind: PieceKind;
    /** Counts the pieces of a kind: target 0 to 3, bumper 0 to 2. Of lanes: an index of LANES. */
    readonly id: number;
}

/** Category bits. Every target has a bit of its own: a target that is down is masked out. */
const SOLID = 1;
const SENSOR = 2;
const FIRST_TARGET = 256;
export const ALL_PIECES = 0xffffffff;

export const TARGETS = 4;

/** The filter mask that leaves out the targets of a bit set. */
export function maskWithout(down: number): number {
    return (ALL_PIECES ^ (down * FIRST_TARGET)) >>> 0;
}

/** What rolling over a sensor means: a letter at the top, or a way at a side. */
export interface Lane {
    readonly name: "letter" | "inlane" | "outlane" | "orbit";
    readonly letter: number;
    readonly a: Vec2;
    readonly b: Vec2;
}

export const LETTERS = "CAROM";

/** Where the round top begins. */
export const DOME = { center: { x: 54, y: 146 }, radius: 54 };

/** True if the centre of a ball is where none can come but through a wall. */
export function isOutside({ x, y }: Vec2): boolean {
    const { center, radius } = DOME;
    const isInDome = y <= center.y || Math.hypot(x - center.x, y - center.y) < radius;
    return !(x > 0 && x < WIDTH && y > 0 && isInDome);
}

const at = (x: number, y: number): Vec2 => ({ x, y });
const mirrored = (p: Vec2): Vec2 => at(LANE_X - p.x, p.y);

/** Points of a circle from one angle to the other, in degrees. */
function arc(center: Vec2, radius: number, from: number, to: number, steps: number): Vec2[] {
    return Array.from({ length: steps + 1 }, (_, i) => {
        const turn = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
        return at(center.x + radius * Math.cos(turn), center.y + radius * Math.sin(turn));
    });
}

const lines = (points: readonly Vec2[], radius: number): Wall[] =>
    points.slice(1).map((p, i) => capsule(points[i]!, p, radius));

/** The letter lanes: their middle, width and height. */
const LETTER_FROM = 28.5;
const LETTER_WIDTH = 8.6;
const LETTER_Y = 152;

function letterLanes(): Lane[] {
    return Array.from(LETTERS, (_, i) => {
        const x = LETTER_FROM + LETTER_WIDTH * i;
        const y = LETTER_Y + 4;
        return { name: "letter", letter: i, a: at(x + 1.6, y), b: at(x + LETTER_WIDTH - 1.6, y) };
    });
}

function sideLane(name: Lane["name"], a: Vec2, b: Vec2): Lane[] {
    return [
        { name, letter: -1, a, b },
        { name, letter: -1, a: mirrored(b), b: mirrored(a) },
    ];
}

export const LANES: readonly Lane[] = [
    ...letterLanes(),
    ...sideLane("inlane", at(9.4, 55), at(15.4, 55)),
    ...sideLane("outlane", at(1, 50), at(6.6, 50)),
    ...sideLane("orbit", at(1, 136), at(11.5, 136)),
];

export const BUMPERS: readonly { center: Vec2; radius: number }[] = [
    { center: at(37, 127), radius: 6 },
    { center: at(63, 127), radius: 6 },
    { center: at(50, 109), radius: 6 },
];

/** The rubber triangle above a flipper; its last side kicks. */
const SLING: readonly Vec2[] = [at(29.5, 41), at(17, 49), at(17, 64)];

/** The posts that lead a ball along a side: closer to each other than a ball is wide. */
function postRow(from: Vec2, bend: Vec2, to: Vec2, count: number): Vec2[] {
    return Array.from({ length: count }, (_, i) => {
        const t = i / (count - 1);
        const s = 1 - t;
        return at(s * s * from.x + 2 * s * t * bend.x + t * t * to.x,
            s * s * from.y + 2 * s * t * bend.y + t * t * to.y);
    });
}

export const POSTS: readonly Vec2[] = [
    ...postRow(at(12, 120), at(15, 140), at(14, 158), 10),
    ...postRow(at(82, 84), at(90, 112), at(86, 142), 15),
];
const POST_RADIUS = 1.1;

function rails(): Wall[] {
    const dome = arc(DOME.center, DOME.radius, 0, 180, 36);
    const guide = [at(8, 62), at(8, 44), at(29, 30.4)];
    return [
        ...lines([at(WIDTH, 0), ...dome, at(0, 0)], 0),
        capsule(at(LANE_X, 0), at(LANE_X, 140), 0.6),
        ...lines(guide, 0.6), ...lines(guide.map(mirrored), 0.6),
        ...Array.from({ length: LETTERS.length + 1 }, (_, i) => {
            const x = LETTER_FROM + LETTER_WIDTH * i;
            return capsule(at(x, LETTER_Y), at(x, LETTER_Y + 8), 1);
        }),
    ];
}

function rubbers(): Wall[] {
    const backs = [SLING, SLING.map(mirrored)].flatMap((sling) => lines(sling, 0.8));
    return [
        ...POSTS.map((p) => post(p, POST_RADIUS)),
        ...backs,
    ];
}

/**
 * From a's right to its left a ball passes: up out of the lane, and up the left orbit. The lower
 * ends are tangents of the walls there, or a ball would come to rest at them.
 */
const GATES: readonly Wall[] = [
    { ...segment(at(99.6, 140.45), at(WIDTH, 147.8)), oneSided: true },
    { ...segment(at(4.06, 166.9), at(14.66, 158.88)), oneSided: true },
];

function targetWall(id: number): Wall {
    const y = 86 + 7.4 * id;
    return capsule(at(4, y), at(4, y + 5), 0.9);
}

function pieces(): Piece[] {
    const of = (kind: PieceKind, walls: readonly Wall[], category = SOLID): Piece[] =>
        walls.map((wall, id) => ({ wall: { ...wall, category }, kind, id }));
    const [top, bottom] = [SLING[2]!, SLING[0]!];
    return [
        ...of("rail", rails()),
        ...of("rubber", rubbers()),
        ...of("bumper", BUMPERS.map(({ center, radius }) => post(center, radius))),
        ...of("sling", [
            capsule(top, bottom, 0.8), capsule(mirrored(top), mirrored(bottom), 0.8),
        ]),
        ...of("gate", GATES),
        ...Array.from({ length: TARGETS }, (_, id) => of("target", [targetWall(id)],
            FIRST_TARGET << id).map((piece) => ({ ...piece, id }))).flat(),
        ...of("lane", LANES.map(({ a, b }) => segment(a, b)), SENSOR),
        ...of("floor", [segment(at(0, 0), at(WIDTH, 0))]),
    ];
}

export const PIECES: readonly Piece[] = pieces();
