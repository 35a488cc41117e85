// Building a scene, with an allocator that counts, fails and returns dirty memory: the index of bad
// walls, the same bytes every time, the amount of memory. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "scene_mirror.h"

// ---- an allocator that watches ----

enum { BLOCKS = 16, GUARD = 64, GUARD_BYTE = 0xEE };

typedef struct watched_block {
    char *base, *memory;
    size_t size, alignment;
} watched_block;

typedef struct watched_memory {
    /// The number of calls that succeed, and the byte that fills the memory.
    long allowed;
    int fill;
    long calls;
    size_t now, peak;
    watched_block blocks[BLOCKS];
} watched_memory;

// At a multiple of the alignment and not of twice that, with a guard behind.
static void *watched_allocate(void *context, size_t size, size_t alignment) {
    watched_memory *m = context;
    assert_true(alignment > 0 && (alignment & (alignment - 1)) == 0);
    assert_true(alignment <= CAROM_SCENE_ALIGNMENT);
    if (m->calls++ >= m->allowed) {
        return NULL;
    }
    watched_block *block = m->blocks;
    while (block->memory != NULL) {
        block++;
        assert_true(block < m->blocks + BLOCKS);
    }
    *block = (watched_block){malloc(size + 3 * alignment + GUARD), NULL, size, alignment};
    assert_non_null(block->base);
    const size_t past = (uintptr_t)block->base % (2 * alignment);
    block->memory = block->base + (past <= alignment ? alignment : 3 * alignment) - past;
    memset(block->memory, m->fill, size);
    memset(block->memory + size, GUARD_BYTE, GUARD);
    m->now += size;
    m->peak = m->now > m->peak ? m->now : m->peak;
    return block->memory;
}

static void watched_release(void *context, void *memory, size_t size, size_t alignment) {
    watched_memory *m = context;
    for (watched_block *block = m->blocks; block < m->blocks + BLOCKS; block++) {
        if (block->memory != memory || memory == NULL) {
            continue;
        }
        assert_true(block->size == size && block->alignment == alignment);
        for (size_t i = 0; i < GUARD; i++) {
            assert_true((unsigned char)block->memory[size + i] == GUARD_BYTE);
        }
        m->now -= size;
        free(block->base);
        *block = (watched_block){0};
        return;
    }
    fail_msg("released what was not allocated");
}

static carom_allocator watched_by(watched_memory *m) {
    return (carom_allocator){watched_allocate, watched_release, m};
}

// ---- tests ----

static carom_wall *make_set(wall_set kind, size_t count) {
    carom_wall *walls = malloc((count + 1) * sizeof *walls);
    assert_non_null(walls);
    wall_set_make(kind, case_seed(), walls, count);
    return walls;
}

static void test_every_allocation_fails_once(void **state) {
    (void)state;
    static const wall_set kinds[] = {SET_UNIFORM, SET_MIXED, SET_RADII, SET_SAME, SET_RAYS};
    static const size_t counts[] = {0, 1, 9, 700};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0] * 4; k++) {
        const size_t count = counts[k % 4];
        carom_wall *walls = make_set(kinds[k / 4], count);
        carom_status status = CAROM_STATUS_OUT_OF_MEMORY;
        for (long allowed = 0; status != CAROM_STATUS_OK; allowed++) {
            watched_memory memory = {.allowed = allowed, .fill = 0xA5};
            const carom_allocator allocator = watched_by(&memory);
            carom_scene *scene = (carom_scene *)walls; // anything but NULL
            size_t bad_wall = 77;
            status = carom_scene_create(walls, count, &allocator, NULL, &scene, &bad_wall);
            assert_true(status == CAROM_STATUS_OK || status == CAROM_STATUS_OUT_OF_MEMORY);
            assert_true((scene != NULL) == (status == CAROM_STATUS_OK));
            assert_int_equal(bad_wall, 77);
            assert_true(memory.now == (scene != NULL ? carom_scene_byte_size(scene) : 0));
            assert_true(memory.calls <= BLOCKS && allowed < BLOCKS);
            carom_scene_destroy(scene, &allocator);
            assert_int_equal(memory.now, 0);
        }
        free(walls);
    }
}

