// Ends the program if the reader of standard output has closed the pipe.
// Method: the tool ignores SIGPIPE, so that a closed pipe elsewhere, such as a log, is an error
// with a message, and so that the progress bar is removed first. This function raises SIGPIPE
// itself.
// Room: cli.
#include "closed_pipe.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

void closed_pipe_end(int error) {
    if (error != EPIPE) {
        return;
    }
    // The parent process may have blocked the signal.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
    _exit(128 + SIGPIPE);
}
