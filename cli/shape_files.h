// Reads the files of a command: circles, movers, casts or walls, and walls.
// Room: cli.
#ifndef CAROM_CLI_SHAPE_FILES_H
#define CAROM_CLI_SHAPE_FILES_H

#include "answers.h"

/// What the rows of the first file are.
typedef enum first_file {
    FIRST_FILE_CIRCLES = 0,
    /// With vx,vy; the walls may have avx,avy,bvx,bvy.
    FIRST_FILE_MOVERS,
    /// With dx,dy,length.
    FIRST_FILE_CASTS,
    /// Movers of `run`: the walls may also have restitution, friction, sensor and one_sided.
    FIRST_FILE_BALLS,
    /// Walls. The first file can also be the only one.
    FIRST_FILE_WALLS
} first_file;

/// Two open tables. Start with all zeros. The first is `circles`, whatever its rows are; it is not
/// open if there is only one file.
typedef struct shape_files {
    table circles;
    table walls;
    table_column circle_columns[TABLE_WANTED_MAX];
    table_column wall_columns[TABLE_WANTED_MAX];
    table_status circles_status;
    table_status walls_status;
    /// A bad row of the circles. It is reported after the results of the circles before it.
    bool bad_circle;
} shape_files;

/// Reads the files into the lists of `a`. Returns false on failure, which is reported. A bad row
/// of walls is a failure. A bad row of the circles only ends the circles, so that the earlier
/// circles get their results first.
bool shape_files_read(shape_files *f, answers *a, first_file kind);

/// Returns false if there was a bad row of the circles, which is now reported.
bool shape_files_complete(const shape_files *f);

/// Returns the exit status of a successful command: EXIT_FINE or EXIT_SKIPPED.
int shape_files_status(const shape_files *f);

void shape_files_close(shape_files *f);

#endif
