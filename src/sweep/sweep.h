// What sweeps against walls at rest and moving walls share. A sweep of a circle that is known to
// come near a wall skips the test for a certain miss, which decides most other sweeps; its answers
// are those of the public header. Room: sweep.
#ifndef CAROM_SWEEP_SWEEP_H
#define CAROM_SWEEP_SWEEP_H

#include "arithmetic/wide.h"
#include "compiler.h"
#include "sweep/sweep_integers.h"

// A sweep without a contact.
static inline carom_sweep sweep_of_kind(carom_sweep_kind kind) {
    return (carom_sweep){.kind = kind};
}

// As carom_circle_sweep and carom_circle_sweep_to, for a wall at rest.
carom_sweep carom_sweep_near(const swept_query *c);

// The same for a wall that moves as a whole.
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

// The exit_t of carom_circle_passage, for valid input that meets the wall; infinite if the circle
// is still in contact at t = 1.
double carom_exit_time(const swept_query *c);

// True if the circle certainly moves away from the wall from the start on. If it starts at distance
// R or farther, its path is then clear.
bool carom_certainly_leaves(const swept_query *c);

#endif
