// The mover: moves a ball through a frame, piece by piece, from contact to contact.
//
// Method: a piece is the chord from the centre to the target that velocity and gravity give for the
// time left. If the path is clear of every wall near it, the ball moves to the target. Otherwise
// the ball moves to just before the first contact, and velocity or gravity respond. The ball moves
// to a place only if carom_circle_path_is_clear holds for all walls near, so an error in a velocity
// cannot lead into a wall. Moving walls go on only as far as the ball can go with them; carry.c
// finishes a frame in which they leave no time for contacts. docs/motion.md has the proofs. Room:
// mover.
#include "mover/mover.h"

#include <float.h>
#include <math.h>

#include "contracts.h"
#include "mover/carry.h"
#include "mover/contact_response.h"
#include "mover/frame_start.h"
#include "mover/place.h"

// The limit of resting contacts and small bounces.
enum { RESTING_MAX = 32 };

// Among moving walls a ball is caught after so many contacts within this fraction of the frame.
// Each time it is carried on; after so many rounds it flies no more in this frame.
enum { CAUGHT_AFTER = 8, ROUNDS_MAX = 16 };
#define CAUGHT_WITHIN 0x1p-10

static void pass_time(move_state *f, double time) {
    f->velocity = carom_clamp_to_range(
        carom_vec2_add(f->velocity, carom_vec2_scale(f->gravity, time)), SPEED_MAX, &f->clamped);
    CAROM_ASSERT(time >= 0.0);
    f->clock.left = time < f->clock.left ? f->clock.left - time : 0.0;
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
        carom_vec2_add(before, carom_vec2_scale(f->gravity, 0.5 * f->clock.piece)); // its direction
    pass_time(f, time);
    const carom_vec2 after = carom_velocity_on_path(before, f->velocity, f->gravity, path, chord);
    f->velocity = carom_clamp_to_range(after, SPEED_MAX, &f->clamped);
}

// Moves to the first contact; time and velocity change accordingly. Among moving walls no time
// passes without a clear path. Otherwise time passes also if the ball cannot come to the contact.
static void go_to_contact(move_state *f, const path_contact *first) {
    const carom_sweep *s = &first->sweep;
    const carom_vec2 from = f->circle.center;
    const double clock = f->clock.passed, then = carom_clock_of(f, s->t);
    CAROM_ASSERT(s->t >= 0.0 && s->t <= 1.0);
    carom_place_at_contact(f, s);
    const carom_vec2 path = carom_vec2_sub(f->circle.center, from);
    if (carom_stay_until(f, then)) {
        pass_path(f, s->t * f->clock.piece, path);
        f->clock.passed = then;
    } else {
        const double left = carom_time_left(f);
        pass_path(f, (f->clock.passed - clock) * f->clock.frame, path);
        f->clock.left = left;
    }
    f->clock.piece = f->clock.left;
}

// Moves to the first contact and asks for the response, by the velocity relative to the wall. True
// if the ball passes the wall: then it is back at the start of the piece, which goes on as if the
// wall were not there, bit for bit. A ball that has passed too many walls stays at the contact.
static bool meets_sensor(move_state *f, const path_contact *first) {
    const bool is_moving = is_moving_index(first->index);
    if (f->settings->respond != NULL)
        carom_remember_start(f);
    f->moving.is_among |= is_moving;
    go_to_contact(f, first);
    f->moving.wall_velocity = carom_velocity_of_wall(f, first);
    if (is_moving)
        f->velocity = carom_vec2_sub(f->velocity, f->moving.wall_velocity);
    f->response = carom_response_at(f, first);
    const bool passes =
        f->response.kind == CAROM_RESPONSE_KIND_PASS && f->passed.count < PASSED_MAX;
    if (passes) {
        carom_pass_wall(f, first);
        carom_go_back_to_start(f);
    }
    return passes;
}

// Responds to a contact that the ball has moved to. False if the frame is over.
static bool handle_contact(move_state *f, const path_contact *first) {
    bool goes_on = true;
    carom_tell_legs(f);
    if (f->response.kind == CAROM_RESPONSE_KIND_PASS)
        carom_pass_wall(f, first);
    else
        goes_on = carom_respond_to(f, first);
    const carom_vec2 n = first->sweep.normal, v = f->velocity;
    f->moving.is_pushed =
        first->is_turning &&
        carom_vec2_dot(v, n) <= noise_of(v, n) + noise_of(f->moving.wall_velocity, n);
    if (is_moving_index(first->index))
        f->velocity = carom_clamp_to_range(carom_vec2_add(v, f->moving.wall_velocity), SPEED_MAX,
                                           &f->clamped);
    return goes_on;
}

