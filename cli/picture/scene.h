// What a picture shows: circles, walls, and the contacts between them.
// Layer: cli.
#ifndef CAROM_CLI_DRAWING_H
#define CAROM_CLI_DRAWING_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/contact.h>

#include "names.h"

/// A contact between a circle and a wall of the drawing, by their indices.
typedef struct drawing_mark {
    size_t circle;
    size_t wall;
    carom_contact contact;
} drawing_mark;

/// A drawing. Start with all zeros; marks and relations are its own, the rest is the caller's.
typedef struct drawing {
    /// The command, and the files it read; NULL for none.
    const char *title;
    const char *files[2];
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
} drawing;

/// Add a contact, or the relation of the next circle. False if memory is out.
bool drawing_add_mark(drawing *d, drawing_mark mark);
bool drawing_add_relation(drawing *d, carom_relation relation);

void drawing_free(drawing *d);

#endif
