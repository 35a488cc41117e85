// Sensors do not change where a ball goes: closed forms, and random frames with and without them.
// Room: tests.
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

enum { SENSOR = 2, STILL_MAX = 128, MOVING_MAX = 16, NOTES_MAX = 512 };

// What a move reports: impacts on sensors, those on walls, and the path.
typedef struct notes {
    carom_impact sensors[NOTES_MAX], impacts[NOTES_MAX];
    carom_leg legs[NOTES_MAX];
    carom_vec2 places[NOTES_MAX];
    int sensor_count, impact_count, leg_count, place_count;
    // The time of the last impact, and whether all were in order of time.
    double last;
    bool is_in_order;
} notes;

typedef struct world {
    carom_wall still[STILL_MAX];
    carom_moving_wall moving[MOVING_MAX];
    carom_wall_list list;
    carom_moving_wall_list moving_list;
    carom_move_settings settings;
    // The seed of the responses of walls; 0 for that of the settings.
    uint64_t materials;
    notes now;
} world;

static world w;
static notes before;

static carom_response random_response(random_source *g) {
    const double restitution = random_between(g, 0, 1), friction = random_between(g, 0, 1);
    const carom_response all[] = {carom_stop(), carom_slide(), carom_bounce(1, 0),
                                  carom_bounce(restitution, friction)};
    return all[random_int(g, 0, 3)];
}

static void respond(void *context, const carom_impact *contact, carom_response *response) {
    (void)context;
    random_source g = random_start(w.materials, contact->id.is_moving, contact->id.index);
    if (w.materials != 0)
        *response = random_response(&g);
    if (contact->wall.category == SENSOR)
        *response = carom_pass();
}

static void on_impact(void *context, const carom_impact *impact) {
    notes *n = context;
    const bool is_sensor = impact->wall.category == SENSOR;
    assert_true(n->sensor_count < NOTES_MAX && n->impact_count < NOTES_MAX);
    n->is_in_order &= impact->time >= n->last;
    n->last = impact->time;
    if (is_sensor)
        n->sensors[n->sensor_count++] = *impact;
    else
        n->impacts[n->impact_count++] = *impact;
}

static void on_leg(void *context, const carom_leg *leg) {
    notes *n = context;
    if (n->leg_count < NOTES_MAX)
        n->legs[n->leg_count] = *leg;
    n->leg_count++;
}

static void on_position(void *context, const carom_vec2 *center) {
    notes *n = context;
    if (n->place_count < NOTES_MAX)
        n->places[n->place_count] = *center;
    n->place_count++;
}

static void start(carom_vec2 gravity, carom_response response) {
    w.list = (carom_wall_list){w.still, NULL, 0};
    w.moving_list = (carom_moving_wall_list){w.moving, NULL, 0};
    w.materials = 0;
    carom_move_settings *s = &w.settings;
    *s = carom_move_settings_default();
    s->world.walls = carom_wall_list_source(&w.list);
    s->gravity = gravity;
    s->response = response;
    s->respond = respond;
    s->on_impact = on_impact;
    s->on_leg = on_leg;
    s->on_position = on_position;
    s->context = &w.now;
}

static void add_still(carom_wall wall, bool is_sensor) {
    assert_true(w.list.count < STILL_MAX);
    wall.category = is_sensor ? SENSOR : CAROM_CATEGORY_DEFAULT;
    w.still[w.list.count++] = wall;
}

static void add_moving(carom_moving_wall wall) {
    assert_true(w.moving_list.count < MOVING_MAX);
    w.moving[w.moving_list.count++] = wall;
    w.settings.world.moving_walls = carom_moving_wall_list_source(&w.moving_list);
}

// All moving walls start where they ended.
static void next_frame(void) {
    for (size_t i = 0; i < w.moving_list.count; i++)
        w.moving[i].wall = carom_moving_wall_at(w.moving[i], 1.0);
}

