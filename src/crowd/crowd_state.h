// The state of a crowd: what it remembers between frames, and what it works with during one.
//
// During a frame the balls are numbered by slots, in an order in which neighbours are close. Balls
// that come near each other form an island, which is computed apart from all others. An island
// moves in stretches of the frame: one, or more if moving walls press it. Times are fractions of
// the frame; velocities are those of the caller. Room: crowd.
#ifndef CAROM_CROWD_STATE_H
#define CAROM_CROWD_STATE_H

#include "carom/crowd.h"
#include "crowd/box_tree.h"
#include "crowd/gate_filter.h"
#include "mover/frame.h"
#include "mover/moving_near.h"
#include "scene/hilbert.h"

#define NO_BALL UINT32_MAX

// Balls that press keep a gap of this part of the smaller radius: the reserve.
#define RESERVE 0.01
// Fractions of the scale: the gap that a proposed leg leaves, and the way by which balls that touch
// exactly part in a frame.
#define LEAST_GAP 0x1p-38
#define LEAST_WAY 0x1p-36
// For so many frames balls do not bounce off each other after a storm of impacts. After so many at
// one place an island falls asleep.
enum { CALM_FRAMES = 8, REST_FRAMES = 30 };

// Items of one type that grow on demand.
typedef struct crowd_array {
    void *items;
    size_t item_size, capacity;
    // The items that count are kept when it grows.
    size_t count;
    // More than the capacity if items were wanted that have no room.
    size_t wanted;
    // If not NULL, it grows at once. Tasks on other threads must not allocate.
    const carom_allocator *grows_by;
} crowd_array;

// ---- between frames ----

// The impulses of a touch: those of the two solves along and across the normal, and that of
// impacts.
enum { PUSHED, PUSHED_ACROSS, PRESSED, PRESSED_ACROSS, STRUCK, TOUCH_IMPULSES };

// A touch of the last frame, for the next solver and for the caller's touch events.
typedef struct touch_memory {
    // Indices of the caller, ball < other; NO_BALL for a wall.
    uint32_t ball, other;
    // Twice the index of the wall, and 1 more for a moving wall.
    uint64_t wall;
    // From the wall or the other ball to the ball.
    carom_vec2 normal;
    double impulses[TOUCH_IMPULSES];
} touch_memory;

typedef struct ball_memory {
    // As the last frame has left it. The radius is negative if nothing is known.
    carom_ball ball;
    // Its acceleration in the last frame.
    carom_vec2 gravity;
    // Where it has been for `rest_frames` frames.
    carom_vec2 anchor;
    // Its touches: those with `ball` equal to its index.
    uint32_t first_touch, touch_count;
    uint8_t rest_frames, calm_frames;
    // 0 or 1: it sleeps; something held it against gravity; it overlapped something at the start of
    // the frame and no place was found. Saved bytes can hold any number.
    uint8_t is_asleep, is_supported, is_stuck;
    uint8_t unused[3];
} ball_memory;

// The order of touches: by ball, other balls before walls.
static inline bool touch_is_before(const touch_memory *p, const touch_memory *q) {
    if (p->ball != q->ball)
        return p->ball < q->ball;
    return p->other != q->other ? p->other < q->other : p->wall < q->wall;
}

// Impulses beyond the range of double are the largest ones.
static inline double impulse_in_range(double impulse) {
    return larger(smaller(impulse, DBL_MAX), -DBL_MAX);
}

static inline uint64_t wall_code(carom_index index) {
    return (uint64_t)(index & ~MOVING_BIT) << 1 | (is_moving_index(index) ? 1 : 0);
}

// ---- during a frame ----

