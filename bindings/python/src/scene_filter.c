// Makes filters for queries from the arguments mask, except_group and accept. Room: above columns.
#include "scene_filter.h"
#include "scene.h"

scene_filter filter_of_columns(const columns *all, int mask) {
    const column *masks = &all->items[mask], *groups = masks + 1;
    return (scene_filter){.mask = masks->given ? masks : NULL,
                          .except_group = groups->given ? groups : NULL};
}

bool filter_read(scene_filter *f, const module_state *state, const columns *all,
                 PyObject *const *values, int mask) {
    *f = filter_of_columns(all, mask);
    PyObject *function = values[mask + 2];
    if (function == NULL || function == Py_None)
        return true;
    const char *name = all->of->function;
    if (!PyCallable_Check(function)) {
        PyErr_Format(PyExc_TypeError, "%s(): the argument accept must be a function, not %R", name,
                     (PyObject *)Py_TYPE(function));
        return false;
    }
    if (!columns_are_numbers(all)) {
        PyErr_Format(PyExc_ValueError,
                     "%s(): accept needs numbers as the other arguments, not arrays: threads "
                     "cannot share a query that calls Python",
                     name);
        return false;
    }
    f->accept = function;
    f->state = state;
    f->answers = PyDict_New();
    return f->answers != NULL;
}

void filter_release(scene_filter *f) {
    Py_CLEAR(f->answers);
}

/// Calls the function of the user. -1 with an exception.
static int call_accept(const scene_filter *f, PyObject *index, carom_wall wall) {
    PyObject *fields = answer_of_walls(f->state, &wall, 0, NULL);
    PyObject *answer =
        fields == NULL ? NULL : PyObject_CallFunctionObjArgs(f->accept, index, fields, NULL);
    const int accepted = answer == NULL ? -1 : PyObject_IsTrue(answer);
    Py_XDECREF(fields);
    Py_XDECREF(answer);
    return accepted;
}

static bool accept_wall(void *context, carom_index index, const carom_wall *wall) {
    scene_filter *f = context;
    if (f->failed)
        return false;
    PyObject *key = PyLong_FromSize_t(index);
    PyObject *known = key == NULL ? NULL : PyDict_GetItemWithError(f->answers, key);
    int accepted = -1;
    if (known != NULL) {
        accepted = known == Py_True;
    } else if (key != NULL && PyErr_Occurred() == NULL) {
        accepted = call_accept(f, key, *wall);
        if (accepted >= 0 && PyDict_SetItem(f->answers, key, accepted ? Py_True : Py_False) < 0)
            accepted = -1;
    }
    Py_XDECREF(key);
    f->failed = accepted < 0;
    return accepted > 0;
}

const carom_filter *filter_of_row(const scene_filter *f, npy_intp row, carom_filter *room) {
    if (f->mask == NULL && f->except_group == NULL && f->accept == NULL)
        return NULL;
    *room = carom_filter_default();
    if (f->mask != NULL)
        room->mask = column_integer(f->mask, row);
    if (f->except_group != NULL)
        room->except_group = column_integer(f->except_group, row);
    if (f->accept != NULL) {
        room->accept = accept_wall;
        room->context = (void *)f;
    }
    return room;
}
