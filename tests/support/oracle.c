// The exact part of the oracle, see oracle.h. All doubles of a question become integers in units of
// one power of two, that of the lowest bit in use. The rest is integer arithmetic on u = b - a,  w
// = c - a,  z = c - b,  L = |u|^2. Room: tests.
#include "oracle_exact.h"

#include <float.h>
#include <limits.h>
#include <math.h>

static bool finite_radius(double r) {
    return is_finite_number(r) && r >= 0.0;
}

static bool valid(carom_circle c, carom_wall w) {
    int extent = (int)w.extent;
    return is_finite_number(c.center.x) && is_finite_number(c.center.y) &&
           finite_radius(c.radius) && is_finite_number(w.a.x) && is_finite_number(w.a.y) &&
           is_finite_number(w.b.x) && is_finite_number(w.b.y) && finite_radius(w.radius) &&
           (extent == CAROM_EXTENT_SEGMENT || extent == CAROM_EXTENT_RAY ||
            extent == CAROM_EXTENT_LINE);
}

// x = m 2^e with a whole m of at most 53 bits.
static double whole_part(double x, int *e) {
    double m = frexp(x, e);
    *e -= 53;
    return ldexp(m, 53);
}

// z = x in units of 2^unit.
static void set_scaled(mpz_t z, double x, int unit) {
    int e;
    mpz_set_d(z, whole_part(x, &e));
    if (x != 0.0) {
        mpz_mul_2exp(z, z, (mp_bitcnt_t)(e - unit));
    }
}

static void init_vector(exact_vector *v) {
    mpz_inits(v->x, v->y, NULL);
}

exact_question *exact_load(carom_circle circle, carom_wall wall, double gap) {
    static exact_question q;
    static bool ready = false;
    if (!ready) {
        exact_vector *vectors[] = {&q.a, &q.b, &q.c, &q.u, &q.w, &q.z};
        for (int i = 0; i < 6; i++) {
            init_vector(vectors[i]);
        }
        mpz_inits(q.r, q.wr, q.reach, q.gap, q.len2, q.w2, q.z2, q.wu, q.zu, q.uw, NULL);
        ready = true;
    }
    const double numbers[] = {circle.center.x, circle.center.y, wall.a.x,    wall.a.y, wall.b.x,
                              wall.b.y,        circle.radius,   wall.radius, gap};
    q.unit = INT_MAX;
    for (int i = 0; i < 9; i++) {
        int e;
        whole_part(numbers[i], &e);
        q.unit = numbers[i] != 0.0 && e < q.unit ? e : q.unit;
    }
    q.unit = q.unit == INT_MAX ? 0 : q.unit; // all zero
    mpz_ptr integers[] = {q.c.x, q.c.y, q.a.x, q.a.y, q.b.x, q.b.y, q.r, q.wr, q.gap};
    for (int i = 0; i < 9; i++) {
        set_scaled(integers[i], numbers[i], q.unit);
    }
    mpz_add(q.reach, q.r, q.wr);
    exact_subtract(&q.u, &q.b, &q.a);
    exact_subtract(&q.w, &q.c, &q.a);
    exact_subtract(&q.z, &q.c, &q.b);
    exact_dot(q.len2, &q.u, &q.u);
    exact_dot(q.w2, &q.w, &q.w);
    exact_dot(q.z2, &q.z, &q.z);
    exact_dot(q.wu, &q.w, &q.u);
    exact_dot(q.zu, &q.z, &q.u);
    exact_cross(q.uw, &q.u, &q.w);
    q.extent = wall.extent;
    return &q;
}

// The feature of the axis nearest to the centre. The foot of the perpendicular is at w.u / L. It is
// at or before a if w.u <= 0, and at or beyond b if z.u >= 0.
static carom_feature feature_of(const exact_question *q) {
    if (mpz_sgn(q->len2) == 0) {
        return CAROM_FEATURE_END_A;
    }
    if (q->extent != CAROM_EXTENT_LINE && mpz_sgn(q->wu) <= 0) {
        return CAROM_FEATURE_END_A;
    }
    if (q->extent == CAROM_EXTENT_SEGMENT && mpz_sgn(q->zu) >= 0) {
        return CAROM_FEATURE_END_B;
    }
    return CAROM_FEATURE_SIDE;
}

