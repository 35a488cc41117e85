// What a picture shows: the parts of it that grow.
// Layer: cli.
#include "drawing.h"

#include <stdlib.h>

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

void drawing_free(drawing *d) {
    free(d->marks);
    free(d->relations);
    *d = (drawing){0};
}
