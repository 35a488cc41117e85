// The virtual table among the other features of SQLite: names, schemas, transactions that others
// edit in, triggers, joins, conflict clauses, interrupts, copies of a database.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sql.h"

/// Three upright walls at x = 0, 10 and 20 with the ids 1 to 3.
static void three_walls(sqlite3 *db, const char *name) {
    sql_run(db, "CREATE VIRTUAL TABLE %s USING carom(+name TEXT)", name);
    sql_run(db,
            "INSERT INTO %s(id, ax, ay, bx, \"by\", name) VALUES(1, 0, -1, 0, 1, 'a'), "
            "(2, 10, -1, 10, 1, 'b'), (3, 20, -1, 20, 1, 'c')",
            name);
}

static sqlite3 *memory_with_walls(void) {
    sqlite3 *db = sql_open(":memory:");
    three_walls(db, "w");
    return db;
}

static void test_names(void **state) {
    (void)state;
    static const char *const names[] = {"\"two words\"", "\"qu\"\"ote\"", "\"it's\"",
                                        "\"MÜLLER 墙\"", "\"select\"",    "\"a.b\"",
                                        "\"100%d%s\"",   "\"[x]\"",       "W"};
    sqlite3 *db = sql_open(":memory:");
    random_source g = random_start(1, 1, 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        three_walls(db, names[i]);
        sql_run(db, "CREATE TABLE plain AS SELECT * FROM %s", names[i]);
        sql_same_answers(db, names[i], db, "plain", &g, 3);
        sql_run(db, "UPDATE %s SET ax = ax + 1 WHERE id = 2; DELETE FROM %s WHERE id = 3", names[i],
                names[i]);
        sql_run(db, "ALTER TABLE %s RENAME TO \"new 'n' \"\"name\"", names[i]);
        sql_expect(db,
                   "SELECT id, ax, name FROM \"new 'n' \"\"name\" WHERE \"new 'n' \"\"name\" "
                   "MATCH carom_touching(11, 0, 1)",
                   "2|11.0|b");
        sql_expect(db, "SELECT carom_check('new ''n'' \"name')", "ok");
        sql_run(db, "DROP TABLE \"new 'n' \"\"name\"; DROP TABLE plain");
        sql_expect(db, "SELECT count(*) FROM sqlite_master", "0");
    }
    sql_close(db);
}

static void test_schemas(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    sql_run(db, "ATTACH ':memory:' AS other");
    three_walls(db, "other.w");
    three_walls(db, "temp.w");
    sql_run(db, "UPDATE other.w SET ax = ax + 100, bx = bx + 100");
    sql_run(db, "UPDATE temp.w SET ax = ax + 200, bx = bx + 200");
    sql_expect(db, "SELECT id FROM main.w WHERE w MATCH carom_touching(10, 0, 1)", "2");
    sql_expect(db, "SELECT id FROM other.w WHERE w MATCH carom_touching(110, 0, 1)", "2");
    sql_expect(db, "SELECT id FROM temp.w WHERE w MATCH carom_touching(210, 0, 1)", "2");
    sql_expect(
        db,
        "SELECT a.id, b.id, c.id FROM main.w AS a, other.w AS b, temp.w AS c WHERE a.w MATCH "
        "carom_touching(0, 0, 1) AND b.w MATCH carom_touching(a.ax + 110, 0, 1) AND c.w MATCH "
        "carom_nearest(b.ax + 110, 0, 1)",
        "1|2|3");
    sql_run(db, "BEGIN; DELETE FROM other.w; DELETE FROM main.w WHERE id = 1");
    sql_expect(db, "SELECT id FROM other.w WHERE w MATCH carom_near(0, 0, 0, 1e9)", "");
    sql_expect(db, "SELECT id FROM main.w WHERE w MATCH carom_near(0, 0, 0, 1e9)", "2 3");
    sql_run(db, "ROLLBACK");
    sql_expect(db, "SELECT id FROM other.w WHERE w MATCH carom_near(0, 0, 0, 1e9)", "1 2 3");
    sql_expect(db,
               "SELECT carom_check('main', 'w'), carom_check('other', 'w'), "
               "carom_check('temp', 'w')",
               "ok|ok|ok");
    sql_run(db, "DROP TABLE temp.w; DROP TABLE other.w; DETACH other");
    sql_expect(db, "SELECT count(*) FROM w", "3");
    sql_close(db);
}

