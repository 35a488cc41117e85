// Balls of radius 0, which do not meet each other, and balls smaller than what rounding does to
// their places, which do. The oracles are closed forms, and carom_ball_move for each point alone.
// Every frame is checked at all times, and stepped twice (support/crowd_world.h). Room: tests.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_world.h"

enum { BALLS_MAX = 16 };

static carom_ball point_at(double x, double y, double vx, double vy) {
    return ball_at(x, y, 0, vx, vy);
}

// ---- points ----

// Steps the scene: every point moves as if it were alone, bit for bit, and no other one keeps it.
static void step_alone(double time) {
    carom_ball before[BALLS_MAX];
    assert_true(s.count <= BALLS_MAX);
    memcpy(before, s.balls, s.count * sizeof *before);
    const carom_crowd_motion m = step(time);
    assert_true(m.moved == s.count && m.ball_impacts == 0);
    for (size_t i = 0; i < s.count; i++) {
        carom_move_settings settings = s.settings.move;
        if (s.settings.accelerations != NULL)
            settings.gravity = carom_vec2_add(settings.gravity, s.accelerations[i]);
        const carom_motion alone = carom_ball_move(before[i], time, &settings);
        assert_memory_equal(&s.balls[i], &alone.ball, sizeof alone.ball);
        assert_true(t.results[i].lost == alone.lost);
        assert_true(t.results[i].hold == alone.hold || t.results[i].hold == CAROM_HOLD_ASLEEP);
    }
}

