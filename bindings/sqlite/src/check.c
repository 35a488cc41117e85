// carom_check: what is wrong with the shadow tables of a table.
// Room: above shadow.
#include <string.h>

#include "functions.h"
#include "table.h"

/// The most problems that are listed.
enum { PROBLEMS_MAX = 20 };

/// A check and what it has found.
typedef struct check {
    sqlite3 *db;
    const char *schema;
    const char *name;
    sqlite3_str *report;
    int problems;
    bool out_of_memory;
} check;

/// Begins a line of the report. The caller appends its text.
static void begin_problem(check *c) {
    if (c->problems++ > 0)
        sqlite3_str_appendall(c->report, "\n");
}

/// Prepares a query whose text names the schema, then the table. A query that cannot be prepared is
/// a problem.
static sqlite3_stmt *query(check *c, const char *format) {
    char *sql = sqlite3_mprintf(format, c->schema, c->name);
    sqlite3_stmt *statement = NULL;
    if (sql == NULL) {
        c->out_of_memory = true;
        return NULL;
    }
    if (sqlite3_prepare_v2(c->db, sql, -1, &statement, NULL) != SQLITE_OK) {
        begin_problem(c);
        sqlite3_str_appendall(c->report, sqlite3_errmsg(c->db));
    }
    sqlite3_free(sql);
    return statement;
}

static int check_walls(check *c) {
    sqlite3_stmt *statement =
        query(c, "SELECT " CAROM_SHADOW_WALL_SQL " FROM \"%w\".\"%w_walls\" ORDER BY id");
    bool first = true;
    sqlite3_int64 last = 0;
    while (c->problems < PROBLEMS_MAX && sqlite3_step(statement) == SQLITE_ROW) {
        carom_wall wall;
        const char *what;
        const sqlite3_int64 id = sqlite3_column_int64(statement, 0);
        const bool valid = carom_shadow_read_wall(statement, &wall, &what) == SQLITE_OK;
        if (!valid) {
            begin_problem(c);
            sqlite3_str_appendf(c->report, "%w_walls: %s of id %lld is not valid", c->name, what,
                                id);
        } else if (!first && id <= last) {
            begin_problem(c);
            sqlite3_str_appendf(c->report, "%w_walls: there are two rows with the id %lld", c->name,
                                id);
        }
        first = false;
        last = id;
    }
    return sqlite3_finalize(statement);
}

static int check_edits(check *c, sqlite3_int64 *count) {
    sqlite3_stmt *statement =
        query(c, "SELECT count(*), max(count), sum(typeof(count) = 'integer' AND count >= 0 AND "
                 "typeof(mark) = 'integer') FROM "
                 "\"%w\".\"%w_edits\"");
    *count = 0;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        *count = sqlite3_column_int64(statement, 1);
        if (sqlite3_column_int64(statement, 0) != 1 || sqlite3_column_int64(statement, 2) != 1 ||
            *count >= CAROM_SHADOW_COUNT_END) {
            begin_problem(c);
            sqlite3_str_appendf(
                c->report,
                "%w_edits: must have one row of two integers, count (0 or more) and "
                "mark",
                c->name);
        }
    }
    return sqlite3_finalize(statement);
}

static int check_commits(check *c, sqlite3_int64 count) {
    sqlite3_stmt *statement =
        query(c, "SELECT last, typeof(first) = 'integer' AND first < last AND typeof(mark) = "
                 "'integer' AND typeof(ids) = 'blob' "
                 "AND length(ids) %% 8 = 0 FROM \"%w\".\"%w_commits\"");
    while (c->problems < PROBLEMS_MAX && sqlite3_step(statement) == SQLITE_ROW) {
        const sqlite3_int64 last = sqlite3_column_int64(statement, 0);
        if (sqlite3_column_int(statement, 1) == 1 && last <= count)
            continue;
        begin_problem(c);
        sqlite3_str_appendf(c->report, "%w_commits: the row of %lld is not valid", c->name, last);
    }
    return sqlite3_finalize(statement);
}

static int check_triggers(check *c) {
    char *sql = sqlite3_mprintf("SELECT count(*) FROM \"%w\".sqlite_master WHERE type = 'trigger' "
                                "AND lower(name) IN (lower('%q_insert'), lower('%q_update'), "
                                "lower('%q_delete'))",
                                c->schema, c->name, c->name, c->name);
    sqlite3_stmt *statement = NULL;
    if (sql == NULL)
        return SQLITE_NOMEM;
    int rc = sqlite3_prepare_v2(c->db, sql, -1, &statement, NULL);
    sqlite3_free(sql);
    if (rc == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW &&
        sqlite3_column_int(statement, 0) != 3) {
        begin_problem(c);
        sqlite3_str_appendf(c->report, "a trigger that counts the edits of %w_walls is missing",
                            c->name);
    }
    const int ended = sqlite3_finalize(statement);
    return rc != SQLITE_OK ? rc : ended;
}

int carom_table_check(sqlite3 *db, const char *schema, const char *name, char **problems) {
    check c = {db, schema, name, sqlite3_str_new(NULL), 0, false};
    sqlite3_int64 count;
    int rc = check_walls(&c);
    if (rc == SQLITE_OK)
        rc = check_edits(&c, &count);
    if (rc == SQLITE_OK)
        rc = check_commits(&c, count);
    if (rc == SQLITE_OK)
        rc = check_triggers(&c);
    if (rc == SQLITE_OK)
        rc = c.out_of_memory ? SQLITE_NOMEM : sqlite3_str_errcode(c.report);
    *problems = sqlite3_str_finish(c.report);
    if (rc == SQLITE_OK)
        return SQLITE_OK;
    sqlite3_free(*problems);
    *problems = NULL;
    return rc;
}

/// carom_check([schema,] table): 'ok', or a line for each problem.
static void check_function(sqlite3_context *context, int count, sqlite3_value **values) {
    sqlite3 *db = sqlite3_context_db_handle(context);
    const char *schema = count == 2 ? (const char *)sqlite3_value_text(values[0]) : "main";
    const char *name = (const char *)sqlite3_value_text(values[count - 1]);
    if (schema == NULL || name == NULL)
        return;
    char *problems;
    const int rc = carom_table_check(db, schema, name, &problems);
    if (rc == SQLITE_NOMEM)
        sqlite3_result_error_nomem(context);
    else if (rc != SQLITE_OK)
        sqlite3_result_error(context, sqlite3_errmsg(db), -1);
    else if (problems == NULL)
        sqlite3_result_text(context, "ok", -1, SQLITE_STATIC);
    else
        sqlite3_result_text(context, problems, -1, SQLITE_TRANSIENT);
    sqlite3_free(problems);
}

int carom_check_functions_create(sqlite3 *db) {
    int rc = SQLITE_OK;
    for (int n = 1; n <= 2 && rc == SQLITE_OK; n++) {
        rc = sqlite3_create_function_v2(db, "carom_check", n, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL,
                                        check_function, NULL, NULL, NULL);
    }
    return rc;
}
