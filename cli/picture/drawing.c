// The contents of a picture, which grow while a command computes its results.
// Room: cli.
#include "picture/drawing.h"

#include <stdlib.h>

#include "csv/array.h"

bool drawing_add_mark(drawing *d, drawing_mark mark) {
    void *items = d->marks;
    bool grown = array_grow(&items, &d->mark_capacity, d->mark_count, sizeof mark);
    d->marks = items;
    if (grown) {
        d->marks[d->mark_count++] = mark;
    }
    return grown;
}

bool drawing_add_relation(drawing *d, carom_relation relation) {
    void *items = d->relations;
    bool grown = array_grow(&items, &d->relation_capacity, d->relation_count, sizeof relation);
    d->relations = items;
    if (grown) {
        d->relations[d->relation_count++] = relation;
    }
    return grown;
}

bool drawing_add_path(drawing *d, drawing_path path) {
    void *items = d->paths;
    bool grown = array_grow(&items, &d->path_capacity, d->path_count, sizeof path);
    d->paths = items;
    if (grown) {
        d->paths[d->path_count++] = path;
    }
    return grown;
}

void drawing_free(drawing *d) {
    free(d->marks);
    free(d->relations);
    free(d->paths);
    *d = (drawing){0};
}

bool drawing_is_crowded(const drawing *d) {
    enum { CROWD = 20000 };
    return d->circle_count > CROWD;
}
