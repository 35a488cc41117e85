// Reporting for tests that run many cases, see verdicts.h. Layer: tests.
#define _POSIX_C_SOURCE 200809L // alarm
#include "verdicts.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

enum { SHOWN_PER_CLASS = 3, SECONDS_PER_1024_CASES = 30, MORE_TESTS = 16 };

// The case being tried, for the message when an assert of the library or a hang stops the test.
static class_run current;

static void print_place(const class_run *run) {
    fprintf(stderr, "class %s, seed %" PRIu64 ", index %" PRIu64 ": ", case_class_name(run->kind),
            run->seed, run->index);
}

// Not clean in a signal handler, but the process is lost anyway.
static void print_current(int signal_number) {
    print_place(&current);
    fprintf(stderr, "%s\n    ", signal_number == SIGALRM ? "hangs" : "aborted");
    case_print(stderr, &current.t);
    _exit(1);
}

class_run class_start(case_class kind) {
    class_run run = {.kind = kind, .seed = case_seed(), .index = UINT64_MAX};
    signal(SIGABRT, print_current);
    signal(SIGALRM, print_current);
    return run;
}

void class_next(class_run *run) {
    if (++run->index % 1024 == 0) {
        alarm(SECONDS_PER_1024_CASES);
    }
    run->t = case_make(run->kind, run->seed, run->index);
    current = *run;
}

void class_fail(class_run *run, const char *format, ...) {
    if (run->failures++ >= SHOWN_PER_CLASS) {
        return;
    }
    print_place(run);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n    ");
    case_print(stderr, &run->t);
}

bool worst_take(worst *w, double error, const class_run *run) {
    if (!(error <= w->error)) { // a NaN counts as worst
        w->error = error;
        w->kind = run->kind;
        w->index = run->index;
    }
    return error <= w->bound;
}

void worst_print(const worst *w) {
    printf("%s: worst %.3g ulp of at most %g (class %s, index %" PRIu64 ")\n", w->quantity,
           w->error, w->bound, case_class_name(w->kind), w->index);
}

int run_classes(const class_group *group) {
    static case_class kinds[CASE_CLASS_COUNT];
    // Entries without a name are no tests to cmocka.
    struct CMUnitTest tests[CASE_CLASS_COUNT + MORE_TESTS] = {{0}};
    if (group->more_count > MORE_TESTS) {
        fprintf(stderr, "%s: more than %d tests\n", group->name, MORE_TESTS);
        return 1;
    }
    for (int k = 0; k < CASE_CLASS_COUNT; k++) {
        kinds[k] = (case_class)k;
        tests[k] = (struct CMUnitTest){case_class_name(kinds[k]), group->test_class, NULL, NULL,
                                       &kinds[k]};
    }
    for (int k = 0; k < group->more_count; k++) {
        tests[CASE_CLASS_COUNT + k] = group->more[k];
    }
    return cmocka_run_group_tests_name(group->name, tests, group->start, group->finish);
}
