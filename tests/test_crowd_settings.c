// The settings of a crowd: filters and categories for each ball, accelerations, masses, friction,
// restitution, one-sided walls, the number of passes. Every frame is checked at all times. Room:
// tests.
#include <float.h>
#include <math.h>
#include <string.h>

#include "cases.h"
#include "crowd_world.h"

static const double FRAME = 1.0 / 60;

static carom_wall category_wall(double x, uint32_t category) {
    carom_wall wall = carom_segment(vec(x, -9), vec(x, 9));
    wall.category = category;
    return wall;
}

// ---- who meets what ----

static int accepted;

static bool accept_second(void *context, carom_index index, const carom_wall *wall) {
    (void)context;
    (void)wall;
    accepted++;
    return index == 1;
}

// Each ball has its own walls: none, those of a category, those that a callback chooses, all.
static void test_filters(void **state) {
    (void)state;
    for (int near = 0; near < 2; near++) {
        restart("filters");
        add_wall(category_wall(4, 1));
        add_wall(category_wall(6, 2));
        carom_filter filters[4] = {carom_filter_mask(0), carom_filter_mask(2),
                                   carom_filter_default(), carom_filter_default()};
        filters[2].accept = accept_second;
        s.settings.filters = filters;
        // Alone, or near enough to be computed together.
        for (int i = 0; i < 4; i++)
            add(ball_at(0, (near > 0 ? 2.01 : 4) * i - 3, 1, 5, 0));
        const carom_crowd_motion m = step(1);
        assert_true(m.moved == 4 && m.lost == 0 && m.ball_impacts == 0 && accepted > 0);
        // 5; 5 to the wall at 6; so does the third; 3 to the wall at 4 and 2 back.
        const double ends[] = {5, 5, 5, 1};
        for (int i = 0; i < 4; i++) {
            assert_true(fabs(s.balls[i].center.x - ends[i]) < 1e-13);
            assert_true(s.balls[i].velocity.x == (i == 3 ? -5 : 5));
        }
        step(0.5);
        const double later[] = {7.5, 2.5, 2.5, -1.5};
        for (int i = 0; i < 4; i++)
            assert_true(fabs(s.balls[i].center.x - later[i]) < 1e-13);
    }
}

static size_t task_count;

static void run_tasks(void *context, void (*task)(void *data, size_t i), void *data, size_t count) {
    (void)context;
    task_count = count;
    for (size_t i = 0; i < count; i++)
        task(data, i);
}

// Filters share the balls out to threads, unless a callback of the caller chooses.
static void test_threads_with_filters(void **state) {
    (void)state;
    const carom_task_runner runner = {run_tasks, NULL};
    for (int calls = 0; calls < 2; calls++) {
        restart("threads");
        add_wall(category_wall(4, 1));
        carom_filter filters[2] = {carom_filter_mask(2), carom_filter_default()};
        filters[1].accept = calls > 0 ? accept_second : NULL;
        s.settings.filters = filters;
        s.settings.runner = &runner;
        add(ball_at(0, 0, 1, 5, 0));
        add(ball_at(0, 9, 1, 5, 0));
        task_count = 0;
        assert_true(carom_crowd_step(t.crowd, s.balls, s.count, 0.5, &s.settings, NULL).moved == 2);
        assert_int_equal(task_count > 1, calls == 0);
    }
}

// Moving walls, too. The filter of the settings is for balls without their own.
static void test_filters_of_moving_walls(void **state) {
    (void)state;
    add_moving(carom_moving_wall_translating(category_wall(-2, 1), vec(4, 0)));
    carom_filter filters[2] = {carom_filter_mask(2), carom_filter_default()};
    s.settings.filters = filters;
    add(ball_at(0, 0, 1, 0, 0));
    add(ball_at(0, 2.01, 1, 0, 0));
    step(1);
    assert_true(is_near(s.balls[0].center, 0, 0, 0));
    assert_true(s.balls[1].center.x > 3);
    const carom_filter none = carom_filter_mask(2);
    restart("filter of moving walls");
    add_moving(carom_moving_wall_translating(category_wall(-2, 1), vec(4, 0)));
    s.settings.move.world.moving_filter = &none;
    add(ball_at(0, 0, 1, 0, 0));
    add(ball_at(0, 2.01, 1, 0, 0));
    step(1);
    assert_true(is_near(s.balls[0].center, 0, 0, 0) && is_near(s.balls[1].center, 0, 2.01, 0));
}

