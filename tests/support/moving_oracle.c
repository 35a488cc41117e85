// The oracle of moving walls, exact part: see moving_oracle.h. Integers in units of one power of
// two, u = b - a, w = c - a, z = c - b. Room: tests.
#include "moving_oracle_exact.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Calls `each` for every integer of the question outside polynomials and roots.
static void for_integers(moving_oracle *q, void (*each)(mpz_ptr)) {
    moving_vector *const vectors[] = {&q->a, &q->b, &q->c, &q->u, &q->w, &q->z};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        each(vectors[i]->start.x);
        each(vectors[i]->start.y);
        each(vectors[i]->step.x);
        each(vectors[i]->step.y);
    }
    exact_vector *const scratch[] = {&q->at_u, &q->at_w, &q->at_z};
    for (size_t i = 0; i < sizeof scratch / sizeof *scratch; i++) {
        each(scratch[i]->x);
        each(scratch[i]->y);
    }
    each(q->reach);
    each(q->wall_reach);
    for (int i = 0; i < ROOTS; i++) {
        each(q->cells[i].sample.m);
    }
}

static void init_integer(mpz_ptr z) {
    mpz_init(z);
}

static void clear_integer(mpz_ptr z) {
    mpz_clear(z);
}

moving_oracle *moving_oracle_new(void) {
    moving_oracle *q = calloc(1, sizeof *q);
    if (q == NULL) {
        perror("moving_oracle");
        abort();
    }
    for_integers(q, init_integer);
    for (int i = 0; i < POLYNOMIALS; i++) {
        polynomial_init(&q->polynomials[i]);
    }
    for (int i = 0; i < ELEMENTS; i++) {
        sturm_init(&q->elements[i].sturm);
    }
    for (int i = 0; i < ROOTS; i++) {
        root_init(&q->cells[i].root);
    }
    return q;
}

void moving_oracle_free(moving_oracle *q) {
    for_integers(q, clear_integer);
    for (int i = 0; i < POLYNOMIALS; i++) {
        polynomial_clear(&q->polynomials[i]);
    }
    for (int i = 0; i < ELEMENTS; i++) {
        sturm_clear(&q->elements[i].sturm);
    }
    for (int i = 0; i < ROOTS; i++) {
        root_clear(&q->cells[i].root);
    }
    free(q);
}

// All numbers as integers in the largest common power of two.
static void load_numbers(moving_oracle *q, const double *numbers, const mpz_ptr *integers,
                         int count) {
    int unit = 0;
    bool any = false;
    for (int i = 0; i < count; i++) {
        int e;
        mpz_set_d(integers[i], ldexp(frexp(numbers[i], &e), 53));
        if (mpz_sgn(integers[i]) != 0) {
            const int lowest = e - 53 + (int)mpz_scan1(integers[i], 0);
            unit = !any || lowest < unit ? lowest : unit;
            any = true;
        }
    }
    q->unit = unit;
    q->bits = 0;
    for (int i = 0; i < count; i++) {
        int e;
        frexp(numbers[i], &e);
        if (mpz_sgn(integers[i]) == 0) {
            continue;
        }
        if (e - 53 >= unit) {
            mpz_mul_2exp(integers[i], integers[i], (mp_bitcnt_t)(e - 53 - unit));
        } else {
            mpz_tdiv_q_2exp(integers[i], integers[i], (mp_bitcnt_t)(unit - (e - 53)));
        }
        const size_t bits = mpz_sizeinbase(integers[i], 2);
        q->bits = bits > q->bits ? bits : q->bits;
    }
}

static void subtract_moving(moving_vector *out, const moving_vector *p, const moving_vector *q) {
    exact_subtract(&out->start, &p->start, &q->start);
    exact_subtract(&out->step, &p->step, &q->step);
}

