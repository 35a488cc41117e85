// The arguments of CREATE VIRTUAL TABLE ... USING carom(...): the columns that the user adds, and
// which of them names areas.
// Room: above sqlite_api.
#ifndef CAROM_SQLITE_DECLARATION_H
#define CAROM_SQLITE_DECLARATION_H

#include <stdbool.h>

#include "sqlite_api.h"

/// The added columns as SQL. The texts are NULL if there are none.
typedef struct carom_declaration {
    int count;
    /// Names and types, each after ", ": for CREATE TABLE.
    char *columns;
    /// Quoted names, each after ", ".
    char *names;
    /// The quoted name of the column that names areas. NULL if none does.
    char *area;
} carom_declaration;

/// Reads arguments such as "+name TEXT" and "area=name". On failure returns a code of SQLite and
/// sets `*error` to a message, to be released with sqlite3_free. Release the declaration in both
/// cases.
int carom_declaration_read(carom_declaration *declaration, int count, const char *const *arguments,
                           char **error);

/// True if a table has a column with this name: one that every table has, or one of `added`, which
/// is names of a declaration.
bool carom_declaration_has_column(const char *added, const char *name);

void carom_declaration_release(carom_declaration *declaration);

#endif
