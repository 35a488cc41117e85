// The solver for what presses: velocities on the legs, and velocities after the stretch.
//
// Method: projected Gauss-Seidel (sequential impulses) with a warm start from the last frame, and
// conjugate gradients around it. The first solve keeps for every contact (w_i - w_j).n >= least,
// with the velocities w on the legs, so that a reserve is left between bodies. The second one keeps
// (v_i - v_j).n >= 0 after the stretch, for contacts that pressed or end close to their reserve.
// Errors are taken up by the reserve, and then by settle.c. docs/crowd.md has the equations. Room:
// crowd.
#include <math.h>

#include "contracts.h"
#include "crowd/island_run.h"
#include "crowd/meeting.h"
#include "numbers.h"

// Passes of the first solve without a knob: 40 + 3 sqrt(contacts); of the second 25 + 1.5 sqrt.
enum {
    SOLVER_PASSES = 40,
    PASSES_AFTER = 25,
    PASSES_AT_REST = 400,
    FITS = 30,
    FITS_MOVING = 100,
    SWEEPS = 8,
    CONTACTS_A_BALL = 8,
    PASSES_LEAST = 10,
    ROUNDS = 4,
    SETTLES = 6
};
// The first solve ends at an error of this part of the reserve; at rest, of the second part.
#define ERROR_OF_RESERVE 0.2
#define ERROR_AT_REST 0.001
#define ROUGH_ERROR 1.0
// Fitting at moving walls goes on by this part of the reserve.
#define FIT_OF_RESERVE 0.25

typedef struct solver {
    solver_body *bodies;
    solver_row *rows;
    size_t count;
} solver;

static void push_bodies(solver_body *p, solver_body *q, carom_vec2 n, double impulse) {
    const double mine = impulse * p->inverse_mass, others = impulse * q->inverse_mass;
    p->velocity.x += mine * n.x;
    p->velocity.y += mine * n.y;
    q->velocity.x -= others * n.x;
    q->velocity.y -= others * n.y;
}

static double speed_along(const solver_body *p, const solver_body *q, carom_vec2 n) {
    return (p->velocity.x - q->velocity.x) * n.x + (p->velocity.y - q->velocity.y) * n.y;
}

// The friction of a row opposes the slip, up to a part of the push.
static void brake(const solver *s, solver_row *row) {
    solver_body *p = &s->bodies[row->body], *q = &s->bodies[row->other];
    const carom_vec2 t = carom_vec2_left(row->normal);
    const double most = row->friction * row->push;
    const double wanted = row->push_across - speed_along(p, q, t) * row->mass;
    const double across = smaller(larger(wanted, -most), most);
    push_bodies(p, q, t, across - row->push_across);
    row->push_across = across;
}

// One pass over all rows. Returns the largest change of a speed as a part of the reserve. `size` is
// that of the change of all impulses.
static double pass_over(const solver *s, double *size) {
    double worst = 0.0, sum = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        solver_row *row = &s->rows[i];
        solver_body *p = &s->bodies[row->body], *q = &s->bodies[row->other];
        const double lack = row->least - speed_along(p, q, row->normal);
        const double push = larger(row->push + lack * row->mass, 0.0);
        const double change = push - row->push;
        if (change != 0.0) {
            push_bodies(p, q, row->normal, change);
            row->push = push;
            sum += row->mass > 0.0 ? change * change / row->mass : 0.0;
        }
        row->change = change;
        if (row->friction > 0.0)
            brake(s, row);
        worst = fabs(change) * row->weight > worst ? fabs(change) * row->weight : worst;
    }
    *size = sum;
    return worst;
}

// Goes on in the direction of the last pass, joined with those before: nonsmooth nonlinear
// conjugate gradients (Silcowitz, Niebe, Erleben 2010). It takes a quarter of the passes. An
// impulse can be negative until the next pass.
// `share` is the part of the last direction that is kept.
static void go_on(const solver *s, bool is_first, double share) {
    for (size_t i = 0; i < s->count; i++) {
        solver_row *row = &s->rows[i];
        if (is_first || share > 1.0) {
            row->direction = is_first ? row->change : 0.0;
            continue;
        }
        const double more = share * row->direction;
        row->direction = more + row->change;
        row->push += more;
        push_bodies(&s->bodies[row->body], &s->bodies[row->other], row->normal, more);
    }
}

// The velocities that a solve is about.
typedef enum solved { ON_LEGS, AFTER } solved;

static carom_vec2 *solved_velocity(crowd_ball *b, solved which) {
    return which == ON_LEGS ? &b->pace : &b->after;
}

