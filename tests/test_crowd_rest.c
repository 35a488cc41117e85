// Balls of a crowd at rest: what sleeps, bit for bit and at no cost, what wakes it, and what holds
// a ball: slopes and wedges with friction, in integers. Room: tests.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "crowd_world.h"

static const double FRAME = 1.0 / 60;

// A source that counts its queries.
static long queries;

static void count_query(const void *source, const carom_path *path,
                        carom_path_query_callback *callback, void *context) {
    queries++;
    const carom_wall_source all = carom_wall_list_source(source);
    all.query(all.source, path, callback, context);
}

static void set_material(double gravity, double restitution, double friction) {
    s.settings.move.gravity = vec(0, -gravity);
    s.settings.move.response = carom_bounce(restitution, friction);
    s.settings.restitution = restitution;
    s.settings.friction = friction;
}

// Steps until all sleep. Returns the number of frames, or fails.
static int sleep_all(int most) {
    for (int frame = 1; frame <= most; frame++)
        if (step(FRAME).asleep == s.count)
            return frame;
    crowd_trace_print(&t, &s);
    fail_msg("%s: %zu of %zu balls sleep after %d frames", s.name, t.summary.asleep, s.count, most);
    return 0;
}

static carom_ball kept[SCENE_BALLS_MAX];

static void keep(void) {
    memcpy(kept, s.balls, s.count * sizeof *s.balls);
}

static bool is_kept(size_t i) {
    return memcmp(&kept[i], &s.balls[i], sizeof kept[i]) == 0;
}

// ---- piles ----

// They come to rest at every restitution below 1, and then keep their bits and ask no wall. While
// they sleep, nothing is reported.
static void test_piles_sleep(void **state) {
    (void)state;
    static const crowd_scene_kind kinds[] = {CROWD_SCENE_PILE_0, CROWD_SCENE_PILE_5,
                                             CROWD_SCENE_PILE_9, CROWD_SCENE_UNEQUAL};
    static const int most[] = {600, 900, 1800, 900};
    for (int k = 0; k < 4; k++) {
        crowd_trace_restart(&t);
        crowd_scene_make(&s, kinds[k], 20, case_seed());
        // On a level floor without friction balls slide on, as slow as they may be.
        if (kinds[k] == CROWD_SCENE_UNEQUAL)
            set_material(10, 0.5, 0.125);
        s.settings.move.world.walls = (carom_wall_source){count_query, &s.wall_list};
        const int frames = sleep_all(most[k]);
        const double lost = t.sums.lost / t.sums.time;
        keep();
        queries = 0;
        for (int frame = 0; frame < 2 * CROWD_CHANGES; frame++) {
            crowd_twin_load(&twin, &t, &s);
            const carom_crowd_motion m = crowd_trace_step(&t, &s);
            assert_null(t.broken);
            assert_true(m.asleep == s.count && m.moved == s.count && m.lost == 0 && m.held == 0);
            assert_true(t.touch_count == 0 && t.impact_count == 0 && t.ball_impact_count == 0);
            assert_null(crowd_twin_compare(&twin, &t, &s, CROWD_CHANGE_WALLS_REVERSED));
            for (size_t i = 0; i < s.count; i++) {
                assert_true(is_kept(i) && carom_crowd_is_asleep(t.crowd, (carom_index)i));
                assert_true(s.balls[i].velocity.x == 0 && s.balls[i].velocity.y == 0);
                assert_int_equal(t.results[i].hold, CAROM_HOLD_ASLEEP);
            }
        }
        assert_int_equal(queries, 0);
        printf("%s, %zu balls: all asleep after %d frames, %.2g of the time lost\n", s.name,
               s.count, frames, lost);
        assert_true(lost < 0.01);
    }
}

// At restitution 1 nothing takes their energy, and they go on.
static void test_elastic_pile(void **state) {
    (void)state;
    crowd_scene_make(&s, CROWD_SCENE_PILE_10, 20, case_seed());
    const double start = crowd_scene_energy(&s);
    for (int frame = 0; frame < 600; frame++) {
        step(FRAME);
        assert_true(fabs(crowd_scene_energy(&s) - start) <= 1e-9 * start);
    }
    assert_true(t.sums.ball_impacts > 100 && t.sums.lost == 0);
}

