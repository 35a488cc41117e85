// Every answer of moving_wall.h against the oracle of moving walls, class by class: kind, feature,
// the rounding of the time and the clear path exactly; centre, point and normal within the
// documented bounds. A wall that stays must give the bits of carom_circle_sweep. Prints the worst
// error of each.
//
// Some hundred cases of each class by default; CAROM_TEST_CASES and CAROM_TEST_SEED say otherwise.
// Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "carom/moving_wall.h"
#include "moving_oracle.h"
#include "sweep_verdicts.h"

static moving_oracle *question;
static oracle_sweep_numbers truth;

// The answer to the question that the oracle was asked last: the first contact or the first hit.
static void check_sweep(class_run *run, const char *what, carom_sweep got, bool hit) {
    const moving_verdict expected =
        hit ? moving_oracle_first_hit(question) : moving_oracle_first(question);
    if (!check_sweep_kind(run, what, got, expected.kind, expected.feature)) {
        return;
    }
    moving_oracle_measure(&truth, question, hit);
    check_sweep_numbers(run, what, got, &truth, moving_oracle_time_is(question, hit, got.t),
                        expected.at_start ? &run->w.circle.center : NULL);
}

static bool has_same_bits(carom_vec2 p, carom_vec2 q) {
    return memcmp(&p, &q, sizeof p) == 0;
}

static bool is_same_sweep(carom_sweep p, carom_sweep q) {
    return p.kind == q.kind && p.feature == q.feature && memcmp(&p.t, &q.t, sizeof p.t) == 0 &&
           has_same_bits(p.center, q.center) && has_same_bits(p.point, q.point) &&
           has_same_bits(p.normal, q.normal);
}

// A wall that stays.
static void check_still(class_run *run, carom_moving_wall wall) {
    const moving_case *const m = &run->w;
    const carom_sweep expected = carom_circle_sweep(m->circle, m->move, m->wall);
    if (!is_same_sweep(carom_circle_sweep_moving(m->circle, m->move, wall, false), expected)) {
        class_fail(run, "sweep_moving: other bits than sweep");
    }
    const carom_sweep expected_to = carom_circle_sweep_to(m->circle, m->to, m->wall);
    if (!is_same_sweep(
            carom_circle_sweep_moving_to(m->circle, m->to, m->wall, m->wall.a, m->wall.b, false),
            expected_to)) {
        class_fail(run, "sweep_moving_to: other bits than sweep_to");
    }
    if (carom_circle_path_is_clear_of_moving(m->circle, m->to, m->wall, m->wall.a, m->wall.b) !=
        carom_circle_path_is_clear(m->circle, m->to, m->wall)) {
        class_fail(run, "path_is_clear_of_moving: not as path_is_clear");
    }
}

// The purpose of each class: the smallest fraction of its cases, in thousandths, of sweeps by kind
// and place, where a time is exact if it has few bits; of contacts at t = 1; and of grazes before a
// hit. It detects a generator that no longer produces them.
typedef struct fractions {
    sweep_counts sweeps;
    int finish, hit_later;
} fractions;