static void test_last_insert_rowid(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    sql_run(db, "INSERT INTO w(id, ax, ay, bx, \"by\") VALUES(77, 0, 0, 1, 1)");
    assert_int_equal(sqlite3_last_insert_rowid(db), 77);
    sql_run(db, "BEGIN; INSERT INTO w(ax, ay, bx, \"by\") VALUES(0, 0, 1, 1)");
    assert_int_equal(sqlite3_last_insert_rowid(db), 78);
    sql_run(db, "COMMIT");
    assert_int_equal(sqlite3_last_insert_rowid(db), 78);
    sql_run(db, "CREATE TABLE other(a)");
    sql_run(
        db,
        "BEGIN; INSERT INTO other(rowid) VALUES(1000); UPDATE w SET ax = 5 WHERE id = 77; COMMIT");
    assert_int_equal(sqlite3_last_insert_rowid(db), 1000);
    sql_run(db, "DELETE FROM w WHERE id >= 77");
    assert_int_equal(sqlite3_changes(db), 2);
    assert_int_equal(sqlite3_last_insert_rowid(db), 1000);
    sql_close(db);
}

/// What a connection sees after edits of the shadow table that are rolled back.
static void test_edits_behind_the_table(void **state) {
    (void)state;
    static const char *const walls = "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)";
    static const char *const insert = "INSERT INTO w_walls VALUES(%d, 1, 0, 1, 1, 0, 0, 'x')";
    for (int warm = 0; warm < 2; warm++) {
        for (int own = 0; own < 2; own++) {
            const char *path = sql_fresh_path("behind");
            sqlite3 *db = sql_open(path);
            three_walls(db, "w");
            sql_close(db);
            db = sql_open(path);
            if (warm)
                sql_expect(db, walls, "1 2 3");
            sql_run(db, "BEGIN");
            sql_run(db, insert, 10);
            if (own)
                sql_run(db, "INSERT INTO w(id, ax, ay, bx, \"by\") VALUES(11, 0, 0, 1, 1)");
            sql_expect(db, walls, own ? "1 2 3 10 11" : "1 2 3 10");
            sql_run(db, "ROLLBACK");
            sql_run(db, insert, 20);
            if (own)
                sql_run(db, insert, 21);
            sql_expect(db, walls, own ? "1 2 3 20 21" : "1 2 3 20");
            sql_close(db);
            sql_remove(path);
        }
    }
}

static void test_edits_behind_a_savepoint(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    sql_run(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)");
    sql_run(db, "BEGIN; INSERT INTO w(id, ax, ay, bx, \"by\") VALUES(11, 0, 0, 1, 1); SAVEPOINT s; "
                "INSERT INTO w(id, ax, ay, bx, \"by\") VALUES(12, 0, 0, 1, 1); ROLLBACK TO s");
    sql_run(db, "INSERT INTO w_walls VALUES(13, 1, 0, 1, 1, 0, 0, 'x')");
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)", "1 2 3 11 13");
    sql_run(db, "UPDATE w_walls SET ax = 500, bx = 500 WHERE id = 2; ROLLBACK TO s");
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_near(10, 0, 0, 1)", "2");
    sql_run(db, "COMMIT");
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)", "1 2 3 11");
    sql_close(db);
}

/// Other connections see edits of both kinds in one transaction.
static void test_mixed_edits(void **state) {
    (void)state;
    const char *path = sql_fresh_path("mixed");
    sqlite3 *db = sql_open(path);
    three_walls(db, "w");
    sqlite3 *other = sql_open(path);
    sql_expect(other, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)", "1 2 3");
    const char *insert = "INSERT INTO w(id, ax, ay, bx, \"by\") VALUES(%d, 0, 0, 1, 1)";
    for (int query = 0; query < 2; query++) {
        sql_run(db, "BEGIN");
        sql_run(db, insert, 10 + query);
        sql_run(db, "INSERT INTO w_walls VALUES(%d, 1, 0, 1, 1, 0, 0, 'x')", 20 + query);
        if (query)
            sql_run(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)");
        sql_run(db, insert, 30 + query);
        sql_run(db, "COMMIT");
        sql_expect(other, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)",
                   query ? "1 2 3 10 11 20 21 30 31" : "1 2 3 10 20 30");
    }
    sql_close(other);
    sql_close(db);
    sql_remove(path);
}

