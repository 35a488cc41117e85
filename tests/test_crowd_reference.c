// Crowds against the reference of hard discs: the same pairs in the same order at the same times.
// Boxes of 8 to 100 balls until chaos, a gas of 1,000 in many frames and in one, a gas that is
// turned round, a break of touching balls, a cradle, and balls that drop on a row. Room: tests.
//
// Until when: two more runs of the reference have noise of some ulps in all places and velocities.
// As long as they meet the same pairs within 10^-11, rounding cannot matter at 10^-9.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "crowd_reference.h"
#include "crowd_trace.h"
#include "points.h"
#include "random.h"

enum { BITS = 200, NOISY = 2, LIST_MAX = 8192 };

static const double noise_of_double = 0x1p-51;

static crowd_trace t;
static crowd_scene s;

static void step(void) {
    crowd_trace_step(&t, &s);
    if (t.broken != NULL) {
        crowd_trace_print(&t, &s);
        fail_msg("%s, frame %ld: %s", s.name, t.sums.frames, t.broken);
    }
}

// ---- runs side by side ----

// An impact, of the crowd or of the reference; `second` may be a side of the box.
typedef struct meeting {
    double time;
    size_t first, second;
} meeting;

typedef struct meeting_list {
    meeting list[LIST_MAX];
    size_t count;
} meeting_list;

static void add_meeting(meeting_list *m, double time, size_t first, size_t second) {
    if (m->count < LIST_MAX)
        m->list[m->count++] = (meeting){time, first, second};
}

// The reference and its noisy copies.
typedef struct runs {
    crowd_reference *true_one, *noisy[NOISY];
} runs;

static void start_runs(runs *r, bool has_box, carom_vec2 max) {
    crowd_reference **const all[] = {&r->true_one, &r->noisy[0], &r->noisy[1]};
    for (int i = 0; i < 1 + NOISY; i++) {
        *all[i] = crowd_reference_new(BITS, s.balls, s.count, &s.settings);
        if (has_box)
            crowd_reference_set_box(*all[i], vec(0, 0), max);
        if (i > 0)
            crowd_reference_set_noise(*all[i], noise_of_double, (uint64_t)i);
    }
}

static void step_runs(runs *r, double time, size_t most) {
    crowd_reference_step(r->true_one, time, most);
    for (int i = 0; i < NOISY; i++)
        crowd_reference_step(r->noisy[i], time, most);
}

static void end_runs(runs *r) {
    crowd_reference_free(r->true_one);
    for (int i = 0; i < NOISY; i++)
        crowd_reference_free(r->noisy[i]);
}

static double time_of(const reference_impact *i) {
    return (double)i->frame * s.time + i->time;
}

