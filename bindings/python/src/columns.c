// Reads the arguments of a call of a scene or a mover into columns, and checks each row.
//
// Plain numbers are read at once. Everything else goes through NumPy: converted to the type of its
// kind, checked, broadcast to the common shape. Room: above operations.
#include "columns.h"
#include "integers.h"

#include <math.h>
#include <string.h>

// ---- the place of an argument ----

static int place_of(const signature *of, PyObject *name) {
    for (int i = 0; i < of->count; i++) {
        if (PyUnicode_CompareWithASCIIString(name, of->arguments[i].name) == 0)
            return i;
    }
    return -1;
}

bool arguments_place(const signature *of, PyObject *const *args, Py_ssize_t count,
                     PyObject *keywords, PyObject **values) {
    for (int i = 0; i < of->count; i++)
        values[i] = NULL;
    if (count > of->positional) {
        PyErr_Format(PyExc_TypeError, "%s() takes at most %d arguments without names, not %zd",
                     of->function, of->positional, count);
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        values[i] = args[i];
    const Py_ssize_t named = keywords == NULL ? 0 : PyTuple_Size(keywords);
    for (Py_ssize_t k = 0; k < named; k++) {
        PyObject *name = PyTuple_GetItem(keywords, k);
        const int place = place_of(of, name);
        if (place < 0) {
            PyErr_Format(PyExc_TypeError, "%s() has no argument %U", of->function, name);
            return false;
        }
        if (values[place] != NULL) {
            PyErr_Format(PyExc_TypeError, "%s() got two values for the argument %U", of->function,
                         name);
            return false;
        }
        values[place] = args[count + k];
    }
    for (int i = 0; i < of->count; i++) {
        if (values[i] == NULL && of->arguments[i].required) {
            PyErr_Format(PyExc_TypeError, "%s() is missing the argument %s", of->function,
                         of->arguments[i].name);
            return false;
        }
    }
    return true;
}

// ---- kinds ----

static int type_of_kind(char kind) {
    switch (kind) {
    case COLUMN_FINITE:
    case COLUMN_RADIUS:
    case COLUMN_BOUND:
        return NPY_DOUBLE;
    case COLUMN_UINT32:
        return NPY_UINT32;
    default:
        return NPY_UINT8;
    }
}

static size_t size_of_kind(char kind) {
    const int type = type_of_kind(kind);
    return type == NPY_DOUBLE ? sizeof(double) : type == NPY_UINT32 ? sizeof(uint32_t) : 1;
}

/// What a value of the kind has to be, for messages.
static const char *demand_of_kind(char kind) {
    switch (kind) {
    case COLUMN_RADIUS:
        return "must be finite and at least 0";
    case COLUMN_BOUND:
        return "must be a number";
    case COLUMN_UINT32:
        return "must be 0 to 4294967295";
    case COLUMN_TRUTH:
        return "must be True or False";
    default:
        return "must be finite";
    }
}

static const char *type_demand_of_kind(char kind) {
    switch (kind) {
    case COLUMN_UINT32:
        return "an int or an array of ints";
    case COLUMN_TRUTH:
        return "True, False or an array of them";
    default:
        return "a number or an array of numbers that fit in float64";
    }
}

static inline bool is_allowed(char kind, double value) {
    // A difference of two infinities is a NaN, and all comparisons with one are false.
    return kind == COLUMN_BOUND ? value == value
                                : value - value == 0.0 && (kind != COLUMN_RADIUS || value >= 0.0);
}

/// The first row that is not allowed, or `count`.
static npy_intp find_bad_number(char kind, const double *numbers, npy_intp count) {
    enum { BLOCK = 256 };
    for (npy_intp begin = 0; begin < count; begin += BLOCK) {
        const npy_intp end = begin + BLOCK < count ? begin + BLOCK : count;
        // Without branches, so that the compiler makes vectors of it.
        int bad = 0;
        for (npy_intp i = begin; i < end; i++)
            bad |= !is_allowed(kind, numbers[i]);
        for (npy_intp i = begin; bad && i < end; i++) {
            if (!is_allowed(kind, numbers[i]))
                return i;
        }
    }
    return count;
}

// ---- messages ----

/// Says that an item of an argument is wrong: "hits(): cx[3] is nan, must be finite". The item is
/// that with this number in C order. Takes the reference to the value, which may be NULL.
static void refuse_item(const signature *of, const argument *a, PyArrayObject *array, npy_intp item,
                        PyObject *value, const char *demand) {
    PyObject *place = text_of_place(array, item);
    if (place != NULL && value != NULL)
        PyErr_Format(PyExc_ValueError, "%s(): %s%U is %R, %s", of->function, a->name, place, value,
                     demand);
    Py_XDECREF(place);
    Py_XDECREF(value);
}

static void refuse_type(const signature *of, const argument *a, PyObject *type) {
    PyErr_Format(PyExc_TypeError, "%s(): the argument %s must be %s, not %R", of->function, a->name,
                 type_demand_of_kind(a->kind), type);
}

/// Says which arguments have which shapes. Always returns false.
static bool refuse_shapes(const module_state *state, const signature *of, PyObject *const *values,
                          const columns *all) {
    PyObject *names = PyList_New(0), *given = PyList_New(0);
    bool good = names != NULL && given != NULL;
    for (int i = 0; good && i < of->count; i++) {
        if (all->items[i].array == NULL)
            continue;
        PyObject *name = PyUnicode_FromString(of->arguments[i].name);
        good =
            name != NULL && PyList_Append(names, name) == 0 && PyList_Append(given, values[i]) == 0;
        Py_XDECREF(name);
    }
    PyObject *result =
        good ? PyObject_CallFunction(state->explain, "sOOO", of->function, names, given, Py_None)
             : NULL;
    Py_XDECREF(result);
    Py_XDECREF(names);
    Py_XDECREF(given);
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_ValueError, "%s(): the shapes of the arguments do not broadcast",
                     of->function);
    return false;
}

