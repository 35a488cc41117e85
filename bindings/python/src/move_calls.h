// The functions of the extension behind carom.motions, carom.crowds and carom.characters, which
// check settings and give the answers their names. Room: above operations.
#ifndef CAROM_PYTHON_MOVE_CALLS_H
#define CAROM_PYTHON_MOVE_CALLS_H

#include "state.h"

/// Each is a METH_VARARGS function with the arguments in its PyArg_ParseTuple.
PyObject *move_balls(PyObject *module, PyObject *args);
PyObject *move_crowd(PyObject *module, PyObject *args);
PyObject *move_ball(PyObject *module, PyObject *args);
PyObject *move_character(PyObject *module, PyObject *args);
PyObject *depenetrate(PyObject *module, PyObject *args);
PyObject *check_moving_walls(PyObject *module, PyObject *args);

/// Adds all of them to the module. Returns -1 with an exception.
int add_move_calls(PyObject *module);

#endif