// From a change of the impulse to a way as a part of the reserve.
static double weight_of(const island_run *run, const crowd_contact *k) {
    if (!(k->mass > 0.0))
        return 0.0;
    return k->reserve > 0.0 ? run->c->time / (k->reserve * k->mass) : 0x1p500;
}

static bool is_at_moving(const crowd_contact *k) {
    return k->surface.x != 0.0 || k->surface.y != 0.0;
}

static size_t contacts_at_moving(const island_run *run) {
    const crowd_contact *contacts = run->work->contacts.items;
    size_t moving = 0;
    if (run->c->has_moving)
        for (size_t i = 0; i < run->work->contacts.count; i++)
            moving += is_at_moving(&contacts[i]);
    return moving;
}

// Lays out bodies and rows. Walls at rest share one body, each wall that moves has one.
static bool set_up(island_run *run, solved which, solver *s) {
    crowd_work *w = run->work;
    const size_t count = w->contacts.count;
    const size_t moving = contacts_at_moving(run);
    if (!has_room(run, &w->bodies, run->count + 1 + moving) || !has_room(run, &w->rows, count))
        return false;
    *s = (solver){(solver_body *)w->bodies.items, (solver_row *)w->rows.items, 0};
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        s->bodies[i] = (solver_body){*solved_velocity(b, which), inverse_mass_of(b)};
    }
    uint32_t walls = run->count;
    s->bodies[walls] = (solver_body){{0.0, 0.0}, 0.0};
    const crowd_contact *contacts = w->contacts.items;
    for (size_t i = 0; i < count; i++) {
        const crowd_contact *k = &contacts[i];
        if (which == AFTER && !k->is_pressing)
            continue;
        const ball_pair b = balls_in_contact(run, k);
        uint32_t other = b.second != NULL ? b.second->member : run->count;
        if (b.second == NULL && is_at_moving(k)) {
            other = ++walls;
            s->bodies[other] = (solver_body){k->surface, 0.0};
        }
        const bool is_first = which == ON_LEGS;
        s->rows[s->count++] = (solver_row){b.first->member,
                                           other,
                                           k->normal,
                                           is_first ? k->least : 0.0,
                                           k->mass,
                                           run->slips ? 0.0 : k->friction,
                                           is_first ? k->push : k->press,
                                           is_first ? k->push_across : k->press_across,
                                           weight_of(run, k),
                                           0.0,
                                           0.0};
    }
    return true;
}

// Copies velocities and impulses back.
static void take_over(const island_run *run, solved which, const solver *s) {
    for (uint32_t i = 0; i < run->count; i++)
        if (is_finite(s->bodies[i].velocity))
            *solved_velocity(member_of(run, i), which) = s->bodies[i].velocity;
    crowd_contact *contacts = run->work->contacts.items;
    const solver_row *row = s->rows;
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        crowd_contact *k = &contacts[i];
        if (which == ON_LEGS) {
            k->push = row->push;
            k->push_across = row++->push_across;
        } else if (k->is_pressing) {
            k->press = row->push;
            k->press_across = row++->push_across;
        } else {
            k->press = k->press_across = 0.0;
        }
    }
}

// Balls that press have three contacts each, in the mean. If all ways cross in one place, each has
// one with most of the others: then the work is bounded, and settling takes up the error.
static double passes_that_pay(const island_run *run, size_t rows, double passes) {
    const double most = (double)CONTACTS_A_BALL * run->count, count = (double)rows;
    return count > most ? larger(passes * (most / count), PASSES_LEAST) : passes;
}

static int passes_of(const island_run *run, solved which, bool rests, size_t rows) {
    const int most = run->c->settings->max_passes;
    const double root = sqrt((double)run->work->contacts.count);
    const double many =
        which == ON_LEGS ? (double)SOLVER_PASSES + 3.0 * root : (double)PASSES_AFTER + 1.5 * root;
    const double passes = passes_that_pay(run, rows, rests ? (double)PASSES_AT_REST : many);
    return most > 0 && most < passes ? most : (int)passes;
}

// The energy of the bodies that can be pushed.
static double energy_of(const solver *s, size_t bodies) {
    double energy = 0.0;
    for (size_t i = 0; i < bodies; i++)
        if (s->bodies[i].inverse_mass > 0.0)
            energy += carom_vec2_dot(s->bodies[i].velocity, s->bodies[i].velocity) /
                      s->bodies[i].inverse_mass;
    return energy;
}

