// Points in an order in which neighbours in the plane are near each other.
//
// A Hilbert curve through 2^16 x 2^16 cells, and another one through every cell that holds too
// many. Layer: under scene.
#ifndef CAROM_SCENE_HILBERT_H
#define CAROM_SCENE_HILBERT_H

#include <stddef.h>
#include <stdint.h>

// A point and what it stands for.
typedef struct hilbert_item {
    // From -2^126 to 2^126, so that the side of a square around points is finite.
    float x, y;
    uint32_t index;
    uint32_t key;
} hilbert_item;

// The least square that holds points, with its lower left corner; the side is 0 if they are one.
typedef struct hilbert_square {
    float min_x, min_y;
    float side;
} hilbert_square;

// Of at least one point.
hilbert_square carom_hilbert_square(const hilbert_item *items, size_t count);

// Sorts by the curve; `scratch` is of the same size. Cells of up to `most` items are left as they
// are, in the order given.
void carom_hilbert_sort(hilbert_item *items, hilbert_item *scratch, size_t count, size_t most);

#endif
