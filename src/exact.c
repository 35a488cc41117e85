// The exact path: doubles become integers, polynomials of them are evaluated without rounding.
//
// Method: m 2^e of every input is written in the unit of the lowest bit any of them has, so the
// integers need as many bits as the exponents span (W). The polynomials need 2W + 4 (degree 2) and
// 4W + 7 bits (degree 4). One text serves 64 bits, 128 bits and the full range of double; see
// docs/exactness.md. Layer: exact arithmetic, under relation and contact.
#include "exact.h"

#include "contracts.h"
#include "limbs.h"

// Limbs that hold any finite double in units of 2^-1074, and sums of three: 2098 + 2 bits.
enum { LIMBS_MAX = 2112 / CAROM_LIMB_BITS, LIMBS_64 = 64 / CAROM_LIMB_BITS };

// The inputs, in a fixed order.
enum { CX, CY, AX, AY, BX, BY, CIRCLE_RADIUS, WALL_RADIUS, GAP, INPUTS };

// A double as (-1)^negative m 2^exp.
typedef struct decoded {
    uint64_t m;
    int exp;
    bool negative;
} decoded;

typedef struct problem {
    decoded in[INPUTS];
    int unit;  // lowest exponent: all inputs are integers times 2^unit
    int limbs; // how many limbs each input, difference and sum fits in, with a bit to spare
    carom_extent extent;
} problem;

static decoded decode(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exp_field = (int)((bits >> 52) & 0x7ff);
    uint64_t m = bits & 0xfffffffffffffu;
    if (exp_field != 0)
        m |= (uint64_t)1 << 52;
    return (decoded){m, (exp_field != 0 ? exp_field : 1) - 1075, (bits >> 63) != 0};
}

static int trailing_zeros(uint64_t m) {
    return __builtin_ctzll(m);
}

static int bit_length(uint64_t m) {
    return 64 - __builtin_clzll(m);
}

static problem pose(carom_circle circle, carom_wall wall, double gap, carom_tier tier) {
    const double in[INPUTS] = {circle.center.x, circle.center.y, wall.a.x,    wall.a.y, wall.b.x,
                               wall.b.y,        circle.radius,   wall.radius, gap};
    problem p;
    int low = 2000, high = -2000;
    for (int i = 0; i < INPUTS; i++) {
        p.in[i] = decode(in[i]);
        const uint64_t m = p.in[i].m;
        if (m == 0)
            continue;
        const int lowest = p.in[i].exp + trailing_zeros(m);
        const int highest = p.in[i].exp + bit_length(m);
        low = lowest < low ? lowest : low;
        high = highest > high ? highest : high;
    }
    p.unit = low;
    // Degree 4 needs 4W + 7 < 4 bits, the sum of three radii W + 2 < bits. All zero leaves W < 0.
    const int span = high - low;
    carom_tier needed = span <= 61 ? CAROM_TIER_64 : span <= 125 ? CAROM_TIER_128 : CAROM_TIER_ANY;
    if (needed < tier)
        needed = tier;
    p.limbs = needed == CAROM_TIER_ANY ? LIMBS_MAX : (int)needed * LIMBS_64;
    p.extent = wall.extent;
    return p;
}

// out = the magnitude of input i in units; returns its sign.
LIMBS_INLINE bool load(limb *out, int n, const problem *p, int i) {
    const int shift = p->in[i].exp - p->unit;
    const uint64_t m = p->in[i].m;
    if (m == 0 || shift >= 0)
        limbs_set(out, n, m, m == 0 ? 0 : shift);
    else
        limbs_set(out, n, m >> -shift, 0);
    return p->in[i].negative;
}

// A vector of two signed integers.
typedef struct vector {
    limb x[LIMBS_MAX], y[LIMBS_MAX];
    bool x_negative, y_negative;
} vector;

// out = input i minus input j; returns true if that is negative.
LIMBS_INLINE bool load_difference(limb *out, int n, const problem *p, int i, int j) {
    limb x[LIMBS_MAX], y[LIMBS_MAX];
    const bool x_negative = load(x, n, p, i);
    const bool y_negative = load(y, n, p, j);
    return limbs_sum(out, n, x, x_negative, y, !y_negative);
}

// The vector from the point of inputs (j, j + 1) to that of inputs (i, i + 1).
LIMBS_INLINE void load_vector(vector *out, int n, const problem *p, int i, int j) {
    out->x_negative = load_difference(out->x, n, p, i, j);
    out->y_negative = load_difference(out->y, n, p, i + 1, j + 1);
}

// out = the sum of inputs i .. j, none of them negative.
LIMBS_INLINE void load_total(limb *out, int n, const problem *p, int i, int j) {
    load(out, n, p, i);
    for (int k = i + 1; k <= j; k++) {
        limb term[LIMBS_MAX];
        load(term, n, p, k);
        limbs_sum(out, n, out, false, term, false);
    }
}

