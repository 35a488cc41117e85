// Removes an unfinished file if a signal ends the program.
// Method: the signal handler only calls unlink and raise. It is reset when it is entered, so that
// the raised signal ends the program as usual.
// Room: cli.
#include "signal_cleanup.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING = sizeof ending / sizeof ending[0] };

static struct sigaction before[ENDING];
static bool caught[ENDING];
static const char *volatile unfinished;

static void remove_and_end(int number) {
    const char *name = unfinished;
    if (name != NULL) {
        unlink(name);
    }
    raise(number); // the signal is blocked until this handler returns
}

void signal_cleanup_begin(const char *name) {
    struct sigaction action = {.sa_handler = remove_and_end, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    unfinished = name;
    for (size_t i = 0; i < ENDING; i++) {
        caught[i] = sigaction(ending[i], NULL, &before[i]) == 0 &&
                    before[i].sa_handler == SIG_DFL && sigaction(ending[i], &action, NULL) == 0;
    }
}

void signal_cleanup_end(void) {
    for (size_t i = 0; i < ENDING; i++) {
        if (caught[i]) {
            sigaction(ending[i], &before[i], NULL);
        }
    }
    unfinished = NULL;
}
