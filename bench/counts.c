// Asks questions of fixed data sets, for counts.sh to count the instructions of each.
//
// Prints a line "QUESTION DATA CASES HITS" for each row of the table at the end; with any argument
// only the name of the instruction set that batches and scenes use here. The numbers come from a
// multiplicative generator in integers, so that every machine asks the same. Room: bench.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/carom.h"

#define CASES 4096

/// One case; a pair does not use `move`.
typedef struct sample {
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
} sample;

// An integer in [0, bound) from the high bits of Knuth's 64-bit generator.
static double draw(uint64_t *state, uint64_t bound) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)((*state >> 33) % bound);
}

static double draw_between(uint64_t *state, double low, double high) {
    return low + (high - low) * draw(state, UINT64_C(1) << 30) * 0x1p-30;
}

static carom_vec2 draw_point(uint64_t *state) {
    const double x = draw(state, UINT64_C(1) << 30) * 0x1p-20;
    return carom_vec2_make(x, draw(state, UINT64_C(1) << 30) * 0x1p-20);
}

// Points in a square of side 1024, radii that let about a third touch.
static void make_generic(sample *samples) {
    uint64_t state = 1;
    for (int i = 0; i < CASES; i++) {
        const carom_vec2 a = draw_point(&state), b = draw_point(&state);
        samples[i].wall = carom_segment(a, b);
        const carom_vec2 center = draw_point(&state);
        samples[i].circle = carom_circle_make(center, 1.0 + draw(&state, 400));
    }
}

// Exactly tangent on the side: a wall along (3, 4), the centre off by k (-4, 3), radius 5 k.
static void make_ties(sample *samples) {
    uint64_t state = 2;
    for (int i = 0; i < CASES; i++) {
        const double x = draw(&state, 100000), y = draw(&state, 100000);
        const double s = 1.0 + draw(&state, 1000), t = 1.0 + draw(&state, 1000);
        const double k = 1.0 + draw(&state, 1000);
        samples[i].wall = carom_segment(carom_vec2_make(x - 3.0 * s, y - 4.0 * s),
                                        carom_vec2_make(x + 3.0 * t, y + 4.0 * t));
        samples[i].circle = carom_circle_make(carom_vec2_make(x - 4.0 * k, y + 3.0 * k), 5.0 * k);
    }
}

// p + s u + h (u turned left)
static carom_vec2 off(carom_vec2 p, carom_vec2 u, double s, double h) {
    return carom_vec2_make(p.x + s * u.x - h * u.y, p.y + s * u.y + h * u.x);
}

// A random wall, a radius of at most 1/4 of its length |u|, and the start and end of the circle:
// from b, in units of u along the wall and of u turned left across it.
static void place(sample *out, uint64_t *state, double s0, double h0, double s1, double h1) {
    const carom_vec2 a = draw_point(state), b = draw_point(state), u = carom_vec2_sub(b, a);
    const double dx = u.x < 0.0 ? -u.x : u.x, dy = u.y < 0.0 ? -u.y : u.y;
    const carom_vec2 from = off(b, u, s0, h0), to = off(b, u, s1, h1);
    out->wall = carom_segment(a, b);
    out->circle = carom_circle_make(from, draw_between(state, 0.05, 0.25) * (dx > dy ? dx : dy));
    out->move = carom_vec2_sub(to, from);
}

// Sweeps that miss for four reasons: away, short, beside, beyond the end.
static void make_misses(sample *samples) {
    uint64_t state = 3;
    for (int i = 0; i < CASES; i++) {
        const double s = draw_between(&state, -1.0, 0.0), h = draw_between(&state, 0.4, 1.0);
        const double far = draw_between(&state, 1.5, 2.5);
        if (i % 4 == 0)
            place(&samples[i], &state, s, h, s, far);
        else if (i % 4 == 1)
            place(&samples[i], &state, s, far, s + 0.1, h);
        else if (i % 4 == 2)
            place(&samples[i], &state, s, h, s + far, h);
        else
            place(&samples[i], &state, far, h, far - 0.5, -h);
    }
}