// True if it is an impact for the crowd, too: at a wall a bounce that gravity undoes within the
// frame is none, and if the velocity leads
// away where the chord meets the wall. Two balls that fall alike always bounce.
static bool is_plain(const reference_impact *i) {
    static const carom_vec2 normals[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    if (i->second < s.count)
        return true;
    const carom_vec2 n = normals[i->second - REFERENCE_SIDE(0)];
    const double press = -carom_vec2_dot(s.settings.move.gravity, n);
    const double approach = -carom_vec2_dot(i->first_before, n);
    const double rebound = s.settings.move.response.restitution * approach;
    return approach > 0 && 2 * rebound > press * s.time;
}

// More impacts of a ball in one frame are a storm, in which balls do not bounce, unless nothing can
// lose speed.
enum { STORM = 16 };

// True if this is an impact too many of its frame. Counts for the balls, from 0 at each frame.
static bool is_storm(const reference_impact *i, long *frame, int *struck) {
    const carom_vec2 g = s.settings.move.gravity;
    if (s.settings.restitution == 1 && g.x == 0 && g.y == 0)
        return false;
    if (i->frame != *frame)
        memset(struck, 0, s.count * sizeof *struck);
    *frame = i->frame;
    int most = ++struck[i->first];
    if (i->second < s.count && ++struck[i->second] > most)
        most = struck[i->second];
    return most > STORM;
}

// The number of impacts before the first frame in which the crowd foresees that one is none.
static size_t plain_count(const reference_impact *list, size_t count) {
    static int struck[SCENE_BALLS_MAX];
    long frame = -1;
    size_t first = 0;
    while (first < count && is_plain(&list[first]) && !is_storm(&list[first], &frame, struck))
        first++;
    const long last = first < count ? list[first].frame : LONG_MAX;
    while (first > 0 && list[first - 1].frame == last)
        first--;
    return first;
}

// The number of impacts of the reference that rounding cannot change.
static size_t comparable(const runs *r) {
    size_t count, most = SIZE_MAX;
    const reference_impact *list = crowd_reference_impacts(r->true_one, &count);
    most = plain_count(list, count);
    for (int k = 0; k < NOISY; k++) {
        const reference_impact *noisy = crowd_reference_impacts(r->noisy[k], &count);
        size_t i = 0;
        while (i < most && i < count && list[i].first == noisy[i].first &&
               list[i].second == noisy[i].second &&
               fabs(time_of(&list[i]) - time_of(&noisy[i])) < 1e-11)
            i++;
        most = i;
    }
    return most;
}

// Sums over many boxes.
typedef struct comparison {
    long boxes, impacts, ball_impacts;
    double worst;
} comparison;

// The impacts of the crowd, in order, are the first `most` of the reference.
static void compare(const runs *r, const meeting_list *got, size_t most, comparison *sum) {
    size_t count;
    const reference_impact *list = crowd_reference_impacts(r->true_one, &count);
    // The crowd reports walls and balls apart, so equal times are in no order.
    for (size_t i = 0; i < most; i++) {
        const reference_impact *p = &list[i];
        const double time = time_of(p);
        if (i >= got->count)
            fail_msg("%s: %zu impacts, truly %zu; then %zu meets %ld at %.17g", s.name, got->count,
                     most, p->first, (long)p->second, time);
        const meeting *m = &got->list[i];
        if (m->first != p->first || m->second != p->second || !(fabs(m->time - time) < 1e-9))
            fail_msg("%s: impact %zu is %zu with %ld at %.17g, truly %zu with %ld at %.17g", s.name,
                     i, m->first, (long)m->second, m->time, p->first, (long)p->second, time);
        sum->worst = fmax(sum->worst, fabs(m->time - time));
        sum->ball_impacts += p->second < s.count;
    }
    sum->boxes++;
    sum->impacts += (long)most;
}

// Adds the impacts of the last frame of the crowd. The walls of the box are 0 to 3: lower, right,
// upper, left.
static void add_impacts(meeting_list *m, double start) {
    static const int sides[] = {2, 1, 3, 0};
    size_t i = 0, k = 0;
    while (i < t.ball_impact_count || k < t.impact_count) {
        const carom_ball_impact *p = &t.ball_impacts[i];
        const traced_impact *q = &t.impacts[k];
        if (k == t.impact_count || (i < t.ball_impact_count && p->time <= q->impact.time)) {
            add_meeting(m, start + p->time, p->first, p->second);
            i++;
        } else {
            add_meeting(m, start + q->impact.time, q->ball,
                        REFERENCE_SIDE(sides[q->impact.id.index]));
            k++;
        }
    }
}

// ---- boxes ----

enum { BOX_IMPACTS = 3000 };

static double make_box(uint64_t seed, long index) {
    random_source g = random_start(seed, 9800, (uint64_t)index);
    const size_t count = (size_t)random_int(&g, 8, 100);
    const double density = random_between(&g, 0.1, 0.45), speed = random_between(&g, 1, 8);
    const bool has_masses = random_one_in(&g, 2);
    const double restitution = random_one_in(&g, 4) ? 0.9 : 1;
    double radii[100], area = 0;
    for (size_t i = 0; i < count; i++) {
        radii[i] = random_between(&g, 0.25, 0.75);
        area += 3.14159265 * radii[i] * radii[i];
    }
    const double side = sqrt(area / density);
    crowd_scene_start(&s, "box");
    crowd_scene_add_box(&s, vec(0, 0), vec(side, side));
    s.settings.restitution = restitution;
    if (random_one_in(&g, 3)) {
        const double right = random_between(&g, -4, 4);
        s.settings.move.gravity = vec(right, random_between(&g, -8, 0));
    }
    if (has_masses)
        s.settings.inverse_masses = s.inverse_masses;
    for (long tries = 0; s.count < count && tries < 100000; tries++) {
        const double x = random_between(&g, 0, side), y = random_between(&g, 0, side);
        const double vx = random_between(&g, -speed, speed);
        const double vy = random_between(&g, -speed, speed);
        const double mass = random_between(&g, 0.25, 4);
        if (crowd_scene_add_free(&s, ball_at(x, y, radii[s.count], vx, vy)))
            s.inverse_masses[s.count - 1] = mass;
    }
    s.time = random_one_in(&g, 4) ? random_between(&g, 0.001, 0.25) : 1.0 / 60;
    return side;
}

static void run_box(long index, comparison *sum) {
    static meeting_list got;
    const double side = make_box(case_seed(), index);
    runs r;
    start_runs(&r, true, vec(side, side));
    crowd_trace_restart(&t);
    got.count = 0;
    size_t most = 0, all = 0;
    // Until chaos, at most 2 units of time. A ball that comes to rest by bouncing never ends.
    for (int frame = 0; frame * s.time < 2 && most == all && all < BOX_IMPACTS; frame++) {
        step_runs(&r, s.time, BOX_IMPACTS);
        crowd_reference_impacts(r.true_one, &all);
        most = comparable(&r);
        step();
        add_impacts(&got, frame * s.time);
    }
    compare(&r, &got, most, sum);
    end_runs(&r);
}

static void test_boxes(void **state) {
    (void)state;
    comparison sum = {0};
    // A hundredth of the number of cases, because a box takes about as long as 100 pairs.
    const long boxes = (case_count(2000) + 99) / 100;
    for (long i = 0; i < boxes; i++)
        run_box(i, &sum);
    printf("%ld boxes: %ld impacts, %ld of them of balls, worst time %.2g\n", sum.boxes,
           sum.impacts, sum.ball_impacts, sum.worst);
}

// ---- gas ----

enum { GAS = 1000, GAS_IMPACTS = 1600 };

// The impacts of balls of the reference until there are GAS_IMPACTS.
static size_t ball_impacts_of(const crowd_reference *r, meeting_list *m) {
    size_t count, last = 0;
    const reference_impact *list = crowd_reference_impacts(r, &count);
    m->count = 0;
    for (size_t i = 0; i < count && m->count < GAS_IMPACTS; i++)
        if (list[i].second < s.count) {
            add_meeting(m, time_of(&list[i]), list[i].first, list[i].second);
            last = i + 1;
        }
    return last;
}

static double gas_side(void) {
    return s.walls[1].a.x;
}

static void compare_gas(const runs *r, const meeting_list *got, const char *how) {
    static meeting_list truth;
    const size_t last = ball_impacts_of(r->true_one, &truth);
    assert_int_equal(truth.count, GAS_IMPACTS);
    // Rounding must not matter to the last of them.
    assert_true(comparable(r) >= last);
    double worst = 0;
    for (size_t i = 0; i < GAS_IMPACTS; i++) {
        const meeting p = truth.list[i];
        if (i >= got->count)
            fail_msg("gas in %s: %zu impacts", how, got->count);
        const meeting m = got->list[i];
        if (m.first != p.first || m.second != p.second || !(fabs(m.time - p.time) < 1e-9))
            fail_msg("gas in %s: impact %zu is %zu with %zu at %.17g, truly %zu with %zu at %.17g",
                     how, i, m.first, m.second, m.time, p.first, p.second, p.time);
        worst = fmax(worst, fabs(m.time - p.time));
    }
    printf("gas in %s: %d impacts, worst time %.2g\n", how, GAS_IMPACTS, worst);
}

static void add_ball_impacts(meeting_list *m, double start) {
    for (size_t i = 0; i < t.ball_impact_count; i++)
        add_meeting(m, start + t.ball_impacts[i].time, t.ball_impacts[i].first,
                    t.ball_impacts[i].second);
}

static void test_gas_in_many_frames(void **state) {
    (void)state;
    static meeting_list got, truth;
    crowd_scene_make(&s, CROWD_SCENE_GAS, GAS, case_seed());
    runs r;
    start_runs(&r, true, vec(gas_side(), gas_side()));
    crowd_trace_restart(&t);
    got.count = 0;
    do {
        step_runs(&r, s.time, SIZE_MAX);
        ball_impacts_of(r.true_one, &truth);
        step();
        assert_true(t.summary.lost == 0);
        add_ball_impacts(&got, (double)(t.sums.frames - 1) * s.time);
    } while (truth.count < GAS_IMPACTS);
    compare_gas(&r, &got, "many frames");
    end_runs(&r);
}

// A frame in which some balls have more than ten impacts.
static void test_gas_in_one_frame(void **state) {
    (void)state;
    static meeting_list got, truth;
    crowd_scene_make(&s, CROWD_SCENE_GAS, GAS, case_seed());
    // Find the time of the last impact first.
    crowd_reference *look = crowd_reference_new(64, s.balls, s.count, &s.settings);
    crowd_reference_set_box(look, vec(0, 0), vec(gas_side(), gas_side()));
    crowd_reference_step(look, 16, 3 * GAS_IMPACTS);
    ball_impacts_of(look, &truth);
    assert_int_equal(truth.count, GAS_IMPACTS);
    s.time = truth.list[GAS_IMPACTS - 1].time * 1.001;
    crowd_reference_free(look);
    runs r;
    start_runs(&r, true, vec(gas_side(), gas_side()));
    step_runs(&r, s.time, SIZE_MAX);
    crowd_trace_restart(&t);
    step();
    assert_true(t.summary.lost == 0 && t.summary.held == 0);
    got.count = 0;
    add_ball_impacts(&got, 0);
    compare_gas(&r, &got, "one frame");
    end_runs(&r);
}

// Turned round after some frames, the balls meet the same pairs backward and come home.
static void test_gas_turned_round(void **state) {
    (void)state;
    static meeting_list there, back;
    static carom_ball home[GAS];
    enum { FRAMES = 8 };
    crowd_scene_make(&s, CROWD_SCENE_GAS, GAS, case_seed() + 1);
    for (size_t i = 0; i < s.count; i++)
        home[i] = s.balls[i];
    crowd_trace_restart(&t);
    there.count = back.count = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        step();
        add_ball_impacts(&there, frame * s.time);
    }
    for (size_t i = 0; i < s.count; i++)
        s.balls[i].velocity = carom_vec2_scale(s.balls[i].velocity, -1);
    for (int frame = 0; frame < FRAMES; frame++) {
        step();
        add_ball_impacts(&back, frame * s.time);
    }
    assert_true(there.count > 400);
    assert_int_equal(back.count, there.count);
    for (size_t i = 0; i < there.count; i++) {
        const meeting p = there.list[there.count - 1 - i], q = back.list[i];
        assert_true(p.first == q.first && p.second == q.second);
        assert_true(fabs(FRAMES * s.time - p.time - q.time) < 1e-9);
    }
    for (size_t i = 0; i < s.count; i++) {
        const carom_vec2 p = home[i].center, v = home[i].velocity;
        assert_true(is_near(s.balls[i].center, p.x, p.y, 1e-9));
        assert_true(is_near(s.balls[i].velocity, -v.x, -v.y, 1e-8));
    }
}

