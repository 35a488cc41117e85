// Rows made by several threads, and printed in their order.
// Layer: cli.
#ifndef CAROM_CLI_ROWS_H
#define CAROM_CLI_ROWS_H

#include "csv/output.h"

/// Makes row i and prints it to `out`, all of it and its end, or nothing. It may be called from any
/// thread, in any order, and, for a row too long to be held, twice.
typedef void rows_make(void *context, output *out, size_t i);

/// Makes the rows 0 .. count - 1 and prints them to `out` in this order.
void rows_print(output *out, size_t count, rows_make *make, void *context);

#endif
