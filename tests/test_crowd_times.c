// Two balls alone that meet: when, where, and how fast they part, against the reference of hard
// discs, in classes; the crowds of public reports; and every frame by the exact check of all times.
//
// The condition of a time. Places at corners are rounded, so the distance of two balls is known to
// an error E, of some ulp of the largest coordinate S for each frame since the start. At the
// closing speed c that is a time of E / c. So the time must be such that within an ulp of the frame
// around it the true gap comes to within E of 0. Where c is 0, at a graze, no time is asked, and
// whether the balls meet is asked only if they would overlap by more than E. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "cases.h"
#include "crowd_reference.h"
#include "crowd_reports.h"
#include "crowd_trace.h"
#include "pair_cases.h"
#include "points.h"

enum { BITS = 160, MANY = 1 << 20 };

static crowd_trace t;
static crowd_scene s;

static double length(carom_vec2 v) {
    return sqrt(carom_vec2_dot(v, v));
}

static double larger(double x, double y) {
    return x > y ? x : y;
}

// What is known of a pair after all frames.
typedef struct pair_run {
    pair_class kind;
    long index;
    // From the crowd: the first impact, its frame, and how many there were.
    carom_ball_impact impact;
    int frame, impacts;
    // From the reference.
    reference_impact truth;
    size_t meetings;
    // The least gap of the true motion, if they do not meet.
    double least_gap;
    // E, the largest speed, and an ulp of a frame.
    double error, speed, ulp;
    double sum_of_radii;
} pair_run;

static void fail_pair(const pair_run *p, const char *what, double got, double most) {
    printf("class %s, seed %llu, index %ld: %s: %g, at most %g\n", pair_class_name(p->kind),
           (unsigned long long)case_seed(), p->index, what, got, most);
    crowd_scene_start(&s, "");
    const int frames = pair_make(&s, p->kind, case_seed(), (uint64_t)p->index);
    for (int i = 0; i < 2; i++) {
        const carom_ball *b = &s.balls[i];
        printf("    {{%a, %a}, %a, {%a, %a}}, // inverse mass %g\n", b->center.x, b->center.y,
               b->radius, b->velocity.x, b->velocity.y, s.inverse_masses[i]);
    }
    printf("    restitution %g, gravity {%a, %a}, %d frames of %a\n", s.settings.restitution,
           s.settings.move.gravity.x, s.settings.move.gravity.y, frames, s.time);
    printf("    %d impacts, the first in frame %d at %a; truly %zu, in frame %ld at %a + %g\n",
           p->impacts, p->frame, p->impact.time, p->meetings, p->truth.frame, p->truth.time,
           p->truth.rest);
    fail_msg("%s", what);
}

static void expect(const pair_run *p, const char *what, double got, double most) {
    if (!(got <= most))
        fail_pair(p, what, got, most);
}

// The true gap at the time x after the meeting: (|R n + w x| - R), n.w = closing.
static double gap_after(const pair_run *p, double x) {
    const double r = p->sum_of_radii, c = p->truth.closing, w = p->truth.pace;
    const double change = x * (2 * r * c + w * w * x);
    return change / (sqrt(larger(r * r + change, 0)) + r);
}

// The time of the impact minus the true time.
static double lateness(const pair_run *p) {
    return (p->impact.time - p->truth.time) - p->truth.rest +
           (double)(p->frame - p->truth.frame) * s.time;
}

static void check_time(const pair_run *p) {
    const double x = lateness(p), u = p->ulp;
    if (x - u <= 0 && x + u >= 0)
        return;
    const double early = fabs(gap_after(p, x + u)), late = fabs(gap_after(p, x - u));
    expect(p, "they touch at the time of the impact", early < late ? early : late, p->error);
}

// The velocity before: that of the parabola, with the speed along gravity that belongs to the
// height. Its square is known to 2 g E.
static double before_error(const pair_run *p, carom_vec2 v) {
    const carom_vec2 g = s.settings.move.gravity;
    const double pull = length(g), x = fabs(lateness(p)) + p->ulp;
    if (pull == 0)
        return 0;
    const double along = fabs(carom_vec2_dot(v, g)) / pull;
    const double square = 2 * pull * (p->error + p->speed * x);
    return square / larger(along, sqrt(square)) + 0x1p-46 * p->speed;
}