static void load(moving_oracle *q) {
    enum { NUMBERS = 14 };
    const moving_question *const m = &q->question;
    const double numbers[NUMBERS] = {
        m->circle.center.x, m->circle.center.y, m->wall.a.x, m->wall.a.y, m->wall.b.x, m->wall.b.y,
        m->center.x,        m->center.y,        m->a.x,      m->a.y,      m->b.x,      m->b.y,
        m->circle.radius,   m->wall.radius};
    const mpz_ptr integers[NUMBERS] = {q->c.start.x, q->c.start.y, q->a.start.x, q->a.start.y,
                                       q->b.start.x, q->b.start.y, q->c.step.x,  q->c.step.y,
                                       q->a.step.x,  q->a.step.y,  q->b.step.x,  q->b.step.y,
                                       q->reach,     q->wall_reach};
    load_numbers(q, numbers, integers, NUMBERS);
    if (m->are_ends) {
        exact_subtract(&q->c.step, &q->c.step, &q->c.start);
        exact_subtract(&q->a.step, &q->a.step, &q->a.start);
        exact_subtract(&q->b.step, &q->b.step, &q->b.start);
    }
    mpz_add(q->reach, q->reach, q->wall_reach);
    subtract_moving(&q->u, &q->b, &q->a);
    subtract_moving(&q->w, &q->c, &q->a);
    subtract_moving(&q->z, &q->c, &q->b);
}

static bool is_finite_point(carom_vec2 p) {
    return is_finite_number(p.x) && is_finite_number(p.y);
}

static bool does_not_turn(const moving_oracle *q) {
    return mpz_sgn(q->u.step.x) == 0 && mpz_sgn(q->u.step.y) == 0;
}

// f = p.q as a polynomial.
static void set_dot(polynomial *f, const moving_vector *p, const moving_vector *q) {
    polynomial_set_zero(f);
    exact_dot(f->c[0], &p->start, &q->start);
    exact_dot(f->c[1], &p->start, &q->step);
    mpz_addmul(f->c[1], p->step.x, q->start.x);
    mpz_addmul(f->c[1], p->step.y, q->start.y);
    exact_dot(f->c[2], &p->step, &q->step);
    polynomial_trim(f, 2);
}

// f = p x q as a polynomial.
static void set_cross(polynomial *f, const moving_vector *p, const moving_vector *q) {
    polynomial_set_zero(f);
    exact_cross(f->c[0], &p->start, &q->start);
    exact_cross(f->c[1], &p->start, &q->step);
    mpz_addmul(f->c[1], p->step.x, q->start.y);
    mpz_submul(f->c[1], p->step.y, q->start.x);
    exact_cross(f->c[2], &p->step, &q->step);
    polynomial_trim(f, 2);
}

static void set_polynomials(moving_oracle *q) {
    polynomial *const f = q->polynomials;
    polynomial_set_zero(&f[AT_START]);
    mpz_set_si(f[AT_START].c[1], 1);
    polynomial_trim(&f[AT_START], 1);
    polynomial_set_zero(&f[AT_FINISH]);
    mpz_set_si(f[AT_FINISH].c[0], -1);
    mpz_set_si(f[AT_FINISH].c[1], 1);
    polynomial_trim(&f[AT_FINISH], 1);
    set_dot(&f[BEYOND_A], &q->w, &q->u);
    polynomial zu, length2, side, reach2;
    polynomial *const scratch[] = {&zu, &length2, &side, &reach2};
    for (int i = 0; i < 4; i++) {
        polynomial_init(scratch[i]);
    }
    set_dot(&zu, &q->z, &q->u);
    polynomial_set_zero(&f[BEYOND_B]);
    polynomial_add_multiple(&f[BEYOND_B], &zu, -1);
    mpz_mul(reach2.c[0], q->reach, q->reach);
    polynomial_trim(&reach2, 0);
    set_dot(&f[GAP_A], &q->w, &q->w);
    polynomial_add_multiple(&f[GAP_A], &reach2, -1);
    set_dot(&f[GAP_B], &q->z, &q->z);
    polynomial_add_multiple(&f[GAP_B], &reach2, -1);
    set_cross(&side, &q->u, &q->w);
    set_dot(&length2, &q->u, &q->u);
    polynomial_multiply(&f[GAP_SIDE], &side, &side);
    polynomial_multiply(&side, &reach2, &length2);
    polynomial_add_multiple(&f[GAP_SIDE], &side, -1);
    for (int i = 0; i < 4; i++) {
        polynomial_clear(scratch[i]);
    }
}

