// Text from outside, made fit for a message or a picture: nothing unprintable, nothing endless.
// Layer: cli.
#ifndef CAROM_CLI_CSV_TEXT_H
#define CAROM_CLI_CSV_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TEXT_QUOTED_SIZE = 200 };

/// What may stand around a field without belonging to it. A CR counts: it ends lines of CRLF.
static inline bool text_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Bytes of the printable character (ASCII or UTF-8) at the start of `text`; 0 if the first byte
/// starts none: control characters, noncharacters, broken or overlong UTF-8, or `length` 0.
size_t text_character(const char *text, size_t length);

/// Writes `text` in double quotes into `out`, unprintable bytes as \xNN, cut with "..." after about
/// forty characters. Always ends with NUL; `size` must be at least 16.
void text_quote(char *out, size_t size, const char *text, size_t length);

/// A text as text_quote writes it, by value: for one use in a message, text_quoted_of(...).at.
typedef struct text_quoted {
    char at[TEXT_QUOTED_SIZE];
} text_quoted;
text_quoted text_quoted_of(const char *text, size_t length);

/// Copies `text` into `out` for drawing: unprintable bytes become '?', more than `limit` characters
/// end in an ellipsis. Always ends with NUL and is valid UTF-8; `size` must be at least 8.
void text_clean(char *out, size_t size, size_t limit, const char *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
