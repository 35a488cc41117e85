// What a crowd remembers between frames: its object, bytes, sleep. Room: above operations.
#include "crowd_keeper.h"

#include "scene.h"

#include <stdlib.h>

static const char capsule_name[] = "carom.crowd";

// ---- the object ----

static void destroy(crowd_keeper *keeper) {
    carom_crowd_destroy(keeper->crowd);
    carom_crowd_destroy(keeper->copy);
    free(keeper);
}

static void destroy_capsule(PyObject *capsule) {
    destroy(PyCapsule_GetPointer(capsule, capsule_name));
}

PyObject *make_crowd(PyObject *module, PyObject *nothing) {
    (void)module;
    (void)nothing;
    crowd_keeper *keeper = calloc(1, sizeof *keeper);
    if (keeper == NULL || carom_crowd_create(NULL, &keeper->crowd) != CAROM_STATUS_OK) {
        free(keeper);
        return PyErr_NoMemory();
    }
    PyObject *capsule = PyCapsule_New(keeper, capsule_name, destroy_capsule);
    if (capsule == NULL)
        destroy(keeper);
    return capsule;
}

crowd_keeper *crowd_keeper_of(PyObject *object) {
    return PyCapsule_GetPointer(object, capsule_name);
}

// ---- a copy ----

bool crowd_keeper_copy(crowd_keeper *keeper, const char *function) {
    const size_t size = carom_crowd_save(keeper->crowd, NULL, 0);
    void *bytes = malloc(size);
    carom_status status = bytes == NULL ? CAROM_STATUS_OUT_OF_MEMORY : CAROM_STATUS_OK;
    if (status == CAROM_STATUS_OK && keeper->copy == NULL)
        status = carom_crowd_create(NULL, &keeper->copy);
    if (status == CAROM_STATUS_OK) {
        carom_crowd_save(keeper->crowd, bytes, size);
        status = carom_crowd_load(keeper->copy, bytes, size);
    }
    free(bytes);
    if (status != CAROM_STATUS_OK)
        raise_status(function, status);
    return status == CAROM_STATUS_OK;
}

void crowd_keeper_take_back(crowd_keeper *keeper) {
    carom_crowd *crowd = keeper->crowd;
    keeper->crowd = keeper->copy;
    keeper->copy = crowd;
}

// ---- calls ----

PyObject *crowd_bytes(PyObject *module, PyObject *object) {
    (void)module;
    const crowd_keeper *keeper = crowd_keeper_of(object);
    if (keeper == NULL)
        return NULL;
    const size_t size = carom_crowd_save(keeper->crowd, NULL, 0);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes != NULL)
        carom_crowd_save(keeper->crowd, PyBytes_AsString(bytes), size);
    return bytes;
}

PyObject *crowd_load(PyObject *module, PyObject *args) {
    (void)module;
    const char *function;
    PyObject *object;
    Py_buffer bytes;
    if (!PyArg_ParseTuple(args, "sOy*:crowd_load", &function, &object, &bytes))
        return NULL;
    const crowd_keeper *keeper = crowd_keeper_of(object);
    carom_status status = CAROM_STATUS_NOT_A_CROWD;
    if (keeper != NULL) {
        status = carom_crowd_load(keeper->crowd, bytes.buf, (size_t)bytes.len);
        if (status != CAROM_STATUS_OK)
            raise_status(function, status);
    }
    PyBuffer_Release(&bytes);
    return status == CAROM_STATUS_OK ? Py_NewRef(Py_None) : NULL;
}

PyObject *crowd_remove(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *object;
    Py_ssize_t ball;
    if (!PyArg_ParseTuple(args, "On:crowd_remove", &object, &ball))
        return NULL;
    const crowd_keeper *keeper = crowd_keeper_of(object);
    if (keeper == NULL)
        return NULL;
    carom_crowd_remove(keeper->crowd, (carom_index)ball);
    Py_RETURN_NONE;
}

PyObject *crowd_wake(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *object;
    Py_ssize_t ball;
    if (!PyArg_ParseTuple(args, "On:crowd_wake", &object, &ball))
        return NULL;
    const crowd_keeper *keeper = crowd_keeper_of(object);
    if (keeper == NULL)
        return NULL;
    carom_crowd_wake(keeper->crowd, ball < 0 ? CAROM_NO_BALL : (carom_index)ball);
    Py_RETURN_NONE;
}

PyObject *crowd_asleep(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *object;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "On:crowd_asleep", &object, &count))
        return NULL;
    const crowd_keeper *keeper = crowd_keeper_of(object);
    npy_intp length = count;
    PyObject *array = keeper == NULL ? NULL : PyArray_SimpleNew(1, &length, NPY_BOOL);
    npy_bool *asleep = array == NULL ? NULL : PyArray_DATA((PyArrayObject *)array);
    for (npy_intp i = 0; asleep != NULL && i < length; i++)
        asleep[i] = carom_crowd_is_asleep(keeper->crowd, (carom_index)i);
    return array;
}
