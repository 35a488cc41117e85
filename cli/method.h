// The methods of the articles as a choice on the command line: --method and --errors.
// Layer: cli.
#ifndef CAROM_CLI_METHOD_H
#define CAROM_CLI_METHOD_H

#include <classic.h>

#include "command.h"
#include "csv/table.h"

/// What a command over PAIRS was told of a method.
typedef struct method_choice {
    carom_classic method;
    bool given;
    /// Print the steps of the method instead of its answers. An int, for popt.
    int steps;
} method_choice;

/// The method called `name`, for --errors: any of them. False if there is none, which is reported.
bool method_find(const tool_call *call, const char *name, carom_classic *method);

/// Takes the value of --method for `relate`, or with `sweeps` for `sweep`. False if that does not
/// fit, which is reported.
bool method_take(const tool_call *call, bool sweeps, const char *name, method_choice *choice);

/// Refuses the current row if its wall has an extent that the method does not know.
table_status method_check_wall(table *t, carom_classic method, carom_wall wall);

/// Prints all methods with a line on each, on standard output.
void method_print_list(void);

#endif
