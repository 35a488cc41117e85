// The table: rows of numbers, and a few rows of pieces along a curve.
#include "game.h"

// A straight wall or, with a = b, a post.
typedef struct row {
    piece_kind kind;
    bool is_twice; // also mirrored
    double ax, ay, bx, by, radius;
} row;

static const row rows[] = {
    // The sides, the floor, the wall of the plunger's lane.
    {RAIL, false, WIDTH, 0, WIDTH, 146, 0},
    {RAIL, false, 0, 146, 0, 0, 0},
    {RAIL, false, 0, 0, WIDTH, 0, 0},
    {RAIL, false, 100, 0, 100, 140, 0.6},
    // The guides to the flippers, and the rubber triangles above them, of which one side kicks.
    {RAIL, true, 8, 62, 8, 44, 0.6},
    {RAIL, true, 8, 44, 29, 30.4, 0.6},
    {RUBBER, true, 29.5, 41, 17, 49, 0.8},
    {RUBBER, true, 17, 49, 17, 64, 0.8},
    {SLING, true, 17, 64, 29.5, 41, 0.8},
    {BUMPER, false, 37, 127, 37, 127, 6},
    {BUMPER, false, 63, 127, 63, 127, 6},
    {BUMPER, false, 50, 109, 50, 109, 6},
    // Out of the lane, and up the left side. Their lower ends are tangents of the walls there.
    {GATE, false, 99.6, 140.45, WIDTH, 147.8, 0},
    {GATE, false, 4.06, 166.9, 14.66, 158.88, 0},
    {TARGET, false, 4, 86, 4, 91, 0.9},
    {TARGET, false, 4, 93.5, 4, 98.5, 0.9},
    {TARGET, false, 4, 101, 4, 106, 0.9},
    {TARGET, false, 4, 108.5, 4, 113.5, 0.9},
    // Sensors between the six rails at the top, and at the sides.
    {LANE, false, 30.25, 156, 35.25, 156, 0},
    {LANE, false, 38.75, 156, 43.75, 156, 0},
    {LANE, false, 47.25, 156, 52.25, 156, 0},
    {LANE, false, 55.75, 156, 60.75, 156, 0},
    {LANE, false, 64.25, 156, 69.25, 156, 0},
    {RAIL, false, 28.5, 152, 28.5, 160, 1},
    {RAIL, false, 37, 152, 37, 160, 1},
    {RAIL, false, 45.5, 152, 45.5, 160, 1},
    {RAIL, false, 54, 152, 54, 160, 1},
    {RAIL, false, 62.5, 152, 62.5, 160, 1},
    {RAIL, false, 71, 152, 71, 160, 1},
    {LANE, true, 9.5, 55, 15.5, 55, 0},
};

/// Ramps of posts along a curve from `from` to `to`, closer to each other than a ball is wide.
static const struct ramp {
    carom_vec2 from, bend, to;
    int posts;
} ramps[] = {{{12, 120}, {15, 140}, {14, 158}, 10}, {{82, 84}, {90, 112}, {86, 142}, 15}};

static const carom_vec2 dome_center = {54, 146};
enum { DOME_RADIUS = 54, DOME_SIDES = 36, MIDDLE = 50 };

static carom_wall mirrored(carom_wall w) {
    const carom_vec2 a = w.a;
    w.a = carom_vec2_make(2 * MIDDLE - w.b.x, w.b.y);
    w.b = carom_vec2_make(2 * MIDDLE - a.x, a.y);
    return w;
}

static carom_vec2 between(carom_vec2 p, carom_vec2 q, double t) {
    return carom_vec2_add(carom_vec2_scale(p, 1.0 - t), carom_vec2_scale(q, t));
}

int make_table(piece *pieces) {
    int count = 0;
    uint32_t target = FIRST_TARGET;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const row r = rows[i];
        carom_wall w =
            carom_capsule(carom_vec2_make(r.ax, r.ay), carom_vec2_make(r.bx, r.by), r.radius);
        w.one_sided = r.kind == GATE;
        if (r.kind == TARGET) {
            w.category = target;
            target *= 2;
        }
        pieces[count++] = (piece){r.kind, w};
        if (r.is_twice)
            pieces[count++] = (piece){r.kind, mirrored(w)};
    }
    for (size_t i = 0; i < sizeof ramps / sizeof ramps[0]; i++)
        for (int k = 0; k < ramps[i].posts; k++) {
            const double t = (double)k / (ramps[i].posts - 1);
            const carom_vec2 p = between(ramps[i].from, ramps[i].bend, t);
            const carom_vec2 q = between(ramps[i].bend, ramps[i].to, t);
            pieces[count++] = (piece){RUBBER, carom_post(between(p, q, t), 1.1)};
        }
    // The round top, from the right to the left; each side turns by 5 degrees.
    carom_vec2 at = {DOME_RADIUS, 0};
    for (int i = 0; i < DOME_SIDES; i++) {
        const carom_vec2 from = at;
        at = carom_vec2_add(carom_vec2_scale(from, 0.99619469809174555),
                            carom_vec2_scale(carom_vec2_left(from), 0.087155742747658174));
        pieces[count++] = (piece){RAIL, carom_segment(carom_vec2_add(dome_center, from),
                                                      carom_vec2_add(dome_center, at))};
    }
    return count;
}

bool is_on_table(carom_vec2 center) {
    const carom_vec2 from = carom_vec2_sub(center, dome_center);
    const bool is_below = center.y <= dome_center.y;
    return center.x > 0 && center.x < WIDTH && center.y > 0 &&
           (is_below || carom_vec2_dot(from, from) < (double)DOME_RADIUS * DOME_RADIUS);
}