// Sweeps onto the side, until the centre is on the other side.
static void make_side_hits(sample *samples) {
    uint64_t state = 4;
    for (int i = 0; i < CASES; i++) {
        const double s0 = draw_between(&state, -0.9, -0.1), s1 = draw_between(&state, -0.9, -0.1);
        place(&samples[i], &state, s0, draw_between(&state, 0.4, 1.0), s1, -0.1);
    }
}

// Sweeps onto the end b, from beyond it and over it.
static void make_end_hits(sample *samples) {
    uint64_t state = 5;
    for (int i = 0; i < CASES; i++) {
        const double s = draw_between(&state, 0.4, 1.0), h = draw_between(&state, -1.0, 1.0);
        const double on = draw_between(&state, 0.0, 0.5);
        place(&samples[i], &state, s, h, -on * s, -on * h);
    }
}

// Exact ties of a sweep, a wall along (3, 4) and radius 5 k: every other one passes b at that
// distance, the others reach the side at the very end of the move.
static void make_tied_sweeps(sample *samples) {
    make_ties(samples);
    uint64_t state = 6;
    for (int i = 0; i < CASES; i++) {
        const double m = 1.0 + draw(&state, 1000), k = samples[i].circle.radius / 5.0;
        const carom_vec2 b = samples[i].wall.b, left = carom_vec2_make(-4.0, 3.0);
        if (i % 2 == 0)
            samples[i].circle.center = carom_vec2_make(b.x + 3.0 * k, b.y + 4.0 * k);
        samples[i].circle.center =
            carom_vec2_add(samples[i].circle.center, carom_vec2_scale(left, m));
        samples[i].move = carom_vec2_scale(left, i % 2 == 0 ? -2.0 * m : -m);
    }
}

// A number of any size and sign.
static double draw_any(uint64_t *state) {
    const double m = draw_between(state, -1.0, 1.0);
    return ldexp(m, (int)draw(state, 2000) - 1000);
}

// Numbers of all sizes together, which only integers of some 10^3 bits can decide.
static void make_any_size(sample *samples) {
    uint64_t state = 8;
    for (int i = 0; i < CASES; i++) {
        double x[9];
        for (int j = 0; j < 9; j++)
            x[j] = draw_any(&state);
        samples[i].circle = carom_circle_make(carom_vec2_make(x[0], x[1]), fabs(x[2]));
        samples[i].wall = carom_segment(carom_vec2_make(x[3], x[4]), carom_vec2_make(x[5], x[6]));
        samples[i].move = carom_vec2_make(x[7], x[8]);
    }
}

// Walls of length about 1 in a square of side 64, one per unit of area; circles that touch two of
// them on average, and casts.
static void make_among(sample *samples) {
    uint64_t state = 7;
    for (int i = 0; i < CASES; i++) {
        const double x = draw_between(&state, 0.0, 64.0), y = draw_between(&state, 0.0, 64.0);
        const double ux = draw_between(&state, -1.0, 1.0), uy = draw_between(&state, -1.0, 1.0);
        samples[i].wall = carom_segment(carom_vec2_make(x, y), carom_vec2_make(x + ux, y + uy));
        const double cx = draw_between(&state, 0.0, 64.0), cy = draw_between(&state, 0.0, 64.0);
        samples[i].circle = carom_circle_make(carom_vec2_make(cx, cy), 0.6);
        const double vx = draw_between(&state, -8.0, 8.0), vy = draw_between(&state, -8.0, 8.0);
        samples[i].move = carom_vec2_make(vx, vy);
    }
}

typedef int question(const sample *samples);

