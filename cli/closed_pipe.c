// The end of a program whose standard output nobody reads any more.
// Method: SIGPIPE is ignored, so that other closed pipes, as that of a log, are errors with a
// message, and so that a progress bar is taken off the screen first. Here it is raised by hand.
// Layer: cli.
#include "closed_pipe.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

void closed_pipe_end(int error) {
    if (error != EPIPE) {
        return;
    }
    // The caller may have started the program with the signal blocked.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
    _exit(128 + SIGPIPE);
}
