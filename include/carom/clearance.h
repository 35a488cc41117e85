// The clearance of two walls: the gap between their surfaces, decided exactly, and where they are
// nearest.
//
// Two walls are taken as they are: any extents, any radii, crossing or not. D is the distance
// between their axes, 0 if they meet, and R the real sum of both radii, not rounded. The gap is
// D - R. It is how far two tracks of a circuit board are apart, and a via is a post. Calls for the
// walls of a scene are carom_scene_near_wall and carom_scene_clearance_batch. Room: clearance.
#ifndef CAROM_CLEARANCE_H
#define CAROM_CLEARANCE_H

#include "carom/contact.h"

CAROM_BEGIN_C

/// The relation of two walls. The values are ordered: compare with < and >=.
typedef enum carom_wall_relation {
    /// Invalid input: NaN, infinity, a negative radius or an unknown extent.
    CAROM_WALL_RELATION_INVALID = 0,
    /// There is a gap between the walls.
    CAROM_WALL_RELATION_SEPARATE = 1,
    /// The gap is exactly 0. Also two axes of radius 0 that cross, or share a point.
    CAROM_WALL_RELATION_TOUCHING = 2,
    /// The gap is negative.
    CAROM_WALL_RELATION_OVERLAPPING = 3
} carom_wall_relation;

/// "invalid", "separate", "touching" or "overlapping". Static text, never NULL; "invalid" for any
/// other value.
CAROM_API const char *carom_wall_relation_name(carom_wall_relation relation);

/// Compares the gap between two walls with `gap`: -1 if it is smaller, 0 if equal, 1 if larger.
/// This is the sign of D - (R + gap), a real sum. Exact. With gap 0, -1 means that they overlap,
/// 0 that they touch, 1 that they are separate. Invalid input gives 1; a gap that is negative,
/// infinite or NaN is invalid. The order of the walls does not matter.
CAROM_API int carom_wall_compare_gap(carom_wall wall, carom_wall other, double gap);

/// True if the gap between the walls is at most `gap`. Exact. False for invalid input, which
/// includes a gap that is negative, infinite or NaN.
CAROM_API_INLINE bool carom_wall_within(carom_wall wall, carom_wall other, double gap) {
    return carom_wall_compare_gap(wall, other, gap) <= 0;
}

/// Where two walls are nearest. It is defined for all valid walls, also if they overlap.
///
/// With p on the axis of `wall` and q on that of `other`, |p - q| = D, `point` is p - radius *
/// normal and `other_point` is q + the other radius * normal. Where several pairs p, q are equally
/// near, this one is taken: where the axes cross, p = q is the crossing. Else p or q is an end: the
/// first of wall.a, wall.b, other.a, other.b that is at the distance D from the other axis, and
/// the point of that axis nearest to it. Two parallel lines have no ends: p is wall.a.
typedef struct carom_clearance {
    /// Exact.
    carom_wall_relation relation;
    /// The gap D - R: > 0 if the walls are separate, 0 if they touch, < 0 if they overlap. The sign
    /// is exact. Error <= 1 ulp of the larger of R and D. Infinite only beyond the range of double.
    double gap;
    /// The point of the surface of `wall` nearest to `other`; with radius 0 it lies on the axis.
    /// The error of each coordinate is <= 1 ulp of itself. If the true coordinate is a double, the
    /// result is exact; a zero is +0. Infinite only beyond the range of double.
    carom_vec2 point;
    /// The same on the surface of `other`.
    carom_vec2 other_point;
    /// The unit vector from q to p. Error of each coordinate <= 1 ulp of 1. If D is 0: the
    /// left-hand normal of a->b of `other`; if that is a point, of `wall`; if both are points,
    /// (0, 1).
    carom_vec2 normal;
} carom_clearance;

/// The gap of carom_wall_contact, with the same bits, in half its time. Invalid input gives 0.
CAROM_API double carom_wall_gap(carom_wall wall, carom_wall other);

/// Where two walls are nearest. Invalid input gives a result of zeros
/// (CAROM_WALL_RELATION_INVALID).
CAROM_API carom_clearance carom_wall_contact(carom_wall wall, carom_wall other);

CAROM_END_C

#endif
