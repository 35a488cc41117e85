// The entry point of the `carom` tool; see tool.c.
// Room: cli.
#include <signal.h>

#include "tool.h"

int main(int argc, char **argv) {
    // A write to a closed pipe returns an error. Only a closed standard output ends the program
    // (closed_pipe.h).
    signal(SIGPIPE, SIG_IGN);
    return tool_main(argc, (const char **)argv);
}
