// The reference of hard discs, see crowd_reference.h. Room: tests.
#include "crowd_reference.h"

#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

#include "random.h"

// A vector in MPFR.
typedef struct wide_vector {
    mpfr_t x, y;
} wide_vector;

typedef struct reference_ball {
    double radius, inverse;
    carom_vec2 acceleration;
    // At the start of its leg: place and velocity; and the pace of the leg.
    wide_vector place, velocity, pace;
    mpfr_t start;
    // The same, rounded.
    carom_vec2 rough_place, rough_pace;
    double rough_start;
    // The earliest of its meetings, and with whom.
    mpfr_t next;
    double rough_next;
    size_t partner;
} reference_ball;

struct crowd_reference {
    reference_ball *balls;
    size_t count;
    double restitution, side_restitution;
    bool has_box;
    carom_vec2 min, max;
    // The frame: its time, the clock in it, and its number.
    double time;
    mpfr_t clock;
    double rough_clock, size;
    long frame;
    double noise;
    random_source random;
    reference_impact *impacts;
    size_t impact_count, impact_room;
    // Approaches below this part of the pace are none.
    double least_approach;
    // Scratch.
    wide_vector d, w, n, p, q;
    mpfr_t a, b, c, e, f, t;
};

// ---- vectors ----

static void init_vector(wide_vector *v, mpfr_prec_t bits) {
    mpfr_inits2(bits, v->x, v->y, (mpfr_ptr)NULL);
}

static void clear_vector(wide_vector *v) {
    mpfr_clears(v->x, v->y, (mpfr_ptr)NULL);
}

static void set_vector(wide_vector *v, carom_vec2 p) {
    mpfr_set_d(v->x, p.x, MPFR_RNDN);
    mpfr_set_d(v->y, p.y, MPFR_RNDN);
}

static carom_vec2 rounded(const wide_vector *v) {
    return carom_vec2_make(mpfr_get_d(v->x, MPFR_RNDN), mpfr_get_d(v->y, MPFR_RNDN));
}

static void copy(wide_vector *out, const wide_vector *p) {
    mpfr_set(out->x, p->x, MPFR_RNDN);
    mpfr_set(out->y, p->y, MPFR_RNDN);
}

static void subtract(wide_vector *out, const wide_vector *p, const wide_vector *q) {
    mpfr_sub(out->x, p->x, q->x, MPFR_RNDN);
    mpfr_sub(out->y, p->y, q->y, MPFR_RNDN);
}

// out = p + t v; out may be p.
static void add_times(wide_vector *out, const wide_vector *p, const wide_vector *v,
                      const mpfr_t t) {
    mpfr_fma(out->x, v->x, t, p->x, MPFR_RNDN);
    mpfr_fma(out->y, v->y, t, p->y, MPFR_RNDN);
}

static void dot(mpfr_t out, const wide_vector *p, const wide_vector *q) {
    mpfr_fmma(out, p->x, q->x, p->y, q->y, MPFR_RNDN);
}

// ---- legs ----

static double noise(crowd_reference *r, double size) {
    return r->noise > 0.0 ? random_between(&r->random, -1, 1) * r->noise * size : 0.0;
}

static void add_noise(crowd_reference *r, wide_vector *v, double size) {
    if (r->noise == 0.0)
        return;
    mpfr_add_d(v->x, v->x, noise(r, size), MPFR_RNDN);
    mpfr_add_d(v->y, v->y, noise(r, size), MPFR_RNDN);
}

static double larger(double x, double y) {
    return x > y ? x : y;
}

static double size_of(carom_vec2 p) {
    return larger(fabs(p.x), fabs(p.y));
}

// Starts the leg of a ball at the clock: pace = v + g (T - s) / 2.
static void start_leg(crowd_reference *r, reference_ball *b) {
    mpfr_set(b->start, r->clock, MPFR_RNDN);
    mpfr_d_sub(r->t, r->time, b->start, MPFR_RNDN);
    mpfr_div_ui(r->t, r->t, 2, MPFR_RNDN);
    set_vector(&r->p, b->acceleration);
    add_times(&b->pace, &b->velocity, &r->p, r->t);
    b->rough_place = rounded(&b->place);
    b->rough_pace = rounded(&b->pace);
    b->rough_start = mpfr_get_d(b->start, MPFR_RNDN);
}

