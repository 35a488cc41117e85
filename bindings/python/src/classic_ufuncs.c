// The methods of classic/classic.h: ufuncs whose first argument is the code of a method, and calls
// for names, steps and maps. They stand apart from the operations, because they are wrong at times.
//
// Room: above operations.
#include "classic_ufuncs.h"

#include "operations.h"

#include "classic.h"

// ---- ufuncs ----

/// The code of a method, and of a verdict.
#define METHOD_KIND "M"
#define QUESTION_KINDS METHOD_KIND CIRCLE_KINDS WALL_KINDS
#define MOVING_QUESTION_KINDS METHOD_KIND CIRCLE_KINDS MOVE_KINDS WALL_KINDS

static inline carom_classic method_of(const double *in) {
    return (carom_classic)(int)in[0];
}

static inline void relate_compute(const double *in, double *out) {
    const carom_classic_contact c =
        carom_classic_relate(method_of(in), circle_of(in + 1), wall_of(in + 4), NULL);
    out[0] = c.collides;
    out[1] = c.has_point;
    write_vec2(out + 2, c.point);
    out[4] = c.has_offset;
    write_vec2(out + 5, c.offset);
}
#define RELATE_KINDS "??dd?dd"
ROWS(relate_rows, relate_compute, QUESTION_KINDS, RELATE_KINDS)
ROWS_LOOP(relate)

static inline void sweep_compute(const double *in, double *out) {
    const carom_classic_sweep s = carom_classic_sweep_circle(
        method_of(in), circle_of(in + 1), vec2_of(in + 4), wall_of(in + 6), NULL);
    out[0] = s.hits;
    out[1] = s.t;
    write_vec2(out + 2, s.center);
    write_vec2(out + 4, s.normal);
    write_vec2(out + 6, s.end);
}
#define CLASSIC_SWEEP_KINDS "?ddddddd"
ROWS(sweep_rows, sweep_compute, MOVING_QUESTION_KINDS, CLASSIC_SWEEP_KINDS)
ROWS_LOOP(sweep)

static inline void truth_compute(const double *in, double *out) {
    out[0] =
        carom_classic_truth(method_of(in), circle_of(in + 1), vec2_of(in + 4), wall_of(in + 6));
}
ROWS(truth_rows, truth_compute, MOVING_QUESTION_KINDS, "?")
ROWS_LOOP(truth)

static inline void judge_compute(const double *in, double *out) {
    out[0] =
        carom_classic_judge(method_of(in), circle_of(in + 1), vec2_of(in + 4), wall_of(in + 6));
}
ROWS(judge_rows, judge_compute, MOVING_QUESTION_KINDS, "i")
ROWS_LOOP(judge)

static const struct classic_ufunc {
    const char *name, *doc;
    const char *input_kinds, *output_kinds;
    PyUFuncGenericFunction loop;
} ufuncs[] = {
    {"relate", "The ufunc of carom.classic.relate.", QUESTION_KINDS, RELATE_KINDS, relate_loop},
    {"sweep", "The ufunc of carom.classic.sweep.", MOVING_QUESTION_KINDS, CLASSIC_SWEEP_KINDS,
     sweep_loop},
    {"truth", "The ufunc of carom.classic.truth.", MOVING_QUESTION_KINDS, "?", truth_loop},
    {"judge", "The ufunc of carom.classic.judge.", MOVING_QUESTION_KINDS, "i", judge_loop},
};

#define UFUNCS_COUNT ((int)(sizeof ufuncs / sizeof ufuncs[0]))

// NumPy keeps pointers to these.
static char ufunc_types[UFUNCS_COUNT][INPUTS_MAX + OUTPUTS_MAX];
static PyUFuncGenericFunction ufunc_loops[UFUNCS_COUNT];
static void *ufunc_data[1] = {NULL};

static char type_of_input(char kind) {
    return kind == KIND_NUMBER ? NPY_DOUBLE : NPY_UINT8;
}

static char type_of_output(char kind) {
    if (kind == KIND_TRUTH)
        return NPY_BOOL;
    return kind == KIND_NUMBER ? NPY_DOUBLE : NPY_INT8;
}

static PyObject *make_ufunc(int i) {
    int inputs = 0, outputs = 0;
    for (const char *kind = ufuncs[i].input_kinds; *kind != '\0'; kind++)
        ufunc_types[i][inputs++] = type_of_input(*kind);
    for (const char *kind = ufuncs[i].output_kinds; *kind != '\0'; kind++)
        ufunc_types[i][inputs + outputs++] = type_of_output(*kind);
    ufunc_loops[i] = ufuncs[i].loop;
    return PyUFunc_FromFuncAndData(&ufunc_loops[i], ufunc_data, ufunc_types[i], 1, inputs, outputs,
                                   PyUFunc_None, ufuncs[i].name, ufuncs[i].doc, 0);
}

