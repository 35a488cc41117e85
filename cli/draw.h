// `carom draw COMMAND ...`: draws the results of a command and prints no rows.
// Room: cli.
#ifndef CAROM_CLI_DRAW_H
#define CAROM_CLI_DRAW_H

#include "command.h"

extern const tool_command command_draw;

#endif
