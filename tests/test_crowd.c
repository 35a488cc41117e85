// The contract of crowd.h: closed forms of collisions, masses, inputs, overlaps at the start,
// extreme numbers. Every frame is checked at all times, and stepped twice (support/crowd_world.h).
// Room: tests.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_world.h"

// ---- the response of two balls ----

static void test_respond(void **state) {
    (void)state;
    const carom_vec2 n = vec(-1, 0);
    // Equal masses exchange their velocities.
    carom_velocity_pair v = carom_balls_respond(vec(3, 1), 1, vec(-1, 2), 1, n, 1, 0);
    assert_true(is_near(v.first, -1, 1, 0) && is_near(v.second, 3, 2, 0));
    // (m1 - m2) / (m1 + m2) v and 2 m1 / (m1 + m2) v, for masses 3 and 1
    v = carom_balls_respond(vec(4, 0), 1.0 / 3, vec(0, 0), 1, n, 1, 0);
    assert_true(is_near(v.first, 2, 0, 1e-15) && is_near(v.second, 6, 0, 1e-15));
    // Restitution 0: the common velocity. A ball of inverse mass 0 is a wall.
    v = carom_balls_respond(vec(4, 0), 1, vec(0, 0), 1, n, 0, 0);
    assert_true(is_near(v.first, 2, 0, 0) && is_near(v.second, 2, 0, 0));
    v = carom_balls_respond(vec(4, 1), 1, vec(0, 0), 0, n, 0.5, 0);
    assert_true(is_near(v.first, -2, 1, 0) && is_near(v.second, 0, 0, 0));
    // Friction takes at most friction times the impulse along n, and not more than the slip.
    v = carom_balls_respond(vec(2, 8), 1, vec(0, 0), 1, n, 1, 0.5);
    assert_true(is_near(v.first, 0, 7, 0) && is_near(v.second, 2, 1, 0));
    v = carom_balls_respond(vec(2, 1), 1, vec(0, 0), 1, n, 1, 9);
    assert_true(is_near(v.first, 0, 0.5, 0) && is_near(v.second, 2, 0.5, 0));
    v = carom_balls_respond(vec(2, -8), 1, vec(0, 0), 1, n, 1, 0.5);
    assert_true(is_near(v.first, 0, -7, 0) && is_near(v.second, 2, -1, 0));
    // Masses beyond the range of their sum.
    v = carom_balls_respond(vec(4, 0), DBL_MAX, vec(0, 0), DBL_MAX, n, 1, 0);
    assert_true(is_near(v.first, 0, 0, 0) && is_near(v.second, 4, 0, 0));
}

