// The end of a passage for what is known to meet the wall. Room: sweep.
#ifndef CAROM_SWEEP_PASSAGE_H
#define CAROM_SWEEP_PASSAGE_H

#include "sweep/sweep_query.h"

// The exit_t of carom_circle_passage, for valid input that meets the wall; infinite if the circle
// is still in contact at t = 1.
double carom_exit_time(const swept_query *c);

#endif
