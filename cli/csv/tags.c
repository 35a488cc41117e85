// The tags of a row besides its shape: a category, and a label: hits --except-same leaves out pairs
// of a circle and a wall with the same one.
// Method: each text of a label is stored once. Rows hold its number, so that labels of
// different files are compared as numbers.
// Room: cli.
#include "csv/tags.h"

#include <stdlib.h>
#include <string.h>

#include "csv/array.h"
#include "csv/text.h"

/// Returns the value of a digit, or 16 if the character is not a digit.
static unsigned digit_of(char c) {
    const char lower = (char)(c | 0x20);
    return c >= '0' && c <= '9'           ? (unsigned)(c - '0')
           : lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a') + 10
                                          : 16;
}

static bool read_bits(const char *text, size_t length, uint32_t *bits) {
    const bool hex = length > 2 && text[0] == '0' && (text[1] | 0x20) == 'x';
    const unsigned base = hex ? 16 : 10;
    uint64_t value = 0;
    for (size_t i = hex ? 2 : 0; i < length; i++) {
        const unsigned digit = digit_of(text[i]);
        if (digit >= base) {
            return false;
        }
        value = value * base + digit;
        if (value > UINT32_MAX) {
            return false;
        }
    }
    *bits = (uint32_t)value;
    return true;
}

table_status row_category(table *t, size_t k, uint32_t *category) {
    if (!table_has(t, k)) {
        return TABLE_ROW;
    }
    const table_text field = table_field(t, k);
    const table_text text = fields_trimmed(field.at, field.at + field.length);
    if (text.length == 0 || read_bits(text.at, text.length, category)) {
        return TABLE_ROW;
    }
    return table_refuse(
        t, "%s: expected 32 bits, a whole number from 0 to 4294967295 or 0xFFFFFFFF, got %s",
        t->wanted[k].name, text_quoted_of(text.at, text.length).at);
}

bool labels_add(labels *list, table_text text) {
    void *numbers = list->numbers;
    const bool grown = array_grow(&numbers, &list->capacity, list->count, sizeof *list->numbers);
    list->numbers = numbers;
    if (!grown) {
        return false;
    }
    size_t label = 0;
    if (text.length > 0) {
        const size_t known = names_index_find(&list->index, &list->texts, text);
        const size_t next = list->texts.count;
        if (known == NAMES_NONE && (!names_add(&list->texts, text, next) ||
                                    !names_index_add(&list->index, &list->texts, next))) {
            return false;
        }
        label = (known == NAMES_NONE ? next : known) + 1;
    }
    list->numbers[list->count++] = (uint32_t)label;
    return true;
}

bool labels_append(labels *list, const labels *more) {
    for (size_t i = 0; i < more->count; i++) {
        const uint32_t label = more->numbers[i];
        const table_text none = {NULL, 0};
        if (!labels_add(list, label > 0 ? names_id(&more->texts, label - 1) : none)) {
            return false;
        }
    }
    return true;
}

uint32_t *labels_match(const labels *from, const labels *to) {
    uint32_t *match = calloc(from->texts.count + 1, sizeof *match);
    for (size_t i = 0; match != NULL && i < from->texts.count; i++) {
        char number[NAME_NUMBER_SIZE];
        const table_text text = names_get(&from->texts, i, number);
        const size_t found = names_index_find(&to->index, &to->texts, text);
        match[i + 1] = found == NAMES_NONE ? 0 : (uint32_t)(found + 1);
    }
    return match;
}

void labels_free(labels *list) {
    free(list->numbers);
    names_free(&list->texts);
    names_index_free(&list->index);
    *list = (labels){0};
}
