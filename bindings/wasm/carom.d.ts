// Circles that meet straight walls in the plane, decided exactly: the C library as a WebAssembly
// module. Everything says what its namesake in include/carom/ says, bit for bit.
//
// Geometry is total: NaN, infinity and negative radii give "invalid", false or null. Scenes, moves
// and depenetrate refuse a wall that is not valid with a CaromError of its index. What is no
// number at all (undefined, a string) is a TypeError that names the place, in makers, too. So is an
// unknown key of options, settings, responses and groups of arrays. A response's numbers out of
// range are a RangeError, and so is a time that is negative or not finite. Circles, balls and walls
// may have further fields of the caller's, but a misspelt optional field of a wall is a TypeError.
//
// No types of the DOM or of Node are needed. Where they exist, they are used.

// ---- plain objects ----

export interface Vec2 { x: number; y: number }

/** A circle: centre and radius >= 0, in your unit of length. */
export interface Circle { center: Vec2; radius: number }

export type Extent = "segment" | "ray" | "line";

/** A straight wall through a and b: by default a segment; a radius makes it a capsule. */
export interface Wall {
    a: Vec2;
    b: Vec2;
    radius?: number;
    extent?: Extent;
    /**
     * True: a moving ball passes from the right of a->b to the left and is stopped from the left.
     * For moves, and for casts with `passOneSided`.
     */
    oneSided?: boolean;
    /** The categories it belongs to, a bit each, for filters; 0, the default, stands for 1. */
    category?: number;
    /**
     * A number of yours of 32 bits: its owner, its net, the area that it bounds; 0, the default,
     * stands for none.
     */
    group?: number;
}

/**
 * A wall whose ends move straight: at the time t in [0, 1] its axis goes from a + t aMove to
 * b + t bMove. Equal moves shift it, others turn it; a ray or a line has equal moves.
 */
export interface MovingWall extends Wall {
    aMove: Vec2;
    bMove: Vec2;
}

/** How a circle stands to a wall, in rising order. */
export type Relation =
    | "invalid" | "separate" | "touching" | "crossing" | "inside-touching" | "inside";

/** The nearest part of a wall. */
export type Feature = "none" | "side" | "a" | "b";

/**
 * What counts as a contact. "closed-disc" (default): touching or overlapping. "open-disc":
 * overlapping. "ring": the circle's outline touches or crosses the wall, so a wall wholly inside
 * does not count.
 */
export type ContactRule = "closed-disc" | "open-disc" | "ring";

export interface Contact {
    relation: Relation;
    feature: Feature;
    /** Parameter of the nearest point: 0 at a, 1 at b. */
    along: number;
    /** Nearest point on the wall's surface. */
    point: Vec2;
    /** Unit vector from the wall to the centre. */
    normal: Vec2;
    /** R minus the distance from centre to axis: > 0 overlaps, 0 touches, < 0 is a gap. */
    depth: number;
}

/** How two walls stand to each other, in rising order. */
export type WallRelation = "invalid" | "separate" | "touching" | "overlapping";

/** Where two walls are nearest. */
export interface Clearance {
    relation: WallRelation;
    /** > 0 if they are separate, 0 if they touch, < 0 if they overlap. The sign is exact. */
    gap: number;
    /** The point of the first wall's surface nearest to the other; on the axis for radius 0. */
    point: Vec2;
    /** The same on the surface of the other. */
    otherPoint: Vec2;
    /** Unit vector from the other's axis to the first one's. */
    normal: Vec2;
}

/** How a disc stands to an area, in rising order. */
export type AreaRelation =
    | "invalid" | "outside" | "touching" | "crossing" | "inside-touching" | "inside";

/** Where the outline crosses the wall's axis: 0, 1 or 2 places. */
export type Crossings = { along: number; point: Vec2 }[];

export interface Push { relation: Relation; center: Vec2 }

export type SweepKind = "invalid" | "miss" | "graze" | "hit" | "overlap";

export interface Sweep {
    kind: SweepKind;
    feature: Feature;
    /** The largest double not after the true time of contact, in [0, 1]. */
    t: number;
    /** Centre at contact. */
    center: Vec2;
    /** Contact point on the wall's surface. */
    point: Vec2;
    normal: Vec2;
}

/** When a moving circle enters a wall's neighbourhood and when it leaves it. */
export interface Passage {
    /** The first contact: what sweep gives. */
    entry: Sweep;
    /** The last contact; null if there is none, or the circle still touches the wall at t = 1. */
    exit: {
        /** The smallest double not before the true time, in [0, 1], never below entry.t. */
        t: number;
        feature: Feature;
        center: Vec2;
        point: Vec2;
        normal: Vec2;
    } | null;
}

/** A sweep by direction and length. */
export interface Cast {
    sweep: Sweep;
    /** The distance that the centre travels until contact, in [0, length]. */
    distance: number;
}

export interface Reflection {
    sweep: Sweep;
    /** Centre at t = 1, the rest of the path fully reflected. */
    end: Vec2;
    /** The move after the reflection. */
    move: Vec2;
}

/** "pass": the ball goes on through the wall, a sensor. */
export type ResponseKind = "stop" | "slide" | "bounce" | "pass";
export interface Response {
    kind: ResponseKind;
    /** The fraction of the normal speed that is given back, 0 to 1. Used by "bounce". */
    restitution: number;
    /** Coefficient of friction (Coulomb), finite and >= 0. Used by "slide" and "bounce". */
    friction: number;
}

/** A response that lets nothing through: all but pass(). */
export interface SolidResponse extends Response { kind: Exclude<ResponseKind, "pass"> }