// ---- calls ----

/// classic_methods(): a tuple (name, summary, is_sweep, rule, extent) for each method.
static PyObject *classic_methods(PyObject *module, PyObject *nothing) {
    (void)module;
    (void)nothing;
    PyObject *methods = PyTuple_New(CAROM_CLASSIC_COUNT);
    for (int i = 0; methods != NULL && i < CAROM_CLASSIC_COUNT; i++) {
        const carom_classic method = (carom_classic)i;
        PyObject *facts =
            Py_BuildValue("(ssNii)", carom_classic_name(method), carom_classic_summary(method),
                          PyBool_FromLong(carom_classic_is_sweep(method)),
                          (int)carom_classic_rule(method), (int)carom_classic_extent(method));
        if (facts == NULL)
            Py_CLEAR(methods);
        else
            PyTuple_SetItem(methods, i, facts);
    }
    return methods;
}

/// The steps as a list of pairs (text, number or pair of numbers).
static PyObject *steps_list(const carom_classic_steps *steps) {
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < steps->count; i++) {
        const carom_classic_step *s = &steps->step[i];
        PyObject *pair = s->count == 2 ? Py_BuildValue("(s(dd))", s->text, s->value[0], s->value[1])
                                       : Py_BuildValue("(sd)", s->text, s->value[0]);
        if (pair == NULL || PyList_Append(list, pair) < 0)
            Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

/// classic_steps(method, moves, the numbers of the question): the steps of one answer.
static PyObject *classic_steps(PyObject *module, PyObject *args) {
    (void)module;
    int method, moves, extent;
    double in[11];
    if (!PyArg_ParseTuple(args, "ipddddddddddi:classic_steps", &method, &moves, &in[0], &in[1],
                          &in[2], &in[3], &in[4], &in[5], &in[6], &in[7], &in[8], &in[9], &extent))
        return NULL;
    in[10] = extent;
    carom_classic_steps steps = {.count = 0};
    if (moves)
        carom_classic_sweep_circle((carom_classic)method, circle_of(in), vec2_of(in + 3),
                                   wall_of(in + 5), &steps);
    else
        carom_classic_relate((carom_classic)method, circle_of(in), wall_of(in + 5), &steps);
    return steps_list(&steps);
}

/// classic_map(method, r, vx, vy, wall, window, columns, rows): (verdicts, counts).
static PyObject *classic_map(PyObject *module, PyObject *args) {
    (void)module;
    int method, extent;
    double in[5], r;
    carom_vec2 move;
    carom_box window;
    npy_intp shape[2];
    if (!PyArg_ParseTuple(args, "iddd(dddddi)(dddd)nn:classic_map", &method, &r, &move.x, &move.y,
                          &in[0], &in[1], &in[2], &in[3], &in[4], &extent, &window.min.x,
                          &window.min.y, &window.max.x, &window.max.y, &shape[1], &shape[0]))
        return NULL;
    const carom_wall wall =
        carom_wall_make(vec2_of(in), vec2_of(in + 2), in[4], (carom_extent)extent);
    PyObject *verdicts = PyArray_SimpleNew(2, shape, NPY_INT8);
    if (verdicts == NULL)
        return NULL;
    unsigned char *cells = PyArray_DATA((PyArrayObject *)verdicts);
    size_t counts[5] = {0};
    Py_BEGIN_ALLOW_THREADS;
    carom_classic_map((carom_classic)method, r, move, wall, window, (size_t)shape[1],
                      (size_t)shape[0], cells, counts);
    Py_END_ALLOW_THREADS;
    return Py_BuildValue("(N(nnnnn))", verdicts, (Py_ssize_t)counts[0], (Py_ssize_t)counts[1],
                         (Py_ssize_t)counts[2], (Py_ssize_t)counts[3], (Py_ssize_t)counts[4]);
}

int add_classic(PyObject *module) {
    static PyMethodDef calls[] = {
        {"classic_map", classic_map, METH_VARARGS, "The numbers of carom.classic.error_map."},
        {"classic_methods", classic_methods, METH_NOARGS, "The facts of each classic method."},
        {"classic_steps", classic_steps, METH_VARARGS, "The numbers of carom.classic.steps."},
        {NULL, NULL, 0, NULL},
    };
    PyObject *dict = PyDict_New();
    int status = dict == NULL ? -1 : PyModule_AddFunctions(module, calls);
    for (int i = 0; status == 0 && i < UFUNCS_COUNT; i++) {
        PyObject *ufunc = make_ufunc(i);
        status = ufunc == NULL ? -1 : PyDict_SetItemString(dict, ufuncs[i].name, ufunc);
        Py_XDECREF(ufunc);
    }
    if (status == 0)
        status = PyModule_AddObjectRef(module, "classic_ufuncs", dict);
    Py_XDECREF(dict);
    return status;
}
