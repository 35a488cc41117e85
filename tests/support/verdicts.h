// Reporting for tests that run many cases: the first few failures of a class are printed in a form
// that can be pasted into a test, the rest counted; run_classes makes the tests. Layer: tests.
#ifndef CAROM_TESTS_VERDICTS_H
#define CAROM_TESTS_VERDICTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "carom/contact.h"
#include "cases.h"

/// One class under test.
typedef struct class_run {
    case_class kind;
    uint64_t seed;
    uint64_t index;
    test_case t;
    long failures;
} class_run;

/// A run over a class, before its first case.
class_run class_start(case_class kind);

/// Makes the run's next case.
void class_next(class_run *run);

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
    case_class kind;
    uint64_t index;
} worst;

/// Takes an error into account; false if it breaks the bound.
bool worst_take(worst *w, double error, const class_run *run);

/// Prints `quantity: worst X ulp of at most Y`, and where.
void worst_print(const worst *w);

/// A program of tests: one for each class of cases, and others.
typedef struct class_group {
    const char *name;
    /// Run for every class; its state is a `const case_class *`.
    CMUnitTestFunction test_class;
    /// Further tests, at most 16, and how many.
    const struct CMUnitTest *more;
    int more_count;
    /// Before all tests and after them; may be NULL.
    CMFixtureFunction start, finish;
} class_group;

/// Runs the group; the result is for main to return.
int run_classes(const class_group *group);

#endif
