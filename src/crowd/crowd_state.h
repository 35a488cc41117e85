// The state of a crowd during a frame: the balls, their predicted paths and their next events.
//
// Each ball has its own clock. It stands at `circle` at `time`, and its path leads on from there.
// The balls are numbered by slots, in an order in which neighbours are close. Room: crowd.
#ifndef CAROM_CROWD_STATE_H
#define CAROM_CROWD_STATE_H

#include "carom/crowd.h"
#include "crowd/box_tree.h"
#include "mover/frame.h"
#include "mover/moving_near.h"

#define NO_BALL UINT32_MAX

typedef struct crowd_ball {
    // The place where the ball stands, and its time. It overlaps no other ball there and no wall,
    // unless it is stuck. Only carom_crowd_place changes it.
    carom_circle circle;
    double time;
    // The fraction of the frame at `time`, if walls move or the caller asks for legs. The walls are
    // where they are at this fraction. Time and fraction are rounded separately, so one of them can
    // be at the end of the frame some ulp before the other.
    double clock;
    // The chord on which the ball moves until its next contact, and the velocity at its start. It
    // goes from `from` at `start` to `to` at the end of the frame.
    carom_vec2 from, to;
    double start;
    carom_vec2 velocity;
    // The velocity on the chord. A ball that rests does not press on its supports.
    carom_vec2 pace;
    // The time of the first impact on a wall, and of the next event: this impact or the meeting
    // with `partner`. Infinite if there is none. The event is out of date once the partner has
    // another version.
    double wall_time, event_time;
    uint32_t partner, partner_version;
    // Counts the changes of the path.
    uint32_t version;
    // The place in the queue of events; NO_BALL if it is not there.
    uint32_t queue_place;
    // The index in the caller's arrays.
    uint32_t index;
    // All contacts reported, those that count towards the limit, and attempts to move.
    int contacts, struck, attempts;
    // The normal of a wall or ball on which the ball rests; 0 if there is none.
    carom_vec2 support;
    // The direction in which a moving wall pushes the ball, by itself or through other balls; 0 if
    // none does.
    carom_vec2 push;
    // A carom_motion_kind.
    uint8_t kind;
    // No other ball's box in the tree overlaps the box of the predicted path.
    bool is_alone;
    // No other ball moves it any more, whatever its mass.
    bool is_fixed;
    // The path to `to` is clear of walls. If it is also `wide`, all places on it can be taken.
    bool is_clear, is_wide;
    // Moving walls come near that path.
    bool is_near_moving;
    // Contacts with walls or supports come first: the mover moves the ball.
    bool needs_mover;
    // The ball lies still until something hits it.
    bool is_held;
    // Overlaps at the start.
    bool overlaps;
    bool is_waiting;
    bool clamped;
    // The value of `searches` when no place was found for a ball that overlaps; 0 if it was not.
    uint32_t searched;
    double lost;
} crowd_ball;

// The contact that ended a move by the mover.
typedef struct ball_contact {
    // The slot of the ball that was met; NO_BALL if none was.
    uint32_t ball;
    carom_vec2 normal;
    // The velocity of the moving ball before the contact.
    carom_vec2 before;
} ball_contact;

typedef struct crowd {
    const carom_crowd_settings *settings;
    // The time of the frame.
    double end;
    uint32_t count;
    crowd_ball *balls;
    box_tree tree;
    // The slots with an event, as a heap.
    uint32_t *queue;
    uint32_t queue_count;
    // The slots that wait for others to go first.
    uint32_t *waiting;
    size_t ball_impacts;
    // The caller's results, or NULL.
    carom_motion *results;
    // There is a source of moving walls.
    bool has_moving;
    // At the start, some balls are slow, or overlap something.
    bool has_slow, has_overlaps;
    // Counts the balls that have been freed, from 1. While it stays, a search for a place that has
    // found none finds none again.
    uint32_t searches;
    // The settings of the mover for balls among posts, and what it does now: which ball moves,
    // until when, and its contact.
    // `part_end` is the time at the end of the part of the frame that it was given.
    carom_move_settings move;
    carom_filter filter;
    carom_frame_part part;
    carom_other_balls others;
    uint32_t moving;
    double until, part_end;
    bool is_freeing;
    bool has_stopped;
    carom_response_kind response_kind;
    ball_contact contact;
} crowd;

// ---- paths.c ----

// The velocity of the ball at the place where it stands.
carom_vec2 carom_crowd_velocity(const crowd *c, crowd_ball *b);

// The box of the ball where it stands.
carom_box carom_crowd_box(const crowd_ball *b);

// The box of the path that the ball is predicted to take.
carom_box carom_crowd_path_box(const crowd *c, const crowd_ball *b);

// The place at a time on the chord before the first wall. It is within the rectangle between the
// ends of the predicted path, so that the box of the path contains the way to it.
carom_vec2 carom_crowd_place_at(const crowd *c, const crowd_ball *b, double time);

// A time of the crowd, and the fraction of the frame that belongs to it.
typedef struct crowd_time {
    double time, clock;
} crowd_time;

// The fraction is not before that of the ball.
crowd_time carom_crowd_time(const crowd *c, const crowd_ball *b, double time);

// Moves the ball. The path to the place must be clear. `is_in_box` is true if the ball's box is
// known to contain it there.
void carom_crowd_place(crowd *c, crowd_ball *b, carom_vec2 place, crowd_time time, bool is_in_box);

// What is near the way of a ball.
typedef struct crowd_look {
    near_walls near;
    moving_near moving;
    passed_walls none;
} crowd_look;