static void test_bad_walls(void **state) {
    (void)state;
    const double nan = (double)NAN;
    const carom_wall bad[] = {{{nan, 0}, {1, 0}, 0, CAROM_EXTENT_SEGMENT},
                              {{0, 0}, {1, HUGE_VAL}, 0, CAROM_EXTENT_RAY},
                              {{0, 0}, {1, 0}, -1, CAROM_EXTENT_SEGMENT},
                              {{0, 0}, {1, 0}, nan, CAROM_EXTENT_LINE},
                              {{0, 0}, {1, 0}, 0, 3}};
    enum { COUNT = 100 };
    carom_wall *walls = make_set(SET_MIXED, COUNT);
    for (size_t at = 0; at < COUNT; at += 9) {
        for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            const carom_wall good = walls[at], last = walls[COUNT - 1];
            walls[COUNT - 1] = bad[0];
            walls[at] = bad[i];
            watched_memory memory = {.allowed = BLOCKS};
            const carom_allocator allocator = watched_by(&memory);
            carom_scene *scene = (carom_scene *)walls;
            size_t bad_wall = 77;
            assert_int_equal(carom_scene_create(walls, COUNT, &allocator, NULL, &scene, &bad_wall),
                             CAROM_STATUS_BAD_WALL);
            assert_true(scene == NULL && bad_wall == at && memory.now == 0);
            scene = (carom_scene *)walls;
            assert_int_equal(carom_scene_create(walls, COUNT, NULL, NULL, &scene, NULL),
                             CAROM_STATUS_BAD_WALL);
            assert_null(scene);
            walls[COUNT - 1] = last;
            walls[at] = good;
        }
    }
    free(walls);
}

// Reported before any wall is read.
static void test_too_many_walls(void **state) {
    (void)state;
    const carom_wall wall = {{0, 0}, {1, 0}, 0, CAROM_EXTENT_SEGMENT};
    const size_t counts[] = {CAROM_INDEX_MAX + 1, SIZE_MAX / 2, SIZE_MAX};
    for (int i = 0; i < 3; i++) {
        watched_memory memory = {.allowed = BLOCKS};
        const carom_allocator allocator = watched_by(&memory);
        carom_scene *scene = (carom_scene *)&memory;
        assert_int_equal(carom_scene_create(&wall, counts[i], &allocator, NULL, &scene, NULL),
                         CAROM_STATUS_TOO_MANY_WALLS);
        assert_true(scene == NULL && memory.now == 0);
    }
}

// For every previous content of the memory.
static void test_same_walls_give_the_same_bytes(void **state) {
    (void)state;
    static const size_t counts[] = {0, 1, 7, 8, 9, 65, 600};
    static const int fills[] = {0x00, 0xFF, 0xA5};
    for (int k = 0; k < WALL_SET_COUNT * 7; k++) {
        const size_t count = counts[k % 7];
        carom_wall *walls = make_set((wall_set)(k / 7), count);
        carom_scene *first = mirror_scene(walls, count);
        for (int i = 0; i < 3; i++) {
            watched_memory memory = {.allowed = BLOCKS, .fill = fills[i]};
            const carom_allocator allocator = watched_by(&memory);
            carom_scene *scene = NULL;
            assert_int_equal(carom_scene_create(walls, count, &allocator, NULL, &scene, NULL),
                             CAROM_STATUS_OK);
            assert_true(carom_scene_byte_size(scene) == carom_scene_byte_size(first));
            assert_memory_equal(scene, first, carom_scene_byte_size(first));
            carom_scene_destroy(scene, &allocator);
        }
        free(walls);
        carom_scene_destroy(first, NULL);
    }
}

// ---- tasks ----

// Runs the tasks from the last to the first, or the odd ones first, and counts them.
typedef struct task_order {
    bool odd_first;
    size_t calls, tasks;
} task_order;

static void run_reordered(void *context, void (*task)(void *data, size_t i), void *data,
                          size_t count) {
    task_order *o = context;
    o->calls++;
    o->tasks += count;
    for (size_t k = count; !o->odd_first && k-- > 0;) {
        task(data, k);
    }
    for (size_t k = 0; o->odd_first && k < count; k++) {
        const size_t odd = count / 2;
        task(data, k < odd ? 2 * k + 1 : 2 * (k - odd));
    }
}

