// Preconditions: a build with asserts stops at every broken precondition of a public call.
//
// Each call runs in its own process, which must end by abort. Room: tests.
#define _POSIX_C_SOURCE 200809L // fork

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "carom/carom.h"

static const carom_wall walls[] = {{.b = {1.0, 0.0}}, {.b = {0.0, 1.0}}};
static const carom_circle circle = {{0.5, 0.5}, 0.25};
static const double numbers[] = {0.0, 1.0, 2.0};
static const carom_circle_soa circles = {numbers, numbers, NULL, 0, CAROM_NUMBER_DOUBLE, 3};
static const carom_wall_soa segments = {
    .ax = numbers, .ay = numbers, .bx = numbers, .by = numbers, .count = 3};
static carom_scene *scene;
static carom_dynamic_scene *dynamic;

static int create(void **state) {
    (void)state;
    const bool is_done =
        carom_scene_create(walls, 2, NULL, NULL, &scene, NULL) == CAROM_STATUS_OK &&
        carom_dynamic_scene_create(walls, 2, NULL, &dynamic, NULL) == CAROM_STATUS_OK;
    return is_done ? 0 : -1;
}

static int destroy(void **state) {
    (void)state;
    carom_scene_destroy(scene, NULL);
    carom_dynamic_scene_destroy(dynamic);
    return 0;
}

