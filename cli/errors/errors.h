// `carom draw --errors NAME PAIRS`: a map of where a published method is right and where it is
// wrong.
// Room: cli.
#ifndef CAROM_CLI_ERRORS_ERRORS_H
#define CAROM_CLI_ERRORS_ERRORS_H

#include "command.h"

/// This command is not in the table of commands: carom draw calls it.
extern const tool_command command_errors;

#endif
