// INSERT, UPDATE, DELETE and REPLACE: they write the shadow table and tell the log.
// Room: above table.
#include <math.h>
#include <string.h>

#include "arguments.h"
#include "table.h"

/// The numbers of a wall in the order of the columns ax to extent.
enum { WALL_NUMBERS = 6 };

/// The message about a value that a column cannot hold.
static int bad_value(carom_table *table, const char *column, sqlite3_value *value,
                     const char *must) {
    const int type = sqlite3_value_type(value);
    const int rc = type == SQLITE_TEXT || type == SQLITE_BLOB ? SQLITE_MISMATCH : SQLITE_CONSTRAINT;
    return carom_table_fail(table, rc,
                            carom_value_message(table->shadow.name, column, value, must));
}

/// Reads an id: an integer, also written as a text or as a double.
static int read_id(carom_table *table, sqlite3_value *value, sqlite3_int64 *id) {
    const double number =
        sqlite3_value_numeric_type(value) == SQLITE_FLOAT ? sqlite3_value_double(value) : 0.0;
    *id = sqlite3_value_int64(value);
    if (sqlite3_value_type(value) == SQLITE_INTEGER ||
        (sqlite3_value_type(value) == SQLITE_FLOAT && fabs(number) < 9007199254740992.0 &&
         floor(number) == number))
        return SQLITE_OK;
    return bad_value(table, "id", value, "an integer");
}

/// Reads the wall of columns 1 to 6. Text that is a number counts, as in a column of type REAL.
static int read_wall(carom_table *table, sqlite3_value **columns, double *numbers) {
    static const carom_argument arguments[WALL_NUMBERS] = {CAROM_WALL_ARGUMENTS};
    for (int i = 0; i < WALL_NUMBERS; i++) {
        sqlite3_value *value = columns[i + 1];
        numbers[i] = 0.0;
        const bool optional = i + 1 >= CAROM_COLUMN_WR;
        if (optional && sqlite3_value_type(value) == SQLITE_NULL && !carom_value_is_query(value))
            continue;
        if (arguments[i].kind != CAROM_ARGUMENT_EXTENT)
            sqlite3_value_numeric_type(value);
        const char *must = carom_value_read(value, arguments[i].kind, &numbers[i]);
        if (must != NULL)
            return bad_value(table, arguments[i].name, value, must);
    }
    return SQLITE_OK;
}

/// True if a statement does not give a hidden column a value.
static bool is_untouched(sqlite3_value *value, bool inserting) {
    const int type = sqlite3_value_type(value);
    if (inserting)
        return type == SQLITE_NULL && !carom_value_is_query(value);
    // NULL is what is left of a query if SQLite stores the values of an UPDATE before it writes
    // them. UPDATE ... FROM copies an empty blob.
    return sqlite3_value_nochange(value) ||
           (type == SQLITE_BLOB && sqlite3_value_bytes(value) == 0);
}

/// Refuses values for the hidden columns.
static int refuse_hidden(carom_table *table, sqlite3_value **columns, bool inserting) {
    const int last = carom_table_last_column(table);
    const char *name = table->shadow.name;
    for (int i = carom_table_call_column(table); i <= last; i++) {
        if (!is_untouched(columns[i], inserting)) {
            return carom_table_fail(
                table, SQLITE_ERROR,
                sqlite3_mprintf("%s: the columns that answer a MATCH cannot be written; a query "
                                "stands after WHERE: UPDATE %s SET ax = 0 WHERE %s MATCH "
                                "carom_touching(x, y, r)",
                                name, name, name));
        }
    }
    return SQLITE_OK;
}

/// Refuses queries for the added columns: they would store NULL.
static int refuse_queries(carom_table *table, sqlite3_value **columns) {
    for (int i = 0; i < table->shadow.added_count; i++) {
        sqlite3_value *value = columns[CAROM_COLUMN_ADDED + i];
        if (!carom_value_is_query(value))
            continue;
        sqlite3_stmt *names;
        const int rc = carom_shadow_statement(&table->shadow, CAROM_SHADOW_ADDED, &names);
        return rc != SQLITE_OK ? rc
                               : bad_value(table, sqlite3_column_name(names, i), value,
                                           "a number, a text, a blob or NULL");
    }
    return SQLITE_OK;
}

/// Deletes a wall, if it exists.
static int delete_wall(carom_table *table, sqlite3_int64 id) {
    sqlite3_stmt *statement;
    int rc = carom_shadow_statement(&table->shadow, CAROM_SHADOW_DELETE, &statement);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_int64(statement, 1, id);
    sqlite3_step(statement);
    rc = sqlite3_reset(statement);
    if (rc == SQLITE_OK && sqlite3_changes(table->db) > 0)
        carom_log_edited(&table->log, id);
    return rc;
}

