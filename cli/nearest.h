// `carom nearest CIRCLES WALLS`: the walls nearest to each circle, in exact order.
// Room: cli.
#ifndef CAROM_CLI_NEAREST_H
#define CAROM_CLI_NEAREST_H

#include "command.h"

extern const tool_command command_nearest;

#endif
