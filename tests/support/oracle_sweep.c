// The sweep oracle, exact part: see oracle_sweep.h. Integers in units of one power of two:
//     u = b - a,  w = c - a,  z = c - b,  v the displacement,  L = |u|^2.
// Room: tests.
#include "oracle_sweep_exact.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Calls `each` for every integer of the question.
static void for_integers(oracle_sweep *q, void (*each)(mpz_ptr)) {
    exact_vector *const vectors[] = {&q->a, &q->b, &q->c, &q->u, &q->w, &q->z, &q->v, &q->at};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        each(vectors[i]->x);
        each(vectors[i]->y);
    }
    const mpz_ptr others[] = {q->reach, q->wall_reach, q->len2, q->wu,  q->zu,
                              q->vu,    q->v2,         q->A,    q->B,   q->C,
                              q->lhs,   q->rhs,        q->foot, q->num, q->den};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        each(others[i]);
    }
    for (int i = 0; i < CANDIDATES; i++) {
        each(q->times[i].num);
        each(q->times[i].den);
    }
}

static void init_integer(mpz_ptr z) {
    mpz_init(z);
}

static void clear_integer(mpz_ptr z) {
    mpz_clear(z);
}

oracle_sweep *oracle_sweep_new(void) {
    oracle_sweep *q = calloc(1, sizeof *q);
    if (q == NULL) {
        perror("oracle_sweep");
        abort();
    }
    for_integers(q, init_integer);
    return q;
}

void oracle_sweep_free(oracle_sweep *q) {
    for_integers(q, clear_integer);
    free(q);
}

// The same motion from its end to its start: the centre c + v, the displacement -v.
static void turn_back(oracle_sweep *q) {
    exact_vector *const places[] = {&q->c, &q->w, &q->z};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        mpz_add(places[i]->x, places[i]->x, q->v.x);
        mpz_add(places[i]->y, places[i]->y, q->v.y);
    }
    mpz_neg(q->v.x, q->v.x);
    mpz_neg(q->v.y, q->v.y);
}

// A double is a fraction whose denominator is a power of two. All are converted to the largest
// denominator, and then divided by their common power of two.
static void load(oracle_sweep *q, oracle_path path, bool backward) {
    enum { NUMBERS = 10 };
    const double numbers[NUMBERS] = {
        q->circle.center.x, q->circle.center.y, q->wall.a.x,   q->wall.a.y,      q->wall.b.x,
        q->wall.b.y,        path.vector.x,      path.vector.y, q->circle.radius, q->wall.radius};
    const mpz_ptr integers[NUMBERS] = {q->c.x, q->c.y, q->a.x, q->a.y,   q->b.x,
                                       q->b.y, q->v.x, q->v.y, q->reach, q->wall_reach};
    mpq_t fraction;
    mpq_init(fraction);
    mp_bitcnt_t most = 0, shifts[NUMBERS], common = 0;
    for (int i = 0; i < NUMBERS; i++) {
        mpq_set_d(fraction, numbers[i]);
        mpz_set(integers[i], mpq_numref(fraction));
        shifts[i] = mpz_scan1(mpq_denref(fraction), 0);
        most = shifts[i] > most ? shifts[i] : most;
    }
    mpq_clear(fraction);
    bool any = false;
    for (int i = 0; i < NUMBERS; i++) {
        mpz_mul_2exp(integers[i], integers[i], most - shifts[i]);
        if (mpz_sgn(integers[i]) != 0) {
            const mp_bitcnt_t zeros = mpz_scan1(integers[i], 0);
            common = !any || zeros < common ? zeros : common;
            any = true;
        }
    }
    q->bits = 0;
    for (int i = 0; i < NUMBERS; i++) {
        mpz_fdiv_q_2exp(integers[i], integers[i], common);
        const size_t bits = mpz_sizeinbase(integers[i], 2);
        q->bits = bits > q->bits ? bits : q->bits;
    }
    q->unit = (long)common - (long)most;
    mpz_add(q->reach, q->reach, q->wall_reach);
    exact_subtract(&q->u, &q->b, &q->a);
    exact_subtract(&q->w, &q->c, &q->a);
    exact_subtract(&q->z, &q->c, &q->b);
    if (path.is_end) {
        exact_subtract(&q->v, &q->v, &q->c);
    }
    if (backward) {
        turn_back(q);
    }
    exact_dot(q->len2, &q->u, &q->u);
    exact_dot(q->wu, &q->w, &q->u);
    exact_dot(q->zu, &q->z, &q->u);
    exact_dot(q->vu, &q->v, &q->u);
    exact_dot(q->v2, &q->v, &q->v);
}