export interface Box { min: Vec2; max: Vec2 }

/** The straight path of a circle between two centres: the swept circle. */
export interface Path { from: Vec2; to: Vec2; radius: number }

// ---- makers and vectors: plain JavaScript, usable before anything is loaded ----

export function vec2(x: number, y: number): Vec2;
export function add(p: Vec2, q: Vec2): Vec2;
export function sub(p: Vec2, q: Vec2): Vec2;
export function scale(p: Vec2, s: number): Vec2;
export function dot(p: Vec2, q: Vec2): number;
export function cross(p: Vec2, q: Vec2): number;
/** A quarter turn to the left. */
export function left(p: Vec2): Vec2;
export function circle(x: number, y: number, radius: number): Circle;
export function segment(a: Vec2, b: Vec2): Wall;
export function ray(a: Vec2, b: Vec2): Wall;
export function line(a: Vec2, b: Vec2): Wall;
export function capsule(a: Vec2, b: Vec2, radius: number): Wall;
export function post(p: Vec2, radius: number): Wall;
/**
 * The segments from point to point, 2 points or more; closed (default false), also the one from the
 * last point to the first, unless these are equal.
 */
export function chain(points: readonly Vec2[], closed?: boolean): Wall[];
/** A circle as a wall, so that every question about a wall can be asked of it. */
export function asPost(circle: Circle): Wall;
/** The wall with the displacements of its ends; bMove defaults to aMove. */
export function moving(wall: Wall, aMove: Vec2, bMove?: Vec2): MovingWall;
/** The wall whose ends move to `aTo` and `bTo`, to within an ulp of the largest coordinate. */
export function movingWallTo(wall: Wall, aTo: Vec2, bTo: Vec2): MovingWall;
/**
 * The wall that turns about a pivot. `turn` is (cosine, sine) of the angle, because Math.cos and
 * Math.sin may differ between engines in the last bit. The ends go along the chords of their arcs:
 * a point at the distance r from the pivot is at most r angle^2 / 8 from where an even rotation has
 * it. turningFrames says into how many calls a larger rotation must be split. Only segments turn.
 */
export function movingWallTurning(wall: Wall, pivot: Vec2, turn: Vec2): MovingWall;
/**
 * The number of calls into which a rotation must be split so that no point of the wall is farther
 * than `tolerance` from where an even rotation has it: the least n >= 1 for which
 * reach (angle / n)^2 / 8 <= tolerance. `angle` is in radians; `reach` is the distance from the
 * pivot to the farther end of the wall. At most 2^31 - 1; 0 if a number is NaN or infinite, or if
 * reach or tolerance is negative.
 */
export function turningFrames(angle: number, reach: number, tolerance: number): number;
/**
 * A rotation by `angle`, in radians and to the left, in steps of equal time, each of which begins
 * where the one before ends. The ends go along chords of their arcs. By default there are
 * turningFrames(angle, reach, reach / 1024) steps, at most 2^20. Walls that turn at the same time
 * need the same number of steps. Only segments turn. Math.cos and Math.sin may differ between
 * engines in the last bit, and with them the steps.
 */
export function turnInSteps(wall: Wall, pivot: Vec2, angle: number, steps?: number): MovingWall[];
/**
 * The wall at the fraction t of the time, 0 to 1, rounded as the library rounds it. At t = 1 it is
 * the wall from which the next call starts.
 */
export function movingWallAt(wall: MovingWall, t: number): Wall;
export function stop(): SolidResponse;
export function slide(): SolidResponse;
/** Only as the answer of `respond` and `respondBalls`. */
export function pass(): Response & { kind: "pass" };
/** Default: a full bounce, restitution 1 and friction 0. A RangeError if out of range. */
export function bounce(restitution?: number, friction?: number): SolidResponse;
export function boxesOverlap(p: Box, q: Box): boolean;

// ---- arrays ----

/**
 * Numbers in memory of the page or of the module; those of the module are not copied.
 */
export type Numbers = Float64Array | Float32Array;

/**
 * An array in the module's memory: what is in it goes into calls without a copy. Its `array` is
 * looked up anew each time, since views end when the memory grows: don't keep it across calls that
 * make things. Freed by free(), or some time after nothing refers to it; its view does not count:
 * keep the ModuleArray itself as long as you use that.
 */
export interface ModuleArray<T extends Float64Array | Float32Array | Uint8Array | Uint32Array> {
    readonly array: T;
    readonly length: number;
    free(): void;
}

type Either<T extends Float64Array | Float32Array | Uint8Array | Uint32Array> = T | ModuleArray<T>;
export type NumberArray = Either<Float64Array> | Either<Float32Array>;
/** What each ball has: an array of numbers, typed or not. */
type Column<T extends Float64Array | Uint32Array> = Either<T> | readonly number[];

/**
 * Circles as arrays of numbers, all double or all float: both in one group are a TypeError.
 * `stride` is how many numbers lie between one and the next (default 1), so that interleaved data
 * can be handed over as subarrays. `count` defaults to what x holds.
 */
export interface CircleArrays {
    x: NumberArray; y: NumberArray;
    /** Default: all 0. */
    radius?: NumberArray;
    stride?: number; count?: number;
}

/** Moving circles: (vx, vy) is the displacement of one frame. */
export interface MovingCircleArrays extends CircleArrays { vx: NumberArray; vy: NumberArray }