static void test_respond_without_impact(void **state) {
    (void)state;
    const carom_vec2 n = vec(-1, 0);
    carom_velocity_pair v = carom_balls_respond(vec(-1, 0), 1, vec(1, 0), 1, n, 1, 0);
    assert_true(is_near(v.first, -1, 0, 0) && is_near(v.second, 1, 0, 0));
    v = carom_balls_respond(vec(1, 0), 0, vec(0, 0), 0, n, 1, 0);
    assert_true(is_near(v.first, 1, 0, 0) && is_near(v.second, 0, 0, 0));
    v = carom_balls_respond(vec(1, 0), 1, vec(0, 0), 1, vec(0, 0), 1, 0);
    assert_true(is_near(v.first, 1, 0, 0) && is_near(v.second, 0, 0, 0));
    const double bad[][4] = {{-1, 1, 1, 0},       {1, -1, 1, 0},         {1, 1, 2, 0},
                             {1, 1, -1, 0},       {1, 1, 1, -1},         {(double)NAN, 1, 1, 0},
                             {1, HUGE_VAL, 1, 0}, {1, 1, (double)NAN, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        v = carom_balls_respond(vec(2, 0), bad[i][0], vec(1, 0), bad[i][1], n, bad[i][2],
                                bad[i][3]);
        assert_true(is_near(v.first, 0, 0, 0) && is_near(v.second, 0, 0, 0));
    }
}

// ---- closed forms ----

static void test_head_on(void **state) {
    (void)state;
    add(ball_at(0, 0, 1, 4, 0));
    add(ball_at(5, 0, 1, 0, 0));
    const carom_crowd_motion m = step(1);
    assert_true(m.status == CAROM_STATUS_OK && m.ball_impacts == 1 && m.lost == 0 && m.moved == 2);
    assert_true(is_near(s.balls[0].center, 3, 0, 1e-14) && is_near(s.balls[0].velocity, 0, 0, 0));
    assert_true(is_near(s.balls[1].center, 6, 0, 1e-14) && is_near(s.balls[1].velocity, 4, 0, 0));
    assert_true(t.results[0].contacts == 1 && t.results[1].contacts == 1);
    const carom_ball_impact *i = &t.ball_impacts[0];
    assert_true(i->time == 0.75 && is_near(i->first_center, 3, 0, 1e-14));
    assert_true(is_near(i->second_center, 5, 0, 0) && is_near(i->normal, -1, 0, 0));
}

// The target leaves along the line of centres, and the balls part at a right angle.
static void test_oblique(void **state) {
    (void)state;
    add(ball_at(-3, 1, 1, 6, 0));
    add(ball_at(0, 0, 1, 0, 0));
    step(1);
    const double root = sqrt(3.0);
    // The normal at the contact is (-root, 1) / 2.
    assert_true(is_near(s.balls[1].velocity, 4.5, -1.5 * root, 1e-13));
    assert_true(is_near(s.balls[0].velocity, 1.5, 1.5 * root, 1e-13));
    const double time = 1.0 - (3.0 - root) / 6.0;
    assert_true(is_near(s.balls[1].center, 4.5 * time, -1.5 * root * time, 1e-13));
}

static void test_masses(void **state) {
    (void)state;
    const double inverse[] = {0.25, 1, 0};
    s.settings.inverse_masses = inverse;
    add(ball_at(0, 0, 1, 5, 0));
    add(ball_at(4, 0, 1, 0, 0));
    add(ball_at(20, 0, 1, 0, 0));
    step(1);
    // (4 - 1) / 5 * 5 and 8 / 5 * 5
    assert_true(is_near(s.balls[0].velocity, 3, 0, 1e-14));
    assert_true(is_near(s.balls[1].velocity, 8, 0, 1e-14));
    step(1.5);
    // Thrown back by the ball that does not give way, and by the heavy one in turn.
    assert_true(is_near(s.balls[2].center, 20, 0, 0) && is_near(s.balls[2].velocity, 0, 0, 0));
    assert_true(t.sums.ball_impacts == 2 && is_near(s.balls[1].velocity, -8, 0, 1e-14));
}

// A ball meets two others in the same instant, with the normals (-0.8, -+0.6). The impacts follow
// each other, in the mirrored crowd too.
static void test_two_at_once(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double y = i == 0 ? 1.2 : -1.2;
        restart("two at once");
        add(ball_at(4, y, 1, 0, 0));
        add(ball_at(0, 0, 1, 8, 0));
        add(ball_at(4, -y, 1, 0, 0));
        const carom_crowd_motion m = step(0.5);
        assert_true(m.ball_impacts == 2 && m.lost == 0);
        const int first = s.balls[0].velocity.x > s.balls[2].velocity.x ? 0 : 2;
        const double side = first == 0 ? y : -y;
        // 8 * 0.8 along the first normal, and what is left of the speed along the second.
        assert_true(is_near(s.balls[first].velocity, 5.12, 3.2 * side, 1e-13));
        assert_true(is_near(s.balls[2 - first].velocity, 3.6864, -2.304 * side, 1e-13));
        assert_true(is_near(s.balls[1].velocity, -0.8064, -0.896 * side, 1e-13));
    }
}

// More walls touch the path than the mover remembers, and none is in its way.
static void test_many_walls_along_the_path(void **state) {
    (void)state;
    for (int i = 0; i < 40; i++)
        add_wall(carom_segment(vec(i, -1), vec(i + 1, -1)));
    add(ball_at(1, 0, 1, 36, 0));
    add(ball_at(20, 1.9375, 0.75, 0, 0));
    const carom_crowd_motion m = step(1);
    assert_true(m.moved == 2 && m.lost == 0 && m.ball_impacts == 0 && t.results[0].contacts == 0);
    assert_true(is_near(s.balls[0].center, 37, 0, 0) && is_near(s.balls[0].velocity, 36, 0, 0));
}

