// The module `carom`: creates, connects, renames and drops virtual tables; transactions.
// Room: above cursor, edits, plan and refresh.
#include "table.h"

#include <string.h>

#include "declaration.h"

int carom_table_fail(carom_table *table, int rc, char *message) {
    sqlite3_free(table->base.zErrMsg);
    table->base.zErrMsg = message;
    return message != NULL ? rc : SQLITE_NOMEM;
}

int carom_table_fail_sqlite(carom_table *table, int rc) {
    if (rc == SQLITE_OK || rc == SQLITE_NOMEM || table->base.zErrMsg != NULL)
        return rc;
    return carom_table_fail(table, rc,
                            sqlite3_mprintf("%s: %s", table->shadow.name,
                                            rc == (sqlite3_errcode(table->db) & rc)
                                                ? sqlite3_errmsg(table->db)
                                                : sqlite3_errstr(rc)));
}

int carom_table_fail_edits(carom_table *table) {
    const char *name = table->shadow.name;
    return carom_table_fail(
        table, SQLITE_CORRUPT_VTAB,
        sqlite3_mprintf(
            "%s: the edits are not counted: the shadow table \"%w_edits\" must have one "
            "row of two integers, count (0 or more) and mark, and the triggers of "
            "\"%w_walls\" must exist and be enabled; SELECT carom_check('%q', '%q') lists "
            "what is wrong",
            name, name, name, table->shadow.schema, name));
}

char *carom_table_match_message(const carom_table *table) {
    const char *name = table->shadow.name;
    return sqlite3_mprintf("%s: the column %s has no value to read or compare; it stands on the "
                           "left of MATCH, once for each table, not after NOT, and in a LEFT JOIN "
                           "after ON, with %s on the right: SELECT id FROM %s WHERE %s MATCH "
                           "carom_touching(x, y, r)",
                           name, name, name, name, name);
}

/// Releases the scans that no cursor uses.
static void finalize_spare_scans(carom_table *table) {
    for (int i = 0; i < 2; i++) {
        sqlite3_finalize(table->spare_scans[i]);
        table->spare_scans[i] = NULL;
    }
}

/// Releases the table of this connection. The shadow tables stay.
static int table_disconnect(sqlite3_vtab *base) {
    carom_table *table = (carom_table *)base;
    finalize_spare_scans(table);
    carom_shadow_close(&table->shadow);
    carom_log_end(&table->log);
    carom_cache_clear(&table->cache);
    carom_area_cache_clear(&table->areas);
    // SQLite does not take over the message of a DROP TABLE that failed.
    sqlite3_free(base->zErrMsg);
    sqlite3_free(table);
    return SQLITE_OK;
}

/// Declares the columns to SQLite.
static int declare(sqlite3 *db, const char *name, const carom_declaration *d, char **error) {
    char *sql = sqlite3_mprintf(
        "CREATE TABLE x(id INTEGER, ax REAL, ay REAL, bx REAL, \"by\" REAL, "
        "wr REAL, extent TEXT%s, \"()\" HIDDEN, \"%w\" HIDDEN, relation HIDDEN, px "
        "HIDDEN, py HIDDEN, nx HIDDEN, ny HIDDEN, depth HIDDEN, gap HIDDEN, kind "
        "HIDDEN, t HIDDEN, x HIDDEN, y HIDDEN, feature HIDDEN, qx HIDDEN, qy HIDDEN%s)",
        d->columns != NULL ? d->columns : "", name, d->area != NULL ? ", distance HIDDEN" : "");
    if (sql == NULL)
        return SQLITE_NOMEM;
    const int rc = sqlite3_declare_vtab(db, sql);
    sqlite3_free(sql);
    if (rc != SQLITE_OK && rc != SQLITE_NOMEM) {
        *error = sqlite3_mprintf("carom: %s; neither the table nor a column that is added can have "
                                 "the name of a column that every carom table has: id, ax, ay, bx, "
                                 "by, wr, extent, (), relation, px, py, nx, ny, depth, gap, kind, "
                                 "t, x, y, feature, qx, qy%s",
                                 sqlite3_errmsg(db), d->area != NULL ? ", distance" : "");
    }
    return rc;
}