// The nearest feature at the time num / den, and the sign of d - R there. Everything times den:
// the place is den w + num v, the reach den R.
static carom_feature look(oracle_sweep *q, const mpz_t num, const mpz_t den, int *gap) {
    exact_vector *const at = &q->at;
    mpz_mul(at->x, den, q->w.x);
    mpz_mul(at->y, den, q->w.y);
    mpz_addmul(at->x, num, q->v.x);
    mpz_addmul(at->y, num, q->v.y);
    mpz_mul(q->rhs, den, q->reach);
    mpz_mul(q->rhs, q->rhs, q->rhs);
    exact_dot(q->foot, at, &q->u);
    carom_feature feature = CAROM_FEATURE_SIDE;
    if (mpz_sgn(q->len2) == 0 || (q->wall.extent != CAROM_EXTENT_LINE && mpz_sgn(q->foot) <= 0)) {
        feature = CAROM_FEATURE_END_A;
    } else {
        mpz_submul(q->foot, den, q->len2);
        if (q->wall.extent == CAROM_EXTENT_SEGMENT && mpz_sgn(q->foot) >= 0) {
            feature = CAROM_FEATURE_END_B;
            mpz_submul(at->x, den, q->u.x);
            mpz_submul(at->y, den, q->u.y);
        }
    }
    if (feature == CAROM_FEATURE_SIDE) {
        exact_cross(q->lhs, &q->u, at);
        mpz_mul(q->lhs, q->lhs, q->lhs);
        mpz_mul(q->rhs, q->rhs, q->len2);
    } else {
        exact_dot(q->lhs, at, at);
    }
    const int order = mpz_cmp(q->lhs, q->rhs);
    *gap = (order > 0) - (order < 0);
    return feature;
}

static int gap_at(oracle_sweep *q, const mpz_t num, const mpz_t den) {
    int gap;
    look(q, num, den, &gap);
    return gap;
}

// Adds the root of p + t s, if there is one.
static void add_root(oracle_sweep *q, const mpz_t p, const mpz_t s) {
    if (mpz_sgn(s) == 0) {
        return;
    }
    candidate_time *const t = &q->times[q->count++];
    mpz_abs(t->den, s);
    if (mpz_sgn(s) > 0) {
        mpz_neg(t->num, p);
    } else {
        mpz_set(t->num, p);
    }
    t->gap = gap_at(q, t->num, t->den);
}

// The times at which d may be least: the foot on a and on b, the centre on the straight through
// both, and nearest to a and to b.
static void find_times(oracle_sweep *q) {
    mpz_t p, s;
    mpz_inits(p, s, NULL);
    q->count = 0;
    add_root(q, q->wu, q->vu);
    add_root(q, q->zu, q->vu);
    exact_cross(p, &q->u, &q->w);
    exact_cross(s, &q->u, &q->v);
    add_root(q, p, s);
    exact_dot(p, &q->w, &q->v);
    add_root(q, p, q->v2);
    exact_dot(p, &q->z, &q->v);
    add_root(q, p, q->v2);
    mpz_clears(p, s, NULL);
}

// Sign of p / r - s / t, for r, t > 0.
static int compare_fractions(const mpz_t p, const mpz_t r, const mpz_t s, const mpz_t t) {
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_mul(left, p, t);
    mpz_mul(right, s, r);
    const int order = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return order;
}

