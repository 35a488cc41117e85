// Reads circles, movers and walls from tables: the columns, their defaults and the checks of a row.
// Room: cli.
#include "csv/shapes.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "csv/array.h"
#include "csv/blocks.h"
#include "csv/number.h"
#include "csv/text.h"

const table_column circle_columns[CIRCLE_COLUMNS] = {
    {"id", false}, {"cx", true}, {"cy", true}, {"r", true}, {"category", false},
};
const table_column mover_columns[MOVER_COLUMNS] = {
    {"id", false}, {"cx", true}, {"cy", true},        {"r", true},
    {"vx", true},  {"vy", true}, {"category", false},
};
const table_column cast_columns[CAST_COLUMNS] = {
    {"id", false}, {"cx", true}, {"cy", true},     {"r", true},
    {"dx", true},  {"dy", true}, {"length", true}, {"category", false},
};
const table_column wall_columns[WALL_COLUMNS] = {
    {"id", false}, {"ax", true},  {"ay", true},      {"bx", true},
    {"by", true},  {"wr", false}, {"extent", false}, {"category", false},
};
const table_column moving_wall_columns[MOVING_WALL_COLUMNS] = {
    {"id", false},  {"ax", true},   {"ay", true},      {"bx", true},
    {"by", true},   {"wr", false},  {"extent", false}, {"category", false},
    {"avx", false}, {"avy", false}, {"bvx", false},    {"bvy", false},
};
const table_column run_wall_columns[RUN_WALL_COLUMNS] = {
    {"id", false},          {"ax", true},        {"ay", true},      {"bx", true},
    {"by", true},           {"wr", false},       {"extent", false}, {"category", false},
    {"avx", false},         {"avy", false},      {"bvx", false},    {"bvy", false},
    {"restitution", false}, {"friction", false}, {"sensor", false}, {"one_sided", false},
};
const table_column pair_columns[PAIR_COLUMNS] = {
    {"id", false}, {"cx", true}, {"cy", true}, {"r", true},   {"ax", true},
    {"ay", true},  {"bx", true}, {"by", true}, {"wr", false}, {"extent", false},
};
const table_column mover_pair_columns[MOVER_PAIR_COLUMNS] = {
    {"id", false},  {"cx", true},   {"cy", true},   {"r", true},
    {"vx", true},   {"vy", true},   {"ax", true},   {"ay", true},
    {"bx", true},   {"by", true},   {"wr", false},  {"extent", false},
    {"avx", false}, {"avy", false}, {"bvx", false}, {"bvy", false},
};

static const wall_motion rest = {{0.0, 0.0}, {0.0, 0.0}};

table_text row_id(const table *t) {
    return table_field(t, 0);
}

static table_status row_numbers(table *t, size_t first, size_t count, double *values) {
    for (size_t i = 0; i < count; i++) {
        if (table_number(t, first + i, &values[i]) != TABLE_ROW) {
            return TABLE_BAD;
        }
    }
    return TABLE_ROW;
}

/// Returns whether an optional column is in the file and not empty in this row.
static bool is_given(const table *t, size_t k) {
    table_text text = table_field(t, k);
    size_t i = 0;
    while (i < text.length && text_is_blank(text.at[i])) {
        i++;
    }
    return i < text.length;
}

/// Reads a number that is not negative; `noun` is its name in the message.
static table_status row_amount(table *t, size_t k, const char *noun, double *amount) {
    if (table_number(t, k, amount) != TABLE_ROW) {
        return TABLE_BAD;
    }
    table_text text = table_field(t, k);
    if (number_is_negative(text.at, text.length, *amount)) {
        return table_refuse(t, "%s: negative %s %s (expected 0 or more)", t->wanted[k].name, noun,
                            text_quoted_of(text.at, text.length).at);
    }
    return TABLE_ROW;
}

static table_status row_radius(table *t, size_t k, double *radius) {
    return row_amount(t, k, "radius", radius);
}

static table_status row_extent(table *t, size_t k, carom_extent *extent) {
    static const carom_extent all[] = {CAROM_EXTENT_SEGMENT, CAROM_EXTENT_RAY, CAROM_EXTENT_LINE};
    table_text text = table_field(t, k);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const char *name = carom_extent_name(all[i]);
        if (text.length == strlen(name) && memcmp(text.at, name, text.length) == 0) {
            *extent = all[i];
            return TABLE_ROW;
        }
    }
    return table_refuse(t, "%s: unknown extent: %s (expected segment, ray or line)",
                        t->wanted[k].name, text_quoted_of(text.at, text.length).at);
}

