// Chooses the plan of a query: a query value, a row by its id, or a scan.
// Room: above table.
#include "plan.h"

#include "table.h"

/// Costs, in about the time of a row of a scan. That of a query value is the least: only its plan
/// answers a MATCH, and id = 1 OR id = 2 beside it must not lead to two rows by their ids.
static const double cost_of_match = 4.0;
static const double cost_of_id = 5.0;
/// More than several query values cost, so that SQLite prefers those: a scan cannot answer a MATCH
/// within an OR.
static const double least_cost_of_scan = 10000.0;
/// More than any plan that can be carried out.
static const double cost_of_failure = 1e50;

/// The constraints that the plans can use: their numbers, or -1.
typedef struct constraints {
    int match;
    int id;
    int from;
    int to;
    /// There is a MATCH, but its value is not known with the tables in this order.
    bool match_unusable;
    /// The column named as the table is compared, or there are two queries.
    bool misplaced;
} constraints;

/// True if a constraint on a column that takes queries asks for a query, rather than compares. An
/// equality does not: it can be a part of (id, w) IN (...), and SQLite loses the queries of a list,
/// so that it would find nothing. But the form FROM w(query) arrives as one.
static bool asks_query(const carom_table *table, const sqlite3_index_info *info, int constraint) {
    const int op = info->aConstraint[constraint].op;
    return op == SQLITE_INDEX_CONSTRAINT_MATCH ||
           (op == SQLITE_INDEX_CONSTRAINT_EQ &&
            info->aConstraint[constraint].iColumn == carom_table_call_column(table));
}

static constraints constraints_of(const carom_table *table, const sqlite3_index_info *info) {
    constraints c = {-1, -1, -1, -1, false, false};
    for (int i = 0; i < info->nConstraint; i++) {
        const int column = info->aConstraint[i].iColumn;
        const int op = info->aConstraint[i].op;
        const bool usable = info->aConstraint[i].usable != 0;
        if (column == carom_table_call_column(table) || column == carom_table_match_column(table)) {
            c.misplaced = c.misplaced || c.match >= 0 || !asks_query(table, info, i);
            c.match_unusable = c.match_unusable || !usable;
            if (usable && c.match < 0)
                c.match = i;
        } else if (usable && (column == CAROM_COLUMN_ID || column < 0)) {
            if (op == SQLITE_INDEX_CONSTRAINT_EQ)
                c.id = i;
            else if (op == SQLITE_INDEX_CONSTRAINT_GE || op == SQLITE_INDEX_CONSTRAINT_GT)
                c.from = i;
            else if (op == SQLITE_INDEX_CONSTRAINT_LE || op == SQLITE_INDEX_CONSTRAINT_LT)
                c.to = i;
        }
    }
    return c;
}

/// True if a column of the wall or of the answer is read. SQLite uses the last bit for all columns
/// from 63 on.
static bool needs_walls(const carom_table *table, sqlite3_uint64 used) {
    const int first_result = carom_table_match_column(table) + 1;
    const sqlite3_uint64 walls = (UINT64_C(1) << CAROM_COLUMN_ADDED) - 2;
    const sqlite3_uint64 results = ~UINT64_C(0) << (first_result < 63 ? first_result : 63);
    return (used & (walls | results)) != 0;
}

/// CAROM_PLAN_COPIES if all hidden columns are read, else 0. The last bit is as above.
static int copies(const carom_table *table, sqlite3_uint64 used) {
    const int first = carom_table_call_column(table);
    const int last = carom_table_last_column(table);
    const sqlite3_uint64 from = ~UINT64_C(0) << (first < 63 ? first : 63);
    const sqlite3_uint64 to = ~UINT64_C(0) >> (last < 63 ? 63 - last : 0);
    return (~used & from & to) == 0 ? CAROM_PLAN_COPIES : 0;
}

/// Sets the plan of a query value.
static void plan_match(const carom_table *table, sqlite3_index_info *info, int constraint,
                       bool by_id) {
    info->aConstraintUsage[constraint].argvIndex = 1;
    info->aConstraintUsage[constraint].omit = 1;
    info->idxNum = CAROM_PLAN_MATCH | (by_id ? CAROM_PLAN_BY_ID : 0) |
                   (needs_walls(table, info->colUsed) ? CAROM_PLAN_WALLS : 0) |
                   copies(table, info->colUsed);
    info->idxStr = (char *)"match";
    info->estimatedCost = cost_of_match;
    info->estimatedRows = 4;
    info->orderByConsumed = by_id;
}

/// Sets a plan for a query value that is not known yet. SQLite takes it if there is no other one,
/// so that its message is ours and not "no query solution".
static void plan_failure(sqlite3_index_info *info) {
    info->idxNum = CAROM_PLAN_FAILURE;
    info->idxStr = (char *)"failure";
    info->estimatedCost = cost_of_failure;
    info->estimatedRows = 1;
}

/// Sets the plan of a scan.
static void plan_scan(const carom_table *table, sqlite3_index_info *info, const constraints *c,
                      bool sorted, bool descending) {
    double rows = 1048576.0;
    if (table->cache.scene != NULL)
        rows = (double)carom_dynamic_scene_count(table->cache.scene) + 1.0;
    int arguments = 0;
    info->idxNum = (descending ? CAROM_PLAN_DESCENDING : 0) | copies(table, info->colUsed);
    if (c->from >= 0) {
        info->aConstraintUsage[c->from].argvIndex = ++arguments;
        info->idxNum |= CAROM_PLAN_FROM;
        rows /= 4;
    }
    if (c->to >= 0) {
        info->aConstraintUsage[c->to].argvIndex = ++arguments;
        info->idxNum |= CAROM_PLAN_TO;
        rows /= 4;
    }
    info->idxStr = (char *)"scan";
    info->estimatedCost = least_cost_of_scan + rows;
    info->estimatedRows = (sqlite3_int64)rows;
    info->orderByConsumed = sorted;
}

int carom_table_best_index(sqlite3_vtab *base, sqlite3_index_info *info) {
    carom_table *table = (carom_table *)base;
    const constraints c = constraints_of(table, info);
    const bool by_id = info->nOrderBy == 1 && info->aOrderBy[0].iColumn <= CAROM_COLUMN_ID;
    const bool descending = by_id && info->aOrderBy[0].desc != 0;
    if (c.misplaced)
        return carom_table_fail(table, SQLITE_ERROR, carom_table_match_message(table));
    if (c.match_unusable) {
        plan_failure(info);
        return SQLITE_OK;
    }
    if (c.match >= 0) {
        plan_match(table, info, c.match, by_id && !descending);
        return SQLITE_OK;
    }
    if (c.id < 0) {
        plan_scan(table, info, &c, by_id, descending);
        return SQLITE_OK;
    }
    info->aConstraintUsage[c.id].argvIndex = 1;
    info->idxNum = CAROM_PLAN_ID | copies(table, info->colUsed);
    info->idxStr = (char *)"id";
    info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    info->estimatedCost = cost_of_id;
    info->estimatedRows = 1;
    info->orderByConsumed = by_id;
    return SQLITE_OK;
}