// The place on the leg at the time t of the frame.
static void set_place(wide_vector *out, const reference_ball *b, const mpfr_t t, mpfr_t scratch) {
    mpfr_sub(scratch, t, b->start, MPFR_RNDN);
    add_times(out, &b->place, &b->pace, scratch);
}

// The velocity at the clock: v + g (t - s), with v_g^2 = v0_g^2 + 2 g.path along g. Below its start
// a ball falls; above it, it falls or rises as the parabola does.
static void pass_leg(crowd_reference *r, reference_ball *b) {
    mpfr_sub(r->t, r->clock, b->start, MPFR_RNDN);
    add_times(&b->place, &b->place, &b->pace, r->t);
    const carom_vec2 g = b->acceleration;
    if (g.x == 0.0 && g.y == 0.0)
        return;
    set_vector(&r->p, g); // g
    dot(r->a, &r->p, &r->p);
    mpfr_sqrt(r->a, r->a, MPFR_RNDN); // |g|
    dot(r->b, &r->p, &b->velocity);
    mpfr_div(r->b, r->b, r->a, MPFR_RNDN); // v0 along g
    dot(r->c, &r->p, &b->pace);
    mpfr_mul(r->c, r->c, r->t, MPFR_RNDN); // g.path
    add_times(&b->velocity, &b->velocity, &r->p, r->t);
    mpfr_mul(r->t, r->t, r->a, MPFR_RNDN);
    mpfr_add(r->t, r->t, r->b, MPFR_RNDN); // v along g
    mpfr_mul_ui(r->e, r->c, 2, MPFR_RNDN);
    mpfr_fma(r->e, r->b, r->b, r->e, MPFR_RNDN);
    if (mpfr_sgn(r->e) < 0)
        mpfr_set_ui(r->e, 0, MPFR_RNDN);
    mpfr_sqrt(r->e, r->e, MPFR_RNDN);
    if (mpfr_sgn(r->c) <= 0 && mpfr_sgn(r->t) < 0)
        mpfr_neg(r->e, r->e, MPFR_RNDN);
    mpfr_sub(r->e, r->e, r->t, MPFR_RNDN);
    mpfr_div(r->e, r->e, r->a, MPFR_RNDN); // in units of g
    add_times(&b->velocity, &b->velocity, &r->p, r->e);
}

// ---- meetings ----

static void take_meeting(reference_ball *b, const mpfr_t t, size_t partner) {
    if (mpfr_cmp(t, b->next) >= 0)
        return;
    mpfr_set(b->next, t, MPFR_RNDN);
    b->rough_next = mpfr_get_d(t, MPFR_RNDU);
    b->partner = partner;
}

// False if double is sure that the balls do not meet before the next meeting of b. All is off by
// less than 2^-44 of the sizes of its terms.
static bool can_meet(const crowd_reference *r, const reference_ball *b, const reference_ball *o) {
    const double reach = b->radius + o->radius, error = 0x1p-40;
    const carom_vec2 p = carom_vec2_add(
        b->rough_place, carom_vec2_scale(b->rough_pace, r->rough_clock - b->rough_start));
    const carom_vec2 q = carom_vec2_add(
        o->rough_place, carom_vec2_scale(o->rough_pace, r->rough_clock - o->rough_start));
    const carom_vec2 d = carom_vec2_sub(p, q), w = carom_vec2_sub(b->rough_pace, o->rough_pace);
    const double way = sqrt(carom_vec2_dot(d, d)), pace = sqrt(carom_vec2_dot(w, w));
    const double slack = error * (r->size + way + reach);
    if (carom_vec2_dot(d, w) > slack * pace)
        return false;
    const double last = b->rough_next < r->time ? b->rough_next : r->time;
    if (way - reach - slack > pace * (last - r->rough_clock + error * r->time))
        return false;
    return fabs(d.x * w.y - d.y * w.x) <= (reach + slack) * pace;
}

