// Scenes that change, against their mirror: random edits of every set of walls in phases, all
// questions after them, memory that runs out at every edit, and the contract. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/mover.h"
#include "cases.h"
#include "edit_mirror.h"

enum {
    EDITS = 600,
    ASK_EVERY = 12,
    START_WALLS = 200,
    CIRCLES = 20,
    HITS_MAX = 64,
    PAIR_WALLS = 150
};

static edit_mirror mirror;

// Edits per set: a default, or more if CAROM_TEST_CASES sets it.
static long edits(long by_default) {
    return case_count(2000) * by_default / 2000;
}

static bool is_slow(wall_set kind) {
    return kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
}

// ---- more questions ----

// All hits, against the first hit of ever fewer walls.
static void check_sweep_all(edit_mirror *m, const wall_question *q) {
    static carom_wall left[EDIT_IDS_MAX];
    carom_scene_hit hits[HITS_MAX];
    const size_t count = carom_scene_sweep_all(carom_dynamic_scene_view(m->scene), q->circle,
                                               q->move, NULL, hits, HITS_MAX);
    memcpy(left, m->walls, m->end * sizeof *left);
    const scene_mirror s = {.walls = left, .count = m->end};
    for (size_t i = 0; i < count && i < HITS_MAX; i++) {
        const carom_scene_hit expected = mirror_sweep(&s, q->circle, q->move);
        assert_true(mirror_same_hit(&hits[i], &expected));
        left[expected.index].radius = -1.0;
    }
    if (count <= HITS_MAX) {
        assert_true(mirror_sweep(&s, q->circle, q->move).index == CAROM_NO_WALL);
    }
}

// A fan of beams, against single casts.
static void check_fan(edit_mirror *m, const wall_question *q) {
    enum { BEAMS = 9 };
    carom_vec2 moves[BEAMS];
    carom_scene_hit hits[BEAMS];
    const scene_mirror s = {.walls = m->walls, .count = m->end};
    for (int i = 0; i < BEAMS; i++) {
        const double turn = (i - 4) * 0.125;
        moves[i] = carom_vec2_make(q->move.x - turn * q->move.y, q->move.y + turn * q->move.x);
    }
    carom_scene_fan(carom_dynamic_scene_view(m->scene), q->circle, moves, BEAMS, NULL, hits);
    for (int i = 0; i < BEAMS; i++) {
        const carom_scene_hit expected = mirror_sweep(&s, q->circle, moves[i]);
        assert_true(mirror_same_hit(&hits[i], &expected));
    }
}

// Whole batches.
static void check_batches(edit_mirror *m, random_source *g) {
    double numbers[5][CIRCLES];
    for (size_t i = 0; i < CIRCLES; i++) {
        const wall_question q = edit_mirror_question(m, g);
        numbers[0][i] = q.circle.center.x;
        numbers[1][i] = q.circle.center.y;
        numbers[2][i] = q.circle.radius;
        numbers[3][i] = q.move.x;
        numbers[4][i] = q.move.y;
    }
    const carom_moving_circle_soa movers = {.circles = {.x = numbers[0],
                                                        .y = numbers[1],
                                                        .radius = numbers[2],
                                                        .number = CAROM_NUMBER_DOUBLE,
                                                        .count = CIRCLES},
                                            .move_x = numbers[3],
                                            .move_y = numbers[4]};
    scene_mirror s = mirror_start(carom_dynamic_scene_view(m->scene), m->walls, m->end);
    assert_true(mirror_check_batch(&s, &movers.circles, CAROM_CONTACT_RULE_CLOSED_DISC, NULL));
    assert_true(mirror_check_sweep_batch(&s, &movers, NULL));
    // Pairs are many among walls that are all near each other.
    if (m->end <= PAIR_WALLS)
        assert_true(mirror_check_clearance(&s, NULL, 0, 0.125, NULL, NULL));
    mirror_end(&s);
}

