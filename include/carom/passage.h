// The passage of a moving circle: when it comes within R of a wall's axis, and when it leaves
// again.
//
// R = circle radius + wall radius, as a real sum. The distance from the moving centre to the axis
// is a convex function of time, so the times at which it is at most R form one interval, from the
// entry to the exit. A ray cast through a thick wall is the passage of a circle of radius 0. An ulp
// is the distance between neighbouring doubles at the named value. docs/motion.md has the method.
// Layer: passage.
#ifndef CAROM_PASSAGE_H
#define CAROM_PASSAGE_H

#include "carom/sweep.h"

CAROM_BEGIN_C

/// Entry and exit of a moving circle.
typedef struct carom_passage {
    /// The first contact: the result of carom_circle_sweep, bit for bit.
    carom_sweep entry;
    /// True if the circle meets the wall and is farther than R from the axis at t = 1. Exact. False
    /// if it still touches the wall at t = 1.
    bool has_left;
    /// The time of the exit in [0, 1]. If the circle has left: the smallest double not before the
    /// true time of the last contact. If it is still in contact at t = 1: 1. If there is no
    /// contact: 0. Never below entry.t. For a tangent graze the true entry and exit are one instant
    /// between entry.t and exit_t.
    double exit_t;
    /// The part of the axis that is touched last. Exact: it belongs to the true contact, not to the
    /// rounded centre. This and the members below are 0 unless the circle has left.
    carom_feature exit_feature;
    /// The centre at the last contact. Error <= 2.1 ulp of the largest coordinate involved (of the
    /// start, the displacement, a, b, the radii and the contact). Infinite only beyond the range of
    /// double.
    carom_vec2 exit_center;
    /// The last contact point on the wall's surface; with wall radius 0 it lies on the axis. Error
    /// <= 8 ulp of the largest coordinate involved.
    carom_vec2 exit_point;
    /// The unit vector from the axis to the centre at the last contact. Error of each coordinate <=
    /// 4 ulp of 1. If the centre is on the axis (R = 0), it is the normal of the axis that points
    /// to the side where the motion goes. If the feature is an end or a == b, it is the direction
    /// of the motion instead.
    carom_vec2 exit_normal;
} carom_passage;

/// The passage of a circle that moves by the displacement `move`. The sum centre + move is not
/// rounded. On a miss and for invalid input all members but the kind of the entry are 0. Costs as
/// much as one sweep if the circle misses the wall, and as two sweeps if it meets the wall.
CAROM_API carom_passage carom_circle_passage(carom_circle circle, carom_vec2 move, carom_wall wall);

CAROM_END_C

#endif