static const fractions least[MOVING_CLASS_COUNT] = {
    [MOVING_STILL] = {{{0, 170, 100, 410, 90}, 350, 70}, 30, 0},
    [MOVING_TRANSLATING] = {{{0, 180, 90, 410, 90}, 360, 30}, 0, 0},
    [MOVING_DOOR] = {{{0, 180, 0, 430, 170}, 380, 0}, 0, 0},
    [MOVING_FLIPPER] = {{{0, 170, 0, 540, 80}, 390, 0}, 0, 0},
    [MOVING_MIDDLE] = {{{0, 170, 0, 440, 180}, 400, 0}, 0, 0},
    [MOVING_FAR] = {{{0, 170, 0, 510, 110}, 380, 0}, 0, 0},
    [MOVING_SWAP] = {{{0, 170, 0, 450, 170}, 470, 0}, 0, 0},
    [MOVING_ANYWHERE] = {{{0, 160, 0, 550, 70}, 360, 0}, 0, 0},
    [MOVING_BARELY_TURNING] = {{{0, 170, 0, 480, 130}, 380, 0}, 0, 0},
    [MOVING_BIG_RADIUS] = {{{0, 30, 0, 460, 290}, 310, 0}, 0, 0},
    [MOVING_COLLAPSE] = {{{0, 30, 40, 450, 260}, 120, 150}, 40, 0},
    [MOVING_EXACT_TIME] = {{{0, 0, 0, 760, 20}, 450, 580}, 130, 0},
    [MOVING_DOUBLE] = {{{0, 0, 340, 240, 210}, 360, 280}, 60, 40},
    [MOVING_TRIPLE] = {{{0, 0, 340, 320, 120}, 580, 420}, 100, 0},
    [MOVING_GRAZING_NEAR] = {{{0, 190, 20, 420, 130}, 250, 0}, 0, 0},
    [MOVING_GRAZE_THEN_HIT] = {{{0, 0, 640, 90, 50}, 310, 590}, 0, 610},
    [MOVING_TOUCHING_START] = {{{0, 0, 540, 250, 0}, 460, 0}, 0, 30},
    [MOVING_TOUCHING_FINISH] = {{{0, 0, 350, 260, 170}, 400, 500}, 500, 0},
    [MOVING_NEARLY_TOUCHING] = {{{0, 190, 70, 270, 250}, 370, 20}, 20, 0},
    [MOVING_CORNER] = {{{0, 40, 190, 400, 150}, 160, 260}, 60, 0},
    [MOVING_TOGETHER] = {{{0, 190, 460, 40, 90}, 200, 0}, 0, 20},
    [MOVING_POINT] = {{{0, 290, 0, 480, 0}, 480, 0}, 0, 0},
    [MOVING_POINT_EXACT] = {{{0, 110, 360, 320, 0}, 310, 250}, 60, 90},
    [MOVING_POSTS] = {{{0, 100, 270, 310, 100}, 0, 230}, 110, 0},
    [MOVING_INTEGERS] = {{{0, 440, 20, 110, 210}, 210, 0}, 0, 0},
    [MOVING_OVERLAPPING] = {{{0, 110, 40, 0, 630}, 380, 0}, 0, 0},
    [MOVING_OFFSET] = {{{0, 250, 0, 430, 90}, 250, 0}, 0, 0},
    [MOVING_NEEDLE] = {{{0, 160, 0, 550, 60}, 410, 0}, 0, 0},
    [MOVING_BULLET] = {{{0, 150, 0, 600, 20}, 380, 0}, 0, 0},
    [MOVING_CARRIED] = {{{0, 70, 0, 540, 150}, 600, 0}, 0, 0},
    [MOVING_TINY] = {{{0, 140, 80, 400, 160}, 340, 60}, 20, 0},
    [MOVING_HUGE] = {{{0, 160, 80, 390, 160}, 340, 60}, 0, 0},
    [MOVING_MIXED_EXPONENTS] = {{{0, 300, 0, 280, 210}, 290, 0}, 0, 0},
    [MOVING_RANDOM_BITS] = {{{300, 180, 0, 20, 220}, 190, 0}, 0, 0},
};

static void count_case(fractions *counts) {
    const moving_verdict v = moving_oracle_first(question);
    counts->sweeps.kind[v.kind]++;
    counts->sweeps.side += v.feature == CAROM_FEATURE_SIDE;
    counts->sweeps.exact_time += v.at_dyadic && !v.at_start;
    counts->finish += v.at_finish;
    counts->hit_later += v.kind == CAROM_SWEEP_KIND_GRAZE &&
                         moving_oracle_first_hit(question).kind == CAROM_SWEEP_KIND_HIT;
}