/** Walls as arrays of numbers, all double or all float. */
export interface WallArrays {
    ax: NumberArray; ay: NumberArray; bx: NumberArray; by: NumberArray;
    radius?: NumberArray;
    /** 0 segment, 1 ray, 2 line, one byte each; default: all segments. Never strided. */
    extent?: Either<Uint8Array>;
    /** 0 or 1 each; default: all 0. Never strided. */
    oneSided?: Either<Uint8Array>;
    /** Default: all 0. Never strided. */
    category?: Either<Uint32Array>;
    /** Default: all 0. Never strided. */
    group?: Either<Uint32Array>;
    stride?: number; count?: number;
}

/** For circle i the indices walls[offsets[i]] ... walls[offsets[i + 1] - 1], rising. */
export interface TouchingBatch { offsets: Uint32Array; walls: Uint32Array }

/** First hits, an array for each field; where wall[i] is -1 the numbers are 0. */
export interface SweepBatch {
    /** Index of the wall; -1 where kind[i] is 0 (invalid) or 1 (miss). */
    wall: Int32Array;
    /** 0 invalid, 1 miss, 2 graze, 3 hit, 4 overlap. */
    kind: Uint8Array;
    /** 0 none, 1 side, 2 end a, 3 end b. */
    feature: Uint8Array;
    t: Float64Array;
    x: Float64Array; y: Float64Array;
    px: Float64Array; py: Float64Array;
    nx: Float64Array; ny: Float64Array;
}

/**
 * Balls that moveBatch and crowds move, as arrays of numbers; positions and velocities are written
 * back in place.
 */
export interface BallArrays {
    x: Either<Float64Array>; y: Either<Float64Array>;
    radius: Either<Float64Array>;
    vx: Either<Float64Array>; vy: Either<Float64Array>;
    count?: number;
}

// ---- filters and casts ----

/** The walls that a query considers; all, if it is left out. */
export interface Filter {
    /** A wall is considered if its category shares a bit with the mask. Default: all bits. */
    mask?: number;
    /** Walls of this group are left out. Default: 0, none are. */
    exceptGroup?: number;
    /**
     * Asked for walls that mask and group let through, by index; may be called for any wall near
     * the query, in any order, more than once. Its answer for a wall must not change during a call.
     * It may call the module; what it throws comes out of the query.
     */
    accept?: (index: number) => boolean;
}

export interface CastSettings {
    filter?: Filter;
    /**
     * True: only hits and overlaps at the start count. A wall that is grazed, or touched at the
     * start without moving in, does not hide what comes after it: the rule of moveBall.
     */
    hitsOnly?: boolean;
    /** True: one-sided walls stop only a circle that starts on their left, as in moveBall. */
    passOneSided?: boolean;
}

/** A search within a gap. */
export interface SearchSettings {
    /** The largest gap; default 0, what touches or overlaps. */
    within?: number;
    filter?: Filter;
}

export interface ClearanceSettings extends SearchSettings {
    /** True: pairs of two walls of one group are left out, unless the group is 0. */
    exceptSameGroup?: boolean;
    /** Walls to compare with those of the scene; default: those of the scene with each other. */
    walls?: readonly Wall[] | WallArrays;
}

// ---- scenes and moves ----

export interface Neighbor { index: number; gap: number }

/** Pairs of walls that are near each other, an array for each field. */
export interface WallPairs {
    /** Index of the first wall, rising: of the scene, or of `walls` if these were given. */
    wall: Uint32Array;
    /** Index of the other, of the scene; above that of the first if both are of the scene. */
    other: Uint32Array;
    /** 1 separate, 2 touching, 3 overlapping. */
    relation: Uint8Array;
    gap: Float64Array;
    /** The nearest point of the first wall's surface. */
    px: Float64Array; py: Float64Array;
    /** The nearest point of the other's surface. */
    qx: Float64Array; qy: Float64Array;
}

/** An area near a circle. */
export interface AreaHit {
    /** The group of its walls. */
    area: number;
    relation: AreaRelation;
    /** From the centre to the nearest axis of its walls, negative if the centre is inside. */
    distance: number;
}

/** The wall that a moving circle meets first. `sweep.kind` is "graze", "hit" or "overlap". */
export interface SceneHit { index: number; sweep: Sweep }

// `using scene = ...` where lib has it ("esnext.disposable"), nothing where not.
type Disposing = SymbolConstructor extends { readonly dispose: infer Dispose extends symbol }
    ? { [key in Dispose]: () => void }
    : object;

/** The displacements of the beams of a fan, in order of their angles if it is to be fast. */
export interface FanArrays { x: NumberArray; y: NumberArray; stride?: number; count?: number }

/** What is asked of a Scene or a DynamicScene. Every call after free() is a CaromError. */
export interface SceneQueries extends Disposing {
    readonly count: number;
    /** The union of all walls' boxes, infinite where a ray or line is; undefined without walls. */
    readonly box: Box | undefined;
    wall(index: number): Wall;
    /** Indices of all walls that touch the circle, rising. */
    touching(circle: Circle, rule?: ContactRule, filter?: Filter): Uint32Array;
    touches(circle: Circle, rule?: ContactRule, filter?: Filter): boolean;
    countTouching(circle: Circle, rule?: ContactRule, filter?: Filter): number;
    /** Indices of all walls within a distance (clearance), rising. */
    within(circle: Circle, gap: number, filter?: Filter): Uint32Array;
    /** Indices of all walls whose bounding box overlaps the box, rising: a broad phase. */
    inBox(box: Box, filter?: Filter): Uint32Array;
    /** The k nearest walls (default 1, at most 2^26), nearest first, exactly ordered. */
    nearest(circle: Circle, k?: number, filter?: Filter): Neighbor[];
    /** The first wall that the moving circle meets; null if it meets none, or is not valid. */
    sweep(circle: Circle, move: Vec2, settings?: CastSettings): SceneHit | null;
    /** All walls that it meets, in the order of their times of impact, exactly. */
    sweepAll(circle: Circle, move: Vec2, settings?: CastSettings): SceneHit[];
    /** One circle along many displacements, such as a scan of a lidar: sweep for each of them. */
    fan(circle: Circle, moves: FanArrays, settings?: CastSettings): SweepBatch;
    /** Indices of all walls near another wall, rising; with itself, if it is of the scene. */
    nearWall(wall: Wall, settings?: SearchSettings): Uint32Array;
    /** The pairs of walls that are near each other, each pair once. The filter must accept both. */
    clearance(settings?: ClearanceSettings): WallPairs;

