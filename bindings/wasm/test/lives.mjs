// The golden hashes of crowds that live, as tests/support/golden_lives.c takes them: all that the
// settings of a crowd can say, balls that come, go, sleep and wake, a crowd that is saved and
// loaded. The frames are those of C, the crowd is that of JavaScript. Room: tests of bindings.
import { bounce, moving, pass } from "../carom.js";
import { Reader } from "./vectors.mjs";

const frame = 1 / 64;
const motionKinds = ["invalid", "moved", "freed", "stuck", "crushed"];
const holds = ["none", "held", "stuck", "crushed", "asleep"];
const phases = ["begins", "persists", "ends"];
const fields = ["x", "y", "radius", "vx", "vy"];
const origin = { x: 0, y: 0 };

const listOf = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** The callbacks that hash what a crowd reports. */
function reports(lines, most) {
    const events = lines.of("crowd_life.events"), legs = lines.of("crowd_life.legs");
    const touches = lines.of("crowd_life.touches"), results = lines.of("crowd_life.results");
    return {
        onImpact({ time, id, center, after }, ball) {
            events.number(time);
            events.bits(ball + 1024 * id.index + id.isMoving);
            events.point(center);
            events.point(after);
        },
        onBallImpact({ time, first, second, normal, firstAfter, secondAfter }) {
            events.number(time);
            events.bits(first + 1024 * second);
            events.point(normal);
            events.point(firstAfter);
            events.point(secondAfter);
        },
        onLeg({ end, to }, ball) {
            legs.bits(ball);
            legs.number(end);
            legs.point(to);
        },
        onTouch({ phase, ball, other, wall, normal, impulse }) {
            const second = other ?? most + wall.index;
            touches.bits(ball + 1024 * second + (wall?.isMoving ?? 0));
            touches.bits(phases.indexOf(phase));
            touches.point(normal);
            touches.number(impulse);
        },
        onMotion({ kind, hold, contacts, lost, crushed, freed }) {
            results.bits(motionKinds.indexOf(kind) + 16 * holds.indexOf(hold));
            results.bits(contacts);
            results.number(lost);
            results.number(crushed?.time ?? 0);
            results.point(freed ?? origin);
        },
    };
}

/** The settings that hold for all frames of a life, as life_make has put them. */
function readLife(vectors, lines, kind) {
    const most = vectors.life_balls_max();
    lines.start(vectors.life_make(kind));
    const reader = new Reader(vectors).start();
    const gravity = reader.vector(), response = bounce(reader.number(), reader.number());
    const [ballRestitution, ballFriction, wallCount, frames, hasMasses, isPulled, isFiltered] =
        listOf(7, () => reader.number());
    const walls = listOf(wallCount, (i) => {
        vectors.life_wall(i);
        const wall = reader.start().wall().asked;
        return { ...wall, category: reader.number(), oneSided: reader.number() === 1 };
    });
    const columns = {
        inverseMasses: new Float64Array(most), wallMasks: new Uint32Array(most),
        categories: new Uint32Array(most), masks: new Uint32Array(most),
    };
    for (let i = 0; i < most; i++) {
        vectors.life_ball(i);
        reader.start();
        Object.values(columns).forEach((column) => { column[i] = reader.number(); });
    }
    const { inverseMasses, ...filters } = columns;
    const settings = {
        walls, gravity, response, ballRestitution, ballFriction, ...reports(lines, most),
        ...(hasMasses ? { inverseMasses } : {}),
        ...(isPulled
            ? { accelerations: { x: new Float64Array(most), y: new Float64Array(most) } } : {}),
        ...(isFiltered ? {
            ...filters,
            respond: ({ category }) => (category === 2 ? pass() : bounce(0.75, 0.25)),
            respondBalls: ({ first }) => (first % 8 === 0 ? pass() : bounce(0.875, 0)),
        } : {}),
    };
    return { reader, settings, frames, most };
}

/** Lets happen what happens before a frame; returns the moving walls and the number of balls. */
function nextFrame(vectors, { reader, settings, most }, crowd, balls, number, saved) {
    const shared = new Float64Array(vectors.memory.buffer, vectors.life_balls_at(), 5 * most);
    if (number > 0) {
        fields.forEach((field, k) => balls[field].forEach((x, i) => { shared[5 * i + k] = x; }));
    }
    vectors.life_next(number);
    reader.start();
    const [removed, isSaved, isLoaded, count, movingCount] = listOf(5, () => reader.number());
    if (removed >= 0) {
        crowd.remove(removed);
    }
    if (isSaved) {
        saved.bytes = crowd.save();
    }
    if (isLoaded) {
        crowd.load(saved.bytes);
    }
    fields.forEach((field, k) => {
        balls[field] = Float64Array.from({ length: most }, (_, i) => shared[5 * i + k]);
    });
    const { accelerations } = settings;
    for (let i = 0; i < count && accelerations; i++) {
        vectors.life_acceleration(i);
        reader.start();
        accelerations.x[i] = reader.number();
        accelerations.y[i] = reader.number();
    }
    const movingWalls = listOf(movingCount, (i) => {
        vectors.life_moving_wall(i);
        const wall = reader.start().wall().asked, aMove = reader.vector();
        return moving(wall, aMove, reader.vector());
    });
    return { count, movingWalls };
}

function hashLife(vectors, carom, lines, kind) {
    const life = readLife(vectors, lines, kind);
    const { settings, frames, most } = life;
    const balls = {}, saved = {};
    const crowd = carom.createCrowd();
    for (let number = 0; number < frames; number++) {
        const { count, movingWalls } = nextFrame(vectors, life, crowd, balls, number, saved);
        const sums = crowd.step({ ...balls, count }, frame, { ...settings, movingWalls });
        const state = lines.of("crowd_life.state"), results = lines.of("crowd_life.results");
        for (let i = 0; i < count; i++) {
            state.point({ x: balls.x[i], y: balls.y[i] });
            state.point({ x: balls.vx[i], y: balls.vy[i] });
        }
        results.bits(sums.moved + most * (sums.freed + most * sums.stuck));
        results.bits(sums.held + most * (sums.asleep + most * sums.crushed));
        results.bits(sums.ballImpacts);
        results.number(sums.lost);
        lines.of("crowd_life.bytes").bytes(crowd.save());
    }
    crowd.free();
}

export function hashLives(vectors, carom, lines) {
    for (let kind = 0; kind < vectors.life_kinds(); kind++) {
        hashLife(vectors, carom, lines, kind);
    }
}
