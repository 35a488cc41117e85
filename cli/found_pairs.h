// A command that prints all pairs found, of a row of its first file and an item: hits, clearance
// and areas.
//
// The index is asked about chunks of rows, by threads. They then compute what they print about the
// found pairs while they print them (rows.h).
// Room: cli.
#ifndef CAROM_CLI_FOUND_PAIRS_H
#define CAROM_CLI_FOUND_PAIRS_H

#include <stdint.h>

#include "wall_query.h"

/// The numbers of the shared options that found_pairs_take takes, and their entries of an option
/// table. COUNT_OPTION sets the `count` of a found_pairs.
enum { FOUND_WITHIN = 1, FOUND_EXCEPT_SAME, FOUND_KEEP, FOUND_THREADS };
#define WITHIN_OPTION                                                                              \
    {                                                                                              \
        "within", '\0', POPT_ARG_STRING, NULL, FOUND_WITHIN,                                       \
            "Also print pairs whose gap is at most D; exact", "D"                                  \
    }
#define EXCEPT_SAME_OPTION                                                                         \
    {                                                                                              \
        "except-same", '\0', POPT_ARG_STRING, NULL, FOUND_EXCEPT_SAME,                             \
            "Leave out pairs that have the same text in this column of both rows", "COLUMN"        \
    }
#define COUNT_OPTION(flag, rows)                                                                   \
    {                                                                                              \
        "count", '\0', POPT_ARG_NONE, &(flag), 0,                                                  \
            "Print one row for each " rows " with the number of its pairs", NULL                   \
    }

/// The greatest value of a relation.
enum { FOUND_RELATION_MAX = 5 };

/// The common state of these commands and the functions in which they differ. A command has it as
/// its first member. Set `query.answers.call`, `query.print_counts`, the headers and the functions.
typedef struct found_pairs {
    wall_query query;
    int count;
    bool has_within;
    double within;
    /// The column of --except-same, or NULL.
    char *except_same;
    /// The header lines of the results, without and with --count.
    const char *header;
    const char *count_header;
    /// Asks about `count` rows from `begin` on: sets `lists`. The status is that of the call.
    carom_status (*ask)(struct found_pairs *f, size_t count, size_t most);
    /// Allocates more buffers; NULL if there are none. Returns false if out of memory.
    bool (*start)(struct found_pairs *f);
    /// Returns the relation of a row and an item of `lists`, or 0 to leave the pair out. Prints the
    /// pair unless `out` is NULL. Sets `mark`, which is all zeros, for a picture unless it is NULL.
    /// Can run on any thread.
    unsigned char (*make)(const struct found_pairs *f, output *out, size_t row, size_t item,
                          drawing_mark *mark);
    /// The weight of each relation: the highest counts for the row. NULL: the relation itself.
    const unsigned char *weights;
    /// The rows [begin, end) of the chunk with the items found, and the most rows of the next one.
    size_t begin;
    size_t end;
    size_t chunk;
    carom_circle_lists lists;
    /// A block of pairs: its first item, the row of each pair, its relation and, only for a
    /// picture, its mark. One thread processes a block between two prints, so it is small.
    size_t block;
    uint32_t *rows;
    unsigned char *relations;
    drawing_mark *marks;
    /// For each row of the chunk: the highest relation to a found item, 0 if there is none, and the
    /// number of found items.
    unsigned char *highest;
    size_t *counts;
    /// The number of rows for each highest relation; 0 counts the rows without a found item.
    size_t by_relation[FOUND_RELATION_MAX + 1];
    uint64_t found;
} found_pairs;

/// Takes a shared option, as own_options does; `data` begins with a found_pairs.
bool found_pairs_take(const tool_call *call, void *data, int option, const char *text);

/// Parses the arguments, `least` to `most` files, and runs the command. Returns the exit status.
/// Frees the common state in any case.
int found_pairs_run(found_pairs *f, struct poptOption *options, int least, int most);

#endif
