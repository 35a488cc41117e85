// How many digits the text of a number has; what its test and its fuzz target measure the shortest
// form by. Layer: tests.
#ifndef CAROM_TESTS_CLI_DIGITS_H
#define CAROM_TESTS_CLI_DIGITS_H

#include <stddef.h>

// The digits from the first that is not 0 to the last that is not 0, of the text before any
// exponent.
static inline size_t significant_digits(const char *text) {
    size_t digits = 0;
    size_t zeros = 0;
    for (const char *c = text; *c != '\0' && *c != 'e'; c++) {
        if (*c == '0' && digits > 0) {
            zeros++;
        } else if (*c >= '1' && *c <= '9') {
            digits += zeros + 1;
            zeros = 0;
        }
    }
    return digits;
}

#endif