// A stack of four balls that fall on each other. Each gap is about 1 % of a radius. Energy does not
// grow, but for the reserve that the solver makes room for.
static void test_stack(void **state) {
    (void)state;
    restart("stack");
    add_wall(carom_segment(vec(-9, 0), vec(9, 0)));
    set_material(10, 0.5, 0);
    for (int i = 0; i < 4; i++)
        add(ball_at(0, 1 + 2.5 * i, 1, 0, 0));
    const double start = crowd_scene_energy(&s);
    size_t asleep = 0;
    for (int frame = 0; frame < 600; frame++) {
        asleep = step(FRAME).asleep;
        assert_true(crowd_scene_energy(&s) <= start * (1 + 1e-9));
    }
    assert_int_equal(asleep, 4);
    for (int i = 0; i < 4; i++) {
        const double below = i == 0 ? -1 : s.balls[i - 1].center.y;
        assert_in_range((long)(1e6 * (s.balls[i].center.y - below)), 2000000, 2020000);
        assert_true(s.balls[i].center.x == 0 && is_near(s.balls[i].velocity, 0, 0, 0));
    }
    // The lowest one lies on the floor, the others on the one below.
}

// ---- what wakes an island ----

enum { TOWER = 3 };

// A tower of three on a floor, between two walls that keep it upright.
static void make_tower(double x) {
    add_wall(carom_segment(vec(x - 1.03125, 0), vec(x - 1.03125, 9)));
    add_wall(carom_segment(vec(x + 1.03125, 0), vec(x + 1.03125, 9)));
    for (int i = 0; i < TOWER; i++)
        add(ball_at(x, 1.0078125 + 2.015625 * i, 1, 0, 0));
}

static void make_sleeping_towers(const char *name) {
    restart(name);
    add_wall(carom_segment(vec(-99, 0), vec(99, 0)));
    set_material(10, 0, 0);
    make_tower(0);
    make_tower(20);
    sleep_all(300);
    keep();
}

// After a frame: the first tower is awake, the second one sleeps and has kept its bits.
static void expect_first_awake(void) {
    for (size_t i = 0; i < 2 * TOWER; i++) {
        if (carom_crowd_is_asleep(t.crowd, (carom_index)i) != (i >= TOWER))
            fail_msg("%s: ball %zu %s", s.name, i, i < TOWER ? "sleeps" : "is awake");
        assert_true(i < TOWER || is_kept(i));
        assert_true((t.results[i].hold == CAROM_HOLD_ASLEEP) == (i >= TOWER));
    }
}

static void test_woken_by_ball(void **state) {
    (void)state;
    make_sleeping_towers("woken by a ball");
    // It falls on the tower.
    add(ball_at(0, 9, 0.5, 0, -6));
    int frame = 0;
    while (carom_crowd_is_asleep(t.crowd, TOWER - 1) && frame++ < 60) {
        step(FRAME);
        for (size_t i = TOWER; i < 2 * TOWER; i++)
            assert_true(is_kept(i) && carom_crowd_is_asleep(t.crowd, (carom_index)i));
    }
    assert_in_range(frame, 5, 59);
    expect_first_awake();
    const int frames = sleep_all(400);
    assert_true(frames >= 30 && s.balls[6].center.y > 6.4);
    assert_true(is_kept(TOWER) && is_kept(2 * TOWER - 1));
}

// A ball that passes far off wakes nobody.
static void test_not_woken(void **state) {
    (void)state;
    make_sleeping_towers("not woken");
    add(ball_at(10, 3, 0.5, 0, 0));
    for (int frame = 0; frame < 20; frame++) {
        assert_int_equal(step(FRAME).asleep, 2 * TOWER);
        for (size_t i = 0; i < 2 * TOWER; i++)
            assert_true(is_kept(i));
    }
}

static void test_woken_by_caller(void **state) {
    (void)state;
    for (int change = 0; change < 5; change++) {
        make_sleeping_towers("woken by the caller");
        if (change == 0)
            s.balls[1].velocity.x = 0.125;
        else if (change == 1)
            s.balls[1].center.y = nextafter(s.balls[1].center.y, 9);
        else if (change == 2)
            s.balls[1].radius = nextafter(1, 0);
        else if (change == 3)
            carom_crowd_wake(t.crowd, 2);
        else
            s.balls[0].velocity.y = 0x1p-1000;
        step(FRAME);
        expect_first_awake();
        sleep_all(300);
    }
}

