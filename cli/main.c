// The `carom` tool: everything is in command.c and behind it.
// Layer: cli.
#include <signal.h>

#include "command.h"

int main(int argc, char **argv) {
    // A closed pipe shall be an error of write, with a message and a status, not a silent death.
    signal(SIGPIPE, SIG_IGN);
    return command_main(argc, (const char **)argv);
}