static carom_motion move(carom_ball ball, double time, bool has_sensors) {
    const carom_filter no_sensors = carom_filter_mask(~(uint32_t)SENSOR);
    w.settings.world.filter = has_sensors ? NULL : &no_sensors;
    w.settings.world.moving_filter = w.settings.world.filter;
    w.now.sensor_count = w.now.impact_count = w.now.leg_count = w.now.place_count = 0;
    w.now.last = 0;
    w.now.is_in_order = true;
    return carom_ball_move(ball, time, &w.settings);
}

static bool same_bits(const void *p, const void *q, size_t size) {
    return memcmp(p, q, size) == 0;
}

#define SAME(p, q) same_bits(&(p), &(q), sizeof(p))

static bool same_impact(const carom_impact *p, const carom_impact *q) {
    return p->id.index == q->id.index && p->id.is_moving == q->id.is_moving &&
           p->feature == q->feature && SAME(p->time, q->time) && SAME(p->center, q->center) &&
           SAME(p->point, q->point) && SAME(p->normal, q->normal) && SAME(p->before, q->before) &&
           SAME(p->after, q->after) && SAME(p->wall_velocity, q->wall_velocity);
}

static bool same_notes(const notes *p, const notes *q) {
    bool same = p->impact_count == q->impact_count && p->leg_count == q->leg_count &&
                p->place_count == q->place_count;
    for (int i = 0; same && i < p->impact_count; i++)
        same = same_impact(&p->impacts[i], &q->impacts[i]);
    for (int i = 0; same && i < p->leg_count && i < NOTES_MAX; i++)
        same = SAME(p->legs[i], q->legs[i]);
    for (int i = 0; same && i < p->place_count && i < NOTES_MAX; i++)
        same = SAME(p->places[i], q->places[i]);
    return same;
}

// Moves a ball without and with the sensors. True if all but what is told of the sensors is the
// same, bit for bit.
static bool moves_as_without(carom_ball ball, double time, carom_motion *without) {
    *without = move(ball, time, false);
    assert_int_equal(w.now.sensor_count, 0);
    before = w.now;
    const carom_motion m = move(ball, time, true);
    const int all = w.now.impact_count + w.now.sensor_count;
    assert_int_equal(m.contacts, all);
    assert_true(w.now.is_in_order || w.moving_list.count > 0);
    return m.kind == without->kind && m.clamped == without->clamped && m.hold == without->hold &&
           SAME(m.ball, without->ball) && SAME(m.lost, without->lost) &&
           same_notes(&w.now, &before);
}

static carom_motion move_as_without(carom_ball ball, double time) {
    carom_motion m;
    assert_true(moves_as_without(ball, time, &m));
    return m;
}

// ---- closed forms ----

static bool is_close(double p, double q, double error) {
    return fabs(p - q) <= error;
}

// The events of a frame without other walls, from the sweep along its chord: when and where the
// ball enters each sensor that it is not in at the start. The velocity there has the energy of the
// start.
static void check_entries(carom_ball from, carom_vec2 to, double time) {
    double last = 0;
    int count = 0;
    bool is_told[STILL_MAX] = {false};
    for (int i = 0; i < w.now.sensor_count; i++) {
        const carom_impact *k = &w.now.sensors[i];
        const carom_circle circle = {from.center, from.radius};
        const carom_sweep s = carom_circle_sweep_to(circle, to, k->wall);
        const carom_vec2 g = w.settings.gravity, v = from.velocity;
        assert_int_equal(s.kind, CAROM_SWEEP_KIND_HIT);
        assert_true(k->time >= last && is_close(k->time, s.t * time, 4 * DBL_EPSILON * time));
        const double x = k->center.x - s.center.x, y = k->center.y - s.center.y;
        assert_true(hypot(x, y) <= 64 * DBL_EPSILON);
        assert_true(k->before.x == v.x && SAME(k->before, k->after));
        const double fall = 2 * carom_vec2_dot(g, carom_vec2_sub(k->center, from.center));
        const double energy = carom_vec2_dot(v, v);
        assert_true(is_close(carom_vec2_dot(k->before, k->before), energy + fall, 1e-13 * energy));
        assert_true(!is_told[k->id.index]);
        is_told[k->id.index] = true;
        last = k->time;
    }
    for (size_t i = 0; i < w.list.count; i++) {
        const carom_circle circle = {from.center, from.radius};
        const carom_sweep s = carom_circle_sweep_to(circle, to, w.still[i]);
        const bool is_entered = s.kind == CAROM_SWEEP_KIND_HIT && s.t < 1;
        assert_true(is_entered == is_told[i]);
        count += is_entered;
    }
    assert_int_equal(count, w.now.sensor_count);
}

