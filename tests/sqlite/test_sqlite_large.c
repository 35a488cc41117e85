// Many walls and random edits on two connections, in transactions with savepoints and rollbacks,
// and on two threads. The truth is a plain table that takes part in the same transactions.
// CAROM_TEST_CASES is the number of walls.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases.h"
#include "sql.h"

enum { WALLS = 20000, ROUNDS = 6, THREAD_EDITS = 40 };

static const char *const tables[] = {"w", "plain"};

static void make_tables(sqlite3 *db, long count) {
    sql_run(
        db,
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE VIRTUAL TABLE w USING carom; "
        "CREATE TABLE plain(id INTEGER PRIMARY KEY, " SQL_WALL "); BEGIN");
    // Walls on a grid, so that there are ties; ids far apart, and the least and the largest one.
    sql_run(
        db,
        "WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %ld) INSERT INTO plain "
        "SELECT CASE i WHEN 0 THEN -9223372036854775807 - 1 WHEN 1 THEN 9223372036854775807 WHEN 2 "
        "THEN -1 ELSE i * 4611686018427 %% 9007199254740881 END, i %% 101 - 50.0, i / 101 %% 997 - "
        "12.0, i %% 101 - 50.0 + i %% 3, i / 101 %% 997 - 12.0 + i %% 2, i %% 5 / 4 * 0.5, CASE i "
        "%% "
        "9999 WHEN 7 THEN 'line' WHEN 8 THEN 'ray' ELSE 'segment' END FROM n",
        count - 1);
    sql_run(db, "INSERT INTO w SELECT * FROM plain ORDER BY id %% 1000; COMMIT");
}

/// Edits a share of the rows of both tables.
static void edit(sqlite3 *db, random_source *g) {
    const int kind = random_int(g, 0, 3), part = random_int(g, 0, 499), by = random_int(g, -3, 3);
    for (int i = 0; i < 2; i++) {
        if (kind == 0)
            sql_run(db, "DELETE FROM %s WHERE abs(id %% 500) = %d", tables[i], part);
        else if (kind == 1)
            sql_run(db, "UPDATE %s SET ax = ax + %d, \"by\" = \"by\" + 1 WHERE abs(id %% 500) = %d",
                    tables[i], by, part);
        else if (kind == 2)
            sql_run(db,
                    "UPDATE OR REPLACE %s SET id = id - 1 WHERE abs(id %% 500) = %d AND id > -5",
                    tables[i], part);
        else
            sql_run(
                db,
                "REPLACE INTO %s SELECT id + 3, ax, ay, bx, \"by\", wr, extent FROM plain WHERE "
                "abs(id %% 500) = %d AND id < 9000000000000000000 ORDER BY id DESC",
                tables[i], part);
    }
}

static void same(sqlite3 *db, random_source *g) {
    sql_same_answers(db, "w", db, "plain", g, 4);
}

static void test_random_edits(void **state) {
    (void)state;
    const char *path = sql_fresh_path("large");
    sqlite3 *dbs[] = {sql_open(path), sql_open(path)};
    random_source g = random_start(case_seed(), 5, 1);
    make_tables(dbs[0], case_count(WALLS));
    same(dbs[0], &g);
    same(dbs[1], &g);
    for (int i = 0; i < ROUNDS; i++) {
        sqlite3 *db = dbs[random_int(&g, 0, 1)];
        sql_run(db, "BEGIN");
        edit(db, &g);
        sql_run(db, "SAVEPOINT s");
        edit(db, &g);
        if (random_one_in(&g, 2))
            same(db, &g);
        if (random_one_in(&g, 2))
            sql_run(db, "ROLLBACK TO s");
        edit(db, &g);
        sql_run(db, random_one_in(&g, 3) ? "ROLLBACK" : "COMMIT");
        same(dbs[i % 2], &g);
    }
    same(dbs[0], &g);
    same(dbs[1], &g);
    sql_expect(dbs[0], "SELECT carom_check('w')", "ok");
    sql_close(dbs[0]);
    sql_close(dbs[1]);
    sql_remove(path);
}

// ---- threads ----

/// A thread with a connection. SQLite may refuse a transaction that another one has overtaken.
static void *edit_and_ask(void *data) {
    sqlite3 *db = data;
    for (int i = 0; i < THREAD_EDITS; i++) {
        sql_try(db,
                "BEGIN IMMEDIATE; REPLACE INTO w(id, ax, ay, bx, \"by\") VALUES(%d, %d, 0, 0, 1); "
                "REPLACE INTO plain VALUES(%d, %d, 0, 0, 1, 0.0, 'segment'); COMMIT",
                i, i % 7, i, i % 7);
        sql_try(db, "SELECT id FROM w WHERE w MATCH carom_nearest(%d, 0, 1, 5)", i % 7);
        sql_try(db, "SELECT carom_depth(0, 0, 1, %d, 0, 5, 5)", i);
    }
    return NULL;
}

static void run_threads(sqlite3 *first, sqlite3 *second) {
    pthread_t threads[2];
    assert_int_equal(pthread_create(&threads[0], NULL, edit_and_ask, first), 0);
    assert_int_equal(pthread_create(&threads[1], NULL, edit_and_ask, second), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

static void test_two_threads(void **state) {
    (void)state;
    const char *path = sql_fresh_path("threads");
    sqlite3 *dbs[] = {sql_open(path), sql_open(path)};
    random_source g = random_start(case_seed(), 6, 1);
    make_tables(dbs[0], 100);
    run_threads(dbs[0], dbs[1]);
    same(dbs[0], &g);
    same(dbs[1], &g);
    // One connection, which SQLite serializes. A COMMIT may be that of the other thread.
    run_threads(dbs[0], dbs[0]);
    sql_try(dbs[0], "ROLLBACK");
    sql_expect(dbs[0], "SELECT carom_check('w')", "ok");
    sql_close(dbs[0]);
    sql_close(dbs[1]);
    sql_remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_edits),
        cmocka_unit_test(test_two_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
