// When a moving circle first touches a wall, and where.
//
// The circle goes straight from its centre by a displacement, in t from 0 to 1. Whether and how it
// meets the wall is exact for all finite doubles, and so is the rounding of the time. "ulp" is the
// distance between neighbouring doubles at the named value. How: docs/motion.md. Layer: sweep.
#ifndef CAROM_SWEEP_H
#define CAROM_SWEEP_H

#include "carom/relation.h"

CAROM_BEGIN_C

/// How a moving circle meets a wall. R = circle radius + wall radius, as a real sum; n is the
/// normal and v the displacement.
typedef enum carom_sweep_kind {
    /// Not a valid question: NaN, infinity, a negative radius or an unknown extent.
    CAROM_SWEEP_KIND_INVALID = 0,
    /// Never within R of the axis for t in [0, 1].
    CAROM_SWEEP_KIND_MISS = 1,
    /// Touches but never presses in: tangent on the way past, or touching at the start and not
    /// moving in. Also a point (R = 0) that starts on the wall.
    CAROM_SWEEP_KIND_GRAZE = 2,
    /// Touches while moving in, v.n < 0. Also a point (R = 0) that reaches the wall after the
    /// start.
    CAROM_SWEEP_KIND_HIT = 3,
    /// Starts nearer than R.
    CAROM_SWEEP_KIND_OVERLAP = 4
} carom_sweep_kind;

/// Where a moving circle first touches a wall.
typedef struct carom_sweep {
    /// Exact.
    carom_sweep_kind kind;
    /// The part of the axis touched. Exact: of the true contact, not of the rounded centre.
    carom_feature feature;
    /// The largest double not after the true time of contact, in [0, 1]. 0 for touching or
    /// overlapping at the start, and exactly 1 only if the contact is at the very end.
    double t;
    /// The centre at contact. Error <= 2 ulp of the largest coordinate involved (of the start, the
    /// displacement, a, b, the radii and the contact). Infinite only beyond the range of double.
    carom_vec2 center;
    /// The contact point on the wall's surface, on the axis when the wall radius is 0. Error <= 4
    /// ulp of the largest coordinate involved. At an overlap: the point where the normal leaves the
    /// surface.
    carom_vec2 point;
    /// Unit vector from the axis to the centre at contact, each coordinate to 4 ulp of 1. With the
    /// centre on the axis: the normal of the axis on the side the motion comes from, left-hand if
    /// it comes from neither; but against the motion where a point (R = 0) reaches an end after the
    /// start, and on a wall of no length, or (0, 1) there without motion.
    carom_vec2 normal;
} carom_sweep;

/// Sweeps the circle by the displacement `move`, taken as given: centre + move is not rounded
/// first. For CAROM_SWEEP_KIND_MISS and invalid input all but the kind is 0. A ray cast is a circle
/// of radius 0. For a wall that moves, too, use the motion relative to it: move - (that of the
/// wall), and add t times the wall's motion to centre and point.
CAROM_API carom_sweep carom_circle_sweep(carom_circle circle, carom_vec2 move, carom_wall wall);

/// The same with the end of the way instead of the displacement, which is the real difference
/// to - centre. For motion from one known place to another.
CAROM_API carom_sweep carom_circle_sweep_to(carom_circle circle, carom_vec2 to, carom_wall wall);

/// Which of two walls the moving circle touches first: -1 the first, 1 the second, 0 both at the
/// same true time. Exact, also where the times round to the same double. A wall that is missed
/// comes after all that are met; invalid input counts as missed.
CAROM_API int carom_circle_compare_time_of_impact(carom_circle circle, carom_vec2 move,
                                                  carom_wall first, carom_wall second);

/// True if the circle can go straight to the centre `to` without overlapping the wall on the way
/// or passing it. Exact. Touching is allowed, at the end of the way too; a point (R = 0) must
/// not reach the axis unless it starts on it. False if it overlaps at the start, and for invalid
/// input.
CAROM_API bool carom_circle_path_is_clear(carom_circle circle, carom_vec2 to, carom_wall wall);

/// "invalid", "miss", "graze", "hit" or "overlap". Static text, never NULL; "invalid" for any other
/// value.
CAROM_API const char *carom_sweep_kind_name(carom_sweep_kind kind);

CAROM_END_C

#endif