// A sensor through or beside the path, thin or thick, of any extent and at any angle.
static carom_wall random_sensor(random_source *g, carom_vec2 at) {
    const double angle = random_between(g, 0, 6.3), length = random_log(g, -4, 2);
    const carom_vec2 along = vec(length * cos(angle), length * sin(angle));
    carom_wall wall = carom_segment(carom_vec2_sub(at, along), carom_vec2_add(at, along));
    wall.radius = random_one_in(g, 2) ? 0 : random_log(g, -6, 0);
    if (random_one_in(g, 4))
        wall.extent = (uint8_t)random_int(g, CAROM_EXTENT_RAY, CAROM_EXTENT_LINE);
    return wall;
}

// Four seconds on a parabola at 60 and at 2 frames a second, through 1, 3 and 100 sensors.
static void test_parabola(void **state) {
    (void)state;
    static const int counts[] = {1, 3, 100}, rates[] = {60, 2};
    int entries = 0;
    for (uint64_t i = 0; i < 48; i++) {
        const int count = counts[i % 3], rate = rates[i / 3 % 2];
        random_source g = random_start(case_seed(), 81, i);
        start(vec(0, -1), carom_bounce(1, 0));
        carom_ball ball = {vec(0.25, 1), 0.25, vec(3, 2)};
        // The first is where the ball starts.
        for (int k = 0; k < count; k++) {
            const double t = 4.0 * k / count;
            carom_vec2 at = vec(0.25 + 3 * t, 1 + 2 * t - t * t / 2);
            add_still(random_sensor(&g, at), true);
        }
        for (int frame = 0; frame < 4 * rate; frame++) {
            const carom_ball from = ball;
            const carom_motion m = move_as_without(ball, 1.0 / rate);
            assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.lost == 0);
            check_entries(from, m.ball.center, 1.0 / rate);
            entries += w.now.sensor_count;
            ball = m.ball;
        }
        assert_true(is_close(ball.center.x, 12.25, 1e-13) && is_close(ball.center.y, 1, 1e-13));
        assert_true(ball.velocity.x == 3 && is_close(ball.velocity.y, -2, 1e-13));
    }
    assert_true(entries > 800);
}

// A ball thrown up enters a level sensor on its way up, leaves it, and enters it again.
static void test_met_again(void **state) {
    (void)state;
    start(vec(0, -8), carom_bounce(1, 0));
    add_still(carom_capsule(vec(-9, 4), vec(9, 4), 0.5), true);
    carom_ball ball = {vec(0, 0), 0.5, vec(0, 9)};
    double entries[2] = {0, 0};
    int count = 0;
    for (int frame = 0; frame < 144; frame++) {
        ball = move_as_without(ball, 1.0 / 64).ball;
        for (int i = 0; i < w.now.sensor_count && count < 2; i++)
            entries[count++] = frame / 64.0 + w.now.sensors[i].time;
    }
    // The height 3 is reached after 9 t - 4 t^2 = 3, and 5 is left again after 9 t - 4 t^2 = 5.
    assert_int_equal(count, 2);
    assert_true(is_close(entries[0], (9 - sqrt(33)) / 8, 1e-4));
    assert_true(is_close(entries[1], 1.25, 1e-4));
    assert_true(is_close(ball.center.y, 0, 1e-12) && is_close(ball.velocity.y, -9, 1e-12));
}

