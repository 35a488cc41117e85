// Makers of plain objects, and vectors: usable before a module is loaded. They refuse wrong
// arguments as calls do. Room: bindings.
import {
    checkedCoefficient, checkedFlag, checkedFraction, checkedNumber, described, refuse,
    refuseArray,
} from "./checks.js";
import { checkBox, checkCircle, checkedVector } from "./shapes.js";

// ---- vectors ----

/** A vector whose numbers are known to be numbers. */
const vector = (x, y) => ({ x, y });

export const vec2 = (x, y) => vector(checkedNumber(x, "x"), checkedNumber(y, "y"));

function checkTwo(p, q) {
    checkedVector(p, "p");
    checkedVector(q, "q");
}

export function add(p, q) {
    checkTwo(p, q);
    return vector(p.x + q.x, p.y + q.y);
}

export function sub(p, q) {
    checkTwo(p, q);
    return vector(p.x - q.x, p.y - q.y);
}

export function scale(p, s) {
    checkedVector(p, "p");
    checkedNumber(s, "s");
    return vector(s * p.x, s * p.y);
}

export function dot(p, q) {
    checkTwo(p, q);
    return p.x * q.x + p.y * q.y;
}

export function cross(p, q) {
    checkTwo(p, q);
    return p.x * q.y - p.y * q.x;
}

export function left(p) {
    checkedVector(p, "p");
    return vector(-p.y, p.x);
}

// ---- circles and walls ----

export const circle = (x, y, radius) =>
    ({ center: vec2(x, y), radius: checkedNumber(radius, "radius") });

function wallOf(a, b, radius, extent) {
    checkedVector(a, "a");
    checkedVector(b, "b");
    checkedNumber(radius, "radius");
    return { a, b, radius, extent, oneSided: false, category: 0, group: 0 };
}

export const segment = (a, b) => wallOf(a, b, 0, "segment");
export const ray = (a, b) => wallOf(a, b, 0, "ray");
export const line = (a, b) => wallOf(a, b, 0, "line");
export const capsule = (a, b, radius) => wallOf(a, b, radius, "segment");

export function post(p, radius) {
    checkedVector(p, "p");
    return wallOf(p, p, radius, "segment");
}

/** A circle as a wall: the post of the same centre and radius. */
export function postOf(circle, name) {
    checkCircle(circle, name);
    return post(circle.center, circle.radius);
}

export const asPost = (circle) => postOf(circle, "circle");

/** The segments from point to point; closed, also the one from the last point to the first. */
export function chain(points, closed = false) {
    if (!Array.isArray(points)) {
        refuse(points, "points", "an array of { x, y }");
    }
    checkedFlag(closed, "closed");
    const { length } = points;
    // Not forEach, which leaves out the holes of a sparse array.
    for (let i = 0; i < length; i++) {
        checkedVector(points[i], `points[${i}]`);
    }
    if (length < 2) {
        throw new RangeError(`points: expected 2 or more, got ${length}`);
    }
    const walls = points.slice(1).map((point, i) => segment(points[i], point));
    const first = points[0], last = points[length - 1];
    // Rings of files often repeat their first point.
    if (closed && (first.x !== last.x || first.y !== last.y)) {
        walls.push(segment(last, first));
    }
    return walls;
}

// ---- walls that move ----

/** A wall that has ends. */
function checkedEnds(wall) {
    if (typeof wall !== "object" || wall === null) {
        refuse(wall, "wall", "{ a, b }");
    }
    refuseArray(wall, "wall", "{ a, b }");
    checkedVector(wall.a, "wall.a");
    checkedVector(wall.b, "wall.b");
    return wall;
}

export function moving(wall, aMove, bMove = aMove) {
    checkedEnds(wall);
    checkedVector(aMove, "aMove");
    checkedVector(bMove, "bMove");
    return { ...wall, aMove, bMove };
}

