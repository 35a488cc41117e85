// Reads the arguments of an operation: plain numbers at once, the rest for NumPy.
//
// Room: above operations.
#include "arguments.h"
#include "integers.h"

#include <math.h>
#include <string.h>

/// The words for the codes 0, 1, 2 ... of a kind; NULL for numbers.
static const char *const *words_of(char kind) {
    static const char *const extents[] = {"segment", "ray", "line", NULL};
    static const char *const rules[] = {"closed", "open", "ring", NULL};
    static const char *const responses[] = {"stop", "slide", "bounce", "pass", NULL};
    switch (kind) {
    case KIND_EXTENT:
        return extents;
    case KIND_RULE:
        return rules;
    case KIND_RESPONSE:
        return responses;
    default:
        return NULL;
    }
}

/// Reads a word or a code. False for anything else, and for unknown ones.
static bool read_code(PyObject *argument, char kind, double *number) {
    const char *const *words = words_of(kind);
    int code = 0;
    if (PyUnicode_Check(argument)) {
        while (words[code] != NULL && PyUnicode_CompareWithASCIIString(argument, words[code]) != 0)
            code++;
    } else if (PyLong_Check(argument) && !PyBool_Check(argument)) {
        const long value = PyLong_AsLong(argument);
        if (value == -1 && PyErr_Occurred() != NULL)
            PyErr_Clear();
        while (words[code] != NULL && code != value)
            code++;
    } else {
        return false;
    }
    *number = code;
    return words[code] != NULL;
}

/// Reads True or False. False for anything else.
static bool read_truth(PyObject *argument, double *number) {
    *number = argument == Py_True ? 1.0 : 0.0;
    return PyBool_Check(argument);
}

/// Reads one argument. False if it is no plain number and no word.
static bool read_number(PyObject *argument, char kind, double *number) {
    if (kind == KIND_TRUTH)
        return read_truth(argument, number);
    if (kind != KIND_NUMBER)
        return read_code(argument, kind, number);
    if (PyFloat_Check(argument)) {
        *number = PyFloat_AsDouble(argument);
        return true;
    }
    return PyLong_CheckExact(argument) && integer_read(argument, number);
}

/// The place of an argument's name, or -1. Names in calls are interned, so that one look at the
/// pointers nearly always finds it.
static Py_ssize_t place_of(PyObject *names, PyObject *name) {
    const Py_ssize_t count = PyTuple_Size(names);
    for (Py_ssize_t i = 0; i < count; i++) {
        if (PyTuple_GetItem(names, i) == name)
            return i;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        if (PyUnicode_Compare(PyTuple_GetItem(names, i), name) == 0)
            return i;
    }
    return -1;
}

static double default_of(const operation *op, Py_ssize_t i) {
    return op->defaults == NULL ? 0.0 : op->defaults[i - op->required];
}

/// Reads the arguments after the first `count`, some of them by name.
static bool read_named(const operation *op, PyObject *names, PyObject *const *args,
                       Py_ssize_t count, PyObject *keywords, double *in) {
    bool given[INPUTS_MAX] = {false};
    const Py_ssize_t named = PyTuple_Size(keywords);
    for (Py_ssize_t k = 0; k < named; k++) {
        const Py_ssize_t place = place_of(names, PyTuple_GetItem(keywords, k));
        if (place < count || given[place] ||
            !read_number(args[count + k], op->input_kinds[place], &in[place]))
            return false;
        given[place] = true;
    }
    for (Py_ssize_t i = count; i < op->input_count; i++) {
        if (!given[i] && i < op->required)
            return false;
        if (!given[i])
            in[i] = default_of(op, i);
    }
    return true;
}

