// The option --keep: columns of the input that are copied into the results.
// Method: its value is parsed like a row of CSV.
// Room: cli.
#include "keep.h"

#include <stdlib.h>
#include <string.h>

#include "csv/text.h"
#include "report.h"

static bool is_same(table_text p, table_text q) {
    return p.length == q.length && memcmp(p.at, q.at, p.length) == 0;
}

/// Returns the problem of the names, or NULL.
static const char *find_problem(const field_list *names) {
    for (size_t i = 0; i < names->count; i++) {
        if (names->at[i].length == 0) {
            return "a name is empty";
        }
        for (size_t j = 0; j < i; j++) {
            if (is_same(names->at[i], names->at[j])) {
                return "a name appears twice";
            }
        }
    }
    return NULL;
}

/// Splits the text, which ends in a newline, into the names. Returns the problem, or NULL.
static const char *split_names(keep_list *k, size_t length) {
    size_t at = 0;
    if (strchr(k->text, '\n') != k->text + length - 1) {
        return "a line break";
    }
    if (fields_check(k->text, length, ',', &at) != FIELDS_SPLIT) {
        return "misplaced quotes";
    }
    fields_split_quoted(&k->names, k->text);
    return find_problem(&k->names);
}

bool keep_take(keep_list *k, const tool_call *call, const char *text) {
    if (call->draw_only) {
        report(call->who, "--keep: a picture has no rows (see %s --help)", call->who);
        return false;
    }
    keep_free(k);
    const size_t length = strlen(text);
    k->names = (field_list){.room = length + 1, .delimiter = ','};
    k->names.at = malloc(k->names.room * sizeof *k->names.at);
    k->text = malloc(length + 2);
    if (k->names.at == NULL || k->text == NULL) {
        report(call->who, "out of memory");
        return false;
    }
    memcpy(k->text, text, length);
    memcpy(k->text + length, "\n", 2);
    const char *problem = split_names(k, length + 1);
    if (problem != NULL) {
        report(call->who, "--keep: expected names of columns, such as net,layer, got %s: %s",
               text_quoted_of(text, length).at, problem);
    }
    return problem == NULL;
}

void keep_free(keep_list *k) {
    free(k->names.at);
    free(k->text);
    *k = (keep_list){.text = NULL};
}
