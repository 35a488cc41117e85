// Fuzzes the mover among walls at rest and moving walls: bytes become up to 8 walls of each kind, a
// ball, a response for each category, filters, gravity and some frames. Every leg is checked
// (tests/support/moving_watch.h). Room: fuzz.
#include "input.h"

#include <stdlib.h>

#include "carom/contact.h"
#include "moving_watch.h"

enum { WALLS_MAX = 8 };

// The second byte of an input.
enum {
    HAS_GRAVITY = 1,
    // The categories below.
    HAS_CATEGORIES = 2,
    HAS_BOXES = 4,
    HAS_FEW_CONTACTS = 8,
    // The ball starts pushed out of the first wall and of the first moving wall.
    HAS_TOUCHING_START = 16,
    // Each wall starts where the one before ends, and its start moves along.
    HAS_JOINTS = 32,
    // A number gives the seconds of a frame; otherwise it lasts 1/64.
    HAS_TIME = 64,
    // No source of moving walls.
    HAS_NONE_MOVING = 128
};

// The categories of walls: passed, left out by the filter, a stop, an invalid response.
enum { PASSED = 2, LEFT_OUT = 4, STOP = 8, INVALID = 16 };

typedef struct fuzz_world {
    fuzz_numbers n;
    int flags;
    carom_wall still[WALLS_MAX];
    carom_moving_wall moving[WALLS_MAX];
    carom_box boxes[WALLS_MAX];
    bool still_left_out[WALLS_MAX], moving_left_out[WALLS_MAX];
    carom_wall_list still_list;
    carom_moving_wall_list moving_list;
    carom_ball ball;
    double time;
    carom_move_settings mover;
} fuzz_world;

static carom_wall make_wall(fuzz_world *s, const carom_wall *joint) {
    const bool is_joint = joint != NULL && (s->flags & HAS_JOINTS);
    carom_wall wall = fuzz_next_wall(&s->n, is_joint ? &joint->b : NULL);
    if (s->flags & HAS_CATEGORIES)
        wall.category = (uint32_t)(fuzz_byte(&s->n.in) & 31);
    return wall;
}

static bool is_left_out(const carom_wall *wall) {
    return wall->category == LEFT_OUT || (wall->category & PASSED) != 0;
}

static carom_moving_wall make_moving_wall(fuzz_world *s, const carom_moving_wall *joint) {
    const carom_wall wall = make_wall(s, joint != NULL ? &joint->wall : NULL);
    const int what = fuzz_byte(&s->n.in);
    // Moves of numbers, of 1/128 of them, none, or alike.
    const double unit = what & 1 ? 0x1p-7 : 1.0;
    const bool is_joint = joint != NULL && (s->flags & HAS_JOINTS);
    carom_vec2 a_move = is_joint ? joint->b_move : carom_vec2_make(0.0, 0.0);
    if (!is_joint && (what & 2))
        a_move = carom_vec2_scale(fuzz_next_point(&s->n), unit);
    const carom_vec2 b_move = what & 4 ? carom_vec2_scale(fuzz_next_point(&s->n), unit) : a_move;
    return carom_moving_wall_make(wall, a_move, b_move);
}

static void make_walls(fuzz_world *s) {
    s->still_list = (carom_wall_list){s->still, NULL, fuzz_byte(&s->n.in) % (WALLS_MAX + 1)};
    s->moving_list =
        (carom_moving_wall_list){s->moving, NULL, fuzz_byte(&s->n.in) % (WALLS_MAX + 1)};
    for (size_t i = 0; i < s->still_list.count; i++) {
        s->still[i] = make_wall(s, i > 0 ? &s->still[i - 1] : NULL);
        s->still_left_out[i] = is_left_out(&s->still[i]);
    }
    for (size_t i = 0; i < s->moving_list.count; i++) {
        s->moving[i] = make_moving_wall(s, i > 0 ? &s->moving[i - 1] : NULL);
        s->moving_left_out[i] = is_left_out(&s->moving[i].wall);
    }
}

