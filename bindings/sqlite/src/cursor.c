// Cursors: scans of the shadow table, and answers of query values.
// Room: above table.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "arguments.h"
#include "plan.h"
#include "table.h"

/// A cursor.
typedef struct carom_cursor {
    sqlite3_vtab_cursor base;
    /// A scan, which stands on its row; NULL for the answer of a query value.
    sqlite3_stmt *scan;
    int descending;
    bool at_end;
    /// The answer, and the row of it where the cursor stands.
    carom_query query;
    carom_answers answers;
    size_t row;
    /// The contact of the row, or its clearance from the wall of a query, if it is computed
    /// already.
    carom_contact contact;
    carom_clearance clearance;
    bool has_contact;
    /// UPDATE ... FROM copies the rows that it edits; it has begun with the hidden columns of the
    /// row.
    bool copies;
    bool copying;
} carom_cursor;

static carom_table *table_of(const carom_cursor *cursor) {
    return (carom_table *)cursor->base.pVtab;
}

int carom_cursor_open(sqlite3_vtab *base, sqlite3_vtab_cursor **cursor) {
    (void)base;
    carom_cursor *c = sqlite3_malloc64(sizeof *c);
    if (c == NULL)
        return SQLITE_NOMEM;
    memset(c, 0, sizeof *c);
    *cursor = &c->base;
    return SQLITE_OK;
}

/// The cursor leaves its row: statements that stand on it must not hold the read transaction open.
static void leave_row(carom_cursor *c) {
    carom_table *table = table_of(c);
    c->has_contact = false;
    c->copying = false;
    if (table->added_owner == c) {
        sqlite3_reset(table->shadow.statements[CAROM_SHADOW_ADDED]);
        table->added_owner = NULL;
    }
}

/// Ends what the cursor did before.
static void stop(carom_cursor *c) {
    carom_table *table = table_of(c);
    leave_row(c);
    if (c->scan != NULL) {
        sqlite3_reset(c->scan);
        if (table->spare_scans[c->descending] == NULL)
            table->spare_scans[c->descending] = c->scan;
        else
            sqlite3_finalize(c->scan);
        c->scan = NULL;
    }
    c->answers.count = 0;
    c->row = 0;
    c->at_end = true;
}

int carom_cursor_close(sqlite3_vtab_cursor *base) {
    carom_cursor *c = (carom_cursor *)base;
    stop(c);
    carom_answers_clear(&c->answers);
    sqlite3_free(c);
    return SQLITE_OK;
}

/// Moves a scan to its next row.
static int step_scan(carom_cursor *c) {
    const int rc = sqlite3_step(c->scan);
    c->at_end = rc != SQLITE_ROW;
    if (rc == SQLITE_ROW || rc == SQLITE_DONE)
        return SQLITE_OK;
    return carom_table_fail_sqlite(table_of(c), rc);
}

/// The ids that satisfy a constraint, as far as they are below or above its value. Other types than
/// numbers leave the range as it is; SQLite checks all constraints again.
static void narrow(sqlite3_value *value, bool from, bool to, sqlite3_int64 *lowest,
                   sqlite3_int64 *highest) {
    const int type = sqlite3_value_numeric_type(value);
    if (type == SQLITE_NULL) {
        *highest = INT64_MIN;
        *lowest = INT64_MAX;
    } else if (type == SQLITE_INTEGER) {
        *lowest = from ? sqlite3_value_int64(value) : *lowest;
        *highest = to ? sqlite3_value_int64(value) : *highest;
    } else if (type == SQLITE_FLOAT) {
        const double limit = 9223372036854775808.0;
        const double number = sqlite3_value_double(value);
        if (from)
            *lowest = number >= limit   ? INT64_MAX
                      : number > -limit ? (sqlite3_int64)ceil(number)
                                        : INT64_MIN;
        if (to)
            *highest = number >= limit   ? INT64_MAX
                       : number > -limit ? (sqlite3_int64)floor(number)
                                         : INT64_MIN;
    }
}

static int start_scan(carom_cursor *c, int plan, sqlite3_value **values) {
    carom_table *table = table_of(c);
    sqlite3_int64 lowest = INT64_MIN;
    sqlite3_int64 highest = INT64_MAX;
    if ((plan & CAROM_PLAN_ID) != 0)
        narrow(values[0], true, true, &lowest, &highest);
    if ((plan & CAROM_PLAN_FROM) != 0)
        narrow(*values++, true, false, &lowest, &highest);
    if ((plan & CAROM_PLAN_TO) != 0)
        narrow(*values, false, true, &lowest, &highest);
    c->descending = (plan & CAROM_PLAN_DESCENDING) != 0;
    c->scan = table->spare_scans[c->descending];
    table->spare_scans[c->descending] = NULL;
    if (c->scan == NULL) {
        const int rc = carom_shadow_scan(&table->shadow, c->descending, &c->scan);
        if (rc != SQLITE_OK)
            return carom_table_fail_sqlite(table, rc);
    }
    sqlite3_bind_int64(c->scan, 1, lowest);
    sqlite3_bind_int64(c->scan, 2, highest);
    return step_scan(c);
}

