// Prepares outside text for messages and pictures: printable and of limited length.
// Room: cli.
#ifndef CAROM_CLI_CSV_TEXT_H
#define CAROM_CLI_CSV_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TEXT_QUOTED_SIZE = 200 };

/// Blanks, which can be around a field without belonging to it. CR is one because it ends CRLF
/// lines.
static inline bool text_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Returns the number of bytes of the printable character (ASCII or UTF-8) at the start of `text`.
/// Returns 0 for control characters, noncharacters, invalid UTF-8 or an empty text.
size_t text_character(const char *text, size_t length);

/// Writes `text` in double quotes into `out`. Unprintable bytes become \xNN. A text of more than
/// about forty characters is cut and ends in "...". Always writes a NUL; `size` must be at least
/// 16.
void text_quote(char *out, size_t size, const char *text, size_t length);

/// Returns a text as text_quote writes it, by value: for one use in a message,
/// text_quoted_of(...).at.
typedef struct text_quoted {
    char at[TEXT_QUOTED_SIZE];
} text_quoted;
text_quoted text_quoted_of(const char *text, size_t length);

/// Copies `text` into `out` for drawing. Unprintable bytes become '?'. A text of more than `limit`
/// characters is cut and ends in an ellipsis. The result is valid UTF-8 with a NUL; `size` must be
/// at least 8.
void text_clean(char *out, size_t size, size_t limit, const char *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