// An elastic ball on a floor under sensors: the bounces are those without, and the energy stays.
static void test_bounces(void **state) {
    (void)state;
    start(vec(0, -10), carom_bounce(1, 0));
    for (int k = 1; k < 12; k++)
        add_still(carom_capsule(vec(-99, 0.25 * k), vec(99, 0.375 * k), k % 3 * 0.125), true);
    add_still(carom_segment(vec(-99, 0), vec(99, 0)), false);
    add_still(carom_segment(vec(20, 0), vec(20, 9)), false);
    add_still(carom_segment(vec(-20, 0), vec(-20, 9)), false);
    carom_ball ball = {vec(0, 3), 0.5, vec(5, 0)};
    int entries = 0, impacts = 0;
    for (int frame = 0; frame < 256; frame++) {
        ball = move_as_without(ball, frame % 2 == 0 ? 0.5 : 1.0 / 64).ball;
        entries += w.now.sensor_count;
        impacts += w.now.impact_count;
        const double energy =
            0.5 * carom_vec2_dot(ball.velocity, ball.velocity) + 10 * ball.center.y;
        assert_true(is_close(energy, 42.5, 1e-9));
    }
    assert_true(entries > 500 && impacts > 50);
}

// A ball slides on a floor through sensors, and stops where friction stops it without them.
static void test_slides(void **state) {
    (void)state;
    start(vec(0, -10), carom_bounce(0, 0.25));
    for (int k = 0; k < 20; k++)
        add_still(carom_segment(vec(k, -1), vec(k + 0.5, 3)), true);
    add_still(carom_segment(vec(-9, 0), vec(99, 0)), false);
    carom_ball ball = {vec(-1, 0.5), 0.5, vec(8, 0)};
    int entries = 0;
    for (int frame = 0; frame < 256; frame++) {
        ball = move_as_without(ball, 1.0 / 64).ball;
        entries += w.now.sensor_count;
    }
    // It slides 8^2 / (2 * 2.5) far, and enters those from k = 0 on.
    assert_true(is_close(ball.center.x, 11.8, 1e-3) && ball.velocity.x == 0);
    assert_true(entries >= 11 && entries <= 13);
}

// ---- among moving walls ----

static carom_wall as_sensor(carom_wall wall) {
    wall.category = SENSOR;
    return wall;
}

// A sensor moves over balls: one that has been stopped on a floor, one that has had all its
// contacts, and one that has rested before.
static void test_comes_over_a_ball(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        start(vec(0, -8), k == 0 ? carom_stop() : k == 1 ? carom_bounce(1, 0) : carom_slide());
        w.settings.max_contacts = k == 1;
        add_still(carom_segment(vec(-99, 0), vec(99, 0)), false);
        const carom_wall wall = as_sensor(carom_capsule(vec(4, -9), vec(4, 9), 0.5));
        add_moving(carom_moving_wall_translating(wall, vec(-8, 0)));
        const carom_wall door = as_sensor(carom_segment(vec(0, 9), vec(0, 20)));
        add_moving(carom_moving_wall_make(door, vec(0, 0), vec(0, -30)));
        // The floor is reached after 1/4.
        const carom_ball ball = {vec(0, k == 2 ? 0.5 : 0.75), 0.5, vec(0, 0)};
        const carom_motion m = move_as_without(ball, 1);
        assert_true(m.kind == CAROM_MOTION_KIND_MOVED && m.ball.center.y < 0.51);
        assert_int_equal(w.now.sensor_count, 2);
        // After the way of 3 of 8.
        const carom_impact *s = &w.now.sensors[0];
        assert_true(s->id.index == 0 && is_close(s->time, 0.375, 1e-9));
        assert_true(is_close(s->normal.x, -1, 1e-9) && s->wall_velocity.x == -8);
        assert_true(SAME(s->before, s->after));
    }
    // A wall that comes is none, and pushes the ball.
    start(vec(0, 0), carom_stop());
    add_still(carom_segment(vec(-1, -9), vec(-1, 9)), false);
    const carom_wall wall = as_sensor(carom_segment(vec(4, -9), vec(4, 9)));
    add_moving(carom_moving_wall_translating(wall, vec(-6, 0)));
    add_moving(carom_moving_wall_translating(carom_segment(vec(-9, 9), vec(9, 9)), vec(0, -16)));
    const carom_ball ball = {vec(0, 0), 0.5, vec(-1, 0)};
    const carom_motion m = move_as_without(ball, 1);
    assert_true(w.now.sensor_count == 1 && is_close(m.ball.center.y, -7.5, 1e-9));
}

