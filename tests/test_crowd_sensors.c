// Sensors do not change where the balls of a crowd go: balls alone and in islands, sensors that are
// walls and sensors that are balls. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "carom/carom.h"
#include "cases.h"
#include "random_moving.h"

enum { SENSOR = 2, WALLS_MAX = 96, BALLS_MAX = 400, NOTES_MAX = 1024 };

// A crowd, and what it reports of walls that are no sensors, of balls, and of sensors.
typedef struct side {
    carom_crowd *crowd;
    carom_ball balls[BALLS_MAX];
    carom_motion results[BALLS_MAX];
    carom_impact impacts[NOTES_MAX], sensors[NOTES_MAX];
    carom_index owners[NOTES_MAX], sensor_owners[NOTES_MAX];
    carom_ball_impact meetings[NOTES_MAX];
    carom_leg legs[NOTES_MAX];
    int impact_count, sensor_count, meeting_count, leg_count;
    double last;
} side;

static carom_wall walls[WALLS_MAX];
static carom_moving_wall moving_walls[WALLS_MAX];
static carom_wall_list list;
static carom_moving_wall_list moving_list;
static carom_crowd_settings settings;
static carom_index moving;
static size_t count;
// With sensors, and without them.
static side with, without;

static void respond(void *context, const carom_impact *contact, carom_response *response) {
    (void)context;
    if (contact->wall.category == SENSOR)
        *response = carom_pass();
}

static void on_impact(void *context, const carom_impact *impact) {
    side *s = context;
    assert_true(s->impact_count < NOTES_MAX && s->sensor_count < NOTES_MAX);
    assert_true(impact->time >= s->last);
    s->last = impact->time;
    if (impact->wall.category == SENSOR) {
        s->sensor_owners[s->sensor_count] = moving;
        s->sensors[s->sensor_count++] = *impact;
    } else {
        s->owners[s->impact_count] = moving;
        s->impacts[s->impact_count++] = *impact;
    }
}

static void on_ball_impact(void *context, const carom_ball_impact *impact) {
    side *s = context;
    assert_true(s->meeting_count < NOTES_MAX);
    s->meetings[s->meeting_count++] = *impact;
}

static void on_leg(void *context, const carom_leg *leg) {
    side *s = context;
    assert_true(s->leg_count < NOTES_MAX);
    s->legs[s->leg_count++] = *leg;
}

static void restart(carom_vec2 gravity, double restitution) {
    list = (carom_wall_list){walls, NULL, 0};
    moving_list = (carom_moving_wall_list){moving_walls, NULL, 0};
    settings = carom_crowd_settings_default();
    settings.restitution = restitution;
    settings.move.world.walls = carom_wall_list_source(&list);
    settings.move.gravity = gravity;
    settings.move.response = carom_bounce(restitution, 0);
    settings.move.respond = respond;
    settings.move.on_impact = on_impact;
    settings.on_ball_impact = on_ball_impact;
    settings.moving = &moving;
    count = 0;
    carom_crowd_destroy(with.crowd);
    carom_crowd_destroy(without.crowd);
    assert_int_equal(carom_crowd_create(NULL, &with.crowd), CAROM_STATUS_OK);
    assert_int_equal(carom_crowd_create(NULL, &without.crowd), CAROM_STATUS_OK);
}

static int end(void **state) {
    (void)state;
    carom_crowd_destroy(with.crowd);
    carom_crowd_destroy(without.crowd);
    with.crowd = without.crowd = NULL;
    return 0;
}

static void add_wall(carom_wall wall, bool is_sensor) {
    assert_true(list.count < WALLS_MAX);
    wall.category = is_sensor ? SENSOR : CAROM_CATEGORY_DEFAULT;
    walls[list.count++] = wall;
}

static void add(carom_ball ball) {
    assert_true(count < BALLS_MAX);
    with.balls[count] = without.balls[count] = ball;
    count++;
}

static void step_side(side *s, double time, const carom_filter *filter) {
    settings.move.context = s;
    settings.move.world.filter = settings.move.world.moving_filter = filter;
    s->impact_count = s->sensor_count = s->meeting_count = s->leg_count = 0;
    s->last = 0;
    carom_crowd_step(s->crowd, s->balls, count, time, &settings, s->results);
}

static bool same_bits(const void *p, const void *q, size_t size) {
    return memcmp(p, q, size) == 0;
}

#define SAME(p, q) same_bits(&(p), &(q), sizeof(p))

static bool same_ball(size_t i) {
    const carom_motion *p = &with.results[i], *q = &without.results[i];
    int sensors = 0;
    for (int k = 0; k < with.sensor_count; k++)
        sensors += with.sensor_owners[k] == i;
    return SAME(with.balls[i], without.balls[i]) && p->kind == q->kind && p->hold == q->hold &&
           SAME(p->lost, q->lost) && p->contacts == q->contacts + sensors;
}