static void test_conflict_clauses(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    const char *row = "(id, ax, ay, bx, \"by\", name) VALUES(2, 5, 0, 5, 1, 'new')";
    char sql[200];
    static const char *const failing[] = {"INSERT", "INSERT OR ABORT", "INSERT OR FAIL",
                                          "INSERT OR ROLLBACK"};
    for (int i = 0; i < 4; i++) {
        snprintf(sql, sizeof sql, "%s INTO w%s", failing[i], row);
        sql_expect_error(db, sql, SQLITE_CONSTRAINT, "2");
        sql_expect(db, "SELECT name FROM w WHERE w MATCH carom_touching(10, 0, 1)", "b");
    }
    sql_run(db, "INSERT OR IGNORE INTO w%s", row);
    sql_expect(db, "SELECT name FROM w WHERE w MATCH carom_touching(10, 0, 1)", "b");
    sql_run(db, "INSERT OR REPLACE INTO w%s", row);
    sql_expect(db, "SELECT name FROM w WHERE w MATCH carom_touching(10, 0, 1)", "");
    sql_expect(db, "SELECT name FROM w WHERE w MATCH carom_touching(5, 0, 1)", "new");
    sql_expect_error(db,
                     "INSERT INTO w(id, ax, ay, bx, \"by\") VALUES(2, 1, 1, 1, 1) ON CONFLICT "
                     "DO NOTHING",
                     SQLITE_ERROR, "UPSERT");
    // A statement that fails halfway is undone, also in the cache.
    sql_run(db, "BEGIN");
    sql_expect_error(db,
                     "INSERT INTO w(id, ax, ay, bx, \"by\") VALUES(8, 0, 0, 1, 1), "
                     "(9, 'x', 0, 1, 1)",
                     SQLITE_MISMATCH, "ax");
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)", "1 2 3");
    sql_run(db, "INSERT OR FAIL INTO w(id, ax, ay, bx, \"by\") VALUES(8, 0, 0, 1, 1)");
    sql_run(db, "COMMIT");
    sql_run(db, "UPDATE OR REPLACE w SET id = 1 WHERE id = 3");
    sql_expect(db, "SELECT id, name FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)",
               "1|c 2|new 8|NULL");
    sql_run(db, "UPDATE w SET ax = other.ax + 1, bx = other.bx + 1 FROM w AS other WHERE "
                "w.id = other.id + 1 AND w.id = 2");
    sql_expect(db, "SELECT id, ax FROM w WHERE id = 2", "2|21.0");
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_touching(21, 0, 0.5)", "2");
    sql_expect(db, "SELECT carom_check('w')", "ok");
    sql_close(db);
}

static void test_triggers(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    // A trigger that asks and edits the table for each row of a plain table.
    sql_run(db, "CREATE TABLE balls(x, seen); CREATE TABLE copies(id INTEGER PRIMARY KEY, n)");
    sql_run(db, "CREATE TRIGGER hit AFTER INSERT ON balls BEGIN "
                "UPDATE balls SET seen = (SELECT group_concat(id) FROM w WHERE w MATCH "
                "carom_touching(new.x, 0, 1)) WHERE rowid = new.rowid; "
                "DELETE FROM w WHERE w MATCH carom_touching(new.x, 0, 1); "
                "INSERT INTO w(ax, ay, bx, \"by\") VALUES(new.x + 0.5, 0, new.x + 0.5, 1); END");
    sql_run(db, "INSERT INTO balls(x) VALUES(0), (0), (10), (10.5)");
    sql_expect(db, "SELECT seen FROM balls", "1 4 2 5");
    sql_expect(db,
               "SELECT count(*), count(DISTINCT id) FROM w WHERE w MATCH "
               "carom_near(0, 0, 0, 1e9)",
               "3|3");
    sql_expect_error(db, "CREATE TRIGGER t AFTER INSERT ON w BEGIN SELECT 1; END", SQLITE_ERROR,
                     "cannot create triggers on virtual tables");
    sql_expect(db, "SELECT carom_check('w')", "ok");
    sql_close(db);
}