table_status row_circle(table *t, size_t first, carom_circle *circle) {
    double v[2];
    double radius = 0.0;
    if (row_numbers(t, first, 2, v) != TABLE_ROW ||
        row_radius(t, first + 2, &radius) != TABLE_ROW) {
        return TABLE_BAD;
    }
    *circle = carom_circle_make(carom_vec2_make(v[0], v[1]), radius);
    return TABLE_ROW;
}

table_status row_mover(table *t, size_t first, carom_circle *circle, carom_vec2 *motion) {
    double v[2];
    if (row_circle(t, first, circle) != TABLE_ROW || row_numbers(t, first + 3, 2, v) != TABLE_ROW) {
        return TABLE_BAD;
    }
    *motion = carom_vec2_make(v[0], v[1]);
    return TABLE_ROW;
}

table_status row_cast(table *t, size_t first, carom_circle *circle, carom_vec2 *direction,
                      double *length) {
    if (row_mover(t, first, circle, direction) != TABLE_ROW ||
        row_amount(t, first + 5, "length", length) != TABLE_ROW) {
        return TABLE_BAD;
    }
    return direction->x != 0.0 || direction->y != 0.0 || *length == 0.0
               ? TABLE_ROW
               : table_refuse(t, "dx,dy: no direction (expected one of them not 0, or length 0)");
}

table_status row_wall(table *t, size_t first, carom_wall *wall) {
    double v[4];
    double radius = 0.0;
    carom_extent extent = CAROM_EXTENT_SEGMENT;
    if (row_numbers(t, first, 4, v) != TABLE_ROW) {
        return TABLE_BAD;
    }
    if (is_given(t, first + 4) && row_radius(t, first + 4, &radius) != TABLE_ROW) {
        return TABLE_BAD;
    }
    if (is_given(t, first + 5) && row_extent(t, first + 5, &extent) != TABLE_ROW) {
        return TABLE_BAD;
    }
    *wall =
        carom_wall_make(carom_vec2_make(v[0], v[1]), carom_vec2_make(v[2], v[3]), radius, extent);
    return TABLE_ROW;
}

table_status row_wall_motion(table *t, size_t first, carom_wall wall, wall_motion *motion) {
    double v[4] = {0.0, 0.0, 0.0, 0.0};
    for (size_t i = 0; i < 4; i++) {
        if (is_given(t, first + i) && table_number(t, first + i, &v[i]) != TABLE_ROW) {
            return TABLE_BAD;
        }
    }
    *motion = (wall_motion){{v[0], v[1]}, {v[2], v[3]}};
    if (wall.extent != CAROM_EXTENT_SEGMENT && (v[0] != v[2] || v[1] != v[3])) {
        return table_refuse(t, "bvx,bvy: a %s moves as a whole (expected bvx,bvy equal to avx,avy)",
                            carom_extent_name(wall.extent));
    }
    return TABLE_ROW;
}

/// Reads an optional truth value, as other programs write them.
static table_status row_truth(table *t, size_t k, bool *truth) {
    static const char *const words[] = {"0", "1", "no", "yes", "false", "true"};
    if (!is_given(t, k)) {
        return TABLE_ROW;
    }
    const table_text text = table_field(t, k);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (text.length == strlen(words[i]) && strncasecmp(text.at, words[i], text.length) == 0) {
            *truth = i % 2 == 1;
            return TABLE_ROW;
        }
    }
    return table_refuse(t, "%s: expected yes or no (or 1, 0, true, false), got %s",
                        t->wanted[k].name, text_quoted_of(text.at, text.length).at);
}

/// Reads an optional coefficient of restitution.
static table_status row_restitution(table *t, size_t k, wall_material *material) {
    material->has_restitution = is_given(t, k);
    if (!material->has_restitution) {
        return TABLE_ROW;
    }
    const table_text text = table_field(t, k);
    return number_read(text.at, text.length, &material->restitution) != NUMBER_OK ||
                   number_is_negative(text.at, text.length, material->restitution) ||
                   material->restitution > 1.0
               ? table_refuse(t, "%s: expected a number from 0 to 1, got %s", t->wanted[k].name,
                              text_quoted_of(text.at, text.length).at)
               : TABLE_ROW;
}

