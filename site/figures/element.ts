// <carom-figure name="...">: takes over the markup of figureHtml in a browser. Handles follow
// mouse, touch, pen and keys. Room: site.
import type { Vec2 } from "carom";
import {
    gridOf,
    handleAt,
    handleText,
    linesHtml,
    moved,
    show,
    shown,
    snapped,
    type Animation,
    type Answers,
    type Figure,
    type Handle,
    type State,
} from "./figure.ts";
import { marksSvg, toPlane, toSvg } from "./marks.ts";

/** The next double in a direction. */
function nextDouble(x: number, up: boolean): number {
    const view = new DataView(new ArrayBuffer(8));
    if (x === 0) {
        return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
    }
    view.setFloat64(0, x);
    view.setBigInt64(0, view.getBigInt64(0) + (x > 0 === up ? 1n : -1n));
    return view.getFloat64(0);
}

const STEPS: Readonly<Record<string, Vec2>> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowDown: { x: 0, y: -1 },
    ArrowUp: { x: 0, y: 1 },
};

/** The figure of an element of the page. */
export class LiveFigure {
    private state: State;
    private readonly svg: SVGSVGElement;
    private readonly handles: Map<Handle, SVGGElement>;

    constructor(
        private readonly root: HTMLElement,
        private readonly figure: Figure,
        private readonly answers: Answers,
    ) {
        this.state = figure.start;
        this.svg = root.querySelector("svg") as SVGSVGElement;
        this.handles = new Map(
            figure.handles.map((handle) => [
                handle,
                this.svg.querySelector(`[data-handle="${handle.name}"]`) as SVGGElement,
            ]),
        );
        for (const [handle, node] of this.handles) {
            this.listen(handle, node);
        }
        const reset = root.querySelector(".reset") as HTMLButtonElement;
        reset.hidden = false;
        reset.addEventListener("click", () => this.set(figure.start));
        this.set(figure.start);
        if (figure.animation !== undefined) {
            this.animate(figure.animation(answers));
        }
        root.dataset["live"] = "";
    }

    /** Shows frame after frame while the figure is in view and not paused. */
    private animate(animation: Animation): void {
        const button = this.root.querySelector(".play") as HTMLButtonElement;
        const layer = this.svg.querySelector(".moving") as SVGGElement;
        const text = this.root.querySelector(".lines") as HTMLElement;
        let playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;
        let visible = false;
        let asked = false;
        const ask = (): void => {
            button.textContent = playing ? "Pause" : "Play";
            if (playing && visible && !asked) {
                asked = true;
                requestAnimationFrame(frame);
            }
        };
        const frame = (): void => {
            asked = false;
            // It was asked for before the pause.
            if (!playing) {
                return;
            }
            const { marks, lines } = animation.frame(this.state);
            layer.innerHTML = marksSvg(this.figure.window, marks);
            text.innerHTML = linesHtml(lines);
            ask();
        };
        button.hidden = false;
        button.addEventListener("click", () => {
            playing = !playing;
            ask();
        });
        new IntersectionObserver(([entry]) => {
            visible = entry?.isIntersecting ?? false;
            ask();
        }).observe(this.svg);
        ask();
    }

    private listen(handle: Handle, node: SVGGElement): void {
        let grip: Vec2 | undefined;
        let held = handle;
        // The property touch-action alone does not keep the page still: below an SVG it is ignored.
        node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
        node.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) {
                return;
            }
            event.preventDefault();
            const pointer = this.planeOf(event);
            held = this.nearest(handle, pointer);
            this.handles.get(held)?.focus({ preventScroll: true });
            node.setPointerCapture(event.pointerId);
            const at = handleAt(this.figure, this.state, held);
            grip = { x: at.x - pointer.x, y: at.y - pointer.y };
        });
        node.addEventListener("pointermove", (event) => {
            if (grip !== undefined) {
                const pointer = this.planeOf(event);
                const to = { x: pointer.x + grip.x, y: pointer.y + grip.y };
                this.set(moved(this.figure, this.state, held, snapped(this.figure, held, to)));
            }
        });
        const end = (): void => {
            grip = undefined;
        };
        node.addEventListener("pointerup", end);
        node.addEventListener("pointercancel", end);
        node.addEventListener("keydown", (event) => this.key(handle, event));
    }

    /** The handle nearest to the pointer: what a finger touches of close ones overlaps. */
    private nearest(touched: Handle, pointer: Vec2): Handle {
        const distance = (handle: Handle): number => {
            const at = handleAt(this.figure, this.state, handle);
            return Math.hypot(at.x - pointer.x, at.y - pointer.y);
        };
        return [...this.handles.keys()].reduce(
            (best, handle) => (distance(handle) < distance(best) ? handle : best),
            touched,
        );
    }

    private planeOf(event: PointerEvent): Vec2 {
        const matrix = this.svg.getScreenCTM();
        const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
        return toPlane(this.figure.window, p);
    }

    private key(handle: Handle, event: KeyboardEvent): void {
        const step = STEPS[event.key];
        if (event.key === "Escape") {
            this.set(this.figure.start);
        } else if (step !== undefined && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            this.set(
                moved(
                    this.figure,
                    this.state,
                    handle,
                    this.stepped(handle, step, event),
                ),
            );
        }
    }

    /** One step of the grid; ten of them with Shift; one ulp with Alt. */
    private stepped(handle: Handle, step: Vec2, event: KeyboardEvent): Vec2 {
        const at = handleAt(this.figure, this.state, handle);
        if (event.altKey) {
            return {
                x: step.x === 0 ? at.x : nextDouble(at.x, step.x > 0),
                y: step.y === 0 ? at.y : nextDouble(at.y, step.y > 0),
            };
        }
        const size = gridOf(this.figure, handle) * (event.shiftKey ? 10 : 1);
        return { x: at.x + step.x * size, y: at.y + step.y * size };
    }

    private set(state: State): void {
        this.state = state;
        const { marks, lines, numbers } = show(this.figure, state, this.answers);
        (this.svg.querySelector(".marks") as SVGGElement).innerHTML = marks;
        if (this.figure.animation === undefined) {
            (this.root.querySelector(".lines") as HTMLElement).innerHTML = linesHtml(lines);
        }
        for (const [handle, node] of this.handles) {
            const at = toSvg(this.figure.window, handleAt(this.figure, state, handle));
            node.setAttribute("transform", `translate(${at.x} ${at.y})`);
            node.setAttribute("aria-valuetext", handleText(state, handle));
        }
        this.root.dataset["state"] = JSON.stringify(state);
        for (const node of document.querySelectorAll<HTMLElement>(
            `carom-number[figure="${this.figure.name}"]`,
        )) {
            const value = numbers[node.getAttribute("of") ?? ""];
            // What this state does not have, such as the time of no contact.
            node.textContent = typeof value === "number" ? shown(value) : (value ?? "\u2013");
        }
    }
}
