// Many circles at once against their mirror: lists, nearest walls and first hits, from arrays of
// every kind, whatever the runner does; and what happens without memory. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case_makers.h"
#include "scene_mirror.h"

enum { CIRCLES_MAX = 1200 };

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

// The last task first.
static void run_backwards(void *context, void (*task)(void *data, size_t i), void *data,
                          size_t count) {
    (void)context;
    while (count-- > 0)
        task(data, count);
}

static const carom_task_runner backwards = {run_backwards, NULL};

static void check_batches(scene_mirror *m, const carom_moving_circle_soa *movers,
                          const carom_task_runner *runner) {
    for (int touch = CAROM_CONTACT_RULE_CLOSED_DISC; touch <= CAROM_CONTACT_RULE_RING; touch++)
        assert_true(mirror_check_batch(m, &movers->circles, (carom_contact_rule)touch, runner));
    assert_true(mirror_check_within_batch(m, &movers->circles, 0.25, runner));
    for (size_t k = 0; k < 12; k += 1 + k / 2)
        assert_true(mirror_check_nearest_batch(m, &movers->circles, k, runner));
    assert_true(mirror_check_sweep_batch(m, movers, runner));
}

static void check_many(wall_set kind, size_t wall_count, size_t circle_count) {
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
        check_batches(&m, &arrays, NULL);
        check_batches(&m, &arrays, &backwards);
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
        check_many(kinds[k], 0, 3);
        check_many(kinds[k], 1, 0);
        check_many(kinds[k], 9, 1);
        check_many(kinds[k], 9, 2);
    }
}

