// Checks of a sweep against an oracle of sweeps, for walls at rest and walls that move. Room:
// tests.
#ifndef CAROM_TESTS_SWEEP_VERDICTS_H
#define CAROM_TESTS_SWEEP_VERDICTS_H

#include "oracle_sweep.h"
#include "verdicts.h"

/// Checks the kind and the feature, and that all else is 0 if there is no contact. Returns true if
/// there is a contact whose numbers can be checked. `what` names the call.
bool check_sweep_kind(class_run *run, const char *what, carom_sweep got, carom_sweep_kind kind,
                      carom_feature feature);

/// Checks centre, point and normal within the bounds that carom/sweep.h documents; a contact at the
/// start must be there exactly. Reports a time that is not the true one, rounded down, if
/// `time_is_right` is false.
void check_sweep_numbers(class_run *run, const char *what, carom_sweep got,
                         const oracle_sweep_numbers *truth, bool time_is_right,
                         const carom_vec2 *start);

/// How many cases have a sweep of each kind from invalid to overlap, a contact on the side, and a
/// contact after the start at an exact time.
typedef struct sweep_counts {
    int kind[CAROM_SWEEP_KIND_OVERLAP + 1];
    int side, exact_time;
} sweep_counts;

/// Prints the counts of the class, and fails the run if it has too few of any. `least` is in
/// thousandths of all cases.
void need_sweeps(class_run *run, const sweep_counts *got, const sweep_counts *least, long count);

/// Checks both coordinates of a point.
void check_point(class_run *run, worst *w, carom_vec2 got, const oracle_point *expected, int ulp);

/// Prints the worst errors of all sweeps so far.
void print_worst_sweeps(void);

#endif
