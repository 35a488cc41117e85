// Columns of numbers from the arguments of a call of a scene or a mover: numbers, lists or arrays
// of any shape that broadcast, checked row by row.
//
// A call lists its arguments as an array of `argument`. arguments_place puts what the caller gave
// into the order of that array, columns_read makes columns of one common length from it. Room:
// above operations.
#ifndef CAROM_PYTHON_COLUMNS_H
#define CAROM_PYTHON_COLUMNS_H

#include "state.h"

#include <stdbool.h>

/// The largest number of arguments of a call, and of dimensions of an array.
#define COLUMNS_MAX 24
#define DIMENSIONS_MAX 32

/// What an argument is. The kinds up to COLUMN_BOUND are columns of double.
enum column_kind {
    /// A finite number.
    COLUMN_FINITE = 'f',
    /// A finite number >= 0.
    COLUMN_RADIUS = 'r',
    /// Any number but NaN.
    COLUMN_BOUND = 'b',
    /// An int of 0 to 2^32 - 1, such as a mask, a group or an id: a column of uint32_t.
    COLUMN_UINT32 = 'u',
    /// A truth value: a column of uint8_t.
    COLUMN_TRUTH = '?',
    /// Words or codes, as in enum kind: columns of uint8_t.
    COLUMN_EXTENT = KIND_EXTENT,
    COLUMN_RULE = KIND_RULE,
    COLUMN_RESPONSE = KIND_RESPONSE,
    /// Anything else. columns_read leaves it alone.
    COLUMN_OTHER = 'o'
};

/// An argument of a call.
typedef struct argument {
    const char *name;
    /// An enum column_kind.
    char kind;
    bool required;
    /// The value of all rows if the argument is not given.
    double missing;
} argument;

/// A function with its arguments.
typedef struct signature {
    /// The name for messages, such as "hits".
    const char *function;
    const argument *arguments;
    int count;
    /// How many arguments may be given without their names.
    int positional;
} signature;

/// One argument for all rows. Row i is at rows + i * step.
typedef struct column {
    /// Packed numbers of the type of the kind.
    const char *rows;
    /// Bytes from one row to the next. 0 if one value stands for all rows.
    size_t step;
    /// Keeps the rows; NULL if `one` does.
    PyArrayObject *array;
    union {
        double number;
        uint32_t integer;
        uint8_t code;
    } one;
    bool given;
} column;

/// The columns of a call. It must not be copied or moved: a column may point to its own value.
typedef struct columns {
    const signature *of;
    /// The common shape, and its number of rows.
    npy_intp shape[DIMENSIONS_MAX];
    int dimensions;
    npy_intp count;
    /// In the order of the arguments.
    column items[COLUMNS_MAX];
} columns;

/// Puts the arguments of a METH_FASTCALL | METH_KEYWORDS call into `values`, of the length of the
/// signature: borrowed, NULL for each that is not given. False with an exception.
bool arguments_place(const signature *of, PyObject *const *args, Py_ssize_t count,
                     PyObject *keywords, PyObject **values);

/// Makes columns from what arguments_place returned. Arrays that are contiguous and of the type of
/// their kind are not copied, so their owner can change them during the call: what is read must
/// be safe for any value. False with an exception that names function, argument, place and value.
/// Call columns_release in both cases.
bool columns_read(const module_state *state, const signature *of, PyObject *const *values,
                  columns *all);

/// The first part of columns_read: arrays keep their shapes, and only the common shape is known.
/// The columns that have arrays have no rows yet: columns_broadcast makes them.
bool columns_read_apart(const module_state *state, const signature *of, PyObject *const *values,
                        columns *all);

/// Makes the rows of a column that has an array: it is broadcast to a shape of as many dimensions
/// as the common one. An array of one item becomes one value for all rows. False with an exception.
bool columns_broadcast(columns *all, int index, const npy_intp *shape);

/// The same as columns_read from a tuple of all arguments, in which None stands for an optional one
/// that is not given. `what` names the tuple in messages.
bool columns_read_tuple(const module_state *state, const signature *of, const char *what,
                        PyObject *tuple, columns *all);

/// Gives a column an item of memory for each row, if one value stands for all: then its step is
/// the size of an item. False with an exception.
bool columns_fill(columns *all, int index);

void columns_release(columns *all);

/// True if each argument was a number: then there is one row, and the answer is numbers, too.
static inline bool columns_are_numbers(const columns *all) {
    return all->dimensions == 0;
}

static inline double column_number(const column *c, npy_intp row) {
    return *(const double *)(c->rows + (size_t)row * c->step);
}

static inline uint32_t column_integer(const column *c, npy_intp row) {
    return *(const uint32_t *)(c->rows + (size_t)row * c->step);
}

static inline uint8_t column_code(const column *c, npy_intp row) {
    return *(const uint8_t *)(c->rows + (size_t)row * c->step);
}

#endif
