// An array that grows by doubling.
// Room: cli.
#include "csv/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

bool array_extend(void **items, size_t *capacity, size_t count, size_t size, const void *more,
                  size_t more_count) {
    if (more_count == 0) {
        return true;
    }
    while (*capacity - count < more_count) {
        if (!array_grow(items, capacity, *capacity, size)) {
            return false;
        }
    }
    memcpy((char *)*items + count * size, more, more_count * size);
    return true;
}

bool array_append(char **text, size_t *capacity, size_t *used, const char *bytes, size_t length) {
    if (length == 0) {
        return true;
    }
    if (*capacity - *used < length) {
        // The bytes are in memory, so this can't overflow before memory is out.
        const size_t wanted = 2 * (*used + length);
        char *grown = realloc(*text, wanted);
        if (grown == NULL) {
            return false;
        }
        *text = grown;
        *capacity = wanted;
    }
    memcpy(*text + *used, bytes, length);
    *used += length;
    return true;
}