// ---- balls that touch ----

static carom_vec2 momentum(void) {
    carom_vec2 sum = {0, 0};
    for (size_t i = 0; i < s.count; i++)
        sum = carom_vec2_add(sum, s.balls[i].velocity);
    return sum;
}

// A break of 15 balls that touch exactly: nothing is lost, of time, momentum and energy.
static void test_break(void **state) {
    (void)state;
    for (int k = 0; k < 12; k++) {
        const double aside = k == 0 ? 0 : 0.03125 * k, restitution = k % 3 == 2 ? 0.9 : 1;
        crowd_scene_start(&s, "break");
        crowd_scene_add_rack(&s, vec(0, 0), 5, 0.5);
        crowd_scene_add(&s, ball_at(aside, -4, 0.5, 0, 8));
        s.settings.restitution = restitution;
        crowd_trace_restart(&t);
        double energy = crowd_scene_energy(&s);
        for (int frame = 0; frame < 60; frame++) {
            step();
            assert_true(t.summary.lost == 0 && t.summary.moved == 16);
            const double now = crowd_scene_energy(&s);
            assert_true(now <= energy * (1 + 1e-14));
            assert_true(restitution < 1 || now >= energy * (1 - 1e-14));
            energy = now;
        }
        assert_true(is_near(momentum(), 0, 8, 1e-13));
        assert_true(t.sums.ball_impacts >= 15);
    }
}

