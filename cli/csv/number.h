// Numbers as text, without loss: read exactly, written as the shortest text that reads back.
// Layer: cli.
#ifndef CAROM_CLI_CSV_NUMBER_H
#define CAROM_CLI_CSV_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Room for any double as written by number_write.
#define NUMBER_SIZE 32

/// Why a text is no number.
typedef enum number_status {
    NUMBER_OK = 0,
    /// Nothing, or blanks only.
    NUMBER_EMPTY,
    /// Something else than one decimal number or C hex float.
    NUMBER_NO_NUMBER,
    /// NaN, infinity, or too large for a double.
    NUMBER_NOT_FINITE
} number_status;

/// Writes the fewest digits that read back to the same double; returns the length. No NUL. From
/// 1e-5 to below 1e15 in magnitude without an exponent, else as 1.5e+300. The sign of zero is kept;
/// infinities and NaN are "inf", "-inf", "nan".
size_t number_write(char out[NUMBER_SIZE], double value);

/// Reads a whole text as a finite double, correctly rounded; blanks (space, tab, CR) around it are
/// allowed, and what underflows becomes the nearest double. text[length] must be readable and must
/// not continue a number: a comma, blank, newline or NUL. `value` is set only on NUMBER_OK.
number_status number_read(const char *text, size_t length, double *value);

/// Whether a text that number_read has read as `value` says a number below 0: also one that has
/// underflowed to -0, as -1e-400 does.
bool number_is_negative(const char *text, size_t length, double value);

/// Why in words: "not a number", ...
const char *number_complaint(number_status status);

#ifdef __cplusplus
}
#endif

#endif
