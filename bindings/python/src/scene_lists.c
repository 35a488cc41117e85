// Turns lists of walls and of areas into arrays. Room: above columns.
#include "scene_lists.h"
#include "threads.h"

bool lists_read_most(const char *function, PyObject *value, size_t *most) {
    *most = SIZE_MAX;
    if (value == NULL || value == Py_None)
        return true;
    PyObject *number = PyNumber_Index(value);
    if (number == NULL) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "%s(): the argument most must be None or an int, not %R",
                         function, Py_TYPE(value));
        return false;
    }
    int beyond = 0;
    const long long read = PyLong_AsLongLongAndOverflow(number, &beyond);
    Py_DECREF(number);
    if (beyond != 0 || read < 0) {
        PyErr_Format(PyExc_ValueError,
                     "%s(): most is %R, must be None or an integer 0 to 2**63 - 1", function,
                     value);
        return false;
    }
    *most = (uint64_t)read < SIZE_MAX ? (size_t)read : SIZE_MAX;
    return true;
}

bool lists_are_made(const char *function, carom_status status, size_t most) {
    if (status == CAROM_STATUS_TOO_MANY_ITEMS)
        PyErr_Format(PyExc_OverflowError, "%s(): there are more than %zu pairs", function, most);
    else if (status != CAROM_STATUS_OK)
        PyErr_NoMemory();
    return status == CAROM_STATUS_OK;
}

PyObject *new_indices(npy_intp count) {
    return PyArray_SimpleNew(1, &count, NPY_INT64);
}

int64_t *indices_of(PyObject *array) {
    return PyArray_DATA((PyArrayObject *)array);
}

// ---- copies ----

/// Rows that a task copies.
enum { COPIED_ROWS = 1 << 13 };

typedef struct list_copy {
    const carom_circle_lists *lists;
    lists_copy_rows *copy;
    void *context;
} list_copy;

static void copy_task(void *context, size_t task) {
    const list_copy *c = context;
    const size_t begin = task * COPIED_ROWS, left = c->lists->count - begin;
    c->copy(c->context, c->lists, begin, begin + (left < COPIED_ROWS ? left : COPIED_ROWS));
}

void lists_copy(const carom_scene *scene, const carom_circle_lists *lists, lists_copy_rows *copy,
                void *context) {
    list_copy c = {lists, copy, context};
    PyThreadState *thread = release_gil(scene, (npy_intp)lists->count);
    run_tasks(copy_task, &c, (lists->count + COPIED_ROWS - 1) / COPIED_ROWS, threads_limit());
    take_gil(thread);
}

void lists_number_rows(const carom_circle_lists *lists, size_t begin, size_t end, int64_t *row_of) {
    for (size_t row = begin; row < end; row++) {
        for (size_t i = lists->offsets[row]; i < lists->offsets[row + 1]; i++)
            row_of[i] = (int64_t)row;
    }
}

// ---- lists of indices ----

/// The arrays of an answer: the offsets, or the rows; and the items.
typedef struct index_arrays {
    int64_t *offsets, *row_of, *items;
} index_arrays;

static void copy_indices(void *context, const carom_circle_lists *lists, size_t begin, size_t end) {
    const index_arrays *to = context;
    const size_t *offsets = lists->offsets;
    const uint32_t *items = lists->items;
    for (size_t i = offsets[begin]; i < offsets[end]; i++)
        to->items[i] = items[i];
    for (size_t row = begin; to->offsets != NULL && row < end; row++)
        to->offsets[row + 1] = (int64_t)offsets[row + 1];
    if (to->row_of != NULL)
        lists_number_rows(lists, begin, end, to->row_of);
}

PyObject *answer_of_lists(const module_state *state, const carom_scene *scene,
                          const carom_circle_lists *lists, bool csr, enum scene_answer pairs) {
    const npy_intp count = (npy_intp)lists->count, total = (npy_intp)lists->offsets[lists->count];
    PyObject *items[2] = {new_indices(csr ? count + 1 : total), new_indices(total)};
    if (items[0] == NULL || items[1] == NULL) {
        Py_XDECREF(items[0]);
        Py_XDECREF(items[1]);
        return NULL;
    }
    index_arrays to = {.offsets = csr ? indices_of(items[0]) : NULL,
                       .row_of = csr ? NULL : indices_of(items[0]),
                       .items = indices_of(items[1])};
    if (csr)
        to.offsets[0] = 0;
    lists_copy(scene, lists, copy_indices, &to);
    return answer_of_items(state->scene_answers[csr ? SCENE_ANSWER_HITS_BY_CIRCLE : pairs], items,
                           2);
}
