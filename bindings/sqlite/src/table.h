// The virtual table: what its files share.
//
// Columns: id, ax, ay, bx, by, wr, extent; those that the user added; then, hidden, "()" for the
// query of FROM w(query), one named as the table for MATCH, and the fields of answers. Only a table
// with areas has the last field, the distance.
// Room: above answers and change_log.
#ifndef CAROM_SQLITE_TABLE_H
#define CAROM_SQLITE_TABLE_H

#include "answers.h"
#include "change_log.h"
#include "fields.h"
#include "shadow.h"

/// The columns before the added ones.
typedef enum carom_column {
    CAROM_COLUMN_ID,
    CAROM_COLUMN_AX,
    CAROM_COLUMN_AY,
    CAROM_COLUMN_BX,
    CAROM_COLUMN_BY,
    CAROM_COLUMN_WR,
    CAROM_COLUMN_EXTENT,
    CAROM_COLUMN_ADDED
} carom_column;

/// The number of hidden columns after the one for MATCH in a table with areas. Each is a
/// carom_field.
enum { CAROM_RESULT_COLUMNS = 15 };

struct carom_cursor;

/// A virtual table of one connection.
typedef struct carom_table {
    sqlite3_vtab base;
    sqlite3 *db;
    carom_shadow shadow;
    carom_log log;
    carom_cache cache;
    carom_area_cache areas;
    /// The state of w_walls that `areas` is of.
    carom_log_state areas_state;
    /// Scans that no cursor uses: by rising ids, by falling ids.
    sqlite3_stmt *spare_scans[2];
    /// The cursor whose row the statement CAROM_SHADOW_ADDED stands on, or NULL.
    const struct carom_cursor *added_owner;
} carom_table;

/// Registers the module `carom`.
int carom_table_module_create(sqlite3 *db);

/// The number of the hidden column that FROM w(query) gives its query: SQLite takes the first one.
static inline int carom_table_call_column(const carom_table *table) {
    return CAROM_COLUMN_ADDED + table->shadow.added_count;
}

/// The number of the hidden column for MATCH. The fields follow it.
static inline int carom_table_match_column(const carom_table *table) {
    return carom_table_call_column(table) + 1;
}

/// The number of the last column.
static inline int carom_table_last_column(const carom_table *table) {
    const int without_areas = table->shadow.area == NULL;
    return carom_table_match_column(table) + CAROM_RESULT_COLUMNS - without_areas;
}

/// Sets the message of the table, which it releases later. Returns `rc`, or SQLITE_NOMEM if the
/// message is NULL.
int carom_table_fail(carom_table *table, int rc, char *message);

/// Sets the message to that of the connection, if there is none. Returns `rc`.
int carom_table_fail_sqlite(carom_table *table, int rc);

/// Sets the message that edits are not counted. Returns SQLITE_CORRUPT_VTAB, or SQLITE_NOMEM.
int carom_table_fail_edits(carom_table *table);

/// The message that the column named as the table was used otherwise than in one MATCH. The caller
/// releases it. NULL if out of memory.
char *carom_table_match_message(const carom_table *table);

/// Brings the cache up to date with the shadow tables, for a query.
int carom_table_refresh(carom_table *table);

/// The same for the areas.
int carom_table_refresh_areas(carom_table *table);

// ---- the methods of the module, by file ----

/// cursor.c
int carom_cursor_open(sqlite3_vtab *base, sqlite3_vtab_cursor **cursor);
int carom_cursor_close(sqlite3_vtab_cursor *base);
int carom_cursor_filter(sqlite3_vtab_cursor *base, int plan, const char *name, int count,
                        sqlite3_value **values);
int carom_cursor_next(sqlite3_vtab_cursor *base);
int carom_cursor_eof(sqlite3_vtab_cursor *base);
int carom_cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column);
int carom_cursor_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *id);

/// plan.c
int carom_table_best_index(sqlite3_vtab *base, sqlite3_index_info *info);

/// edits.c
int carom_table_update(sqlite3_vtab *base, int count, sqlite3_value **values, sqlite3_int64 *id);

/// check.c: sets `*problems` to what is wrong with the shadow tables, or to NULL if nothing is.
int carom_table_check(sqlite3 *db, const char *schema, const char *name, char **problems);

#endif
