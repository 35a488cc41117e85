// The classes of scenes and their methods. Room: above scene objects.
#include "scene.h"
#include "scene_docs.h"

#include <stdlib.h>
#include <string.h>

static scene_object *scene_of(PyObject *object) {
    return (scene_object *)object;
}

// ---- a fixed scene from bytes ----

/// Opens the bytes of the object. False with an exception that starts with `name`, such as the
/// path of a file.
static bool open_bytes(scene_object *s, const void *bytes, size_t size, PyObject *name) {
    PyThreadState *thread = PyEval_SaveThread();
    const carom_status status = carom_scene_open(bytes, size, &s->fixed);
    PyEval_RestoreThread(thread);
    if (status == CAROM_STATUS_OK)
        return true;
    PyErr_Format(PyExc_ValueError, "%U: %s", name, carom_status_name(status));
    return false;
}

/// Copies bytes to an aligned place of a block of its own. NULL with an exception.
static const void *copy_bytes(scene_object *s, const Py_buffer *buffer) {
    const size_t size = (size_t)buffer->len;
    s->block = malloc(size + CAROM_SCENE_ALIGNMENT);
    if (s->block == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    char *bytes = s->block;
    bytes +=
        (CAROM_SCENE_ALIGNMENT - (uintptr_t)bytes % CAROM_SCENE_ALIGNMENT) % CAROM_SCENE_ALIGNMENT;
    memcpy(bytes, buffer->buf, size);
    return bytes;
}

/// _from_buffer(buffer, copy, name)
static PyObject *scene_from_buffer(PyObject *class, PyObject *args) {
    PyObject *data, *name;
    int copy;
    if (!PyArg_ParseTuple(args, "OpU", &data, &copy, &name))
        return NULL;
    PyObject *object = new_scene_object(class);
    Py_buffer *buffer = object == NULL ? NULL : calloc(1, sizeof *buffer);
    if (buffer == NULL || PyObject_GetBuffer(data, buffer, PyBUF_SIMPLE) < 0) {
        if (object != NULL && buffer == NULL)
            PyErr_NoMemory();
        free(buffer);
        Py_XDECREF(object);
        return NULL;
    }
    scene_object *s = scene_of(object);
    const size_t size = (size_t)buffer->len;
    s->source = buffer;
    const void *bytes = copy ? copy_bytes(s, buffer) : buffer->buf;
    if (copy) {
        PyBuffer_Release(buffer);
        free(buffer);
        s->source = NULL;
    }
    if (bytes != NULL && open_bytes(s, bytes, size, name))
        return object;
    Py_DECREF(object);
    return NULL;
}

static void scene_dealloc(PyObject *self) {
    scene_object *s = scene_of(self);
    PyTypeObject *class = Py_TYPE(self);
    carom_area_index_destroy(atomic_load(&s->areas), NULL);
    carom_scene_destroy(s->made, NULL);
    carom_dynamic_scene_destroy(s->dynamic);
    free(s->block);
    if (s->source != NULL)
        PyBuffer_Release(s->source);
    free(s->source);
    ((freefunc)PyType_GetSlot(class, Py_tp_free))(self);
    Py_DECREF(class);
}

// ---- properties, bytes ----

static Py_ssize_t scene_length(PyObject *self) {
    const carom_scene *scene = scene_begin(self, "len");
    if (scene == NULL)
        return -1;
    const Py_ssize_t count = (Py_ssize_t)carom_scene_count(scene);
    scene_end(self);
    return count;
}

static PyObject *scene_box(PyObject *self, void *nothing) {
    (void)nothing;
    const carom_scene *scene = scene_begin(self, "box");
    if (scene == NULL)
        return NULL;
    const carom_box box = carom_scene_box(scene);
    scene_end(self);
    return Py_BuildValue("(dddd)", box.min.x, box.min.y, box.max.x, box.max.y);
}

static PyObject *scene_nbytes(PyObject *self, void *nothing) {
    (void)nothing;
    const carom_scene *scene = scene_begin(self, "nbytes");
    return scene == NULL ? NULL : PyLong_FromSize_t(carom_scene_byte_size(scene));
}

static int scene_getbuffer(PyObject *self, Py_buffer *view, int flags) {
    const carom_scene *scene = scene_begin(self, "memoryview");
    if (scene == NULL) {
        view->obj = NULL;
        return -1;
    }
    return PyBuffer_FillInfo(view, self, (void *)scene, (Py_ssize_t)carom_scene_byte_size(scene), 1,
                             flags);
}

/// _same_bytes(other): both are fixed scenes, as Python checks.
static PyObject *scene_same_bytes(PyObject *self, PyObject *other) {
    const carom_scene *p = scene_begin(self, "=="),
                      *q = p == NULL ? NULL : scene_begin(other, "==");
    if (q == NULL)
        return NULL;
    const size_t size = carom_scene_byte_size(p);
    return PyBool_FromLong(size == carom_scene_byte_size(q) && memcmp(p, q, size) == 0);
}

// ---- classes ----

#define METHOD_OF(name, function, doc)                                                             \
    {                                                                                              \
#name, (PyCFunction)(void (*)(void))(function),                                            \
            METH_METHOD | METH_FASTCALL | METH_KEYWORDS, doc                                       \
    }
/// What scan() and clearance() of carom/scene.py call.
#define SCAN METHOD_OF(_scan, scene_scan, NULL)
#define OF_CLEARANCE METHOD_OF(_clearance, scene_clearance, NULL)
#define QUERY(name, doc) METHOD_OF(name, scene_##name, doc)
#define EDIT(name, doc) METHOD_OF(name, dynamic_scene_##name, doc)
#define BUILD(function)                                                                            \
    {                                                                                              \
        "_build", (PyCFunction)(void (*)(void))(function),                                         \
            METH_CLASS | METH_METHOD | METH_FASTCALL | METH_KEYWORDS, NULL                         \
    }

// ---- circles as one argument ----

/// The fields of carom.CircleColumns, more than any query has arguments without names.
enum { CIRCLE_FIELDS = 9 };

/// Whether the circles are one source, such as carom.CircleColumns, or all fields of that class,
/// and not cx, cy and r.
static bool has_source(Py_ssize_t count, PyObject *keywords) {
    if (count != 1)
        return count == CIRCLE_FIELDS;
    const Py_ssize_t named = keywords == NULL ? 0 : PyTuple_Size(keywords);
    for (Py_ssize_t i = 0; i < named; i++) {
        if (PyUnicode_CompareWithASCIIString(PyTuple_GetItem(keywords, i), "cy") == 0)
            return false;
    }
    return true;
}

/// Lets carom.tables read the source and ask the query again with its columns.
static PyObject *ask_of_source(PyObject *self, const char *function, PyObject *const *args,
                               Py_ssize_t count, PyObject *keywords) {
    PyObject *tables = PyImport_ImportModule("carom.tables"), *answer = NULL;
    PyObject *given = PyTuple_New(count), *options = PyDict_New();
    bool good = tables != NULL && given != NULL && options != NULL;
    for (Py_ssize_t i = 0; good && i < count; i++)
        good = PyTuple_SetItem(given, i, Py_NewRef(args[i])) == 0;
    const Py_ssize_t named = keywords == NULL ? 0 : PyTuple_Size(keywords);
    for (Py_ssize_t i = 0; good && i < named; i++)
        good = PyDict_SetItem(options, PyTuple_GetItem(keywords, i), args[count + i]) == 0;
    if (good)
        answer =
            PyObject_CallMethod(tables, "ask_of_source", "OsOO", self, function, given, options);
    Py_XDECREF(tables);
    Py_XDECREF(given);
    Py_XDECREF(options);
    return answer;
}

#define CIRCLE_QUERY(name)                                                                         \
    static METHOD(ask_##name) {                                                                    \
        return has_source(count, keywords) ? ask_of_source(self, #name, args, count, keywords)     \
                                           : scene_##name(self, class, args, count, keywords);     \
    }
CIRCLE_QUERY(hits)
CIRCLE_QUERY(within)
CIRCLE_QUERY(count)
CIRCLE_QUERY(touches)
CIRCLE_QUERY(nearest)
CIRCLE_QUERY(first)
CIRCLE_QUERY(sweep_all)
CIRCLE_QUERY(areas)
CIRCLE_QUERY(nearest_areas)

static PyMethodDef query_methods[] = {
    METHOD_OF(hits, ask_hits, HITS_DOC),
    METHOD_OF(within, ask_within, WITHIN_DOC),
    METHOD_OF(count, ask_count, COUNT_DOC),
    METHOD_OF(touches, ask_touches, TOUCHES_DOC),
    METHOD_OF(in_box, scene_in_box, IN_BOX_DOC),
    METHOD_OF(nearest, ask_nearest, NEAREST_DOC),
    METHOD_OF(first, ask_first, FIRST_DOC),
    METHOD_OF(sweep_all, ask_sweep_all, SWEEP_ALL_DOC),
    METHOD_OF(fan, scene_fan, FAN_DOC),
    SCAN,
    OF_CLEARANCE,
    METHOD_OF(areas, ask_areas, AREAS_DOC),
    QUERY(areas_at, AREAS_AT_DOC),
    QUERY(contains, CONTAINS_DOC),
    QUERY(relate_area, RELATE_AREA_DOC),
    METHOD_OF(nearest_areas, ask_nearest_areas, NEAREST_AREAS_DOC),
    QUERY(signed_distance, SIGNED_DISTANCE_DOC),
    {NULL, NULL, 0, NULL}};

static PyGetSetDef query_properties[] = {{"box", scene_box, NULL, BOX_DOC, NULL},
                                         {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef scene_methods[] = {
    QUERY(walls, SCENE_WALLS_DOC),
    BUILD(scene_build),
    {"_from_buffer", scene_from_buffer, METH_CLASS | METH_VARARGS, NULL},
    {"_same_bytes", scene_same_bytes, METH_O, NULL},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef scene_properties[] = {{"nbytes", scene_nbytes, NULL, NBYTES_DOC, NULL},
                                         {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef dynamic_methods[] = {
    BUILD(dynamic_scene_build),     EDIT(insert, INSERT_DOC),
    EDIT(remove, REMOVE_DOC),       EDIT(move, MOVE_DOC),
    EDIT(move_many, MOVE_MANY_DOC), EDIT(set_category, SET_CATEGORY_DOC),
    EDIT(set_group, SET_GROUP_DOC), EDIT(has, HAS_DOC),
    EDIT(walls, DYNAMIC_WALLS_DOC), {"ids", dynamic_scene_ids, METH_NOARGS, IDS_DOC},
    {NULL, NULL, 0, NULL}};

static PyType_Slot query_slots[] = {{Py_tp_dealloc, (void *)scene_dealloc},
                                    {Py_tp_methods, query_methods},
                                    {Py_tp_getset, query_properties},
                                    {Py_sq_length, (void *)scene_length},
                                    {0, NULL}};

static PyType_Slot scene_slots[] = {{Py_tp_dealloc, (void *)scene_dealloc},
                                    {Py_tp_methods, scene_methods},
                                    {Py_tp_getset, scene_properties},
                                    {Py_bf_getbuffer, (void *)scene_getbuffer},
                                    {0, NULL}};

static PyType_Slot dynamic_slots[] = {
    {Py_tp_dealloc, (void *)scene_dealloc}, {Py_tp_methods, dynamic_methods}, {0, NULL}};

/// Python subclasses make the objects, through _build and _from_buffer.
#define SCENE_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)

static PyType_Spec query_spec = {.name = "carom._carom.SceneQueries",
                                 .basicsize = sizeof(scene_object),
                                 .flags = SCENE_FLAGS,
                                 .slots = query_slots};
static PyType_Spec scene_spec = {.name = "carom._carom.Scene",
                                 .basicsize = sizeof(scene_object),
                                 .flags = SCENE_FLAGS,
                                 .slots = scene_slots};
static PyType_Spec dynamic_spec = {.name = "carom._carom.DynamicScene",
                                   .basicsize = sizeof(scene_object),
                                   .flags = SCENE_FLAGS,
                                   .slots = dynamic_slots};

static int add_class(PyObject *module, PyType_Spec *spec, PyObject *base, PyObject **kept) {
    PyObject *class = PyType_FromModuleAndSpec(module, spec, base);
    if (class == NULL || PyModule_AddType(module, (PyTypeObject *)class) < 0) {
        Py_XDECREF(class);
        return -1;
    }
    if (kept != NULL)
        *kept = class;
    else
        Py_DECREF(class);
    return 0;
}

int add_scenes(PyObject *module) {
    static const char *const names[] = {
#define X(name, class) class,
        SCENE_ANSWERS(X)
#undef X
    };
    module_state *state = state_of(module);
    PyObject *answers = PyImport_ImportModule("carom.scene_answers");
    bool good = answers != NULL;
    for (int i = 0; good && i < SCENE_ANSWERS_COUNT; i++) {
        state->scene_answers[i] = PyObject_GetAttrString(answers, names[i]);
        good = state->scene_answers[i] != NULL;
    }
    Py_XDECREF(answers);
    if (!good || add_class(module, &query_spec, NULL, &state->scene_class) < 0 ||
        add_class(module, &scene_spec, state->scene_class, NULL) < 0)
        return -1;
    return add_class(module, &dynamic_spec, state->scene_class, NULL);
}
