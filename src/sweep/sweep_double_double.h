// Sweeps that sweep.c does not decide at once. Room: sweep.
#ifndef CAROM_SWEEP_DOUBLE_DOUBLE_H
#define CAROM_SWEEP_DOUBLE_DOUBLE_H

#include "carom/contact.h"
#include "sweep/sweep_filter.h"

static inline bool is_past_level(const swept_query *c) {
    return (c->wall.a.x == c->wall.b.x) != (c->wall.a.y == c->wall.b.y);
}

// The sweep past a level or upright wall if sweep_level.h decides it, or if the circle starts in
// contact, as balls that rest or roll do. Else invalid.
carom_sweep carom_sweep_past_level(const swept_query *c);

// As carom_circle_sweep and carom_circle_sweep_to, for a wall at rest.
carom_sweep carom_sweep_closely(const swept_query *c);

// The sweep of a circle that touches or overlaps at the start, from the contact there.
carom_sweep carom_sweep_from_contact(const swept_query *c, const carom_contact *contact);

#endif
