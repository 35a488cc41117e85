// Points in an order in which neighbours in the plane are near each other.
//
// A Hilbert curve through 2^16 x 2^16 cells, and another one through every cell that holds too
// many. Layer: under scene.
#ifndef CAROM_CURVE_H
#define CAROM_CURVE_H

#include <stddef.h>
#include <stdint.h>

// A point and what it stands for.
typedef struct curve_item {
    // From -2^126 to 2^126, so that the side of a square around points is finite.
    float x, y;
    uint32_t index;
    uint32_t key;
} curve_item;

// The least square that holds points, with its lower left corner; the side is 0 if they are one.
typedef struct curve_square {
    float min_x, min_y;
    float side;
} curve_square;

// Of at least one point.
curve_square carom_curve_square(const curve_item *items, size_t count);

// Sorts by the curve; `scratch` is of the same size. Cells of up to `most` items are left as they
// are, in the order given.
void carom_curve_sort(curve_item *items, curve_item *scratch, size_t count, size_t most);

#endif