// Gravity that turns round: nothing hangs in the air.
static void test_gravity_turns(void **state) {
    (void)state;
    make_sleeping_towers("gravity turns");
    s.settings.move.gravity = vec(0, 10);
    for (int frame = 0; frame < 60; frame++)
        step(FRAME);
    for (size_t i = 0; i < s.count; i++)
        assert_in_range((long)(1000 * (s.balls[i].center.y - kept[i].center.y)), 4900, 5100);
}

static void test_woken_by_gravity(void **state) {
    (void)state;
    make_sleeping_towers("woken by gravity");
    s.settings.move.gravity = vec(0, -9);
    carom_crowd_motion m = step(FRAME);
    assert_int_equal(m.asleep, 0);
    sleep_all(300);
    // Only the first tower is pulled.
    keep();
    static carom_vec2 accelerations[2 * TOWER];
    s.settings.accelerations = accelerations;
    m = step(FRAME);
    assert_int_equal(m.asleep, 2 * TOWER);
    accelerations[1] = vec(0.25, 0);
    step(FRAME);
    expect_first_awake();
}

static void test_woken_by_moving_wall(void **state) {
    (void)state;
    make_sleeping_towers("woken by a moving wall");
    // Far off, then from above onto the first tower.
    add_moving(carom_moving_wall_translating(carom_segment(vec(-1, 9), vec(1, 9)), vec(0, 0)));
    assert_int_equal(step(FRAME).asleep, 2 * TOWER);
    s.moving[0] = carom_moving_wall_translating(carom_segment(vec(-1, 7), vec(1, 7)), vec(0, -1.5));
    step(FRAME);
    for (size_t i = 0; i < TOWER; i++)
        assert_false(carom_crowd_is_asleep(t.crowd, (carom_index)i));
    for (size_t i = TOWER; i < 2 * TOWER; i++)
        assert_true(is_kept(i) && carom_crowd_is_asleep(t.crowd, (carom_index)i));
}

// The floor goes: the caller says so, and all fall.
static void test_floor_goes(void **state) {
    (void)state;
    make_sleeping_towers("the floor goes");
    s.walls[0] = carom_segment(vec(-99, -50), vec(99, -50));
    assert_int_equal(step(FRAME).asleep, 2 * TOWER);
    carom_crowd_wake(t.crowd, CAROM_NO_BALL);
    assert_int_equal(step(FRAME).asleep, 0);
    for (size_t i = 0; i < 2 * TOWER; i++)
        assert_true(s.balls[i].center.y < kept[i].center.y);
}

// A mask or a mass that changes wakes nobody. Once the caller wakes them, they count: the upper
// balls do not collide with the lowest any more, and the masses of the other tower do not matter.
static void test_mask_and_mass_change(void **state) {
    (void)state;
    make_sleeping_towers("a mask and a mass change");
    uint32_t categories[2 * TOWER], masks[2 * TOWER];
    double inverse_masses[2 * TOWER];
    for (size_t i = 0; i < 2 * TOWER; i++) {
        categories[i] = i == 0 ? 1 : 2;
        masks[i] = i == 0 ? 1 : 2;
        inverse_masses[i] = i == TOWER ? 0.125 : 1;
    }
    s.settings.categories = categories;
    s.settings.masks = masks;
    s.settings.inverse_masses = inverse_masses;
    for (int frame = 0; frame < 4; frame++) {
        assert_int_equal(step(FRAME).asleep, 2 * TOWER);
        for (size_t i = 0; i < 2 * TOWER; i++)
            assert_true(is_kept(i));
    }
    carom_crowd_wake(t.crowd, CAROM_NO_BALL);
    assert_int_equal(step(FRAME).asleep, 0);
    sleep_all(600);
    // All but the lowest have fallen by its diameter.
    for (size_t i = 1; i < TOWER; i++)
        assert_true(fabs(s.balls[i].center.y - (kept[i].center.y - 2)) < 0.05);
    for (size_t i = TOWER; i < 2 * TOWER; i++)
        assert_true(fabs(s.balls[i].center.y - kept[i].center.y) < 0.05);
}