table_status row_material(table *t, size_t first, wall_material *material, bool *one_sided) {
    *material = (wall_material){.has_friction = is_given(t, first + 1)};
    return row_restitution(t, first, material) == TABLE_ROW &&
                   (!material->has_friction ||
                    row_amount(t, first + 1, "friction", &material->friction) == TABLE_ROW) &&
                   row_truth(t, first + 2, &material->is_sensor) == TABLE_ROW &&
                   row_truth(t, first + 3, one_sided) == TABLE_ROW
               ? TABLE_ROW
               : TABLE_BAD;
}

bool circle_list_add(circle_list *list, carom_circle circle, table_text id, size_t row) {
    void *items = list->items;
    bool grown = array_grow(&items, &list->capacity, list->count, sizeof circle);
    list->items = items;
    if (!grown || !names_add(&list->names, id, row)) {
        return false;
    }
    list->items[list->count++] = circle;
    return true;
}

bool mover_list_add(circle_list *list, carom_circle circle, carom_vec2 motion, table_text id,
                    size_t row) {
    void *motions = list->motions;
    bool grown = array_grow(&motions, &list->motion_capacity, list->count, sizeof motion);
    list->motions = motions;
    if (!grown) {
        return false;
    }
    list->motions[list->count] = motion;
    return circle_list_add(list, circle, id, row);
}

bool wall_list_add(wall_list *list, carom_wall wall, table_text id, size_t row) {
    void *items = list->items;
    bool grown = array_grow(&items, &list->capacity, list->count, sizeof wall);
    list->items = items;
    if (!grown || !names_add(&list->names, id, row)) {
        return false;
    }
    list->items[list->count++] = wall;
    return true;
}

/// Sets the motion of a wall. All walls before it have one.
static bool move_wall(wall_list *list, size_t wall, wall_motion motion) {
    // While all walls are at rest, there is no array.
    const bool is_first = list->motions == NULL;
    if (is_first && wall_motion_is_zero(motion)) {
        return true;
    }
    for (size_t i = is_first ? 0 : wall; i <= wall; i++) {
        void *motions = list->motions;
        const bool grown = array_grow(&motions, &list->motion_capacity, i, sizeof motion);
        list->motions = motions;
        if (!grown) {
            return false;
        }
        list->motions[i] = i == wall ? motion : rest;
    }
    return true;
}

bool wall_list_move(wall_list *list, wall_motion motion) {
    return move_wall(list, list->count - 1, motion);
}

/// Refuses the current row if an earlier row has its name.
static table_status check_name(const circle_list *list, table *t) {
    char number[NAME_NUMBER_SIZE];
    const table_text id = row_id(t);
    const table_text name = name_of_row(id, t->row, number);
    const size_t other = names_index_find(&list->index, &list->names, name);
    if (other == NAMES_NONE) {
        return TABLE_ROW;
    }
    return table_refuse(t, "%s %s is already the name of the row at %s:%zu",
                        id.length > 0 ? "id" : "number", text_quoted_of(name.at, name.length).at,
                        t->path, list->lines[other]);
}

/// Stores the line of the row `at`. Returns false if out of memory.
static bool keep_line(size_t **lines, size_t *capacity, size_t at, size_t line) {
    void *items = *lines;
    const bool grown = array_grow(&items, capacity, at, sizeof **lines);
    *lines = items;
    if (grown) {
        (*lines)[at] = line;
    }
    return grown;
}

/// Stores the lines of the rows of a part from the row `at` on. The part begins behind line
/// `before`. Returns false if out of memory.
static bool keep_lines(size_t **lines, size_t *capacity, size_t at, const size_t *more,
                       size_t count, size_t before) {
    void *items = *lines;
    const bool extended = array_extend(&items, capacity, at, sizeof **lines, more, count);
    *lines = items;
    for (size_t i = 0; extended && i < count; i++) {
        (*lines)[at + i] += before - 1; // the part counts from 1
    }
    return extended;
}

/// Stores the name and the line of the last added row for check_name. Returns false if out of
/// memory.
static bool keep_name(circle_list *list, const table *t) {
    const size_t last = list->count - 1;
    return keep_line(&list->lines, &list->line_capacity, last, t->row_line) &&
           names_index_add(&list->index, &list->names, last);
}

/// Stores the length of the last added circle. Returns false if out of memory.
static bool keep_length(circle_list *list, double length) {
    const size_t last = list->count - 1;
    void *lengths = list->lengths;
    const bool grown = array_grow(&lengths, &list->length_capacity, last, sizeof *list->lengths);
    list->lengths = lengths;
    if (grown) {
        list->lengths[last] = length;
    }
    return grown;
}

