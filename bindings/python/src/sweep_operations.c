// The operations on a moving circle.
//
// Layer: operations.
#include "operations.h"

#define MOVE_INPUTS "vx vy"
#define MOVE_KINDS "dd"

static inline void sweep_compute(const double *in, double *out) {
    const carom_sweep s =
        carom_circle_sweep(circle_of(in), carom_vec2_make(in[3], in[4]), wall_of(in + 5));
    out[0] = s.kind;
    out[1] = s.t;
    write_vec2(out + 2, s.center);
    write_vec2(out + 4, s.point);
    write_vec2(out + 6, s.normal);
    out[8] = s.feature;
}

OPERATION(sweep, CIRCLE_INPUTS " " MOVE_INPUTS " " WALL_INPUTS, CIRCLE_KINDS MOVE_KINDS WALL_KINDS,
          9, "KdddddddF", "Sweep",
          "sweep(cx, cy, r, vx, vy, ax, ay, bx, by, wr=0.0, extent='segment', **kwargs)\n--\n\n"
          "When and where a moving circle first touches a wall.\n\n"
          "Kind, feature and the rounding of the time are exact.\n\n"
          "Parameters\n----------\n" CIRCLE_DOC "vx, vy : array_like of float\n"
          "    Displacement of the circle while t goes from 0 to 1.\n" WALL_DOC UFUNC_DOC "\n"
          "Returns\n-------\n"
          "Sweep\n"
          "    All fields but the kind are 0 on a miss and for invalid input.\n\n"
          "Examples\n--------\n"
          ">>> hit = carom.sweep(0, 10, 5, 0, -10, -10, 0, 10, 0)\n"
          ">>> hit.kind, hit.t\n"
          "(<SweepKind.HIT: 3>, 0.5)\n")