static bool same_impact(int i) {
    const carom_impact *p = &with.impacts[i], *q = &without.impacts[i];
    return with.owners[i] == without.owners[i] && p->id.index == q->id.index &&
           SAME(p->time, q->time) && SAME(p->center, q->center) && SAME(p->before, q->before) &&
           SAME(p->after, q->after);
}

static bool same_meeting(int i) {
    const carom_ball_impact *p = &with.meetings[i], *q = &without.meetings[i];
    return p->first == q->first && p->second == q->second && SAME(p->time, q->time) &&
           SAME(p->first_center, q->first_center) && SAME(p->second_center, q->second_center) &&
           SAME(p->first_after, q->first_after) && SAME(p->second_after, q->second_after);
}

// Steps both sides. True if all but what is told of the sensors is the same, bit for bit.
static bool steps_as_without(double time) {
    const carom_filter no_sensors = carom_filter_mask(~(uint32_t)SENSOR);
    step_side(&with, time, NULL);
    step_side(&without, time, &no_sensors);
    assert_int_equal(without.sensor_count, 0);
    bool same = with.impact_count == without.impact_count &&
                with.meeting_count == without.meeting_count && with.leg_count == without.leg_count;
    for (size_t i = 0; same && i < count; i++)
        same = same_ball(i);
    for (int i = 0; same && i < with.impact_count; i++)
        same = same_impact(i);
    for (int i = 0; same && i < with.meeting_count; i++)
        same = same_meeting(i);
    for (int i = 0; same && i < with.leg_count; i++)
        same = SAME(with.legs[i], without.legs[i]);
    return same;
}

static void step(double time) {
    assert_true(steps_as_without(time));
}

// ---- closed forms ----

// A parabola through sensors at 60 and at 2 frames a second: of a ball alone, and of one that meets
// others. The times at which it enters upright sensors are those of its even way to the right.
static void test_parabola(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        const int rate = i % 2 == 0 ? 60 : 2, others = i / 2 % 2, legs = i / 4;
        restart(vec(0, -1), 1);
        settings.move.on_leg = legs ? on_leg : NULL;
        for (int k = 0; k < 20; k++)
            add_wall(carom_capsule(vec(1 + k * 0.5, -9), vec(1 + k * 0.5, 9), k % 4 * 0.03), true);
        add_wall(carom_segment(vec(0, -2), vec(9, 5)), true);
        add_wall(carom_line(vec(0, 3), vec(9, 2)), true);
        add(ball_at(0.25, 1, 0.25, 3, 2));
        // They fall beside it.
        for (int k = 0; k < 4 * others; k++)
            add(ball_at(0.25 + 0.625 * k, 1.75, 0.25, 3, 2 + 0.0625 * k));
        int entered = 0;
        for (int frame = 0; frame < 4 * rate; frame++) {
            step(1.0 / rate);
            for (int k = 0; k < with.sensor_count; k++) {
                const carom_impact *e = &with.sensors[k];
                if (with.sensor_owners[k] != 0 || e->id.index >= 20)
                    continue;
                assert_int_equal(e->id.index, entered);
                const double x = 1 + entered * 0.5 - 0.25 - e->wall.radius;
                const double time = (double)frame / rate + e->time;
                assert_true(fabs(time - (x - 0.25) / 3) <= 1e-13);
                assert_true(fabs(e->center.x - x) <= 1e-13);
                assert_true(e->before.x == 3 && SAME(e->before, e->after));
                entered++;
            }
        }
        assert_int_equal(entered, 20);
        assert_true(fabs(with.balls[0].center.x - 12.25) <= 1e-13);
        assert_true(fabs(with.balls[0].center.y - 1) <= 1e-13);
    }
}

static void pass_all_balls(void *context, const carom_ball_impact *impact,
                           carom_response *response) {
    (void)context;
    (void)impact;
    *response = carom_pass();
}

// Balls that pass each other: each goes on as if it were alone.
static void test_balls_that_pass(void **state) {
    (void)state;
    for (int rate = 2; rate <= 60; rate += 58) {
        restart(vec(0, -1), 1);
        settings.respond_balls = pass_all_balls;
        add(ball_at(0, 0, 1, 3, 2));
        add(ball_at(12, 0, 1, -3, 2.25));
        add(ball_at(6, -10, 1, 0, 8));
        add_wall(carom_segment(vec(4, -99), vec(4, 99)), true);
        int met = 0;
        for (int frame = 0; frame < 4 * rate; frame++) {
            step(1.0 / rate);
            met += with.meeting_count;
        }
        static const double ends[3][2] = {{12, 0}, {0, 1}, {6, 14}};
        for (int i = 0; i < 3; i++)
            assert_true(fabs(with.balls[i].center.x - ends[i][0]) <= 1e-13 &&
                        fabs(with.balls[i].center.y - ends[i][1]) <= 1e-12);
        assert_true(met >= 1);
    }
}