// A door that turns pushes a ball through sensors, and back; a plate pushes one up to a wall.
static void test_pushed_through(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        start(vec(0, 0), k == 0 ? carom_slide() : carom_bounce(0, 0.5));
        for (int i = 0; i < 6; i++)
            add_still(carom_capsule(vec(-9, 0.75 * i), vec(9, 0.75 * i + 0.5), 0.125 * (i % 2)),
                      true);
        carom_moving_wall door = {.wall = carom_capsule(vec(0, -2), vec(6, -2), 0.25)};
        add_moving(door);
        carom_ball ball = {vec(4, -1.5), 0.25, vec(0, 0)};
        int entries = 0;
        for (int frame = 0; frame < 32; frame++) {
            const double angle = frame < 16 ? 1.0 / 16 : -1.0 / 16;
            w.moving[0] = carom_moving_wall_turning(w.moving[0].wall, vec(0, -2),
                                                    vec(cos(angle), sin(angle)));
            const carom_motion m = move_as_without(ball, 1.0 / 64);
            assert_int_equal(m.kind, CAROM_MOTION_KIND_MOVED);
            entries += w.now.sensor_count;
            ball = m.ball;
            next_frame();
        }
        assert_true(entries >= 5 && ball.center.y > 1.5);
    }
}

// A wall that turns pushes a ball towards a sensor and a ray, in a leg that it cannot go as a
// whole. The sensor is told of where the ball enters it, if it does.
static void test_dropped_leg(void **state) {
    (void)state;
    start(vec(5, 0), carom_slide());
    add_still(carom_segment(vec(-7, -5.25), vec(1, -3)), true);
    carom_moving_wall ray = carom_moving_wall_translating(
        carom_segment(vec(-7, -4), vec(6, -4)), vec(-0.0012817156398302423, -0.013873630882935075));
    ray.wall.extent = CAROM_EXTENT_RAY;
    ray.wall.one_sided = true;
    add_moving(ray);
    const carom_wall arm = carom_capsule(vec(5.5, 1), vec(0, -3), 0.5);
    add_moving(carom_moving_wall_make(arm, vec(1, 1), vec(0, 0)));
    const carom_ball ball = {vec(7, 5), 0, vec(-9, -8)};
    const carom_motion m = move(ball, 2, true);
    assert_int_equal(m.contacts, w.now.impact_count + w.now.sensor_count);
    assert_true(w.now.is_in_order);
    assert_true(w.now.impact_count == 2 && w.now.impacts[0].id.index == 1);
    assert_true(is_close(w.now.impacts[1].time, 1.5187878, 1e-6));
    // All that is told of lies on the path.
    for (int i = 0; i < w.now.sensor_count; i++) {
        const carom_impact *k = &w.now.sensors[i];
        double least = HUGE_VAL;
        for (int j = 0; j < w.now.leg_count; j++) {
            const carom_wall leg = carom_segment(w.now.legs[j].from, w.now.legs[j].to);
            if (k->time >= 2 * w.now.legs[j].start && k->time <= 2 * w.now.legs[j].end)
                least = fmin(least, carom_circle_distance(carom_circle_make(k->center, 0), leg));
        }
        assert_true(least <= 1e-9);
    }
}

// A plate that turns pushes a ball to the 65th sensor, which counts as a wall in this frame.
static void test_pushed_through_many(void **state) {
    (void)state;
    start(vec(0, 0), carom_slide());
    for (int i = 0; i < 80; i++)
        add_still(carom_segment(vec(-99, 1 + 0.03125 * i), vec(99, 1 + 0.03125 * i)), true);
    const carom_wall plate = carom_segment(vec(-9, 0), vec(9, 0));
    add_moving(carom_moving_wall_make(plate, vec(0, 4), vec(0, 4.5)));
    const carom_ball ball = {vec(0, 0.25), 0.25, vec(0, 0)};
    const carom_motion m = move(ball, 1, true);
    assert_int_equal(w.now.sensor_count, 64);
    assert_true(m.ball.center.y < 4);
}

