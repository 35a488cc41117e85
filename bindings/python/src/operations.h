// An operation is a function of numbers, such as relate or contact. It has two forms in Python: a
// function for plain numbers, and a ufunc for arrays.
//
// Each operation is written once, as `compute` over arrays of doubles. Codes and truth values are
// doubles there, too. LOOP makes the loop of the ufunc from it. Layer: operations, over Carom's
// public headers and NumPy.
#ifndef CAROM_PYTHON_OPERATIONS_H
#define CAROM_PYTHON_OPERATIONS_H

#include "python.h"

/// The largest number of arguments and of results of an operation.
#define INPUTS_MAX 20
#define OUTPUTS_MAX 20

/// What an argument or a result is.
enum kind {
    /// A double.
    KIND_NUMBER = 'd',
    /// A truth value.
    KIND_TRUTH = '?',
    /// -1, 0 or 1, or a small number of things.
    KIND_SMALL = 'i',
    /// Codes, and words in arguments: Extent, ContactRule, ResponseKind.
    KIND_EXTENT = 'E',
    KIND_RULE = 'U',
    KIND_RESPONSE = 'P',
    /// Codes: Relation, Feature, SweepKind.
    KIND_RELATION = 'R',
    KIND_FEATURE = 'F',
    KIND_SWEEP = 'K'
};

/// An operation.
typedef struct operation {
    const char *name;
    /// The names of the arguments, with a blank between them.
    const char *inputs;
    /// The enum kind of each argument and of each result, a character each.
    const char *input_kinds, *output_kinds;
    /// How many arguments have no default. The default of the others is 0.
    int required;
    /// The class of carom.answers for several results; NULL for one result.
    const char *answer;
    void (*compute)(const double *in, double *out);
    PyUFuncGenericFunction loop;
    /// The docstring, which starts with the signature.
    const char *doc;
} operation;

/// All operations. NAME_operation is defined in one of the files *_operations.c.
#define OPERATIONS(X)                                                                              \
    X(relate)                                                                                      \
    X(touches)                                                                                     \
    X(contact)                                                                                     \
    X(sweep)

enum operation_index {
#define X(name) OPERATION_##name,
    OPERATIONS(X)
#undef X
        OPERATIONS_COUNT
};

#define X(name) extern const operation name##_operation;
OPERATIONS(X)
#undef X

/// All operations by index.
extern const operation *const operations[OPERATIONS_COUNT];

/// Computes the rows [begin, end) of a ufunc's arrays.
typedef void row_range(char **args, const npy_intp *steps, npy_intp begin, npy_intp end);

/// Computes all rows, on several threads if there are many.
void run_rows(row_range *range, char **args, npy_intp count, const npy_intp *steps);

/// The number of arguments or results: the length of a constant text of kinds.
#define KINDS_COUNT(kinds) ((int)sizeof(kinds) - 1)

static inline double read_input(const char *number, char kind) {
    return kind == KIND_NUMBER ? *(const double *)(const void *)number
                               : (double)*(const uint8_t *)number;
}

static inline void write_output(char *number, char kind, double value) {
    if (kind == KIND_NUMBER)
        *(double *)(void *)number = value;
    else
        *(int8_t *)number = (int8_t)value;
}

/// Defines the loop NAME_loop from NAME_compute and the constant texts IN and OUT of its kinds.
/// NumPy gives aligned numbers in the byte order of the machine, at any stride.
#define LOOP(name, in_kinds, out_kinds)                                                            \
    static void name##_rows(char **args, const npy_intp *steps, npy_intp begin, npy_intp end) {    \
        for (npy_intp i = begin; i < end; i++) {                                                   \
            double in[KINDS_COUNT(in_kinds)], out[KINDS_COUNT(out_kinds)];                         \
            for (int k = 0; k < KINDS_COUNT(in_kinds); k++)                                        \
                in[k] = read_input(args[k] + i * steps[k], (in_kinds)[k]);                         \
            name##_compute(in, out);                                                               \
            for (int k = 0; k < KINDS_COUNT(out_kinds); k++) {                                     \
                const int place = KINDS_COUNT(in_kinds) + k;                                       \
                write_output(args[place] + i * steps[place], (out_kinds)[k], out[k]);              \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void name##_loop(char **args, const npy_intp *dimensions, const npy_intp *steps,        \
                            void *data) {                                                          \
        (void)data;                                                                                \
        run_rows(name##_rows, args, dimensions[0], steps);                                         \
    }

/// Defines NAME_operation with its loop. `answer_class` is NULL for one result.
#define OPERATION(name_, inputs_, in_kinds, required_, out_kinds, answer_class, doc_)              \
    LOOP(name_, in_kinds, out_kinds)                                                               \
    const operation name_##_operation = {.name = #name_,                                           \
                                         .inputs = (inputs_),                                      \
                                         .input_kinds = (in_kinds),                                \
                                         .output_kinds = (out_kinds),                              \
                                         .required = (required_),                                  \
                                         .answer = (answer_class),                                 \
                                         .compute = name_##_compute,                               \
                                         .loop = name_##_loop,                                     \
                                         .doc = (doc_)};

// ---- circles and walls in the order of the columns ----

#define CIRCLE_INPUTS "cx cy r"
#define CIRCLE_KINDS "ddd"
#define WALL_INPUTS "ax ay bx by wr extent"
#define WALL_KINDS "dddddE"

static inline carom_circle circle_of(const double *in) {
    return carom_circle_make(carom_vec2_make(in[0], in[1]), in[2]);
}

static inline carom_wall wall_of(const double *in) {
    return carom_wall_make(carom_vec2_make(in[0], in[1]), carom_vec2_make(in[2], in[3]), in[4],
                           (carom_extent)(int)in[5]);
}

static inline void write_vec2(double *out, carom_vec2 v) {
    out[0] = v.x;
    out[1] = v.y;
}

#define CIRCLE_DOC                                                                                 \
    "cx, cy, r : array_like of float\n"                                                            \
    "    Centre and radius of the circle, in the unit of the coordinates; r >= 0.\n"
#define WALL_DOC                                                                                   \
    "ax, ay, bx, by : array_like of float\n"                                                       \
    "    The wall's points a and b.\n"                                                             \
    "wr : array_like of float, optional\n"                                                         \
    "    Wall radius, half its thickness; >= 0.\n"                                                 \
    "extent : str or array_like of str or int, optional\n"                                         \
    "    'segment', 'ray' or 'line', or codes of `Extent`.\n"
#define UFUNC_DOC                                                                                  \
    "out, where, **kwargs : optional\n"                                                            \
    "    As of every NumPy ufunc. All arguments broadcast.\n"

#endif
