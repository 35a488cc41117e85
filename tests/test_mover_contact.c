// Balls that stay in contact: sliding along walls and over their joints without ghost hits, resting
// on floors and slopes, coming to rest, and keeping their energy.
//
// Prints what it measures: drift of speed and line, rest velocities, energy. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "carom/contact.h"
#include "carom/mover.h"
#include "cases.h"
#include "random.h"
#include "scenes.h"
#include "watched.h"

static const double FRAME = 1.0 / 60;

static test_scene scene;

static double length_of(carom_vec2 v) {
    return hypot(v.x, v.y);
}

static carom_vec2 unit(carom_vec2 u) {
    return carom_vec2_scale(u, 1 / length_of(u));
}

static mover_watch watch(carom_response response) {
    mover_watch w = watched(&scene, response);
    w.oracle_every = 100;
    return w;
}

// A run along a row of segments.
typedef struct row_run {
    const char *name;
    carom_vec2 start, step;
    double radius, speed;
    carom_response response;
    carom_vec2 gravity;
} row_run;

// How many segments a row has: 1,000, fewer if fewer cases are asked for. Each frame asks all of
// them.
static int row_length(void) {
    const long count = case_count(1000);
    return count < 200 ? 200 : count < 1000 ? (int)count : 1000;
}

// For a ball that slides along a row of segments: the largest distance from the straight line
// through their ends, and the largest error of the speed.
typedef struct row_drift {
    double line, speed, lost;
    long contacts, frames;
} row_drift;

static row_drift run_along(const row_run *run) {
    scene_start(&scene, run->start, run->radius);
    scene_add_row(&scene, run->start, run->step, row_length());
    const carom_vec2 u = unit(run->step), n = carom_vec2_left(u);
    const carom_vec2 middle = carom_vec2_add(run->start, carom_vec2_scale(run->step, 0.5));
    carom_ball ball = scene_touching(scene.ball, scene.walls[0], middle, n);
    ball.velocity = carom_vec2_scale(u, run->speed);
    mover_watch w = watch(run->response);
    w.mover.gravity = run->gravity;
    const double pull = carom_vec2_dot(run->gravity, u);
    const double far = (row_length() - 0.5) * length_of(run->step);
    row_drift drift = {0};
    while (carom_vec2_dot(carom_vec2_sub(ball.center, run->start), u) +
               length_of(ball.velocity) * FRAME <
           far) {
        ball = move(&w, ball, FRAME).ball;
        drift.frames++;
        const double speed = run->speed + pull * FRAME * (double)drift.frames;
        const carom_vec2 off = carom_vec2_sub(ball.center, run->start);
        const double height = carom_vec2_cross(u, off) - run->radius;
        drift.speed = fmax(drift.speed, fabs(length_of(ball.velocity) / speed - 1));
        drift.line = fmax(drift.line, fabs(height));
    }
    drift.contacts = w.contacts;
    drift.lost = w.time_lost;
    printf("%-38s %6ld frames, %ld impacts, speed off %.1e, line off %.1e, lost %.1e s\n",
           run->name, drift.frames, drift.contacts, drift.speed, drift.line, drift.lost);
    return drift;
}