// A ball among the walls moves as among a list of them.
static void check_ball(edit_mirror *m, const wall_question *q) {
    const carom_wall_list list = {.walls = m->walls, .count = m->end};
    carom_move_settings settings = {.world.walls = carom_wall_list_source(&list),
                                    .response = carom_bounce(0.9, 0.1)};
    const carom_ball ball = {q->circle.center, q->circle.radius, q->move};
    const carom_motion expected = carom_ball_move(ball, 1.0, &settings);
    settings.world.walls = carom_scene_wall_source(carom_dynamic_scene_view(m->scene));
    const carom_motion got = carom_ball_move(ball, 1.0, &settings);
    assert_int_equal(got.kind, expected.kind);
    assert_memory_equal(&got.ball, &expected.ball, sizeof got.ball);
    assert_int_equal(got.contacts, expected.contacts);
}

// ---- random edits ----

static void run_phases(wall_set kind, long count, random_source *g) {
    edit_mirror *m = &mirror;
    for (long i = 0; i < count; i++) {
        const edit_phase phase = (edit_phase)((long)PHASE_COUNT * i / count);
        edit_mirror_random(m, g, phase, kind);
        if (i % ASK_EVERY == 0) {
            const wall_question q = edit_mirror_question(m, g);
            edit_mirror_check(m, &q);
        }
        if (i % (10 * (long)ASK_EVERY) == 0) {
            const wall_question q = edit_mirror_question(m, g);
            edit_mirror_check_walls(m);
            check_sweep_all(m, &q);
            check_fan(m, &q);
            check_batches(m, g);
            if (!is_slow(kind)) {
                check_ball(m, &q);
            }
        }
        if (m->broken != NULL) {
            fail_msg("set %s, edit %ld: %s", wall_set_name(kind), i, m->broken);
        }
    }
}

static void test_random_edits(void **state) {
    const wall_set kind = *(const wall_set *)*state;
    static carom_wall walls[START_WALLS];
    random_source g = random_start(case_seed(), 8000 + (uint64_t)kind, 0);
    const size_t starts[] = {0, 1, is_slow(kind) ? 10 : START_WALLS};
    long found = 0;
    for (int i = 0; i < 3; i++) {
        wall_set_make(kind, case_seed(), walls, starts[i]);
        edit_mirror_start(&mirror, walls, starts[i], NULL);
        run_phases(kind, edits(is_slow(kind) ? EDITS / 6 : EDITS), &g);
        assert_true(edit_mirror_check_walls(&mirror));
        found += mirror.found;
        edit_mirror_end(&mirror);
    }
    assert_true(found > 50 || case_count(2000) < 2000);
}

// ---- memory ----

typedef struct short_memory {
    // The calls that succeed from now on, and what is allocated.
    long allowed;
    size_t blocks, bytes;
} short_memory;

static void *allocate_some(void *context, size_t size, size_t alignment) {
    short_memory *memory = context;
    if (memory->allowed <= 0) {
        return NULL;
    }
    memory->allowed--;
    memory->blocks++;
    memory->bytes += size;
    void *block = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    assert_non_null(block);
    memset(block, 0xA5, size);
    return block;
}

static void release_some(void *context, void *block, size_t size, size_t alignment) {
    short_memory *memory = context;
    (void)alignment;
    memory->blocks--;
    memory->bytes -= size;
    free(block);
}

static void test_no_memory_to_create(void **state) {
    (void)state;
    carom_wall walls[START_WALLS];
    wall_set_make(SET_MIXED, case_seed(), walls, START_WALLS);
    for (long allowed = 0;; allowed++) {
        short_memory memory = {.allowed = allowed};
        const carom_allocator allocator = {allocate_some, release_some, &memory};
        carom_dynamic_scene *scene = (carom_dynamic_scene *)&memory; // anything but NULL
        const carom_status status =
            carom_dynamic_scene_create(walls, START_WALLS, &allocator, &scene, NULL);
        if (status == CAROM_STATUS_OK) {
            carom_dynamic_scene_destroy(scene);
            assert_true(memory.blocks == 0 && memory.bytes == 0 && allowed > 0);
            return;
        }
        assert_int_equal(status, CAROM_STATUS_OUT_OF_MEMORY);
        assert_true(scene == NULL && memory.blocks == 0);
    }
}

