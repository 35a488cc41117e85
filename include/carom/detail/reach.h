// The filter that relation.h inlines into the caller's code. Not part of the public API: use
// carom_circle_compare_gap and the calls beside it. Layer: relation.
#ifndef CAROM_DETAIL_REACH_H
#define CAROM_DETAIL_REACH_H

#include <float.h>
#include <math.h>

#include "carom/shapes.h"

CAROM_BEGIN_C

/// Sign of (circle radius + wall radius + gap) - (distance from centre to axis): 1 nearer, 0
/// exactly at that distance, -1 farther, and -1 for invalid input. Exact. Takes scalars because
/// most of them travel in registers.
CAROM_API int carom_detail_reach_sign(double cx, double cy, double circle_radius, double ax,
                                      double ay, double bx, double by, double wall_radius,
                                      double gap, carom_extent extent);

/// True if double arithmetic is certain of that sign; then `sign` is a number of the same sign. It
/// is never certain for invalid input, rays, lines, posts and near a tie, and rarely for walls
/// longer than about 1e7 R. Has no branches on the geometry. docs/exactness.md derives the bound.
static inline bool carom_detail_certain_reach(carom_circle circle, carom_wall wall, double gap,
                                              double *sign) {
    // |u|^2 dist^2 = (u x w)^2 + m^2, where m is what a clamp to [0, |u|^2] takes off w.u
    // (Lagrange).
    const double ux = wall.b.x - wall.a.x, uy = wall.b.y - wall.a.y;
    const double wx = circle.center.x - wall.a.x, wy = circle.center.y - wall.a.y;
    const double reach = circle.radius + wall.radius + gap;
    const double len2 = ux * ux + uy * uy, dot = wx * ux + wy * uy, cross = ux * wy - uy * wx;
    // DBL_MIN for 0 keeps compilers from turning the clamp into an unpredictable branch.
    const double from_a = dot > DBL_MIN ? dot : DBL_MIN;
    const double m = dot - (from_a < len2 ? from_a : len2);
    const double lhs = cross * cross + m * m, rhs = reach * reach * len2;
    const double ahead = rhs - lhs;
    // 2^-46 of all terms bounds the rounding. Overflow makes it infinite, and nothing is certain
    // then; the least len2, 2^-480, makes it more than what underflow can take.
    const double error = 1.4210854715202004e-14 * (lhs + rhs + len2 * len2);
    *sign = ahead;
    return wall.extent == CAROM_EXTENT_SEGMENT && fabs(ahead) > error &&
           len2 >= 3.2033329522929615e-145 && circle.radius >= 0.0 && wall.radius >= 0.0 &&
           gap >= 0.0;
}

CAROM_END_C

#endif
