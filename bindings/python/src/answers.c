// Makes Python objects from the results of an operation. Layer: above operations.
#include "answers.h"

#include <stdbool.h>

static PyObject *member(PyObject *members, double code) {
    return Py_NewRef(PyTuple_GetItem(members, (Py_ssize_t)code));
}

static PyObject *value_from_number(const module_state *state, char kind, double value) {
    switch (kind) {
    case KIND_NUMBER:
        return PyFloat_FromDouble(value);
    case KIND_TRUTH:
        return PyBool_FromLong(value != 0.0);
    case KIND_RELATION:
        return member(state->relations, value);
    case KIND_FEATURE:
        return member(state->features, value);
    case KIND_SWEEP:
        return member(state->sweep_kinds, value);
    default:
        return PyLong_FromLong((long)value);
    }
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

/// Reads NumPy's scalars into `out`. False if one is an array or something else.
static bool read_scalars(PyObject *const *items, Py_ssize_t count, double *out) {
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
    if (read_scalars(items, count, out)) {
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
