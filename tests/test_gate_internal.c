// White box: the gate of a crowd for two balls, against rational numbers. What it accepts must have
// no overlap at any time, for paths within some ulp of touching: in the middle of legs, at corners
// that both balls have, and far from the origin, where places are rounded by more than the gap. It
// must accept what is clear by more than its margin. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "crowd/gate.c"

#include "cases.h"
#include "exact_legs.h"
#include "points.h"
#include "random.h"

enum { LEGS = 4 };

static exact_legs exact;

// Two balls and their paths.
typedef struct pair {
    carom_leg legs[2][LEGS];
    int counts[2];
    double radii[2];
} pair;

static carom_box box_of_path(const pair *p, int ball) {
    carom_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int k = 0; k < p->counts[ball]; k++) {
        const carom_leg *leg = &p->legs[ball][k];
        const carom_path path = {leg->from, leg->to, p->radii[ball]};
        const carom_box other = carom_path_box(path);
        box.min = vec(smaller(box.min.x, other.min.x), smaller(box.min.y, other.min.y));
        box.max = vec(larger(box.max.x, other.max.x), larger(box.max.y, other.max.y));
    }
    return box;
}

// Asks the gate.
static bool accepts(const pair *p) {
    static finished_leg items[2 * LEGS];
    crowd_work work = {.legs = {.items = items}};
    crowd_ball balls[2] = {{.first_leg = 0}, {.first_leg = LEGS}};
    for (int b = 0; b < 2; b++) {
        balls[b].circle = carom_circle_make(p->legs[b][0].from, p->radii[b]);
        balls[b].box = box_of_path(p, b);
        for (int k = 0; k < p->counts[b]; k++) {
            const carom_leg *leg = &p->legs[b][k];
            const bool is_last = k + 1 == p->counts[b];
            items[b * LEGS + k] =
                (finished_leg){.leg = {leg->from, leg->to, leg->start, leg->end},
                               .next = is_last ? NO_BALL : (uint32_t)(b * LEGS + k + 1)};
        }
    }
    const island_run run = {.work = &work,
                            .from = larger(p->legs[0][0].start, p->legs[1][0].start)};
    span found;
    return !find_refused(&run, &balls[0], &balls[1], &found);
}

// Sign of the least gap, and in `least` the least distance, rounded.
static int true_sign(const pair *p) {
    int least = 1;
    for (int i = 0; i < p->counts[0]; i++)
        for (int k = 0; k < p->counts[1]; k++) {
            const carom_leg *leg = &p->legs[0][i], *other = &p->legs[1][k];
            if (fmax(leg->start, other->start) > fmin(leg->end, other->end))
                continue;
            const int sign = exact_legs_sign(&exact, leg, p->radii[0], other, p->radii[1], 0);
            least = sign < least ? sign : least;
        }
    return least;
}

static long double coordinate(double from, double to, long double part) {
    return from + ((long double)to - from) * part;
}

// The least distance in a span, in long double.
static long double least_distance(const carom_leg *p, const carom_leg *q) {
    const long double a = fmax(p->start, q->start), b = fmin(p->end, q->end);
    if (!(a < b))
        return INFINITY;
    const long double times[] = {a, b};
    long double x[2], y[2];
    for (int i = 0; i < 2; i++) {
        const long double part = (times[i] - p->start) / ((long double)p->end - p->start);
        const long double other = (times[i] - q->start) / ((long double)q->end - q->start);
        x[i] = coordinate(p->from.x, p->to.x, part) - coordinate(q->from.x, q->to.x, other);
        y[i] = coordinate(p->from.y, p->to.y, part) - coordinate(q->from.y, q->to.y, other);
    }
    const long double u = x[1] - x[0], v = y[1] - y[0], length2 = u * u + v * v;
    const long double along = -(x[0] * u + y[0] * v);
    const long double part = along <= 0 ? 0 : along >= length2 ? 1 : along / length2;
    return hypotl(x[0] + part * u, y[0] + part * v);
}