static void check_point(const pair_run *p, const char *what, carom_vec2 got, carom_vec2 truth,
                        double most) {
    expect(p, what, larger(fabs(got.x - truth.x), fabs(got.y - truth.y)), most);
}

static carom_vec2 moved(carom_vec2 p, carom_vec2 v, double x) {
    return carom_vec2_add(p, carom_vec2_scale(v, x));
}

static double inverse_mass(size_t i) {
    return s.settings.inverse_masses != NULL ? s.inverse_masses[i] : 1;
}

// By the algebra of two balls, with the normal and the velocities before as reported.
static void check_algebra(const pair_run *p) {
    const carom_ball_impact *i = &p->impact;
    const long double x = (long double)i->first_before.x - (long double)i->second_before.x;
    const long double y = (long double)i->first_before.y - (long double)i->second_before.y;
    const long double in = x * (long double)i->normal.x + y * (long double)i->normal.y;
    const long double inverse = (long double)inverse_mass(0) + (long double)inverse_mass(1);
    const double impulse = (double)(-(1 + (long double)s.settings.restitution) * in / inverse);
    const double error = 0x1p-47 * p->speed;
    check_point(p, "the velocity of the first ball after the impact", i->first_after,
                moved(i->first_before, i->normal, impulse * inverse_mass(0)), error);
    check_point(p, "the velocity of the second ball after the impact", i->second_after,
                moved(i->second_before, i->normal, -impulse * inverse_mass(1)), error);
}

static void check_impact(const pair_run *p) {
    const carom_ball_impact *i = &p->impact;
    const reference_impact *r = &p->truth;
    const double x = lateness(p), pull = length(s.settings.move.gravity);
    // On the chord the pace differs from the velocity by at most g T / 2.
    const double place_error = p->error + fabs(x) * pull * s.time;
    check_point(p, "the place of the first ball", i->first_center,
                moved(r->first_center, r->first_before, x), place_error);
    check_point(p, "the place of the second ball", i->second_center,
                moved(r->second_center, r->second_before, x), place_error);
    const carom_vec2 d = carom_vec2_sub(i->first_center, i->second_center);
    check_point(p, "the normal", i->normal, carom_vec2_scale(d, 1 / length(d)),
                0x1p-50 + p->error / p->sum_of_radii);
    check_point(p, "the velocity of the first ball before the impact", i->first_before,
                r->first_before, before_error(p, r->first_before));
    check_point(p, "the velocity of the second ball before the impact", i->second_before,
                r->second_before, before_error(p, r->second_before));
    check_algebra(p);
}

// The angle by which the normal can be off: the places by E, and the time by E / closing speed, but
// not by more than a whole graze takes.
static double turned(const pair_run *p) {
    const double w = p->truth.pace, r = p->sum_of_radii;
    const double time = p->error / larger(-p->truth.closing, w * sqrt(p->error / r));
    return (2 * p->error + w * (fabs(lateness(p)) + time)) / r;
}

// Where they are in the end: the error of the normal turns the impulse.
static void check_end(const pair_run *p, crowd_reference *r) {
    double velocity_error = 0x1p-46 * p->speed;
    if (p->impacts > 0)
        velocity_error += 8 * larger(p->truth.pace, p->speed) * turned(p) +
                          4 * before_error(p, p->truth.first_before) +
                          4 * before_error(p, p->truth.second_before);
    for (size_t i = 0; i < 2; i++) {
        const carom_ball b = crowd_reference_ball(r, i);
        check_point(p, "the velocity in the end", s.balls[i].velocity, b.velocity, velocity_error);
        check_point(p, "the place in the end", s.balls[i].center, b.center,
                    2 * p->error + velocity_error);
    }
}

// ---- one pair ----

