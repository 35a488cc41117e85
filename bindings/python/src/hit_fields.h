// The fields of hits as arrays: what the queries about moving circles share. Room: above columns.
#ifndef CAROM_PYTHON_HIT_FIELDS_H
#define CAROM_PYTHON_HIT_FIELDS_H

#include "python.h"

#include <stdbool.h>

/// The fields of an answer after its indices, in the order of carom.answers.Sweep.
enum { KIND, T, X, Y, PX, PY, NX, NY, FEATURE, FIELDS_COUNT };

/// Where the fields of hits go: arrays.
typedef struct hit_fields {
    int64_t *wall;
    int8_t *kind, *feature;
    double *numbers[FIELDS_COUNT];
} hit_fields;

static inline void write_hit(const hit_fields *out, size_t i, const carom_scene_hit *hit) {
    const carom_sweep *s = &hit->sweep;
    out->wall[i] = hit->index == CAROM_NO_WALL ? -1 : (int64_t)hit->index;
    out->kind[i] = (int8_t)s->kind;
    out->feature[i] = (int8_t)s->feature;
    out->numbers[T][i] = s->t;
    out->numbers[X][i] = s->center.x;
    out->numbers[Y][i] = s->center.y;
    out->numbers[PX][i] = s->point.x;
    out->numbers[PY][i] = s->point.y;
    out->numbers[NX][i] = s->normal.x;
    out->numbers[NY][i] = s->normal.y;
}

/// Makes arrays for the wall and the fields, items[0] to items[FIELDS_COUNT]. False with an
/// exception.
bool make_fields(hit_fields *out, PyObject **items, int dimensions, const npy_intp *shape);

void release_items(PyObject **items, int count);

#endif