// Finds the first contact with a wall on the straight way from where the ball stands to a place,
// while the moving walls go on to the fraction `clock` of the frame. `is_clear` is true if the ball
// certainly overlaps no wall at rest.
void carom_crowd_look(const crowd *c, const crowd_ball *b, carom_vec2 to, double clock,
                      bool is_clear, crowd_look *look, path_contact *first);

// Computes the chord from where the ball stands and its first wall. `is_clear` is true if the ball
// certainly overlaps no wall. Returns true if it overlaps one.
bool carom_crowd_set_path(const crowd *c, crowd_ball *b, bool is_clear);

// Finds the next event of the ball: its first impact on a wall or meeting with another ball.
void carom_crowd_find_event(crowd *c, crowd_ball *b);

// Finds the next events of all balls at the start of the frame, each meeting for the ball in the
// lower slot, and marks the pairs that overlap.
void carom_crowd_find_events(crowd *c);

// Starts a new path where the ball stands, with this velocity.
void carom_crowd_restart(crowd *c, crowd_ball *b, carom_vec2 velocity);

// The place of the ball at a time, as predicted.
carom_vec2 carom_crowd_predict(const crowd_ball *b, double time);

// True if the ball overlaps the circle on its predicted path until the time.
bool carom_crowd_passes(const crowd_ball *b, double until, carom_circle circle);

// The time at which two balls meet, not before the time of either; infinite if they do not.
double carom_crowd_meeting(const crowd *c, const crowd_ball *p, const crowd_ball *q);

// The fastest approach of two balls along the normal that is no impact.
double carom_crowd_resting_speed(const crowd *c, const crowd_ball *p, const crowd_ball *q,
                                 carom_vec2 n);

// The fastest approach along the normal at which a ball comes to rest on a supported one: gravity
// reaches it within two frames. 0 if balls bounce without loss.
double carom_crowd_gentle_speed(const crowd *c, carom_vec2 n);

// ---- events.c ----

// Puts the ball into the queue by its event_time, moves it there, or takes it out if that is
// infinite.
void carom_crowd_queue(crowd *c, crowd_ball *b);

// ---- rest.c ----

// True if there is gravity and the ball has no velocity, but for rounding.
bool carom_crowd_is_slow(const crowd *c, const crowd_ball *b);

// True if walls and slow balls hold the ball against gravity.
bool carom_crowd_is_held(const crowd *c, const crowd_ball *b);

// ---- impacts.c ----

// Lets two balls that touch collide if they approach each other. False if they do not approach by
// more than rounding and rest make. n is the unit vector from q to p.
bool carom_crowd_collide(crowd *c, crowd_ball *p, crowd_ball *q, carom_vec2 n);

// ---- among_posts.c ----

// Prepares the mover for this crowd.
void carom_crowd_prepare_mover(crowd *c);

// True if the index stands for a ball, which the mover meets as a post.
static inline bool is_post(const crowd *c, size_t index) {
    return index >= SIZE_MAX / 2 - c->count;
}

// The callbacks of the caller are now about this ball.
void carom_crowd_select(crowd *c, const crowd_ball *b);

// Moves the ball with the mover, among the other balls as posts. It does not change the ball. If
// `is_spent`, the ball stays unless moving walls push it.
carom_motion carom_crowd_run_mover(crowd *c, const crowd_ball *b, carom_vec2 velocity,
                                   crowd_time until, bool is_spent);

// The time of the crowd when a time has passed in the part of the frame that the mover was given.
// The sum can round to more than the end of the part.
double carom_crowd_time_in_part(const crowd *c, const crowd_ball *b, double passed);

// Reports a leg that the mover has not moved.
void carom_crowd_report_leg(crowd *c, const crowd_ball *b, carom_vec2 to, double clock);

// ---- give_way.c ----

// The ball that is met first on the way of a circle; NO_BALL if the way is clear. `self` is left
// out.
uint32_t carom_crowd_first_in_way(const crowd *c, const crowd_ball *self, carom_circle circle,
                                  carom_vec2 to);

// A callback of carom_other_balls.
bool carom_crowd_make_room(void *context, carom_circle circle, carom_vec2 to);

// ---- advance.c ----

// Moves the ball towards its place at time `to`, and those that stand in its way before it.
void carom_crowd_advance(crowd *c, crowd_ball *b, double to);

// A ball whose time is over stays until the moving walls are at the end of the frame, too. Its
// clock can be some ulp before that.
void carom_crowd_end_clock(crowd *c, crowd_ball *b);

// Lets a ball stand until the end of the frame if it has had too many contacts or attempts. False
// if it has not.
bool carom_crowd_give_up(crowd *c, crowd_ball *b);

// Depenetrates a ball that overlaps something at the start. If `is_last`, a ball for which no place
// is found is stuck.
void carom_crowd_free(crowd *c, crowd_ball *b, bool is_last);

// The ball rests on something, and a push against n presses it there.
static inline bool is_supported(const crowd_ball *b, carom_vec2 n) {
    return carom_vec2_dot(b->support, n) > 0.0;
}

static inline double inverse_mass_of(const crowd *c, const crowd_ball *b) {
    const double *all = c->settings->inverse_masses;
    return b->is_fixed ? 0.0 : all != NULL ? all[b->index] : 1.0;
}

static inline uint32_t slot_of(const crowd *c, const crowd_ball *b) {
    return (uint32_t)(b - c->balls);
}

static inline carom_wall post_of(const crowd_ball *b) {
    return carom_post(b->circle.center, b->circle.radius);
}

#endif