/// Stores the mask of the last added circle. Returns false if out of memory.
static bool keep_mask(circle_list *list, uint32_t mask) {
    const size_t last = list->count - 1;
    void *masks = list->masks;
    const bool grown = array_grow(&masks, &list->mask_capacity, last, sizeof *list->masks);
    list->masks = masks;
    if (grown) {
        list->masks[last] = mask;
    }
    return grown;
}

/// Stores the label of the row if column `k` is a label. Returns false if out of memory.
static bool keep_label(labels *list, const table *t, size_t k) {
    return k >= t->wanted_count || labels_add(list, table_field(t, k));
}

/// What goes on in a row with a circle.
typedef enum round_kind { ROUND_RESTS, ROUND_MOVES, ROUND_IS_CAST } round_kind;

/// Reads a row of circles, movers or casts.
static table_status read_round(circle_list *list, table *t, round_kind kind) {
    const size_t k = (kind == ROUND_RESTS   ? CIRCLE_COLUMNS
                      : kind == ROUND_MOVES ? MOVER_COLUMNS
                                            : CAST_COLUMNS) -
                     1;
    carom_circle circle;
    carom_vec2 motion = {0.0, 0.0};
    double length = 0.0;
    uint32_t mask = carom_filter_default().mask;
    const table_status read = kind == ROUND_RESTS   ? row_circle(t, 1, &circle)
                              : kind == ROUND_MOVES ? row_mover(t, 1, &circle, &motion)
                                                    : row_cast(t, 1, &circle, &motion, &length);
    if (read != TABLE_ROW || row_category(t, k, &mask) != TABLE_ROW) {
        return TABLE_BAD;
    }
    const bool checked = list->unique && table_has(t, 0);
    if (checked && check_name(list, t) != TABLE_ROW) {
        return TABLE_BAD;
    }
    const bool added = kind == ROUND_RESTS
                           ? circle_list_add(list, circle, row_id(t), t->row)
                           : mover_list_add(list, circle, motion, row_id(t), t->row);
    return added && (!checked || keep_name(list, t)) &&
                   (kind != ROUND_IS_CAST || keep_length(list, length)) &&
                   (!table_has(t, k) || keep_mask(list, mask)) &&
                   keep_label(&list->labels, t, k + 1) && kept_add(&list->kept, t)
               ? TABLE_ROW
               : table_no_memory(t);
}

static table_status read_circle(void *list, table *t) {
    return read_round(list, t, ROUND_RESTS);
}

static table_status read_mover(void *list, table *t) {
    return read_round(list, t, ROUND_MOVES);
}

static table_status read_cast(void *list, table *t) {
    return read_round(list, t, ROUND_IS_CAST);
}

/// Stores the material of the last added wall. Returns false if out of memory.
static bool keep_material(wall_list *list, wall_material material) {
    const size_t last = list->count - 1;
    void *materials = list->materials;
    const bool grown =
        array_grow(&materials, &list->material_capacity, last, sizeof *list->materials);
    list->materials = materials;
    if (grown) {
        list->materials[last] = material;
    }
    return grown;
}

/// Whether the file has a column of materials.
static bool has_materials(const table *t) {
    return table_has(t, MOVING_WALL_COLUMNS) || table_has(t, MOVING_WALL_COLUMNS + 1) ||
           table_has(t, MOVING_WALL_COLUMNS + 2);
}

/// Reads a row of walls. `columns` is the number of its columns: WALL_COLUMNS,
/// MOVING_WALL_COLUMNS or RUN_WALL_COLUMNS.
static table_status read_straight(wall_list *walls, table *t, size_t columns) {
    carom_wall wall;
    wall_motion motion = {{0.0, 0.0}, {0.0, 0.0}};
    wall_material material;
    const bool moves = columns >= MOVING_WALL_COLUMNS, is_of_run = columns == RUN_WALL_COLUMNS;
    if (row_wall(t, 1, &wall) != TABLE_ROW) {
        return TABLE_BAD;
    }
    wall.one_sided = walls->one_sided;
    if (row_category(t, WALL_COLUMNS - 1, &wall.category) != TABLE_ROW ||
        (moves && row_wall_motion(t, WALL_COLUMNS, wall, &motion) != TABLE_ROW) ||
        (is_of_run &&
         row_material(t, MOVING_WALL_COLUMNS, &material, &wall.one_sided) != TABLE_ROW)) {
        return TABLE_BAD;
    }
    return wall_list_add(walls, wall, row_id(t), t->row) && wall_list_move(walls, motion) &&
                   (!is_of_run || !has_materials(t) || keep_material(walls, material)) &&
                   (!walls->has_lines || keep_line(&walls->lines, &walls->line_capacity,
                                                   walls->count - 1, t->row_line)) &&
                   keep_label(&walls->labels, t, columns) && kept_add(&walls->kept, t)
               ? TABLE_ROW
               : table_no_memory(t);
}