// Sign of (distance from centre to axis) - s, for s >= 0: the squares are compared, on the side
// (u x w)^2 / L with s^2.
static int compare_distance(const exact_question *q, const mpz_t s) {
    static mpz_t lhs, rhs;
    static bool ready = false;
    if (!ready) {
        mpz_inits(lhs, rhs, NULL);
        ready = true;
    }
    mpz_mul(rhs, s, s);
    switch (feature_of(q)) {
    case CAROM_FEATURE_END_A:
        return mpz_cmp(q->w2, rhs);
    case CAROM_FEATURE_END_B:
        return mpz_cmp(q->z2, rhs);
    default:
        mpz_mul(lhs, q->uw, q->uw);
        mpz_mul(rhs, rhs, q->len2);
        return mpz_cmp(lhs, rhs);
    }
}

// Sign of (distance from the centre to the farthest point of the thick wall) - r. The farthest
// point of a segment is an end; the wall radius adds to it: max(|w|, |z|) against r - wr.
static int compare_farthest(const exact_question *q) {
    static mpz_t space;
    static bool ready = false;
    if (!ready) {
        mpz_init(space);
        ready = true;
    }
    bool endless = q->extent != CAROM_EXTENT_SEGMENT && mpz_sgn(q->len2) != 0;
    mpz_sub(space, q->r, q->wr);
    if (endless || mpz_sgn(space) < 0) {
        return 1;
    }
    mpz_mul(space, space, space);
    return mpz_cmp(mpz_cmp(q->w2, q->z2) > 0 ? q->w2 : q->z2, space);
}

static carom_relation relation_of(const exact_question *q) {
    int nearest = compare_distance(q, q->reach);
    if (nearest > 0) {
        return CAROM_RELATION_SEPARATE;
    }
    if (nearest == 0) {
        return CAROM_RELATION_TOUCHING;
    }
    int farthest = compare_farthest(q);
    return farthest > 0    ? CAROM_RELATION_CROSSING
           : farthest == 0 ? CAROM_RELATION_INSIDE_TOUCHING
                           : CAROM_RELATION_INSIDE;
}

// The number of roots of f(t) = |w - t u|^2 - r^2 = L t^2 - 2 (w.u) t + |w|^2 - r^2 on the axis.
// The discriminant over 4 is r^2 L - (u x w)^2. The vertex is t0 = w.u / L, so t0 > 0 means w.u > 0
// and t0 < 1 means z.u < 0.
int exact_crossings(const exact_question *q, bool *first, bool *second) {
    static mpz_t r2, discriminant, square;
    static bool ready = false;
    if (!ready) {
        mpz_inits(r2, discriminant, square, NULL);
        ready = true;
    }
    mpz_mul(r2, q->r, q->r);
    int f0 = mpz_cmp(q->w2, r2), f1 = mpz_cmp(q->z2, r2);
    int v0 = mpz_sgn(q->wu), v1 = -mpz_sgn(q->zu); // sides of the vertex: t0 - 0 and 1 - t0
    *first = *second = false;
    if (mpz_sgn(q->len2) == 0) {
        *first = f0 == 0;
        return *first;
    }
    mpz_mul(discriminant, r2, q->len2);
    mpz_mul(square, q->uw, q->uw);
    mpz_sub(discriminant, discriminant, square);
    int roots = mpz_sgn(discriminant);
    if (roots < 0) {
        return 0;
    }
    bool from_a = q->extent != CAROM_EXTENT_LINE, to_b = q->extent == CAROM_EXTENT_SEGMENT;
    if (roots == 0) {
        *first = !(from_a && v0 < 0) && !(to_b && v1 < 0);
        return *first;
    }
    // t1 < t0 < t2: 0 <= t1 iff a is not inside and before the vertex; 0 <= t2 iff a is not
    // outside or before the vertex; likewise at 1.
    *first = !(from_a && !(f0 >= 0 && v0 > 0)) && !(to_b && !(f1 <= 0 || v1 > 0));
    *second = !(from_a && !(f0 <= 0 || v0 > 0)) && !(to_b && !(f1 >= 0 && v1 > 0));
    return *first + *second;
}

oracle_verdict oracle_decide(carom_circle circle, carom_wall wall, double gap) {
    oracle_verdict v = {CAROM_RELATION_INVALID, CAROM_FEATURE_NONE, 0, false};
    if (!valid(circle, wall)) {
        return v;
    }
    bool gap_valid = finite_radius(gap);
    exact_question *q = exact_load(circle, wall, gap_valid ? gap : 0.0);
    bool first, second;
    v.relation = relation_of(q);
    v.feature = feature_of(q);
    v.crossings = exact_crossings(q, &first, &second);
    mpz_add(q->gap, q->gap, q->reach);
    v.within = gap_valid && compare_distance(q, q->gap) <= 0;
    return v;
}

carom_feature exact_feature(const exact_question *q) {
    return feature_of(q);
}