// What contacts may add: to regain the reserve.
static double energy_of_reserve(const solver *s) {
    double energy = 0.0;
    for (size_t i = 0; i < s->count; i++)
        if (s->rows[i].least > 0.0)
            energy += 16.0 * s->rows[i].mass * s->rows[i].least * s->rows[i].least;
    return energy;
}

static void apply_impulses(const solver *s) {
    for (size_t i = 0; i < s->count; i++) {
        const solver_row *row = &s->rows[i];
        solver_body *p = &s->bodies[row->body], *q = &s->bodies[row->other];
        push_bodies(p, q, row->normal, row->push);
        push_bodies(p, q, carom_vec2_left(row->normal), row->push_across);
    }
}

static void forget_impulses(const solver *s) {
    for (size_t i = 0; i < s->count; i++)
        s->rows[i].push = s->rows[i].push_across = 0.0;
}

// ---- the first guess ----

// The tree of what a moving wall starts to push, before any pass: the row that reaches each body,
// NO_BALL for none, and these rows in order.
typedef struct push_tree {
    uint32_t *reached_by, *order;
    size_t count;
} push_tree;

// A row reaches a ball from a moving wall, or from a ball that it has reached. Only that ball is
// pushed: the other one is not stopped by it.
static bool reach(const solver *s, push_tree *tree, uint32_t balls, uint32_t i) {
    solver_row *row = &s->rows[i];
    const bool is_wall = row->other > balls;
    const bool from_other =
        is_wall || (row->other < balls && tree->reached_by[row->other] != NO_BALL);
    const bool from_body = tree->reached_by[row->body] != NO_BALL;
    if (from_other == from_body || row->other == balls || row->push > 0.0)
        return false;
    const uint32_t to = from_other ? row->body : row->other;
    solver_body *p = &s->bodies[row->body], *q = &s->bodies[row->other], *b = &s->bodies[to];
    const double lack = row->least - speed_along(p, q, row->normal);
    if (!(lack > 0.0) || !(b->inverse_mass > 0.0))
        return false;
    row->push = lack / b->inverse_mass;
    b->velocity =
        carom_vec2_add(b->velocity, carom_vec2_scale(row->normal, from_other ? lack : -lack));
    tree->reached_by[to] = i;
    tree->order[tree->count++] = i;
    return true;
}

// A wall that starts to push a row of balls pushes all of them at once. The solver would need a
// pass for each, and would throw the last ones ahead. Rows that have pushed before are left out.
static bool guess_pushes(island_run *run, const solver *s) {
    crowd_work *w = run->work;
    const uint32_t balls = run->count;
    if (!has_room(run, &w->order, 2 * (size_t)balls))
        return false;
    push_tree tree = {(uint32_t *)w->order.items, (uint32_t *)w->order.items + balls, 0};
    for (uint32_t i = 0; i < balls; i++)
        tree.reached_by[i] = NO_BALL;
    bool is_done = false;
    for (int sweep = 0; sweep < SWEEPS && !is_done; sweep++) {
        is_done = true;
        for (size_t i = 0; i < s->count; i++) {
            const size_t at = sweep % 2 == 0 ? i : s->count - 1 - i;
            is_done &= !reach(s, &tree, balls, (uint32_t)at);
        }
    }
    // Back to the walls: each one bears what is pushed behind it.
    while (tree.count > 0) {
        const uint32_t i = tree.order[--tree.count];
        const solver_row *row = &s->rows[i];
        const bool is_body = tree.reached_by[row->body] == i;
        const uint32_t from = is_body ? row->other : row->body;
        if (from >= balls)
            continue;
        solver_row *parent = &s->rows[tree.reached_by[from]];
        const double along = carom_vec2_dot(row->normal, parent->normal);
        const bool same = (parent->body == from) == is_body;
        parent->push += larger((same ? along : -along) * row->push, 0.0);
    }
    return true;
}

static void reset_velocities(const island_run *run, solved which, const solver *s) {
    for (uint32_t i = 0; i < run->count; i++)
        s->bodies[i].velocity = *solved_velocity(member_of(run, i), which);
}

// How much is left to do, with or without the impulses of the last frame.
static double rest_of(const solver *s, bool is_warm) {
    double rest = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        const solver_row *row = &s->rows[i];
        const double lack =
            row->least - speed_along(&s->bodies[row->body], &s->bodies[row->other], row->normal);
        if (lack > 0.0 || (is_warm && row->push > 0.0))
            rest += lack * lack * row->mass;
    }
    return rest;
}

