// Where a circle and a wall meet: nearest point, normal, depth, crossing points, and the way out.
//
// Yes/no parts (relation, feature, counts, the sign of the depth) are exact; numbers are rounded
// with the stated error. "ulp" is the distance between neighbouring doubles at the named value.
// Layer: contact.
#ifndef CAROM_CONTACT_H
#define CAROM_CONTACT_H

#include "carom/relation.h"

CAROM_BEGIN_C

/// How a circle and a wall stand to each other, in full. Defined for separate pairs too.
typedef struct carom_contact {
    /// Exact.
    carom_relation relation;
    /// Exact.
    carom_feature feature;
    /// Parameter of the nearest point of the axis, 0 at a and 1 at b, exactly so at an end; on a
    /// ray it may exceed 1, on a line it may be anything. Error <= 2 ulp of itself plus 2^-90 |c -
    /// a| / |b - a|. Infinite only if the parameter exceeds the range of double.
    double along;
    /// The point of the wall's surface nearest to the centre, or, for a centre within the wall, the
    /// point where the normal leaves the surface. On the axis itself when the wall radius is 0.
    /// Error of each coordinate <= 2 ulp of itself; a coordinate that is a double comes out exact,
    /// 0 without a sign. Infinite only beyond the range of double.
    carom_vec2 point;
    /// Unit vector from the axis to the centre, each coordinate to 4 ulp of 1. For a centre on the
    /// axis: the left-hand normal of a->b, or (0, 1) when a == b.
    carom_vec2 normal;
    /// R minus the distance from centre to axis: > 0 overlaps, 0 touches, < 0 is a gap. The sign is
    /// exact. Error <= 2 ulp of the larger of R and the distance. Infinite only beyond the range of
    /// double.
    double depth;
} carom_contact;

/// The contact of a circle and a wall. Invalid input gives a result of zeros
/// (CAROM_RELATION_INVALID, CAROM_FEATURE_NONE).
CAROM_API carom_contact carom_circle_contact(carom_circle circle, carom_wall wall);

/// The gap between the disc and the wall: 0 exactly if they touch or overlap, else > 0. Error <= 2
/// ulp of the larger of R and the distance from centre to axis. A point is a circle of radius 0;
/// the distance to the axis is the distance to a wall of radius 0. Invalid input gives 0.
CAROM_API double carom_circle_distance(carom_circle circle, carom_wall wall);

/// The distance between the disc and the wall, negative inside: the distance from centre to axis
/// minus R, which is minus the depth of the contact. > 0 is a gap, 0 touches, < 0 overlaps. The
/// sign is exact. Error <= 2 ulp of the larger of R and the distance from centre to axis. Infinite
/// only beyond the range of double. Invalid input gives 0.
CAROM_API double carom_circle_signed_distance(carom_circle circle, carom_wall wall);

/// Where the outline of a circle meets the axis of a wall.
typedef struct carom_crossings {
    /// 0, 1 or 2. Exact. 1 where the axis is tangent or only one end lies beyond the outline.
    int count;
    /// Parameters in order along a->b, 0 at a and 1 at b, exactly so where the outline goes through
    /// an end. Error times |b - a| <= 4 ulp of the largest coordinate involved. Unused entries are
    /// 0.
    double along[2];
    /// The points, in the same order. Error <= 2 ulp of the largest coordinate involved. Unused
    /// entries are 0.
    carom_vec2 point[2];
} carom_crossings;

/// Where the outline of the circle meets the axis of the wall (the wall radius plays no part).
/// Invalid input gives a result of zeros.
CAROM_API carom_crossings carom_circle_crossings(carom_circle circle, carom_wall wall);

/// A centre pushed out of a wall.
typedef struct carom_push {
    /// The relation at the new centre, exact: CAROM_RELATION_TOUCHING or CAROM_RELATION_SEPARATE.
    /// Anything above means that no circle of this radius with a finite centre is free of this wall
    /// (R beyond about 1e308), and the centre is the old one.
    carom_relation relation;
    /// The free centre: the old one if that was free, else one on the normal of the contact but for
    /// rounding, at most a few ulp farther out than needed. Where that place is beyond the range of
    /// double, another free centre: on the other side of the wall, or a corner of the range.
    carom_vec2 center;
} carom_push;

/// Pushes the circle out of the wall along the contact normal, to a centre that the exact relation
/// calls touching or separate. Invalid input gives a result of zeros.
CAROM_API carom_push carom_circle_push_out(carom_circle circle, carom_wall wall);

CAROM_END_C

#endif
