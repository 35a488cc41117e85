// Damaged shadow tables and damaged files: a query reports an error or gives an answer, it never
// crashes. Where a value of a wall is wrong, the message names the table, the id and the column,
// and carom_check lists it. Other tables can still be used.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases.h"
#include "sql.h"

#define ALL "SELECT id FROM w WHERE w MATCH carom_near(0, 0, 0, 1e9)"

static void make_tables(sqlite3 *db, int count) {
    sql_run(
        db,
        "CREATE VIRTUAL TABLE w USING carom(+name TEXT); CREATE VIRTUAL TABLE other USING carom; "
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO w(id, ax, "
        "ay, bx, \"by\", name) SELECT i, i * 10 - 10, -1, i * 10 - 10, 1, 'name' || i FROM n; "
        "INSERT INTO other(ax, ay, bx, \"by\") VALUES(0, 0, 1, 1)",
        count);
}

/// A kind of damage: SQL, and what the error of a query and the report of carom_check contain. An
/// `error` of NULL: the damage does not concern queries, which must still give all walls.
typedef struct damage {
    const char *sql;
    const char *error;
    const char *report;
} damage;

static const damage damages[] = {
    {"UPDATE w_walls SET ax = 'x' WHERE id = 2", "ax of id 2", "ax of id 2"},
    {"UPDATE w_walls SET ay = x'00' WHERE id = 2", "ay of id 2", "ay of id 2"},
    {"UPDATE w_walls SET bx = NULL WHERE id = 2", "bx of id 2", "bx of id 2"},
    {"UPDATE w_walls SET \"by\" = 9e999 WHERE id = 2", "of id 2", "of id 2"},
    {"UPDATE w_walls SET wr = -1 WHERE id = 2", "of id 2", "of id 2"},
    {"UPDATE w_walls SET wr = -9e999 WHERE id = 2", "of id 2", "of id 2"},
    {"UPDATE w_walls SET extent = 3 WHERE id = 2", "extent of id 2", "extent of id 2"},
    {"UPDATE w_walls SET extent = -1 WHERE id = 2", "extent of id 2", "extent of id 2"},
    {"UPDATE w_walls SET extent = 'ray' WHERE id = 2", "extent of id 2", "extent of id 2"},
    {"UPDATE w_walls SET extent = 4294967296 WHERE id = 2", "extent of id 2", "extent of id 2"},
    {"UPDATE w_walls SET extent = NULL WHERE id = 2", "extent of id 2", "extent of id 2"},
    {"DROP TABLE w_walls", "w_walls", "w_walls"},
    {"ALTER TABLE w_walls DROP COLUMN wr", "wr", "wr"},
    {"ALTER TABLE w_walls ADD COLUMN more DEFAULT 5", NULL, "ok"},
    {"DROP TABLE w_walls; CREATE TABLE w_walls(id TEXT, ax, ay, bx, \"by\", wr, extent, name); "
     "INSERT "
     "INTO w_walls VALUES('a', 0, 0, 0, 0, 0, 0, 0); UPDATE w_edits SET mark = 1",
     "id", "id"},
    {"DROP TABLE w_walls; CREATE TABLE w_walls(id INTEGER, ax, ay, bx, \"by\", wr, extent, name); "
     "INSERT INTO w_walls VALUES(1, 0, 0, 0, 0, 0, 0, 0), (1, 1, 0, 0, 0, 0, 0, 0); UPDATE w_edits "
     "SET "
     "mark = 1",
     "id", "id"},
    {"DROP TABLE w_edits", "w_edits", "w_edits"},
    {"DELETE FROM w_edits", "w_edits", "w_edits"},
    {"UPDATE w_edits SET count = 'x'", "w_edits", "w_edits"},
    {"UPDATE w_edits SET count = -1", "w_edits", "w_edits"},
    {"UPDATE w_edits SET count = NULL", "w_edits", "w_edits"},
    {"UPDATE w_edits SET mark = x'01'", "w_edits", "w_edits"},
    {"INSERT INTO w_edits SELECT * FROM w_edits", NULL, "w_edits"},
    {"UPDATE w_edits SET count = 0", NULL, "w_commits"},
    {"UPDATE w_edits SET count = 9223372036854775807", "w_edits", "w_edits"},
    {"DROP TABLE w_commits; UPDATE w_edits SET count = 0", NULL, "w_commits"},
    {"DELETE FROM w_commits; UPDATE w_edits SET count = count + 1", NULL, "ok"},
    {"UPDATE w_commits SET ids = 'text'", NULL, "w_commits"},
    {"UPDATE w_commits SET ids = x'0102'", NULL, "w_commits"},
    {"UPDATE w_commits SET ids = NULL", NULL, "w_commits"},
    {"UPDATE w_commits SET first = last", NULL, "w_commits"},
    {"UPDATE w_commits SET last = 1000", NULL, "w_commits"},
    {"INSERT INTO w_commits VALUES(-5, -9, 0, zeroblob(80))", NULL, "ok"},
    {"DROP TRIGGER w_insert", NULL, "trigger"},
};
enum { DAMAGES = sizeof damages / sizeof *damages };

static void check_query(sqlite3 *db, const damage *d) {
    char *rows = sql_rows(db, ALL);
    if (d->error == NULL ? strcmp(rows, "1 2 3") != 0
                         : strncmp(rows, "error: ", 7) != 0 || strstr(rows, d->error) == NULL)
        fail_msg("%s: \"%s\"", d->sql, rows);
    free(rows);
    sql_expect(db, "SELECT id FROM other WHERE other MATCH carom_near(0, 0, 0, 9)", "1");
}

/// The damage is done by a connection without the extension; the one that asks has its cache
/// already, or not yet, or does it itself.
static void test_damages(void **state) {
    (void)state;
    for (int i = 0; i < 3 * DAMAGES; i++) {
        const damage *d = &damages[i / 3];
        const char *path = sql_fresh_path("damage");
        sqlite3 *db = sql_open(path);
        sqlite3 *plain = NULL;
        sql_run(db, "PRAGMA synchronous = OFF");
        make_tables(db, 3);
        if (i % 3 == 1)
            sql_expect(db, ALL, "1 2 3");
        assert_int_equal(sqlite3_open(path, &plain), SQLITE_OK);
        sql_run(i % 3 == 2 ? db : plain, "%s", d->sql);
        sql_close(plain);
        check_query(db, d);
        check_query(db, d);
        char *report = sql_rows(db, "SELECT carom_check('w')");
        if (strstr(report, d->report) == NULL || strncmp(report, "error", 5) == 0)
            fail_msg("%s: carom_check: %s", d->sql, report);
        free(report);
        // Whatever these say, they do not crash, and the other table does not suffer.
        sql_try(db, "SELECT * FROM w");
        sql_try(db, "UPDATE w SET ax = 1 WHERE id = 2");
        sql_try(db, "INSERT INTO w(id, ax, ay, bx, \"by\") VALUES(50, 1, 2, 3, 4)");
        sql_try(db, ALL);
        sql_try(db, "DELETE FROM w");
        sql_run(db, "INSERT INTO other(ax, ay, bx, \"by\") VALUES(0, 0, 1, 1)");
        sql_run(db, "DROP TABLE w");
        sql_expect(db, "SELECT id FROM other WHERE other MATCH carom_near(0, 0, 0, 9)", "1 2");
        sql_close(db);
        sql_remove(path);
    }
}

/// Reads a file of a database, or writes it.
static unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void write_file(const char *path, const unsigned char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/// Flipped bytes, and files cut short. If SQLite and carom_check find nothing, all queries must
/// work and answer from the rows that there are.
static void test_damaged_files(void **state) {
    (void)state;
    const char *path = sql_fresh_path("file");
    sqlite3 *db = sql_open(path);
    sql_run(db, "PRAGMA page_size = 512");
    make_tables(db, 40);
    sql_close(db);
    size_t size;
    unsigned char *whole = read_file(path, &size);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    const long cases = case_count(300);
    for (long i = 0; i < cases; i++) {
        random_source g = random_start(case_seed(), 3, (uint64_t)i);
        memcpy(bytes, whole, size);
        const int flips = random_int(&g, 1, 4);
        for (int j = 0; j < flips; j++) {
            const int at = random_int(&g, 0, (int)size - 1);
            bytes[at] = (unsigned char)random_bits(&g);
        }
        const size_t cut = random_one_in(&g, 8) ? (size_t)random_int(&g, 0, (int)size) : size;
        sql_remove(path);
        write_file(path, bytes, cut);
        db = sql_open(path);
        sql_try(db, "PRAGMA synchronous = OFF");
        // Neither reads the declaration in sqlite_schema.
        char *health = sql_rows(
            db, "SELECT group_concat(integrity_check) || carom_check('w') || (SELECT sql = 'CREATE "
                "VIRTUAL TABLE w USING carom(+name TEXT)' FROM sqlite_schema WHERE name = 'w') "
                "FROM pragma_integrity_check");
        char *rows = sql_rows(db, "SELECT count(*) = (SELECT count(*) FROM w_walls) FROM w WHERE w "
                                  "MATCH carom_near(0, 0, 0, 1e300)");
        if (strcmp(health, "okok1") == 0 && strcmp(rows, "1") != 0)
            fail_msg("case %ld: a sound table answers: %s", i, rows);
        free(health);
        free(rows);
        sql_try(db, "SELECT * FROM w");
        sql_try(db, "SELECT id, name, px FROM w WHERE w MATCH carom_nearest(0, 0, 0, 50)");
        sql_try(db, "UPDATE w SET ax = ax + 1");
        sql_try(db, "SELECT id, name, px FROM w WHERE w MATCH carom_nearest(0, 0, 0, 50)");
        sql_try(db, "DROP TABLE w");
        sql_close(db);
    }
    free(bytes);
    free(whole);
    sql_remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damages),
        cmocka_unit_test(test_damaged_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
