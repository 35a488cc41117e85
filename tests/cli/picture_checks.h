// Checks that hold for every picture file. Header only; include cmocka.h first.
#ifndef CAROM_TESTS_CLI_PICTURE_CHECKS_H
#define CAROM_TESTS_CLI_PICTURE_CHECKS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "scratch.h"

/// Fails if a number is NaN, infinite, or far outside the paper.
static inline void check_svg(const char *name, double limit) {
    size_t length = 0;
    char *text = scratch_read(name, &length);
    assert_non_null(text);
    assert_memory_equal(text, "<?xml", 5);
    assert_non_null(strstr(text, "</svg>"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    for (const char *c = text; *c != '\0'; c++) {
        bool starts = (*c == '-' || (*c >= '0' && *c <= '9')) && c > text &&
                      (c[-1] == ' ' || c[-1] == '"' || c[-1] == ',');
        if (starts) {
            char *end = NULL;
            double x = strtod(c, &end);
            if (!(fabs(x) <= limit)) {
                fail_msg("a coordinate of %.*s", (int)(end - c), c);
            }
            c = end - 1;
        }
    }
    free(text);
}

static inline uint32_t big_endian(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/// Checks the signature, the width, a plausible height, and the end chunk.
static inline void check_png(const char *name, uint32_t width) {
    size_t length = 0;
    char *data = scratch_read(name, &length);
    assert_non_null(data);
    assert_true(length > 64);
    assert_memory_equal(data, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    assert_int_equal(big_endian(data + 16), width);
    assert_in_range(big_endian(data + 20), width / 4, 2 * width);
    assert_memory_equal(data + length - 8, "IEND", 4);
    free(data);
}

static inline void check_pdf(const char *name) {
    size_t length = 0;
    char *data = scratch_read(name, &length);
    assert_non_null(data);
    assert_memory_equal(data, "%PDF-1.", 7);
    assert_memory_equal(data + length - 6, "%%EOF\n", 6);
    free(data);
}

#endif
