// The floating-point filter that relation.h inlines into the caller's code. Not part of the public
// API: use carom_circle_compare_gap and the calls beside it. Room: relation.
#ifndef CAROM_DETAIL_REACH_H
#define CAROM_DETAIL_REACH_H

#include <float.h>
#include <math.h>

#include "carom/shapes.h"

CAROM_BEGIN_C

/// The sign of (circle radius + wall radius + gap) - (distance from the centre to the axis): 1 if
/// the axis is nearer than the sum, 0 if it is exactly at that distance, -1 if it is farther.
/// Invalid input gives -1. Exact. Takes scalars, because most of them are then passed in registers.
CAROM_API int carom_detail_reach_sign(double cx, double cy, double circle_radius, double ax,
                                      double ay, double bx, double by, double wall_radius,
                                      double gap, carom_extent extent);

/// True if double arithmetic determines the sign of carom_detail_reach_sign with certainty. Then
/// `sign` is set to a number with that sign. It is never certain for invalid input, rays, lines and
/// posts, or near a tie. It is rarely certain for walls longer than about 1e7 R. Has no branches on
/// the geometry. docs/exactness.md derives the bound. Proved: docs/soundness.md,
/// `certain_reach_is_right`.
CAROM_API_INLINE bool carom_detail_certain_reach(carom_circle circle, carom_wall wall, double gap,
                                                 double *sign) {
    // |u|^2 dist^2 = (u x w)^2 + m^2, where m = w.u - clamp(w.u, 0, |u|^2)
    // (Lagrange's identity).
    const double ux = wall.b.x - wall.a.x, uy = wall.b.y - wall.a.y;
    const double wx = circle.center.x - wall.a.x, wy = circle.center.y - wall.a.y;
    const double reach = circle.radius + wall.radius + gap;
    const double len2 = ux * ux + uy * uy, dot = wx * ux + wy * uy, cross = ux * wy - uy * wx;
    // DBL_MIN instead of 0 keeps compilers from turning the clamp into an unpredictable branch.
    const double from_a = dot > DBL_MIN ? dot : DBL_MIN;
    const double m = dot - (from_a < len2 ? from_a : len2);
    const double lhs = cross * cross + m * m, rhs = reach * reach * len2;
    const double ahead = rhs - lhs;
    // 2^-46 times the sum of all terms bounds the rounding error. If the sum overflows, the bound
    // is infinite and no sign is certain. Since len2 is at least 2^-480, the bound also exceeds the
    // error of underflow.
    const double error = 1.4210854715202004e-14 * (lhs + rhs + len2 * len2);
    *sign = ahead;
    return wall.extent == CAROM_EXTENT_SEGMENT && fabs(ahead) > error &&
           len2 >= 3.2033329522929615e-145 && circle.radius >= 0.0 && wall.radius >= 0.0 &&
           gap >= 0.0;
}

CAROM_END_C

#endif
