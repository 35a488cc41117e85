// The solver for what presses: velocities on the legs, and velocities after the stretch.
//
// Method: projected Gauss-Seidel (sequential impulses) with a warm start from the last frame, to
// and fro over the contacts. The first solve keeps for every contact (w_i - w_j).n >= least, with
// the velocities w on the legs, so that a reserve is left between bodies. The second one keeps
// (v_i - v_j).n >= 0 after the stretch, for contacts that pressed or end close to their reserve.
// Errors are taken up by the reserve, and then by settle.c. docs/crowd.md has the equations. Room:
// crowd.
#include <math.h>

#include "contracts.h"
#include "crowd/crowd_state.h"
#include "crowd/meeting.h"
#include "numbers.h"

// Passes of the first solve without a knob: 40 + 3 sqrt(contacts); of the second 25 + 1.5 sqrt.
enum { PASSES = 40, PASSES_AFTER = 25, PASSES_AT_REST = 400, FITS = 30, ROUNDS = 4 };
// The first solve ends at an error of this part of the reserve; at rest, of the second part.
#define ERROR_OF_RESERVE 0.2
#define ERROR_AT_REST 0.001

// The velocities that a solve is about.
typedef enum solved { ON_LEGS, AFTER } solved;

static carom_vec2 *velocity_of(crowd_ball *b, solved which) {
    return which == ON_LEGS ? &b->pace : &b->after;
}

static void push(crowd_ball *b, carom_vec2 n, double impulse, solved which) {
    carom_vec2 *v = velocity_of(b, which);
    const double change = impulse * inverse_mass_of(b);
    v->x += change * n.x;
    v->y += change * n.y;
}

static void push_both(crowd_ball *p, crowd_ball *q, carom_vec2 n, double impulse, solved which) {
    push(p, n, impulse, which);
    if (q != NULL)
        push(q, n, -impulse, which);
}

static crowd_ball *other_of(const island_run *run, const crowd_contact *k) {
    return k->other != NO_BALL ? &balls_of(run->c)[k->other] : NULL;
}

// The velocity of the ball relative to what it touches.
static carom_vec2 relative(const crowd_contact *k, crowd_ball *p, crowd_ball *q, solved which) {
    const carom_vec2 other = q != NULL ? *velocity_of(q, which) : k->surface;
    return carom_vec2_sub(*velocity_of(p, which), other);
}

static void warm_start(const island_run *run, solved which) {
    crowd_contact *contacts = run->work->contacts.items;
    for (size_t i = 0; i < run->work->contact_count; i++) {
        crowd_contact *k = &contacts[i];
        if (which == AFTER && !k->is_pressing)
            k->press = k->press_across = 0.0;
        crowd_ball *p = &balls_of(run->c)[k->ball], *q = other_of(run, k);
        const double along = which == ON_LEGS ? k->push : k->press;
        const double across = which == ON_LEGS ? k->push_across : k->press_across;
        push_both(p, q, k->normal, along, which);
        push_both(p, q, carom_vec2_left(k->normal), across, which);
    }
}

// Solves one contact; returns the way by which it was violated.
static double solve_contact(const island_run *run, crowd_contact *k, solved which) {
    crowd_ball *p = &balls_of(run->c)[k->ball], *q = other_of(run, k);
    double *along = which == ON_LEGS ? &k->push : &k->press;
    double *across = which == ON_LEGS ? &k->push_across : &k->press_across;
    const double least = which == ON_LEGS ? k->least : 0.0;
    const double lack = least - carom_vec2_dot(relative(k, p, q, which), k->normal);
    const double impulse = larger(*along + lack * k->mass, 0.0);
    push_both(p, q, k->normal, impulse - *along, which);
    *along = impulse;
    if (k->friction > 0.0) {
        const carom_vec2 t = carom_vec2_left(k->normal);
        const double most = k->friction * impulse;
        const double slip = carom_vec2_dot(relative(k, p, q, which), t);
        const double brake = smaller(larger(*across - slip * k->mass, -most), most);
        push_both(p, q, t, brake - *across, which);
        *across = brake;
    }
    return lack * run->time;
}

// One pass over all contacts. Returns the largest violation as a part of the reserve.
static double pass_over(const island_run *run, solved which, bool is_back) {
    crowd_contact *contacts = run->work->contacts.items;
    const size_t count = run->work->contact_count;
    double worst = 0.0;
    for (size_t i = 0; i < count; i++) {
        crowd_contact *k = &contacts[is_back ? count - 1 - i : i];
        if (which == AFTER && !k->is_pressing)
            continue;
        const double lack = solve_contact(run, k, which);
        if (lack > worst * k->reserve)
            worst = k->reserve > 0.0 ? lack / k->reserve : lack > 0.0 ? HUGE_VAL : worst;
    }
    return worst;
}

static int passes_of(const island_run *run, solved which, bool is_at_rest) {
    const int most = run->c->settings->max_passes;
    if (is_at_rest && most == 0)
        return PASSES_AT_REST;
    const double root = sqrt((double)run->work->contact_count);
    const double passes = which == ON_LEGS ? PASSES + 3.0 * root : PASSES_AFTER + 1.5 * root;
    return most > 0 && most < passes ? most : (int)passes;
}

static void iterate(const island_run *run, solved which, bool is_at_rest) {
    const int passes = passes_of(run, which, is_at_rest);
    const double enough = is_at_rest ? ERROR_AT_REST : ERROR_OF_RESERVE;
    for (int i = 0; i < passes; i++)
        if (pass_over(run, which, i % 2 == 1) <= enough)
            break;
}

