// The contact of a circle and a wall: nearest point, normal, depth, crossing points, push-out, and
// which of two walls is nearer.
//
// Relation, feature, counts and the sign of the depth are exact. Numbers are rounded, with the
// stated error. An ulp is the distance between neighbouring doubles at the named value. Room:
// contact.
#ifndef CAROM_CONTACT_H
#define CAROM_CONTACT_H

#include "carom/relation.h"

CAROM_BEGIN_C

/// The contact of a circle and a wall. It is also defined if they are separate.
typedef struct carom_contact {
    /// Exact.
    carom_relation relation;
    /// Exact.
    carom_feature feature;
    /// The parameter of the nearest point of the axis: exactly 0 at the end a, exactly 1 at the end
    /// b. On a ray it is >= 0, on a line it is any number. Error <= 1 ulp of itself plus
    /// 2^-96 |c - a| / |b - a|, with the centre c of the circle. Infinite only if the parameter
    /// exceeds the range of double.
    double along;
    /// The point of the wall's surface nearest to the centre. If the centre is inside the wall: the
    /// nearest point of the axis plus wall radius * normal. With wall radius 0 it lies on the axis.
    /// The error of each coordinate is <= 1 ulp of itself. If the true coordinate is a double, the
    /// result is exact; a zero is +0. Infinite only beyond the range of double.
    carom_vec2 point;
    /// The unit vector from the axis to the centre. Error of each coordinate <= 1 ulp of 1. If the
    /// centre is on the axis: the left-hand normal of a->b, or (0, 1) if a == b.
    carom_vec2 normal;
    /// R minus the distance from the centre to the axis: > 0 if they overlap, 0 if they touch, < 0
    /// if there is a gap. The sign is exact. Error <= 1 ulp of the larger of R and the
    /// distance.
    /// Infinite only beyond the range of double.
    double depth;
} carom_contact;

/// The contact of a circle and a wall. Invalid input gives a result of zeros
/// (CAROM_RELATION_INVALID, CAROM_FEATURE_NONE).
CAROM_API carom_contact carom_circle_contact(carom_circle circle, carom_wall wall);

/// The gap between the disc and the wall: 0 if and only if they touch or overlap, else > 0. Error
/// <= 1 ulp of the larger of R and the distance from the centre to the axis. For the distance of
/// a point use circle radius 0; for the distance to the axis use wall radius 0. Invalid input gives
/// 0.
CAROM_API double carom_circle_distance(carom_circle circle, carom_wall wall);

/// The signed distance between the disc and the wall, negative if they overlap: the distance from
/// the centre to the axis minus R. It is minus the depth of the contact. The sign is exact. Error
/// <= 1 ulp of the larger of R and the distance from the centre to the axis. Infinite only beyond
/// the range of double. Invalid input gives 0.
CAROM_API double carom_circle_signed_distance(carom_circle circle, carom_wall wall);

/// The points where the outline of a circle crosses the axis of a wall.
typedef struct carom_crossings {
    /// The number of points: 0, 1 or 2. Exact. For example, it is 1 if the axis is tangent, or if
    /// one end lies inside the circle and the other outside.
    int count;
    /// The parameters in order along a->b: 0 at a, 1 at b. If the outline passes through an end,
    /// the parameter of this end is exactly 0 or 1. Error times |b - a| <= 4 ulp of the largest
    /// coordinate involved. Unused entries are 0.
    double along[2];
    /// The points, in the same order. Error <= 2 ulp of the largest coordinate involved. Unused
    /// entries are 0.
    carom_vec2 point[2];
} carom_crossings;

/// The points where the outline of the circle crosses the axis of the wall. The wall radius has no
/// effect. Invalid input gives a result of zeros.
CAROM_API carom_crossings carom_circle_crossings(carom_circle circle, carom_wall wall);

/// The result of a push-out.
typedef struct carom_push {
    /// The relation at the new centre, exact: CAROM_RELATION_TOUCHING or CAROM_RELATION_SEPARATE. A
    /// higher value means that no finite centre is free of this wall; then the centre is unchanged.
    /// This can only happen if R exceeds about 1e308.
    carom_relation relation;
    /// The free centre. Unchanged if already free. Otherwise moved along the contact normal, at
    /// most a few ulp beyond contact. If that centre is beyond the range of double, the result is
    /// another free centre: on the other side of the wall, or in a corner of the range.
    carom_vec2 center;
} carom_push;

/// Pushes the circle out of the wall by the minimum translation (MTV): along the contact normal, to
/// a centre where the exact relation is touching or separate. Invalid input gives a result of
/// zeros.
CAROM_API carom_push carom_circle_push_out(carom_circle circle, carom_wall wall);

/// Compares the distances of two walls from a circle: -1 if the first is nearer, 1 if the second is
/// nearer, 0 if they are equal. The distance is measured from the centre to the surface of the
/// wall. It is negative inside a thick wall. Exact. An invalid wall counts as farther than every
/// valid one. Two invalid walls give 0. An invalid circle gives 0.
CAROM_API int carom_circle_compare_distance(carom_circle circle, carom_wall first,
                                            carom_wall second);

CAROM_END_C

#endif
