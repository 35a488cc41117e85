// Threads of a host that has changed its floating-point environment: every call still returns, and
// carom_environment_is_exact says that answers are not exact.
//
// The host can flush subnormal results to zero (FTZ), take subnormal operands for zero (DAZ), or
// round in another direction. Then answers may be wrong, but no loop may become endless and no
// memory may be read or written that is not there; sanitizers see the latter. The questions are
// made in the usual environment. CMake compiles this test with the single file carom.c and NDEBUG:
// builds with asserts stop at the first call that carom_environment_is_exact denies, and what has
// to return is the code that games ship. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/carom.h"
#include "cases.h"
#include "golden_crowds.h"
#include "golden_lives.h"
#include "motion_cases.h"
#include "moving_cases.h"
#include "points.h"
#include "scenes.h"
#include "wall_sets.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

enum {
    CASES = 60, // of each class
    STEPS = 12,
    CROWD_FRAMES = 2,
    // In a small world of subnormal numbers integers decide everything, which takes long.
    CROWD_BALLS = 8,
    SET_WALLS = 200,
    SET_QUESTIONS = 3,
    // Seconds for one group of calls. It needs a few at most on an idle machine.
    PATIENCE = 300
};

// ---- environments ----

enum { KEEP = 0, RESULTS = 1, OPERANDS = 2 };

typedef struct environment {
    const char *name;
    int rounding;
    unsigned flush;
} environment;

// FPCR.FZ of ARM flushes both operands and results.
static const environment environments[] = {{"the usual", FE_TONEAREST, KEEP},
#if defined(__SSE2__)
                                           {"FTZ", FE_TONEAREST, RESULTS},
                                           {"DAZ", FE_TONEAREST, OPERANDS},
#endif
#if defined(__SSE2__) || defined(__aarch64__)
                                           {"FTZ and DAZ", FE_TONEAREST, RESULTS | OPERANDS},
                                           {"FTZ, DAZ, up", FE_UPWARD, RESULTS | OPERANDS},
#endif
                                           {"up", FE_UPWARD, KEEP},
                                           {"down", FE_DOWNWARD, KEEP},
                                           {"toward zero", FE_TOWARDZERO, KEEP}};

enum { USUAL = 0, ENVIRONMENTS = sizeof environments / sizeof environments[0] };

static void set_flush(unsigned flush) {
#if defined(__SSE2__)
    enum { FTZ = 0x8000, DAZ = 0x0040 };
    const unsigned bits = (flush & RESULTS ? FTZ : 0U) | (flush & OPERANDS ? DAZ : 0U);
    _mm_setcsr((_mm_getcsr() & ~(unsigned)(FTZ | DAZ)) | bits);
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    control = (control & ~(UINT64_C(1) << 24)) | (uint64_t)(flush != KEEP) << 24;
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
#else
    (void)flush;
#endif
}

static void enter(const environment *e) {
    if (fesetround(e->rounding) != 0)
        exit(2);
    set_flush(e->flush);
}

static void leave(void) {
    enter(&environments[USUAL]);
}

// ---- the watchdog ----

static const environment *here;
static char what[128];

static void end_of_patience(int signal) {
    (void)signal;
    static const char text[] = "a call does not return: ";
    // Not printf, which may hold a lock.
    if (write(2, text, sizeof text - 1) < 0 || write(2, here->name, strlen(here->name)) < 0 ||
        write(2, ", ", 2) < 0 || write(2, what, strlen(what)) < 0 || write(2, "\n", 1) < 0)
        _exit(3);
    _exit(1);
}

// The name of the calls that follow.
static void watch(const char *calls, const char *kind) {
    snprintf(what, sizeof what, "%s, %s", calls, kind);
    alarm(PATIENCE);
}

// Runs a group of calls in every environment.
static void in_all(void (*calls)(void)) {
    signal(SIGALRM, end_of_patience);
    for (size_t i = 0; i < ENVIRONMENTS; i++) {
        here = &environments[i];
        calls();
    }
    alarm(0);
}

// ---- what is known to have hung, or to have read what is not there ----

