// The module carom._carom: its functions, ufuncs and state.
//
// Room: the top of the extension.
#define CAROM_IMPORTS_NUMPY
#include "classic_ufuncs.h"
#include "move_calls.h"
#include "scene.h"
#include "state.h"
#include "threads.h"

#include <stdbool.h>
#include <string.h>

// ---- functions ----

#define X(name)                                                                                    \
    static PyObject *call_##name(PyObject *module, PyObject *const *args, Py_ssize_t count,        \
                                 PyObject *keywords) {                                             \
        return call_operation(module, OPERATION_##name, args, count, keywords);                    \
    }
OPERATIONS(X)
#undef X

static PyObject *environment_is_exact(PyObject *module, PyObject *nothing) {
    (void)module;
    (void)nothing;
    return PyBool_FromLong(carom_environment_is_exact());
}

static PyObject *get_threads(PyObject *module, PyObject *nothing) {
    (void)module;
    (void)nothing;
    return PyLong_FromLong(threads_limit());
}

static PyObject *set_threads(PyObject *module, PyObject *argument) {
    (void)module;
    PyObject *integer = PyBool_Check(argument) ? NULL : PyNumber_Index(argument);
    if (integer == NULL)
        return PyErr_Format(PyExc_TypeError, "set_threads(): threads must be an int, not %R",
                            (PyObject *)Py_TYPE(argument));
    int overflow = 0;
    const long threads = PyLong_AsLongAndOverflow(integer, &overflow);
    const bool is_good = overflow == 0 && threads >= 1 && threads <= 256;
    if (!is_good)
        PyErr_Format(PyExc_ValueError, "set_threads(): threads is %R, must be 1 to 256", integer);
    Py_DECREF(integer);
    if (!is_good)
        return NULL;
    set_threads_limit((int)threads);
    Py_RETURN_NONE;
}

static const PyMethodDef plain_functions[] = {
    {"environment_is_exact", environment_is_exact, METH_NOARGS,
     "environment_is_exact()\n--\n\n"
     "True if answers on this thread are exact: no one has changed its floating-point "
     "environment.\n\n"
     "Another package can make subnormal numbers zero or change the rounding of the whole thread,\n"
     "such as one that was linked with `-ffast-math`. Then answers may be wrong."},
    {"get_threads", get_threads, METH_NOARGS,
     "get_threads()\n--\n\nThe number of threads that one call may use."},
    {"set_threads", set_threads, METH_O,
     "set_threads(threads, /)\n--\n\n"
     "Sets the number of threads that one call may use, 1 to 256.\n\n"
     "The first value is the number of processors that the process may use. Answers do not\n"
     "depend on it."},
};

#define PLAIN_COUNT (sizeof plain_functions / sizeof plain_functions[0])

/// All functions of the module: those above, then one for each operation, then an end mark.
static PyMethodDef functions[PLAIN_COUNT + OPERATIONS_COUNT + 1];

static void list_functions(void) {
    memcpy(functions, plain_functions, sizeof plain_functions);
    static const _PyCFunctionFastWithKeywords calls[] = {
#define X(name) call_##name,
        OPERATIONS(X)
#undef X
    };
    for (int i = 0; i < OPERATIONS_COUNT; i++) {
        functions[PLAIN_COUNT + (size_t)i] =
            (PyMethodDef){operations[i]->name, (PyCFunction)(void (*)(void))calls[i],
                          METH_FASTCALL | METH_KEYWORDS, operations[i]->doc};
    }
}

// ---- ufuncs ----

/// NumPy keeps pointers to the types and the loop of a ufunc.
static char ufunc_types[OPERATIONS_COUNT][INPUTS_MAX + OUTPUTS_MAX];
static PyUFuncGenericFunction ufunc_loops[OPERATIONS_COUNT];
static void *ufunc_data[1] = {NULL};

static char input_type(char kind) {
    return (char)(kind == KIND_NUMBER ? NPY_DOUBLE : NPY_UINT8);
}

static char output_type(char kind) {
    switch (kind) {
    case KIND_NUMBER:
        return NPY_DOUBLE;
    case KIND_TRUTH:
        return NPY_BOOL;
    case KIND_COUNT:
        return NPY_INT64;
    default:
        return NPY_INT8;
    }
}

static PyObject *make_ufunc(int i) {
    const operation *op = operations[i];
    const int inputs = op->input_count, outputs = op->output_count;
    for (int k = 0; k < inputs; k++)
        ufunc_types[i][k] = input_type(op->input_kinds[k]);
    for (int k = 0; k < outputs; k++)
        ufunc_types[i][inputs + k] = output_type(op->output_kinds[k]);
    ufunc_loops[i] = op->loop;
    // The signature of the function is not that of its ufunc.
    const char *doc = strstr(op->doc, "--\n\n");
    return PyUFunc_FromFuncAndData(&ufunc_loops[i], ufunc_data, ufunc_types[i], 1, inputs, outputs,
                                   PyUFunc_None, op->name, doc == NULL ? op->doc : doc + 4, 0);
}

// ---- the state ----

/// A new tuple of the interned words of a text with a blank between them.
static PyObject *intern_words(const char *text) {
    PyObject *string = PyUnicode_InternFromString(text);
    PyObject *list = string == NULL ? NULL : PyUnicode_Split(string, NULL, -1);
    PyObject *words = list == NULL ? NULL : PyList_AsTuple(list);
    for (Py_ssize_t i = 0; words != NULL && i < PyTuple_Size(words); i++) {
        PyObject *word = Py_NewRef(PyTuple_GetItem(words, i));
        PyUnicode_InternInPlace(&word);
        // The tuple is not yet shared, so its item may still change.
        PyTuple_SetItem(words, i, word);
    }
    Py_XDECREF(list);
    Py_XDECREF(string);
    return words;
}

static int add_operation(operation_objects *objects, int i, PyObject *answers, PyObject *ufuncs) {
    const operation *op = operations[i];
    objects->names = intern_words(op->inputs);
    objects->ufunc = make_ufunc(i);
    if (objects->names == NULL || objects->ufunc == NULL ||
        PyDict_SetItemString(ufuncs, op->name, objects->ufunc) < 0)
        return -1;
    if (op->answer == NULL)
        return 0;
    objects->answer = (PyTypeObject *)PyObject_GetAttrString(answers, op->answer);
    if (objects->answer == NULL)
        return -1;
    objects->allocate = (allocfunc)PyType_GetSlot(objects->answer, Py_tp_alloc);
    return 0;
}

/// The members of an enum by code: a new tuple.
static PyObject *members_of(PyObject *enums, const char *name) {
    PyObject *class = PyObject_GetAttrString(enums, name);
    PyObject *members = class == NULL ? NULL : PySequence_Tuple(class);
    Py_XDECREF(class);
    return members;
}

static int add_operations(PyObject *module, module_state *state) {
    PyObject *answers = PyImport_ImportModule("carom.answers");
    PyObject *ufuncs = PyDict_New();
    int status = answers == NULL || ufuncs == NULL ? -1 : 0;
    for (int i = 0; status == 0 && i < OPERATIONS_COUNT; i++)
        status = add_operation(&state->operations[i], i, answers, ufuncs);
    if (status == 0)
        status = PyModule_AddObjectRef(module, "ufuncs", ufuncs);
    Py_XDECREF(answers);
    Py_XDECREF(ufuncs);
    return status;
}

/// A name of one of the package's modules in Python: a new reference.
static PyObject *imported(const char *module_name, const char *name) {
    PyObject *module = PyImport_ImportModule(module_name);
    PyObject *object = module == NULL ? NULL : PyObject_GetAttrString(module, name);
    Py_XDECREF(module);
    return object;
}

static int add_classes(module_state *state) {
    state->codes = imported("carom._arguments", "codes");
    state->exact = imported("carom._arguments", "exact");
    state->explain = imported("carom._arguments", "explain");
    state->floats = imported("carom._arguments", "floats");
    state->bits = imported("carom._arguments", "bits");
    state->apply = imported("carom._dask_xarray", "apply");
    PyObject *enums = PyImport_ImportModule("carom.enums");
    if (state->codes == NULL || state->exact == NULL || state->explain == NULL ||
        state->floats == NULL || state->bits == NULL || state->apply == NULL || enums == NULL) {
        Py_XDECREF(enums);
        return -1;
    }
    state->relations = members_of(enums, "Relation");
    state->features = members_of(enums, "Feature");
    state->sweep_kinds = members_of(enums, "SweepKind");
    state->wall_relations = members_of(enums, "WallRelation");
    state->area_relations = members_of(enums, "AreaRelation");
    Py_DECREF(enums);
    return state->relations == NULL || state->features == NULL || state->sweep_kinds == NULL ||
                   state->wall_relations == NULL || state->area_relations == NULL
               ? -1
               : 0;
}

static int fill_module(PyObject *module) {
    if (PyArray_ImportNumPyAPI() < 0 || PyUFunc_ImportUFuncAPI() < 0)
        return -1;
    module_state *state = state_of(module);
    set_threads_limit(processors_count());
    if (add_classes(state) < 0 || add_operations(module, state) < 0 || add_scenes(module) < 0 ||
        add_move_calls(module) < 0 || add_classic(module) < 0)
        return -1;
    return PyModule_AddStringConstant(module, "__version__", carom_version());
}

static int traverse_state(PyObject *module, visitproc visit, void *arg) {
    module_state *state = state_of(module);
    for (int i = 0; i < OPERATIONS_COUNT; i++) {
        Py_VISIT(state->operations[i].ufunc);
        Py_VISIT(state->operations[i].names);
        Py_VISIT(state->operations[i].answer);
    }
    Py_VISIT(state->relations);
    Py_VISIT(state->features);
    Py_VISIT(state->sweep_kinds);
    Py_VISIT(state->wall_relations);
    Py_VISIT(state->area_relations);
    Py_VISIT(state->codes);
    Py_VISIT(state->exact);
    Py_VISIT(state->explain);
    Py_VISIT(state->floats);
    Py_VISIT(state->bits);
    Py_VISIT(state->apply);
    for (int i = 0; i < SCENE_ANSWERS_COUNT; i++)
        Py_VISIT(state->scene_answers[i]);
    Py_VISIT(state->scene_class);
    return 0;
}

static int clear_state(PyObject *module) {
    module_state *state = state_of(module);
    for (int i = 0; i < OPERATIONS_COUNT; i++) {
        Py_CLEAR(state->operations[i].ufunc);
        Py_CLEAR(state->operations[i].names);
        Py_CLEAR(state->operations[i].answer);
    }
    Py_CLEAR(state->relations);
    Py_CLEAR(state->features);
    Py_CLEAR(state->sweep_kinds);
    Py_CLEAR(state->wall_relations);
    Py_CLEAR(state->area_relations);
    Py_CLEAR(state->codes);
    Py_CLEAR(state->exact);
    Py_CLEAR(state->explain);
    Py_CLEAR(state->floats);
    Py_CLEAR(state->bits);
    Py_CLEAR(state->apply);
    for (int i = 0; i < SCENE_ANSWERS_COUNT; i++)
        Py_CLEAR(state->scene_answers[i]);
    Py_CLEAR(state->scene_class);
    return 0;
}

static void free_state(void *module) {
    clear_state(module);
}

PyMODINIT_FUNC PyInit__carom(void) {
    static PyModuleDef_Slot slots[] = {
        {Py_mod_exec, (void *)fill_module},
#ifdef Py_mod_gil
        {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
        {0, NULL},
    };
    static PyModuleDef definition = {
        PyModuleDef_HEAD_INIT,
        .m_name = "carom._carom",
        .m_doc = "The extension of the package carom.",
        .m_size = sizeof(module_state),
        .m_methods = functions,
        .m_slots = slots,
        .m_traverse = traverse_state,
        .m_clear = clear_state,
        .m_free = free_state,
    };
    list_functions();
    return PyModuleDef_Init(&definition);
}
