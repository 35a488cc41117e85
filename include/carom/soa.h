// Circles and walls as structures of arrays (SoA), in double or float, and the touch question by
// contact rule.
//
// Each coordinate is an array of its own. A stride says how far apart its numbers are, so an array
// of structs can be passed as it is. A float is a double, so all answers are exact for floats too.
// Layer: soa.
#ifndef CAROM_SOA_H
#define CAROM_SOA_H

#include <stddef.h>

#include "carom/relation.h"

CAROM_BEGIN_C

/// What counts as touching.
typedef enum carom_contact_rule {
    /// The closed disc: disc and wall share a point. carom_circle_touches.
    CAROM_CONTACT_RULE_CLOSED_DISC = 0,
    /// The open disc: disc and wall share more than a touch. carom_circle_overlaps.
    CAROM_CONTACT_RULE_OPEN_DISC = 1,
    /// The ring: the wall reaches the outline of the circle. carom_circle_outline_touches.
    CAROM_CONTACT_RULE_RING = 2
} carom_contact_rule;

/// The type of the numbers in arrays.
typedef enum carom_number { CAROM_NUMBER_DOUBLE = 0, CAROM_NUMBER_FLOAT = 1 } carom_number;

/// Circles. Number i of an array is at i * stride bytes from its start.
typedef struct carom_circle_soa {
    const void *x, *y;
    /// NULL: all radii are 0.
    const void *radius;
    /// Bytes from one number to the next, a multiple of their size; 0 means packed.
    size_t stride;
    carom_number number;
    size_t count;
} carom_circle_soa;

/// Moving circles: circles and their displacements, in arrays of the same kind.
typedef struct carom_moving_circle_soa {
    carom_circle_soa circles;
    const void *vx, *vy;
} carom_moving_circle_soa;

/// Walls.
typedef struct carom_wall_soa {
    const void *ax, *ay, *bx, *by;
    /// NULL: all radii are 0.
    const void *radius;
    /// A carom_extent for each wall, in a byte, packed. NULL: all are segments.
    const uint8_t *extent;
    /// For each wall 1 if it is one-sided, else 0, in a byte, packed. NULL: none is.
    const uint8_t *one_sided;
    /// The category of each wall, packed. NULL: all are of the default category.
    const uint32_t *category;
    /// Bytes from one number to the next, a multiple of their size; 0 means packed. For the
    /// coordinates and radii only.
    size_t stride;
    carom_number number;
    size_t count;
} carom_wall_soa;

/// Circle i of the arrays, i < count.
CAROM_API carom_circle carom_circle_soa_get(const carom_circle_soa *circles, size_t i);

/// The displacement of moving circle i, i < count.
CAROM_API carom_vec2 carom_moving_circle_soa_move(const carom_moving_circle_soa *movers, size_t i);

/// Wall i of the arrays, i < count. An unknown extent makes the wall invalid.
CAROM_API carom_wall carom_wall_soa_get(const carom_wall_soa *walls, size_t i);

/// True if circle and wall touch by the rule. Exact. False for invalid input and for an unknown
/// rule.
CAROM_API bool carom_circle_touches_by_rule(carom_circle circle, carom_wall wall,
                                            carom_contact_rule rule);

CAROM_END_C

#endif
