// Golden hashes: a table of hashes by function and class, and its comparison with a text file.
//
// A line of the file is "FUNCTION CLASS HASH". A function is a call or one field of its result; a
// class is a class of cases, a scene or a set of walls. The hash is FNV-1a over the bit patterns of
// all numbers of that field for that class, from the low byte up. Needs only libc, so that it can
// be built for any machine. Room: tests.
#ifndef CAROM_TESTS_GOLDEN_H
#define CAROM_TESTS_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "carom/vec2.h"

enum { GOLDEN_FUNCTIONS_MAX = 64, GOLDEN_CLASSES_MAX = 64, GOLDEN_NAME = 40 };

/// Functions that are asked for the same classes.
typedef struct golden_group {
    /// Names of the functions; the rest is NULL.
    const char *functions[GOLDEN_FUNCTIONS_MAX];
    char classes[GOLDEN_CLASSES_MAX][GOLDEN_NAME];
    int class_count;
    uint64_t hashes[GOLDEN_CLASSES_MAX][GOLDEN_FUNCTIONS_MAX];
    /// The function whose lines this machine neither writes nor compares, or NULL.
    const char *left_out;
} golden_group;

/// Appends a class and returns its hashes, one for each function, in their initial state.
uint64_t *golden_class(golden_group *group, const char *name);

/// Add 64 bits, a number, a point or some bytes to a hash. The bits of a NaN depend on the machine,
/// so all NaNs are hashed alike.
void golden_bits(uint64_t *hash, uint64_t bits);
void golden_number(uint64_t *hash, double x);
void golden_point(uint64_t *hash, carom_vec2 p);
void golden_bytes(uint64_t *hash, const unsigned char *bytes, size_t size);

/// Writes all lines, function by function. The groups end with NULL.
void golden_write(FILE *out, const golden_group *const *groups);

/// Compares with the lines of a file. Prints a line to `out` for each function that moved, with the
/// classes it moved in, and one for each line that stands on one side only. Returns true if nothing
/// was printed.
bool golden_compare(FILE *in, const golden_group *const *groups, FILE *out);

#endif
