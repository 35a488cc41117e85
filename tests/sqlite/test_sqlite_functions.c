// The SQL functions against the C library, bit for bit, on all classes of difficult cases. The
// extension is linked statically here.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "carom/clearance.h"
#include "carom/contact.h"
#include "carom/sweep.h"
#include "cases.h"
#include "motion_cases.h"
#include "sql.h"

enum { REST_CASES = 300, MOTION_CASES = 200 };

static int open_database(void **state) {
    *state = sql_open(":memory:");
    return 0;
}

static int close_database(void **state) {
    sql_close(*state);
    return 0;
}

/// Binds numbers from parameter 1 on, then the extent as a word.
static void bind(sqlite3_stmt *statement, const double *numbers, int count, int extent) {
    for (int i = 0; i < count; i++)
        assert_int_equal(sqlite3_bind_double(statement, i + 1, numbers[i]), SQLITE_OK);
    const char *word = carom_extent_name((carom_extent)extent);
    assert_int_equal(sqlite3_bind_text(statement, count + 1, word, -1, SQLITE_STATIC), SQLITE_OK);
}

/// SQLite has no NaN: it binds one as NULL.
static bool any_nan(const double *numbers, int count) {
    for (int i = 0; i < count; i++) {
        if (isnan(numbers[i]))
            return true;
    }
    return false;
}

/// The number in a column has the same bits.
static void same_number(sqlite3_stmt *statement, int column, double expected) {
    const double got = sqlite3_column_double(statement, column);
    assert_int_equal(sqlite3_column_type(statement, column), SQLITE_FLOAT);
    if (memcmp(&got, &expected, sizeof got) != 0)
        fail_msg("column %d: %a is not %a", column, got, expected);
}

static void same_word(sqlite3_stmt *statement, int column, const char *expected) {
    assert_string_equal((const char *)sqlite3_column_text(statement, column), expected);
}

/// Steps to the row of a valid case. Returns false if the case is not valid and the statement has
/// answered so: NULL for a NaN, else an error.
static bool step(sqlite3_stmt *statement, bool is_nan, bool is_valid) {
    const int rc = sqlite3_step(statement);
    if (is_nan) {
        assert_int_equal(rc, SQLITE_ROW);
        assert_int_equal(sqlite3_column_type(statement, 0), SQLITE_NULL);
    } else if (!is_valid) {
        assert_int_equal(rc, SQLITE_ERROR);
    } else {
        assert_int_equal(rc, SQLITE_ROW);
    }
    return !is_nan && is_valid;
}

#define WALL "?5, ?6, ?7, ?8, ?9, ?10"
#define AT_REST "(?1, ?2, ?3, " WALL ")"

static void check_rest(sqlite3_stmt *statement, const test_case *t) {
    const carom_circle c = t->circle;
    const carom_wall w = t->wall;
    const double n[] = {c.center.x, c.center.y, c.radius, t->gap,  w.a.x,
                        w.a.y,      w.b.x,      w.b.y,    w.radius};
    bind(statement, n, 9, w.extent);
    const bool valid =
        carom_circle_is_valid(c) && carom_wall_is_valid(w) && isfinite(t->gap) && t->gap >= 0.0;
    if (step(statement, any_nan(n, 9), valid)) {
        const carom_contact contact = carom_circle_contact(c, w);
        same_word(statement, 0, carom_relation_name(carom_circle_relate(c, w)));
        same_word(statement, 1, carom_feature_name(contact.feature));
        same_number(statement, 2, contact.along);
        same_number(statement, 3, contact.point.x);
        same_number(statement, 4, contact.point.y);
        same_number(statement, 5, contact.normal.x);
        same_number(statement, 6, contact.normal.y);
        same_number(statement, 7, contact.depth);
        same_number(statement, 8, carom_circle_distance(c, w));
        same_number(statement, 9, carom_circle_signed_distance(c, w));
        assert_int_equal(sqlite3_column_int(statement, 10), carom_circle_touches(c, w));
        assert_int_equal(sqlite3_column_int(statement, 11), carom_circle_within(c, w, t->gap));
    }
    sqlite3_reset(statement);
}

static void test_rest_functions(void **state) {
    sqlite3_stmt *statement = sql_prepare(
        *state, "SELECT carom_relation" AT_REST ", carom_feature" AT_REST ", carom_along" AT_REST
                ", carom_px" AT_REST ", carom_py" AT_REST ", carom_nx" AT_REST ", carom_ny" AT_REST
                ", carom_depth" AT_REST ", carom_distance" AT_REST ", carom_signed_distance" AT_REST
                ", carom_touches" AT_REST ", carom_within(?1, ?2, ?3, ?4, " WALL ")");
    const long count = case_count(REST_CASES);
    for (int kind = 0; kind < CASE_CLASS_COUNT; kind++) {
        for (long i = 0; i < count; i++) {
            test_case t = case_make((case_class)kind, case_seed(), (uint64_t)i);
            // A gap that is not valid would hide the answers of the others.
            if (!isfinite(t.gap) || t.gap < 0.0)
                t.gap = 1.0;
            check_rest(statement, &t);
        }
    }
    sqlite3_finalize(statement);
}

#define MOVING "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"

