// An island in a stretch of a frame: what its files work with, and the interface of these files.
// Room: crowd.
#ifndef CAROM_CROWD_ISLAND_RUN_H
#define CAROM_CROWD_ISLAND_RUN_H

#include "carom/contact.h"
#include "contracts.h"
#include "crowd/crowd_state.h"

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
    // The fraction of the stretch for which moving walls leave all balls a way.
    double fraction;
    // Friction is left out, so that what is pressed finds a way.
    bool slips;
    // True after many failed stretches: all balls without a way are then crushed at once.
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
    b->box = box_of_both(box, b->box);
}

static inline crowd_ball *member_of(const island_run *run, uint32_t i) {
    return &balls_of(run->c)[run->members[i]];
}

// True if the array has room for this many items. If not, the island is computed again with more.
static inline bool has_room(island_run *run, crowd_array *array, size_t capacity) {
    if (capacity <= array->capacity)
        return true;
    if (array->grows_by != NULL && carom_crowd_grow(array->grows_by, array, capacity))
        return true;
    if (capacity > array->wanted)
        array->wanted = capacity;
    run->needs_memory = true;
    return false;
}

// A new item at the end of the array, to be set by the caller. NULL if there is no room.
static inline void *new_item(island_run *run, crowd_array *array) {
    if (!has_room(run, array, array->count + 1))
        return NULL;
    return (char *)array->items + array->count++ * array->item_size;
}

static inline uint32_t slot_of(const island_run *run, const crowd_ball *b) {
    return (uint32_t)(b - balls_of(run->c));
}

// It has no place of its own among the walls: it stands, and is not tested against them.
static inline bool is_out_of_place(const crowd_ball *b) {
    return b->kind == CAROM_MOTION_KIND_STUCK || b->kind == CAROM_MOTION_KIND_CRUSHED;
}

// Two balls of a pair, a contact or a touch. Of a wall and a ball `second` is NULL.
typedef struct ball_pair {
    crowd_ball *first, *second;
} ball_pair;

// The balls of a pair whose boxes meet.
static inline ball_pair pair_at(const island_run *run, size_t i) {
    const uint64_t key = ((const uint64_t *)run->work->pairs.items)[i];
    return (ball_pair){ball_of_index(run->c, (uint32_t)(key >> 32)),
                       ball_of_index(run->c, (uint32_t)key)};
}

static inline ball_pair balls_in_contact(const island_run *run, const crowd_contact *k) {
    crowd_ball *balls = balls_of(run->c);
    CAROM_ASSERT(balls != NULL);
    return (ball_pair){&balls[k->ball], k->other != NO_BALL ? &balls[k->other] : NULL};
}

static inline ball_pair balls_in_touch(const island_run *run, const touch_memory *t) {
    return (ball_pair){ball_of_index(run->c, t->ball),
                       t->other != NO_BALL ? ball_of_index(run->c, t->other) : NULL};
}

// The inverse mass in this stretch: a ball that stands cannot be pushed.
static inline double inverse_mass_of(const crowd_ball *b) {
    return b->is_held || is_out_of_place(b) ? 0.0 : b->inverse_mass;
}

// ---- island.c ----

// What an attempt starts from, and where it ends if it is undone.
typedef struct work_start {
    size_t legs, events, touches, passed;
    uint32_t ball_impacts;
} work_start;

work_start carom_crowd_start_of(const island_run *run);
void carom_crowd_go_back_to(island_run *run, const work_start *start);

// Reports the balls that moving walls leave no way as crushed. They stand from now on.
void carom_crowd_crush(island_run *run);

// ---- walls.c ----

// What is near a leg of a ball.
typedef struct crowd_look {
    near_walls near;
    moving_near moving;
    passed_walls passed;
} crowd_look;

// Sets whose walls are looked at, between two fractions of the frame: none of them is passed.
void carom_crowd_start_look(const carom_crowd *c, const crowd_ball *b, double from, double until,
                            crowd_look *look);

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

// The same as a bounce: stop is one without restitution and with friction without bound.
carom_response carom_crowd_as_bounce(carom_response response);

// What is asked about a contact of a circle where it is.
carom_impact carom_crowd_impact_at(carom_index index, carom_wall wall, carom_circle circle,
                                   carom_vec2 velocity, const carom_contact *contact);

// The ball passes the wall for the rest of the frame.
void carom_crowd_pass_wall(island_run *run, const crowd_ball *b, carom_index wall);

// What decides whether two balls, or a ball and a wall, press instead of bouncing. `second` is NULL
// for a wall, which moves with `surface`. `press` is the acceleration that presses; one of them may
// have a contact already.
typedef struct crowd_approach {
    const crowd_ball *first, *second;
    carom_vec2 surface, normal;
    double gap, press, restitution;
    bool has_contact;
} crowd_approach;

bool carom_crowd_is_slow(const island_run *run, const crowd_approach *approach);

// The acceleration by which a ball presses against the normal: of all directions if something bears
// it, because what bears it can turn it.
double carom_crowd_press(const crowd_ball *b, carom_vec2 n);

// Appends a contact, of which bodies, normal, surface, gap, reserve and friction are set. Sets what
// follows from them: effective mass, warm start, least speed. What was remembered of a contact that
// is found after a solve (`is_late`) has not been applied. NULL if there is no room.
crowd_contact *carom_crowd_add_contact(island_run *run, crowd_contact contact, bool is_late);

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

// The same for two balls where they are at the start of the stretch, which press or may.
carom_response carom_crowd_ask_balls_now(const island_run *run, const crowd_ball *p,
                                         const crowd_ball *q, carom_vec2 n);

// Appends a contact if the pair presses. `is_late` for pairs that meet after a solve.
void carom_crowd_add_pair(island_run *run, ball_pair pair, bool is_late);

void carom_crowd_sort_contacts(island_run *run);

// True if there is a contact of the pair among the first `count` contacts. Both lists are in the
// same order, so pairs must be asked for in order, with `*known` 0 at first.
bool carom_crowd_is_contact_pair(const island_run *run, size_t pair, size_t *known, size_t count);

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
