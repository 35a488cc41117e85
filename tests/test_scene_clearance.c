// Walls of a scene near a wall, near each wall of an array, and near each other: against a loop
// over all pairs, with filters and groups, whatever the runner does; and without memory. Room:
// tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/dynamic_scene.h"
#include "case_makers.h"
#include "points.h"
#include "scene_mirror.h"

// The last task first.
static void run_backwards(void *context, void (*task)(void *data, size_t i), void *data,
                          size_t count) {
    (void)context;
    while (count-- > 0)
        task(data, count);
}

static const carom_task_runner backwards = {run_backwards, NULL};

enum { WALLS_MAX = 1300 };

static bool is_not_fifth(void *context, carom_index index, const carom_wall *wall) {
    (void)context;
    (void)wall;
    return index % 5 != 0;
}

static void check_clearance(wall_set kind, size_t count, size_t other_count, double gap) {
    static carom_wall walls[WALLS_MAX], others[WALLS_MAX];
    wall_set_make(kind, case_seed(), walls, count);
    wall_set_make(kind, case_seed() + 1, others, other_count);
    random_source g = random_start(case_seed(), 8400 + (uint64_t)kind, count);
    for (size_t i = 0; i < count; i++)
        walls[i].group = (uint32_t)random_int(&g, 0, 3);
    for (size_t i = 0; i < other_count; i++) {
        others[i].group = (uint32_t)random_int(&g, 0, 3);
        // Equal walls, and invalid ones.
        if (random_one_in(&g, 4) && count > 0)
            others[i] = walls[i % count];
        if (random_one_in(&g, 20))
            others[i].radius = -1.0;
    }
    carom_scene *scene = mirror_scene(walls, count);
    scene_mirror m = mirror_start(scene, walls, count);
    carom_filter filter = carom_filter_default();
    filter.accept = is_not_fifth;
    const double gaps[] = {0.0, gap, -1.0, (double)NAN};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        assert_true(mirror_check_clearance(&m, others, other_count, gaps[i], NULL, NULL));
        assert_true(mirror_check_clearance(&m, others, other_count, gaps[i], &filter, &backwards));
    }
    assert_true(m.found > 0 || kind == SET_OUTLIER || count < 9);
    mirror_end(&m);
    carom_scene_destroy(scene, NULL);
}

static void test_sets(void **state) {
    (void)state;
    check_clearance(SET_UNIFORM, 0, 3, 0.5);
    check_clearance(SET_UNIFORM, 1, 0, 0.5);
    check_clearance(SET_UNIFORM, 2, 1, 0.5);
    for (int kind = 0; kind < WALL_SET_COUNT; kind++) {
        const bool is_slow = kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
        check_clearance((wall_set)kind, is_slow ? 12 : 40, is_slow ? 6 : 24, 0.125);
    }
    // Enough for the curve, and for lists that outgrow the memory of a task.
    check_clearance(SET_UNIFORM, 260, WALLS_MAX, 0.125);
    check_clearance(SET_STAR, 400, 2, 0.0);
    carom_scene *scene = mirror_scene(NULL, 0);
    carom_circle_lists lists;
    assert_int_equal(
        carom_scene_near_wall_batch(scene, NULL, 0, 1.0, NULL, false, 0, NULL, NULL, &lists),
        CAROM_STATUS_OK);
    assert_true(lists.count == 0 && lists.items == NULL && lists.offsets[0] == 0);
    carom_circle_lists_release(&lists, NULL);
    carom_scene_destroy(scene, NULL);
}

