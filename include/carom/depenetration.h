// Depenetration: moves a circle that overlaps walls to a free place nearby, along a path that
// crosses no wall.
//
// The circle moves straight to the new place. The guarantee: this path is clear of every wall that
// the circle does not overlap at the start (carom_circle_path_is_clear), and the centre crosses the
// axis of no wall that it does overlap. Both are exact. If the search finds no such path, the
// circle stays. docs/motion.md has the proof. Layer: depenetration.
#ifndef CAROM_DEPENETRATION_H
#define CAROM_DEPENETRATION_H

#include "carom/filter.h"
#include "carom/wall_source.h"

CAROM_BEGIN_C

/// The result of a depenetration.
typedef struct carom_depenetration {
    /// True if the circle at `center` overlaps no wall that counts. It may touch walls. Exact.
    bool found;
    /// True if the circle overlapped a wall at the start.
    bool overlapped;
    /// The lowest index of the walls overlapped at the start; SIZE_MAX if there is none.
    size_t wall;
    /// The centre after the depenetration: a free one if `found`. It is the given centre if that
    /// was free, if no path was found, and for invalid input.
    carom_vec2 center;
} carom_depenetration;

/// Finds a free centre that the circle can reach in a straight line without crossing a wall. Pushes
/// the circle out of the deepest wall repeatedly. If that leads to no such place, tries the nearest
/// free place in each of 64 fixed directions, and along and across the 8 deepest walls; near places
/// first. A place is accepted only if all of this holds, exactly:
/// - The circle overlaps no wall there.
/// - The straight path to it is clear of every wall that the circle does not overlap at the start.
/// - The centre does not reach the axis of a wall that the circle overlaps at the start. A centre
///   that starts on the axis may leave it to either side.
///
/// So the centre stays within any closed chain of walls. A path around the end of a wall is
/// allowed, however long it is. The search can miss a narrow path; then `found` is false. A
/// one-sided wall counts as a wall that is not overlapped if the centre is on its left and the
/// circle does not overlap it. Other one-sided walls are ignored, because the circle may be passing
/// through them.
///
/// The result does not depend on the order in which the source reports the walls. `filter` may be
/// NULL. Invalid input gives `found` false. Cost: one query if the circle is free, usually four if
/// not, and at most some hundreds.
CAROM_API carom_depenetration carom_circle_depenetrate(carom_circle circle, carom_wall_source walls,
                                                       const carom_filter *filter);

CAROM_END_C

#endif