// A ball that rests falls asleep as soon, though it has fallen through a sensor.
static void test_rest(void **state) {
    (void)state;
    for (int others = 0; others < 2; others++) {
        restart(vec(0, -10), 0);
        add_wall(carom_segment(vec(-9, 0), vec(9, 0)), false);
        add_wall(carom_segment(vec(-9, 0.25), vec(9, 0.125)), true);
        add_wall(carom_segment(vec(-9, 0.75), vec(9, 0.625)), true);
        add(ball_at(0, 2, 0.5, 0, 0));
        if (others > 0)
            add(ball_at(0, 3.5, 0.5, 0, 0));
        int entries = 0;
        for (int frame = 0; frame < 200; frame++) {
            step(1.0 / 60);
            entries += with.sensor_count;
            for (size_t i = 0; i < count; i++)
                assert_true(carom_crowd_is_asleep(with.crowd, (carom_index)i) ==
                            carom_crowd_is_asleep(without.crowd, (carom_index)i));
        }
        assert_true(entries > 0 && carom_crowd_is_asleep(with.crowd, 0));
    }
}

// More sensors than can be passed hold a ball, and so do more balls.
static void test_too_many(void **state) {
    (void)state;
    restart(vec(0, -1), 1);
    for (int k = 0; k < 80; k++)
        add_wall(carom_segment(vec(4, -9), vec(4, 9)), true);
    add(ball_at(0, 0, 0.25, 8, 1));
    add(ball_at(0, 0.625, 0.25, -8, 1));
    step_side(&with, 1, NULL);
    assert_true(with.results[0].hold == CAROM_HOLD_HELD && with.results[1].lost == 0);
    assert_true(fabs(with.balls[0].center.x - 3.75) <= 1e-13);
    assert_true(fabs(with.results[0].lost - (1 - 3.75 / 8)) <= 1e-13);
    // The chord of the frame rises by 1/2.
    assert_true(fabs(with.balls[0].center.y - 0.5 * 3.75 / 8) <= 1e-13);
    // As in the mover the 65th is the last, and each is told of once.
    assert_true(with.results[0].contacts == 65 && with.sensor_count == 65);
    for (int k = 0; k < 65; k++)
        assert_int_equal(with.sensors[k].id.index, k);
    // Impacts do not count as sensors, however many are allowed.
    restart(vec(0, 0), 1);
    settings.move.max_contacts = 1000;
    add_wall(carom_segment(vec(-9, 0), vec(99, 0)), false);
    add_wall(carom_segment(vec(-9, 1), vec(99, 1)), false);
    add_wall(carom_segment(vec(7.75, 0), vec(7.75, 1)), true);
    add(ball_at(0, 0.5, 0.25, 8, 200));
    add(ball_at(1, 0.5, 0.25, 8, 200));
    step(1);
    assert_true(with.results[0].hold == CAROM_HOLD_NONE && with.results[0].contacts > 390);
    assert_true(fabs(with.balls[0].center.x - 8) <= 1e-12);
    restart(vec(0, 0), 1);
    settings.respond_balls = pass_all_balls;
    add(ball_at(0, 0, 0.0625, 1024, 0));
    for (int k = 1; k <= 330; k++)
        add(ball_at(k, 0, 0.0625, 0, 0));
    step_side(&with, 1, NULL);
    // 64 + 256 are passed.
    assert_true(with.results[0].hold == CAROM_HOLD_HELD && with.results[0].contacts == 321);
    assert_true(fabs(with.balls[0].center.x - (321 - 0.125)) <= 1e-9);
    assert_true(with.results[321].contacts == 1 && with.results[322].contacts == 0);
}

// A ball in a sensor is held, because it has no way among the others. It is not crushed, as nothing
// moves but balls.
static void test_held_in_sensor(void **state) {
    (void)state;
    restart(vec(0, -2.9636054481527809), 0.098768185302396616);
    carom_wall line =
        carom_capsule(vec(-7.9465864624261986, 5.9254359962250156),
                      vec(-8.1714789036956379, 8.2937978136189585), 0.44181810674704958);
    line.extent = CAROM_EXTENT_LINE;
    add_wall(line, false);
    add_wall(carom_capsule(vec(-3.5648682291702904, -7.349737756374159),
                           vec(-4.1955958732399772, -4.6932652170461484), 0.41307818932207374),
             true);
    add(ball_at(-5.8585224289891267, -5.4964162694807763, 0.47315406506478574, 0.81490777663497416,
                -7.1509651575418358));
    add(ball_at(-3.5436036160732312, -6.4821480754531322, 0.5836917401124263, -6.6968883321614028,
                -2.974048951491322));
    add(ball_at(-5.9711114849186853, -4.3637831646238032, 0.29044262509535657, 1.0268341394149525,
                -8.9318842983106013));
    step(0.3055402866372921);
    for (int i = 0; i < 3; i++)
        assert_int_equal(with.results[i].kind, CAROM_MOTION_KIND_MOVED);
}

