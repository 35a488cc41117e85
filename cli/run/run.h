// `carom run BALLS WALLS --time T`: moves balls among walls.
// Room: cli.
#ifndef CAROM_CLI_RUN_RUN_H
#define CAROM_CLI_RUN_RUN_H

#include "command.h"

extern const tool_command command_run;

#endif
