// Reporting for tests that run many cases. The first few failures of a class are printed in a form
// that can be pasted into a test; the others are counted. run_classes makes the tests. Room:
// tests.
#ifndef CAROM_TESTS_VERDICTS_H
#define CAROM_TESTS_VERDICTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "carom/contact.h"
#include "cases.h"
#include "motion_cases.h"
#include "moving_cases.h"
#include "oracle.h"

/// What moves in the cases of a class.
typedef enum class_sort { CLASS_AT_REST, CLASS_CIRCLE_MOVES, CLASS_BOTH_MOVE } class_sort;

/// One class under test.
typedef struct class_run {
    class_sort sort;
    /// The class, and in words.
    case_class kind;
    motion_class motion;
    moving_class moving;
    const char *name;
    uint64_t seed;
    uint64_t index;
    /// The case, of any sort.
    test_case t;
    motion_case m;
    moving_case w;
    long failures;
} class_run;

/// A run over a class, before its first case.
class_run class_start(case_class kind);
class_run class_start_motion(motion_class kind);
class_run class_start_moving(moving_class kind);

/// Makes the run's next case.
void class_next(class_run *run);

/// Takes this as the run's next case.
void class_take_motion(class_run *run, motion_case m);

/// Counts a failure and prints it, if it is among the first few of its class: what was asked, got
/// and expected in printf style.
void class_fail(class_run *run, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/// The worst error seen of one quantity, in ulp.
typedef struct worst {
    const char *quantity;
    double bound;
    double error;
    const char *name;
    uint64_t index;
} worst;

/// Takes an error into account; false if it breaks the bound.
bool worst_take(worst *w, double error, const class_run *run);

/// Takes the error of a number against the truth, in units of 2^ulp; a failure beyond the bound.
void check_number(class_run *run, worst *w, double got, const mpfr_t expected, int ulp);

/// The same of the length of a unit vector, in ulp of 1.
void check_unit_length(class_run *run, worst *w, carom_vec2 n);

/// Prints `quantity: worst X ulp of at most Y`, and where.
void worst_print(const worst *w);

/// Fails the run if fewer than this many thousandths of its cases have the property that the class
/// is made for. Small runs always pass.
void class_need(class_run *run, const char *what, long got, long count, int thousandths);

/// A program of tests: one for each class of cases, and others.
typedef struct class_group {
    const char *name;
    /// Run for every class, or NULL; its state is a `const case_class *`.
    CMUnitTestFunction test_class;
    /// Run for every class of moving circles, or NULL; its state is a `const motion_class *`.
    CMUnitTestFunction test_motion;
    /// Run for every class of moving walls, or NULL; its state is a `const moving_class *`.
    CMUnitTestFunction test_moving;
    /// Further tests, at most 16, and how many.
    const struct CMUnitTest *more;
    int more_count;
    /// Before all tests and after them; may be NULL.
    CMFixtureFunction start, finish;
} class_group;

/// Runs the group; the result is for main to return.
int run_classes(const class_group *group);

#endif
