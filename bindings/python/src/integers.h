// Integers that become doubles: NumPy and Python round those that a double cannot hold without a
// word. Here they are found, so that a call can refuse them. Room: above operations.
#ifndef CAROM_PYTHON_INTEGERS_H
#define CAROM_PYTHON_INTEGERS_H

#include "state.h"

#include <stdbool.h>

/// What an integer has to be, for messages.
#define INTEGER_DEMAND                                                                             \
    "must be an integer that float64 holds exactly: pass a float to have it rounded"

/// Reads an int. False, without an exception, if a double does not hold it exactly; then `number`
/// is infinite if the int is beyond the range of double.
bool integer_read(PyObject *integer, double *number);

/// An integer that a double does not hold, and its number in C order in the array.
typedef struct inexact_integer {
    PyObject *integer;
    npy_intp item;
} inexact_integer;

/// True if doubles hold all integers in an argument. `value` is what the caller gave, `array` what
/// NumPy made of it: a list of integers and floats becomes an array of floats. Otherwise `found`
/// has a new reference, or NULL with an exception if there is no memory.
bool integers_are_exact(PyObject *value, PyArrayObject *array, inexact_integer *found);

/// False with an exception if NumPy has rounded an integer of a table, or of an array of another
/// library: one beside nulls or beside a column of floats. `what` as of `doubles_of_objects`.
bool foreign_is_exact(const module_state *state, const char *function, PyObject *what,
                      PyObject *value, PyArrayObject *array);

/// The items of an array of objects as doubles, if the caller gave a list of numbers with ints
/// beyond 64 bits. A new reference; NULL with an exception if an int is not exact, and without one
/// if there is anything else in the list. `what` is the argument in messages: a new reference that
/// this call takes, or NULL with an exception.
PyArrayObject *doubles_of_objects(const module_state *state, const char *function, PyObject *what,
                                  PyObject *value);

/// The place of the item with this number in C order, such as "[3, 1]"; "" for a number, for which
/// `array` may be NULL. A new reference, or NULL with an exception.
PyObject *text_of_place(PyArrayObject *array, npy_intp item);

#endif