// ---- one argument ----

/// Reads a plain number. False, without an exception, if it is anything else.
static bool read_number(PyObject *value, char kind, column *c) {
    if (type_of_kind(kind) == NPY_DOUBLE) {
        if (PyFloat_Check(value)) {
            c->one.number = PyFloat_AsDouble(value);
            return true;
        }
        return PyLong_CheckExact(value) && integer_read(value, &c->one.number);
    }
    if (kind == COLUMN_TRUTH && PyBool_Check(value)) {
        c->one.code = value == Py_True;
        return true;
    }
    if (kind != COLUMN_UINT32 || !PyLong_CheckExact(value))
        return false;
    int overflow = 0;
    const long long integer = PyLong_AsLongLongAndOverflow(value, &overflow);
    c->one.integer = (uint32_t)integer;
    return overflow == 0 && integer >= 0 && integer <= UINT32_MAX;
}

/// True if values of this type can be of the kind.
static bool type_fits(char kind, int type) {
    if (kind == COLUMN_UINT32)
        return PyTypeNum_ISINTEGER(type);
    if (kind == COLUMN_TRUTH)
        return PyTypeNum_ISBOOL(type) || PyTypeNum_ISINTEGER(type);
    return PyTypeNum_ISBOOL(type) || PyTypeNum_ISINTEGER(type) ||
           (PyTypeNum_ISFLOAT(type) && type != NPY_LONGDOUBLE);
}

/// False with an exception if the value is a masked array with an item that is masked.
static bool check_mask(const signature *of, const argument *a, PyObject *value) {
    if (!PyArray_Check(value) || PyArray_CheckExact(value))
        return true;
    PyObject *masked_arrays = PyImport_ImportModule("numpy.ma");
    PyObject *masked =
        masked_arrays == NULL ? NULL : PyObject_CallMethod(masked_arrays, "is_masked", "O", value);
    const int is_masked = masked == NULL ? -1 : PyObject_IsTrue(masked);
    if (is_masked > 0)
        PyErr_Format(PyExc_ValueError,
                     "%s(): the argument %s has masked items: fill them, or leave them out",
                     of->function, a->name);
    Py_XDECREF(masked_arrays);
    Py_XDECREF(masked);
    return is_masked == 0;
}

