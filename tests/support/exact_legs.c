// Exact questions about balls on legs, see exact_legs.h. Room: tests.
#include "exact_legs.h"

#include <float.h>
#include <math.h>

// ---- integers ----

static void init_vector(exact_vector *v) {
    mpz_inits(v->x, v->y, NULL);
}

static void clear_vector(exact_vector *v) {
    mpz_clears(v->x, v->y, NULL);
}

void exact_legs_init(exact_legs *e) {
    exact_vector *const vectors[] = {&e->p_from, &e->p_to,   &e->q_from, &e->q_to,
                                     &e->start,  &e->finish, &e->along,  &e->other};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        init_vector(vectors[i]);
    mpz_inits(e->p_weight, e->q_weight, e->reach, e->sum, e->product, e->left, e->right, NULL);
}

void exact_legs_clear(exact_legs *e) {
    exact_vector *const vectors[] = {&e->p_from, &e->p_to,   &e->q_from, &e->q_to,
                                     &e->start,  &e->finish, &e->along,  &e->other};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        clear_vector(vectors[i]);
    mpz_clears(e->p_weight, e->q_weight, e->reach, e->sum, e->product, e->left, e->right, NULL);
}

// The exponent of a bit that no bit of x is below; `unit` if that is less.
static int lower_unit(int unit, double x) {
    int exponent;
    frexp(x, &exponent);
    const int lowest = exponent - DBL_MANT_DIG;
    return x != 0.0 && lowest < unit ? lowest : unit;
}

static int unit_of_point(int unit, carom_vec2 p) {
    return lower_unit(lower_unit(unit, p.x), p.y);
}

// x in units of 2^unit.
static void set_number(mpz_t out, double x, int unit) {
    int exponent;
    const double mantissa = frexp(x, &exponent);
    mpz_set_d(out, ldexp(mantissa, DBL_MANT_DIG));
    if (x != 0.0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)(exponent - DBL_MANT_DIG - unit));
}

static void set_point(exact_vector *out, carom_vec2 p, int unit) {
    set_number(out->x, p.x, unit);
    set_number(out->y, p.y, unit);
}

// ---- a vector that goes straight ----

// Sign of |v|^2 - reach^2.
static int length_sign(exact_legs *e, const exact_vector *v) {
    exact_dot(e->left, v, v);
    mpz_mul(e->right, e->reach, e->reach);
    return mpz_cmp(e->left, e->right) > 0 ? 1 : mpz_cmp(e->left, e->right) < 0 ? -1 : 0;
}

// Sign of (least length of the vectors from `start` to `finish`) - reach. A ray goes on beyond
// `finish`, a line beyond both.
static int least_length_sign(exact_legs *e, const exact_vector *start, const exact_vector *finish,
                             carom_extent extent) {
    exact_subtract(&e->along, finish, start);
    exact_dot(e->sum, &e->along, &e->along);
    if (mpz_sgn(e->sum) == 0)
        return length_sign(e, start);
    exact_dot(e->product, start, &e->along);
    if (mpz_sgn(e->product) >= 0 && extent != CAROM_EXTENT_LINE)
        return length_sign(e, start);
    exact_dot(e->product, finish, &e->along);
    if (mpz_sgn(e->product) <= 0 && extent == CAROM_EXTENT_SEGMENT)
        return length_sign(e, finish);
    // (start x along)^2 against reach^2 along^2
    exact_cross(e->product, start, &e->along);
    mpz_mul(e->left, e->product, e->product);
    mpz_mul(e->right, e->reach, e->reach);
    mpz_mul(e->right, e->right, e->sum);
    return mpz_cmp(e->left, e->right) > 0 ? 1 : mpz_cmp(e->left, e->right) < 0 ? -1 : 0;
}

// ---- two balls ----

// The places of a ball at the times a and b, times `weight`: the length of its leg, or 1 if that is
// 0 and the whole leg is passed at once.
static void set_places(exact_vector *from, exact_vector *to, mpz_t weight, exact_legs *e,
                       const carom_leg *leg, double a, double b, int unit, int time_unit) {
    set_point(from, leg->from, unit);
    set_point(to, leg->to, unit);
    if (leg->start == leg->end) {
        mpz_set_ui(weight, 1);
        return;
    }
    set_number(weight, leg->end, time_unit);
    set_number(e->sum, leg->start, time_unit);
    mpz_sub(weight, weight, e->sum);
    exact_subtract(&e->along, to, from);
    mpz_mul(e->other.x, from->x, weight);
    mpz_mul(e->other.y, from->y, weight);
    // other + along (t - start)
    const double times[] = {a, b};
    exact_vector *const places[] = {from, to};
    for (int i = 0; i < 2; i++) {
        set_number(e->product, times[i], time_unit);
        mpz_sub(e->product, e->product, e->sum);
        mpz_set(places[i]->x, e->other.x);
        mpz_set(places[i]->y, e->other.y);
        mpz_addmul(places[i]->x, e->along.x, e->product);
        mpz_addmul(places[i]->y, e->along.y, e->product);
    }
}