    // Areas: what closed rings of walls of one group enclose, even-odd. The walls of an area are
    // segments of one radius; every point is the end of an even number of them. If not, these calls
    // are a CaromError that names area, wall and point. Filters accept all walls of an area or
    // none. docs/areas.md has more.

    /** The relation of the disc and an area: "outside" if no wall has this group. */
    relateArea(circle: Circle, area: number): AreaRelation;
    /** The areas that the disc meets or lies in, or whose gap to it is at most `within`; rising. */
    areas(circle: Circle, settings?: SearchSettings): AreaHit[];
    /** The k areas (default 1) of least distance, deepest first; the order is exact. */
    nearestAreas(circle: Circle, k?: number, filter?: Filter): AreaHit[];
    /** The areas that hold the point, boundaries included, rising. */
    areasAt(point: Vec2, filter?: Filter): Uint32Array;
    /** True if this area, or any if left out, holds the point, its boundary included. */
    contains(point: Vec2, area?: number): boolean;
    /**
     * The signed distance to this area, or the least one if left out; negative inside. Infinity if
     * there is no such area.
     */
    signedDistance(point: Vec2, area?: number): number;

    touchingBatch(circles: CircleArrays, rule?: ContactRule, filter?: Filter): TouchingBatch;
    withinBatch(circles: CircleArrays, gap: number, filter?: Filter): TouchingBatch;
    sweepBatch(circles: MovingCircleArrays, settings?: CastSettings): SweepBatch;
    free(): void;
}

/**
 * A fixed set of walls with an index over it. Lives in the module's memory: call free() when done
 * with it; a forgotten one is freed some time after nothing refers to it any more.
 */
export interface Scene extends SceneQueries {
    /** The scene as bytes, the same as carom_scene writes in C; openScene reads them. */
    toBytes(): Uint8Array;
}

/**
 * Walls that are inserted, removed and changed, in any order, with an index over them; else like a
 * Scene. Queries name walls by their index. The index of a removed wall is used again, so edits
 * take ids: the id of a removed wall is a RangeError, until 2^21 other walls have had its index.
 * The first wall with an index has that index as its id; later ones have greater ids, which are
 * whole numbers below 2^53. A callback of a query must not change the scene.
 *
 * It has no index of areas. Questions about areas take longer, and nothing checks the rings: where
 * they do not close, the answers mean nothing.
 */
export interface DynamicScene extends SceneQueries {
    /** True if a wall has this id. */
    has(id: number): boolean;
    /** The id of the wall with this index now. A RangeError if there is none. */
    id(index: number): number;
    /** The ids of all walls, by rising index. */
    ids(): Float64Array;
    /** Inserts a wall and returns its id. */
    insert(wall: Wall): number;
    remove(id: number): void;
    /** Puts another wall in its place, which keeps the id. */
    move(id: number, wall: Wall): void;
    /**
     * Wall ids[i] becomes walls[i], all of them or none: cheaper than single moves. As many ids as
     * walls.
     */
    moveMany(ids: Either<Float64Array>, walls: readonly Wall[] | WallArrays): void;
    setCategory(id: number, category: number): void;
}

/** How a ball moves. */
export interface MoveSettings {
    /**
     * At rest. Left out: no walls. A Scene is best; an array is copied at every call, and a wall
     * that moves in it is a TypeError.
     */
    walls?: SceneQueries | readonly Wall[] | WallArrays;
    /** Walls that move in this time, each straight to its end. */
    movingWalls?: readonly MovingWall[];
    /** A wall that is left out does not exist for the ball. */
    filter?: Filter;
    /** The filter of the moving walls, by their index among these. */
    movingFilter?: Filter;
    /** At every wall, unless `respond` is set. Default bounce(1, 0). Not pass(). */
    response?: SolidResponse;
    /**
     * Asked at every contact, resting contacts too, and for every wall overlapped at the start:
     * each wall has its own material. `contact.after` is not decided yet. `ball` is the index in a
     * moveBatch, else 0.
     */
    respond?: (contact: Impact, ball: number) => Response;
    gravity?: Vec2;
    /** Contacts in one call after which a ball stays where it is; 0, the default: the library's. */
    maxContacts?: number;
}

/**
 * How the balls of a batch move. The callbacks report what happens, while the balls move; `ball` is
 * the index. They may call the module. The call throws what a callback throws, `respond` and
 * filters included; then balls, kinds and results are as before the call, and so is a crowd.
 */
export interface BatchSettings extends MoveSettings {
    /** Every contact with a wall but resting contacts, in the order in which each ball has them. */
    onImpact?: (impact: Impact, ball: number) => void;
    /** Every piece of the path of each ball, in order. */
    onLeg?: (leg: Leg, ball: number) => void;
    /** Every ball after the move, by rising index. */
    onMotion?: (motion: BallMotion, ball: number) => void;
}

