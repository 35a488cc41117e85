// Numbers as text, without loss: read exactly, written as the shortest text that reads back.
// Layer: cli.
#ifndef CAROM_CLI_NUMBER_H
#define CAROM_CLI_NUMBER_H

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

/// Writes the shortest text that reads back to the same double; returns its length. No NUL. The
/// sign of zero is kept; infinities and NaN are "inf", "-inf", "nan".
size_t number_write(char out[NUMBER_SIZE], double value);

/// Reads a whole text as a finite double, correctly rounded; blanks (space, tab, CR) around it are
/// allowed, and what underflows becomes the nearest double. text[length] must be readable and must
/// not continue a number: a comma, blank, newline or NUL. `value` is set only on NUMBER_OK.
number_status number_read(const char *text, size_t length, double *value);

/// The fast half of number_read: true if the text starts with a plain decimal number within the
/// range of double; `end` is set behind it.
bool number_read_decimal(const char *text, size_t length, double *value, const char **end);

/// Why in words: "not a number", ...
const char *number_complaint(number_status status);

#ifdef __cplusplus
}
#endif

#endif
