// The times of a crowd in the last ulp of a frame: contacts so late that a sum of times rounds to
// the end of the frame, or beyond it. No ball may get time back, no contact may come after the
// frame, and callbacks and far moving walls may change nothing. Layer: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "carom/crowd.h"
#include "cases.h"
#include "random_moving.h"

enum { BALLS_MAX = 3, WALLS_MAX = 3 };

// A world, and what its callbacks see.
typedef struct world {
    carom_crowd_settings settings;
    carom_wall walls[WALLS_MAX];
    carom_wall_list list;
    carom_moving_wall moving;
    carom_moving_wall_list moving_list;
    carom_ball balls[BALLS_MAX];
    double inverse_masses[BALLS_MAX];
    size_t count;
    double time;
    // The first ball moves; the others are too heavy to move.
    double clock, last_impact;
    bool has_moving;
    int late;
    void *scratch;
} world;

static world w;

static int start(void **state) {
    (void)state;
    memset(&w, 0, sizeof w);
    w.scratch = malloc(carom_crowd_scratch_size(BALLS_MAX));
    return 0;
}

static int end(void **state) {
    (void)state;
    free(w.scratch);
    return 0;
}

static void take_leg(void *context, const carom_leg *leg) {
    world *v = context;
    assert_true(v->has_moving ? leg->start == v->clock : leg->start >= v->clock);
    assert_true(leg->start <= leg->end && leg->end <= 1);
    v->clock = leg->end;
}

static void take_time(world *v, double time) {
    v->late += time == v->time;
    if (!(time >= v->last_impact && time <= v->time))
        fail_msg("contact at %a after %a in a frame of %a", time, v->last_impact, v->time);
    v->last_impact = time;
}

static void take_impact(void *context, const carom_impact *impact) {
    take_time(context, impact->time);
}

static void take_ball_impact(void *context, const carom_ball_impact *impact) {
    take_time(context, impact->time);
}

static void begin_world(double time) {
    void *scratch = w.scratch;
    memset(&w, 0, sizeof w);
    w.scratch = scratch;
    w.time = time;
    w.settings = carom_crowd_settings_default();
    w.list.walls = w.walls;
    w.settings.move.walls = carom_wall_list_source(&w.list);
    w.settings.inverse_masses = w.inverse_masses;
    w.inverse_masses[0] = 1;
    // A moving wall far from everything.
    w.moving = carom_moving_wall_translating(carom_segment(vec(500, 0), vec(501, 1)), vec(0, 1));
    w.moving_list = (carom_moving_wall_list){&w.moving, NULL, 1};
}

static void add_wall(double x) {
    w.walls[w.list.count++] = carom_segment(vec(x, -9), vec(x, 9));
}

static void add_ball(carom_ball ball) {
    w.balls[w.count++] = ball;
}

// Moves a copy of the balls, without callbacks.
static carom_ball move_quietly(void) {
    carom_ball balls[BALLS_MAX];
    memcpy(balls, w.balls, sizeof balls);
    const carom_crowd_motion m =
        carom_crowd_move(balls, w.count, w.time, &w.settings, NULL, w.scratch);
    assert_true(m.moved == w.count && m.lost == 0);
    return balls[0];
}

// The result must be that of move_quietly, bit for bit.
static void move_watched(const carom_ball *expected, bool has_moving) {
    carom_crowd_settings settings = w.settings;
    if (has_moving)
        settings.move.moving_walls = carom_moving_wall_list_source(&w.moving_list);
    settings.move.context = &w;
    settings.move.on_impact = take_impact;
    settings.on_ball_impact = take_ball_impact;
    // The legs of heavy balls would be mixed with those of the first one.
    settings.move.on_leg = w.count == 1 ? take_leg : NULL;
    carom_ball balls[BALLS_MAX];
    memcpy(balls, w.balls, sizeof balls);
    w.clock = w.last_impact = 0;
    w.late = 0;
    w.has_moving = has_moving;
    carom_crowd_move(balls, w.count, w.time, &settings, NULL, w.scratch);
    assert_memory_equal(&balls[0], expected, sizeof balls[0]);
    assert_true(!has_moving || w.count > 1 || w.clock == 1);
}