typedef struct crowd_ball {
    // First what each frame asks of all balls.
    // Contains its legs, with its radius and a margin.
    carom_box box;
    // The caller's index, the island, that in the list before, and the place among its members.
    uint32_t index, island, old_island, member;
    // Its finished legs, in work->legs.
    uint32_t first_leg, last_leg;
    // A carom_motion_kind and a carom_hold; the kind when the balls that overlap have been placed.
    uint8_t kind, hold, kind_before;
    // The frames for which it is calm, now and at the start.
    uint8_t calm_frames, calm_before;
    bool clamped;
    bool is_asleep;
    bool overlaps;         // a free place is searched for it
    bool is_placed;        // one was searched for it in this frame
    bool is_stuck_in_ball; // it is stuck in a ball for which one is searched
    bool passes_ball;      // passes another ball in this frame, or did in an attempt
    bool is_new;           // the caller has changed it, or its acceleration has changed
    bool is_supported;     // something bears its weight
    bool was_supported;    // something did before the stretch
    bool supported_before; // something did before the frame
    bool is_held;          // the gate has refused its leg: it stays where it is in this stretch
    bool is_pressed_out;   // a moving wall takes its place in this stretch
    bool is_wide;          // no wall is within the margin of its leg
    bool is_clear;         // no wall is met on its leg
    bool is_at_walls;      // walls of contacts are within open_margin
    bool had_impact, is_near_moving;
    bool has_contact; // has a contact that may press
    bool is_led;      // the solver moves it
    bool is_pressed;  // a contact has changed its velocity
    bool is_changed;  // in the gate: has changed since the last round
    bool is_dirty;    // in the gate: is tested in this round
    bool is_refused;  // in the gate: its leg is refused
    bool is_standing; // does not move in this stretch
    // The ball at the start of the frame, and its acceleration. `home` is where the caller has put
    // it; the circle is elsewhere if it was set free.
    carom_circle circle;
    carom_vec2 home;
    carom_vec2 velocity, gravity;
    double inverse_mass;
    // The leg that it is on: from `place` at `start` to `to` at the end of the stretch; its
    // velocity at the start, its velocity on the leg, the part of gravity that acts on it, and its
    // velocity at the end of the stretch.
    carom_vec2 to, after;
    double lost;
    int contacts, struck;
    double start;
    carom_vec2 place, speed, pace, pull;
    // The velocity that the solver has found for the leg, before it is fitted to the contacts.
    carom_vec2 solved;
    // The next events: a wall, and the meeting with `partner` if that has still this version.
    double wall_time, meeting_time;
    uint32_t partner, partner_version, version;
    // The place in the queue of events; NO_BALL if it is not there.
    uint32_t queue_place;
    // Where it is at the start of the stretch, with its velocity there.
    carom_vec2 stretch_place, stretch_velocity;
    // No wall but those of contacts is within this distance of the way from the start of the
    // stretch to `open_to`; negative if that is not known.
    double open_margin;
    carom_vec2 open_to;
    // The contacts and the time lost before the stretch, and the legs of all stretches before.
    int contacts_before;
    uint32_t all_first_leg, all_last_leg;
    double lost_before;
} crowd_ball;

// A contact that presses, or may press in this stretch.
typedef struct crowd_contact {
    // The place in the order of contacts, together with the wall: by the caller's indices, as in
    // the list of pairs, other balls before walls.
    uint64_t key;
    // Slots; `other` is NO_BALL for a wall.
    uint32_t ball, other;
    carom_index wall;
    carom_vec2 normal;
    // The velocity of the wall there.
    carom_vec2 surface;
    // The gap at the start, along the normal, and the reserve.
    double gap, reserve;
    // The least speed along the normal that the solver keeps, and the effective mass.
    double least, mass, friction;
    double push, push_across, press, press_across;
    // The member that goes after the other when ways are settled, or NO_BALL.
    uint32_t follower;
    // It pressed in the last frame; it is in the second solve.
    bool has_pressed, is_pressing;
} crowd_contact;

// What the iterations need of a ball, or of a wall that moves: its velocity.
typedef struct solver_body {
    carom_vec2 velocity;
    double inverse_mass;
} solver_body;

// What they need of a contact. Impulses are never negative along the normal.
typedef struct solver_row {
    uint32_t body, other;
    carom_vec2 normal;
    double least, mass, friction;
    double push, push_across;
    // From a change of the impulse to a part of the reserve.
    double weight;
    // The change of the impulse in the last pass, and the direction in which the impulses go.
    double change, direction;
} solver_row;

// A leg that is finished. The next one of the ball is `next`, NO_BALL for none.
typedef struct finished_leg {
    crowd_leg leg;
    uint32_t next;
    // It is clear of all walls.
    bool is_clear;
} finished_leg;

// What is reported after the frame: an impact of two balls, or of a ball with a wall.
typedef struct crowd_event {
    // The fraction of the frame.
    double clock;
    // The slot; `other` is NO_BALL for a wall.
    uint32_t slot, other;
    union {
        carom_ball_impact balls;
        carom_impact wall;
    } impact;
} crowd_event;