// ---- random frames ----

static void add_random_balls(random_source *g, int most) {
    for (int tries = 0; tries < most; tries++) {
        carom_ball ball = {.center = random_vec(g, 8)};
        ball.radius = random_log(g, -4, 0);
        ball.velocity = random_vec(g, random_log(g, -4, 4));
        const carom_circle circle = {ball.center, ball.radius};
        bool is_free = true;
        for (size_t i = 0; i < list.count; i++)
            is_free &= walls[i].category == SENSOR || !carom_circle_overlaps(circle, walls[i]);
        for (size_t i = 0; i < moving_list.count; i++)
            is_free &= moving_walls[i].wall.category == SENSOR ||
                       !carom_circle_overlaps(circle, moving_walls[i].wall);
        for (size_t i = 0; i < count; i++) {
            const carom_circle other = {with.balls[i].center, with.balls[i].radius};
            is_free &= !carom_circle_overlaps(circle, carom_circle_as_post(other));
        }
        if (is_free)
            add(ball);
    }
}

static void test_random(void **state) {
    (void)state;
    long entries = 0, impacts = 0, meetings = 0;
    for (uint64_t i = 0; i < (uint64_t)case_count(500); i++) {
        random_source g = random_start(case_seed(), 84, i);
        restart(random_vec(&g, random_log(&g, -2, 4)), random_one_in(&g, 2) ? 1 : 0.5);
        settings.move.on_leg = random_one_in(&g, 2) ? on_leg : NULL;
        for (int k = random_int(&g, 1, 12); k > 0; k--) {
            const carom_wall wall = random_any_wall(&g);
            add_wall(wall, random_one_in(&g, 2));
        }
        add_random_balls(&g, random_one_in(&g, 2) ? 2 : 12);
        const double time = random_log(&g, -6, 0);
        for (int frame = 0; frame < 8; frame++) {
            step(time);
            entries += with.sensor_count;
            impacts += with.impact_count;
            meetings += with.meeting_count;
        }
    }
    if (case_count(500) >= 500)
        assert_true(entries > 400 && impacts > 800 && meetings > 300);
}

// The same among walls that move. Where they push a ball, few frames differ: see docs/motion.md.
static void test_random_moving(void **state) {
    (void)state;
    long frames = 0, others = 0, entries = 0;
    for (uint64_t i = 0; i < (uint64_t)case_count(500); i++) {
        random_source g = random_start(case_seed(), 85, i);
        restart(random_vec(&g, random_log(&g, -2, 4)), random_one_in(&g, 2) ? 1 : 0.5);
        for (int k = random_int(&g, 1, 6); k > 0; k--) {
            const carom_wall wall = random_any_wall(&g);
            add_wall(wall, random_one_in(&g, 2));
        }
        const double size = random_log(&g, -6, 1);
        for (int k = random_int(&g, 1, 6); k > 0; k--) {
            carom_moving_wall wall = random_moving_wall(&g, size);
            wall.wall.category = random_one_in(&g, 2) ? SENSOR : CAROM_CATEGORY_DEFAULT;
            moving_walls[moving_list.count++] = wall;
        }
        settings.move.world.moving_walls = carom_moving_wall_list_source(&moving_list);
        add_random_balls(&g, random_one_in(&g, 2) ? 2 : 12);
        const double time = random_log(&g, -6, 0);
        bool same = true;
        for (int frame = 0; same && frame < 8; frame++) {
            same = steps_as_without(time);
            frames++;
            others += !same;
            entries += with.sensor_count;
            for (size_t k = 0; k < moving_list.count; k++)
                moving_walls[k].wall = carom_moving_wall_at(moving_walls[k], 1.0);
        }
    }
    assert_true(others <= 2 + frames / 500);
    if (case_count(500) >= 500)
        assert_true(entries > 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_parabola, end),
        cmocka_unit_test_teardown(test_balls_that_pass, end),
        cmocka_unit_test_teardown(test_rest, end),
        cmocka_unit_test_teardown(test_too_many, end),
        cmocka_unit_test_teardown(test_held_in_sensor, end),
        cmocka_unit_test_teardown(test_random, end),
        cmocka_unit_test_teardown(test_random_moving, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