static void test_misplaced_match(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    sql_expect(db,
               "SELECT id FROM w WHERE w MATCH carom_touching(0, 0, 1) OR w MATCH "
               "carom_touching(20, 0, 1) ORDER BY id",
               "1 3");
    sql_expect(db, "SELECT id FROM w WHERE id = 2 OR w MATCH carom_touching(20, 0, 1) ORDER BY id",
               "2 3");
    sql_expect(db,
               "SELECT a.x, w.id FROM (SELECT 0 AS x UNION ALL SELECT 5 UNION ALL SELECT 20) "
               "AS a LEFT JOIN w ON w.w MATCH carom_touching(a.x, 0, 1)",
               "0|1 5|NULL 20|3");
    sql_expect(db,
               "SELECT id FROM w WHERE id IN (SELECT id FROM w WHERE w MATCH "
               "carom_touching(10, 0, 1))",
               "2");
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 99) AND id > 1 AND id < 3",
               "2");
    sql_expect(db,
               "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 99) ORDER BY id DESC LIMIT 2",
               "3 2");
    sql_expect(db, "SELECT id FROM w(carom_touching(10, 0, 1))", "2");
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_touching(NULL, 0, 1)", "");
    static const char *const errors[] = {
        "SELECT id FROM w WHERE w MATCH 5",
        "SELECT id FROM w WHERE w MATCH NULL",
        "SELECT id FROM w WHERE w MATCH 'carom_touching'",
        "SELECT id FROM w WHERE w MATCH x'00'",
        "SELECT id FROM w WHERE NOT w MATCH carom_touching(0, 0, 1)",
        "SELECT id FROM w WHERE (w MATCH carom_touching(0, 0, 1)) IS NULL",
        "SELECT w MATCH carom_touching(0, 0, 1) FROM w",
        "SELECT id FROM w WHERE w MATCH carom_touching(0, 0, 1) AND w MATCH carom_near(0, 0, 0, 9)",
        "SELECT id FROM w WHERE ax MATCH carom_touching(0, 0, 1)",
        "SELECT id FROM w WHERE ax > 5 OR w MATCH carom_touching(0, 0, 1)",
        "SELECT id FROM w WHERE CASE WHEN w MATCH carom_touching(0, 0, 1) THEN 1 END"};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        sql_expect_error(db, errors[i], SQLITE_ERROR, "MATCH");
    sql_close(db);
}

static void test_joins(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    three_walls(db, "v");
    sql_run(db, "UPDATE v SET ax = ax + 0.5, bx = bx + 0.5");
    sql_expect(db,
               "SELECT w.id, v.id, v.name FROM w, v WHERE v.v MATCH carom_touching(w.ax, 0, 1) "
               "ORDER BY 1, 2",
               "1|1|a 2|2|b 3|3|c");
    sql_expect(db,
               "SELECT w.id, v.id FROM v, w WHERE v.v MATCH carom_nearest(w.ax, 0, 0, 2) "
               "ORDER BY 1, 2",
               "1|1 1|2 2|1 2|2 3|2 3|3");
    // A table joined with itself; added columns of two cursors in one row.
    sql_expect(db,
               "SELECT p.name, q.name, p.name || q.name FROM w AS p, w AS q WHERE "
               "p.w MATCH carom_near(0, 0, 0, 99) AND q.w MATCH carom_touching(p.ax, 0, 10) "
               "ORDER BY p.id, q.id",
               "a|a|aa a|b|ab b|a|ba b|b|bb b|c|bc c|b|cb c|c|cc");
    // Queries that depend on each other cannot be ordered.
    sql_expect_error(db,
                     "SELECT 1 FROM w, v WHERE v.v MATCH carom_touching(w.ax, 0, 1) AND w.w "
                     "MATCH carom_touching(v.ax, 0, 1)",
                     SQLITE_ERROR, "");
    sql_expect(db,
               "SELECT (SELECT group_concat(name) FROM v WHERE v MATCH carom_touching(w.ax, 0, 1)) "
               "FROM w ORDER BY id",
               "a b c");
    sql_close(db);
}

