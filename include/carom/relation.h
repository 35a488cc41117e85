// How a circle and a wall stand to each other, decided exactly.
//
// Every answer here is the one real arithmetic gives on the given doubles, for all finite doubles.
// R is the real sum circle radius + wall radius; it is never rounded first. How: docs/exactness.md.
// Layer: relation.
#ifndef CAROM_RELATION_H
#define CAROM_RELATION_H

#include <float.h>

#include "carom/shapes.h"

CAROM_BEGIN_C

/// Circle and wall, ordered: compare with < and >=.
typedef enum carom_relation {
    /// Not a valid question: NaN, infinity, a negative radius or an unknown extent.
    CAROM_RELATION_INVALID = 0,
    /// The nearest point of the axis is farther than R from the centre.
    CAROM_RELATION_SEPARATE = 1,
    /// The nearest point of the axis is exactly R away.
    CAROM_RELATION_TOUCHING = 2,
    /// Nearer than R, and part of the wall lies beyond the outline of the circle.
    CAROM_RELATION_CROSSING = 3,
    /// Nearer than R, the farthest point of the wall lies exactly on the outline.
    CAROM_RELATION_INSIDE_TOUCHING = 4,
    /// The whole wall lies within the circle and does not reach its outline.
    CAROM_RELATION_INSIDE = 5
} carom_relation;

/// The part of the axis nearest to the centre.
typedef enum carom_feature {
    /// No feature: invalid input.
    CAROM_FEATURE_NONE = 0,
    /// Strictly between the ends: the foot of the perpendicular.
    CAROM_FEATURE_SIDE = 1,
    /// The end a. Also where the foot of the perpendicular falls on a, and always when a == b.
    CAROM_FEATURE_END_A = 2,
    /// The end b. Also where the foot of the perpendicular falls on b.
    CAROM_FEATURE_END_B = 3
} carom_feature;

/// The relation of a circle and a wall. Exact.
///
/// Rays and lines with a != b are never inside. With a == b every extent is the point a. Touching
/// wins over inside-touching where both hold (a point on a point). Invalid input gives
/// CAROM_RELATION_INVALID. Cost: some nanoseconds; near a tie some tens; at the extremes of the exponent
/// range microseconds.
CAROM_API carom_relation carom_circle_relate(carom_circle circle, carom_wall wall);

/// Sign of (circle radius + wall radius + gap) - (distance from centre to axis): 1 nearer, 0
/// exactly at that distance, -1 farther, and -1 for invalid input. Exact. What the disc questions
/// below call when they are not certain at once; scalars, because most of them travel in registers.
CAROM_API int carom_detail_reach_sign(double cx, double cy, double circle_radius, double ax, double ay,
                               double bx, double by, double wall_radius, double gap,
                               carom_extent extent);

/// True if plain double arithmetic is certain of that sign; then `sign` has a number of the same
/// sign, not 0. Never certain for invalid input, rays, lines and posts, nor near a tie, also for
/// walls longer than about 1e7 R unless the centre is far from them. No branches on the geometry.
/// Not an answer on its own: use the questions below. Bound: docs/exactness.md.
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
    return wall.extent == CAROM_EXTENT_SEGMENT && __builtin_fabs(ahead) > error &&
           len2 >= 3.2033329522929615e-145 && circle.radius >= 0.0 && wall.radius >= 0.0 &&
           gap >= 0.0;
}

/// Clearance: is the gap between disc and wall at most `gap`? Compares the distance from centre to
/// axis with the real sum circle radius + wall radius + gap. Exact. False for invalid input, which
/// includes a gap that is negative, infinite or NaN.
static inline bool carom_circle_within(carom_circle circle, carom_wall wall, double gap) {
    double sign;
    if (carom_detail_certain_reach(circle, wall, gap, &sign))
        return sign > 0.0;
    return carom_detail_reach_sign(circle.center.x, circle.center.y, circle.radius, wall.a.x, wall.a.y,
                            wall.b.x, wall.b.y, wall.radius, gap, wall.extent) >= 0;
}

/// The closed disc question: do they share a point? Same as relate >= CAROM_RELATION_TOUCHING, but cheaper.
/// Exact. False for invalid input.
static inline bool carom_circle_touches(carom_circle circle, carom_wall wall) {
    return carom_circle_within(circle, wall, 0.0);
}

/// The open disc question: do they share more than a touch? Same as relate > CAROM_RELATION_TOUCHING, but
/// cheaper. Exact. False for invalid input.
static inline bool carom_circle_overlaps(carom_circle circle, carom_wall wall) {
    double sign;
    if (carom_detail_certain_reach(circle, wall, 0.0, &sign))
        return sign > 0.0;
    return carom_detail_reach_sign(circle.center.x, circle.center.y, circle.radius, wall.a.x, wall.a.y,
                            wall.b.x, wall.b.y, wall.radius, 0.0, wall.extent) > 0;
}

/// The ring question, where only the outline of the circle counts: does the wall reach it? Same as
/// CAROM_RELATION_TOUCHING <= relate <= CAROM_RELATION_INSIDE_TOUCHING. Exact. False for invalid input.
CAROM_API bool carom_circle_outline_touches(carom_circle circle, carom_wall wall);

/// The side of the wall's straight line, seen from a to b, on which a point lies: 1 left, -1 right,
/// 0 on it, for a == b and for points that are not finite. Radius and extent do not matter. Exact.
CAROM_API int carom_wall_side(carom_wall wall, carom_vec2 point);

/// Which of two walls is nearer to the circle: -1 the first, 1 the second, 0 if both are equally
/// near. Compares the distances from the centre to the surfaces, distance to the axis - wall
/// radius, negative within a thick wall. Exact. An invalid wall comes after every valid one; 0 for
/// two of them and for an invalid circle.
CAROM_API int carom_circle_compare_distance(carom_circle circle, carom_wall first, carom_wall second);

/// "invalid", "separate", "touching", "crossing", "inside-touching" or "inside". Static text, never
/// NULL; "invalid" for any other value.
CAROM_API const char *carom_relation_name(carom_relation relation);

/// "side", "a" or "b"; "none" for any other value. Static text, never NULL.
CAROM_API const char *carom_feature_name(carom_feature feature);

CAROM_END_C

#endif
