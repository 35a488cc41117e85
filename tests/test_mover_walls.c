// The walls of a mover: one-sided, bare walls and points, walls some ulp long, invalid walls, and a
// source that is not an array. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "cases.h"
#include "random.h"
#include "scenes.h"
#include "watched.h"

static test_scene scene;

// Invalid walls stop nothing.
static void test_invalid_walls_are_passed_over(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_wall_make(vec(2, -9), vec(2, 9), -1, CAROM_EXTENT_SEGMENT));
    scene_add(&scene, carom_wall_make(vec(3, -9), vec((double)NAN, 9), 0, CAROM_EXTENT_LINE));
    scene_add(&scene, carom_wall_make(vec(0, 0), vec(1, 0), 0, (carom_extent)7));
    scene_add(&scene, carom_segment(vec(9, -9), vec(9, 9)));
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    scene.array.boxes = NULL;
    const carom_motion m = move(&w, ball_at(0, 0, 1, 16, 0), 1);
    assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 1 && w.impacts[0].id.index == 3);
    assert_true(is_near(m.ball.center, 0, 0, 1e-14));
}

// From the right of a->b it passes, from the left it does not.
static void test_one_sided(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    // Upward: its left is where x < 0.
    scene_add(&scene, carom_segment(vec(0, -9), vec(0, 9)));
    scene_add(&scene, carom_segment(vec(-9, -9), vec(-9, 9)));
    scene.walls[0].one_sided = true;
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    carom_motion m = move(&w, ball_at(3, 0, 1, -6, 0), 1);
    assert_true(m.contacts == 0 && is_near(m.ball.center, -3, 0, 1e-14));
    m = move(&w, ball_at(-3, 0, 1, 6, 0), 1);
    assert_true(m.contacts == 1 && is_near(m.ball.center, -5, 0, 1e-14));
    // Through, off the other wall, and stopped on its return: all in one frame.
    m = move(&w, ball_at(3, 0, 1, -16, 0), 1.75);
    assert_true(m.contacts == 3 && w.impacts[0].id.index == 1 && w.impacts[1].id.index == 0);
    // If the ball overlaps the wall at the start, on either side, it passes and is not pushed out.
    const double starts[] = {0.5, 0, -0.5, -nudged(1, -1)};
    for (int i = 0; i < 4; i++) {
        m = move(&w, ball_at(starts[i], 0, 1, 4, 0), 1);
        assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 0);
        assert_true(is_near(m.ball.center, starts[i] + 4, 0, 1e-14));
        m = move(&w, ball_at(starts[i], 0, 1, -4, 0), 1);
        assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 0);
    }
    // Touching from the left it is solid.
    m = move(&w, ball_at(-1, 0, 1, 4, 0), 1);
    assert_true(m.contacts == 1 && m.ball.center.x < -4.9);
}

// Solid for centres strictly on the left. A centre on the line passes, on the wall and beyond its
// ends.
static void test_one_sided_from_its_line(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 20), 1);
    scene_add(&scene, carom_segment(vec(0, -9), vec(0, 9)));
    scene.walls[0].one_sided = true;
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    carom_motion m = move(&w, ball_at(0, 20, 1, 0, -40), 1);
    assert_true(m.contacts == 0 && is_point(m.ball.center, 0, -20));
    m = move(&w, ball_at(0, 20, 1, 2, -40), 1);
    assert_true(m.contacts == 0 && is_point(m.ball.center, 2, -20));
    // The next double to its left does not.
    m = move(&w, ball_at(-0x1p-1074, 20, 1, 0, -40), 1);
    assert_true(m.contacts == 1 && w.impacts[0].feature == CAROM_FEATURE_END_B);
    // A point on the wall itself, and the next one.
    m = move(&w, ball_at(0, 0, 0, 4, 1), 1);
    assert_true(m.contacts == 0 && is_point(m.ball.center, 4, 1));
    m = move(&w, ball_at(-0x1p-1074, 0, 0, 4, 1), 1);
    assert_true(m.contacts == 1 && m.ball.center.x < -3.9);
}