static void test_edits_by_match(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    sql_run(db, "UPDATE w SET name = 'near' WHERE w MATCH carom_near(0, 0, 0, 10)");
    sql_expect(db, "SELECT id, ax, \"by\", wr, extent, name FROM w",
               "1|0.0|1.0|0.0|segment|near 2|10.0|1.0|0.0|segment|near 3|20.0|1.0|0.0|segment|c");
    sql_run(db, "UPDATE w SET ax = ax + 10, bx = bx + 10 WHERE w MATCH carom_near(0, 0, 0, 10)");
    sql_expect(db, "SELECT id, ax FROM w WHERE w MATCH carom_near(0, 0, 0, 99)",
               "1|10.0 2|20.0 3|20.0");
    sql_run(db, "UPDATE w SET id = id + 1 WHERE w MATCH carom_touching(20, 0, 1) AND id = 3");
    sql_run(db, "DELETE FROM w WHERE w MATCH carom_touching(20, 0, 1)");
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 99)", "1");
    sql_run(db, "INSERT INTO w(ax, ay, bx, \"by\", name) SELECT ax + 1, ay, bx + 1, \"by\", name "
                "FROM w WHERE w MATCH carom_near(0, 0, 0, 99)");
    sql_expect(db, "SELECT id, ax FROM w", "1|10.0 2|11.0");
    sql_expect_error(db, "UPDATE w SET relation = 'x' WHERE id = 1", SQLITE_ERROR, "MATCH");
    sql_expect_error(db, "INSERT INTO w(ax, ay, bx, \"by\", w) VALUES(1, 2, 3, 4, 5)", SQLITE_ERROR,
                     "MATCH");
    sql_close(db);
}

/// Edits and changes of the schema while a query stands on a row.
static void test_open_query(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    sqlite3_stmt *rows =
        sql_prepare(db, "SELECT id, name, ax FROM w WHERE w MATCH carom_near(0, 0, 0, 99)");
    assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
    sql_expect_error(db, "DROP TABLE w", SQLITE_LOCKED, "locked");
    sql_run(
        db,
        "DELETE FROM w WHERE id = 2; INSERT INTO w(id, ax, ay, bx, \"by\") VALUES(2, 7, 7, 8, 8)");
    sql_expect(db, "SELECT id, ax FROM w WHERE w MATCH carom_near(0, 0, 0, 99)",
               "1|0.0 2|7.0 3|20.0");
    int rc = sqlite3_step(rows);
    assert_int_equal(rc, SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(rows, 0), 2);
    // The wall is that of the time of the query.
    assert_true(sqlite3_column_double(rows, 2) == 10.0);
    sql_run(db, "DELETE FROM w");
    while ((rc = sqlite3_step(rows)) == SQLITE_ROW) {
    }
    assert_int_equal(rc, SQLITE_DONE);
    assert_int_equal(sqlite3_reset(rows), SQLITE_OK);
    sql_run(db, "DELETE FROM w; INSERT INTO w(id, ax, ay, bx, \"by\") VALUES(5, 7, 7, 8, 8), (6, "
                "7, 7, 8, 9)");
    assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
    sql_run(db, "ALTER TABLE w RENAME TO v");
    rc = sqlite3_step(rows);
    assert_true(rc == SQLITE_ROW || rc == SQLITE_DONE || rc == SQLITE_ERROR || rc == SQLITE_ABORT);
    sqlite3_finalize(rows);
    sql_expect(db, "SELECT id FROM v WHERE v MATCH carom_near(0, 0, 0, 99)", "5 6");
    sql_run(db, "DROP TABLE v");
    sql_expect(db, "SELECT count(*) FROM sqlite_master", "0");
    sql_close(db);
}

