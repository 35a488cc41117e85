// Calls an operation: plain numbers at once, everything else through its ufunc.
//
// Layer: above operations.
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

static PyObject *call_ufunc(PyObject *module, enum operation_index index, PyObject *const *args,
                            Py_ssize_t count, PyObject *keywords) {
    const module_state *state = state_of(module);
    PyObject *rest = PyDict_New();
    PyObject *tuple =
        rest == NULL ? NULL : gather_arguments(state, index, args, count, keywords, rest);
    PyObject *returned = NULL;
    if (tuple != NULL) {
        returned = PyObject_Call(state->operations[index].ufunc, tuple, rest);
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
