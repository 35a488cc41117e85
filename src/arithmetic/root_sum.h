// The sign of a sum of three square roots of integers.
//
// Method: squares the sum of the two roots of equal sign, which leaves one root, then squares once
// more. This decides which of two contacts comes first and which of two walls is nearer.
// docs/exactness.md derives the bit widths. Room: arithmetic.
#ifndef CAROM_ROOT_SUM_H
#define CAROM_ROOT_SUM_H

#include "arithmetic/integers.h"

// The limbs of the longest integers: 8 times the longest input.
enum { ROOT_LIMBS_MAX = 8 * LIMBS_MAX };

// The sign of sqrt(x) + sqrt(y) - sqrt(z), for n limbs each; x + y, z and 4 x must leave the top
// bit free. It is that of k + 2 sqrt(x y) with k = x + y - z; if k < 0, k^2 is compared with 4 x y.
CAROM_INLINE int root_sum_sign(int n, const limb *x, const limb *y, const limb *z) {
    limb k[ROOT_LIMBS_MAX], x4[ROOT_LIMBS_MAX];
    CAROM_ASSUME(n >= 1 && n <= ROOT_LIMBS_MAX);
    limbs_sum(k, n, x, false, y, false);
    const bool negative = limbs_sum(k, n, k, false, z, true);
    if (limbs_is_zero(x, n) || limbs_is_zero(y, n))
        return limbs_sign(k, n, negative);
    if (!negative)
        return 1;
    limb lhs[2 * ROOT_LIMBS_MAX], rhs[2 * ROOT_LIMBS_MAX];
    limbs_sum(x4, n, x, false, x, false);
    limbs_sum(x4, n, x4, false, x4, false);
    limbs_mul(lhs, x4, n, y, n);
    limbs_mul(rhs, k, n, k, n);
    return limbs_compare(lhs, rhs, 2 * n);
}

#endif