// out = |p . q| in 2n limbs; returns true if it is negative.
LIMBS_INLINE bool dot_product(limb *out, int n, const vector *p, const vector *q) {
    limb xx[2 * LIMBS_MAX], yy[2 * LIMBS_MAX];
    limbs_mul(xx, p->x, n, q->x, n);
    limbs_mul(yy, p->y, n, q->y, n);
    return limbs_sum(out, 2 * n, xx, p->x_negative != q->x_negative, yy,
                     p->y_negative != q->y_negative);
}

// out = |p x q| in 2n limbs; returns true if it is negative.
LIMBS_INLINE bool cross_product(limb *out, int n, const vector *p, const vector *q) {
    limb xy[2 * LIMBS_MAX], yx[2 * LIMBS_MAX];
    limbs_mul(xy, p->x, n, q->y, n);
    limbs_mul(yx, p->y, n, q->x, n);
    return limbs_sum(out, 2 * n, xy, p->x_negative != q->y_negative, yx,
                     p->y_negative == q->x_negative);
}

LIMBS_INLINE bool vector_is_zero(const vector *v, int n) {
    return limbs_is_zero(v->x, n) && limbs_is_zero(v->y, n);
}

LIMBS_INLINE carom_feature feature_of(int n, carom_extent extent, const vector *u, const vector *w,
                                      const vector *z) {
    limb dot[2 * LIMBS_MAX];
    if (vector_is_zero(u, n))
        return CAROM_END_A;
    if (extent == CAROM_LINE)
        return CAROM_SIDE;
    if (dot_product(dot, n, w, u) || limbs_is_zero(dot, 2 * n))
        return CAROM_END_A;
    if (extent == CAROM_SEGMENT && !dot_product(dot, n, z, u))
        return CAROM_END_B;
    return CAROM_SIDE;
}

// The nearest feature, and the sign of R - distance.
typedef struct verdict {
    carom_feature feature;
    int reach;
} verdict;

LIMBS_INLINE verdict judge(const problem *p, int n) {
    vector u, w, z;
    load_vector(&u, n, p, BX, AX);
    load_vector(&w, n, p, CX, AX);
    load_vector(&z, n, p, CX, BX);
    verdict v = {feature_of(n, p->extent, &u, &w, &z), 0};

    limb reach[LIMBS_MAX], reach2[2 * LIMBS_MAX], dist2[2 * LIMBS_MAX];
    load_total(reach, n, p, CIRCLE_RADIUS, GAP);
    limbs_mul(reach2, reach, n, reach, n);
    if (v.feature != CAROM_SIDE) {
        // R^2 against |w|^2 or |z|^2
        const vector *d = v.feature == CAROM_END_A ? &w : &z;
        dot_product(dist2, n, d, d);
        v.reach = limbs_compare(reach2, dist2, 2 * n);
        return v;
    }
    // R^2 |u|^2 against (u x w)^2
    limb cross[2 * LIMBS_MAX], len2[2 * LIMBS_MAX], lhs[4 * LIMBS_MAX], rhs[4 * LIMBS_MAX];
    dot_product(len2, n, &u, &u);
    limbs_mul(lhs, reach2, 2 * n, len2, 2 * n);
    cross_product(cross, n, &u, &w);
    limbs_mul(rhs, cross, 2 * n, cross, 2 * n);
    v.reach = limbs_compare(lhs, rhs, 4 * n);
    return v;
}

static verdict judge_64(const problem *p) {
    return judge(p, LIMBS_64);
}

static verdict judge_128(const problem *p) {
    return judge(p, 2 * LIMBS_64);
}

static verdict judge_any(const problem *p) {
    return judge(p, p->limbs);
}

static verdict judge_posed(const problem *p) {
    return p->limbs == LIMBS_64       ? judge_64(p)
           : p->limbs == 2 * LIMBS_64 ? judge_128(p)
                                      : judge_any(p);
}

int carom_exact_reach(carom_circle circle, carom_wall wall, double gap, carom_tier tier) {
    const problem p = pose(circle, wall, gap, tier);
    return judge_posed(&p).reach;
}

carom_feature carom_exact_feature(carom_circle circle, carom_wall wall, carom_tier tier) {
    const problem p = pose(circle, wall, 0.0, tier);
    return judge_posed(&p).feature;
}

int carom_exact_rim(carom_circle circle, carom_wall segment, carom_tier tier) {
    CAROM_ASSERT(segment.extent == CAROM_SEGMENT);
    const problem p = pose(circle, segment, 0.0, tier);
    const int n = p.limbs;
    // The farthest point is farther by the wall radius than the farther end: max(|w|, |z|) against
    // r - wr.
    limb rim[LIMBS_MAX];
    if (load_difference(rim, n, &p, CIRCLE_RADIUS, WALL_RADIUS))
        return -1;
    vector w, z;
    limb rim2[2 * LIMBS_MAX], w2[2 * LIMBS_MAX], z2[2 * LIMBS_MAX];
    load_vector(&w, n, &p, CX, AX);
    load_vector(&z, n, &p, CX, BX);
    limbs_mul(rim2, rim, n, rim, n);
    dot_product(w2, n, &w, &w);
    dot_product(z2, n, &z, &z);
    return limbs_compare(rim2, limbs_compare(w2, z2, 2 * n) >= 0 ? w2 : z2, 2 * n);
}

