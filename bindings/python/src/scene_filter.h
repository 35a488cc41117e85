// The filter of a query from Python: masks and groups by row, or a function that accepts walls.
//
// Room: above columns.
#ifndef CAROM_PYTHON_SCENE_FILTER_H
#define CAROM_PYTHON_SCENE_FILTER_H

#include "columns.h"

/// The filter of a call.
typedef struct scene_filter {
    /// NULL if there is none.
    const column *mask, *except_group;
    /// A Python function; NULL if there is none. It is asked with the GIL, in queries of one row.
    PyObject *accept;
    /// Its answers by index: it is asked once for each wall, so that its answer cannot change.
    PyObject *answers;
    const module_state *state;
    /// An exception has been raised.
    bool failed;
} scene_filter;

/// The arguments of a filter, for a signature: 3 of them.
#define FILTER_ARGUMENTS                                                                           \
    {"mask", COLUMN_UINT32, false, UINT32_MAX}, {"except_group", COLUMN_UINT32, false, 0}, {       \
        "accept", COLUMN_OTHER, false, 0                                                           \
    }

/// The first two of them: what a query takes that cannot call Python.
#define NUMBER_FILTER_ARGUMENTS                                                                    \
    {"mask", COLUMN_UINT32, false, UINT32_MAX}, {                                                  \
        "except_group", COLUMN_UINT32, false, 0                                                    \
    }

/// The filter of these two, which start at `mask`. It needs no filter_release.
scene_filter filter_of_columns(const columns *all, int mask);

/// Reads the arguments of a filter, which start at `mask`. False with an exception. Call
/// filter_release in both cases.
bool filter_read(scene_filter *f, const module_state *state, const columns *all,
                 PyObject *const *values, int mask);
void filter_release(scene_filter *f);

/// The filter for a row, in `room`; NULL if all walls count.
const carom_filter *filter_of_row(const scene_filter *f, npy_intp row, carom_filter *room);

#endif