// What a ball passes for the rest of the frame: a ball with a higher index of the caller, or a
// wall, with NO_BALL for `other`.
typedef struct passed_thing {
    uint32_t ball, other;
    carom_index wall;
} passed_thing;

// The memory in which an island is computed. `met` has what met in a storm of impacts: it presses
// when the stretch is done anew.
typedef struct crowd_work {
    crowd_array contacts, pairs, legs, events, touches, met, passed, order, boxes, queue;
    crowd_array bodies, rows;
    box_tree tree;
} crowd_work;

// A leg or an event, to be sorted by the time that is reported.
typedef struct crowd_report {
    double time, clock;
    uint32_t island, item, slot;
    bool is_event;
} crowd_report;

// A set of balls that come near each other: `count` of crowd->members from `first` on.
typedef struct crowd_island {
    uint32_t first, count;
    // Its events and touches in the work of its task.
    uint32_t first_event, event_count, first_touch, touch_count;
    uint32_t ball_impacts;
    uint8_t task;
    bool is_asleep, is_done;
    // An array of the work is too small; a ball overlaps a wall at the start.
    bool needs_memory, overlaps;
} crowd_island;

enum { CROWD_TASKS = 8 };

struct carom_crowd {
    carom_allocator allocator;
    // Between frames: by index of the caller.
    crowd_array memories, touches;
    // During a frame: all balls of the caller, and the valid ones.
    size_t frame_count;
    // `slots` has the slot of each index, `old_islands` the islands of the round before.
    crowd_array balls, slots, boxes, parents, members, islands, old_islands;
    crowd_array new_touches, reports, passed;
    uint32_t ball_count;
    box_tree tree;
    crowd_work work[CROWD_TASKS];
    const carom_crowd_settings *settings;
    double time;
    carom_motion *results;
    bool has_moving, is_out_of_memory, is_stepping;
    bool wants_legs, wants_events;
};

static inline crowd_ball *balls_of(const carom_crowd *c) {
    return (crowd_ball *)c->balls.items;
}

// The ball with a valid index of the caller.
static inline crowd_ball *ball_of_index(const carom_crowd *c, uint32_t index) {
    return &balls_of(c)[((const uint32_t *)c->slots.items)[index]];
}

static inline crowd_ball *island_member(const carom_crowd *c, const crowd_island *island,
                                        uint32_t i) {
    return &balls_of(c)[((const uint32_t *)c->members.items)[island->first + i]];
}

static inline ball_memory *memories_of(const carom_crowd *c) {
    return (ball_memory *)c->memories.items;
}

static inline const carom_filter *filter_of(const carom_crowd *c, const crowd_ball *b) {
    const carom_crowd_settings *s = c->settings;
    return s->filters != NULL ? &s->filters[b->index] : s->move.world.filter;
}

static inline const carom_filter *moving_filter_of(const carom_crowd *c, const crowd_ball *b) {
    const carom_crowd_settings *s = c->settings;
    return s->filters != NULL ? &s->filters[b->index] : s->move.world.moving_filter;
}

// Nothing pulls it.
static inline bool is_weightless(const crowd_ball *b) {
    return (b->gravity.x == 0.0) & (b->gravity.y == 0.0);
}

static inline bool is_same(carom_vec2 p, carom_vec2 q) {
    return (p.x == q.x) & (p.y == q.y);
}

// True if the two balls exist for each other. Two points cannot overlap, so they do not.
static inline bool can_collide(const carom_crowd *c, const crowd_ball *p, const crowd_ball *q) {
    const uint32_t *categories = c->settings->categories, *masks = c->settings->masks;
    const uint32_t p_is = categories != NULL ? categories[p->index] : UINT32_MAX;
    const uint32_t q_is = categories != NULL ? categories[q->index] : UINT32_MAX;
    const uint32_t p_meets = masks != NULL ? masks[p->index] : UINT32_MAX;
    const uint32_t q_meets = masks != NULL ? masks[q->index] : UINT32_MAX;
    return (p_is & q_meets) != 0 && (q_is & p_meets) != 0 &&
           (p->circle.radius > 0.0 || q->circle.radius > 0.0);
}

// True if no impact takes speed.
static inline bool carom_crowd_keeps_energy(const carom_crowd_settings *s) {
    const carom_response r = s->move.response;
    return s->restitution == 1.0 && r.kind == CAROM_RESPONSE_KIND_BOUNCE && r.restitution == 1.0 &&
           s->move.respond == NULL && s->respond_balls == NULL &&
           s->move.world.moving_walls.query == NULL;
}