static void test_two_points(void **state) {
    (void)state;
    static const struct {
        carom_ball first, second;
        carom_vec2 first_to, second_to;
    } rows[] = {
        {{{-1, 0}, 0, {2, 0}}, {{1, 0}, 0, {-2, 0}}, {1, 0}, {-1, 0}},         // head-on
        {{{-1, 0}, 0, {4, 0}}, {{0.5, 0}, 0, {-2, 0}}, {3, 0}, {-1.5, 0}},     // of unequal speed
        {{{-0.3, 0}, 0, {3, 0}}, {{0.7, 0}, 0, {-7, 0}}, {2.7, 0}, {-6.3, 0}}, // at .1
        {{{-1, 0}, 0, {2, 0}}, {{0, 0}, 0, {0, 0}}, {1, 0}, {0, 0}},           // one at rest
        {{{-1, 0}, 0, {4, 0}}, {{0, 0}, 0, {1, 0}}, {3, 0}, {1, 0}},           // overtaken
        {{{-1, 0}, 0, {2, 0}}, {{0, -1}, 0, {0, 2}}, {1, 0}, {0, 1}},          // crosswise
        {{{-1, -1}, 0, {2, 2}}, {{1, 1}, 0, {-2, -2}}, {1, 1}, {-1, -1}},      // diagonal
        {{{-1, -1}, 0, {2, 2}}, {{1, -1}, 0, {-2, 2}}, {1, 1}, {-1, 1}},       // diagonals
        {{{-1, 0}, 0, {1, 0}}, {{1, 0}, 0, {-1, 0}}, {0, 0}, {0, 0}},          // at the end
        {{{2, 3}, 0, {1, 0}}, {{2, 3}, 0, {1, 0}}, {3, 3}, {3, 3}},            // at one place
        {{{2, 3}, 0, {1, 0}}, {{2, 3}, 0, {0, -5}}, {3, 3}, {2, -2}},
        {{{2, 3}, 0, {0, 0}}, {{2, 3}, 0, {0, 0}}, {2, 3}, {2, 3}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        restart("two points");
        add(rows[i].first);
        add(rows[i].second);
        step_alone(1);
        assert_true(is_near(s.balls[0].center, rows[i].first_to.x, rows[i].first_to.y, 1e-15));
        assert_true(is_near(s.balls[1].center, rows[i].second_to.x, rows[i].second_to.y, 1e-15));
        for (int frame = 0; frame < 3; frame++)
            step_alone(1);
    }
}

static void test_three_points_at_one_place(void **state) {
    (void)state;
    const double inverse[] = {1, 0, 0.25};
    s.settings.inverse_masses = inverse;
    add(point_at(-1, 0, 2, 0));
    add(point_at(1, 0, -2, 0));
    add(point_at(0, 1, 0, -2));
    step_alone(0.5);
    for (int i = 0; i < 3; i++)
        assert_true(is_near(s.balls[i].center, 0, 0, 0));
    step_alone(0.5);
    assert_true(is_near(s.balls[0].center, 1, 0, 0) && is_near(s.balls[1].center, -1, 0, 0));
    assert_true(is_near(s.balls[2].center, 0, -1, 0));
}

// One is thrown up and meets the other one, which falls, at the height 2.75.
static void test_points_that_fall(void **state) {
    (void)state;
    s.settings.move.gravity = vec(0, -2);
    s.settings.accelerations = s.accelerations;
    add(point_at(0, 3, 0, 0));
    add(point_at(0, 0, 0, 6));
    for (int i = 0; i < 4; i++)
        step_alone(0.25);
    assert_true(is_near(s.balls[0].center, 0, 2, 0) && is_near(s.balls[0].velocity, 0, -2, 0));
    assert_true(is_near(s.balls[1].center, 0, 5, 0) && is_near(s.balls[1].velocity, 0, 4, 0));
    // Two that accelerations bring together.
    restart("accelerated points");
    s.settings.accelerations = s.accelerations;
    add(point_at(-1, 0, 0, 0));
    add(point_at(1, 0, 0, 0));
    s.accelerations[0] = vec(2, 0);
    s.accelerations[1] = vec(-2, 0);
    step_alone(2);
    assert_true(is_near(s.balls[0].center, 3, 0, 0) && is_near(s.balls[1].center, -3, 0, 0));
}

// Points that walls bring together at their lowest place, in a row and onto each other.
static void test_points_among_walls(void **state) {
    (void)state;
    static const carom_response responses[] = {{CAROM_RESPONSE_KIND_BOUNCE, 1, 0},
                                               {CAROM_RESPONSE_KIND_BOUNCE, 0.5, 0.25},
                                               {CAROM_RESPONSE_KIND_SLIDE, 0, 0}};
    for (size_t i = 0; i < sizeof responses / sizeof responses[0]; i++) {
        restart("points among walls");
        add_wall(carom_segment(vec(-4, 4), vec(0, 0)));
        add_wall(carom_segment(vec(0, 0), vec(4, 4)));
        s.settings.move.gravity = vec(0, -10);
        s.settings.move.response = responses[i];
        s.settings.restitution = responses[i].restitution;
        for (int k = 0; k < 6; k++)
            add(point_at(0.5 * k - 1.5, 2 + 0.5 * (k / 2), k % 2, 0));
        for (int frame = 0; frame < 120; frame++)
            step_alone(1.0 / 60);
    }
    // To and fro between two walls, ten times in a frame.
    restart("points between walls");
    add_wall(carom_segment(vec(-1, -1), vec(-1, 1)));
    add_wall(carom_segment(vec(1, -1), vec(1, 1)));
    add(point_at(-0.5, 0, 16, 0));
    add(point_at(0.5, 0, -16, 0));
    step_alone(1.25);
    assert_true(is_near(s.balls[0].velocity, 16, 0, 0));
    assert_true(is_near(s.balls[0].center, -0.5, 0, 1e-13));
    assert_true(is_near(s.balls[1].center, 0.5, 0, 1e-13));
}

static void be_asked(void *context, const carom_ball_impact *impact, carom_response *response) {
    (void)context;
    (void)response;
    assert_true(impact->second == 2);
}

// A point meets balls that have a radius, as its category says; the caller is not asked about two
// points.
static void test_points_and_balls(void **state) {
    (void)state;
    const uint32_t categories[] = {1, 1, 2, 4}, masks[] = {3, 3, 3, 3};
    s.settings.categories = categories;
    s.settings.masks = masks;
    s.settings.respond_balls = be_asked;
    add(point_at(-2, 0, 4, 0));
    add(point_at(-1, 0, 0, 0));
    add(ball_at(1, 0, 1, 0, 0));
    add(ball_at(-1, 0, 0.25, 0, 0)); // exists for nobody
    const carom_crowd_motion m = step(1);
    assert_true(m.ball_impacts == 1 && m.held == 0 && m.lost == 0);
    assert_true(is_near(s.balls[0].center, 0, 0, 1e-15) && is_near(s.balls[0].velocity, 0, 0, 0));
    assert_true(is_near(s.balls[1].center, -1, 0, 0) && is_near(s.balls[1].velocity, 0, 0, 0));
    assert_true(is_near(s.balls[2].center, 3, 0, 1e-15) && is_near(s.balls[2].velocity, 4, 0, 0));
}

// ---- balls smaller than an ulp of where they meet ----

static const double small_radii[] = {DBL_TRUE_MIN, 1e-300, 1e-20, 1e-17, 1e-16, 1e-15};

enum { SMALL_RADII = sizeof small_radii / sizeof small_radii[0] };

// Head-on and equally heavy, two balls exchange their velocities.
static void test_small_head_on(void **state) {
    (void)state;
    random_source g = random_start(3, 1, 0);
    for (int i = 0; i < 60 * SMALL_RADII; i++) {
        const double r = small_radii[i % SMALL_RADII];
        const double p = -random_log(&g, -8, 0), q = random_log(&g, -8, 0);
        const double v = random_log(&g, 1, 3), w = -random_log(&g, 1, 3);
        restart("small, head-on");
        add(ball_at(i % 2 ? p : 0, i % 2 ? 0 : p, r, i % 2 ? v : 0, i % 2 ? 0 : v));
        add(ball_at(i % 2 ? q : 0, i % 2 ? 0 : q, r, i % 2 ? w : 0, i % 2 ? 0 : w));
        for (int frame = 1; frame <= 2; frame++) {
            const carom_crowd_motion m = step(1);
            assert_true(m.held == 0 && m.lost == 0 && t.sums.ball_impacts == 1);
            const carom_vec2 first = carom_vec2_make(q + frame * w, 0);
            const carom_vec2 second = carom_vec2_make(p + frame * v, 0);
            const carom_vec2 at = s.balls[0].center, other = s.balls[1].center;
            assert_true(is_near(i % 2 ? at : vec(at.y, at.x), first.x, 0, 1e-13));
            assert_true(is_near(i % 2 ? other : vec(other.y, other.x), second.x, 0, 1e-13));
        }
    }
}

// Crosswise to one place, to within less than the radii: they exchange velocities, as the normal is
// that of the relative velocity.
static void test_small_crosswise(void **state) {
    (void)state;
    random_source g = random_start(3, 2, 0);
    for (int i = 0; i < 60 * SMALL_RADII; i++) {
        const double x = random_int(&g, 0, 15), y = random_int(&g, 0, 15);
        const double time = random_int(&g, 1, 7) / 8.0;
        const double v = random_int(&g, 1, 9), w = random_int(&g, 1, 9);
        restart("small, crosswise");
        add(ball_at(x - time * v, y, small_radii[i % SMALL_RADII], v, 0));
        add(ball_at(x, y - time * w, small_radii[i % SMALL_RADII], 0, w));
        const carom_crowd_motion m = step(1);
        assert_true(m.ball_impacts == 1 && m.held == 0 && m.lost == 0);
        assert_true(is_near(s.balls[0].velocity, 0, w, 1e-14 * w));
        assert_true(is_near(s.balls[1].velocity, v, 0, 1e-14 * v));
        assert_true(is_near(s.balls[0].center, x, y + (1 - time) * w, 1e-13));
        assert_true(is_near(s.balls[1].center, x + (1 - time) * v, y, 1e-13));
    }
}

// The normal is right although the places are rounded: with the offset R / 2 it is (-root, 1) / 2.
static void test_small_oblique(void **state) {
    (void)state;
    for (int i = 1; i < SMALL_RADII; i++) {
        const double r = small_radii[i], root = sqrt(3.0);
        restart("small, oblique");
        add(ball_at(-0.3, r, r, 6, 0));
        add(ball_at(0.3, 0, r, 0, 0));
        assert_true(step(1).ball_impacts == 1);
        assert_true(is_near(s.balls[1].velocity, 4.5, -1.5 * root, 1e-13));
        assert_true(is_near(s.balls[0].velocity, 1.5, 1.5 * root, 1e-13));
    }
}

// On any line, where rounding says whether they meet: nothing is lost, neither time nor momentum
// nor energy.
static void test_small_on_a_line(void **state) {
    (void)state;
    random_source g = random_start(3, 4, 0);
    for (int i = 0; i < 150 * SMALL_RADII; i++) {
        const double r = small_radii[i % SMALL_RADII];
        const carom_vec2 at = random_vec(&g, 1), way = random_vec(&g, 1);
        const double p = random_log(&g, 0, 1), q = random_log(&g, 0, 1);
        restart("small, on a line");
        add(ball_at(at.x - p * way.x, at.y - p * way.y, r, 2 * p * way.x, 2 * p * way.y));
        add(ball_at(at.x + q * way.x, at.y + q * way.y, r, -2 * q * way.x, -2 * q * way.y));
        const carom_vec2 sum = carom_vec2_add(s.balls[0].velocity, s.balls[1].velocity);
        const double energy = crowd_scene_energy(&s);
        const carom_crowd_motion m = step(1);
        assert_true(m.held == 0 && m.lost == 0);
        const carom_vec2 after = carom_vec2_add(s.balls[0].velocity, s.balls[1].velocity);
        assert_true(is_near(after, sum.x, sum.y, 1e-14));
        assert_true(fabs(crowd_scene_energy(&s) - energy) <= 1e-14 * energy);
    }
}

static int compare_numbers(const void *p, const void *q) {
    const double x = *(const double *)p, y = *(const double *)q;
    return (x > y) - (x < y);
}

// In a row, equally heavy, the balls keep their order, and are where balls would be that pass
// through each other.
static void test_small_in_a_row(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        random_source g = random_start(3, 3, (uint64_t)i);
        double places[8], speeds[8];
        restart("small, in a row");
        for (int k = 0; k < 8; k++) {
            places[k] = k + 0.5 * random_log(&g, -4, 0);
            speeds[k] = random_sign(&g) * random_log(&g, -2, 2);
            add(ball_at(places[k], 0, small_radii[i % SMALL_RADII], speeds[k], 0));
        }
        for (int frame = 1; frame <= 30; frame++) {
            const carom_crowd_motion m = step(0.125);
            assert_true(m.held == 0 && m.lost == 0);
            double expected[8];
            for (int k = 0; k < 8; k++)
                expected[k] = places[k] + 0.125 * frame * speeds[k];
            qsort(expected, 8, sizeof *expected, compare_numbers);
            for (int k = 0; k < 8; k++)
                assert_true(is_near(s.balls[k].center, expected[k], 0, 1e-12));
        }
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {
        TEST(test_two_points),       TEST(test_three_points_at_one_place),
        TEST(test_points_that_fall), TEST(test_points_among_walls),
        TEST(test_points_and_balls), TEST(test_small_head_on),
        TEST(test_small_crosswise),  TEST(test_small_oblique),
        TEST(test_small_on_a_line),  TEST(test_small_in_a_row)};
    return cmocka_run_group_tests_name("points of a crowd", tests, NULL, NULL);
}
