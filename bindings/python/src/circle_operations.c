// The operations on two circles that have a name of their own. All others are asked of a circle
// and carom.post. Room: operations.
#include "operations.h"

#define CIRCLES_INPUTS CIRCLE_INPUTS " cx2 cy2 r2"
#define CIRCLES_KINDS CIRCLE_KINDS CIRCLE_KINDS

static inline void touches_circle_compute(const double *in, double *out) {
    out[0] = carom_circle_touches_by_rule(circle_of(in), carom_circle_as_post(circle_of(in + 3)),
                                          (carom_contact_rule)(int)in[6]);
}

OPERATION(
    touches_circle, CIRCLES_INPUTS " rule", CIRCLES_KINDS "U", 6, "?", NULL,
    "touches_circle(cx, cy, r, cx2, cy2, r2, rule='closed', **kwargs)\n--\n\n"
    "True if two circles touch. Exact.\n\n" PARAMETERS CIRCLE_DOC OTHER_DOC
    "rule : str or array_like of str or int, optional\n"
    "    'closed': the discs share a point; 'open': they overlap and not only touch; 'ring':\n"
    "    the second disc reaches the outline of the first circle. Or codes of\n"
    "    `ContactRule`.\n" UFUNC_DOC TRUTH_DOC "    False for invalid input.\n\n" EXAMPLES
    ">>> carom.touches_circle(0, 0, 3, 3, 4, 2)\n"
    "True\n"
    ">>> carom.touches_circle(0, 0, 3, 3, 4, 2, rule='open')\n"
    "False\n")

#define OTHER_MOVE_DOC                                                                             \
    "vx2, vy2 : array_like of float\n"                                                             \
    "    Displacement of the other circle in the same time.\n"

static inline void sweep_moving_circle_compute(const double *in, double *out) {
    write_sweep(out,
                carom_circle_sweep_moving_circle(circle_of(in), vec2_of(in + 3), circle_of(in + 5),
                                                 vec2_of(in + 8), in[10] != 0.0));
}

OPERATION(sweep_moving_circle, CIRCLE_INPUTS " " MOVE_INPUTS " cx2 cy2 r2 vx2 vy2 hits_only",
          CIRCLE_KINDS MOVE_KINDS CIRCLE_KINDS MOVE_KINDS "?", 10, SWEEP_KINDS, "Sweep",
          "sweep_moving_circle(cx, cy, r, vx, vy, cx2, cy2, r2, vx2, vy2, hits_only=False, "
          "**kwargs)\n--\n\n"
          "When and where two moving circles first touch.\n\n"
          "The difference of the displacements is not rounded.\n\n" PARAMETERS CIRCLE_DOC
              CIRCLE_MOVE_DOC OTHER_DOC OTHER_MOVE_DOC HITS_ONLY_DOC UFUNC_DOC SWEEP_RETURNS_DOC
                  EXAMPLES ">>> carom.sweep_moving_circle(0, 0, 1, 5, 0, 8, 0, 2, -5, 0).t\n"
          "0.5\n")