static table_status read_wall(void *list, table *t) {
    return read_straight(list, t, WALL_COLUMNS);
}

static table_status read_moving_wall(void *list, table *t) {
    return read_straight(list, t, MOVING_WALL_COLUMNS);
}

static table_status read_run_wall(void *list, table *t) {
    return read_straight(list, t, RUN_WALL_COLUMNS);
}

// ---- lists that threads read in parts ----

static void free_circle_part(void *part) {
    circle_list *circles = part;
    circles->kept.columns = NULL; // those of the list
    circle_list_free(circles);
}

static void start_circle_part(void *part, const void *list) {
    circle_list *circles = part;
    const circle_list *all = list;
    carom_circle *items = circles->items;
    const size_t capacity = circles->capacity;
    circles->items = NULL;
    free_circle_part(circles);
    circles->items = items;
    circles->capacity = capacity;
    circles->unique = all->unique;
    circles->kept.columns = all->kept.columns;
    circles->kept.count = all->kept.count;
}

/// Returns whether no row of a part has the name of another row.
static bool names_are_new(const circle_list *list, const circle_list *part, size_t first_row) {
    for (size_t i = 0; i < part->count; i++) {
        char number[NAME_NUMBER_SIZE];
        const table_text id = names_id(&part->names, i);
        const table_text name = name_of_row(id, first_row + i, number);
        // The part has not compared the numbers of its rows with its ids.
        if ((id.length == 0 && part->names.items != NULL) ||
            names_index_find(&list->index, &list->names, name) != NAMES_NONE) {
            return false;
        }
    }
    return true;
}

/// Appends the lines of a part that begins behind line `line`, and enters its names in the index.
static bool keep_names(circle_list *list, const circle_list *part, size_t line) {
    const size_t first = list->count - part->count;
    bool kept =
        keep_lines(&list->lines, &list->line_capacity, first, part->lines, part->count, line);
    for (size_t i = first; kept && i < list->count; i++) {
        kept = names_index_add(&list->index, &list->names, i);
    }
    return kept;
}

static bool append_circles(circle_list *list, const circle_list *part) {
    void *items = list->items;
    void *motions = list->motions;
    void *lengths = list->lengths;
    void *masks = list->masks;
    const size_t n = part->count;
    const bool extended =
        array_extend(&items, &list->capacity, list->count, sizeof *list->items, part->items, n) &&
        array_extend(&motions, &list->motion_capacity, list->count, sizeof *list->motions,
                     part->motions, part->motions != NULL ? n : 0) &&
        array_extend(&lengths, &list->length_capacity, list->count, sizeof *list->lengths,
                     part->lengths, part->lengths != NULL ? n : 0) &&
        array_extend(&masks, &list->mask_capacity, list->count, sizeof *list->masks, part->masks,
                     part->masks != NULL ? n : 0);
    list->items = items;
    list->motions = motions;
    list->lengths = lengths;
    list->masks = masks;
    list->count += extended ? n : 0;
    return extended;
}

static table_status append_circle_part(void *list, const void *part, table *t) {
    circle_list *circles = list;
    const circle_list *more = part;
    const bool checked = circles->unique && table_has(t, 0);
    if (checked && !names_are_new(circles, more, t->next_row)) {
        return TABLE_BAD;
    }
    return append_circles(circles, more) &&
                   names_append(&circles->names, &more->names, t->next_row) &&
                   (!checked || keep_names(circles, more, t->line)) &&
                   labels_append(&circles->labels, &more->labels) &&
                   kept_append(&circles->kept, &more->kept)
               ? TABLE_ROW
               : table_no_memory(t);
}

static void free_wall_part(void *part) {
    wall_list *walls = part;
    walls->kept.columns = NULL; // those of the list
    wall_list_free(walls);
}