static void add_element(moving_oracle *q, const polynomial *f, unsigned divides) {
    basis_element *const e = &q->elements[q->element_count++];
    sturm_make(&e->sturm, f);
    e->divides = divides;
}

// Adds a polynomial: what it has in common with each element becomes an element of its own.
static void add_to_basis(moving_oracle *q, int index) {
    polynomial rest, common, other;
    polynomial_init(&rest);
    polynomial_init(&common);
    polynomial_init(&other);
    polynomial_set(&rest, &q->polynomials[index]);
    polynomial_make_squarefree(&rest);
    const int before = q->element_count;
    for (int i = 0; i < before && rest.degree > 0; i++) {
        basis_element *const e = &q->elements[i];
        if (!polynomial_gcd(&common, &rest, &e->sturm.f[0])) {
            continue;
        }
        polynomial_divide(&rest, &common);
        if (common.degree < e->sturm.f[0].degree) {
            polynomial_set(&other, &e->sturm.f[0]);
            polynomial_divide(&other, &common);
            add_element(q, &other, e->divides);
            sturm_make(&e->sturm, &common);
        }
        e->divides |= 1u << index;
    }
    if (rest.degree > 0) {
        add_element(q, &rest, 1u << index);
    }
    polynomial_clear(&rest);
    polynomial_clear(&common);
    polynomial_clear(&other);
}

static void make_basis(moving_oracle *q) {
    q->element_count = 0;
    for (int i = 0; i < POLYNOMIALS; i++) {
        if (q->polynomials[i].degree > 0) {
            add_to_basis(q, i);
        }
    }
}

// Inserts a root into the cells in order.
static void insert_root(moving_oracle *q, const isolated_root *r, unsigned divides) {
    int i = q->count++;
    root_set(&q->cells[i].root, r);
    q->cells[i].divides = divides;
    while (i > 0 && roots_compare(&q->cells[i - 1].root, &q->cells[i].root) > 0) {
        const time_cell other = q->cells[i];
        q->cells[i] = q->cells[i - 1];
        q->cells[i - 1] = other;
        i--;
    }
}

// The roots 0 and 1 of the elements that have them, and all between.
static void find_roots(moving_oracle *q) {
    isolated_root roots[POLYNOMIAL_DEGREE];
    for (int i = 0; i < POLYNOMIAL_DEGREE; i++) {
        root_init(&roots[i]);
    }
    q->count = 0;
    for (int i = 0; i < q->element_count; i++) {
        const basis_element *const e = &q->elements[i];
        const bool is_start = (e->divides & 1u << AT_START) != 0;
        if (is_start || (e->divides & 1u << AT_FINISH) != 0) {
            roots[0].of = &e->sturm;
            roots[0].is_exact = true;
            mpz_set_ui(roots[0].low.m, is_start ? 0 : 1);
            roots[0].low.k = 0;
            insert_root(q, &roots[0], e->divides);
            continue;
        }
        const int count = roots_isolate(roots, &e->sturm);
        for (int j = 0; j < count; j++) {
            insert_root(q, &roots[j], e->divides);
        }
    }
    for (int i = 0; i < POLYNOMIAL_DEGREE; i++) {
        root_clear(&roots[i]);
    }
}

// A time after 1 before all roots after 1: 1 + 2^-k.
static void sample_after_finish(const moving_oracle *q, dyadic *sample) {
    mpz_t low;
    mpz_init_set_ui(low, 1);
    sample->k = 0;
    for (int i = 0; i < q->element_count; i++) {
        while (sturm_count(&q->elements[i].sturm, low, sample->k) > 0) {
            mpz_mul_2exp(low, low, 1);
            sample->k++;
        }
    }
    mpz_add_ui(sample->m, low, 1);
    mpz_clear(low);
}

// The vector at the time m / 2^k, times 2^k.
static void vector_at(exact_vector *out, const moving_vector *v, const dyadic *t) {
    mpz_mul_2exp(out->x, v->start.x, t->k);
    mpz_mul_2exp(out->y, v->start.y, t->k);
    mpz_addmul(out->x, v->step.x, t->m);
    mpz_addmul(out->y, v->step.y, t->m);
}