// Every edit is tried without memory first: it is done all the same, or it fails and changes
// nothing. Then it is tried with memory for one call.
static void test_no_memory_to_edit(void **state) {
    (void)state;
    static const wall_set kinds[] = {SET_UNIFORM, SET_MIXED, SET_RADII, SET_CLUSTERED};
    long failed = 0;
    for (size_t k = 0; k < 5 * sizeof kinds / sizeof kinds[0]; k++) {
        const wall_set kind = kinds[k / 5];
        short_memory memory = {.allowed = LONG_MAX};
        const carom_allocator allocator = {allocate_some, release_some, &memory};
        random_source g = random_start(case_seed(), 8100, k);
        edit_mirror_start(&mirror, NULL, 0, &allocator);
        for (long i = 0; i < edits(1200); i++) {
            const edit_phase phase = (edit_phase)(i / 400 % PHASE_COUNT);
            const random_source before = g;
            memory.allowed = i % 7 == 0;
            if (edit_mirror_random(&mirror, &g, phase, kind) == CAROM_STATUS_OUT_OF_MEMORY) {
                failed++;
                const wall_question q = edit_mirror_question(&mirror, &g);
                assert_true(edit_mirror_check_walls(&mirror) && edit_mirror_check(&mirror, &q));
                g = before;
                memory.allowed = 2; // to rebuild, and to grow
                assert_int_equal(edit_mirror_random(&mirror, &g, phase, kind), CAROM_STATUS_OK);
            }
            if (i % 100 == 0) {
                const wall_question q = edit_mirror_question(&mirror, &g);
                edit_mirror_check(&mirror, &q);
            }
            assert_null(mirror.broken);
        }
        assert_true(edit_mirror_check_walls(&mirror));
        edit_mirror_end(&mirror);
        assert_true(memory.blocks == 0 && memory.bytes == 0);
    }
    print_message("%ld edits failed\n", failed);
    assert_true(failed > 100 || case_count(2000) < 2000);
}

// After many have been removed, memory is given back.
static void test_memory_is_given_back(void **state) {
    (void)state;
    enum { COUNT = 50000, LEFT = 10 };
    carom_wall *walls = malloc(COUNT * sizeof *walls);
    assert_non_null(walls);
    wall_set_make(SET_UNIFORM, case_seed(), walls, COUNT);
    short_memory memory = {.allowed = LONG_MAX};
    const carom_allocator allocator = {allocate_some, release_some, &memory};
    carom_dynamic_scene *scene;
    assert_int_equal(carom_dynamic_scene_create(walls, COUNT, &allocator, &scene, NULL),
                     CAROM_STATUS_OK);
    print_message("%.1f bytes a wall\n", (double)memory.bytes / COUNT);
    assert_true(memory.bytes <= (size_t)150 * COUNT);
    for (uint32_t id = LEFT; id < COUNT; id++) {
        carom_dynamic_scene_remove(scene, carom_dynamic_scene_id(scene, id));
    }
    // The indices still take 8 bytes each.
    assert_true(memory.bytes <= (size_t)11 * COUNT + 300000);
    assert_int_equal(carom_dynamic_scene_count(scene), LEFT);
    carom_dynamic_scene_destroy(scene);
    assert_int_equal(memory.blocks, 0);
    free(walls);
}

// ---- the contract ----

