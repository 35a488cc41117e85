// Common parts of the library's fuzz targets. Bytes become a circle, a wall and a gap. If a
// property fails, the case is printed, ready to paste into a test, and the program aborts.
//
// Random doubles rarely give ties. So the first byte of an input chooses how the others are read:
// for example as small integers, neighbours of earlier numbers, or with radii fitted to a tie.
// Room: fuzz.
#ifndef CAROM_FUZZ_INPUT_H
#define CAROM_FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "cases.h"
#include "oracle.h"

/// What libFuzzer calls with every input, and replay.c with every file of a corpus.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Bytes not yet used. Reading beyond the end gives zeros.
typedef struct fuzz_input {
    const uint8_t *at;
    size_t left;
} fuzz_input;

uint8_t fuzz_byte(fuzz_input *in);

/// Eight bytes, lowest first, as the bits of a double.
double fuzz_double(fuzz_input *in);

/// The first byte of an input of fuzz_case_of: how to read the numbers (the lowest two bits), and
/// what else to do.
enum {
    /// Nine doubles, bit by bit.
    FUZZ_RAW = 0,
    /// Nine signed bytes.
    FUZZ_SMALL = 1,
    /// Nine numbers, each after a byte that chooses its kind.
    FUZZ_TAGGED = 2,
    FUZZ_KIND = 3,
    /// Keep the signs of radii and gap, which are dropped otherwise.
    FUZZ_SIGNED = 4,
    /// Choose the circle's radius so that it nearly touches the axis.
    FUZZ_FIT_NEAR = 8,
    /// Choose it so that the outline nearly goes through the farther end.
    FUZZ_FIT_FAR = 16,
    /// Choose the gap so that it nearly equals the clearance.
    FUZZ_FIT_GAP = 32,
    /// Move each number by some ulp.
    FUZZ_NUDGE = 64,
    /// Scale everything by a power of two.
    FUZZ_SCALE = 128
};

/// A number of one of the kinds above; `earlier` are the numbers it may be a neighbour of.
double fuzz_number(fuzz_input *in, int kind, const double *earlier, int count);

enum { FUZZ_EARLIER_MAX = 32 };

/// Bytes as a stream of numbers, each of which can be a neighbour of one of the last ones.
typedef struct fuzz_numbers {
    fuzz_input in;
    int kind;
    double earlier[FUZZ_EARLIER_MAX];
    int count;
} fuzz_numbers;

double fuzz_next(fuzz_numbers *n);

/// Negative or NaN only in raw input, to reach the invalid.
double fuzz_next_size(fuzz_numbers *n);

carom_vec2 fuzz_next_point(fuzz_numbers *n);

/// A byte and a wall of the kind that it says: most are segments of radius 0, some one-sided, some
/// invalid. The wall starts at `joint` unless that is NULL.
carom_wall fuzz_next_wall(fuzz_numbers *n, const carom_vec2 *joint);

/// The case that the bytes stand for: the byte above, the extent (of 240 and more as it is, else
/// modulo 3), then ax, ay, bx, by, cx, cy, r, wr, gap and what the flags take.
test_case fuzz_case_of(const uint8_t *data, size_t size);

/// Ends the run unless the condition holds for the case (a `const test_case *`).
#define FUZZ_CHECK(t, condition)                                                                   \
    ((condition) ? (void)0 : fuzz_fail((t), #condition, __FILE__, __LINE__))

_Noreturn void fuzz_fail(const test_case *t, const char *condition, const char *file, int line);

/// True if |got - truth| is at most `bound` units of 2^k.
bool fuzz_is_near(double got, const mpfr_t truth, int k, double bound);

/// True if both coordinates are within `bound` ulp of the largest coordinate involved.
bool fuzz_point_is_near(carom_vec2 got, const oracle_point *truth, const test_case *t,
                        double bound);

#endif
