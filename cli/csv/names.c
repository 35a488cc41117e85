// The names of rows: the id of a row, or else its number.
// Method: all ids are in one text. While every name is the number of its row, only the count is
// stored.
// Room: cli.
#include "csv/names.h"

#include <stdlib.h>
#include <string.h>

#include "csv/array.h"

table_text name_of_row(table_text id, size_t row, char number[NAME_NUMBER_SIZE]) {
    if (id.length > 0) {
        return id;
    }
    // This is faster than printf for millions of rows.
    size_t start = NAME_NUMBER_SIZE;
    do {
        number[--start] = (char)('0' + row % 10);
        row /= 10;
    } while (row > 0);
    return (table_text){number + start, NAME_NUMBER_SIZE - start};
}

/// Stores the names that were only counted so far.
static bool keep_numbers(names *list) {
    const size_t capacity = list->count + 64;
    list->items = malloc(capacity * sizeof *list->items);
    if (list->items == NULL) {
        return false;
    }
    list->capacity = capacity;
    for (size_t i = 0; i < list->count; i++) {
        list->items[i] = (struct name){.row = i};
    }
    return true;
}

bool names_add(names *list, table_text id, size_t row) {
    if (list->items == NULL && id.length == 0 && row == list->count) {
        list->count++;
        return true;
    }
    if (list->items == NULL && !keep_numbers(list)) {
        return false;
    }
    void *items = list->items;
    if (!array_grow(&items, &list->capacity, list->count, sizeof *list->items)) {
        return false;
    }
    list->items = items;
    struct name name = {.row = row, .start = list->text_used, .length = id.length};
    if (!array_append(&list->text, &list->text_capacity, &list->text_used, id.at, id.length)) {
        return false;
    }
    list->items[list->count++] = name;
    return true;
}

bool names_append(names *list, const names *more, size_t first_row) {
    if (list->items == NULL && more->items == NULL && first_row == list->count) {
        list->count += more->count;
        return true;
    }
    for (size_t i = 0; i < more->count; i++) {
        if (!names_add(list, names_id(more, i), first_row + i)) {
            return false;
        }
    }
    return true;
}

table_text names_id(const names *list, size_t i) {
    if (list->items == NULL || list->items[i].length == 0) {
        return (table_text){NULL, 0};
    }
    return (table_text){list->text + list->items[i].start, list->items[i].length};
}

table_text names_get(const names *list, size_t i, char number[NAME_NUMBER_SIZE]) {
    if (list == NULL || i >= list->count || list->items == NULL) {
        return name_of_row((table_text){NULL, 0}, i, number);
    }
    return name_of_row(names_id(list, i), list->items[i].row, number);
}

void names_free(names *list) {
    free(list->items);
    free(list->text);
    *list = (names){0};
}
