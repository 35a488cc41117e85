// The extension when memory is short: the n-th allocation fails, once or from then on, for all n of
// a script. Every statement succeeds or reports SQLITE_NOMEM and changes nothing; afterwards the
// same statement succeeds, and all answers are right. Nothing leaks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases.h"
#include "sql.h"

static sqlite3_mem_methods real;
/// The number of allocations until one fails; 0: none fails. If `forever`, all later ones fail too.
static long countdown;
static bool forever;
static long failures;

static bool fails(void) {
    if (countdown == 0 || --countdown > 0)
        return false;
    countdown = forever;
    failures++;
    return true;
}

static void *failing_malloc(int size) {
    return fails() ? NULL : real.xMalloc(size);
}

static void *failing_realloc(void *block, int size) {
    return fails() ? NULL : real.xRealloc(block, size);
}

static int install(void **state) {
    (void)state;
    sqlite3_mem_methods failing;
    sqlite3_shutdown();
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real) != SQLITE_OK)
        return 1;
    failing = real;
    failing.xMalloc = failing_malloc;
    failing.xRealloc = failing_realloc;
    // Without lookaside all allocations come here.
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &failing) != SQLITE_OK ||
           sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) != SQLITE_OK;
}

#define ALL "carom_near(0, 0, 0, 1e9)"
#define ROW "(id, ax, ay, bx, \"by\", name) VALUES"

/// A statement of the script: on connection 0 or 1, and what it returns.
typedef struct step {
    int connection;
    const char *sql;
    const char *rows;
} step;

static const step script[] = {
    {0, "CREATE VIRTUAL TABLE w USING carom(+name TEXT, +\"a \"\"b\")", ""},
    {0,
     "INSERT INTO w" ROW "(1, 0, -1, 0, 1, 'a'), (2, 10, -1, 10, 1, 'b'), (3, 20, -1, 20, 1, 'c')",
     ""},
    {0, "SELECT id, name, px, relation FROM w WHERE w MATCH carom_touching(0, 0, 0.5, 'ring')",
     "1|a|0.0|crossing"},
    {1, "SELECT id, name FROM w WHERE w MATCH " ALL, "1|a 2|b 3|c"},
    {0, "SELECT id, kind, t FROM w WHERE w MATCH carom_first(5, 0, 0, 10, 0)", "2|hit|0.5"},
    {0, "SELECT id, gap FROM w WHERE w MATCH carom_nearest(11, 0, 0, 2)", "2|1.0 3|9.0"},
    {0, "SELECT id FROM w WHERE w MATCH carom_in_box(5, -2, 25, 2) ORDER BY id DESC", "3 2"},
    {0, "BEGIN", ""},
    {0, "UPDATE w SET ax = ax + 1, bx = bx + 1 WHERE w MATCH carom_touching(10, 0, 1)", ""},
    {0, "INSERT OR REPLACE INTO w" ROW "(3, 30, -1, 30, 1, 'd')", ""},
    {0, "SELECT id, ax FROM w WHERE w MATCH " ALL, "1|0.0 2|11.0 3|30.0"},
    {0, "SAVEPOINT s", ""},
    {0, "DELETE FROM w WHERE id < 3", ""},
    {0, "SELECT id FROM w WHERE w MATCH " ALL, "3"},
    {0, "ROLLBACK TO s", ""},
    {0, "SELECT id FROM w WHERE w MATCH " ALL, "1 2 3"},
    {0, "COMMIT", ""},
    {1, "SELECT id, ax, name FROM w WHERE w MATCH " ALL, "1|0.0|a 2|11.0|b 3|30.0|d"},
    {1, "INSERT INTO w(ax, ay, bx, \"by\", wr, extent) VALUES(0, 50, 1, 50, 2, 'ray')", ""},
    {0, "SELECT id, wr, extent FROM w WHERE w MATCH carom_touching(9, 50, 0)", "4|2.0|ray"},
    {0, "SELECT count(*) FROM w AS p, w AS q WHERE q.w MATCH carom_nearest(p.ax, p.ay, 0, 2)", "8"},
    {0, "SELECT id FROM w WHERE id >= 2 AND id < 4 ORDER BY id DESC", "3 2"},
    {0,
     "SELECT carom_relation(0, 0, 5, 3, -9, 3, 9, 1, 'line'), carom_sweep_t(0, 0, 1, 9, 0, 3, -9, "
     "3, 9)",
     "crossing|0.222222222222222"},
    {0, "ALTER TABLE w RENAME TO v", ""},
    {1, "SELECT id, name FROM v WHERE v MATCH " ALL, "1|a 2|b 3|d 4|NULL"},
    {1, "SELECT carom_check('v')", "ok"},
    {0,
     "INSERT INTO v(ax, ay, bx, \"by\") WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
     "i < 300) SELECT i, 0, i, 1 FROM n",
     ""},
    {1, "SELECT count(*) FROM v WHERE v MATCH " ALL, "304"},
    {0, "DROP TABLE v", ""},
    {0, "CREATE VIRTUAL TABLE z USING carom(+name TEXT, area=name)", ""},
    {0,
     "INSERT INTO z" ROW "(1, 0, 0, 4, 0, 'a'), (2, 4, 0, 0, 4, 'a'), (3, 0, 4, 0, 0, 'a'), "
     "(4, 9, 0, 9, 4, 'b'), (5, 9, 4, 9, 0, 'b')",
     ""},
    {0, "SELECT name, relation, distance, bx FROM z WHERE z MATCH carom_areas(1, 1, 0.5)",
     "a|inside|-1.0|4.0"},
    {1, "SELECT id, name FROM z WHERE z MATCH carom_nearest_areas(8, 1, 0, 2)", "4|b 1|a"},
    {1, "DELETE FROM z WHERE id = 5", ""},
    {0, "SELECT name FROM z WHERE z MATCH carom_areas(1, 1)",
     "error: z: area 'b' does not close: the point (9.0, 0.0) is the end of an odd number of its "
     "walls; one of them has the id 4"},
    {0, "DELETE FROM z WHERE name = 'b'", ""},
    {1, "SELECT name FROM z WHERE z MATCH carom_areas(1, 1) ORDER BY id", "a"},
    {0, "DROP TABLE z", ""},
    {0, "SELECT count(*) FROM sqlite_master", "0"},
};
enum { STEPS = sizeof script / sizeof *script, EVERY_FROM = 1000 };

