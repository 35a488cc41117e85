// Reads SQL values: numbers, radii, words; writes the messages about others.
// Room: above sqlite_api.
#include "arguments.h"

#include <math.h>
#include <string.h>

#include <carom/soa.h>

/// An integer as a double. False if no double equals it.
static bool exact_double(sqlite3_int64 integer, double *number) {
    const double limit = 9223372036854775808.0;
    *number = (double)integer;
    return *number < limit && (sqlite3_int64)*number == integer;
}

/// Reads a finite number.
static const char *read_number(sqlite3_value *value, double *number) {
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        if (!exact_double(sqlite3_value_int64(value), number))
            return "an integer that a double holds exactly, such as any from -2^53 to 2^53";
        return NULL;
    case SQLITE_FLOAT:
        *number = sqlite3_value_double(value);
        return isfinite(*number) ? NULL : "a finite number";
    default:
        return "a finite number";
    }
}

/// Reads one of the words that `words` lists, as its place in the list.
static const char *read_word(sqlite3_value *value, const char *const *words, const char *must,
                             double *number) {
    if (sqlite3_value_type(value) != SQLITE_TEXT)
        return must;
    const char *text = (const char *)sqlite3_value_text(value);
    if (text == NULL)
        return must;
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(text, words[i]) == 0) {
            *number = i;
            return NULL;
        }
    }
    return must;
}

const char *carom_value_read(sqlite3_value *value, carom_argument_kind kind, double *number) {
    // In the order of carom_extent and of carom_contact_rule.
    static const char *const extents[] = {"segment", "ray", "line", NULL};
    static const char *const rules[] = {"closed", "open", "ring", NULL};
    if (kind == CAROM_ARGUMENT_EXTENT)
        return read_word(value, extents, "'segment', 'ray' or 'line'", number);
    if (kind == CAROM_ARGUMENT_RULE)
        return read_word(value, rules, "'closed', 'open' or 'ring'", number);
    const char *must = read_number(value, number);
    if (kind == CAROM_ARGUMENT_SIZE && (must != NULL || *number < 0.0))
        return must != NULL ? must : "0 or more";
    const bool rounded = must != NULL && sqlite3_value_type(value) == SQLITE_INTEGER;
    if (kind == CAROM_ARGUMENT_COUNT && !rounded &&
        (must != NULL || *number < 0.0 || floor(*number) != *number))
        return "a whole number, 0 or more";
    if (kind == CAROM_ARGUMENT_FLAG && (must != NULL || (*number != 0.0 && *number != 1.0)))
        return "0 or 1";
    return must;
}

bool carom_value_is_query(sqlite3_value *value) {
    return sqlite3_value_pointer(value, CAROM_QUERY_POINTER) != NULL;
}

char *carom_value_message(const char *where, const char *name, sqlite3_value *value,
                          const char *must) {
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        return sqlite3_mprintf("%s: %s is %lld; it must be %s", where, name,
                               sqlite3_value_int64(value), must);
    case SQLITE_FLOAT:
        return sqlite3_mprintf("%s: %s is %!.17g; it must be %s", where, name,
                               sqlite3_value_double(value), must);
    case SQLITE_TEXT:
        return sqlite3_mprintf("%s: %s is the text %!.60Q; it must be %s", where, name,
                               sqlite3_value_text(value), must);
    case SQLITE_BLOB:
        return sqlite3_mprintf("%s: %s is a blob; it must be %s", where, name, must);
    default:
        return sqlite3_mprintf("%s: %s is %s; it must be %s", where, name,
                               carom_value_is_query(value) ? "a query for MATCH" : "NULL", must);
    }
}

/// Adds what makes a number of a text that spells one, such as .import of the shell stores. Frees
/// `message`, which may be NULL.
static char *hint_at_cast(char *message, sqlite3_value *value, carom_argument_kind kind) {
    const bool is_word = kind == CAROM_ARGUMENT_EXTENT || kind == CAROM_ARGUMENT_RULE;
    if (message == NULL || is_word || sqlite3_value_type(value) != SQLITE_TEXT ||
        sqlite3_value_numeric_type(value) == SQLITE_TEXT)
        return message;
    return sqlite3_mprintf("%z: use CAST(... AS REAL), or columns of type REAL", message);
}

bool carom_arguments_read(sqlite3_context *context, const carom_signature *signature, int count,
                          sqlite3_value **values, double *numbers) {
    for (int i = 0; i < count; i++) {
        if (sqlite3_value_type(values[i]) == SQLITE_NULL && !carom_value_is_query(values[i])) {
            sqlite3_result_null(context);
            return false;
        }
    }
    memset(numbers, 0, sizeof *numbers * CAROM_ARGUMENTS_MAX);
    for (int i = 0; i < count; i++) {
        const carom_argument *argument = &signature->arguments[i];
        const char *must = carom_value_read(values[i], argument->kind, &numbers[i]);
        if (must == NULL)
            continue;
        char *message = carom_value_message(signature->name, argument->name, values[i], must);
        message = hint_at_cast(message, values[i], argument->kind);
        if (message == NULL)
            sqlite3_result_error_nomem(context);
        else
            sqlite3_result_error(context, message, -1);
        sqlite3_free(message);
        return false;
    }
    return true;
}

int carom_function_create(sqlite3 *db, const carom_signature *signature, int flags,
                          const void *data,
                          void (*function)(sqlite3_context *, int, sqlite3_value **)) {
    int rc = SQLITE_OK;
    for (int n = signature->required; n <= signature->count && rc == SQLITE_OK; n++) {
        // SQLite hands the data back as it is; nobody writes to it.
        rc = sqlite3_create_function_v2(db, signature->name, n, SQLITE_UTF8 | flags, (void *)data,
                                        function, NULL, NULL, NULL);
    }
    return rc;
}