static void step(pair_run *p, crowd_reference *r, int frame) {
    const double gap = crowd_reference_least_gap(r, 0, 1, s.time);
    p->least_gap = gap < p->least_gap ? gap : p->least_gap;
    crowd_reference_step(r, s.time, MANY);
    const carom_crowd_motion m = crowd_trace_step(&t, &s);
    if (t.broken != NULL) {
        crowd_trace_print(&t, &s);
        fail_pair(p, t.broken, 0, 0);
    }
    if (m.moved != 2 || m.lost != 0 || m.held != 0)
        fail_pair(p, "nothing is lost", m.lost, 0);
    if (t.ball_impact_count > 0 && p->impacts == 0) {
        p->impact = t.ball_impacts[0];
        p->frame = frame;
    }
    p->impacts += (int)t.ball_impact_count;
    for (size_t i = 0; i < 2; i++)
        p->speed = larger(p->speed, length(s.balls[i].velocity));
}

// The largest coordinate or radius of all legs, in ulps: places are rounded once a frame, and a
// velocity under gravity, too.
static double place_error(double speed, int frames) {
    double size = 0;
    for (size_t i = 0; i < 2; i++) {
        const carom_vec2 p = s.balls[i].center;
        size = larger(size, larger(fabs(p.x), fabs(p.y)) + s.balls[i].radius + speed * s.time);
    }
    return (3 + frames) * 0x1p-52 * size;
}

// Sums over the class.
typedef struct pair_sums {
    long cases, meetings, grazes, exact;
    double worst;
} pair_sums;

static void count_pair(pair_sums *sum, const pair_run *p) {
    sum->meetings++;
    // The largest double that is not after the true time.
    sum->exact += p->frame == p->truth.frame && lateness(p) <= 0 && lateness(p) > -p->ulp;
    const double late = fabs(lateness(p));
    const double scale = p->ulp + p->error / -p->truth.closing;
    sum->worst = larger(sum->worst, late / scale);
}

// The velocities of the heights neither approach nor part: rounding decides whether the paces
// count.
static bool is_between(const pair_run *p) {
    return p->meetings > 0 && fabs(p->truth.approach) < 1e-9 * p->speed &&
           length(s.settings.move.gravity) > 0;
}

static void run_pair(pair_class kind, long index, pair_sums *sum) {
    pair_run p = {.kind = kind, .index = index, .least_gap = HUGE_VAL};
    const int frames = pair_make(&s, kind, case_seed(), (uint64_t)index);
    crowd_reference *r = crowd_reference_new(BITS, s.balls, 2, &s.settings);
    p.sum_of_radii = s.balls[0].radius + s.balls[1].radius;
    p.ulp = 0x1p-52 * s.time;
    for (size_t i = 0; i < 2; i++)
        p.speed = larger(p.speed, length(s.balls[i].velocity));
    p.error = place_error(p.speed + length(s.settings.move.gravity), frames);
    crowd_trace_restart(&t);
    for (int frame = 0; frame < frames; frame++) {
        step(&p, r, frame);
        p.error = larger(p.error, place_error(p.speed, frames));
    }
    const reference_impact *list = crowd_reference_impacts(r, &p.meetings);
    if (p.meetings > 0)
        p.truth = list[0];
    sum->cases++;
    if (is_between(&p)) {
        crowd_reference_free(r);
        return;
    }
    if (p.impacts > 1)
        fail_pair(&p, "they meet once", p.impacts, 1);
    if (p.impacts == 1 && p.meetings > 0) {
        check_time(&p);
        check_impact(&p);
        check_end(&p, r);
        count_pair(sum, &p);
    } else if (p.impacts == 1) {
        sum->grazes++;
        expect(&p, "they do not meet: their least gap", p.least_gap, p.error);
    } else if (p.meetings > 0) {
        // How deep they would overlap: at the time x of the least distance, or in the end.
        const double c = p.truth.closing, w = p.truth.pace;
        const double end = (double)(frames - p.truth.frame) * s.time - p.truth.time;
        const double x = -c * p.sum_of_radii / (w * w);
        sum->grazes++;
        expect(&p, "they meet: they would overlap", -gap_after(&p, x < end ? x : end), p.error);
    } else {
        check_end(&p, r);
    }
    crowd_reference_free(r);
}

