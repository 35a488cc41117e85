// The exact decision of `carom run --balls-collide --check` about two legs, and the integers under
// it, against GMP. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <math.h>

#include <gmp.h>

#include "random.h"
#include "run/integer.h"
#include "run/legs_apart.h"

static const uint64_t SEED = 20261201;

// ---- integers ----

/// Sets z to x / 2^unit.
static void set_truth(mpz_t z, double x, int unit) {
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, x);
    if (unit < 0) {
        mpq_mul_2exp(q, q, (mp_bitcnt_t)-unit);
    } else {
        mpq_div_2exp(q, q, (mp_bitcnt_t)unit);
    }
    assert_int_equal(mpz_cmp_ui(mpq_denref(q), 1), 0);
    mpz_set(z, mpq_numref(q));
    mpq_clear(q);
}

static void expect_integer(const integer *x, const mpz_t truth) {
    mpz_t z;
    mpz_init(z);
    mpz_import(z, (size_t)x->count, -1, sizeof x->words[0], 0, 0, x->words);
    if (x->sign < 0) {
        mpz_neg(z, z);
    }
    assert_int_equal(mpz_cmp(z, truth), 0);
    assert_int_equal(x->sign, mpz_sgn(truth));
    assert_true(x->count == 0 || x->words[x->count - 1] != 0);
    mpz_clear(z);
}

static double random_number(random_source *g, int range) {
    const double x = random_log(g, -range, range) * random_sign(g);
    return random_one_in(g, 10) ? 0.0 : random_one_in(g, 10) ? floor(x) : x;
}

static void test_integers(void **state) {
    (void)state;
    mpz_t p;
    mpz_t q;
    mpz_t truth;
    mpz_inits(p, q, truth, NULL);
    for (uint64_t i = 0; i < 20000; i++) {
        random_source g = random_start(SEED, 1, i);
        const int range = random_one_in(&g, 2) ? 60 : 1020;
        const double a = random_number(&g, range);
        const double b =
            random_one_in(&g, 5) ? nudged(a, random_int(&g, -1, 1)) : random_number(&g, range);
        const int a_bit = integer_lowest_bit(a);
        const int b_bit = integer_lowest_bit(b);
        const int unit = a_bit < b_bit ? a_bit : b_bit == INT_MAX ? 0 : b_bit;
        integer x;
        integer y;
        integer z;
        integer_set(&x, a, unit);
        integer_set(&y, b, unit);
        set_truth(p, a, unit);
        set_truth(q, b, unit);
        expect_integer(&x, p);
        expect_integer(&y, q);
        mpz_add(truth, p, q);
        integer_add(&z, &x, &y);
        expect_integer(&z, truth);
        mpz_sub(truth, p, q);
        integer_sub(&z, &x, &y);
        expect_integer(&z, truth);
        mpz_mul(truth, p, q);
        integer_mul(&z, &x, &y);
        expect_integer(&z, truth);
    }
    mpz_clears(p, q, truth, NULL);
}

// ---- the truth about two legs ----

typedef struct rational_point {
    mpq_t x;
    mpq_t y;
} rational_point;

/// z = from + (to - from) t
static void blend(mpq_t z, double from, double to, const mpq_t t) {
    mpq_t p;
    mpq_init(p);
    mpq_set_d(p, from);
    mpq_set_d(z, to);
    mpq_sub(z, z, p);
    mpq_mul(z, z, t);
    mpq_add(z, z, p);
    mpq_clear(p);
}

static void place_at(rational_point *z, const carom_leg *leg, double time, bool is_end) {
    mpq_t t;
    mpq_t start;
    mpq_t end;
    mpq_inits(t, start, end, NULL);
    mpq_set_d(t, time);
    mpq_set_d(start, leg->start);
    mpq_set_d(end, leg->end);
    mpq_sub(t, t, start);
    mpq_sub(end, end, start);
    if (mpq_sgn(end) == 0) {
        mpq_set_ui(t, is_end ? 1 : 0, 1);
    } else {
        mpq_div(t, t, end);
    }
    blend(z->x, leg->from.x, leg->to.x, t);
    blend(z->y, leg->from.y, leg->to.y, t);
    mpq_clears(t, start, end, NULL);
}

