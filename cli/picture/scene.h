// What a picture shows: circles, walls, and the contacts between them.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_SCENE_H
#define CAROM_CLI_PICTURE_SCENE_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/contact.h>

#include "csv/names.h"

/// A contact between a circle and a wall of the scene, by their indices.
typedef struct scene_mark {
    size_t circle;
    size_t wall;
    carom_contact contact;
} scene_mark;

/// A scene. Start with all zeros; marks and relations are its own, the rest is the caller's.
typedef struct scene {
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
    scene_mark *marks;
    size_t mark_count;
    size_t mark_capacity;
    /// One for each circle: what it is coloured by.
    carom_relation *relations;
    size_t relation_count;
    size_t relation_capacity;
} scene;

/// Add a contact, or the relation of the next circle. False if memory is out.
bool scene_add_mark(scene *s, scene_mark mark);
bool scene_add_relation(scene *s, carom_relation relation);

void scene_free(scene *s);

#endif