// Among moving walls the impulses of the last frame can be those that have set a row in motion.
static bool guess(island_run *run, solved which, const solver *s) {
    const double cold = rest_of(s, false);
    apply_impulses(s);
    if (rest_of(s, true) > cold) {
        forget_impulses(s);
        reset_velocities(run, which, s);
    }
    if (!guess_pushes(run, s))
        return false;
    reset_velocities(run, which, s);
    return true;
}

static void make_passes(const solver *s, int passes, double enough, bool is_plain) {
    double size, last_size = 0.0;
    for (int i = 0; i < passes; i++) {
        if (pass_over(s, &size) <= enough || i + 1 == passes)
            return;
        if (!is_plain)
            go_on(s, i == 0, last_size > 0.0 ? size / last_size : 2.0);
        last_size = size;
    }
}

// Solves up to an error, as a part of the reserves. If `is_fresh`, the velocities start without the
// impulses of the contacts. What the last frame has left must not be a gain of energy: then the
// solve starts from nothing. Plain passes from nothing never gain energy.
static void iterate(island_run *run, solved which, bool rests, bool is_fresh, double enough) {
    solver s;
    if (!set_up(run, which, &s))
        return;
    const int passes = passes_of(run, which, rests, s.count);
    const double energy = energy_of(&s, run->count);
    if (is_fresh && run->c->has_moving && !guess(run, which, &s))
        return;
    if (is_fresh)
        apply_impulses(&s);
    make_passes(&s, passes, enough, false);
    const bool is_closed = !run->c->has_moving && is_fresh;
    if (is_closed && energy_of(&s, run->count) > energy * (1.0 + 0x1p-20) + energy_of_reserve(&s)) {
        if (!set_up(run, which, &s))
            return;
        forget_impulses(&s);
        make_passes(&s, passes, enough, true);
    }
    take_over(run, which, &s);
}

// The speed along the normal, on the legs, of a ball relative to what it touches.
static double pace_along(const island_run *run, const crowd_contact *k) {
    const ball_pair b = balls_in_contact(run, k);
    const carom_vec2 pace =
        carom_vec2_sub(b.first->pace, b.second != NULL ? b.second->pace : k->surface);
    return carom_vec2_dot(pace, k->normal);
}

// All speeds are at most what gravity gives in the stretch: then the solve is made sharper, or tall
// piles never come to rest.
static bool are_all_slow(const island_run *run) {
    for (uint32_t i = 0; i < run->count; i++) {
        const crowd_ball *b = member_of(run, i);
        const carom_vec2 v = b->stretch_velocity, g = carom_vec2_scale(b->gravity, run->time);
        if (carom_vec2_dot(v, v) > carom_vec2_dot(g, g))
            return false;
    }
    return true;
}

// The box of a ball grows to the leg that its velocity gives.
static void follow_with_box(island_run *run, crowd_ball *b) {
    const carom_vec2 to = carom_vec2_add(b->stretch_place, carom_vec2_scale(b->pace, run->time));
    const carom_path path = {b->stretch_place, to, b->circle.radius};
    if (is_finite(to))
        carom_crowd_grow_box(run, b, carom_path_box(path));
}

// Adds what the velocities found lead into and what presses: pairs, and walls. Returns true if
// there is any.
static bool add_late(island_run *run) {
    crowd_work *w = run->work;
    const size_t before = w->contacts.count;
    for (uint32_t i = 0; i < run->count && !run->needs_memory; i++) {
        crowd_ball *b = member_of(run, i);
        if (!b->has_contact || is_out_of_place(b))
            continue;
        follow_with_box(run, b);
        carom_crowd_add_walls(run, b, before);
    }
    if (!run->needs_memory)
        carom_crowd_find_pairs(run);
    size_t known = 0;
    for (size_t i = 0; i < w->pairs.count && !run->needs_memory; i++)
        if (!carom_crowd_is_contact_pair(run, i, &known, before))
            carom_crowd_add_pair(run, pair_at(run, i), true);
    if (w->contacts.count > before)
        carom_crowd_sort_contacts(run);
    return w->contacts.count > before;
}

static void shift(crowd_ball *b, carom_vec2 n, double impulse) {
    const carom_vec2 change = carom_vec2_scale(n, impulse * inverse_mass_of(b));
    b->pace = carom_vec2_add(b->pace, change);
}

// The least way along the normal from one body of a contact to the other: they come nearer only if
// the gap is wider than rounding needs.
static double least_way_of(const crowd_contact *k, const crowd_ball *p) {
    return smaller(LEAST_GAP * scale_of_box(p->box) - k->gap, 0.0);
}

