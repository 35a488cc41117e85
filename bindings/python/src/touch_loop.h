// The loop of the touch tests over arrays, by Carom's batches. Room: operations.
#ifndef CAROM_PYTHON_TOUCH_LOOP_H
#define CAROM_PYTHON_TOUCH_LOOP_H

#include "operations.h"

/// Sets the verdicts of the rows [begin, end): whether circle and wall touch by the rule. The
/// arrays of a circle and a wall, nine of them, are first in `args` and `steps`.
void touch_rows(char **args, const npy_intp *steps, char *verdicts, npy_intp verdict_step,
                carom_contact_rule rule, npy_intp begin, npy_intp end);

#endif