static void check_fractions(class_run *run, const fractions *got, long count) {
    const fractions *need = &least[run->moving];
    need_sweeps(run, &got->sweeps, &need->sweeps, count);
    printf("%s: at the end %d, graze then hit %d\n", run->name, got->finish, got->hit_later);
    class_need(run, "at the end", got->finish, count, need->finish);
    class_need(run, "grazes before a hit", got->hit_later, count, need->hit_later);
}

static void check_moved(class_run *run) {
    const moving_case *const m = &run->w;
    const carom_moving_wall wall = carom_moving_wall_make(m->wall, m->a_move, m->b_move);
    moving_oracle_ask(question,
                      (moving_question){m->circle, m->wall, m->move, m->a_move, m->b_move, false});
    check_sweep(run, "sweep_moving", carom_circle_sweep_moving(m->circle, m->move, wall, false),
                false);
    check_sweep(run, "sweep_moving_hit", carom_circle_sweep_moving(m->circle, m->move, wall, true),
                true);
    const bool is_valid = carom_moving_wall_is_valid(wall) && carom_circle_is_valid(m->circle) &&
                          isfinite(m->move.x) && isfinite(m->move.y);
    if (is_valid != (moving_oracle_first(question).kind != CAROM_SWEEP_KIND_INVALID)) {
        class_fail(run, "moving_wall_is_valid: %d", carom_moving_wall_is_valid(wall));
    }
    if (run->moving == MOVING_STILL) {
        check_still(run, wall);
    }
    if (run->moving == MOVING_POSTS) { // whatever the extent of a point
        const carom_circle other = carom_circle_make(m->wall.a, m->wall.radius);
        check_sweep(run, "sweep_moving_circle",
                    carom_circle_sweep_moving_circle(m->circle, m->move, other, m->a_move, false),
                    false);
    }
}

static void check_moved_to(class_run *run) {
    const moving_case *const m = &run->w;
    moving_oracle_ask(question,
                      (moving_question){m->circle, m->wall, m->to, m->a_to, m->b_to, true});
    check_sweep(run, "sweep_moving_to",
                carom_circle_sweep_moving_to(m->circle, m->to, m->wall, m->a_to, m->b_to, false),
                false);
    check_sweep(run, "sweep_moving_to_hit",
                carom_circle_sweep_moving_to(m->circle, m->to, m->wall, m->a_to, m->b_to, true),
                true);
    const bool is_clear =
        carom_circle_path_is_clear_of_moving(m->circle, m->to, m->wall, m->a_to, m->b_to);
    if (is_clear != moving_oracle_is_clear(question)) {
        class_fail(run, "path_is_clear_of_moving: got %d", is_clear);
    }
    const carom_circle other = carom_circle_make(m->wall.a, m->wall.radius);
    if (run->moving == MOVING_POSTS &&
        is_clear != carom_circle_path_is_clear_of_moving(
                        m->circle, m->to, carom_circle_as_post(other), m->a_to, m->a_to)) {
        class_fail(run, "path_is_clear_of_moving_circle: not %d", is_clear);
    }
}

static void test_class(void **state) {
    class_run run = class_start_moving(*(const moving_class *)*state);
    // Integers of some 10^4 bits take long.
    const bool is_slow = run.moving == MOVING_MIXED_EXPONENTS || run.moving == MOVING_RANDOM_BITS;
    const long count = case_count(is_slow ? 80 : 500);
    fractions counts = {{{0}, 0, 0}, 0, 0};
    for (long i = count; i > 0; i--) {
        class_next(&run);
        check_moved(&run);
        count_case(&counts);
        check_moved_to(&run);
    }
    check_fractions(&run, &counts, count);
    assert_int_equal(run.failures, 0);
}

typedef struct known_case {
    const char *what;
    moving_case c;
} known_case;