static int start_query(carom_cursor *c, int plan, sqlite3_value *value) {
    carom_table *table = table_of(c);
    const carom_query *query = carom_query_of(value);
    if (query == NULL) {
        return carom_table_fail(
            table, SQLITE_ERROR,
            sqlite3_mprintf("%s: what stands on the right of MATCH must be a call of "
                            "carom_touching, carom_near, carom_near_wall, carom_nearest, "
                            "carom_first, carom_in_box, carom_areas or carom_nearest_areas: "
                            "WHERE %s MATCH carom_touching(x, y, r)%s",
                            table->shadow.name, table->shadow.name,
                            sqlite3_value_type(value) == SQLITE_NULL
                                ? "; a query becomes NULL if it is stored or goes through FROM "
                                  "(SELECT ...), UNION or another function"
                                : ""));
    }
    c->query = *query;
    const bool with_walls = (plan & CAROM_PLAN_WALLS) != 0;
    const bool by_id = (plan & CAROM_PLAN_BY_ID) != 0;
    const bool areas = carom_query_asks_areas(query);
    int rc = areas ? carom_table_refresh_areas(table) : carom_table_refresh(table);
    if (rc == SQLITE_OK) {
        rc = areas ? carom_answers_find_areas(&c->answers, &table->areas, query, with_walls, by_id)
                   : carom_answers_find(&c->answers, &table->cache, query, with_walls, by_id);
    }
    c->at_end = c->answers.count == 0;
    return rc;
}

/// The message of CAROM_PLAN_FAILURE.
static int late_query(carom_table *table) {
    const char *name = table->shadow.name;
    return carom_table_fail(
        table, SQLITE_ERROR,
        sqlite3_mprintf("%s: the query on the right of MATCH needs a row that is read after %s; "
                        "its values must come from tables on the left of %s: SELECT b.id, %s.id "
                        "FROM b JOIN %s ON %s MATCH carom_touching(b.x, b.y, b.r)",
                        name, name, name, name, name, name));
}

int carom_cursor_filter(sqlite3_vtab_cursor *base, int plan, const char *name, int count,
                        sqlite3_value **values) {
    (void)name;
    carom_cursor *c = (carom_cursor *)base;
    stop(c);
    c->copies = (plan & CAROM_PLAN_COPIES) != 0;
    if (plan == CAROM_PLAN_FAILURE)
        return late_query(table_of(c));
    if ((plan & CAROM_PLAN_MATCH) != 0)
        return start_query(c, plan, values[0]);
    for (int i = 0; i < count; i++) {
        if (carom_value_is_query(values[i]))
            return carom_table_fail(table_of(c), SQLITE_ERROR,
                                    carom_value_message(table_of(c)->shadow.name, "id", values[i],
                                                        "compared with a number"));
    }
    return start_scan(c, plan, values);
}

int carom_cursor_next(sqlite3_vtab_cursor *base) {
    carom_cursor *c = (carom_cursor *)base;
    leave_row(c);
    if (c->scan != NULL)
        return step_scan(c);
    c->row++;
    c->at_end = c->row >= c->answers.count;
    return SQLITE_OK;
}

int carom_cursor_eof(sqlite3_vtab_cursor *base) {
    return ((carom_cursor *)base)->at_end;
}

int carom_cursor_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *id) {
    const carom_cursor *c = (const carom_cursor *)base;
    *id = c->scan != NULL ? sqlite3_column_int64(c->scan, 0) : c->answers.found[c->row].id;
    return SQLITE_OK;
}

/// A column of a wall.
static void wall_column(sqlite3_context *context, const carom_wall *wall, int column) {
    switch (column) {
    case CAROM_COLUMN_AX:
        sqlite3_result_double(context, wall->a.x);
        return;
    case CAROM_COLUMN_AY:
        sqlite3_result_double(context, wall->a.y);
        return;
    case CAROM_COLUMN_BX:
        sqlite3_result_double(context, wall->b.x);
        return;
    case CAROM_COLUMN_BY:
        sqlite3_result_double(context, wall->b.y);
        return;
    case CAROM_COLUMN_WR:
        sqlite3_result_double(context, wall->radius);
        return;
    default:
        sqlite3_result_text(context, carom_extent_name((carom_extent)wall->extent), -1,
                            SQLITE_STATIC);
        return;
    }
}

/// A column of the row of a scan, as it is stored. The extent is stored as a number.
static void scan_column(const carom_cursor *c, sqlite3_context *context, int column) {
    const int extent = sqlite3_column_int(c->scan, CAROM_COLUMN_EXTENT);
    if (column == CAROM_COLUMN_EXTENT && sqlite3_column_type(c->scan, column) == SQLITE_INTEGER &&
        extent >= 0 && extent <= CAROM_EXTENT_LINE) {
        sqlite3_result_text(context, carom_extent_name((carom_extent)extent), -1, SQLITE_STATIC);
        return;
    }
    sqlite3_result_value(context, sqlite3_column_value(c->scan, column));
}

