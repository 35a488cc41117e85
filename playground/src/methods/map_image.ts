// The picture of an error map: cells become pixels as they are computed. An old map is drawn at its
// place in the world until a new one is ready.
// Room: playground.
import type { Box } from "carom";
import { color } from "../paint.ts";
import { VERDICTS } from "../verdicts.ts";
import type { View } from "../view.ts";
import { TRUTH, type Level, type MapWork } from "./map_work.ts";

type Rgb = readonly [number, number, number];

/** Any CSS colour as numbers; a canvas converts it. */
function readColor(text: string): Rgb {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const context = canvas.getContext("2d", { willReadFrequently: true })!;
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return [r!, g!, b!];
}

function mix(p: Rgb, q: Rgb, share: number): Rgb {
    const channel = (i: 0 | 1 | 2) => Math.round(p[i] + (q[i] - p[i]) * share);
    return [channel(0), channel(1), channel(2)];
}

/** The colours of the map and of its legend. */
export interface Palette {
    readonly rightNo: Rgb;
    readonly rightYes: Rgb;
    /** By the number of the verdict; the one of "right" is not used. */
    readonly verdicts: readonly Rgb[];
}

let palette: Palette | undefined;
let paletteOf = "";

/** The current colours, light or dark. */
export function currentPalette(): Palette {
    const names = VERDICTS.map(color);
    const key = names.join() + color("paper");
    if (palette === undefined || key !== paletteOf) {
        const paper = readColor(color("paper"));
        palette = {
            rightNo: paper,
            rightYes: mix(paper, readColor(color("ink-dim")), 0.24),
            verdicts: names.map(readColor),
        };
        paletteOf = key;
    }
    return palette;
}

export function cssColor([r, g, b]: Rgb): string {
    return `rgb(${r} ${g} ${b})`;
}

/** The colour of every value of a cell, as the bytes of a pixel. */
function pixelsOfCells(colors: Palette): Uint32Array {
    const bytes = new Uint8ClampedArray(4 * 2 * TRUTH);
    for (let cell = 0; cell < 2 * TRUTH; cell++) {
        const verdict = cell % TRUTH;
        const right = cell < TRUTH ? colors.rightNo : colors.rightYes;
        const [r, g, b] = verdict === 0 ? right : (colors.verdicts[verdict] ?? right);
        bytes.set([r, g, b, 255], 4 * cell);
    }
    return new Uint32Array(bytes.buffer);
}

function paintRows(
    context: CanvasRenderingContext2D,
    level: Level,
    from: number,
    to: number,
): void {
    const byCell = pixelsOfCells(currentPalette());
    const image = context.createImageData(level.columns, to - from);
    const pixels = new Uint32Array(image.data.buffer);
    const first = from * level.columns;
    for (let i = 0; i < pixels.length; i++) {
        pixels[i] = byCell[level.cells[first + i]!]!;
    }
    context.putImageData(image, 0, from);
}

/** The picture of one map at all its levels. */
export class MapImage {
    private readonly canvases: { canvas: HTMLCanvasElement; painted: number }[];
    private colors: Palette | undefined;

    constructor(private readonly work: MapWork) {
        this.canvases = work.levels.map((level) => {
            const canvas = document.createElement("canvas");
            canvas.width = level.columns;
            canvas.height = level.rows;
            return { canvas, painted: 0 };
        });
    }

    /** True when the whole window can be drawn, even if coarsely. */
    get isWhole(): boolean {
        const first = this.work.levels[0]!;
        return first.done === first.rows;
    }

    /** Draws the finest finished rows over the coarser ones. */
    draw(context: CanvasRenderingContext2D, view: View): void {
        const colors = currentPalette();
        if (colors !== this.colors) {
            this.colors = colors;
            this.canvases.forEach((part) => (part.painted = 0));
        }
        // Levels are computed in order, so the last complete one covers all earlier ones.
        const finished = this.work.levels.filter((level) => level.done === level.rows).length - 1;
        this.work.levels.forEach((level, i) => {
            if (i >= finished && level.done > 0) {
                this.drawLevel(context, view, level, i);
            }
        });
    }

    private drawLevel(
        context: CanvasRenderingContext2D,
        view: View,
        level: Level,
        index: number,
    ): void {
        const part = this.canvases[index]!;
        if (part.painted < level.done) {
            paintRows(part.canvas.getContext("2d")!, level, part.painted, level.done);
            part.painted = level.done;
        }
        const { min, max }: Box = this.work.question.window;
        const topLeft = view.toScreen({ x: min.x, y: max.y });
        const bottomRight = view.toScreen({ x: max.x, y: min.y });
        const height = ((bottomRight.y - topLeft.y) * level.done) / level.rows;
        context.save();
        context.imageSmoothingEnabled = false;
        context.drawImage(
            part.canvas,
            0, 0, level.columns, level.done,
            topLeft.x, topLeft.y, bottomRight.x - topLeft.x, height,
        );
        context.restore();
    }
}
