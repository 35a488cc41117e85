// Text from outside, made fit for a message or a picture: nothing unprintable, nothing endless.
// Layer: cli.
#ifndef CAROM_CLI_TEXT_H
#define CAROM_CLI_TEXT_H

#include <stddef.h>

/// Bytes of the printable character (ASCII or UTF-8) at the start of `text`; 0 if the first byte
/// starts none: control characters, broken or overlong UTF-8, or `length` 0.
size_t text_character(const char *text, size_t length);

/// Writes `text` in double quotes into `out`, unprintable bytes as \xNN, cut with "..." after about
/// forty characters. Always ends with NUL; `size` must be at least 16.
void text_quote(char *out, size_t size, const char *text, size_t length);

/// Copies `text` into `out` for drawing: unprintable bytes become '?', more than `limit` characters
/// end in an ellipsis. Always ends with NUL and is valid UTF-8; `size` must be at least 8.
void text_clean(char *out, size_t size, size_t limit, const char *text, size_t length);

#endif
