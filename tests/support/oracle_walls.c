// The oracle for two walls, see oracle_walls.h.
//
// Points of the axes are a + t u and d + s v with t and s in [0, 1], [0, inf) or (-inf, inf). The
// axes meet in one point if the linear system a + t u = d + s v has one solution and that lies in
// both ranges. Else the square of the distance is least at an end of one range: there the best
// parameter of the other axis is that of the foot, brought into its range. All in rationals. Room:
// tests.
#include "oracle_walls.h"

#include <math.h>

#include <gmp.h>

typedef struct rational_point {
    mpq_t x, y;
} rational_point;

typedef struct axis {
    rational_point a, u;
    carom_extent extent;
    bool is_point;
} axis;

// The registers of a question. Both points p and q of the axes that are nearest, and |p - q|^2.
static axis first, second;
static rational_point w, p, q, foot;
static mpq_t t, s, det, part, dist2, least2, reach, len2;
static bool is_crossing;

static void init_point(rational_point *r) {
    mpq_init(r->x);
    mpq_init(r->y);
}

static void init(void) {
    static bool ready = false;
    if (ready)
        return;
    ready = true;
    rational_point *const points[] = {&first.a, &first.u, &second.a, &second.u, &w, &p, &q, &foot};
    for (int i = 0; i < 8; i++)
        init_point(points[i]);
    mpq_inits(t, s, det, part, dist2, least2, reach, len2, NULL);
}

static void set_point(rational_point *r, carom_vec2 v) {
    mpq_set_d(r->x, v.x);
    mpq_set_d(r->y, v.y);
}

static void subtract(rational_point *out, const rational_point *r, const rational_point *v) {
    mpq_sub(out->x, r->x, v->x);
    mpq_sub(out->y, r->y, v->y);
}

static void dot(mpq_t out, const rational_point *r, const rational_point *v) {
    mpq_mul(out, r->x, v->x);
    mpq_mul(part, r->y, v->y);
    mpq_add(out, out, part);
}

static void cross(mpq_t out, const rational_point *r, const rational_point *v) {
    mpq_mul(out, r->x, v->y);
    mpq_mul(part, r->y, v->x);
    mpq_sub(out, out, part);
}

static void set_axis(axis *x, const carom_wall *wall) {
    rational_point b;
    init_point(&b);
    set_point(&x->a, wall->a);
    set_point(&b, wall->b);
    subtract(&x->u, &b, &x->a);
    x->extent = (carom_extent)wall->extent;
    x->is_point = mpq_sgn(x->u.x) == 0 && mpq_sgn(x->u.y) == 0;
    mpq_clears(b.x, b.y, NULL);
}

// Is the parameter in the range of the axis?
static bool is_in_range(const axis *x, const mpq_t parameter) {
    return (x->extent == CAROM_EXTENT_LINE || mpq_sgn(parameter) >= 0) &&
           (x->extent != CAROM_EXTENT_SEGMENT || mpq_cmp_ui(parameter, 1, 1) <= 0);
}

static void set_at(rational_point *out, const axis *x, const mpq_t parameter) {
    mpq_mul(out->x, x->u.x, parameter);
    mpq_add(out->x, out->x, x->a.x);
    mpq_mul(out->y, x->u.y, parameter);
    mpq_add(out->y, out->y, x->a.y);
}

// The point of the axis nearest to r.
static void set_foot(rational_point *out, const axis *x, const rational_point *r) {
    mpq_set_ui(s, 0, 1);
    if (!x->is_point) {
        subtract(&w, r, &x->a);
        dot(s, &w, &x->u);
        dot(det, &x->u, &x->u);
        mpq_div(s, s, det);
        if (x->extent != CAROM_EXTENT_LINE && mpq_sgn(s) < 0)
            mpq_set_ui(s, 0, 1);
        if (x->extent == CAROM_EXTENT_SEGMENT && mpq_cmp_ui(s, 1, 1) > 0)
            mpq_set_ui(s, 1, 1);
    }
    set_at(out, x, s);
}

