// Reporting for tests that run many cases, see verdicts.h. Room: tests.
#define _XOPEN_SOURCE 700 // setitimer
#include "verdicts.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

enum { SHOWN_PER_CLASS = 3, SECONDS_PER_BLOCK = 30, MORE_TESTS = 16 };

// The case being tried, for the message when an assert of the library or a hang stops the test.
static class_run current;

static void print_place(const class_run *run) {
    fprintf(stderr, "class %s, seed %" PRIu64 ", index %" PRIu64 ": ", run->name, run->seed,
            run->index);
}

static void print_case(const class_run *run) {
    fprintf(stderr, "    ");
    if (run->sort == CLASS_BOTH_MOVE) {
        moving_print(stderr, &run->w);
    } else if (run->sort == CLASS_CIRCLE_MOVES) {
        motion_print(stderr, &run->m);
    } else {
        case_print(stderr, &run->t);
    }
}

// Not safe in a signal handler, but the process ends anyway.
static void print_current(int signal_number) {
    print_place(&current);
    fprintf(stderr, "%s\n", signal_number == SIGPROF ? "hangs" : "aborted");
    print_case(&current);
    _exit(1);
}

// Stops the test after so many seconds of processor time, which do not grow if the machine is busy;
// 0: not at all.
static void watch(long seconds) {
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

static class_run start(class_run run) {
    watch(0);
    run.seed = case_seed();
    run.index = UINT64_MAX;
    signal(SIGABRT, print_current);
    signal(SIGPROF, print_current);
    return run;
}

class_run class_start(case_class kind) {
    return start((class_run){.kind = kind, .name = case_class_name(kind)});
}

class_run class_start_motion(motion_class kind) {
    return start(
        (class_run){.sort = CLASS_CIRCLE_MOVES, .motion = kind, .name = motion_class_name(kind)});
}

class_run class_start_moving(moving_class kind) {
    return start(
        (class_run){.sort = CLASS_BOTH_MOVE, .moving = kind, .name = moving_class_name(kind)});
}

void class_next(class_run *run) {
    const uint64_t block = run->sort == CLASS_BOTH_MOVE ? 4 : 1024; // integers are wider there
    if (++run->index % block == 0) {
        watch(SECONDS_PER_BLOCK);
    }
    if (run->sort == CLASS_BOTH_MOVE) {
        run->w = moving_make(run->moving, run->seed, run->index);
    } else if (run->sort == CLASS_CIRCLE_MOVES) {
        run->m = motion_make(run->motion, run->seed, run->index);
    } else {
        run->t = case_make(run->kind, run->seed, run->index);
    }
    current = *run;
}

void class_take_motion(class_run *run, motion_case m) {
    if (++run->index % 1024 == 0) {
        watch(SECONDS_PER_BLOCK);
    }
    run->m = m;
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
    fprintf(stderr, "\n");
    print_case(run);
}

void class_need(class_run *run, const char *what, long got, long count, int thousandths) {
    if (count >= 1000 && 1000 * got < thousandths * count) {
        class_fail(run, "only %ld of %ld cases are %s", got, count, what);
    }
}

bool worst_take(worst *w, double error, const class_run *run) {
    if (!(error <= w->error)) { // a NaN counts as worst
        w->error = error;
        w->name = run->name;
        w->index = run->index;
    }
    return error <= w->bound;
}

void check_number(class_run *run, worst *w, double got, const mpfr_t expected, int ulp) {
    const double error = oracle_error(got, expected, ulp);
    if (!worst_take(w, error, run)) {
        class_fail(run, "%s: got %a, expected %a, off by %.3g ulp of 2^%d", w->quantity, got,
                   mpfr_get_d(expected, MPFR_RNDN), error, ulp);
    }
}

void check_unit_length(class_run *run, worst *w, carom_vec2 n) {
    mpfr_t x, y;
    mpfr_inits2(256, x, y, (mpfr_ptr)NULL);
    mpfr_set_d(x, n.x, MPFR_RNDN);
    mpfr_set_d(y, n.y, MPFR_RNDN);
    mpfr_hypot(x, x, y, MPFR_RNDN);
    check_number(run, w, 1.0, x, -52);
    mpfr_clears(x, y, (mpfr_ptr)NULL);
}

void worst_print(const worst *w) {
    printf("%s: worst %.3g ulp of at most %g (class %s, index %" PRIu64 ")\n", w->quantity,
           w->error, w->bound, w->name == NULL ? "none" : w->name, w->index);
}

int run_classes(const class_group *group) {
    enum {
        AT_REST = CASE_CLASS_COUNT,
        CLASSES = AT_REST + MOTION_CLASS_COUNT + MOVING_CLASS_COUNT
    };
    static case_class kinds[CASE_CLASS_COUNT];
    static motion_class motions[MOTION_CLASS_COUNT];
    static moving_class movings[MOVING_CLASS_COUNT];
    // Entries without a function are no tests to cmocka.
    struct CMUnitTest tests[CLASSES + MORE_TESTS] = {{0}};
    if (group->more_count > MORE_TESTS) {
        fprintf(stderr, "%s: more than %d tests\n", group->name, MORE_TESTS);
        return 1;
    }
    for (int k = 0; k < CASE_CLASS_COUNT; k++) {
        kinds[k] = (case_class)k;
        tests[k] = (struct CMUnitTest){case_class_name(kinds[k]), group->test_class, NULL, NULL,
                                       &kinds[k]};
    }
    for (int k = 0; k < MOTION_CLASS_COUNT; k++) {
        motions[k] = (motion_class)k;
        tests[AT_REST + k] = (struct CMUnitTest){motion_class_name(motions[k]), group->test_motion,
                                                 NULL, NULL, &motions[k]};
    }
    for (int k = 0; k < MOVING_CLASS_COUNT; k++) {
        movings[k] = (moving_class)k;
        tests[AT_REST + MOTION_CLASS_COUNT + k] = (struct CMUnitTest){
            moving_class_name(movings[k]), group->test_moving, NULL, NULL, &movings[k]};
    }
    for (int k = 0; k < group->more_count; k++) {
        tests[CLASSES + k] = group->more[k];
    }
    return cmocka_run_group_tests_name(group->name, tests, group->start, group->finish);
}
