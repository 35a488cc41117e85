// Touch questions by the thousand: one circle against many walls, or pairs.
//
// Several pairs at a time go through the vector unit of the processor; those that rounding leaves
// open are asked one by one. Every verdict is that of carom_circle_touches_by_rule, so invalid
// circles and walls touch nothing. Calls take a range within both arrays, so that threads can share
// the work; nothing is allocated, a call takes 20 KB of stack more than the single one.
// docs/batch.md. Layer: batch.
#ifndef CAROM_BATCH_H
#define CAROM_BATCH_H

#include "carom/soa.h"

CAROM_BEGIN_C

/// One circle against the walls [begin, end): verdicts[i - begin] = 1 where it touches wall i, else
/// 0; `verdicts` may be NULL. Returns how many do. The circle is in double whatever the walls are.
CAROM_API size_t carom_batch_walls(carom_circle circle, const carom_wall_soa *walls, size_t begin,
                                   size_t end, carom_contact_rule touch, unsigned char *verdicts);

/// Circle i against wall i, for i in [begin, end). The same otherwise. Both arrays may differ in
/// stride and number.
CAROM_API size_t carom_batch_pairs(const carom_circle_soa *circles, const carom_wall_soa *walls,
                                   size_t begin, size_t end, carom_contact_rule touch,
                                   unsigned char *verdicts);

/// The vector instructions that are used here: "avx2", "sse2", "neon", "simd128" or "scalar".
CAROM_API const char *carom_batch_instruction_set(void);

CAROM_END_C

#endif