// Many walls in one cell of the curve, in cells of that cell, and at one point.
static void make_dense(carom_wall *walls, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const carom_vec2 a = walls[i].a, b = walls[i].b;
        const double scale = i % 4 == 1 ? 0x1p-20 : i % 4 == 2 ? 0x1p-40 : 0.0;
        if (i % 4 != 0) {
            walls[i].a = carom_vec2_make(a.x * scale, a.y * scale);
            walls[i].b = carom_vec2_make(b.x * scale, b.y * scale);
        }
    }
}

// Sorted in blocks and buckets, by any order of the tasks. The bytes are those of one thread, and
// every wall is there.
static void test_order_of_tasks(void **state) {
    (void)state;
    static const wall_set kinds[] = {SET_UNIFORM, SET_CLUSTERED, SET_MIXED,  SET_RADII,
                                     SET_SAME,    SET_RAYS,      SET_UNIFORM};
    static const size_t counts[] = {0, 300, 5000, 70000, 140000};
    enum { KINDS = sizeof kinds / sizeof kinds[0], COUNTS = sizeof counts / sizeof counts[0] };
    for (size_t k = 0; k < KINDS * COUNTS; k++) {
        const size_t count = counts[k % COUNTS];
        carom_wall *walls = make_set(kinds[k / COUNTS], count);
        if (k / COUNTS == KINDS - 1) {
            make_dense(walls, count);
        }
        carom_scene *first = mirror_scene(walls, count);
        for (int odd_first = 0; odd_first < 2; odd_first++) {
            task_order order = {.odd_first = odd_first != 0};
            const carom_task_runner runner = {run_reordered, &order};
            watched_memory memory = {.allowed = 1, .fill = 0xA5};
            const carom_allocator allocator = watched_by(&memory);
            carom_scene *scene = NULL;
            assert_int_equal(carom_scene_create(walls, count, &allocator, &runner, &scene, NULL),
                             CAROM_STATUS_OK);
            assert_true(order.calls > 0 && (count < 70000 || order.tasks > 3 * order.calls));
            assert_true(carom_scene_byte_size(scene) == carom_scene_byte_size(first));
            assert_memory_equal(scene, first, carom_scene_byte_size(first));
            carom_scene_destroy(scene, &allocator);
        }
        scene_mirror m = mirror_start(first, walls, count);
        assert_true(mirror_check_walls(&m));
        const carom_scene *opened = NULL;
        assert_int_equal(carom_scene_open(first, carom_scene_byte_size(first), &opened),
                         CAROM_STATUS_OK);
        mirror_end(&m);
        carom_scene_destroy(first, NULL);
        free(walls);
    }
}

// The lowest index, although blocks are inspected in any order.
static void test_bad_walls_of_blocks(void **state) {
    (void)state;
    enum { COUNT = 140000 };
    static const size_t bad[] = {COUNT - 1, 100000, 99999, 40000, 3, 0};
    carom_wall *walls = make_set(SET_UNIFORM, COUNT);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        walls[bad[i]].b.y = (double)NAN;
        task_order order = {.odd_first = i % 2 != 0};
        const carom_task_runner runner = {run_reordered, &order};
        carom_scene *scene = (carom_scene *)walls;
        size_t bad_wall = 77;
        assert_int_equal(carom_scene_create(walls, COUNT, NULL, &runner, &scene, &bad_wall),
                         CAROM_STATUS_BAD_WALL);
        assert_true(scene == NULL && bad_wall == bad[i]);
    }
    free(walls);
}

// ---- memory ----