/// True if the result of a step is that of a failed allocation, of the extension or of SQLite,
/// which loses the message of an error if it has no memory for a copy.
static bool is_out_of_memory(const step *s, const char *rows) {
    return (strncmp(s->rows, "error: ", 7) == 0 && strcmp(rows, "error: SQL logic error") == 0) ||
           strcmp(rows, "error: out of memory") == 0 ||
           strstr(rows, "unable to open a temporary database file") != NULL;
}

/// Runs a statement with an allocation that fails. Returns false if it reports that.
static bool run_step(sqlite3 *db, const step *s, long n) {
    countdown = n;
    char *rows = sql_rows(db, s->sql);
    countdown = 0;
    const bool done = !is_out_of_memory(s, rows);
    if (done && strcmp(rows, s->rows) != 0)
        fail_msg("%s, allocation %ld: \"%s\" instead of \"%s\"", s->sql, n, rows, s->rows);
    free(rows);
    return done;
}

/// Runs the script, where the n-th allocation of statement `failing` fails. A statement that
/// reports so is run again, without failures. Returns false if it has fewer allocations.
static bool run_script(int failing, long n) {
    const char *path = sql_fresh_path("memory");
    sqlite3 *dbs[] = {sql_open(path), sql_open(path)};
    bool reached = true;
    int first = 0;
    sql_run(dbs[0], "PRAGMA synchronous = OFF");
    sql_run(dbs[1], "PRAGMA synchronous = OFF");
    for (int i = 0; i < STEPS; i++) {
        sqlite3 *db = dbs[script[i].connection];
        failures = 0;
        first = strcmp(script[i].sql, "BEGIN") == 0 ? i : first;
        const bool inside = !sqlite3_get_autocommit(db);
        const bool done = run_step(db, &script[i], i == failing ? n : 0);
        if (i != failing) {
            assert_true(done);
            continue;
        }
        reached = failures > 0;
        failing = -1;
        // SQLite may have rolled the transaction back. Then it begins again.
        if (!done)
            i = inside && sqlite3_get_autocommit(db) ? first - 1 : i - 1;
    }
    sql_expect(dbs[1], "PRAGMA integrity_check", "ok");
    sql_close(dbs[0]);
    sql_close(dbs[1]);
    sql_remove(path);
    return reached;
}

static void fail_everywhere(bool all_later) {
    forever = all_later;
    long runs = 0;
    // Else with growing gaps.
    const bool every = case_count(1) >= EVERY_FROM;
    const sqlite3_int64 used = sqlite3_memory_used();
    for (int i = 0; i < STEPS; i++) {
        for (long n = 1; run_script(i, n); n += every ? 1 : 1 + n / 3, runs++)
            assert_int_equal(sqlite3_memory_used(), used);
    }
    assert_true(runs > 200);
}

static void test_one_failure(void **state) {
    (void)state;
    fail_everywhere(false);
}

static void test_no_memory(void **state) {
    (void)state;
    fail_everywhere(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_failure),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, install, NULL);
}