/// A column that the user added, of the row of an answer: read from the shadow table.
static int added_column(carom_cursor *c, sqlite3_context *context, int column) {
    carom_table *table = table_of(c);
    sqlite3_stmt *statement;
    const int rc = carom_shadow_statement(&table->shadow, CAROM_SHADOW_ADDED, &statement);
    if (rc != SQLITE_OK)
        return carom_table_fail_sqlite(table, rc);
    if (table->added_owner != c) {
        sqlite3_reset(statement);
        sqlite3_bind_int64(statement, 1, c->answers.found[c->row].id);
        table->added_owner = NULL;
        if (sqlite3_step(statement) != SQLITE_ROW)
            return carom_table_fail_sqlite(table, sqlite3_reset(statement));
        table->added_owner = c;
    }
    sqlite3_result_value(context, sqlite3_column_value(statement, column - CAROM_COLUMN_ADDED));
    return SQLITE_OK;
}

/// A field of the answer.
static void result_column(carom_cursor *c, sqlite3_context *context, int column) {
    static const carom_field fields[CAROM_RESULT_COLUMNS] = {
        CAROM_FIELD_RELATION, CAROM_FIELD_PX,    CAROM_FIELD_PY,      CAROM_FIELD_NX,
        CAROM_FIELD_NY,       CAROM_FIELD_DEPTH, CAROM_FIELD_GAP,     CAROM_FIELD_KIND,
        CAROM_FIELD_T,        CAROM_FIELD_X,     CAROM_FIELD_Y,       CAROM_FIELD_FEATURE,
        CAROM_FIELD_QX,       CAROM_FIELD_QY,    CAROM_FIELD_DISTANCE};
    const carom_field field = fields[column];
    if (c->query.kind == CAROM_QUERY_IN_BOX)
        return;
    if (c->query.kind == CAROM_QUERY_FIRST) {
        carom_field_of_sweep(context, &c->answers.sweep, field);
        return;
    }
    if (carom_query_asks_areas(&c->query)) {
        carom_field_of_area(context, carom_answers_area(&c->answers, c->row), field);
        return;
    }
    const carom_wall wall = c->answers.walls[c->row];
    if (c->query.kind == CAROM_QUERY_NEAR_WALL) {
        if (!c->has_contact)
            c->clearance = carom_wall_contact(c->query.wall, wall);
        c->has_contact = true;
        carom_field_of_clearance(context, &c->clearance, field);
        return;
    }
    if (field == CAROM_FIELD_GAP) {
        sqlite3_result_double(context, carom_circle_signed_distance(c->query.circle, wall));
        return;
    }
    if (!c->has_contact) {
        c->contact = carom_circle_contact(c->query.circle, wall);
        c->has_contact = true;
    }
    carom_field_of_contact(context, &c->contact, field);
}

/// True if UPDATE ... FROM copies a hidden column, which then has no value. Of the row that it
/// edits it reads all columns that it does not set, in their order and after all else, without
/// sqlite3_vtab_nochange. It comes to the hidden ones by "()", which nothing else reads but
/// FROM w(query) where no plan has taken the query.
static bool is_copied(carom_cursor *c, int column) {
    c->copying = c->copying || (c->copies && column == carom_table_call_column(table_of(c)));
    return c->copying;
}

/// An empty blob: NULL would be what is left of a query that UPDATE ... FROM sets; see edits.c.
static int copied_column(sqlite3_context *context) {
    sqlite3_result_zeroblob(context, 0);
    return SQLITE_OK;
}

/// The columns for queries are read only if a query is not used by MATCH. With any value, NULL too,
/// a comparison would have an answer: w IS carom_touching(...) would be true of all rows, because
/// the value of a query is NULL to all but MATCH.
static int no_value(const carom_cursor *c, sqlite3_context *context) {
    char *message = carom_table_match_message(table_of(c));
    if (message == NULL)
        return SQLITE_NOMEM;
    sqlite3_result_error(context, message, -1);
    sqlite3_free(message);
    return SQLITE_ERROR;
}

int carom_cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    carom_cursor *c = (carom_cursor *)base;
    const int match_column = carom_table_match_column(table_of(c));
    if (column >= carom_table_call_column(table_of(c))) {
        // An UPDATE leaves these columns as they are; a scan has no values for them.
        if (sqlite3_vtab_nochange(context))
            return SQLITE_OK;
        if (is_copied(c, column))
            return copied_column(context);
        if (column <= match_column)
            return no_value(c, context);
        if (c->scan == NULL)
            result_column(c, context, column - match_column - 1);
        return SQLITE_OK;
    }
    if (c->scan != NULL)
        scan_column(c, context, column);
    else if (column == CAROM_COLUMN_ID)
        sqlite3_result_int64(context, c->answers.found[c->row].id);
    else if (column < CAROM_COLUMN_ADDED)
        wall_column(context, &c->answers.walls[c->row], column);
    else
        return added_column(c, context, column);
    return SQLITE_OK;
}