static void test_schema_in_transactions(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    static const char *const all = "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)";
    sql_run(db, "BEGIN; DROP TABLE w; ROLLBACK");
    sql_expect(db, all, "1 2 3");
    sql_run(
        db,
        "BEGIN; DELETE FROM w WHERE id = 1; ALTER TABLE w RENAME TO v; DELETE FROM v WHERE id = 2");
    sql_expect(db, "SELECT id FROM v WHERE v MATCH carom_near(0, 0, 0, 1e9)", "3");
    sql_run(db, "ROLLBACK");
    sql_expect(db, all, "1 2 3");
    sql_run(db, "SAVEPOINT s; ALTER TABLE w RENAME TO v; INSERT INTO v(id, ax, ay, bx, \"by\") "
                "VALUES(9, 0, 0, 0, 0); ROLLBACK TO s; INSERT INTO w(id, ax, ay, bx, \"by\") "
                "VALUES(8, 0, 0, 0, 0); RELEASE s");
    sql_expect(db, all, "1 2 3 8");
    sql_run(db,
            "BEGIN; CREATE VIRTUAL TABLE u USING carom; INSERT INTO u(ax, ay, bx, \"by\") "
            "VALUES(0, 0, 0, 0); SAVEPOINT s; DROP TABLE u; ROLLBACK TO s; INSERT INTO u(ax, ay, "
            "bx, \"by\") VALUES(0, 0, 0, 0); COMMIT");
    sql_expect(db, "SELECT id FROM u WHERE u MATCH carom_near(0, 0, 0, 1e9)", "1 2");
    sql_run(db,
            "BEGIN; DROP TABLE u; CREATE VIRTUAL TABLE u USING carom(+a, +b); INSERT INTO u(ax, "
            "ay, bx, \"by\", b) VALUES(0, 0, 0, 0, 5); COMMIT");
    sql_expect(db, "SELECT id, b FROM u WHERE u MATCH carom_near(0, 0, 0, 1e9)", "1|5");
    static const char *const taken[] = {"t", "By", "a", "\"B\"", "relation"};
    for (int i = 0; i < 10; i++) {
        sql_run(db, "PRAGMA legacy_alter_table = %d", i / 5);
        char sql[100];
        snprintf(sql, sizeof sql, "ALTER TABLE u RENAME TO %s", taken[i % 5]);
        sql_expect_error(db, sql, SQLITE_ERROR, "the name of a column");
    }
    sql_run(db,
            "ALTER TABLE u RENAME TO u2; INSERT INTO u2(ax, ay, bx, \"by\") VALUES(0, 0, 0, 0)");
    sql_expect(db, "SELECT id FROM u2 WHERE u2 MATCH carom_near(0, 0, 0, 1e9)", "1 2");
    sql_expect(db, "SELECT carom_check('u2'), carom_check('w')", "ok|ok");
    sql_close(db);
}

static int interrupt_soon(void *data) {
    sqlite3_interrupt(data);
    return 0;
}

static void test_interrupts(void **state) {
    (void)state;
    sqlite3 *db = sql_open(":memory:");
    random_source g = random_start(1, 2, 1);
    sql_run(db, "CREATE VIRTUAL TABLE w USING carom");
    sql_run(db,
            "CREATE TABLE plain AS WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE "
            "i < 2000) SELECT i AS id, i %% 20 - 10.0 AS ax, i %% 7 - 3.0 AS ay, i %% 19 - 10.0 AS "
            "bx, i %% 5 - 3.0 AS \"by\", 0.0 AS wr, 'segment' AS extent FROM n");
    for (int steps = 50; steps < 40000; steps *= 2) {
        sqlite3_progress_handler(db, steps, interrupt_soon, db);
        const int inserted = sql_try(db, "INSERT INTO w SELECT * FROM plain");
        assert_true(inserted == SQLITE_OK || inserted == SQLITE_INTERRUPT);
        const int asked = sql_try(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 99)");
        assert_true(asked == SQLITE_OK || asked == SQLITE_INTERRUPT);
        sqlite3_progress_handler(db, 0, NULL, NULL);
        if (inserted != SQLITE_OK)
            sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 99)", "");
        else
            sql_same_answers(db, "w", db, "plain", &g, 2);
        sql_run(db, "DELETE FROM w");
    }
    sql_close(db);
}

