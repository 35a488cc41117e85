// `carom sweep PAIRS`: the first contact of the moving circle with the wall in each row, and the
// centre at the end.
// Room: cli.
#ifndef CAROM_CLI_SWEEP_H
#define CAROM_CLI_SWEEP_H

#include "command.h"

extern const tool_command command_sweep;

#endif
