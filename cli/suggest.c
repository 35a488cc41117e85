// Suggests the known word that is nearest to an unknown one.
// Method: the edit distance with exchanges of neighbors (optimal string alignment), by its table.
// Room: cli.
#include "suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/// The longest word or text that is compared; commands and options are shorter.
enum { WORD_MAX = 24 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/// Returns the number of edits that turn `a` of m bytes into `b` of n, both at most WORD_MAX.
static size_t count_edits(const char *a, size_t m, const char *b, size_t n) {
    size_t edits[WORD_MAX + 1][WORD_MAX + 1];
    for (size_t i = 0; i <= m; i++) {
        for (size_t j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                edits[i][j] = i + j;
                continue;
            }
            const size_t changed = edits[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            edits[i][j] = least(changed, least(edits[i - 1][j], edits[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                edits[i][j] = least(edits[i][j], edits[i - 2][j - 2] + 1);
            }
        }
    }
    return edits[m][n];
}

suggestion suggest_start(const char *text, size_t length) {
    const size_t near = length < 5 ? 1 : 2;
    return (suggestion){.text = text, .length = length, .distance = near + 1};
}

void suggest_consider(suggestion *s, const char *word) {
    const size_t length = strlen(word);
    if (s->length < 2 || s->length > WORD_MAX || length > WORD_MAX) {
        return;
    }
    const size_t distance = length > s->length && memcmp(word, s->text, s->length) == 0
                                ? 1
                                : count_edits(s->text, s->length, word, length);
    if (distance < s->distance) {
        s->word = word;
        s->distance = distance;
    }
}

/// Copies a text of at most WORD_MAX bytes in lower case without blanks, - and _. Returns its
/// length.
static size_t fold(const char *text, size_t length, char out[WORD_MAX]) {
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (c != ' ' && c != '-' && c != '_') {
            out[n++] = (char)tolower((unsigned char)c);
        }
    }
    return n;
}

bool suggest_is_misspelt(const char *text, size_t length, const char *word) {
    char a[WORD_MAX] = "";
    char b[WORD_MAX] = "";
    const size_t word_length = strlen(word);
    if (length > WORD_MAX || word_length > WORD_MAX) {
        return false;
    }
    const size_t m = fold(text, length, a);
    const size_t n = fold(word, word_length, b);
    return count_edits(a, m, b, n) <= (n < 5 ? 0 : n < 8 ? 1 : 2);
}

const char *suggest_hint(const suggestion *s, const char *prefix, char out[SUGGESTION_SIZE]) {
    out[0] = '\0';
    if (s->word != NULL) {
        snprintf(out, SUGGESTION_SIZE, "; did you mean %s%s?", prefix, s->word);
    }
    return out;
}
