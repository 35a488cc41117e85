// An operation is a function of numbers, such as relate or contact. It has two forms in Python: a
// function for plain numbers, and a ufunc for arrays.
//
// Each operation is written once, as `compute` over arrays of doubles. Codes and truth values are
// doubles there, too. ROWS makes the loop of the ufunc from it. Room: operations, over Carom's
// public headers and NumPy.
#ifndef CAROM_PYTHON_OPERATIONS_H
#define CAROM_PYTHON_OPERATIONS_H

#include "python.h"

#include <math.h>

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
    /// A number of things of any size.
    KIND_COUNT = 'n',
    /// Codes, and words in arguments: Extent, ContactRule, ResponseKind.
    KIND_EXTENT = 'E',
    KIND_RULE = 'U',
    KIND_RESPONSE = 'P',
    /// Codes: Relation, Feature, SweepKind, WallRelation.
    KIND_RELATION = 'R',
    KIND_FEATURE = 'F',
    KIND_SWEEP = 'K',
    KIND_WALL_RELATION = 'W'
};

/// An operation.
typedef struct operation {
    const char *name;
    /// The names of the arguments, with a blank between them.
    const char *inputs;
    /// The enum kind of each argument and of each result, a character each.
    const char *input_kinds, *output_kinds;
    int input_count, output_count;
    /// How many arguments have no default.
    int required;
    /// The defaults of the others, in their order. NULL: all are 0.
    const double *defaults;
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
    X(overlaps)                                                                                    \
    X(within)                                                                                      \
    X(compare_gap)                                                                                 \
    X(compare_distance)                                                                            \
    X(wall_side)                                                                                   \
    X(circle_is_valid)                                                                             \
    X(wall_is_valid)                                                                               \
    X(wall_box)                                                                                    \
    X(path_box)                                                                                    \
    X(contact)                                                                                     \
    X(distance)                                                                                    \
    X(signed_distance)                                                                             \
    X(crossings)                                                                                   \
    X(push_out)                                                                                    \
    X(wall_gap)                                                                                    \
    X(compare_wall_gap)                                                                            \
    X(wall_contact)                                                                                \
    X(sweep)                                                                                       \
    X(sweep_to)                                                                                    \
    X(compare_time_of_impact)                                                                      \
    X(path_is_clear)                                                                               \
    X(passage)                                                                                     \
    X(along)                                                                                       \
    X(cast)                                                                                        \
    X(sweep_moving)                                                                                \
    X(sweep_moving_to)                                                                             \
    X(path_is_clear_of_moving)                                                                     \
    X(moving_wall_at)                                                                              \
    X(moving_wall_to)                                                                              \
    X(moving_wall_turning)                                                                         \
    X(turning_frames)                                                                              \
    X(moving_wall_is_valid)                                                                        \
    X(moving_wall_box)                                                                             \
    X(touches_circle)                                                                              \
    X(sweep_moving_circle)                                                                         \
    X(reflect)                                                                                     \
    X(velocity_reflect)                                                                            \
    X(velocity_respond)                                                                            \
    X(balls_respond)

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
    return kind == KIND_NUMBER ? *(const double *)number : (double)*(const uint8_t *)number;
}

static inline void write_output(char *number, char kind, double value) {
    if (kind == KIND_NUMBER)
        *(double *)number = value;
    else if (kind == KIND_COUNT)
        *(int64_t *)number = (int64_t)value;
    else
        *(int8_t *)number = (int8_t)value;
}

/// Defines the row_range `rows` from the function `compute` and the constant texts of its kinds.
/// NumPy gives aligned numbers in the byte order of the machine, at any stride. The addresses are
/// copied, because the compiler cannot know that no result overwrites them.
#define ROWS(rows, compute, in_kinds, out_kinds)                                                   \
    static void rows(char **args, const npy_intp *steps, npy_intp begin, npy_intp end) {           \
        enum { INS = KINDS_COUNT(in_kinds), OUTS = KINDS_COUNT(out_kinds) };                       \
        char *at[INS + OUTS];                                                                      \
        npy_intp step[INS + OUTS];                                                                 \
        for (int k = 0; k < INS + OUTS; k++) {                                                     \
            at[k] = args[k] + begin * steps[k];                                                    \
            step[k] = steps[k];                                                                    \
        }                                                                                          \
        for (npy_intp i = 0; i < end - begin; i++) {                                               \
            double in[INS], out[OUTS];                                                             \
            for (int k = 0; k < INS; k++)                                                          \
                in[k] = read_input(at[k] + i * step[k], (in_kinds)[k]);                            \
            compute(in, out);                                                                      \
            for (int k = 0; k < OUTS; k++)                                                         \
                write_output(at[INS + k] + i * step[INS + k], (out_kinds)[k], out[k]);             \
        }                                                                                          \
    }