// True if a wall that turns keeps pushing the ball, or if moving walls let little time pass in
// several contacts.
static bool is_caught(move_state *f) {
    if (!f->moving.is_among || f->moving.is_pushed)
        return f->moving.is_pushed;
    if (f->clock.passed - f->clock.progress >= CAUGHT_WITHIN) {
        f->clock.progress = f->clock.passed;
        f->clock.since_progress = 0;
    }
    return ++f->clock.since_progress >= CAUGHT_AFTER;
}

// Moves from contact to contact until the time is used up, or walls that move catch the ball.
// `first` is the first contact.
static void fly(move_state *f, path_contact *first) {
    const int contacts_max = contacts_max_of(f->settings);
    for (;;) {
        bool goes_on = true;
        while (first->found && meets_sensor(f, first))
            carom_look(f, first);
        if (first->found) {
            goes_on = handle_contact(f, first);
        } else {
            carom_take_place(f, first->to, carom_clock_of(f, 1.0));
            pass_time(f, f->clock.piece);
            f->clock.piece = f->clock.left;
            if (f->clock.left == 0.0)
                return;
        }
        f->limits.is_spent |= f->limits.struck >= contacts_max ||
                              f->limits.resting >= RESTING_MAX || f->limits.passed_too_many;
        if (!goes_on || f->limits.is_spent || is_caught(f))
            return;
        f->near->starts_clear = true;
        carom_look(f, first);
        CAROM_ASSERT(!first->overlapped);
    }
}

// Walls that push the ball carry it, until it can fly on or the frame is over.
static void finish_frame(move_state *f, carom_motion *motion) {
    double lost = 0.0;
    for (int rounds = 0; f->clock.passed < 1.0; rounds++) {
        f->limits.is_spent |= rounds >= ROUNDS_MAX;
        const carom_carried carried = carom_carry(f, motion);
        lost += carried.lost;
        if (!carried.is_free)
            break;
        path_contact first;
        f->moving.is_pushed = false;
        carom_look(f, &first);
        fly(f, &first);
    }
    f->clock.left = smaller(lost, f->clock.frame);
}

// The ball stays for the rest of the frame, and passes the moving sensors that come over it.
static void pass_sensors_that_come(move_state *f) {
    const carom_vec2 gravity = f->gravity;
    path_contact first;
    bool passes = true;
    f->gravity = carom_vec2_make(0.0, 0.0);
    while (passes) {
        carom_look_here(f, &first);
        passes = first.found && meets_sensor(f, &first);
        // A wall that it does not pass pushes it.
        if (first.found && !passes)
            carom_go_back_to_start(f);
    }
    f->gravity = gravity;
}

// The rest of the frame after the last contact.
static void end_frame(move_state *f, carom_motion *motion) {
    if (f->settings->respond != NULL && has_moving_walls(f) && !f->moving.is_among &&
        f->clock.passed < 1.0 && f->clock.frame > 0.0)
        pass_sensors_that_come(f);
    const bool stays = f->clock.frame == 0.0 || carom_stay_until(f, 1.0);
    carom_tell_legs(f);
    if (!stays)
        finish_frame(f, motion);
    else if (f->limits.stopped)
        f->clock.left = 0.0;
}

carom_motion carom_move_from_first(const carom_ball *ball, double time,
                                   const carom_move_settings *settings, near_walls *near,
                                   path_contact *first, bool is_known) {
    carom_motion motion = carom_motion_of(ball, CAROM_MOTION_KIND_MOVED);
    move_state f;
    moving_near moving;
    f.settings = settings;
    f.clock.frame = time;
    carom_start_frame(&f, near, &moving, *ball);
    if (!is_known)
        carom_look(&f, first);
    carom_ask_at_start(&f, first);
    if (first->overlapped && !carom_free_ball(&f, &motion, first))
        return motion;
    fly(&f, first);
    end_frame(&f, &motion);
    CAROM_ASSERT(is_finite(f.circle.center) && is_finite(f.velocity));
    CAROM_ASSERT(f.clock.left >= 0.0 && f.clock.left <= time);
    motion.ball.center = f.circle.center;
    motion.ball.velocity = f.velocity;
    motion.contacts = f.limits.contacts;
    motion.clamped = f.clamped;
    motion.lost = f.clock.left;
    if (motion.kind == CAROM_MOTION_KIND_CRUSHED)
        motion.hold = CAROM_HOLD_CRUSHED;
    else if (motion.lost > 0.0)
        motion.hold = CAROM_HOLD_HELD;
    return motion;
}
