// Prints rows in order while several threads make them.
// Room: cli.
#ifndef CAROM_CLI_ROWS_H
#define CAROM_CLI_ROWS_H

#include "csv/output.h"

/// Makes row i and prints it to `out`: the whole row with its end, or nothing. It can run on any
/// thread and in any order. It can run twice for a row that does not fit a buffer.
typedef void rows_make(void *context, output *out, size_t i);

/// Makes the rows 0 .. count - 1 and prints them to `out` in this order.
void rows_print(output *out, size_t count, rows_make *make, void *context);

#endif
