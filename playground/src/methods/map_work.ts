// Computes an error map in slices of some milliseconds: a coarse map first, then finer ones, each
// row by row from the top. Method: a row is a map of its own in a window without height. It has the
// same centres as the whole map. Room: playground.
import type { Box, Vec2, Wall } from "carom";
import type { Classic, Method } from "carom/classic";

/** The query for every centre in the window. */
export interface MapQuestion {
    readonly method: Method;
    readonly radius: number;
    readonly move: Vec2;
    readonly wall: Wall;
    readonly window: Box;
    /** The size of the finest map. */
    readonly columns: number;
    readonly rows: number;
}

/** Added to a verdict where the exact answer is yes. */
export const TRUTH = 8;

/** One map. Rows below `done` are computed; row 0 is at the top. */
export interface Level {
    readonly columns: number;
    readonly rows: number;
    /** A verdict (0 right ... 4 invalid), plus TRUTH. */
    readonly cells: Uint8Array;
    done: number;
}

/** Pixels per cell, level by level. */
const CELL_SIZES = [12, 4, 1];

export class MapWork {
    readonly levels: readonly Level[];
    private current = 0;

    constructor(
        private readonly classic: Classic,
        readonly question: MapQuestion,
    ) {
        this.levels = CELL_SIZES.map((size) => {
            const columns = Math.max(1, Math.ceil(question.columns / size));
            const rows = Math.max(1, Math.ceil(question.rows / size));
            return { columns, rows, cells: new Uint8Array(columns * rows), done: 0 };
        });
    }

    get finest(): Level {
        return this.levels[this.levels.length - 1]!;
    }

    get isDone(): boolean {
        return this.current === this.levels.length;
    }

    /** Works until `end` (performance.now()), at least a row. Returns false when complete. */
    work(end: number): boolean {
        while (!this.isDone) {
            const level = this.levels[this.current]!;
            this.computeRow(level);
            if (level.done === level.rows) {
                this.current++;
            }
            if (performance.now() >= end) {
                break;
            }
        }
        return !this.isDone;
    }

    private computeRow(level: Level): void {
        const { method, radius, move, wall, window } = this.question;
        const { columns, rows, done: row } = level;
        const { y } = this.classic.mapCenter(window, columns, rows, 0, row);
        const line = { min: { x: window.min.x, y }, max: { x: window.max.x, y } };
        const map = this.classic.map(method, radius, move, wall, line, columns, 1);
        const at = row * columns;
        for (let column = 0; column < columns; column++) {
            level.cells[at + column] = map.verdicts[column]! + TRUTH * map.truth[column]!;
        }
        level.done++;
    }
}
