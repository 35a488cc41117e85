// The code of the kernels, over lanes of doubles or of floats. batch_set.h includes it once for
// each.
//
// The including file defines LANES (the type), LANES_COUNT, LANES_(name) for an operation of
// lanes.h, REAL (the number type), KERNEL(name), and the constants of the error bounds. The only
// branch that depends on the geometry is the one for lanes that are not certain. docs/exactness.md
// derives the bounds. Room: batch.

enum { KERNEL(ALL) = (1 << LANES_COUNT) - 1 };

CAROM_INLINE LANES KERNEL(load)(const void *numbers, size_t i) {
    return LANES_(load)((const REAL *)numbers + i);
}

// Writes the verdicts of the lanes from i on, and marks the open ones.
CAROM_INLINE void KERNEL(store)(unsigned char *yes, uint64_t *open, size_t i, unsigned bits,
                                unsigned certain) {
    carom_batch_spread(yes + i, bits, LANES_COUNT);
    if (CAROM_UNLIKELY(certain != KERNEL(ALL)))
        open[i / 64] |= (uint64_t)(certain ^ KERNEL(ALL)) << (i % 64);
}

// carom_detail_certain_reach in lanes. R^2 and the least error are given. Sets the bits of the
// lanes that touch and returns the bits of the lanes that are certain.
CAROM_INLINE unsigned KERNEL(reach)(const carom_batch_block *block, size_t i, LANES cx, LANES cy,
                                    LANES reach2, LANES floor, unsigned *touch) {
    const LANES ax = KERNEL(load)(block->ax, i), ay = KERNEL(load)(block->ay, i);
    const LANES ux = KERNEL(load)(block->bx, i) - ax, uy = KERNEL(load)(block->by, i) - ay;
    const LANES wx = cx - ax, wy = cy - ay;
    // |u|^2 dist^2 = (u x w)^2 + m^2, m = w.u - clamp(w.u, 0, |u|^2)
    const LANES len2 = LANES_(plus)(ux * ux, uy, uy);
    const LANES dot = LANES_(plus)(wx * ux, wy, uy);
    const LANES cross = LANES_(minus)(ux * wy, uy, wx);
    const LANES m = dot - LANES_(min)(LANES_(max)(dot, LANES_(all)(0)), len2);
    const LANES lhs = LANES_(plus)(cross * cross, m, m);
    const LANES behind = LANES_(minus)(lhs, reach2, len2);
    // 64 eps (lhs + R^2 |u|^2 + |u|^4), plus the largest effect of underflow.
    const LANES terms = LANES_(plus)(lhs, len2, len2 + reach2);
    const LANES error = LANES_(plus)(floor, LANES_(all)(ERROR), terms);
    *touch = LANES_(sign_bits)(behind);
    return LANES_(bits)(error < LANES_(abs)(behind));
}

CAROM_INLINE LANES KERNEL(floor)(LANES reach2) {
    return LANES_(plus)(LANES_(all)(ERROR * FLOOR * FLOOR), reach2, LANES_(all)(ERROR * FLOOR));
}

// True if all walls in the lanes from i on certainly lie outside the bounding box of the circle.
CAROM_INLINE bool KERNEL(apart)(const carom_batch_block *block, size_t i, LANES cx, LANES cy,
                                LANES r) {
    const LANES ax = KERNEL(load)(block->ax, i), ay = KERNEL(load)(block->ay, i);
    const LANES bx = KERNEL(load)(block->bx, i), by = KERNEL(load)(block->by, i);
    // Rounding is monotonic: what is beyond the rounded sum is beyond the sum.
    LANES_(mask) apart = cx + r < LANES_(min)(ax, bx);
    apart |= LANES_(max)(ax, bx) < cx - r;
    apart |= cy + r < LANES_(min)(ay, by);
    apart |= LANES_(max)(ay, by) < cy - r;
    return LANES_(bits)(apart) == KERNEL(ALL);
}

// One circle, walls of radius 0. The first loop tests boxes. It ends when that saves too little.
static void KERNEL(bare)(const carom_batch_block *where, unsigned char *yes, uint64_t *open) {
    const carom_batch_block block = *where; // that stores of bytes cannot change
    const LANES cx = LANES_(all)((REAL)block.circle.center.x);
    const LANES cy = LANES_(all)((REAL)block.circle.center.y);
    const LANES r = LANES_(all)((REAL)block.circle.radius);
    const LANES reach2 = r * r, floor = KERNEL(floor)(reach2);
    size_t i = 0, met = 0;
    for (; i < block.count && met * BOX_COST <= i + BOX_CREDIT; i += LANES_COUNT) {
        if (KERNEL(apart)(&block, i, cx, cy, r)) {
            memset(yes + i, 0, LANES_COUNT);
            continue;
        }
        met += LANES_COUNT;
        unsigned touch;
        const unsigned certain = KERNEL(reach)(&block, i, cx, cy, reach2, floor, &touch);
        KERNEL(store)(yes, open, i, touch, certain);
    }
    for (; i < block.count; i += LANES_COUNT) {
        unsigned touch;
        const unsigned certain = KERNEL(reach)(&block, i, cx, cy, reach2, floor, &touch);
        KERNEL(store)(yes, open, i, touch, certain);
    }
}

