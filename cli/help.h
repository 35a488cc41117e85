// `carom help`: what there is, with an example each; `carom help COMMAND` is COMMAND --help.
// Layer: cli.
#ifndef CAROM_CLI_HELP_H
#define CAROM_CLI_HELP_H

#include "command.h"

/// The last lines of every help.
#define HELP_EXIT_STATUS                                                                           \
    "Exit status: 0 done; 1 done, but --skip-bad passed over bad rows; 2 bad input,\n"             \
    "wrong usage, or a failure to read or write.\n"

extern const tool_command command_help;

/// Prints the overview on standard output; returns the exit status.
int help_overview(const char *who);

/// Ends a text printed by stdio: flushes it and returns the exit status. A failure is reported.
int help_printed(const char *who);

#endif