bool read_numbers(const operation *op, PyObject *names, PyObject *const *args, Py_ssize_t count,
                  PyObject *keywords, double *in) {
    if (count > op->input_count)
        return false;
    for (Py_ssize_t i = 0; i < count; i++) {
        if (!read_number(args[i], op->input_kinds[i], &in[i]))
            return false;
    }
    if (keywords != NULL)
        return read_named(op, names, args, count, keywords, in);
    for (Py_ssize_t i = count; i < op->input_count; i++)
        in[i] = i < op->required ? 0.0 : default_of(op, i);
    return count >= op->required;
}

/// True if NumPy can turn numbers of this type into doubles.
static bool is_real(int type) {
    return PyTypeNum_ISBOOL(type) || PyTypeNum_ISINTEGER(type) ||
           (PyTypeNum_ISFLOAT(type) && type != NPY_LONGDOUBLE);
}

/// An int for the ufunc: a new reference, or NULL with an exception.
static PyObject *int_for_ufunc(const char *function, PyObject *name, PyObject *integer) {
    double number;
    if (integer_read(integer, &number))
        return PyFloat_FromDouble(number);
    if (isinf(number))
        PyErr_Format(PyExc_ValueError,
                     "%s(): the argument %U is an int beyond float64, must be finite", function,
                     name);
    else
        PyErr_Format(PyExc_ValueError, "%s(): the argument %U is %R, " INTEGER_DEMAND, function,
                     name, integer);
    return NULL;
}

/// False with an exception if a double does not hold all integers of an argument.
static bool check_integers(const char *function, PyObject *name, PyObject *argument,
                           PyArrayObject *array) {
    inexact_integer found;
    if (integers_are_exact(argument, array, &found))
        return true;
    PyObject *place = found.integer == NULL ? NULL : text_of_place(array, found.item);
    if (place != NULL)
        PyErr_Format(PyExc_ValueError, "%s(): the argument %U%U is %R, " INTEGER_DEMAND, function,
                     name, place, found.integer);
    Py_XDECREF(place);
    Py_XDECREF(found.integer);
    return false;
}

/// The name of an argument in messages: a new reference, or NULL with an exception.
static PyObject *text_of_name(PyObject *name) {
    return PyUnicode_FromFormat("the argument %U", name);
}

/// An array of another library that brings its own way to call a ufunc: a new reference, or NULL
/// with an exception.
static PyObject *array_for_own_ufunc(const module_state *state, const char *function,
                                     PyObject *name, PyObject *argument) {
    PyObject *what = text_of_name(name);
    PyObject *array =
        what == NULL ? NULL : PyObject_CallFunction(state->exact, "sOO", function, what, argument);
    Py_XDECREF(what);
    return array;
}

/// An argument of numbers for the ufunc: a new reference, or NULL with an exception.
static PyObject *numbers_for_ufunc(const module_state *state, const char *function, PyObject *name,
                                   PyObject *argument) {
    if (PyFloat_Check(argument))
        return Py_NewRef(argument);
    if (PyLong_CheckExact(argument))
        return int_for_ufunc(function, name, argument);
    if (!PyArray_Check(argument) && argument != Py_None &&
        PyObject_HasAttrString(argument, "__array_ufunc__") && !PyArray_CheckScalar(argument))
        return array_for_own_ufunc(state, function, name, argument);
    PyObject *array = argument == Py_None ? NULL : PyArray_FROM_O(argument);
    if (array != NULL && PyArray_TYPE((PyArrayObject *)array) == NPY_OBJECT) {
        PyArrayObject *doubles = doubles_of_objects(state, function, text_of_name(name), argument);
        if (doubles != NULL || PyErr_Occurred()) {
            Py_DECREF(array);
            return (PyObject *)doubles;
        }
    }
    if (array == NULL || !is_real(PyArray_TYPE((PyArrayObject *)array))) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError,
                     "%s(): the argument %U must be a number or an array of numbers that fit in "
                     "float64, not %R",
                     function, name,
                     array == NULL ? (PyObject *)Py_TYPE(argument)
                                   : (PyObject *)PyArray_DESCR((PyArrayObject *)array));
        Py_XDECREF(array);
        return NULL;
    }
    if (PyArray_Check(argument) && !PyArray_CheckExact(argument)) {
        // What a mask hides may be any integer.
        Py_DECREF(array);
        return array_for_own_ufunc(state, function, name, argument);
    }
    if (!check_integers(function, name, argument, (PyArrayObject *)array) ||
        !foreign_is_exact(state, function, text_of_name(name), argument, (PyArrayObject *)array))
        Py_CLEAR(array);
    return array;
}