static void test_every_set(void **state) {
    (void)state;
    for (int kind = 0; kind < WALL_SET_COUNT; kind++) {
        const bool is_slow = kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
        check_many((wall_set)kind, is_slow ? 10 : 30, is_slow ? 8 : 24);
    }
    check_many(SET_UNIFORM, 300, 100);
    // Enough for the curve.
    check_many(SET_UNIFORM, 260, CIRCLES_MAX);
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
    carom_wall walls[512];
    wall_set_make(SET_UNIFORM, case_seed(), walls, 512);
    for (size_t wall_count = 0; wall_count <= 512; wall_count += 256) {
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

// Appends the number of a circle that is asked about.
typedef struct asked {
    size_t count;
    uint32_t order[4096];
} asked;

static size_t find_asked(void *context, size_t c, const carom_circle *circle, void *items,
                         size_t capacity) {
    asked *a = (asked *)context;
    (void)circle;
    (void)items;
    (void)capacity;
    a->order[a->count++] = (uint32_t)c;
    return 0;
}

// Circles that lie along a path already are asked about as they come. With many jumps they are
// sorted.
static void test_order_of_a_path(void **state) {
    (void)state;
    enum { COUNT = 4096, ROW = 512 };
    static double x[COUNT], y[COUNT];
    const carom_circle_soa circles = {
        .x = x, .y = y, .number = CAROM_NUMBER_DOUBLE, .count = COUNT};
    carom_wall walls[256];
    wall_set_make(SET_UNIFORM, case_seed(), walls, 256);
    carom_scene *scene = mirror_scene(walls, 256);
    static const size_t JUMP_EVERY[] = {COUNT, 31, 3};
    for (size_t k = 0; k < 3; k++) {
        static asked a;
        for (size_t i = 0; i < COUNT; i++) {
            // Rows to and fro, and a place far away for some.
            const size_t in_row = i % ROW;
            x[i] = (double)(i / ROW % 2 == 0 ? in_row : ROW - 1 - in_row);
            y[i] = (double)(i / ROW);
            if (i % JUMP_EVERY[k] == 1)
                x[i] = 7.0 * ROW;
        }
        y[5] = (double)NAN;
        a.count = 0;
        const carom_circle_query query = {find_asked, NULL, &a, 0};
        assert_int_equal(carom_scene_batch(scene, &circles, &query, SIZE_MAX, NULL, NULL, NULL),
                         CAROM_STATUS_OK);
        bool as_they_come = true;
        for (uint32_t i = 0; i < COUNT; i++)
            as_they_come = as_they_come && a.order[i] == i;
        assert_int_equal(a.count, COUNT);
        assert_int_equal(as_they_come, JUMP_EVERY[k] > 3);
    }
    carom_scene_destroy(scene, NULL);
}

// More circles than are sorted at once, and lists that outgrow the memory of a task: against single
// calls.
static void test_blocks(void **state) {
    (void)state;
    enum { COUNT = 140000, WALLS = 400, SIDE = 64 };
    static double x[COUNT], y[COUNT], radius[COUNT];
    const carom_circle_soa circles = {
        .x = x, .y = y, .radius = radius, .number = CAROM_NUMBER_DOUBLE, .count = COUNT};
    static carom_wall walls[WALLS];
    wall_set_make(SET_UNIFORM, case_seed(), walls, WALLS);
    carom_scene *scene = mirror_scene(walls, WALLS);
    random_source g = random_start(case_seed(), 8300, 0);
    for (size_t i = 0; i < COUNT; i++) {
        const carom_vec2 p = random_point(&g, SIDE / 2);
        x[i] = p.x;
        y[i] = p.y;
        // Some circles hold every wall: eight in a row are more than a task has room for.
        radius[i] = i % 20000 < 8 ? 8.0 * SIDE : 0.25;
    }
    for (int turn = 0; turn < 2; turn++) {
        carom_circle_lists lists;
        assert_int_equal(carom_scene_touching_batch(scene, &circles, CAROM_CONTACT_RULE_CLOSED_DISC,
                                                    NULL, SIZE_MAX, turn == 0 ? &backwards : NULL,
                                                    NULL, &lists),
                         CAROM_STATUS_OK);
        const uint32_t *items = (const uint32_t *)lists.items;
        assert_true(lists.count == COUNT && lists.offsets[0] == 0);
        size_t longest = 0;
        for (size_t c = 0; c < COUNT; c++) {
            uint32_t alone[WALLS];
            const size_t n =
                carom_scene_touching(scene, carom_circle_soa_get(&circles, c),
                                     CAROM_CONTACT_RULE_CLOSED_DISC, NULL, alone, WALLS);
            assert_true(lists.offsets[c + 1] - lists.offsets[c] == n);
            assert_true(n == 0 || memcmp(alone, items + lists.offsets[c], n * sizeof *alone) == 0);
            longest = n > longest ? n : longest;
        }
        assert_true(longest == WALLS);
        carom_circle_lists_release(&lists, NULL);
    }
    carom_scene_destroy(scene, NULL);
}

// A query with items of its own: large ones, and as many as the circle's number says.
typedef struct numbered {
    double number[9];
} numbered;

static size_t find_numbered(void *context, size_t c, const carom_circle *circle, void *items,
                            size_t capacity) {
    numbered *out = (numbered *)items;
    const size_t n = c % 100 == 99 ? 300 : c % 3;
    assert_true((uintptr_t)items % _Alignof(numbered) == 0);
    assert_true(circle->center.x == (double)c && *(int *)context == 77);
    for (size_t i = 0; i < n && i < capacity; i++)
        out[i].number[8] = (double)(1000 * c + i);
    return n;
}

static void test_own_query(void **state) {
    (void)state;
    enum { COUNT = 3000 };
    static double x[COUNT];
    static carom_wall walls[256];
    int context = 77;
    const carom_circle_query query = {find_numbered, NULL, &context, sizeof(numbered)};
    wall_set_make(SET_UNIFORM, case_seed(), walls, 256);
    carom_scene *scene = mirror_scene(walls, 256);
    for (size_t i = 0; i < COUNT; i++)
        x[i] = (double)i;
    const carom_circle_soa circles = {.x = x, .y = x, .count = COUNT};
    carom_circle_lists lists;
    assert_int_equal(carom_scene_batch(scene, &circles, &query, SIZE_MAX, &backwards, NULL, &lists),
                     CAROM_STATUS_OK);
    size_t at = 0;
    for (size_t c = 0; c < COUNT; c++) {
        assert_true(lists.offsets[c] == at);
        for (size_t i = 0; i < (c % 100 == 99 ? 300 : c % 3); i++, at++)
            assert_true(((const numbered *)lists.items)[at].number[8] == (double)(1000 * c + i));
    }
    assert_true(lists.offsets[COUNT] == at && lists.item_size == sizeof(numbered));
    carom_circle_lists_release(&lists, NULL);
    carom_scene_destroy(scene, NULL);
}

// For batches with queries of their own, which need a scene only for its curve.
static carom_scene *scene_of_a_post(void) {
    const carom_wall wall = carom_post(carom_vec2_make(0, 0), 1);
    return mirror_scene(&wall, 1);
}

// Which circles were announced, and which were asked about after that.
typedef struct announced {
    bool fetched[3000];
    size_t asked_after;
} announced;

static void fetch_announced(void *context, size_t c) {
    ((announced *)context)->fetched[c] = true;
}

static size_t find_announced(void *context, size_t c, const carom_circle *circle, void *items,
                             size_t capacity) {
    announced *a = (announced *)context;
    (void)circle;
    assert_true(capacity > 0);
    memcpy(items, &c, sizeof c);
    a->asked_after += a->fetched[c];
    return 1;
}

// Of each task's circles all but the first ones are announced before they are asked about.
static void test_own_fetch(void **state) {
    (void)state;
    static double x[3000];
    static announced a;
    carom_scene *scene = scene_of_a_post();
    const carom_circle_soa circles = {.x = x, .y = x, .count = 3000};
    const carom_circle_query query = {find_announced, fetch_announced, &a, sizeof(size_t)};
    carom_circle_lists lists;
    assert_int_equal(carom_scene_batch(scene, &circles, &query, SIZE_MAX, NULL, NULL, &lists),
                     CAROM_STATUS_OK);
    for (size_t c = 0; c < 3000; c++)
        assert_true(lists.offsets[c] == c && ((const size_t *)lists.items)[c] == c);
    assert_true(a.asked_after > 2000 && a.asked_after < 3000);
    carom_circle_lists_release(&lists, NULL);
    carom_scene_destroy(scene, NULL);
}

static size_t find_far_too_many(void *context, size_t c, const carom_circle *circle, void *items,
                                size_t capacity) {
    (void)context;
    (void)circle;
    (void)items;
    (void)capacity;
    return c == 5 ? SIZE_MAX / 2 : 0;
}

// More bytes than there are numbers for them.
static void test_more_than_memory(void **state) {
    (void)state;
    const double x[10] = {0};
    carom_scene *scene = scene_of_a_post();
    const carom_circle_soa circles = {.x = x, .y = x, .count = 10};
    const carom_circle_query query = {find_far_too_many, NULL, NULL, sizeof(numbered)};
    carom_circle_lists lists;
    assert_int_equal(carom_scene_batch(scene, &circles, &query, SIZE_MAX, NULL, NULL, &lists),
                     CAROM_STATUS_OUT_OF_MEMORY);
    assert_true(lists.items == NULL && lists.offsets == NULL);
    carom_scene_destroy(scene, NULL);
}

// Runs task 1 while task 0 runs, as two threads do: in the first question of task 0.
typedef struct two_tasks {
    void (*task)(void *data, size_t i);
    void *data;
    bool both;
} two_tasks;

static void run_nested(void *context, void (*task)(void *data, size_t i), void *data,
                       size_t count) {
    two_tasks *t = (two_tasks *)context;
    t->task = task;
    t->data = data;
    t->both = false;
    assert_true(count >= 2);
    task(data, 0);
    assert_true(t->both);
    for (size_t i = 2; i < count; i++)
        task(data, i);
}

static size_t find_one(void *context, size_t c, const carom_circle *circle, void *items,
                       size_t capacity) {
    two_tasks *t = (two_tasks *)context;
    (void)circle;
    assert_true(capacity > 0);
    if (!t->both) {
        t->both = true;
        t->task(t->data, 1);
    }
    memcpy(items, &c, sizeof c);
    return 1;
}

// Each of two tasks finds no more than there may be, and both together find more.
static void test_too_many_together(void **state) {
    (void)state;
    const double x[2] = {0};
    carom_scene *scene = scene_of_a_post();
    const carom_circle_soa circles = {.x = x, .y = x, .count = 2};
    two_tasks tasks = {NULL, NULL, false};
    const carom_circle_query query = {find_one, NULL, &tasks, sizeof(size_t)};
    const carom_task_runner nested = {run_nested, &tasks};
    carom_circle_lists lists;
    assert_int_equal(carom_scene_batch(scene, &circles, &query, 1, &nested, NULL, &lists),
                     CAROM_STATUS_TOO_MANY_ITEMS);
    assert_true(lists.items == NULL && lists.offsets == NULL);
    carom_scene_destroy(scene, NULL);
}

// Memory that ends after so many allocations, and counts what is not released.
typedef struct short_memory {
    int allowed, calls;
    size_t now;
} short_memory;

static void *allocate_some(void *context, size_t size, size_t alignment) {
    short_memory *m = (short_memory *)context;
    if (m->calls++ >= m->allowed)
        return NULL;
    void *memory = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    assert_non_null(memory);
    memset(memory, 0xA5, size);
    m->now += size;
    return memory;
}

static void release_some(void *context, void *memory, size_t size, size_t alignment) {
    short_memory *m = (short_memory *)context;
    (void)alignment;
    assert_true(size <= m->now);
    m->now -= size;
    free(memory);
}

static void *allocate_little(void *context, size_t size, size_t alignment) {
    return size <= 4096 ? allocate_some(context, size, alignment) : NULL;
}

// One circle with too many walls: the count says so before there is memory for them.
static void test_too_many_of_one_circle(void **state) {
    (void)state;
    enum { WALLS = 20000 };
    static carom_wall walls[WALLS];
    for (size_t i = 0; i < WALLS; i++)
        walls[i] = carom_post(carom_vec2_make(0, 0), 1);
    carom_scene *scene = mirror_scene(walls, WALLS);
    const double x[2] = {0};
    const carom_circle_soa circles = {.x = x, .y = x, .count = 2};
    for (size_t most = 0; most < 4; most++) {
        short_memory memory = {.allowed = INT_MAX};
        const carom_allocator little = {allocate_little, release_some, &memory};
        carom_circle_lists lists;
        assert_int_equal(carom_scene_touching_batch(scene, &circles, CAROM_CONTACT_RULE_CLOSED_DISC,
                                                    NULL, most, NULL, &little, &lists),
                         CAROM_STATUS_TOO_MANY_ITEMS);
        assert_true(lists.items == NULL && lists.offsets == NULL && memory.now == 0);
    }
    // Without memory for the walls, that is what the status says, also if there could be too many.
    short_memory memory = {.allowed = INT_MAX};
    const carom_allocator little = {allocate_little, release_some, &memory};
    carom_circle_lists lists;
    assert_int_equal(carom_scene_touching_batch(scene, &circles, CAROM_CONTACT_RULE_CLOSED_DISC,
                                                NULL, WALLS, NULL, &little, &lists),
                     CAROM_STATUS_OUT_OF_MEMORY);
    assert_true(memory.now == 0);
    carom_scene_destroy(scene, NULL);
}

// Every allocation fails once: a status, no lists, and nothing stays allocated.
static void test_no_memory(void **state) {
    (void)state;
    enum { COUNT = 1500, WALLS = 300 };
    static double x[COUNT], y[COUNT], radius[COUNT];
    static carom_wall walls[WALLS];
    static carom_scene_hit hits[COUNT];
    static carom_neighbor nearest[COUNT];
    const carom_moving_circle_soa movers = {
        {.x = x, .y = y, .radius = radius, .count = COUNT}, x, y};
    wall_set_make(SET_UNIFORM, case_seed(), walls, WALLS);
    carom_scene *scene = mirror_scene(walls, WALLS);
    random_source g = random_start(case_seed(), 8400, 0);
    for (size_t i = 0; i < COUNT; i++) {
        const carom_vec2 p = random_point(&g, 8.0);
        x[i] = p.x;
        y[i] = p.y;
        radius[i] = i < 8 ? 1000.0 : 0.5;
    }
    for (int kind = 0; kind < 3; kind++) {
        carom_status status = CAROM_STATUS_OUT_OF_MEMORY;
        int refused = 0;
        for (; status != CAROM_STATUS_OK; refused++) {
            short_memory memory = {.allowed = refused};
            const carom_allocator allocator = {allocate_some, release_some, &memory};
            carom_circle_lists lists = {.count = 1, .item_size = 1};
            status = kind == 0 ? carom_scene_touching_batch(scene, &movers.circles,
                                                            CAROM_CONTACT_RULE_CLOSED_DISC, NULL,
                                                            SIZE_MAX, NULL, &allocator, &lists)
                     : kind == 1
                         ? carom_scene_nearest_batch(scene, &movers.circles, NULL, 1, NULL,
                                                     &allocator, nearest)
                         : carom_scene_sweep_batch(scene, &movers, NULL, NULL, &allocator, hits);
            assert_true(status == CAROM_STATUS_OK || status == CAROM_STATUS_OUT_OF_MEMORY);
            if (kind == 0 && status != CAROM_STATUS_OK)
                assert_true(lists.offsets == NULL && lists.items == NULL && lists.count == 0);
            if (kind == 0)
                carom_circle_lists_release(&lists, &allocator);
            assert_true(memory.now == 0);
        }
        assert_true(refused > (kind == 0 ? 20 : 3));
    }
    carom_scene_destroy(scene, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_every_set),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_order_is_along_a_curve),
        cmocka_unit_test(test_order_of_a_path),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_own_query),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_own_fetch),
        cmocka_unit_test(test_more_than_memory),
        cmocka_unit_test(test_too_many_together),
        cmocka_unit_test(test_too_many_of_one_circle),
    };
    return cmocka_run_group_tests_name("scene_many", tests, NULL, NULL);
}