static double size_of_pair(const pair *p) {
    double size = larger(p->radii[0], p->radii[1]);
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < p->counts[b]; k++) {
            const carom_leg *leg = &p->legs[b][k];
            size = larger(size, larger(fabs(leg->from.x), fabs(leg->from.y)));
            size = larger(size, larger(fabs(leg->to.x), fabs(leg->to.y)));
        }
    return size;
}

typedef struct gate_sums {
    long cases, accepted, refused_clear, overlaps;
} gate_sums;

static void check(gate_sums *sums, const pair *p, long index) {
    const bool is_accepted = accepts(p);
    const int sign = true_sign(p);
    sums->cases++;
    sums->accepted += is_accepted;
    sums->overlaps += sign < 0;
    sums->refused_clear += !is_accepted && sign >= 0;
    if (!is_accepted || sign >= 0)
        return;
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < p->counts[b]; k++) {
            const carom_leg *l = &p->legs[b][k];
            printf("    ball %d, radius %a: {{%a, %a}, {%a, %a}, %a, %a}\n", b, p->radii[b],
                   l->from.x, l->from.y, l->to.x, l->to.y, l->start, l->end);
        }
    fail_msg("index %ld: accepted, but they overlap", index);
}

static void print(const char *name, const gate_sums *sums) {
    printf("%s: %ld pairs, %ld overlap, %ld accepted, %ld refused although they do not overlap\n",
           name, sums->cases, sums->overlaps, sums->accepted, sums->refused_clear);
}

// ---- paths of some legs ----

static carom_vec2 random_near(random_source *g, carom_vec2 p, double size) {
    const double x = random_between(g, -size, size);
    return vec(p.x + x, p.y + random_between(g, -size, size));
}

static double random_time(random_source *g, double from, double to) {
    const double time = random_between(g, from, to);
    return random_one_in(g, 3) ? 0.5 : time;
}

static void make_path(pair *p, int ball, random_source *g, carom_vec2 around, double size) {
    carom_vec2 place = random_near(g, around, size);
    const int count = random_int(g, 1, LEGS);
    double clock = 0;
    int k = 0;
    while (k < count) {
        const bool stands = random_one_in(g, 5);
        const carom_vec2 to = stands ? place : random_near(g, around, size);
        double end = k + 1 == count ? 1 : random_time(g, clock, 1);
        if (!(end > clock))
            end = 1;
        p->legs[ball][k++] = (carom_leg){place, to, clock, end};
        place = to;
        clock = end;
        if (end == 1)
            break;
    }
    p->counts[ball] = k;
}

// Radii whose sum is the least distance, but for some ulp of the largest coordinate.
static void set_radii(pair *p, random_source *g) {
    long double least = INFINITY;
    for (int i = 0; i < p->counts[0]; i++)
        for (int k = 0; k < p->counts[1]; k++)
            least = fminl(least, least_distance(&p->legs[0][i], &p->legs[1][k]));
    p->radii[0] = p->radii[1] = 0;
    const double ulp = 0x1p-52 * size_of_pair(p);
    const double off = ulp * random_log(g, -6, 10) * random_sign(g);
    const double share = random_between(g, 0, 1);
    const double sum = (double)least - off > 0 ? (double)(least - off) : (double)least;
    p->radii[0] = share * sum;
    p->radii[1] = sum - p->radii[0];
}

static void test_nearly_touching(void **state) {
    (void)state;
    gate_sums sums = {0};
    for (long i = 0; i < case_count(40000); i++) {
        random_source g = random_start(case_seed(), 9950, (uint64_t)i);
        const double far = random_one_in(&g, 2) ? 0 : ldexp(1, random_int(&g, 1, 20));
        const carom_vec2 around = random_near(&g, vec(0, 0), far);
        pair p;
        make_path(&p, 0, &g, around, 4);
        make_path(&p, 1, &g, around, 4);
        set_radii(&p, &g);
        check(&sums, &p, i);
    }
    print("nearly touching", &sums);
    assert_true(sums.overlaps > sums.cases / 4 && sums.accepted > sums.cases / 32);
}

