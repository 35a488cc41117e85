// Moves a circle that overlaps walls to a free place.
// Layer: depenetration.
#ifndef CAROM_DEPENETRATION_H
#define CAROM_DEPENETRATION_H

#include "carom/wall_source.h"

CAROM_BEGIN_C

/// A way out of overlaps.
typedef struct carom_depenetration {
    /// True if `center` is free of all walls: touching at most. Exact.
    bool found;
    /// True if the circle overlapped a wall.
    bool overlapped;
    /// The lowest index of the walls overlapped, or 0.
    size_t wall;
    /// A free centre near; the given one if that was free or none was found.
    carom_vec2 center;
} carom_depenetration;

/// Looks for a centre near where the circle overlaps none of the walls: pushed out of the deepest
/// wall again and again, and where that leads nowhere, tried in 16 directions farther and farther
/// off. The new place may be on another side of a wall. One-sided walls (may be NULL) are left out:
/// the circle may be on its way through them. Invalid input: not found.
CAROM_API carom_depenetration carom_circle_depenetrate(carom_circle circle, carom_wall_source walls,
                                                       const bool *one_sided);

CAROM_END_C

#endif
