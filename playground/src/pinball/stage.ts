// The canvas of the pinball table: size, scale, frames, and where a pointer is on the table.
// Room: playground.
import type { Vec2 } from "carom";
import { forgetPinColors } from "./colors.ts";
import { HEIGHT, WIDTH } from "./layout.ts";

/** Units around the table: its rim, and air. */
const MARGIN = 4.5;

export interface StageOptions {
    label: string;
    /** Called before each frame with the seconds since the last one. */
    frame(seconds: number): void;
    /** Paints a frame; the context has units of the table, y up. */
    paint(context: CanvasRenderingContext2D, stage: Stage): void;
}

export class Stage {
    readonly canvas = document.createElement("canvas");
    /** CSS pixels of the canvas, and per unit of the table. */
    width = 1;
    height = 1;
    scale = 1;
    /** Changes with everything that makes a still picture of the table stale. */
    version = 0;
    /** A push of the picture, in units of the table. */
    offset: Vec2 = { x: 0, y: 0 };

    private readonly context: CanvasRenderingContext2D;
    private request = 0;
    private last = 0;

    constructor(host: HTMLElement, private readonly options: StageOptions) {
        const context = this.canvas.getContext("2d", { alpha: false });
        if (context === null) {
            throw new Error("this browser has no 2D canvas");
        }
        this.context = context;
        this.canvas.tabIndex = 0;
        this.canvas.setAttribute("role", "application");
        this.canvas.setAttribute("aria-label", options.label);
        host.classList.add("stage");
        host.append(this.canvas);
        new ResizeObserver(() => this.resize()).observe(host);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
            forgetPinColors();
            this.version++;
        });
    }

    /** Pixels of the canvas per unit of the table. */
    get pixels(): number {
        return (this.scale * this.canvas.width) / this.width;
    }

    start(): void {
        this.last = 0;
        if (this.request === 0) {
            this.request = requestAnimationFrame((now) => this.tick(now));
        }
    }

    stop(): void {
        cancelAnimationFrame(this.request);
        this.request = 0;
    }

    toTable(event: { clientX: number; clientY: number }): Vec2 {
        const box = this.canvas.getBoundingClientRect();
        return {
            x: (event.clientX - box.left - this.width / 2) / this.scale + WIDTH / 2,
            y: (this.height / 2 - event.clientY + box.top) / this.scale + HEIGHT / 2,
        };
    }

    /** Lets units of the table be drawn. */
    transform(context: CanvasRenderingContext2D): void {
        const k = this.pixels;
        const { width, height } = this.canvas;
        context.setTransform(k, 0, 0, -k, width / 2 - (k * WIDTH) / 2 + k * this.offset.x,
            height / 2 + (k * HEIGHT) / 2 - k * this.offset.y);
    }

    private tick(now: number): void {
        this.request = requestAnimationFrame((next) => this.tick(next));
        const seconds = this.last === 0 ? 0 : (now - this.last) / 1000;
        this.last = now;
        this.options.frame(seconds);
        this.transform(this.context);
        this.options.paint(this.context, this);
    }

    private resize(): void {
        const box = this.canvas.getBoundingClientRect();
        if (box.width < 1 || box.height < 1) {
            return; // hidden
        }
        this.width = box.width;
        this.height = box.height;
        // More than two pixels to a pixel cost time on phones and cannot be seen on moving balls.
        const ratio = Math.min(window.devicePixelRatio || 1, 2);
        this.canvas.width = Math.round(box.width * ratio);
        this.canvas.height = Math.round(box.height * ratio);
        this.scale = Math.min(box.width / (WIDTH + 2 * MARGIN),
            box.height / (HEIGHT + 2 * MARGIN));
        this.version++;
    }
}
