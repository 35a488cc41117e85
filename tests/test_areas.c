// The contract of areas: relations, errors of rings, filters, invalid input, batches, memory that
// runs out, and scenes that change.
#include "verdicts.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "area_oracle.h"
#include "carom/dynamic_scene.h"
#include "random.h"
#include "ring_sets.h"

enum { LIST = 256 };

static carom_vec2 at(double x, double y) {
    return carom_vec2_make(x, y);
}

static void add_ring(carom_wall *walls, size_t *count, const carom_vec2 *points, size_t n,
                     uint32_t area, double radius) {
    for (size_t i = 0; i < n; i++) {
        carom_wall wall = carom_capsule(points[i], points[(i + 1) % n], radius);
        wall.group = area;
        walls[(*count)++] = wall;
    }
}

static carom_scene *scene_of(const carom_wall *walls, size_t count) {
    carom_scene *scene;
    assert_int_equal(carom_scene_create(walls, count, NULL, NULL, &scene, NULL), CAROM_STATUS_OK);
    return scene;
}

static carom_area_index *index_of(const carom_scene *scene) {
    carom_area_index *index;
    assert_int_equal(carom_area_index_create(scene, NULL, NULL, &index, NULL), CAROM_STATUS_OK);
    assert_non_null(index);
    return index;
}

static void relations_have_names(void **state) {
    (void)state;
    assert_string_equal(carom_area_relation_name(CAROM_AREA_RELATION_INVALID), "invalid");
    assert_string_equal(carom_area_relation_name(CAROM_AREA_RELATION_OUTSIDE), "outside");
    assert_string_equal(carom_area_relation_name(CAROM_AREA_RELATION_TOUCHING), "touching");
    assert_string_equal(carom_area_relation_name(CAROM_AREA_RELATION_CROSSING), "crossing");
    assert_string_equal(carom_area_relation_name(CAROM_AREA_RELATION_INSIDE_TOUCHING),
                        "inside-touching");
    assert_string_equal(carom_area_relation_name(CAROM_AREA_RELATION_INSIDE), "inside");
    assert_string_equal(carom_area_relation_name((carom_area_relation)6), "invalid");
}

// ---- relations ----

typedef struct known_relation {
    carom_circle circle;
    carom_area_relation relation;
    // The signed distance of the centre; 99 if the area is not met.
    double distance;
} known_relation;

