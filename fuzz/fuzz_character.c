// Fuzzes the character: bytes become a level of up to 12 walls, a character, settings and some
// frames of input. The guarantees of character.h must hold (tests/support/character_watch.h).
// Room: fuzz.
#include "input.h"

#include <math.h>
#include <stdlib.h>

#include "carom/contact.h"
#include "character_watch.h"

enum { WALLS_MAX = 12, MOVING_MAX = 4, FRAMES_MAX = 24 };

// The first byte: the kind of its numbers, and whether there are moving walls.
enum { HAS_MOVING = 16 };

// The second byte.
enum {
    HAS_GRAVITY = 1,
    HAS_ONE_SIDED = 2,
    // `up` is a vector, else it is (0, 1).
    HAS_UP = 4,
    HAS_STEPS = 8,
    // The character starts pushed out of the first wall.
    HAS_TOUCHING_START = 16,
    // Each wall starts where the one before ends.
    HAS_JOINTS = 32,
    // A number gives the seconds of a frame; otherwise it lasts 1/64.
    HAS_TIME = 64,
    HAS_SLOPE = 128
};

typedef struct fuzz_level {
    fuzz_numbers n;
    int flags;
    carom_wall walls[WALLS_MAX];
    carom_wall_list list;
    carom_moving_wall moving[MOVING_MAX];
    carom_moving_wall_list moving_list;
    carom_character character;
    carom_character_settings settings;
    double time;
} fuzz_level;

static void make_walls(fuzz_level *s) {
    s->list.walls = s->walls;
    s->list.count = (size_t)(fuzz_byte(&s->n.in) % (WALLS_MAX + 1));
    for (size_t i = 0; i < s->list.count; i++) {
        const bool is_joint = i > 0 && (s->flags & HAS_JOINTS);
        s->walls[i] = fuzz_next_wall(&s->n, is_joint ? &s->walls[i - 1].b : NULL);
        s->walls[i].one_sided = s->walls[i].one_sided && (s->flags & HAS_ONE_SIDED);
    }
}

// Moving walls: turning ones, or moving as a whole.
static void make_moving(fuzz_level *s) {
    s->moving_list.walls = s->moving;
    s->moving_list.count = 1 + (size_t)(fuzz_byte(&s->n.in) % MOVING_MAX);
    for (size_t i = 0; i < s->moving_list.count; i++) {
        const int what = fuzz_byte(&s->n.in);
        carom_moving_wall *m = &s->moving[i];
        const carom_vec2 a = fuzz_next_point(&s->n);
        const carom_vec2 b = what & 1 ? fuzz_next_point(&s->n) : carom_vec2_make(0.0, 0.0);
        m->wall = carom_capsule(a, b, what & 2 ? fabs(fuzz_next(&s->n)) : 0.0);
        m->wall.one_sided = (s->flags & HAS_ONE_SIDED) && (what & 4);
        m->a_move = fuzz_next_point(&s->n);
        m->b_move = what & 8 ? fuzz_next_point(&s->n) : m->a_move;
    }
    s->settings.world.moving_walls = carom_moving_wall_list_source(&s->moving_list);
}

static void make_level(fuzz_level *s, const uint8_t *data, size_t bytes) {
    s->n.in = (fuzz_input){data, bytes};
    const int first = fuzz_byte(&s->n.in);
    s->n.kind = first & FUZZ_KIND;
    s->flags = fuzz_byte(&s->n.in);
    make_walls(s);
    const carom_vec2 center = fuzz_next_point(&s->n);
    s->character = carom_character_make(center, fuzz_next_size(&s->n));
    s->settings = carom_character_settings_default();
    s->settings.world.walls = carom_wall_list_source(&s->list);
    if (first & HAS_MOVING) {
        make_moving(s);
    }
    if (s->flags & HAS_GRAVITY) {
        s->settings.gravity = fuzz_next_point(&s->n);
    }
    if (s->flags & HAS_UP) {
        s->settings.up = fuzz_next_point(&s->n);
    }
    if (s->flags & HAS_SLOPE) {
        s->settings.max_slope = fuzz_next_size(&s->n);
    }
    if (s->flags & HAS_STEPS) {
        s->settings.step_height = fuzz_next_size(&s->n);
        s->settings.snap_distance = fuzz_next_size(&s->n);
    }
    s->time = s->flags & HAS_TIME ? fuzz_next(&s->n) : 0x1p-6;
    const carom_circle c = {center, s->character.ball.radius};
    if ((s->flags & HAS_TOUCHING_START) && s->list.count > 0 && carom_circle_is_valid(c) &&
        carom_wall_is_valid(s->walls[0])) {
        s->character.ball.center = carom_circle_push_out(c, s->walls[0]).center;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    static fuzz_level level;
    level = (fuzz_level){0};
    make_level(&level, data, bytes);
    character_watch watch = character_watch_start(level.settings, &level.list, &level.moving_list);
    for (int frame = 0; frame < FRAMES_MAX && (frame < 4 || level.n.in.left > 0); frame++) {
        const int what = fuzz_byte(&level.n.in);
        carom_ball *ball = &level.character.ball;
        if (what & 1) {
            ball->velocity = fuzz_next_point(&level.n);
        }
        if (what & 2) {
            ball->center = fuzz_next_point(&level.n);
        }
        if (what & 4) {
            level.character.on_ground = true;
        }
        watch.settings.drop = what & 8;
        if (what & 16) {
            ball->velocity = carom_vec2_scale(ball->velocity, 1024);
        }
        level.character = character_watch_move(&watch, level.character, level.time).character;
        if (watch.broken != NULL) {
            character_watch_print(stderr, &watch);
            abort();
        }
        for (size_t i = 0; i < level.moving_list.count; i++) {
            level.moving[i].wall = carom_moving_wall_at(level.moving[i], 1);
        }
    }
    return 0;
}