// The time of the frame, the time of the first contact, and a speed.
typedef struct late_case {
    double time, first, speed;
} late_case;

static late_case random_case(random_source *g) {
    late_case k;
    k.time = random_between(g, 1, 2);
    k.first = k.time * random_between(g, 0, 0.5);
    k.speed = random_one_in(g, 2) ? 1 : random_between(g, 1, 2);
    return k;
}

static double some_ulp_before(random_source *g, double x) {
    for (int i = random_int(g, 0, 3); i > 0; i--)
        x = nextafter(x, 0);
    return x;
}

// Of a ball on its way back: a wall where it ends meets it in the last ulp of the frame. Returns
// the number of frames in which it does so.
static int meet_late_wall(random_source *g) {
    int late = 0;
    const double x = move_quietly().center.x;
    add_wall(some_ulp_before(g, x));
    const carom_ball moved = move_quietly();
    assert_true(fabs(moved.center.x - x) < 1e-14);
    for (int has_moving = 0; has_moving < 2; has_moving++) {
        move_watched(&moved, has_moving);
        late += w.late;
    }
    return late;
}

// A point comes back from a wall, and meets another one in the last ulp of the frame.
static void test_late_wall(void **state) {
    (void)state;
    int late = 0;
    for (long i = 0; i < case_count(4000); i++) {
        random_source g = random_start(case_seed(), 9100, (uint64_t)i);
        const late_case k = random_case(&g);
        begin_world(k.time);
        add_ball(ball_at(k.speed * k.first, 0, 0, -k.speed, 0));
        add_wall(0);
        late += meet_late_wall(&g);
    }
    assert_true(late > 0);
}

// A point comes back from a ball at a time with a finer grain than that of walls.
static void test_wall_after_ball(void **state) {
    (void)state;
    int late = 0;
    for (long i = 0; i < case_count(4000); i++) {
        random_source g = random_start(case_seed(), 9200, (uint64_t)i);
        const late_case k = random_case(&g);
        begin_world(k.time);
        add_ball(ball_at(1 + k.speed * k.first, 0, 0, -k.speed, 0));
        add_ball(ball_at(0, 0, 1, 0, 0));
        late += meet_late_wall(&g);
    }
    assert_true(late > 0);
}

// A ball slides on a floor from one heavy ball to another. The mover finds the second one.
static void test_late_ball(void **state) {
    (void)state;
    int late = 0;
    for (long i = 0; i < case_count(4000); i++) {
        random_source g = random_start(case_seed(), 9300, (uint64_t)i);
        const late_case k = random_case(&g);
        begin_world(k.time);
        w.settings.move.response = carom_slide();
        w.settings.move.gravity = vec(0, -10);
        w.walls[w.list.count++] = carom_line(vec(0, 0), vec(1, 0));
        add_ball(ball_at(2 + k.speed * k.first, 1, 1, -k.speed, 0));
        add_ball(ball_at(0, 1, 1, 0, 0));
        const double x = move_quietly().center.x;
        add_ball(ball_at(some_ulp_before(&g, x) + 2, 1, 1, 0, 0));
        const carom_ball moved = move_quietly();
        assert_true(fabs(moved.center.x - x) < 1e-14);
        for (int has_moving = 0; has_moving < 2; has_moving++) {
            move_watched(&moved, has_moving);
            late += w.late;
        }
    }
    assert_true(late > 0);
}

int main(void) {
#define TEST(test) cmocka_unit_test_setup_teardown(test, start, end)
    const struct CMUnitTest tests[] = {
        TEST(test_late_wall),
        TEST(test_wall_after_ball),
        TEST(test_late_ball),
    };
    return cmocka_run_group_tests_name("times of crowds", tests, NULL, NULL);
}
