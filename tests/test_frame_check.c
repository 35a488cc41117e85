// The exact check of all times of a frame: the least distance of two legs against closed forms,
// against the oracle of moving walls and by halving spans of time; of a leg and a wall against the
// oracle of sweeps, in every class. Every guarantee that frame_check.h checks, broken by hand, must
// be noticed. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "cases.h"
#include "exact_legs.h"
#include "frame_check.h"
#include "motion_cases.h"
#include "oracle_sweep.h"
#include "points.h"
#include "random.h"

static exact_legs exact;

static carom_leg leg_at(double x, double y, double to_x, double to_y, double start, double end) {
    const carom_leg leg = {{x, y}, {to_x, to_y}, start, end};
    return leg;
}

// ---- two legs ----

static void test_evident_pairs(void **state) {
    (void)state;
    const double third = 1.0 / 3;
    const struct {
        const char *what;
        carom_leg p, q;
        double r, s, longer;
        int sign;
    } rows[] = {
        {"apart", leg_at(0, 0, 1, 0, 0, 1), leg_at(9, 0, 9, 0, 0, 1), 1, 1, 0, 1},
        {"up to touching", leg_at(0, 0, 7, 0, 0, 1), leg_at(9, 0, 9, 0, 0, 1), 1, 1, 0, 0},
        {"an ulp too far", leg_at(0, 0, 7 + 0x1p-50, 0, 0, 1), leg_at(9, 0, 9, 0, 0, 1), 1, 1, 0,
         -1},
        {"longer by little", leg_at(0, 0, 7, 0, 0, 1), leg_at(9, 0, 9, 0, 0, 1), 1, 1, 0x1p-900,
         -1},
        // At the time .5 they are at 4 and 6; one does not wait for the other.
        {"through each other", leg_at(0, 0, 8, 0, 0, 1), leg_at(10, 0, 2, 0, 0, 1), 1, 1, 0, -1},
        {"at other times", leg_at(0, 0, 8, 0, 0, .25), leg_at(8, 0, 0, 0, .25, 1), .5, .5, 0, -1},
        {"only an instant", leg_at(0, 0, 8, 0, 0, .25), leg_at(9, 0, 0, 0, .25, 1), .5, .5, 0, 0},
        {"in file", leg_at(0, 0, 8, 0, 0, 1), leg_at(2, 0, 10, 0, 0, 1), 1, 1, 0, 0},
        {"in file, faster", leg_at(0, 0, 8, 0, 0, 1), leg_at(2, 0, 9.5, 0, 0, 1), 1, 1, 0, -1},
        // Half of a leg of one, in the whole leg of the other.
        {"a span", leg_at(0, 0, 8, 0, 0, 1), leg_at(6, 0, 10, 0, .5, 1), 1, 1, 0, 0},
        {"a span, faster", leg_at(0, 0, 8, 0, 0, 1), leg_at(6, 0, 9.9, 0, .5, 1), 1, 1, 0, -1},
        // They cross the line at the time 1/3, which no double is, at right angles.
        {"side by side", leg_at(-1, 0, 2, 0, 0, 1), leg_at(-1, 3, 2, 3, 0, 1), 1, 2, 0, 0},
        {"past each other", leg_at(-1, 0, 2, 0, 0, 1), leg_at(1, 3, -1, 3, third, 1), 1, 2, 0, 0},
        {"past each other, longer", leg_at(-1, 0, 2, 0, 0, 1), leg_at(1, 3, -1, 3, third, 1), 1, 2,
         0x1p-60, -1},
        {"both stand", leg_at(0, 0, 0, 0, 0, 1), leg_at(3, 4, 3, 4, 0, 1), 2, 3, 0, 0},
        {"both stand, apart", leg_at(0, 0, 0, 0, 0, 1), leg_at(3, 4.0000000001, 3, 4, 0, 1), 2, 3,
         0, 0},
        // A leg that takes no time.
        {"a jump", leg_at(0, 0, 8, 0, .5, .5), leg_at(4, 2, 4, 2, 0, 1), 1, 1, 0, 0},
        {"a jump through a ball", leg_at(0, 0, 8, 0, .5, .5), leg_at(4, 8, 4, -8, 0, 1), 1, 1, 0,
         -1},
        {"a jump at another time", leg_at(0, 0, 8, 0, .25, .25), leg_at(4, 4, 4, -4, 0, 1), 1, 1, 0,
         0},
        {"two jumps", leg_at(0, 0, 8, 0, .5, .5), leg_at(8, 0, 0, 0, .5, .5), 1, 1, 0, -1},
        {"numbers of all sizes", leg_at(0, 0, 0x1p-1074, 0, 0, 1),
         leg_at(0x1p60, 0, 0x1p60, 0, 0, 1), 0x1p60, 0, 0, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int got =
            exact_legs_sign(&exact, &rows[i].p, rows[i].r, &rows[i].q, rows[i].s, rows[i].longer);
        const int back =
            exact_legs_sign(&exact, &rows[i].q, rows[i].s, &rows[i].p, rows[i].r, rows[i].longer);
        if (got != rows[i].sign || back != rows[i].sign)
            fail_msg("%s: %d and %d, expected %d", rows[i].what, got, back, rows[i].sign);
    }
}

static carom_leg random_leg(random_source *g, double size) {
    carom_leg leg;
    leg.from.x = random_between(g, -size, size);
    leg.from.y = random_between(g, -size, size);
    leg.to.x = random_between(g, -size, size);
    leg.to.y = random_between(g, -size, size);
    leg.start = random_between(g, 0, 0.5);
    leg.end = random_between(g, 0.5, 1);
    return leg;
}

// Balls on two parallel lines, at the distance of the sum of their radii: they touch at most, and
// do so if they are side by side at a time that both legs have.
static void test_ties(void **state) {
    (void)state;
    long touches = 0;
    for (long i = 0; i < case_count(20000); i++) {
        random_source g = random_start(case_seed(), 9500, (uint64_t)i);
        carom_leg p = random_leg(&g, 1), q = random_leg(&g, 1);
        p.from.y = p.to.y = 0.25;
        q.from.y = q.to.y = 3.25;
        const long double a = fmaxl(p.start, q.start), b = fminl(p.end, q.end);
        const long double pace = ((long double)p.to.x - p.from.x) / ((long double)p.end - p.start);
        const long double other = ((long double)q.to.x - q.from.x) / ((long double)q.end - q.start);
        const long double at_a = p.from.x + pace * (a - p.start) - q.from.x - other * (a - q.start);
        const long double at_b = p.from.x + pace * (b - p.start) - q.from.x - other * (b - q.start);
        if (fabsl(at_a) < 1e-15L || fabsl(at_b) < 1e-15L)
            continue;
        const bool passes = (at_a < 0) != (at_b < 0);
        touches += passes;
        assert_int_equal(exact_legs_sign(&exact, &p, 1, &q, 2, 0), passes ? 0 : 1);
        if (passes)
            assert_int_equal(exact_legs_sign(&exact, &p, 1, &q, 2, 0x1p-200), -1);
    }
    assert_true(touches > case_count(20000) / 8);
}

// The distance at a time, by the definition.
static long double distance_at(const carom_leg *p, const carom_leg *q, long double t) {
    const carom_leg *const legs[] = {p, q};
    long double place[2][2];
    for (int i = 0; i < 2; i++) {
        const carom_leg *l = legs[i];
        const long double part = (t - l->start) / ((long double)l->end - l->start);
        place[i][0] = l->from.x + part * ((long double)l->to.x - l->from.x);
        place[i][1] = l->from.y + part * ((long double)l->to.y - l->from.y);
    }
    return hypotl(place[0][0] - place[1][0], place[0][1] - place[1][1]);
}

// The distance is convex in time: its least value by thirds.
static void test_pairs_by_definition(void **state) {
    (void)state;
    for (long i = 0; i < case_count(5000); i++) {
        random_source g = random_start(case_seed(), 9510, (uint64_t)i);
        const carom_leg p = random_leg(&g, 4), q = random_leg(&g, 4);
        long double a = fmaxl(p.start, q.start), b = fminl(p.end, q.end);
        for (int k = 0; k < 120; k++) {
            const long double left = a + (b - a) / 3, right = b - (b - a) / 3;
            if (distance_at(&p, &q, left) < distance_at(&p, &q, right))
                b = right;
            else
                a = left;
        }
        const double least = (double)distance_at(&p, &q, a);
        assert_int_equal(exact_legs_sign(&exact, &p, least * 0.25, &q, least * 0.75 + 1e-9, 0), -1);
        assert_int_equal(exact_legs_sign(&exact, &p, least * 0.25, &q, least * 0.75 - 1e-9, 0),
                         least > 1e-9 ? 1 : -1);
    }
}

// Over the same span, against the oracle of moving walls; many pairs start touching.
static void test_pairs_by_oracle(void **state) {
    (void)state;
    moving_oracle *oracle = moving_oracle_new();
    long clear = 0;
    for (long i = 0; i < case_count(2000); i++) {
        random_source g = random_start(case_seed(), 9520, (uint64_t)i);
        carom_leg p = random_leg(&g, 4), q = random_leg(&g, 4);
        q.start = p.start;
        q.end = p.end;
        double r = random_between(&g, 0, 2), s = random_between(&g, 0.5, 2);
        if (random_one_in(&g, 2)) { // integers, at distance 5
            p.from = vec(random_int(&g, -2, 2), random_int(&g, -2, 2));
            q.from = vec(p.from.x + 3 * random_sign(&g), p.from.y + 4 * random_sign(&g));
            p.to = vec(random_int(&g, -2, 2), random_int(&g, -2, 2));
            q.to = vec(random_int(&g, -6, 6), random_int(&g, -6, 6));
            r = random_int(&g, 1, 4);
            s = 5 - r;
        }
        const carom_wall post = carom_post(q.from, s);
        const bool is_clear =
            moving_leg_is_clear(oracle, carom_circle_make(p.from, r), p.to, post, q.to, q.to);
        assert_int_equal(exact_legs_sign(&exact, &p, r, &q, s, 0) >= 0, is_clear);
        clear += is_clear;
    }
    assert_true(clear > case_count(2000) / 8 && clear < case_count(2000) * 7 / 8);
    moving_oracle_free(oracle);
}

// ---- a leg and a wall ----

static void test_walls_by_oracle(void **state) {
    (void)state;
    oracle_sweep *oracle = oracle_sweep_new();
    long decided = 0;
    for (int kind = 0; kind < MOTION_CLASS_COUNT; kind++)
        for (long i = 0; i < case_count(200); i++) {
            const motion_case m = motion_make((motion_class)kind, case_seed(), (uint64_t)i);
            const oracle_path path = {m.to, true};
            const oracle_sweep_verdict v = oracle_sweep_ask(oracle, m.circle, path, m.wall);
            // A point may touch an axis, but not reach it.
            if (v.kind == CAROM_SWEEP_KIND_INVALID || m.circle.radius + m.wall.radius == 0)
                continue;
            const carom_leg leg = {m.circle.center, m.to, 0, 1};
            const bool is_clear =
                exact_leg_wall_sign(&exact, &leg, m.circle.radius, m.wall, 0) >= 0;
            if (is_clear != v.path_is_clear) {
                motion_print(stderr, &m);
                fail_msg("class %s, index %ld: %d", motion_class_name((motion_class)kind), i,
                         is_clear);
            }
            decided++;
        }
    assert_true(decided > 20 * case_count(200));
    oracle_sweep_free(oracle);
}

// ---- a frame ----

enum { BALLS = 4, LEGS = 2 };

// Ball 0 bounces off ball 1, which stands. Ball 2 goes past a wall at rest and touches it. Ball 3
// is followed by a wall that moves.
typedef struct world {
    carom_leg legs[BALLS][LEGS];
    checked_ball balls[BALLS];
    carom_wall wall;
    carom_moving_wall moving;
    checked_frame frame;
} world;

static world w;

static void make_world(void) {
    const carom_leg legs[BALLS][LEGS] = {
        {leg_at(0, 0, 2, 0, 0, .25), leg_at(2, 0, 0, 0, .25, 1)},
        {leg_at(4, 0, 4, 0, 0, .25), leg_at(4, 0, 7, 4, .25, 1)},
        {leg_at(0, -9, 5, -9, 0, .5), leg_at(5, -9, 5, -7, .5, 1)},
        {leg_at(0, 20, 5, 20, 0, .5), leg_at(5, 20, 10, 20, .5, 1)},
    };
    w = (world){.wall = carom_segment(vec(-1, -10), vec(9, -10)),
                .moving = carom_moving_wall_translating(carom_segment(vec(-2, 19), vec(-2, 21)),
                                                        vec(10, 0))};
    for (int i = 0; i < BALLS; i++) {
        for (int k = 0; k < LEGS; k++)
            w.legs[i][k] = legs[i][k];
        w.balls[i] = (checked_ball){.radius = 1,
                                    .from = legs[i][0].from,
                                    .to = legs[i][LEGS - 1].to,
                                    .legs = w.legs[i],
                                    .leg_count = LEGS,
                                    .category = 1,
                                    .mask = 1};
    }
    w.frame = (checked_frame){w.balls, BALLS, &w.wall, 1, &w.moving, 1, 0};
}

static const char *broken_guarantee(void) {
    frame_check c;
    frame_check_init(&c);
    const bool is_right = frame_check_run(&c, &w.frame);
    const char *broken = c.broken;
    assert_true(is_right == (broken == NULL));
    frame_check_clear(&c);
    return broken;
}

static void expect(const char *what) {
    const char *broken = broken_guarantee();
    if (broken == NULL || strcmp(broken, what) != 0)
        fail_msg("expected: %s, got: %s", what, broken != NULL ? broken : "nothing");
}

static void test_right_frame(void **state) {
    (void)state;
    make_world();
    assert_null(broken_guarantee());
    // A ball that is crushed stands, and jumps in the end.
    w.balls[3].is_crushed = w.balls[3].is_free = true;
    w.legs[3][1].to = w.legs[3][1].from;
    w.balls[3].to = vec(5, 30);
    assert_null(broken_guarantee());
    w.balls[3].to = vec(8, 4);
    expect("no ball overlaps a crushed ball after the frame");
    w.balls[3].to = vec(8, 19.5);
    expect("no wall overlaps a crushed ball after the frame");
    w.balls[3].to = vec(9, -9.5);
    expect("no wall overlaps a crushed ball after the frame");
    w.balls[3].is_free = false;
    assert_null(broken_guarantee());
    w.balls[3].is_absent = true;
    w.balls[3].leg_count = 0;
    assert_null(broken_guarantee());
    // Balls that stay together may be stuck.
    make_world();
    w.legs[1][0] = leg_at(0, 0, 0, 0, 0, 1);
    w.legs[0][0] = leg_at(0, 0, 0, 0, 0, 1);
    for (int i = 0; i < 2; i++) {
        w.balls[i].leg_count = 1;
        w.balls[i].from = w.balls[i].to = vec(0, 0);
        w.balls[i].is_stuck = true;
    }
    assert_null(broken_guarantee());
    w.balls[1].is_stuck = false;
    expect("no two balls overlap at any time");
    w.balls[1].category = w.balls[1].mask = 2;
    assert_null(broken_guarantee());
}

static void test_broken_joins(void **state) {
    (void)state;
    make_world();
    w.balls[0].from.x = -0x1p-1074;
    expect("a leg starts where the ball is");
    make_world();
    w.legs[2][1].from.x = nextafter(5, 9);
    expect("a leg starts where the ball is");
    make_world();
    w.legs[2][1].from.y = -nextafter(9, 8);
    expect("a leg starts where the ball is");
    make_world();
    w.balls[0].from.y = -0.0;
    expect("a leg starts where the ball is");
    make_world();
    w.legs[3][1].start = nextafter(0.5, 1);
    expect("a leg starts when the one before ends");
    make_world();
    w.legs[3][0].start = 0x1p-1074;
    expect("a leg starts when the one before ends");
    make_world();
    w.legs[3][1].end = NAN;
    expect("a leg starts when the one before ends");
    make_world();
    w.legs[3][1].end = nextafter(1, 0);
    expect("the legs cover the frame");
    make_world();
    w.balls[1].leg_count = 0;
    expect("the legs cover the frame");
    make_world();
    w.balls[2].to.y = -nextafter(7, 0);
    expect("the legs lead to the place after the frame");
}

static void test_broken_pairs(void **state) {
    (void)state;
    // Ball 0 goes too far, or ball 1 starts early, late enough to touch no corner.
    make_world();
    w.legs[0][0].to.x = w.legs[0][1].from.x = nextafter(2, 3);
    expect("no two balls overlap at any time");
    make_world();
    w.legs[1][0].end = w.legs[1][1].start = nextafter(.25, 0);
    assert_null(broken_guarantee()); // it gives way early
    w.legs[1][0].end = w.legs[1][1].start = .75;
    w.legs[1][1].to = vec(2, 0.5); // to where ball 0 was
    w.balls[1].to = vec(2, 0.5);
    assert_null(broken_guarantee());
    w.legs[1][0].end = w.legs[1][1].start = .3;
    w.legs[1][1].to = w.balls[1].to = vec(-4, 0);
    expect("no two balls overlap at any time");
    // A ball jumps through another one, in no time, in the middle of its leg.
    make_world();
    w.legs[3][0] = leg_at(5, 20, 5, -20, .5, .5);
    w.legs[3][1] = leg_at(5, -20, 5, -20, .5, 1);
    w.balls[3].leg_count = 2;
    w.balls[3].from = vec(5, 20);
    expect("a leg starts when the one before ends");
}

static void test_jump_through_ball(void **state) {
    (void)state;
    carom_leg legs[] = {leg_at(4.5, 9, 4.5, 9, 0, .125), leg_at(4.5, 9, 4.5, -5, .125, .125),
                        leg_at(4.5, -5, 4.5, -5, .125, 1)};
    make_world();
    w.balls[3] = (checked_ball){.radius = 1,
                                .from = legs[0].from,
                                .to = legs[2].to,
                                .legs = legs,
                                .leg_count = 3,
                                .category = 1,
                                .mask = 1};
    expect("no two balls overlap at any time");
    legs[1].start = legs[1].end = legs[0].end = legs[2].start = .25; // a corner of ball 1
    expect("no two balls overlap at any time");
    for (int i = 0; i < 3; i++)
        legs[i].from.x = legs[i].to.x = 6;
    w.balls[3].from.x = w.balls[3].to.x = 6;
    legs[1].start = legs[1].end = legs[0].end = legs[2].start = .125;
    assert_null(broken_guarantee());
    legs[1].start = legs[1].end = legs[0].end = legs[2].start = 1;
    expect("no two balls overlap at any time");
}

static void test_broken_walls(void **state) {
    (void)state;
    make_world();
    w.legs[2][0].to.y = w.legs[2][1].from.y = -nextafter(9, 10);
    expect("no ball is in a wall at rest or passes it");
    w.wall.one_sided = true; // the ball is on the side that stops
    expect("no ball is in a wall at rest or passes it");
    w.wall = carom_segment(w.wall.b, w.wall.a);
    w.wall.one_sided = true;
    assert_null(broken_guarantee());
    const carom_filter none = carom_filter_mask(0);
    w.wall.one_sided = false;
    w.balls[2].filter = &none;
    assert_null(broken_guarantee());
    make_world();
    w.legs[3][0].to.x = w.legs[3][1].from.x = 3.5;
    expect("no moving wall overlaps an end of a leg");
    w.balls[3].moving_filter = &none;
    assert_null(broken_guarantee());
    // Between the ends of a leg.
    make_world();
    w.moving.a_move = w.moving.b_move = vec(20, 0);
    expect("no moving wall is passed");
    // So that no place of the ball is near it at a corner.
    w.balls[3].leg_count = 1;
    w.legs[3][0] = leg_at(0, 20, 8, 10, 0, 1);
    w.balls[3].to = vec(8, 10);
    expect("no moving wall is passed");
}

// Radii that are longer by 10^-11 are noticed at every touch: of balls, and of a wall.
static void test_longer_radii(void **state) {
    (void)state;
    make_world();
    w.frame.longer = 1e-11;
    expect("no two balls overlap at any time");
    w.balls[1].category = 2;
    expect("no ball is in a wall at rest or passes it");
    w.frame.wall_count = 0;
    assert_null(broken_guarantee());
    w.balls[1].category = 1;
    for (double longer = 0x1p-44; longer >= 0x1p-1074; longer /= 2) {
        w.frame.longer = longer;
        expect("no two balls overlap at any time");
    }
}

// The quick test in double must agree with the exact one, which decides alone at huge scales.
static void test_quick_answer(void **state) {
    (void)state;
    long overlaps = 0, quick = 0;
    for (long i = 0; i < case_count(20000); i++) {
        random_source g = random_start(case_seed(), 9530, (uint64_t)i);
        carom_leg legs[2][2];
        checked_ball balls[2];
        const double split = random_between(&g, 0, 1), reach = random_between(&g, 0, 3);
        const double scale = random_one_in(&g, 4) ? 0x1p320 : 1;
        for (int b = 0; b < 2; b++) {
            legs[b][0] = random_leg(&g, 4 * scale);
            legs[b][1] = random_leg(&g, 4 * scale);
            legs[b][0].start = 0;
            legs[b][0].end = legs[b][1].start = b == 0 ? split : 0.5;
            legs[b][1].end = 1;
            legs[b][1].from = legs[b][0].to;
            balls[b] = (checked_ball){.radius = 0.5 * reach * scale,
                                      .from = legs[b][0].from,
                                      .to = legs[b][1].to,
                                      .legs = legs[b],
                                      .leg_count = 2,
                                      .category = 1,
                                      .mask = 1};
        }
        bool overlap = false;
        for (int k = 0; k < 4; k++) {
            const carom_leg *p = &legs[0][k / 2], *q = &legs[1][k % 2];
            if (fmax(p->start, q->start) <= fmin(p->end, q->end))
                overlap |= exact_legs_sign(&exact, p, balls[0].radius, q, balls[1].radius, 0) < 0;
        }
        frame_check c;
        frame_check_init(&c);
        const checked_frame f = {balls, 2, NULL, 0, NULL, 0, 0};
        assert_int_equal(frame_check_run(&c, &f), !overlap);
        overlaps += overlap;
        quick += c.spans - c.exact_spans;
        frame_check_clear(&c);
    }
    assert_true(overlaps > case_count(20000) / 8 && quick > case_count(20000) / 8);
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
        cmocka_unit_test(test_evident_pairs),       cmocka_unit_test(test_ties),
        cmocka_unit_test(test_pairs_by_definition), cmocka_unit_test(test_pairs_by_oracle),
        cmocka_unit_test(test_walls_by_oracle),     cmocka_unit_test(test_right_frame),
        cmocka_unit_test(test_broken_joins),        cmocka_unit_test(test_broken_pairs),
        cmocka_unit_test(test_jump_through_ball),   cmocka_unit_test(test_broken_walls),
        cmocka_unit_test(test_longer_radii),        cmocka_unit_test(test_quick_answer)};
    return cmocka_run_group_tests_name("check of all times of a frame", tests, start, finish);
}