// Newton's cradle: the last balls leave with the velocity of the first, in the same instant, and
// nothing is lost. With one ball that comes the others touch exactly; two that come touch, too.
static void test_cradle(void **state) {
    (void)state;
    for (int coming = 1; coming <= 2; coming++) {
        restart("cradle");
        for (int i = 0; i < 5; i++)
            add(ball_at(2.0 * i - (i < coming ? 1 : 0), 0, 1, i < coming ? 3 : 0, 0));
        const carom_crowd_motion m = step(1);
        assert_true(m.lost == 0 && m.held == 0);
        for (size_t k = 0; k < t.ball_impact_count; k++)
            assert_true(fabs(t.ball_impacts[k].time - 1.0 / 3) < 1e-15);
        for (int i = 0; i < 5; i++) {
            const bool leaves = i >= 5 - coming;
            const double x = 2.0 * i + (leaves ? 2 : 0);
            assert_true(is_near(s.balls[i].center, x, 0, 1e-14));
            assert_true(is_near(s.balls[i].velocity, leaves ? 3 : 0, 0, 0));
        }
    }
}

// Touching balls at equal speeds do not collide, in whatever order they are given.
static void test_train(void **state) {
    (void)state;
    for (int i = 0; i < 7; i++)
        add(ball_at(2.0 * (i * 5 % 7), 0, 1, 7.3, 0.2));
    for (int frame = 0; frame < 20; frame++) {
        const carom_crowd_motion m = step(0.125);
        assert_true(m.ball_impacts == 0 && m.lost == 0);
    }
    for (int i = 0; i < 7; i++) {
        assert_true(is_near(s.balls[i].center, 2.0 * (i * 5 % 7) + 7.3 * 2.5, 0.5, 1e-12));
        assert_true(is_near(s.balls[i].velocity, 7.3, 0.2, 0));
    }
}

// Each ball passes the crossing when the other is far from it, in whatever order.
static void test_crossing_streams(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        add(ball_at(-10.0 - 8 * i, 0, 1, 80, 0));
        add(ball_at(0, -14.0 - 8 * i, 1, 0, 80));
    }
    const carom_crowd_motion m = step(2);
    assert_true(m.ball_impacts == 0 && m.lost == 0);
    for (int i = 0; i < 8; i++) {
        assert_true(is_near(s.balls[2 * i].center, 150 - 8 * i, 0, 1e-12));
        assert_true(is_near(s.balls[2 * i + 1].center, 0, 146 - 8 * i, 1e-12));
    }
}

// ---- balls that come near no other ball ----

// A box of the straight path of a ball, and of its legs, with a margin.
static carom_box box_of_paths(const carom_ball *before, size_t i) {
    const double radius = 1.05 * before->radius;
    const carom_vec2 pace =
        carom_vec2_add(before->velocity, carom_vec2_scale(s.settings.move.gravity, 0.5 * s.time));
    carom_box box = carom_path_box((carom_path){
        before->center, carom_vec2_add(before->center, carom_vec2_scale(pace, s.time)), radius});
    for (size_t k = t.leg_starts[i]; k < t.leg_starts[i + 1]; k++) {
        const carom_box leg = carom_path_box((carom_path){t.legs[k].from, t.legs[k].to, radius});
        box.min = vec(fmin(box.min.x, leg.min.x), fmin(box.min.y, leg.min.y));
        box.max = vec(fmax(box.max.x, leg.max.x), fmax(box.max.y, leg.max.y));
    }
    return box;
}

// Balls whose paths come near no others move as in the mover, bit for bit. Returns how many.
static int check_alone(const carom_ball *before) {
    int count = 0;
    for (size_t i = 0; i < s.count; i++) {
        bool is_alone = t.results[i].hold != CAROM_HOLD_ASLEEP;
        const carom_box box = box_of_paths(&before[i], i);
        for (size_t k = 0; k < s.count; k++)
            is_alone &= k == i || !carom_box_overlaps(box, box_of_paths(&before[k], k));
        if (!is_alone)
            continue;
        count++;
        const carom_motion m = carom_ball_move(before[i], s.time, &s.settings.move);
        if (memcmp(&m.ball, &s.balls[i], sizeof m.ball) != 0 || m.lost != t.results[i].lost ||
            m.contacts != t.results[i].contacts)
            fail_msg("frame %ld, ball %zu ends at (%a, %a), alone at (%a, %a)", t.sums.frames, i,
                     s.balls[i].center.x, s.balls[i].center.y, m.ball.center.x, m.ball.center.y);
    }
    return count;
}