static void test_read_only(void **state) {
    (void)state;
    const char *path = sql_fresh_path("read_only");
    sqlite3 *db = sql_open(path);
    three_walls(db, "w");
    sql_close(db);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_caromsqlite_init(db, NULL, NULL), SQLITE_OK);
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_touching(10, 0, 1)", "2");
    sql_expect(db, "SELECT carom_check('w')", "ok");
    sql_expect_error(db, "DELETE FROM w", SQLITE_READONLY, "readonly");
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_touching(10, 0, 1)", "2");
    sql_close(db);
    // Without the extension.
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sql_expect_error(db, "SELECT id FROM w", SQLITE_ERROR, "no such module: carom");
    sql_expect(db, "SELECT count(*) FROM w_walls", "3");
    sql_run(db, "DELETE FROM w_walls WHERE id = 1");
    sql_close(db);
    db = sql_open(path);
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 99)", "2 3");
    sql_close(db);
    sql_remove(path);
}

static void test_defensive(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    sql_expect_error(db, "DELETE FROM w_walls", SQLITE_ERROR, "may not be modified");
    sql_expect_error(db, "DROP TABLE w_edits", SQLITE_ERROR, "may not be dropped");
    sql_run(db, "DELETE FROM w WHERE id = 1");
    sql_run(db, "ALTER TABLE w RENAME TO v");
    sql_expect(db, "SELECT id FROM v WHERE v MATCH carom_near(0, 0, 0, 99)", "2 3");
    sql_run(db, "DROP TABLE v");
    three_walls(db, "v");
    sql_run(
        db,
        "PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; "
        "PRAGMA cell_size_check = ON; PRAGMA query_only = ON");
    sql_expect(db, "SELECT id FROM v WHERE v MATCH carom_near(0, 0, 0, 99)", "1 2 3");
    sql_expect_error(db, "DELETE FROM v", SQLITE_READONLY, "readonly");
    sql_close(db);
}

/// With triggers off the edits are not counted, so they must not be made.
static void test_triggers_off(void **state) {
    (void)state;
    sqlite3 *db = memory_with_walls();
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
    sql_expect_error(db, "DELETE FROM w WHERE id = 1", SQLITE_CORRUPT, "triggers");
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, (int *)NULL);
    sql_expect(db, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 99)", "1 2 3");
    sql_close(db);
}

static void test_copies(void **state) {
    (void)state;
    const char *path = sql_fresh_path("copy");
    sqlite3 *db = memory_with_walls();
    sqlite3 *copy = sql_open(path);
    // A table with as many edits, but other walls, which the copy replaces under its cache.
    three_walls(copy, "w");
    sql_run(copy, "UPDATE w SET ax = ax + 1");
    sql_run(db, "UPDATE w SET ax = ax + 5, bx = bx + 5");
    sql_expect(copy, "SELECT id FROM w WHERE w MATCH carom_touching(15, 0, 1)", "");
    sqlite3_backup *backup = sqlite3_backup_init(copy, "main", db, "main");
    assert_non_null(backup);
    assert_int_equal(sqlite3_backup_step(backup, -1), SQLITE_DONE);
    assert_int_equal(sqlite3_backup_finish(backup), SQLITE_OK);
    sql_expect(copy, "SELECT id FROM w WHERE w MATCH carom_touching(15, 0, 1)", "2");
    sql_run(copy, "DELETE FROM w WHERE id = 1; VACUUM");
    sql_expect(copy, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 99)", "2 3");
    sql_run(copy, "PRAGMA page_size = 1024; VACUUM; DELETE FROM w WHERE id = 2");
    sql_expect(copy, "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 99)", "3");
    sql_expect(copy, "PRAGMA integrity_check", "ok");
    sql_close(copy);
    sql_close(db);
    sql_remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_schemas),
        cmocka_unit_test(test_last_insert_rowid),
        cmocka_unit_test(test_edits_behind_the_table),
        cmocka_unit_test(test_edits_behind_a_savepoint),
        cmocka_unit_test(test_mixed_edits),
        cmocka_unit_test(test_conflict_clauses),
        cmocka_unit_test(test_triggers),
        cmocka_unit_test(test_misplaced_match),
        cmocka_unit_test(test_joins),
        cmocka_unit_test(test_edits_by_match),
        cmocka_unit_test(test_open_query),
        cmocka_unit_test(test_schema_in_transactions),
        cmocka_unit_test(test_interrupts),
        cmocka_unit_test(test_read_only),
        cmocka_unit_test(test_defensive),
        cmocka_unit_test(test_triggers_off),
        cmocka_unit_test(test_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
