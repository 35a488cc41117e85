// Passages: the first contact is that of the sweep; the last contact is the first one of the
// reversed motion.
//
// The method is that of sweep.c, with the time rounded up. docs/exactness.md derives the bounds.
// Proved: docs/soundness.md, `exit_of_is_right`. Room: sweep.
#include "sweep/passage.h"

#include "carom/sweep.h"

#include <string.h>

#include "contracts.h"
#include "sweep/passage_filter.h"
#include "sweep/sweep_integers.h"
#include "sweep/sweep_place.h"
#include "sweep/sweep_query.h"
#include "sweep/sweep_time.h"

// t must be >= 0 and finite.
static double next_up(double t) {
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits++;
    memcpy(&t, &bits, sizeof bits);
    return t;
}

// Sets t and rest of the contact. Uses integers if the rounding is not certain.
static void round_up(contact_at *k, const swept_query *c, carom_feature feature,
                     const estimate *e) {
    const wide sum = wide_of_sum(e->guess, e->step);
    k->t = sum.hi;
    k->rest = sum.lo;
    const bool is_before = fabs(k->rest) > e->error
                               ? k->rest > 0.0
                               : !carom_exact_not_before(c, feature, k->t, CAROM_TIER_64);
    if (is_before) {
        const double up = next_up(k->t);
        k->rest += k->t - up;
        k->t = up;
    }
}

// Rounds a time up, by exact signs. The relative error of `t` is at most FORMS_ERROR, and its sign
// is exact.
static double round_up_exactly(wide t, const swept_query *c, carom_feature feature) {
    CAROM_ASSERT(t.hi >= 0.0);
    if (t.hi == 0.0)
        return 0.0;
    const double up = wide_to_double(t);
    CAROM_ASSERT(up <= 1.0);
    if (up == 0.0)
        return next_up(0.0);
    const wide rest = wide_sub(t, wide_of(up));
    // If `t` is a normal number and its rest exceeds the error, the rounding is certain.
    if (up >= 0x1p-200 && fabs(wide_to_double(rest)) > FORMS_ERROR * up)
        return rest.hi > 0.0 ? next_up(up) : up;
    // `up` is off by less than an ulp, so the only other candidate is the double above.
    return carom_exact_not_before(c, feature, up, CAROM_TIER_64) ? up : next_up(up);
}

// The time when a circle leaves the side.
static wide exit_from_side(const sweep_forms *f) {
    // R |u| - k, where k = u x w on the side that the motion goes to; for k > 0 as
    // (R^2 |u|^2 - k^2) / (R |u| + k)
    const bool to_left = f->cross_move.hi > 0.0;
    const wide start = to_left ? f->cross_start : wide_neg(f->cross_start);
    const wide reach_len = wide_mul(f->reach, wide_sqrt(f->len2));
    const wide path = start.hi > 0.0
                          ? wide_div(wide_neg(f->beyond_side), wide_add(reach_len, start))
                          : wide_sub(reach_len, start);
    return wide_div(path, wide_abs(f->cross_move));
}

// The time when a circle leaves an end: the larger root of |e + t v|^2 = R^2, as a sum of numbers
// of one sign. `root` is the root of the discriminant.
static wide exit_from_end(const sweep_forms *f, wide root) {
    return f->toward_end.hi >= 0.0
               ? wide_div(wide_add(f->toward_end, root), f->move2)
               : wide_div(wide_neg(f->beyond_end), wide_sub(root, f->toward_end));
}

static carom_vec2 exit_normal_at_end(const sweep_forms *f, wide root) {
    // e + t v = (sqrt(D) v + (v x e) left(v)) / |v|^2, of length R
    const wide x = wide_sub(wide_mul(root, f->vx), wide_mul(f->cross_end, f->vy));
    const wide y = wide_add(wide_mul(root, f->vy), wide_mul(f->cross_end, f->vx));
    return f->reach.hi > 0.0 ? unit_of(x, y) : unit_of(f->vx, f->vy);
}

static void exit_from_integers(contact_at *k, const swept_query *c, carom_feature feature) {
    const sweep_forms f = carom_exact_sweep_forms(c, feature, CAROM_TIER_64);
    wide t;
    if (feature == CAROM_FEATURE_SIDE) {
        t = exit_from_side(&f);
        k->normal = normal_to_side(&f, f.cross_move);
    } else {
        const wide root = wide_sqrt(f.discriminant);
        t = exit_from_end(&f, root);
        k->normal = exit_normal_at_end(&f, root);
    }
    k->t = round_up_exactly(t, c, feature);
    k->time = t;
    k->dx = wide_mul(t, f.vx);
    k->dy = wide_mul(t, f.vy);
}

CAROM_NOINLINE carom_sweep exit_exactly(const swept_query *c, carom_feature feature) {
    contact_at k = {.t = 0.0};
    exit_from_integers(&k, c, feature);
    carom_sweep s = {.feature = feature, .t = k.t, .normal = k.normal};
    place_contact_widely(&s, c, &k);
    return s;
}

static carom_sweep no_exit(void) {
    return (carom_sweep){.feature = CAROM_FEATURE_NONE};
}

// The exit if the filter is not certain.
CAROM_NOINLINE carom_sweep exit_by_integers(const swept_query *c) {
    const carom_feature feature = carom_exact_last_contact(c, CAROM_TIER_64);
    return feature == CAROM_FEATURE_NONE ? no_exit() : exit_exactly(c, feature);
}

// The last contact of a circle that meets the wall; without a feature if it is in contact at t = 1.
static carom_sweep exit_of(const swept_query *c) {
    const sweep_vectors d = sweep_vectors_of(c), r = vectors_backward(&d);
    if (!is_for_filter(c, &r))
        return exit_by_integers(c);
    sweep_terms t;
    set_terms(&t, &r);
    const last_contact m = filter_last_contact(&r, &t, (carom_extent)c->wall.extent);
    if (!m.is_certain)
        return exit_by_integers(c);
    if (m.feature == CAROM_FEATURE_NONE)
        return no_exit();
    set_terms(&t, &d);
    const estimate e = m.feature == CAROM_FEATURE_SIDE ? estimate_side(c, &d, &t, -1.0)
                                                       : estimate_end(c, &d, &t, m.feature, -1.0);
    if (!is_sharp(&e))
        return exit_exactly(c, m.feature);
    contact_at k;
    round_up(&k, c, m.feature, &e);
    carom_sweep s = {.feature = m.feature, .t = k.t, .normal = e.normal};
    place_contact(&s, c, k.rest);
    return s;
}

double carom_exit_time(const swept_query *c) {
    const carom_sweep last = exit_of(c);
    return last.feature != CAROM_FEATURE_NONE ? last.t : (double)INFINITY;
}

carom_passage carom_circle_passage(carom_circle circle, carom_vec2 move, carom_wall wall) {
    carom_passage p;
    memset(&p, 0, sizeof p);
    p.entry = carom_circle_sweep(circle, move, wall);
    if (p.entry.kind <= CAROM_SWEEP_KIND_MISS)
        return p;
    const swept_query c = swept_query_make(circle, move, false, wall);
    const carom_sweep last = exit_of(&c);
    p.has_left = last.feature != CAROM_FEATURE_NONE;
    p.exit_t = p.has_left ? last.t : 1.0;
    p.exit_feature = last.feature;
    p.exit_center = last.center;
    p.exit_point = last.point;
    p.exit_normal = last.normal;
    return p;
}