// No ghost hits: speed to 1e-12, the line to 2 ulp of the largest coordinate a frame.
static void test_rows_without_ghost_hits(void **state) {
    (void)state;
    const carom_vec2 none = {0, 0}, down = {0, -10};
    const carom_response slide = carom_slide(), bounce = carom_bounce(1, 0);
    const row_run runs[] = {
        {"level, slide", {0, 0}, {1, 0}, 0.5, 10, slide, none},
        {"level, bounce", {0, 0}, {1, 0}, 0.5, 10, bounce, none},
        {"level, far off, bounce", {0, 1e6}, {1, 0}, 0.3, 10, bounce, none},
        {"level, under gravity, slide", {0, 0}, {1, 0}, 0.5, 10, slide, down},
        {"level, under gravity, bounce 1", {0, 0}, {1, 0}, 0.5, 10, bounce, down},
        {"level, under gravity, bounce 0.5", {0, 0}, {1, 0}, 0.5, 10, carom_bounce(0.5, 0), down},
        {"sloped, slide", {-3, 7}, {0.37, -0.0113}, 0.25, 5, slide, none},
        {"sloped, bounce", {-3, 7}, {0.37, -0.0113}, 0.25, 5, bounce, none},
        {"uphill, bounce", {-3, 7}, {0.37, 0.213}, 0.25, 5, bounce, none},
        {"steep, slide", {-3, 7}, {-0.113, 0.713}, 0.125, 50, slide, none},
        {"fast, bounce", {-3, 7}, {0.37, -0.0113}, 0.25, 1000, bounce, none},
        {"sloped, under gravity, slide", {-3, 7}, {0.37, -0.113}, 0.25, 5, slide, down},
        {"sloped, under gravity, bounce 1", {-3, 7}, {0.37, -0.113}, 0.25, 5, bounce, down},
        {"sloped, under gravity, bounce 0",
         {-3, 7},
         {0.37, -0.113},
         0.25,
         5,
         carom_bounce(0, 0),
         down},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        const row_drift drift = run_along(&runs[i]);
        const double size = fmax(fabs(runs[i].start.y), row_length() * length_of(runs[i].step));
        good &= drift.contacts == 0 && drift.frames > 2 && drift.speed <= 1e-12 &&
                drift.line <= 2 * 0x1p-52 * size * (double)drift.frames && drift.lost == 0.0;
    }
    assert_true(good);
}

// A ball dropped on a level floor comes to rest, and stays so.
static void test_dropped_ball_comes_to_rest(void **state) {
    (void)state;
    const double restitutions[] = {0, 0.1, 0.5, 0.9, 0.99};
    for (int i = 0; i < 5; i++) {
        scene_start(&scene, vec(0, 4), 0.5);
        scene_add(&scene, carom_segment(vec(-100, 0), vec(100, 0)));
        mover_watch w = watch(carom_bounce(restitutions[i], 0));
        w.mover.gravity = vec(0, -10);
        carom_ball ball = scene.ball;
        int frames = 0;
        while (!is_point(ball.velocity, 0, 0) || frames == 0) {
            ball = move(&w, ball, FRAME).ball;
            assert_true(++frames < 60 * 600);
        }
        printf(
            "dropped, restitution %.2f: at rest after %.2f s, %ld impacts, %.1e above the floor\n",
            restitutions[i], frames * FRAME, w.contacts, ball.center.y - 0.5);
        assert_true(ball.center.y >= 0.5 && ball.center.y < 0.5 + 1e-2);
        const carom_vec2 place = ball.center;
        const long impacts = w.contacts;
        for (int k = 0; k < 1000; k++) {
            ball = move(&w, ball, FRAME).ball;
        }
        assert_true(is_point(ball.velocity, 0, 0) && w.contacts == impacts);
        assert_true(fabs(ball.center.y - place.y) <= 4 * 0x1p-53 && ball.center.y >= 0.5);
    }
}

// A slope of 3 in 4, tan = 0.75. With less friction the ball slides down by Coulomb's law; with
// more it stays.
static void test_slope_with_friction(void **state) {
    (void)state;
    const double frictions[] = {0, 0.25, 0.5, 0.74, 0.76, 1, 4};
    for (int i = 0; i < 7; i++) {
        for (int kind = CAROM_RESPONSE_KIND_SLIDE; kind <= CAROM_RESPONSE_KIND_BOUNCE; kind++) {
            scene_start(&scene, vec(0, 0), 0.5);
            scene_add(&scene, carom_segment(vec(-4000, 3000), vec(4000, -3000)));
            const carom_response r = {(carom_response_kind)kind, 0.0, frictions[i]};
            mover_watch w = watch(r);
            w.mover.gravity = vec(0, -10);
            carom_ball ball = scene_touching(scene.ball, scene.walls[0], vec(0, 0), vec(0.6, 0.8));
            const carom_vec2 start = ball.center;
            for (int k = 0; k < 600; k++) {
                ball = move(&w, ball, FRAME).ball;
            }
            // g (sin - friction cos) t
            const double pull = fmax(10 * (0.6 - frictions[i] * 0.8), 0);
            const double speed = length_of(ball.velocity), path = pull * 10 * 10 / 2;
            const double gone = length_of(carom_vec2_sub(ball.center, start));
            printf("slope of 3 in 4, friction %.2f, %s: speed %.3g (Coulomb %+.1e), path %.4g "
                   "(%+.1e)\n",
                   frictions[i], kind == CAROM_RESPONSE_KIND_SLIDE ? "slide " : "bounce", speed,
                   speed - pull * 10, gone, gone - path);
            assert_true(fabs(speed - pull * 10) <= 1e-9 && fabs(gone - path) <= 1e-8);
            // A ball at rest does not creep. Its velocity is rounding error.
            assert_true(frictions[i] < 0.75 || (speed <= 1e-15 && gone <= 1e-12));
        }
    }
}