// Long walls among many: the box of the first one holds them all.
static void test_values(void **state) {
    (void)state;
    carom_wall walls[12];
    for (int i = 0; i < 10; i++)
        walls[i] = carom_capsule(vec(i, 0), vec(i, 0.5), 0.25);
    walls[10] = carom_segment(vec(-5, -5), vec(15, 15));
    walls[11] = carom_line(vec(0, 3), vec(1, 3));
    carom_scene *scene = mirror_scene(walls, 12);
    carom_index found[12];
    // The gap of neighbours is exactly 1/2.
    assert_int_equal(carom_scene_near_wall(scene, walls[3], 0.5, NULL, found, 12), 3);
    assert_true(found[0] == 2 && found[1] == 3 && found[2] == 4);
    assert_int_equal(carom_scene_near_wall(scene, walls[3], nudged(0.5, -1), NULL, NULL, 0), 1);
    assert_int_equal(carom_scene_near_wall(scene, walls[10], 0.0, NULL, found, 12), 3);
    assert_true(found[0] == 0 && found[1] == 10 && found[2] == 11);
    assert_int_equal(carom_scene_near_wall(scene, walls[11], 2.25, NULL, found, 1), 12);
    carom_circle_lists lists;
    assert_int_equal(
        carom_scene_clearance_batch(scene, 0.5, NULL, false, SIZE_MAX, NULL, NULL, &lists),
        CAROM_STATUS_OK);
    assert_true(lists.count == 12 && lists.item_size == sizeof(carom_index));
    // Nine pairs of neighbours, the long wall with 0 and 1 and the line.
    const carom_index *items = (const carom_index *)lists.items;
    assert_true(lists.offsets[12] == 12 && items[0] == 1 && items[1] == 10 && items[2] == 2);
    carom_circle_lists_release(&lists, NULL);
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

static void test_no_memory(void **state) {
    (void)state;
    enum { COUNT = 1100 };
    static carom_wall walls[COUNT];
    wall_set_make(SET_UNIFORM, case_seed(), walls, COUNT);
    carom_scene *scene = mirror_scene(walls, COUNT);
    for (int own = 0; own < 2; own++) {
        carom_status status = CAROM_STATUS_OUT_OF_MEMORY;
        int allowed = 0;
        for (; status != CAROM_STATUS_OK; allowed++) {
            short_memory memory = {.allowed = allowed};
            const carom_allocator allocator = {allocate_some, release_some, &memory};
            carom_circle_lists lists;
            status = own ? carom_scene_clearance_batch(scene, 0.25, NULL, false, SIZE_MAX, NULL,
                                                       &allocator, &lists)
                         : carom_scene_near_wall_batch(scene, walls, COUNT, 0.25, NULL, false,
                                                       SIZE_MAX, NULL, &allocator, &lists);
            if (status == CAROM_STATUS_OK) {
                assert_true(lists.offsets[COUNT] > COUNT / 8);
                carom_circle_lists_release(&lists, &allocator);
            } else {
                assert_int_equal(status, CAROM_STATUS_OUT_OF_MEMORY);
                assert_true(lists.items == NULL && lists.offsets == NULL && lists.count == 0);
            }
            assert_true(memory.now == 0);
        }
        assert_true(allowed > 4);
    }
    carom_scene_destroy(scene, NULL);
}

// Gaps that are no gaps find nothing; a scene without groups leaves out no group; filters count.
static void test_settings(void **state) {
    (void)state;
    carom_wall walls[3];
    for (int i = 0; i < 3; i++)
        walls[i] = carom_post(vec(i, 0), 0.25);
    walls[1].category = 2;
    carom_scene *scene = mirror_scene(walls, 3);
    const double gaps[] = {-1.0, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 3; i++)
        assert_int_equal(carom_scene_near_wall(scene, walls[0], gaps[i], NULL, NULL, 0), 0);
    carom_circle_lists lists;
    carom_wall asked = walls[1];
    asked.group = 5;
    assert_int_equal(carom_scene_near_wall_batch(scene, &asked, 1, 0.5, NULL, true, SIZE_MAX, NULL,
                                                 NULL, &lists),
                     CAROM_STATUS_OK);
    assert_int_equal(lists.offsets[1], 3);
    carom_circle_lists_release(&lists, NULL);
    carom_filter filter = carom_filter_default();
    filter.mask = CAROM_CATEGORY_DEFAULT;
    assert_int_equal(
        carom_scene_clearance_batch(scene, 1.5, &filter, false, SIZE_MAX, NULL, NULL, &lists),
        CAROM_STATUS_OK);
    // The one in the middle is left out, as the first of a pair and as the second.
    assert_true(lists.offsets[3] == 1 && lists.offsets[1] == 1);
    assert_int_equal(((const carom_index *)lists.items)[0], 2);
    carom_circle_lists_release(&lists, NULL);
    carom_scene_destroy(scene, NULL);
}

// Invalid walls have no list, and neither have indices of removed walls.
static void test_without_a_wall(void **state) {
    (void)state;
    enum { COUNT = 1100 };
    static carom_wall walls[COUNT];
    for (int i = 0; i < COUNT; i++)
        walls[i] = carom_post(vec(i, 0), 0.25);
    carom_dynamic_scene *scene;
    assert_int_equal(carom_dynamic_scene_create(walls, COUNT, NULL, &scene, NULL), CAROM_STATUS_OK);
    const carom_scene *view = carom_dynamic_scene_view(scene);
    assert_true(carom_dynamic_scene_remove(scene, carom_dynamic_scene_id(scene, 500)));
    carom_circle_lists lists;
    assert_int_equal(
        carom_scene_clearance_batch(view, 0.5, NULL, false, SIZE_MAX, NULL, NULL, &lists),
        CAROM_STATUS_OK);
    // Each wall but the last has its right neighbour, 499 and 500 have not.
    assert_true(lists.count == COUNT && lists.offsets[COUNT] == COUNT - 3);
    assert_true(lists.offsets[501] == lists.offsets[499]);
    carom_circle_lists_release(&lists, NULL);
    walls[7].radius = -1.0;
    assert_int_equal(carom_scene_near_wall_batch(view, walls, COUNT, 0.0, NULL, false, SIZE_MAX,
                                                 NULL, NULL, &lists),
                     CAROM_STATUS_OK);
    // Each wall finds itself, but for the invalid and the removed one.
    assert_true(lists.count == COUNT && lists.offsets[COUNT] == COUNT - 2);
    assert_true(lists.offsets[8] == lists.offsets[7]);
    carom_circle_lists_release(&lists, NULL);
    carom_dynamic_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),         cmocka_unit_test(test_settings),
        cmocka_unit_test(test_without_a_wall), cmocka_unit_test(test_sets),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