// Which part of the axis is nearest, from the signs of p and q. The axis of a point has p = q = 0.
static carom_feature feature_of(const moving_oracle *q, int p_sign, int q_sign) {
    const carom_extent extent = (carom_extent)q->question.wall.extent;
    if (extent == CAROM_EXTENT_LINE) {
        const bool is_point = mpz_sgn(q->u.start.x) == 0 && mpz_sgn(q->u.start.y) == 0;
        return is_point ? CAROM_FEATURE_END_A : CAROM_FEATURE_SIDE;
    }
    if (p_sign <= 0) {
        return CAROM_FEATURE_END_A;
    }
    return extent == CAROM_EXTENT_SEGMENT && q_sign <= 0 ? CAROM_FEATURE_END_B : CAROM_FEATURE_SIDE;
}

static int gap_polynomial(carom_feature feature) {
    return feature == CAROM_FEATURE_END_A   ? GAP_A
           : feature == CAROM_FEATURE_END_B ? GAP_B
                                            : GAP_SIDE;
}

// The gap at the sample, from the definition: vectors first, polynomials not at all.
static void look(moving_oracle *q, time_cell *cell) {
    mpz_t reach2, length2, value;
    mpz_inits(reach2, length2, value, NULL);
    vector_at(&q->at_u, &q->u, &cell->sample);
    vector_at(&q->at_w, &q->w, &cell->sample);
    vector_at(&q->at_z, &q->z, &cell->sample);
    mpz_mul_2exp(reach2, q->reach, cell->sample.k);
    mpz_mul(reach2, reach2, reach2);
    exact_dot(value, &q->at_w, &q->at_u);
    cell->signs[BEYOND_A] = mpz_sgn(value);
    exact_dot(value, &q->at_z, &q->at_u);
    cell->signs[BEYOND_B] = -mpz_sgn(value);
    exact_dot(value, &q->at_w, &q->at_w);
    cell->signs[GAP_A] = mpz_cmp(value, reach2);
    exact_dot(value, &q->at_z, &q->at_z);
    cell->signs[GAP_B] = mpz_cmp(value, reach2);
    exact_cross(value, &q->at_u, &q->at_w);
    cell->side = mpz_sgn(value);
    mpz_mul(value, value, value);
    exact_dot(length2, &q->at_u, &q->at_u);
    mpz_mul(reach2, reach2, length2);
    cell->signs[GAP_SIDE] = mpz_cmp(value, reach2);
    const carom_feature feature = feature_of(q, cell->signs[BEYOND_A], cell->signs[BEYOND_B]);
    const int gap = cell->signs[gap_polynomial(feature)];
    cell->gap_after = (gap > 0) - (gap < 0);
    mpz_clears(reach2, length2, value, NULL);
}

static int sign_at_root(const time_cell *cell, int index) {
    return (cell->divides & 1u << index) != 0 ? 0 : cell->signs[index];
}

static void look_at_all(moving_oracle *q) {
    for (int i = 0; i < q->count; i++) {
        time_cell *const cell = &q->cells[i];
        if (i + 1 < q->count) {
            roots_separate(&cell->sample, &cell->root, &q->cells[i + 1].root);
        } else {
            sample_after_finish(q, &cell->sample);
        }
        look(q, cell);
        cell->feature_at_root =
            feature_of(q, sign_at_root(cell, BEYOND_A), sign_at_root(cell, BEYOND_B));
        const int gap = sign_at_root(cell, gap_polynomial(cell->feature_at_root));
        cell->gap_at_root = (gap > 0) - (gap < 0);
    }
}

static bool is_point(const moving_oracle *q) {
    return mpz_sgn(q->reach) == 0;
}

// Is the root of cell i a hit? The start of an overlap counts.
static bool is_hit(const moving_oracle *q, int i) {
    const time_cell *const cell = &q->cells[i];
    if (is_point(q)) {
        return i > 0 && cell->gap_at_root == 0 && q->cells[i - 1].gap_after > 0;
    }
    return cell->gap_at_root < 0 || cell->gap_after < 0;
}

