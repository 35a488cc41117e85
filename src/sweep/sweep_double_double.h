// Sweeps that sweep.c does not decide at once, and what else follows from the forms of a sweep.
// Room: sweep.
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

// As carom_sweep_near of sweep.h, for a wall that moves as a whole.
carom_sweep carom_sweep_near_moving(const swept_query *c);

// The normal against the motion, for a centre on a post of radius 0; (0, 1) if the motion is 0.
carom_vec2 carom_normal_against(wide vx, wide vy);

// As carom_circle_path_is_clear, for a query with an end and a wall at rest.
bool carom_path_is_clear_near(const swept_query *c);

// The same for any wall that moves as a whole, and is at this place at the end.
bool carom_path_is_clear_of_moving(const swept_query *c, carom_wall wall_at_end);

// The distance that the centre travels until the contact with this feature, to 0.76 ulp, even if
// the time is so small that it has lost digits. For valid input that meets the wall.
double carom_distance_to_contact(const swept_query *c, carom_feature feature);

// True if the circle certainly moves away from the wall from the start on. If it starts at distance
// R or farther, its path is then clear.
bool carom_certainly_leaves(const swept_query *c);

#endif
