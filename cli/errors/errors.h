// `carom draw --errors NAME PAIRS`: where a published method is right and where it errs.
// Layer: cli.
#ifndef CAROM_CLI_ERRORS_ERRORS_H
#define CAROM_CLI_ERRORS_ERRORS_H

#include "command.h"

/// No row of the table of commands: carom draw calls it.
extern const tool_command command_errors;

#endif
