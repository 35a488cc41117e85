// Numbers as text by the standard C++ library. <charconv> is correctly rounded, independent of the
// locale and several times faster than strtod and printf. C has no function for the shortest form.
// strtod reads the other forms: hex floats, a leading plus and numbers at the ends of the range.
// The tool never calls setlocale, so strtod uses the C locale.
// Room: cli.
#include "csv/number.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "csv/text.h"

/// Returns whether the form without an exponent is easier to read.
static bool is_plain(double value) {
    const double size = std::fabs(value);
    return value == 0.0 || (size >= 1e-5 && size < 1e15);
}

size_t number_write(char out[NUMBER_SIZE], double value) {
    // The sign of a computed NaN differs between machines.
    value = std::isnan(value) ? std::fabs(value) : value;
    // The longest double has 24 characters in both forms, so this cannot fail.
    const auto format = is_plain(value) ? std::chars_format::fixed : std::chars_format::scientific;
    return static_cast<size_t>(std::to_chars(out, out + NUMBER_SIZE, value, format).ptr - out);
}

/// Returns true if the whole text is a plain decimal number in the range of double.
static bool read_decimal(const char *text, size_t length, double *value) {
    const std::from_chars_result result = std::from_chars(text, text + length, *value);
    return result.ec == std::errc() && result.ptr == text + length;
}

number_status number_read(const char *text, size_t length, double *value) {
    while (length > 0 && text_is_blank(text[0])) {
        text++;
        length--;
    }
    while (length > 0 && text_is_blank(text[length - 1])) {
        length--;
    }
    if (length == 0) {
        return NUMBER_EMPTY;
    }
    double read = 0.0;
    if (!read_decimal(text, length, &read)) {
        // strtod would skip other white space than blanks too.
        if (static_cast<unsigned char>(text[0]) < 0x20) {
            return NUMBER_NO_NUMBER;
        }
        char *stop = nullptr;
        read = std::strtod(text, &stop);
        if (stop != text + length) {
            return NUMBER_NO_NUMBER;
        }
    }
    if (!std::isfinite(read)) {
        return NUMBER_NOT_FINITE;
    }
    *value = read;
    return NUMBER_OK;
}

bool number_is_negative(const char *text, size_t length, double value) {
    if (value != 0.0 || !std::signbit(value)) {
        return value < 0.0;
    }
    // Look for a nonzero digit in front of the exponent. In a hex float, e is a digit.
    char exponent = 'e';
    for (size_t i = 0; i < length; i++) {
        const char c = static_cast<char>(text[i] | 0x20); // lower case
        if (c == 'x') {
            exponent = 'p';
        } else if (c == exponent) {
            return false;
        } else if ((c >= '1' && c <= '9') || (c >= 'a' && c <= 'f')) {
            return true;
        }
    }
    return false;
}

const char *number_complaint(number_status status) {
    switch (status) {
    case NUMBER_OK:
        break;
    case NUMBER_EMPTY:
        return "empty";
    case NUMBER_NO_NUMBER:
        return "not a number";
    case NUMBER_NOT_FINITE:
        return "not a finite number";
    }
    return "a number";
}
