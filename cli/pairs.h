// A command over PAIRS, each row answered on its own: the way there and back.
// Layer: cli.
#ifndef CAROM_CLI_PAIRS_H
#define CAROM_CLI_PAIRS_H

#include "answers.h"
#include "method.h"

/// What makes one such command different from another.
typedef struct pairs_question {
    const table_column *columns;
    size_t column_count;
    /// The header line of the answers.
    const char *header;
    /// Answers the current row: prints it unless draw_only, keeps it if there is a picture.
    table_status (*answer_row)(answers *a, table *pairs);
    /// The same with --method: whether those are wanted that sweep, their header line, and what
    /// answers a row. There is no picture then.
    bool sweeps;
    const char *method_header;
    table_status (*answer_by_method)(answers *a, table *pairs, const method_choice *choice);
} pairs_question;

/// Runs the command. Returns the exit status.
int pairs_run(const tool_call *call, const pairs_question *question);

/// Keeps the shapes of a row for the picture; `motion` is NULL unless the circle moves. False if
/// memory is out.
bool pairs_keep(answers *a, const table *pairs, carom_circle circle, const carom_vec2 *motion,
                carom_wall wall);

#endif