static void test_pairs(void **state) {
    const pair_class kind = *(const pair_class *)*state;
    pair_sums sum = {0};
    for (long i = 0; i < case_count(1500); i++)
        run_pair(kind, i, &sum);
    printf(
        "%s: %ld pairs, %ld meet, %ld graze, of %.1f %% the time is the largest double not after "
        "the true one; largest error %.2g of an ulp of the frame + E / closing speed\n",
        pair_class_name(kind), sum.cases, sum.meetings, sum.grazes,
        100.0 * (double)sum.exact / (double)(sum.meetings > 0 ? sum.meetings : 1), sum.worst);
    assert_true(sum.meetings > sum.cases / 8);
    // Where places are not rounded, the time is the best double.
    const bool is_exact = kind == PAIR_SHORT_NUMBERS || kind == PAIR_TOUCHING;
    assert_true(is_exact ? sum.exact == sum.meetings : sum.exact > sum.meetings / 4);
}

// ---- reports ----

// One frame or many: where the balls are at the end, and when the first two met.
static void test_reports(void **state) {
    (void)state;
    for (int k = 0; k < 2 * REPORTED_CROWDS; k++) {
        const reported_crowd *p = &reported_crowds[k / 2];
        const int frames = k % 2 == 0 ? 1 : 180;
        double meet = 0;
        reported_crowd_make(&s, p);
        s.time /= frames;
        crowd_trace_restart(&t);
        for (int frame = 0; frame < frames; frame++) {
            const carom_crowd_motion m = crowd_trace_step(&t, &s);
            assert_true(m.lost == 0 && m.moved == p->count);
            if (meet == 0 && m.ball_impacts > 0)
                meet = frame * s.time + t.ball_impacts[0].time;
        }
        if (t.broken != NULL) {
            crowd_trace_print(&t, &s);
            fail_msg("%s: %s", p->name, t.broken);
        }
        // E over a closing speed of more than 1.
        const double error = (6 + 2 * frames) * 0x1p-52 * (fabs(p->balls[0].center.x) + 8);
        assert_true(p->meet == 0 || fabs(meet - p->meet) < error);
        for (size_t i = 0; i < p->count; i++) {
            const carom_ball b = s.balls[i], after = p->after[i];
            if (!is_near(b.center, after.center.x, after.center.y, 1e-10) ||
                !is_near(b.velocity, after.velocity.x, after.velocity.y, 1e-10))
                fail_msg("%s in %d frames: ball %zu ends at (%.17g, %.17g), not (%.17g, %.17g)",
                         p->name, frames, i, b.center.x, b.center.y, after.center.x,
                         after.center.y);
        }
    }
}

// The second case of the report is the first in other places: far off, and after some frames.
static void test_report_far_off(void **state) {
    (void)state;
    for (int k = 0; k < 21; k++) {
        const double x = k == 0 ? 0 : ldexp(1, k);
        crowd_scene_start(&s, "far off");
        crowd_scene_add(&s, ball_at(x, x / 8, 1, 2, 0));
        crowd_scene_add(&s, ball_at(x + 3, x / 8, 1, 0, -1));
        s.time = 1;
        crowd_trace_restart(&t);
        crowd_trace_step(&t, &s);
        assert_null(t.broken);
        assert_int_equal(t.ball_impact_count, 1);
        // (3 - 2 t)^2 + t^2 = 4
        const double time = (6 - sqrt(11)) / 5;
        assert_true(fabs(t.ball_impacts[0].time - time) < 0x1p-50 * (x + 4));
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
    static pair_class kinds[PAIR_CLASSES];
    struct CMUnitTest tests[PAIR_CLASSES + 2];
    for (int i = 0; i < PAIR_CLASSES; i++) {
        kinds[i] = (pair_class)i;
        tests[i] =
            (struct CMUnitTest){pair_class_name(kinds[i]), test_pairs, NULL, NULL, &kinds[i]};
    }
    tests[PAIR_CLASSES] = (struct CMUnitTest)cmocka_unit_test(test_reports);
    tests[PAIR_CLASSES + 1] = (struct CMUnitTest)cmocka_unit_test(test_report_far_off);
    return cmocka_run_group_tests_name("times of crowds", tests, start, finish);
}
