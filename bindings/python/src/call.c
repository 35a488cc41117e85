// Calls an operation: plain numbers at once, everything else through its ufunc.
//
// Room: above operations.
#include "answers.h"
#include "arguments.h"

/// Says which arguments have which shapes if they do not broadcast. The exception of the ufunc
/// becomes the cause of the new one, or stays if the shapes are not to blame.
static void explain_failure(const module_state *state, enum operation_index index,
                            PyObject *tuple) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    PyObject *result = PyObject_CallFunction(state->explain, "sOOO", operations[index]->name,
                                             state->operations[index].names, tuple, value);
    if (result == NULL) {
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(traceback);
        return;
    }
    Py_DECREF(result);
    PyErr_Restore(type, value, traceback);
}

/// True if one of the arguments of a ufunc is an array of another library.
static bool has_foreign_array(PyObject *tuple) {
    const Py_ssize_t count = PyTuple_Size(tuple);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PyTuple_GetItem(tuple, i);
        if (!PyArray_Check(item) && !PyFloat_Check(item))
            return true;
    }
    return false;
}

static PyObject *apply_ufunc(const module_state *state, enum operation_index index, PyObject *tuple,
                             PyObject *rest) {
    PyObject *ufunc = state->operations[index].ufunc;
    if (has_foreign_array(tuple))
        return PyObject_CallFunctionObjArgs(state->apply, ufunc, tuple, rest, NULL);
    return PyObject_Call(ufunc, tuple, rest);
}

static PyObject *call_ufunc(PyObject *module, enum operation_index index, PyObject *const *args,
                            Py_ssize_t count, PyObject *keywords) {
    const module_state *state = state_of(module);
    PyObject *rest = PyDict_New();
    PyObject *tuple =
        rest == NULL ? NULL : gather_arguments(state, index, args, count, keywords, rest);
    PyObject *returned = NULL;
    if (tuple != NULL) {
        returned = apply_ufunc(state, index, tuple, rest);
        if (returned == NULL && PyErr_ExceptionMatches(PyExc_ValueError))
            explain_failure(state, index, tuple);
    }
    Py_XDECREF(tuple);
    Py_XDECREF(rest);
    return returned == NULL ? NULL : answer_from_ufunc(state, index, returned);
}

PyObject *call_operation(PyObject *module, enum operation_index index, PyObject *const *args,
                         Py_ssize_t count, PyObject *keywords) {
    const module_state *state = state_of(module);
    double in[INPUTS_MAX], out[OUTPUTS_MAX];
    if (!read_numbers(operations[index], state->operations[index].names, args, count, keywords, in))
        return call_ufunc(module, index, args, count, keywords);
    operations[index]->compute(in, out);
    return answer_from_numbers(state, index, out);
}
