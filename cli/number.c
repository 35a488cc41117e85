// Reading numbers: plain decimals by std::from_chars (number.cpp), everything else by strtod, which
// knows hex floats, a leading plus and what to do at the ends of the range.
// The tool never calls setlocale, so strtod reads the C locale's numbers. Layer: cli.
#include "number.h"

#include <math.h>
#include <stdlib.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

number_status number_read(const char *text, size_t length, double *value) {
    while (length > 0 && is_blank(text[0])) {
        text++;
        length--;
    }
    while (length > 0 && is_blank(text[length - 1])) {
        length--;
    }
    if (length == 0) {
        return NUMBER_EMPTY;
    }
    double read = 0.0;
    const char *end = text;
    if (!number_read_decimal(text, length, &read, &end) || end != text + length) {
        // strtod would skip more kinds of white space than a blank.
        if ((unsigned char)text[0] < 0x20) {
            return NUMBER_NO_NUMBER;
        }
        char *stop = NULL;
        read = strtod(text, &stop);
        if (stop != text + length) {
            return NUMBER_NO_NUMBER;
        }
    }
    if (!isfinite(read)) {
        return NUMBER_NOT_FINITE;
    }
    *value = read;
    return NUMBER_OK;
}

const char *number_complaint(number_status status) {
    switch (status) {
    case NUMBER_OK:
        break;
    case NUMBER_EMPTY:
        return "empty, expected a number";
    case NUMBER_NO_NUMBER:
        return "not a number";
    case NUMBER_NOT_FINITE:
        return "not a finite number";
    }
    return "a number";
}