static void find_contacts(moving_oracle *q) {
    q->first = q->first_hit = -1;
    for (int i = q->count - 1; i >= 0; i--) {
        if (q->cells[i].gap_at_root <= 0) {
            q->first = i;
        }
        if (is_hit(q, i)) {
            q->first_hit = i;
        }
    }
}

void moving_oracle_ask(moving_oracle *q, moving_question question) {
    q->question = question;
    q->is_valid =
        oracle_decide(question.circle, question.wall, 0.0).relation != CAROM_RELATION_INVALID &&
        is_finite_point(question.center) && is_finite_point(question.a) &&
        is_finite_point(question.b);
    q->first = q->first_hit = -1;
    if (!q->is_valid) {
        return;
    }
    load(q);
    if (question.wall.extent != CAROM_EXTENT_SEGMENT && !does_not_turn(q)) {
        q->is_valid = false;
        return;
    }
    set_polynomials(q);
    make_basis(q);
    find_roots(q);
    look_at_all(q);
    find_contacts(q);
}

static moving_verdict verdict_of(const moving_oracle *q, int index) {
    moving_verdict v = {.kind = q->is_valid ? CAROM_SWEEP_KIND_MISS : CAROM_SWEEP_KIND_INVALID,
                        .feature = CAROM_FEATURE_NONE};
    if (index < 0) {
        return v;
    }
    const time_cell *const cell = &q->cells[index];
    v.kind = cell->gap_at_root < 0 ? CAROM_SWEEP_KIND_OVERLAP
             : is_hit(q, index)    ? CAROM_SWEEP_KIND_HIT
                                   : CAROM_SWEEP_KIND_GRAZE;
    v.feature = cell->feature_at_root;
    v.at_start = index == 0;
    v.at_finish = index == q->count - 1;
    v.at_dyadic = cell->root.is_exact;
    v.on_axis = is_point(q);
    if (v.kind == CAROM_SWEEP_KIND_OVERLAP) {
        const exact_vector *const w = &q->w.start, *const z = &q->z.start;
        mpz_t cross;
        mpz_init(cross);
        exact_cross(cross, &q->u.start, w);
        v.on_axis = v.feature == CAROM_FEATURE_SIDE    ? mpz_sgn(cross) == 0
                    : v.feature == CAROM_FEATURE_END_A ? mpz_sgn(w->x) == 0 && mpz_sgn(w->y) == 0
                                                       : mpz_sgn(z->x) == 0 && mpz_sgn(z->y) == 0;
        mpz_clear(cross);
    }
    return v;
}

moving_verdict moving_oracle_first(const moving_oracle *q) {
    return verdict_of(q, q->first);
}

moving_verdict moving_oracle_first_hit(const moving_oracle *q) {
    return verdict_of(q, q->first_hit);
}

bool moving_oracle_is_clear(const moving_oracle *q) {
    if (!q->is_valid) {
        return false;
    }
    // A circle that touches at t = 1 and would go on into the wall is still free.
    return q->first_hit < 0 || (!is_point(q) && q->first_hit == q->count - 1 &&
                                q->cells[q->first_hit].gap_at_root == 0);
}

int moving_oracle_grazes(const moving_oracle *q) {
    int count = 0;
    for (int i = 1; q->is_valid && i + 1 < q->count; i++) {
        count += q->cells[i].gap_at_root == 0 && q->cells[i - 1].gap_after > 0 &&
                 q->cells[i].gap_after >= 0;
    }
    return count;
}

int moving_oracle_time_sign(moving_oracle *q, bool hit, double t) {
    const int index = hit ? q->first_hit : q->first;
    mpq_t fraction;
    mpq_init(fraction);
    mpq_set_d(fraction, t);
    const int sign =
        root_compare_fraction(&q->cells[index].root, mpq_numref(fraction), mpq_denref(fraction));
    mpq_clear(fraction);
    return sign;
}

bool moving_oracle_time_is(moving_oracle *q, bool hit, double t) {
    if (!(t >= 0.0 && t <= 1.0) || signbit(t)) {
        return false;
    }
    return moving_oracle_time_sign(q, hit, t) >= 0 &&
           moving_oracle_time_sign(q, hit, nextafter(t, 2.0)) < 0;
}
