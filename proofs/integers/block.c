// What Frama-C reads of the integers in a block of limbs. block.acsl has the contracts.
#define CAROM_PORTABLE
#define CAROM_LIMB_BITS 32
#define LIMBS_MOST 1000000
#define CAROM_LIMB_TOP 0xffffffff
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

// Those of a compiler's own functions.
/*@ requires m != 0;
    terminates \true;
    assigns \nothing;
    ensures 1 <= \result <= 64 && (m <= CAROM_LIMB_TOP ==> \result <= 32); */
static int bit_length(uint64_t m);
/*@ requires m != 0;
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result < 64 && (m <= CAROM_LIMB_TOP ==> \result < 32); */
static int trailing_zeros(uint64_t m);

// clang-format off
#define MOST(i, j) ((i) < (j) ? (j) : (i))
// The block has room for n limbs.
#define ROOM(m, n) \
    (\valid(m) && \base_addr((m)->end) == \base_addr((m)->next) && (m)->end - (m)->next >= (n) && \
     \valid((m)->next + (0 .. (n) - 1)))
#define TAKEN(m, n) ((m)->next == \old((m)->next) + (n) && (m)->end == \old((m)->end))
#define IS_TRIMMED(a) ((a).n > 0 ==> (a).x[(a).n - 1] != 0)
#define IS_INTEGER(a) \
    (0 <= (a).n <= LIMBS_MOST / 8 && \valid_read((a).x + (0 .. (a).n - 1)) && IS_TRIMMED(a))
// The result is where the block was free, and the block is free behind it.
#define GIVES(m, most) \
    (\result.x == \old((m)->next) && 0 <= \result.n <= (most) && TAKEN(m, \result.n) && \
     IS_TRIMMED(\result))
// The integer is not in the next n limbs of the block.
#define BEFORE(a, m, room) \separated((a).x + (0 .. (a).n - 1), (m)->next + (0 .. (room) - 1))
// The limbs that a b + c d takes.
#define SUM_ROOM (a.n + b.n + c.n + d.n + MOST(a.n + b.n, c.n + d.n) + 1)

#include "arithmetic/integer.h"
#include "turning/moving_search.h"
