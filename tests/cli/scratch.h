// Scratch files for the tests of the tool. Header only: each test is one program.
#ifndef CAROM_TESTS_CLI_SCRATCH_H
#define CAROM_TESTS_CLI_SCRATCH_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCRATCH_NAME_SIZE = 128 };

/// A name in the folder for temporary files that no other process uses. Keeps the ending.
static inline void scratch_name(char name[SCRATCH_NAME_SIZE], const char *base) {
    const char *root = getenv("TMPDIR");
    snprintf(name, SCRATCH_NAME_SIZE, "%.60s/carom-%ld-%.40s", root != NULL ? root : "/tmp",
             (long)getpid(), base);
}

/// Makes a file with this content; false if that fails.
static inline int scratch_write(const char *name, const void *data, size_t length) {
    FILE *f = fopen(name, "wb");
    if (f == NULL) {
        return 0;
    }
    size_t n = fwrite(data, 1, length, f);
    return fclose(f) == 0 && n == length;
}

/// The whole file with a NUL after it, or NULL if it cannot be read. The caller frees it.
static inline char *scratch_read(const char *name, size_t *length) {
    FILE *f = fopen(name, "rb");
    if (f == NULL) {
        return NULL;
    }
    size_t capacity = 1 << 16;
    size_t n = 0;
    char *data = malloc(capacity + 1);
    while (data != NULL) {
        n += fread(data + n, 1, capacity - n, f);
        if (n < capacity) {
            break;
        }
        capacity *= 2;
        char *grown = realloc(data, capacity + 1);
        if (grown == NULL) {
            free(data);
        }
        data = grown;
    }
    fclose(f);
    if (data != NULL) {
        data[n] = '\0';
        *length = n;
    }
    return data;
}

#endif
