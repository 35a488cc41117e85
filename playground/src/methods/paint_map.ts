// Paints the tab Methods: the map, the wall, the displacement, the circle under the cursor and the
// width of the map. Room: playground.
import type { Vec2 } from "carom";
import type { MethodInfo, Verdict } from "carom/classic";
import { ulp } from "../numbers.ts";
import { arrow, circle, dot, grid, label, wall } from "../paint.ts";
import type { View } from "../view.ts";
import type { MapImage } from "./map_image.ts";
import { wallOf, type MapState } from "./state.ts";

export interface MapScene {
    images: readonly (MapImage | undefined)[];
    state: MapState;
    info: MethodInfo;
    cursor: Vec2 | undefined;
    verdict: Verdict | undefined;
}

/** The caption gives the width in doubles below this number. */
const FEW_DOUBLES = 2 ** 20;

/** The displacement as an arrow in the corner; none if too long or too short to drag. */
export function moveArrow(view: View, move: Vec2): { from: Vec2; tip: Vec2 } | undefined {
    const length = Math.hypot(move.x, move.y) * view.scale;
    if (!(length > 12 && length < 0.45 * Math.min(view.width, view.height))) {
        return undefined;
    }
    const across = { x: move.x * view.scale, y: -move.y * view.scale };
    const margin = 34;
    // The arrow stays inside its corner in any direction.
    const from = view.toWorld({
        x: margin + Math.max(0, -across.x),
        y: view.height - margin - 20 - Math.max(0, across.y),
    });
    return { from, tip: { x: from.x + move.x, y: from.y + move.y } };
}

/** Larger outlines, in pixels, would look like straight lines across the map. */
const OUTLINE_MAX = 20000;

function caption(state: MapState): string {
    const largest = Math.max(Math.abs(state.middle.x), Math.abs(state.middle.y));
    const doubles = state.width / ulp(largest);
    const width = Number(state.width.toPrecision(3));
    const count = Math.round(doubles).toLocaleString("en");
    return `this map is ${width} wide${doubles < FEW_DOUBLES ? `: ${count} doubles` : ""}`;
}

function paintCursor(context: CanvasRenderingContext2D, view: View, scene: MapScene): void {
    const { cursor, state, info } = scene;
    if (cursor === undefined) {
        return;
    }
    if (state.radius * view.scale < OUTLINE_MAX) {
        circle(context, view, cursor, state.radius, { color: "ink", fill: 0, width: 1.5 });
    }
    if (info.isSweep) {
        const end = { x: cursor.x + state.move.x, y: cursor.y + state.move.y };
        circle(context, view, end, state.radius, {
            color: "ink-dim", fill: 0, width: 1.5, dashed: true,
        });
        arrow(context, view, cursor, end, { color: "ink", width: 1.5 });
    }
    dot(context, view, cursor, { color: "ink", size: 5, open: true });
}

export function paintMap(context: CanvasRenderingContext2D, view: View, scene: MapScene): void {
    const { state, info } = scene;
    for (const image of scene.images) {
        image?.draw(context, view);
    }
    context.save();
    context.globalAlpha = 0.55;
    grid(context, view);
    context.restore();
    wall(context, view, { ...wallOf(state), extent: info.extent });
    paintCursor(context, view, scene);
    dot(context, view, state.a, { color: "wall", size: 6, open: true });
    dot(context, view, state.b, { color: "wall", size: 6, open: true });
    label(context, view, state.a, "a", { offset: { x: -14, y: -12 } });
    label(context, view, state.b, "b", { offset: { x: 8, y: -12 } });
    const move = info.isSweep ? moveArrow(view, state.move) : undefined;
    if (move !== undefined) {
        arrow(context, view, move.from, move.tip, { color: "accent", width: 2.5 });
        dot(context, view, move.tip, { color: "accent", size: 6, open: true });
        label(context, view, move.from, "move", { color: "accent", offset: { x: 8, y: 0 } });
    }
    label(context, view, view.toWorld({ x: 12, y: 16 }), caption(state), {
        offset: { x: 0, y: 0 },
    });
}
