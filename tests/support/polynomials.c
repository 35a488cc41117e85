// Integer polynomials and their roots, see polynomials.h.
//
// Remainders are multiplied by positive integers so that they stay in integers, and divided by
// their content so that they stay small. Room: tests.
#include "polynomials.h"

#include <stdint.h>

enum { PRIME = 2147483647 };

void polynomial_init(polynomial *f) {
    f->degree = -1;
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++) {
        mpz_init(f->c[i]);
    }
}

void polynomial_clear(polynomial *f) {
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++) {
        mpz_clear(f->c[i]);
    }
}

void polynomial_set_zero(polynomial *f) {
    f->degree = -1;
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++) {
        mpz_set_ui(f->c[i], 0);
    }
}

void polynomial_set(polynomial *f, const polynomial *g) {
    f->degree = g->degree;
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++) {
        mpz_set(f->c[i], g->c[i]);
    }
}

void polynomial_trim(polynomial *f, int most) {
    while (most >= 0 && mpz_sgn(f->c[most]) == 0) {
        most--;
    }
    f->degree = most;
}

void polynomial_multiply(polynomial *f, const polynomial *g, const polynomial *h) {
    polynomial_set_zero(f);
    for (int i = 0; i <= g->degree; i++) {
        for (int j = 0; j <= h->degree; j++) {
            mpz_addmul(f->c[i + j], g->c[i], h->c[j]);
        }
    }
    polynomial_trim(f, POLYNOMIAL_DEGREE);
}

void polynomial_add_multiple(polynomial *f, const polynomial *g, long k) {
    for (int i = 0; i <= POLYNOMIAL_DEGREE; i++) {
        if (k < 0) {
            mpz_submul_ui(f->c[i], g->c[i], (unsigned long)-k);
        } else {
            mpz_addmul_ui(f->c[i], g->c[i], (unsigned long)k);
        }
    }
    polynomial_trim(f, POLYNOMIAL_DEGREE);
}

// Divides f by the positive greatest common divisor of its coefficients.
static void make_primitive(polynomial *f) {
    mpz_t content;
    mpz_init(content);
    for (int i = 0; i <= f->degree && mpz_cmp_ui(content, 1) != 0; i++) {
        mpz_gcd(content, content, f->c[i]);
    }
    if (mpz_cmp_ui(content, 1) > 0) {
        for (int i = 0; i <= f->degree; i++) {
            mpz_divexact(f->c[i], f->c[i], content);
        }
    }
    mpz_clear(content);
}

// r = r modulo g, times a positive integer; g is not 0.
static void reduce(polynomial *r, const polynomial *g) {
    mpz_t lead, factor;
    mpz_inits(lead, factor, NULL);
    mpz_abs(factor, g->c[g->degree]);
    while (r->degree >= g->degree) {
        const int shift = r->degree - g->degree;
        mpz_set(lead, r->c[r->degree]);
        if (mpz_sgn(g->c[g->degree]) < 0) {
            mpz_neg(lead, lead);
        }
        for (int i = 0; i <= r->degree; i++) {
            mpz_mul(r->c[i], r->c[i], factor);
        }
        for (int i = 0; i <= g->degree; i++) {
            mpz_submul(r->c[i + shift], lead, g->c[i]);
        }
        polynomial_trim(r, r->degree);
    }
    make_primitive(r);
    mpz_clears(lead, factor, NULL);
}

static void derive(polynomial *f, const polynomial *g) {
    polynomial_set_zero(f);
    for (int i = 1; i <= g->degree; i++) {
        mpz_mul_ui(f->c[i - 1], g->c[i], (unsigned long)i);
    }
    polynomial_trim(f, POLYNOMIAL_DEGREE);
}