// The largest magnitude of the coordinates in a box.
static inline double scale_of_box(carom_box box) {
    return larger(larger(fabs(box.min.x), fabs(box.max.x)),
                  larger(fabs(box.min.y), fabs(box.max.y)));
}

// The box of a path, with a margin for what rounding may add to the path.
static inline carom_box box_with_margin(carom_path path) {
    carom_box box = carom_path_box(path);
    const double margin = LEAST_WAY * scale_of_box(box);
    box.min = carom_vec2_sub(box.min, carom_vec2_make(margin, margin));
    box.max = carom_vec2_add(box.max, carom_vec2_make(margin, margin));
    return box;
}

// A moving wall can stand in a frame: then it is like a wall at rest.
static inline bool carom_crowd_moves(const carom_moving_wall *wall) {
    return wall->a_move.x != 0.0 || wall->a_move.y != 0.0 || wall->b_move.x != 0.0 ||
           wall->b_move.y != 0.0;
}

// ---- memory.c ----

// Makes room for this many items. False if memory ran out: then the array is as before, or has no
// room at all if it had no item.
bool carom_crowd_grow(const carom_allocator *allocator, crowd_array *array, size_t capacity);

// Makes the room that the last run of an island has wanted.
bool carom_crowd_grow_work(const carom_allocator *allocator, crowd_work *work);

// Finds the touches of each ball.
void carom_crowd_index_touches(carom_crowd *c);

// All arrays of the work grow at once by the allocator, or only between tasks if it is NULL.
void carom_crowd_set_growth(crowd_work *work, const carom_allocator *allocator);

// ---- balls.c ----

// The box of the path of a ball if nothing is in its way, with the margin in which it may touch
// others.
void carom_crowd_set_box(const carom_crowd *c, crowd_ball *b);

// The root of a slot in the forest of islands, and a join of two slots: true if it has changed
// that.
uint32_t carom_crowd_root(uint32_t *parents, uint32_t i);
bool carom_crowd_join(uint32_t *parents, uint32_t i, uint32_t k);

// True if the two balls are in the list of passed things: c->passed for those that overlap at the
// start of the frame, or that of an island.
bool carom_crowd_do_pass(const crowd_array *passed, const crowd_ball *p, const crowd_ball *q);

// Marks two balls that pass through each other. Returns their entry in such a list.
passed_thing carom_crowd_pass_ball(crowd_ball *p, crowd_ball *q);

// ---- frame_end.c ----

// Nothing is known of the ball any more: of one, and of all invalid ones, of which there are so
// many.
void carom_crowd_forget(ball_memory *memory);
void carom_crowd_forget_invalid(carom_crowd *c, size_t invalid);

// The motion of a ball that has not moved.
carom_motion carom_crowd_no_motion(const carom_ball *ball);

// Remembers the balls that are awake. Islands in which all have rested long enough fall asleep.
void carom_crowd_put_to_sleep(carom_crowd *c);

// Sets balls and results of the caller, and the summary, in which all balls count as invalid
// before.
void carom_crowd_hand_over(carom_crowd *c, carom_ball *balls, carom_crowd_motion *summary);

// ---- gas.c ----

// Joins balls that impacts may bring together, each within about its way from where it is, if it is
// likely and makes no difference but of rounding at walls.
void carom_crowd_join_gas(carom_crowd *c);

// ---- island.c ----

// Computes an island of two balls or more.
void carom_crowd_run_island(const carom_crowd *c, crowd_work *work, crowd_island *island);

// ---- lone.c ----

// Moves the one ball of an island.
void carom_crowd_run_lone(const carom_crowd *c, crowd_work *work, crowd_island *island);

// ---- free.c ----

// Balls that overlap something jump to free places, or are stuck.
void carom_crowd_free_balls(carom_crowd *c);

// ---- report.c ----

// Sorts what is to be reported. False if memory ran out.
bool carom_crowd_prepare_reports(carom_crowd *c);

// Calls the callbacks, in order of time.
void carom_crowd_report(carom_crowd *c);

// Merges the touches of this frame into new_touches. False if memory ran out.
bool carom_crowd_gather_touches(carom_crowd *c);

// Reports the touches and remembers them.
void carom_crowd_keep_touches(carom_crowd *c);

#endif
