// Circles and walls as structures of arrays (SoA), in double or float, and the touch test by
// contact rule.
//
// Each coordinate has its own array. A stride says how far apart its numbers are, so an array of
// structs can be passed as it is. Every float is exactly representable as a double, so all answers
// are also exact for floats. Room: soa.
#ifndef CAROM_SOA_H
#define CAROM_SOA_H

#include <stddef.h>

#include "carom/relation.h"

CAROM_BEGIN_C

/// The rule for touching.
typedef enum carom_contact_rule {
    /// The closed disc: the disc and the wall share a point. Same as carom_circle_touches.
    CAROM_CONTACT_RULE_CLOSED_DISC = 0,
    /// The open disc: the disc and the wall overlap and not only touch. Same as
    /// carom_circle_overlaps.
    CAROM_CONTACT_RULE_OPEN_DISC = 1,
    /// The ring: the wall reaches the outline of the circle. Same as carom_circle_outline_touches.
    CAROM_CONTACT_RULE_RING = 2
} carom_contact_rule;

/// The type of the numbers in arrays.
typedef enum carom_number { CAROM_NUMBER_DOUBLE = 0, CAROM_NUMBER_FLOAT = 1 } carom_number;

/// Circles. `stride` is the distance between the numbers of an array.
typedef struct carom_circle_soa {
    const void *x, *y;
    /// NULL: all radii are 0.
    const void *radius;
    /// Bytes from one number to the next: a multiple of the size of a number, or 0 for packed.
    size_t stride;
    carom_number number;
    size_t count;
} carom_circle_soa;

/// Moving circles: circles and their displacements. All arrays have the same stride and number
/// type.
typedef struct carom_moving_circle_soa {
    carom_circle_soa circles;
    const void *move_x, *move_y;
} carom_moving_circle_soa;

/// Walls.
typedef struct carom_wall_soa {
    const void *ax, *ay, *bx, *by;
    /// NULL: all radii are 0.
    const void *radius;
    /// One byte for each wall, packed: a carom_extent. NULL: all walls are segments.
    const uint8_t *extent;
    /// One byte for each wall, packed: 1 if the wall is one-sided, else 0. NULL: no wall is
    /// one-sided.
    const uint8_t *one_sided;
    /// The category of each wall, packed. NULL: all are of the default category.
    const uint32_t *category;
    /// The group of each wall, packed. NULL: no wall has one.
    const uint32_t *group;
    /// Bytes from one number to the next: a multiple of the size of a number, or 0 for packed.
    /// Applies only to the coordinates and radii.
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

/// True if the circle and the wall touch by the rule. Exact. False for invalid input and for an
/// unknown rule.
CAROM_API bool carom_circle_touches_by_rule(carom_circle circle, carom_wall wall,
                                            carom_contact_rule rule);

CAROM_END_C

#endif