// Takes the end with parameter 0 or 1 of an axis, if it is nearer than what is known.
static void take_end(const axis *x, const axis *to, unsigned parameter, bool *known) {
    rational_point end;
    init_point(&end);
    mpq_set_ui(t, parameter, 1);
    set_at(&end, x, t);
    set_foot(&foot, to, &end);
    subtract(&w, &end, &foot);
    dot(dist2, &w, &w);
    if (!*known || mpq_cmp(dist2, least2) < 0) {
        const bool is_first = x == &first;
        mpq_set(least2, dist2);
        mpq_set(p.x, is_first ? end.x : foot.x);
        mpq_set(p.y, is_first ? end.y : foot.y);
        mpq_set(q.x, is_first ? foot.x : end.x);
        mpq_set(q.y, is_first ? foot.y : end.y);
        *known = true;
    }
    mpq_clears(end.x, end.y, NULL);
}

static void take_ends(const axis *x, const axis *to, bool *known) {
    if (x->extent != CAROM_EXTENT_LINE || x->is_point)
        take_end(x, to, 0, known);
    if (x->extent == CAROM_EXTENT_SEGMENT)
        take_end(x, to, 1, known);
}

// Sets p, q and least2.
static void solve(carom_wall wall, carom_wall other) {
    init();
    set_axis(&first, &wall);
    set_axis(&second, &other);
    is_crossing = false;
    cross(det, &first.u, &second.u);
    if (mpq_sgn(det) != 0) {
        subtract(&w, &second.a, &first.a);
        cross(t, &w, &second.u);
        mpq_div(t, t, det);
        cross(s, &w, &first.u);
        mpq_div(s, s, det);
        is_crossing = is_in_range(&first, t) && is_in_range(&second, s);
    }
    if (is_crossing) {
        set_at(&p, &first, t);
        set_at(&q, &second, s);
        mpq_set_ui(least2, 0, 1);
        return;
    }
    bool known = false;
    take_ends(&first, &second, &known);
    take_ends(&second, &first, &known);
    if (!known)
        take_end(&first, &second, 0, &known);
}

static void set_reach(carom_wall wall, carom_wall other, double gap) {
    mpq_set_d(reach, wall.radius);
    mpq_set_d(part, other.radius);
    mpq_add(reach, reach, part);
    mpq_set_d(part, gap);
    mpq_add(reach, reach, part);
}

static int compare(void) {
    mpq_mul(part, reach, reach);
    const int sign = mpq_cmp(least2, part);
    return (sign > 0) - (sign < 0);
}

int oracle_compare_walls(carom_wall wall, carom_wall other, double gap) {
    const carom_circle none = {{0.0, 0.0}, 0.0};
    if (oracle_decide(none, wall, 0.0).relation == CAROM_RELATION_INVALID ||
        oracle_decide(none, other, 0.0).relation == CAROM_RELATION_INVALID ||
        !(gap >= 0.0 && gap - gap == 0.0))
        return 1;
    solve(wall, other);
    set_reach(wall, other, gap);
    return compare();
}

// ---- numbers ----

// Enough bits for inputs that span W bits: coordinates of the points are roots of quadratic
// equations whose coefficients have at most 16 W bits, so they are 0 or above 2^-(16 W).
static mpfr_prec_t precision_for(const carom_wall *wall, const carom_wall *other) {
    const double numbers[] = {wall->a.x,  wall->a.y,  wall->b.x,  wall->b.y,  wall->radius,
                              other->a.x, other->a.y, other->b.x, other->b.y, other->radius};
    int low = 1100, high = -1100;
    for (int i = 0; i < 10; i++) {
        int e;
        frexp(numbers[i], &e);
        if (numbers[i] != 0.0) {
            low = e < low ? e : low;
            high = e > high ? e : high;
        }
    }
    return 17 * ((high > low ? high - low : 0) + 60) + 256;
}

void oracle_clearance_init(oracle_clearance *k) {
    mpfr_inits2(256, k->gap, k->size, k->point.x, k->point.y, k->other_point.x, k->other_point.y,
                k->normal.x, k->normal.y, (mpfr_ptr)NULL);
}