// A push-out whose way doubles from the smallest double on: with FTZ it stayed there, and rounded
// down it stayed at the largest.
static void push_out_of_tiny(void) {
    watch("push_out", "tiny");
    const carom_circle circle = {{0, 0}, 6e-300};
    const carom_wall wall = carom_capsule(vec(-1e-299, 0), vec(1e-299, 0), 1e-300);
    enter(here);
    const carom_push push = carom_circle_push_out(circle, wall);
    leave();
    assert_true(push.relation <= CAROM_RELATION_TOUCHING);
    // Not far away.
    assert_true(fabs(push.center.x) + fabs(push.center.y) < 1e-290);
}

static void test_push_out(void **state) {
    (void)state;
    in_all(push_out_of_tiny);
}

// The children of a node were put into order by floats that DAZ takes for 0.
static void sweep_from_inside(void) {
    watch("scene_sweep", "from inside many boxes");
    enum { WALLS = 4000 };
    static carom_wall walls[WALLS];
    for (int i = 0; i < WALLS; i++) {
        const double angle = 0.37 * i;
        walls[i] = carom_segment(vec(-9 * cos(angle), -9 * sin(angle)),
                                 vec(9 * cos(angle), 9 * sin(angle)));
    }
    carom_scene *scene;
    assert_int_equal(carom_scene_create(walls, WALLS, NULL, NULL, &scene, NULL), CAROM_STATUS_OK);
    enter(here);
    for (int i = 0; i < 100; i++) {
        const carom_circle circle = {{0.01 * i, 0.003 * i}, 0.001};
        carom_neighbor nearest[3];
        const carom_scene_hit hit = carom_scene_sweep(scene, circle, vec(3, 1), NULL);
        if (carom_scene_nearest(scene, circle, NULL, nearest, 3) != 3 || hit.index >= WALLS)
            abort();
    }
    leave();
    carom_scene_destroy(scene, NULL);
}

// Points in one place were sorted by squares that are no smaller: rounded down, x - x is -0, and
// divided by it a number is not infinity but less than anything.
static void sort_equal(void) {
    watch("scene_create", "walls in one place");
    enum { WALLS = 300 };
    static carom_wall walls[WALLS];
    static double x[WALLS];
    static carom_neighbor nearest[WALLS];
    // The second half is the first wall but for some ulp, at a scale that floats lose.
    for (int i = 0; i < WALLS; i++)
        walls[i] = i % 2 == 0 ? carom_segment(vec(1, 2), vec(3, 4))
                              : carom_segment(vec(1, 2), vec(3, nudged(4, i)));
    const carom_circle_soa circles = {.x = x, .y = x, .count = WALLS};
    carom_scene *scene;
    carom_dynamic_scene *changing;
    enter(here);
    const carom_status first = carom_scene_create(walls, WALLS, NULL, NULL, &scene, NULL);
    const carom_status second = carom_dynamic_scene_create(walls, WALLS, NULL, &changing, NULL);
    const carom_status third =
        carom_scene_nearest_batch(scene, &circles, NULL, 1, NULL, NULL, nearest);
    leave();
    assert_int_equal(first, CAROM_STATUS_OK);
    assert_int_equal(second, CAROM_STATUS_OK);
    assert_int_equal(third, CAROM_STATUS_OK);
    carom_scene_destroy(scene, NULL);
    carom_dynamic_scene_destroy(changing);
}

static void test_equal(void **state) {
    (void)state;
    in_all(sort_equal);
}

static void test_scene_sweep(void **state) {
    (void)state;
    in_all(sweep_from_inside);
}

// ---- single questions ----

// Answers that are exact in the usual environment, and how many are others in this one.
enum { EXACT_MAX = 5 };

typedef struct exact_answers {
    int count;
    int are[EXACT_MAX];
} exact_answers;

static long asked, changed;

static void compare(exact_answers usual, exact_answers now) {
    for (int i = 0; i < usual.count; i++) {
        asked++;
        changed += usual.are[i] != now.are[i];
    }
}

