// Fuzzes the crowd: bytes become up to 4 walls, up to 8 balls, a restitution, gravity and some
// frames, and moves for some of the walls. Balls that do not overlap anything must stay so, unless
// they are crushed, every leg must be clear, and everything must stay finite. Layer: fuzz.
#include "input.h"

#include <math.h>
#include <stdlib.h>

#include "carom/carom.h"

enum { WALLS_MAX = 4, BALLS_MAX = 8, FRAMES = 3 };

// The second byte.
enum {
    HAS_GRAVITY = 1,
    HAS_MASSES = 2,
    IS_SLIDING = 4,
    IS_INELASTIC = 8,
    HAS_FEW_CONTACTS = 16,
    HAS_MOVING = 32
};

typedef struct fuzz_crowd {
    fuzz_numbers n;
    carom_wall walls[WALLS_MAX];
    carom_ball balls[BALLS_MAX];
    double inverse_masses[BALLS_MAX];
    size_t wall_count, ball_count;
    carom_moving_wall moving[WALLS_MAX];
    size_t moving_count;
    // The ball that moves, and where the balls are.
    size_t ball;
    carom_vec2 seen[BALLS_MAX];
    bool was_free;
} fuzz_crowd;

static carom_circle disc(const carom_ball *ball) {
    return carom_circle_make(ball->center, ball->radius);
}

static void check(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "fuzz_crowd: %s\n", what);
        abort();
    }
}

// A ball that is invalid, also by its mass, does not exist for the others.
static bool exists(const carom_motion *results, size_t i) {
    return results == NULL || results[i].kind != CAROM_MOTION_KIND_INVALID;
}

// `results` is NULL before a frame. What is stuck or crushed can overlap.
static bool has_overlap(const fuzz_crowd *c, const carom_motion *results) {
    bool has = false;
    for (size_t i = 0; i < c->ball_count; i++) {
        if (!exists(results, i) || (results != NULL && results[i].kind >= CAROM_MOTION_KIND_STUCK))
            continue;
        for (size_t k = 0; k < i; k++)
            has |= exists(results, k) &&
                   carom_circle_overlaps_circle(disc(&c->balls[i]), disc(&c->balls[k]));
        for (size_t k = 0; k < c->wall_count; k++)
            has |= carom_circle_overlaps(disc(&c->balls[i]), c->walls[k]);
        for (size_t k = 0; k < c->moving_count; k++) {
            const carom_moving_wall m = c->moving[k];
            const carom_wall end = carom_moving_wall_at(m, 1.0);
            has |= carom_moving_wall_is_valid(m) && carom_wall_is_valid(end) &&
                   carom_circle_overlaps(disc(&c->balls[i]), results == NULL ? m.wall : end);
        }
    }
    return has;
}

// No leg of a frame that starts without overlaps leads through a wall that turns.
static void take_leg(void *context, const carom_leg *leg) {
    fuzz_crowd *c = context;
    const carom_circle circle = carom_circle_make(leg->from, c->balls[c->ball].radius);
    check(!c->was_free || (leg->from.x == c->seen[c->ball].x && leg->from.y == c->seen[c->ball].y),
          "a leg starts elsewhere");
    c->seen[c->ball] = leg->to;
    for (size_t k = 0; k < c->moving_count && c->was_free; k++) {
        const carom_moving_wall m = c->moving[k];
        const carom_wall from = carom_moving_wall_at(m, leg->start);
        const carom_wall to = carom_moving_wall_at(m, leg->end);
        const bool turns = m.a_move.x != m.b_move.x || m.a_move.y != m.b_move.y;
        check(!turns || !carom_moving_wall_is_valid(m) ||
                  !carom_wall_is_valid(carom_moving_wall_at(m, 1.0)) ||
                  carom_circle_path_is_clear_of_moving(circle, leg->to, from, to.a, to.b),
              "a leg is not clear");
    }
}