/** The moving wall that takes the ends to these places. */
export function movingWallTo(wall, aTo, bTo) {
    const { a, b } = checkedEnds(wall);
    checkedVector(aTo, "aTo");
    checkedVector(bTo, "bTo");
    return moving(wall, sub(aTo, a), sub(bTo, b));
}

const turned = (p, turn) => add(scale(p, turn.x), scale(left(p), turn.y));

/** The moving wall that turns about a pivot by the angle whose cosine and sine are `turn`. */
export function movingWallTurning(wall, pivot, turn) {
    const { a, b } = checkedEnds(wall);
    checkedVector(pivot, "pivot");
    checkedVector(turn, "turn");
    const moveOf = (end) => {
        const from = sub(end, pivot);
        return sub(turned(from, turn), from);
    };
    return moving(wall, moveOf(a), moveOf(b));
}

/** The frames of a rotation, with the bits of carom_turning_frames. */
export function turningFrames(angle, reach, tolerance) {
    checkedNumber(angle, "angle");
    checkedNumber(reach, "reach");
    checkedNumber(tolerance, "tolerance");
    if (![angle, reach, tolerance].every(Number.isFinite) || reach < 0 || tolerance < 0) {
        return 0;
    }
    if (angle === 0 || reach === 0) {
        return 1;
    }
    const root = Math.abs(angle) * Math.sqrt(0.125 * (reach / tolerance));
    return root < 0x7fffffff ? Math.max(Math.ceil(root), 1) : 0x7fffffff;
}

const turningStepsMax = 1 << 20;

/** A rotation in steps, each of which begins where the one before ends. */
export function turnInSteps(wall, pivot, angle, steps = undefined) {
    const { a, b, extent = "segment" } = checkedEnds(wall);
    if (extent !== "segment") {
        refuse(extent, "wall.extent", '"segment", the only walls that can turn');
    }
    checkedVector(pivot, "pivot");
    if (!Number.isFinite(checkedNumber(angle, "angle"))) {
        throw new RangeError(`angle: expected a finite number, got ${angle}`);
    }
    // Within 1/1024 of the reach, whatever that is.
    const count = steps ?? turningFrames(angle, 1024, 1);
    if (!Number.isInteger(count) || count < 1 || count > turningStepsMax) {
        throw new RangeError(`steps: expected a whole number from 1 to ${turningStepsMax}, ` +
            `got ${described(count)}`);
    }
    const fromA = sub(a, pivot), fromB = sub(b, pivot);
    let now = wall;
    return Array.from({ length: count }, (_, i) => {
        // From the start, so that what is rounded in one step is not in the next.
        const to = (angle * (i + 1)) / count;
        const turn = vector(Math.cos(to), Math.sin(to));
        const step = movingWallTo(now, add(pivot, turned(fromA, turn)),
            add(pivot, turned(fromB, turn)));
        now = movingWallAt(step, 1);
        return step;
    });
}

/** Where a moving wall is at the fraction t of the time: a wall at rest. */
export function movingWallAt(wall, t) {
    const { a, b } = checkedEnds(wall);
    const { aMove, bMove, ...still } = wall;
    checkedVector(aMove, "wall.aMove");
    checkedVector(bMove, "wall.bMove");
    checkedNumber(t, "t");
    return { ...still, a: add(a, scale(aMove, t)), b: add(b, scale(bMove, t)) };
}

// ---- responses and boxes ----

export const stop = () => ({ kind: "stop", restitution: 0, friction: 0 });
export const pass = () => ({ kind: "pass", restitution: 0, friction: 0 });
export const slide = () => ({ kind: "slide", restitution: 0, friction: 0 });
export const bounce = (restitution = 1, friction = 0) => ({
    kind: "bounce",
    restitution: checkedFraction(restitution, "restitution"),
    friction: checkedCoefficient(friction, "friction"),
});

export function boxesOverlap(p, q) {
    checkBox(p, "p");
    checkBox(q, "q");
    return p.min.x <= q.max.x && q.min.x <= p.max.x && p.min.y <= q.max.y && q.min.y <= p.max.y;
}
