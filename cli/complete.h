// `carom --complete WORD...`: prints candidates for the last word, for the completion of shells.
// Room: cli.
#ifndef CAROM_CLI_COMPLETE_H
#define CAROM_CLI_COMPLETE_H

#include "command.h"

/// Prints one candidate on each line for the last of the `count` words behind `carom`. A
/// description follows behind a tab if there is one. The line ":files" means that file names are
/// possible. Returns the exit status.
int complete_print(const tool_command *const *commands, int count, const char **words);

#endif
