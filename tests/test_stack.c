// The stack that calls need, against docs/stack.md. Each call runs in a thread whose stack
// was filled with a pattern; what is overwritten was needed. Numbers of very different size lead to
// the integers, which need the most. Room: tests.
#define _POSIX_C_SOURCE 200809L // threads
#include "verdicts.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"
#include "random.h"

enum { STACK = 1 << 20, PATTERN = 0xa5, WALLS = 4, BALLS = 4, SCENE_WALLS = 20000 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_WATCHED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_WATCHED
#endif
#endif
// Code that is not optimised, or watched by a sanitizer, needs more.
#if defined(__OPTIMIZE__) && !defined(IS_WATCHED)
enum { IS_OPTIMISED = 1 };
#else
enum { IS_OPTIMISED = 0 };
#endif

static void (*job)(void);

static void *run_job(void *context) {
    (void)context;
    job();
    return NULL;
}

// The bytes of stack that a thread needs for the calls.
static size_t stack_of_thread(void (*calls)(void)) {
    unsigned char *stack = aligned_alloc(4096, STACK);
    assert_non_null(stack);
    memset(stack, PATTERN, STACK);
    job = calls;
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, run_job, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    size_t untouched = 0;
    while (stack[untouched] == PATTERN)
        untouched++;
    free(stack);
    return STACK - untouched;
}

static void do_nothing(void) {
}

enum { AT_REST = 0, TURNING = 1 };

// The bytes that docs/stack.md states in the row of a call, for walls at rest or walls that turn.
static size_t stated_bytes(const char *call, int column) {
    FILE *table = fopen(CAROM_STACK_TABLE, "r");
    assert_non_null(table);
    char line[512];
    unsigned long kilobytes = 0;
    while (fgets(line, sizeof line, table) != NULL) {
        const char *place = line[0] == '|' ? strstr(line, call) : NULL;
        for (int i = 0; place != NULL && i <= column; i++)
            place = strchr(place + 1, '|');
        if (place != NULL)
            kilobytes = strtoul(place + 1, NULL, 10);
    }
    fclose(table);
    assert_true(kilobytes > 0);
    return 1000 * (size_t)kilobytes;
}

// At least a third of what is stated must be needed, or the calls do not show anything.
static void check_stack(const char *call, int column, void (*calls)(void)) {
    const size_t needed = stack_of_thread(calls) - stack_of_thread(do_nothing);
    const size_t stated = stated_bytes(call, column);
    printf("%s%s: %zu bytes of stack, %zu stated\n", call,
           column == TURNING ? ", walls that turn" : "", needed, stated);
    assert_true(needed > stated / 3);
    if (IS_OPTIMISED)
        assert_in_range(needed, 0, stated);
}

static const moving_class classes[] = {MOVING_MIXED_EXPONENTS, MOVING_TINY, MOVING_TRIPLE,
                                       MOVING_GRAZING_NEAR};
enum { CLASSES = sizeof classes / sizeof classes[0] };

static moving_case case_at(long i) {
    return moving_make(classes[i % CLASSES], case_seed(), (uint64_t)i);
}

static carom_moving_wall wall_of(const moving_case *m) {
    return carom_moving_wall_make(m->wall, m->a_move, m->b_move);
}

// ---- one circle ----

static void sweep_still(void) {
    for (long i = 0; i < case_count(200); i++) {
        const moving_case m = case_at(i);
        carom_circle_sweep(m.circle, m.move, m.wall);
        carom_circle_passage(m.circle, m.move, m.wall);
        carom_circle_compare_time_of_impact(m.circle, m.move, m.wall, case_at(i + CLASSES).wall);
    }
}

static void sweep_turning(void) {
    for (long i = 0; i < case_count(200); i++) {
        const moving_case m = case_at(i);
        carom_circle_sweep_moving(m.circle, m.move, wall_of(&m), false);
        carom_circle_sweep_moving_to(m.circle, m.to, m.wall, m.a_to, m.b_to, true);
        carom_circle_path_is_clear_of_moving(m.circle, m.to, m.wall, m.a_to, m.b_to);
    }
}

static void test_sweeps(void **state) {
    (void)state;
    check_stack("`carom_circle_sweep`", AT_REST, sweep_still);
    check_stack("`carom_circle_sweep`", TURNING, sweep_turning);
}

// ---- frames ----

// Walls that move around a circle, and two at rest.
typedef struct world {
    moving_case m;
    carom_moving_wall moving[WALLS];
    carom_wall still[2];
    carom_moving_wall_list moving_list;
    carom_wall_list list;
    carom_move_settings settings;
} world;

static int walls_turn;

static void make_world(world *w, long i) {
    w->m = case_at(i);
    for (int k = 0; k < WALLS; k++) {
        const moving_case m = k == 0 ? w->m : case_at(i + k * CLASSES);
        w->moving[k] = wall_of(&m);
    }
    for (int k = 0; k < 2; k++)
        w->still[k] = case_at(i + (WALLS + k) * CLASSES).wall;
    w->moving_list = (carom_moving_wall_list){w->moving, NULL, walls_turn == TURNING ? WALLS : 0};
    w->list = (carom_wall_list){w->still, NULL, 2};
    w->settings = carom_move_settings_default();
    w->settings.world.walls = carom_wall_list_source(&w->list);
    w->settings.world.moving_walls = carom_moving_wall_list_source(&w->moving_list);
    w->settings.response = i % 2 == 0 ? carom_slide() : carom_bounce(0.5, 0.25);
    w->settings.gravity = carom_vec2_make(0.0, -1.0);
}

static carom_ball ball_of(const world *w) {
    const carom_ball ball = {w->m.circle.center, w->m.circle.radius, w->m.move};
    return ball;
}

static void move_balls(void) {
    for (long i = 0; i < case_count(80); i++) {
        world w;
        make_world(&w, i);
        carom_ball_move(ball_of(&w), 1.0, &w.settings);
    }
}

static void move_characters(void) {
    for (long i = 0; i < case_count(80); i++) {
        world w;
        make_world(&w, i);
        carom_character_settings settings = carom_character_settings_default();
        settings.world.walls = w.settings.world.walls;
        settings.world.moving_walls = w.settings.world.moving_walls;
        settings.gravity = w.settings.gravity;
        settings.step_height = settings.snap_distance = 0.25 * w.m.circle.radius;
        carom_character c = carom_character_make(w.m.circle.center, w.m.circle.radius);
        c.ball.velocity = w.m.move;
        carom_character_move(c, 1.0, &settings);
    }
}

static carom_crowd *crowd;

static void move_crowds(void) {
    for (long i = 0; i < case_count(80); i++) {
        world w;
        make_world(&w, i);
        carom_crowd_settings settings = carom_crowd_settings_default();
        settings.move = w.settings;
        carom_ball balls[BALLS];
        for (int k = 0; k < BALLS; k++) {
            balls[k] = ball_of(&w);
            balls[k].center.x += 2.0 * k * balls[k].radius;
        }
        carom_crowd_step(crowd, balls, BALLS, 1.0, &settings, NULL);
    }
}

static void test_frames(void **state) {
    (void)state;
    assert_int_equal(carom_crowd_create(NULL, &crowd), CAROM_STATUS_OK);
    for (walls_turn = 0; walls_turn <= 1; walls_turn++) {
        check_stack("`carom_ball_move`", walls_turn, move_balls);
        check_stack("`carom_character_move`", walls_turn, move_characters);
        check_stack("`carom_crowd_step`", walls_turn, move_crowds);
    }
    carom_crowd_destroy(crowd);
}

// ---- scenes ----

static carom_wall *scene_walls;

static void create_scene(void) {
    carom_scene *scene;
    if (carom_scene_create(scene_walls, SCENE_WALLS, NULL, NULL, &scene, NULL) == CAROM_STATUS_OK)
        carom_scene_destroy(scene, NULL);
}

static void create_dynamic_scene(void) {
    carom_dynamic_scene *scene;
    if (carom_dynamic_scene_create(scene_walls, SCENE_WALLS, NULL, &scene, NULL) == CAROM_STATUS_OK)
        carom_dynamic_scene_destroy(scene);
}

static carom_scene *area_scene;

static void create_area_index(void) {
    carom_area_index *index;
    if (carom_area_index_create(area_scene, NULL, NULL, &index, NULL) == CAROM_STATUS_OK)
        carom_area_index_destroy(index, NULL);
}

// Walls that are there and back again, of seven areas.
static void check_area_index(void) {
    for (size_t i = 0; i < SCENE_WALLS; i++) {
        scene_walls[i] = scene_walls[i / 2 * 2];
        scene_walls[i].group = (uint32_t)(i / 2 % 7 + 1);
    }
    assert_int_equal(carom_scene_create(scene_walls, SCENE_WALLS, NULL, NULL, &area_scene, NULL),
                     CAROM_STATUS_OK);
    check_stack("`carom_area_index_create`", AT_REST, create_area_index);
    carom_scene_destroy(area_scene, NULL);
}

static void test_scenes(void **state) {
    (void)state;
    scene_walls = malloc(SCENE_WALLS * sizeof *scene_walls);
    assert_non_null(scene_walls);
    random_source g = random_start(case_seed(), 77, 0);
    for (int i = 0; i < SCENE_WALLS; i++) {
        const double x = random_between(&g, 0.0, 100.0), y = random_between(&g, 0.0, 100.0);
        scene_walls[i] = carom_segment(carom_vec2_make(x, y), carom_vec2_make(x + 1.0, y + 0.5));
    }
    check_stack("`carom_scene_create`", AT_REST, create_scene);
    check_stack("`carom_dynamic_scene_create`", AT_REST, create_dynamic_scene);
    check_area_index();
    free(scene_walls);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sweeps),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_scenes),
    };
    return cmocka_run_group_tests_name("stack", tests, NULL, NULL);
}
