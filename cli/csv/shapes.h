// Reads circles, movers and walls from tables: the columns, their defaults and the checks of a row.
// Room: cli.
#ifndef CAROM_CLI_CSV_SHAPES_H
#define CAROM_CLI_CSV_SHAPES_H

#include <carom/filter.h>
#include <carom/shapes.h>
#include <carom/soa.h>

#include "csv/kept.h"
#include "csv/names.h"
#include "csv/table.h"
#include "csv/tags.h"
#include "csv/wall_motion.h"

/// The columns of each kind of table; the first is always `id`. A mover is a circle with a
/// displacement or velocity, a cast one with a direction and a length. The columns of a moving wall
/// begin with those of a wall, and those of a wall of `run` with those of a moving wall; those of a
/// pair with a mover end with the motion of the wall. A table that is read into a list can have one
/// more column: the label.
enum {
    CIRCLE_COLUMNS = 5,
    MOVER_COLUMNS = 7,
    CAST_COLUMNS = 8,
    WALL_COLUMNS = 8,
    MOVING_WALL_COLUMNS = 12,
    RUN_WALL_COLUMNS = 16,
    PAIR_COLUMNS = 10,
    /// The first column of the motion of the wall.
    MOVER_PAIR_WALL_MOTION = 12,
    MOVER_PAIR_COLUMNS = 16
};
extern const table_column circle_columns[CIRCLE_COLUMNS];
extern const table_column mover_columns[MOVER_COLUMNS];
extern const table_column cast_columns[CAST_COLUMNS];
extern const table_column wall_columns[WALL_COLUMNS];
extern const table_column moving_wall_columns[MOVING_WALL_COLUMNS];
extern const table_column run_wall_columns[RUN_WALL_COLUMNS];
extern const table_column pair_columns[PAIR_COLUMNS];
extern const table_column mover_pair_columns[MOVER_PAIR_COLUMNS];

/// Returns the id of the row; an empty text if there is none.
table_text row_id(const table *t);

/// Reads cx,cy,r of the current row. `first` is the number of the wanted column cx.
table_status row_circle(table *t, size_t first, carom_circle *circle);

/// Reads cx,cy,r,vx,vy of the current row.
table_status row_mover(table *t, size_t first, carom_circle *circle, carom_vec2 *motion);

/// Reads cx,cy,r,dx,dy,length of the current row.
table_status row_cast(table *t, size_t first, carom_circle *circle, carom_vec2 *direction,
                      double *length);

/// Reads ax,ay,bx,by and the optional wr and extent. The defaults are 0 and segment.
table_status row_wall(table *t, size_t first, carom_wall *wall);

/// Reads the optional avx,avy,bvx,bvy of a wall; each is 0 by default. Rays and lines must move as
/// a whole.
table_status row_wall_motion(table *t, size_t first, carom_wall wall, wall_motion *motion);

/// What a wall of `run` does to balls. A number that is not given is that of the options.
typedef struct wall_material {
    bool has_restitution;
    bool has_friction;
    double restitution;
    double friction;
    /// Balls go through the wall.
    bool is_sensor;
} wall_material;

/// Reads the optional restitution, friction, sensor and one_sided of a wall. `*one_sided` stays if
/// the row does not say.
table_status row_material(table *t, size_t first, wall_material *material, bool *one_sided);

/// Circles with their names. Start with all zeros.
typedef struct circle_list {
    carom_circle *items;
    size_t count;
    size_t capacity;
    names names;
    kept_list kept;
    /// For movers: one displacement or velocity for each circle; for casts its direction. Else
    /// NULL.
    carom_vec2 *motions;
    size_t motion_capacity;
    /// For casts: the length of each. Else NULL.
    double *lengths;
    size_t length_capacity;
    /// The mask of each circle; NULL if the file has no such column. See circle_list_filter.
    uint32_t *masks;
    size_t mask_capacity;
    labels labels;
    /// If set, a row with the name of an earlier row is refused. The lines of the rows are then
    /// kept if the rows have ids.
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
    /// One motion for each wall; NULL if no wall moves.
    wall_motion *motions;
    size_t motion_capacity;
    /// One material for each wall; NULL if the file has no such column.
    wall_material *materials;
    size_t material_capacity;
    /// For walls of `run`: whether a wall is one-sided if the file does not say so.
    bool one_sided;
    /// If set, the line of each row is kept, for messages about rows that are found later.
    bool has_lines;
    size_t *lines;
    size_t line_capacity;
} wall_list;

/// Add one shape. Return false if out of memory.
bool circle_list_add(circle_list *list, carom_circle circle, table_text id, size_t row);
bool mover_list_add(circle_list *list, carom_circle circle, carom_vec2 motion, table_text id,
                    size_t row);
bool wall_list_add(wall_list *list, carom_wall wall, table_text id, size_t row);

/// Sets the motion of the last wall. Returns false if out of memory.
bool wall_list_move(wall_list *list, wall_motion motion);

/// Read the rest of an open table. Return TABLE_END after the last row. With `skip_bad` a bad row
/// is reported and skipped; otherwise it ends the table with TABLE_BAD. The rows before it stay in
/// the list.
table_status circle_list_read(circle_list *list, table *t, bool skip_bad);
table_status mover_list_read(circle_list *list, table *t, bool skip_bad);
table_status cast_list_read(circle_list *list, table *t, bool skip_bad);
table_status wall_list_read(wall_list *list, table *t, bool skip_bad);
table_status moving_wall_list_read(wall_list *list, table *t, bool skip_bad);
table_status run_wall_list_read(wall_list *list, table *t, bool skip_bad);

/// Returns `count` circles from `begin` on, in the form that batches take.
carom_circle_soa circle_list_soa(const circle_list *list, size_t begin, size_t count);

/// Returns the category of a wall: 0 stands for the default.
uint32_t wall_category(carom_wall wall);

/// Returns the filter of circle i. If `masks` is NULL, the filter accepts all walls.
carom_filter circle_list_filter(const circle_list *list, size_t i);

void circle_list_free(circle_list *list);
void wall_list_free(wall_list *list);

#endif
