// Fuzzes the tool's numbers. Every double written reads back to the same bits, and no shorter text
// does. A text is accepted if and only if it is a number by the grammar below, and its value is
// that of strtod. Room: fuzz.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv/number.h"
#include "digits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition) ((condition) ? (void)0 : broken(#condition, __LINE__))

_Noreturn static void broken(const char *condition, int line) {
    fprintf(stderr, "fuzz_number.c:%d: broken: %s\n", line, condition);
    abort();
}

static bool same_bits(double x, double y) {
    return memcmp(&x, &y, sizeof x) == 0;
}

// How many digits the shortest %e form that reads back has.
static size_t fewest_digits(double x) {
    char form[64];
    size_t digits = 1;
    for (; digits < 17; digits++) {
        snprintf(form, sizeof form, "%.*e", (int)digits - 1, x);
        if (same_bits(strtod(form, NULL), x))
            break;
    }
    return digits;
}

static void check_double(double x) {
    char form[NUMBER_SIZE + 1];
    const size_t n = number_write(form, x);
    CHECK(n > 0 && n < NUMBER_SIZE);
    form[n] = '\0';
    double back = 0.5;
    const number_status status = number_read(form, n, &back);
    if (!isfinite(x)) {
        CHECK(status == NUMBER_NOT_FINITE && back == 0.5);
        CHECK(strcmp(form, isnan(x) ? "nan" : x > 0.0 ? "inf" : "-inf") == 0);
        return;
    }
    CHECK(status == NUMBER_OK && same_bits(back, x));
    CHECK(significant_digits(form) <= fewest_digits(x));
    const bool plain = x == 0.0 || (fabs(x) >= 1e-5 && fabs(x) < 1e15);
    CHECK(plain == (strchr(form, 'e') == NULL));
}

static const char *digits_end(const char *c, bool hex) {
    while ((*c >= '0' && *c <= '9') ||
           (hex && ((*c >= 'a' && *c <= 'f') || (*c >= 'A' && *c <= 'F'))))
        c++;
    return c;
}

// [+-] digits [. digits] [e [+-] digits], or hexadecimal with 0x and p: as in C.
static bool is_number(const char *c) {
    c += *c == '+' || *c == '-';
    const bool hex = c[0] == '0' && (c[1] == 'x' || c[1] == 'X');
    c += hex ? 2 : 0;
    const char *end = digits_end(c, hex);
    size_t digits = (size_t)(end - c);
    c = end;
    if (*c == '.') {
        end = digits_end(c + 1, hex);
        digits += (size_t)(end - c - 1);
        c = end;
    }
    if (digits == 0)
        return false;
    if (hex ? *c == 'p' || *c == 'P' : *c == 'e' || *c == 'E') {
        c++;
        c += *c == '+' || *c == '-';
        end = digits_end(c, false);
        if (end == c)
            return false;
        c = end;
    }
    return *c == '\0';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void check_text(const char *text, size_t length) {
    double value = 0.5;
    const number_status status = number_read(text, length, &value);
    CHECK(status == NUMBER_OK || value == 0.5);
    CHECK(strlen(number_complaint(status)) > 0);
    while (length > 0 && is_blank(text[0])) {
        text++;
        length--;
    }
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    CHECK((status == NUMBER_EMPTY) == (length == 0));
    if (status == NUMBER_EMPTY)
        return;
    char *copy = malloc(length + 1);
    if (copy == NULL)
        exit(1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    const double expected = strtod(copy, NULL);
    if (strlen(copy) == length && is_number(copy)) {
        CHECK(status == (isfinite(expected) ? NUMBER_OK : NUMBER_NOT_FINITE));
        CHECK(status != NUMBER_OK || same_bits(value, expected));
    } else {
        // Words for infinity and NaN are recognized, so that they can be refused with their own
        // message.
        CHECK(status == NUMBER_NO_NUMBER || (status == NUMBER_NOT_FINITE && !isfinite(expected)));
    }
    if (status == NUMBER_OK)
        check_double(value);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size >= 8) {
        uint64_t bits = 0;
        for (int i = 0; i < 8; i++)
            bits |= (uint64_t)data[i] << (8 * i);
        double x;
        memcpy(&x, &bits, sizeof x);
        check_double(x);
    }
    // A copy of its own, so that the address sanitizer sees every read beyond what is allowed.
    char *text = malloc(size + 1);
    if (text == NULL)
        exit(1);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    check_text(text, size);
    free(text);
    return 0;
}
