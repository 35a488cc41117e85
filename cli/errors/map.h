// A published method judged at every cell of a grid: where it is right, and how it errs.
// Layer: cli.
#ifndef CAROM_CLI_ERRORS_MAP_H
#define CAROM_CLI_ERRORS_MAP_H

#include <classic.h>

#include "errors/grid.h"
#include "progress.h"

/// What a cell is.
enum {
    /// The method is right, and the answer is no, or yes.
    CELL_NO = 0,
    CELL_YES,
    CELL_FALSE_HIT,
    CELL_MISSED,
    CELL_WRONG_TIME,
    CELL_KINDS
};

/// A method, what it is asked, and its verdicts, row by row. Set what comes before `cells`; free
/// with error_map_free.
typedef struct error_map {
    carom_classic method;
    /// The circle of the row, and how it moves.
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
    error_grid grid;
    unsigned char *cells;
    size_t counts[CELL_KINDS];
} error_map;

/// Judges all cells, with a bar. False if memory is out.
bool error_map_judge(error_map *map, progress *bar);

/// Whether the exact answer is yes there.
bool error_map_truth(const error_map *map, size_t column, size_t row);

void error_map_free(error_map *map);

#endif
