// The check of `carom run --check`: that no ball passes or overlaps a wall, exactly.
//
// It asks the library's exact questions about the places a ball has been at, and knows nothing of
// how the mover came to them.
// Layer: cli.
#ifndef CAROM_CLI_RUN_CHECK_H
#define CAROM_CLI_RUN_CHECK_H

#include <stdint.h>

#include <carom/mover.h>

/// Counts. Start with all zeros but the walls and the filter of those that are there for the ball.
typedef struct run_check {
    carom_wall_source walls;
    const carom_filter *filter;
    /// Straight ways asked about, and how many of them pass or overlap a wall.
    uint64_t ways;
    uint64_t escapes;
    /// Ends of frames asked about, and in how many of them a wall is overlapped.
    uint64_t places;
    uint64_t overlaps;
    int64_t spent_ns;
} run_check;

/// Goes after one ball through a frame: from its start straight from place to place, and on to its
/// end if the last place is not that.
void run_check_frame(run_check *c, carom_circle start, const carom_vec2 *places, size_t count,
                     carom_vec2 end);

#endif