/// Binds a row: its id, or NULL for a new one; the wall; the added columns.
static int bind_row(const carom_table *table, sqlite3_stmt *statement, const sqlite3_int64 *id,
                    const double *numbers, sqlite3_value **columns) {
    int rc = id != NULL ? sqlite3_bind_int64(statement, 1, *id) : sqlite3_bind_null(statement, 1);
    for (int i = 0; i < WALL_NUMBERS - 1 && rc == SQLITE_OK; i++)
        rc = sqlite3_bind_double(statement, i + 2, numbers[i]);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_int(statement, WALL_NUMBERS + 1, (int)numbers[WALL_NUMBERS - 1]);
    for (int i = 0; i < table->shadow.added_count && rc == SQLITE_OK; i++) {
        const int column = CAROM_COLUMN_ADDED + i;
        rc = sqlite3_bind_value(statement, column + 1, columns[column]);
    }
    return rc;
}

/// Runs an INSERT or UPDATE. If its id exists already, the clause ON CONFLICT of the statement
/// decides.
static int write_row(carom_table *table, sqlite3_stmt *statement, const sqlite3_int64 *id) {
    sqlite3_step(statement);
    int rc = sqlite3_reset(statement);
    if ((rc & 0xff) != SQLITE_CONSTRAINT || id == NULL)
        return rc;
    if (sqlite3_vtab_on_conflict(table->db) != SQLITE_REPLACE) {
        return carom_table_fail(table, SQLITE_CONSTRAINT,
                                sqlite3_mprintf("UNIQUE constraint failed: %s.id: there is a wall "
                                                "with the id %lld",
                                                table->shadow.name, *id));
    }
    rc = delete_wall(table, *id);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_step(statement);
    return sqlite3_reset(statement);
}

static int insert_wall(carom_table *table, const sqlite3_int64 *given, const double *numbers,
                       sqlite3_value **columns, sqlite3_int64 *id) {
    sqlite3_stmt *statement;
    int rc = carom_shadow_statement(&table->shadow, CAROM_SHADOW_INSERT, &statement);
    if (rc == SQLITE_OK)
        rc = bind_row(table, statement, given, numbers, columns);
    if (rc == SQLITE_OK)
        rc = write_row(table, statement, given);
    if (rc != SQLITE_OK)
        return rc;
    *id = given != NULL ? *given : sqlite3_last_insert_rowid(table->db);
    carom_log_edited(&table->log, *id);
    return SQLITE_OK;
}

static int update_wall(carom_table *table, sqlite3_int64 old, const sqlite3_int64 *given,
                       const double *numbers, sqlite3_value **columns) {
    sqlite3_stmt *statement;
    int rc = carom_shadow_statement(&table->shadow, CAROM_SHADOW_UPDATE, &statement);
    if (rc == SQLITE_OK)
        rc = bind_row(table, statement, given, numbers, columns);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_int64(statement, CAROM_COLUMN_ADDED + table->shadow.added_count + 1, old);
    if (rc == SQLITE_OK)
        rc = write_row(table, statement, given);
    if (rc != SQLITE_OK || sqlite3_changes(table->db) == 0)
        return rc;
    carom_log_edited(&table->log, *given);
    if (*given != old)
        carom_log_edited_too(&table->log, old);
    return SQLITE_OK;
}

/// The id that an INSERT or UPDATE gives a wall. An UPDATE can set the column id or the rowid.
static int new_id(carom_table *table, sqlite3_value **values, sqlite3_int64 *id, bool *given) {
    const bool inserting = sqlite3_value_type(values[0]) == SQLITE_NULL;
    sqlite3_value *value = values[2];
    *given = true;
    if (inserting && sqlite3_value_type(value) == SQLITE_NULL && !carom_value_is_query(value)) {
        value = values[1];
        *given = sqlite3_value_type(value) != SQLITE_NULL || carom_value_is_query(value);
        if (!*given)
            return SQLITE_OK;
    }
    const int rc = read_id(table, value, id);
    if (rc == SQLITE_OK && !inserting && *id == sqlite3_value_int64(values[0]))
        return read_id(table, values[1], id);
    return rc;
}

/// INSERT and UPDATE.
static int write_wall(carom_table *table, sqlite3_value **values, sqlite3_int64 *id) {
    sqlite3_value **columns = values + 2;
    double numbers[WALL_NUMBERS];
    sqlite3_int64 given_id = 0;
    bool given;
    const bool inserting = sqlite3_value_type(values[0]) == SQLITE_NULL;
    int rc = new_id(table, values, &given_id, &given);
    if (rc == SQLITE_OK)
        rc = read_wall(table, columns, numbers);
    if (rc == SQLITE_OK)
        rc = refuse_hidden(table, columns, inserting);
    if (rc == SQLITE_OK)
        rc = refuse_queries(table, columns);
    if (rc != SQLITE_OK)
        return rc;
    if (inserting)
        return insert_wall(table, given ? &given_id : NULL, numbers, columns, id);
    return update_wall(table, sqlite3_value_int64(values[0]), &given_id, numbers, columns);
}

int carom_table_update(sqlite3_vtab *base, int count, sqlite3_value **values, sqlite3_int64 *id) {
    carom_table *table = (carom_table *)base;
    int rc = carom_log_before_edit(&table->log, &table->shadow);
    if (rc == SQLITE_CORRUPT_VTAB)
        return carom_table_fail_edits(table);
    if (rc == SQLITE_OK) {
        rc = count == 1 ? delete_wall(table, sqlite3_value_int64(values[0]))
                        : write_wall(table, values, id);
    }
    return carom_table_fail_sqlite(table, rc);
}
