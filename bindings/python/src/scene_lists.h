// The lists of a query of many rows as the arrays of an answer. Room: above columns.
#ifndef CAROM_PYTHON_SCENE_LISTS_H
#define CAROM_PYTHON_SCENE_LISTS_H

#include "scene.h"

/// Reads the argument `most`, the largest number of pairs of an answer: SIZE_MAX if it is not given
/// or None. False with an exception.
bool lists_read_most(const char *function, PyObject *value, size_t *most);

/// Raises the exception for the status of a batch with lists. True if there is none.
bool lists_are_made(const char *function, carom_status status, size_t most);

/// A new array of int64, NULL with an exception; and its items.
PyObject *new_indices(npy_intp count);
int64_t *indices_of(PyObject *array);

/// Copies the items of the rows [begin, end) to the arrays of an answer.
typedef void lists_copy_rows(void *context, const carom_circle_lists *lists, size_t begin,
                             size_t end);

/// Calls `copy` for all rows, without the GIL and on threads if that pays.
void lists_copy(const carom_scene *scene, const carom_circle_lists *lists, lists_copy_rows *copy,
                void *context);

/// Sets the number of the row of each item of the rows [begin, end).
void lists_number_rows(const carom_circle_lists *lists, size_t begin, size_t end, int64_t *row_of);

/// Lists of uint32_t as an answer: row by row, with the class `pairs`, or with `csr` as offsets in
/// front of the items. A new reference, NULL with an exception.
PyObject *answer_of_lists(const module_state *state, const carom_scene *scene,
                          const carom_circle_lists *lists, bool csr, enum scene_answer pairs);

#endif
