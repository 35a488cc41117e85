// Judges a published method at every cell of a grid.
// Room: cli.
#ifndef CAROM_CLI_ERRORS_MAP_H
#define CAROM_CLI_ERRORS_MAP_H

#include <classic.h>

#include "errors/grid.h"
#include "progress.h"

/// The verdict of a cell.
enum {
    /// The method is right and says no, or yes.
    CELL_NO = 0,
    CELL_YES,
    CELL_FALSE_HIT,
    CELL_MISSED,
    CELL_WRONG_TIME,
    CELL_KINDS
};

/// A method, its query, and its verdicts row by row. The caller sets the fields before `cells`.
/// Call error_map_free.
typedef struct error_map {
    carom_classic method;
    /// The circle of the row and its displacement.
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
    error_grid grid;
    unsigned char *cells;
    size_t counts[CELL_KINDS];
} error_map;

/// Judges all cells and shows progress. Returns false if out of memory.
bool error_map_judge(error_map *map, progress *bar);

/// Returns whether the exact answer for a cell is yes.
bool error_map_truth(const error_map *map, size_t column, size_t row);

void error_map_free(error_map *map);

#endif
