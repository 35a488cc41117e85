// `carom sweep PAIRS`: each row a moving circle and a wall, when it first touches and where it
// ends. Layer: cli.
#ifndef CAROM_CLI_SWEEP_H
#define CAROM_CLI_SWEEP_H

#include "command.h"

extern const tool_command command_sweep;

#endif
