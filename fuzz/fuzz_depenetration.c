// Fuzzes depenetration: bytes become up to 12 walls and a circle. The circle may move out of
// overlaps only along a way that crosses no wall (tests/support/depenetration_check.h). Room:
// fuzz.
#include "input.h"

#include <stdio.h>
#include <stdlib.h>

#include "carom/contact.h"
#include "depenetration_check.h"
#include "source_kinds.h"

enum { WALLS_MAX = 12 };

// The first byte of an input: the kind of its numbers, and the wall source that is compared with a
// list.
enum { SOURCE_SHIFT = 4, SOURCES = 2 * ORDER_COUNT };

// The second byte.
enum {
    HAS_ONE_SIDED = 1,
    // Each wall starts where the one before ends.
    HAS_JOINTS = 2,
    // The circle starts pushed out of the first wall, and of the second.
    HAS_TOUCHING_START = 4,
    HAS_TOUCHING_TWO = 8,
    // The last wall is moved towards the centre, by half the way.
    HAS_DOOR = 16,
    // A filter leaves out every third wall.
    HAS_FILTER = 32
};

typedef struct fuzz_place {
    fuzz_numbers n;
    int source, flags;
    carom_wall walls[WALLS_MAX];
    carom_wall_list array;
    carom_circle circle;
} fuzz_place;

static carom_wall make_wall(fuzz_place *p, size_t i) {
    const bool is_joint = i > 0 && (p->flags & HAS_JOINTS);
    carom_wall wall = fuzz_next_wall(&p->n, is_joint ? &p->walls[i - 1].b : NULL);
    wall.one_sided = wall.one_sided && (p->flags & HAS_ONE_SIDED);
    return wall;
}

static void make_place(fuzz_place *p, const uint8_t *data, size_t size) {
    p->n.in = (fuzz_input){data, size};
    const int first = fuzz_byte(&p->n.in);
    p->n.kind = first & FUZZ_KIND;
    p->source = (first >> SOURCE_SHIFT) % SOURCES;
    p->flags = fuzz_byte(&p->n.in);
    p->array.walls = p->walls;
    p->array.count = (size_t)(fuzz_byte(&p->n.in) % (WALLS_MAX + 1));
    for (size_t i = 0; i < p->array.count; i++)
        p->walls[i] = make_wall(p, i);
    p->circle.center = fuzz_next_point(&p->n);
    p->circle.radius = fuzz_next_size(&p->n);
    const size_t touched = p->flags & HAS_TOUCHING_TWO ? 2 : p->flags & HAS_TOUCHING_START ? 1 : 0;
    for (size_t i = 0; i < touched && i < p->array.count; i++)
        if (carom_circle_is_valid(p->circle) && carom_wall_is_valid(p->walls[i]))
            p->circle.center = carom_circle_push_out(p->circle, p->walls[i]).center;
    if ((p->flags & HAS_DOOR) && p->array.count > 0) {
        carom_wall *door = &p->walls[p->array.count - 1];
        const carom_vec2 half = carom_vec2_scale(carom_vec2_sub(p->circle.center, door->a), 0.5);
        door->a = carom_vec2_add(door->a, half);
        door->b = carom_vec2_add(door->b, half);
    }
}

static void print_wall(const carom_wall *w) {
    fprintf(stderr, "    {{%a, %a}, {%a, %a}, %a, (carom_extent)%d}, one-sided %d\n", w->a.x,
            w->a.y, w->b.x, w->b.y, w->radius, (int)w->extent, w->one_sided);
}

static void require(const fuzz_place *p, const char *broken) {
    if (broken == NULL)
        return;
    fprintf(stderr, "broken: %s\n    circle {{%a, %a}, %a}\n", broken, p->circle.center.x,
            p->circle.center.y, p->circle.radius);
    for (size_t i = 0; i < p->array.count; i++)
        print_wall(&p->walls[i]);
    abort();
}

static bool is_third(void *context, carom_index index, const carom_wall *wall) {
    (void)context;
    (void)wall;
    return index % 3 != 2;
}

// With the filter, the answer must be that for the walls that it lets through.
static void check_filter(const fuzz_place *p) {
    carom_filter filter = carom_filter_default();
    filter.accept = is_third;
    const carom_depenetration d =
        carom_circle_depenetrate(p->circle, carom_wall_list_source(&p->array), &filter);
    carom_wall walls[WALLS_MAX];
    for (size_t i = 0; i < p->array.count; i++) {
        walls[i] = p->walls[i];
        if (i % 3 == 2)
            walls[i].extent = 3;
    }
    const carom_wall_list list = {walls, NULL, p->array.count};
    require(p, broken_depenetration(p->circle, &list, &d, true));
}

// The answer does not depend on the order of the reports, and on walls that are reported without
// need.
static void check_source(const fuzz_place *p, const carom_depenetration *d) {
    static test_source source;
    test_source_start(&source, &p->array, (source_order)(p->source / 2), p->source % 2 == 0);
    const carom_depenetration e =
        carom_circle_depenetrate(p->circle, test_source_walls(&source), NULL);
    test_source_end(&source);
    const bool is_same = d->found == e.found && d->overlapped == e.overlapped &&
                         d->wall == e.wall && d->center.x == e.center.x &&
                         d->center.y == e.center.y;
    require(p, is_same ? NULL : "the answer does not depend on the source");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static fuzz_place p;
    p = (fuzz_place){0};
    make_place(&p, data, size);
    const carom_depenetration d =
        carom_circle_depenetrate(p.circle, carom_wall_list_source(&p.array), NULL);
    require(&p, broken_depenetration(p.circle, &p.array, &d, true));
    if (p.flags & HAS_FILTER)
        check_filter(&p);
    if (carom_circle_is_valid(p.circle))
        check_source(&p, &d);
    return 0;
}
