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
    // More than the capacity if items were wanted that have no room.
    size_t wanted;
    // If not NULL, it grows at once. Tasks on other threads must not allocate.
    const carom_allocator *grows_by;
} crowd_array;

// ---- between frames ----

// A touch of the last frame, for the next solver and for the caller's touch events.
typedef struct touch_memory {
    // Indices of the caller, ball < other; NO_BALL for a wall.
    uint32_t ball, other;
    // Twice the index of the wall, and 1 more for a moving wall.
    uint64_t wall;
    // From the wall or the other ball to the ball.
    carom_vec2 normal;
    // The impulses of the two solvers along and across the normal, and that of impacts.
    double push, push_across, press, press_across, struck;
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

static inline uint64_t wall_code(size_t index) {
    return (uint64_t)(index & ~MOVING_BIT) << 1 | (is_moving_index(index) ? 1 : 0);
}

// ---- during a frame ----

typedef struct crowd_ball {
    // First what each frame asks of all balls.
    // Contains its legs, with its radius and a margin.
    carom_box box;
    // The caller's index, the island, and the place among the members of the island.
    uint32_t index, island, member;
    // Its finished legs, in work->legs.
    uint32_t first_leg, last_leg;
    // A carom_motion_kind and a carom_hold; the kind when the balls that overlap have been placed.
    uint8_t kind, hold, kind_before;
    // The frames for which it is calm, now and at the start.
    uint8_t calm_frames, calm_before;
    bool clamped;
    bool is_asleep;
    // It is searched for a free place; it was, in this frame.
    bool overlaps, is_placed;
    // It passes another ball in this frame, or did in an attempt.
    bool passes_ball;
    // The caller has changed it, or its acceleration has changed.
    bool is_new;
    // Something bears its weight; something did before the stretch, and before the frame.
    bool is_supported, was_supported, supported_before;
    // It stands in this stretch. It has no place in this stretch, because a moving wall comes.
    bool is_held, is_pressed_out;
    // No wall is within the margin of its leg. No wall is met on it.
    bool is_wide, is_clear;
    // Walls of contacts are within open_margin.
    bool is_at_walls;
    bool had_impact, is_near_moving;
    // It has a contact that may press; the solver moves it; a contact has changed its velocity.
    bool has_contact, is_led, is_pressed;
    // In the gate: has changed since the last round; is tested in this one; is refused; does not
    // move in this stretch.
    bool is_changed, is_dirty, is_refused, is_standing;
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
    // The next event: a wall, or the meeting with `partner` if that has still this version.
    double wall_time, event_time;
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
    // Slots; `other` is NO_BALL for a wall.
    uint32_t ball, other;
    size_t wall;
    carom_vec2 normal;
    // The velocity of the wall there.
    carom_vec2 surface;
    // The gap at the start, along the normal, and the reserve.
    double gap, reserve;
    // The least speed along the normal that the solver keeps, and the effective mass.
    double least, mass, friction;
    double push, push_across, press, press_across;
    // The ball that goes after the other when ways are settled, NO_BALL for none.
    uint32_t follower;
    // It pressed in the last frame; it is in the second solve.
    bool has_pressed, is_pressing;
} crowd_contact;

// The place of a contact in the order of contacts.
typedef struct contact_key {
    uint64_t key;
    size_t wall;
    uint32_t contact;
} contact_key;

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

// A wall that a ball passes for the rest of the frame, or another ball (its slot).
typedef struct passed_thing {
    uint32_t slot, other;
    size_t wall;
} passed_thing;

// The memory in which an island is computed. `met` has what met in a storm of impacts: it presses
// when the stretch is done anew.
typedef struct crowd_work {
    crowd_array contacts, pairs, legs, events, touches, met, passed, order, boxes, queue;
    crowd_array bodies, rows;
    size_t contact_count, pair_count, leg_count, event_count, touch_count, met_count;
    size_t passed_count, queue_count;
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
    size_t count;
    crowd_array memories, touches;
    size_t touch_count;
    // During a frame: all balls of the caller, and the valid ones.
    size_t frame_count;
    // `slots` has the slot of each index, `old_islands` the islands of the round before.
    crowd_array balls, slots, boxes, parents, members, islands, old_islands;
    crowd_array new_touches, reports, passed;
    uint32_t ball_count;
    size_t island_count, new_touch_count, report_count, passed_count;
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

static inline ball_memory *memories_of(const carom_crowd *c) {
    return (ball_memory *)c->memories.items;
}

static inline const carom_filter *filter_of(const carom_crowd *c, const crowd_ball *b) {
    const carom_crowd_settings *s = c->settings;
    return s->filters != NULL ? &s->filters[b->index] : s->move.filter;
}

static inline const carom_filter *moving_filter_of(const carom_crowd *c, const crowd_ball *b) {
    const carom_crowd_settings *s = c->settings;
    return s->filters != NULL ? &s->filters[b->index] : s->move.moving_filter;
}

// True if the two balls exist for each other.
static inline bool can_collide(const carom_crowd *c, const crowd_ball *p, const crowd_ball *q) {
    const uint32_t *categories = c->settings->categories, *masks = c->settings->masks;
    const uint32_t p_is = categories != NULL ? categories[p->index] : UINT32_MAX;
    const uint32_t q_is = categories != NULL ? categories[q->index] : UINT32_MAX;
    const uint32_t p_meets = masks != NULL ? masks[p->index] : UINT32_MAX;
    const uint32_t q_meets = masks != NULL ? masks[q->index] : UINT32_MAX;
    return (p_is & q_meets) != 0 && (q_is & p_meets) != 0;
}

// True if no impact takes speed.
static inline bool carom_crowd_keeps_energy(const carom_crowd_settings *s) {
    const carom_response r = s->move.response;
    return s->restitution == 1.0 && r.kind == CAROM_RESPONSE_KIND_BOUNCE && r.restitution == 1.0 &&
           s->move.respond == NULL && s->respond_balls == NULL &&
           s->move.moving_walls.query == NULL;
}

// The largest magnitude of the coordinates in a box.
static inline double scale_of_box(carom_box box) {
    return larger(larger(fabs(box.min.x), fabs(box.max.x)),
                  larger(fabs(box.min.y), fabs(box.max.y)));
}

// A moving wall can stand in a frame: then it is like a wall at rest.
static inline bool carom_crowd_moves(const carom_moving_wall *wall) {
    return wall->a_move.x != 0.0 || wall->a_move.y != 0.0 || wall->b_move.x != 0.0 ||
           wall->b_move.y != 0.0;
}

// ---- memory.c ----

// Makes room for `count` items, and keeps the first `kept` ones. False if memory ran out: then the
// array is as before, or empty if nothing is kept.
bool carom_crowd_grow(const carom_allocator *allocator, crowd_array *array, size_t count,
                      size_t kept);

// Makes the room that the last run of an island has wanted.
bool carom_crowd_grow_work(const carom_allocator *allocator, crowd_work *work);

// Finds the touches of each ball.
void carom_crowd_index_touches(carom_crowd *c);

// All arrays of the work grow at once by the allocator, or only between tasks if it is NULL.
void carom_crowd_set_growth(crowd_work *work, const carom_allocator *allocator);

// True if the array has room for `count` items; otherwise notes how many are wanted.
static inline bool has_room(crowd_array *array, size_t count) {
    if (count <= array->capacity)
        return true;
    if (array->grows_by != NULL && carom_crowd_grow(array->grows_by, array, count, array->capacity))
        return true;
    if (count > array->wanted)
        array->wanted = count;
    return false;
}

// As that, for an array that is filled anew.
static inline bool has_new_room(crowd_array *array, size_t count) {
    if (count > array->capacity && array->grows_by != NULL &&
        carom_crowd_grow(array->grows_by, array, count, 0))
        return true;
    return has_room(array, count);
}

// ---- stretches of an island ----

typedef struct island_run {
    const carom_crowd *c;
    crowd_work *work;
    crowd_island *island;
    // The slots of the members, rising.
    const uint32_t *members;
    uint32_t count;
    // The fractions of the frame at both ends of the stretch, and the time between them.
    double from, until, time;
    // The part of the stretch for which moving walls leave all balls a way.
    double share;
    // Friction is left out, so that what is pressed finds a way.
    bool slips;
    // So many stretches have failed that all balls without a way are crushed at once.
    bool is_hurried;
    // The impacts that are left in this frame.
    size_t impacts_left;
    // Too many impacts of a ball end the stretch (is_storm), or hold the ball.
    bool may_storm, is_storm;
    // An array is too small. A ball overlaps a wall.
    bool needs_memory, overlaps;
    // The boxes of members have grown since the pairs were found.
    bool have_boxes_grown;
} island_run;

static inline void carom_crowd_grow_box(island_run *run, crowd_ball *b, carom_box box) {
    if (carom_box_contains(b->box, box))
        return;
    run->have_boxes_grown = true;
    b->box.min.x = smaller(box.min.x, b->box.min.x);
    b->box.min.y = smaller(box.min.y, b->box.min.y);
    b->box.max.x = larger(box.max.x, b->box.max.x);
    b->box.max.y = larger(box.max.y, b->box.max.y);
}

static inline crowd_ball *member_of(const island_run *run, uint32_t i) {
    return &balls_of(run->c)[run->members[i]];
}

static inline uint32_t slot_of(const island_run *run, const crowd_ball *b) {
    return (uint32_t)(b - balls_of(run->c));
}

// It has no place of its own among the walls: it stands, and is not tested against them.
static inline bool is_out_of_place(const crowd_ball *b) {
    return b->kind == CAROM_MOTION_KIND_STUCK || b->kind == CAROM_MOTION_KIND_CRUSHED;
}

// The inverse mass in this stretch: a ball that stands cannot be pushed.
static inline double inverse_mass_of(const crowd_ball *b) {
    return b->is_held || is_out_of_place(b) ? 0.0 : b->inverse_mass;
}

// ---- crowd.c ----

// The box of the path of a ball if nothing is in its way, with the margin in which it may touch
// others.
void carom_crowd_set_box(const carom_crowd *c, crowd_ball *b);

// True if the two slots are in the list.
bool carom_crowd_is_passed(const passed_thing *passed, size_t count, uint32_t i, uint32_t k);

// True if two balls that overlap at the start of the frame pass through each other.
bool carom_crowd_do_pass(const carom_crowd *c, uint32_t i, uint32_t k);

// ---- island.c ----

// Computes an island of two balls or more.
void carom_crowd_run_island(const carom_crowd *c, crowd_work *work, crowd_island *island);

// Reports the balls that moving walls leave no way as crushed. They stand from now on.
void carom_crowd_crush(island_run *run);

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

// ---- walls.c ----

// What is near a leg of a ball.
typedef struct crowd_look {
    near_walls near;
    moving_near moving;
    passed_walls passed;
} crowd_look;

// Finds the first contact with a wall on the straight way of a ball between two fractions.
void carom_crowd_look(const island_run *run, const crowd_ball *b, const crowd_leg *leg,
                      crowd_look *look, path_contact *first);

// The place nearest to the first contact to which the ball can go, and its time. False if it can
// only stay.
bool carom_crowd_place_at_wall(const crowd_look *look, const path_contact *first,
                               const crowd_leg *leg, carom_vec2 *place, double *time);

// The velocity of the wall at a contact.
carom_vec2 carom_crowd_velocity_of_wall(const carom_crowd *c, const path_contact *first);

// Asks for the response at a wall.
carom_response carom_crowd_ask(const island_run *run, const crowd_ball *b,
                               const carom_impact *impact);

// The ball passes the wall for the rest of the frame.
void carom_crowd_pass_wall(island_run *run, const crowd_ball *b, size_t wall);

// What decides whether balls, or a ball and a wall, press instead of bouncing: the approach along
// the normal on the legs and when they meet, the acceleration that presses, the radius or the sum
// of both; whether both are calm, something bears one of them, and one has a contact already.
typedef struct crowd_meeting {
    double approach, impact, press, restitution, reach;
    bool is_calm, is_borne, has_contact;
} crowd_meeting;

bool carom_crowd_is_slow(const carom_crowd *c, const crowd_meeting *meeting);

// The velocity of a ball at a time of its proposed leg, of which `left` is the whole: as on the
// chord of a parabola.
carom_vec2 carom_crowd_velocity_after(const crowd_ball *b, double time, double left);

// The acceleration by which a ball presses against the normal: of all directions if something bears
// it, because what bears it can turn it.
double carom_crowd_press(const crowd_ball *b, carom_vec2 n);

// Appends a contact, or returns NULL if there is no room.
crowd_contact *carom_crowd_new_contact(island_run *run);

// Sets what follows from bodies, gap and reserve: effective mass, warm start, least speed.
void carom_crowd_set_contact(island_run *run, crowd_contact *contact);

// True if a place is certainly so near to the way that is known to be open that no wall is near.
bool carom_crowd_is_open(const crowd_ball *b, carom_vec2 place);

// The wall that does not let the ball stay in this stretch.
leg_wall carom_crowd_blocker(const island_run *run, const crowd_ball *b);

// Appends the contacts of a ball with walls that are near its leg, but for those among the first
// `known` contacts.
void carom_crowd_add_walls(island_run *run, crowd_ball *b, size_t known);

// ---- contacts.c ----

// Finds all contacts of the stretch, sorted.
void carom_crowd_find_contacts(island_run *run);

// A meeting of two balls, from the first one: the normal is that to it.
typedef struct ball_meeting {
    // Since the start of the frame, in the caller's unit.
    double time;
    carom_vec2 normal, place, other_place, before, other_before, after, other_after;
} ball_meeting;

// The same for the caller: the lower index first.
carom_ball_impact carom_crowd_impact_of(const crowd_ball *p, const crowd_ball *q,
                                        const ball_meeting *meeting);

// Asks for the response of two balls: a bounce, a slide as a bounce without restitution, or a pass.
carom_response carom_crowd_ask_balls(const carom_crowd *c, const crowd_ball *p, const crowd_ball *q,
                                     const ball_meeting *meeting);

// True if the balls in these slots pass through each other in this frame.
bool carom_crowd_has_passed(const island_run *run, uint32_t p, uint32_t q);

// Appends a contact if the pair presses. `is_late` for pairs that meet after a solve.
bool carom_crowd_add_pair(island_run *run, crowd_ball *p, crowd_ball *q, bool is_late);

void carom_crowd_sort_contacts(island_run *run);

// The caller's indices of a contact of two balls, as in the list of pairs.
static inline uint64_t carom_crowd_key(const carom_crowd *c, const crowd_contact *k) {
    const crowd_ball *balls = balls_of(c);
    return (uint64_t)balls[k->ball].index << 32 | balls[k->other].index;
}

// Finds the pairs of members whose boxes meet, as keys of the caller's indices, sorted, if boxes
// have grown.
void carom_crowd_find_pairs(island_run *run);

// ---- solver.c ----

// Solves for the velocities on the legs and for those after the stretch.
void carom_crowd_solve(island_run *run);

// ---- settle.c ----

// Takes balls that the solver has left some way into each other as far as their contacts allow.
void carom_crowd_settle(island_run *run);

// ---- events.c ----

// The ball stands from its last corner on.
void carom_crowd_hold(const island_run *run, crowd_ball *b);

// Ends the leg of a ball at a corner. A leg that takes no time is none.
void carom_crowd_end_leg(island_run *run, crowd_ball *b, carom_vec2 place, double time,
                         bool is_clear);

// As that, also without time: the mover can go some ulps in none.
void carom_crowd_add_leg(island_run *run, crowd_ball *b, carom_vec2 place, double time,
                         bool is_clear);

// Notes an impact on a wall at a fraction of the frame, as contact, touch and event.
void carom_crowd_note_wall(island_run *run, crowd_ball *b, const carom_impact *impact,
                           double clock);

void carom_crowd_note_touch(island_run *run, const touch_memory *touch);

// Moves the members to the end of the stretch, from impact to impact.
void carom_crowd_run_events(island_run *run);

// ---- gate.c ----

// Tests all legs exactly, and mends by ulps what rounding alone refuses. Returns how often a ball
// or a pair was refused, and marks the balls.
uint32_t carom_crowd_gate(island_run *run);

// Those that are refused stand for the whole stretch, and those that this stops: others that meet
// them, and those with which they had impacts, which are dropped. Balls that a moving wall does
// not let stand are marked as pressed out.
void carom_crowd_stand(island_run *run, size_t first_touch, size_t first_event);

#endif