// Shifts velocities apart where legs would still end in each other, without impulses. True if none
// do any more. At moving walls it goes on for longer, and farther than needed, so that it ends.
static bool fit(const island_run *run, bool is_moving) {
    crowd_contact *contacts = run->work->contacts.items;
    const size_t count = run->work->contacts.count;
    for (int round = 0; round < (is_moving ? FITS_MOVING : FITS); round++) {
        bool is_done = true;
        for (size_t i = 0; i < count; i++) {
            crowd_contact *k = &contacts[round % 2 == 1 ? count - 1 - i : i];
            const ball_pair b = balls_in_contact(run, k);
            const double least = is_moving ? least_way_of(k, b.first) : -k->gap;
            double lack = least / run->time - pace_along(run, k);
            if (!(lack > 0.0))
                continue;
            is_done = false;
            if (is_moving)
                lack += FIT_OF_RESERVE * k->reserve / run->time;
            shift(b.first, k->normal, lack * k->mass);
            if (b.second != NULL)
                shift(b.second, k->normal, -lack * k->mass);
        }
        if (is_done)
            return true;
    }
    return false;
}

// The ways that the velocities give lead into nothing: so they are taken as they are. Settling
// would let balls stand until those before them have gone, and a moving wall lets none stand.
static bool take_ways(const island_run *run) {
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        const carom_vec2 to =
            carom_vec2_add(b->stretch_place, carom_vec2_scale(b->pace, run->time));
        if (!is_finite(to))
            return false;
        if (b->has_contact)
            b->to = to;
    }
    return true;
}

static void mark_pressing(const island_run *run) {
    crowd_contact *contacts = run->work->contacts.items;
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        crowd_contact *k = &contacts[i];
        crowd_ball *p = balls_in_contact(run, k).first, *q = balls_in_contact(run, k).second;
        const double way = pace_along(run, k) * run->time;
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
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        const crowd_contact *k = &contacts[i];
        if (k->push > 0.0 || k->press > 0.0 || pace_along(run, k) < k->least)
            return false;
    }
    return true;
}

// The way by which balls regain their reserve from a wall, or part from it as far as rounding
// needs, is no velocity: in a tube it would bounce to and fro.
static void take_off_least_speeds(const island_run *run) {
    const crowd_contact *contacts = run->work->contacts.items;
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        const crowd_contact *k = &contacts[i];
        crowd_ball *b = &balls_of(run->c)[k->ball];
        const double along = carom_vec2_dot(carom_vec2_sub(b->solved, k->surface), k->normal);
        // All of it if it is about that, or else roundings are left.
        const double off = fabs(along) <= 2.0 * k->least ? along : k->least;
        if (k->other == NO_BALL && along >= -2.0 * k->least && k->least > 0.0)
            b->solved = carom_vec2_sub(b->solved, carom_vec2_scale(k->normal, off));
    }
}

void carom_crowd_solve(island_run *run) {
    if (is_idle(run)) {
        run->work->contacts.count = 0;
        return;
    }
    const bool rests = are_all_slow(run);
    const double fine = rests ? ERROR_AT_REST : ERROR_OF_RESERVE;
    // Roughly, until nothing more presses; then finely.
    double enough = larger(ROUGH_ERROR, fine);
    for (int round = 0; round < ROUNDS && !run->needs_memory; round++) {
        iterate(run, ON_LEGS, rests, round == 0, enough);
        const bool is_fine = enough == fine;
        if (!add_late(run)) {
            if (is_fine)
                break;
            enough = fine;
        }
    }
    // What follows moves balls, but is no velocity.
    for (uint32_t i = 0; i < run->count; i++)
        member_of(run, i)->solved = member_of(run, i)->pace;
    take_off_least_speeds(run);
    // Settling takes ways off, and may lead into others. It ends when it leads into none: a pair
    // that is left would be an impact in the middle of balls that press, and set off a storm.
    for (int round = 0; round < SETTLES && !run->needs_memory; round++) {
        const bool is_moving = contacts_at_moving(run) > 0;
        if (!fit(run, is_moving) || !is_moving || !take_ways(run))
            carom_crowd_settle(run);
        if (run->fraction < 1.0)
            return;
        if (round + 1 == SETTLES || !add_late(run))
            break;
        if (round == 0)
            iterate(run, ON_LEGS, rests, false, fine);
    }
    mark_pressing(run);
    iterate(run, AFTER, rests, true, fine);
}
