// What a figure is: a state that the reader drags, and pure functions of it. Room: site.
import type { Carom, Vec2 } from "carom";
import type { Classic } from "carom/classic";
import { escaped, heightOf, marksSvg, toSvg, WIDTH, type Mark, type Window } from "./marks.ts";

/** What answers: the module, and the methods of the tutorials. */
export interface Answers {
    carom: Carom;
    classic: Classic;
}

/** Named points of the plane, and named lengths. */
export interface State {
    readonly points: Readonly<Record<string, Vec2>>;
    readonly lengths: Readonly<Record<string, number>>;
}

/** What the reader drags. */
export type Handle =
    /**
     * A point. With `from` the state holds the arrow from that point, which is shown shorter by the
     * factor `times`. With `alongX` it stays on its row, with its x in the `range`. It rests on
     * multiples of `grid`, if that is not the figure's; `ring` lets what is below it be seen.
     */
    | {
          kind: "point";
          name: string;
          label: string;
          from?: string;
          times?: number;
          alongX?: true;
          range?: readonly [number, number];
          grid?: number;
          ring?: true;
      }
    /**
     * A radius: a handle on the rim of the circle around a point, to the right of it, or to the
     * left if that is in view.
     */
    | { kind: "radius"; name: string; label: string; center: string };

/** A named number or word, as the text under the figure says it. */
export type Numbers = Readonly<Record<string, number | string>>;

/** What moves by itself in a figure: a picture and lines of text for each frame. */
export interface Animation {
    frame(state: State): { marks: Mark[]; lines: string[] };
}

export interface Figure {
    readonly name: string;
    /** What can be seen, in a sentence, and what to do. */
    readonly title: string;
    readonly hint: string;
    readonly window: Window;
    /** Handles rest on multiples of this. */
    readonly grid: number;
    readonly start: State;
    readonly handles: readonly Handle[];
    numbers(state: State, answers: Answers): Numbers;
    draw(state: State, numbers: Numbers, answers: Answers): Mark[];
    /** Lines of text: formulas with the numbers put in. */
    lines(state: State, numbers: Numbers): string[];
    /** Only for a figure in which something moves. Its lines stand for those of the figure. */
    animation?(answers: Answers): Animation;
}

/** A number for people: at most four decimals, no trailing zeros. */
export function shown(x: number): string {
    if (Number.isNaN(x)) {
        return "NaN";
    }
    const text = Math.abs(x) >= 1e7 ? x.toExponential(3) : x.toFixed(4).replace(/\.?0+$/, "");
    return text === "-0" ? "0" : text.replace("-", "\u2212");
}

export function shownPoint(p: Vec2): string {
    return `(${shown(p.x)}, ${shown(p.y)})`;
}

/** The point of that name; a figure asks only for its own. */
export function pointOf(state: State, name: string): Vec2 {
    const point = state.points[name];
    if (point === undefined) {
        throw new Error(`the figure has no point ${name}`);
    }
    return point;
}

export function lengthOf(state: State, name: string): number {
    const length = state.lengths[name];
    if (length === undefined) {
        throw new Error(`the figure has no length ${name}`);
    }
    return length;
}

/** Where a handle is. */
export function handleAt(figure: Figure, state: State, handle: Handle): Vec2 {
    if (handle.kind === "radius") {
        const center = pointOf(state, handle.center);
        const radius = lengthOf(state, handle.name);
        const { minX, maxX } = inner(figure.window);
        const side = center.x + radius > maxX && center.x - radius >= minX ? -1 : 1;
        return { x: center.x + side * radius, y: center.y };
    }
    const point = pointOf(state, handle.name);
    const from = handle.from === undefined ? { x: 0, y: 0 } : pointOf(state, handle.from);
    const times = handle.times ?? 1;
    return { x: from.x + point.x / times, y: from.y + point.y / times };
}

/** What a handle says of itself to those who do not see it. */
export function handleText(state: State, handle: Handle): string {
    if (handle.kind === "radius") {
        return `${handle.label} ${shown(lengthOf(state, handle.name))}`;
    }
    const point = pointOf(state, handle.name);
    return `${handle.label} ${handle.alongX === true ? shown(point.x) : shownPoint(point)}`;
}

/** The part of the window in which handles stay, so that they can be seen and caught. */
function inner({ minX, minY, maxX, maxY }: Window): Window {
    const margin = (maxX - minX) / 50;
    return { minX: minX + margin, minY: minY + margin, maxX: maxX - margin, maxY: maxY - margin };
}