// The smallest sign of d - R at the candidates from the start until the time 1, or without end.
static int least_gap(const oracle_sweep *q, int first, bool for_ever) {
    int least = first;
    for (int i = 0; i < q->count; i++) {
        const candidate_time *t = &q->times[i];
        const bool within = mpz_sgn(t->num) >= 0 && (for_ever || mpz_cmp(t->num, t->den) <= 0);
        if (within && t->gap < least) {
            least = t->gap;
        }
    }
    return least;
}

// The time of contact is not before T if and only if d(T) >= R and d > R at all candidates before
// T. If a convex d is R or less before T, but not at a candidate, it is less than R at T.
int exact_time_sign(oracle_sweep *q, const mpz_t num, const mpz_t den) {
    if (q->verdict.at_start) {
        return -mpz_sgn(num);
    }
    if (mpz_sgn(num) <= 0) {
        return 1;
    }
    for (int i = 0; i < q->count; i++) {
        const candidate_time *t = &q->times[i];
        if (t->gap <= 0 && mpz_sgn(t->num) >= 0 &&
            compare_fractions(t->num, t->den, num, den) < 0) {
            return -1;
        }
    }
    return gap_at(q, num, den);
}

// Sign of p + t s at the true time t of contact.
static int sign_at_contact(oracle_sweep *q, const mpz_t p, const mpz_t s) {
    if (mpz_sgn(s) == 0) {
        return mpz_sgn(p);
    }
    mpz_abs(q->den, s);
    if (mpz_sgn(s) > 0) {
        mpz_neg(q->num, p);
        return exact_time_sign(q, q->num, q->den);
    }
    mpz_set(q->num, p);
    return -exact_time_sign(q, q->num, q->den);
}

static carom_feature feature_at_contact(oracle_sweep *q) {
    if (mpz_sgn(q->len2) == 0 ||
        (q->wall.extent != CAROM_EXTENT_LINE && sign_at_contact(q, q->wu, q->vu) <= 0)) {
        return CAROM_FEATURE_END_A;
    }
    if (q->wall.extent == CAROM_EXTENT_SEGMENT && sign_at_contact(q, q->zu, q->vu) >= 0) {
        return CAROM_FEATURE_END_B;
    }
    return CAROM_FEATURE_SIDE;
}

// The polynomial of a contact after the start. There d does not grow, so its time is the smaller
// root of |w + t v|^2 = R^2, |z + t v|^2 = R^2 or (u x (w + t v))^2 = R^2 L.
static void set_polynomial(oracle_sweep *q) {
    mpz_mul(q->rhs, q->reach, q->reach);
    if (q->verdict.feature == CAROM_FEATURE_SIDE) {
        exact_cross(q->lhs, &q->u, &q->w);
        exact_cross(q->foot, &q->u, &q->v);
        mpz_mul(q->A, q->foot, q->foot);
        mpz_mul(q->B, q->lhs, q->foot);
        mpz_mul(q->C, q->lhs, q->lhs);
        mpz_submul(q->C, q->rhs, q->len2);
    } else {
        const exact_vector *from = q->verdict.feature == CAROM_FEATURE_END_A ? &q->w : &q->z;
        mpz_set(q->A, q->v2);
        exact_dot(q->B, from, &q->v);
        exact_dot(q->C, from, from);
        mpz_sub(q->C, q->C, q->rhs);
    }
}

// The kind from the sign of d - R at the start, the smallest sign until the end of the path, and
// the smallest sign if the path continued without end.
static carom_sweep_kind kind_of(int start, int least, int least_ever, bool is_point) {
    if (start < 0) {
        return CAROM_SWEEP_KIND_OVERLAP;
    }
    if (start == 0) {
        return least < 0 ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_GRAZE; // never less for a point
    }
    if (least > 0) {
        return CAROM_SWEEP_KIND_MISS;
    }
    return least_ever < 0 || is_point ? CAROM_SWEEP_KIND_HIT : CAROM_SWEEP_KIND_GRAZE;
}