static void test_single_ball(void **state) {
    (void)state;
    add_wall(carom_segment(vec(-9, 0), vec(9, 0)));
    s.settings.move.gravity = vec(0, -10);
    add(ball_at(0, 3, 1, 1, 2));
    for (int frame = 0; frame < 200; frame++) {
        const carom_ball before = s.balls[0];
        step(1.0 / 64);
        assert_int_equal(check_alone(&before), 1);
    }
}

static void test_balls_apart(void **state) {
    (void)state;
    static carom_ball before[SCENE_BALLS_MAX];
    crowd_scene_make(&s, CROWD_SCENE_GAS, 60, 7);
    int alone = 0;
    for (int frame = 0; frame < 60; frame++) {
        memcpy(before, s.balls, s.count * sizeof before[0]);
        step(1.0 / 60);
        alone += check_alone(before);
    }
    assert_true(alone > 600 && t.sums.impacts > 20 && t.sums.ball_impacts > 20);
}

// ---- inputs ----

static void test_invalid_balls(void **state) {
    (void)state;
    const double inverse[] = {1, 1, 1, -1, 1, (double)NAN, HUGE_VAL, 1};
    const carom_vec2 accelerations[8] = {[7] = {0, HUGE_VAL}};
    s.settings.inverse_masses = inverse;
    s.settings.accelerations = accelerations;
    add(ball_at(0, 0, 1, 8, 0));
    add(ball_at(4, 0, -1, 0, 0));
    add(ball_at((double)NAN, 0, 1, 0, 0));
    add(ball_at(4, 0, 1, 0, 0));
    add(ball_at(4, 0, 1, HUGE_VAL, 0));
    for (int i = 5; i < 8; i++)
        add(ball_at(4, 0, 1, 0, 0));
    carom_ball before[8];
    memcpy(before, s.balls, sizeof before);
    for (int i = 0; i < CROWD_CHANGES; i++) {
        memcpy(s.balls, before, sizeof before);
        const carom_crowd_motion m = step(1);
        assert_true(m.moved == 1 && m.invalid == 7 && s.balls[0].center.x == 8);
        assert_memory_equal(before + 1, s.balls + 1, 7 * sizeof before[0]);
        for (int k = 1; k < 8; k++)
            assert_true(t.results[k].kind == CAROM_MOTION_KIND_INVALID &&
                        t.results[k].overlapped.index == CAROM_NO_WALL);
    }
}

static void expect_invalid(double time) {
    carom_ball before[2];
    carom_motion results[2];
    memcpy(before, s.balls, sizeof before);
    size_t size, other_size;
    unsigned char *bytes = crowd_saved(t.crowd, &size);
    const carom_crowd_motion m = carom_crowd_step(t.crowd, s.balls, 2, time, &s.settings, results);
    assert_true(m.status == CAROM_STATUS_OK && m.invalid == 2 && m.moved == 0);
    assert_int_equal(results[0].kind, CAROM_MOTION_KIND_INVALID);
    assert_memory_equal(before, s.balls, sizeof before);
    unsigned char *after = crowd_saved(t.crowd, &other_size);
    assert_int_equal(size, other_size);
    assert_memory_equal(bytes, after, size);
    free(bytes);
    free(after);
}

static void test_invalid_settings(void **state) {
    (void)state;
    add(ball_at(0, 0, 1, 8, 0));
    add(ball_at(9, 0, 1, 8, 0));
    step(0.5);
    const carom_crowd_settings good = s.settings;
    const double times[] = {-1, HUGE_VAL, (double)NAN};
    for (int i = 0; i < 3; i++)
        expect_invalid(times[i]);
    s.settings.restitution = 1.5;
    expect_invalid(1);
    s.settings.restitution = (double)NAN;
    expect_invalid(1);
    s.settings = good;
    s.settings.friction = -1;
    expect_invalid(1);
    s.settings.friction = HUGE_VAL;
    expect_invalid(1);
    s.settings = good;
    s.settings.max_passes = -1;
    expect_invalid(1);
    s.settings = good;
    s.settings.move.response = carom_pass();
    expect_invalid(1);
    s.settings = good;
    s.settings.move.response.restitution = (double)NAN;
    expect_invalid(1);
    s.settings = good;
    s.settings.move.gravity.x = HUGE_VAL;
    expect_invalid(1);
    s.settings = good;
    s.settings.move.max_contacts = -1;
    expect_invalid(1);
}