// The 64 bits of x below and including bit `top`; bits below bit 0 read as zero.
static uint64_t bits_down_from(const limb *x, int top) {
    const int low = top - 63;
    uint64_t v = 0;
    for (int i = top / CAROM_LIMB_BITS; i >= 0 && (i + 1) * CAROM_LIMB_BITS > low; i--) {
        const int shift = i * CAROM_LIMB_BITS - low;
        v |= shift >= 0 ? (uint64_t)x[i] << shift : (uint64_t)(x[i] >> -shift);
    }
    return v;
}

// The value of n limbs times 2^unit, cut off after 106 bits.
static wide to_wide(const limb *x, int n, bool negative, int unit) {
    while (n > 0 && x[n - 1] == 0)
        n--;
    if (n == 0)
        return wide_of(0.0);
    const int top = (n - 1) * CAROM_LIMB_BITS + bit_length(x[n - 1]) - 1;
    const uint64_t upper = bits_down_from(x, top);
    const uint64_t lower = top >= 64 ? bits_down_from(x, top - 64) : 0;
    // 53 bits and the next 53, both below 2^53, so that the conversions are exact.
    const double hi = (double)(upper >> 11) * 0x1p-52;
    const double lo = (double)((upper & 0x7ff) << 42 | lower >> 22) * 0x1p-105;
    const wide v = wide_of_ordered_sum(hi, lo, unit + top);
    return negative ? wide_neg(v) : v;
}

static wide vector_x(const vector *v, const problem *p) {
    return to_wide(v->x, p->limbs, v->x_negative, p->unit);
}

static wide vector_y(const vector *v, const problem *p) {
    return to_wide(v->y, p->limbs, v->y_negative, p->unit);
}

// x - y for magnitudes x and y of n limbs.
static wide wide_of_limb_difference(const limb *x, const limb *y, int n, int unit) {
    limb difference[4 * LIMBS_MAX];
    const bool negative = limbs_sum(difference, n, x, false, y, true);
    return to_wide(difference, n, negative, unit);
}

carom_forms carom_exact_forms(carom_circle circle, carom_wall wall, carom_tier tier) {
    const problem p = pose(circle, wall, 0.0, tier);
    const int n = p.limbs, n2 = 2 * n, n4 = 4 * n;
    const int unit2 = 2 * p.unit, unit4 = 4 * p.unit;
    vector u, w, z;
    limb reach[LIMBS_MAX], reach2[2 * LIMBS_MAX], product[2 * LIMBS_MAX];
    limb len2[2 * LIMBS_MAX], lhs[4 * LIMBS_MAX], rhs[4 * LIMBS_MAX];
    carom_forms f;
    CAROM_ASSUME(n >= 1); // or compilers warn of arrays left unset by loops of no turns

    load_vector(&u, n, &p, BX, AX);
    load_vector(&w, n, &p, CX, AX);
    load_vector(&z, n, &p, CX, BX);
    f.ux = vector_x(&u, &p);
    f.uy = vector_y(&u, &p);
    f.wx = vector_x(&w, &p);
    f.wy = vector_y(&w, &p);
    f.zx = vector_x(&z, &p);
    f.zy = vector_y(&z, &p);

    load_total(reach, n, &p, CIRCLE_RADIUS, WALL_RADIUS);
    f.reach = to_wide(reach, n, false, p.unit);
    limbs_mul(reach2, reach, n, reach, n);
    dot_product(product, n, &w, &w);
    f.gap_a = wide_of_limb_difference(reach2, product, n2, unit2);
    dot_product(product, n, &z, &z);
    f.gap_b = wide_of_limb_difference(reach2, product, n2, unit2);

    bool negative = dot_product(product, n, &w, &u);
    f.dot_a = to_wide(product, n2, negative, unit2);
    negative = dot_product(product, n, &z, &u);
    f.dot_b = to_wide(product, n2, negative, unit2);
    dot_product(len2, n, &u, &u);
    f.len2 = to_wide(len2, n2, false, unit2);
    negative = cross_product(product, n, &u, &w);
    f.cross = to_wide(product, n2, negative, unit2);

    limbs_mul(lhs, reach2, n2, len2, n2);
    limbs_mul(rhs, product, n2, product, n2);
    f.gap_side = wide_of_limb_difference(lhs, rhs, n4, unit4);
    return f;
}
