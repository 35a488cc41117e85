// Reads SQL values: numbers, radii, words. A number that is not exactly a finite double is refused,
// never rounded. Room: above sqlite_api.
#ifndef CAROM_SQLITE_ARGUMENTS_H
#define CAROM_SQLITE_ARGUMENTS_H

#include <stdbool.h>

#include <carom/shapes.h>

#include "sqlite_api.h"

/// What an argument is.
typedef enum carom_argument_kind {
    /// A finite number.
    CAROM_ARGUMENT_NUMBER,
    /// A finite number, 0 or more.
    CAROM_ARGUMENT_SIZE,
    /// A whole number, 0 or more.
    CAROM_ARGUMENT_COUNT,
    /// 0 or 1.
    CAROM_ARGUMENT_FLAG,
    /// 'segment', 'ray' or 'line'; read as its carom_extent.
    CAROM_ARGUMENT_EXTENT,
    /// 'closed', 'open' or 'ring'; read as its carom_contact_rule.
    CAROM_ARGUMENT_RULE
} carom_argument_kind;

/// A name for messages, and the kind.
typedef struct carom_argument {
    const char *name;
    carom_argument_kind kind;
} carom_argument;

/// The arguments of a circle, and those of a wall.
#define CAROM_CIRCLE_ARGUMENTS                                                                     \
    {"x", CAROM_ARGUMENT_NUMBER}, {"y", CAROM_ARGUMENT_NUMBER}, {                                  \
        "r", CAROM_ARGUMENT_SIZE                                                                   \
    }
#define CAROM_WALL_ARGUMENTS                                                                       \
    {"ax", CAROM_ARGUMENT_NUMBER}, {"ay", CAROM_ARGUMENT_NUMBER}, {"bx", CAROM_ARGUMENT_NUMBER},   \
        {"by", CAROM_ARGUMENT_NUMBER}, {"wr", CAROM_ARGUMENT_SIZE}, {                              \
        "extent", CAROM_ARGUMENT_EXTENT                                                            \
    }

/// Those of a second wall.
#define CAROM_OTHER_WALL_ARGUMENTS                                                                 \
    {"cx", CAROM_ARGUMENT_NUMBER}, {"cy", CAROM_ARGUMENT_NUMBER}, {"dx", CAROM_ARGUMENT_NUMBER},   \
        {"dy", CAROM_ARGUMENT_NUMBER}, {"other_wr", CAROM_ARGUMENT_SIZE}, {                        \
        "other_extent", CAROM_ARGUMENT_EXTENT                                                      \
    }

/// The most arguments of a function.
enum { CAROM_ARGUMENTS_MAX = 13 };

/// A function and its arguments. Those from `required` on may be left out; they are then 0.
typedef struct carom_signature {
    const char *name;
    int required;
    int count;
    carom_argument arguments[CAROM_ARGUMENTS_MAX];
} carom_signature;

/// The circle with these arguments.
static inline carom_circle carom_circle_of_arguments(const double *n) {
    return carom_circle_make(carom_vec2_make(n[0], n[1]), n[2]);
}

/// The wall with these arguments.
static inline carom_wall carom_wall_of_arguments(const double *n) {
    return carom_wall_make(carom_vec2_make(n[0], n[1]), carom_vec2_make(n[2], n[3]), n[4],
                           (carom_extent)n[5]);
}

/// Reads a value that is not NULL. Returns NULL if it is of the kind, else what it must be: static
/// text that completes "it must be ".
const char *carom_value_read(sqlite3_value *value, carom_argument_kind kind, double *number);

/// The type of the pointers to queries; see query_values.h.
#define CAROM_QUERY_POINTER "carom_query"

/// True if a value is a query. SQLite says of its type that it is NULL.
bool carom_value_is_query(sqlite3_value *value);

/// "WHERE: NAME is VALUE; it must be MUST", to be released with sqlite3_free. NULL if out of
/// memory.
char *carom_value_message(const char *where, const char *name, sqlite3_value *value,
                          const char *must);

/// Reads the arguments of a call. Returns false if the call has its result already: NULL because an
/// argument is NULL, or an error.
bool carom_arguments_read(sqlite3_context *context, const carom_signature *signature, int count,
                          sqlite3_value **values, double *numbers);

/// A function that registers a signature for each permitted number of arguments. `data` is handed
/// to the function. Returns a code of SQLite.
int carom_function_create(sqlite3 *db, const carom_signature *signature, int flags,
                          const void *data,
                          void (*function)(sqlite3_context *, int, sqlite3_value **));

#endif
