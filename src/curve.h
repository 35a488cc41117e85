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
    // Finite.
    float x, y;
    uint32_t index;
    uint32_t key;
} curve_item;

// Sorts by the curve; `scratch` is of the same size. Cells of up to `most` items are left as they
// are, in the order given.
void carom_curve_sort(curve_item *items, curve_item *scratch, size_t count, size_t most);

#endif