static void test_contract(void **state) {
    (void)state;
    const carom_wall floor = carom_segment(carom_vec2_make(0, 0), carom_vec2_make(10, 0));
    carom_wall bad[3] = {floor, floor, floor};
    bad[1].a.x = (double)NAN;
    carom_dynamic_scene *scene = NULL;
    size_t index = 7;
    assert_int_equal(carom_dynamic_scene_create(bad, 3, NULL, &scene, &index),
                     CAROM_STATUS_BAD_WALL);
    assert_true(scene == NULL && index == 1);
    assert_int_equal(carom_dynamic_scene_create(bad, 3, NULL, &scene, NULL), CAROM_STATUS_BAD_WALL);
    assert_int_equal(carom_dynamic_scene_create(&floor, CAROM_INDEX_MAX + 1, NULL, &scene, NULL),
                     CAROM_STATUS_TOO_MANY_WALLS);
    assert_int_equal(carom_dynamic_scene_create(bad, 1, NULL, &scene, NULL), CAROM_STATUS_OK);
    assert_int_equal(carom_dynamic_scene_move_many(scene, NULL, bad + 1, 1, NULL),
                     CAROM_STATUS_BAD_WALL);
    index = 7;
    assert_int_equal(carom_dynamic_scene_move_many(scene, NULL, bad + 1, 1, &index),
                     CAROM_STATUS_BAD_WALL);
    assert_int_equal(index, 0);
    assert_int_equal(carom_dynamic_scene_move_many(scene, NULL, NULL, 0, NULL), CAROM_STATUS_OK);
    carom_dynamic_id id = {0, 0};
    assert_int_equal(carom_dynamic_scene_insert(scene, bad[1], &id), CAROM_STATUS_BAD_WALL);
    assert_int_equal(carom_dynamic_scene_insert(scene, floor, &id), CAROM_STATUS_OK);
    assert_true(id.index == 1 && id.generation == 1);
    // The first walls without a list of ids.
    assert_int_equal(carom_dynamic_scene_move_many(scene, NULL, bad + 2, 1, NULL), CAROM_STATUS_OK);
    carom_dynamic_scene_remove(scene, carom_dynamic_scene_id(scene, 0));
    carom_dynamic_id ids[2] = {{9, 9}, {9, 9}};
    carom_wall walls[2];
    assert_int_equal(carom_dynamic_scene_list(scene, ids, NULL, 2), 1);
    assert_true(ids[0].index == 1 && ids[0].generation == 1 && ids[1].index == 9);
    assert_int_equal(carom_dynamic_scene_list(scene, NULL, walls, 0), 1);
    // The bytes of a view are no scene.
    const carom_scene *view = carom_dynamic_scene_view(scene), *opened;
    assert_int_equal(carom_scene_byte_size(view), 0);
    assert_int_equal(carom_scene_open(view, 320, &opened), CAROM_STATUS_NOT_A_SCENE);
    carom_dynamic_scene_destroy(scene);
    carom_dynamic_scene_destroy(NULL);
}

static bool same_ids(carom_dynamic_id p, carom_dynamic_id q) {
    return p.index == q.index && p.generation == q.generation;
}

