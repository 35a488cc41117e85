// The exact stage of where two walls are nearest: points whose coordinates cancel, and crossings of
// axes.
//
// All inputs must be valid. docs/exactness.md derives the bit widths. Room: rest.
#ifndef CAROM_WALL_CONTACT_INTEGERS_H
#define CAROM_WALL_CONTACT_INTEGERS_H

#include "rest/relation_integers.h"

// A place on two axes: an end, or where they cross.
typedef struct wall_place {
    carom_vec2 end;
    // NULL: the place is `end`. Else it is where this axis crosses `along`.
    const carom_wall *crossed;
    // The axis from which surfaces are offset, not a point.
    carom_wall along;
} wall_place;

// The place moved by `radius` to the left of the axis, or to the right: each coordinate to 2^-96 of
// itself and with its exact sign.
carom_surface_point carom_exact_offset(const wall_place *place, double radius, bool to_right,
                                       carom_tier tier);

#endif
