// Prepares outside text for messages and pictures.
// Method: one pass over the characters. Every byte that is not part of a printable UTF-8 character
// is escaped. C1 controls are unprintable, because some terminals obey them. Unicode's
// noncharacters are unprintable too, because cairo refuses a picture with one.
// Room: cli.
#include "csv/text.h"

#include <stdint.h>
#include <string.h>

enum { SHOWN_CHARACTERS = 40 };

static bool is_continuation(unsigned char c) {
    return (c & 0xC0) == 0x80;
}

size_t text_character(const char *text, size_t length) {
    const unsigned char *c = (const unsigned char *)text;
    if (length == 0) {
        return 0;
    }
    if (c[0] < 0x80) {
        return c[0] >= 0x20 && c[0] != 0x7F ? 1 : 0;
    }
    size_t bytes = c[0] >= 0xF0 ? 4 : c[0] >= 0xE0 ? 3 : 2;
    if (c[0] < 0xC2 || c[0] > 0xF4 || bytes > length) {
        return 0;
    }
    uint32_t code = c[0] & (0xFFu >> (bytes + 1));
    for (size_t i = 1; i < bytes; i++) {
        if (!is_continuation(c[i])) {
            return 0;
        }
        code = code << 6 | (c[i] & 0x3Fu);
    }
    static const uint32_t least[] = {0, 0, 0xA0, 0x800, 0x10000};
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    bool noncharacter = (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
    return code < least[bytes] || surrogate || noncharacter || code > 0x10FFFF ? 0 : bytes;
}

void text_quote(char *out, size_t size, const char *text, size_t length) {
    static const char digits[] = "0123456789abcdef";
    size_t n = 0;
    size_t i = 0;
    out[n++] = '"';
    // The longest unit is \xNN or four bytes of UTF-8. The end needs `..."` and NUL.
    for (size_t shown = 0; i < length && shown < SHOWN_CHARACTERS && n + 4 + 5 <= size; shown++) {
        size_t bytes = text_character(text + i, length - i);
        if (bytes > 0) {
            memcpy(out + n, text + i, bytes);
            n += bytes;
            i += bytes;
        } else {
            unsigned char c = (unsigned char)text[i++];
            out[n++] = '\\';
            out[n++] = 'x';
            out[n++] = digits[c >> 4];
            out[n++] = digits[c & 15];
        }
    }
    if (i < length) {
        memcpy(out + n, "...", 3);
        n += 3;
    }
    out[n++] = '"';
    out[n] = '\0';
}

text_quoted text_quoted_of(const char *text, size_t length) {
    text_quoted quoted = {.at = ""};
    text_quote(quoted.at, sizeof quoted.at, text, length);
    return quoted;
}

void text_clean(char *out, size_t size, size_t limit, const char *text, size_t length) {
    static const char ellipsis[] = "\xE2\x80\xA6";
    size_t n = 0;
    size_t i = 0;
    for (size_t shown = 0; i < length && shown < limit && n + 4 + sizeof ellipsis <= size;
         shown++) {
        size_t bytes = text_character(text + i, length - i);
        if (bytes > 0) {
            memcpy(out + n, text + i, bytes);
        } else {
            out[n] = '?';
            bytes = 1;
        }
        n += bytes;
        i += bytes;
    }
    if (i < length && n + sizeof ellipsis <= size) {
        memcpy(out + n, ellipsis, sizeof ellipsis - 1);
        n += sizeof ellipsis - 1;
    }
    out[n] = '\0';
}