static void read_moves(fuzz_crowd *c) {
    c->moving_count = c->wall_count / 2;
    c->wall_count -= c->moving_count;
    for (size_t i = 0; i < c->moving_count; i++) {
        c->moving[i].wall = c->walls[c->wall_count + i];
        c->moving[i].a_move = fuzz_next_point(&c->n);
        c->moving[i].b_move = c->moving[i].a_move;
        if (fuzz_byte(&c->n.in) % 2 != 0)
            c->moving[i].b_move = fuzz_next_point(&c->n);
    }
}

static void read_shapes(fuzz_crowd *c) {
    c->wall_count = fuzz_byte(&c->n.in) % (WALLS_MAX + 1);
    c->ball_count = 1 + fuzz_byte(&c->n.in) % BALLS_MAX;
    for (size_t i = 0; i < c->wall_count; i++) {
        const carom_vec2 a = fuzz_next_point(&c->n), b = fuzz_next_point(&c->n);
        const double radius = fuzz_byte(&c->n.in) % 2 == 0 ? 0.0 : fuzz_next_size(&c->n);
        c->walls[i] = carom_wall_make(a, b, radius, (carom_extent)(fuzz_byte(&c->n.in) % 3));
    }
    for (size_t i = 0; i < c->ball_count; i++) {
        c->balls[i].center = fuzz_next_point(&c->n);
        c->balls[i].radius = fuzz_next_size(&c->n);
        c->balls[i].velocity = fuzz_next_point(&c->n);
        c->inverse_masses[i] = fuzz_next_size(&c->n);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_crowd c = {.n.in = {data, size}};
    c.n.kind = fuzz_byte(&c.n.in) & FUZZ_KIND;
    const int flags = fuzz_byte(&c.n.in);
    read_shapes(&c);
    if (flags & HAS_MOVING)
        read_moves(&c);
    const carom_wall_list list = {c.walls, NULL, c.wall_count};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.walls = carom_wall_list_source(&list);
    const carom_moving_wall_list moving_list = {c.moving, NULL, c.moving_count};
    if (flags & HAS_MOVING) {
        settings.move.moving_walls = carom_moving_wall_list_source(&moving_list);
        settings.move.on_leg = take_leg;
        settings.move.context = &c;
        settings.moving = &c.ball;
    }
    if (flags & HAS_GRAVITY)
        settings.move.gravity = fuzz_next_point(&c.n);
    if (flags & HAS_MASSES)
        settings.inverse_masses = c.inverse_masses;
    if (flags & IS_SLIDING)
        settings.move.response = carom_slide();
    if (flags & IS_INELASTIC)
        settings.restitution = 0.5;
    // Numbers of very different size make each contact slow.
    settings.move.max_contacts = flags & HAS_FEW_CONTACTS ? 2 : 8;
    void *const scratch = malloc(carom_crowd_scratch_size(BALLS_MAX));
    carom_motion results[BALLS_MAX];
    for (int frame = 0; frame < FRAMES && scratch != NULL; frame++) {
        c.was_free = !has_overlap(&c, NULL);
        for (size_t i = 0; i < c.ball_count; i++)
            c.seen[i] = c.balls[i].center;
        const carom_crowd_motion m =
            carom_crowd_move(c.balls, c.ball_count, 0.5, &settings, results, scratch);
        check(m.moved + m.freed + m.stuck + m.crushed + m.invalid == c.ball_count,
              "not all balls are counted");
        check(!c.was_free || !has_overlap(&c, results), "balls overlap");
        check(!c.was_free || m.freed + m.stuck == 0, "a free ball is freed");
        for (size_t i = 0; i < c.ball_count; i++) {
            const carom_ball *b = &c.balls[i];
            check(results[i].kind == CAROM_MOTION_KIND_INVALID ||
                      (carom_circle_is_valid(disc(b)) && isfinite(b->velocity.x) &&
                       isfinite(b->velocity.y)),
                  "a number is not finite");
        }
        for (size_t k = 0; k < c.moving_count; k++)
            c.moving[k].wall = carom_moving_wall_at(c.moving[k], 1.0);
    }
    free(scratch);
    return 0;
}