/// z = p.q
static void dot(mpq_t z, const rational_point *p, const rational_point *q) {
    mpq_t more;
    mpq_init(more);
    mpq_mul(z, p->x, q->x);
    mpq_mul(more, p->y, q->y);
    mpq_add(z, z, more);
    mpq_clear(more);
}

/// The square of the distance of 0 from the points from `begin` to `end`, at the nearest parameter.
static void nearest2(mpq_t z, const rational_point *begin, const rational_point *end) {
    rational_point u;
    mpq_t t;
    mpq_inits(u.x, u.y, t, NULL);
    mpq_sub(u.x, end->x, begin->x);
    mpq_sub(u.y, end->y, begin->y);
    dot(z, &u, &u);
    if (mpq_sgn(z) != 0) {
        dot(t, begin, &u);
        mpq_neg(t, t);
        mpq_div(t, t, z);
    }
    if (mpq_sgn(t) < 0) {
        mpq_set_ui(t, 0, 1);
    }
    if (mpq_cmp_ui(t, 1, 1) > 0) {
        mpq_set_ui(t, 1, 1);
    }
    mpq_mul(u.x, u.x, t);
    mpq_mul(u.y, u.y, t);
    mpq_add(u.x, u.x, begin->x);
    mpq_add(u.y, u.y, begin->y);
    dot(z, &u, &u);
    mpq_clears(u.x, u.y, t, NULL);
}

/// Sets z to the square of the least distance of the centres, minus that of the sum of the radii.
static void set_gap2(mpq_t z, const ball_leg *p, const ball_leg *q) {
    const double begin = fmax(p->leg.start, q->leg.start);
    const double end = fmin(p->leg.end, q->leg.end);
    rational_point at[4];
    mpq_t reach;
    for (int i = 0; i < 4; i++) {
        mpq_inits(at[i].x, at[i].y, NULL);
        place_at(&at[i], i < 2 ? &p->leg : &q->leg, i % 2 == 0 ? begin : end, i % 2 != 0);
    }
    for (int i = 0; i < 2; i++) {
        mpq_sub(at[i].x, at[i].x, at[i + 2].x);
        mpq_sub(at[i].y, at[i].y, at[i + 2].y);
    }
    nearest2(z, &at[0], &at[1]);
    mpq_init(reach);
    mpq_set_d(reach, p->radius);
    mpq_set_d(at[2].x, q->radius);
    mpq_add(reach, reach, at[2].x);
    mpq_mul(reach, reach, reach);
    mpq_sub(z, z, reach);
    mpq_clear(reach);
    for (int i = 0; i < 4; i++) {
        mpq_clears(at[i].x, at[i].y, NULL);
    }
}

// ---- legs ----

static ball_leg leg_of(carom_vec2 from, carom_vec2 to, double start, double end, double radius) {
    return (ball_leg){{from, to, start, end}, radius};
}

