// A canvas that shows a world: scale, pan, zoom, pointers, draggable handles. y points up.
// Method: the state is the world point in the middle of the canvas and a scale, so that differences
// of nearby numbers stay exact at every zoom. Drawing waits for the next frame, or runs in a loop.
// Handles are buttons over the canvas for keys and screen readers. Pointers go to the canvas, which
// finds the nearest handle within reach of a finger.
// Room: playground.
import type { Box, Vec2 } from "carom";
import { forgetColors } from "./paint.ts";

/** A draggable handle. The painter draws it; a pointer or, with focus, keys move it. */
export interface Handle {
    /** Constant during the life of the handle. */
    readonly id: string;
    /** The text for screen readers, also a tooltip: "Centre of the circle". */
    readonly label: string;
    readonly at: Vec2;
    /** Called with the new position. */
    move(to: Vec2): void;
    /**
     * Called for an arrow key: `x`, `y` are -1, 0 or 1. Without it, keys move by a pixel, with
     * shift by ten.
     */
    nudge?(x: number, y: number, event: KeyboardEvent): void;
}

/** The functions of a drag that began on the canvas beside all handles. */
export interface Drag {
    move(at: Vec2, event: PointerEvent): void;
    /** The end. `cancelled` if a second finger came or the system took the pointer. */
    up?(at: Vec2, cancelled: boolean): void;
}

/** For a drag by keys, which has only a position. */
export interface KeyDrag {
    move(at: Vec2): void;
    up?(at: Vec2, cancelled: boolean): void;
}

export interface ViewOptions {
    /** The description of the canvas for screen readers. */
    label: string;
    /** Paints a frame on the cleared canvas. */
    paint(view: View, context: CanvasRenderingContext2D): void;
    /** The current handles, the topmost first. */
    handles?(): readonly Handle[];
    /** A pointer went down beside all handles. A returned drag replaces panning. */
    down?(at: Vec2, event: PointerEvent): Drag | undefined;
    /** The pointer went down and up on the same spot. */
    click?(at: Vec2, event: PointerEvent): void;
    /**
     * Enter on the canvas, in its middle: what it returns follows the middle while the world is
     * moved by keys, until Enter comes again. Escape, or leaving the canvas, cancels.
     */
    press?(at: Vec2): KeyDrag | undefined;
    /** The pointer moved without a drag; undefined when it left. */
    hover?(at: Vec2 | undefined): void;
    /** The window was panned, zoomed or resized. */
    moved?(view: View): void;
}

const REACH_MOUSE = 14;
const REACH_TOUCH = 22;
const CLICK_SLOP = 5;
const SCALE_MIN = 1e-300;
const SCALE_MAX = 1e300;

interface Pointer {
    x: number;
    y: number;
}

export class View {
    readonly canvas: HTMLCanvasElement;
    /** Size in CSS pixels. */
    width = 1;
    height = 1;
    /** The world point in the middle. */
    center: Vec2 = { x: 0, y: 0 };
    /** CSS pixels per unit. */
    scale = 50;
    /** The handle that is dragged or has the focus. */
    active: string | undefined;

    private readonly context: CanvasRenderingContext2D;
    private readonly knobs: HTMLElement;
    private readonly buttons = new Map<string, HTMLButtonElement>();
    private readonly observer: ResizeObserver;
    private readonly pointers = new Map<number, Pointer>();
    private drag: Drag | undefined;
    private start: (Pointer & { id: number; moved: boolean }) | undefined;
    private frame = 0;
    private looped: ((seconds: number) => void) | undefined;
    private last = 0;
    private wanted: { box: Box; margin: number; top: number; bottom: number } | undefined;
    private keyDrag: KeyDrag | undefined;

