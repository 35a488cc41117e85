// What Frama-C reads: the limbs of 32 bits, with their contracts. The tool knows no integers of 128
// bits, so those of 64 bits are not read. They differ in the two types, a shift and limbs_set.
#define CAROM_PORTABLE
#define CAROM_LIMB_BITS 32
// No integer has more limbs: a bound that keeps sums of two lengths within int.
#define LIMBS_MOST 1000000
#define CAROM_LIMB_TOP 0xffffffff
#include "arithmetic/limbs.h"
