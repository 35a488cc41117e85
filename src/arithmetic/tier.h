// The length of the integers that decide. Room: arithmetic.
#ifndef CAROM_TIER_H
#define CAROM_TIER_H

// 64 bits, 128 bits, or any length. A call names the smallest tier it may use; the inputs can
// require a larger one. The result does not depend on the tier. Tests force the larger tiers.
typedef enum carom_tier { CAROM_TIER_64 = 1, CAROM_TIER_128 = 2, CAROM_TIER_ANY = 3 } carom_tier;

#endif
