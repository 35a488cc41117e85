// A command that queries the index over the walls for each row of its first file: hits, nearest,
// first, cast, clearance and areas.
// Room: cli.
#ifndef CAROM_CLI_WALL_QUERY_H
#define CAROM_CLI_WALL_QUERY_H

#include "answers.h"
#include "moving_walls.h"
#include "shape_files.h"
#include "stopwatch.h"

/// The entry of an option table for --summary, which sets the int `flag`.
#define SUMMARY_OPTION(flag)                                                                       \
    {                                                                                              \
        "summary", '\0', POPT_ARG_NONE, &(flag), 0,                                                \
            "Print counts, times and memory on standard error at the end", NULL                    \
    }

/// The most rows of a chunk.
enum { CHUNK_ROWS = 1 << 17 };

/// The common state of these commands and the functions in which they differ. A command has it as
/// its first member. Set `answers.call` and the functions.
typedef struct wall_query {
    answers answers;
    shape_files files;
    /// Used if any wall moves: the scene of the answers is then over those at rest.
    moving_walls moving_walls;
    int summary;
    stopwatch watch;
    /// The number of rows of the first file that `ask` has processed.
    size_t done;
    first_file first_file;
    /// The header line of the results.
    const char *header;
    /// Builds the index over the walls after they are read. Returns false on failure, which is
    /// reported. NULL for a scene, or for one and an index of the walls that move.
    bool (*build)(struct wall_query *q);
    /// Allocates the buffers. Returns false if out of memory.
    bool (*start)(struct wall_query *q);
    /// Queries the next chunk of rows and adds their number to `done`. Returns false if out of
    /// memory.
    bool (*ask)(struct wall_query *q);
    /// Prints and counts the results of the chunk. Returns false if out of memory.
    bool (*print)(struct wall_query *q);
    /// Prints the counts of the summary.
    void (*print_counts)(const struct wall_query *q);
} wall_query;

/// Runs the command after its arguments are parsed. Returns the exit status.
int wall_query_run(wall_query *q);

/// Frees the common state.
void wall_query_free(wall_query *q);

#endif
