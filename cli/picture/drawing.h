// The contents of a picture: circles, walls, contacts and paths.
//
// A drawing holds the input and the results of one call of the tool. It computes nothing itself.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_DRAWING_H
#define CAROM_CLI_PICTURE_DRAWING_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/contact.h>
#include <carom/sweep.h>

#include "csv/names.h"
#include "csv/wall_motion.h"
#include "picture/rings.h"
#include "picture/trail.h"

/// A contact between a circle and a wall of the drawing, by their indices. If the drawing is of
/// walls: where two walls are nearest, by the relation and the point of the contact, and the other
/// point.
typedef struct drawing_mark {
    size_t circle;
    size_t wall;
    carom_contact contact;
    carom_vec2 other_point;
} drawing_mark;

/// The path of a circle over one frame and its first contact.
typedef struct drawing_path {
    carom_sweep sweep;
    carom_vec2 move;
    /// Whether it continues behind the contact, and its end.
    bool goes_on;
    carom_vec2 end;
} drawing_path;

/// The contents of one picture. Start with all zeros. The drawing owns its marks, relations and
/// paths; the caller owns the rest.
typedef struct drawing {
    /// The command and its input files; NULL for none.
    const char *title;
    const char *files[2];
    /// The noun for circles ("circle" if NULL), and an additional note for the title.
    const char *noun;
    const char *note;
    /// Circle i belongs to wall i, and the counts are of pairs.
    bool paired;
    /// The marks are of two walls each, and the counts are of pairs; there are no circles.
    bool of_walls;
    const carom_circle *circles;
    size_t circle_count;
    const names *circle_names;
    const carom_wall *walls;
    size_t wall_count;
    const names *wall_names;
    /// The displacement of each wall, or NULL if all are at rest.
    const wall_motion *motions;
    drawing_mark *marks;
    size_t mark_count;
    size_t mark_capacity;
    /// One relation for each circle: it determines the colour.
    carom_relation *relations;
    size_t relation_count;
    size_t relation_capacity;
    /// One path for each circle, or none at all. With paths the kind of the sweep determines the
    /// colour.
    drawing_path *paths;
    size_t path_count;
    size_t path_capacity;
    /// The areas that walls bound, and the name of area i + 1, or NULL. The walls are not named
    /// then.
    const rings *rings;
    const names *area_names;
    /// One trail for each circle, or NULL. With trails the circles are balls with individual
    /// colours.
    const trail *trails;
} drawing;

/// Add a contact, or the relation or the path of the next circle. Return false if out of memory.
bool drawing_add_mark(drawing *d, drawing_mark mark);
bool drawing_add_relation(drawing *d, carom_relation relation);
bool drawing_add_path(drawing *d, drawing_path path);

void drawing_free(drawing *d);

/// Returns whether there are so many circles that clear ones would hide the rest. Clear circles are
/// then only counted, and other circles are drawn as plain discs.
bool drawing_is_crowded(const drawing *d);

#endif
