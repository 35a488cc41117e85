// Walls of the tab Table that slide or turn back and forth.
// Method: a swing is a wall at rest and where it goes; its phase goes from 0 to 1 and back like a
// pendulum. A wall that is dragged at an end turns about the other end, else it slides. What the
// library has moved is the truth, so its ends are kept, and each frame goes on from there.
// Room: playground.
import {
    movingWallAt, movingWallTo, type Carom, type MovingWall, type Vec2, type Wall,
} from "carom";
import { wall as paintWall } from "../paint.ts";
import type { View } from "../view.ts";

/** Seconds from the wall's place to the other end and back. */
const PERIOD = 4;
/** The parts of a wall at its ends by which it is turned. */
const END_PART = 0.25;

export interface Swing {
    /** The wall at rest. */
    readonly wall: Wall;
    /** The displacement of a wall that slides. */
    readonly slide?: Vec2;
    /** The angle of a wall that turns, in radians, and the end that stays. */
    readonly turn?: { readonly about: "a" | "b"; readonly angle: number };
}

function turned(p: Vec2, about: Vec2, angle: number): Vec2 {
    const x = p.x - about.x;
    const y = p.y - about.y;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return { x: about.x + x * c - y * s, y: about.y + x * s + y * c };
}

/** The wall at a phase from 0, at rest, to 1. */
export function wallAtPhase({ wall, slide, turn }: Swing, phase: number): Wall {
    if (phase === 0) {
        return wall;
    }
    if (turn !== undefined) {
        const { about, angle } = turn;
        const end = about === "a" ? "b" : "a";
        return { ...wall, [end]: turned(wall[end], wall[about], angle * phase) };
    }
    const { x, y } = slide ?? { x: 0, y: 0 };
    const shifted = (p: Vec2): Vec2 => ({ x: p.x + x * phase, y: p.y + y * phase });
    return { ...wall, a: shifted(wall.a), b: shifted(wall.b) };
}

/** The swing of a wall that was grabbed at one point and dragged to another. */
export function swingOf(carom: Carom, wall: Wall, from: Vec2, to: Vec2): Swing {
    const { along } = carom.contact({ center: from, radius: 0 }, wall);
    const isPoint = wall.a.x === wall.b.x && wall.a.y === wall.b.y;
    const isSegment = (wall.extent ?? "segment") === "segment";
    const about = along > 1 - END_PART ? "a" : along < END_PART ? "b" : undefined;
    if (about === undefined || isPoint || !isSegment) {
        return { wall, slide: { x: to.x - from.x, y: to.y - from.y } };
    }
    const pivot = wall[about];
    const direction = (p: Vec2): number => Math.atan2(p.y - pivot.y, p.x - pivot.x);
    const angle = direction(to) - direction(from);
    // The shorter way round.
    return { wall, turn: { about, angle: angle - 2 * Math.PI * Math.round(angle / 2 / Math.PI) } };
}

/** The walls of all swings now, and how they move in a frame. */
export class Swings {
    private list: readonly Swing[] = [];
    private times = new Map<Swing, number>();
    private walls: Wall[] = [];

    get now(): readonly Wall[] {
        return this.walls;
    }

    /** Where these would be: those that swing already are where they are. */
    places(list: readonly Swing[]): Wall[] {
        const places = new Map(this.list.map((swing, i) => [swing, this.walls[i]!]));
        return list.map((swing) => places.get(swing) ?? swing.wall);
    }

    set(list: readonly Swing[]): void {
        this.walls = this.places(list);
        this.times = new Map(list.map((swing) => [swing, this.times.get(swing) ?? 0]));
        this.list = list;
    }

    /** The walls as they move in the next `seconds`; with 0 they stand. */
    moves(seconds: number): MovingWall[] {
        return this.list.map((swing, i) => {
            const wall = this.walls[i]!;
            const phase = phaseAt(this.times.get(swing)! + seconds);
            const to = seconds === 0 ? wall : wallAtPhase(swing, phase);
            return movingWallTo(wall, to.a, to.b);
        });
    }

    /** The walls have moved so. */
    moved(moves: readonly MovingWall[], seconds: number): void {
        this.walls = moves.map((wall) => movingWallAt(wall, 1));
        this.list.forEach((swing) => this.times.set(swing, this.times.get(swing)! + seconds));
    }
}

const phaseAt = (seconds: number): number =>
    (1 - Math.cos((2 * Math.PI * seconds) / PERIOD)) / 2;

/** The swinging walls, and while one is dragged, where it will go. */
export function paintSwings(
    c: CanvasRenderingContext2D, view: View, walls: readonly Wall[], draft: Swing | undefined,
): void {
    for (const wall of walls) {
        paintWall(c, view, wall, { color: "accent" });
    }
    if (draft !== undefined) {
        for (const phase of [0.5, 1]) {
            paintWall(c, view, wallAtPhase(draft, phase), { color: "accent", width: 1.5 });
        }
    }
}