/// Makes the table of this connection.
static int make_table(sqlite3 *db, const char *schema, const char *name, const carom_declaration *d,
                      carom_table **made) {
    carom_table *table = sqlite3_malloc64(sizeof *table);
    if (table == NULL)
        return SQLITE_NOMEM;
    memset(table, 0, sizeof *table);
    carom_log_start(&table->log);
    carom_shadow *s = &table->shadow;
    table->db = s->db = db;
    s->schema = sqlite3_mprintf("%s", schema);
    s->name = sqlite3_mprintf("%s", name);
    s->added = d->count > 0 ? sqlite3_mprintf("%s", d->names) : NULL;
    s->added_count = d->count;
    s->area = d->area != NULL ? sqlite3_mprintf("%s", d->area) : NULL;
    if (s->schema == NULL || s->name == NULL || (d->count > 0 && s->added == NULL) ||
        (d->area != NULL && s->area == NULL)) {
        table_disconnect(&table->base);
        return SQLITE_NOMEM;
    }
    *made = table;
    return SQLITE_OK;
}

/// The arguments are the module, the schema, the table, then those in parentheses.
static int create_or_connect(sqlite3 *db, int count, const char *const *arguments,
                             sqlite3_vtab **base, char **error, bool create) {
    carom_declaration d;
    carom_table *table = NULL;
    sqlite3_vtab_config(db, SQLITE_VTAB_CONSTRAINT_SUPPORT, 1);
    sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    int rc = carom_declaration_read(&d, count - 3, arguments + 3, error);
    if (rc == SQLITE_OK)
        rc = declare(db, arguments[2], &d, error);
    if (rc == SQLITE_OK)
        rc = make_table(db, arguments[1], arguments[2], &d, &table);
    if (rc == SQLITE_OK && create) {
        rc = carom_shadow_create(&table->shadow, d.columns != NULL ? d.columns : "");
        if (rc != SQLITE_OK) {
            *error = sqlite3_mprintf("carom: %s", sqlite3_errmsg(db));
            table_disconnect(&table->base);
        }
    }
    carom_declaration_release(&d);
    if (rc == SQLITE_OK)
        *base = &table->base;
    return rc;
}

static int table_create(sqlite3 *db, void *data, int count, const char *const *arguments,
                        sqlite3_vtab **base, char **error) {
    (void)data;
    return create_or_connect(db, count, arguments, base, error, true);
}

static int table_connect(sqlite3 *db, void *data, int count, const char *const *arguments,
                         sqlite3_vtab **base, char **error) {
    (void)data;
    return create_or_connect(db, count, arguments, base, error, false);
}

static int table_destroy(sqlite3_vtab *base) {
    carom_table *table = (carom_table *)base;
    finalize_spare_scans(table);
    const int rc = carom_shadow_drop(&table->shadow);
    return rc == SQLITE_OK ? table_disconnect(base) : carom_table_fail_sqlite(table, rc);
}

static int table_rename(sqlite3_vtab *base, const char *name) {
    carom_table *table = (carom_table *)base;
    // A table that cannot be declared could not be used, renamed or dropped any more.
    if (carom_declaration_has_column(table->shadow.added, name) ||
        (table->shadow.area != NULL && sqlite3_stricmp(name, "distance") == 0)) {
        return carom_table_fail(
            table, SQLITE_ERROR,
            sqlite3_mprintf("%s: the table cannot be named %s, which is the name of a column",
                            table->shadow.name, name));
    }
    finalize_spare_scans(table);
    return carom_table_fail_sqlite(table, carom_shadow_rename(&table->shadow, name));
}

/// A transaction has begun. The log notices it at the first edit: after CREATE VIRTUAL TABLE SQLite
/// does not call this.
static int table_begin(sqlite3_vtab *base) {
    (void)base;
    return SQLITE_OK;
}

