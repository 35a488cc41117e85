// Sweeps past an arc at rest that floating point decides. Room: sweep.
#ifndef CAROM_ARC_SWEEP_H
#define CAROM_ARC_SWEEP_H

#include <stdbool.h>

#include "sweep/sweep_query.h"

// The sweep past the arc on the query's wall, a segment, with this bulge, if it is certain. As from
// carom_circle_sweep: the largest double not after the true time; normal and places to 2 ulp. False
// if it is not certain, among others for all that start in contact, graze or only just reach, for
// invalid input, and for a bulge of 0.
bool carom_arc_sweep_if_certain(carom_sweep *s, const swept_query *c, double bulge);

#endif
