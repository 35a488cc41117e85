// `carom relate PAIRS`: each row a circle and a wall, each answer on the line of its row.
// Layer: cli.
#ifndef CAROM_CLI_RELATE_H
#define CAROM_CLI_RELATE_H

#include "command.h"

extern const tool_command command_relate;

#endif