// The boxes of the frame.
static void make_boxes(fuzz_world *s) {
    for (size_t i = 0; i < s->moving_list.count; i++)
        s->boxes[i] = carom_moving_wall_box(s->moving[i]);
    s->moving_list.boxes = s->flags & HAS_BOXES ? s->boxes : NULL;
}

static void respond(void *context, const carom_impact *contact, carom_response *response) {
    const moving_watch *w = context;
    const uint32_t category = contact->wall.category;
    *response = category & PASSED    ? carom_pass()
                : category & STOP    ? carom_stop()
                : category & INVALID ? carom_bounce(2, 0)
                                     : w->mover.response;
}

static carom_response make_response(fuzz_world *s) {
    carom_response r = {.kind = (carom_response_kind)(fuzz_byte(&s->n.in) % 3)};
    r.restitution = fuzz_byte(&s->n.in) / 255.0;
    r.friction = fuzz_byte(&s->n.in) / 64.0;
    return r;
}

static void push_out_of(fuzz_world *s, carom_wall wall) {
    const carom_circle c = {s->ball.center, s->ball.radius};
    if (carom_circle_is_valid(c) && carom_wall_is_valid(wall))
        s->ball.center = carom_circle_push_out(c, wall).center;
}

static void make_world(fuzz_world *s, const uint8_t *data, size_t size) {
    s->n.in = (fuzz_input){data, size};
    s->n.kind = fuzz_byte(&s->n.in) & FUZZ_KIND;
    s->flags = fuzz_byte(&s->n.in);
    make_walls(s);
    s->ball.center = fuzz_next_point(&s->n);
    s->ball.radius = fuzz_next_size(&s->n);
    s->ball.velocity = fuzz_next_point(&s->n);
    s->mover = carom_move_settings_default();
    s->mover.response = make_response(s);
    if (s->flags & HAS_GRAVITY)
        s->mover.gravity = fuzz_next_point(&s->n);
    s->mover.max_contacts = s->flags & HAS_FEW_CONTACTS ? 1 + fuzz_byte(&s->n.in) % 8 : 0;
    if (s->flags & HAS_CATEGORIES)
        s->mover.respond = respond;
    s->time = s->flags & HAS_TIME ? fuzz_next(&s->n) : 0x1p-6;
    if (s->flags & HAS_TOUCHING_START) {
        if (s->still_list.count > 0)
            push_out_of(s, s->still[0]);
        if (s->moving_list.count > 0)
            push_out_of(s, s->moving[0].wall);
    }
}

// Some frames. The walls go on; between frames the input may kick the ball.
static void run(fuzz_world *s, moving_watch *w) {
    for (int frame = 0; frame < 8 && (frame < 2 || s->n.in.left > 0); frame++) {
        const int what = fuzz_byte(&s->n.in);
        if (what & 1)
            s->ball.velocity = fuzz_next_point(&s->n);
        if (what & 2)
            s->ball.velocity = carom_vec2_scale(s->ball.velocity, 1024);
        make_boxes(s);
        s->ball = moving_watch_move(w, s->ball, s->time).ball;
        if (w->broken != NULL) {
            moving_watch_print(stderr, w);
            abort();
        }
        for (size_t i = 0; i < s->moving_list.count; i++) {
            s->moving[i].wall = carom_moving_wall_at(s->moving[i], 1.0);
            if (what & 4) {
                s->moving[i].a_move = carom_vec2_scale(s->moving[i].a_move, -1.0);
                s->moving[i].b_move = carom_vec2_scale(s->moving[i].b_move, -1.0);
            }
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static fuzz_world s;
    s = (fuzz_world){0};
    make_world(&s, data, size);
    static carom_filter filter;
    filter = carom_filter_mask(~(uint32_t)LEFT_OUT);
    static moving_watch watch;
    watch = moving_watch_start(s.mover, &s.still_list, &s.moving_list);
    watch.still_left_out = s.still_left_out;
    watch.moving_left_out = s.moving_left_out;
    if (s.flags & HAS_CATEGORIES)
        watch.mover.world.filter = watch.mover.world.moving_filter = &filter;
    if (s.flags & HAS_NONE_MOVING) {
        s.moving_list.count = 0;
        watch.mover.world.moving_walls.query = NULL;
    }
    run(&s, &watch);
    return 0;
}
