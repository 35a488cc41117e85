// All figures, by name. Layer: site.
import type { Figure } from "./figure.ts";
import { BALLS_FIGURE } from "./balls.ts";
import { MANY_FIGURES } from "./many_walls.ts";
import { MOVING_FIGURES } from "./lessons_moving.ts";
import { STILL_FIGURES } from "./lessons_still.ts";
import { MOVING_WALL_FIGURES } from "./walls_that_move.ts";
import { EXACT_FIGURES } from "./why_exact.ts";
import { WRONG_FIGURES } from "./wrong.ts";

export const FIGURES: readonly Figure[] = [
    BALLS_FIGURE,
    ...STILL_FIGURES,
    ...MOVING_FIGURES,
    ...MOVING_WALL_FIGURES,
    ...MANY_FIGURES,
    ...EXACT_FIGURES,
    ...WRONG_FIGURES,
];