// Is the centre on the axis where it starts?
static bool starts_on_axis(oracle_sweep *q) {
    if (q->verdict.feature == CAROM_FEATURE_SIDE) {
        exact_cross(q->lhs, &q->u, &q->w);
        return mpz_sgn(q->lhs) == 0;
    }
    const exact_vector *from = q->verdict.feature == CAROM_FEATURE_END_A ? &q->w : &q->z;
    return mpz_sgn(from->x) == 0 && mpz_sgn(from->y) == 0;
}

static oracle_sweep_verdict ask(oracle_sweep *q, carom_circle circle, oracle_path path,
                                carom_wall wall, bool backward) {
    oracle_sweep_verdict *const v = &q->verdict;
    *v = (oracle_sweep_verdict){.kind = CAROM_SWEEP_KIND_INVALID, .feature = CAROM_FEATURE_NONE};
    if (oracle_decide(circle, wall, 0.0).relation == CAROM_RELATION_INVALID ||
        !is_finite_number(path.vector.x) || !is_finite_number(path.vector.y)) {
        return *v;
    }
    q->circle = circle;
    q->wall = wall;
    load(q, path, backward);
    find_times(q);
    mpz_t zero, one;
    mpz_init(zero);
    mpz_init_set_ui(one, 1);
    int start;
    const carom_feature feature = look(q, zero, one, &start);
    const int finish = gap_at(q, one, one);
    const int least = least_gap(q, finish < start ? finish : start, false);
    const int least_ever = least_gap(q, start, true);
    const bool is_point = mpz_sgn(q->reach) == 0;
    v->kind = kind_of(start, least, least_ever, is_point);
    v->path_is_clear = is_point ? start == 0 || least > 0 : least >= 0;
    v->at_start = start <= 0;
    if (v->at_start) {
        v->feature = feature;
        v->on_axis = starts_on_axis(q);
    } else if (v->kind != CAROM_SWEEP_KIND_MISS) {
        v->feature = feature_at_contact(q);
        v->at_finish = exact_time_sign(q, one, one) == 0;
        v->on_axis = is_point;
        set_polynomial(q);
    }
    mpz_clears(zero, one, NULL);
    return *v;
}

oracle_sweep_verdict oracle_sweep_ask(oracle_sweep *q, carom_circle circle, oracle_path path,
                                      carom_wall wall) {
    return ask(q, circle, path, wall, false);
}

oracle_sweep_verdict oracle_sweep_ask_last(oracle_sweep *q, carom_circle circle, oracle_path path,
                                           carom_wall wall) {
    return ask(q, circle, path, wall, true);
}

int oracle_sweep_time_sign(oracle_sweep *q, double t) {
    mpq_t fraction;
    mpq_init(fraction);
    mpq_set_d(fraction, t);
    const int sign = exact_time_sign(q, mpq_numref(fraction), mpq_denref(fraction));
    mpq_clear(fraction);
    return sign;
}

int oracle_sweep_exit_sign(oracle_sweep *q, double t) {
    mpq_t fraction, one;
    mpq_inits(fraction, one, NULL);
    mpq_set_d(fraction, t);
    mpq_set_ui(one, 1, 1);
    mpq_sub(fraction, one, fraction);
    const int sign = -exact_time_sign(q, mpq_numref(fraction), mpq_denref(fraction));
    mpq_clears(fraction, one, NULL);
    return sign;
}

bool oracle_sweep_exit_is(oracle_sweep *q, double t) {
    if (!(t >= 0.0 && t <= 1.0) || signbit(t)) {
        return false;
    }
    return oracle_sweep_exit_sign(q, t) <= 0 &&
           (t == 0.0 || oracle_sweep_exit_sign(q, nextafter(t, -1.0)) > 0);
}

bool oracle_sweep_time_is(oracle_sweep *q, double t) {
    if (!(t >= 0.0 && t <= 1.0) || signbit(t)) {
        return false;
    }
    return oracle_sweep_time_sign(q, t) >= 0 && oracle_sweep_time_sign(q, nextafter(t, 2.0)) < 0;
}
