// `carom first MOVERS WALLS`: the first wall that each moving circle meets.
// Room: cli.
#ifndef CAROM_CLI_FIRST_H
#define CAROM_CLI_FIRST_H

#include "command.h"

extern const tool_command command_first;

#endif
