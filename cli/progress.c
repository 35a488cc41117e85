// A progress bar on standard error, shown only on a terminal.
// Method: redrawn in place with a carriage return, rate-limited by the monotonic clock.
// Room: cli.
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR_CELLS = 32 };
static const int64_t first_ns = 200000000;
static const int64_t interval_ns = 100000000;

int64_t progress_clock(void) {
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now) == 0
               ? (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec
               : 0;
}

void progress_start(progress *p, const char *what) {
    p->what = what;
    p->terminal = isatty(STDERR_FILENO) == 1;
    p->shown = false;
    p->next_ns = p->terminal ? progress_clock() + first_ns : 0;
}

void progress_show(progress *p, uint64_t done, uint64_t total) {
    if (!p->terminal) {
        return;
    }
    int64_t now = progress_clock();
    if (now < p->next_ns) {
        return;
    }
    p->next_ns = now + interval_ns;
    p->shown = true;
    if (total == 0) {
        fprintf(stderr, "\r%s: %" PRIu64 "\033[K", p->what, done);
    } else {
        double part = done >= total ? 1.0 : (double)done / (double)total;
        char bar[BAR_CELLS + 1];
        for (int i = 0; i < BAR_CELLS; i++) {
            bar[i] = i < (int)(part * BAR_CELLS) ? '#' : '.';
        }
        bar[BAR_CELLS] = '\0';
        fprintf(stderr, "\r%s [%s] %3.0f %%\033[K", p->what, bar, 100.0 * part);
    }
    fflush(stderr);
}

void progress_clear(progress *p) {
    if (p->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        p->shown = false;
    }
}
