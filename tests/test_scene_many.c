// Many circles at once against their mirror: CSR lists and first hits, in the caller's order and in
// Hilbert order, split at every place, from arrays of every kind. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "case_makers.h"
#include "scene_mirror.h"

enum { CIRCLES_MAX = 100 };

// Circles and moves as an array of structs, and as arrays of floats two apart.
typedef struct mover {
    double x, y, radius, vx, vy;
} mover;

typedef struct many_movers {
    mover doubles[CIRCLES_MAX];
    float floats[5][2 * CIRCLES_MAX];
    size_t count;
} many_movers;

static float to_float(double x) {
    const double most = (double)FLT_MAX;
    return (float)(x > most ? most : x < -most ? -most : x);
}

static void make_movers(many_movers *m, random_source *g, const carom_wall *walls, size_t count) {
    for (size_t i = 0; i < m->count; i++) {
        const wall_question q = wall_set_question(g, walls, count);
        const mover one = {q.circle.center.x, q.circle.center.y, q.circle.radius, q.move.x,
                           q.move.y};
        m->doubles[i] = one;
        const double numbers[] = {one.x, one.y, one.radius, one.vx, one.vy};
        for (size_t k = 0; k < 5; k++) {
            // NaN stays NaN.
            m->floats[k][2 * i] = to_float(numbers[k]);
            m->floats[k][2 * i + 1] = -1.0f;
        }
    }
}

typedef enum array_kind {
    ARRAYS_OF_STRUCTS,
    ARRAYS_OF_FLOATS,
    /// Without radii.
    ARRAYS_OF_POINTS,
    ARRAY_KINDS
} array_kind;

static carom_moving_circle_soa arrays_of(const many_movers *m, array_kind kind) {
    const mover *first = m->doubles;
    const float(*f)[2 * CIRCLES_MAX] = m->floats;
    carom_moving_circle_soa arrays = {
        .circles = {.x = &first->x,
                    .y = &first->y,
                    .radius = kind == ARRAYS_OF_POINTS ? NULL : &first->radius,
                    .stride = sizeof *first,
                    .number = CAROM_NUMBER_DOUBLE,
                    .count = m->count},
        .move_x = &first->vx,
        .move_y = &first->vy};
    if (kind == ARRAYS_OF_FLOATS) {
        arrays = (carom_moving_circle_soa){.circles = {.x = f[0],
                                                       .y = f[1],
                                                       .radius = f[2],
                                                       .stride = 2 * sizeof(float),
                                                       .number = CAROM_NUMBER_FLOAT,
                                                       .count = m->count},
                                           .move_x = f[3],
                                           .move_y = f[4]};
    }
    return arrays;
}

static void check_batches(scene_mirror *m, const carom_moving_circle_soa *movers) {
    for (int touch = CAROM_CONTACT_RULE_CLOSED_DISC; touch <= CAROM_CONTACT_RULE_RING; touch++) {
        assert_true(mirror_check_batch(m, &movers->circles, (carom_contact_rule)touch));
    }
    assert_true(mirror_check_sweep_batch(m, movers));
}

// Every question, in one order, split in one place.
static void check_split(scene_mirror *m, const carom_moving_circle_soa *movers, range_split split) {
    for (int touch = CAROM_CONTACT_RULE_CLOSED_DISC; touch <= CAROM_CONTACT_RULE_RING; touch++) {
        assert_true(mirror_check_range(m, &movers->circles, (carom_contact_rule)touch, split));
    }
    assert_true(mirror_check_within_range(m, &movers->circles, 0.25, split));
    assert_true(mirror_check_sweep_range(m, movers, split));
}

static void check_many(wall_set kind, size_t wall_count, size_t circle_count, size_t split_step) {
    carom_wall *walls = malloc((wall_count + 1) * sizeof *walls);
    many_movers *movers = calloc(1, sizeof *movers);
    assert_true(walls != NULL && movers != NULL);
    wall_set_make(kind, case_seed(), walls, wall_count);
    carom_scene *scene = mirror_scene(walls, wall_count);
    scene_mirror m = mirror_start(scene, walls, wall_count);
    random_source g = random_start(case_seed(), 8000 + (uint64_t)kind, wall_count);
    movers->count = circle_count;
    make_movers(movers, &g, walls, wall_count);
    for (int arrays_kind = 0; arrays_kind < ARRAY_KINDS; arrays_kind++) {
        const carom_moving_circle_soa arrays = arrays_of(movers, (array_kind)arrays_kind);
        uint32_t order[CIRCLES_MAX];
        assert_true(mirror_check_order(&m, &arrays.circles, order));
        check_batches(&m, &arrays);
        for (size_t at = 0; at <= circle_count; at += split_step) {
            check_split(&m, &arrays, (range_split){NULL, at});
            check_split(&m, &arrays, (range_split){order, at});
        }
    }
    mirror_end(&m);
    carom_scene_destroy(scene, NULL);
    free(movers);
    free(walls);
}

static void test_few(void **state) {
    (void)state;
    static const wall_set kinds[] = {SET_UNIFORM, SET_GRID, SET_MIXED, SET_POINTS, SET_OUTLIER};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        check_many(kinds[k], 0, 3, 1);
        check_many(kinds[k], 1, 0, 1);
        check_many(kinds[k], 9, 1, 1);
        check_many(kinds[k], 9, 2, 1);
    }
}

static void test_every_split(void **state) {
    (void)state;
    check_many(SET_GRID, 20, 24, 1);
    check_many(SET_MIXED, 20, 24, 1);
}