// The array can be freed; the scene allocates nothing more.
static void test_wall_source_are_kept(void **state) {
    (void)state;
    enum { COUNT = 300 };
    carom_wall *walls = make_set(SET_MIXED, COUNT), *given = make_set(SET_MIXED, COUNT);
    watched_memory memory = {.allowed = BLOCKS};
    const carom_allocator allocator = watched_by(&memory);
    carom_scene *scene = NULL;
    assert_int_equal(carom_scene_create(given, COUNT, &allocator, NULL, &scene, NULL),
                     CAROM_STATUS_OK);
    memset(given, 0xA5, COUNT * sizeof *given);
    free(given);
    memory.allowed = 0;
    scene_mirror m = mirror_start(scene, walls, COUNT);
    random_source g = random_start(case_seed(), 7000, 0);
    assert_true(mirror_check_walls(&m));
    const long calls = memory.calls;
    for (int i = 0; i < 20; i++) {
        const wall_question q = wall_set_question(&g, walls, COUNT);
        assert_true(mirror_check(&m, &q));
    }
    assert_true(memory.calls == calls);
    mirror_end(&m);
    carom_scene_destroy(scene, &allocator);
    free(walls);
}

// Walls and index together take 48 bytes per wall, in one allocation, with no other memory during
// the build.
static void test_memory(void **state) {
    (void)state;
    enum { COUNT = 100000, HEADER = 4096 };
    carom_wall *walls = make_set(SET_UNIFORM, COUNT);
    watched_memory memory = {.allowed = BLOCKS};
    const carom_allocator allocator = watched_by(&memory);
    carom_scene *scene = NULL;
    assert_int_equal(carom_scene_create(walls, COUNT, &allocator, NULL, &scene, NULL),
                     CAROM_STATUS_OK);
    const size_t size = carom_scene_byte_size(scene);
    assert_true(size <= HEADER + (size_t)48 * COUNT);
    assert_true(memory.calls == 1 && memory.peak == size);
    print_message("%.2f bytes a wall\n", (double)size / COUNT);
    carom_scene_destroy(scene, &allocator);
    free(walls);
}

// ---- walls outside the tree ----

// A few of many walls are very long segments, rays and lines. Up to 8 of them are outside the tree,
// in one leaf or in two. Every answer is a loop's.
static void test_few_very_long_walls(void **state) {
    (void)state;
    enum { COUNT = 4200, QUESTIONS = 3 };
    long found = 0;
    for (size_t few = 0; few <= 9; few++) {
        for (size_t more = 0; more < 8; more += few % 4 == 1 ? 1 : 5) {
            const size_t count = COUNT + more;
            carom_wall *walls = make_set(SET_UNIFORM, count);
            random_source g = random_start(case_seed(), 7700 + few, more);
            carom_scene *plain = mirror_scene(walls, count);
            const carom_box box = carom_scene_box(plain);
            carom_scene_destroy(plain, NULL);
            const double width = box.max.x - box.min.x, height = box.max.y - box.min.y;
            for (size_t i = 0; i < few; i++) {
                carom_wall *wall = &walls[(size_t)random_int(&g, 0, (int)count - 1)];
                wall->a =
                    carom_vec2_make(box.min.x - 4.0 * width, box.min.y + 0.1 * height * (double)i);
                wall->b =
                    carom_vec2_make(box.max.x + 4.0 * width, box.max.y - 0.2 * height * (double)i);
                wall->extent = i % 3 == 2   ? CAROM_EXTENT_LINE
                               : i % 5 == 3 ? CAROM_EXTENT_RAY
                                            : CAROM_EXTENT_SEGMENT;
            }
            carom_scene *scene = mirror_scene(walls, count);
            scene_mirror m = mirror_start(scene, walls, count);
            for (int i = 0; i < QUESTIONS; i++) {
                const wall_question q = wall_set_question(&g, walls, count);
                assert_true(mirror_check(&m, &q));
            }
            found += m.found;
            mirror_end(&m);
            carom_scene_destroy(scene, NULL);
            free(walls);
        }
    }
    assert_true(found > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation_fails_once),
        cmocka_unit_test(test_bad_walls),
        cmocka_unit_test(test_too_many_walls),
        cmocka_unit_test(test_same_walls_give_the_same_bytes),
        cmocka_unit_test(test_order_of_tasks),
        cmocka_unit_test(test_bad_walls_of_blocks),
        cmocka_unit_test(test_wall_source_are_kept),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_few_very_long_walls),
    };
    return cmocka_run_group_tests_name("scene_build", tests, NULL, NULL);
}
