// The published methods of classic/ in the extension. Room: above operations.
#ifndef CAROM_PYTHON_CLASSIC_UFUNCS_H
#define CAROM_PYTHON_CLASSIC_UFUNCS_H

#include "python.h"

/// Adds classic_ufuncs, a dict of ufuncs by name, and the calls classic_methods, classic_steps and
/// classic_map to the module. Returns -1 with an exception.
int add_classic(PyObject *module);

#endif
