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

#ifdef CAROM_SMALL

// The position of a cell, with coordinates of 16 bits, along the curve. Each step appends the
// quarter in which the cell lies, then transforms the coordinates into that quarter's orientation.
static inline uint32_t hilbert_key(uint32_t x, uint32_t y) {
    uint32_t key = 0;
    for (int i = 15; i >= 0; i--) {
        const uint32_t right = x >> i & 1, upper = y >> i & 1;
        key = key << 2 | ((3 * right) ^ upper);
        const uint32_t turn = 0u - (right & ~upper), swap = (upper - 1) & (x ^ y);
        x ^= turn ^ swap;
        y ^= turn ^ swap;
    }
    return key;
}

#else

// The maps of the orientations at 16 levels, one in each bit of the four numbers. An orientation is
// two bits. A map multiplies them by the matrix (a, b; b, a ^ b) and then adds (c, d).
typedef struct hilbert_maps {
    uint32_t a, b, c, d;
} hilbert_maps;

// Applies the map `levels` levels above before each map.
static inline hilbert_maps hilbert_join(hilbert_maps m, int levels) {
    const uint32_t a = m.a >> levels, b = m.b >> levels, c = m.c >> levels, d = m.d >> levels;
    const hilbert_maps joined = {(m.a & a) ^ (m.b & b), (m.a & b) ^ (m.b & (a ^ b)),
                                 m.c ^ (m.a & c) ^ (m.b & d), m.d ^ (m.b & c) ^ ((m.a ^ m.b) & d)};
    return joined;
}

// Moves bit i of a number of 16 bits to bit 2 i.
static inline uint32_t hilbert_spread(uint32_t x) {
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

// The position of a cell, with coordinates of 16 bits, along the curve.
//
// Two bits of the position say in which quarter of a square the cell lies, in the orientation that
// the quarters above give this square. The orientations of all 16 levels are computed together, by
// joining the maps of 1, 2, 4 and 8 levels. There are no branches, so loops become vector code.
static inline uint32_t hilbert_key(uint32_t x, uint32_t y) {
    const uint32_t all = 0xffff, a = x ^ y, b = all ^ a, c = all ^ (x | y), d = x & (all ^ y);
    hilbert_maps m = {a | b >> 1, a >> 1 ^ a, (c >> 1 ^ (b & d >> 1)) ^ c,
                      ((a & c >> 1) ^ d >> 1) ^ d};
    m = hilbert_join(hilbert_join(hilbert_join(m, 2), 4), 8);
    const uint32_t p = m.c >> 1 ^ m.c, q = m.d >> 1 ^ m.d;
    return hilbert_spread((q | (all ^ (a | p))) & all) << 1 | hilbert_spread(a);
}

#endif

// The square of at least one point.
hilbert_square carom_hilbert_square(const hilbert_item *items, size_t count);

// Sorts the items along the curve. `scratch` has the same size. Cells of up to `most` items keep
// their given order.
void carom_hilbert_sort(hilbert_item *items, hilbert_item *scratch, size_t count, size_t most);

#endif