void oracle_clearance_clear(oracle_clearance *k) {
    mpfr_clears(k->gap, k->size, k->point.x, k->point.y, k->other_point.x, k->other_point.y,
                k->normal.x, k->normal.y, (mpfr_ptr)NULL);
}

// out = from + radius m / sqrt(len2), which is 0 if from^2 len2 = radius^2 m^2 and the signs
// differ.
static void set_offset(mpfr_t out, const mpq_t from, double radius, const mpq_t m,
                       mpfr_prec_t bits) {
    mpq_t off, square;
    mpfr_t root, term;
    mpq_inits(off, square, NULL);
    mpfr_inits2(bits, root, term, (mpfr_ptr)NULL);
    mpq_set_d(off, radius);
    mpq_mul(off, off, m);
    mpfr_set_q(root, len2, MPFR_RNDN);
    mpfr_sqrt(root, root, MPFR_RNDN);
    mpfr_set_q(term, off, MPFR_RNDN);
    mpfr_div(term, term, root, MPFR_RNDN);
    mpfr_set_q(root, from, MPFR_RNDN);
    mpfr_add(term, term, root, MPFR_RNDN);
    mpq_mul(square, from, from);
    mpq_mul(square, square, len2);
    const bool opposed = mpq_sgn(from) * mpq_sgn(off) < 0;
    mpq_mul(off, off, off);
    if (opposed && mpq_equal(square, off))
        mpfr_set_zero(term, 1);
    mpfr_set(out, term, MPFR_RNDN);
    mpq_clears(off, square, NULL);
    mpfr_clears(root, term, (mpfr_ptr)NULL);
}

static void set_left(rational_point *m, const axis *x) {
    mpq_neg(m->x, x->u.y);
    mpq_set(m->y, x->u.x);
}

// From q to p, or the documented normal if they are one place.
static void set_normal(rational_point *m) {
    subtract(m, &p, &q);
    if (mpq_sgn(least2) != 0)
        return;
    if (!second.is_point) {
        set_left(m, &second);
    } else if (!first.is_point) {
        set_left(m, &first);
    } else {
        mpq_set_ui(m->x, 0, 1);
        mpq_set_ui(m->y, 1, 1);
    }
}

void oracle_measure_walls(oracle_clearance *k, carom_wall wall, carom_wall other) {
    solve(wall, other);
    set_reach(wall, other, 0.0);
    k->relation = (carom_wall_relation)(CAROM_WALL_RELATION_TOUCHING - compare());
    const mpfr_prec_t bits = precision_for(&wall, &other);
    mpfr_t distance, sum;
    mpfr_inits2(bits, distance, sum, (mpfr_ptr)NULL);
    mpfr_set_q(distance, least2, MPFR_RNDN);
    mpfr_sqrt(distance, distance, MPFR_RNDN);
    mpfr_set_q(sum, reach, MPFR_RNDN);
    mpfr_max(k->size, distance, sum, MPFR_RNDN);
    mpfr_sub(distance, distance, sum, MPFR_RNDN);
    mpfr_set(k->gap, distance, MPFR_RNDN);
    if (k->relation == CAROM_WALL_RELATION_TOUCHING)
        mpfr_set_zero(k->gap, 1);
    mpfr_clears(distance, sum, (mpfr_ptr)NULL);

    rational_point m;
    mpq_t zero;
    init_point(&m);
    mpq_init(zero);
    set_normal(&m);
    dot(len2, &m, &m);
    set_offset(k->point.x, p.x, -wall.radius, m.x, bits);
    set_offset(k->point.y, p.y, -wall.radius, m.y, bits);
    set_offset(k->other_point.x, q.x, other.radius, m.x, bits);
    set_offset(k->other_point.y, q.y, other.radius, m.y, bits);
    set_offset(k->normal.x, zero, 1.0, m.x, bits);
    set_offset(k->normal.y, zero, 1.0, m.y, bits);
    mpq_clears(m.x, m.y, zero, NULL);
}