static void test_nothing_to_move(void **state) {
    (void)state;
    carom_crowd_motion m = carom_crowd_step(t.crowd, NULL, 0, 1, &s.settings, NULL);
    assert_true(m.status == CAROM_STATUS_OK && m.moved == 0 && m.invalid == 0);
    add(ball_at(0, 0, -1, 8, 0));
    m = step(1);
    assert_true(m.invalid == 1);
    s.balls[0] = ball_at(0, 0, 1, 8, 0);
    m = step(0);
    assert_true(m.moved == 1 && s.balls[0].center.x == 0 && s.balls[0].velocity.x == 8);
}

// ---- overlaps at the start ----

static void test_overlapping_pair_is_freed(void **state) {
    (void)state;
    for (double time = 0.0; time <= 0.5; time += 0.5) {
        restart("overlapping pair");
        add(ball_at(0, 0, 1, 0, 0));
        add(ball_at(0.5, 0, 1, 0, 0));
        add(ball_at(9, 0, 1, 0, 0));
        const carom_crowd_motion m = step(time);
        assert_true(m.freed == 1 && m.moved == 2 && m.stuck == 0);
        for (int i = 0; i < 2; i++)
            if (t.results[i].kind == CAROM_MOTION_KIND_FREED)
                assert_true(t.results[i].overlapped.index == CAROM_NO_WALL &&
                            t.results[i].freed.x == s.balls[i].center.x);
        const carom_crowd_motion next = step(time);
        assert_true(next.moved == 3);
    }
}

static void test_overlapped_wall_is_reported(void **state) {
    (void)state;
    add_wall(carom_segment(vec(-9, 50), vec(9, 50)));
    add_wall(carom_segment(vec(-9, 0), vec(9, 0)));
    s.settings.move.gravity = vec(0, -1);
    add(ball_at(0, 0.5, 1, 0, 0));
    add(ball_at(3, 1.5, 1, 0, 0));
    const carom_crowd_motion m = step(0.125);
    assert_true(m.freed == 1 && t.results[0].overlapped.index == 1);
    assert_true(t.results[1].overlapped.index == CAROM_NO_WALL);
}

// Inside a wide capsule all around there is no free place. A ball that is stuck stands in the way
// of the others, and is not searched anew while nothing changes.
static void test_stuck(void **state) {
    (void)state;
    add_wall(carom_wall_make(vec(0, 0), vec(1, 0), DBL_MAX, CAROM_EXTENT_LINE));
    add(ball_at(0, 0, 1, 3, 0));
    add(ball_at(0.5, 0, 1, 3, 0));
    for (int frame = 0; frame < CROWD_CHANGES; frame++) {
        const carom_crowd_motion m = step(0.25);
        assert_true(m.stuck == 2 && m.lost == 0.5);
        assert_true(is_near(s.balls[0].center, 0, 0, 0) && is_near(s.balls[0].velocity, 0, 0, 0));
        assert_true(t.results[1].kind == CAROM_MOTION_KIND_STUCK && t.results[1].lost == 0.25);
        assert_true(t.results[1].hold == CAROM_HOLD_STUCK);
    }
}

// ---- extreme input ----

// Speeds that gravity or the time takes beyond the range of double are clamped.
static void test_clamped(void **state) {
    (void)state;
    s.settings.move.gravity = vec(0, -DBL_MAX);
    add(ball_at(0, 0, 1, 0.5 * DBL_MAX, 0));
    add(ball_at(0, 9, 1, 0, 0.5 * DBL_MAX));
    const carom_crowd_motion m = step(8);
    assert_true(m.moved == 2 && t.results[0].clamped && t.results[1].clamped);
    for (int i = 0; i < 2; i++)
        assert_true(carom_circle_is_valid(carom_circle_make(s.balls[i].center, 1)) &&
                    fabs(s.balls[i].velocity.y) <= DBL_MAX);
}

