// Depenetration: moves a circle that overlaps walls to a free place nearby.
// Layer: depenetration.
#ifndef CAROM_DEPENETRATION_H
#define CAROM_DEPENETRATION_H

#include "carom/filter.h"
#include "carom/wall_source.h"

CAROM_BEGIN_C

/// The result of a depenetration.
typedef struct carom_depenetration {
    /// True if the circle at `center` overlaps no wall. It may touch walls. Exact.
    bool found;
    /// True if the circle overlapped a wall at the start.
    bool overlapped;
    /// The lowest index of the walls overlapped at the start; SIZE_MAX if there is none.
    size_t wall;
    /// A free centre nearby. It is the given centre if that was free or if no free centre was
    /// found.
    carom_vec2 center;
} carom_depenetration;

/// Finds a free centre near the circle. Pushes the circle out of the deepest wall repeatedly. If
/// that does not end at a free place, tries 16 directions at growing distances. The new place may
/// lie on the other side of a wall. One-sided walls are ignored, because the circle may be on its
/// way through them. `filter` may be NULL. Invalid input gives `found` false.
CAROM_API carom_depenetration carom_circle_depenetrate(carom_circle circle, carom_wall_source walls,
                                                       const carom_filter *filter);

CAROM_END_C

#endif