// Prints how many have changed: docs/exactness.md states it.
static void tell(const char *questions) {
    printf("%s, %s: %ld of %ld exact answers changed\n", questions, here->name, changed, asked);
    if (here == &environments[USUAL])
        assert_int_equal(changed, 0);
    asked = changed = 0;
}

static exact_answers ask_pair(carom_circle c, carom_wall w, carom_wall other, double gap) {
    (void)carom_circle_contact(c, w);
    (void)carom_circle_distance(c, w);
    (void)carom_circle_signed_distance(c, w);
    (void)carom_circle_crossings(c, w);
    (void)carom_circle_push_out(c, w);
    (void)carom_wall_box(w);
    (void)carom_wall_compare_gap(w, other, gap);
    (void)carom_wall_contact(w, other);
    return (exact_answers){5,
                           {(int)carom_circle_relate(c, w), carom_circle_compare_gap(c, w, gap),
                            carom_circle_outline_touches(c, w), carom_wall_side(w, c.center),
                            carom_circle_compare_distance(c, w, other)}};
}

static void ask_cases(void) {
    const long count = case_count(CASES);
    for (int kind = 0; kind < CASE_CLASS_COUNT; kind++) {
        watch("single questions", case_class_name((case_class)kind));
        for (long i = 0; i < count; i++) {
            const test_case t = case_make((case_class)kind, case_seed(), (uint64_t)i);
            const test_case other = case_make((case_class)kind, case_seed(), (uint64_t)i + 1);
            const exact_answers usual = ask_pair(t.circle, t.wall, other.wall, t.gap);
            enter(here);
            const exact_answers now = ask_pair(t.circle, t.wall, other.wall, t.gap);
            leave();
            compare(usual, now);
        }
    }
    tell("circles and walls");
}

static void test_cases(void **state) {
    (void)state;
    in_all(ask_cases);
}

static exact_answers ask_motion(const motion_case *m) {
    (void)carom_circle_passage(m->circle, m->move, m->wall);
    (void)carom_circle_cast(m->circle, m->move, 2.0, m->wall);
    (void)carom_circle_reflect(m->circle, m->move, m->wall);
    const carom_path path = {m->circle.center, m->to, m->circle.radius};
    (void)carom_path_box(path);
    return (exact_answers){
        4,
        {(int)carom_circle_sweep(m->circle, m->move, m->wall).kind,
         (int)carom_circle_sweep_to(m->circle, m->to, m->wall).kind,
         carom_circle_compare_time_of_impact(m->circle, m->move, m->wall, m->second),
         carom_circle_path_is_clear(m->circle, m->to, m->wall)}};
}

static void ask_motions(void) {
    const long count = case_count(CASES);
    for (int kind = 0; kind < MOTION_CLASS_COUNT; kind++) {
        watch("sweeps", motion_class_name((motion_class)kind));
        for (long i = 0; i < count; i++) {
            const motion_case m = motion_make((motion_class)kind, case_seed(), (uint64_t)i);
            const exact_answers usual = ask_motion(&m);
            enter(here);
            const exact_answers now = ask_motion(&m);
            leave();
            compare(usual, now);
        }
    }
    tell("sweeps");
}

static void test_motions(void **state) {
    (void)state;
    in_all(ask_motions);
}

static exact_answers ask_moving(const moving_case *m) {
    const carom_circle c = m->circle;
    const carom_wall w = m->wall;
    const carom_moving_wall wall = carom_moving_wall_make(w, m->a_move, m->b_move);
    (void)carom_moving_wall_at(wall, 0.3);
    (void)carom_moving_wall_box(wall);
    (void)carom_moving_wall_turning(m->wall, m->to, m->move);
    (void)carom_turning_frames(m->move.x, c.radius, fabs(m->move.y));
    return (exact_answers){
        5,
        {(int)carom_circle_sweep_moving(c, m->move, wall, false).kind,
         (int)carom_circle_sweep_moving(c, m->move, wall, true).kind,
         (int)carom_circle_sweep_moving_to(c, m->to, w, m->a_to, m->b_to, false).kind,
         (int)carom_circle_sweep_moving_to(c, m->to, w, m->a_to, m->b_to, true).kind,
         carom_circle_path_is_clear_of_moving(c, m->to, w, m->a_to, m->b_to)}};
}

