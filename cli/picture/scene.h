// What a picture shows: circles, walls, the contacts between them, and how circles move.
//
// This "scene" is the input and the results of one call of the tool, gathered for drawing. It finds
// and decides nothing, and has no index over its walls.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_SCENE_H
#define CAROM_CLI_PICTURE_SCENE_H

#include <stdbool.h>
#include <stddef.h>

#include <carom/contact.h>
#include <carom/sweep.h>

#include "csv/names.h"
#include "picture/trail.h"

/// A contact between a circle and a wall of the scene, by their indices.
typedef struct scene_mark {
    size_t circle;
    size_t wall;
    carom_contact contact;
} scene_mark;

/// The way of a circle over one frame, up to the first wall it meets.
typedef struct scene_way {
    carom_sweep sweep;
    carom_vec2 move;
    /// Whether it goes on behind the contact, and to where.
    bool goes_on;
    carom_vec2 end;
} scene_way;

/// All that is in one picture. Start with all zeros; marks, relations and ways are its own, the
/// rest is the caller's.
typedef struct scene {
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
    scene_mark *marks;
    size_t mark_count;
    size_t mark_capacity;
    /// One for each circle: what it is coloured by.
    carom_relation *relations;
    size_t relation_count;
    size_t relation_capacity;
    /// One for each circle, or none at all: circles are coloured by how they meet a wall.
    scene_way *ways;
    size_t way_count;
    size_t way_capacity;
    /// One for each circle, or NULL: the circles are balls, each with a colour of its own.
    const trail *trails;
} scene;

/// Add a contact, or the relation or the way of the next circle. False if memory is out.
bool scene_add_mark(scene *s, scene_mark mark);
bool scene_add_relation(scene *s, carom_relation relation);
bool scene_add_way(scene *s, scene_way way);

void scene_free(scene *s);

#endif