// True only if f and g have no common factor: their images modulo a prime that divides neither
// leading coefficient have none. A quick answer for nearly all pairs.
static bool are_coprime_modulo(const polynomial *f, const polynomial *g) {
    const uint64_t prime = PRIME;
    uint64_t a[POLYNOMIAL_DEGREE + 1], b[POLYNOMIAL_DEGREE + 1];
    int n = f->degree, m = g->degree;
    for (int i = 0; i <= n; i++) {
        a[i] = mpz_fdiv_ui(f->c[i], PRIME);
    }
    for (int i = 0; i <= m; i++) {
        b[i] = mpz_fdiv_ui(g->c[i], PRIME);
    }
    if (a[n] == 0 || b[m] == 0) {
        return false;
    }
    uint64_t *p = a, *q = b;
    while (m > 0) { // p modulo q, then exchanged
        while (n >= m) {
            const uint64_t lead = p[n], by = q[m];
            for (int i = 0; i <= n; i++) {
                p[i] = p[i] * by % prime;
            }
            for (int i = 0; i <= m; i++) {
                p[i + n - m] = (p[i + n - m] + (prime - lead) * q[i]) % prime;
            }
            while (n >= 0 && p[n] == 0) {
                n--;
            }
        }
        uint64_t *const other = p;
        const int degree = n;
        p = q;
        n = m;
        q = other;
        m = degree;
    }
    return m == 0;
}

bool polynomial_gcd(polynomial *common, const polynomial *f, const polynomial *g) {
    if (f->degree == 0 || g->degree == 0 || are_coprime_modulo(f, g)) {
        return false;
    }
    polynomial rest;
    polynomial_init(&rest);
    polynomial_set(common, f);
    polynomial_set(&rest, g);
    make_primitive(common);
    make_primitive(&rest);
    while (rest.degree >= 0) {
        reduce(common, &rest);
        const polynomial other = *common;
        *common = rest;
        rest = other;
    }
    polynomial_clear(&rest);
    return common->degree > 0;
}

void polynomial_divide(polynomial *f, const polynomial *g) {
    polynomial quotient;
    polynomial_init(&quotient);
    for (int i = f->degree - g->degree; i >= 0; i--) {
        mpz_divexact(quotient.c[i], f->c[i + g->degree], g->c[g->degree]);
        for (int j = 0; j <= g->degree; j++) {
            mpz_submul(f->c[i + j], quotient.c[i], g->c[j]);
        }
    }
    polynomial_trim(&quotient, POLYNOMIAL_DEGREE);
    polynomial_set(f, &quotient);
    polynomial_clear(&quotient);
}

void polynomial_make_squarefree(polynomial *f) {
    make_primitive(f);
    if (f->degree < 2) {
        return;
    }
    polynomial slope, common;
    polynomial_init(&slope);
    polynomial_init(&common);
    derive(&slope, f);
    if (polynomial_gcd(&common, f, &slope)) {
        polynomial_divide(f, &common);
    }
    polynomial_clear(&slope);
    polynomial_clear(&common);
}

int polynomial_sign(const polynomial *f, const mpz_t m, mp_bitcnt_t k) {
    if (f->degree < 0) {
        return 0;
    }
    mpz_t sum, term; // f(m / 2^k) 2^(k degree)
    mpz_init_set(sum, f->c[f->degree]);
    mpz_init(term);
    for (int i = f->degree - 1; i >= 0; i--) {
        mpz_mul(sum, sum, m);
        mpz_mul_2exp(term, f->c[i], k * (mp_bitcnt_t)(f->degree - i));
        mpz_add(sum, sum, term);
    }
    const int sign = mpz_sgn(sum);
    mpz_clears(sum, term, NULL);
    return sign;
}

void sturm_init(sturm_sequence *s) {
    s->length = 0;
    for (int i = 0; i < STURM_LENGTH; i++) {
        polynomial_init(&s->f[i]);
    }
}

void sturm_clear(sturm_sequence *s) {
    for (int i = 0; i < STURM_LENGTH; i++) {
        polynomial_clear(&s->f[i]);
    }
}

void sturm_make(sturm_sequence *s, const polynomial *f) {
    polynomial_set(&s->f[0], f);
    derive(&s->f[1], f);
    make_primitive(&s->f[1]);
    s->length = 2;
    while (s->f[s->length - 1].degree > 0) {
        polynomial *const next = &s->f[s->length];
        polynomial_set(next, &s->f[s->length - 2]);
        reduce(next, &s->f[s->length - 1]);
        for (int i = 0; i <= POLYNOMIAL_DEGREE; i++) {
            mpz_neg(next->c[i], next->c[i]);
        }
        s->length++;
    }
}

static int variations(const sturm_sequence *s, const mpz_t m, mp_bitcnt_t k) {
    int count = 0, last = 0;
    for (int i = 0; i < s->length; i++) {
        const int sign = polynomial_sign(&s->f[i], m, k);
        count += sign * last < 0;
        last = sign != 0 ? sign : last;
    }
    return count;
}