static void ask_all_moving(void) {
    const long count = case_count(CASES);
    for (int kind = 0; kind < MOVING_CLASS_COUNT; kind++) {
        watch("moving walls", moving_class_name((moving_class)kind));
        for (long i = 0; i < count; i++) {
            const moving_case m = moving_make((moving_class)kind, case_seed(), (uint64_t)i);
            const exact_answers usual = ask_moving(&m);
            enter(here);
            const exact_answers now = ask_moving(&m);
            leave();
            compare(usual, now);
        }
    }
    tell("moving walls");
}

static void test_moving(void **state) {
    (void)state;
    in_all(ask_all_moving);
}

// ---- scenes ----

static void ask_scene(const carom_scene *scene, const wall_question *q) {
    enum { BEAMS = 12, FOUND = 40 };
    uint32_t found[FOUND];
    carom_neighbor nearest[5];
    carom_scene_hit hits[BEAMS];
    carom_vec2 moves[BEAMS];
    for (int i = 0; i < BEAMS; i++)
        moves[i] = vec(q->move.x - 0.1 * i * q->move.y, q->move.y + 0.1 * i * q->move.x);
    (void)carom_scene_touching(scene, q->circle, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, found,
                               FOUND);
    (void)carom_scene_within(scene, q->circle, q->gap, NULL, found, FOUND);
    const carom_wall path = carom_segment(q->circle.center, moves[0]);
    (void)carom_scene_near_wall(scene, path, q->gap, NULL, found, FOUND);
    (void)carom_scene_in_box(scene, q->box, NULL, found, FOUND);
    (void)carom_scene_nearest(scene, q->circle, NULL, nearest, 5);
    (void)carom_scene_sweep(scene, q->circle, q->move, NULL);
    (void)carom_scene_sweep_all(scene, q->circle, q->move, NULL, hits, BEAMS);
    carom_scene_fan(scene, q->circle, moves, BEAMS, NULL, hits);
}

static void edit(carom_dynamic_scene *scene, const carom_wall *walls, size_t count) {
    carom_dynamic_id id;
    for (size_t i = 0; i < count; i += 3)
        carom_dynamic_scene_remove(scene, carom_dynamic_scene_id(scene, (uint32_t)i));
    for (size_t i = 1; i < count; i += 3)
        if (carom_dynamic_scene_move(scene, carom_dynamic_scene_id(scene, (uint32_t)i),
                                     walls[i - 1]) != CAROM_STATUS_OK)
            exit(2);
    for (size_t i = 0; i < count; i += 3)
        if (carom_dynamic_scene_insert(scene, walls[count - 1 - i], &id) != CAROM_STATUS_OK)
            exit(2);
}

// The scenes are made, asked and edited in the environment.
static void ask_set(wall_set kind) {
    static carom_wall walls[SET_WALLS];
    wall_question questions[SET_QUESTIONS];
    wall_set_make(kind, case_seed(), walls, SET_WALLS);
    random_source g = random_start(case_seed(), 9100, (uint64_t)kind);
    for (int i = 0; i < SET_QUESTIONS; i++)
        questions[i] = wall_set_question(&g, walls, SET_WALLS);
    carom_scene *scene;
    carom_dynamic_scene *changing;
    enter(here);
    if (carom_scene_create(walls, SET_WALLS, NULL, NULL, &scene, NULL) != CAROM_STATUS_OK ||
        carom_dynamic_scene_create(walls, SET_WALLS, NULL, &changing, NULL) != CAROM_STATUS_OK)
        exit(2);
    edit(changing, walls, SET_WALLS);
    for (int i = 0; i < SET_QUESTIONS; i++) {
        ask_scene(scene, &questions[i]);
        ask_scene(carom_dynamic_scene_view(changing), &questions[i]);
    }
    leave();
    carom_scene_destroy(scene, NULL);
    carom_dynamic_scene_destroy(changing);
}

static void ask_sets(void) {
    for (int kind = 0; kind < WALL_SET_COUNT; kind++) {
        watch("scenes", wall_set_name((wall_set)kind));
        ask_set((wall_set)kind);
    }
}

