// The options --method and --errors: choose a published method.
// Room: cli.
#ifndef CAROM_CLI_METHOD_H
#define CAROM_CLI_METHOD_H

#include <classic.h>

#include "command.h"
#include "csv/table.h"

/// The method options of a command over PAIRS.
typedef struct method_choice {
    carom_classic method;
    bool given;
    /// Print the steps of the method instead of its answers. It is an int for popt.
    int steps;
} method_choice;

/// Finds any method by its name, for --errors. Returns false if there is none, which is reported.
bool method_find(const tool_call *call, const char *name, carom_classic *method);

/// Parses the value of --method for `relate`, or with `sweeps` for `sweep`. Returns false if the
/// method does not fit, which is reported.
bool method_take(const tool_call *call, bool sweeps, const char *name, method_choice *choice);

/// Refuses the current row if the method does not support the extent of its wall.
table_status method_check_wall(table *t, carom_classic method, carom_wall wall);

/// Refuses the current row of movers and walls if the wall moves.
table_status method_check_rest(table *t, carom_classic method, carom_wall wall);

/// Prints a line for each method on standard output.
void method_print_list(void);

#endif
