// Running out of memory: every allocation of the tool's own code is made to fail, one by one.
// Method: the linker puts our malloc and company in front of the real ones (--wrap). When all
// allocations from the n-th on fail, a run must end with "out of memory" and status 2; when the
// n-th alone fails, it may also get by with the right answer. Nothing
// may stay allocated.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "csv/shapes.h"
#include "scratch.h"
#include "threads.h"
#include "tool.h"

enum { LIVE_MAX = 4096 };

/// The allocations that live, so that blocks of other libraries passing through are not counted.
static void *live[LIVE_MAX];
static size_t live_count;
static bool counting;
static long until_failure;
static bool fails_for_good;
static size_t failures;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *old);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *old);

/// Threads that read blocks allocate, too.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool fails(void) {
    pthread_mutex_lock(&lock);
    const bool failed = counting && until_failure == 0;
    if (failed) {
        failures++;
        until_failure = fails_for_good ? 0 : -1;
    } else if (counting && until_failure > 0) {
        until_failure--;
    }
    pthread_mutex_unlock(&lock);
    return failed;
}

static void *born(void *p) {
    pthread_mutex_lock(&lock);
    if (counting && p != NULL && live_count < LIVE_MAX) {
        live[live_count++] = p;
    }
    pthread_mutex_unlock(&lock);
    return p;
}

