// What rows are called: their id if they have one, else their number.
// Layer: cli.
#ifndef CAROM_CLI_CSV_NAMES_H
#define CAROM_CLI_CSV_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "csv/table.h"

enum { NAME_NUMBER_SIZE = 24 };

/// A row's number, and where its id lies in the text of all ids; `length` 0 is no id.
struct name {
    size_t row;
    size_t start;
    size_t length;
};

/// Names of rows, by index. Start with all zeros.
typedef struct names {
    /// NULL as long as every name is the number of its place.
    struct name *items;
    size_t count;
    size_t capacity;
    char *text;
    size_t text_used;
    size_t text_capacity;
} names;

/// The name of a row: `id` if it is not empty, else the number, written into `number`.
table_text name_of_row(table_text id, size_t row, char number[NAME_NUMBER_SIZE]);

/// Adds a row's name. False if memory is out; nothing has changed then.
bool names_add(names *list, table_text id, size_t row);

/// The i-th name; `number` is room for it if it is a number. A `list` of NULL gives the number i.
table_text names_get(const names *list, size_t i, char number[NAME_NUMBER_SIZE]);

void names_free(names *list);

#endif
