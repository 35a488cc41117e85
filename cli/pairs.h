// A command over PAIRS, which answers each row independently.
// Room: cli.
#ifndef CAROM_CLI_PAIRS_H
#define CAROM_CLI_PAIRS_H

#include "answers.h"
#include "method.h"

/// The properties of one such command.
typedef struct pairs_query {
    const table_column *columns;
    size_t column_count;
    /// The header line of the results.
    const char *header;
    /// The option that adds columns: its name, its help, and the added part of the header line.
    const char *more_option;
    const char *more_help;
    const char *more_columns;
    /// Answers the current row: prints it unless draw_only is set, with the added columns if `more`
    /// is set, and stores it for a picture.
    table_status (*answer_row)(answers *a, table *pairs, bool more);
    /// The same for --method: whether the methods are those of moving circles, the header line, and
    /// the function that answers a row. --method makes no picture.
    bool sweeps;
    const char *method_header;
    table_status (*answer_method_row)(answers *a, table *pairs, const method_choice *choice);
} pairs_query;

/// Runs the command. Returns the exit status.
int pairs_run(const tool_call *call, const pairs_query *query);

/// Stores the shapes of a row for the picture; `motion` is NULL if the circle does not move.
/// Returns false if out of memory.
bool pairs_keep(answers *a, const table *pairs, carom_circle circle, const carom_vec2 *motion,
                carom_wall wall, wall_motion wall_moves);

#endif
