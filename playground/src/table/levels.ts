// The levels of the table: the default table and a level of a real game.
// Room: playground.
import { capsule, post, segment, type Vec2, type Wall } from "carom";
import { readShapes, type BallTable, type WallTable } from "../wall_file.ts";
import { wallTable } from "./walls.ts";
import levelBalls from "../../../levels/freedoom1_e1m2_balls.csv" with { type: "text" };
import levelWalls from "../../../levels/freedoom1_e1m2_walls.csv" with { type: "text" };

/** Walls and balls in their own units. */
export interface Level {
    walls: WallTable;
    balls: BallTable | undefined;
    /** The radius of a ball that is added by hand. */
    radius: number;
}

const point = (x: number, y: number): Vec2 => ({ x, y });

/** A closed table with posts and capsules. */
export function startLevel(): Level {
    const corners = [point(0, 0), point(120, 0), point(120, 70), point(0, 70)];
    const sides = corners.map((p, i): Wall => segment(p, corners[(i + 1) % 4]!));
    return {
        walls: wallTable([
            ...sides,
            post(point(30, 35), 4), post(point(60, 18), 3), post(point(60, 52), 3),
            post(point(90, 35), 4),
            capsule(point(12, 14), point(22, 24), 1.5), capsule(point(108, 14), point(98, 24), 1.5),
            capsule(point(12, 56), point(22, 46), 1.5), capsule(point(108, 56), point(98, 46), 1.5),
            segment(point(45, 30), point(45, 40)), segment(point(75, 30), point(75, 40)),
        ]),
        balls: undefined,
        radius: 1.2,
    };
}

/** E1M2 of Freedoom and the first `count` of its thousand balls. */
export async function gameLevel(): Promise<Level> {
    const walls = await readShapes(levelWalls, "freedoom1_e1m2_walls.csv");
    const balls = await readShapes(levelBalls, "freedoom1_e1m2_balls.csv");
    if (walls.kind !== "walls" || balls.kind !== "balls") {
        throw new Error("the demo level is damaged");
    }
    return { walls: walls.walls, balls: balls.balls, radius: 8 };
}
