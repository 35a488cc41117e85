// What Frama-C reads of the exact stage: how doubles become integers, and the choice of their
// length. decode.acsl has the contracts.
#define CAROM_PORTABLE
#define CAROM_LIMB_BITS 32
#define LIMBS_MOST 1000000
#define CAROM_LIMB_TOP 0xffffffff
// The bits that an input leaves free in its limbs, by who chooses their number. widths.py reads
// these numbers, and Coq proves that they suffice.
#define SPARE_limbs_for 3
#define SPARE_limbs_between 3
#define SPARE_limbs_at 5
// A broken contract of the source cannot be proved.
#define CAROM_ASSERT_FAILED(text, file, line) carom_proof_never()

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*@ requires \false;
    terminates \true;
    assigns \nothing; */
void carom_proof_never(void);

// The bits of a finite double, by IEEE 754. Only infinities and NaN have all bits of the exponent.
/*@ terminates \true;
    assigns \nothing;
    ensures ((\result >> 52) & 0x7ff) != 0x7ff;
    ensures x != 0.0 ==> ((\result >> 52) & 0x7ff) != 0 || (\result & 0xfffffffffffff) != 0;
    ensures 0.0 < x <= 1.0 ==> ((\result >> 52) & 0x7ff) <= 1023; */
uint64_t carom_proof_bits(double x);

// Every double is finite.
/*@ terminates \true;
    assigns \nothing;
    ensures \result <= 0x1.fffffffffffffp1023; */
double carom_proof_magnitude(double x);
#define fabs(x) carom_proof_magnitude(x)

// memcpy between numbers of different types is beyond Frama-C's model of memory.
#define memcpy(to, from, size) (*(to) = carom_proof_bits(*(from)))

// The numbers of bits up to the highest one and below the lowest one. Bits.v proves this.
/*@ axiomatic bits {
      logic integer length(integer m);
      logic integer zeros(integer m);
      axiom length_range: \forall integer m; 0 < m < 0x20000000000000 ==> 1 <= length(m) <= 53;
      axiom length_of_limb: \forall integer m; 0 < m < 0x100000000 ==> 1 <= length(m) <= 32;
      axiom zeros_range: \forall integer m; 0 < m ==> 0 <= zeros(m) < length(m);
    } */
/*@ lemma and_range: \forall integer x, m; 0 <= x && 0 <= m ==>
        0 <= (x & m) <= m && (x & m) <= x;
    lemma or_range: \forall integer x; 0 <= x < 0x10000000000000 ==>
        0x10000000000000 <= (x | 0x10000000000000) < 0x20000000000000;
    lemma shift_range: \forall integer x, n; 0 <= x && 0 <= n ==> 0 <= (x >> n) <= x; */

// Those of a compiler's own functions.
/*@ requires m != 0;
    terminates \true;
    assigns \nothing;
    ensures 1 <= \result <= 64 && \result == length(m); */
static int bit_length(uint64_t m);
/*@ requires m != 0;
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result < 64 && \result == zeros(m); */
static int trailing_zeros(uint64_t m);

// A decoded double is between 2^low and 2^high, or 0.
// clang-format off
#define INPUT_FITS(d, low, high) \
    ((d).m < 0x20000000000000 && -1074 <= (d).exp <= 971 && \
     ((d).m != 0 ==> \
          (low) <= (d).exp + zeros((d).m) && (d).exp + length((d).m) <= (high)))

#include "rest/inputs.h"
#include "sweep/sweep_integers.c"
#include "rest/distance_order_integers.c"