// The unit that counts are compared in: the contact that a tutorial would write. It must not
// change.
static __attribute__((noinline)) double naive_depth(carom_circle c, carom_wall wall,
                                                    carom_vec2 *normal) {
    const double ux = wall.b.x - wall.a.x, uy = wall.b.y - wall.a.y;
    const double wx = c.center.x - wall.a.x, wy = c.center.y - wall.a.y;
    const double along = (wx * ux + wy * uy) / (ux * ux + uy * uy);
    const double t = along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
    const double dx = wx - t * ux, dy = wy - t * uy;
    const double distance = sqrt(dx * dx + dy * dy);
    *normal = carom_vec2_make(dx / distance, dy / distance);
    return c.radius + wall.radius - distance;
}

static int ask_naive(const sample *samples) {
    carom_vec2 normal;
    int hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += naive_depth(samples[i].circle, samples[i].wall, &normal) >= 0.0;
    return hits;
}

static int ask_touches(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += carom_circle_touches(samples[i].circle, samples[i].wall);
    return hits;
}

static int ask_relate(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += carom_circle_relate(samples[i].circle, samples[i].wall) >= CAROM_RELATION_TOUCHING;
    return hits;
}

static int ask_contact(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += carom_circle_contact(samples[i].circle, samples[i].wall).depth >= 0.0;
    return hits;
}

static int ask_distance(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += carom_circle_distance(samples[i].circle, samples[i].wall) == 0.0;
    return hits;
}

static int ask_push_out(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i++) {
        const carom_vec2 from = samples[i].circle.center;
        const carom_vec2 to = carom_circle_push_out(samples[i].circle, samples[i].wall).center;
        hits += to.x != from.x || to.y != from.y;
    }
    return hits;
}

static int ask_sweep(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += carom_circle_sweep(samples[i].circle, samples[i].move, samples[i].wall).kind >=
                CAROM_SWEEP_KIND_GRAZE;
    return hits;
}

// The same for an observer who moves half as far.
static int ask_translating(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i++) {
        const carom_vec2 half = carom_vec2_scale(samples[i].move, 0.5);
        const carom_moving_wall wall =
            carom_moving_wall_translating(samples[i].wall, carom_vec2_scale(half, -1.0));
        hits += carom_circle_sweep_moving(samples[i].circle, half, wall, false).kind >=
                CAROM_SWEEP_KIND_GRAZE;
    }
    return hits;
}

// Against a wall that turns a little.
static int ask_flapping(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i++) {
        const carom_vec2 still = {0.0, 0.0};
        const carom_moving_wall wall = carom_moving_wall_make(
            samples[i].wall, still, carom_vec2_scale(samples[i].move, 0x1p-6));
        hits += carom_circle_sweep_moving(samples[i].circle, samples[i].move, wall, false).kind >=
                CAROM_SWEEP_KIND_GRAZE;
    }
    return hits;
}

// Against a wall whose ends move along the sides of a triangle. Some of the cases are enough.
static int ask_turning(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i += 16) {
        const carom_vec2 a = samples[i].wall.a, b = samples[i].wall.b;
        const carom_moving_wall wall = carom_moving_wall_make(
            samples[i].wall, carom_vec2_sub(b, a), carom_vec2_sub(samples[i].circle.center, b));
        hits += carom_circle_sweep_moving(samples[i].circle, samples[i].move, wall, false).kind >=
                CAROM_SWEEP_KIND_GRAZE;
    }
    return hits;
}

static int ask_path(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += !carom_circle_path_is_clear(
            samples[i].circle, carom_vec2_add(samples[i].circle.center, samples[i].move),
            samples[i].wall);
    return hits;
}

// The walls of all samples.
static carom_scene *scene;

static int ask_build(const sample *samples) {
    static carom_wall walls[CASES];
    for (int i = 0; i < CASES; i++)
        walls[i] = samples[i].wall;
    return carom_scene_create(walls, CASES, NULL, NULL, &scene, NULL) == CAROM_STATUS_OK ? CASES
                                                                                         : 0;
}