static void check_sweep(sqlite3_stmt *statement, const motion_case *m) {
    const carom_circle c = m->circle;
    const carom_wall w = m->wall;
    const double n[] = {c.center.x, c.center.y, c.radius, m->move.x, m->move.y,
                        w.a.x,      w.a.y,      w.b.x,    w.b.y,     w.radius};
    bind(statement, n, 10, w.extent);
    const carom_sweep sweep = carom_circle_sweep(c, m->move, w);
    if (step(statement, any_nan(n, 10), sweep.kind != CAROM_SWEEP_KIND_INVALID)) {
        same_word(statement, 0, carom_sweep_kind_name(sweep.kind));
        if (sweep.kind == CAROM_SWEEP_KIND_MISS) {
            for (int column = 1; column < 9; column++)
                assert_int_equal(sqlite3_column_type(statement, column), SQLITE_NULL);
        } else {
            same_number(statement, 1, sweep.t);
            same_number(statement, 2, sweep.center.x);
            same_number(statement, 3, sweep.center.y);
            same_number(statement, 4, sweep.point.x);
            same_number(statement, 5, sweep.point.y);
            same_number(statement, 6, sweep.normal.x);
            same_number(statement, 7, sweep.normal.y);
            same_word(statement, 8, carom_feature_name(sweep.feature));
        }
    }
    sqlite3_reset(statement);
}

static void test_sweep_functions(void **state) {
    sqlite3_stmt *statement = sql_prepare(
        *state, "SELECT carom_sweep_kind" MOVING ", carom_sweep_t" MOVING ", carom_sweep_x" MOVING
                ", carom_sweep_y" MOVING ", carom_sweep_px" MOVING ", carom_sweep_py" MOVING
                ", carom_sweep_nx" MOVING ", carom_sweep_ny" MOVING ", carom_sweep_feature" MOVING);
    const long count = case_count(MOTION_CASES);
    for (int kind = 0; kind < MOTION_CLASS_COUNT; kind++) {
        for (long i = 0; i < count; i++) {
            const motion_case m = motion_make((motion_class)kind, case_seed(), (uint64_t)i);
            check_sweep(statement, &m);
        }
    }
    sqlite3_finalize(statement);
}

#define TWO_WALLS "?2, ?3, ?4, ?5, ?6, ?12, ?7, ?8, ?9, ?10, ?11, ?13"

static void check_clearance(sqlite3_stmt *statement, carom_wall w, carom_wall o, double gap) {
    const double n[] = {gap,   w.a.x, w.a.y, w.b.x, w.b.y,   w.radius,
                        o.a.x, o.a.y, o.b.x, o.b.y, o.radius};
    bind(statement, n, 11, w.extent);
    const char *word = carom_extent_name((carom_extent)o.extent);
    assert_int_equal(sqlite3_bind_text(statement, 13, word, -1, SQLITE_STATIC), SQLITE_OK);
    if (step(statement, any_nan(n, 11), carom_wall_is_valid(w) && carom_wall_is_valid(o))) {
        const carom_clearance clearance = carom_wall_contact(w, o);
        same_word(statement, 0, carom_wall_relation_name(clearance.relation));
        same_number(statement, 1, clearance.gap);
        assert_int_equal(sqlite3_column_int(statement, 2), carom_wall_within(w, o, gap));
    }
    sqlite3_reset(statement);
}

static void test_wall_functions(void **state) {
    sqlite3_stmt *statement =
        sql_prepare(*state, "SELECT carom_wall_relation(" TWO_WALLS "), carom_wall_gap(" TWO_WALLS
                            "), carom_wall_within(?1, " TWO_WALLS ")");
    const long count = case_count(MOTION_CASES);
    for (int kind = 0; kind < MOTION_CLASS_COUNT; kind++) {
        for (long i = 0; i < count; i++) {
            const motion_case m = motion_make((motion_class)kind, case_seed(), (uint64_t)i);
            const double r = m.circle.radius;
            check_clearance(statement, m.wall, m.second, isfinite(r) && r >= 0.0 ? r : 1.0);
        }
    }
    sqlite3_finalize(statement);
}

static void test_defaults_and_version(void **state) {
    sqlite3_stmt *statement =
        sql_prepare(*state, "SELECT carom_version(), carom_depth(0, 0, 1, 3, -1, 3, 1), "
                            "carom_depth(0, 0, 1, 3, -1, 3, 1, 0.5), "
                            "carom_relation(5, 9, 1, 3, -1, 3, 1), "
                            "carom_relation(3, 9, 1, 3, -1, 3, 1, 0, 'line'), "
                            "carom_within(0, 0, 1, 2, 3, -1, 3, 1), "
                            "carom_wall_gap(0, 0, 1, 0, 0.25, 'line', 9, 2, 9, 4), "
                            "carom_wall_gap(0, 0, 1, 0, 0.25, 'line', 9, 2, 9, 4, 0.5)");
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    same_word(statement, 0, carom_version());
    same_number(statement, 1, -2.0);
    same_number(statement, 2, -1.5);
    same_word(statement, 3, "separate");
    same_word(statement, 4, "crossing");
    assert_int_equal(sqlite3_column_int(statement, 5), 1);
    same_number(statement, 6, 1.75);
    same_number(statement, 7, 1.25);
    sqlite3_finalize(statement);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_rest_functions, open_database, close_database),
        cmocka_unit_test_setup_teardown(test_sweep_functions, open_database, close_database),
        cmocka_unit_test_setup_teardown(test_wall_functions, open_database, close_database),
        cmocka_unit_test_setup_teardown(test_defaults_and_version, open_database, close_database),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
