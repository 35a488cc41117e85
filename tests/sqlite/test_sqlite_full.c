// Writes that fail: a full disk, and errors of the operating system at any write or sync.
// A statement that fails changes nothing. Afterwards the table answers as a plain one with the same
// edits, and the file is sound.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "cases.h"
#include "sql.h"
#include "sql_files.h"

enum { ROUNDS = 80, STATEMENTS = 12, IDS = 40 };

/// The code of the next failure, and the operations until the one after it; 0 for no other.
static int failure;
static long again;

static int fail_write(void) {
    sql_files_countdown = again;
    return failure;
}

/// The same walls in a database in memory, which does not fail.
static sqlite3 *open_plain(void) {
    sqlite3 *plain = sql_open(":memory:");
    sql_run(plain, "CREATE TABLE plain(id INTEGER PRIMARY KEY, " SQL_WALL ")");
    return plain;
}

/// A random edit of a table.
static char *edit_sql(random_source *g, const char *table) {
    const int id = random_int(g, 1, IDS), x = random_int(g, -9, 9), kind = random_int(g, 0, 4);
    if (kind < 2)
        return sqlite3_mprintf("REPLACE INTO %s(id, " SQL_WALL
                               ") VALUES(%d, %d, 0, %d, 3, 0.0, 'segment')",
                               table, id, x, x + 1);
    if (kind == 2)
        return sqlite3_mprintf("UPDATE %s SET ax = ax + 1 WHERE id %% 5 = %d", table, id % 5);
    if (kind == 3)
        return sqlite3_mprintf("DELETE FROM %s WHERE id = %d", table, id);
    return sqlite3_mprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
                           "i < 20) REPLACE INTO %s(id, " SQL_WALL
                           ") SELECT i + %d, i, 0.0, i, %d, 0.5, 'segment' FROM n",
                           table, id, x);
}

/// Runs a random statement on both, on the plain one only if it succeeded.
static bool step(sqlite3 *db, sqlite3 *plain, random_source *g) {
    random_source same = *g;
    char *sql = edit_sql(g, "w"), *plain_sql = edit_sql(&same, "plain");
    if (random_one_in(g, 4)) {
        sqlite3_free(sql);
        sqlite3_free(plain_sql);
        sql = sqlite3_mprintf(sqlite3_get_autocommit(db) ? "BEGIN" : "COMMIT");
        plain_sql = sqlite3_mprintf("%s", sql);
    }
    const bool good = sql_try(db, "%s", sql) == SQLITE_OK;
    if (good)
        sql_run(plain, "%s", plain_sql);
    // Some errors end the transaction too.
    if (sqlite3_get_autocommit(db) && !sqlite3_get_autocommit(plain))
        sql_run(plain, "ROLLBACK");
    sqlite3_free(sql);
    sqlite3_free(plain_sql);
    return good;
}

static void same(sqlite3 *db, sqlite3 *plain, random_source *g) {
    sql_expect(db, "SELECT carom_check('w')", "ok");
    sql_expect(db, "PRAGMA integrity_check", "ok");
    sql_same_answers(db, "w", plain, "plain", g, 2);
}

/// One run of statements, of which some fail. Returns how many.
static int fail_often(sqlite3 *db, sqlite3 *plain, random_source *g) {
    static const int codes[] = {SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC};
    int failed = 0;
    for (int i = 0; i < STATEMENTS; i++) {
        failure = codes[random_int(g, 0, 2)];
        again = random_one_in(g, 2) ? 1 : 0;
        sql_files_countdown = random_int(g, 1, 20);
        failed += !step(db, plain, g);
        sql_files_countdown = 0;
        if (random_one_in(g, 2))
            same(db, plain, g);
    }
    if (!sqlite3_get_autocommit(db)) {
        sql_run(db, "ROLLBACK");
        sql_run(plain, "ROLLBACK");
    }
    return failed;
}

static void test_failing_files(const char *journal) {
    const char *path = sql_fresh_path("full");
    sqlite3 *db = sql_open(path), *plain = open_plain();
    sql_run(db,
            "PRAGMA page_size = 1024; PRAGMA journal_mode = %s; PRAGMA cache_size = 5; "
            "CREATE VIRTUAL TABLE w USING carom",
            journal);
    const long rounds = case_count(ROUNDS);
    long failed = 0;
    sql_files_fail = fail_write;
    for (long i = 0; i < rounds; i++) {
        random_source g = random_start(case_seed(), (uint64_t)journal[0], (uint64_t)i);
        failed += fail_often(db, plain, &g);
        same(db, plain, &g);
        if (random_one_in(&g, 4)) {
            sql_close(db);
            db = sql_open(path);
            sql_run(db, "PRAGMA cache_size = 5");
            same(db, plain, &g);
        }
    }
    assert_true(failed > rounds);
    sql_close(db);
    sql_close(plain);
    sql_remove(path);
}

static void test_rollback_journal(void **state) {
    (void)state;
    test_failing_files("DELETE");
}

static void test_write_ahead_log(void **state) {
    (void)state;
    test_failing_files("WAL");
}

/// Inserts walls until the database is full.
static void fill(sqlite3 *db, sqlite3 *plain, random_source *g) {
    for (;;) {
        const int x = random_int(g, -9, 9);
        const char *sql = "INSERT INTO %s(" SQL_WALL ") VALUES(%d, 0.0, %d, 3, 0.0, 'segment')";
        const int rc = sql_try(db, sql, "w", x, x + 1);
        if (rc != SQLITE_OK) {
            assert_int_equal(rc, SQLITE_FULL);
            assert_string_equal(sqlite3_errmsg(db), "w: database or disk is full");
            return;
        }
        sql_run(plain, sql, "plain", x, x + 1);
    }
}

static void test_full(void **state) {
    (void)state;
    sqlite3 *db = sql_open(":memory:"), *plain = open_plain();
    random_source g = random_start(case_seed(), 5, 0);
    sql_run(db, "PRAGMA page_size = 1024; CREATE VIRTUAL TABLE w USING carom");
    sql_run(db, "PRAGMA max_page_count = 20");
    fill(db, plain, &g);
    same(db, plain, &g);
    // SQLite then ends the transaction, as with an R*Tree.
    sql_run(db, "PRAGMA max_page_count = 40; BEGIN");
    sql_run(plain, "BEGIN");
    fill(db, plain, &g);
    assert_true(sqlite3_get_autocommit(db));
    sql_run(plain, "ROLLBACK");
    same(db, plain, &g);
    sql_run(db, "DELETE FROM w");
    sql_run(plain, "DELETE FROM plain");
    fill(db, plain, &g);
    same(db, plain, &g);
    sql_close(db);
    sql_close(plain);
}

int main(void) {
    sql_files_register();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rollback_journal),
        cmocka_unit_test(test_write_ahead_log),
        cmocka_unit_test(test_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
