// The kernels: they decide the certain pairs of a block, for each instruction set.
//
// batch_lanes.h has the code. It is compiled once for each instruction set. Tests force a set by
// its table. Room: batch.
#ifndef CAROM_BATCH_BATCH_H
#define CAROM_BATCH_BATCH_H

#include <stdint.h>
#include <string.h>

#include "carom/batch.h"
#include "simd/instruction_sets.h"

// CAROM_SMALL is set by builds for size. They have kernels for pairs of doubles only, and convert
// all other input to pairs of doubles. For machines with at most 4 lanes and the lowest byte first.

// The largest block in pairs, and the largest vector in lanes. The length of a block's arrays is a
// multiple of CAROM_BATCH_LANES_MAX.
enum { CAROM_BATCH_BLOCK = 1024, CAROM_BATCH_LANES_MAX = 8 };

// A block of pairs in packed arrays, all of doubles or all of floats.
typedef struct carom_batch_block {
    // The one circle of all pairs, valid. Not read by kernels for pairs.
    carom_circle circle;
    // A circle for each pair. Read only by kernels for pairs.
    const void *cx, *cy, *r;
    const void *ax, *ay, *bx, *by, *wr;
    // A multiple of CAROM_BATCH_LANES_MAX.
    size_t count;
} carom_batch_block;

// Sets yes[i] to 1 or 0. If that is not certain, sets bit i % 64 of open[i / 64]. Treats every wall
// as a segment.
typedef void carom_batch_kernel(const carom_batch_block *block, unsigned char *yes, uint64_t *open);

// The kernels for numbers of one type.
typedef struct carom_batch_queries {
    // Does the disc touch the wall? For one circle and walls of radius 0, for one circle, for
    // pairs.
    carom_batch_kernel *bare, *walls, *pairs;
    // Does part of the wall lie outside the circle? For one circle, for pairs.
    carom_batch_kernel *rim_walls, *rim_pairs;
} carom_batch_queries;

// The kernels of an instruction set.
typedef struct carom_batch_kernels {
    const char *name;
    carom_batch_queries of_doubles, of_floats;
} carom_batch_kernels;

// The target machine decides which of them are defined. avx2 must be called only if the processor
// supports it.
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
// Row i holds the bits of i, one per byte, the lowest first.
extern const unsigned char carom_batch_bytes[1 << CAROM_BATCH_LANES_MAX][CAROM_BATCH_LANES_MAX];

static inline void carom_batch_spread(unsigned char *bytes, unsigned bits, size_t count) {
    memcpy(bytes, carom_batch_bytes[bits], count);
}
#endif

// The best set that this processor supports.
const carom_batch_kernels *carom_batch_choose(void);

// The public calls, with the kernels as a parameter.
size_t carom_batch_walls_by(const carom_batch_kernels *kernels, carom_circle circle,
                            const carom_wall_soa *walls, size_t begin, size_t end,
                            carom_contact_rule rule, const carom_filter *filter, uint8_t *verdicts);
size_t carom_batch_pairs_by(const carom_batch_kernels *kernels, const carom_circle_soa *circles,
                            const carom_wall_soa *walls, size_t begin, size_t end,
                            carom_contact_rule rule, const carom_filter *filter, uint8_t *verdicts);

#endif
