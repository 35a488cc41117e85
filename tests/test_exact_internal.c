// White box: the forms of the exact path (src/rest/relation_integers.h) against GMP, and the same
// in every tier. The yes/no answers of the exact path alone are in test_oracle.c. Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracle_exact.h"
#include "rest/relation_integers.h"
#include "verdicts.h"

static worst worst_form = {.quantity = "forms, in units of 2^-100", .bound = 1.0};

// The relative error of a form in units of 2^-100 against z 2^e; its sign must be exact.
static void check_form(class_run *run, const char *name, wide got, const mpz_t z, long e) {
    mpfr_t value, low;
    mpfr_inits2(256, value, low, (mpfr_ptr)NULL);
    mpfr_set_d(value, got.hi, MPFR_RNDN);
    mpfr_set_d(low, got.lo, MPFR_RNDN);
    mpfr_add(value, value, low, MPFR_RNDN);
    mpfr_mul_2si(value, value, got.exp, MPFR_RNDN);
    double error = mpfr_sgn(value) == mpz_sgn(z) ? 0.0 : 1e30;
    if (mpz_sgn(z) != 0) {
        mpfr_set_z_2exp(low, z, e, MPFR_RNDN);
        mpfr_div(value, value, low, MPFR_RNDN);
        mpfr_sub_ui(value, value, 1, MPFR_RNDN);
        mpfr_mul_2si(value, value, 100, MPFR_RNDN);
        mpfr_abs(value, value, MPFR_RNDN);
        error += mpfr_get_d(value, MPFR_RNDN);
    }
    if (!worst_take(&worst_form, error, run)) {
        class_fail(run, "form %s: off by %.3g * 2^-100, sign expected %d", name, error, mpz_sgn(z));
    }
    mpfr_clears(value, low, (mpfr_ptr)NULL);
}

static void check_linear(class_run *run, const carom_forms *f, const exact_question *q) {
    check_form(run, "ux", f->ux, q->u.x, q->unit);
    check_form(run, "uy", f->uy, q->u.y, q->unit);
    check_form(run, "wx", f->wx, q->w.x, q->unit);
    check_form(run, "wy", f->wy, q->w.y, q->unit);
    check_form(run, "zx", f->zx, q->z.x, q->unit);
    check_form(run, "zy", f->zy, q->z.y, q->unit);
    check_form(run, "reach", f->reach, q->reach, q->unit);
}

static void check_products(class_run *run, const carom_forms *f, const exact_question *q) {
    mpz_t reach2, difference, square;
    mpz_inits(reach2, difference, square, NULL);
    long unit2 = 2L * q->unit;
    check_form(run, "dot_a", f->dot_a, q->wu, unit2);
    check_form(run, "dot_b", f->dot_b, q->zu, unit2);
    check_form(run, "cross", f->cross, q->uw, unit2);
    check_form(run, "len2", f->len2, q->len2, unit2);
    mpz_mul(reach2, q->reach, q->reach);
    mpz_sub(difference, reach2, q->w2);
    check_form(run, "gap_a", f->gap_a, difference, unit2);
    mpz_sub(difference, reach2, q->z2);
    check_form(run, "gap_b", f->gap_b, difference, unit2);
    mpz_mul(difference, reach2, q->len2);
    mpz_mul(square, q->uw, q->uw);
    mpz_sub(difference, difference, square);
    check_form(run, "gap_side", f->gap_side, difference, 2 * unit2);
    mpz_clears(reach2, difference, square, NULL);
}

static void test_class(void **state) {
    class_run run = class_start(*(const case_class *)*state);
    for (long i = case_count(300); i > 0; i--) {
        class_next(&run);
        carom_circle c = run.t.circle;
        carom_wall w = run.t.wall;
        if (!carom_circle_is_valid(c) || !carom_wall_is_valid(w)) {
            continue;
        }
        for (int tier = CAROM_TIER_64; tier <= CAROM_TIER_ANY; tier++) {
            carom_forms f = carom_exact_forms(c, w, (carom_tier)tier);
            const exact_question *q = exact_load(c, w, 0.0);
            check_linear(&run, &f, q);
            check_products(&run, &f, q);
        }
    }
    assert_int_equal(run.failures, 0);
}

static int finish(void **state) {
    (void)state;
    worst_print(&worst_form);
    return 0;
}

int main(void) {
    return run_classes(&(class_group){.name = "exact", .test_class = test_class, .finish = finish});
}
