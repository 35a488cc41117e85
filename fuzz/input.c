// Bytes to cases, see input.h. Room: fuzz.
#include "input.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

enum { NUMBERS = 9 };

uint8_t fuzz_byte(fuzz_input *in) {
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->at++;
}

double fuzz_double(fuzz_input *in) {
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits |= (uint64_t)fuzz_byte(in) << (8 * i);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static int signed_byte(fuzz_input *in) {
    const int byte = fuzz_byte(in);
    return byte < 128 ? byte : byte - 256;
}

static int signed_word(fuzz_input *in) {
    const int low = fuzz_byte(in);
    return signed_byte(in) * 256 + low;
}

// A number after its tag: three bits for its kind, five for a choice.
static double tagged_number(fuzz_input *in, const double *earlier, int count) {
    static const double special[] = {
        0.0,      -0.0,      DBL_MAX,     -DBL_MAX, DBL_MIN, -DBL_MIN, 0x1p-1074, -0x1p-1074,
        HUGE_VAL, -HUGE_VAL, (double)NAN, 1.0,      -1.0,    0x1p511,  0x1p512,   0x1p-511,
        0x1p-512, 0x1p255,   0x1p256,     0x1p-250, 0x1p53,  0x1p-53,  0x1p-450,  0x1p200,
        -0x1p200, 0x1p-200,  -0x1p-200,   0x1p1023, 0.5,     0x1p970,  0x1p-970,  1e308};
    const int tag = fuzz_byte(in);
    const int choice = tag >> 3;
    const double other = count > 0 ? earlier[choice % count] : 1.0;
    int n;
    switch (tag & 7) {
    case 0:
        return fuzz_double(in);
    case 1:
        return signed_byte(in);
    case 2:
        n = signed_byte(in);
        return ldexp(n, signed_word(in) % 1100);
    case 3:
        return nudged(isfinite(other) ? other : 1.0, signed_byte(in) % 9);
    case 4:
        return -other;
    case 5:
        return special[choice];
    case 6:
        return signed_word(in);
    default:
        return other * signed_byte(in);
    }
}

double fuzz_number(fuzz_input *in, int kind, const double *earlier, int count) {
    switch (kind) {
    case FUZZ_RAW:
        return fuzz_double(in);
    case FUZZ_SMALL:
        return signed_byte(in);
    default:
        return tagged_number(in, earlier, count);
    }
}

double fuzz_next(fuzz_numbers *n) {
    const double x = fuzz_number(&n->in, n->kind, n->earlier, n->count);
    if (n->count == FUZZ_EARLIER_MAX)
        memmove(n->earlier, n->earlier + 1, (size_t)--n->count * sizeof *n->earlier);
    n->earlier[n->count++] = x;
    return x;
}

double fuzz_next_size(fuzz_numbers *n) {
    const double x = fuzz_next(n);
    return n->kind == FUZZ_RAW ? x : fabs(x);
}

carom_vec2 fuzz_next_point(fuzz_numbers *n) {
    const double x = fuzz_next(n);
    return carom_vec2_make(x, fuzz_next(n));
}

carom_wall fuzz_next_wall(fuzz_numbers *n, const carom_vec2 *joint) {
    const int what = fuzz_byte(&n->in);
    const carom_vec2 a = joint != NULL ? *joint : fuzz_next_point(n);
    const carom_vec2 b = what & 16 ? a : fuzz_next_point(n);
    const double radius = what & 32 ? fabs(fuzz_next(n)) : 0.0;
    // 15 is an invalid extent.
    const int extent = (what & 15) == 15   ? 15
                       : (what & 15) >= 12 ? (what & 15) - 12
                                           : (int)CAROM_EXTENT_SEGMENT;
    carom_wall wall = carom_wall_make(a, b, radius, (carom_extent)extent);
    wall.one_sided = (what & 64) != 0;
    return wall;
}

// Distance from centre to axis in plain double arithmetic.
static double rough_distance(carom_vec2 c, const carom_wall *wall) {
    const carom_vec2 u = carom_vec2_sub(wall->b, wall->a);
    const carom_vec2 w = carom_vec2_sub(c, wall->a), z = carom_vec2_sub(c, wall->b);
    const double length = hypot(u.x, u.y);
    if (length == 0.0 || (wall->extent != CAROM_EXTENT_LINE && carom_vec2_dot(w, u) <= 0.0))
        return hypot(w.x, w.y);
    if (wall->extent == CAROM_EXTENT_SEGMENT && carom_vec2_dot(z, u) >= 0.0)
        return hypot(z.x, z.y);
    return fabs(carom_vec2_cross(u, w)) / length;
}

static double farther_end(carom_vec2 c, const carom_wall *wall) {
    const carom_vec2 w = carom_vec2_sub(c, wall->a), z = carom_vec2_sub(c, wall->b);
    return fmax(hypot(w.x, w.y), hypot(z.x, z.y));
}

static void fit(test_case *t, fuzz_input *in, int flags) {
    const double distance = rough_distance(t->circle.center, &t->wall);
    double *number = NULL;
    double value = 0.0;
    if (flags & FUZZ_FIT_NEAR) {
        number = &t->circle.radius;
        value = distance - t->wall.radius;
    } else if (flags & FUZZ_FIT_FAR) {
        number = &t->circle.radius;
        value = farther_end(t->circle.center, &t->wall) + t->wall.radius;
    } else if (flags & FUZZ_FIT_GAP) {
        number = &t->gap;
        value = distance - t->circle.radius - t->wall.radius;
    }
    if (number != NULL && isfinite(value))
        *number = nudged(value, signed_byte(in) % 5);
}

test_case fuzz_case_of(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size};
    const int flags = fuzz_byte(&in);
    const int extent = fuzz_byte(&in);
    double n[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
        n[i] = fuzz_number(&in, flags & FUZZ_KIND, n, i);
        if (i >= 6 && !(flags & FUZZ_SIGNED))
            n[i] = fabs(n[i]);
        if ((flags & FUZZ_NUDGE) && isfinite(n[i]) && n[i] != 0.0)
            n[i] = nudged(n[i], signed_byte(&in) % 5);
    }
    test_case t = {
        .circle = {{n[4], n[5]}, n[6]},
        .wall = {{n[0], n[1]}, {n[2], n[3]}, n[7], (uint8_t)(extent < 240 ? extent % 3 : extent)},
        .gap = n[8]};
    fit(&t, &in, flags);
    if (flags & FUZZ_SCALE)
        case_scale(&t, signed_word(&in) % 2200);
    return t;
}

void fuzz_fail(const test_case *t, const char *condition, const char *file, int line) {
    fprintf(stderr, "%s:%d: broken: %s\n    ", file, line, condition);
    case_print(stderr, t);
    abort();
}

bool fuzz_is_near(double got, const mpfr_t truth, int k, double bound) {
    return oracle_error(got, truth, k) <= bound;
}

bool fuzz_point_is_near(carom_vec2 got, const oracle_point *truth, const test_case *t,
                        double bound) {
    const int k = oracle_largest_ulp(t->circle, t->wall, truth);
    return oracle_point_error(got, truth, k) <= bound;
}