// A square of 10 with a square hole of 4 in its middle.
static size_t square_with_hole(carom_wall *walls, double radius) {
    const carom_vec2 outer[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    const carom_vec2 hole[4] = {{3, 3}, {7, 3}, {7, 7}, {3, 7}};
    size_t count = 0;
    add_ring(walls, &count, outer, 4, 7, radius);
    add_ring(walls, &count, hole, 4, 7, radius);
    return count;
}

static void check_known(const carom_wall *walls, size_t count, const known_relation *known,
                        size_t known_count) {
    carom_scene *scene = scene_of(walls, count);
    carom_area_index *index = index_of(scene);
    for (size_t i = 0; i < 2 * known_count; i++) {
        const known_relation *k = &known[i / 2];
        const carom_area_index *x = i % 2 == 0 ? index : NULL;
        assert_int_equal(carom_scene_relate_area(scene, x, k->circle, 7), k->relation);
        carom_area_hit hit = {1, CAROM_AREA_RELATION_INVALID, 1.0};
        const size_t found = carom_scene_areas(scene, x, k->circle, 0.0, NULL, &hit, 1);
        assert_int_equal(found, k->relation > CAROM_AREA_RELATION_OUTSIDE);
        if (found == 1) {
            assert_int_equal(hit.area, 7);
            assert_int_equal(hit.relation, k->relation);
            assert_true(hit.distance == k->distance);
        }
        assert_int_equal(carom_scene_relate_area(scene, x, k->circle, 8),
                         CAROM_AREA_RELATION_OUTSIDE);
        assert_int_equal(carom_scene_relate_area(scene, x, k->circle, 0),
                         CAROM_AREA_RELATION_OUTSIDE);
    }
    carom_area_index_destroy(index, NULL);
    carom_scene_destroy(scene, NULL);
}

static void a_square_with_a_hole(void **state) {
    (void)state;
    const known_relation known[] = {
        {{{5, 5}, 0}, CAROM_AREA_RELATION_OUTSIDE, 99},
        {{{5, 5}, 1}, CAROM_AREA_RELATION_OUTSIDE, 99},
        {{{5, 5}, 2}, CAROM_AREA_RELATION_TOUCHING, 2},
        {{{5, 5}, 2.5}, CAROM_AREA_RELATION_CROSSING, 2},
        {{{5, 5}, 100}, CAROM_AREA_RELATION_CROSSING, 2},
        {{{1, 5}, 0}, CAROM_AREA_RELATION_INSIDE, -1},
        {{{1, 5}, 0.5}, CAROM_AREA_RELATION_INSIDE, -1},
        {{{1, 5}, 1}, CAROM_AREA_RELATION_INSIDE_TOUCHING, -1},
        {{{1, 5}, 1.5}, CAROM_AREA_RELATION_CROSSING, -1},
        {{{0, 5}, 0}, CAROM_AREA_RELATION_TOUCHING, 0},
        {{{0, 0}, 0}, CAROM_AREA_RELATION_TOUCHING, 0},
        {{{0, 5}, 0x1p-1074}, CAROM_AREA_RELATION_CROSSING, 0},
        {{{-1, 5}, 0}, CAROM_AREA_RELATION_OUTSIDE, 99},
        {{{-1, 5}, 1}, CAROM_AREA_RELATION_TOUCHING, 1},
        {{{-3, -4}, 5}, CAROM_AREA_RELATION_TOUCHING, 5},
        {{{-3, -4}, 5.5}, CAROM_AREA_RELATION_CROSSING, 5},
        {{{13, 14}, 5}, CAROM_AREA_RELATION_TOUCHING, 5},
        {{{-5, 0}, 0}, CAROM_AREA_RELATION_OUTSIDE, 99},
        {{{-5, 3}, 0}, CAROM_AREA_RELATION_OUTSIDE, 99},
        {{{1e300, 5}, 0}, CAROM_AREA_RELATION_OUTSIDE, 99},
    };
    carom_wall walls[8];
    check_known(walls, square_with_hole(walls, 0.0), known, sizeof known / sizeof known[0]);
}

// Thick walls are walls on both sides.
static void thick_walls(void **state) {
    (void)state;
    const known_relation known[] = {
        {{{5, 5}, 1.5}, CAROM_AREA_RELATION_TOUCHING, 2},
        {{{5, 5}, 1.75}, CAROM_AREA_RELATION_CROSSING, 2},
        {{{1, 5}, 0}, CAROM_AREA_RELATION_INSIDE, -1},
        {{{1, 5}, 0.5}, CAROM_AREA_RELATION_INSIDE_TOUCHING, -1},
        {{{1, 5}, 0.75}, CAROM_AREA_RELATION_CROSSING, -1},
        {{{0.5, 5}, 0}, CAROM_AREA_RELATION_INSIDE_TOUCHING, -0.5},
        {{{0.25, 5}, 0}, CAROM_AREA_RELATION_CROSSING, -0.25},
        {{{0, 5}, 0}, CAROM_AREA_RELATION_CROSSING, 0},
        {{{-0.25, 5}, 0}, CAROM_AREA_RELATION_CROSSING, 0.25},
        {{{-0.5, 5}, 0}, CAROM_AREA_RELATION_TOUCHING, 0.5},
        {{{-0.75, 5}, 0}, CAROM_AREA_RELATION_OUTSIDE, 99},
    };
    carom_wall walls[8];
    check_known(walls, square_with_hole(walls, 0.5), known, sizeof known / sizeof known[0]);
}

static void a_wall_given_twice_stays_boundary(void **state) {
    (void)state;
    const known_relation known[] = {
        {{{5, 5}, 0}, CAROM_AREA_RELATION_OUTSIDE, 99},
        {{{5, 5}, 2}, CAROM_AREA_RELATION_TOUCHING, 2},
        {{{3, 5}, 0}, CAROM_AREA_RELATION_TOUCHING, 0},
        {{{1, 5}, 0}, CAROM_AREA_RELATION_OUTSIDE, 99},
    };
    carom_wall walls[16];
    size_t count = square_with_hole(walls, 0.0);
    memcpy(walls + count, walls, count * sizeof *walls);
    check_known(walls, 2 * count, known, sizeof known / sizeof known[0]);
}

static void invalid_input_finds_nothing(void **state) {
    (void)state;
    carom_wall walls[8];
    carom_scene *scene = scene_of(walls, square_with_hole(walls, 0.0));
    carom_area_index *index = index_of(scene);
    const carom_circle bad[] = {{{(double)NAN, 1}, 1}, {{1, HUGE_VAL}, 1}, {{1, 1}, -1}};
    for (int i = 0; i < 6; i++) {
        const carom_area_index *x = i % 2 == 0 ? index : NULL;
        const carom_circle c = bad[i / 2];
        carom_area_hit hit;
        assert_int_equal(carom_scene_relate_area(scene, x, c, 7), CAROM_AREA_RELATION_INVALID);
        assert_int_equal(carom_scene_areas(scene, x, c, 0.0, NULL, &hit, 1), 0);
        assert_int_equal(carom_scene_nearest_areas(scene, x, c, NULL, &hit, 1), 0);
    }
    const carom_circle c = {{1, 1}, 1};
    const double gaps[] = {-1.0, HUGE_VAL, (double)NAN};
    for (int i = 0; i < 3; i++)
        assert_int_equal(carom_scene_areas(scene, index, c, gaps[i], NULL, NULL, 0), 0);
    assert_int_equal(carom_scene_areas_at(scene, index, at((double)NAN, 1), NULL, NULL, 0), 0);
    assert_int_equal(carom_scene_areas_at(scene, index, at(1, -HUGE_VAL), NULL, NULL, 0), 0);
    assert_false(carom_scene_contains(scene, index, at((double)NAN, 1), 7));
    assert_int_equal(carom_scene_nearest_areas(scene, index, c, NULL, NULL, 0), 0);
    carom_area_index_destroy(index, NULL);
    carom_area_index_destroy(NULL, NULL);
    carom_scene_destroy(scene, NULL);
}

static void scenes_without_areas(void **state) {
    (void)state;
    const carom_wall wall = carom_segment(at(0, 0), at(1, 0));
    for (size_t count = 0; count <= 1; count++) {
        carom_scene *scene = scene_of(&wall, count);
        carom_area_index *index = index_of(scene);
        const carom_circle c = {{0, 0}, 1};
        carom_area_hit hit;
        for (int i = 0; i < 2; i++) {
            const carom_area_index *x = i == 0 ? index : NULL;
            assert_int_equal(carom_scene_areas(scene, x, c, 5.0, NULL, &hit, 1), 0);
            assert_int_equal(carom_scene_areas_at(scene, x, c.center, NULL, NULL, 0), 0);
            assert_int_equal(carom_scene_nearest_areas(scene, x, c, NULL, &hit, 1), 0);
            assert_int_equal(carom_scene_relate_area(scene, x, c, 1), CAROM_AREA_RELATION_OUTSIDE);
        }
        carom_area_index_destroy(index, NULL);
        carom_scene_destroy(scene, NULL);
    }
}

// ---- errors ----

static void expect_error(const carom_wall *walls, size_t count, carom_status status, uint32_t area,
                         carom_index wall, carom_vec2 point) {
    carom_scene *scene = scene_of(walls, count);
    carom_area_index *index;
    carom_area_error error = {99, 99, {99, 99}};
    assert_int_equal(carom_area_index_create(scene, NULL, NULL, &index, &error), status);
    assert_null(index);
    assert_int_equal(error.area, area);
    assert_int_equal(error.wall, wall);
    assert_true(error.point.x == point.x && error.point.y == point.y);
    assert_int_equal(carom_area_index_create(scene, NULL, NULL, &index, NULL), status);
    carom_scene_destroy(scene, NULL);
}

static void what_is_wrong_is_named(void **state) {
    (void)state;
    carom_wall walls[16];
    size_t count = square_with_hole(walls, 0.0);
    walls[2].b = at(0, 11);
    expect_error(walls, count, CAROM_STATUS_OPEN_AREA, 7, 2, at(0, 11));
    count = square_with_hole(walls, 0.0);
    walls[6].group = 9; // both ends of it are open, and those of its neighbours in the hole
    expect_error(walls, count, CAROM_STATUS_OPEN_AREA, 7, 5, at(7, 7));
    count = square_with_hole(walls, 0.0);
    walls[5].radius = 0.5;
    expect_error(walls, count, CAROM_STATUS_AREA_RADII, 7, 5, walls[5].a);
    count = square_with_hole(walls, 0.0);
    walls[3].extent = CAROM_EXTENT_RAY;
    walls[4].extent = CAROM_EXTENT_LINE;
    expect_error(walls, count, CAROM_STATUS_ENDLESS_AREA, 7, 3, walls[3].a);
    assert_string_equal(carom_status_name(CAROM_STATUS_OPEN_AREA),
                        "an area whose rings do not close");
    assert_string_equal(carom_status_name(CAROM_STATUS_AREA_RADII),
                        "an area whose walls have different radii");
    assert_string_equal(carom_status_name(CAROM_STATUS_ENDLESS_AREA),
                        "an area with a ray or a line");
}

static void zeros_of_both_signs_close(void **state) {
    (void)state;
    carom_wall walls[8];
    size_t count = square_with_hole(walls, 0.0);
    walls[0].a = at(-0.0, 0.0);
    walls[1].a = at(10.0, -0.0);
    carom_scene *scene = scene_of(walls, count);
    carom_area_index_destroy(index_of(scene), NULL);
    carom_scene_destroy(scene, NULL);
}

// A ring of points that all have one hash in area_rings.c, so that they find no place in its
// tables.
static void a_ring_that_floods_the_tables(void **state) {
    (void)state;
    enum { COUNT = 3000 };
    carom_wall walls[COUNT];
    carom_vec2 points[COUNT];
    size_t count = 0;
    for (uint64_t i = 0; count < COUNT; i++) {
        const double x = 1.0 + (double)i * 0x1p-30;
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        bits *= UINT64_C(0x9e3779b97f4a7c15);
        bits ^= bits >> 32;
        double y;
        memcpy(&y, &bits, sizeof y);
        if (fabs(y) > 0x1p-40 && fabs(y) < 0x1p40)
            points[count++] = at(x, y);
    }
    size_t made = 0;
    add_ring(walls, &made, points, COUNT, 7, 0.0);
    carom_scene *scene = scene_of(walls, made);
    carom_area_index_destroy(index_of(scene), NULL);
    carom_scene_destroy(scene, NULL);
    walls[1234].b.y = 0.0;
    expect_error(walls, made, CAROM_STATUS_OPEN_AREA, 7, 1234, walls[1234].b);
    walls[1234].group = 8;
    expect_error(walls, made, CAROM_STATUS_OPEN_AREA, 7, 1233, points[1234]);
}

// Sets of rings from which a wall is taken, or whose wall gets another end.
static void open_rings_are_those_of_the_oracle(void **state) {
    (void)state;
    ring_set *r = malloc(sizeof *r);
    assert_non_null(r);
    for (long i = 0; i < case_count(200); i++) {
        random_source g = random_start(case_seed(), 1, (uint64_t)i);
        ring_set_make(r, (ring_kind)random_int(&g, 0, RINGS_SQUARE), random_bits(&g), false, false);
        const size_t k = (size_t)random_int(&g, 0, (int)r->count - 1);
        if (random_one_in(&g, 2))
            r->walls[k].b.x += 0.5;
        else
            r->walls[k] = r->walls[--r->count];
        if (r->count == 0)
            continue;
        carom_vec2 point;
        const carom_index open = area_oracle_open_end(r->walls, r->count, &point);
        if (open != CAROM_NO_WALL) {
            expect_error(r->walls, r->count, CAROM_STATUS_OPEN_AREA, r->walls[open].group, open,
                         point);
            continue;
        }
        carom_scene *scene = scene_of(r->walls, r->count); // the wall had no length
        carom_area_index_destroy(index_of(scene), NULL);
        carom_scene_destroy(scene, NULL);
    }
    free(r);
}

// ---- runners and memory ----

static void run_backwards(void *context, void (*task)(void *data, size_t i), void *data,
                          size_t count) {
    (void)context;
    while (count-- > 0)
        task(data, count);
}

static const carom_task_runner backwards = {run_backwards, NULL};

// Enough walls for several tasks. One wall bounds no area, in the end.
static void a_large_ring(void **state) {
    (void)state;
    enum { SIDE = 40000, COUNT = 4 * SIDE };
    carom_wall *walls = malloc(COUNT * sizeof *walls);
    assert_non_null(walls);
    carom_vec2 p = at(0, 0);
    for (size_t i = 0; i < COUNT; i++) {
        static const double x[4] = {1, 0, -1, 0}, y[4] = {0, 1, 0, -1};
        const carom_vec2 q = at(p.x + x[i / SIDE], p.y + y[i / SIDE]);
        walls[i] = carom_segment(p, q);
        walls[i].group = 3;
        p = q;
    }
    for (int is_open = 0; is_open < 2; is_open++) {
        if (is_open)
            walls[77777].group = 0;
        carom_scene *scene = scene_of(walls, COUNT);
        carom_area_index *index = NULL;
        carom_area_error error = {0, 0, {0, 0}};
        assert_int_equal(carom_area_index_create(scene, NULL, &backwards, &index, &error),
                         is_open ? CAROM_STATUS_OPEN_AREA : CAROM_STATUS_OK);
        if (is_open) {
            assert_int_equal(error.area, 3);
            assert_int_equal(error.wall, 77776);
            assert_true(error.point.x == walls[77777].a.x && error.point.y == walls[77777].a.y);
        } else {
            const carom_circle c = {{SIDE / 2, 1}, 0.5};
            assert_int_equal(carom_scene_relate_area(scene, index, c, 3),
                             CAROM_AREA_RELATION_INSIDE);
        }
        carom_area_index_destroy(index, NULL);
        carom_scene_destroy(scene, NULL);
    }
    free(walls);
}

// An allocator that counts what is allocated and fails at a call.
typedef struct scarce_memory {
    long left;
    size_t bytes;
} scarce_memory;

static void *allocate_scarcely(void *context, size_t size, size_t alignment) {
    scarce_memory *m = context;
    if (m->left-- <= 0)
        return NULL;
    m->bytes += size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release_scarcely(void *context, void *memory, size_t size, size_t alignment) {
    scarce_memory *m = context;
    (void)alignment;
    m->bytes -= size;
    free(memory);
}

static void memory_that_runs_out(void **state) {
    (void)state;
    ring_set *r = malloc(sizeof *r);
    assert_non_null(r);
    for (int kind = 0; kind < RINGS_COUNT; kind++) {
        ring_set_make(r, (ring_kind)kind, 5, true, true);
        carom_scene *scene = scene_of(r->walls, r->count);
        carom_status status = CAROM_STATUS_OUT_OF_MEMORY;
        for (long calls = 0; status != CAROM_STATUS_OK; calls++) {
            scarce_memory m = {calls, 0};
            const carom_allocator memory = {allocate_scarcely, release_scarcely, &m};
            carom_area_index *index;
            status = carom_area_index_create(scene, &memory, NULL, &index, NULL);
            assert_true(status == CAROM_STATUS_OK || status == CAROM_STATUS_OUT_OF_MEMORY);
            assert_true((index == NULL) == (status != CAROM_STATUS_OK));
            carom_area_index_destroy(index, &memory);
            assert_int_equal(m.bytes, 0);
        }
        carom_scene_destroy(scene, NULL);
    }
    free(r);
}

// Appends the walls of a square, each side of `pieces` walls.
static size_t add_square(carom_wall *walls, size_t count, carom_vec2 low, double side, int pieces,
                         uint32_t area) {
    for (int i = 0; i < 4 * pieces; i++) {
        carom_vec2 ends[2];
        for (int k = 0; k < 2; k++) {
            const int corner = (i + k) / pieces % 4;
            const double along = (i + k) % pieces * (side / pieces);
            const double x = corner == 0   ? along
                             : corner == 1 ? side
                             : corner == 2 ? side - along
                                           : 0.0;
            const double y = corner == 0   ? 0.0
                             : corner == 1 ? along
                             : corner == 2 ? side
                                           : side - along;
            ends[k] = carom_vec2_make(low.x + x, low.y + y);
        }
        walls[count] = carom_segment(ends[0], ends[1]);
        walls[count++].group = area;
    }
    return count;
}

// The bytes of an index for each wall.
static double index_bytes(const carom_wall *walls, size_t count) {
    scarce_memory m = {LONG_MAX, 0};
    const carom_allocator memory = {allocate_scarcely, release_scarcely, &m};
    carom_scene *scene = scene_of(walls, count);
    carom_area_index *index;
    assert_int_equal(carom_area_index_create(scene, &memory, NULL, &index, NULL), CAROM_STATUS_OK);
    const double bytes = (double)m.bytes / (double)count;
    carom_area_index_destroy(index, &memory);
    carom_scene_destroy(scene, NULL);
    return bytes;
}

// What carom_area_index_create says of the memory: one area, neighbours, and areas that overlap.
static void memory_for_a_wall(void **state) {
    (void)state;
    enum { WALLS = 40000, SIDE = 20, DEEP = 30 };
    carom_wall *walls = malloc(WALLS * sizeof *walls);
    assert_non_null(walls);
    size_t count = add_square(walls, 0, carom_vec2_make(0, 0), 1, WALLS / 4, 7);
    const double one = index_bytes(walls, count);
    count = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        count =
            add_square(walls, count, carom_vec2_make(i % SIDE, i / SIDE), 1, 25, 1 + (uint32_t)i);
    const double neighbours = index_bytes(walls, count);
    count = 0;
    for (int i = 0; i < DEEP; i++)
        count =
            add_square(walls, count, carom_vec2_make(0.01 * i, 0.013 * i), 1, 300, 1 + (uint32_t)i);
    const double deep = index_bytes(walls, count);
    free(walls);
    printf("bytes a wall: one area %.2f, neighbours %.1f, deep %.1f\n", one, neighbours, deep);
    assert_true(one < 0.6);
    assert_true(neighbours < 16.0);
    assert_true(deep < 60.0);
}

// ---- filters ----

static bool accepts_even(void *context, carom_index index, const carom_wall *wall) {
    (void)index;
    return wall->group / *(const uint32_t *)context % 2 == 0;
}

static void filters_select_areas(void **state) {
    (void)state;
    ring_set *r = malloc(sizeof *r);
    assert_non_null(r);
    for (long i = 0; i < case_count(200); i++) {
        random_source g = random_start(case_seed(), 2, (uint64_t)i);
        const ring_kind kind = random_one_in(&g, 2) ? RINGS_NESTED : RINGS_FEW;
        ring_set_make(r, kind, random_bits(&g), false, true);
        for (size_t k = 0; k < r->count; k++)
            r->walls[k].category = r->walls[k].group % 3 == 0 ? 2 : 0;
        carom_scene *scene = scene_of(r->walls, r->count);
        carom_area_index *index = index_of(scene);
        carom_filter filters[3] = {carom_filter_mask(2), carom_filter_default(),
                                   carom_filter_default()};
        filters[1].except_group = ring_set_area(r, &g);
        filters[2].accept = accepts_even;
        filters[2].context = &r->factor;
        const carom_circle c = ring_set_circle(r, &g);
        for (int k = 0; k < 6; k++) {
            const carom_filter *f = &filters[k / 2];
            const carom_area_index *x = k % 2 == 0 ? index : NULL;
            carom_area_hit all[LIST], got[LIST];
            const size_t count = carom_scene_areas(scene, x, c, 1.0, NULL, all, LIST);
            const size_t found = carom_scene_areas(scene, x, c, 1.0, f, got, LIST);
            size_t expected = 0;
            for (size_t n = 0; n < count; n++) {
                carom_wall wall = carom_segment(c.center, c.center);
                wall.group = all[n].area;
                wall.category = wall.group % 3 == 0 ? 2 : 0;
                if (carom_filter_accepts(f, 0, &wall)) {
                    assert_int_equal(got[expected].area, all[n].area);
                    assert_true(got[expected++].distance == all[n].distance);
                }
            }
            assert_int_equal(found, expected);
            const size_t near = carom_scene_nearest_areas(scene, x, c, NULL, all, LIST);
            const size_t left = carom_scene_nearest_areas(scene, x, c, f, got, LIST);
            expected = 0;
            for (size_t n = 0; n < near; n++) {
                carom_wall wall = carom_segment(c.center, c.center);
                wall.group = all[n].area;
                wall.category = wall.group % 3 == 0 ? 2 : 0;
                if (carom_filter_accepts(f, 0, &wall))
                    assert_int_equal(got[expected++].area, all[n].area);
            }
            assert_int_equal(left, expected);
        }
        carom_area_index_destroy(index, NULL);
        carom_scene_destroy(scene, NULL);
    }
    free(r);
}

// ---- batches ----

enum { CIRCLES = 1500, NEAREST = 3 };

typedef struct batch_answers {
    uint8_t relations[CIRCLES], of_points[CIRCLES];
    carom_area_hit nearest[CIRCLES * NEAREST];
    carom_circle_lists at, within;
} batch_answers;

static bool same_hit(const carom_area_hit *p, const carom_area_hit *q) {
    return p->area == q->area && p->relation == q->relation && p->distance == q->distance;
}

static void check_batches(const carom_scene *scene, const carom_area_index *index,
                          const carom_circle *circles, uint32_t area,
                          const carom_task_runner *runner) {
    static batch_answers b;
    const carom_circle_soa soa = {.x = &circles->center.x,
                                  .y = &circles->center.y,
                                  .radius = &circles->radius,
                                  .stride = sizeof *circles,
                                  .count = CIRCLES};
    assert_int_equal(
        carom_scene_relate_area_batch(scene, index, &soa, area, runner, NULL, b.relations),
        CAROM_STATUS_OK);
    carom_circle_soa points = soa;
    points.radius = NULL;
    assert_int_equal(
        carom_scene_relate_area_batch(scene, index, &points, area, runner, NULL, b.of_points),
        CAROM_STATUS_OK);
    assert_int_equal(
        carom_scene_areas_at_batch(scene, index, &soa, NULL, SIZE_MAX, runner, NULL, &b.at),
        CAROM_STATUS_OK);
    assert_int_equal(
        carom_scene_areas_batch(scene, index, &soa, 0.5, NULL, SIZE_MAX, runner, NULL, &b.within),
        CAROM_STATUS_OK);
    assert_int_equal(
        carom_scene_nearest_areas_batch(scene, index, &soa, NULL, NEAREST, runner, NULL, b.nearest),
        CAROM_STATUS_OK);
    for (size_t c = 0; c < CIRCLES; c++) {
        assert_int_equal(b.relations[c], carom_scene_relate_area(scene, index, circles[c], area));
        const carom_circle point = carom_circle_make(circles[c].center, 0.0);
        assert_int_equal(b.of_points[c], carom_scene_relate_area(scene, index, point, area));
        uint32_t areas[LIST];
        carom_area_hit hits[LIST];
        const size_t at_count =
            carom_scene_areas_at(scene, index, circles[c].center, NULL, areas, LIST);
        assert_int_equal(b.at.offsets[c + 1] - b.at.offsets[c], at_count);
        assert_true(at_count == 0 || memcmp((uint32_t *)b.at.items + b.at.offsets[c], areas,
                                            at_count * sizeof *areas) == 0);
        const size_t count = carom_scene_areas(scene, index, circles[c], 0.5, NULL, hits, LIST);
        assert_int_equal(b.within.offsets[c + 1] - b.within.offsets[c], count);
        const carom_area_hit *got = (carom_area_hit *)b.within.items + b.within.offsets[c];
        for (size_t i = 0; i < count; i++)
            assert_true(same_hit(&got[i], &hits[i]));
        const size_t near =
            carom_scene_nearest_areas(scene, index, circles[c], NULL, hits, NEAREST);
        for (size_t i = 0; i < NEAREST; i++) {
            const carom_area_hit none = {0, CAROM_AREA_RELATION_INVALID, HUGE_VAL};
            assert_true(same_hit(&b.nearest[c * NEAREST + i], i < near ? &hits[i] : &none));
        }
    }
    const size_t most = b.within.offsets[CIRCLES];
    carom_circle_lists none;
    if (most > 0)
        assert_int_equal(
            carom_scene_areas_batch(scene, index, &soa, 0.5, NULL, most - 1, runner, NULL, &none),
            CAROM_STATUS_TOO_MANY_ITEMS);
    carom_circle_lists_release(&b.at, NULL);
    carom_circle_lists_release(&b.within, NULL);
}

static void batches_are_single_calls(void **state) {
    (void)state;
    ring_set *r = malloc(sizeof *r);
    carom_circle *circles = malloc(CIRCLES * sizeof *circles);
    assert_true(r != NULL && circles != NULL);
    for (int kind = 0; kind < RINGS_COUNT; kind++) {
        random_source g = random_start(case_seed(), 3, (uint64_t)kind);
        ring_set_make(r, (ring_kind)kind, random_bits(&g), false, true);
        for (size_t c = 0; c < CIRCLES; c++)
            circles[c] = ring_set_circle(r, &g);
        circles[7].radius = -1.0;
        carom_scene *scene = scene_of(r->walls, r->count);
        carom_area_index *index = index_of(scene);
        check_batches(scene, index, circles, r->factor, NULL);
        check_batches(scene, index, circles, r->factor, &backwards);
        if (r->count < 200)
            check_batches(scene, NULL, circles, r->factor, &backwards);
        carom_area_index_destroy(index, NULL);
        carom_scene_destroy(scene, NULL);
    }
    free(circles);
    free(r);
}

// The batches that ask only about centres.
static void check_points(const carom_scene *scene, const carom_area_index *index,
                         const carom_circle *circles) {
    static uint8_t relations[CIRCLES];
    const carom_circle_soa soa = {.x = &circles->center.x,
                                  .y = &circles->center.y,
                                  .stride = sizeof *circles,
                                  .count = CIRCLES};
    carom_circle_lists at_points;
    assert_int_equal(
        carom_scene_relate_area_batch(scene, index, &soa, 1, &backwards, NULL, relations),
        CAROM_STATUS_OK);
    assert_int_equal(carom_scene_areas_at_batch(scene, index, &soa, NULL, SIZE_MAX, &backwards,
                                                NULL, &at_points),
                     CAROM_STATUS_OK);
    size_t seen[6] = {0};
    for (size_t c = 0; c < CIRCLES; c++) {
        const carom_circle point = carom_circle_make(circles[c].center, 0.0);
        assert_int_equal(relations[c], carom_scene_relate_area(scene, index, point, 1));
        seen[relations[c]]++;
        uint32_t areas[2];
        const size_t from = at_points.offsets[c];
        const size_t count = carom_scene_areas_at(scene, index, point.center, NULL, areas, 2);
        assert_int_equal(at_points.offsets[c + 1] - from, count);
        assert_true(count == 0 ||
                    memcmp((uint32_t *)at_points.items + from, areas, count * sizeof *areas) == 0);
    }
    assert_true(seen[CAROM_AREA_RELATION_OUTSIDE] > 100 && seen[CAROM_AREA_RELATION_INSIDE] > 100 &&
                seen[CAROM_AREA_RELATION_TOUCHING] > 0 && seen[CAROM_AREA_RELATION_INVALID] > 0);
    carom_circle_lists_release(&at_points, NULL);
}

// Enough walls for points in mixed cells to be sorted, and others not.
static void batches_among_many_walls(void **state) {
    (void)state;
    enum { TEETH = 1 << 16 };
    carom_vec2 *points = malloc((2 * TEETH + 1) * sizeof *points);
    carom_wall *walls = malloc((2 * TEETH + 5) * sizeof *walls);
    carom_circle *circles = malloc(CIRCLES * sizeof *circles);
    assert_true(points != NULL && walls != NULL && circles != NULL);
    for (size_t i = 0; i < 2 * TEETH; i++)
        points[i] = at((double)i, i % 2 == 0 ? 1.0 : 100.0);
    points[2 * TEETH] = at(TEETH, -TEETH);
    const carom_vec2 square[4] = {at(0, -9), at(9, -9), at(9, 9), at(0, 9)};
    for (int areas = 1; areas <= 2; areas++) {
        size_t count = 0;
        add_ring(walls, &count, points, 2 * TEETH + 1, 1, 0.0);
        if (areas == 2)
            add_ring(walls, &count, square, 4, 2, 0.0);
        random_source g = random_start(case_seed(), 5, (uint64_t)areas);
        for (size_t c = 0; c < CIRCLES; c++) {
            const carom_vec2 corner = points[random_int(&g, 0, 2 * TEETH)];
            const double far = c % 2 == 0 ? 2.0 : 20000.0;
            circles[c].center.x = corner.x + random_between(&g, -far, far);
            circles[c].center.y = corner.y + random_between(&g, -far, far);
        }
        circles[3].center = points[5];
        circles[4].center.x = HUGE_VAL;
        carom_scene *scene = scene_of(walls, count);
        carom_area_index *index = index_of(scene);
        check_points(scene, index, circles);
        carom_area_index_destroy(index, NULL);
        carom_scene_destroy(scene, NULL);
    }
    free(points);
    free(walls);
    free(circles);
}

// ---- scenes that change ----

enum { RINGS = 12, RING_POINTS = 5 };

// Asks a dynamic scene and a scene of the same walls.
static void compare_with_static(const carom_dynamic_scene *changing, random_source *g) {
    carom_wall walls[RINGS * RING_POINTS];
    const size_t count = carom_dynamic_scene_list(changing, NULL, walls, RINGS * RING_POINTS);
    carom_scene *scene = scene_of(walls, count);
    carom_area_index *index = index_of(scene);
    const carom_scene *view = carom_dynamic_scene_view(changing);
    for (int i = 0; i < 20; i++) {
        carom_circle c;
        c.center.x = random_int(g, -1, 13);
        c.center.y = 0.5 * random_int(g, -1, 25);
        c.radius = random_int(g, 0, 3);
        carom_area_hit hits[RINGS], got[RINGS];
        const size_t met = carom_scene_areas(scene, index, c, 1.0, NULL, hits, RINGS);
        assert_int_equal(carom_scene_areas(view, NULL, c, 1.0, NULL, got, RINGS), met);
        for (size_t k = 0; k < met; k++)
            assert_true(same_hit(&hits[k], &got[k]));
        const size_t near = carom_scene_nearest_areas(scene, index, c, NULL, hits, RINGS);
        assert_int_equal(carom_scene_nearest_areas(view, NULL, c, NULL, got, RINGS), near);
        for (size_t k = 0; k < near; k++)
            assert_true(same_hit(&hits[k], &got[k]));
        const uint32_t area = (uint32_t)random_int(g, 1, RINGS);
        assert_int_equal(carom_scene_relate_area(view, NULL, c, area),
                         carom_scene_relate_area(scene, index, c, area));
    }
    carom_area_index *none;
    assert_int_equal(carom_area_index_create(view, NULL, NULL, &none, NULL),
                     CAROM_STATUS_NOT_A_SCENE);
    assert_null(none);
    carom_area_index_destroy(index, NULL);
    carom_scene_destroy(scene, NULL);
}

// Rings come and go.
static void scenes_that_change(void **state) {
    (void)state;
    for (long i = 0; i < case_count(30); i++) {
        random_source g = random_start(case_seed(), 4, (uint64_t)i);
        carom_dynamic_scene *changing;
        assert_int_equal(carom_dynamic_scene_create(NULL, 0, NULL, &changing, NULL),
                         CAROM_STATUS_OK);
        carom_dynamic_id ids[RINGS][RING_POINTS];
        bool is_there[RINGS] = {false};
        for (int edit = 0; edit < 20; edit++) {
            const int k = random_int(&g, 0, RINGS - 1);
            carom_vec2 points[RING_POINTS];
            for (int n = 0; n < RING_POINTS; n++) {
                points[n].x = random_int(&g, 0, 12);
                points[n].y = random_int(&g, 0, 12);
            }
            for (int n = 0; n < RING_POINTS; n++) {
                carom_wall wall = carom_segment(points[n], points[(n + 1) % RING_POINTS]);
                wall.group = (uint32_t)(k + 1);
                if (is_there[k])
                    assert_true(carom_dynamic_scene_remove(changing, ids[k][n]));
                else
                    assert_int_equal(carom_dynamic_scene_insert(changing, wall, &ids[k][n]),
                                     CAROM_STATUS_OK);
            }
            is_there[k] = !is_there[k];
            compare_with_static(changing, &g);
        }
        carom_dynamic_scene_destroy(changing);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations_have_names),
        cmocka_unit_test(a_square_with_a_hole),
        cmocka_unit_test(thick_walls),
        cmocka_unit_test(a_wall_given_twice_stays_boundary),
        cmocka_unit_test(invalid_input_finds_nothing),
        cmocka_unit_test(scenes_without_areas),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(zeros_of_both_signs_close),
        cmocka_unit_test(a_ring_that_floods_the_tables),
        cmocka_unit_test(open_rings_are_those_of_the_oracle),
        cmocka_unit_test(a_large_ring),
        cmocka_unit_test(memory_that_runs_out),
        cmocka_unit_test(memory_for_a_wall),
        cmocka_unit_test(filters_select_areas),
        cmocka_unit_test(batches_are_single_calls),
        cmocka_unit_test(batches_among_many_walls),
        cmocka_unit_test(scenes_that_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
