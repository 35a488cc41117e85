// Finds integers that a double cannot hold. Room: above operations.
#include "integers.h"

#include <math.h>

/// Every integer up to this one is a double.
#define DENSE_MAX ((uint64_t)1 << 53)

/// Without its trailing zero bits an integer has to fit in the 53 bits of a double.
static bool is_exact(uint64_t magnitude) {
    return magnitude <= DENSE_MAX || magnitude / (magnitude & (0 - magnitude)) < DENSE_MAX;
}

static uint64_t magnitude_of(int64_t integer) {
    return integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
}

bool integer_read(PyObject *integer, double *number) {
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(integer, &overflow);
    if (overflow == 0) {
        *number = (double)small;
        return is_exact(magnitude_of(small));
    }
    *number = PyLong_AsDouble(integer);
    if (*number == -1.0 && PyErr_Occurred() != NULL) {
        PyErr_Clear();
        *number = overflow < 0 ? -HUGE_VAL : HUGE_VAL;
        return false;
    }
    PyObject *rounded = PyLong_FromDouble(*number);
    const int same = rounded == NULL ? -1 : PyObject_RichCompareBool(rounded, integer, Py_EQ);
    Py_XDECREF(rounded);
    if (same < 0)
        PyErr_Clear();
    return same > 0;
}

/// The first item that is not exact, or `count`.
static npy_intp find_inexact(const uint64_t *items, npy_intp count, bool is_signed) {
    enum { BLOCK = 256 };
    for (npy_intp begin = 0; begin < count; begin += BLOCK) {
        const npy_intp end = begin + BLOCK < count ? begin + BLOCK : count;
        // Without branches, so that the compiler makes vectors of it. Moved up by the bound, those
        // from -bound to bound are the smallest unsigned numbers.
        const uint64_t moved = is_signed ? DENSE_MAX : 0;
        int large = 0;
        for (npy_intp i = begin; i < end; i++)
            large |= items[i] + moved > DENSE_MAX + moved;
        for (npy_intp i = begin; large && i < end; i++) {
            if (!is_exact(is_signed ? magnitude_of((int64_t)items[i]) : items[i]))
                return i;
        }
    }
    return count;
}

static bool array_is_exact(PyArrayObject *array, inexact_integer *found) {
    const int type = PyArray_TYPE(array);
    if (!PyTypeNum_ISINTEGER(type) || PyArray_ITEMSIZE(array) != sizeof(uint64_t))
        return true;
    const bool is_signed = PyTypeNum_ISSIGNED(type);
    PyArrayObject *packed = (PyArrayObject *)PyArray_FROMANY(
        (PyObject *)array, is_signed ? NPY_INT64 : NPY_UINT64, 0, 0, NPY_ARRAY_CARRAY_RO);
    found->integer = NULL;
    if (packed == NULL)
        return false;
    const uint64_t *items = PyArray_DATA(packed);
    const npy_intp count = PyArray_SIZE(packed);
    found->item = find_inexact(items, count, is_signed);
    const bool good = found->item == count;
    if (!good)
        found->integer = is_signed ? PyLong_FromLongLong((long long)items[found->item])
                                   : PyLong_FromUnsignedLongLong(items[found->item]);
    Py_DECREF(packed);
    return good;
}

static bool item_is_exact(PyObject *item, inexact_integer *found);

/// The items of a list or a tuple. `found->item` counts the numbers before.
// NOLINTNEXTLINE(misc-no-recursion): as deep as NumPy's arrays have dimensions, at most 64
static bool items_are_exact(PyObject *list, inexact_integer *found) {
    const bool is_list = PyList_Check(list);
    for (Py_ssize_t i = 0; i < (is_list ? PyList_Size(list) : PyTuple_Size(list)); i++) {
        PyObject *item = Py_NewRef(is_list ? PyList_GetItem(list, i) : PyTuple_GetItem(list, i));
        const bool good = item_is_exact(item, found);
        Py_DECREF(item);
        if (!good)
            return false;
    }
    return true;
}

/// One item of a list: a number, a list or an array.
// NOLINTNEXTLINE(misc-no-recursion)
static bool item_is_exact(PyObject *item, inexact_integer *found) {
    if (PyList_Check(item) || PyTuple_Check(item))
        return items_are_exact(item, found);
    if (PyArray_Check(item)) {
        const npy_intp before = found->item;
        const bool good = array_is_exact((PyArrayObject *)item, found);
        found->item = before + (good ? PyArray_SIZE((PyArrayObject *)item) : found->item);
        return good;
    }
    double number;
    if (!PyFloat_Check(item) && (PyLong_Check(item) || PyArray_IsScalar(item, Integer))) {
        PyObject *integer = PyNumber_Index(item);
        if (integer == NULL || !integer_read(integer, &number)) {
            found->integer = integer;
            return false;
        }
        Py_DECREF(integer);
    }
    found->item++;
    return true;
}

bool integers_are_exact(PyObject *value, PyArrayObject *array, inexact_integer *found) {
    *found = (inexact_integer){NULL, 0};
    if (PyTypeNum_ISFLOAT(PyArray_TYPE(array)) && (PyList_Check(value) || PyTuple_Check(value)))
        return items_are_exact(value, found);
    return array_is_exact(array, found);
}

bool foreign_is_exact(const module_state *state, const char *function, PyObject *what,
                      PyObject *value, PyArrayObject *array) {
    const bool is_native = PyArray_Check(value) || PyList_Check(value) || PyTuple_Check(value) ||
                           PyArray_CheckScalar(value);
    PyObject *checked = NULL;
    if (what != NULL && (is_native || !PyTypeNum_ISFLOAT(PyArray_TYPE(array))))
        checked = Py_NewRef(value);
    else if (what != NULL)
        checked = PyObject_CallFunction(state->exact, "sOO", function, what, value);
    Py_XDECREF(what);
    Py_XDECREF(checked);
    return checked != NULL;
}

PyArrayObject *doubles_of_objects(const module_state *state, const char *function, PyObject *what,
                                  PyObject *value) {
    PyObject *array =
        what == NULL ? NULL : PyObject_CallFunction(state->floats, "sOO", function, what, value);
    Py_XDECREF(what);
    if (array == Py_None)
        Py_CLEAR(array);
    return (PyArrayObject *)array;
}

PyObject *text_of_place(PyArrayObject *array, npy_intp item) {
    const int dimensions = array == NULL ? 0 : PyArray_NDIM(array);
    PyObject *text = PyUnicode_FromString(dimensions == 0 ? "" : "]");
    npy_intp rest = item;
    for (int d = dimensions - 1; d >= 0 && text != NULL; d--) {
        const npy_intp length = PyArray_DIM(array, d);
        PyObject *longer =
            PyUnicode_FromFormat("%s%zd%s%U", d == 0 ? "[" : "", (Py_ssize_t)(rest % length),
                                 d == dimensions - 1 ? "" : ", ", text);
        rest /= length;
        Py_DECREF(text);
        text = longer;
    }
    return text;
}