// Runs call i of a list in a process. Returns 0 if the call returns, else the signal.
static int end_of(void (*call)(int), int i) {
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        // The message of the assert is expected. cmocka must not handle the signal.
        fclose(stderr);
        signal(SIGABRT, SIG_DFL);
        call(i);
        _exit(0);
    }
    int status = 0;
    assert_true(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// Makes the call if it is the i-th of its list.
#define CALL(call)                                                                                 \
    do {                                                                                           \
        if (i-- == 0)                                                                              \
            (void)(call);                                                                          \
    } while (0)

// Calls of a scene. If `s` is NULL they must stop.
static void call_scene(int i, const carom_scene *s) {
    const carom_box box = {{0.0, 0.0}, {1.0, 1.0}};
    const carom_vec2 move = {1.0, 1.0};
    const carom_contact_rule rule = CAROM_CONTACT_RULE_CLOSED_DISC;
    const carom_moving_circle_soa movers = {circles, numbers, numbers};
    uint32_t found[4];
    carom_circle_lists lists;
    carom_neighbor nearest[3];
    carom_scene_hit hits[3];
    CALL(carom_scene_count(s));
    CALL(carom_scene_wall(s, 1));
    CALL(carom_scene_box(s));
    CALL(carom_scene_byte_size(s));
    CALL(carom_scene_wall_source(s));
    CALL(carom_scene_touching(s, circle, rule, NULL, found, 2));
    CALL(carom_scene_touches(s, circle, rule, NULL));
    CALL(carom_scene_within(s, circle, 1.0, NULL, found, 2));
    CALL(carom_scene_near_wall(s, walls[0], 1.0, NULL, found, 2));
    CALL(carom_scene_in_box(s, box, NULL, found, 2));
    CALL(carom_scene_nearest(s, circle, NULL, nearest, 2));
    CALL(carom_scene_sweep(s, circle, move, NULL));
    CALL(carom_scene_sweep_all(s, circle, move, NULL, hits, 3));
    CALL(carom_scene_fan(s, circle, &move, 1, NULL, hits));
    CALL(carom_scene_touching_batch(s, &circles, rule, NULL, 9, NULL, NULL, &lists));
    CALL(carom_scene_within_batch(s, &circles, 1.0, NULL, 9, NULL, NULL, &lists));
    CALL(carom_scene_near_wall_batch(s, walls, 2, 1.0, NULL, false, 9, NULL, NULL, &lists));
    CALL(carom_scene_clearance_batch(s, 1.0, NULL, false, 9, NULL, NULL, &lists));
    CALL(carom_scene_nearest_batch(s, &circles, NULL, 1, NULL, NULL, nearest));
    CALL(carom_scene_sweep_batch(s, &movers, NULL, NULL, NULL, hits));
}

enum { SCENE_CALLS = 20 };

static void call_without_scene(int i) {
    call_scene(i, NULL);
}

static void call_with_scene(int i) {
    call_scene(i, scene);
}

static void test_no_scene(void **state) {
    (void)state;
    for (int i = 0; i < SCENE_CALLS; i++) {
        assert_int_equal(end_of(call_without_scene, i), SIGABRT);
        assert_int_equal(end_of(call_with_scene, i), 0);
    }
}

static void *allocate_nothing(void *context, size_t size, size_t alignment) {
    (void)context;
    (void)size;
    (void)alignment;
    return NULL;
}

// Calls of a dynamic scene. If `d` is NULL they must stop.
static void call_dynamic(int i, carom_dynamic_scene *d) {
    carom_dynamic_id id = {0, 1};
    carom_wall listed[2];
    CALL(carom_dynamic_scene_view(d));
    CALL(carom_dynamic_scene_count(d));
    CALL(carom_dynamic_scene_wall_source(d));
    CALL(carom_dynamic_scene_id(d, 0));
    CALL(carom_dynamic_scene_has(d, id));
    CALL(carom_dynamic_scene_list(d, NULL, listed, 2));
    CALL(carom_dynamic_scene_insert(d, walls[0], &id));
    CALL(carom_dynamic_scene_remove(d, id));
    CALL(carom_dynamic_scene_move(d, id, walls[1]));
    CALL(carom_dynamic_scene_move_many(d, NULL, walls, 2, NULL));
    CALL(carom_dynamic_scene_set_category(d, id, 1));
}

enum { DYNAMIC_CALLS = 11 };

static void call_without_dynamic(int i) {
    call_dynamic(i, NULL);
}

static void call_with_dynamic(int i) {
    call_dynamic(i, dynamic);
}

static void call_with_view(int i) {
    call_scene(i, carom_dynamic_scene_view(dynamic));
}

static void test_no_dynamic_scene(void **state) {
    (void)state;
    for (int i = 0; i < DYNAMIC_CALLS; i++) {
        assert_int_equal(end_of(call_without_dynamic, i), SIGABRT);
        assert_int_equal(end_of(call_with_dynamic, i), 0);
    }
    for (int i = 0; i < SCENE_CALLS; i++)
        assert_int_equal(end_of(call_with_view, i), 0);
}

// Edits the scene from within a question about it: what must not be done.
static bool remove_it(void *context, carom_index index, const carom_wall *wall) {
    (void)wall;
    return carom_dynamic_scene_remove(context, carom_dynamic_scene_id(context, index));
}

static bool move_all(void *context, carom_index index, const carom_wall *wall) {
    (void)index;
    (void)wall;
    return carom_dynamic_scene_move_many(context, NULL, walls, 2, NULL) == CAROM_STATUS_OK;
}

static double insert_one(void *context, carom_index index, const carom_wall *wall) {
    (void)index;
    carom_dynamic_id id;
    return carom_dynamic_scene_insert(context, *wall, &id) == CAROM_STATUS_OK ? 1.0 : 0.0;
}

static double count_up(void *context, carom_index index, const carom_wall *wall) {
    (void)index;
    (void)wall;
    ++*(int *)context;
    return 1.0;
}

// Asks the view of a scene that has been destroyed.
static void ask_old_view(carom_dynamic_scene *d) {
    const carom_scene *view = carom_dynamic_scene_view(d);
    carom_dynamic_scene_destroy(d);
    carom_scene_touches(view, circle, CAROM_CONTACT_RULE_CLOSED_DISC, NULL);
}

// What the memory of a dynamic scene is given back to here: nobody, so that it can still be read.
static void *allocate_plainly(void *context, size_t size, size_t alignment) {
    (void)context;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void keep(void *context, void *memory, size_t size, size_t alignment) {
    (void)context;
    (void)memory;
    (void)size;
    (void)alignment;
}

static carom_dynamic_scene *kept_dynamic(void) {
    const carom_allocator keeping = {allocate_plainly, keep, NULL};
    carom_dynamic_scene *d = NULL;
    return carom_dynamic_scene_create(walls, 2, &keeping, &d, NULL) == CAROM_STATUS_OK ? d : NULL;
}

// Misuse of a dynamic scene.
static void misuse_dynamic(int i) {
    const carom_contact_rule rule = CAROM_CONTACT_RULE_CLOSED_DISC;
    const carom_scene *view = carom_dynamic_scene_view(dynamic);
    const carom_wall_source source = carom_scene_wall_source(view);
    const carom_circle around = {{0.5, 0.5}, 1.0};
    const carom_path path = {{0.0, 0.0}, {100.0, 0.0}, 1.0};
    const carom_allocator no_release = {allocate_nothing, NULL, NULL};
    const carom_dynamic_id id = {1, 1}, twice[] = {id, id};
    uint32_t found[4];
    CALL(carom_dynamic_scene_create(walls, 2, NULL, NULL, NULL));
    CALL(carom_dynamic_scene_create(NULL, 2, NULL, &dynamic, NULL));
    CALL(carom_dynamic_scene_create(walls, 2, &no_release, &dynamic, NULL));
    CALL(carom_dynamic_scene_insert(dynamic, walls[0], NULL));
    CALL((carom_dynamic_scene_remove(dynamic, id), carom_scene_wall(view, 1), 0));
    CALL(carom_dynamic_scene_move_many(dynamic, twice, walls, 2, NULL));
    CALL(carom_dynamic_scene_move_many(dynamic, NULL, NULL, 2, NULL));
    CALL(carom_scene_wall(view, 2));
    CALL((carom_scene_query_touching(view, around, rule, NULL, remove_it, dynamic), 0));
    CALL((carom_scene_query_touching(view, around, rule, NULL, move_all, dynamic), 0));
    CALL((source.query(source.source, &path, insert_one, dynamic), 0));
    CALL((ask_old_view(kept_dynamic()), 0));
    CALL((carom_scene_destroy((carom_scene *)(uintptr_t)view, NULL), 0));
    // These are no misuse.
    CALL(carom_scene_touching(view, circle, rule, NULL, found, 4));
    int visits = 0;
    CALL((source.query(source.source, &path, count_up, &visits), 0));
}

enum { MISUSES = 13, DYNAMIC_USES = 2 };

static void test_misuse_of_dynamic_scenes(void **state) {
    (void)state;
    for (int i = 0; i < MISUSES; i++)
        if (end_of(misuse_dynamic, i) != SIGABRT)
            fail_msg("misuse %d does not stop", i);
    for (int i = MISUSES; i < MISUSES + DYNAMIC_USES; i++)
        assert_int_equal(end_of(misuse_dynamic, i), 0);
}

// All other preconditions.
static void break_contract(int i) {
    const carom_contact_rule rule = CAROM_CONTACT_RULE_CLOSED_DISC;
    const carom_allocator no_release = {allocate_nothing, NULL, NULL};
    const carom_task_runner no_runner = {NULL, NULL};
    const carom_circle_query no_query = {NULL, NULL, NULL, 4};
    carom_circle_lists lists;
    const carom_wall_list no_walls = {.walls = NULL, .count = 1};
    const carom_ball ball = {{0.0, 0.0}, 1.0, {0.0, 0.0}};
    const carom_character character = carom_character_make(ball.center, 1.0);
    carom_circle_soa uneven = circles;
    uneven.stride = 7;
    carom_scene *made;
    const carom_scene *opened;
    CALL(carom_scene_create(walls, 2, NULL, NULL, NULL, NULL));
    CALL(carom_scene_create(NULL, 2, NULL, NULL, &made, NULL));
    CALL(carom_scene_create(walls, 2, &no_release, NULL, &made, NULL));
    CALL(carom_scene_create(walls, 2, NULL, &no_runner, &made, NULL));
    CALL(carom_scene_open(NULL, 1, &opened));
    CALL(carom_scene_wall(scene, 2));
    CALL(carom_scene_touching(scene, circle, rule, NULL, NULL, 1));
    CALL(carom_scene_query_touching(scene, circle, rule, NULL, NULL, NULL));
    CALL(carom_scene_query_within(scene, circle, 0.0, NULL, NULL, NULL));
    CALL(carom_scene_query_near_wall(scene, walls[0], 0.0, NULL, NULL, NULL));
    CALL(carom_scene_near_wall(scene, walls[0], 0.0, NULL, NULL, 1));
    CALL(carom_scene_near_wall_batch(scene, NULL, 1, 0.0, NULL, false, 9, NULL, NULL, &lists));
    CALL(carom_scene_clearance_batch(scene, 0.0, NULL, false, 9, NULL, NULL, NULL));
    CALL(carom_scene_query_box(scene, carom_scene_box(scene), NULL, NULL, NULL));
    CALL(carom_scene_nearest(scene, circle, NULL, NULL, 1));
    CALL(carom_scene_touching_batch(scene, NULL, rule, NULL, 9, NULL, NULL, &lists));
    CALL(carom_scene_touching_batch(scene, &circles, rule, NULL, 9, NULL, NULL, NULL));
    CALL(carom_scene_touching_batch(scene, &circles, rule, NULL, 9, &no_runner, NULL, &lists));
    CALL(carom_scene_nearest_batch(scene, &circles, NULL, 1, NULL, NULL, NULL));
    CALL(carom_scene_batch(scene, &circles, &no_query, 9, NULL, NULL, &lists));
    CALL(carom_circle_lists_release(NULL, NULL));
    CALL(carom_circle_soa_get(&circles, 3));
    CALL(carom_circle_soa_get(&uneven, 0));
    CALL(carom_wall_soa_get(&segments, 3));
    CALL(carom_wall_soa_get(NULL, 0));
    CALL(carom_batch_walls(circle, &segments, 0, 4, rule, NULL, NULL));
    CALL(carom_batch_walls(circle, NULL, 0, 0, rule, NULL, NULL));
    CALL(carom_batch_pairs(&circles, &segments, 3, 2, rule, NULL, NULL));
    CALL(carom_ball_move(ball, 1.0, NULL));
    CALL(carom_character_move(character, 1.0, NULL));
    CALL(carom_wall_list_source(NULL));
    CALL(carom_wall_list_source(&no_walls));
    CALL(carom_wall_cache_start(NULL, (carom_wall_source){.query = NULL}, 1.0));
    CALL(carom_wall_cache_source(NULL));
}

static void test_broken(void **state) {
    (void)state;
    for (int i = 0; i < 34; i++)
        if (end_of(break_contract, i) != SIGABRT)
            fail_msg("call %d does not stop", i);
}

// Calls of a crowd. If `c` is NULL they must stop.
static void call_crowd(int i, carom_crowd *c) {
    const carom_crowd_settings settings = carom_crowd_settings_default();
    carom_ball balls[] = {{{0.0, 0.0}, 1.0, {1.0, 0.0}}, {{5.0, 0.0}, 1.0, {-1.0, 0.0}}};
    unsigned char bytes[1024] = {0};
    CALL(carom_crowd_step(c, balls, 2, 2.0, &settings, NULL));
    CALL(carom_crowd_step(c, NULL, 0, 1.0, &settings, NULL));
    CALL((carom_crowd_remove(c, 0), 0));
    CALL((carom_crowd_wake(c, CAROM_NO_BALL), 0));
    CALL(carom_crowd_is_asleep(c, 0));
    CALL(carom_crowd_save(c, NULL, 0));
    CALL(carom_crowd_save(c, bytes, sizeof bytes));
    CALL(carom_crowd_load(c, bytes, 0));
}

enum { CROWD_CALLS = 8 };

static carom_crowd *new_crowd(void) {
    carom_crowd *c;
    return carom_crowd_create(NULL, &c) == CAROM_STATUS_OK ? c : NULL;
}

static void call_with_crowd(int i) {
    call_crowd(i, new_crowd());
}

static void call_without_crowd(int i) {
    call_crowd(i, NULL);
}

static void test_no_crowd(void **state) {
    (void)state;
    for (int i = 0; i < CROWD_CALLS; i++) {
        assert_int_equal(end_of(call_with_crowd, i), 0);
        if (end_of(call_without_crowd, i) != SIGABRT)
            fail_msg("call %d of no crowd does not stop", i);
    }
}

// A callback steps the crowd that calls it.
static void step_again(void *context, const carom_ball_impact *impact) {
    (void)impact;
    const carom_crowd_settings settings = carom_crowd_settings_default();
    carom_ball ball = {{0.0, 0.0}, 1.0, {1.0, 0.0}};
    carom_crowd_step(context, &ball, 1, 1.0, &settings, NULL);
}

// What a callback must not do to its crowd.
typedef struct crowd_misuse {
    carom_crowd *crowd;
    int i;
} crowd_misuse;

static void misuse_in_callback(const crowd_misuse *m) {
    static char bytes[4096];
    carom_crowd *c = m->crowd;
    int i = m->i;
    CALL((carom_crowd_remove(c, 0), 0));
    CALL((carom_crowd_wake(c, 0), 0));
    CALL(carom_crowd_save(c, bytes, sizeof bytes));
    CALL(carom_crowd_load(c, bytes, sizeof bytes));
    // This one is allowed.
    CALL(carom_crowd_is_asleep(c, 0));
}

static void misuse_when_told(void *context, const carom_ball_impact *impact) {
    (void)impact;
    misuse_in_callback(context);
}

static void misuse_when_asked(void *context, const carom_ball_impact *impact,
                              carom_response *response) {
    misuse_when_told(context, impact);
    *response = carom_bounce(1.0, 0.0);
}

static void misuse_when_touched(void *context, const carom_touch *touch) {
    (void)touch;
    misuse_in_callback(context);
}

enum { CALLBACK_MISUSES = 4 };

// Three callbacks, each of which does all of it.
static void misuse_crowd_in_callback(int i) {
    carom_ball balls[] = {{{0.0, 0.0}, 1.0, {1.0, 0.0}}, {{5.0, 0.0}, 1.0, {-1.0, 0.0}}};
    crowd_misuse m = {new_crowd(), i / 3};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.context = &m;
    settings.on_ball_impact = i % 3 == 0 ? misuse_when_told : NULL;
    settings.on_touch = i % 3 == 1 ? misuse_when_touched : NULL;
    settings.respond_balls = i % 3 == 2 ? misuse_when_asked : NULL;
    carom_crowd_step(m.crowd, balls, 2, 2.0, &settings, NULL);
}

static void test_misuse_in_callbacks(void **state) {
    (void)state;
    for (int i = 0; i < 3 * (CALLBACK_MISUSES + 1); i++) {
        const int expected = i / 3 < CALLBACK_MISUSES ? SIGABRT : 0;
        if (end_of(misuse_crowd_in_callback, i) != expected)
            fail_msg("misuse %d in callback %d of a crowd: not as expected", i / 3, i % 3);
    }
}

static void misuse_crowd(int i) {
    const carom_allocator no_release = {allocate_nothing, NULL, NULL};
    const carom_allocator no_allocate = {NULL, NULL, NULL};
    const carom_task_runner no_runner = {NULL, NULL};
    const carom_crowd_settings good = carom_crowd_settings_default();
    carom_ball balls[] = {{{0.0, 0.0}, 1.0, {1.0, 0.0}}, {{5.0, 0.0}, 1.0, {-1.0, 0.0}}};
    carom_crowd *c = new_crowd(), *made;
    carom_crowd_settings without_runner = good, nested = good;
    without_runner.runner = &no_runner;
    nested.on_ball_impact = step_again;
    nested.move.context = c;
    CALL(carom_crowd_create(NULL, NULL));
    CALL(carom_crowd_create(&no_release, &made));
    CALL(carom_crowd_create(&no_allocate, &made));
    CALL(carom_crowd_step(c, NULL, 2, 1.0, &good, NULL));
    CALL(carom_crowd_step(c, balls, 2, 1.0, NULL, NULL));
    CALL(carom_crowd_step(c, balls, (size_t)1 << 31, 1.0, &good, NULL));
    CALL(carom_crowd_step(c, balls, 2, 1.0, &without_runner, NULL));
    CALL(carom_crowd_step(c, balls, 2, 2.0, &nested, NULL));
    CALL(carom_crowd_save(c, NULL, 1024));
    CALL(carom_crowd_load(c, NULL, 1024));
}

enum { CROWD_MISUSES = 10 };

static void test_misuse_of_crowds(void **state) {
    (void)state;
    for (int i = 0; i < CROWD_MISUSES; i++)
        if (end_of(misuse_crowd, i) != SIGABRT)
            fail_msg("misuse %d of a crowd does not stop", i);
}

int main(void) {
#ifdef NDEBUG
    return 0;
#else
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_no_scene, create, destroy),
        cmocka_unit_test_setup_teardown(test_broken, create, destroy),
        cmocka_unit_test_setup_teardown(test_no_dynamic_scene, create, destroy),
        cmocka_unit_test_setup_teardown(test_misuse_of_dynamic_scenes, create, destroy),
        cmocka_unit_test(test_no_crowd),
        cmocka_unit_test(test_misuse_of_crowds),
        cmocka_unit_test(test_misuse_in_callbacks),
    };
    return cmocka_run_group_tests_name("preconditions", tests, NULL, NULL);
#endif
}
