// Touch tests for arrays: one circle against many walls, or pairs.
//
// The vector unit of the processor tests several pairs at a time. If rounding leaves a pair
// undecided, the exact call for a single pair decides it. Every verdict equals that of
// carom_circle_touches_by_rule. Invalid circles and walls touch nothing. Calls take a range of the
// arrays, so threads can share the work. A call allocates no memory. docs/stack.md says how
// much stack it needs. docs/batch.md has the details. Room: batch.
#ifndef CAROM_BATCH_H
#define CAROM_BATCH_H

#include "carom/filter.h"
#include "carom/soa.h"

CAROM_BEGIN_C

/// One circle against the walls [begin, end), begin <= end <= walls->count. Sets verdicts[i -
/// begin] to 1 if the circle touches wall i, else to 0; `verdicts` may be NULL. Returns how many
/// walls it touches. A wall that `filter` (may be NULL) leaves out gets 0. The circle holds
/// doubles, even if the walls hold floats.
CAROM_API size_t carom_batch_walls(carom_circle circle, const carom_wall_soa *walls, size_t begin,
                                   size_t end, carom_contact_rule rule, const carom_filter *filter,
                                   uint8_t *verdicts);

/// Circle i against wall i, for i in [begin, end). Otherwise like carom_batch_walls. The two
/// structures may differ in stride and number type.
CAROM_API size_t carom_batch_pairs(const carom_circle_soa *circles, const carom_wall_soa *walls,
                                   size_t begin, size_t end, carom_contact_rule rule,
                                   const carom_filter *filter, uint8_t *verdicts);

/// The instruction set in use: "avx2", "sse2", "neon", "simd128" or "scalar". Static text.
CAROM_API const char *carom_batch_instruction_set(void);

CAROM_END_C

#endif