// All speeds are at most what gravity gives in the stretch: then the solve is made sharper, or tall
// piles never come to rest.
static bool is_at_rest(const island_run *run) {
    for (uint32_t i = 0; i < run->count; i++) {
        const crowd_ball *b = member_of(run, i);
        const carom_vec2 v = b->stretch_velocity, g = carom_vec2_scale(b->gravity, run->time);
        if (carom_vec2_dot(v, v) > carom_vec2_dot(g, g))
            return false;
    }
    return true;
}

// The box of a ball grows to the leg that its velocity gives. Returns true if it was too small.
static bool follow_with_box(const island_run *run, crowd_ball *b) {
    const carom_vec2 to = carom_vec2_add(b->stretch_place, carom_vec2_scale(b->pace, run->time));
    const carom_path path = {b->stretch_place, to, b->circle.radius};
    const carom_box box = carom_path_box(path);
    if (!is_finite(to) || carom_box_contains(b->box, box))
        return false;
    carom_crowd_grow_box(b, box);
    return true;
}

// Adds what the velocities found lead into and what presses: pairs, and walls. Returns true if
// there is any.
static bool add_late(island_run *run) {
    crowd_work *w = run->work;
    const size_t before = w->contact_count;
    bool has_grown = false;
    for (uint32_t i = 0; i < run->count && !run->needs_memory; i++) {
        crowd_ball *b = member_of(run, i);
        if (!b->has_contact || is_out_of_place(b))
            continue;
        has_grown |= follow_with_box(run, b);
        carom_crowd_add_walls(run, b, before);
    }
    if (has_grown && !run->needs_memory)
        carom_crowd_find_pairs(run);
    const uint64_t *pairs = w->pairs.items;
    const uint32_t *slots = run->c->slots.items;
    size_t known = 0;
    for (size_t i = 0; i < w->pair_count && !run->needs_memory; i++) {
        const uint32_t p = slots[pairs[i] >> 32], q = slots[pairs[i] & UINT32_MAX];
        // Both lists are in the same order.
        const crowd_contact *contacts = w->contacts.items;
        while (known < before && (contacts[known].other == NO_BALL ||
                                  carom_crowd_key(run->c, &contacts[known]) < pairs[i]))
            known++;
        if (known < before && carom_crowd_key(run->c, &contacts[known]) == pairs[i])
            continue;
        carom_crowd_add_pair(run, &balls_of(run->c)[p], &balls_of(run->c)[q], true);
    }
    if (w->contact_count > before)
        carom_crowd_sort_contacts(run);
    return w->contact_count > before;
}

// Shifts velocities apart where legs would still end in each other, without impulses.
static void fit(const island_run *run) {
    crowd_contact *contacts = run->work->contacts.items;
    const size_t count = run->work->contact_count;
    for (int round = 0; round < FITS; round++) {
        bool is_done = true;
        for (size_t i = 0; i < count; i++) {
            crowd_contact *k = &contacts[round % 2 == 1 ? count - 1 - i : i];
            crowd_ball *p = &balls_of(run->c)[k->ball], *q = other_of(run, k);
            const double lack =
                -k->gap / run->time - carom_vec2_dot(relative(k, p, q, ON_LEGS), k->normal);
            if (!(lack > 0.0))
                continue;
            is_done = false;
            push_both(p, q, k->normal, lack * k->mass, ON_LEGS);
        }
        if (is_done)
            return;
    }
}

static void mark_pressing(const island_run *run) {
    crowd_contact *contacts = run->work->contacts.items;
    for (size_t i = 0; i < run->work->contact_count; i++) {
        crowd_contact *k = &contacts[i];
        crowd_ball *p = &balls_of(run->c)[k->ball], *q = other_of(run, k);
        const double way = carom_vec2_dot(relative(k, p, q, ON_LEGS), k->normal) * run->time;
        k->is_pressing = k->push > 0.0 || k->gap + way <= 1.1 * k->reserve;
        if (!(k->push > 0.0))
            continue;
        // What it leans on bears the part of gravity that presses it there.
        p->is_supported |= carom_vec2_dot(p->gravity, k->normal) < 0.0;
        if (q != NULL)
            q->is_supported |= carom_vec2_dot(q->gravity, k->normal) > 0.0;
    }
}

// Nothing is pushed, and no contact is violated.
static bool is_idle(const island_run *run) {
    const crowd_contact *contacts = run->work->contacts.items;
    for (size_t i = 0; i < run->work->contact_count; i++) {
        const crowd_contact *k = &contacts[i];
        crowd_ball *p = &balls_of(run->c)[k->ball], *q = other_of(run, k);
        if (k->push > 0.0 || k->press > 0.0 ||
            carom_vec2_dot(relative(k, p, q, ON_LEGS), k->normal) < k->least)
            return false;
    }
    return true;
}

void carom_crowd_solve(island_run *run) {
    if (is_idle(run)) {
        run->work->contact_count = 0;
        return;
    }
    const bool rests = is_at_rest(run);
    warm_start(run, ON_LEGS);
    add_late(run);
    for (int round = 0; round < ROUNDS && !run->needs_memory; round++) {
        iterate(run, ON_LEGS, rests);
        if (round + 1 == ROUNDS || !add_late(run))
            break;
    }
    mark_pressing(run);
    warm_start(run, AFTER);
    iterate(run, AFTER, rests);
    fit(run);
}
