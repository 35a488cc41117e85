// Circles and walls as arrays of numbers, in double or float, and the touch questions asked of
// them.
//
// Each coordinate is an array of its own; a stride says how far apart its numbers are, so that an
// array of structs can be handed over as it is. A float is a double, so all answers are exact for
// floats too. Layer: arrays.
#ifndef CAROM_ARRAYS_H
#define CAROM_ARRAYS_H

#include <stddef.h>

#include "carom/relation.h"

CAROM_BEGIN_C

/// What counts as touching.
typedef enum carom_contact_rule {
    /// The closed disc: they share a point. carom_circle_touches.
    CAROM_CONTACT_RULE_CLOSED_DISC = 0,
    /// The open disc: they share more than a touch. carom_circle_overlaps.
    CAROM_CONTACT_RULE_OPEN_DISC = 1,
    /// Only the circle's outline counts. carom_circle_outline_touches.
    CAROM_CONTACT_RULE_RING = 2
} carom_contact_rule;

/// The type of the numbers in arrays.
typedef enum carom_number { CAROM_NUMBER_DOUBLE = 0, CAROM_NUMBER_FLOAT = 1 } carom_number;

/// Circles. Number i of an array is at i * stride bytes from its start.
typedef struct carom_circle_soa {
    const void *x, *y;
    /// NULL: all radii are 0.
    const void *radius;
    /// Bytes from one number to the next, a multiple of their size; 0: one after the other.
    size_t stride;
    carom_number number;
    size_t count;
} carom_circle_soa;

/// Moving circles: circles with their displacements, in arrays of the same kind.
typedef struct carom_moving_circle_soa {
    carom_circle_soa circles;
    const void *vx, *vy;
} carom_moving_circle_soa;

/// Walls.
typedef struct carom_wall_soa {
    const void *ax, *ay, *bx, *by;
    /// NULL: all radii are 0.
    const void *radius;
    /// A carom_extent each, in a byte; NULL: all are segments.
    const unsigned char *extent;
    /// Bytes from one number to the next, a multiple of their size; 0: one after the other. The
    /// extents are always one after the other.
    size_t stride;
    carom_number number;
    size_t count;
} carom_wall_soa;

/// Circle i of the arrays, i < count.
CAROM_API carom_circle carom_circle_soa_get(const carom_circle_soa *circles, size_t i);

/// The displacement of mover i, i < count.
CAROM_API carom_vec2 carom_moving_circle_soa_move(const carom_moving_circle_soa *movers, size_t i);

/// Wall i of the arrays, i < count. An extent that is none makes it invalid.
CAROM_API carom_wall carom_wall_soa_get(const carom_wall_soa *walls, size_t i);

/// The question itself, of one circle and one wall. Exact. False for invalid input, and for what is
/// no carom_contact_rule.
CAROM_API bool carom_circle_touches_by_rule(carom_circle circle, carom_wall wall,
                                            carom_contact_rule touch);

CAROM_END_C

#endif