// ---- random frames ----

static carom_ball start_random(random_source *g) {
    carom_vec2 gravity = vec(0, 0);
    if (!random_one_in(g, 4))
        gravity = random_vec(g, random_log(g, -2, 5));
    start(gravity, random_response(g));
    if (random_one_in(g, 2))
        w.materials = 1 + random_bits(g) / 2;
    w.settings.max_contacts = random_one_in(g, 4) ? random_int(g, 1, 4) : 0;
    for (int k = random_int(g, 1, 24); k > 0; k--) {
        const carom_wall wall = random_any_wall(g);
        add_still(wall, random_one_in(g, 2));
    }
    carom_ball ball = {.center = random_vec(g, 8)};
    ball.radius = random_one_in(g, 16) ? 0 : random_log(g, -6, 1);
    ball.velocity = random_vec(g, random_log(g, -6, 8));
    return ball;
}

static void test_random(void **state) {
    (void)state;
    long entries = 0, impacts = 0;
    for (uint64_t i = 0; i < (uint64_t)(8 * case_count(500)); i++) {
        random_source g = random_start(case_seed(), 82, i);
        carom_ball ball = start_random(&g);
        if (random_one_in(&g, 2))
            w.settings.on_leg = NULL;
        const double time = random_log(&g, -8, 1);
        for (int frame = 0; frame < 4; frame++) {
            // A ball that is pushed out of a wall is pushed out of sensors too.
            if (move(ball, time, false).kind != CAROM_MOTION_KIND_MOVED)
                break;
            ball = move_as_without(ball, time).ball;
            entries += w.now.sensor_count;
            impacts += w.now.impact_count;
        }
    }
    if (case_count(500) >= 500)
        assert_true(entries > 900 && impacts > 1000);
}

// Walls that push a ball carry it past sensors. In few of these frames the legs differ: there the
// ball meets sensors and walls at once, of which it is not known yet which they are.
static void test_random_moving(void **state) {
    (void)state;
    long frames = 0, others = 0, disordered = 0, entries = 0, impacts = 0;
    for (uint64_t i = 0; i < (uint64_t)(8 * case_count(500)); i++) {
        random_source g = random_start(case_seed(), 83, i);
        carom_ball ball = start_random(&g);
        const double time = random_log(&g, -8, 1), size = random_log(&g, -8, 2);
        for (int k = random_int(&g, 1, 8); k > 0; k--) {
            carom_moving_wall wall = random_moving_wall(&g, size);
            wall.wall.category = random_one_in(&g, 2) ? SENSOR : CAROM_CATEGORY_DEFAULT;
            add_moving(wall);
        }
        for (int frame = 0; frame < 4; frame++) {
            carom_motion m;
            const bool is_same = moves_as_without(ball, time, &m);
            if (m.kind != CAROM_MOTION_KIND_MOVED)
                break;
            // Only a ball that is carried has so many legs.
            assert_true(is_same || before.leg_count > 1 || w.now.leg_count > 1);
            frames++;
            others += !is_same;
            disordered += !w.now.is_in_order;
            entries += w.now.sensor_count;
            impacts += w.now.impact_count;
            ball = m.ball;
            next_frame();
        }
    }
    assert_true(others <= 2 + frames / 500 && disordered <= 2 + frames / 5000);
    if (case_count(500) >= 500)
        assert_true(entries > 900 && impacts > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parabola),
        cmocka_unit_test(test_met_again),
        cmocka_unit_test(test_bounces),
        cmocka_unit_test(test_slides),
        cmocka_unit_test(test_comes_over_a_ball),
        cmocka_unit_test(test_pushed_through),
        cmocka_unit_test(test_dropped_leg),
        cmocka_unit_test(test_pushed_through_many),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_random_moving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
