// Responses by functions of the user. Room: above operations.
#include "responder.h"

/// The response that a function has returned. Takes the reference, NULL for an exception.
static carom_response response_of(responder *r, PyObject *answer) {
    carom_response response = carom_stop();
    int kind = 0;
    r->raised = answer == NULL ||
                !PyArg_ParseTuple(answer, "idd", &kind, &response.restitution, &response.friction);
    Py_XDECREF(answer);
    response.kind = (carom_response_kind)kind;
    return r->raised ? carom_stop() : response;
}

carom_response ask_at_wall(responder *r, size_t ball, const carom_impact *i) {
    if (r->raised)
        return carom_stop();
    return response_of(
        r, PyObject_CallFunction(r->at_walls, "nnNiddddddddddddd", (Py_ssize_t)ball,
                                 (Py_ssize_t)i->id.index, PyBool_FromLong(i->id.is_moving),
                                 (int)i->feature, i->time, i->center.x, i->center.y, i->point.x,
                                 i->point.y, i->normal.x, i->normal.y, i->before.x, i->before.y,
                                 i->after.x, i->after.y, i->wall_velocity.x, i->wall_velocity.y));
}

carom_response ask_at_ball(responder *r, const carom_ball_impact *i) {
    if (r->raised)
        return carom_stop();
    return response_of(
        r, PyObject_CallFunction(r->at_balls, "nnddddddddddddddd", (Py_ssize_t)i->first,
                                 (Py_ssize_t)i->second, i->time, i->first_center.x,
                                 i->first_center.y, i->second_center.x, i->second_center.y,
                                 i->normal.x, i->normal.y, i->first_before.x, i->first_before.y,
                                 i->second_before.x, i->second_before.y, i->first_after.x,
                                 i->first_after.y, i->second_after.x, i->second_after.y));
}
