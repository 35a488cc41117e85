// The exact stage of the distance order: which of two walls is nearer to a point, and which of two
// points is nearer to its axis.
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

// The sign of (distance from p to the first axis) - (distance from q to the second axis), given the
// features of these axes that are nearest to p and q. The wall radii do not matter.
int carom_exact_compare_ends(carom_vec2 p, neighbor first, carom_vec2 q, neighbor second,
                             carom_tier tier);

#endif
