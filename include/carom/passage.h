// When a moving circle enters the R-neighbourhood of a wall, and when it leaves it.
//
// R = circle radius + wall radius, as a real sum. The distance from the moving centre to the axis
// is a convex function of the time, so the times at which it is at most R are one interval: from
// the entry to the exit. A ray cast through a thick wall is the passage of a circle of radius 0.
// "ulp" is the distance between neighbouring doubles at the named value. How: docs/motion.md.
// Layer: passage.
#ifndef CAROM_PASSAGE_H
#define CAROM_PASSAGE_H

#include "carom/sweep.h"

CAROM_BEGIN_C

/// Entry and exit of a moving circle.
typedef struct carom_passage {
    /// The first contact: what carom_circle_sweep returns, bit for bit.
    carom_sweep entry;
    /// True if the circle meets the wall and is farther than R from the axis at t = 1. Exact. False
    /// while it still touches there.
    bool has_left;
    /// If the circle has left: the smallest double not before the true time of the last contact, in
    /// [0, 1]. 1 if it is still in contact at t = 1, 0 without contact. Never below entry.t. At a
    /// graze in passing the true entry and the true exit are one instant, which entry.t and exit_t
    /// enclose.
    double exit_t;
    /// The part of the axis touched last. Exact: of the true contact, not of the rounded centre.
    /// This and the members below are 0 unless the circle has left.
    carom_feature exit_feature;
    /// The centre at the last contact. Error <= 2 ulp of the largest coordinate involved (of the
    /// start, the displacement, a, b, the radii and the contact). Infinite only beyond the range of
    /// double.
    carom_vec2 exit_center;
    /// The last contact point on the wall's surface, on the axis when the wall radius is 0. Error
    /// <= 4 ulp of the largest coordinate involved.
    carom_vec2 exit_point;
    /// Unit vector from the axis to the centre at the last contact, each coordinate to 4 ulp of 1.
    /// With the centre on the axis (R = 0): the normal of the axis on the side that the motion goes
    /// to; at an end and on a wall of no length the direction of the motion.
    carom_vec2 exit_normal;
} carom_passage;

/// The passage of the circle past or through the wall on the displacement `move`, taken as given:
/// centre + move is not rounded first. A miss and invalid input give a result of zeros but for the
/// kind of the entry. Cost: a sweep, and as much again if the circle meets the wall.
CAROM_API carom_passage carom_circle_passage(carom_circle circle, carom_vec2 move, carom_wall wall);

CAROM_END_C

#endif
