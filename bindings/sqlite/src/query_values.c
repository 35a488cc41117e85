// The functions that make query values for MATCH.
// Room: above arguments.
#include "query_values.h"

#include <stdint.h>
#include <string.h>

#include "arguments.h"
#include "functions.h"

/// A function that makes queries of one kind.
typedef struct query_function {
    carom_signature signature;
    carom_query_kind kind;
} query_function;

const carom_query *carom_query_of(sqlite3_value *value) {
    return sqlite3_value_pointer(value, CAROM_QUERY_POINTER);
}

/// The query with these arguments, of which the first `count` were given.
static carom_query query_of(carom_query_kind kind, const double *n, int count) {
    carom_query q;
    memset(&q, 0, sizeof q);
    q.kind = kind;
    if (kind == CAROM_QUERY_IN_BOX) {
        q.box.min = carom_vec2_make(n[0], n[1]);
        q.box.max = carom_vec2_make(n[2], n[3]);
        return q;
    }
    if (kind == CAROM_QUERY_NEAR_WALL) {
        q.gap = n[0];
        q.wall = carom_wall_of_arguments(n + 1);
        return q;
    }
    q.circle = carom_circle_of_arguments(n);
    if (kind == CAROM_QUERY_TOUCHING) {
        q.rule = (carom_contact_rule)n[3];
    } else if (kind == CAROM_QUERY_NEAR || kind == CAROM_QUERY_AREAS) {
        q.gap = n[3];
    } else if (kind == CAROM_QUERY_NEAREST || kind == CAROM_QUERY_NEAREST_AREAS) {
        q.k = count < 4 ? 1 : n[3] < (double)UINT32_MAX ? (size_t)n[3] : UINT32_MAX;
    } else {
        q.move = carom_vec2_make(n[3], n[4]);
        q.hits_only = n[5] != 0.0;
    }
    return q;
}

/// True if an argument is NULL.
static bool any_null(int count, sqlite3_value **values) {
    for (int i = 0; i < count; i++) {
        if (sqlite3_value_type(values[i]) == SQLITE_NULL && !carom_value_is_query(values[i]))
            return true;
    }
    return false;
}

static void make_query(sqlite3_context *context, int count, sqlite3_value **values) {
    const query_function *function = sqlite3_user_data(context);
    double n[CAROM_ARGUMENTS_MAX] = {0};
    const bool nothing = any_null(count, values);
    if (!nothing && !carom_arguments_read(context, &function->signature, count, values, n))
        return;
    const carom_query_kind kind = nothing ? CAROM_QUERY_NOTHING : function->kind;
    const carom_query made = query_of(kind, n, count);
    if (made.box.min.x > made.box.max.x || made.box.min.y > made.box.max.y) {
        sqlite3_result_error(context,
                             "carom_in_box: the first corner must be the lower left one, the "
                             "second the upper right one: x0 <= x1 and y0 <= y1",
                             -1);
        return;
    }
    carom_query *query = sqlite3_malloc64(sizeof *query);
    if (query == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    *query = made;
    sqlite3_result_pointer(context, query, CAROM_QUERY_POINTER, sqlite3_free);
}

int carom_query_functions_create(sqlite3 *db) {
    static const query_function functions[] = {
        {{"carom_touching", 3, 4, {CAROM_CIRCLE_ARGUMENTS, {"rule", CAROM_ARGUMENT_RULE}}},
         CAROM_QUERY_TOUCHING},
        {{"carom_near", 4, 4, {CAROM_CIRCLE_ARGUMENTS, {"gap", CAROM_ARGUMENT_SIZE}}},
         CAROM_QUERY_NEAR},
        {{"carom_near_wall", 5, 7, {{"gap", CAROM_ARGUMENT_SIZE}, CAROM_WALL_ARGUMENTS}},
         CAROM_QUERY_NEAR_WALL},
        {{"carom_nearest", 3, 4, {CAROM_CIRCLE_ARGUMENTS, {"k", CAROM_ARGUMENT_COUNT}}},
         CAROM_QUERY_NEAREST},
        {{"carom_first",
          5,
          6,
          {CAROM_CIRCLE_ARGUMENTS,
           {"vx", CAROM_ARGUMENT_NUMBER},
           {"vy", CAROM_ARGUMENT_NUMBER},
           {"hits_only", CAROM_ARGUMENT_FLAG}}},
         CAROM_QUERY_FIRST},
        {{"carom_in_box",
          4,
          4,
          {{"x0", CAROM_ARGUMENT_NUMBER},
           {"y0", CAROM_ARGUMENT_NUMBER},
           {"x1", CAROM_ARGUMENT_NUMBER},
           {"y1", CAROM_ARGUMENT_NUMBER}}},
         CAROM_QUERY_IN_BOX},
        {{"carom_areas", 2, 4, {CAROM_CIRCLE_ARGUMENTS, {"gap", CAROM_ARGUMENT_SIZE}}},
         CAROM_QUERY_AREAS},
        {{"carom_nearest_areas", 3, 4, {CAROM_CIRCLE_ARGUMENTS, {"k", CAROM_ARGUMENT_COUNT}}},
         CAROM_QUERY_NEAREST_AREAS},
    };
    int rc = SQLITE_OK;
    for (size_t i = 0; i < sizeof functions / sizeof *functions && rc == SQLITE_OK; i++) {
        rc = carom_function_create(db, &functions[i].signature, SQLITE_INNOCUOUS, &functions[i],
                                   make_query);
    }
    return rc;
}