// The first meeting at or after the clock: t = c / (-a + sqrt(a^2 - w^2 c)), a = d.w,
// c = d^2 - R^2. Sets r->t; false if there is none.
static bool meet(crowd_reference *r, const reference_ball *b, const reference_ball *o) {
    set_place(&r->d, b, r->clock, r->t);
    set_place(&r->q, o, r->clock, r->t);
    subtract(&r->d, &r->d, &r->q);
    subtract(&r->w, &b->pace, &o->pace);
    dot(r->a, &r->d, &r->w);
    dot(r->b, &r->w, &r->w);
    dot(r->c, &r->d, &r->d);
    mpfr_mul(r->e, r->b, r->c, MPFR_RNDN);
    mpfr_sqrt(r->e, r->e, MPFR_RNDN); // |d| |w|
    mpfr_mul_d(r->e, r->e, -r->least_approach, MPFR_RNDN);
    if (mpfr_cmp(r->a, r->e) >= 0)
        return false;
    mpfr_set_d(r->e, b->radius, MPFR_RNDN);
    mpfr_add_d(r->e, r->e, o->radius, MPFR_RNDN);
    mpfr_sqr(r->e, r->e, MPFR_RNDN);
    mpfr_sub(r->c, r->c, r->e, MPFR_RNDN);
    mpfr_fmms(r->e, r->a, r->a, r->b, r->c, MPFR_RNDN);
    if (mpfr_sgn(r->e) < 0)
        return false;
    mpfr_sqrt(r->e, r->e, MPFR_RNDN);
    mpfr_sub(r->e, r->e, r->a, MPFR_RNDN);
    mpfr_div(r->t, r->c, r->e, MPFR_RNDN);
    if (mpfr_sgn(r->t) < 0)
        mpfr_set_ui(r->t, 0, MPFR_RNDN);
    mpfr_add(r->t, r->t, r->clock, MPFR_RNDN);
    return mpfr_cmp_d(r->t, r->time) <= 0;
}

// The time at which a coordinate reaches the side, for a ball that moves to it.
static void look_for_side(crowd_reference *r, reference_ball *b, int side) {
    const bool is_upper = side % 2 == 1, is_y = side >= 2;
    const carom_vec2 corner = is_upper ? r->max : r->min;
    mpfr_ptr pace = is_y ? b->pace.y : b->pace.x, place = is_y ? b->place.y : b->place.x;
    if (is_upper ? mpfr_sgn(pace) <= 0 : mpfr_sgn(pace) >= 0)
        return;
    mpfr_set_d(r->t, is_y ? corner.y : corner.x, MPFR_RNDN);
    mpfr_sub_d(r->t, r->t, is_upper ? b->radius : -b->radius, MPFR_RNDN);
    mpfr_sub(r->t, r->t, place, MPFR_RNDN);
    mpfr_div(r->t, r->t, pace, MPFR_RNDN);
    mpfr_add(r->t, r->t, b->start, MPFR_RNDN);
    if (mpfr_cmp(r->t, r->clock) < 0)
        mpfr_set(r->t, r->clock, MPFR_RNDN);
    if (mpfr_cmp_d(r->t, r->time) <= 0)
        take_meeting(b, r->t, REFERENCE_SIDE(side));
}

static void look(crowd_reference *r, size_t i) {
    reference_ball *b = &r->balls[i];
    mpfr_set_inf(b->next, 1);
    b->rough_next = HUGE_VAL;
    b->partner = REFERENCE_NOBODY;
    for (int side = 0; side < 4 && r->has_box; side++)
        look_for_side(r, b, side);
    for (size_t k = 0; k < r->count; k++)
        if (k != i && can_meet(r, b, &r->balls[k]) && meet(r, b, &r->balls[k]))
            take_meeting(b, r->t, k);
}

// ---- impacts ----

static reference_impact *new_impact(crowd_reference *r, size_t first, size_t second) {
    if (r->impact_count == r->impact_room) {
        r->impact_room = 2 * r->impact_room + 64;
        r->impacts = realloc(r->impacts, r->impact_room * sizeof *r->impacts);
        if (r->impacts == NULL)
            abort();
    }
    reference_impact *i = &r->impacts[r->impact_count++];
    *i = (reference_impact){.frame = r->frame, .first = first, .second = second};
    i->time = mpfr_get_d(r->clock, MPFR_RNDN);
    mpfr_sub_d(r->t, r->clock, i->time, MPFR_RNDN);
    i->rest = mpfr_get_d(r->t, MPFR_RNDN);
    return i;
}