// Frame by frame through a one-sided wall, never stuck in it.
static void test_one_sided_slowly(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 1);
    scene_add(&scene, carom_segment(vec(9, 1), vec(-9, -1))); // left is below
    scene.walls[0].one_sided = true;
    mover_watch w = watched(&scene, carom_slide());
    w.mover.gravity = vec(0, -1);
    carom_ball ball = ball_at(0, 3, 1, 0, 0);
    for (int i = 0; i < 240; i++) {
        const carom_motion m = move(&w, ball, 1.0 / 60);
        assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts == 0);
        ball = m.ball;
    }
    assert_true(ball.center.y < -4);
    // And up again: stopped.
    w.mover.gravity = vec(0, 1);
    for (int i = 0; i < 600; i++) {
        ball = move(&w, ball, 1.0 / 60).ball;
    }
    assert_true(ball.center.y < 0 && w.contacts >= 1);
}

// A point among bare walls passes none. If it starts on a wall, that is not a contact.
static void test_points_among_bare_walls(void **state) {
    (void)state;
    const carom_response all[] = {carom_bounce(1, 0), carom_bounce(0.5, 0.5), carom_slide(),
                                  carom_stop()};
    random_source g = random_start(case_seed(), 21, 0);
    for (int i = 0; i < 4; i++) {
        scene_start(&scene, vec(0.5, 0.25), 0);
        scene_add_box(&scene, vec(-5, -4), vec(5, 4));
        scene_add(&scene, carom_segment(vec(-3, -2.5), vec(4, 3.1)));
        scene_add(&scene, carom_segment(vec(4, -3), vec(0.1, -0.7)));
        scene_add(&scene, carom_segment(vec(-4, 3), vec(-1, -0.3)));
        scene_add(&scene, carom_segment(vec(2, 2), vec(2, 2)));
        mover_watch w = watched(&scene, all[i]);
        carom_ball ball = scene.ball;
        for (int k = 0; k < 1000; k++) {
            w.mover.gravity = vec(0, random_one_in(&g, 2) ? -10 : 0);
            const double speed = random_log(&g, -6, 16);
            const double vx = random_between(&g, -speed, speed);
            ball.velocity = vec(vx, random_between(&g, -speed, speed));
            ball = move(&w, ball, 1.0 / 60).ball;
            assert_true(fabs(ball.center.x) < 5 && fabs(ball.center.y) < 4);
        }
        assert_true(w.contacts > 500);
    }
}

static void test_point_leaves_the_wall_it_starts_on(void **state) {
    (void)state;
    scene_start(&scene, vec(0, 0), 0);
    scene_add(&scene, carom_segment(vec(-9, 0), vec(9, 0)));
    scene_add(&scene, carom_segment(vec(-9, 3), vec(9, 3)));
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    carom_motion m = move(&w, ball_at(1, 0, 0, 2, 2), 1);
    assert_true(m.contacts == 0 && is_point(m.ball.center, 3, 2));
    m = move(&w, ball_at(1, 0, 0, 2, -2), 1);
    assert_true(m.contacts == 0 && is_point(m.ball.center, 3, -2));
    m = move(&w, ball_at(9, 0, 0, -2, 0), 1);
    assert_true(m.contacts == 0 && is_point(m.ball.center, 7, 0));
    // After the other wall it does not return onto the first one.
    m = move(&w, ball_at(1, 0, 0, 0, 4), 2);
    assert_true(m.contacts == 2 && w.impacts[0].id.index == 1 && w.impacts[1].id.index == 0);
    assert_true(m.ball.center.y > 0 && m.ball.velocity.y > 0);
}

// A source as different from an array as the contract permits: all walls for every path, from the
// last to the first, with invalid walls between them.
static void visit_backwards(const void *source, const carom_path *kind,
                            carom_path_query_callback *visit, void *context) {
    const carom_wall_list *array = source;
    const carom_wall bad = carom_wall_make(vec((double)NAN, 0), vec(1, 0), 0, CAROM_EXTENT_SEGMENT);
    (void)kind;
    bool goes_on = true;
    for (size_t i = array->count; i > 0 && goes_on; i--) {
        goes_on = visit(context, (carom_index)(array->count + i), &bad) > 0.0 &&
                  visit(context, (carom_index)(i - 1), &array->walls[i - 1]) > 0.0;
    }
}

static bool same_motion(const carom_motion *m, const carom_motion *k) {
    return m->kind == k->kind && is_point(m->ball.center, k->ball.center.x, k->ball.center.y) &&
           is_point(m->ball.velocity, k->ball.velocity.x, k->ball.velocity.y) &&
           m->contacts == k->contacts && m->lost == k->lost && m->clamped == k->clamped &&
           m->overlapped.index == k->overlapped.index && is_point(m->freed, k->freed.x, k->freed.y);
}

