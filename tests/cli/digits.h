// Counts the digits of a number's text. The test and the fuzz target use it to check that the text
// is the shortest one. Room: tests.
#ifndef CAROM_TESTS_CLI_DIGITS_H
#define CAROM_TESTS_CLI_DIGITS_H

#include <stddef.h>

// The number of digits from the first nonzero one to the last nonzero one, without the exponent.
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