static void bounce_off_side(crowd_reference *r, size_t k, size_t side) {
    reference_ball *b = &r->balls[k];
    reference_impact *i = new_impact(r, k, REFERENCE_SIDE(side));
    const double sign = side % 2 == 0 ? 1 : -1;
    i->normal = side < 2 ? carom_vec2_make(sign, 0) : carom_vec2_make(0, sign);
    i->closing = carom_vec2_dot(b->rough_pace, i->normal);
    i->pace = sqrt(carom_vec2_dot(b->rough_pace, b->rough_pace));
    pass_leg(r, b);
    i->first_center = rounded(&b->place);
    i->first_before = rounded(&b->velocity);
    mpfr_ptr v = side < 2 ? b->velocity.x : b->velocity.y;
    if ((side % 2 == 0) == (mpfr_sgn(v) < 0))
        mpfr_mul_d(v, v, -r->side_restitution, MPFR_RNDN);
    add_noise(r, &b->velocity, size_of(i->first_before));
    i->first_after = rounded(&b->velocity);
    start_leg(r, b);
}

// Both balls get an impulse along n: (1 + e) (closing speed) / (sum of the inverse masses).
static void exchange(crowd_reference *r, reference_ball *b, reference_ball *o) {
    subtract(&r->w, &b->velocity, &o->velocity);
    dot(r->a, &r->w, &r->n);
    if (mpfr_sgn(r->a) >= 0 || (b->inverse == 0.0 && o->inverse == 0.0))
        return;
    mpfr_set_d(r->e, b->inverse, MPFR_RNDN);
    mpfr_add_d(r->e, r->e, o->inverse, MPFR_RNDN);
    mpfr_set_ui(r->b, 1, MPFR_RNDN);
    mpfr_add_d(r->b, r->b, r->restitution, MPFR_RNDN);
    mpfr_mul(r->a, r->a, r->b, MPFR_RNDN);
    mpfr_div(r->a, r->a, r->e, MPFR_RNDN);
    mpfr_mul_d(r->b, r->a, -b->inverse, MPFR_RNDN);
    add_times(&b->velocity, &b->velocity, &r->n, r->b);
    mpfr_mul_d(r->b, r->a, o->inverse, MPFR_RNDN);
    add_times(&o->velocity, &o->velocity, &r->n, r->b);
}

static void collide(crowd_reference *r, size_t first, size_t second) {
    reference_ball *b = &r->balls[first], *o = &r->balls[second];
    reference_impact *i = new_impact(r, first, second);
    subtract(&r->w, &b->pace, &o->pace);
    pass_leg(r, b);
    pass_leg(r, o);
    subtract(&r->n, &b->place, &o->place);
    dot(r->a, &r->n, &r->n);
    mpfr_sqrt(r->a, r->a, MPFR_RNDN);
    mpfr_div(r->n.x, r->n.x, r->a, MPFR_RNDN);
    mpfr_div(r->n.y, r->n.y, r->a, MPFR_RNDN);
    dot(r->a, &r->w, &r->n);
    i->closing = mpfr_get_d(r->a, MPFR_RNDN);
    dot(r->a, &r->w, &r->w);
    i->pace = sqrt(mpfr_get_d(r->a, MPFR_RNDN));
    subtract(&r->d, &b->velocity, &o->velocity);
    dot(r->a, &r->d, &r->n);
    i->approach = mpfr_get_d(r->a, MPFR_RNDN);
    if (mpfr_sgn(r->a) >= 0) {
        copy(&b->velocity, &b->pace);
        copy(&o->velocity, &o->pace);
    }
    i->first_center = rounded(&b->place);
    i->second_center = rounded(&o->place);
    i->normal = rounded(&r->n);
    i->first_before = rounded(&b->velocity);
    i->second_before = rounded(&o->velocity);
    exchange(r, b, o);
    const double speed = larger(size_of(i->first_before), size_of(i->second_before));
    if (b->inverse > 0.0)
        add_noise(r, &b->velocity, speed);
    if (o->inverse > 0.0)
        add_noise(r, &o->velocity, speed);
    i->first_after = rounded(&b->velocity);
    i->second_after = rounded(&o->velocity);
    start_leg(r, b);
    start_leg(r, o);
}