// Two balls collide if each has a category that the mask of the other holds.
static void test_categories(void **state) {
    (void)state;
    static const struct {
        uint32_t category, mask, other_category, other_mask;
        bool collides;
    } pairs[] = {{1, 1, 1, 1, true},  {1, 2, 2, 1, true},  {1, 2, 1, 2, false},
                 {1, 2, 2, 2, false}, {2, 2, 2, 1, false}, {0, 7, 7, 7, false},
                 {7, 0, 7, 7, false}, {6, 3, 5, 4, true},  {0x80000000u, 8, 8, 0x80000000u, true}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        restart("categories");
        const uint32_t categories[] = {pairs[i].category, pairs[i].other_category};
        const uint32_t masks[] = {pairs[i].mask, pairs[i].other_mask};
        s.settings.categories = categories;
        s.settings.masks = masks;
        add(ball_at(0, 0, 1, 4, 0));
        add(ball_at(5, 0, 1, 0, 0));
        for (int frame = 0; frame < 4; frame++) {
            const carom_crowd_motion m = step(0.5);
            assert_true(m.moved == 2 && m.lost == 0 && m.freed == 0);
        }
        assert_int_equal(t.sums.ball_impacts, pairs[i].collides);
        assert_true(is_near(s.balls[0].velocity, pairs[i].collides ? 0 : 4, 0, 0));
        assert_true(is_near(s.balls[1].velocity, pairs[i].collides ? 4 : 0, 0, 0));
    }
}

// Balls that do not collide may overlap for ever, at rest and asleep, each on the floor.
static void test_categories_at_rest(void **state) {
    (void)state;
    static const uint32_t categories[] = {1, 2, 1}, masks[] = {1, 2, 1};
    s.settings.categories = categories;
    s.settings.masks = masks;
    s.settings.move.gravity = vec(0, -10);
    s.settings.move.response = carom_bounce(0, 0);
    s.settings.restitution = 0;
    add_wall(carom_segment(vec(-9, 0), vec(9, 0)));
    add(ball_at(0, 1, 1, 0, 0));
    add(ball_at(0.5, 1.5, 1, 0, 0));
    add(ball_at(0, 3.5, 1, 0, 0));
    size_t asleep = 0;
    for (int frame = 0; frame < 150; frame++) {
        const carom_crowd_motion m = step(FRAME);
        assert_true(m.freed == 0 && m.stuck == 0);
        asleep = m.asleep;
    }
    assert_int_equal(asleep, 3);
    assert_true(s.balls[1].center.y < 1.02 && s.balls[2].center.y > 3);
}

static carom_wall one_sided(double y) {
    carom_wall wall = carom_segment(vec(9, y), vec(-9, y));
    wall.one_sided = true;
    return wall;
}

// Balls pass from the right of a->b to the left, and not back; alone and beside others.
static void test_one_sided_walls(void **state) {
    (void)state;
    for (int near = 0; near < 2; near++) {
        restart("one-sided walls");
        // Left of it is below.
        add_wall(one_sided(0));
        add(ball_at(0, 3, 1, 0, -4));
        add(ball_at(near > 0 ? 2.01 : 6, -3, 1, 0, 4));
        step(1);
        assert_true(is_near(s.balls[0].center, 0, -1, 1e-13));
        assert_true(is_near(s.balls[0].velocity, 0, -4, 0));
        assert_true(is_near(s.balls[1].center, near > 0 ? 2.01 : 6, -3, 1e-13));
        assert_true(is_near(s.balls[1].velocity, 0, -4, 0));
        // From within it: still on its way out.
        s.balls[0] = ball_at(0, 0.5, 1, 0, -0.5);
        s.balls[1] = ball_at(near > 0 ? 2.01 : 6, 0.5, 1, 0, 0);
        for (int frame = 0; frame < 8; frame++)
            assert_int_equal(step(0.5).freed, 0);
        assert_true(is_near(s.balls[0].center, 0, -1.5, 1e-13));
        s.balls[0].velocity.y = 4;
        for (int frame = 0; frame < 2; frame++)
            step(0.5);
        assert_true(is_near(s.balls[0].velocity, 0, -4, 0));
    }
}

// ---- accelerations ----

