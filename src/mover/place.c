// Where a ball goes in a frame: the target of a piece, the first contact on the way there, and the
// places that it takes. Room: mover.
#include "mover/place.h"

#include <float.h>

#include "contracts.h"

static void take_leg(move_state *f, carom_vec2 to, double clock, bool is_stay) {
    const carom_leg leg = {f->circle.center, to, f->clock.passed, clock};
    CAROM_ASSERT(f->untold.count < 2);
    f->untold.is_stay[f->untold.count] = is_stay;
    f->untold.legs[f->untold.count++] = leg;
    f->circle.center = to;
    f->clock.passed = clock;
}

void carom_tell_legs(move_state *f) {
    const carom_move_settings *s = f->settings;
    for (int i = 0; i < f->untold.count; i++) {
        if (s->on_leg != NULL)
            s->on_leg(s->context, &f->untold.legs[i]);
        if (s->on_position != NULL && !f->untold.is_stay[i])
            s->on_position(s->context, &f->untold.legs[i].to);
    }
    f->untold.count = 0;
}

void carom_go_to_place(move_state *f, carom_vec2 to, double clock) {
    take_leg(f, to, clock, false);
}

void carom_take_place(move_state *f, carom_vec2 to, double clock) {
    carom_go_to_place(f, to, clock);
    carom_tell_legs(f);
}

void carom_remember_start(move_state *f) {
    const piece_start start = {f->circle.center, f->velocity, f->response,
                               f->clock,         f->moving,   f->clamped};
    f->start = start;
}

void carom_go_back_to_start(move_state *f) {
    f->circle.center = f->start.center;
    f->velocity = f->start.velocity;
    f->response = f->start.response;
    f->clock = f->start.clock;
    f->moving = f->start.moving;
    f->clamped = f->start.clamped;
    f->untold.count = 0;
}

// The fraction of the frame at the end of the piece.
static double piece_end_clock(const move_state *f) {
    if (f->clock.frame == 0.0)
        return f->clock.passed;
    return f->clock.piece == f->clock.left
               ? 1.0
               : smaller(f->clock.passed + f->clock.piece / f->clock.frame, 1.0);
}

double carom_clock_of(const move_state *f, double fraction) {
    if (has_moving_walls(f))
        return clock_at(f->near->moving, fraction);
    return f->settings->on_leg != NULL
               ? smaller(f->clock.passed + fraction * (piece_end_clock(f) - f->clock.passed), 1.0)
               : 0.0;
}

// Moves the ball straight to `to` if that path is clear of all walls. `to` is close to the point at
// `fraction` of the path; some ulp off a wall it can be beyond the range of double.
static bool try_place(move_state *f, carom_vec2 to, double fraction) {
    const double clock = carom_clock_of(f, fraction);
    const bool is_clear =
        is_finite(to) && carom_near_is_clear(f->near, to, fraction) &&
        (!has_moving_walls(f) || carom_moving_is_clear(f->near, to, fraction, clock));
    if (is_clear)
        carom_go_to_place(f, to, clock);
    return is_clear;
}

bool carom_stay_until(move_state *f, double clock) {
    moving_near *m = f->near->moving;
    if (m == NULL || f->moving.is_among || f->clock.passed == clock)
        return !f->moving.is_among;
    CAROM_ASSERT(f->clock.passed < clock);
    // The ball can be past a one-sided wall that was not solid at the start of the piece.
    f->near->circle = f->circle;
    m->from = f->clock.passed;
    m->is_complete = false;
    f->moving.is_among = !carom_moving_is_clear(f->near, f->circle.center, 0.0, clock);
    if (!f->moving.is_among)
        take_leg(f, f->circle.center, clock, true);
    return !f->moving.is_among;
}

void carom_place_at_contact(move_state *f, const carom_sweep *s) {
    // Offsets in ulp, and fractions of the path.
    static const double off[] = {0.0, 1.0, 2.0, 4.0, 8.0, 16.0};
    static const double back[] = {0x1p-48, 0x1p-40, 0x1p-32, 0x1p-24, 0x1p-16, 0x1p-8, 0.5};
    const carom_vec2 from = f->circle.center;
    if (s->t == 0.0)
        return;
    const double ulp = ulp_at(s->center, f->circle.radius);
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
        if (try_place(f, carom_vec2_add(s->center, carom_vec2_scale(s->normal, off[i] * ulp)),
                      s->t))
            return;
    const carom_vec2 path = carom_vec2_sub(s->center, from);
    for (size_t i = 0; i < sizeof back / sizeof back[0]; i++)
        if (try_place(f, carom_vec2_add(from, carom_vec2_scale(path, 1.0 - back[i])),
                      s->t * (1.0 - back[i])))
            return;
}

carom_vec2 carom_clamp_to_range(carom_vec2 p, double most, bool *is_clamped) {
    if (fabs(p.x) <= most && fabs(p.y) <= most)
        return p;
    *is_clamped = true;
    return carom_vec2_make(smaller(larger(p.x, -most), most), smaller(larger(p.y, -most), most));
}

// The target of the piece.
static carom_vec2 target_of(move_state *f) {
    const carom_vec2 half = carom_vec2_scale(f->gravity, 0.5 * f->clock.piece);
    const carom_vec2 path = carom_vec2_scale(carom_vec2_add(f->velocity, half), f->clock.piece);
    carom_vec2 to = carom_vec2_add(f->circle.center, path);
    const bool moves = to.x != f->circle.center.x || to.y != f->circle.center.y;
    if (f->support.skin > 0.0 && moves)
        to = carom_vec2_add(to, carom_vec2_scale(f->support.normal, f->support.skin));
    return carom_clamp_to_range(to, DBL_MAX, &f->clamped);
}

static void look(move_state *f, carom_vec2 to, path_contact *first) {
    carom_near_first(f->near, f->circle, to, first);
    if (has_moving_walls(f)) {
        f->near->moving->from = f->clock.passed;
        f->near->moving->until = piece_end_clock(f);
        carom_moving_first(f->near, first);
        // Not the walls that are remembered: a source may report others.
        f->moving.is_among |= first->overlapped && is_moving_index(first->overlapped_index);
    }
}

void carom_look(move_state *f, path_contact *first) {
    look(f, target_of(f), first);
}

void carom_look_here(move_state *f, path_contact *first) {
    look(f, f->circle.center, first);
}
