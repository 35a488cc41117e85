// The time of each stage of a command and its peak memory: the end of a summary.
// Room: cli.
#ifndef CAROM_CLI_STOPWATCH_H
#define CAROM_CLI_STOPWATCH_H

#include <stdint.h>

typedef enum stage {
    STAGE_READING,
    /// Building the index over the walls.
    STAGE_BUILDING,
    STAGE_ASKING,
    STAGE_MOVING,
    STAGE_CHECKING,
    STAGE_PRINTING,
    STAGE_DRAWING,
    STAGES
} stage;

/// Nanoseconds of each stage. Start with stopwatch_start.
typedef struct stopwatch {
    int64_t start_ns;
    int64_t last_ns;
    int64_t spent_ns[STAGES];
} stopwatch;

void stopwatch_start(stopwatch *w);

/// Adds the time since the last call to a stage. Returns this time.
int64_t stopwatch_lap(stopwatch *w, stage s);

/// Moves part of the time of a stage to another stage.
void stopwatch_move(stopwatch *w, stage from, stage to, int64_t ns);

/// Prints all times, the memory and the number of threads on standard error, as two lines.
void stopwatch_print(const stopwatch *w);

#endif
