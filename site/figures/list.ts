// All figures, in the files that a page loads if it has one of them. Room: site.
import type { Figure } from "./figure.ts";

type Group = () => Promise<{ readonly FIGURES: readonly Figure[] }>;

export const GROUPS: Readonly<Record<string, Group>> = {
    balls: () => import("./balls.ts"),
    still: () => import("./lessons_still.ts"),
    moving: () => import("./lessons_moving.ts"),
    walls: () => import("./walls_that_move.ts"),
    many: () => import("./many_walls.ts"),
    exact: () => import("./why_exact.ts"),
    wrong: () => import("./wrong.ts"),
};
