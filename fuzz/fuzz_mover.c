// Fuzzes the mover: bytes become a scene of up to 12 walls, a ball, a response, gravity and some
// frames. The guarantees of mover.h must hold (tests/support/watch.h). Room: fuzz.
#include "input.h"

#include <stdlib.h>

#include "carom/contact.h"
#include "source_kinds.h"
#include "watch.h"

enum { WALLS_MAX = 12 };

// The first byte of an input: the kind of its numbers, and the wall source: 0 for an array, else
// one of the sources of source_kinds.h.
enum { SOURCE_SHIFT = 4, SOURCES = 2 * ORDER_COUNT + 1 };

// The second byte.
enum {
    HAS_GRAVITY = 1,
    HAS_ONE_SIDED = 2,
    HAS_BOXES = 4,
    // At most one to eight contacts a frame instead of 64.
    HAS_FEW_CONTACTS = 8,
    // The ball starts pushed out of the first wall.
    HAS_TOUCHING_START = 16,
    // Each wall starts where the one before ends.
    HAS_JOINTS = 32,
    // A number gives the seconds of a frame; otherwise it lasts 1/64.
    HAS_TIME = 64,
    // Any numbers for the response, else valid ones.
    HAS_ODD_RESPONSE = 128
};

typedef struct fuzz_scene {
    fuzz_numbers n;
    int source;
    int flags;
    carom_wall walls[WALLS_MAX];
    carom_box boxes[WALLS_MAX];
    carom_wall_list array;
    carom_ball ball;
    double time;
    carom_move_settings mover;
} fuzz_scene;

static void make_walls(fuzz_scene *s) {
    s->array.count = (size_t)(fuzz_byte(&s->n.in) % (WALLS_MAX + 1));
    for (size_t i = 0; i < s->array.count; i++) {
        const bool is_joint = i > 0 && (s->flags & HAS_JOINTS);
        s->walls[i] = fuzz_next_wall(&s->n, is_joint ? &s->walls[i - 1].b : NULL);
        s->walls[i].one_sided = s->walls[i].one_sided && (s->flags & HAS_ONE_SIDED);
        s->boxes[i] = carom_wall_box(s->walls[i]);
    }
    s->array.walls = s->walls;
    s->array.boxes = s->flags & HAS_BOXES ? s->boxes : NULL;
}

static carom_response make_response(fuzz_scene *s) {
    carom_response r = {.kind = (carom_response_kind)(fuzz_byte(&s->n.in) % 3)};
    if (s->flags & HAS_ODD_RESPONSE) {
        r.restitution = fuzz_next(&s->n);
        r.friction = fuzz_next(&s->n);
    } else {
        r.restitution = fuzz_byte(&s->n.in) / 255.0;
        r.friction = fuzz_byte(&s->n.in) / 64.0;
    }
    return r;
}

static void make_scene(fuzz_scene *s, const uint8_t *data, size_t size) {
    s->n.in = (fuzz_input){data, size};
    const int first = fuzz_byte(&s->n.in);
    s->n.kind = first & FUZZ_KIND;
    s->source = (first >> SOURCE_SHIFT) % SOURCES;
    s->flags = fuzz_byte(&s->n.in);
    make_walls(s);
    s->ball.center = fuzz_next_point(&s->n);
    s->ball.radius = fuzz_next_size(&s->n);
    s->ball.velocity = fuzz_next_point(&s->n);
    s->mover.response = make_response(s);
    s->mover.gravity = s->flags & HAS_GRAVITY ? fuzz_next_point(&s->n) : carom_vec2_make(0, 0);
    s->mover.max_contacts = s->flags & HAS_FEW_CONTACTS ? 1 + fuzz_byte(&s->n.in) % 8 : 0;
    s->mover.world.walls = carom_wall_list_source(&s->array);
    s->time = s->flags & HAS_TIME ? fuzz_next(&s->n) : 0x1p-6;
    const carom_circle c = {s->ball.center, s->ball.radius};
    if ((s->flags & HAS_TOUCHING_START) && s->array.count > 0 && carom_circle_is_valid(c) &&
        carom_wall_is_valid(s->walls[0])) {
        s->ball.center = carom_circle_push_out(c, s->walls[0]).center;
    }
}

static void check(const mover_watch *w) {
    if (w->broken != NULL) {
        watch_print(stderr, w);
        abort();
    }
}

// Some frames. Between them the input can kick the ball or move it elsewhere.
static void run(fuzz_scene *s, mover_watch *w) {
    for (int frame = 0; frame < 16 && (frame < 4 || s->n.in.left > 0); frame++) {
        const int what = fuzz_byte(&s->n.in);
        if (what & 1) {
            s->ball.velocity = fuzz_next_point(&s->n);
        }
        if (what & 2) {
            s->ball.center = fuzz_next_point(&s->n);
        }
        if (what & 4) {
            s->ball.velocity = carom_vec2_scale(s->ball.velocity, 1024);
        }
        s->ball = watch_move(w, s->ball, s->time).ball;
        check(w);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static fuzz_scene scene;
    scene = (fuzz_scene){0};
    make_scene(&scene, data, size);
    static test_source source;
    if (scene.source > 0) {
        test_source_start(&source, &scene.array, (source_order)((scene.source - 1) / 2),
                          scene.source % 2 == 0);
        scene.mover.world.walls = test_source_walls(&source);
    }
    static mover_watch watch;
    watch = watch_start(scene.mover, &scene.array);
    watch.oracle_every = 4;
    run(&scene, &watch);
    if (scene.source > 0) {
        test_source_end(&source);
    }
    return 0;
}
