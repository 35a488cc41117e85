// Which of two walls is nearer to a circle, decided exactly.
// Layer: distance order.
#ifndef CAROM_DISTANCE_ORDER_H
#define CAROM_DISTANCE_ORDER_H

#include "carom/shapes.h"

CAROM_BEGIN_C

/// Compares the distances of two walls from a circle: -1 if the first is nearer, 1 if the second is
/// nearer, 0 if they are equal. The distance is measured from the centre to the surface of the
/// wall. It is negative inside a thick wall. Exact. An invalid wall counts as farther than every
/// valid one. Two invalid walls give 0. An invalid circle gives 0.
CAROM_API int carom_circle_compare_distance(carom_circle circle, carom_wall first,
                                            carom_wall second);

CAROM_END_C

#endif
