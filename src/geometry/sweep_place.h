// Normal, centre and point of a contact whose time is known, in double and in wide numbers. The
// first and the last contact share this code. Layer: sweep.
#ifndef CAROM_SWEEP_PLACE_H
#define CAROM_SWEEP_PLACE_H

#include "exact/sweep_filter.h"
#include "exact/wide.h"

// The largest relative error of a time from exact forms.
#define FORMS_ERROR 0x1p-88

// A contact during its computation.
typedef struct contact_at {
    double t;    // rounded: down for the first contact, up for the last
    double rest; // the true time is t + rest, nearly
    carom_vec2 normal;
    wide dx, dy; // the displacement until contact, if it is not t v
} contact_at;

static inline carom_vec2 unit_of(wide x, wide y) {
    const wide length = wide_sqrt(wide_sum_of_squares(x, y));
    return carom_vec2_make(wide_to_double(wide_div(x, length)),
                           wide_to_double(wide_div(y, length)));
}

// p + s n; in wide numbers, so that the sum alone may leave the range of double.
static inline double sum_to_double(wide p, double s, double n) {
    return wide_to_double(wide_add(p, wide_mul(wide_of(s), wide_of(n))));
}

// Centre and point of a contact whose displacement is (t + rest) v.
CAROM_INLINE void place_contact(carom_sweep *s, const swept_query *c, const sweep_vectors *d,
                                double rest) {
    s->center = carom_vec2_make(c->circle.center.x + (s->t * d->v.x + rest * d->v.x),
                                c->circle.center.y + (s->t * d->v.y + rest * d->v.y));
    const carom_vec2 from = s->feature == CAROM_FEATURE_SIDE    ? s->center
                            : s->feature == CAROM_FEATURE_END_A ? c->wall.a
                                                                : c->wall.b;
    const double off = s->feature == CAROM_FEATURE_SIDE ? -c->circle.radius : c->wall.radius;
    s->point = carom_vec2_add(from, carom_vec2_scale(s->normal, off));
}

// The same from a displacement in wide numbers.
static inline void place_contact_widely(carom_sweep *s, const swept_query *c, const contact_at *k) {
    const wide x = wide_add(wide_of(c->circle.center.x), k->dx);
    const wide y = wide_add(wide_of(c->circle.center.y), k->dy);
    s->center = carom_vec2_make(wide_to_double(x), wide_to_double(y));
    const carom_vec2 end = s->feature == CAROM_FEATURE_END_A ? c->wall.a : c->wall.b;
    const bool side = s->feature == CAROM_FEATURE_SIDE;
    const double off = side ? -c->circle.radius : c->wall.radius;
    s->point = carom_vec2_make(sum_to_double(side ? x : wide_of(end.x), off, s->normal.x),
                               sum_to_double(side ? y : wide_of(end.y), off, s->normal.y));
}

#endif
