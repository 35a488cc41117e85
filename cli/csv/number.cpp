// Numbers as text by the standard C++ library: <charconv> is correctly rounded, locale-free and
// several times faster than strtod and printf, and C has nothing like its shortest form.
// The only C++ file of the tool; see number.h. Layer: cli.
#include "number.h"

#include <charconv>
#include <system_error>

size_t number_write(char out[NUMBER_SIZE], double value) {
    // The longest double is 24 characters, so this can't fail.
    return static_cast<size_t>(std::to_chars(out, out + NUMBER_SIZE, value).ptr - out);
}

bool number_read_decimal(const char *text, size_t length, double *value, const char **end) {
    std::from_chars_result result = std::from_chars(text, text + length, *value);
    *end = result.ptr;
    return result.ec == std::errc();
}