// On a floor with friction a sliding ball stops.
static void test_floor_with_friction(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0.5), 0.5);
    scene_add(&scene, carom_segment(vec(-100, 0), vec(100, 0)));
    const carom_response r = {CAROM_RESPONSE_KIND_SLIDE, 0.0, 0.25};
    mover_watch w = watch(r);
    w.mover.gravity = vec(0, -10);
    carom_ball ball = scene.ball;
    ball.velocity = vec(5, 0);
    for (int k = 0; k < 60; k++) {
        ball = move(&w, ball, FRAME).ball;
    }
    assert_true(fabs(ball.velocity.x - 2.5) < 1e-12 && ball.velocity.y == 0.0);
    for (int k = 0; k < 120; k++) {
        ball = move(&w, ball, FRAME).ball;
    }
    // 5^2 / (2 * 2.5)
    assert_true(is_point(ball.velocity, 0, 0) && fabs(ball.center.x - 5) < 0.1);
}

// In a corner gravity must not pile up.
static void test_rest_in_a_corner(void **state) {
    (void)state;
    const carom_response all[] = {carom_slide(), carom_bounce(0, 0), carom_bounce(0.5, 0.25),
                                  carom_bounce(0.9, 0)};
    for (int i = 0; i < 4; i++) {
        scene_start(&scene, vec(0.3, 4), 0.5);
        scene_add(&scene, carom_segment(vec(-8, 9), vec(0, 0)));
        scene_add(&scene, carom_segment(vec(0, 0), vec(8, 6)));
        mover_watch w = watch(all[i]);
        w.mover.gravity = vec(0, -10);
        carom_ball ball = scene.ball;
        for (int k = 0; k < 60 * 120; k++) {
            ball = move(&w, ball, FRAME).ball;
        }
        printf("in a corner, response %d: speed %.1e after 120 s, %ld impacts\n", i,
               length_of(ball.velocity), w.contacts);
        assert_true(length_of(ball.velocity) < 1e-9);
    }
}

// The relative drift of the energy of an elastic ball in 60 s, with potential energy 0 at y = 0.
static double energy_drift(const char *name, mover_watch *w, carom_ball ball) {
    const carom_vec2 g = w->mover.gravity, first = ball.velocity;
    double start = 0.0, worst = 0.0;
    for (int k = 0; k <= 60 * 60; k++) {
        ball = k == 0 ? ball : move(w, ball, FRAME).ball;
        const carom_vec2 v = ball.velocity;
        const double energy = carom_vec2_dot(v, v) / 2 - carom_vec2_dot(g, ball.center);
        start = k == 0 ? energy : start;
        worst = fmax(worst, fabs(energy / start - 1));
    }
    printf("elastic under gravity, %s with (%g, %g): energy off by at most %.1e of itself in 60 s, "
           "%ld impacts\n",
           name, first.x, first.y, worst, w->contacts);
    return worst;
}

// An elastic ball under gravity. Its path over a frame is the chord of a parabola, which must not
// cost energy. A wall that the ball has left must not bear its weight any more.
static void test_elastic_energy(void **state) {
    (void)state;
    const carom_vec2 velocities[] = {{0, 0}, {3, 0}, {7, 5}, {-1, -20}};
    bool good = true;
    for (int i = 0; i < 4; i++) {
        scene_start(&scene, vec(5, 7), 0.5);
        scene_add_box(&scene, vec(0, 0), vec(10, 10));
        mover_watch w = watch(carom_bounce(1, 0));
        w.mover.gravity = vec(0, -10);
        carom_ball ball = scene.ball;
        ball.velocity = velocities[i];
        good &= energy_drift("in a box", &w, ball) <= 1e-11;
        assert_true(w.contacts > 20);
    }
    assert_true(good);
}