/// Ints beyond 64 bits in a list as doubles; bits and groups that NumPy has read as floats. A new
/// reference; NULL, with an exception or without, if the value cannot be read or need not be.
static PyArrayObject *converted(const module_state *state, const signature *of, const argument *a,
                                PyObject *value, PyArrayObject *array) {
    const int type = PyArray_TYPE(array);
    if (type == NPY_OBJECT && type_of_kind(a->kind) == NPY_DOUBLE)
        return doubles_of_objects(state, of->function, PyUnicode_FromString(a->name), value);
    if (a->kind != COLUMN_UINT32 || (type != NPY_OBJECT && !PyTypeNum_ISFLOAT(type)))
        return NULL;
    PyObject *bits = PyObject_CallFunction(state->bits, "ssO", of->function, a->name, array);
    if (bits == Py_None)
        Py_CLEAR(bits);
    return (PyArrayObject *)bits;
}

/// The value as an array of real numbers: a new reference, or NULL with an exception.
static PyArrayObject *array_of(const module_state *state, const signature *of, const argument *a,
                               PyObject *value) {
    if (!check_mask(of, a, value))
        return NULL;
    PyArrayObject *array = value == Py_None ? NULL : (PyArrayObject *)PyArray_FROM_O(value);
    if (array == NULL) {
        if (PyErr_ExceptionMatches(PyExc_MemoryError))
            return NULL;
        PyErr_Clear();
        refuse_type(of, a, (PyObject *)Py_TYPE(value));
        return NULL;
    }
    PyArrayObject *other = PyLong_Check(value) ? NULL : converted(state, of, a, value, array);
    if (other != NULL || PyErr_Occurred()) {
        Py_DECREF(array);
        return other;
    }
    if (PyArray_NDIM(array) > DIMENSIONS_MAX) {
        PyErr_Format(PyExc_ValueError, "%s(): the argument %s has %d dimensions, may have %d",
                     of->function, a->name, PyArray_NDIM(array), DIMENSIONS_MAX);
        Py_CLEAR(array);
    } else if (!type_fits(a->kind, PyArray_TYPE(array)) &&
               // An empty list has the type float64.
               (PyArray_SIZE(array) != 0 || PyArray_Check(value))) {
        // An int that does not fit in 64 bits has become an object.
        double number;
        if (PyArray_TYPE(array) == NPY_OBJECT && PyLong_Check(value) &&
            type_of_kind(a->kind) == NPY_DOUBLE && !integer_read(value, &number) && !isinf(number))
            refuse_item(of, a, NULL, 0, Py_NewRef(value), INTEGER_DEMAND);
        else if (PyArray_TYPE(array) == NPY_OBJECT && PyLong_Check(value))
            PyErr_Format(PyExc_ValueError, "%s(): %s is an int of more than 64 bits, %s",
                         of->function, a->name, demand_of_kind(a->kind));
        else
            refuse_type(of, a, (PyObject *)PyArray_DESCR(array));
        Py_CLEAR(array);
    }
    return array;
}

/// Finds an item of integers that is not in [0, max]. False with an exception.
static bool check_integers(const signature *of, const argument *a, PyArrayObject *array,
                           uint64_t max) {
    const bool is_signed = PyTypeNum_ISSIGNED(PyArray_TYPE(array));
    PyArrayObject *wide =
        (PyArrayObject *)PyArray_FROMANY((PyObject *)array, is_signed ? NPY_INT64 : NPY_UINT64, 0,
                                         0, NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST);
    if (wide == NULL)
        return false;
    // As unsigned numbers negative ones are large, too.
    const uint64_t *numbers = PyArray_DATA(wide);
    const npy_intp count = PyArray_SIZE(wide);
    npy_intp i = 0;
    while (i < count && numbers[i] <= max)
        i++;
    if (i < count)
        refuse_item(of, a, array, i,
                    is_signed ? PyLong_FromLongLong((long long)numbers[i])
                              : PyLong_FromUnsignedLongLong(numbers[i]),
                    demand_of_kind(a->kind));
    Py_DECREF(wide);
    return i == count;
}