// A ball alone moves as in the mover with the sum of gravity and its acceleration; so does it
// beside another one, but for rounding.
static void test_accelerations(void **state) {
    (void)state;
    static carom_vec2 accelerations[2];
    for (int near = 0; near < 2; near++) {
        restart("accelerations");
        s.settings.move.gravity = vec(1, -2);
        s.settings.accelerations = accelerations;
        add_wall(carom_segment(vec(-99, -2), vec(99, -2)));
        add(ball_at(0, 0, 1, 0, 1));
        add(ball_at(near > 0 ? 2.0078125 : 20, 0, 1, 0, 1));
        carom_ball alone[2] = {s.balls[0], s.balls[1]};
        for (int frame = 0; frame < 64; frame++) {
            accelerations[0] = vec(frame < 32 ? -1 : 1, 0.125 * (frame % 8));
            accelerations[1] = accelerations[0];
            for (int i = 0; i < 2; i++) {
                carom_move_settings move = s.settings.move;
                move.gravity = carom_vec2_add(move.gravity, accelerations[i]);
                alone[i] = carom_ball_move(alone[i], 1.0 / 16, &move).ball;
            }
            step(1.0 / 16);
            for (int i = 0; i < 2; i++)
                if (near > 0)
                    assert_true(
                        is_near(s.balls[i].center, alone[i].center.x, alone[i].center.y, 1e-12));
                else
                    assert_memory_equal(&s.balls[i], &alone[i], sizeof alone[i]);
        }
    }
}

// Each ball of a ring is pulled to the middle. They press, come to rest and sleep; then the pull
// turns, and all leave.
static void test_pulled_to_the_middle(void **state) {
    (void)state;
    enum { COUNT = 24 };
    s.settings.accelerations = s.accelerations;
    s.settings.restitution = 0;
    s.settings.friction = 0.5;
    for (int i = 0; i < COUNT; i++) {
        const double angle = 6.283185307179586 * i / COUNT, far = 6 + i % 3;
        add(ball_at(far * cos(angle), far * sin(angle), 0.5, 0, 0));
    }
    for (int frame = 0; frame < 600; frame++) {
        for (int i = 0; i < COUNT; i++) {
            const carom_vec2 p = s.balls[i].center;
            const double length = sqrt(carom_vec2_dot(p, p));
            // Once they sleep, the pull stays as it is: a change wakes them.
            if (t.summary.asleep == 0)
                s.accelerations[i] = carom_vec2_scale(p, -8 / (length > 0.125 ? length : 0.125));
        }
        step(FRAME);
    }
    double far = 0;
    for (int i = 0; i < COUNT; i++)
        far = fmax(far, carom_vec2_dot(s.balls[i].center, s.balls[i].center));
    // They fill at least .7 of a disc of this size.
    assert_true(COUNT * 0.25 > 0.6 * far);
    for (int i = 0; i < COUNT; i++)
        s.accelerations[i] = carom_vec2_scale(s.balls[i].center, 4);
    for (int frame = 0; frame < 60; frame++)
        assert_int_equal(step(FRAME).asleep, 0);
    for (int i = 0; i < COUNT; i++)
        assert_true(carom_vec2_dot(s.balls[i].velocity, s.balls[i].center) > 0);
}

// ---- masses ----

// A ball of infinite mass that moves pushes a row before it, and is not slowed down.
static void test_pusher(void **state) {
    (void)state;
    enum { COUNT = 30 };
    static double inverse[COUNT + 1];
    static const double restitutions[] = {0, 0.5, 1};
    for (int k = 0; k < 3; k++) {
        restart("pusher");
        s.settings.restitution = restitutions[k];
        s.settings.inverse_masses = inverse;
        inverse[0] = 0;
        add(ball_at(-3, 0, 1, 2, 0));
        for (int i = 1; i <= COUNT; i++) {
            inverse[i] = 1;
            add(ball_at(0.75 * i, 0.3 * (i % 3) - 0.25, 0.25, 0, 0));
        }
        double lost = 0;
        for (int frame = 0; frame < 300; frame++) {
            step(FRAME);
            lost += t.results[0].lost;
            assert_true(is_near(s.balls[0].velocity, 2, 0, 0));
        }
        assert_true(is_near(s.balls[0].center, 7 - 2 * lost, 0, 1e-12));
        printf("pusher, restitution %g: the heavy ball lost %g of 5 s\n", restitutions[k], lost);
        assert_true(lost < 0.5);
        // Nobody was passed.
        for (int i = 1; i <= COUNT; i++)
            assert_true(s.balls[i].center.x > 3 || fabs(s.balls[i].center.y) > 0.9);
    }
}

