// Includes Python, NumPy and Carom in the order that they need. Room: below all files of the
// extension.
#ifndef CAROM_PYTHON_PYTHON_H
#define CAROM_PYTHON_PYTHON_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

// The tables of NumPy's functions are variables of module.c.
#ifndef CAROM_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#define NO_IMPORT_UFUNC
#endif
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>

#include "carom/carom.h"

#endif