// A ball falls from a height of 1.25 on one that rests on a floor, at a speed of 5 after half a
// second. The lower one is thrown on the floor, bounces off it at once, and strikes the upper one
// again. What the floor is held off by before, 2e-4, is within the bound.
static void test_dropped_on_resting(void **state) {
    (void)state;
    static const double restitutions[] = {0.625, 0.75, 0.875, 1};
    for (int i = 0; i < 4; i++) {
        const double e = restitutions[i];
        restart("dropped on a resting ball");
        set_material(10, e, 0);
        add_wall(carom_line(vec(0, 0), vec(1, 0)));
        add(ball_at(0, 1, 1, 0, 0));
        add(ball_at(0, 4.25, 1, 0, 0));
        for (int frame = 0; frame < 36; frame++)
            step(FRAME);
        const double upper = -2.5 * (1 - e), lower = 2.5 * (1 + e) * e;
        const double speed = 0.5 * (upper + lower) + 0.5 * e * (lower - upper);
        assert_true(is_near(s.balls[1].velocity, 0, speed - 1, 0x1p-10));
        assert_true(is_near(s.balls[1].center, 0, 3 + 0.1 * speed - 0.05, 0x1p-10));
    }
}

// In an open place without gravity nothing holds a ball: a ball that stands is struck and goes.
static void test_struck_after_a_while(void **state) {
    (void)state;
    restart("struck after a while");
    for (int pause = 20; pause <= 60; pause += 20) {
        restart("struck after a while");
        add(ball_at(0, 0, 1, 0, 0));
        add(ball_at(-2 - 6 * (pause + 0.5) * FRAME, 0, 1, 6, 0));
        for (int frame = 0; frame < pause + 10; frame++)
            step(FRAME);
        assert_true(is_near(s.balls[0].velocity, 6, 0, 1e-13));
        assert_true(is_near(s.balls[0].center, 6 * 9.5 * FRAME, 0, 1e-12));
        assert_true(is_near(s.balls[1].center, -2, 0, 1e-12));
    }
}

// ---- what holds a ball ----

// True if (0, 1) is p a + q b with a, b >= 0, in integers.
static bool holds_up(const int p[2], const int q[2]) {
    const int d = p[0] * q[1] - p[1] * q[0], a = -q[0], b = p[0];
    return d > 0 ? a >= 0 && b >= 0 : d < 0 && a <= 0 && b <= 0;
}

// A ball between two walls that touch it, with normals p/5 and q/5, and friction f/4. It is held if
// two of the directions in which the walls can push have (0, 1) between them, or one is (0, 1).
static bool is_held_by(const int p[2], const int q[2], int f) {
    const int *normals[2] = {p, q};
    int e[4][2];
    for (int i = 0; i < 4; i++) {
        const int *n = normals[i / 2], turn = i % 2 == 0 ? f : -f;
        e[i][0] = 4 * n[0] - turn * n[1];
        e[i][1] = 4 * n[1] + turn * n[0];
    }
    bool is_held = false;
    for (int i = 0; i < 4; i++) {
        is_held |= e[i][0] == 0 && e[i][1] > 0;
        for (int k = 0; k < i; k++)
            is_held |= holds_up(e[i], e[k]);
    }
    return is_held;
}

static carom_wall tangent(const int n[2], double x) {
    return carom_segment(vec(x - n[0] - 2 * n[1], -n[1] + 2 * n[0]),
                         vec(x - n[0] + 2 * n[1], -n[1] - 2 * n[0]));
}

// True if the ball falls asleep where it lies; false if it leaves.
static bool rests_between(const int p[2], const int q[2], int f) {
    restart("wedge");
    add_wall(tangent(p, 0));
    add_wall(tangent(q, 0));
    set_material(10, 0, 0.25 * f);
    add(ball_at(0, 0, 5, 0, 0));
    for (int frame = 0; frame < 90; frame++)
        if (step(FRAME).asleep == 1)
            break;
    const carom_vec2 c = s.balls[0].center;
    const bool is_here = fabs(c.x) < 0.1 && fabs(c.y) < 0.1;
    assert_true(carom_crowd_is_asleep(t.crowd, 0) == is_here);
    return is_here;
}

