// The kernels: what the lanes are certain of in a block of pairs, for each instruction set.
//
// One text, batch_lanes.h, is compiled once for each set in a file of its own; tests force any of
// them by its table. Layer: batch.
#ifndef CAROM_BATCH_KERNELS_H
#define CAROM_BATCH_KERNELS_H

#include <stdint.h>
#include <string.h>

#include "carom/batch.h"
#include "simd/instruction_sets.h"

// CAROM_SMALL, from a build for which size comes first: kernels for pairs of doubles only, other
// questions are brought into that form. For machines with at most 4 lanes, the lowest byte first.

// Pairs in a block at most, and lanes in a vector at most: of so many numbers the arrays of a block
// are a multiple.
enum { CAROM_BATCH_BLOCK = 1024, CAROM_BATCH_LANES_MAX = 8 };

// Pairs side by side, packed; all arrays are of doubles or all of floats.
typedef struct carom_batch_block {
    // The one circle of all pairs, which must be valid; not read where pairs have their own.
    carom_circle circle;
    // A circle for each pair; not read where all have the same.
    const void *cx, *cy, *r;
    const void *ax, *ay, *bx, *by, *wr;
    // A multiple of CAROM_BATCH_LANES_MAX.
    size_t count;
} carom_batch_block;

// Sets yes[i] to 1 or 0, and sets bit i % 64 of open[i / 64] where that is not certain; takes every
// wall for a segment.
typedef void carom_batch_kernel(const carom_batch_block *block, unsigned char *yes, uint64_t *open);

// The kernels for numbers of one type.
typedef struct carom_batch_questions {
    // Does the disc touch the wall? One circle and walls of radius 0, one circle, pairs.
    carom_batch_kernel *bare, *walls, *pairs;
    // Does part of the wall lie beyond the outline? One circle, pairs.
    carom_batch_kernel *rim_walls, *rim_pairs;
} carom_batch_questions;

// The kernels of an instruction set.
typedef struct carom_batch_kernels {
    const char *name;
    carom_batch_questions of_doubles, of_floats;
} carom_batch_kernels;

// Which of them are defined depends on the machine that is compiled for; avx2 must be asked for
// only where the processor has it.
extern const carom_batch_kernels carom_batch_scalar, carom_batch_sse2, carom_batch_avx2,
    carom_batch_neon, carom_batch_simd128;

#ifdef CAROM_SMALL
// The lowest bits, one in each of `count` bytes.
static inline void carom_batch_spread(unsigned char *bytes, unsigned bits, size_t count) {
    // Bits 0, 8, 16 and 24 of the product are bits 0 to 3; no other of its terms meet.
    const uint32_t spread = (uint32_t)bits * 0x00204081U & 0x01010101U;
    memcpy(bytes, &spread, count);
}
#else
// Row i holds the bits of i, the lowest first, in a byte each.
extern const unsigned char carom_batch_bytes[1 << CAROM_BATCH_LANES_MAX][CAROM_BATCH_LANES_MAX];

static inline void carom_batch_spread(unsigned char *bytes, unsigned bits, size_t count) {
    memcpy(bytes, carom_batch_bytes[bits], count);
}
#endif

// The best set of this processor.
const carom_batch_kernels *carom_batch_choose(void);

// The public calls, by the kernels given.
size_t carom_batch_walls_by(const carom_batch_kernels *kernels, carom_circle circle,
                            const carom_wall_soa *walls, size_t begin, size_t end,
                            carom_contact_rule rule, const carom_filter *filter, uint8_t *verdicts);
size_t carom_batch_pairs_by(const carom_batch_kernels *kernels, const carom_circle_soa *circles,
                            const carom_wall_soa *walls, size_t begin, size_t end,
                            carom_contact_rule rule, const carom_filter *filter, uint8_t *verdicts);

#endif