static int count_touching(const carom_scene *asked, const sample *samples) {
    uint32_t found[64];
    int hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += (int)carom_scene_touching(asked, samples[i].circle, CAROM_CONTACT_RULE_CLOSED_DISC,
                                          NULL, found, 64);
    return hits;
}

static int ask_touching(const sample *samples) {
    return count_touching(scene, samples);
}

static int ask_nearest(const sample *samples) {
    carom_neighbor found;
    int hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += (int)carom_scene_nearest(scene, samples[i].circle, NULL, &found, 1);
    return hits;
}

// Smaller circles, so that few start in a wall.
static int ask_first(const sample *samples) {
    int hits = 0;
    for (int i = 0; i < CASES; i++) {
        const carom_circle c =
            carom_circle_make(samples[i].circle.center, 0.1 * samples[i].circle.radius);
        hits +=
            carom_scene_sweep(scene, c, samples[i].move, NULL).sweep.kind >= CAROM_SWEEP_KIND_GRAZE;
    }
    return hits;
}

// A fan of as many beams as there are samples, from one of them.
static int ask_fan(const sample *samples) {
    static carom_vec2 moves[CASES];
    static carom_scene_hit found[CASES];
    for (int i = 0; i < CASES; i++) {
        // Around a square.
        const double along = 4.0 * i / CASES, side = along - (int)along;
        const double x = 2.0 * side - 1.0;
        const carom_vec2 turns[] = {{1.0, x}, {-x, 1.0}, {-1.0, -x}, {x, -1.0}};
        moves[i] = carom_vec2_scale(turns[(int)along], 8.0);
    }
    const carom_circle c = carom_circle_make(samples[0].circle.center, 0.0);
    carom_scene_fan(scene, c, moves, CASES, NULL, found);
    int hits = 0;
    for (int i = 0; i < CASES; i++)
        hits += found[i].sweep.kind >= CAROM_SWEEP_KIND_GRAZE;
    return hits;
}

// The time includes the Hilbert order.
static int ask_batch(const sample *samples) {
    const carom_circle *c = &samples[0].circle;
    const carom_circle_soa circles = {&c->center.x,      &c->center.y,        &c->radius,
                                      sizeof samples[0], CAROM_NUMBER_DOUBLE, CASES};
    carom_circle_lists lists;
    if (carom_scene_touching_batch(scene, &circles, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, SIZE_MAX,
                                   NULL, NULL, &lists) != CAROM_STATUS_OK)
        return 0;
    const int found = (int)lists.offsets[CASES];
    carom_circle_lists_release(&lists, NULL);
    return found;
}

// Moves every circle as a ball for a frame among the walls. A ball that starts in a wall is
// depenetrated first.
static int ask_move(const sample *samples) {
    carom_move_settings mover = {.world.walls = carom_scene_wall_source(scene),
                                 .response = carom_bounce(0.5, 0.1)};
    mover.gravity = carom_vec2_make(0.0, -10.0);
    int hits = 0;
    for (int i = 0; i < CASES; i++) {
        const carom_ball ball = {samples[i].circle.center, 0.1 * samples[i].circle.radius,
                                 samples[i].move};
        hits += carom_ball_move(ball, 0.125, &mover).contacts;
    }
    return hits;
}

// The same walls in a dynamic scene.
static carom_dynamic_scene *dynamic;

static int ask_dynamic_build(const sample *samples) {
    static carom_wall walls[CASES];
    for (int i = 0; i < CASES; i++)
        walls[i] = samples[i].wall;
    return carom_dynamic_scene_create(walls, CASES, NULL, &dynamic, NULL) == CAROM_STATUS_OK ? CASES
                                                                                             : 0;
}

static int ask_remove(const sample *samples) {
    (void)samples;
    for (uint32_t i = 0; i < CASES; i += 2)
        carom_dynamic_scene_remove(dynamic, carom_dynamic_scene_id(dynamic, i));
    return CASES / 2;
}

