// Suggests the known word that is nearest to an unknown one.
// Room: cli.
#ifndef CAROM_CLI_SUGGEST_H
#define CAROM_CLI_SUGGEST_H

#include <stdbool.h>
#include <stddef.h>

enum { SUGGESTION_SIZE = 80 };

/// The nearest word so far. Start with suggest_start.
typedef struct suggestion {
    const char *text;
    size_t length;
    /// NULL while no word is near.
    const char *word;
    size_t distance;
} suggestion;

/// Starts a search for a word like `text`, which must outlive the search.
suggestion suggest_start(const char *text, size_t length);

/// Considers a word. The word is near if it begins with the text. It is also near if one edit turns
/// the text into it, or two edits for a text of 5 or more bytes. An edit inserts, deletes or
/// replaces a byte or swaps two neighbours. If several words are equally near, the first is kept.
void suggest_consider(suggestion *s, const char *word);

/// Returns whether a text is a misspelling of a word: the same but for its case and for blanks, -
/// and _; or, for a word of 5 or more bytes, one edit from it, two for one of 8 or more.
bool suggest_is_misspelt(const char *text, size_t length, const char *word);

/// Writes "; did you mean WORD?" with `prefix` before the word, or nothing if no word is near.
/// Returns `out`.
const char *suggest_hint(const suggestion *s, const char *prefix, char out[SUGGESTION_SIZE]);

#endif