static void begin_frame(crowd_reference *r, double time) {
    r->time = time;
    mpfr_set_ui(r->clock, 0, MPFR_RNDN);
    r->rough_clock = 0.0;
    r->size = 0.0;
    for (size_t i = 0; i < r->count; i++) {
        reference_ball *b = &r->balls[i];
        start_leg(r, b);
        r->size = larger(r->size, size_of(b->rough_place) + time * size_of(b->rough_pace));
    }
    r->size += r->has_box ? size_of(r->min) + size_of(r->max) : 0.0;
}

static void end_frame(crowd_reference *r) {
    mpfr_set_d(r->clock, r->time, MPFR_RNDN);
    for (size_t i = 0; i < r->count; i++) {
        reference_ball *b = &r->balls[i];
        mpfr_sub(r->t, r->clock, b->start, MPFR_RNDN);
        add_times(&b->place, &b->place, &b->pace, r->t);
        set_vector(&r->p, b->acceleration);
        add_times(&b->velocity, &b->velocity, &r->p, r->t);
        add_noise(r, &b->place, size_of(b->rough_place));
    }
    r->frame++;
}

// The ball whose next meeting is the earliest.
static size_t earliest(const crowd_reference *r) {
    size_t best = 0;
    for (size_t i = 1; i < r->count; i++) {
        const reference_ball *b = &r->balls[i], *o = &r->balls[best];
        if (b->rough_next <= o->rough_next && mpfr_cmp(b->next, o->next) < 0)
            best = i;
    }
    return best;
}

void crowd_reference_step(crowd_reference *r, double time, size_t most) {
    begin_frame(r, time);
    for (size_t i = 0; i < r->count; i++)
        look(r, i);
    while (r->count > 0 && r->impact_count < most) {
        const size_t k = earliest(r);
        const size_t partner = r->balls[k].partner;
        if (partner == REFERENCE_NOBODY)
            break;
        mpfr_set(r->clock, r->balls[k].next, MPFR_RNDN);
        r->rough_clock = mpfr_get_d(r->clock, MPFR_RNDN);
        if (partner >= REFERENCE_SIDE(0))
            bounce_off_side(r, k, partner - REFERENCE_SIDE(0));
        else
            collide(r, k < partner ? k : partner, k < partner ? partner : k);
        const bool is_side = partner >= REFERENCE_SIDE(0);
        for (size_t i = 0; i < r->count; i++)
            if (i == k || i == partner || r->balls[i].partner == k ||
                (!is_side && r->balls[i].partner == partner))
                look(r, i);
    }
    end_frame(r);
}

// ---- the rest ----

static carom_vec2 acceleration_of(const carom_crowd_settings *settings, size_t i) {
    const carom_vec2 g = settings->move.gravity;
    return settings->accelerations != NULL ? carom_vec2_add(g, settings->accelerations[i]) : g;
}

crowd_reference *crowd_reference_new(int bits, const carom_ball *balls, size_t count,
                                     const carom_crowd_settings *settings) {
    crowd_reference *r = calloc(1, sizeof *r);
    if (r == NULL || (r->balls = calloc(count + 1, sizeof *r->balls)) == NULL)
        abort();
    r->count = count;
    r->restitution = settings->restitution;
    r->side_restitution = settings->move.response.restitution;
    r->least_approach = ldexp(1, -bits / 2);
    wide_vector *const vectors[] = {&r->d, &r->w, &r->n, &r->p, &r->q};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        init_vector(vectors[i], bits);
    mpfr_inits2(bits, r->clock, r->a, r->b, r->c, r->e, r->f, r->t, (mpfr_ptr)NULL);
    for (size_t i = 0; i < count; i++) {
        reference_ball *b = &r->balls[i];
        b->radius = balls[i].radius;
        b->inverse = settings->inverse_masses != NULL ? settings->inverse_masses[i] : 1.0;
        init_vector(&b->place, bits);
        init_vector(&b->velocity, bits);
        init_vector(&b->pace, bits);
        mpfr_inits2(bits, b->start, b->next, (mpfr_ptr)NULL);
        set_vector(&b->place, balls[i].center);
        set_vector(&b->velocity, balls[i].velocity);
    }
    crowd_reference_set_accelerations(r, settings);
    return r;
}