int sturm_count(const sturm_sequence *s, const mpz_t m, mp_bitcnt_t k) {
    mpz_t high;
    mpz_init(high);
    mpz_add_ui(high, m, 1);
    const int count = variations(s, m, k) - variations(s, high, k);
    mpz_clear(high);
    return count;
}

void root_init(isolated_root *r) {
    r->of = NULL;
    r->is_exact = false;
    r->sign_above = 0;
    r->stride = 1;
    mpz_init(r->low.m);
    r->low.k = 0;
}

void root_clear(isolated_root *r) {
    mpz_clear(r->low.m);
}

void root_set(isolated_root *r, const isolated_root *from) {
    r->of = from->of;
    r->is_exact = from->is_exact;
    r->sign_above = from->sign_above;
    r->stride = from->stride;
    mpz_set(r->low.m, from->low.m);
    r->low.k = from->low.k;
}

// Many halvings at once towards 0, as long as that succeeds: times can be as small as 2^-2000.
static bool refine_towards_zero(isolated_root *r) {
    mpz_t one;
    mpz_init_set_ui(one, 1);
    const bool below = polynomial_sign(&r->of->f[0], one, r->low.k + r->stride) == r->sign_above;
    mpz_clear(one);
    if (below) {
        r->low.k += r->stride;
        r->stride *= 2;
    } else {
        r->stride = r->stride > 1 ? r->stride / 2 : 1;
    }
    return below;
}

void root_refine(isolated_root *r) {
    if (mpz_sgn(r->low.m) == 0 && (r->stride > 1 || r->low.k > 8) && refine_towards_zero(r)) {
        return;
    }
    mpz_mul_2exp(r->low.m, r->low.m, 1);
    r->low.k++;
    mpz_add_ui(r->low.m, r->low.m, 1);
    const int middle = polynomial_sign(&r->of->f[0], r->low.m, r->low.k);
    if (middle == 0) {
        r->is_exact = true;
    } else if (middle == r->sign_above) {
        mpz_sub_ui(r->low.m, r->low.m, 1);
    }
}

// Makes r the only root in (m / 2^k, (m + 1) / 2^k].
static void set_only_root(isolated_root *r, const sturm_sequence *s, const dyadic *low) {
    const polynomial *const f = &s->f[0];
    r->of = s;
    r->stride = 1;
    r->low.k = low->k;
    mpz_add_ui(r->low.m, low->m, 1);
    r->sign_above = polynomial_sign(f, r->low.m, r->low.k);
    r->is_exact = r->sign_above == 0;
    if (!r->is_exact) {
        mpz_set(r->low.m, low->m);
    }
    // The lower end can be the root of the interval before.
    while (!r->is_exact && polynomial_sign(f, r->low.m, r->low.k) == 0) {
        root_refine(r);
    }
}

// An interval (m / 2^k, (m + 1) / 2^k], and the variations of sign at both ends.
typedef struct root_interval {
    dyadic low;
    int at_low, at_high;
} root_interval;

// Splits intervals until each has one root. An interval that waits has at least one, so there are
// at most as many as roots.
int roots_isolate(isolated_root roots[POLYNOMIAL_DEGREE], const sturm_sequence *s) {
    enum { MOST = POLYNOMIAL_DEGREE + 1 };
    root_interval waiting[MOST];
    for (int i = 0; i < MOST; i++) {
        mpz_init(waiting[i].low.m);
        waiting[i].low.k = 0;
    }
    waiting[0].at_low = variations(s, waiting[0].low.m, 0);
    mpz_set_ui(waiting[1].low.m, 1);
    waiting[0].at_high = variations(s, waiting[1].low.m, 0);
    int left = 1, found = 0;
    while (left > 0) {
        root_interval *const at = &waiting[left - 1], *const upper = &waiting[left];
        const int count = at->at_low - at->at_high;
        if (count <= 1) {
            if (count == 1) {
                set_only_root(&roots[found++], s, &at->low);
            }
            left--;
            continue;
        }
        mpz_mul_2exp(at->low.m, at->low.m, 1);
        at->low.k++;
        mpz_add_ui(upper->low.m, at->low.m, 1);
        upper->low.k = at->low.k;
        upper->at_low = variations(s, upper->low.m, upper->low.k);
        upper->at_high = at->at_high;
        if (upper->at_low < at->at_low) {
            at->at_high = upper->at_low;
            left++;
        } else {
            mpz_set(at->low.m, upper->low.m);
        }
    }
    for (int i = 0; i < MOST; i++) {
        mpz_clear(waiting[i].low.m);
    }
    return found;
}

