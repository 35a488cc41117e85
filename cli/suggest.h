// Did you mean: the known word nearest to one that is not known.
// Layer: cli.
#ifndef CAROM_CLI_SUGGEST_H
#define CAROM_CLI_SUGGEST_H

#include <stddef.h>

enum { SUGGESTION_SIZE = 80 };

/// The nearest word so far. Start with suggest_start.
typedef struct suggestion {
    const char *text;
    size_t length;
    /// NULL as long as no word is near.
    const char *word;
    size_t distance;
} suggestion;

/// Starts a search for the word meant by `text`, which must outlive it.
suggestion suggest_start(const char *text, size_t length);

/// Considers a word. It is near if it begins with the text, or if one edit (of a text of 5 bytes or
/// more: two) turns the text into it: a byte more, less or different, or two neighbors exchanged.
/// The first of equally near words is kept.
void suggest_consider(suggestion *s, const char *word);

/// Writes "; did you mean WORD?" with `prefix` before the word, or nothing if no word is near.
/// Returns `out`.
const char *suggest_hint(const suggestion *s, const char *prefix, char out[SUGGESTION_SIZE]);

#endif