/// Puts the given arguments in their places. False with an exception.
static bool place_arguments(const operation *op, PyObject *names, PyObject *const *args,
                            Py_ssize_t count, PyObject *keywords, PyObject **placed,
                            PyObject *rest) {
    const Py_ssize_t inputs = op->input_count;
    if (count > inputs) {
        PyErr_Format(PyExc_TypeError, "%s() takes at most %zd arguments without names, not %zd",
                     op->name, inputs, count);
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        placed[i] = args[i];
    const Py_ssize_t named = keywords == NULL ? 0 : PyTuple_Size(keywords);
    for (Py_ssize_t k = 0; k < named; k++) {
        PyObject *name = PyTuple_GetItem(keywords, k);
        const Py_ssize_t place = place_of(names, name);
        if (place < 0) {
            if (PyDict_SetItem(rest, name, args[count + k]) < 0)
                return false;
        } else if (placed[place] != NULL) {
            PyErr_Format(PyExc_TypeError, "%s() got two values for the argument %U", op->name,
                         name);
            return false;
        } else {
            placed[place] = args[count + k];
        }
    }
    for (Py_ssize_t i = 0; i < op->required; i++) {
        if (placed[i] == NULL) {
            PyErr_Format(PyExc_TypeError, "%s() is missing the argument %U", op->name,
                         PyTuple_GetItem(names, i));
            return false;
        }
    }
    return true;
}

/// A code or a truth value as an array of uint8 without dimensions: NumPy does not take an int for
/// it.
static PyObject *code_for_ufunc(uint8_t code) {
    PyObject *array = PyArray_SimpleNew(0, NULL, NPY_UINT8);
    if (array != NULL)
        *(uint8_t *)PyArray_DATA((PyArrayObject *)array) = code;
    return array;
}

/// One argument for the ufunc: a new reference, or NULL with an exception.
static PyObject *argument_for_ufunc(const module_state *state, const operation *op, Py_ssize_t i,
                                    PyObject *name, PyObject *given) {
    const char kind = op->input_kinds[i];
    if (given == NULL && kind == KIND_NUMBER)
        return PyFloat_FromDouble(default_of(op, i));
    if (kind == KIND_NUMBER)
        return numbers_for_ufunc(state, op->name, name, given);
    double code = given == NULL ? default_of(op, i) : 0.0;
    if (given == NULL || read_number(given, kind, &code))
        return code_for_ufunc((uint8_t)code);
    return PyObject_CallFunction(state->codes, "sOCOO", op->name, name, (int)kind, given, Py_True);
}

PyObject *gather_arguments(const module_state *state, enum operation_index index,
                           PyObject *const *args, Py_ssize_t count, PyObject *keywords,
                           PyObject *rest) {
    const operation *op = operations[index];
    PyObject *names = state->operations[index].names;
    PyObject *placed[INPUTS_MAX] = {NULL};
    if (!place_arguments(op, names, args, count, keywords, placed, rest))
        return NULL;
    const Py_ssize_t inputs = op->input_count;
    PyObject *tuple = PyTuple_New(inputs);
    for (Py_ssize_t i = 0; tuple != NULL && i < inputs; i++) {
        PyObject *item = argument_for_ufunc(state, op, i, PyTuple_GetItem(names, i), placed[i]);
        if (item == NULL)
            Py_CLEAR(tuple);
        else
            PyTuple_SetItem(tuple, i, item);
    }
    return tuple;
}
