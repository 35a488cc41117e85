// `carom relate PAIRS`: the relation and the contact of the circle and the wall in each row.
// Room: cli.
#ifndef CAROM_CLI_RELATE_H
#define CAROM_CLI_RELATE_H

#include "command.h"

extern const tool_command command_relate;

#endif
