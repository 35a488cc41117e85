// Judges a published method at every cell of a grid.
// Method: threads share a band of rows at a time, and the progress bar is updated between bands.
// Room: cli.
#include "errors/map.h"

#include <stdint.h>
#include <stdlib.h>

enum { BAND_CELLS = 1 << 14 };

static unsigned char judge_cell(const error_map *map, carom_vec2 center) {
    carom_circle circle = {center, map->circle.radius};
    switch (carom_classic_judge(map->method, circle, map->move, map->wall)) {
    case CAROM_CLASSIC_VERDICT_FALSE_HIT:
        return CELL_FALSE_HIT;
    case CAROM_CLASSIC_VERDICT_MISSED:
        return CELL_MISSED;
    case CAROM_CLASSIC_VERDICT_WRONG_TIME:
        return CELL_WRONG_TIME;
    case CAROM_CLASSIC_VERDICT_RIGHT:
    case CAROM_CLASSIC_VERDICT_NO_QUESTION:
        break;
    }
    return carom_classic_truth(map->method, circle, map->move, map->wall) ? CELL_YES : CELL_NO;
}

static void judge_row(error_map *map, size_t row) {
    const size_t columns = map->grid.x.count;
    for (size_t column = 0; column < columns; column++) {
        map->cells[row * columns + column] =
            judge_cell(map, error_grid_center(&map->grid, column, row));
    }
}

bool error_map_judge(error_map *map, progress *bar) {
    const size_t columns = map->grid.x.count;
    const size_t rows = map->grid.y.count;
    const size_t band = columns < BAND_CELLS ? BAND_CELLS / columns : 1;
    map->cells = malloc(columns * rows);
    if (map->cells == NULL) {
        return false;
    }
    progress_start(bar, "errors");
    for (size_t begin = 0; begin < rows; begin += band) {
        const size_t end = rows - begin < band ? rows : begin + band;
        progress_show(bar, begin, rows);
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t row = begin; row < end; row++) {
            judge_row(map, row);
        }
    }
    progress_clear(bar);
    for (size_t i = 0; i < columns * rows; i++) {
        map->counts[map->cells[i]]++;
    }
    return true;
}

bool error_map_truth(const error_map *map, size_t column, size_t row) {
    const unsigned char cell = map->cells[row * map->grid.x.count + column];
    return cell == CELL_YES || cell == CELL_MISSED || cell == CELL_WRONG_TIME;
}

void error_map_free(error_map *map) {
    free(map->cells);
    map->cells = NULL;
}
