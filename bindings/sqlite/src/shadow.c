// The SQL of the shadow tables and their prepared statements.
// Room: above sqlite_api.
#include "shadow.h"

#include <string.h>

/// The suffixes of the shadow tables.
static const char *const suffixes[] = {"walls", "edits", "commits"};
enum { SUFFIXES = 3 };

/// Runs SQL and releases it. NULL stands for no memory.
static int execute(sqlite3 *db, char *sql) {
    if (sql == NULL)
        return SQLITE_NOMEM;
    const int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_free(sql);
    return rc;
}

static void finalize_all(carom_shadow *shadow) {
    for (int i = 0; i < CAROM_SHADOW_STATEMENTS; i++) {
        sqlite3_finalize(shadow->statements[i]);
        shadow->statements[i] = NULL;
    }
}

void carom_shadow_close(carom_shadow *shadow) {
    finalize_all(shadow);
    sqlite3_free(shadow->schema);
    sqlite3_free(shadow->name);
    sqlite3_free(shadow->added);
    sqlite3_free(shadow->area);
    memset(shadow, 0, sizeof *shadow);
}

/// Creates the triggers that count the edits of w_walls.
static int create_triggers(const carom_shadow *s, const char *name) {
    static const char *const events[] = {"insert", "update", "delete"};
    int rc = SQLITE_OK;
    for (int i = 0; i < 3 && rc == SQLITE_OK; i++) {
        rc = execute(s->db, sqlite3_mprintf("CREATE TRIGGER \"%w\".\"%w_%s\" AFTER %s ON "
                                            "\"%w_walls\" BEGIN UPDATE \"%w_edits\" SET "
                                            "count = count + 1, mark = random(); END",
                                            s->schema, name, events[i], events[i], name, name));
    }
    return rc;
}

static int drop_triggers(const carom_shadow *s, const char *name) {
    return execute(s->db, sqlite3_mprintf("DROP TRIGGER IF EXISTS \"%w\".\"%w_insert\";"
                                          "DROP TRIGGER IF EXISTS \"%w\".\"%w_update\";"
                                          "DROP TRIGGER IF EXISTS \"%w\".\"%w_delete\"",
                                          s->schema, name, s->schema, name, s->schema, name));
}

int carom_shadow_create(const carom_shadow *s, const char *columns) {
    int rc = execute(
        s->db, sqlite3_mprintf(
                   "CREATE TABLE \"%w\".\"%w_walls\"(id INTEGER PRIMARY KEY, ax REAL, ay REAL, "
                   "bx REAL, \"by\" REAL, wr REAL, extent INTEGER%s);"
                   "CREATE TABLE \"%w\".\"%w_edits\"(count INTEGER, mark INTEGER);"
                   "INSERT INTO \"%w\".\"%w_edits\" VALUES(0, random());"
                   "CREATE TABLE \"%w\".\"%w_commits\"(last INTEGER PRIMARY KEY, first "
                   "INTEGER, mark INTEGER, ids BLOB)",
                   s->schema, s->name, columns, s->schema, s->name, s->schema, s->name, s->schema,
                   s->name));
    return rc == SQLITE_OK ? create_triggers(s, s->name) : rc;
}

int carom_shadow_drop(carom_shadow *s) {
    finalize_all(s);
    int rc = SQLITE_OK;
    for (int i = 0; i < SUFFIXES && rc == SQLITE_OK; i++) {
        rc = execute(s->db, sqlite3_mprintf("DROP TABLE IF EXISTS \"%w\".\"%w_%s\"", s->schema,
                                            s->name, suffixes[i]));
    }
    return rc;
}

int carom_shadow_rename(carom_shadow *s, const char *name) {
    char *copy = sqlite3_mprintf("%s", name);
    if (copy == NULL)
        return SQLITE_NOMEM;
    finalize_all(s);
    // With PRAGMA legacy_alter_table a rename leaves the text of triggers as it is.
    int rc = drop_triggers(s, s->name);
    for (int i = 0; i < SUFFIXES && rc == SQLITE_OK; i++) {
        rc = execute(s->db, sqlite3_mprintf("ALTER TABLE \"%w\".\"%w_%s\" RENAME TO \"%w_%s\"",
                                            s->schema, s->name, suffixes[i], name, suffixes[i]));
    }
    if (rc == SQLITE_OK)
        rc = create_triggers(s, name);
    if (rc != SQLITE_OK) {
        sqlite3_free(copy);
        return rc;
    }
    sqlite3_free(s->name);
    s->name = copy;
    return SQLITE_OK;
}

/// The SQL of an UPDATE or INSERT: one parameter for each column.
static char *edit_sql(const carom_shadow *s, int update) {
    sqlite3_str *sql = sqlite3_str_new(s->db);
    const char *added = s->added != NULL ? s->added : "";
    const char *columns = CAROM_SHADOW_WALL_SQL;
    if (update)
        sqlite3_str_appendf(sql, "UPDATE \"%w\".\"%w_walls\" SET (%s%s) = (?", s->schema, s->name,
                            columns, added);
    else
        sqlite3_str_appendf(sql, "INSERT INTO \"%w\".\"%w_walls\"(%s%s) VALUES(?", s->schema,
                            s->name, columns, added);
    for (int i = 1; i < CAROM_SHADOW_WALL_COLUMNS + s->added_count; i++)
        sqlite3_str_appendall(sql, ", ?");
    sqlite3_str_appendall(sql, update ? ") WHERE id = ?" : ")");
    return sqlite3_str_finish(sql);
}

