// A progress bar on standard error, shown only on a terminal.
// Room: cli.
#ifndef CAROM_CLI_PROGRESS_H
#define CAROM_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/// A bar. It appears after 0.2 s and is redrawn at most ten times a second.
typedef struct progress {
    const char *what;
    bool terminal;
    bool shown;
    int64_t next_ns;
} progress;

/// Nanoseconds of the monotonic clock.
int64_t progress_clock(void);

/// Starts a bar with the name `what`, which must outlive it.
void progress_start(progress *p, const char *what);

/// Shows `done` of `total`; with `total` 0 only `done`. It is cheap enough to call for every row.
void progress_show(progress *p, uint64_t done, uint64_t total);

/// Removes the bar from the screen: at the end, and before a message.
void progress_clear(progress *p);

#endif