// Two balls of infinite mass that close on a third: nothing can give way. All stand, and keep their
// velocities; the third is not lost.
static void test_between_heavy_balls(void **state) {
    (void)state;
    static const double inverse[] = {0, 1, 0};
    s.settings.inverse_masses = inverse;
    s.settings.restitution = 0;
    add_wall(carom_line(vec(0, 1), vec(1, 1)));
    add_wall(carom_line(vec(0, -1), vec(1, -1)));
    add(ball_at(-4, 0, 1, 1, 0));
    add(ball_at(0, 0, 1, 0, 0));
    add(ball_at(4, 0, 1, -1, 0));
    for (int frame = 0; frame < 240; frame++)
        step(FRAME);
    assert_true(s.balls[0].center.x <= s.balls[1].center.x - 2);
    assert_true(s.balls[1].center.x <= s.balls[2].center.x - 2);
    assert_true(is_near(s.balls[0].velocity, 1, 0, 0) && is_near(s.balls[2].velocity, -1, 0, 0));
    assert_true(t.results[0].hold == CAROM_HOLD_HELD || t.results[2].hold == CAROM_HOLD_HELD);
    // Then one of them turns round.
    s.balls[2].velocity.x = 1;
    for (int frame = 0; frame < 60; frame++)
        step(FRAME);
    assert_true(s.balls[2].center.x > 2.9 && s.balls[0].center.x > -1.5);
}

// ---- restitution and friction ----

// A ball that is dropped on a heavy one: it rises to e^2 of the height, but for the chord.
static void test_bounce_heights(void **state) {
    (void)state;
    static const double inverse[] = {0, 1}, restitutions[] = {1, 0.75, 0.5};
    for (int k = 0; k < 3; k++) {
        restart("bounce heights");
        static carom_vec2 accelerations[2] = {{0, 0}, {0, -10}};
        s.settings.accelerations = accelerations;
        s.settings.inverse_masses = inverse;
        s.settings.restitution = restitutions[k];
        add(ball_at(0, 0, 1, 0, 0));
        add(ball_at(0, 7, 1, 0, 0));
        double height = 5;
        for (int frame = 0; t.sums.ball_impacts < 3 && frame < 600; frame++) {
            step(FRAME);
            const carom_ball *b = &s.balls[1];
            const double energy = 0.5 * b->velocity.y * b->velocity.y + 10 * (b->center.y - 2);
            for (size_t i = 0; i < t.ball_impact_count; i++)
                height *= restitutions[k] * restitutions[k];
            assert_true(fabs(energy - 10 * height) < 1e-9);
        }
        assert_int_equal(t.sums.ball_impacts, 3);
    }
}

// Friction between balls: a ball that slides over a row of balls that do not give way is slowed
// down by friction times gravity, but for the bumps; without friction it is not.
static void test_friction_of_balls(void **state) {
    (void)state;
    static double inverse[2] = {0, 1};
    static carom_vec2 accelerations[2];
    static const double frictions[] = {0, 0.25, 0.5};
    for (int k = 0; k < 3; k++) {
        restart("friction of balls");
        s.settings.inverse_masses = inverse;
        s.settings.accelerations = accelerations;
        s.settings.restitution = 0;
        s.settings.friction = frictions[k];
        accelerations[1] = vec(0, -10);
        // On the top of a ball so large that it is nearly level.
        add(ball_at(0, -1e6, 1e6, 0, 0));
        add(ball_at(0, 1.005, 1, 4, 0));
        for (int frame = 0; frame < 30; frame++)
            step(FRAME);
        const double truth = fmax(4 - 10 * frictions[k] * 0.5, 0);
        if (fabs(s.balls[1].velocity.x - truth) > 0.03)
            fail_msg("friction %g: speed %g, not %g", frictions[k], s.balls[1].velocity.x, truth);
    }
}

// ---- the number of passes ----

// Fewer passes never cost the guarantee. With 0 there are enough: hardly any time is lost.
static void test_passes(void **state) {
    (void)state;
    static const int passes[] = {1, 4, 16, 0};
    for (int k = 0; k < 4; k++) {
        crowd_trace_restart(&t);
        crowd_scene_make(&s, CROWD_SCENE_HUNT, 60, 3);
        s.settings.max_passes = passes[k];
        for (int frame = 0; frame < 90; frame++) {
            step(s.time);
            crowd_scene_next(&s);
        }
        const double lost = t.sums.lost / t.sums.time;
        printf("%d passes: %.3g of the time lost\n", passes[k], lost);
        assert_true(passes[k] > 0 || lost < 0.001);
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {TEST(test_filters),
                                       TEST(test_threads_with_filters),
                                       TEST(test_filters_of_moving_walls),
                                       TEST(test_categories),
                                       TEST(test_categories_at_rest),
                                       TEST(test_one_sided_walls),
                                       TEST(test_accelerations),
                                       TEST(test_pulled_to_the_middle),
                                       TEST(test_pusher),
                                       TEST(test_between_heavy_balls),
                                       TEST(test_bounce_heights),
                                       TEST(test_friction_of_balls),
                                       TEST(test_passes)};
    return cmocka_run_group_tests_name("settings of crowds", tests, NULL, NULL);
}
