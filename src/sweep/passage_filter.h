// The filter of the passage: decides in double which feature is touched last, or that the contact
// lasts to t = 1.
//
// Method: the last contact is the first one of the motion from c + v back by -v. Its vectors are
// sums, so their errors are relative to the sizes of the terms. Bounds: docs/exactness.md.
// Room: sweep.
#ifndef CAROM_PASSAGE_FILTER_H
#define CAROM_PASSAGE_FILTER_H

#include "sweep/sweep_filter.h"

// The motion run backward. The sizes are those of the terms.
CAROM_INLINE sweep_vectors vectors_backward(const sweep_vectors *k) {
    sweep_vectors r = *k;
    r.w = carom_vec2_add(k->w, k->v);
    r.z = carom_vec2_add(k->z, k->v);
    r.v = carom_vec2_make(-k->v.x, -k->v.y);
    r.w_size = k->w_size + k->v_size;
    r.z_size = k->z_size + k->v_size;
    return r;
}

// The feature touched last, CAROM_FEATURE_NONE if the contact lasts; meaningless if not certain.
typedef struct last_contact {
    bool is_certain;
    carom_feature feature;
} last_contact;

static const last_contact last_unsure = {false, CAROM_FEATURE_NONE};
static const last_contact contact_lasts = {true, CAROM_FEATURE_NONE};

// The contact with an end that e, a sum of terms of this size, comes from.
CAROM_INLINE last_contact filter_last_end(const sweep_terms *t, carom_vec2 e, double size,
                                          carom_feature end) {
    const double error = SWEEP_ERROR * size + 0x1p-500;
    const double dist2 = carom_vec2_dot(e, e);
    // |e|^2 is off by at most 2 error |e|
    const double slack = 4.0 * error * (size_of(e) + error) + SWEEP_ERROR * t->reach2 + SWEEP_TINY4;
    const int beyond = certain_sign(dist2 - t->reach2, slack);
    return beyond > 0 ? (last_contact){true, end} : beyond < 0 ? contact_lasts : last_unsure;
}

// The last contact of a circle that meets the wall, from the reversed motion. The size must be
// safe.
CAROM_INLINE last_contact filter_last_contact(const sweep_vectors *r, const sweep_terms *t,
                                              carom_extent extent) {
    if (r->u_size == 0.0)
        return filter_last_end(t, r->w, r->w_size, CAROM_FEATURE_END_A);
    // A wall of nearly no length, where roots lose digits.
    if (!(t->len2 >= 0x1p-400))
        return last_unsure;
    const int outside =
        certain_compare(fabs(t->cross_start), error_of(r->u_size, r->w_size), t->reach2 * t->len2);
    if (outside == 0)
        return last_unsure;
    if (outside > 0) {
        // The circle was in contact, so it has left the line; only the feature is open.
        // w_size includes v_size, so a circle that is certainly outside has certainly crossed.
        if (!(fabs(t->cross_move) > error_of(r->u_size, r->v_size))) // GCOVR_EXCL_BR_LINE
            return last_unsure;                                      // GCOVR_EXCL_LINE
        const carom_feature feature = filter_feature_on_line(r, t, extent);
        return feature == CAROM_FEATURE_NONE ? last_unsure : (last_contact){true, feature};
    }
    const int after_a =
        extent == CAROM_EXTENT_LINE ? 1 : certain_sign(t->wu, error_of(r->w_size, r->u_size));
    const int after_b =
        extent == CAROM_EXTENT_SEGMENT ? certain_sign(t->zu, error_of(r->z_size, r->u_size)) : -1;
    if (after_a < 0)
        return filter_last_end(t, r->w, r->w_size, CAROM_FEATURE_END_A);
    if (after_b > 0)
        return filter_last_end(t, r->z, r->z_size, CAROM_FEATURE_END_B);
    return after_a > 0 && after_b < 0 ? contact_lasts : last_unsure;
}

#endif