static void test_scenes(void **state) {
    (void)state;
    in_all(ask_sets);
}

// ---- movers ----

// Worlds of ordinary size, and so small that squares, velocities or places are subnormal.
static const double scales[] = {1.0, 0x1p-510, 0x1p-1020, 0x1p-1060, 0x1p900};
enum { SCALES = sizeof scales / sizeof scales[0] };

static carom_vec2 scaled(carom_vec2 v, double by) {
    return carom_vec2_scale(v, by);
}

static carom_wall scaled_wall(carom_wall w, double by) {
    w.a = scaled(w.a, by);
    w.b = scaled(w.b, by);
    w.radius *= by;
    return w;
}

static carom_moving_wall scaled_moving(carom_moving_wall m, double by) {
    return carom_moving_wall_make(scaled_wall(m.wall, by), scaled(m.a_move, by),
                                  scaled(m.b_move, by));
}

static carom_ball scaled_ball(carom_ball b, double by) {
    const carom_ball ball = {scaled(b.center, by), b.radius * by, scaled(b.velocity, by)};
    return ball;
}

static void scale_scene(test_scene *s, double by) {
    for (size_t i = 0; i < s->array.count; i++) {
        s->walls[i] = scaled_wall(s->walls[i], by);
        s->boxes[i] = carom_wall_box(s->walls[i]);
    }
    s->ball = scaled_ball(s->ball, by);
    s->gravity = scaled(s->gravity, by);
}

// A ball that is kicked, and now and then put into a wall.
static void run_ball(test_scene *s, int k, double by) {
    random_source g = random_start(case_seed(), (uint64_t)s->kind, (uint64_t)k);
    carom_move_settings mover = scene_mover(s, scene_response(k));
    mover.max_contacts = 8;
    carom_ball ball = s->ball;
    for (int step = 0; step < STEPS; step++) {
        if (step % 6 == 5) {
            ball = s->ball;
            ball.center.x += 0.75 * ball.radius * random_int(&g, -1, 1);
        } else if (step % 4 == 0) {
            ball.velocity = scene_kick(s, &g, 0x1p-6);
        }
        enter(here);
        ball = carom_ball_move(ball, 0x1p-6, &mover).ball;
        (void)carom_circle_depenetrate(
            carom_circle_make(vec(ball.center.x, ball.center.y + by), ball.radius),
            mover.world.walls, NULL);
        leave();
    }
}

static void run_character(test_scene *s) {
    random_source g = random_start(case_seed(), 9200, (uint64_t)s->kind);
    const double r = s->ball.radius;
    carom_character_settings settings = carom_character_settings_default();
    settings.world.walls = carom_wall_list_source(&s->array);
    settings.gravity = vec(0, -32 * r);
    settings.step_height = 0.5 * r;
    settings.snap_distance = 0.25 * r;
    carom_character c = carom_character_make(s->ball.center, r);
    for (int step = 0; step < STEPS; step++) {
        c.ball.velocity.x = r * random_int(&g, -8, 8);
        if (random_one_in(&g, 16))
            c.ball.velocity.y = 8 * r;
        enter(here);
        c = carom_character_move(c, 0x1p-6, &settings).character;
        leave();
    }
}

static void run_scenes(void) {
    static test_scene scene;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        for (int i = 0; i < SCALES; i++) {
            watch("movers and characters", scene_name((scene_kind)kind));
            scene_make(&scene, (scene_kind)kind);
            scale_scene(&scene, scales[i]);
            for (int k = 0; k < SCENE_RESPONSES; k++)
                run_ball(&scene, k, scales[i]);
            run_character(&scene);
        }
    }
}

static void test_movers(void **state) {
    (void)state;
    in_all(run_scenes);
}

// ---- crowds, and single balls among moving walls ----

typedef struct small_world {
    carom_wall still[GOLDEN_CROWD_WALLS];
    carom_moving_wall moving[GOLDEN_CROWD_WALLS];
    carom_wall_list still_list;
    carom_moving_wall_list moving_list;
    carom_crowd_settings settings;
} small_world;

