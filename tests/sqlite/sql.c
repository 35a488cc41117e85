// Connections and statements for the C tests of the SQLite extension.
// Room: tests.
#include "sql.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { BUSY_MILLISECONDS = 60000 };

sqlite3 *sql_open(const char *path) {
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_caromsqlite_init(db, NULL, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db, BUSY_MILLISECONDS);
    return db;
}

void sql_close(sqlite3 *db) {
    // Not sqlite3_close_v2: no statement may be left.
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

void sql_run(sqlite3 *db, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    assert_non_null(sql);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_free(sql);
}

int sql_try(sqlite3 *db, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    assert_non_null(sql);
    const int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_free(sql);
    return rc;
}

sqlite3_stmt *sql_prepare(sqlite3 *db, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    assert_non_null(sql);
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_free(sql);
    return statement;
}

/// Appends text to a text of malloc.
static void append(char **text, const char *more) {
    const size_t length = *text != NULL ? strlen(*text) : 0;
    *text = realloc(*text, length + strlen(more) + 1);
    assert_non_null(*text);
    strcpy(*text + length, more);
}

char *sql_rows(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement = NULL;
    char *text = NULL;
    append(&text, "");
    int rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *value = (const char *)sqlite3_column_text(statement, i);
            append(&text, i > 0 ? "|" : *text != '\0' ? " " : "");
            append(&text, value != NULL ? value : "NULL");
        }
        rc = SQLITE_OK;
    }
    if (rc != SQLITE_OK && rc != SQLITE_DONE) {
        *text = '\0';
        append(&text, "error: ");
        append(&text, sqlite3_errmsg(db));
    }
    sqlite3_finalize(statement);
    return text;
}

void sql_expect(sqlite3 *db, const char *sql, const char *rows) {
    char *found = sql_rows(db, sql);
    if (strcmp(found, rows) != 0)
        fail_msg("%s: \"%s\" instead of \"%s\"", sql, found, rows);
    free(found);
}

void sql_expect_error(sqlite3 *db, const char *sql, int code, const char *part) {
    const int rc = sqlite3_exec(db, sql, NULL, NULL, NULL) & 0xff;
    if (rc != code || strstr(sqlite3_errmsg(db), part) == NULL)
        fail_msg("%s: code %d, \"%s\" instead of code %d, \"...%s...\"", sql, rc,
                 sqlite3_errmsg(db), code, part);
}

const char *sql_fresh_path(const char *name) {
    static char path[256];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/carom_%s_%ld.db", folder != NULL ? folder : "/tmp", name,
             (long)getpid());
    sql_remove(path);
    return path;
}

void sql_remove(const char *path) {
    static const char *const suffixes[] = {"", "-journal", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        char name[300];
        snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
        remove(name);
    }
}
