// The whole tool but main.c.
// Room: cli.
#ifndef CAROM_CLI_TOOL_H
#define CAROM_CLI_TOOL_H

/// Runs the command that argv names. Returns the exit status.
int tool_main(int argc, const char **argv);

#endif
