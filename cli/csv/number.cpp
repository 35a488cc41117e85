// Numbers as text by the standard C++ library. <charconv> is correctly rounded, independent of the
// locale and several times faster than strtod and printf. C has no function for the shortest form.
// strtod reads the other forms: hex floats, a leading plus and numbers at the ends of the range.
// The tool never calls setlocale, so strtod uses the C locale.
// Layer: cli.
#include "csv/number.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "csv/text.h"

/// Returns whether the form without an exponent is easier to read.
static bool is_plain(double value) {
    const double size = std::fabs(value);
    return value == 0.0 || (size >= 1e-5 && size < 1e15);
}

// ---- shortest text without an exponent ----
//
// Most numbers are between 1e-5 and 1e15. There all steps are exact in 128 bits, and three times as
// fast as std::to_chars. The method is that of Schubfach (R. Giulietti, 2020): if 10^k is the
// largest power of ten not above the distance to the next double, the numbers that read back
// include at most one multiple of 10^(k + 1), and at least one multiple of 10^k.

#ifdef __SIZEOF_INT128__

__extension__ using uint128 = unsigned __int128;

/// The number digits * 10^exponent.
struct decimal {
    std::uint64_t digits;
    int exponent;
};

/// Removes zeros at the end.
static decimal without_zeros(decimal d) {
    std::uint64_t power = 100000000;
    for (int count = 8; count > 0; count /= 2) {
        while (d.digits % power == 0) {
            d.digits /= power;
            d.exponent += count;
        }
        power = count == 8 ? 10000 : count == 4 ? 100 : 10;
    }
    return d;
}

/// Returns the shortest decimal that reads back to a value from 1e-5 to below 1e15, and of several
/// the nearest.
static decimal shortest_of(double value) {
    static constexpr std::uint64_t powers_of_5[] = {UINT64_C(1),
                                                    UINT64_C(5),
                                                    UINT64_C(25),
                                                    UINT64_C(125),
                                                    UINT64_C(625),
                                                    UINT64_C(3125),
                                                    UINT64_C(15625),
                                                    UINT64_C(78125),
                                                    UINT64_C(390625),
                                                    UINT64_C(1953125),
                                                    UINT64_C(9765625),
                                                    UINT64_C(48828125),
                                                    UINT64_C(244140625),
                                                    UINT64_C(1220703125),
                                                    UINT64_C(6103515625),
                                                    UINT64_C(30517578125),
                                                    UINT64_C(152587890625),
                                                    UINT64_C(762939453125),
                                                    UINT64_C(3814697265625),
                                                    UINT64_C(19073486328125),
                                                    UINT64_C(95367431640625),
                                                    UINT64_C(476837158203125),
                                                    UINT64_C(2384185791015625)};
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    const std::uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    const int q = static_cast<int>(bits >> 52) - 1075;
    // The value is c 2^q. Below a power of two the doubles are half as far apart.
    const std::uint64_t c = fraction | UINT64_C(1) << 52;
    const bool is_power = fraction == 0;
    // log10(2) = 1262611 / 2^22 and log10(4 / 3) = 524031 / 2^22, close enough for these q. Then
    // 1 <= -k <= 22.
    const int k = (q * 1262611 - (is_power ? 524031 : 0)) >> 22;
    // The value, in units of 10^k / 2^shift, is middle = digits * 2^shift + rest. The shift is 4 to
    // 52, so the distances to the ends of the numbers that round to the value fit in 64 bits.
    const std::uint64_t factor = powers_of_5[-k];
    const int shift = 2 - q + k;
    const uint128 middle = static_cast<uint128>(4 * c) * factor;
    const auto digits = static_cast<std::uint64_t>(middle >> 64) << (64 - shift) |
                        static_cast<std::uint64_t>(middle) >> shift;
    const std::uint64_t one = UINT64_C(1) << shift;
    const std::uint64_t rest = static_cast<std::uint64_t>(middle) & (one - 1);
    // The ends read back if c is even.
    const std::uint64_t below = (is_power ? factor : 2 * factor) - c % 2;
    const std::uint64_t above = 2 * factor - c % 2;
    const std::uint64_t tens = digits / 10;
    const std::uint64_t ones = digits % 10;
    const bool tens_fit = ones * one + rest <= below;
    if (tens_fit || (10 - ones) * one - rest <= above) {
        return without_zeros({tens + (tens_fit ? 0 : 1), k + 1});
    }
    const bool fits = rest <= below;
    const bool next_fits = one - rest <= above;
    const bool is_nearer = 2 * rest > one || (2 * rest == one && digits % 2 != 0);
    return {digits + (next_fits && (is_nearer || !fits) ? 1 : 0), k};
}

/// Writes 8 digits, with zeros in front.
static void write_8_digits(char *out, std::uint32_t number) {
    static constexpr char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
        "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
        "8081828384858687888990919293949596979899";
    const std::uint32_t high = number / 10000;
    const std::uint32_t low = number % 10000;
    std::memcpy(out, &pairs[std::size_t{2} * (high / 100)], 2);
    std::memcpy(out + 2, &pairs[std::size_t{2} * (high % 100)], 2);
    std::memcpy(out + 4, &pairs[std::size_t{2} * (low / 100)], 2);
    std::memcpy(out + 6, &pairs[std::size_t{2} * (low % 100)], 2);
}

/// Writes a value from 1e-5 to below 1e15. Copies 16 bytes at a time, also behind the number.
static char *write_plain(char *out, double value) {
    const decimal d = shortest_of(value);
    // 24 digits, of which up to 17 follow zeros.
    char text[40] = "";
    constexpr std::uint64_t part = 100000000;
    write_8_digits(text, static_cast<std::uint32_t>(d.digits / part / part));
    write_8_digits(text + 8, static_cast<std::uint32_t>(d.digits / part % part));
    write_8_digits(text + 16, static_cast<std::uint32_t>(d.digits % part));
    const char *first = text + (d.digits >= part * part ? 7 : d.digits >= part ? 8 : 16);
    while (*first == '0') {
        first++;
    }
    const int length = static_cast<int>(text + 24 - first);
    const int whole = length + d.exponent;
    if (d.exponent >= 0) {
        std::memcpy(out, first, 16);
        std::memset(out + length, '0', 14);
        return out + whole;
    }
    if (whole > 0) {
        std::memcpy(out, first, 16);
        out[whole] = '.';
        std::memcpy(out + whole + 1, first + whole, 16);
        return out + length + 1;
    }
    std::memset(out, '0', 6);
    out[1] = '.';
    std::memcpy(out + 2 - whole, first, 17);
    return out + 2 - whole + length;
}

#endif

size_t number_write(char out[NUMBER_SIZE], double value) {
    // The sign of a computed NaN differs between machines.
    value = std::isnan(value) ? std::fabs(value) : value;
#ifdef __SIZEOF_INT128__
    if (is_plain(value) && value != 0.0) {
        char *at = out;
        if (value < 0.0) {
            *at++ = '-';
        }
        return static_cast<size_t>(write_plain(at, std::fabs(value)) - out);
    }
#endif
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
        return "empty, expected a number";
    case NUMBER_NO_NUMBER:
        return "not a number";
    case NUMBER_NOT_FINITE:
        return "not a finite number";
    }
    return "a number";
}
