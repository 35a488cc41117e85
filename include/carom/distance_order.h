// Which of two walls is nearer to a circle, decided exactly.
// Layer: distance order.
#ifndef CAROM_DISTANCE_ORDER_H
#define CAROM_DISTANCE_ORDER_H

#include "carom/shapes.h"

CAROM_BEGIN_C

/// Which of two walls is nearer to the circle: -1 the first, 1 the second, 0 if both are equally
/// near. Compares the distances from the centre to the surfaces, distance to the axis - wall
/// radius, negative within a thick wall. Exact. An invalid wall comes after every valid one; 0 for
/// two of them and for an invalid circle.
CAROM_API int carom_circle_compare_distance(carom_circle circle, carom_wall first,
                                            carom_wall second);

CAROM_END_C

#endif
