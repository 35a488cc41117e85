// The methods of five tutorials as published, mistakes and all, side by side with the truth: the
// same C as classic/classic.h, which says what each does.
import type { Box, Circle, ContactRule, Extent, LoadOptions, Vec2, Wall } from "./carom.js";

export type Method =
    | "area-line" | "area" | "closest-point" | "moving-circle" | "falling-gate"
    | "falling-projection" | "tangent-clamp" | "naive-double" | "naive-float";

export type Verdict = "right" | "false-hit" | "missed" | "wrong-time" | "invalid";

/** A step of the method: what the article computes, and its one or two numbers. */
export interface Step { text: string; value: number[] }

export interface ClassicContact {
    collides: boolean;
    /** Nearest point, of the methods that have one. */
    point?: Vec2;
    /** What is to move the circle out, of the method that has it, where it collides. */
    offset?: Vec2;
    steps: Step[];
}

export interface ClassicSweep {
    hits: boolean;
    t: number;
    center: Vec2;
    normal: Vec2;
    end: Vec2;
    steps: Step[];
}

export interface MethodInfo {
    name: Method;
    /** One line for people. */
    summary: string;
    /** Answers moving circles. */
    isSweep: boolean;
    rule: ContactRule;
    extent: Extent;
}

export interface ErrorMap {
    columns: number;
    rows: number;
    /** Row 0 is at window.max.y: 0 right, 1 false hit, 2 missed, 3 wrong time, 4 invalid. */
    verdicts: Uint8Array;
    /** 1 where the exact answer is yes. */
    truth: Uint8Array;
    counts: Record<Verdict, number>;
}

export interface Classic {
    readonly methods: readonly MethodInfo[];
    relate(method: Method, circle: Circle, wall: Wall): ClassicContact;
    sweep(method: Method, circle: Circle, move: Vec2, wall: Wall): ClassicSweep;
    judge(method: Method, circle: Circle, move: Vec2, wall: Wall): Verdict;
    truth(method: Method, circle: Circle, move: Vec2, wall: Wall): boolean;
    map(method: Method, radius: number, move: Vec2, wall: Wall, window: Box,
        columns: number, rows: number): ErrorMap;
    mapCenter(window: Box, columns: number, rows: number, column: number, row: number): Vec2;
    /**
     * The game of the article on falling circles, for many at once: each falls by `move`; where the
     * method says that it then collides with any of the walls the move is undone. Arrays are
     * written in place. Returns how many moved.
     */
    fall(method: Method, x: Float64Array, y: Float64Array, radius: Float64Array, move: Vec2,
        walls: readonly Wall[]): number;
}

/** Loads the methods: a module of their own, carom-classic.wasm. */
export function loadClassic(options?: Pick<LoadOptions, "wasm">): Promise<Classic>;