// An id of a removed wall, of another scene, or of none: each call says so and changes nothing.
static void test_stale_ids(void **state) {
    (void)state;
    const carom_wall floor = carom_segment(carom_vec2_make(0, 0), carom_vec2_make(10, 0));
    const carom_wall other = carom_segment(carom_vec2_make(0, 5), carom_vec2_make(10, 5));
    const carom_wall three[] = {floor, floor, floor}, moved[] = {other, other, other};
    carom_dynamic_scene *scene;
    assert_int_equal(carom_dynamic_scene_create(three, 3, NULL, &scene, NULL), CAROM_STATUS_OK);
    const carom_scene *view = carom_dynamic_scene_view(scene);
    const carom_dynamic_id first = carom_dynamic_scene_id(scene, 1);
    assert_true(first.index == 1 && first.generation == 1);
    assert_true(carom_dynamic_scene_remove(scene, first));
    assert_false(carom_dynamic_scene_remove(scene, first));
    assert_true(same_ids(carom_dynamic_scene_id(scene, 1), (carom_dynamic_id){0, 0}));
    // Without ids the indices count, and 1 is free.
    size_t bad = 7;
    assert_int_equal(carom_dynamic_scene_move_many(scene, NULL, moved, 3, &bad),
                     CAROM_STATUS_STALE_ID);
    assert_int_equal(bad, 1);
    assert_int_equal(carom_dynamic_scene_move_many(scene, NULL, moved, 3, NULL),
                     CAROM_STATUS_STALE_ID);
    // The place is taken again, 100 times.
    carom_dynamic_id now = first;
    for (uint32_t i = 2; i < 102; i++) {
        const carom_dynamic_id before = now;
        assert_int_equal(carom_dynamic_scene_insert(scene, floor, &now), CAROM_STATUS_OK);
        assert_true(now.index == 1 && now.generation == i);
        assert_false(carom_dynamic_scene_has(scene, before));
        const carom_dynamic_id stale[] = {before, first,           {0, 0},     {1, 0},
                                          {3, 1}, {UINT32_MAX, 1}, {1, i + 1}, {0, 2}};
        for (size_t k = 0; k < sizeof stale / sizeof stale[0]; k++) {
            const carom_dynamic_id ids[] = {carom_dynamic_scene_id(scene, 2), stale[k], stale[k]};
            assert_false(carom_dynamic_scene_has(scene, stale[k]));
            assert_false(carom_dynamic_scene_remove(scene, stale[k]));
            assert_int_equal(carom_dynamic_scene_move(scene, stale[k], other),
                             CAROM_STATUS_STALE_ID);
            assert_int_equal(carom_dynamic_scene_set_category(scene, stale[k], 9),
                             CAROM_STATUS_STALE_ID);
            bad = 7;
            assert_int_equal(carom_dynamic_scene_move_many(scene, ids, moved, 3, &bad),
                             CAROM_STATUS_STALE_ID);
            assert_int_equal(bad, 1);
        }
        for (size_t k = 0; k < 3; k++) {
            const carom_wall wall = carom_scene_wall(view, (carom_index)k);
            assert_true(wall.a.y == 0.0 && wall.category == 0);
        }
        assert_true(carom_dynamic_scene_count(scene) == 3);
        assert_true(carom_dynamic_scene_remove(scene, now));
    }
    carom_dynamic_scene_destroy(scene);
}

// All walls change places, which takes memory to build the tree anew, and there is none: the
// answers are right, only slower.
static void test_no_memory_to_rebuild(void **state) {
    (void)state;
    enum { COUNT = 1000, STRIDE = 37 };
    static carom_wall walls[COUNT];
    for (int i = 0; i < COUNT; i++)
        walls[i] = carom_segment(carom_vec2_make(4 * i, 0), carom_vec2_make(4 * i + 1, 0));
    for (long allowed = 0; allowed < 3; allowed++) {
        short_memory memory = {.allowed = 1000};
        const carom_allocator allocator = {allocate_some, release_some, &memory};
        carom_dynamic_scene *scene;
        assert_int_equal(carom_dynamic_scene_create(walls, COUNT, &allocator, &scene, NULL),
                         CAROM_STATUS_OK);
        carom_wall moved[COUNT];
        for (int i = 0; i < COUNT; i++)
            moved[i] = walls[i * STRIDE % COUNT];
        memory.allowed = allowed;
        assert_int_equal(carom_dynamic_scene_move_many(scene, NULL, moved, COUNT, NULL),
                         CAROM_STATUS_OK);
        const carom_scene *view = carom_dynamic_scene_view(scene);
        for (int i = 0; i < COUNT; i++) {
            const double x = 4 * (i * STRIDE % COUNT);
            carom_index found[2];
            const carom_circle circle = carom_circle_make(carom_vec2_make(x + 0.5, 1), 1);
            assert_int_equal(
                carom_scene_touching(view, circle, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, found, 2),
                1);
            assert_int_equal(found[0], i);
        }
        carom_dynamic_scene_destroy(scene);
        assert_true(memory.blocks == 0 && memory.bytes == 0);
    }
}

