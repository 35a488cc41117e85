// Hilbert order: puts points into an order in which neighbours in the plane are close to each
// other.
//
// The curve passes through 2^16 x 2^16 cells. A cell with too many points is sorted by a curve of
// its own. Room: scene.
#ifndef CAROM_SCENE_HILBERT_H
#define CAROM_SCENE_HILBERT_H

#include <stddef.h>
#include <stdint.h>

// A point and the index of the circle or wall it stands for.
typedef struct hilbert_item {
    // Within -2^126 to 2^126, so that the side of a square around points is finite.
    float x, y;
    uint32_t index;
    uint32_t key;
} hilbert_item;

// The smallest square that contains the points, by its lower left corner and its side. The side is
// 0 if all points are equal.
typedef struct hilbert_square {
    float min_x, min_y;
    float side;
} hilbert_square;

// The square of at least one point.
hilbert_square carom_hilbert_square(const hilbert_item *items, size_t count);

// Sorts the items along the curve. `scratch` has the same size. Cells of up to `most` items keep
// their given order.
void carom_hilbert_sort(hilbert_item *items, hilbert_item *scratch, size_t count, size_t most);

#endif