// Balls that cross the range of double within a frame, one of them past a place of the other. The
// differences of the ends of their paths are infinite.
static void test_through_the_range(void **state) {
    (void)state;
    add(ball_at(-0.875 * DBL_MAX, 0, 1, 0.25 * DBL_MAX, 0));
    add(ball_at(0.875 * DBL_MAX, 3, 1, -0.25 * DBL_MAX, 0));
    const carom_crowd_motion m = step(16);
    assert_true(m.moved == 2 && t.results[0].clamped && t.results[1].clamped);
    assert_true(s.balls[0].center.x == DBL_MAX && s.balls[1].center.x == -DBL_MAX);
}

// Balls so small that the square of their distance underflows.
static void test_underflow(void **state) {
    (void)state;
    add(ball_at(0, 0, 0x1p-600, 1, 0));
    add(ball_at(0x1p-598, 0, 0x1p-600, -1, 0));
    assert_true(step(1).moved == 2);
}

static double of_any_size(random_source *g, int most) {
    const double size = random_log(g, -10, most);
    return random_sign(g) * size;
}

static carom_vec2 vec_of_any_size(random_source *g, int most) {
    const double x = of_any_size(g, most);
    return vec(x, of_any_size(g, most));
}

// Balls and walls of very different sizes, up to the end of the range of double.
static void test_any_size(void **state) {
    (void)state;
    static const int most[] = {1022, 540, 700, 1000};
    for (int i = 0; i < 200; i++) {
        random_source g = random_start(1, 9, (uint64_t)i);
        restart("any size");
        const int size = most[i % 4];
        for (int k = 0; k < i % 6; k++) {
            const carom_vec2 a = vec_of_any_size(&g, size);
            add_wall(carom_segment(a, vec_of_any_size(&g, size)));
        }
        for (int k = 0; k < 5; k++) {
            const carom_vec2 at = vec_of_any_size(&g, size), v = vec_of_any_size(&g, size);
            crowd_scene_add_free(&s, ball_at(at.x, at.y, random_log(&g, -10, size), v.x, v.y));
        }
        if (i % 2 > 0)
            s.settings.move.gravity = vec_of_any_size(&g, size);
        s.settings.restitution = 0.25 * (i % 5);
        s.settings.friction = 0.25 * (i % 7);
        s.settings.move.response = carom_bounce(s.settings.restitution, s.settings.friction);
        step(random_log(&g, -900, 900));
        step(random_log(&g, -8, 4));
    }
}

// In the shortest times there are, speeds are beyond the range of double.
static void test_shortest_times(void **state) {
    (void)state;
    const double times[] = {DBL_TRUE_MIN, 3 * DBL_TRUE_MIN, DBL_MIN, 0x1p-900};
    for (int i = 0; i < 4; i++) {
        restart("shortest time");
        add(ball_at(0, 0, 1, 0x1p1000, 1));
        add(ball_at(2, 0, 1, -0x1p1000, 1));
        add(ball_at(5, 0, 1, -3, 1));
        assert_true(step(times[i]).moved == 3);
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {TEST(test_respond),
                                       TEST(test_respond_without_impact),
                                       TEST(test_head_on),
                                       TEST(test_oblique),
                                       TEST(test_masses),
                                       TEST(test_two_at_once),
                                       TEST(test_many_walls_along_the_path),
                                       TEST(test_cradle),
                                       TEST(test_train),
                                       TEST(test_crossing_streams),
                                       TEST(test_single_ball),
                                       TEST(test_balls_apart),
                                       TEST(test_invalid_balls),
                                       TEST(test_invalid_settings),
                                       TEST(test_nothing_to_move),
                                       TEST(test_overlapping_pair_is_freed),
                                       TEST(test_overlapped_wall_is_reported),
                                       TEST(test_stuck),
                                       TEST(test_clamped),
                                       TEST(test_any_size),
                                       TEST(test_through_the_range),
                                       TEST(test_underflow),
                                       TEST(test_shortest_times)};
    return cmocka_run_group_tests_name("crowds", tests, NULL, NULL);
}
