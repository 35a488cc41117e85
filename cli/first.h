// `carom first MOVERS WALLS`: the first wall that each moving circle meets.
// Room: cli.
#ifndef CAROM_CLI_FIRST_H
#define CAROM_CLI_FIRST_H

#include "command.h"

extern const tool_command command_first;

/// Runs `first`, or with `casts` the command `cast`, whose movers have a direction and a length.
/// Returns the exit status.
int first_wall_run(const tool_call *call, bool casts);

#endif