static int ask_insert(const sample *samples) {
    int hits = 0;
    carom_dynamic_id id;
    for (int i = 0; i < CASES; i += 2)
        hits += carom_dynamic_scene_insert(dynamic, samples[i].wall, &id) == CAROM_STATUS_OK;
    return hits;
}

static int ask_move_many(const sample *samples) {
    static carom_wall walls[CASES];
    for (int i = 0; i < CASES; i++) {
        const carom_vec2 by = {0x1p-6 * samples[i].move.x, 0x1p-6 * samples[i].move.y};
        walls[i] = carom_scene_wall(carom_dynamic_scene_view(dynamic), (carom_index)i);
        walls[i].a = carom_vec2_add(walls[i].a, by);
        walls[i].b = carom_vec2_add(walls[i].b, by);
    }
    return carom_dynamic_scene_move_many(dynamic, NULL, walls, CASES, NULL) == CAROM_STATUS_OK
               ? CASES
               : 0;
}

static int ask_dynamic_touching(const sample *samples) {
    return count_touching(carom_dynamic_scene_view(dynamic), samples);
}

static const struct {
    const char *question;
    question *ask;
    const char *data;
    void (*make)(sample *samples);
} rows[] = {
    {"naive", ask_naive, "generic", make_generic},
    {"touches", ask_touches, "generic", make_generic},
    {"relate", ask_relate, "generic", make_generic},
    {"contact", ask_contact, "generic", make_generic},
    {"distance", ask_distance, "generic", make_generic},
    {"push_out", ask_push_out, "generic", make_generic},
    {"touches", ask_touches, "ties", make_ties},
    {"relate", ask_relate, "ties", make_ties},
    {"contact", ask_contact, "ties", make_ties},
    {"sweep", ask_sweep, "misses", make_misses},
    {"path", ask_path, "misses", make_misses},
    {"sweep", ask_sweep, "side_hits", make_side_hits},
    {"path", ask_path, "side_hits", make_side_hits},
    {"sweep", ask_sweep, "end_hits", make_end_hits},
    {"path", ask_path, "end_hits", make_end_hits},
    {"sweep", ask_sweep, "tied_sweeps", make_tied_sweeps},
    {"path", ask_path, "tied_sweeps", make_tied_sweeps},
    {"translating", ask_translating, "misses", make_misses},
    {"translating", ask_translating, "side_hits", make_side_hits},
    {"translating", ask_translating, "end_hits", make_end_hits},
    {"flapping", ask_flapping, "misses", make_misses},
    {"turning", ask_turning, "any_size", make_any_size},
    {"build", ask_build, "scene", make_among}, // first, because the others use the scene it creates
    {"touching", ask_touching, "scene", make_among},
    {"nearest", ask_nearest, "scene", make_among},
    {"first", ask_first, "scene", make_among},
    {"fan", ask_fan, "scene", make_among},
    {"batch", ask_batch, "scene", make_among},
    {"move", ask_move, "scene", make_among},
    {"build", ask_dynamic_build, "dynamic_scene", make_among}, // first, as above
    {"remove", ask_remove, "dynamic_scene", make_among},
    {"insert", ask_insert, "dynamic_scene", make_among},
    {"move_many", ask_move_many, "dynamic_scene", make_among},
    {"touching", ask_dynamic_touching, "dynamic_scene", make_among},
};

// counts.sh counts what happens in this function. Called through a volatile pointer, it keeps its
// name: no compiler inlines or specializes it.
static void counted(question *ask, const sample *samples, int *hits) {
    *hits = ask(samples);
}

static void (*volatile count)(question *ask, const sample *samples, int *hits) = counted;

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 1) {
        puts(carom_batch_instruction_set());
        return 0;
    }
    static sample samples[CASES];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int hits;
        rows[i].make(samples);
        count(rows[i].ask, samples, &hits);
        printf("%s %s %d %d\n", rows[i].question, rows[i].data, CASES, hits);
    }
    carom_scene_destroy(scene, NULL);
    carom_dynamic_scene_destroy(dynamic);
    return 0;
}