// The order of walls and additional walls do not change the answer.
static void test_another_source_of_walls(void **state) {
    (void)state;
    static const scene_kind kinds[] = {SCENE_SOUP,   SCENE_SIMULTANEOUS, SCENE_CORNERS,
                                       SCENE_JOINTS, SCENE_SPAWNED,      SCENE_BOX_1E12};
    random_source g = random_start(case_seed(), 22, 0);
    long freed = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        scene_make(&scene, kinds[i]);
        mover_watch w = watched(&scene, carom_bounce(0.9, 0.1)), back = w;
        w.oracle_every = 0;
        back.oracle_every = 0;
        back.mover.world.walls = (carom_wall_source){visit_backwards, &scene.array};
        const double size = scene.ball.radius;
        carom_ball ball = scene.ball;
        for (int k = 0; k < 300; k++) {
            ball.velocity = scene_kick(&scene, &g, 1.0 / 60);
            if (k % 8 == 7) { // somewhere near, often in a wall
                ball.center.x += random_between(&g, -size, size);
                ball.center.y += random_between(&g, -size, size);
            }
            const carom_motion m = move(&w, ball, 1.0 / 60), n = move(&back, ball, 1.0 / 60);
            assert_true(same_motion(&m, &n));
            for (int j = 0; j < m.contacts; j++) {
                assert_true(w.impacts[j].id.index == back.impacts[j].id.index);
            }
            freed += m.kind == CAROM_MOTION_KIND_FREED;
            ball = m.kind == CAROM_MOTION_KIND_MOVED && k % 64 != 63 ? m.ball : scene.ball;
        }
        assert_true(w.contacts > 100);
    }
    assert_true(freed > 50);
}

// Walls of 1 to 8 ulp, whose rounded coordinates do not determine their direction. They are not
// passed and not ignored.
static void test_wall_source_of_some_ulp(void **state) {
    (void)state;
    const double places[] = {1e12, 0x1p52, -1e12, 0x1p52 - 4};
    const double radii[] = {0, 0.5};
    for (int i = 0; i < 4 * 2 * 8 * 4; i++) {
        const double x = places[i % 4], radius = radii[i / 4 % 2];
        const int ulps = 1 + i / 8 % 8, kind = i / 64;
        const double far = nudged(x, ulps);
        const double y = kind == 1 ? x : 0, size = fabs(x) < 0x1p51 ? 1 : 4;
        // Level, level and as far off in y, sloped, upright.
        const carom_vec2 a = {x, y}, b = {kind == 3 ? x : far, kind == 2 ? far - x : y};
        scene_start(&scene, vec(x, y + 20), size);
        scene_add(&scene, carom_capsule(a, kind == 3 ? vec(x, y - fabs(far - x)) : b, radius));
        mover_watch w = watched(&scene, carom_bounce(1, 0));
        const carom_motion m = move(&w, ball_at(x, y + 20, size, 0, -100), 1);
        assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.contacts >= 1 && m.lost == 0.0);
        // Off a slope of 45 degrees it may go level.
        assert_true(kind == 2 || (m.ball.velocity.y > 0 && m.ball.center.y > y));
    }
    // As it was found.
    scene_start(&scene, vec(1e12, 20), 1);
    scene_add(&scene, carom_capsule(vec(1e12, 0), vec(1e12 + 0.0002, 0), 0.5));
    mover_watch w = watched(&scene, carom_bounce(1, 0));
    const carom_motion m = move(&w, ball_at(1e12, 20, 1, 0, -100), 1);
    assert_true(m.contacts == 1 && m.ball.velocity.y > 99);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invalid_walls_are_passed_over),
        cmocka_unit_test(test_one_sided),
        cmocka_unit_test(test_one_sided_from_its_line),
        cmocka_unit_test(test_one_sided_slowly),
        cmocka_unit_test(test_points_among_bare_walls),
        cmocka_unit_test(test_point_leaves_the_wall_it_starts_on),
        cmocka_unit_test(test_another_source_of_walls),
        cmocka_unit_test(test_wall_source_of_some_ulp),
    };
    return cmocka_run_group_tests_name("mover_walls", tests, NULL, NULL);
}
