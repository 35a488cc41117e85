// Sweeps of a circle that is known to come near a wall. They skip the test for a certain miss,
// which decides most other sweeps; their answers are those of the public header. Room: sweep.
#ifndef CAROM_SWEEP_SWEEP_H
#define CAROM_SWEEP_SWEEP_H

#include "sweep/sweep_query.h"

// As carom_circle_sweep and carom_circle_sweep_to, for a wall at rest.
carom_sweep carom_sweep_near(const swept_query *c);

#endif
