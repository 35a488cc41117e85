// The time of each stage of a command and its peak memory: the end of a summary.
// Room: cli.
#include "stopwatch.h"

#include <stdio.h>
#include <sys/resource.h>

#include "progress.h"
#include "threads.h"

void stopwatch_start(stopwatch *w) {
    *w = (stopwatch){.start_ns = progress_clock()};
    w->last_ns = w->start_ns;
}

int64_t stopwatch_lap(stopwatch *w, stage s) {
    const int64_t now = progress_clock();
    const int64_t lap = now - w->last_ns;
    w->last_ns = now;
    w->spent_ns[s] += lap;
    return lap;
}

void stopwatch_move(stopwatch *w, stage from, stage to, int64_t ns) {
    w->spent_ns[from] -= ns;
    w->spent_ns[to] += ns;
}

void stopwatch_print(const stopwatch *w) {
    static const char *const names[STAGES] = {
        [STAGE_READING] = "reading", [STAGE_BUILDING] = "building", [STAGE_ASKING] = "querying",
        [STAGE_MOVING] = "moving",   [STAGE_CHECKING] = "checking", [STAGE_PRINTING] = "printing",
        [STAGE_DRAWING] = "drawing",
    };
    const char *before = "seconds: ";
    fprintf(stderr, "  time       %10.3f  ", (double)(progress_clock() - w->start_ns) * 1e-9);
    for (int i = 0; i < STAGES; i++) {
        if (w->spent_ns[i] != 0) {
            fprintf(stderr, "%s%.3f %s", before, (double)w->spent_ns[i] * 1e-9, names[i]);
            before = ", ";
        }
    }
    struct rusage usage;
    const int threads = threads_count();
    // Linux counts in kilobytes.
    const long peak = getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
    fprintf(stderr, "\n  memory     %10.1f  MB at most with %d thread%s\n", (double)peak / 1024.0,
            threads, threads == 1 ? "" : "s");
}
