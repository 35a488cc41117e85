// What the extension keeps for an interpreter: classes and ufuncs. Room: above operations.
#ifndef CAROM_PYTHON_STATE_H
#define CAROM_PYTHON_STATE_H

#include "operations.h"

/// What the extension keeps of an operation.
typedef struct operation_objects {
    PyObject *ufunc;
    /// The names of the arguments, interned: a tuple.
    PyObject *names;
    /// The class of several results, a subclass of tuple; NULL for one result.
    PyTypeObject *answer;
    /// Makes an object of that class with room for its fields.
    allocfunc allocate;
} operation_objects;

/// The classes of carom.scene_answers.
#define SCENE_ANSWERS(X)                                                                           \
    X(WALLS, "Walls")                                                                              \
    X(HITS, "Hits")                                                                                \
    X(HITS_BY_CIRCLE, "HitsByCircle")                                                              \
    X(BOX_HITS, "BoxHits")                                                                         \
    X(NEAREST, "Nearest")                                                                          \
    X(FIRST, "First")                                                                              \
    X(SWEEP_ALL, "SweepAll")                                                                       \
    X(FAN, "Fan")                                                                                  \
    X(CLEARANCE, "Clearance")                                                                      \
    X(AREAS, "Areas")                                                                              \
    X(AREAS_AT, "AreasAt")                                                                         \
    X(NEAREST_AREAS, "NearestAreas")

enum scene_answer {
#define X(name, class) SCENE_ANSWER_##name,
    SCENE_ANSWERS(X)
#undef X
        SCENE_ANSWERS_COUNT
};

/// The state of the module.
typedef struct module_state {
    operation_objects operations[OPERATIONS_COUNT];
    /// The members of Relation, Feature, SweepKind, WallRelation and AreaRelation by code: tuples.
    PyObject *relations, *features, *sweep_kinds, *wall_relations, *area_relations;
    /// Functions of carom/_arguments.py.
    PyObject *codes, *exact, *explain, *floats, *bits;
    /// The function of carom/_dask_xarray.py.
    PyObject *apply;
    PyObject *scene_answers[SCENE_ANSWERS_COUNT];
    /// The base class of both scenes.
    PyObject *scene_class;
} module_state;

static inline module_state *state_of(PyObject *module) {
    return PyModule_GetState(module);
}

/// Calls an operation with the arguments of a METH_FASTCALL | METH_KEYWORDS function. Returns a
/// new reference, or NULL with an exception.
PyObject *call_operation(PyObject *module, enum operation_index index, PyObject *const *args,
                         Py_ssize_t count, PyObject *keywords);

#endif