/**
 * How balls of a crowd move among walls and each other. What has a number for each ball is in
 * arrays, at the index of the ball. `respond` and `respondBalls` may be asked more than once about
 * a contact, and about contacts that do not come about: they only answer. `onImpact`, `onLeg` and
 * `onBallImpact` are called when the step has been computed, in order of time, and only for what
 * stands; then `onTouch`, then `onMotion`.
 */
export interface CrowdSettings extends BatchSettings {
    /** Every impact of two balls. */
    onBallImpact?: (impact: BallImpact) => void;
    /**
     * Every touch, by rising ball, other balls before walls. Touches of balls that sleep are not
     * reported again.
     */
    onTouch?: (touch: Touch) => void;
    /**
     * The response at an impact of two balls, instead of `ballRestitution` and `ballFriction`:
     * "bounce", "slide" (a bounce of restitution 0), "stop" (both keep their common velocity), or
     * "pass": the balls pass through each other for the rest of the step. `firstAfter` and
     * `secondAfter` are not decided yet. It is also asked about balls that press on each other,
     * and, with time 0, about balls that overlap at the start: those that pass are not pushed
     * apart.
     */
    respondBalls?: (impact: BallImpact) => Response;
    /** Coefficient of restitution between balls, 0 to 1; default 1. */
    ballRestitution?: number;
    /** Coefficient of friction between balls, finite and >= 0; default 0. Balls do not spin. */
    ballFriction?: number;
    /** 1 / mass of each ball; a ball with 0 is not pushed by others. Default: all 1. */
    inverseMasses?: Column<Float64Array>;
    /** The acceleration of each ball, in addition to gravity. Default: none. */
    accelerations?: { x: Column<Float64Array>; y: Column<Float64Array> };
    /** The categories of each ball, a bit each. Default: all bits. */
    categories?: Column<Uint32Array>;
    /**
     * The categories of balls that each ball collides with. Two balls collide if each has a
     * category that the other's mask holds, and one of them a radius above 0. Default: all bits.
     */
    masks?: Column<Uint32Array>;
    /** The categories of walls that exist for each ball, instead of `filter` and `movingFilter`. */
    wallMasks?: Column<Uint32Array>;
    /**
     * The most passes of the solver for balls that press; 0, the default: as many as it needs.
     * Fewer passes take less time, and balls that press lose more of theirs.
     */
    maxPasses?: number;
}

/** Arrays that a step writes for each ball. */
export interface CrowdResults {
    /** 0 invalid, 1 moved, 2 freed, 3 stuck, 4 crushed. */
    kinds?: Either<Uint8Array>;
    /** 0 none, 1 held, 2 stuck, 3 crushed, 4 asleep. */
    holds?: Either<Uint8Array>;
    /** The time in which the ball could not move although it would have. */
    lost?: Either<Float64Array>;
}

/** A step of a crowd: the numbers of balls of each kind, and sums. */
export interface CrowdMotion {
    moved: number; freed: number; stuck: number; crushed: number; invalid: number;
    /** The numbers of balls that were held for a part of the time, and that sleep. */
    held: number; asleep: number;
    /** The number of impacts between two balls. */
    ballImpacts: number;
    /** The sum of the times that the balls lost. */
    lost: number;
}

/**
 * Balls that move among walls and each other, all at the same time, frame after frame. If no two
 * balls overlap and no ball overlaps a wall, then none do at any time of the step, and nothing
 * passes anything, but for balls that are crushed or stuck, and what masks, filters, "pass" and
 * one-sided walls let through.
 *
 * The balls are in your arrays or in a list of yours. The crowd remembers which of them touch, how
 * hard they press, and which sleep: balls at their places for 30 steps, borne by something, keep
 * their bits and have no velocity until something comes near, you change them, or gravity or an
 * acceleration changes. Between steps you may change any ball, append balls, and take away the last
 * ones. A ball that you change is awake; its touches go on if it still touches.
 *
 * Lives in the module's memory: call free() when done with it. Every call after free() is a
 * CaromError. Callbacks of a step may step other crowds, but not this one.
 */
export interface Crowd extends Disposing {
    /**
     * Moves balls for a time >= 0. Positions and velocities are written back: numbers in place; a
     * ball of a list gets a new `center` and `velocity`. The same ball twice in a list, a frozen
     * ball, and arrays that share numbers are a TypeError.
     */
    step(balls: BallArrays | readonly Ball[], time: number, settings?: CrowdSettings,
        results?: CrowdResults): CrowdMotion;
    /**
     * Tells the crowd that you have taken a ball out of your arrays by moving the last ball to its
     * place. Call it at once. Nothing else that you do to your arrays needs a call.
     * Here and below an index is that of a ball of the last step, without those that remove() took
     * away; any other is a RangeError. A ball appended after that step needs no call.
     */
    remove(ball: number): void;
    /**
     * Wakes a ball, and with it those that it touches; without an index all balls. Call it when a
     * wall at rest near a ball that sleeps has changed, moved or gone, or its mass or a mask has
     * changed.
     */
    wake(ball?: number): void;
    /** True if the ball slept at the end of the last step. */
    isAsleep(ball: number): boolean;
    /**
     * What the crowd remembers, as bytes. Loaded again with the same balls, the next steps have the
     * same bits: for saved games and rollback.
     */
    save(): Uint8Array;
    /**
     * Replaces what the crowd remembers by what save() gave, here or in C. Every byte is checked;
     * others are a CaromError, and the crowd is as before.
     */
    load(bytes: Either<Uint8Array>): void;
    free(): void;
}

export interface Ball { center: Vec2; radius: number; velocity: Vec2 }

