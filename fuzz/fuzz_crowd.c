// Fuzzes the crowd: bytes become up to 4 walls, up to 8 balls, a restitution, gravity and some
// frames. Balls that do not overlap anything must stay so, and everything must stay finite.
// Layer: fuzz.
#include "input.h"

#include <math.h>
#include <stdlib.h>

#include "carom/carom.h"

enum { WALLS_MAX = 4, BALLS_MAX = 8, NUMBERS_MAX = 96, FRAMES = 3 };

// The second byte.
enum { HAS_GRAVITY = 1, HAS_MASSES = 2, IS_SLIDING = 4, IS_INELASTIC = 8, HAS_FEW_CONTACTS = 16 };

typedef struct fuzz_crowd {
    fuzz_input in;
    int kind;
    double numbers[NUMBERS_MAX];
    int count;
    carom_wall walls[WALLS_MAX];
    carom_ball balls[BALLS_MAX];
    double inverse_masses[BALLS_MAX];
    size_t wall_count, ball_count;
} fuzz_crowd;

static double number(fuzz_crowd *c) {
    const double x = fuzz_number(&c->in, c->kind, c->numbers, c->count);
    if (c->count < NUMBERS_MAX)
        c->numbers[c->count++] = x;
    return x;
}

static carom_vec2 vector(fuzz_crowd *c) {
    const double x = number(c), y = number(c);
    return carom_vec2_make(x, y);
}

static carom_circle disc(const carom_ball *ball) {
    return carom_circle_make(ball->center, ball->radius);
}

static void check(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "fuzz_crowd: %s\n", what);
        abort();
    }
}

static bool has_overlap(const fuzz_crowd *c) {
    bool has = false;
    for (size_t i = 0; i < c->ball_count; i++) {
        for (size_t k = 0; k < i; k++)
            has |= carom_circle_overlaps_circle(disc(&c->balls[i]), disc(&c->balls[k]));
        for (size_t k = 0; k < c->wall_count; k++)
            has |= carom_circle_overlaps(disc(&c->balls[i]), c->walls[k]);
    }
    return has;
}

static void read_shapes(fuzz_crowd *c) {
    c->wall_count = fuzz_byte(&c->in) % (WALLS_MAX + 1);
    c->ball_count = 1 + fuzz_byte(&c->in) % BALLS_MAX;
    for (size_t i = 0; i < c->wall_count; i++) {
        const carom_vec2 a = vector(c), b = vector(c);
        c->walls[i] = carom_wall_make(a, b, fuzz_byte(&c->in) % 2 == 0 ? 0.0 : fabs(number(c)),
                                      (carom_extent)(fuzz_byte(&c->in) % 3));
    }
    for (size_t i = 0; i < c->ball_count; i++) {
        c->balls[i].center = vector(c);
        c->balls[i].radius = fabs(number(c));
        c->balls[i].velocity = vector(c);
        c->inverse_masses[i] = fabs(number(c));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_crowd c = {.in = {data, size}};
    c.kind = fuzz_byte(&c.in) & FUZZ_KIND;
    const int flags = fuzz_byte(&c.in);
    read_shapes(&c);
    const carom_wall_list list = {c.walls, NULL, c.wall_count};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.walls = carom_wall_list_source(&list);
    if (flags & HAS_GRAVITY)
        settings.move.gravity = vector(&c);
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
        const bool had_overlap = has_overlap(&c);
        const carom_crowd_motion m =
            carom_crowd_move(c.balls, c.ball_count, 0.5, &settings, results, scratch);
        check(m.moved + m.freed + m.stuck + m.invalid == c.ball_count, "not all balls are counted");
        check(had_overlap || !has_overlap(&c), "balls overlap");
        check(had_overlap || m.freed + m.stuck == 0, "a free ball is freed");
        for (size_t i = 0; i < c.ball_count; i++) {
            const carom_ball *b = &c.balls[i];
            check(results[i].kind == CAROM_MOTION_KIND_INVALID ||
                      (carom_circle_is_valid(disc(b)) && isfinite(b->velocity.x) &&
                       isfinite(b->velocity.y)),
                  "a number is not finite");
        }
    }
    free(scratch);
    return 0;
}
