// The option --keep: columns of the input that are copied into the results.
// Layer: cli.
#ifndef CAROM_CLI_KEEP_H
#define CAROM_CLI_KEEP_H

#include "command.h"
#include "csv/fields.h"

/// The entry of an option table for --keep, with the number that its value comes under.
#define KEEP_OPTION(option)                                                                        \
    {                                                                                              \
        "keep", '\0', POPT_ARG_STRING, NULL, option,                                               \
            "Copy these columns of the input into the rows printed, such as net,layer", "COLUMNS"  \
    }

/// The names of the columns. Start with all zeros: none.
typedef struct keep_list {
    field_list names;
    /// What the names are in.
    char *text;
} keep_list;

/// Takes the value of --keep, names with commas between them, quoted as in CSV. False if it is no
/// such list, which is reported.
bool keep_take(keep_list *k, const tool_call *call, const char *text);

void keep_free(keep_list *k);

#endif