function clamped(x: number, least: number, most: number): number {
    return Math.min(Math.max(x, least), most);
}

/** The state with a handle at that place of the plane, or as near as the window permits. */
export function moved(figure: Figure, state: State, handle: Handle, to: Vec2): State {
    const window = inner(figure.window);
    const at = {
        x: clamped(to.x, window.minX, window.maxX),
        y: clamped(to.y, window.minY, window.maxY),
    };
    if (handle.kind === "radius") {
        const radius = Math.abs(at.x - pointOf(state, handle.center).x);
        return { ...state, lengths: { ...state.lengths, [handle.name]: radius } };
    }
    const from = handle.from === undefined ? { x: 0, y: 0 } : pointOf(state, handle.from);
    const times = handle.times ?? 1;
    const y = handle.alongX === true ? pointOf(state, handle.name).y : (at.y - from.y) * times;
    const [least, most] = handle.range ?? [-Infinity, Infinity];
    const x = clamped((at.x - from.x) * times, least, most);
    return { ...state, points: { ...state.points, [handle.name]: { x, y } } };
}

/** The step of a handle. */
export function gridOf(figure: Figure, handle: Handle): number {
    return (handle.kind === "point" ? handle.grid : undefined) ?? figure.grid;
}

/** The nearest place on the grid of a handle. */
export function snapped(figure: Figure, handle: Handle, p: Vec2): Vec2 {
    const grid = gridOf(figure, handle);
    const near = (x: number): number => Math.round(x / grid) * grid;
    return { x: near(p.x), y: near(p.y) };
}

/** Everything that the page shows of a state. */
export interface Shown {
    marks: string;
    lines: string[];
    numbers: Numbers;
}

export function show(figure: Figure, state: State, answers: Answers): Shown {
    const numbers = figure.numbers(state, answers);
    return {
        numbers,
        marks: marksSvg(figure.window, figure.draw(state, numbers, answers)),
        lines: figure.lines(state, numbers),
    };
}

export function linesHtml(lines: readonly string[]): string {
    return lines.map((line) => `<span>${escaped(line)}</span>`).join("");
}

function handleSvg(figure: Figure, state: State, handle: Handle): string {
    const at = toSvg(figure.window, handleAt(figure, state, handle));
    const ring = handle.kind === "point" && handle.ring === true ? " ring" : "";
    return (
        `<g class="handle${ring}" tabindex="0" role="slider" ` +
        `aria-label="${escaped(handle.label)}" ` +
        `aria-valuenow="0" ` +
        `aria-valuetext="${escaped(handleText(state, handle))}" data-handle="${handle.name}" ` +
        `transform="translate(${at.x} ${at.y})"><circle class="reach" r="22"/><circle ` +
        `class="knob" r="8"/></g>`
    );
}

/**
 * The page's part for a figure in its first state: what is read without JavaScript, and taken over
 * with it.
 */
export function figureHtml(figure: Figure, answers: Answers): string {
    const { marks, lines } = show(figure, figure.start, answers);
    const first = figure.animation?.(answers).frame(figure.start);
    const height = heightOf(figure.window);
    const handles = figure.handles
        .map((handle) => handleSvg(figure, figure.start, handle))
        .join("");
    // The tag stands alone on its line, so that Markdown takes it as a block.
    return (
        `<carom-figure name="${figure.name}">\n<figure>` +
        `<svg viewBox="0 0 ${WIDTH} ${height}" role="group" ` +
        `aria-label="${escaped(figure.title)}">` +
        `<g class="marks" aria-hidden="true">${marks}</g>` +
        `<g class="moving" aria-hidden="true">` +
        `${marksSvg(figure.window, first?.marks ?? [])}</g><g class="handles">${handles}</g>` +
        `</svg>` +
        `<figcaption><p class="hint">${escaped(figure.hint)}</p>` +
        // What changes all the time is not read aloud.
        `<p class="lines"${first === undefined ? ' role="status"' : ""}>` +
        `${linesHtml(first?.lines ?? lines)}</p>` +
        '<button type="button" class="reset" hidden>Start again</button> ' +
        (first === undefined ? "" : '<button type="button" class="play" hidden>Pause</button>') +
        "</figcaption></figure></carom-figure>"
    );
}