static char *sql_text(const carom_shadow *s, carom_shadow_sql sql) {
    static const char *const texts[CAROM_SHADOW_STATEMENTS] = {
        [CAROM_SHADOW_DELETE] = "DELETE FROM \"%w\".\"%w_walls\" WHERE id = ?",
        [CAROM_SHADOW_WALL] =
            "SELECT " CAROM_SHADOW_WALL_SQL " FROM \"%w\".\"%w_walls\" WHERE id = ?",
        [CAROM_SHADOW_ALL_WALLS] =
            "SELECT " CAROM_SHADOW_WALL_SQL " FROM \"%w\".\"%w_walls\" ORDER BY id",
        [CAROM_SHADOW_EDITS] = "SELECT count, mark FROM \"%w\".\"%w_edits\"",
        [CAROM_SHADOW_COMMITS] =
            "SELECT first, last, mark, ids FROM \"%w\".\"%w_commits\" WHERE last > ? "
            "ORDER BY last",
        [CAROM_SHADOW_COMMIT_INSERT] = "INSERT OR REPLACE INTO \"%w\".\"%w_commits\"(first, last, "
                                       "mark, ids) VALUES(?, ?, ?, ?)",
        [CAROM_SHADOW_COMMIT_TRIM] = "DELETE FROM \"%w\".\"%w_commits\" WHERE last <= ?",
    };
    switch (sql) {
    case CAROM_SHADOW_INSERT:
        return edit_sql(s, 0);
    case CAROM_SHADOW_UPDATE:
        return edit_sql(s, 1);
    case CAROM_SHADOW_AREA_WALLS:
        return sqlite3_mprintf("SELECT " CAROM_SHADOW_WALL_SQL ", dense_rank() OVER (ORDER BY %s) "
                               "FROM \"%w\".\"%w_walls\" WHERE %s IS NOT NULL",
                               s->area, s->schema, s->name, s->area);
    case CAROM_SHADOW_AREA:
        return sqlite3_mprintf("SELECT CASE WHEN length(name) > 60 THEN substr(name, 1, 60) || "
                               "'...' ELSE name END FROM (SELECT quote(%s) AS name FROM "
                               "\"%w\".\"%w_walls\" WHERE id = ?)",
                               s->area, s->schema, s->name);
    case CAROM_SHADOW_ADDED:
        // The names begin with a comma.
        return sqlite3_mprintf("SELECT %s FROM \"%w\".\"%w_walls\" WHERE id = ?", s->added + 2,
                               s->schema, s->name);
    default:
        return sqlite3_mprintf(texts[sql], s->schema, s->name);
    }
}

/// Prepares a statement and releases its text. NULL stands for no memory.
static int prepare(sqlite3 *db, char *sql, sqlite3_stmt **statement) {
    if (sql == NULL)
        return SQLITE_NOMEM;
    const int rc = sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
    sqlite3_free(sql);
    return rc;
}

int carom_shadow_statement(carom_shadow *s, carom_shadow_sql sql, sqlite3_stmt **statement) {
    int rc = SQLITE_OK;
    if (s->statements[sql] == NULL)
        rc = prepare(s->db, sql_text(s, sql), &s->statements[sql]);
    *statement = s->statements[sql];
    return rc;
}

int carom_shadow_scan(const carom_shadow *s, int descending, sqlite3_stmt **statement) {
    return prepare(s->db,
                   sqlite3_mprintf("SELECT " CAROM_SHADOW_WALL_SQL "%s FROM "
                                   "\"%w\".\"%w_walls\" WHERE id BETWEEN ? AND ? ORDER BY id%s",
                                   s->added != NULL ? s->added : "", s->schema, s->name,
                                   descending ? " DESC" : ""),
                   statement);
}

int carom_shadow_read_wall(sqlite3_stmt *row, carom_wall *wall, const char **what) {
    static const char *const names[] = {"ax", "ay", "bx", "by", "wr"};
    double n[5];
    *what = "id";
    if (sqlite3_column_type(row, 0) != SQLITE_INTEGER)
        return SQLITE_CORRUPT_VTAB;
    for (int i = 0; i < 5; i++) {
        *what = names[i];
        const int type = sqlite3_column_type(row, i + 1);
        if (type != SQLITE_FLOAT && type != SQLITE_INTEGER)
            return SQLITE_CORRUPT_VTAB;
        n[i] = sqlite3_column_double(row, i + 1);
    }
    *what = "extent";
    const sqlite3_int64 extent = sqlite3_column_int64(row, 6);
    if (sqlite3_column_type(row, 6) != SQLITE_INTEGER || extent < CAROM_EXTENT_SEGMENT ||
        extent > CAROM_EXTENT_LINE)
        return SQLITE_CORRUPT_VTAB;
    *wall = carom_wall_make(carom_vec2_make(n[0], n[1]), carom_vec2_make(n[2], n[3]), n[4],
                            (carom_extent)extent);
    *what = "a number";
    return carom_wall_is_valid(*wall) ? SQLITE_OK : SQLITE_CORRUPT_VTAB;
}