// The rack of the report: cushions, a cue ball, all touching or nearly.
static void test_reported_break(void **state) {
    (void)state;
    crowd_scene_start(&s, "break of a rack");
    crowd_scene_add_box(&s, vec(0, 0), vec(0.9906, 1.9812));
    const double radius = 0.028575, right = 0.028603575, up = 0.049543335;
    crowd_scene_add(&s, ball_at(0.4953, 0.4953, radius, 0.46323424599999996, 3.22916678231));
    for (int row = 0; row < 5; row++)
        for (int k = 0; k <= row; k++)
            crowd_scene_add(
                &s, ball_at(0.4953 + (2 * k - row) * right, 1.4859 + row * up, radius, 0, 0));
    crowd_trace_restart(&t);
    const double energy = crowd_scene_energy(&s);
    for (int frame = 0; frame < 300; frame++) {
        step();
        assert_true(t.summary.lost == 0 && t.summary.moved == 16);
    }
    assert_true(fabs(crowd_scene_energy(&s) / energy - 1) < 1e-13);
    assert_true(t.sums.ball_impacts > 15);
}

// Of a cradle of five, as many balls leave as come. They all touch, so this happens at one time.
static void test_cradle(void **state) {
    (void)state;
    for (int come = 1; come <= 4; come++)
        for (int turned = 0; turned < 2; turned++) {
            crowd_scene_start(&s, "cradle");
            for (int i = 0; i < 5; i++) {
                const double x = (turned ? -1 : 1) * (2 * i - (i < come ? 0.75 : 0));
                crowd_scene_add(&s, ball_at(x, 0, 1, i < come ? (turned ? -1 : 1) : 0, 0));
            }
            crowd_trace_restart(&t);
            for (int frame = 0; frame < 120; frame++) {
                step();
                assert_true(t.summary.lost == 0);
            }
            for (int i = 0; i < 5; i++) {
                const double v = i >= 5 - come ? (turned ? -1 : 1) : 0;
                if (!is_near(s.balls[i].velocity, v, 0, 0x1p-52))
                    fail_msg("%d come: ball %d leaves at (%.17g, %.17g)", come, i,
                             s.balls[i].velocity.x, s.balls[i].velocity.y);
                const double start = 2 * i - (i < come ? 0.75 : 0);
                const double moved = i < come ? 0.75 : 0, left = i >= 5 - come ? 2 - 0.75 : 0;
                assert_true(is_near(s.balls[i].center, (turned ? -1 : 1) * (start + moved + left),
                                    0, 1e-12));
            }
        }
}

