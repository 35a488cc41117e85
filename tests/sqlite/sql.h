// What the C tests of the SQLite extension share: connections, statements whose outcome is compared
// as text, and the answers of a virtual table against those of a plain table with the same rows.
// The extension is linked statically. Room: tests.
#ifndef CAROM_TESTS_SQL_H
#define CAROM_TESTS_SQL_H

#include "carom_sqlite.h"
#include "random.h"

/// The columns of a wall, in SQL.
#define SQL_WALL "ax, ay, bx, \"by\", wr, extent"

/// Opens a database with the extension. A busy database is waited for.
sqlite3 *sql_open(const char *path);

/// Closes a connection. Fails the test if a statement is left.
void sql_close(sqlite3 *db);

/// Runs statements, which sqlite3_mprintf formats. They must succeed.
void sql_run(sqlite3 *db, const char *format, ...);

/// Runs statements and returns the code.
int sql_try(sqlite3 *db, const char *format, ...);

/// A statement, which sqlite3_mprintf formats. It must be right.
sqlite3_stmt *sql_prepare(sqlite3 *db, const char *format, ...);

/// The rows of a query as text of malloc: columns after '|', rows after a space. On failure the
/// message after "error: ".
char *sql_rows(sqlite3 *db, const char *sql);

/// The rows of a query are these.
void sql_expect(sqlite3 *db, const char *sql, const char *rows);

/// A statement fails with a code, without its extension, and a message that contains `part`.
void sql_expect_error(sqlite3 *db, const char *sql, int code, const char *part);

/// The rows of a virtual table are those of a plain table with the columns id and SQL_WALL, and so
/// are the answers of `queries` random queries of each form. The truth is a static scene. Names are
/// in SQL. The table may be in another connection.
void sql_same_answers(sqlite3 *db, const char *table, sqlite3 *plain_db, const char *plain,
                      random_source *g, int queries);

/// A path in the folder of temporary files, without files of an earlier run.
const char *sql_fresh_path(const char *name);

/// Removes a database with its journals.
void sql_remove(const char *path);

#endif
