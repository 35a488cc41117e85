// The sweep of a circle that is known to come near a wall: without asking first whether it
// certainly misses, which settles most other sweeps. Answers are those of sweep.h. Layer: sweep.
#ifndef CAROM_SWEEP_NEAR_H
#define CAROM_SWEEP_NEAR_H

#include "exact/exact_sweep.h"

// As carom_circle_sweep and carom_circle_sweep_to.
carom_sweep carom_sweep_near(const swept_query *c);

// As carom_circle_path_is_clear, for a course with an end.
bool carom_path_is_clear_near(const swept_query *c);

// True if the circle certainly moves away from the wall from the start on. If it starts not nearer
// than R, its way is then free.
bool carom_certainly_leaves(const swept_query *c);

#endif
