// Numbers as text without loss: read exactly, written as the shortest text that reads back.
// Room: cli.
#ifndef CAROM_CLI_CSV_NUMBER_H
#define CAROM_CLI_CSV_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The room for any double that number_write writes.
#define NUMBER_SIZE 32

/// The reason why a text is not a number.
typedef enum number_status {
    NUMBER_OK = 0,
    /// The text is empty or only blanks.
    NUMBER_EMPTY,
    /// The text is not one decimal number or C hex float.
    NUMBER_NO_NUMBER,
    /// The text is NaN, an infinity or too large for a double.
    NUMBER_NOT_FINITE
} number_status;

/// Writes the fewest digits that read back to the same double and returns the length. Writes no
/// NUL. Magnitudes from 1e-5 to below 1e15 have no exponent; others look like 1.5e+300. The sign of
/// zero is kept. Infinities and NaN are "inf", "-inf" and "nan".
size_t number_write(char out[NUMBER_SIZE], double value);

/// Reads a whole text as a finite double, correctly rounded. Blanks (space, tab, CR) around it are
/// allowed. A number that underflows becomes the nearest double. text[length] must be readable and
/// must not continue a number: a comma, blank, newline or NUL. `value` is set only on NUMBER_OK.
number_status number_read(const char *text, size_t length, double *value);

/// Returns whether the text that number_read read as `value` is a number below 0. This includes
/// text that underflowed to -0, such as -1e-400.
bool number_is_negative(const char *text, size_t length, double value);

/// The reason in words: "empty", "not a number", ...
const char *number_complaint(number_status status);

#ifdef __cplusplus
}
#endif

#endif