// ---- a corner of both, where they touch ----

// The end of a leg so that at the time `until` the ball has moved by `way` from its start.
static carom_vec2 end_for(const carom_leg *leg, carom_vec2 way, double until) {
    const double stretch = (leg->end - leg->start) / (until - leg->start);
    return vec(leg->from.x + way.x * stretch, leg->from.y + way.y * stretch);
}

static void turn_round(pair *p) {
    for (int b = 0; b < 2; b++) {
        carom_leg *leg = &p->legs[b][0];
        *leg = (carom_leg){leg->to, leg->from, 1 - leg->end, 1 - leg->start};
    }
}

// They touch at the start, exactly or within some ulp, and leave at nearly right angles. Turned
// round, they come to where they touch.
static void make_leaving(pair *p, random_source *g) {
    const int k = random_int(g, 1, 1000), r = random_int(g, 1, 5 * k - 1);
    const double scale = ldexp(1, -random_int(g, 4, 10)), far = ldexp(1, random_int(g, 0, 20));
    const double x = scale * random_int(g, -1000, 1000), y = scale * random_int(g, -1000, 1000);
    const carom_vec2 d = vec(3 * k * scale * random_sign(g), 4 * k * scale);
    const carom_vec2 across = vec(-d.y, d.x), q = vec(x + far, y - far);
    p->counts[0] = p->counts[1] = 1;
    p->radii[0] = nudged(r * scale, random_int(g, -1, 1));
    p->radii[1] = (5 * k - r) * scale;
    carom_leg *leg = &p->legs[0][0], *other = &p->legs[1][0];
    *leg = (carom_leg){carom_vec2_add(q, d), q, 0, random_between(g, 0.25, 1)};
    *other = (carom_leg){q, q, 0, random_one_in(g, 4) ? leg->end : random_between(g, 0.25, 1)};
    const double until = smaller(leg->end, other->end);
    const carom_vec2 common = random_near(g, vec(0, 0), random_one_in(g, 4) ? 0 : 2);
    // Out by some ulp of the places.
    const double out = random_between(g, -8, 8) * 0x1p-52 * far / (5 * k * scale);
    const double aside = random_log(g, -30, 0) * random_sign(g);
    const carom_vec2 way =
        carom_vec2_add(carom_vec2_scale(across, aside), carom_vec2_scale(d, out));
    other->to = end_for(other, common, until);
    leg->to = end_for(leg, carom_vec2_add(common, way), until);
}

static void test_corners(void **state) {
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        gate_sums sums = {0};
        for (long i = 0; i < case_count(40000); i++) {
            random_source g = random_start(case_seed(), 9960, (uint64_t)i);
            pair p;
            make_leaving(&p, &g);
            if (turned)
                turn_round(&p);
            check(&sums, &p, i);
        }
        print(turned ? "coming to a corner" : "leaving a corner", &sums);
        assert_true(sums.overlaps > sums.cases / 8 && sums.accepted > sums.cases / 64);
    }
}

// One has a corner where they touch, the other is inside its leg there: its place is rounded.
static void test_corner_of_one(void **state) {
    (void)state;
    gate_sums sums = {0};
    for (long i = 0; i < case_count(40000); i++) {
        random_source g = random_start(case_seed(), 9970, (uint64_t)i);
        const double far = ldexp(1, random_int(&g, 0, 20)), time = random_between(&g, 0.25, 0.75);
        const carom_vec2 around = random_near(&g, vec(0, 0), far);
        const carom_vec2 from = random_near(&g, around, 4), to = random_near(&g, around, 4);
        pair p;
        p.counts[0] = 1;
        p.counts[1] = 2;
        p.legs[0][0] = (carom_leg){from, to, 0, 1};
        const crowd_leg leg = {from, to, 0, 1};
        const carom_vec2 at = place_on_leg(&leg, time), u = carom_vec2_sub(to, from);
        // The other one comes straight and goes straight back, faster than the first one follows.
        const carom_vec2 off = random_near(&g, vec(0, 0), 2);
        const carom_vec2 corner = carom_vec2_add(at, off);
        const carom_vec2 out = carom_vec2_add(corner, carom_vec2_scale(off, 4));
        const carom_vec2 start = carom_vec2_sub(out, carom_vec2_scale(u, time));
        const carom_vec2 end = carom_vec2_add(out, carom_vec2_scale(u, 1 - time));
        p.legs[1][0] = (carom_leg){start, corner, 0, time};
        p.legs[1][1] = (carom_leg){corner, end, time, 1};
        set_radii(&p, &g);
        check(&sums, &p, i);
    }
    print("a corner of one", &sums);
    assert_true(sums.overlaps > sums.cases / 4 && sums.accepted > sums.cases / 32);
}

