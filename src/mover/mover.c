// The mover: moves a ball through a frame, piece by piece, from contact to contact.
//
// Method: a piece is the chord from the centre to the target that velocity and gravity give for the
// time left. If the path is clear of every wall near it, the ball moves to the target. Otherwise
// the ball moves to just before the first contact, and velocity or gravity respond. The ball moves
// to a place only if carom_circle_path_is_clear holds for all walls near, so an error in a velocity
// cannot lead into a wall. Moving walls go on only as far as the ball can go with them; carry.c
// finishes a frame in which they leave no time for contacts. docs/motion.md has the proofs. Room:
// mover.
#include "carom/mover.h"

#include <float.h>
#include <math.h>

#include "contracts.h"
#include "mover/carry.h"
#include "mover/frame.h"
#include "mover/frame_start.h"

// The limit of resting contacts and small bounces.
enum { RESTING_MAX = 32 };

// Among moving walls a ball is caught after so many contacts within this fraction of the frame.
// Each time it is carried on; after so many rounds it flies no more in this frame.
enum { CAUGHT_AFTER = 8, ROUNDS_MAX = 16 };
#define CAUGHT_WITHIN 0x1p-10

// ---- places ----

static void take_straight_leg(move_state *f, carom_vec2 to, double clock) {
    const carom_move_settings *s = f->settings;
    const carom_leg leg = {f->circle.center, to, f->clock, clock};
    f->circle.center = to;
    f->clock = clock;
    if (s->on_leg != NULL)
        s->on_leg(s->context, &leg);
}

void carom_take_place(move_state *f, carom_vec2 to, double clock) {
    const carom_move_settings *s = f->settings;
    take_straight_leg(f, to, clock);
    if (s->on_position != NULL)
        s->on_position(s->context, to);
}

// The fraction of the frame at the end of the piece.
static double piece_end_clock(const move_state *f) {
    if (f->time == 0.0)
        return f->clock;
    return f->piece == f->left ? 1.0 : smaller(f->clock + f->piece / f->time, 1.0);
}

// The fraction of the frame at a fraction of the piece. 0 if nothing depends on it.
static double clock_of(const move_state *f, double fraction) {
    if (has_moving_walls(f))
        return clock_at(f->near->moving, fraction);
    return f->settings->on_leg != NULL
               ? smaller(f->clock + fraction * (piece_end_clock(f) - f->clock), 1.0)
               : 0.0;
}

// Moves the ball straight to `to` if that path is clear of all walls. `to` is close to the point at
// `fraction` of the path; some ulp off a wall it can be beyond the range of double.
static bool try_place(move_state *f, carom_vec2 to, double fraction) {
    const double clock = clock_of(f, fraction);
    const bool is_clear =
        is_finite(to) && carom_near_is_clear(f->near, to, fraction) &&
        (!has_moving_walls(f) || carom_moving_is_clear(f->near, to, fraction, clock));
    if (is_clear)
        carom_take_place(f, to, clock);
    return is_clear;
}

// Lets time go on to the fraction `clock` of the frame while the ball stays. False if a moving wall
// has been in its way in this frame, or would block the ball.
static bool stay_until(move_state *f, double clock) {
    moving_near *m = f->near->moving;
    if (m == NULL || f->is_among_moving || f->clock == clock)
        return !f->is_among_moving;
    CAROM_ASSERT(f->clock < clock);
    // The ball can be past a one-sided wall that was not solid at the start of the piece.
    f->near->circle = f->circle;
    m->from = f->clock;
    m->is_complete = false;
    f->is_among_moving = !carom_moving_is_clear(f->near, f->circle.center, 0.0, clock);
    if (!f->is_among_moving)
        take_straight_leg(f, f->circle.center, clock);
    return !f->is_among_moving;
}

