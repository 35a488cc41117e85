// An array that grows by doubling.
// Layer: cli.
#include "csv/array.h"

#include <stdint.h>
#include <stdlib.h>

bool array_grow(void **items, size_t *capacity, size_t count, size_t size) {
    if (count < *capacity) {
        return true;
    }
    size_t wanted = *capacity < 32 ? 64 : 2 * *capacity;
    if (wanted > SIZE_MAX / size) {
        return false;
    }
    void *grown = realloc(*items, wanted * size);
    if (grown == NULL) {
        return false;
    }
    *items = grown;
    *capacity = wanted;
    return true;
}