// View and source of a scene that was empty, after it has grown, shrunk and been built anew.
static void test_view_stays(void **state) {
    (void)state;
    enum { COUNT = 3000 };
    static carom_dynamic_id ids[COUNT];
    carom_dynamic_scene *scene;
    assert_int_equal(carom_dynamic_scene_create(NULL, 0, NULL, &scene, NULL), CAROM_STATUS_OK);
    const carom_scene *view = carom_dynamic_scene_view(scene);
    carom_move_settings settings = carom_move_settings_default();
    settings.world.walls = carom_dynamic_scene_wall_source(scene);
    const carom_ball ball = {{0.5, 1.0}, 0.25, {0.0, -4.0}};
    const carom_circle around = carom_circle_make(carom_vec2_make(0.5, 0.0), 0.25);
    for (int turn = 0; turn < 4; turn++) {
        for (uint32_t i = 0; i < COUNT; i++) {
            carom_wall wall = carom_segment(carom_vec2_make(i, 0), carom_vec2_make(i + 1.0, 0));
            // Each turn brings a part that the memory does not have yet.
            wall.radius = turn == 1 && i == 7 ? 0.125 : 0.0;
            wall.category = turn == 2 && i == 9;
            wall.extent = turn == 3 && i == 11 ? CAROM_EXTENT_LINE : CAROM_EXTENT_SEGMENT;
            assert_int_equal(carom_dynamic_scene_insert(scene, wall, &ids[i]), CAROM_STATUS_OK);
            if (i % 500 == 0) {
                assert_true(
                    carom_scene_touches(view, around, CAROM_CONTACT_RULE_CLOSED_DISC, NULL));
                assert_true(carom_scene_count(view) == i + 1);
            }
        }
        const carom_motion m = carom_ball_move(ball, 1.0, &settings);
        assert_int_equal(m.contacts, 1);
        for (uint32_t i = 0; i < COUNT; i++)
            assert_true(carom_dynamic_scene_remove(scene, ids[i]));
        assert_false(carom_scene_touches(view, around, CAROM_CONTACT_RULE_CLOSED_DISC, NULL));
        assert_int_equal(carom_ball_move(ball, 1.0, &settings).contacts, 0);
        assert_true(view == carom_dynamic_scene_view(scene));
    }
    carom_dynamic_scene_destroy(scene);
}

// To a scene that never changes, and back.
static void test_copies(void **state) {
    (void)state;
    static carom_wall walls[EDIT_IDS_MAX];
    random_source g = random_start(case_seed(), 8200, 0);
    edit_mirror_start(&mirror, NULL, 0, NULL);
    for (int i = 0; i < 500; i++) {
        edit_mirror_random(&mirror, &g, PHASE_CHURN, SET_MIXED);
    }
    const size_t count = carom_dynamic_scene_list(mirror.scene, NULL, walls, EDIT_IDS_MAX);
    carom_scene *fixed = mirror_scene(walls, count);
    scene_mirror m = mirror_start(fixed, walls, count);
    assert_true(mirror_check_walls(&m));
    mirror_end(&m);
    carom_scene_destroy(fixed, NULL);
    edit_mirror_end(&mirror);
}

int main(void) {
    static wall_set kinds[WALL_SET_COUNT];
    struct CMUnitTest tests[WALL_SET_COUNT + 8] = {cmocka_unit_test(test_contract),
                                                   cmocka_unit_test(test_stale_ids),
                                                   cmocka_unit_test(test_view_stays),
                                                   cmocka_unit_test(test_copies),
                                                   cmocka_unit_test(test_no_memory_to_create),
                                                   cmocka_unit_test(test_no_memory_to_edit),
                                                   cmocka_unit_test(test_no_memory_to_rebuild),
                                                   cmocka_unit_test(test_memory_is_given_back)};
    for (int k = 0; k < WALL_SET_COUNT; k++) {
        kinds[k] = (wall_set)k;
        tests[7 + k] =
            (struct CMUnitTest){wall_set_name(kinds[k]), test_random_edits, NULL, NULL, &kinds[k]};
    }
    return cmocka_run_group_tests_name("dynamic_scene", tests, NULL, NULL);
}