/// Words or codes as an array: a new reference, or NULL with an exception.
static PyArrayObject *codes_of(const module_state *state, const signature *of, const argument *a,
                               PyObject *value) {
    PyObject *codes = check_mask(of, a, value)
                          ? PyObject_CallFunction(state->codes, "ssCO", of->function, a->name,
                                                  (int)a->kind, value)
                          : NULL;
    PyObject *array = codes == NULL ? NULL
                                    : PyArray_FROMANY(codes, NPY_UINT8, 0, DIMENSIONS_MAX,
                                                      NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST);
    Py_XDECREF(codes);
    return (PyArrayObject *)array;
}

/// Numbers as a packed array of the type of the kind: a new reference, or NULL with an exception.
static PyArrayObject *numbers_of(const module_state *state, const signature *of, const argument *a,
                                 PyObject *value) {
    PyArrayObject *given = array_of(state, of, a, value);
    if (given == NULL)
        return NULL;
    const int type = type_of_kind(a->kind);
    if (type != NPY_DOUBLE && PyArray_SIZE(given) != 0 && !PyTypeNum_ISBOOL(PyArray_TYPE(given)) &&
        !check_integers(of, a, given, a->kind == COLUMN_TRUTH ? 1 : UINT32_MAX)) {
        Py_DECREF(given);
        return NULL;
    }
    inexact_integer found;
    if (type == NPY_DOUBLE && !integers_are_exact(value, given, &found)) {
        refuse_item(of, a, given, found.item, found.integer, INTEGER_DEMAND);
        Py_DECREF(given);
        return NULL;
    }
    if (type == NPY_DOUBLE &&
        !foreign_is_exact(state, of->function, PyUnicode_FromString(a->name), value, given)) {
        Py_DECREF(given);
        return NULL;
    }
    PyArrayObject *array = (PyArrayObject *)PyArray_FROMANY(
        (PyObject *)given, type, 0, 0, NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST);
    Py_DECREF(given);
    if (array == NULL || type != NPY_DOUBLE)
        return array;
    const npy_intp count = PyArray_SIZE(array);
    const npy_intp bad = find_bad_number(a->kind, PyArray_DATA(array), count);
    if (bad < count) {
        refuse_item(of, a, array, bad,
                    PyFloat_FromDouble(((const double *)PyArray_DATA(array))[bad]),
                    demand_of_kind(a->kind));
        Py_CLEAR(array);
    }
    return array;
}

/// Copies the only item of an array to the column itself.
static void take_one(column *c, char kind) {
    memcpy(&c->one, PyArray_DATA(c->array), size_of_kind(kind));
    c->rows = (const char *)&c->one;
    c->step = 0;
}

static bool read_column(const module_state *state, const signature *of, const argument *a,
                        PyObject *value, column *c) {
    c->rows = (const char *)&c->one;
    if (value == NULL) {
        const int type = type_of_kind(a->kind);
        if (type == NPY_DOUBLE)
            c->one.number = a->missing;
        else if (type == NPY_UINT32)
            c->one.integer = (uint32_t)a->missing;
        else
            c->one.code = (uint8_t)a->missing;
        return true;
    }
    c->given = true;
    if (read_number(value, a->kind, c)) {
        if (type_of_kind(a->kind) != NPY_DOUBLE || is_allowed(a->kind, c->one.number))
            return true;
        refuse_item(of, a, NULL, 0, PyFloat_FromDouble(c->one.number), demand_of_kind(a->kind));
        return false;
    }
    const bool is_code = type_of_kind(a->kind) == NPY_UINT8 && a->kind != COLUMN_TRUTH;
    c->array = is_code ? codes_of(state, of, a, value) : numbers_of(state, of, a, value);
    if (c->array == NULL)
        return false;
    if (PyArray_NDIM(c->array) == 0) {
        take_one(c, a->kind);
        Py_CLEAR(c->array);
    }
    return true;
}

// ---- the common shape ----

/// Widens the common shape to that of an array. False, without an exception, if they do not fit.
static bool widen_shape(columns *all, PyArrayObject *array) {
    const int dimensions = PyArray_NDIM(array);
    const int more = dimensions - all->dimensions;
    if (more > 0) {
        memmove(all->shape + more, all->shape, (size_t)all->dimensions * sizeof *all->shape);
        for (int d = 0; d < more; d++)
            all->shape[d] = 1;
        all->dimensions = dimensions;
    }
    for (int d = 0; d < dimensions; d++) {
        npy_intp *length = &all->shape[all->dimensions - dimensions + d];
        if (*length == 1)
            *length = PyArray_DIM(array, d);
        else if (PyArray_DIM(array, d) != *length && PyArray_DIM(array, d) != 1)
            return false;
    }
    return true;
}

