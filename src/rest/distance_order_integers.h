// The exact stage of the distance order: which of two walls is nearer to a point.
//
// All inputs must be valid and finite. docs/exactness.md derives the bit widths. Room: rest.
#ifndef CAROM_DISTANCE_ORDER_INTEGERS_H
#define CAROM_DISTANCE_ORDER_INTEGERS_H

#include "rest/relation_integers.h"

// A wall, and its feature nearest to the centre.
typedef struct neighbor {
    carom_wall wall;
    carom_feature feature;
} neighbor;

// The sign of (distance from the centre to the first wall's surface) - (the same of the second),
// each the distance to the axis - wall radius.
int carom_exact_compare_distance(carom_vec2 center, neighbor first, neighbor second,
                                 carom_tier tier);

#endif
