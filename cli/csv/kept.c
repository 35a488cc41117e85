// Columns that the tool copies from the rows of a file to its results.
// Room: cli.
#include "csv/kept.h"

#include <stdlib.h>

#include "csv/array.h"

table_status kept_find(kept_list *k, table *t, const field_list *names, bool all) {
    if (names->count == 0) {
        return TABLE_ROW;
    }
    k->columns = malloc(names->count * sizeof *k->columns);
    if (k->columns == NULL) {
        return table_no_memory(t);
    }
    for (size_t i = 0; i < names->count; i++) {
        const table_text name = names->at[i];
        int column = -1;
        if (table_find(t, name, all, &column) != TABLE_ROW) {
            return TABLE_FAILED;
        }
        if (column >= 0) {
            k->columns[k->count++] = (kept_column){.name = name, .at = (size_t)column};
        }
    }
    return TABLE_ROW;
}

bool kept_has(const kept_list *k, table_text name) {
    for (size_t c = 0; c < k->count; c++) {
        if (k->columns[c].name.at == name.at) {
            return true;
        }
    }
    return false;
}

bool kept_add(kept_list *k, const table *t) {
    for (size_t c = 0; c < k->count; c++) {
        const table_text field = t->fields.at[k->columns[c].at];
        void *ends = k->ends;
        const bool grown = array_grow(&ends, &k->end_capacity, k->end_count, sizeof *k->ends);
        k->ends = ends;
        if (!grown || !array_append(&k->text, &k->capacity, &k->used, field.at, field.length)) {
            return false;
        }
        k->ends[k->end_count++] = k->used;
    }
    return true;
}

bool kept_append(kept_list *k, const kept_list *more) {
    const size_t first = k->end_count;
    const size_t before = k->used;
    void *ends = k->ends;
    const bool extended =
        array_extend(&ends, &k->end_capacity, first, sizeof *k->ends, more->ends, more->end_count);
    k->ends = ends;
    if (!extended || !array_append(&k->text, &k->capacity, &k->used, more->text, more->used)) {
        return false;
    }
    k->end_count += more->end_count;
    for (size_t i = first; i < k->end_count; i++) {
        k->ends[i] += before;
    }
    return true;
}

void kept_print_names(const kept_list *k, output *o, const char *prefix) {
    for (size_t c = 0; c < k->count; c++) {
        output_prefixed(o, prefix, k->columns[c].name.at, k->columns[c].name.length);
    }
}

void kept_print(const kept_list *k, output *o, size_t i) {
    for (size_t n = i * k->count; n < (i + 1) * k->count; n++) {
        const size_t begin = n > 0 ? k->ends[n - 1] : 0;
        // Without any text no memory was allocated.
        output_text(o, k->text != NULL ? k->text + begin : "", k->ends[n] - begin);
    }
}

void kept_print_current(const kept_list *k, output *o, const table *t) {
    for (size_t c = 0; c < k->count; c++) {
        const table_text field = t->fields.at[k->columns[c].at];
        output_text(o, field.at, field.length);
    }
}

void kept_free(kept_list *k) {
    free(k->columns);
    free(k->text);
    free(k->ends);
    *k = (kept_list){0};
}