void crowd_reference_free(crowd_reference *r) {
    for (size_t i = 0; i < r->count; i++) {
        reference_ball *b = &r->balls[i];
        clear_vector(&b->place);
        clear_vector(&b->velocity);
        clear_vector(&b->pace);
        mpfr_clears(b->start, b->next, (mpfr_ptr)NULL);
    }
    wide_vector *const vectors[] = {&r->d, &r->w, &r->n, &r->p, &r->q};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        clear_vector(vectors[i]);
    mpfr_clears(r->clock, r->a, r->b, r->c, r->e, r->f, r->t, (mpfr_ptr)NULL);
    free(r->impacts);
    free(r->balls);
    free(r);
}

void crowd_reference_set_box(crowd_reference *r, carom_vec2 min, carom_vec2 max) {
    r->has_box = true;
    r->min = min;
    r->max = max;
}

void crowd_reference_set_noise(crowd_reference *r, double size, uint64_t seed) {
    r->noise = size;
    r->random = random_start(seed, 9600, 0);
    for (size_t i = 0; i < r->count; i++) {
        reference_ball *b = &r->balls[i];
        add_noise(r, &b->place, size_of(rounded(&b->place)));
        if (b->inverse > 0.0)
            add_noise(r, &b->velocity, size_of(rounded(&b->velocity)));
    }
}

void crowd_reference_set_accelerations(crowd_reference *r, const carom_crowd_settings *settings) {
    for (size_t i = 0; i < r->count; i++)
        r->balls[i].acceleration = acceleration_of(settings, i);
}

void crowd_reference_reverse(crowd_reference *r) {
    for (size_t i = 0; i < r->count; i++) {
        mpfr_neg(r->balls[i].velocity.x, r->balls[i].velocity.x, MPFR_RNDN);
        mpfr_neg(r->balls[i].velocity.y, r->balls[i].velocity.y, MPFR_RNDN);
    }
}

const reference_impact *crowd_reference_impacts(const crowd_reference *r, size_t *count) {
    *count = r->impact_count;
    return r->impacts;
}

carom_ball crowd_reference_ball(const crowd_reference *r, size_t i) {
    const reference_ball *b = &r->balls[i];
    const carom_ball ball = {rounded(&b->place), b->radius, rounded(&b->velocity)};
    return ball;
}

carom_vec2 crowd_reference_place(crowd_reference *r, size_t i, double frame, double time) {
    begin_frame(r, frame);
    mpfr_set_d(r->f, time, MPFR_RNDN);
    set_place(&r->p, &r->balls[i], r->f, r->t);
    return rounded(&r->p);
}

double crowd_reference_least_gap(crowd_reference *r, size_t i, size_t k, double frame) {
    begin_frame(r, frame);
    const reference_ball *b = &r->balls[i], *o = &r->balls[k];
    subtract(&r->d, &b->place, &o->place);
    subtract(&r->w, &b->pace, &o->pace);
    // The time of the least distance, from 0 to the end of the frame.
    dot(r->a, &r->d, &r->w);
    dot(r->b, &r->w, &r->w);
    mpfr_neg(r->a, r->a, MPFR_RNDN);
    if (mpfr_sgn(r->a) <= 0)
        mpfr_set_ui(r->t, 0, MPFR_RNDN);
    else
        mpfr_div(r->t, r->a, r->b, MPFR_RNDN);
    if (mpfr_cmp_d(r->t, frame) > 0)
        mpfr_set_d(r->t, frame, MPFR_RNDN);
    add_times(&r->d, &r->d, &r->w, r->t);
    dot(r->a, &r->d, &r->d);
    mpfr_sqrt(r->a, r->a, MPFR_RNDN);
    mpfr_sub_d(r->a, r->a, b->radius, MPFR_RNDN);
    mpfr_sub_d(r->a, r->a, o->radius, MPFR_RNDN);
    return mpfr_get_d(r->a, MPFR_RNDN);
}
