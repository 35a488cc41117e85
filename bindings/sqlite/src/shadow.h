// The shadow tables of a virtual table w, which hold its truth:
//
//   w_walls    id INTEGER PRIMARY KEY, ax, ay, bx, by, wr REAL, extent INTEGER (a carom_extent),
//              then the columns that the user added
//   w_edits    one row: count, how many rows of w_walls were ever inserted, updated or deleted, and
//              mark, a random number that each edit renews. Triggers on w_walls write both, so
//              edits without the extension count too. The same count and mark mean the same walls.
//   w_commits  the newest transactions: the count and mark before (first, mark), the count after
//              (last), and the ids as integers of 8 bytes, big-endian
//
// This file has their SQL and their prepared statements. Room: above sqlite_api.
#ifndef CAROM_SQLITE_SHADOW_H
#define CAROM_SQLITE_SHADOW_H

#include <stdint.h>

#include <carom/shapes.h>

#include "sqlite_api.h"

/// The statements that are prepared once for each table.
typedef enum carom_shadow_sql {
    /// Parameters: id, or NULL, then the wall in six, then the added columns.
    CAROM_SHADOW_INSERT,
    /// The same, then the id of the row.
    CAROM_SHADOW_UPDATE,
    CAROM_SHADOW_DELETE,
    /// id, ax, ay, bx, by, wr, extent of a wall.
    CAROM_SHADOW_WALL,
    /// The same of all walls, by id.
    CAROM_SHADOW_ALL_WALLS,
    /// id, ax, ay, bx, by, wr, extent of all walls of areas, and the number of the area, from 1 in
    /// the order that SQL gives their values.
    CAROM_SHADOW_AREA_WALLS,
    /// The area of a wall as SQL writes its value.
    CAROM_SHADOW_AREA,
    /// The added columns of a wall.
    CAROM_SHADOW_ADDED,
    /// count, mark.
    CAROM_SHADOW_EDITS,
    /// first, last, mark, ids of the commits whose last count is above the parameter, in order.
    CAROM_SHADOW_COMMITS,
    CAROM_SHADOW_COMMIT_INSERT,
    /// Deletes the commits whose last count is at most the parameter.
    CAROM_SHADOW_COMMIT_TRIM,
    CAROM_SHADOW_STATEMENTS
} carom_shadow_sql;

/// The columns of w_walls before the added ones, the id and the wall: in SQL, and their number.
#define CAROM_SHADOW_WALL_SQL "id, ax, ay, bx, \"by\", wr, extent"
enum { CAROM_SHADOW_WALL_COLUMNS = 7 };

/// Counts of edits are below this number.
#define CAROM_SHADOW_COUNT_END (INT64_C(1) << 62)

typedef struct carom_shadow {
    sqlite3 *db;
    /// The names of the schema and of the virtual table.
    char *schema;
    char *name;
    /// The names of the added columns, quoted, each after ", ". NULL if there are none.
    char *added;
    int added_count;
    /// The name of the added column that names areas, quoted. NULL if none does.
    char *area;
    sqlite3_stmt *statements[CAROM_SHADOW_STATEMENTS];
} carom_shadow;

/// Releases statements and names.
void carom_shadow_close(carom_shadow *shadow);

/// Creates the shadow tables. `columns` is the definition of the added columns, each after ", ".
int carom_shadow_create(const carom_shadow *shadow, const char *columns);

/// Drops the shadow tables.
int carom_shadow_drop(carom_shadow *shadow);

/// Renames the shadow tables for a new name of the virtual table.
int carom_shadow_rename(carom_shadow *shadow, const char *name);

/// A statement, reset and ready to be bound. Prepares it at the first call.
int carom_shadow_statement(carom_shadow *shadow, carom_shadow_sql sql, sqlite3_stmt **statement);

/// Prepares a scan over the ids from parameter 1 to parameter 2, both included, with all columns.
int carom_shadow_scan(const carom_shadow *shadow, int descending, sqlite3_stmt **statement);

/// The wall in columns 1 to 6 of a row, after its id in column 0. On failure returns
/// SQLITE_CORRUPT_VTAB and sets `*what` to the column that is wrong.
int carom_shadow_read_wall(sqlite3_stmt *row, carom_wall *wall, const char **what);

#endif
