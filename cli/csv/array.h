// An array that grows.
// Room: cli.
#ifndef CAROM_CLI_CSV_ARRAY_H
#define CAROM_CLI_CSV_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/// Makes room for one more item of `size` bytes in an array that grows by doubling. Returns false
/// if out of memory; the array is then unchanged.
bool array_grow(void **items, size_t *capacity, size_t count, size_t size);

/// Appends `more_count` items to an array that grows by doubling. Returns false if out of memory;
/// the array is then unchanged.
bool array_extend(void **items, size_t *capacity, size_t count, size_t size, const void *more,
                  size_t more_count);

/// Appends `length` bytes to a text that grows by doubling. Returns false if out of memory; the
/// text is then unchanged.
bool array_append(char **text, size_t *capacity, size_t *used, const char *bytes, size_t length);

#endif
