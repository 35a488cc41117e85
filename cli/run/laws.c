// `carom run --balls-collide --check`: verifies that momentum and energy stay where they must.
// Method: sums before and after each step. Every contact may round by 2^-48 of the whole.
// Room: cli.
#include "run/laws.h"

#include <math.h>

/// What a contact may change by rounding, as a part of the whole.
static const double ROUNDING = 0x1p-48;
/// The sums are not compared if they are beyond these: squares lose bits or overflow.
static const double LEAST = 0x1p-900;
static const double MOST = 0x1p900;

/// Adds a term, whose rounding error is exact.
static void add(laws_sum *s, double term) {
    const double sum = s->sum + term;
    const double gone = sum - s->sum;
    s->error += (s->sum - (sum - gone)) + (term - gone);
    s->sum = sum;
}

static double mass_of(const laws *l, size_t i) {
    return l->inverse_masses != NULL ? 1.0 / l->inverse_masses[i] : 1.0;
}

static laws_totals totals_of(const laws *l, const carom_ball *balls) {
    laws_totals t = {.energy = {0.0, 0.0}};
    for (size_t i = 0; i < l->count; i++) {
        const carom_vec2 v = balls[i].velocity;
        const double m = mass_of(l, i);
        add(&t.momentum_x, m * v.x);
        add(&t.momentum_y, m * v.y);
        add(&t.energy, m * carom_vec2_dot(v, v));
    }
    return t;
}

void laws_start_step(laws *l, const carom_ball *balls) {
    l->touches_wall = false;
    l->start = totals_of(l, balls);
}

void laws_note_touch(laws *l, const carom_touch *touch) {
    const bool is_over = touch->phase == CAROM_TOUCH_PHASE_ENDS;
    l->touches_wall = l->touches_wall || (touch->wall.index != CAROM_NO_WALL && !is_over);
}

static double change(laws_sum from, laws_sum to) {
    return fabs((to.sum - from.sum) + (to.error - from.error));
}

/// The largest momentum that balls of this energy can have in all: Cauchy and Schwarz.
static double most_momentum(const laws *l) {
    double mass = 0.0;
    for (size_t i = 0; i < l->count; i++) {
        mass += mass_of(l, i);
    }
    return sqrt(mass * l->start.energy.sum);
}

void laws_end_step(laws *l, const carom_ball *balls, const carom_crowd_motion *motion,
                   uint64_t contacts) {
    const double energy = l->start.energy.sum;
    const bool is_plain = motion->moved == l->count && motion->held == 0;
    if (!is_plain || !(energy > LEAST && energy < MOST)) {
        return;
    }
    const laws_totals end = totals_of(l, balls);
    const double rounding = ROUNDING * (double)(contacts + 1);
    if (l->keeps_momentum && !l->touches_wall) {
        const double most = rounding * most_momentum(l);
        l->momentum_steps++;
        l->momentum_breaks += !(change(l->start.momentum_x, end.momentum_x) <= most &&
                                change(l->start.momentum_y, end.momentum_y) <= most);
    }
    if (l->keeps_energy) {
        l->energy_steps++;
        l->energy_breaks += !(change(l->start.energy, end.energy) <= rounding * energy);
    }
}