export interface Impact {
    time: number;
    /** The wall and its category. */
    id: WallId;
    category: number;
    /** Where the contact is; (0, 0) of a wall at rest. */
    wallVelocity: Vec2;
    feature: Feature;
    center: Vec2; point: Vec2; normal: Vec2;
    /** Velocities before and after. */
    before: Vec2; after: Vec2;
}

/** An impact of two balls. */
export interface BallImpact {
    time: number;
    /** The indices of the balls. */
    first: number; second: number;
    firstCenter: Vec2; secondCenter: Vec2;
    /** Unit vector from the second ball to the first. */
    normal: Vec2;
    /** Velocities before and after. */
    firstBefore: Vec2; secondBefore: Vec2;
    firstAfter: Vec2; secondAfter: Vec2;
}

/** What a touch does in a step: it was not there in the step before, it was, or it is gone. */
export type TouchPhase = "begins" | "persists" | "ends";

/** A ball of a crowd that touches another ball or a wall, by an impact or because it presses. */
export interface Touch {
    phase: TouchPhase;
    /** Of two balls the lower index. */
    ball: number;
    /** The other ball; null for a wall. */
    other: number | null;
    /** The wall; null for another ball. */
    wall: WallId | null;
    /** Unit vector from the wall or the other ball to the ball, when they touched last. */
    normal: Vec2;
    /** The momentum that the ball gained along the normal, mass times velocity; 0 if it ends. */
    impulse: number;
}

/** "crushed": moving walls left the ball no place. */
export type MotionKind = "invalid" | "moved" | "freed" | "stuck" | "crushed";

/**
 * What kept a ball from moving. "held": too many contacts, or other balls that left it no clear
 * path. "asleep": it rests in a crowd, and loses no time.
 */
export type Hold = "none" | "held" | "stuck" | "crushed" | "asleep";

/**
 * A straight piece of a path. The fractions of the time at its ends say where the moving walls were
 * then: at a + start * aMove, and so on; in between they moved straight, too.
 */
export interface Leg { from: Vec2; to: Vec2; start: number; end: number }

/** A wall: its index, among the moving walls if it is one of these. */
export interface WallId { index: number; isMoving: boolean }

/** What crushed a ball. */
export interface Crush {
    /**
     * Two walls, the first of which moves; the same one twice if it leaves no place by itself. In a
     * crowd null stands for another ball.
     */
    by: (WallId | null)[];
    /** The time up to which the ball had a place. */
    time: number;
    /** True if it overlaps no wall at the end. */
    isFree: boolean;
}

/** A ball after a move. */
export interface BallMotion {
    kind: MotionKind;
    /** What kept the ball from moving, for the time `lost`. */
    hold: Hold;
    ball: Ball;
    contacts: number;
    /** Time that was not used up. */
    lost: number;
    /** True if position or velocity would have left the range of double, and were clamped to it. */
    clamped: boolean;
    /**
     * If kind is "freed" or "stuck": the lowest wall overlapped at the start; walls at rest count
     * as lower than moving walls. In a crowd null means that only balls were overlapped.
     */
    overlapped: WallId | null;
    /** If kind is "freed": where the ball was set free. */
    freed: Vec2 | null;
    crushed: Crush | null;
}

/** A ball after a moveBall, and its path. */
export interface Motion extends BallMotion {
    /** Every contact, in order. */
    impacts: Impact[];
    /** Every position the ball was accepted at; the path between two of them is clear of walls. */
    positions: Vec2[];
    /** The same path piece by piece, with its times. */
    legs: Leg[];
}

/** Sums over all balls of a moveBatch. */
export interface BatchMotion {
    contacts: number; freed: number; stuck: number; crushed: number; invalid: number; lost: number;
}

/**
 * A circle with a radius > 0 that walks, jumps and falls. A ball is a character in the air: what
 * follows the velocity may be left out. Set the velocity before each frame, and hand over all else
 * as the last frame returned it.
 *
 * On the ground the velocity has no component along `up`, whatever the slope: it is the walking
 * velocity. With a component along `up` the character jumps.
 */
export interface Character extends Ball {
    /** True if it stands on walkable ground, or is wedged. */
    onGround?: boolean;
    /** True if it is held between two walls, none of which is walkable. It can jump. */
    isWedged?: boolean;
    /** The unit normal of the ground; `up` if wedged; (0, 0) in the air. */
    groundNormal?: Vec2;
    /** A wall on which it stands; null in the air. */
    ground?: WallId | null;
    /** The velocity of that wall at the character; (0, 0) for a wall at rest and in the air. */
    groundVelocity?: Vec2;
}

/** How a character moves. docs/character.md describes the rules. */
export interface CharacterSettings {
    /**
     * At rest. Left out: no walls. A Scene is best; an array is copied at every call, and a wall
     * that moves in it is a TypeError.
     */
    walls?: SceneQueries | readonly Wall[] | WallArrays;
    /** Walls that move in this time, each straight to its end. They carry and push it. */
    movingWalls?: readonly MovingWall[];
    /** A wall that is left out does not exist for the character. */
    filter?: Filter;
    /** The filter of the moving walls, by their index among these. */
    movingFilter?: Filter;
    /** The direction in which it stands, of any length but 0; default (0, 1). */
    up?: Vec2;
    /** Acceleration in the air; default (0, 0). Nothing slides down a walkable slope. */
    gravity?: Vec2;
    /**
     * The steepest walkable slope as rise / run, finite and >= 0; default 1, which is 45 degrees.
     */
    maxSlope?: number;
    /** The greatest height that it steps up, finite and >= 0; default 0. */
    stepHeight?: number;
    /**
     * The greatest height that it follows the ground down, finite and >= 0; default 0. In the air
     * it is never snapped.
     */
    snapDistance?: number;
    /** True: it drops through the one-sided walls that it touches at the start. Default false. */
    drop?: boolean;
}

