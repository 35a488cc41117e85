// An unfinished file, which must not outlive an interrupt.
// Method: a signal handler that calls nothing but unlink and raise, and is gone once it is entered,
// so that the signal raised again ends the program as if it had not been caught.
// Layer: cli.
#include "unfinished.h"

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
    raise(number); // blocked until this returns
}

void unfinished_begin(const char *name) {
    struct sigaction action = {.sa_handler = remove_and_end, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    unfinished = name;
    for (size_t i = 0; i < ENDING; i++) {
        caught[i] = sigaction(ending[i], NULL, &before[i]) == 0 &&
                    before[i].sa_handler == SIG_DFL && sigaction(ending[i], &action, NULL) == 0;
    }
}

void unfinished_end(void) {
    for (size_t i = 0; i < ENDING; i++) {
        if (caught[i]) {
            sigaction(ending[i], &before[i], NULL);
        }
    }
    unfinished = NULL;
}
