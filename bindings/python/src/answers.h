// The results of an operation as Python objects. Room: above operations.
#ifndef CAROM_PYTHON_ANSWERS_H
#define CAROM_PYTHON_ANSWERS_H

#include "state.h"

/// The answer made of numbers: a float, bool, int or enum member, or an object of the operation's
/// class with one for each field. NULL with an exception if there is no memory.
PyObject *answer_from_numbers(const module_state *state, enum operation_index index,
                              const double *out);

/// The answer made of what the ufunc returned; takes the reference. Arrays stay arrays, NumPy's
/// scalars become plain numbers. NULL with an exception.
PyObject *answer_from_ufunc(const module_state *state, enum operation_index index,
                            PyObject *returned);

#endif
