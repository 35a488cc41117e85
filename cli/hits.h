// `carom hits CIRCLES WALLS`: every pair that touches, by circle, then by wall.
// Room: cli.
#ifndef CAROM_CLI_HITS_H
#define CAROM_CLI_HITS_H

#include "command.h"

extern const tool_command command_hits;

#endif
