// The two files of a command: circles, which may move, and walls.
// Layer: cli.
#ifndef CAROM_CLI_FILES_H
#define CAROM_CLI_FILES_H

#include "answers.h"

/// Two open tables. Start with all zeros.
typedef struct shape_files {
    table circles;
    table walls;
    table_column circle_columns[TABLE_WANTED_MAX];
    table_column wall_columns[TABLE_WANTED_MAX];
    table_status circles_status;
    table_status walls_status;
    /// A bad row of the circles, to be reported when the circles before it are done.
    bool bad_circle;
} shape_files;

/// Reads both into the lists of `a`; with `moving` the circles have vx,vy. False if that failed,
/// which is reported. A bad row of the circles ends them, and does not count as failure yet: the
/// circles before it may get their answers first. A bad row of the walls comes before all answers.
bool shape_files_read(shape_files *f, answers *a, bool moving);

/// False if there is a bad row of the circles, which is reported.
bool shape_files_complete(const shape_files *f);

/// The exit status of a command that has gone well: EXIT_FINE or EXIT_SKIPPED.
int shape_files_status(const shape_files *f);

void shape_files_close(shape_files *f);

#endif
