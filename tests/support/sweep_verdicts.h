// Checks of a sweep against an oracle of sweeps, for walls at rest and walls that move. Layer:
// tests.
#ifndef CAROM_TESTS_SWEEP_VERDICTS_H
#define CAROM_TESTS_SWEEP_VERDICTS_H

#include "oracle_sweep.h"
#include "verdicts.h"

/// Checks the kind and the feature, and that all else is 0 if there is no contact. Returns true if
/// there is a contact whose numbers can be checked. `what` names the call.
bool check_sweep_kind(class_run *run, const char *what, carom_sweep got, carom_sweep_kind kind,
                      carom_feature feature);

/// Checks centre, point and normal within the bounds that carom/sweep.h documents.
void check_sweep_numbers(class_run *run, carom_sweep got, const oracle_sweep_numbers *truth);

/// Reports a time that is not the true one, rounded down.
void fail_sweep_time(class_run *run, const char *what, carom_sweep got,
                     const oracle_sweep_numbers *truth);

/// Checks both coordinates of a point.
void check_point(class_run *run, worst *w, carom_vec2 got, const oracle_point *expected, int ulp);

/// Prints the worst errors of all sweeps so far.
void print_worst_sweeps(void);

#endif