/** A character after a frame. */
export interface CharacterMotion {
    /**
     * As of a ball. "invalid": radius 0, an `up` of (0, 0), or a number that is not finite; then
     * the character is as given.
     */
    kind: MotionKind;
    /** At rest and in the air if stuck or crushed. */
    character: Required<Character>;
    /** Came down on the ground in this frame. */
    landed: boolean;
    /** Climbed a step. */
    stepped: boolean;
    /** Was moved down to keep to the ground. */
    snapped: boolean;
    /**
     * The last wall that stopped or turned it and is neither walkable nor a ceiling (`hit_wall` in
     * C); null if none did. Walls that only carry or push it are not reported.
     */
    wall: WallId | null;
    /** Of `wall`; (0, 0) if that is null. */
    wallNormal: Vec2;
    /** The last ceiling that did, a wall that is walkable upside down; or null. */
    head: WallId | null;
    /** The time that was left when a limit ended the frame: 16 contacts, 128 pieces of a walk. */
    lost: number;
    /** If kind is "freed" or "stuck": the lowest wall overlapped at the start. */
    overlapped: WallId | null;
    /** If kind is "crushed": the two walls, as in Crush. */
    crushedBy: WallId[] | null;
    /** Every position it was moved to; the path between two of them is clear of walls. */
    positions: Vec2[];
    /**
     * The same path piece by piece. First come the legs along which moving walls carry or push it.
     * Then come its own, among the walls at the end of the frame: both fractions are 1, or 0
     * without moving walls.
     */
    legs: Leg[];
}

/** How two balls collide. */
export interface BallResponse {
    /** Coefficient of restitution, 0 to 1; default 1. */
    restitution?: number;
    /** Coefficient of friction, finite and >= 0; default 0. */
    friction?: number;
    /** 1 / mass of the first and the second ball, finite and >= 0; default [1, 1]. */
    inverseMasses?: readonly [number, number];
}

export interface Depenetration {
    /** True if `center` is free of all walls: touching at most. Exact. */
    found: boolean;
    /** True if the circle overlapped a wall. */
    overlapped: boolean;
    /** The lowest index of the walls overlapped; null if there are none. */
    wall: number | null;
    /** The new centre; the given one if that was free or no way was found. */
    center: Vec2;
}

// ---- the module ----

/** The calls of the library. Made by load(). */
export interface Carom {
    readonly version: string;
    /** "simd128" or "scalar". */
    readonly instructionSet: string;

    /** True if arithmetic rounds as exact answers need. WebAssembly prescribes it. */
    environmentIsExact(): boolean;

    circleIsValid(circle: Circle): boolean;
    wallIsValid(wall: Wall): boolean;
    responseIsValid(response: Response): boolean;

    relate(circle: Circle, wall: Wall): Relation;
    touches(circle: Circle, wall: Wall, rule?: ContactRule): boolean;
    /** True if the gap is at most that: within a distance, a clearance. */
    within(circle: Circle, wall: Wall, gap: number): boolean;
    /** 1 left of the line through a and b, -1 right, 0 on it. */
    wallSide(wall: Wall, point: Vec2): -1 | 0 | 1;
    /** -1 if the gap to the first wall is the smaller, 1 if the larger, 0 if equal or invalid. */
    compareDistance(circle: Circle, first: Wall, second: Wall): -1 | 0 | 1;

    contact(circle: Circle, wall: Wall): Contact;
    /** The gap between disc and wall, 0 if they touch or overlap. */
    distance(circle: Circle, wall: Wall): number;
    /** The same, negative inside: minus the depth of the contact. The sign is exact. */
    signedDistance(circle: Circle, wall: Wall): number;
    crossings(circle: Circle, wall: Wall): Crossings;
    pushOut(circle: Circle, wall: Wall): Push;

    /** Where two walls are nearest, also if they overlap. */
    wallContact(wall: Wall, other: Wall): Clearance;
    /** The gap between two walls, negative if they overlap; 0 if one is invalid. */
    wallGap(wall: Wall, other: Wall): number;
    /** -1 if the gap between two walls is smaller than `gap` >= 0, 0 if equal, else 1. Exact. */
    compareWallGap(wall: Wall, other: Wall, gap: number): -1 | 0 | 1;

    sweep(circle: Circle, move: Vec2, wall: Wall): Sweep;
    sweepTo(circle: Circle, to: Vec2, wall: Wall): Sweep;
    /** Entry and exit. */
    passage(circle: Circle, move: Vec2, wall: Wall): Passage;
    /** A sweep by `length` along `direction`; a ray cast is a circle of radius 0. */
    cast(circle: Circle, direction: Vec2, length: number, wall: Wall): Cast;
    /** The vector of this length along a direction, for scene.sweep; (0, 0) if invalid. */
    vectorAlong(direction: Vec2, length: number): Vec2;
    compareTimeOfImpact(circle: Circle, move: Vec2, first: Wall, second: Wall): -1 | 0 | 1;
    pathIsClear(circle: Circle, to: Vec2, wall: Wall): boolean;

    /** Do two circles touch? For other questions about two circles see `asPost`. */
    touchesCircle(circle: Circle, other: Circle, rule?: ContactRule): boolean;

