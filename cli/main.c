// The `carom` tool: everything is in command.c and behind it.
// Layer: cli.
#include <signal.h>

#include "command.h"

int main(int argc, char **argv) {
    // A closed pipe is an error of write. On standard output it ends the program all the same, but
    // only where that is looked at (closed_pipe.h).
    signal(SIGPIPE, SIG_IGN);
    return command_main(argc, (const char **)argv);
}
