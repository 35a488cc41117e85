// Responses by functions of the user, which are called with the GIL. Room: above operations.
#ifndef CAROM_PYTHON_RESPONDER_H
#define CAROM_PYTHON_RESPONDER_H

#include "python.h"

#include <stdbool.h>

/// Functions of carom/_responders.py, which take numbers and return (kind, restitution, friction).
typedef struct responder {
    /// For walls and for other balls; NULL if there is none.
    PyObject *at_walls, *at_balls;
    /// True if one has raised an exception, which is then set. From then on all responses are
    /// stops, so that the frame ends soon.
    bool raised;
} responder;

carom_response ask_at_wall(responder *r, size_t ball, const carom_impact *impact);
carom_response ask_at_ball(responder *r, const carom_ball_impact *impact);

#endif