// Along a floor, up a slope and back again. At the foot of the slope the ball leaves the floor that
// has borne its weight.
static void test_elastic_energy_from_floor_to_slope(void **state) {
    (void)state;
    const carom_vec2 slopes[] = {{4, 3}, {12, 5}, {3, 4}, {0, 1}, {-3, 4}};
    const double speeds[] = {3, 5, 8, 30};
    bool good = true;
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 4; k++) {
            scene_start(&scene, vec(-2, 0.5), 0.5);
            scene_add(&scene, carom_segment(vec(-20, 0), vec(0, 0)));
            scene_add(&scene, carom_segment(vec(0, 0), carom_vec2_scale(slopes[i], 100)));
            scene_add(&scene, carom_segment(vec(-20, 0), vec(-20, 400)));
            mover_watch w = watch(carom_bounce(1, 0));
            w.mover.gravity = vec(0, -10);
            carom_ball ball = scene.ball;
            ball.velocity = vec(speeds[k], 0);
            good &= energy_drift("floor and slope", &w, ball) <= 1e-11;
            assert_true(w.contacts > 2);
        }
    }
    assert_true(good);
}

// A ball that is freed from a sloped ceiling flies up. The contact centre is some ulp off the
// ceiling, so it can be lower than the start. The ball bounces off the ceiling all the same.
static void test_bounce_off_a_near_ceiling(void **state) {
    (void)state;
    const double fall = 80 * FRAME;
    random_source g = random_start(12, 0, 0);
    int wrong = 0;
    for (int k = 0; k < 20000; k++) {
        const double rise = random_between(&g, 2, 5), x = random_between(&g, -4, 4);
        const carom_wall ceiling =
            carom_segment(carom_vec2_make(8, rise), carom_vec2_make(-8, -rise));
        carom_wall_list list = {.walls = &ceiling, .count = 1};
        carom_move_settings s = carom_move_settings_default();
        s.world.walls = carom_wall_list_source(&list);
        s.response = carom_bounce(0.875, 0);
        s.gravity = carom_vec2_make(0, -80);
        const carom_ball ball = {{x, rise * x / 8 - 0.1875}, 0.25, {0, 8}};
        const carom_motion m = carom_ball_move(ball, FRAME, &s);
        const carom_vec2 n = carom_vec2_left(unit(carom_vec2_sub(ceiling.b, ceiling.a)));
        carom_vec2 expected = carom_velocity_respond(ball.velocity, n, s.response);
        expected.y -= fall;
        wrong += m.kind != CAROM_MOTION_KIND_FREED || m.contacts != 1 ||
                 length_of(carom_vec2_sub(m.ball.velocity, expected)) > 1e-4;
    }
    printf("thrown against a ceiling that is some ulp away: %d of 20000 wrong\n", wrong);
    assert_int_equal(wrong, 0);
}

// A ball at rest without gravity never moves, touching or not.
static void test_rest_stays(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 0.5);
    scene_add(&scene, carom_segment(vec(-3, -1.7), vec(5, 1.1)));
    const carom_vec2 n = unit(carom_vec2_left(vec(8, 2.8)));
    const carom_ball ball = scene_touching(scene.ball, scene.walls[0], vec(1, -0.3), n);
    mover_watch w = watch(carom_bounce(1, 0));
    for (int k = 0; k < 100; k++) {
        const carom_motion m = move(&w, ball, FRAME);
        assert_true(is_point(m.ball.center, ball.center.x, ball.center.y));
        assert_true(m.lost == 0.0 && m.contacts == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_without_ghost_hits),
        cmocka_unit_test(test_dropped_ball_comes_to_rest),
        cmocka_unit_test(test_slope_with_friction),
        cmocka_unit_test(test_floor_with_friction),
        cmocka_unit_test(test_rest_in_a_corner),
        cmocka_unit_test(test_elastic_energy),
        cmocka_unit_test(test_elastic_energy_from_floor_to_slope),
        cmocka_unit_test(test_bounce_off_a_near_ceiling),
        cmocka_unit_test(test_rest_stays),
    };
    return cmocka_run_group_tests_name("mover_contact", tests, NULL, NULL);
}
