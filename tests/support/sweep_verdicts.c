// Checks of a sweep against an oracle; see sweep_verdicts.h. Room: tests.
#include "sweep_verdicts.h"

#include <math.h>

static worst worst_center = {.quantity = "centre at contact", .bound = 2.1};
static worst worst_point = {.quantity = "point of contact", .bound = 8.0};
static worst worst_normal = {.quantity = "normal", .bound = 4.0};
static worst worst_length = {.quantity = "length of the normal", .bound = 4.0};

static bool is_zero(double x) {
    return x == 0.0 && !signbit(x);
}

static bool all_zero(const carom_sweep *s) {
    return s->feature == CAROM_FEATURE_NONE && is_zero(s->t) && is_zero(s->center.x) &&
           is_zero(s->center.y) && is_zero(s->point.x) && is_zero(s->point.y) &&
           is_zero(s->normal.x) && is_zero(s->normal.y);
}

bool check_sweep_kind(class_run *run, const char *what, carom_sweep got, carom_sweep_kind kind,
                      carom_feature feature) {
    if (got.kind != kind) {
        class_fail(run, "%s: got %s at %a, expected %s", what, carom_sweep_kind_name(got.kind),
                   got.t, carom_sweep_kind_name(kind));
        return false;
    }
    if (got.kind <= CAROM_SWEEP_KIND_MISS) {
        if (!all_zero(&got)) {
            class_fail(run, "%s: a %s that is not all 0", what, carom_sweep_kind_name(got.kind));
        }
        return false;
    }
    if (got.feature != feature) {
        class_fail(run, "%s: got %s, expected %s", what, carom_feature_name(got.feature),
                   carom_feature_name(feature));
    }
    return true;
}

void check_point(class_run *run, worst *w, carom_vec2 got, const oracle_point *expected, int ulp) {
    check_number(run, w, got.x, expected->x, ulp);
    check_number(run, w, got.y, expected->y, ulp);
}

void check_sweep_numbers(class_run *run, const char *what, carom_sweep got,
                         const oracle_sweep_numbers *truth, bool time_is_right,
                         const carom_vec2 *start) {
    if (!time_is_right) {
        class_fail(run, "%s: t is %a, expected %a", what, got.t, mpfr_get_d(truth->t, MPFR_RNDD));
    }
    check_point(run, &worst_center, got.center, &truth->center, truth->ulp);
    check_point(run, &worst_point, got.point, &truth->point, truth->ulp);
    check_point(run, &worst_normal, got.normal, &truth->normal, -52);
    check_unit_length(run, &worst_length, got.normal);
    if (start != NULL && (got.center.x != start->x || got.center.y != start->y)) {
        class_fail(run, "%s: the centre is not that of the start", what);
    }
}

void need_sweeps(class_run *run, const sweep_counts *got, const sweep_counts *least, long count) {
    printf("%s: invalid %d, miss %d, graze %d, hit %d, overlap %d; side %d, exact times %d; %ld "
           "wrong\n",
           run->name, got->kind[0], got->kind[1], got->kind[2], got->kind[3], got->kind[4],
           got->side, got->exact_time, run->failures);
    for (int k = 0; k <= CAROM_SWEEP_KIND_OVERLAP; k++) {
        class_need(run, carom_sweep_kind_name((carom_sweep_kind)k), got->kind[k], count,
                   least->kind[k]);
    }
    class_need(run, "on the side", got->side, count, least->side);
    class_need(run, "exact times", got->exact_time, count, least->exact_time);
}

void print_worst_sweeps(void) {
    const worst *const all[] = {&worst_center, &worst_point, &worst_normal, &worst_length};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        worst_print(all[i]);
    }
}