static void set_difference(exact_vector *out, exact_legs *e, const exact_vector *p,
                           const exact_vector *q) {
    mpz_mul(out->x, p->x, e->q_weight);
    mpz_submul(out->x, q->x, e->p_weight);
    mpz_mul(out->y, p->y, e->q_weight);
    mpz_submul(out->y, q->y, e->p_weight);
}

static void set_reach(exact_legs *e, double r, double s, double longer, int unit) {
    set_number(e->reach, r, unit);
    set_number(e->sum, s, unit);
    mpz_add(e->reach, e->reach, e->sum);
    set_number(e->sum, longer, unit);
    mpz_add(e->reach, e->reach, e->sum);
}

int exact_legs_sign(exact_legs *e, const carom_leg *p, double r, const carom_leg *q, double s,
                    double longer) {
    int unit = unit_of_point(unit_of_point(0, p->from), p->to);
    unit = unit_of_point(unit_of_point(unit, q->from), q->to);
    unit = lower_unit(lower_unit(lower_unit(unit, r), s), longer);
    int time_unit = lower_unit(lower_unit(0, p->start), p->end);
    time_unit = lower_unit(lower_unit(time_unit, q->start), q->end);
    const double a = p->start > q->start ? p->start : q->start;
    const double b = p->end < q->end ? p->end : q->end;
    set_places(&e->p_from, &e->p_to, e->p_weight, e, p, a, b, unit, time_unit);
    set_places(&e->q_from, &e->q_to, e->q_weight, e, q, a, b, unit, time_unit);
    set_difference(&e->start, e, &e->p_from, &e->q_from);
    set_difference(&e->finish, e, &e->p_to, &e->q_to);
    set_reach(e, r, s, longer, unit);
    mpz_mul(e->reach, e->reach, e->p_weight);
    mpz_mul(e->reach, e->reach, e->q_weight);
    return least_length_sign(e, &e->start, &e->finish, CAROM_EXTENT_SEGMENT);
}

// ---- a leg and a wall ----

static int cross_sign(exact_legs *e, const exact_vector *p, const exact_vector *q) {
    exact_cross(e->product, p, q);
    return mpz_sgn(e->product);
}

// True if the open leg crosses the inside of the axis. Every other common point is an end of the
// leg or of the axis.
static bool crosses(exact_legs *e, carom_extent extent) {
    exact_vector *const u = &e->along, *const v = &e->other;
    exact_subtract(u, &e->q_to, &e->q_from);
    exact_subtract(&e->start, &e->p_from, &e->q_from);
    exact_subtract(&e->finish, &e->p_to, &e->q_from);
    if (cross_sign(e, u, &e->start) * cross_sign(e, u, &e->finish) >= 0)
        return false;
    // They meet at a + s u, with s (u x v) = (from - a) x v.
    exact_subtract(v, &e->p_to, &e->p_from);
    exact_cross(e->left, &e->start, v);
    exact_cross(e->right, u, v);
    if (mpz_sgn(e->right) < 0) {
        mpz_neg(e->left, e->left);
        mpz_neg(e->right, e->right);
    }
    return (extent == CAROM_EXTENT_LINE || mpz_sgn(e->left) > 0) &&
           (extent != CAROM_EXTENT_SEGMENT || mpz_cmp(e->left, e->right) < 0);
}

int exact_leg_wall_sign(exact_legs *e, const carom_leg *leg, double r, carom_wall wall,
                        double longer) {
    int unit = unit_of_point(unit_of_point(0, leg->from), leg->to);
    unit = unit_of_point(unit_of_point(unit, wall.a), wall.b);
    unit = lower_unit(lower_unit(lower_unit(unit, r), wall.radius), longer);
    const bool is_point = wall.a.x == wall.b.x && wall.a.y == wall.b.y;
    const carom_extent extent = is_point ? CAROM_EXTENT_SEGMENT : (carom_extent)wall.extent;
    set_point(&e->p_from, leg->from, unit);
    set_point(&e->p_to, leg->to, unit);
    set_point(&e->q_from, wall.a, unit);
    set_point(&e->q_to, wall.b, unit);
    set_reach(e, r, wall.radius, longer, unit);
    if (crosses(e, extent))
        return mpz_sgn(e->reach) > 0 ? -1 : 0;
    int least = 1;
    // The ends of the leg from the axis.
    const exact_vector *const ends[] = {&e->p_from, &e->p_to};
    for (int i = 0; i < 2; i++) {
        exact_subtract(&e->start, &e->q_from, ends[i]);
        exact_subtract(&e->finish, &e->q_to, ends[i]);
        const int sign = least_length_sign(e, &e->start, &e->finish, extent);
        least = sign < least ? sign : least;
    }
    // The ends of the axis from the leg.
    const exact_vector *const axis_ends[] = {&e->q_from, &e->q_to};
    const int count = extent == CAROM_EXTENT_SEGMENT ? 2 : extent == CAROM_EXTENT_RAY ? 1 : 0;
    for (int i = 0; i < count; i++) {
        exact_subtract(&e->start, &e->p_from, axis_ends[i]);
        exact_subtract(&e->finish, &e->p_to, axis_ends[i]);
        const int sign = least_length_sign(e, &e->start, &e->finish, CAROM_EXTENT_SEGMENT);
        least = sign < least ? sign : least;
    }
    return least;
}