bool columns_broadcast(columns *all, int index, const npy_intp *shape) {
    column *c = &all->items[index];
    const char kind = all->of->arguments[index].kind;
    const bool has_shape = PyArray_NDIM(c->array) == all->dimensions &&
                           PyArray_CompareLists(PyArray_DIMS(c->array), shape, all->dimensions);
    if (!has_shape && PyArray_SIZE(c->array) == 1) {
        take_one(c, kind);
        Py_CLEAR(c->array);
        return true;
    }
    if (!has_shape) {
        PyObject *copy = PyArray_SimpleNew(all->dimensions, shape, type_of_kind(kind));
        if (copy == NULL || PyArray_CopyInto((PyArrayObject *)copy, c->array) < 0) {
            Py_XDECREF(copy);
            return false;
        }
        Py_DECREF(c->array);
        c->array = (PyArrayObject *)copy;
    }
    c->rows = PyArray_DATA(c->array);
    c->step = size_of_kind(kind);
    return true;
}

bool columns_read_apart(const module_state *state, const signature *of, PyObject *const *values,
                        columns *all) {
    all->of = of;
    all->dimensions = 0;
    all->count = 1;
    memset(all->items, 0, (size_t)of->count * sizeof *all->items);
    for (int i = 0; i < of->count; i++) {
        if (of->arguments[i].kind != COLUMN_OTHER &&
            !read_column(state, of, &of->arguments[i], values[i], &all->items[i]))
            return false;
    }
    for (int i = 0; i < of->count; i++) {
        if (all->items[i].array != NULL && !widen_shape(all, all->items[i].array))
            return refuse_shapes(state, of, values, all);
    }
    // Arrays of no length aside, a shape whose product overflows has no array behind it.
    all->count = PyArray_OverflowMultiplyList(all->shape, all->dimensions);
    if (all->count < 0) {
        PyErr_Format(PyExc_ValueError, "%s(): the arguments broadcast to too many rows",
                     of->function);
        return false;
    }
    return true;
}

bool columns_read(const module_state *state, const signature *of, PyObject *const *values,
                  columns *all) {
    if (!columns_read_apart(state, of, values, all))
        return false;
    for (int i = 0; i < of->count; i++) {
        if (all->items[i].array != NULL && !columns_broadcast(all, i, all->shape))
            return false;
    }
    return true;
}

bool columns_fill(columns *all, int index) {
    column *c = &all->items[index];
    if (c->step != 0)
        return true;
    const char kind = all->of->arguments[index].kind;
    const size_t size = size_of_kind(kind);
    c->array = (PyArrayObject *)PyArray_SimpleNew(all->dimensions, all->shape, type_of_kind(kind));
    if (c->array == NULL)
        return false;
    char *rows = PyArray_DATA(c->array);
    for (npy_intp i = 0; i < all->count; i++)
        memcpy(rows + (size_t)i * size, &c->one, size);
    c->rows = rows;
    c->step = size;
    return true;
}

bool columns_read_tuple(const module_state *state, const signature *of, const char *what,
                        PyObject *tuple, columns *all) {
    PyObject *values[COLUMNS_MAX] = {NULL};
    const bool fits = PyTuple_Check(tuple) && PyTuple_Size(tuple) == of->count;
    for (int i = 0; fits && i < of->count; i++) {
        PyObject *value = PyTuple_GetItem(tuple, i);
        values[i] = value == Py_None && !of->arguments[i].required ? NULL : value;
    }
    if (fits)
        return columns_read(state, of, values, all);
    // columns_release finds nothing.
    *all = (columns){.of = of};
    PyErr_Format(PyExc_TypeError, "%s(): %s must be a tuple of %d columns", of->function, what,
                 of->count);
    return false;
}

void columns_release(columns *all) {
    for (int i = 0; i < all->of->count; i++)
        Py_CLEAR(all->items[i].array);
}