    // Walls that move while the circle moves. `hitsOnly` (default false) leaves grazes out: a wall
    // that turns can be grazed first and hit later.
    movingWallIsValid(wall: MovingWall): boolean;
    sweepMoving(circle: Circle, move: Vec2, wall: MovingWall, hitsOnly?: boolean): Sweep;
    /** The centre ends at `to`, the wall's ends at `aTo` and `bTo`. */
    sweepMovingTo(circle: Circle, to: Vec2, wall: Wall, aTo: Vec2, bTo: Vec2,
        hitsOnly?: boolean): Sweep;
    /** Two moving circles. */
    sweepMovingCircle(circle: Circle, move: Vec2, other: Circle, otherMove: Vec2,
        hitsOnly?: boolean): Sweep;
    /** True if circle and wall never overlap on their ways to these places; they may touch. */
    pathIsClearOfMoving(circle: Circle, to: Vec2, wall: Wall, aTo: Vec2, bTo: Vec2): boolean;
    /** The box of all places of the wall during the move; NaN if the moving wall is invalid. */
    movingWallBox(wall: MovingWall): Box;

    reflectVelocity(velocity: Vec2, normal: Vec2): Vec2;
    respond(velocity: Vec2, normal: Vec2, response: Response): Vec2;
    /**
     * The velocities of two balls after they have collided, by conservation of momentum: what
     * a crowd does. The normal is the unit vector from the second ball to the first.
     */
    ballsRespond(first: Vec2, second: Vec2, normal: Vec2, settings?: BallResponse):
        { first: Vec2; second: Vec2 };
    reflect(circle: Circle, move: Vec2, wall: Wall): Reflection;

    wallBox(wall: Wall): Box;
    pathBox(path: Path): Box;

    /** Moves a ball for a time >= 0, through any number of contacts. */
    moveBall(ball: Ball, time: number, settings?: MoveSettings): Motion;
    /**
     * Many balls at once, each on its own, for a time >= 0. Positions and velocities are written
     * back as by a crowd. `kinds`, if given, gets 0 invalid, 1 moved, 2 freed, 3 stuck, 4 crushed.
     */
    moveBatch(balls: BallArrays | readonly Ball[], time: number, settings?: BatchSettings,
        kinds?: Either<Uint8Array>): BatchMotion;
    /**
     * Moves a character for a time >= 0: it walks, climbs steps, keeps to the ground, falls, and
     * rides on what it stands on. It passes through no wall.
     */
    moveCharacter(character: Character, time: number, settings?: CharacterSettings):
        CharacterMotion;
    /**
     * Looks for a centre where the circle overlaps none of the walls, and that it reaches in a
     * straight line without crossing one. One-sided walls stop it only from the left.
     */
    depenetrate(circle: Circle, walls: SceneQueries | readonly Wall[] | WallArrays,
        filter?: Filter): Depenetration;

    /** One circle against many walls; verdicts[i] is 1 where it touches wall i. */
    batchWalls(circle: Circle, walls: readonly Wall[] | WallArrays, rule?: ContactRule,
        filter?: Filter): { count: number; verdicts: Uint8Array };
    /** Circle i against wall i. */
    batchPairs(circles: CircleArrays, walls: readonly Wall[] | WallArrays, rule?: ContactRule,
        filter?: Filter): { count: number; verdicts: Uint8Array };

    /** Makes a crowd that remembers nothing. */
    createCrowd(): Crowd;
    /** Makes a scene; a wall that is not valid is a CaromError with its index. */
    createScene(walls: readonly Wall[] | WallArrays): Scene;
    /** Makes a dynamic scene; the id of each wall is its index. Default: without walls. */
    createDynamicScene(walls?: readonly Wall[] | WallArrays): DynamicScene;
    /** A scene from toBytes(), or from a file that C saved; the bytes are copied and checked. */
    openScene(bytes: Either<Uint8Array>): Scene;

    /** Arrays in the module's memory, all 0. */
    float64(length: number): ModuleArray<Float64Array>;
    float32(length: number): ModuleArray<Float32Array>;
    uint8(length: number): ModuleArray<Uint8Array>;
    uint32(length: number): ModuleArray<Uint32Array>;
}

/** What goes wrong with scenes, crowds and memory. */
export class CaromError extends Error {
    /** A short word for programs. */
    readonly code:
        | "out-of-memory" | "bad-wall" | "too-many-walls" | "not-a-scene" | "other-version"
        | "other-byte-order" | "damaged" | "not-a-crowd" | "freed" | "open-area" | "area-radii"
        | "endless-area";
    /** Of "bad-wall" and of areas: its index. */
    readonly wall?: number;
    /** Of areas: which one. */
    readonly area?: number;
    /** Of "open-area": where its ring is open. */
    readonly point?: Vec2;
}

// A type of the DOM or of Node where it exists, else what stands in for it.
type Global<Name extends string, Otherwise> =
    typeof globalThis extends { [key in Name]: { prototype: infer Type } } ? Type : Otherwise;

/** A WebAssembly.Module. */
export type WasmModule = object &
    (typeof globalThis extends { WebAssembly: { Module: { prototype: infer Type } } }
        ? Type : object);

export interface LoadOptions {
    /**
     * The module: its bytes, a URL, a Response, or compiled already (for workers). Default: the
     * file beside this one, with SIMD where the engine has it.
     */
    wasm?: ArrayBuffer | ArrayBufferView | string | WasmModule
        | Global<"URL", { readonly href: string }>
        | Global<"Response", { arrayBuffer(): Promise<ArrayBuffer> }>;
    /** false takes the build without SIMD. */
    simd?: boolean;
}

/** Loads the module. Each call makes one with a memory of its own. */
export function load(options?: LoadOptions): Promise<Carom>;

/** True if this engine has the vector instructions. */
export function hasSimd(): boolean;

/** Compiles the module without making one: post it to workers, which load({ wasm: module }). */
export function compile(options?: { simd?: boolean }): Promise<WasmModule>;
