// Fuzzes scenes: bytes become up to 70 walls and some questions. The lowest index of a bad wall is
// reported. The scene of the valid walls answers every question like a loop over all walls
// (tests/support/scene_mirror.h). Room: fuzz.
#include "input.h"

#include <stdlib.h>

#include "scene_mirror.h"

// Exact answers for numbers from the whole range are slow under sanitizers. Then there are fewer
// walls, but more than one leaf contains.
enum { WALLS_MAX = 70, SLOW_WALLS_MAX = 20, QUESTIONS_MAX = 3 };

// The second byte of an input.
enum {
    // Each wall starts where the one before ends.
    HAS_JOINTS = 1,
    // All walls have the radius of the first.
    HAS_ONE_RADIUS = 2,
    // Each wall is followed by copies, moved by the same step each.
    HAS_COPIES = 4,
    // Invalid walls are kept in.
    HAS_BAD_WALLS = 8,
    // Circles are placed so that they nearly touch the wall that the question names.
    HAS_TOUCHING = 16
};

typedef struct fuzz_scene {
    fuzz_numbers n;
    int flags;
    carom_wall walls[WALLS_MAX];
    size_t wall_count;
} fuzz_scene;

static void add_wall(fuzz_scene *s, carom_wall wall) {
    const bool is_good = carom_wall_is_valid(wall) || (s->flags & HAS_BAD_WALLS);
    if (is_good && s->wall_count < (s->n.kind == FUZZ_SMALL ? WALLS_MAX : SLOW_WALLS_MAX)) {
        s->walls[s->wall_count++] = wall;
    }
}

static void make_walls(fuzz_scene *s) {
    const int groups = fuzz_byte(&s->n.in) % (WALLS_MAX + 1);
    for (int i = 0; i < groups; i++) {
        const carom_wall *before = s->wall_count > 0 ? &s->walls[s->wall_count - 1] : NULL;
        const bool is_joint = before != NULL && (s->flags & HAS_JOINTS);
        carom_wall wall = fuzz_next_wall(&s->n, is_joint ? &before->b : NULL);
        if (before != NULL && (s->flags & HAS_ONE_RADIUS)) {
            wall.radius = s->walls[0].radius;
        }
        add_wall(s, wall);
        if (s->flags & HAS_COPIES) {
            const carom_vec2 step = fuzz_next_point(&s->n);
            for (int copies = fuzz_byte(&s->n.in) % 16; copies > 0; copies--) {
                wall.a = carom_vec2_add(wall.a, step);
                wall.b = carom_vec2_add(wall.b, step);
                add_wall(s, wall);
            }
        }
    }
}

// A circle beside a wall, near touching, of about the radius given.
static carom_circle touching(fuzz_scene *s, carom_circle c) {
    const carom_wall wall = s->walls[fuzz_byte(&s->n.in) % s->wall_count];
    const carom_vec2 on = fuzz_byte(&s->n.in) & 1 ? wall.a : wall.b;
    const double reach = c.radius + wall.radius;
    const int side = fuzz_byte(&s->n.in);
    c.center = on;
    if (side & 1) {
        c.center.x += side & 2 ? reach : -reach;
    } else {
        c.center.y += side & 2 ? reach : -reach;
    }
    c.radius = nudged(c.radius, (side >> 2) % 5 - 2);
    return c;
}

static wall_question question(fuzz_scene *s) {
    wall_question q = {.circle.center = fuzz_next_point(&s->n)};
    q.circle.radius = fuzz_next_size(&s->n);
    if ((s->flags & HAS_TOUCHING) && s->wall_count > 0) {
        const carom_circle c = touching(s, q.circle);
        q.circle = carom_circle_is_valid(c) ? c : q.circle;
    }
    q.move = fuzz_next_point(&s->n);
    q.gap = fuzz_next(&s->n);
    q.box.min = fuzz_next_point(&s->n);
    q.box.max = fuzz_next_point(&s->n);
    return q;
}

_Noreturn static void broken(const char *what) {
    fprintf(stderr, "fuzz_scene: broken: %s\n", what);
    abort();
}

// Takes out the first bad wall until none is left, and makes the scene.
static carom_scene *make_scene(fuzz_scene *s) {
    for (;;) {
        size_t first_bad = 0, bad = WALLS_MAX;
        while (first_bad < s->wall_count && carom_wall_is_valid(s->walls[first_bad])) {
            first_bad++;
        }
        carom_scene *scene = NULL;
        const carom_status status =
            carom_scene_create(s->walls, s->wall_count, NULL, NULL, &scene, &bad);
        if (status == CAROM_STATUS_OK && scene != NULL && first_bad == s->wall_count) {
            return scene;
        }
        if (status != CAROM_STATUS_BAD_WALL || scene != NULL || bad != first_bad ||
            first_bad == s->wall_count) {
            broken("the status of carom_scene_create");
        }
        s->walls[first_bad] = s->walls[--s->wall_count];
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static fuzz_scene s;
    s = (fuzz_scene){.n.in = {data, size}};
    s.n.kind = fuzz_byte(&s.n.in) & FUZZ_KIND;
    s.flags = fuzz_byte(&s.n.in);
    make_walls(&s);
    carom_scene *scene = make_scene(&s);
    scene_mirror m = mirror_start(scene, s.walls, s.wall_count);
    bool good = mirror_check_walls(&m);
    for (int i = 0; good && i < QUESTIONS_MAX && (i == 0 || s.n.in.left > 0); i++) {
        const wall_question q = question(&s);
        m.turn = fuzz_byte(&s.n.in);
        good = mirror_check(&m, &q);
    }
    if (!good) {
        broken(m.broken);
    }
    mirror_end(&m);
    carom_scene_destroy(scene, NULL);
    return 0;
}
