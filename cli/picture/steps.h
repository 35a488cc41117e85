// The progress of a painting. Header only.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_STEPS_H
#define CAROM_CLI_PICTURE_STEPS_H

#include <stdint.h>

#include "progress.h"

/// The steps of the progress bar.
typedef struct steps {
    progress *bar;
    uint64_t done;
    uint64_t total;
} steps;

static inline void take_step(steps *n) {
    progress_show(n->bar, n->done++, n->total);
}

#endif