static void test_every_set(void **state) {
    (void)state;
    for (int kind = 0; kind < WALL_SET_COUNT; kind++) {
        const bool is_slow = kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
        check_many((wall_set)kind, is_slow ? 10 : 30, is_slow ? 8 : 24, is_slow ? 8 : 24);
    }
    check_many(SET_UNIFORM, 500, CIRCLES_MAX, CIRCLES_MAX / 2);
}

// Orders of more circles than cells of the curve: equal places, invalid circles, numbers at the
// ends of the range, nested clusters.
static void test_orders(void **state) {
    (void)state;
    enum { COUNT = 5000 };
    static double x[COUNT], y[COUNT], radius[COUNT];
    static uint32_t order[COUNT];
    const carom_circle_soa circles = {
        .x = x, .y = y, .radius = radius, .number = CAROM_NUMBER_DOUBLE, .count = COUNT};
    carom_wall walls[64];
    wall_set_make(SET_UNIFORM, case_seed(), walls, 64);
    for (size_t wall_count = 0; wall_count <= 64; wall_count += 32) {
        carom_scene *scene = mirror_scene(walls, wall_count);
        scene_mirror m = mirror_start(scene, walls, wall_count);
        random_source g = random_start(case_seed(), 8100, wall_count);
        for (int how = 0; how < 7; how++) {
            for (size_t i = 0; i < COUNT; i++) {
                const carom_vec2 p = random_point(&g, how == 3   ? DBL_MAX / 4
                                                      : how == 5 ? 1e-37
                                                      : how == 6 ? ldexp(1.0, -17 * (int)(i % 9))
                                                                 : 8.0);
                x[i] = how == 0 ? 1.0 : p.x;
                y[i] = how == 0 ? 2.0 : how == 1 ? 3.0 : p.y;
                radius[i] = how == 4 || (how == 2 && i % 3 == 0) ? -1.0 : 0.5;
            }
            x[7] = how == 2 ? DBL_MAX : x[7];
            y[8] = how == 2 ? (double)NAN : y[8];
            assert_true(mirror_check_order(&m, &circles, order));
        }
        mirror_end(&m);
        carom_scene_destroy(scene, NULL);
    }
}

// In Hilbert order the path from circle to circle is short: less than half of that of a random
// order, and not much longer than a good path, 0.92 per circle in squares of side 1.
static void test_order_is_along_a_curve(void **state) {
    (void)state;
    enum { COUNT = 4096, SIDE = 64 };
    static double x[COUNT], y[COUNT];
    static uint32_t order[COUNT];
    const carom_circle_soa circles = {
        .x = x, .y = y, .number = CAROM_NUMBER_DOUBLE, .count = COUNT};
    carom_wall walls[256];
    wall_set_make(SET_UNIFORM, case_seed(), walls, 256);
    carom_scene *scene = mirror_scene(walls, 256);
    scene_mirror m = mirror_start(scene, walls, 256);
    random_source g = random_start(case_seed(), 8200, 0);
    for (size_t i = 0; i < COUNT; i++) {
        const carom_vec2 p = random_point(&g, SIDE / 2);
        x[i] = p.x;
        y[i] = p.y;
    }
    assert_true(mirror_check_order(&m, &circles, order));
    double path = 0.0;
    for (size_t i = 1; i < COUNT; i++) {
        const double dx = x[order[i]] - x[order[i - 1]], dy = y[order[i]] - y[order[i - 1]];
        path += sqrt(dx * dx + dy * dy);
    }
    assert_true(path < 2.0 * COUNT);
    mirror_end(&m);
    carom_scene_destroy(scene, NULL);
}

// Bytes of scratch against the same sum in double, which does not wrap: SIZE_MAX where they do not
// fit into a size_t. Either is right where doubles are too coarse to tell.
static void check_scratch(size_t bytes, double real) {
    const double most = (double)SIZE_MAX;
    if (real > most * (1.0 + 0x1p-40))
        assert_true(bytes == SIZE_MAX);
    else if (real < most * (1.0 - 0x1p-40))
        assert_true(fabs((double)bytes - real) <= 0x1p-40 * real + 8.0);
}

// Numbers near every power of two.
static size_t number_near_power(int i) {
    return ((size_t)1 << i / 3) + (size_t)(i % 3) - 1;
}

static void test_scratch_does_not_wrap(void **state) {
    (void)state;
    enum { NUMBERS = 3 * 8 * (int)sizeof(size_t) };
    for (int i = 0; i < NUMBERS; i++) {
        const size_t count = number_near_power(i);
        const double curve = 32.0 * (double)count;
        check_scratch(carom_scene_hilbert_scratch(count), curve);
        for (int j = 0; j < NUMBERS; j++) {
            const size_t capacity = number_near_power(j);
            const double walls = 4.0 * (double)capacity;
            check_scratch(carom_scene_batch_scratch(count, capacity),
                          (curve > walls ? curve : walls) + 8.0 * (double)count);
        }
    }
    assert_true(carom_scene_hilbert_scratch(SIZE_MAX / 32) == SIZE_MAX / 32 * 32);
    assert_true(carom_scene_hilbert_scratch(SIZE_MAX / 32 + 1) == SIZE_MAX);
    assert_true(carom_scene_batch_scratch(SIZE_MAX, SIZE_MAX) == SIZE_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scratch_does_not_wrap),
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_every_split),
        cmocka_unit_test(test_every_set),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_order_is_along_a_curve),
    };
    return cmocka_run_group_tests_name("scene_many", tests, NULL, NULL);
}