// With friction 1, walls whose normals are more than a right angle apart can also jam a ball by a
// pressure of any size between them: then nothing says how much there is.
static bool can_jam(const int p[2], const int q[2], int f) {
    const int cosine = p[0] * q[0] + p[1] * q[1];
    return f > 0 ? cosine <= 0 : cosine == -25;
}

// What walls hold comes to rest, also if they are beside and above it, and what they do not hold
// slides off.
static void test_wedges(void **state) {
    (void)state;
    static const int n[12][2] = {{5, 0},  {4, 3},   {3, 4},   {0, 5},  {-3, 4}, {-4, 3},
                                 {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}};
    int held[2] = {0, 0};
    for (int i = 0; i < 2 * 12 * 12; i++) {
        const int *p = n[i / 2 % 12], *q = n[i / 24], f = i % 2 * 4;
        const bool is_held = is_held_by(p, q, f);
        if (can_jam(p, q, f))
            continue;
        held[f > 0] += is_held;
        if (rests_between(p, q, f) != is_held)
            fail_msg("normals (%d, %d)/5 and (%d, %d)/5, friction %d/4: the ball is at (%g, %g)",
                     p[0], p[1], q[0], q[1], f, s.balls[0].center.x, s.balls[0].center.y);
    }
    printf("%d wedges hold a ball, %d with friction\n", held[0], held[1]);
    assert_true(held[0] > 35 && held[1] > 15);
}

// On a slope of 3 to 4 a ball stays if the friction is at least 3/4. A row of balls does, too: then
// the solver of the crowd holds them. With less friction they slide with g (sin - mu cos).
static void test_slope(void **state) {
    (void)state;
    static const double frictions[] = {0, 0.25, 0.5, 0.7, 0.76, 1, 2};
    for (int count = 1; count <= 3; count++)
        for (int k = 0; k < 7; k++) {
            restart("slope");
            add_wall(carom_segment(vec(-400, -300), vec(400, 300)));
            set_material(10, 0, frictions[k]);
            s.settings.friction = 0;
            for (int i = 0; i < count; i++) {
                // Along the slope, with a gap that is no contact, but near enough for one island.
                const double along = 2.03125 * i;
                add(ball_at(-0.6 + 0.8 * along, 0.8 + 0.6 * along, 1, 0, 0));
                while (carom_circle_overlaps(
                    carom_circle_make(s.balls[i].center, s.balls[i].radius), s.walls[0]))
                    s.balls[i].center.y = nextafter(s.balls[i].center.y, 9);
            }
            keep();
            const double acceleration = 10 * (0.6 - 0.8 * frictions[k]);
            const bool stays = acceleration < 0;
            for (int frame = 0; frame < 60; frame++)
                step(FRAME);
            for (int i = 0; i < count; i++) {
                const carom_vec2 way = carom_vec2_sub(s.balls[i].center, kept[i].center);
                const double down = -0.8 * way.x - 0.6 * way.y;
                const double truth = stays ? 0 : 0.5 * acceleration;
                if (fabs(down - truth) > 0.011 + 0.01 * truth)
                    fail_msg("friction %g, ball %d of %d: %g down the slope after a second, not %g",
                             frictions[k], i, count, down, truth);
                assert_true(carom_crowd_is_asleep(t.crowd, (carom_index)i) == stays);
            }
        }
}

// Balls that no other ball can push press on balls that walls support. No impact is without effect,
// and no ball loses its place.
static void test_heavy_on_supported(void **state) {
    (void)state;
    static const carom_vec2 corners[] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}};
    for (long index = 0; index < case_count(100); index++) {
        random_source g = random_start(case_seed(), 15, (uint64_t)index);
        restart("heavy balls");
        for (int i = 0; i < 4; i++)
            add_wall(carom_segment(corners[i], corners[(i + 1) % 4]));
        s.settings.move.gravity = random_vec(&g, 10);
        s.settings.move.response = carom_bounce(0.5, 0.25);
        s.settings.restitution = 0.5;
        while (s.count < 12) {
            const double inverse = random_one_in(&g, 3) ? 0.0 : 1.0;
            const int i = (int)s.count;
            const carom_vec2 v = random_vec(&g, 2);
            add(ball_at(2.5 * (i % 3) - 2.5, 2.0 * (i / 3) - 3.0, 0.875, v.x, v.y));
            s.inverse_masses[i] = inverse;
        }
        s.settings.inverse_masses = s.inverse_masses;
        for (int frame = 0; frame < 60; frame++)
            step(FRAME);
    }
}