static void dies(const void *p) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < live_count; i++) {
        if (live[i] == p) {
            live[i] = live[--live_count];
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : born(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : born(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size) {
    if (fails()) {
        return NULL;
    }
    dies(old);
    return born(__real_realloc(old, size));
}

void __wrap_free(void *old) {
    dies(old);
    __real_free(old);
}

static void start(long successes, bool for_good) {
    fails_for_good = for_good;
    live_count = 0;
    failures = 0;
    until_failure = successes;
    counting = true;
}

static char circles_file[SCRATCH_NAME_SIZE];
static char packed_file[SCRATCH_NAME_SIZE];
static char walls_file[SCRATCH_NAME_SIZE];
static char moving_file[SCRATCH_NAME_SIZE];
static char many_file[SCRATCH_NAME_SIZE];
static char pairs_file[SCRATCH_NAME_SIZE];
static char movers_file[SCRATCH_NAME_SIZE];
static char events_file[SCRATCH_NAME_SIZE];
static char picture_file[SCRATCH_NAME_SIZE];
static char output_file[SCRATCH_NAME_SIZE];
static char error_file[SCRATCH_NAME_SIZE];

enum { CIRCLES = 200, WALLS = 150, MOVERS = 140, LONG_ID = 300000, MANY = 9000 };

/// Enough rows to grow every list, quotes, and a line longer than the first buffer.
static int make_files(void **state) {
    (void)state;
    char *text = malloc(4 * LONG_ID);
    if (text == NULL) {
        return 1;
    }
    size_t n = (size_t)sprintf(text, "id,cx,cy,r,net,category\n\"long ");
    memset(text + n, 'x', LONG_ID);
    n += LONG_ID;
    n += (size_t)sprintf(text + n, "\",0,1,1,,1\n");
    for (int i = 1; i < CIRCLES; i++) {
        n += (size_t)sprintf(text + n, i % 3 ? "%d,%d,1,1,pad %d,\n" : "\"c\n%d\",%d,1,1,pad %d,\n",
                             i, 10 * i, i / 2);
    }
    int good = scratch_write(circles_file, text, n);
    gzFile packed = gzopen(packed_file, "wb");
    good = good && packed != NULL && gzwrite(packed, text, (unsigned)n) == (int)n;
    good = packed != NULL && gzclose(packed) == Z_OK && good;
    n = (size_t)sprintf(text, "ax,ay,bx,by,net,category\n");
    for (int i = 0; i < WALLS; i++) {
        n += (size_t)sprintf(text + n, "%d,0,%d,0,track %d,3\n", 10 * i, 10 * i + 1, i / 2);
    }
    good = good && scratch_write(walls_file, text, n);
    // The first walls are at rest.
    n = (size_t)sprintf(text, "ax,ay,bx,by,extent,avy,bvy,restitution,friction\n");
    for (int i = 0; i < WALLS; i++) {
        n += (size_t)sprintf(text + n, "%d,0,%d,0,%s,%d,%d,1,0\n", 10 * i, 10 * i + 1,
                             i % 50 == 49 ? "line" : "segment", i / 3, i / 3);
    }
    good = good && scratch_write(moving_file, text, n);
    // Several blocks.
    n = (size_t)sprintf(text, "id,cx,cy,r,vx,vy,dx,dy,length,category,net\n");
    for (int i = 0; i < MANY; i++) {
        n += (size_t)sprintf(text + n,
                             "\"many %d\",%d.000000,0,1.0000,2,%d.0000000,2,%d,%d,%d,net %d\n", i,
                             i, i, i, i + 5, i % 9, i % 7);
    }
    good = good && scratch_write(many_file, text, n);
    n = (size_t)sprintf(text, "id,cx,cy,r,ax,ay,bx,by\n");
    for (int i = 0; i < CIRCLES; i++) {
        n += (size_t)sprintf(text + n, "\"p, %d\",0,1,1,-1,0,1,0\n", i);
    }
    good = good && scratch_write(pairs_file, text, n);
    // Pairs of a mover and a wall, and movers alone for commands that need no walls.
    n = (size_t)sprintf(text, "cx,cy,r,vx,vy,ax,ay,bx,by,avy,bvy\n");
    for (int i = 0; i < MOVERS; i++) {
        n += (size_t)sprintf(text + n, "%d.5,4,1,0,-6,%d,0,%d,0,%d,%d\n", 10 * i, 10 * i,
                             10 * i + 1, i / 3, i / 3);
    }
    good = good && scratch_write(movers_file, text, n);
    free(text);
    return good ? 0 : 1;
}

static int remove_files(void **state) {
    (void)state;
    unlink(circles_file);
    unlink(packed_file);
    unlink(walls_file);
    unlink(moving_file);
    unlink(many_file);
    unlink(pairs_file);
    unlink(movers_file);
    unlink(events_file);
    unlink(picture_file);
    unlink(output_file);
    unlink(error_file);
    return 0;
}

/// Ends a reading: it read everything, or failed because memory ran out, and keeps none. True if no
/// allocation failed.
static bool end_reading(table *t, circle_list *list, table_status status) {
    if (status != TABLE_END) {
        assert_true(failures > 0);
        assert_int_equal(status, TABLE_FAILED);
        assert_non_null(strstr(t->error, ": out of memory"));
    }
    table_close(t);
    circle_list_free(list);
    assert_int_equal(live_count, 0);
    return failures == 0;
}

/// Reads the circles with the allocation number n failing. True if none failed.
static bool read_circles(const char *file, long n, bool for_good) {
    table t;
    circle_list list = {0};
    start(n, for_good);
    table_status status = table_open(&t, file, ',', circle_columns, CIRCLE_COLUMNS);
    if (status == TABLE_ROW) {
        status = circle_list_read(&list, &t, true);
    }
    counting = false;
    if (status == TABLE_END) {
        assert_true(failures == 0 || !for_good);
        assert_int_equal(list.count, CIRCLES);
        assert_int_equal(list.names.items[0].length, LONG_ID + 5);
        assert_true(list.items[CIRCLES - 1].center.x == 10.0 * (CIRCLES - 1));
    }
    return end_reading(&t, &list, status);
}

static void check_reader(const char *file) {
    for (int for_good = 0; for_good < 2; for_good++) {
        long n = 0;
        while (!read_circles(file, n, for_good != 0)) {
            n++;
        }
        assert_in_range(n, 10, 1000);
    }
}

static void readers(void **state) {
    (void)state;
    check_reader(circles_file);
    check_reader(packed_file);
}

/// Reads many movers, or casts, on two threads with the allocation number n failing. True if none
/// failed.
static bool read_moving(long n, bool for_good, bool casts) {
    table t;
    circle_list list = {.unique = true};
    table_text net = {"net", 3};
    const field_list kept = {.at = &net, .count = 1};
    table_column columns[CAST_COLUMNS + 1];
    const size_t count = casts ? CAST_COLUMNS : MOVER_COLUMNS;
    memcpy(columns, casts ? cast_columns : mover_columns, count * sizeof *columns);
    columns[count] = (table_column){.name = "net", .needed = true};
    start(n, for_good);
    table_status status = table_open(&t, many_file, ',', columns, count + 1);
    if (status == TABLE_ROW) {
        status = kept_find(&list.kept, &t, &kept, true);
    }
    if (status == TABLE_ROW) {
        status = casts ? cast_list_read(&list, &t, false) : mover_list_read(&list, &t, false);
    }
    counting = false;
    if (status == TABLE_END) {
        assert_true(failures == 0 || !for_good);
        assert_int_equal(list.count, MANY);
        for (size_t i = 0; i < MANY; i++) {
            assert_true(list.items[i].center.x == (double)i && list.motions[i].y == (double)i);
            assert_true(casts ? list.lengths[i] == (double)(i + 5) : list.lengths == NULL);
            assert_int_equal(list.masks[i], i % 9);
            assert_int_equal(list.labels.numbers[i], i % 7 + 1);
            assert_int_equal(list.lines[i], i + 2);
        }
    }
    return end_reading(&t, &list, status);
}

static void blocks(void **state) {
    (void)state;
    assert_true(threads_take(NULL, "2"));
    for (int kind = 0; kind < 4; kind++) {
        long n = 0;
        while (!read_moving(n, kind % 2 != 0, kind / 2 != 0)) {
            n++;
        }
        assert_in_range(n, 10, 1000);
    }
}

/// Runs a command of the tool with its output in files.
static int run_command(int argc, const char **argv, long successes, bool for_good) {
    fflush(stdout);
    fflush(stderr);
    int out = dup(STDOUT_FILENO);
    int err = dup(STDERR_FILENO);
    int new_out = open(output_file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int new_err = open(error_file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(new_out, STDOUT_FILENO);
    dup2(new_err, STDERR_FILENO);
    start(successes, for_good);
    int status = tool_main(argc, argv);
    counting = false;
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    close(new_out);
    close(new_err);
    return status;
}

static size_t count_lines(const char *text) {
    size_t count = 0;
    for (; *text != '\0'; text++) {
        count += *text == '\n' ? 1 : 0;
    }
    return count;
}

/// Runs a command with the allocation number n failing. True if none failed.
static bool check_run(int argc, const char **argv, size_t lines, long n, bool for_good) {
    unlink(picture_file);
    int status = run_command(argc, argv, n, for_good);
    bool none_failed = failures == 0;
    size_t length = 0;
    char *text = scratch_read(status == EXIT_FINE ? output_file : error_file, &length);
    assert_non_null(text);
    if (status == EXIT_FINE) {
        assert_true(none_failed || !for_good);
        assert_int_equal(count_lines(text), lines);
        assert_int_equal(access(picture_file, R_OK), 0);
    } else {
        if (none_failed || status != EXIT_BAD || strstr(text, "out of memory") == NULL) {
            fail_msg("allocation %ld: status %d, message %s", n, status, text);
        }
        assert_int_equal(access(picture_file, F_OK), -1);
    }
    assert_int_equal(live_count, 0);
    free(text);
    return none_failed;
}

/// Fails the allocations of a command in turn, which prints that many lines when it succeeds.
static void check_command(int argc, const char **argv, size_t lines) {
    for (int for_good = 0; for_good < 2; for_good++) {
        long n = 0;
        while (!check_run(argc, argv, lines, n, for_good != 0)) {
            n++;
        }
        assert_in_range(n, 10, 1000);
    }
}

static void hits(void **state) {
    (void)state;
    const char *argv[] = {"carom",     "hits",      circles_file, walls_file,      "--within",
                          "0x1p-1000", "--picture", picture_file, "--except-same", "net",
                          "--keep",    "cx,ay",     NULL};
    // Circle i touches wall i; one name in three has a line break, which shows as one more line.
    check_command(12, argv, 1 + WALLS + (WALLS - 1) / 3);
}

static void nearest(void **state) {
    (void)state;
    const char *argv[] = {"carom",     "nearest",    circles_file, walls_file,
                          "--picture", picture_file, NULL};
    check_command(6, argv, 1 + CIRCLES + (CIRCLES - 1) / 3);
}

static void relate(void **state) {
    (void)state;
    const char *argv[] = {"carom",  "relate", "--picture", picture_file,
                          "--keep", "id,r",   pairs_file,  NULL};
    check_command(7, argv, 1 + CIRCLES);
}

static void sweep(void **state) {
    (void)state;
    const char *argv[] = {"carom", "sweep", "--picture", picture_file, movers_file, NULL};
    check_command(5, argv, 1 + MOVERS);
}

static void first(void **state) {
    (void)state;
    const char *argv[] = {"carom",     "first",    "--picture", picture_file,
                          movers_file, walls_file, NULL};
    check_command(6, argv, 1 + MOVERS);
}

static void first_of_moving(void **state) {
    (void)state;
    const char *argv[] = {"carom",     "first",     "--picture", picture_file,
                          movers_file, moving_file, NULL};
    check_command(6, argv, 1 + MOVERS);
}

static void run(void **state) {
    (void)state;
    // Each ball falls on a wall of its own, in front of it.
    const char *argv[] = {"carom",     "run",       "--time",     "1",        "--step",
                          "1",         "--picture", picture_file, "--events", events_file,
                          movers_file, walls_file,  NULL};
    check_command(12, argv, 1 + MOVERS);
}

static void run_among_moving(void **state) {
    (void)state;
    const char *argv[] = {"carom",     "run",       "--time",     "1",        "--step",
                          "0.5",       "--picture", picture_file, "--events", events_file,
                          movers_file, moving_file, "--check",    NULL};
    check_command(13, argv, 1 + MOVERS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers),
        cmocka_unit_test(hits),
        cmocka_unit_test(relate),
        cmocka_unit_test(sweep),
        cmocka_unit_test(first),
        cmocka_unit_test(run),
        cmocka_unit_test(nearest),
        cmocka_unit_test(first_of_moving),
        cmocka_unit_test(run_among_moving),
        cmocka_unit_test(blocks),
    };
    scratch_name(circles_file, "circles.csv");
    scratch_name(packed_file, "circles.csv.gz");
    scratch_name(walls_file, "walls.csv");
    scratch_name(moving_file, "moving.csv");
    scratch_name(many_file, "many.csv");
    scratch_name(pairs_file, "pairs.csv");
    scratch_name(movers_file, "movers.csv");
    scratch_name(events_file, "events.csv");
    scratch_name(picture_file, "picture.svg");
    scratch_name(output_file, "output");
    scratch_name(error_file, "error");
    return cmocka_run_group_tests_name("memory", tests, make_files, remove_files);
}
