// Sweeps of a circle past a wall at rest: certain misses and certain hits.
//
// Method: sweep_one_pass.h has the numbers, and its error bound of the time proves a hit. All else
// goes to sweep_double_double.c. This file is compiled for speed even where size comes first. Room:
// sweep.
#include "carom/sweep.h"

#include "carom/contact.h"
#include "contracts.h"
#include "numbers.h"
#include "rest/contact_double_double.h"
#include "sweep/sweep.h"
#include "sweep/sweep_double_double.h"
#include "sweep/sweep_one_pass.h"
#include "sweep/sweep_place.h"

// Takes the parts, because a query in memory would cost every sweep.
CAROM_NOINLINE carom_sweep sweep_parts_closely(carom_circle circle, carom_vec2 move, bool is_end,
                                               carom_wall wall) {
    const swept_query c = swept_query_make(circle, move, is_end, wall);
    return carom_sweep_closely(&c);
}

// The sweep of a circle that seems to overlap or touch at the start, for valid input.
CAROM_NOINLINE carom_sweep sweep_in_wall(carom_circle circle, carom_vec2 move, bool is_end,
                                         carom_wall wall) {
    const fast_vectors v = fast_vectors_of(circle, &wall);
    fast_distance k;
    const bool is_measured = measure_distance(&k, &v, circle, &wall);
    // Double is enough for the sign of the depth here, and to know that the centre is off the axis.
    const double error =
        0x1p-44 * (k.reach.hi + k.hi) + larger(k.error, 0.0) * (0x1p-44 / FAST_DEPTH_ERROR);
    if (is_measured & (k.reach.hi - k.hi > error) & (k.hi > error)) {
        carom_sweep s;
        s.kind = CAROM_SWEEP_KIND_OVERLAP;
        s.feature = k.feature;
        s.t = 0.0;
        s.center = circle.center;
        s.normal = fast_normal(&k);
        if (fast_point(&s.point, &k, circle, &wall))
            return s;
    }
    const swept_query c = swept_query_make(circle, move, is_end, wall);
    const carom_contact contact = carom_circle_contact(circle, wall);
    return contact.relation >= CAROM_RELATION_TOUCHING ? carom_sweep_from_contact(&c, &contact)
                                                       : carom_sweep_closely(&c);
}

// The sweep of a contact that sweep_one_pass.h found.
CAROM_INLINE carom_sweep sweep_of_fast(const fast_contact *f) {
    carom_sweep s;
    s.kind = CAROM_SWEEP_KIND_HIT;
    s.feature = f->feature;
    s.t = down_by(f->t, f->rest < 0.0);
    s.normal = f->normal;
    s.center = carom_vec2_make(pair_x(f->center), pair_y(f->center));
    const pair point = pair_plus(f->from, pair_times(pair_of(s.normal), pair_both(f->off)));
    s.point = carom_vec2_make(pair_x(point), pair_y(point));
    return s;
}

// The sweep of a circle that starts apart from a wall at rest and is no certain miss.
CAROM_INLINE carom_sweep sweep_fast(const swept_query *c, const axis_terms *t,
                                    const line_approach *k, bool is_side) {
    fast_contact f;
    if (is_side)
        set_fast_side(&f, c, t, k);
    else
        set_fast_end(&f, c, t, k);
    return CAROM_LIKELY(f.is_certain) ? sweep_of_fast(&f)
                                      : sweep_parts_closely(c->circle, c->move, c->is_end, c->wall);
}

carom_sweep carom_sweep_near(const swept_query *c) {
    CAROM_ASSERT(!c->wall_moves);
    // Most walls that balls rest or roll on are level.
    if (is_past_level(c)) {
        const carom_sweep level = carom_sweep_past_level(c);
        if (level.kind != CAROM_SWEEP_KIND_INVALID)
            return level;
    }
    axis_terms t;
    set_terms_across(&t, c);
    set_terms_along(&t);
    const line_approach k = approach_of(&t);
    const bool is_side = comes_to_side(c, &t, &k);
    if (!is_side && (t.may_decide & starts_in_wall(c, &t, &k)))
        return sweep_in_wall(c->circle, c->move, c->is_end, c->wall);
    return sweep_fast(c, &t, &k, is_side);
}

CAROM_NOINLINE carom_sweep sweep_parts_near(carom_circle circle, carom_vec2 move, bool is_end,
                                            carom_wall wall) {
    const swept_query c = swept_query_make(circle, move, is_end, wall);
    return carom_sweep_near(&c);
}

// The sweep past a wall at rest. Most sweeps miss, so certain misses are tested first. Level walls
// take the way of carom_sweep_near, so that the numbers have the same bits.
CAROM_INLINE carom_sweep sweep_at_rest(carom_circle circle, carom_vec2 move, bool is_end,
                                       carom_wall wall) {
    const swept_query c = swept_query_make(circle, move, is_end, wall);
    axis_terms t;
    set_terms_across(&t, &c);
    if (misses_across(&t))
        return t.may_decide ? sweep_of_kind(CAROM_SWEEP_KIND_MISS)
                            : sweep_parts_closely(circle, move, is_end, wall);
    set_terms_along(&t);
    const line_approach k = approach_of(&t);
    const bool is_side = comes_to_side(&c, &t, &k);
    if (!is_side) {
        if (CAROM_UNLIKELY(t.may_decide & starts_in_wall(&c, &t, &k)))
            return sweep_in_wall(circle, move, is_end, wall);
        if (t.may_decide & misses_along(&t))
            return sweep_of_kind(CAROM_SWEEP_KIND_MISS);
    }
    if (CAROM_UNLIKELY(is_past_level(&c)))
        return sweep_parts_near(circle, move, is_end, wall);
    return sweep_fast(&c, &t, &k, is_side);
}

carom_sweep carom_circle_sweep(carom_circle circle, carom_vec2 move, carom_wall wall) {
    return sweep_at_rest(circle, move, false, wall);
}

carom_sweep carom_circle_sweep_to(carom_circle circle, carom_vec2 to, carom_wall wall) {
    return sweep_at_rest(circle, to, true, wall);
}
