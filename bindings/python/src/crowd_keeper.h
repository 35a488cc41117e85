// A crowd that lives between frames, in an object that Python keeps. Room: above operations.
#ifndef CAROM_PYTHON_CROWD_KEEPER_H
#define CAROM_PYTHON_CROWD_KEEPER_H

#include "python.h"

#include <stdbool.h>

/// A crowd, and a copy of it for frames that may fail after they have been computed.
typedef struct crowd_keeper {
    carom_crowd *crowd;
    /// NULL until the first such frame.
    carom_crowd *copy;
} crowd_keeper;

/// make_crowd(): an object with a crowd that remembers nothing.
PyObject *make_crowd(PyObject *module, PyObject *nothing);

/// The crowd of such an object. NULL with an exception if it is something else.
crowd_keeper *crowd_keeper_of(PyObject *object);

/// Copies what the crowd remembers. False with an exception.
bool crowd_keeper_copy(crowd_keeper *keeper, const char *function);

/// The crowd is again what it was at the last copy.
void crowd_keeper_take_back(crowd_keeper *keeper);

/// crowd_bytes(crowd): what it remembers, as bytes.
PyObject *crowd_bytes(PyObject *module, PyObject *object);

/// crowd_load(function, crowd, bytes), crowd_remove(crowd, ball), crowd_wake(crowd, ball or -1 for
/// all), crowd_asleep(crowd, count): METH_VARARGS functions.
PyObject *crowd_load(PyObject *module, PyObject *args);
PyObject *crowd_remove(PyObject *module, PyObject *args);
PyObject *crowd_wake(PyObject *module, PyObject *args);
PyObject *crowd_asleep(PyObject *module, PyObject *args);

#endif
