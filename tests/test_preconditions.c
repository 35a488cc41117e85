// Preconditions: a build with asserts stops at every broken precondition of a public call.
//
// Each call runs in its own process, which must end by abort. Layer: tests.
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
static _Alignas(16) char scratch[1024];

static int create(void **state) {
    (void)state;
    return carom_scene_create(walls, 2, NULL, &scene, NULL) == CAROM_STATUS_OK ? 0 : -1;
}

static int destroy(void **state) {
    (void)state;
    carom_scene_destroy(scene, NULL);
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
    uint32_t found[4], counts[3];
    size_t offsets[4];
    carom_neighbor nearest[2];
    carom_scene_hit hits[3];
    CALL(carom_scene_count(s));
    CALL(carom_scene_wall(s, 1));
    CALL(carom_scene_box(s));
    CALL(carom_scene_byte_size(s));
    CALL(carom_scene_wall_source(s));
    CALL(carom_scene_touching(s, circle, rule, NULL, found, 2));
    CALL(carom_scene_touches(s, circle, rule, NULL));
    CALL(carom_scene_within(s, circle, 1.0, NULL, found, 2));
    CALL(carom_scene_in_box(s, box, NULL, found, 2));
    CALL(carom_scene_nearest(s, circle, NULL, nearest, 2));
    CALL(carom_scene_sweep(s, circle, move, NULL));
    CALL(carom_scene_sweep_all(s, circle, move, NULL, hits, 3));
    CALL(carom_scene_fan(s, circle, &move, 1, NULL, hits));
    CALL(carom_scene_touching_batch(s, &circles, rule, NULL, offsets, found, 4, scratch));
    CALL(carom_scene_sweep_batch(s, &movers, NULL, hits, scratch));
    CALL(carom_scene_hilbert_order(s, &circles, found, scratch));
    CALL(carom_scene_touching_range(s, &circles, NULL, 0, 3, rule, NULL, counts, found, 4));
    CALL(carom_scene_within_range(s, &circles, NULL, 0, 3, 1.0, NULL, counts, found, 4));
    CALL(carom_scene_sweep_range(s, &movers, NULL, 0, 3, NULL, hits));
}

enum { SCENE_CALLS = 18 };

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

// All other preconditions.
static void break_contract(int i) {
    const carom_contact_rule rule = CAROM_CONTACT_RULE_CLOSED_DISC;
    const carom_allocator no_release = {allocate_nothing, NULL, NULL};
    const carom_wall_list no_walls = {.walls = NULL, .count = 1};
    const carom_ball ball = {{0.0, 0.0}, 1.0, {0.0, 0.0}};
    carom_circle_soa uneven = circles;
    uneven.stride = 7;
    carom_scene *made;
    const carom_scene *opened;
    uint32_t found[4], counts[3] = {0, 0, 0};
    CALL(carom_scene_create(walls, 2, NULL, NULL, NULL));
    CALL(carom_scene_create(NULL, 2, NULL, &made, NULL));
    CALL(carom_scene_create(walls, 2, &no_release, &made, NULL));
    CALL(carom_scene_open(NULL, 1, &opened));
    CALL(carom_scene_wall(scene, 2));
    CALL(carom_scene_touching(scene, circle, rule, NULL, NULL, 1));
    CALL(carom_scene_query_touching(scene, circle, rule, NULL, NULL, NULL));
    CALL(carom_scene_query_within(scene, circle, 0.0, NULL, NULL, NULL));
    CALL(carom_scene_query_box(scene, carom_scene_box(scene), NULL, NULL, NULL));
    CALL(carom_scene_nearest(scene, circle, NULL, NULL, 1));
    CALL(carom_scene_hilbert_order(scene, &circles, found, scratch + 1));
    CALL(carom_scene_hilbert_order(scene, NULL, found, scratch));
    CALL(carom_scene_touching_range(scene, &circles, NULL, 0, 4, rule, NULL, counts, found, 4));
    CALL(carom_scene_touching_range(scene, &circles, NULL, 2, 1, rule, NULL, counts, found, 4));
    CALL(carom_scene_touching_range(scene, &circles, NULL, 0, 3, rule, NULL, NULL, found, 4));
    CALL(carom_scene_csr_offsets(counts, 3, NULL));
    CALL(carom_circle_soa_get(&circles, 3));
    CALL(carom_circle_soa_get(&uneven, 0));
    CALL(carom_wall_soa_get(&segments, 3));
    CALL(carom_wall_soa_get(NULL, 0));
    CALL(carom_batch_walls(circle, &segments, 0, 4, rule, NULL, NULL));
    CALL(carom_batch_walls(circle, NULL, 0, 0, rule, NULL, NULL));
    CALL(carom_batch_pairs(&circles, &segments, 3, 2, rule, NULL, NULL));
    CALL(carom_ball_move(ball, 1.0, NULL));
    CALL(carom_wall_list_source(NULL));
    CALL(carom_wall_list_source(&no_walls));
    carom_ball balls[] = {ball};
    const carom_crowd_settings crowd = carom_crowd_settings_default();
    CALL(carom_crowd_move(balls, 1, 1.0, NULL, NULL, scratch));
    CALL(carom_crowd_move(NULL, 1, 1.0, &crowd, NULL, scratch));
    CALL(carom_crowd_move(balls, 1, 1.0, &crowd, NULL, NULL));
}

static void test_broken(void **state) {
    (void)state;
    for (int i = 0; i <= 28; i++)
        if (end_of(break_contract, i) != SIGABRT)
            fail_msg("call %d does not stop", i);
}

int main(void) {
#ifdef NDEBUG
    return 0;
#else
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_no_scene, create, destroy),
        cmocka_unit_test_setup_teardown(test_broken, create, destroy),
    };
    return cmocka_run_group_tests_name("preconditions", tests, NULL, NULL);
#endif
}