// Sign of (p.m + i) / 2^p.k - (q.m + j) / 2^q.k.
static int compare_dyadics(const dyadic *p, unsigned i, const dyadic *q, unsigned j) {
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    mpz_add_ui(x, p->m, i);
    mpz_add_ui(y, q->m, j);
    if (p->k < q->k) {
        mpz_mul_2exp(x, x, q->k - p->k);
    } else {
        mpz_mul_2exp(y, y, p->k - q->k);
    }
    const int order = mpz_cmp(x, y);
    mpz_clears(x, y, NULL);
    return order;
}

static unsigned width(const isolated_root *r) {
    return r->is_exact ? 0 : 1;
}

// Refines the root with the wider interval.
static void refine_either(isolated_root *r, isolated_root *s) {
    if (s->is_exact || (!r->is_exact && r->low.k <= s->low.k)) {
        root_refine(r);
    } else {
        root_refine(s);
    }
}

int roots_compare(isolated_root *r, isolated_root *s) {
    for (;;) {
        if (compare_dyadics(&r->low, width(r), &s->low, 0) <= 0) {
            return -1;
        }
        if (compare_dyadics(&s->low, width(s), &r->low, 0) <= 0) {
            return 1;
        }
        refine_either(r, s);
    }
}

void roots_separate(dyadic *between, isolated_root *first, isolated_root *second) {
    while (compare_dyadics(&first->low, width(first), &second->low, 0) >= 0) {
        refine_either(first, second);
    }
    // The mean of both ends of the room.
    mpz_t high;
    mpz_init(high);
    mpz_add_ui(between->m, first->low.m, width(first));
    mpz_set(high, second->low.m);
    between->k = first->low.k > second->low.k ? first->low.k : second->low.k;
    mpz_mul_2exp(between->m, between->m, between->k - first->low.k);
    mpz_mul_2exp(high, high, between->k - second->low.k);
    mpz_add(between->m, between->m, high);
    between->k++;
    mpz_clear(high);
}

// Sign of (m + i) / 2^k - num / den.
static int compare_to_fraction(const dyadic *p, unsigned i, const mpz_t num, const mpz_t den) {
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    mpz_add_ui(x, p->m, i);
    mpz_mul(x, x, den);
    mpz_mul_2exp(y, num, p->k);
    const int order = mpz_cmp(x, y);
    mpz_clears(x, y, NULL);
    return order;
}

// Is num / den a root of f?
static bool is_root(const polynomial *f, const mpz_t num, const mpz_t den) {
    mpz_t sum, power;
    mpz_init_set(sum, f->c[f->degree]);
    mpz_init_set_ui(power, 1);
    for (int i = f->degree - 1; i >= 0; i--) {
        mpz_mul(sum, sum, num);
        mpz_mul(power, power, den);
        mpz_addmul(sum, f->c[i], power);
    }
    const bool is_zero = mpz_sgn(sum) == 0;
    mpz_clears(sum, power, NULL);
    return is_zero;
}

int root_compare_fraction(isolated_root *r, const mpz_t num, const mpz_t den) {
    bool asked = false;
    for (;;) {
        const int low = compare_to_fraction(&r->low, 0, num, den);
        if (low > 0 || (low == 0 && !r->is_exact)) {
            return 1;
        }
        if (r->is_exact) {
            return low;
        }
        if (compare_to_fraction(&r->low, 1, num, den) <= 0) {
            return -1;
        }
        if (!asked && is_root(&r->of->f[0], num, den)) {
            return 0; // the interval holds no other
        }
        asked = true;
        root_refine(r);
    }
}

void root_refine_to(isolated_root *r, mp_bitcnt_t bits) {
    while (!r->is_exact && (mpz_sgn(r->low.m) == 0 || mpz_sizeinbase(r->low.m, 2) <= bits)) {
        root_refine(r);
    }
}