// A ball that sleeps on a moving wall, some ulps off it, wakes when the wall moves: it is carried.
static void test_carried_from_sleep(void **state) {
    (void)state;
    const carom_wall floor = carom_segment((carom_vec2){-4, 0}, (carom_vec2){4, 0});
    carom_moving_wall lift = carom_moving_wall_translating(floor, (carom_vec2){0, 0});
    const carom_moving_wall_list lifts = {&lift, NULL, 1};
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move.world.moving_walls = carom_moving_wall_list_source(&lifts);
    settings.move.response = carom_slide();
    settings.move.gravity = (carom_vec2){0, -10};
    carom_crowd *crowd;
    assert_int_equal(carom_crowd_create(NULL, &crowd), CAROM_STATUS_OK);
    carom_ball ball = {{0.3, 1.7}, 1, {0, 0}};
    for (int frame = 0; frame < 200; frame++)
        carom_crowd_step(crowd, &ball, 1, 1.0 / 60, &settings, NULL);
    lift.a_move = lift.b_move = (carom_vec2){0, 0.25};
    carom_crowd_step(crowd, &ball, 1, 1.0 / 60, &settings, NULL);
    assert_false(carom_circle_overlaps(carom_circle_make(ball.center, ball.radius),
                                       carom_moving_wall_at(lift, 1)));
    assert_true(ball.center.y > 1.2);
    carom_crowd_destroy(crowd);
}

// A pile sleeps beside a moving wall that stands, and wakes when it moves.
static void test_standing_moving_wall(void **state) {
    (void)state;
    for (int count = 1; count <= 2; count++) {
        restart("standing wall");
        s.settings.move.gravity = vec(0, -10);
        s.settings.move.response = carom_bounce(0, 0);
        s.settings.restitution = 0;
        add_moving(carom_moving_wall_translating(carom_segment(vec(-9, 0), vec(9, 0)), vec(0, 0)));
        for (int i = 0; i < count; i++)
            add(ball_at(0, 1 + 2.0 * i, 1, 0, 0));
        int frames = 0;
        while (step(1.0 / 64).asleep < s.count && frames < 200)
            frames++;
        assert_true(frames < 100);
        assert_int_equal(step(1.0 / 64).asleep, count);
        s.moving[0].a_move = s.moving[0].b_move = vec(0, 0.125);
        assert_int_equal(step(1.0 / 64).asleep, 0);
        assert_true(s.balls[0].center.y >= 1.125);
    }
}

// A ball on the common end of many walls: what it remembers does not depend on their order.
static void test_fan(void **state) {
    (void)state;
    restart("fan");
    s.settings.move.gravity = vec(0, -10);
    s.settings.move.response = carom_bounce(0, 0);
    for (int i = 0; i < 8; i++)
        add_wall(carom_segment(vec(0, 0), vec(i - 3.5, -4)));
    add(ball_at(0, 1, 1, 0, 0));
    for (int frame = 0; frame < 8; frame++)
        step_with(1.0 / 64, CROWD_CHANGE_WALLS_REVERSED);
    assert_int_equal(t.touch_count, 4);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {TEST(test_standing_moving_wall),
                                       TEST(test_fan),
                                       TEST(test_piles_sleep),
                                       TEST(test_carried_from_sleep),
                                       TEST(test_elastic_pile),
                                       TEST(test_stack),
                                       TEST(test_woken_by_ball),
                                       TEST(test_not_woken),
                                       TEST(test_woken_by_caller),
                                       TEST(test_woken_by_gravity),
                                       TEST(test_gravity_turns),
                                       TEST(test_woken_by_moving_wall),
                                       TEST(test_floor_goes),
                                       TEST(test_mask_and_mass_change),
                                       TEST(test_struck_after_a_while),
                                       TEST(test_dropped_on_resting),
                                       TEST(test_wedges),
                                       TEST(test_slope),
                                       TEST(test_heavy_on_supported)};
    return cmocka_run_group_tests_name("crowds at rest", tests, NULL, NULL);
}