    /** Adds the canvas to `host`, which determines its size. */
    constructor(host: HTMLElement, private readonly options: ViewOptions) {
        this.canvas = document.createElement("canvas");
        this.canvas.tabIndex = 0;
        this.canvas.setAttribute("role", "application");
        this.canvas.setAttribute("aria-label", options.label);
        const context = this.canvas.getContext("2d");
        if (context === null) {
            throw new Error("this browser has no 2D canvas");
        }
        this.context = context;
        this.knobs = document.createElement("div");
        this.knobs.className = "knobs";
        host.classList.add("stage");
        host.append(this.canvas, this.knobs);
        this.listen();
        this.observer = new ResizeObserver(() => this.resize());
        this.observer.observe(host);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
            forgetColors();
            this.redraw();
        });
    }

    // ---- world and screen ----

    /** From the world to CSS pixels of the canvas. */
    toScreen(p: Vec2): Vec2 {
        return {
            x: this.width / 2 + (p.x - this.center.x) * this.scale,
            y: this.height / 2 - (p.y - this.center.y) * this.scale,
        };
    }

    toWorld(pixel: Vec2): Vec2 {
        return {
            x: this.center.x + (pixel.x - this.width / 2) / this.scale,
            y: this.center.y - (pixel.y - this.height / 2) / this.scale,
        };
    }

    /** The visible part of the world. */
    window(): Box {
        const min = this.toWorld({ x: 0, y: this.height });
        const max = this.toWorld({ x: this.width, y: 0 });
        return { min, max };
    }

    /**
     * Shows the whole box, with so many pixels around it, above and below it; again when the canvas
     * gets its first or another size.
     */
    fit(box: Box, margin = 40, top = margin, bottom = margin): void {
        this.wanted = { box, margin, top, bottom };
        const width = Math.max(this.width - 2 * margin, this.width / 4);
        const height = Math.max(this.height - bottom - top, this.height / 4);
        const across = { x: box.max.x / 2 - box.min.x / 2, y: box.max.y / 2 - box.min.y / 2 };
        const scale = Math.min(width / 2 / across.x, height / 2 / across.y);
        this.setScale(Number.isFinite(scale) ? scale : 50);
        this.center = {
            x: box.min.x / 2 + box.max.x / 2,
            y: box.min.y / 2 + box.max.y / 2 + (top - bottom) / 2 / this.scale,
        };
        this.changed();
    }

    /** Zooms by a factor. The world point under `pixel` (default: the middle) stays in place. */
    zoom(factor: number, pixel: Vec2 = { x: this.width / 2, y: this.height / 2 }): void {
        const fixed = this.toWorld(pixel);
        this.setScale(this.scale * factor);
        this.center = {
            x: fixed.x - (pixel.x - this.width / 2) / this.scale,
            y: fixed.y + (pixel.y - this.height / 2) / this.scale,
        };
        this.wanted = undefined;
        this.changed();
    }

    /** Moves the world by so many pixels. */
    pan(dx: number, dy: number): void {
        this.center = {
            x: this.center.x - dx / this.scale,
            y: this.center.y + dy / this.scale,
        };
        this.wanted = undefined;
        this.changed();
    }

    private setScale(scale: number): void {
        this.scale = Math.min(Math.max(scale, SCALE_MIN), SCALE_MAX);
    }

    private changed(): void {
        const { min, max } = this.window();
        this.canvas.dataset["window"] = `${min.x} ${min.y} ${max.x} ${max.y}`;
        this.options.moved?.(this);
        this.redraw();
    }

    // ---- frames ----

    /** Paints at the next frame, once for any number of calls. */
    redraw(): void {
        if (this.frame === 0) {
            this.frame = requestAnimationFrame((now) => this.tick(now));
        }
    }

    /** Calls `step` with the elapsed seconds before each frame, until stop(). */
    loop(step: (seconds: number) => void): void {
        this.looped = step;
        this.last = 0;
        this.redraw();
    }

    stop(): void {
        this.looped = undefined;
    }

    get isLooping(): boolean {
        return this.looped !== undefined;
    }

    private tick(now: number): void {
        this.frame = 0;
        if (this.looped !== undefined) {
            // The next frame is requested first, so that an exception in `step` does not end the
            // loop.
            this.redraw();
            const seconds = this.last === 0 ? 0 : (now - this.last) / 1000;
            this.last = now;
            this.looped(seconds);
        }
        const ratio = this.canvas.width / this.width;
        this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
        this.context.clearRect(0, 0, this.width, this.height);
        this.options.paint(this, this.context);
        this.placeHandles();
    }

    private resize(): void {
        const box = this.canvas.getBoundingClientRect();
        if (box.width < 1 || box.height < 1) {
            return; // hidden: the size is set when the tab is shown again
        }
        this.width = box.width;
        this.height = box.height;
        const ratio = window.devicePixelRatio || 1;
        this.canvas.width = Math.round(box.width * ratio);
        this.canvas.height = Math.round(box.height * ratio);
        // Not during a drag: the dragged object would jump.
        if (this.wanted !== undefined && this.pointers.size === 0) {
            const { box: seen, margin, top, bottom } = this.wanted;
            this.fit(seen, margin, top, bottom);
        } else {
            this.changed();
        }
    }

    // ---- handles ----

    private handles(): readonly Handle[] {
        return this.options.handles?.() ?? [];
    }

    private placeHandles(): void {
        const handles = this.handles();
        const ids = new Set(handles.map((handle) => handle.id));
        for (const [id, button] of this.buttons) {
            if (!ids.has(id)) {
                button.remove();
                this.buttons.delete(id);
            }
        }
        for (const handle of handles) {
            const button = this.buttons.get(handle.id) ?? this.addButton(handle.id);
            const p = this.toScreen(handle.at);
            const seen = p.x >= 0 && p.y >= 0 && p.x <= this.width && p.y <= this.height;
            button.setAttribute("aria-label", handle.label);
            button.hidden = !seen;
            if (seen) {
                button.style.transform = `translate(${p.x}px, ${p.y}px)`;
            }
        }
    }

    private addButton(id: string): HTMLButtonElement {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "knob";
        button.dataset["handle"] = id;
        button.addEventListener("keydown", (event) => this.handleKey(id, event));
        button.addEventListener("focus", () => this.setActive(id));
        button.addEventListener("blur", () => this.setActive(undefined));
        this.buttons.set(id, button);
        this.knobs.append(button);
        return button;
    }

    private setActive(id: string | undefined): void {
        this.active = id;
        this.redraw();
    }

    private handleKey(id: string, event: KeyboardEvent): void {
        const arrow = arrowOf(event.key);
        const handle = this.handles().find((candidate) => candidate.id === id);
        if (arrow === undefined || handle === undefined) {
            this.key(event);
            return;
        }
        event.preventDefault();
        if (handle.nudge !== undefined) {
            handle.nudge(arrow.x, arrow.y, event);
        } else {
            const p = this.toScreen(handle.at);
            const step = event.shiftKey ? 10 : 1;
            handle.move(this.toWorld({ x: p.x + step * arrow.x, y: p.y - step * arrow.y }));
        }
        this.redraw();
    }

    private handleNear(p: Pointer, touch: boolean): Handle | undefined {
        const reach = touch ? REACH_TOUCH : REACH_MOUSE;
        let best: Handle | undefined;
        let bestGap = reach;
        for (const handle of this.handles()) {
            const q = this.toScreen(handle.at);
            const gap = Math.hypot(q.x - p.x, q.y - p.y);
            // Strictly nearer, so that the topmost of several handles on one spot is taken.
            if (gap < bestGap) {
                best = handle;
                bestGap = gap;
            }
        }
        return best;
    }

    // ---- pointers ----

    private listen(): void {
        const canvas = this.canvas;
        canvas.addEventListener("pointerdown", (event) => this.down(event));
        canvas.addEventListener("pointermove", (event) => this.move(event));
        canvas.addEventListener("pointerup", (event) => this.up(event, false));
        canvas.addEventListener("pointercancel", (event) => this.up(event, true));
        canvas.addEventListener("pointerleave", () => this.options.hover?.(undefined));
        canvas.addEventListener("keydown", (event) => this.key(event));
        canvas.addEventListener("blur", () => this.endKeyDrag(true));
        canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    }

    private pixel(event: MouseEvent): Pointer {
        const box = this.canvas.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    }

    private down(event: PointerEvent): void {
        if (event.button !== 0) {
            return;
        }
        const p = this.pixel(event);
        this.canvas.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, p);
        if (this.pointers.size > 1) {
            this.endDrag(p, true);
            return;
        }
        this.start = { ...p, id: event.pointerId, moved: false };
        const handle = this.handleNear(p, event.pointerType === "touch");
        // The browser moves the focus to the canvas after this event.
        event.preventDefault();
        if (handle !== undefined) {
            this.buttons.get(handle.id)?.focus({ preventScroll: true });
            this.drag = this.dragOf(handle, p);
        } else {
            this.canvas.focus({ preventScroll: true });
            this.drag = this.options.down?.(this.toWorld(p), event);
        }
        this.redraw();
    }

    /** Drags by the grabbed point, so that the handle does not jump to the pointer. */
    private dragOf(handle: Handle, p: Pointer): Drag {
        const at = this.toScreen(handle.at);
        const off = { x: at.x - p.x, y: at.y - p.y };
        return {
            move: (_, event) => {
                const q = this.pixel(event);
                const current = this.handles().find((candidate) => candidate.id === handle.id);
                current?.move(this.toWorld({ x: q.x + off.x, y: q.y + off.y }));
            },
        };
    }

    private move(event: PointerEvent): void {
        const p = this.pixel(event);
        const before = this.pointers.get(event.pointerId);
        if (before === undefined) {
            this.hover(event, p);
            return;
        }
        this.pointers.set(event.pointerId, p);
        if (this.pointers.size > 1) {
            this.pinch(event.pointerId, before, p);
            return;
        }
        const start = this.start;
        if (start === undefined || start.id !== event.pointerId) {
            this.pan(p.x - before.x, p.y - before.y);
            return;
        }
        if (!start.moved && Math.hypot(p.x - start.x, p.y - start.y) < CLICK_SLOP) {
            this.pointers.set(event.pointerId, before); // the first step has the whole distance
            return;
        }
        start.moved = true;
        if (this.drag !== undefined) {
            this.drag.move(this.toWorld(p), event);
            this.redraw();
        } else {
            this.pan(p.x - before.x, p.y - before.y);
        }
    }

    private hover(event: PointerEvent, p: Pointer): void {
        const over = this.handleNear(p, false) !== undefined;
        this.canvas.classList.toggle("over-handle", over);
        if (event.pointerType !== "touch") {
            this.options.hover?.(this.toWorld(p));
        }
    }

    private pinch(id: number, before: Pointer, after: Pointer): void {
        const other = [...this.pointers].find(([key]) => key !== id)?.[1];
        if (other === undefined) {
            return;
        }
        const was = Math.hypot(before.x - other.x, before.y - other.y);
        const is = Math.hypot(after.x - other.x, after.y - other.y);
        this.pan((after.x - before.x) / 2, (after.y - before.y) / 2);
        if (was > 1 && is > 1) {
            this.zoom(is / was, { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 });
        }
    }

    private up(event: PointerEvent, cancelled: boolean): void {
        if (!this.pointers.delete(event.pointerId)) {
            return;
        }
        const p = this.pixel(event);
        const start = this.start;
        const clicked = start?.id === event.pointerId && !start.moved && !cancelled;
        this.endDrag(p, cancelled);
        if (clicked) {
            this.options.click?.(this.toWorld(p), event);
        }
    }

    private endDrag(p: Pointer, cancelled: boolean): void {
        const drag = this.drag;
        this.drag = undefined;
        this.start = undefined;
        drag?.up?.(this.toWorld(p), cancelled);
        this.redraw();
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
        // Browsers send a pinch on a touch pad as a wheel event with ctrl, in smaller steps.
        const speed = event.ctrlKey ? 0.01 : 0.0015;
        const turn = Math.min(Math.max(event.deltaY * unit, -400), 400);
        this.zoom(Math.exp(-turn * speed), this.pixel(event));
    }

    private key(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const arrow = arrowOf(event.key);
        if (arrow !== undefined) {
            this.pan(-40 * arrow.x, 40 * arrow.y);
        } else if (event.key === "+" || event.key === "=") {
            this.zoom(1.25);
        } else if (event.key === "-") {
            this.zoom(0.8);
        } else if (event.key === "Escape" && this.keyDrag !== undefined) {
            this.endKeyDrag(true);
        } else if (event.key === "Enter" && this.options.press !== undefined) {
            this.press(event);
        } else {
            return;
        }
        this.keyDrag?.move(this.center);
        event.preventDefault();
    }

    /** True while the canvas is used by keys: its middle is then marked. */
    get isKeyed(): boolean {
        return this.canvas.matches(":focus-visible");
    }

    private press(event: KeyboardEvent): void {
        if (event.repeat) {
            return;
        }
        if (this.keyDrag === undefined) {
            this.keyDrag = this.options.press?.(this.center);
        } else {
            this.endKeyDrag(false);
        }
    }

    private endKeyDrag(cancelled: boolean): void {
        const drag = this.keyDrag;
        this.keyDrag = undefined;
        drag?.up?.(this.center, cancelled);
        this.redraw();
    }
}

function arrowOf(key: string): Vec2 | undefined {
    switch (key) {
        case "ArrowLeft": return { x: -1, y: 0 };
        case "ArrowRight": return { x: 1, y: 0 };
        case "ArrowUp": return { x: 0, y: 1 };
        case "ArrowDown": return { x: 0, y: -1 };
        default: return undefined;
    }
}