// Moves the ball to a contact: to the rounded contact centre, or some ulp off the wall, or earlier
// on the path. In a wedge narrower than the rounding the ball stays where it is.
static void place_at_contact(move_state *f, const carom_sweep *s) {
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

// ---- responses ----

// A bound on the effect of the rounding of the wall's coordinates on v.n: the sides of a straight
// row of walls differ in direction by that much. Capped, because walls of a few ulp have no
// meaningful direction.
static double turn_of(carom_vec2 v, const path_contact *first) {
    if (first->sweep.feature != CAROM_FEATURE_SIDE)
        return 0.0;
    const carom_vec2 a = first->wall.a, b = first->wall.b;
    const double length = larger(fabs(b.x - a.x), fabs(b.y - a.y));
    const double ulp = larger(ulp_at(a, 0.0), ulp_at(b, 0.0));
    const double turn = smaller(4.0 * ulp / length, 0x1p-30);
    return turn * fabs(v.x) + turn * fabs(v.y);
}

// True if v presses the ball against the wall met before and the ball still touches that wall. 64
// ulp exceed every skin. Walls with different velocities do not hold a ball at rest.
static bool presses_support(const move_state *f, carom_vec2 v) {
    const carom_vec2 u = f->support_velocity, w = f->wall_velocity;
    return f->has_support && ((u.x == w.x) & (u.y == w.y)) &&
           carom_vec2_dot(v, f->support_normal) < -noise_of(v, f->support_normal) &&
           carom_circle_within(f->circle, f->support,
                               64.0 * ulp_at(f->circle.center, f->circle.radius));
}

static double friction_of(const carom_response *r) {
    return r->kind == CAROM_RESPONSE_KIND_STOP ? 0.0 : r->friction;
}

// True if gravity presses the ball against the wall. What friction at the wall met before has left
// of gravity need not, though all of it presses the ball against both.
static bool is_borne_by(const move_state *f, carom_vec2 n) {
    const carom_vec2 all = f->settings->gravity;
    return carom_vec2_dot(f->gravity, n) < 0.0 ||
           (friction_of(&f->response) > 0.0 && carom_vec2_dot(all, n) < 0.0 &&
            presses_support(f, without(all, n)));
}

// For the rest of the frame the wall bears the part of gravity that presses the ball against it.
// The friction of that force acts against the motion along the wall.
static void bear_gravity(move_state *f, carom_vec2 n) {
    if (!is_borne_by(f, n))
        return;
    // Starts from all of gravity, because a wall left behind bears nothing.
    const carom_vec2 all = f->settings->gravity;
    const double press = larger(-carom_vec2_dot(all, n), 0.0);
    carom_vec2 along = press > 0.0 ? without(all, n) : all;
    // Between two walls that both bear gravity, nothing of it is left. A speed that gravity could
    // have caused in this frame becomes 0.
    if (presses_support(f, along)) {
        const carom_vec2 gain = carom_vec2_scale(all, f->time);
        if (carom_vec2_dot(f->velocity, f->velocity) <= carom_vec2_dot(gain, gain))
            f->velocity = carom_vec2_make(0.0, 0.0);
        along = carom_vec2_make(0.0, 0.0);
    }
    const double most = friction_of(&f->response) * press;
    if (most > 0.0) {
        // The deceleration along the wall that would bring the ball to rest.
        const carom_vec2 t = carom_vec2_left(n);
        const double needed = carom_vec2_dot(f->velocity, t) / f->left + carom_vec2_dot(along, t);
        const double braking = smaller(fabs(needed), most);
        along = carom_vec2_sub(along, carom_vec2_scale(t, needed < 0.0 ? -braking : braking));
    }
    f->gravity = along;
}

// A resting contact: the ball moves on along the wall, at the distance of the skin.
static void rest_on_wall(move_state *f, carom_vec2 n) {
    // Gravity would bring the ball back within the frame, so it rests on the wall.
    if (is_borne_by(f, n)) {
        f->stopped = f->response.kind == CAROM_RESPONSE_KIND_STOP;
        f->velocity = without(f->velocity, n);
        if (f->stopped || presses_support(f, f->velocity))
            f->velocity = carom_vec2_make(0.0, 0.0);
    }
    bear_gravity(f, n);
    const double ulp = ulp_at(f->circle.center, f->circle.radius);
    f->skin = smaller(f->skin > 0.0 ? 2.0 * f->skin : ulp, 32.0 * ulp);
    f->resting++;
}

// `before` and the velocity of the ball are relative to the wall.
static carom_impact impact_at(const move_state *f, const path_contact *first, carom_vec2 before) {
    carom_impact impact = {.time = f->time - f->left,
                           .id = id_of(first->index),
                           .wall = first->wall,
                           .feature = first->sweep.feature,
                           .center = f->circle.center,
                           .point = first->sweep.point,
                           .normal = first->sweep.normal,
                           .before = before,
                           .after = f->velocity};
    if (impact.id.is_moving) {
        impact.wall_velocity = f->wall_velocity;
        impact.before = carom_vec2_add(before, f->wall_velocity);
        impact.after = carom_vec2_add(f->velocity, f->wall_velocity);
    }
    return impact;
}

static void report_contact(const move_state *f, const path_contact *first, carom_vec2 before) {
    if (f->settings->on_impact == NULL)
        return;
    const carom_impact impact = impact_at(f, first, before);
    f->settings->on_impact(f->settings->context, &impact);
}

carom_response carom_response_at(const move_state *f, const path_contact *first) {
    if (f->settings->respond == NULL)
        return f->settings->response;
    const carom_impact contact = impact_at(f, first, f->velocity);
    const carom_response response = f->settings->respond(f->settings->context, &contact);
    return carom_response_is_valid(response) ? response : carom_stop();
}

// The ball passes the wall for the rest of the frame. If the list is full, the frame ends.
static void pass_wall(move_state *f, const path_contact *first) {
    f->contacts++;
    report_contact(f, first, f->velocity);
    if (f->passed.count < PASSED_MAX)
        f->passed.index[f->passed.count++] = first->index;
    else
        f->passed_too_many = true;
}

// An impact: the ball moves in and its velocity responds.
static void strike(move_state *f, const path_contact *first) {
    const carom_vec2 n = first->sweep.normal;
    const carom_vec2 before = f->velocity;
    carom_response response = f->response;
    const double press = -carom_vec2_dot(f->settings->gravity, n);
    const double rebound = response.restitution * -carom_vec2_dot(before, n);
    // Under gravity, an inelastic bounce shorter than the frame is no bounce.
    const bool rests = response.kind == CAROM_RESPONSE_KIND_SLIDE ||
                       (response.kind == CAROM_RESPONSE_KIND_BOUNCE && response.restitution < 1.0 &&
                        2.0 * rebound <= press * f->time);
    if (rests)
        response.restitution = 0.0;
    f->velocity = carom_velocity_respond(before, n, response);
    // A ball that does not bounce stops between two walls.
    if (response.restitution == 0.0 && presses_support(f, f->velocity))
        f->velocity = carom_vec2_make(0.0, 0.0);
    f->velocity = carom_clamp_to_range(f->velocity, SPEED_MAX, &f->clamped);
    // A ball that bounces leaves the wall that bore gravity.
    if (rests)
        bear_gravity(f, n);
    else
        f->gravity = f->settings->gravity;
    CAROM_ASSERT(is_finite(f->velocity));
    f->stopped = response.kind == CAROM_RESPONSE_KIND_STOP;
    f->skin = 0.0;
    f->contacts++;
    f->struck++;
    report_contact(f, first, before);
}

// ---- a frame ----

// The target of the piece.
static carom_vec2 target_of(move_state *f) {
    const carom_vec2 half = carom_vec2_scale(f->gravity, 0.5 * f->piece);
    const carom_vec2 path = carom_vec2_scale(carom_vec2_add(f->velocity, half), f->piece);
    carom_vec2 to = carom_vec2_add(f->circle.center, path);
    const bool moves = to.x != f->circle.center.x || to.y != f->circle.center.y;
    if (f->skin > 0.0 && moves)
        to = carom_vec2_add(to, carom_vec2_scale(f->support_normal, f->skin));
    return carom_clamp_to_range(to, DBL_MAX, &f->clamped);
}

static void pass_time(move_state *f, double time) {
    f->velocity = carom_clamp_to_range(
        carom_vec2_add(f->velocity, carom_vec2_scale(f->gravity, time)), SPEED_MAX, &f->clamped);
    CAROM_ASSERT(time >= 0.0);
    f->left = time < f->left ? f->left - time : 0.0;
}

static bool is_zero(carom_vec2 p) {
    return (p.x == 0.0) & (p.y == 0.0);
}

// True if the velocity is the same and adding 0 does not change its bits, as it changes -0.
static bool is_unchanged(carom_vec2 before, carom_vec2 after) {
    return (before.x == after.x) & (before.y == after.y) & !((after.x == 0.0) & signbit(after.x)) &
           !((after.y == 0.0) & signbit(after.y));
}

carom_vec2 carom_velocity_on_path(carom_vec2 before, carom_vec2 after, carom_vec2 gravity,
                                  carom_vec2 path, carom_vec2 chord) {
    const double most = larger(fabs(gravity.x), fabs(gravity.y));
    if (most == 0.0 || (is_zero(path) && is_unchanged(before, after)))
        return after;
    // The direction and size of gravity, safe at any scale. Along an axis the length is 1.
    const carom_vec2 scaled = carom_vec2_make(gravity.x / most, gravity.y / most);
    const bool is_along_axis = (gravity.x == 0.0) | (gravity.y == 0.0);
    const double length = is_along_axis ? 1.0 : sqrt(carom_vec2_dot(scaled, scaled));
    const carom_vec2 down = is_along_axis ? scaled : carom_vec2_scale(scaled, 1.0 / length);
    const double from = carom_vec2_dot(before, down), to = carom_vec2_dot(after, down);
    // A ball that rises has fallen by nothing but the rounding of its place.
    const double way = carom_vec2_dot(path, down);
    const double fallen = carom_vec2_dot(chord, down) > 0.0 ? way : smaller(way, 0.0);
    const double gain = sqrt(2.0 * length) * sqrt(most) * sqrt(fabs(fallen));
    const double unit = larger(fabs(from), gain);
    if (!(unit > 0.0))
        return after;
    const double squares =
        (from / unit) * (from / unit) + (fallen < 0.0 ? -1.0 : 1.0) * (gain / unit) * (gain / unit);
    if (!(squares > 0.0))
        return after;
    // Below its start the ball can only be falling.
    const double speed = unit * sqrt(squares);
    const double right = fallen <= 0.0 && to < 0.0 ? -speed : speed;
    return carom_vec2_add(after, carom_vec2_scale(down, right - to));
}

// Sets the velocity at a contact on the piece.
static void pass_path(move_state *f, double time, carom_vec2 path) {
    const carom_vec2 before = f->velocity;
    const carom_vec2 chord =
        carom_vec2_add(before, carom_vec2_scale(f->gravity, 0.5 * f->piece)); // its direction
    pass_time(f, time);
    const carom_vec2 after = carom_velocity_on_path(before, f->velocity, f->gravity, path, chord);
    f->velocity = carom_clamp_to_range(after, SPEED_MAX, &f->clamped);
}

// True if a contact is a resting contact: the approach speed is within rounding error, or is at
// most the speed of rest.
static bool is_at_rest(const move_state *f, const path_contact *first) {
    const carom_vec2 v = f->velocity, n = first->sweep.normal;
    const double press = larger(-carom_vec2_dot(f->settings->gravity, n), 0.0);
    const double fall = speed_of_rest(press, ulp_at(f->circle.center, f->circle.radius));
    double noise = noise_of(v, n) + turn_of(v, first);
    if (is_moving_index(first->index))
        noise += 2.0 * noise_of(f->wall_velocity, n) + turn_of(f->wall_velocity, first);
    return -carom_vec2_dot(v, n) <= noise + fall;
}

// True if an elastic ball has just left the wall and would be back within the frame. Then the next
// piece ends at the top of this small bounce.
static bool is_small_bounce(move_state *f, carom_vec2 n) {
    const carom_response *r = &f->response;
    const double press = -carom_vec2_dot(f->gravity, n), rise = carom_vec2_dot(f->velocity, n);
    if (r->kind != CAROM_RESPONSE_KIND_BOUNCE || r->restitution < 1.0 || !(press > 0.0) ||
        !(rise > noise_of(f->velocity, n)))
        return false;
    f->piece = smaller(f->left, rise / press);
    f->resting++;
    return true;
}

// True if the response callback broke the wall: the filter now leaves it out, so it bears nothing.
static bool has_broken(const move_state *f, const path_contact *first) {
    if (f->settings->respond == NULL)
        return false;
    return is_moving_index(first->index)
               ? !carom_moving_considers(f->near, first->index, &first->wall)
               : !carom_near_considers(f->near, first->index, &first->wall);
}

carom_vec2 carom_velocity_of_wall(move_state *f, const path_contact *first) {
    const double frame = f->time;
    if (!is_moving_index(first->index) || frame == 0.0)
        return carom_vec2_make(0.0, 0.0);
    const carom_vec2 v = first->wall_move;
    return carom_clamp_to_range(carom_vec2_make(v.x / frame, v.y / frame), SPEED_MAX, &f->clamped);
}

// Moves to the first contact; time and velocity change accordingly. Among moving walls no time
// passes without a clear path. Otherwise time passes also if the ball cannot come to the contact.
static void go_to_contact(move_state *f, const path_contact *first) {
    const carom_sweep *s = &first->sweep;
    const carom_vec2 from = f->circle.center;
    const double clock = f->clock, then = clock_of(f, s->t);
    CAROM_ASSERT(s->t >= 0.0 && s->t <= 1.0);
    place_at_contact(f, s);
    const carom_vec2 path = carom_vec2_sub(f->circle.center, from);
    if (stay_until(f, then)) {
        pass_path(f, s->t * f->piece, path);
        f->clock = then;
    } else {
        const double left = carom_time_left(f);
        pass_path(f, (f->clock - clock) * f->time, path);
        f->left = left;
    }
    f->piece = f->left;
}

// The velocity and gravity respond. False if the frame is over.
static bool respond_to(move_state *f, const path_contact *first) {
    const carom_vec2 n = first->sweep.normal;
    // The same wall twice is not a second support.
    if (f->has_support && f->support_index == first->index)
        f->has_support = false;
    else
        f->skin = 0.0;
    if (!is_at_rest(f, first))
        strike(f, first);
    else if (!is_small_bounce(f, n))
        rest_on_wall(f, n);
    if (has_broken(f, first)) {
        f->has_support = false;
        f->skin = 0.0;
        f->gravity = f->settings->gravity;
        return !f->stopped;
    }
    f->has_support = true;
    f->support_index = first->index;
    f->support = first->wall;
    f->support_normal = n;
    f->support_velocity = f->wall_velocity;
    return !f->stopped;
}

// Moves to the first contact and responds, by the velocity relative to the wall. False if the frame
// is over.
static bool handle_contact(move_state *f, const path_contact *first) {
    go_to_contact(f, first);
    const bool is_moving = is_moving_index(first->index);
    f->wall_velocity = carom_velocity_of_wall(f, first);
    if (is_moving)
        f->velocity = carom_vec2_sub(f->velocity, f->wall_velocity);
    f->response = carom_response_at(f, first);
    bool goes_on = true;
    if (f->response.kind == CAROM_RESPONSE_KIND_PASS)
        pass_wall(f, first);
    else
        goes_on = respond_to(f, first);
    const carom_vec2 n = first->sweep.normal, v = f->velocity;
    f->is_pushed = first->is_turning && f->response.kind != CAROM_RESPONSE_KIND_PASS &&
                   carom_vec2_dot(v, n) <= noise_of(v, n) + noise_of(f->wall_velocity, n);
    if (is_moving)
        f->velocity =
            carom_clamp_to_range(carom_vec2_add(v, f->wall_velocity), SPEED_MAX, &f->clamped);
    return goes_on;
}

void carom_look(move_state *f, path_contact *first) {
    carom_near_first(f->near, f->circle, target_of(f), first);
    if (has_moving_walls(f)) {
        f->near->moving->from = f->clock;
        f->near->moving->until = piece_end_clock(f);
        carom_moving_first(f->near, first);
        // Not the walls that are remembered: a source may report others.
        f->is_among_moving |= (first->found && is_moving_index(first->index)) ||
                              (first->overlapped && is_moving_index(first->overlapped_index));
    }
}

// True if a wall that turns keeps pushing the ball, or if moving walls let little time pass in
// several contacts.
static bool is_caught(move_state *f) {
    if (!f->is_among_moving || f->is_pushed)
        return f->is_pushed;
    if (f->clock - f->progress >= CAUGHT_WITHIN) {
        f->progress = f->clock;
        f->since_progress = 0;
    }
    return ++f->since_progress >= CAUGHT_AFTER;
}

// Moves from contact to contact until the time is used up, or walls that move catch the ball.
// `first` is the first contact.
static void fly(move_state *f, path_contact *first) {
    const int contacts_max = contacts_max_of(f->settings);
    for (;;) {
        bool goes_on = true;
        if (first->found) {
            goes_on = handle_contact(f, first);
        } else {
            carom_take_place(f, first->to, clock_of(f, 1.0));
            pass_time(f, f->piece);
            f->piece = f->left;
            if (f->left == 0.0)
                return;
        }
        f->is_spent |= f->struck >= contacts_max || f->resting >= RESTING_MAX || f->passed_too_many;
        if (!goes_on || f->is_spent || is_caught(f))
            return;
        f->near->starts_clear = true;
        carom_look(f, first);
        CAROM_ASSERT(!first->overlapped);
    }
}

bool carom_ball_is_valid(const carom_ball *ball) {
    return carom_circle_is_valid(carom_circle_make(ball->center, ball->radius)) &&
           is_finite(ball->velocity);
}

bool carom_move_is_valid(double time, const carom_move_settings *settings) {
    const carom_response response = settings->response;
    return time >= 0.0 && time <= DBL_MAX && carom_response_is_valid(response) &&
           response.kind != CAROM_RESPONSE_KIND_PASS && is_finite(settings->gravity) &&
           settings->max_contacts >= 0;
}

// Walls that push the ball carry it, until it can fly on or the frame is over.
static void finish_frame(move_state *f, carom_motion *motion) {
    double lost = 0.0;
    for (int rounds = 0; f->clock < 1.0; rounds++) {
        f->is_spent |= rounds >= ROUNDS_MAX;
        const carom_carried carried = carom_carry(f, motion);
        lost += carried.lost;
        if (!carried.is_free)
            break;
        path_contact first;
        f->is_pushed = false;
        carom_look(f, &first);
        fly(f, &first);
    }
    f->left = smaller(lost, f->time);
}

// The rest of the frame after the last contact.
static void end_frame(move_state *f, carom_motion *motion) {
    if (f->time > 0.0 && !stay_until(f, 1.0))
        finish_frame(f, motion);
    else if (f->stopped)
        f->left = 0.0;
}

carom_motion carom_move_from_first(const carom_ball *ball, double time,
                                   const carom_move_settings *settings, near_walls *near,
                                   path_contact *first, bool is_known) {
    carom_motion motion = carom_motion_of(ball, CAROM_MOTION_KIND_MOVED);
    move_state f;
    moving_near moving;
    f.settings = settings;
    f.time = time;
    carom_start_frame(&f, near, &moving, *ball);
    if (!is_known)
        carom_look(&f, first);
    carom_ask_at_start(&f, first);
    if (first->overlapped && !carom_free_ball(&f, &motion, first))
        return motion;
    fly(&f, first);
    end_frame(&f, &motion);
    CAROM_ASSERT(is_finite(f.circle.center) && is_finite(f.velocity));
    CAROM_ASSERT(f.left >= 0.0 && f.left <= time);
    motion.ball.center = f.circle.center;
    motion.ball.velocity = f.velocity;
    motion.contacts = f.contacts;
    motion.clamped = f.clamped;
    motion.lost = f.left;
    if (motion.kind == CAROM_MOTION_KIND_CRUSHED)
        motion.hold = CAROM_HOLD_CRUSHED;
    else if (motion.lost > 0.0)
        motion.hold = CAROM_HOLD_HELD;
    return motion;
}
