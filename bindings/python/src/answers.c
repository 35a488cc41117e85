// Makes Python objects from the results of an operation. Room: above operations.
#include "answers.h"

#include <math.h>
#include <stdbool.h>

/// The members of the enum of a kind by code: a tuple; NULL for numbers.
static PyObject *members_of(const module_state *state, char kind) {
    switch (kind) {
    case KIND_RELATION:
        return state->relations;
    case KIND_FEATURE:
        return state->features;
    case KIND_SWEEP:
        return state->sweep_kinds;
    case KIND_WALL_RELATION:
        return state->wall_relations;
    default:
        return NULL;
    }
}

static PyObject *value_from_number(const module_state *state, char kind, double value) {
    PyObject *members = members_of(state, kind);
    if (members != NULL)
        return Py_NewRef(PyTuple_GetItem(members, (Py_ssize_t)value));
    if (kind == KIND_NUMBER)
        return PyFloat_FromDouble(value);
    return kind == KIND_TRUTH ? PyBool_FromLong(value != 0.0)
                              : PyLong_FromLongLong((long long)value);
}

/// True if the value can be one of the kind. A result that `where` leaves out is any number, and so
/// is one of another library.
static bool can_be(const module_state *state, char kind, double value) {
    PyObject *members = members_of(state, kind);
    if (members != NULL)
        return value >= 0.0 && value < (double)PyTuple_Size(members);
    return kind == KIND_NUMBER || kind == KIND_TRUTH || fabs(value) <= 0x1p62;
}

PyObject *answer_from_numbers(const module_state *state, enum operation_index index,
                              const double *out) {
    const operation_objects *objects = &state->operations[index];
    const char *kinds = operations[index]->output_kinds;
    if (objects->answer == NULL)
        return value_from_number(state, kinds[0], out[0]);
    const Py_ssize_t count = operations[index]->output_count;
    PyObject *answer = objects->allocate(objects->answer, count);
    for (Py_ssize_t i = 0; answer != NULL && i < count; i++) {
        PyObject *value = value_from_number(state, kinds[i], out[i]);
        if (value == NULL)
            Py_CLEAR(answer);
        else
            PyTuple_SetItem(answer, i, value);
    }
    return answer;
}

/// Reads NumPy's scalars into `out`. False if one is an array or something else, or has a value
/// that is none of its kind.
static bool read_scalars(const module_state *state, const char *kinds, PyObject *const *items,
                         Py_ssize_t count, double *out) {
    for (Py_ssize_t i = 0; i < count; i++) {
        if (PyArray_Check(items[i]) || !PyArray_CheckScalar(items[i]))
            return false;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        out[i] = PyFloat_AsDouble(items[i]);
        if (out[i] == -1.0 && PyErr_Occurred() != NULL) {
            PyErr_Clear();
            return false;
        }
        if (!can_be(state, kinds[i], out[i]))
            return false;
    }
    return true;
}

PyObject *answer_from_ufunc(const module_state *state, enum operation_index index,
                            PyObject *returned) {
    const operation_objects *objects = &state->operations[index];
    PyObject *items[OUTPUTS_MAX] = {returned};
    Py_ssize_t count = 1;
    if (objects->answer != NULL) {
        count = operations[index]->output_count;
        // Another library's __array_ufunc__ may return anything.
        if (!PyTuple_Check(returned) || PyTuple_Size(returned) != count)
            return returned;
        for (Py_ssize_t i = 0; i < count; i++)
            items[i] = PyTuple_GetItem(returned, i);
    }
    double out[OUTPUTS_MAX];
    if (read_scalars(state, operations[index]->output_kinds, items, count, out)) {
        Py_DECREF(returned);
        return answer_from_numbers(state, index, out);
    }
    if (objects->answer == NULL)
        return returned;
    PyObject *answer = objects->allocate(objects->answer, count);
    for (Py_ssize_t i = 0; answer != NULL && i < count; i++)
        PyTuple_SetItem(answer, i, Py_NewRef(items[i]));
    Py_DECREF(returned);
    return answer;
}