static void KERNEL(walls)(const carom_batch_block *where, unsigned char *yes, uint64_t *open) {
    const carom_batch_block block = *where;
    const LANES cx = LANES_(all)((REAL)block.circle.center.x);
    const LANES cy = LANES_(all)((REAL)block.circle.center.y);
    const LANES r = LANES_(all)((REAL)block.circle.radius);
    for (size_t i = 0; i < block.count; i += LANES_COUNT) {
        const LANES wr = KERNEL(load)(block.wr, i);
        const LANES reach = r + wr, reach2 = reach * reach;
        unsigned touch;
        unsigned certain = KERNEL(reach)(&block, i, cx, cy, reach2, KERNEL(floor)(reach2), &touch);
        certain &= ~LANES_(sign_bits)(wr); // invalid, or -0
        KERNEL(store)(yes, open, i, touch, certain);
    }
}

static void KERNEL(pairs)(const carom_batch_block *where, unsigned char *yes, uint64_t *open) {
    const carom_batch_block block = *where; // that stores of bytes cannot change
    for (size_t i = 0; i < block.count; i += LANES_COUNT) {
        const LANES cx = KERNEL(load)(block.cx, i), cy = KERNEL(load)(block.cy, i);
        const LANES r = KERNEL(load)(block.r, i), wr = KERNEL(load)(block.wr, i);
        const LANES reach = r + wr, reach2 = reach * reach;
        unsigned touch;
        unsigned certain = KERNEL(reach)(&block, i, cx, cy, reach2, KERNEL(floor)(reach2), &touch);
        certain &= ~LANES_(sign_bits)(LANES_(min)(r, wr)); // invalid, or -0
        KERNEL(store)(yes, open, i, touch, certain);
    }
}

// Is the farther end certainly beyond, or certainly within, the distance r - wr?
CAROM_INLINE void KERNEL(rim)(const carom_batch_block *block, size_t i, LANES cx, LANES cy, LANES r,
                              unsigned char *yes, uint64_t *open) {
    const LANES wx = cx - KERNEL(load)(block->ax, i), wy = cy - KERNEL(load)(block->ay, i);
    const LANES zx = cx - KERNEL(load)(block->bx, i), zy = cy - KERNEL(load)(block->by, i);
    const LANES w2 = LANES_(plus)(wx * wx, wy, wy), z2 = LANES_(plus)(zx * zx, zy, zy);
    const LANES far2 = LANES_(max)(w2, z2);
    const LANES rim = r - KERNEL(load)(block->wr, i), rim2 = rim * rim;
    const LANES within = rim2 - far2;
    const LANES error = LANES_(plus)(LANES_(all)(RIM_FLOOR), far2 + rim2, LANES_(all)(RIM_ERROR));
    const unsigned thicker = LANES_(sign_bits)(rim);
    const unsigned certain = LANES_(bits)(error < LANES_(abs)(within));
    KERNEL(store)(yes, open, i, LANES_(sign_bits)(within) | thicker, certain | thicker);
}

static void KERNEL(rim_walls)(const carom_batch_block *where, unsigned char *yes, uint64_t *open) {
    const carom_batch_block block = *where; // that stores of bytes cannot change
    const LANES cx = LANES_(all)((REAL)block.circle.center.x);
    const LANES cy = LANES_(all)((REAL)block.circle.center.y);
    const LANES r = LANES_(all)((REAL)block.circle.radius);
    for (size_t i = 0; i < block.count; i += LANES_COUNT)
        KERNEL(rim)(&block, i, cx, cy, r, yes, open);
}

static void KERNEL(rim_pairs)(const carom_batch_block *where, unsigned char *yes, uint64_t *open) {
    const carom_batch_block block = *where; // that stores of bytes cannot change
    for (size_t i = 0; i < block.count; i += LANES_COUNT)
        KERNEL(rim)
    (&block, i, KERNEL(load)(block.cx, i), KERNEL(load)(block.cy, i), KERNEL(load)(block.r, i), yes,
     open);
}