// ---- what must be accepted ----

// Balls that are apart by 2^-39 of their size, and balls that touch exactly and are asked exactly:
// over the same time, or one that stands.
static void test_accepted(void **state) {
    (void)state;
    for (long i = 0; i < case_count(20000); i++) {
        random_source g = random_start(case_seed(), 9980, (uint64_t)i);
        const carom_vec2 around = random_near(&g, vec(0, 0), ldexp(1, random_int(&g, 0, 20)));
        pair p;
        make_path(&p, 0, &g, around, 4);
        make_path(&p, 1, &g, around, 4);
        set_radii(&p, &g);
        const double apart = 0x1p-42 * size_of_pair(&p);
        // In double the direction of a short vector between long ones tells less.
        if (p.radii[0] < 8 * apart || p.radii[0] + p.radii[1] < 0.125)
            continue;
        p.radii[0] -= 8 * apart;
        assert_true(accepts(&p));
        make_leaving(&p, &g);
        p.legs[1][0].end = p.legs[0][0].end;
        assert_int_equal(accepts(&p), true_sign(&p) >= 0);
        p.legs[1][0].to = p.legs[1][0].from;
        p.legs[1][0].end = 1;
        if (p.legs[0][0].end == 1)
            assert_int_equal(accepts(&p), true_sign(&p) >= 0);
    }
}

// Places inside a leg are off by less than 2^-49 of the scale.
static void test_places(void **state) {
    (void)state;
    double worst = 0;
    for (long i = 0; i < case_count(100000); i++) {
        random_source g = random_start(case_seed(), 9990, (uint64_t)i);
        const carom_vec2 from = random_near(&g, vec(0, 0), 1), to = random_near(&g, vec(0, 0), 1);
        const double start = random_between(&g, 0, 1), end = random_between(&g, start, 1);
        const double time = random_between(&g, start, end);
        const crowd_leg leg = {from, to, start, end};
        const carom_vec2 place = place_on_leg(&leg, time);
        if (!(end > start))
            continue;
        const double scale =
            larger(larger(fabs(from.x), fabs(from.y)), larger(fabs(to.x), fabs(to.y)));
        const long double part = ((long double)time - start) / ((long double)end - start);
        const double x = (double)fabsl(coordinate(from.x, to.x, part) - place.x);
        const double y = (double)fabsl(coordinate(from.y, to.y, part) - place.y);
        worst = larger(worst, larger(x, y) / scale);
        assert_true(same_point(place_on_leg(&leg, start), from) &&
                    same_point(place_on_leg(&leg, end), to));
    }
    printf("places on legs: worst error 2^%.2f of the scale\n", log2(worst));
    assert_true(worst < 0x1p-49);
}

// ---- what changes is tested anew ----

// A ball with one leg over the frame, which is clear of walls.
typedef struct one_ball {
    crowd_ball ball;
    finished_leg legs[LEGS];
    uint32_t member;
    carom_crowd crowd;
    carom_crowd_settings settings;
    crowd_work work;
    carom_box boxes[64];
    crowd_island island;
    island_run run;
} one_ball;