/// Defines the loop NAME_loop of a ufunc from the row_range NAME_rows.
#define ROWS_LOOP(name)                                                                            \
    static void name##_loop(char **args, const npy_intp *dimensions, const npy_intp *steps,        \
                            void *data) {                                                          \
        (void)data;                                                                                \
        run_rows(name##_rows, args, dimensions[0], steps);                                         \
    }

/// Defines NAME_operation with a loop of its own, NAME_loop. `answer_class` is NULL for one result,
/// `defaults_` is NULL for zeros.
#define OPERATION_ROW(name_, inputs_, in_kinds, required_, defaults_, out_kinds, answer_class,     \
                      doc_)                                                                        \
    const operation name_##_operation = {.name = #name_,                                           \
                                         .inputs = (inputs_),                                      \
                                         .input_kinds = (in_kinds),                                \
                                         .output_kinds = (out_kinds),                              \
                                         .input_count = KINDS_COUNT(in_kinds),                     \
                                         .output_count = KINDS_COUNT(out_kinds),                   \
                                         .required = (required_),                                  \
                                         .defaults = (defaults_),                                  \
                                         .answer = (answer_class),                                 \
                                         .compute = name_##_compute,                               \
                                         .loop = name_##_loop,                                     \
                                         .doc = (doc_)};

