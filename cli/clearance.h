// `carom clearance WALLS [WALLS]`: pairs of walls and the gap between them.
// Room: cli.
#ifndef CAROM_CLI_CLEARANCE_H
#define CAROM_CLI_CLEARANCE_H

#include "command.h"

extern const tool_command command_clearance;

#endif
