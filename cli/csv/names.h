// The names of rows: the id of a row, or else its number.
// Room: cli.
#ifndef CAROM_CLI_CSV_NAMES_H
#define CAROM_CLI_CSV_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "csv/table.h"

enum { NAME_NUMBER_SIZE = 24 };

/// The number of a row, and the position of its id in the text of all ids. `length` 0 means no id.
struct name {
    size_t row;
    size_t start;
    size_t length;
};

/// Names of rows, by index. Start with all zeros.
typedef struct names {
    /// NULL while every name is the number of its row.
    struct name *items;
    size_t count;
    size_t capacity;
    char *text;
    size_t text_used;
    size_t text_capacity;
} names;

/// Returns the name of a row: `id` if it is not empty, else the number, written into `number`.
table_text name_of_row(table_text id, size_t row, char number[NAME_NUMBER_SIZE]);

/// Adds the name of a row. Returns false if out of memory; nothing has changed then.
bool names_add(names *list, table_text id, size_t row);

/// Adds the names of consecutive rows, of which the first has the number `first_row`. Returns false
/// if out of memory.
bool names_append(names *list, const names *more, size_t first_row);

/// Returns the id of the i-th row; an empty text if there is none.
table_text names_id(const names *list, size_t i);

/// Returns the i-th name. A name that is a number is written into `number`. With a `list` of NULL
/// the name is the number i.
table_text names_get(const names *list, size_t i, char number[NAME_NUMBER_SIZE]);

void names_free(names *list);

#endif
