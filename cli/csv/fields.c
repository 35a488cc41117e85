// Splits a row of text into fields in place.
// Method: memchr finds the next delimiter or quote. Quotes follow RFC 4180: a quoted field begins
// and ends with a quote, and quotes inside it are doubled. Blanks around a quoted field are
// dropped. A row with quotes is checked before it is changed, because a refused row is read again
// from its second line.
// Room: cli.
#include "csv/fields.h"

#include <stdbool.h>
#include <string.h>

#include "csv/text.h"

char fields_guess_delimiter(const char *text, const char *end) {
    static const char order[] = ",\t;|";
    const char *best = NULL;
    bool quoted = false;
    for (; text < end; text++) {
        quoted = quoted != (*text == '"');
        const char *found = quoted || *text == '\0' ? NULL : strchr(order, *text);
        if (found != NULL && (best == NULL || found < best)) {
            best = found;
        }
    }
    if (best == NULL) {
        best = order;
    }
    return *best;
}

table_text fields_trimmed(const char *begin, const char *end) {
    while (begin < end && text_is_blank(*begin)) {
        begin++;
    }
    while (begin < end && text_is_blank(end[-1])) {
        end--;
    }
    return (table_text){begin, (size_t)(end - begin)};
}

static void add_field(field_list *list, table_text field) {
    if (list->count < list->room) {
        list->at[list->count] = field;
    }
    list->count++;
}

void fields_split(field_list *list, const char *text, const char *end) {
    const char delimiter = list->delimiter;
    list->count = 0;
    for (;;) {
        const char *stop = memchr(text, delimiter, (size_t)(end - text));
        add_field(list, fields_trimmed(text, stop != NULL ? stop : end));
        if (stop == NULL) {
            return;
        }
        text = stop + 1;
    }
}

const char *fields_skip_blanks(const char *text, char delimiter) {
    while (text_is_blank(*text) && *text != delimiter) {
        text++;
    }
    return text;
}

/// Returns the end of a field without quotes: a delimiter or a newline. A quote here is an error.
static const char *skip_plain(const char *text, char delimiter) {
    while (*text != delimiter && *text != '\n' && *text != '"') {
        text++;
    }
    return text;
}

/// Returns the closing quote of a field, searching from a position inside the field. Returns NULL
/// if the field is still open at `end`, behind a newline.
static const char *find_closing_quote(const char *text, const char *end) {
    const char *quote = memchr(text, '"', (size_t)(end - text));
    while (quote != NULL && quote[1] == '"') {
        quote = memchr(quote + 2, '"', (size_t)(end - quote - 2));
    }
    return quote;
}

fields_status fields_check(const char *text, size_t end, char delimiter, size_t *at) {
    const char *c = text + *at;
    bool open = *at > 0;
    for (;;) {
        if (!open) {
            c = fields_skip_blanks(c, delimiter);
            open = *c == '"';
            c = open ? c + 1 : skip_plain(c, delimiter);
        }
        if (open) {
            c = find_closing_quote(c, text + end);
            if (c == NULL) {
                *at = end;
                return FIELDS_OPEN;
            }
            c = fields_skip_blanks(c + 1, delimiter);
            open = false;
        }
        if (*c == '\n') {
            return FIELDS_SPLIT;
        }
        if (*c != delimiter) {
            return FIELDS_WRONG;
        }
        c++;
    }
}

/// Reads a quoted field from behind its opening quote and makes doubled quotes single. Returns its
/// closing quote.
static char *take_quoted(field_list *list, char *text) {
    char *end = text;
    for (char *c = text;;) {
        char *quote = strchr(c, '"');
        const size_t n = (size_t)(quote - c);
        memmove(end, c, n);
        end += n;
        if (quote[1] != '"') {
            *end = '"';
            add_field(list, (table_text){text, (size_t)(end - text)});
            return quote;
        }
        *end++ = '"';
        c = quote + 2;
    }
}

void fields_split_quoted(field_list *list, char *text) {
    list->count = 0;
    for (char *c = text;; c++) {
        const char *begin = fields_skip_blanks(c, list->delimiter);
        c += begin - c;
        if (*c == '"') {
            c = take_quoted(list, c + 1);
            c += fields_skip_blanks(c + 1, list->delimiter) - c;
        } else {
            c += skip_plain(c, list->delimiter) - c;
            add_field(list, fields_trimmed(begin, c));
        }
        if (*c == '\n') {
            return;
        }
    }
}
