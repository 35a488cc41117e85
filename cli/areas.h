// `carom areas CIRCLES WALLS`: the areas that each circle meets.
// Room: cli.
#ifndef CAROM_CLI_AREAS_H
#define CAROM_CLI_AREAS_H

#include "command.h"

extern const tool_command command_areas;

#endif