// The walls of the world, smaller.
static void make_small(small_world *s, const golden_world *w, double by) {
    s->still_list = (carom_wall_list){.walls = s->still, .count = w->still_list.count};
    s->moving_list = (carom_moving_wall_list){.walls = s->moving, .count = w->moving_list.count};
    for (size_t i = 0; i < w->still_list.count; i++)
        s->still[i] = scaled_wall(w->still[i], by);
    for (size_t i = 0; i < w->moving_list.count; i++)
        s->moving[i] = scaled_moving(w->moving[i], by);
    s->settings = w->settings;
    s->settings.move.gravity = scaled(w->settings.move.gravity, by);
    s->settings.move.world.walls = carom_wall_list_source(&s->still_list);
    if (w->moving_list.count > 0)
        s->settings.move.world.moving_walls = carom_moving_wall_list_source(&s->moving_list);
}

static void run_crowd(int kind, bool moves, double by) {
    static golden_world w;
    static small_world small;
    static carom_ball balls[CROWD_BALLS];
    golden_world_make(&w, kind, moves);
    const size_t count = w.count < CROWD_BALLS ? w.count : CROWD_BALLS;
    for (size_t i = 0; i < count; i++)
        balls[i] = scaled_ball(w.balls[i], by);
    // One that overlaps another one at the start.
    balls[0].center = balls[1].center;
    carom_crowd *crowd;
    if (carom_crowd_create(NULL, &crowd) != CAROM_STATUS_OK)
        exit(2);
    for (int frame = 1; frame <= CROWD_FRAMES; frame++) {
        make_small(&small, &w, by);
        enter(here);
        const carom_crowd_motion m =
            carom_crowd_step(crowd, balls, count, 0x1p-5, &small.settings, NULL);
        for (size_t i = 0; i < count; i++)
            (void)carom_ball_move(balls[i], 0x1p-4, &small.settings.move);
        leave();
        if (m.status != CAROM_STATUS_OK)
            exit(2);
        golden_world_next(&w, frame);
    }
    carom_crowd_destroy(crowd);
}

static void run_crowds(void) {
    for (int kind = 0; kind < 2 * GOLDEN_CROWD_KINDS; kind++) {
        for (int i = 0; i < SCALES; i++) {
            char name[32];
            snprintf(name, sizeof name, "kind %d, scale %a", kind, scales[i]);
            watch("crowds", name);
            run_crowd(kind / 2, kind % 2 != 0, scales[i]);
        }
    }
}

static void test_crowds(void **state) {
    (void)state;
    in_all(run_crowds);
}

// Crowds that use all settings, at the size of games.
static void run_lives(void) {
    static golden_life l;
    for (int kind = 0; kind < GOLDEN_LIFE_KINDS; kind++) {
        golden_life_make(&l, kind);
        watch("lives", l.name);
        carom_crowd *crowd;
        if (carom_crowd_create(NULL, &crowd) != CAROM_STATUS_OK)
            exit(2);
        for (int frame = 0; frame < l.frames && frame < 12 * CROWD_FRAMES; frame++) {
            golden_life_next(&l, frame);
            enter(here);
            (void)carom_crowd_step(crowd, l.balls, l.count, 0x1p-6, &l.settings, NULL);
            leave();
        }
        carom_crowd_destroy(crowd);
    }
}

static void test_lives(void **state) {
    (void)state;
    in_all(run_lives);
}

// ---- carom_environment_is_exact ----

static void test_is_exact(void **state) {
    (void)state;
    for (size_t i = 0; i < ENVIRONMENTS; i++) {
        enter(&environments[i]);
        const bool is_exact = carom_environment_is_exact();
        leave();
        if (is_exact != (i == USUAL))
            fail_msg("%s: %d", environments[i].name, is_exact);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_is_exact),    cmocka_unit_test(test_push_out),
        cmocka_unit_test(test_scene_sweep), cmocka_unit_test(test_equal),
        cmocka_unit_test(test_cases),       cmocka_unit_test(test_motions),
        cmocka_unit_test(test_moving),      cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_movers),      cmocka_unit_test(test_crowds),
        cmocka_unit_test(test_lives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