/// Defines NAME_operation and its loop.
#define OPERATION(name_, inputs_, in_kinds, required_, out_kinds, answer_class, doc_)              \
    ROWS(name_##_rows, name_##_compute, in_kinds, out_kinds)                                       \
    ROWS_LOOP(name_)                                                                               \
    OPERATION_ROW(name_, inputs_, in_kinds, required_, NULL, out_kinds, answer_class, doc_)

// ---- circles and walls in the order of the columns ----

#define CIRCLE_INPUTS "cx cy r"
#define CIRCLE_KINDS "ddd"
#define WALL_INPUTS "ax ay bx by wr extent"
#define WALL_KINDS "dddddE"
#define MOVE_INPUTS "vx vy"
#define MOVE_KINDS "dd"

static inline carom_circle circle_of(const double *in) {
    return carom_circle_make(carom_vec2_make(in[0], in[1]), in[2]);
}

static inline carom_wall wall_of(const double *in) {
    return carom_wall_make(carom_vec2_make(in[0], in[1]), carom_vec2_make(in[2], in[3]), in[4],
                           (carom_extent)(int)in[5]);
}

/// A wall whose points stand apart from its radius and extent.
static inline carom_wall wall_from(const double *points, const double *rest) {
    return carom_wall_make(carom_vec2_make(points[0], points[1]),
                           carom_vec2_make(points[2], points[3]), rest[0],
                           (carom_extent)(int)rest[1]);
}

static inline carom_vec2 vec2_of(const double *in) {
    return carom_vec2_make(in[0], in[1]);
}

static inline void write_vec2(double *out, carom_vec2 v) {
    out[0] = v.x;
    out[1] = v.y;
}

/// Invalid input has no numbers: NaN, as everywhere in NumPy. C's zeros would read as an answer.
static inline void write_no_numbers(double *out, int count) {
    for (int i = 0; i < count; i++)
        out[i] = (double)NAN;
}

/// Writes the nine fields of a sweep: SWEEP_KINDS.
static inline void write_sweep(double *out, carom_sweep s) {
    out[0] = s.kind;
    out[8] = s.feature;
    if (s.kind == CAROM_SWEEP_KIND_INVALID) {
        write_no_numbers(out + 1, 7);
        return;
    }
    out[1] = s.t;
    write_vec2(out + 2, s.center);
    write_vec2(out + 4, s.point);
    write_vec2(out + 6, s.normal);
}
#define SWEEP_KINDS "KdddddddF"
#define SWEEP_FIELDS 9

static inline void write_contact(double *out, carom_contact c) {
    out[0] = c.relation;
    out[1] = c.feature;
    if (c.relation == CAROM_RELATION_INVALID) {
        write_no_numbers(out + 2, 6);
        return;
    }
    out[2] = c.along;
    write_vec2(out + 3, c.point);
    write_vec2(out + 5, c.normal);
    out[7] = c.depth;
}
#define CONTACT_KINDS "RFdddddd"

static inline void write_box(double *out, carom_box box) {
    write_vec2(out, box.min);
    write_vec2(out + 2, box.max);
}

/// Two walls: the points of both, then the radius and extent of each.
#define TWO_WALLS_INPUTS "ax ay bx by ax2 ay2 bx2 by2 wr extent wr2 extent2"
#define TWO_WALLS_KINDS "dddddddddEdE"

// ---- docstrings ----

#define CIRCLE_DOC                                                                                 \
    "cx, cy, r : array_like of float\n"                                                            \
    "    Centre and radius of the circle, in the unit of the coordinates; r >= 0.\n"
#define WALL_POINTS_DOC                                                                            \
    "ax, ay, bx, by : array_like of float\n"                                                       \
    "    The wall's points a and b.\n"
#define EXTENT_DOC                                                                                 \
    "extent : str or array_like of str or int, optional\n"                                         \
    "    'segment', 'ray' or 'line', or codes of `Extent`.\n"
#define WALL_REST_DOC                                                                              \
    "wr : array_like of float, optional\n"                                                         \
    "    Wall radius, half its thickness; >= 0.\n" EXTENT_DOC
#define WALL_DOC WALL_POINTS_DOC WALL_REST_DOC
#define RULE_DOC                                                                                   \
    "rule : str or array_like of str or int, optional\n"                                           \
    "    'closed': the closed disc and the wall share a point; 'open': they overlap and not\n"     \
    "    only touch; 'ring': the wall reaches the outline of the circle. Or codes of\n"            \
    "    `ContactRule`.\n"
#define TWO_WALLS_DOC                                                                              \
    "ax, ay, bx, by : array_like of float\n"                                                       \
    "    The first wall's points a and b.\n"                                                       \
    "ax2, ay2, bx2, by2 : array_like of float\n"                                                   \
    "    The second wall's points a and b.\n"                                                      \
    "wr, extent, wr2, extent2 : optional\n"                                                        \
    "    Wall radius and extent of the first wall and of the second one.\n"
#define ENDS_MOVE_DOC                                                                              \
    "avx, avy, bvx, bvy : array_like of float\n"                                                   \
    "    Displacements of a and b while t goes from 0 to 1. Those of a ray or a line must be\n"    \
    "    equal.\n"
#define ENDS_TO_DOC                                                                                \
    "a_to_x, a_to_y, b_to_x, b_to_y : array_like of float\n"                                       \
    "    Where a and b end. A ray or a line must move as a whole.\n"
#define CIRCLE_MOVE_DOC                                                                            \
    "vx, vy : array_like of float\n"                                                               \
    "    Displacement of the circle while t goes from 0 to 1.\n"
#define TO_DOC                                                                                     \
    "to_x, to_y : array_like of float\n"                                                           \
    "    Centre of the circle at the end of its path.\n"
#define OTHER_DOC                                                                                  \
    "cx2, cy2, r2 : array_like of float\n"                                                         \
    "    Centre and radius of the other circle.\n"
#define HITS_ONLY_DOC                                                                              \
    "hits_only : array_like of bool, optional\n"                                                   \
    "    True leaves out grazes: the first hit counts, or the overlap at the start. A wall that\n" \
    "    turns can be grazed first and hit later.\n"
#define UFUNC_DOC                                                                                  \
    "out, where, **kwargs : optional\n"                                                            \
    "    As of every NumPy ufunc. All arguments broadcast.\n\n"
#define TRUTH_DOC                                                                                  \
    "Returns\n-------\n"                                                                           \
    "bool, or ndarray of bool\n"
#define SIGN_DOC                                                                                   \
    "Returns\n-------\n"                                                                           \
    "int, or ndarray of int8\n"
#define BOX_RETURNS_DOC                                                                            \
    "Returns\n-------\n"                                                                           \
    "Box\n"
#define RELATION_RETURNS_DOC                                                                       \
    "Returns\n-------\n"                                                                           \
    "Relation, or ndarray of int8\n"                                                               \
    "    A member for numbers, its codes for arrays. Relation.INVALID for NaN, infinity and\n"     \
    "    a negative radius.\n\n"
#define SWEEP_RETURNS_DOC                                                                          \
    "Returns\n-------\n"                                                                           \
    "Sweep\n"                                                                                      \
    "    All fields but the kind are 0 on a miss. For invalid input the numbers are NaN.\n\n"
#define PARAMETERS "Parameters\n----------\n"
#define EXAMPLES "Examples\n--------\n"

#endif
