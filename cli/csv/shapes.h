// Circles, movers and walls out of tables: the columns, their defaults and what makes a row bad.
// Layer: cli.
#ifndef CAROM_CLI_CSV_SHAPES_H
#define CAROM_CLI_CSV_SHAPES_H

#include <carom/filter.h>
#include <carom/shapes.h>

#include "csv/kept.h"
#include "csv/names.h"
#include "csv/table.h"
#include "csv/tags.h"

/// Columns of the kinds of table; the first is always `id`. A mover is a circle and its motion. The
/// tables of one shape, which lists are read from, may have one more wanted column: the label.
enum {
    CIRCLE_COLUMNS = 5,
    MOVER_COLUMNS = 7,
    WALL_COLUMNS = 8,
    PAIR_COLUMNS = 10,
    MOVER_PAIR_COLUMNS = 12
};
extern const table_column circle_columns[CIRCLE_COLUMNS];
extern const table_column mover_columns[MOVER_COLUMNS];
extern const table_column wall_columns[WALL_COLUMNS];
extern const table_column pair_columns[PAIR_COLUMNS];
extern const table_column mover_pair_columns[MOVER_PAIR_COLUMNS];

/// The row's id; no text if there is none.
table_text row_id(const table *t);

/// Reads cx,cy,r of the current row, the wanted columns from number `first` on.
table_status row_circle(table *t, size_t first, carom_circle *circle);

/// Reads cx,cy,r,vx,vy of the current row.
table_status row_mover(table *t, size_t first, carom_circle *circle, carom_vec2 *motion);

/// Reads ax,ay,bx,by and, where they are filled in, wr and extent; else these are 0 and segment.
table_status row_wall(table *t, size_t first, carom_wall *wall);

/// Circles with their names. Start with all zeros.
typedef struct circle_list {
    carom_circle *items;
    size_t count;
    size_t capacity;
    names names;
    kept_list kept;
    /// With movers only: displacements or velocities, one for each circle; else NULL.
    carom_vec2 *motions;
    size_t motion_capacity;
    /// The categories that each circle sees; NULL if the file has no such column. See
    /// circle_list_filter.
    uint32_t *masks;
    size_t mask_capacity;
    labels labels;
    /// Set it to have rows refused that have the name of an earlier one. The lines of the rows are
    /// kept, if they have ids.
    bool unique;
    names_index index;
    size_t *lines;
    size_t line_capacity;
} circle_list;

/// Walls with their names. Start with all zeros.
typedef struct wall_list {
    carom_wall *items;
    size_t count;
    size_t capacity;
    names names;
    kept_list kept;
    labels labels;
} wall_list;

/// Add one. False if memory is out.
bool circle_list_add(circle_list *list, carom_circle circle, table_text id, size_t row);
bool mover_list_add(circle_list *list, carom_circle circle, carom_vec2 motion, table_text id,
                    size_t row);
bool wall_list_add(wall_list *list, carom_wall wall, table_text id, size_t row);

/// Read the rest of an open table. A bad row ends it with TABLE_BAD, or, with `skip_bad`, is
/// reported and passed over. TABLE_END when all is read. What was read before stays in the list.
table_status circle_list_read(circle_list *list, table *t, bool skip_bad);
table_status mover_list_read(circle_list *list, table *t, bool skip_bad);
table_status wall_list_read(wall_list *list, table *t, bool skip_bad);

/// The filter of the walls that circle i sees. With masks NULL it lets all walls through.
carom_filter circle_list_filter(const circle_list *list, size_t i);

void circle_list_free(circle_list *list);
void wall_list_free(wall_list *list);

#endif
