// What a picture shows: circles, walls, the contacts between them, and how circles move.
//
// A drawing is the input and the results of one call of the tool. It finds and decides nothing.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_DRAWING_H
#define CAROM_CLI_PICTURE_DRAWING_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/contact.h>
#include <carom/sweep.h>

#include "csv/names.h"
#include "picture/trail.h"

/// A contact between a circle and a wall of the drawing, by their indices.
typedef struct drawing_mark {
    size_t circle;
    size_t wall;
    carom_contact contact;
} drawing_mark;

/// The way of a circle over one frame, up to the first wall it meets.
typedef struct drawing_way {
    carom_sweep sweep;
    carom_vec2 move;
    /// Whether it goes on behind the contact, and to where.
    bool goes_on;
    carom_vec2 end;
} drawing_way;

/// All that is in one picture. Start with all zeros; marks, relations and ways are its own, the
/// rest is the caller's.
typedef struct drawing {
    /// The command, and the files it read; NULL for none.
    const char *title;
    const char *files[2];
    /// What circles are called ("circle" if NULL), and what else is to be said in the title.
    const char *noun;
    const char *note;
    /// Circle i belongs to wall i alone: the counts are of pairs.
    bool paired;
    const carom_circle *circles;
    size_t circle_count;
    const names *circle_names;
    const carom_wall *walls;
    size_t wall_count;
    const names *wall_names;
    drawing_mark *marks;
    size_t mark_count;
    size_t mark_capacity;
    /// One for each circle: what it is coloured by.
    carom_relation *relations;
    size_t relation_count;
    size_t relation_capacity;
    /// One for each circle, or none at all: circles are coloured by how they meet a wall.
    drawing_way *ways;
    size_t way_count;
    size_t way_capacity;
    /// One for each circle, or NULL: the circles are balls, each with a colour of its own.
    const trail *trails;
} drawing;

/// Add a contact, or the relation or the way of the next circle. False if memory is out.
bool drawing_add_mark(drawing *d, drawing_mark mark);
bool drawing_add_relation(drawing *d, carom_relation relation);
bool drawing_add_way(drawing *d, drawing_way way);

void drawing_free(drawing *d);

/// So many circles that the clear ones would hide everything: they are counted, not drawn, and of
/// the others only the discs are.
bool drawing_is_crowded(const drawing *d);

#endif