static void test_cases(void **state) {
    (void)state;
    const carom_vec2 o = {0, 0};
    const ball_leg stands = leg_of(o, o, 0, 1, 1);
    // Both ends of the leg are free, and the ball passes through the other one.
    ball_leg p = leg_of(carom_vec2_make(-5, 0), carom_vec2_make(5, 0), 0, 1, 1);
    assert_false(legs_are_apart(&stands, &p));
    assert_false(legs_are_apart(&p, &stands));
    // It touches in passing, or is an ulp too near.
    p = leg_of(carom_vec2_make(-5, 2), carom_vec2_make(5, 2), 0, 1, 1);
    assert_true(legs_are_apart(&stands, &p));
    p.leg.to.y = nudged(2, -1);
    assert_false(legs_are_apart(&stands, &p));
    // They cross at different times, then at the same time.
    p = leg_of(carom_vec2_make(-8, 0), carom_vec2_make(8, 0), 0, 1, 1);
    ball_leg q = leg_of(carom_vec2_make(0, -24), carom_vec2_make(0, 24), 0, 1, 1);
    assert_false(legs_are_apart(&p, &q));
    q.leg.from.y = -4;
    q.leg.to.y = 44;
    assert_true(legs_are_apart(&p, &q));
    // The first ball is gone when the second one comes.
    p = leg_of(o, carom_vec2_make(8, 0), 0, 0.25, 1);
    q = leg_of(carom_vec2_make(0, 8), o, 0.5, 1, 1);
    assert_true(legs_are_apart(&p, &q));
    // A leg that takes no time.
    p = leg_of(carom_vec2_make(-5, 0), carom_vec2_make(5, 0), 0.5, 0.5, 1);
    assert_false(legs_are_apart(&p, &stands));
    q = leg_of(o, carom_vec2_make(0, 8), 0, 1, 1);
    assert_true(legs_are_apart(&p, &q));
    q.leg.to.y = nudged(4, -1);
    assert_false(legs_are_apart(&p, &q));
}

static double random_time(random_source *g, int kind) {
    return kind == 0 ? random_int(g, 0, 8) / 8.0 : random_between(g, 0, 1);
}

/// Ordinary numbers, small integers, or numbers of any size.
static ball_leg random_leg(random_source *g, int kind, double size) {
    double x[5];
    for (int i = 0; i < 5; i++) {
        x[i] = kind == 0   ? random_int(g, -4, 4)
               : kind == 1 ? size + random_between(g, -8, 8)
                           : random_number(g, 1000);
    }
    const double s = random_time(g, kind);
    const double t = random_time(g, kind);
    if (random_one_in(g, 8)) {
        x[2] = x[0];
        x[3] = x[1];
    }
    const double radius = kind == 1 ? random_between(g, 0, 2) : fabs(x[4]);
    return leg_of(carom_vec2_make(x[0], x[1]), carom_vec2_make(x[2], x[3]), fmin(s, t), fmax(s, t),
                  radius);
}

/// Fits a radius so that the balls nearly touch.
static void fit(random_source *g, ball_leg *p, ball_leg *q) {
    mpq_t gap2;
    mpq_init(gap2);
    p->radius = q->radius = 0.0;
    set_gap2(gap2, p, q);
    const double distance = fmin(sqrt(mpq_get_d(gap2)), 0x1p1000);
    p->radius = distance * random_between(g, 0, 1);
    q->radius = nudged(distance - p->radius, random_int(g, -2, 2));
    q->radius = fmax(q->radius, 0.0);
    mpq_clear(gap2);
}

static void test_random_legs(void **state) {
    (void)state;
    mpq_t gap2;
    mpq_init(gap2);
    int apart = 0;
    int ties = 0;
    enum { CASES = 45000 };
    for (uint64_t i = 0; i < CASES; i++) {
        random_source g = random_start(SEED, 2, i);
        const int kind = (int)(i % 3);
        const double size = random_one_in(&g, 2) ? 0.0 : random_log(&g, 0, 40);
        ball_leg p = random_leg(&g, kind, size);
        ball_leg q = random_leg(&g, kind, size);
        if (fmax(p.leg.start, q.leg.start) > fmin(p.leg.end, q.leg.end)) {
            assert_true(legs_are_apart(&p, &q));
            continue;
        }
        if (random_one_in(&g, 2)) {
            fit(&g, &p, &q);
        }
        set_gap2(gap2, &p, &q);
        const bool is_apart = mpq_sgn(gap2) >= 0;
        ties += mpq_sgn(gap2) == 0;
        apart += is_apart;
        assert_int_equal(legs_are_apart(&p, &q), is_apart);
        assert_int_equal(legs_are_apart(&q, &p), is_apart);
    }
    mpq_clear(gap2);
    print_message("%d apart, %d ties\n", apart, ties);
    assert_true(apart > CASES / 5 && apart < CASES / 2 && ties > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_random_legs),
    };
    return cmocka_run_group_tests_name("legs_apart", tests, NULL, NULL);
}