static int table_sync(sqlite3_vtab *base) {
    carom_table *table = (carom_table *)base;
    const int rc = carom_log_sync(&table->log, &table->shadow);
    return rc == SQLITE_CORRUPT_VTAB ? carom_table_fail_edits(table)
                                     : carom_table_fail_sqlite(table, rc);
}

static int table_commit(sqlite3_vtab *base) {
    carom_log_commit(&((carom_table *)base)->log);
    return SQLITE_OK;
}

static int table_rollback(sqlite3_vtab *base) {
    carom_log_rollback(&((carom_table *)base)->log);
    return SQLITE_OK;
}

static int table_savepoint(sqlite3_vtab *base, int savepoint) {
    return carom_log_savepoint(&((carom_table *)base)->log, savepoint);
}

/// The log overwrites the state of a savepoint when its number is used again.
static int table_release(sqlite3_vtab *base, int savepoint) {
    (void)base;
    (void)savepoint;
    return SQLITE_OK;
}

static int table_rollback_to(sqlite3_vtab *base, int savepoint) {
    carom_log_rollback_to(&((carom_table *)base)->log, savepoint);
    return SQLITE_OK;
}

static int table_shadow_name(const char *suffix) {
    return sqlite3_stricmp(suffix, "walls") == 0 || sqlite3_stricmp(suffix, "edits") == 0 ||
           sqlite3_stricmp(suffix, "commits") == 0;
}

/// MATCH where no plan has taken it.
static void misplaced_match(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    (void)values;
    sqlite3_result_error(context,
                         "carom: MATCH works once for each table, on the column named as the "
                         "table, as in: SELECT id FROM w WHERE w MATCH carom_touching(x, y, r)",
                         -1);
}

static int table_find_function(sqlite3_vtab *base, int count, const char *name,
                               void (**function)(sqlite3_context *, int, sqlite3_value **),
                               void **data) {
    (void)base;
    if (count != 2 || sqlite3_stricmp(name, "match") != 0)
        return 0;
    *function = misplaced_match;
    *data = NULL;
    return 1;
}

#if SQLITE_VERSION_NUMBER >= 3044000
/// PRAGMA integrity_check.
static int table_integrity(sqlite3_vtab *base, const char *schema, const char *name, int flags,
                           char **error) {
    (void)flags;
    const carom_table *table = (const carom_table *)base;
    char *problems;
    const int rc = carom_table_check(table->db, schema, name, &problems);
    if (rc == SQLITE_OK && problems != NULL) {
        *error = sqlite3_mprintf("carom table %s.%s: %s", schema, name, problems);
        sqlite3_free(problems);
        return *error != NULL ? SQLITE_OK : SQLITE_NOMEM;
    }
    return rc;
}
#endif

int carom_table_module_create(sqlite3 *db) {
    static const sqlite3_module module = {
#if SQLITE_VERSION_NUMBER >= 3044000
        .iVersion = 4,
        .xIntegrity = table_integrity,
#else
        .iVersion = 3,
#endif
        .xCreate = table_create,
        .xConnect = table_connect,
        .xBestIndex = carom_table_best_index,
        .xDisconnect = table_disconnect,
        .xDestroy = table_destroy,
        .xOpen = carom_cursor_open,
        .xClose = carom_cursor_close,
        .xFilter = carom_cursor_filter,
        .xNext = carom_cursor_next,
        .xEof = carom_cursor_eof,
        .xColumn = carom_cursor_column,
        .xRowid = carom_cursor_rowid,
        .xUpdate = carom_table_update,
        .xBegin = table_begin,
        .xSync = table_sync,
        .xCommit = table_commit,
        .xRollback = table_rollback,
        .xFindFunction = table_find_function,
        .xRename = table_rename,
        .xSavepoint = table_savepoint,
        .xRelease = table_release,
        .xRollbackTo = table_rollback_to,
        .xShadowName = table_shadow_name,
    };
    return sqlite3_create_module_v2(db, "carom", &module, NULL, NULL);
}
