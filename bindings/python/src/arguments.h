// The arguments of an operation: plain numbers, or whatever NumPy takes.
//
// Room: above operations.
#ifndef CAROM_PYTHON_ARGUMENTS_H
#define CAROM_PYTHON_ARGUMENTS_H

#include "state.h"

#include <stdbool.h>

/// Reads arguments that are all plain numbers or words. Returns false, without an exception, if
/// one is anything else, if a required one is missing, or if a name is not that of an argument.
bool read_numbers(const operation *op, PyObject *names, PyObject *const *args, Py_ssize_t count,
                  PyObject *keywords, double *in);

/// Makes the positional arguments of the ufunc, a new tuple with the defaults filled in, and puts
/// the other keyword arguments, such as out, into `rest`, a dict. NULL with an exception that
/// names the argument if one is missing, twice there, or no number.
PyObject *gather_arguments(const module_state *state, enum operation_index index,
                           PyObject *const *args, Py_ssize_t count, PyObject *keywords,
                           PyObject *rest);

#endif
