// What a picture shows: the parts of it that grow as a command gets its results.
// Layer: cli.
#include "picture/scene.h"

#include <stdlib.h>

#include "csv/array.h"

bool scene_add_mark(scene *s, scene_mark mark) {
    void *items = s->marks;
    bool grown = array_grow(&items, &s->mark_capacity, s->mark_count, sizeof mark);
    s->marks = items;
    if (grown) {
        s->marks[s->mark_count++] = mark;
    }
    return grown;
}

bool scene_add_relation(scene *s, carom_relation relation) {
    void *items = s->relations;
    bool grown = array_grow(&items, &s->relation_capacity, s->relation_count, sizeof relation);
    s->relations = items;
    if (grown) {
        s->relations[s->relation_count++] = relation;
    }
    return grown;
}

bool scene_add_way(scene *s, scene_way way) {
    void *items = s->ways;
    bool grown = array_grow(&items, &s->way_capacity, s->way_count, sizeof way);
    s->ways = items;
    if (grown) {
        s->ways[s->way_count++] = way;
    }
    return grown;
}

void scene_free(scene *s) {
    free(s->marks);
    free(s->relations);
    free(s->ways);
    *s = (scene){0};
}