// Cases that an implementation once got wrong.
static const known_case found[] = {
    {"a circle that rests on an end until the foot comes onto it: the hit is at the end",
     {.circle = {{0x0p+0, 0x1.2p-48}, 0x1.2p-49},
      .wall = {{0x1.eep-44, -0x1.92p-44}, {0x0p+0, 0x0p+0}, 0x1.2p-49, CAROM_EXTENT_SEGMENT},
      .move = {0x0p+0, 0x0p+0},
      .a_move = {0x1.5cp-45, 0x1.1b4p-42},
      .b_move = {0x0p+0, 0x0p+0},
      .to = {0x0p+0, 0x1.2p-48},
      .a_to = {0x1.4ep-43, 0x1.6d8p-43},
      .b_to = {0x0p+0, 0x0p+0}}},
    {"a point that only touches the side: the normal on the side that it comes from",
     {.circle = {{0x1.8c8p-4, -0x1.3a2p-1}, 0x0p+0},
      .wall = {{-0x1.b4p-4, -0x1.2fp+0}, {0x0p+0, 0x0p+0}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {-0x1.1a4p-3, 0x1.543p-1},
      .a_move = {-0x1.8p-9, 0x1.51cp+0},
      .b_move = {0x0p+0, 0x0p+0},
      .to = {-0x1.5p-5, 0x1.a1p-5},
      .a_to = {-0x1.cp-4, 0x1.16p-3},
      .b_to = {0x0p+0, 0x0p+0}}},
    {"a centre on a point: the motions differ by less than 2^-1000 of each",
     {.circle = {{-0x1.43ba0e080966p+577, -0x1.43ba0e080966p+577}, 0x1.5bf0c71589abcp-700},
      .wall = {{-0x1.43ba0e080966p+577, -0x1.43ba0e080966p+577},
               {-0x1.43ba0e080966p+577, -0x1.43ba0e080966p+577},
               0x1.43ba0e080966p+577,
               CAROM_EXTENT_SEGMENT},
      .move = {-0x1.7e8471e9e851fp+801, -0x1.4ff3a74349372p+466},
      .a_move = {0x1.a3ab71bbbab77p-183, -0x1.466dba4dbd168p-388},
      .b_move = {-0x1.89a9e51981a6ap-584, -0x1.41bcbb571c724p-202},
      .to = {-0x1.df454c963631p-628, 0x1.021c0cda5cac6p-968},
      .a_to = {-0x1.9b1b1b51db492p-865, -0x1.71a342db3e5abp-230},
      .b_to = {-0x1.71a342db3e5abp-230, -0x1.c2fba56984f81p-176}}},
    {"a point that meets the side within one ulp before an end",
     {.circle = {{0x1.38p+3, 0x1.6dp+4}, 0x0p+0},
      .wall = {{0x0p+0, 0x0p+0}, {0x1.508p+5, 0x1.828p+4}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {-0x1.38p+5, -0x1.6dp+6},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {-0x1.508p+7, -0x1.828p+6},
      .to = {-0x1.d4p+4, -0x1.11cp+6},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {-0x1.f8cp+6, -0x1.21dffffffffffp+6}}},
};

// Cases that random ones do not meet.
static const known_case rare[] = {
    {"an end grazes; the line of the wall, beyond the end, has the distance R at another time",
     {.circle = {{0x1.4p-2, -0x1.4p+0}, 0x1p+0},
      .wall = {{0x0p+0, 0x0p+0}, {-0x1.cp+2, 0x1.2p+4}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {0x1.2p+1, 0x1.8p+1},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {-0x1.8p+3, -0x1.8p+4},
      .to = {0x1.48p+1, 0x1.cp+0},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {-0x1.3p+4, -0x1.8p+2}}},
    {"a graze on the side: S = t^4 - 4 t + 3 in a time in which it has no cubic term",
     {.circle = {{0x0p+0, 0x1p+1}, 0x1p+0},
      .wall = {{0x0p+0, 0x0p+0}, {0x1p+1, 0x1.8p+1}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {-0x1p+1, 0x1p+0},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {-0x1p+2, 0x1p+2},
      .to = {-0x1p+1, 0x1.8p+1},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {-0x1p+1, 0x1.cp+2}}},
    {"the side grazes twice: S is a square",
     {.circle = {{0x1.4p+2, 0x1.1p+1}, 0x1.4p+2},
      .wall = {{0x0p+0, 0x0p+0}, {0x1p+2, -0x1.8p+2}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {-0x1.8p+2, 0x1.8p+2},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {0x0p+0, 0x1.8p+3},
      .to = {-0x1p+0, 0x1.04p+3},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {0x1p+2, 0x1.8p+2}}},
    {"p = -A: the foot comes onto end a at the contact",
     {.circle = {{-0x1.8p+1, 0x1p+0}, 0x1p+1},
      .wall = {{0x0p+0, 0x0p+0}, {0x1p+1, 0x0p+0}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {0x1.8p+1, 0x0p+0},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {-0x1.8p+1, 0x1.8p+1},
      .to = {0x0p+0, 0x1p+0},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {-0x1p+0, 0x1.8p+1}}},
    {"p has two coefficients of -A, but no common root with it",
     {.circle = {{-0x1.8p+201, 0x1p+200}, 0x1p+201},
      .wall = {{0x0p+0, 0x0p+0}, {0x1p+201, 0x0p+0}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {0x1.8p+201, 0x0p+0},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {-0x1.8p+201, 0x1.4p+201},
      .to = {0x0p+0, 0x1p+200},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {-0x1p+200, 0x1.4p+201}}},
    {"a contact before the least double",
     {.circle = {{0x1p+0, 0x0.0000000000001p-1022}, 0x0p+0},
      .wall = {{0x0p+0, 0x0p+0}, {0x1p+1, 0x0p+0}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {0x0p+0, -0x1p+2},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {0x0p+0, -0x1p+0},
      .to = {0x1p+0, -0x1p+2},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {0x1p+1, -0x1p+0}}},
    {"a contact long before the least double",
     {.circle = {{0x1p+0, 0x0.0000000000001p-1022}, 0x0p+0},
      .wall = {{0x0p+0, 0x0p+0}, {0x1p+1, 0x0p+0}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {0x0p+0, -0x1p+1000},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {0x0p+0, -0x1p+0},
      .to = {0x1p+0, -0x1p+1000},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {0x1p+1, -0x1p+0}}},
    {"a contact at a subnormal time",
     {.circle = {{0x1p+0, 0x0.0000000000005p-1022}, 0x0p+0},
      .wall = {{0x0p+0, 0x0p+0}, {0x1p+1, 0x0p+0}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {0x0p+0, -0x1.8p+1},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {0x0p+0, -0x1p+0},
      .to = {0x1p+0, -0x1.8p+1},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {0x1p+1, -0x1p+0}}},
    {"a contact less than 2^-100 before 1/2: certain only in integers",
     {.circle = {{-0x1.8p+0, 0x1.ep+2}, 0x1.4p+2},
      .wall = {{0x0p+0, 0x0p+0}, {0x1p+2, 0x1.4p+1}, 0x1p-100, CAROM_EXTENT_SEGMENT},
      .move = {0x1p+0, -0x1p+2},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {0x0p+0, 0x1p+0},
      .to = {-0x1p-1, 0x1.cp+1},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {0x1p+2, 0x1.cp+1}}},
    {"the foot stays on end a; exponents far apart",
     {.circle = {{-0x1p+2, 0x0p+0}, 0x1.ep+1},
      .wall = {{0x0p+0, 0x0p+0}, {0x0p+0, -0x1p+2}, 0x1p-600, CAROM_EXTENT_SEGMENT},
      .move = {0x1p+0, -0x1p+1},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {0x1p+1, 0x1p+0},
      .to = {-0x1.8p+1, -0x1p+1},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {0x1p+1, -0x1.8p+1}}},
    {"the foot leaves end b at the contact, a double root of S; end a is touched after t = 1",
     {.circle = {{0x1p+0, 0x1.8p+0}, 0x1p+0},
      .wall = {{0x0p+0, 0x0p+0}, {0x1.8p-1, 0x1p-1}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {0x0p+0, -0x1p+0},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {0x1p-1, -0x1p+0},
      .to = {0x1p+0, 0x1p-1},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {0x1.4p+0, -0x1p-1}}},
    {"the foot leaves end b at the contact, a double root of S; end a is touched later",
     {.circle = {{0x1p+0, 0x1.8p+0}, 0x1p+0},
      .wall = {{0x0p+0, 0x0p+0}, {0x1.8p-1, 0x1p-1}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {0x0p+0, -0x1p+1},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {0x1p+0, -0x1p+1},
      .to = {0x1p+0, -0x1p-1},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {0x1.cp+0, -0x1.8p+0}}},
    {"4 I^3 - J^2 of S is a multiple of 2^31 - 1, but not 0",
     {.circle = {{0x1.f1a98ac92p+216, 0x1.f84b6827ep+215}, 0x1.eccccf1f8p+213},
      .wall =
          {{0x0p+0, 0x0p+0}, {0x1.fe04502d3p+217, 0x1.90272968p+209}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {0x1.3bab6c39p+212, -0x1.bf4ff4d16p+215},
      .a_move = {0x0p+0, 0x0p+0},
      .b_move = {-0x1.32bb81cbp+212, -0x1.caebcee6dp+216},
      .to = {0x1.02b220c658p+217, 0x1.c7db9ab4p+212},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {0x1.f46e741ed8p+217, -0x1.c7cb8094p+216}}},
    {"a cut of the time that is rounded to the end of its piece",
     {.circle = {{-0x1.27a88p+4, 0x1.00276p+6}, 0x1.012p+6},
      .wall = {{-0x1.a8c8p+4, -0x1.bap-2}, {0x0p+0, 0x0p+0}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {0x1.7688p+0, 0x1.f14p-3},
      .a_move = {-0x1.d9cp+1, 0x1.bap-2},
      .b_move = {0x0p+0, 0x0p+0},
      .to = {-0x1.104p+4, 0x1.012p+6},
      .a_to = {-0x1.e4p+4, 0x0p+0},
      .b_to = {0x0p+0, 0x0p+0}}},
    {"a cut of the time that is rounded to the begin of its piece",
     {.circle = {{0x1.03ep-46, -0x1.efp-47}, 0x1.0540000000002p-47},
      .wall = {{0x1.68p-48, 0x1.7ap-48}, {0x0p+0, 0x0p+0}, 0x0p+0, CAROM_EXTENT_SEGMENT},
      .move = {-0x1.4acp-47, 0x1.3bp-47},
      .a_move = {-0x1.68p-48, -0x1.7ap-48},
      .b_move = {0x0p+0, 0x0p+0},
      .to = {0x1.7ap-48, -0x1.68p-48},
      .a_to = {0x0p+0, 0x0p+0},
      .b_to = {0x0p+0, 0x0p+0}}},
};

static void check_known(const known_case *cases, size_t count) {
    class_run run = class_start_moving(MOVING_ANYWHERE);
    for (size_t i = 0; i < count; i++) {
        run.name = cases[i].what;
        run.w = cases[i].c;
        check_moved(&run);
        check_moved_to(&run);
    }
    assert_int_equal(run.failures, 0);
}

static void test_found(void **state) {
    (void)state;
    check_known(found, sizeof found / sizeof *found);
}

static void test_rare(void **state) {
    (void)state;
    check_known(rare, sizeof rare / sizeof *rare);
}

static int start(void **state) {
    (void)state;
    question = moving_oracle_new();
    oracle_sweep_numbers_init(&truth);
    return 0;
}

static int finish(void **state) {
    (void)state;
    print_worst_sweeps();
    oracle_sweep_numbers_clear(&truth);
    moving_oracle_free(question);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    const struct CMUnitTest more[] = {cmocka_unit_test(test_found), cmocka_unit_test(test_rare)};
    return run_classes(&(class_group){.name = "moving_sweep_oracle",
                                      .test_moving = test_class,
                                      .more = more,
                                      .more_count = 2,
                                      .start = start,
                                      .finish = finish});
}