static void start_wall_part(void *part, const void *list) {
    wall_list *walls = part;
    const wall_list *all = list;
    carom_wall *items = walls->items;
    const size_t capacity = walls->capacity;
    walls->items = NULL;
    free_wall_part(walls);
    walls->items = items;
    walls->capacity = capacity;
    walls->one_sided = all->one_sided;
    walls->has_lines = all->has_lines;
    walls->kept.columns = all->kept.columns;
    walls->kept.count = all->kept.count;
}

static bool append_walls(wall_list *list, const wall_list *part) {
    void *items = list->items;
    void *materials = list->materials;
    const bool extended =
        array_extend(&items, &list->capacity, list->count, sizeof *list->items, part->items,
                     part->count) &&
        array_extend(&materials, &list->material_capacity, list->count, sizeof *list->materials,
                     part->materials, part->materials != NULL ? part->count : 0);
    list->items = items;
    list->materials = materials;
    if (list->motions != NULL || part->motions != NULL) {
        for (size_t i = 0; i < part->count; i++) {
            if (!move_wall(list, list->count + i,
                           part->motions != NULL ? part->motions[i] : rest)) {
                return false;
            }
        }
    }
    list->count += extended ? part->count : 0;
    return extended;
}

static table_status append_wall_part(void *list, const void *part, table *t) {
    wall_list *walls = list;
    const wall_list *more = part;
    return append_walls(walls, more) && names_append(&walls->names, &more->names, t->next_row) &&
                   (!walls->has_lines ||
                    keep_lines(&walls->lines, &walls->line_capacity, walls->count - more->count,
                               more->lines, more->count, t->line)) &&
                   labels_append(&walls->labels, &more->labels) &&
                   kept_append(&walls->kept, &more->kept)
               ? TABLE_ROW
               : table_no_memory(t);
}

static table_status read_circles(circle_list *list, table *t, bool skip_bad,
                                 table_status (*read_row)(void *list, table *t)) {
    const list_kind kind = {.size = sizeof *list,
                            .read_row = read_row,
                            .start_part = start_circle_part,
                            .append = append_circle_part,
                            .free_part = free_circle_part};
    return blocks_read(&kind, list, t, skip_bad);
}

table_status circle_list_read(circle_list *list, table *t, bool skip_bad) {
    return read_circles(list, t, skip_bad, read_circle);
}

table_status mover_list_read(circle_list *list, table *t, bool skip_bad) {
    return read_circles(list, t, skip_bad, read_mover);
}

table_status cast_list_read(circle_list *list, table *t, bool skip_bad) {
    return read_circles(list, t, skip_bad, read_cast);
}

static table_status read_walls(wall_list *list, table *t, bool skip_bad,
                               table_status (*read_row)(void *list, table *t)) {
    const list_kind kind = {.size = sizeof *list,
                            .read_row = read_row,
                            .start_part = start_wall_part,
                            .append = append_wall_part,
                            .free_part = free_wall_part};
    return blocks_read(&kind, list, t, skip_bad);
}

table_status wall_list_read(wall_list *list, table *t, bool skip_bad) {
    return read_walls(list, t, skip_bad, read_wall);
}

table_status moving_wall_list_read(wall_list *list, table *t, bool skip_bad) {
    return read_walls(list, t, skip_bad, read_moving_wall);
}

table_status run_wall_list_read(wall_list *list, table *t, bool skip_bad) {
    return read_walls(list, t, skip_bad, read_run_wall);
}

carom_circle_soa circle_list_soa(const circle_list *list, size_t begin, size_t count) {
    const carom_circle *first = &list->items[begin];
    return (carom_circle_soa){.x = &first->center.x,
                              .y = &first->center.y,
                              .radius = &first->radius,
                              .stride = sizeof *first,
                              .count = count};
}

uint32_t wall_category(carom_wall wall) {
    return wall.category != 0 ? wall.category : CAROM_CATEGORY_DEFAULT;
}

carom_filter circle_list_filter(const circle_list *list, size_t i) {
    return list->masks != NULL ? carom_filter_mask(list->masks[i]) : carom_filter_default();
}

void circle_list_free(circle_list *list) {
    free(list->items);
    free(list->motions);
    free(list->lengths);
    free(list->masks);
    free(list->lines);
    names_free(&list->names);
    kept_free(&list->kept);
    names_index_free(&list->index);
    labels_free(&list->labels);
    *list = (circle_list){0};
}

void wall_list_free(wall_list *list) {
    free(list->items);
    free(list->motions);
    free(list->materials);
    free(list->lines);
    names_free(&list->names);
    kept_free(&list->kept);
    labels_free(&list->labels);
    *list = (wall_list){0};
}
