// Holds the walls at rest while balls move among them. Room: above scenes.
#include "walls_argument.h"

bool walls_hold(const module_state *state, const char *function, PyObject *walls,
                held_walls *held) {
    *held = (held_walls){.fixed = true};
    if (walls == Py_None)
        return true;
    const int is_scene = PyObject_IsInstance(walls, state->scene_class);
    if (is_scene == 0)
        PyErr_Format(PyExc_TypeError, "%s(): the argument walls must be a scene, not %R", function,
                     (PyObject *)Py_TYPE(walls));
    const carom_scene *scene = is_scene > 0 ? scene_begin(walls, function) : NULL;
    if (scene == NULL)
        return false;
    held->source = carom_scene_wall_source(scene);
    held->fixed = ((const scene_object *)walls)->dynamic == NULL;
    held->scene = Py_NewRef(walls);
    return true;
}

void walls_release(held_walls *held) {
    if (held->scene != NULL)
        scene_end(held->scene);
    Py_CLEAR(held->scene);
}
