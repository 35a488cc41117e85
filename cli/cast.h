// `carom cast CASTS WALLS`: the first wall that each circle meets along a direction.
// Room: cli.
#ifndef CAROM_CLI_CAST_H
#define CAROM_CLI_CAST_H

#include "command.h"

extern const tool_command command_cast;

#endif
