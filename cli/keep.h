// The option --keep: columns of the input that are copied into the results.
// Room: cli.
#ifndef CAROM_CLI_KEEP_H
#define CAROM_CLI_KEEP_H

#include "command.h"
#include "csv/fields.h"

/// The entry of an option table for --keep. `option` is the number of its value.
#define KEEP_OPTION(option)                                                                        \
    {                                                                                              \
        "keep", '\0', POPT_ARG_STRING, NULL, option,                                               \
            "Copy these columns of the input to the printed rows, such as net,layer", "COLUMNS"    \
    }

/// The names of the columns. All zeros means none.
typedef struct keep_list {
    field_list names;
    /// The memory of the names.
    char *text;
} keep_list;

/// Parses the value of --keep: names with commas between them, quoted as in CSV. Returns false if
/// the list is invalid, which is reported.
bool keep_take(keep_list *k, const tool_call *call, const char *text);

void keep_free(keep_list *k);

#endif