// Balls drop on a row that lies on a floor, with room beside it or with none: nothing is lost, and
// no energy is gained but by the gap of 1 % of a radius that balls keep which press.
static void test_dropped_on_row(void **state) {
    (void)state;
    static const double restitutions[] = {0, 0.5, 0.9, 1};
    for (int k = 0; k < 8; k++) {
        const double half = k < 4 ? 11 : 10, restitution = restitutions[k % 4];
        crowd_scene_start(&s, "dropped on a row");
        crowd_scene_add_wall(&s, carom_segment(vec(-30, 0), vec(30, 0)));
        crowd_scene_add_wall(&s, carom_segment(vec(-half, 0), vec(-half, 40)));
        crowd_scene_add_wall(&s, carom_segment(vec(half, 0), vec(half, 40)));
        for (int i = 0; i < 10; i++)
            crowd_scene_add(&s, ball_at(2 * i - 9, 1, 1, 0, 0));
        for (int i = 0; i < 6; i++)
            crowd_scene_add(&s, ball_at(2.5 * i - 6.3, 6 + 3 * (i % 3), 1, 0, 0));
        s.settings.move.gravity = vec(0, -10);
        s.settings.restitution = restitution;
        s.settings.move.response = carom_bounce(restitution, 0);
        crowd_trace_restart(&t);
        double energy = crowd_scene_energy(&s);
        // Each of two layers rises by .01.
        const double lift = 2 * 0.01 * 10 * (double)s.count;
        for (int frame = 0; frame < 240; frame++) {
            step();
            // Without room beside it the row has no place for its gaps.
            assert_true(k >= 4 || t.summary.lost == 0);
            const double now = crowd_scene_energy(&s);
            if (!(now <= energy + lift))
                fail_msg("half %g, restitution %g, frame %d: energy %g of %g", half, restitution,
                         frame, now, energy);
            energy = now;
        }
    }
}

static int start(void **state) {
    (void)state;
    crowd_trace_start(&t);
    return 0;
}

static int finish(void **state) {
    (void)state;
    crowd_trace_end(&t);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_boxes),
                                       cmocka_unit_test(test_gas_in_many_frames),
                                       cmocka_unit_test(test_gas_in_one_frame),
                                       cmocka_unit_test(test_gas_turned_round),
                                       cmocka_unit_test(test_break),
                                       cmocka_unit_test(test_reported_break),
                                       cmocka_unit_test(test_cradle),
                                       cmocka_unit_test(test_dropped_on_row)};
    return cmocka_run_group_tests_name("crowds against the reference", tests, start, finish);
}