static void start_ball_on_leg(one_ball *o) {
    memset(o, 0, sizeof *o);
    o->ball = (crowd_ball){.circle = carom_circle_make(vec(0, 0), 1),
                           .inverse_mass = 1,
                           .box = {{-1, -1}, {2, 1}},
                           .stretch_place = vec(0, 0),
                           .to = vec(1, 0)};
    o->legs[0] = (finished_leg){{vec(0, 0), vec(1, 0), 0, 1}, NO_BALL, true};
    o->settings = carom_crowd_settings_default();
    o->crowd.settings = &o->settings;
    o->crowd.time = 1;
    o->crowd.balls.items = &o->ball;
    o->work.legs.items = o->legs;
    o->work.legs.capacity = LEGS;
    o->work.legs.count = 1;
    carom_tree_lay_out(&o->work.tree, o->boxes, 1);
    o->run = (island_run){.c = &o->crowd,
                          .work = &o->work,
                          .island = &o->island,
                          .members = &o->member,
                          .count = 1,
                          .until = 1,
                          .time = 1};
}

static void test_cut_leg(void **state) {
    (void)state;
    static one_ball o;
    start_ball_on_leg(&o);
    cut_leg(&o.run, &o.ball, 0.25);
    assert_true(o.ball.is_changed && o.ball.first_leg == 0 && o.ball.last_leg == 1);
    assert_true(o.legs[0].next == 1 && o.legs[1].next == NO_BALL);
    assert_true(same_point(o.legs[0].leg.to, vec(0.25, 0)) && o.legs[0].leg.end == 0.25);
    assert_true(same_point(o.legs[1].leg.from, vec(0.25, 0)) && o.legs[1].leg.start == 0.25);
    // The corner is rounded: both halves are new ways.
    assert_true(!o.legs[0].is_clear && !o.legs[1].is_clear);
}

static void test_shift_corner(void **state) {
    (void)state;
    static one_ball o;
    start_ball_on_leg(&o);
    cut_leg(&o.run, &o.ball, 0.25);
    o.legs[0].is_clear = o.legs[1].is_clear = true;
    o.ball.is_changed = false;
    shift_corner(&o.run, &o.ball, 0.25, vec(0, 8));
    assert_true(same_point(o.legs[0].leg.to, vec(0.25, 8)) &&
                same_point(o.legs[1].leg.from, vec(0.25, 8)));
    assert_true(!o.legs[0].is_clear && !o.legs[1].is_clear && o.ball.is_changed);
    start_gate_round(&o.run);
    const carom_box box = {{-0.75, 7}, {1.25, 9}};
    assert_true(o.ball.is_dirty && carom_box_contains(o.ball.box, box));
    shift_corner(&o.run, &o.ball, 1, vec(0, 1));
    assert_true(same_point(o.ball.to, vec(1, 1)) && same_point(o.legs[1].leg.to, vec(1, 1)));
}

static void test_stand(void **state) {
    (void)state;
    static one_ball o;
    start_ball_on_leg(&o);
    cut_leg(&o.run, &o.ball, 0.25);
    o.legs[0].is_clear = true;
    o.ball.is_changed = false;
    stand(&o.run, &o.ball);
    assert_true(same_point(o.legs[0].leg.to, vec(0, 0)) && o.legs[0].leg.end == 1 &&
                o.legs[0].next == NO_BALL && o.ball.last_leg == 0);
    // Others and walls can come to where it stands.
    assert_true(!o.legs[0].is_clear && o.ball.is_changed && o.ball.is_standing);
    assert_true(o.ball.hold == CAROM_HOLD_HELD && same_point(o.ball.to, vec(0, 0)));
}

static int start(void **state) {
    (void)state;
    exact_legs_init(&exact);
    return 0;
}

static int finish(void **state) {
    (void)state;
    exact_legs_clear(&exact);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearly_touching), cmocka_unit_test(test_corners),
        cmocka_unit_test(test_corner_of_one),   cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_places),          cmocka_unit_test(test_cut_leg),
        cmocka_unit_test(test_shift_corner),    cmocka_unit_test(test_stand)};
    return cmocka_run_group_tests_name("gate", tests, start, finish);
}
