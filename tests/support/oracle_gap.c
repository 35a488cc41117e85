// The oracle for the order of two walls, see oracle_gap.h: gap = sqrt(d^2) - wr in MPFR.
//
// How many bits: in units of their lowest bit all inputs and the radii are integers of W bits.
// Times the roots of both denominators (below 2^(2W + 3) together) the difference of two gaps is
//     E = sqrt(P) - sqrt(Q) +- sqrt(S)
// with integers P, Q, S below 2^(6W + 10). The product of the four E with all signs but the first
// is an integer. If it is not 0 then |E| is at least 1 / 2^(3W + 7)^3. If it is 0, one of the four
// is, and E is that one or 2 times a root of an integer. So gaps that differ do so by more than
// 2^-(11W + 25) units. Room: tests.
#include "oracle_gap.h"

#include "oracle_exact.h"

// d^2 = above / below 2^(2 unit), and the wall radius in units.
typedef struct gap_terms {
    mpz_t above, below, radius;
    long unit, top; // everything lies between the bits `unit` and `top`
} gap_terms;

static bool is_valid(carom_circle circle, carom_wall wall) {
    return oracle_decide(circle, wall, 0.0).relation != CAROM_RELATION_INVALID;
}

static void load(gap_terms *t, carom_circle circle, carom_wall wall) {
    circle.radius = 0.0; // plays no part
    exact_question *q = exact_load(circle, wall, 0.0);
    const carom_feature feature = exact_feature(q);
    mpz_inits(t->above, t->below, t->radius, NULL);
    mpz_set_ui(t->below, 1);
    if (feature == CAROM_FEATURE_SIDE) {
        mpz_mul(t->above, q->uw, q->uw);
        mpz_set(t->below, q->len2);
    } else {
        mpz_set(t->above, feature == CAROM_FEATURE_END_A ? q->w2 : q->z2);
    }
    mpz_set(t->radius, q->wr);
    t->unit = q->unit;
    const mpz_srcptr inputs[] = {q->a.x, q->a.y, q->b.x, q->b.y, q->c.x, q->c.y, q->wr};
    size_t bits = 0;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        const size_t size = mpz_sizeinbase(inputs[i], 2);
        bits = size > bits ? size : bits;
    }
    t->top = t->unit + (long)bits;
}

static void set_gap(mpfr_t gap, const gap_terms *t) {
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(gap));
    mpfr_set_z_2exp(gap, t->above, 2 * t->unit, MPFR_RNDN);
    mpfr_set_z(term, t->below, MPFR_RNDN);
    mpfr_div(gap, gap, term, MPFR_RNDN);
    mpfr_sqrt(gap, gap, MPFR_RNDN);
    mpfr_set_z_2exp(term, t->radius, t->unit, MPFR_RNDN);
    mpfr_sub(gap, gap, term, MPFR_RNDN);
    mpfr_clear(term);
}

int oracle_gap_order(carom_circle circle, carom_wall first, carom_wall second) {
    if (!is_valid(circle, (carom_wall){.extent = CAROM_EXTENT_SEGMENT})) {
        return 0;
    }
    const bool first_is_valid = is_valid(circle, first), second_is_valid = is_valid(circle, second);
    if (!first_is_valid || !second_is_valid) {
        return first_is_valid ? -1 : second_is_valid ? 1 : 0;
    }
    gap_terms t1, t2;
    load(&t1, circle, first);
    load(&t2, circle, second);
    const long unit = t1.unit < t2.unit ? t1.unit : t2.unit;
    const long width = (t1.top > t2.top ? t1.top : t2.top) - unit;
    mpfr_t gap1, gap2, least;
    // The gaps are below 2^(W + 2) units; 2^-8 of the least difference is left for rounding.
    mpfr_inits2(12 * width + 48, gap1, gap2, (mpfr_ptr)NULL);
    mpfr_init2(least, 2);
    set_gap(gap1, &t1);
    set_gap(gap2, &t2);
    mpfr_sub(gap1, gap1, gap2, MPFR_RNDN);
    mpfr_set_ui_2exp(least, 1, unit - 11 * width - 25, MPFR_RNDN);
    const int order = mpfr_cmpabs(gap1, least) > 0 ? mpfr_sgn(gap1) : 0;
    mpfr_clears(gap1, gap2, least, (mpfr_ptr)NULL);
    mpz_clears(t1.above, t1.below, t1.radius, t2.above, t2.below, t2.radius, NULL);
    return (order > 0) - (order < 0);
}
