// An island: balls that come near each other in a frame, computed apart from all others.
//
// Method: the legs of all members are proposed, changed where balls press, taken from impact to
// impact, and tested by the gate. A ball whose leg the gate refuses is held, and the stretch is
// done anew, so that others can go around it; a ball that is refused again and again stands still.
// Among walls at rest an island has one stretch, the frame. If a moving wall presses a ball that
// has no way, the stretch is halved; if the ball has no way for any time, it is crushed. Room:
// crowd.
#include <math.h>
#include <string.h>

#include "contracts.h"
#include "crowd/island_run.h"
#include "numbers.h"

// Attempts at a stretch, in which refused balls are held and storms calmed.
enum { ATTEMPTS = 6 };
enum { STORMS = 3 };
// A frame ends, whatever walls and balls do: with so many impacts and stretches.
enum { IMPACTS_MOST = 1024, IMPACTS_A_BALL = 64 };
// The shortest stretch. After so many that failed all balls in the way are crushed at once: a small
// island may try longer, and one that has come far.
#define SHORTEST 0x1p-21
enum { FAILED_MOST = 1, FAILED_BALLS = 256, FAILED_A_FRAME = 2 };

work_start carom_crowd_start_of(const island_run *run) {
    const crowd_work *w = run->work;
    return (work_start){w->legs.count, w->events.count, w->touches.count, w->passed.count,
                        run->island->ball_impacts};
}

void carom_crowd_go_back_to(island_run *run, const work_start *s) {
    crowd_work *w = run->work;
    w->legs.count = s->legs;
    w->events.count = s->events;
    w->touches.count = s->touches;
    w->passed.count = s->passed;
    run->island->ball_impacts = s->ball_impacts;
}

// ---- proposals ----

static void start_ball(const island_run *run, crowd_ball *b) {
    b->start = run->from;
    b->place = b->to = b->stretch_place;
    b->first_leg = b->last_leg = NO_BALL;
    b->contacts = b->contacts_before;
    b->struck = 0;
    b->lost = b->lost_before;
    b->had_impact = b->has_contact = b->is_led = b->is_pressed = b->is_standing = b->is_wide =
        b->is_refused = false;
    b->is_pressed_out = false;
    b->open_margin = -1.0;
    b->hold = CAROM_HOLD_NONE;
    b->is_supported = b->was_supported;
    b->version++;
    if (b->is_held || is_out_of_place(b)) {
        b->is_standing = true;
        b->speed = b->after = b->stretch_velocity;
        b->pace = b->pull = carom_vec2_make(0.0, 0.0);
        if (b->is_held)
            carom_crowd_hold(run, b);
        return;
    }
    b->pull = b->gravity;
    b->speed = b->stretch_velocity;
    b->pace = carom_vec2_add(b->speed, carom_vec2_scale(b->pull, 0.5 * run->time));
    b->after = carom_clamp_to_range(carom_vec2_add(b->speed, carom_vec2_scale(b->pull, run->time)),
                                    SPEED_MAX, &b->clamped);
    b->to = carom_clamp_to_range(carom_vec2_add(b->place, carom_vec2_scale(b->pace, run->time)),
                                 DBL_MAX, &b->clamped);
    if (!is_finite(b->to) || !is_finite(b->pace)) {
        b->pace = b->pull = carom_vec2_make(0.0, 0.0);
        b->to = b->place;
    }
}

// The box of what is proposed, with the margin in which contacts are found.
static void propose_box(island_run *run, crowd_ball *b) {
    const carom_path path = {b->stretch_place, b->to,
                             b->circle.radius + 2.0 * RESERVE * b->circle.radius};
    carom_crowd_grow_box(run, b, carom_path_box(path));
}

// The solver's balls move on the leg with one velocity: what they touch bears their weight.
static void set_led(const island_run *run) {
    const crowd_contact *contacts = run->work->contacts.items;
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        const bool presses = contacts[i].push > 0.0, is_pressed = contacts[i].press > 0.0;
        const ball_pair b = balls_in_contact(run, &contacts[i]);
        b.first->is_led |= presses;
        b.first->is_pressed |= presses || is_pressed;
        if (b.second == NULL)
            continue;
        b.second->is_led |= presses;
        b.second->is_pressed |= presses || is_pressed;
    }
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        if (!b->is_led)
            continue;
        b->speed = b->solved;
        b->pull = carom_vec2_make(0.0, 0.0);
    }
}

static void note_contacts(island_run *run) {
    const crowd_contact *contacts = run->work->contacts.items;
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        const crowd_contact *k = &contacts[i];
        const ball_pair b = balls_in_contact(run, k);
        if (!(k->push > 0.0 || k->press > 0.0))
            continue;
        const touch_memory touch = {b.first->index,
                                    b.second != NULL ? b.second->index : NO_BALL,
                                    b.second != NULL ? 0 : wall_code(k->wall),
                                    k->normal,
                                    {k->push, k->push_across, k->press, k->press_across, 0.0}};
        carom_crowd_note_touch(run, &touch);
    }
}

// ---- a stretch ----

static bool is_broken(const island_run *run) {
    return run->needs_memory || run->overlaps;
}

// True if nothing presses: no impact takes speed, and nothing pulls.
static bool is_elastic(const island_run *run) {
    bool is_elastic = carom_crowd_keeps_energy(run->c->settings);
    for (uint32_t i = 0; i < run->count && is_elastic; i++) {
        const crowd_ball *b = member_of(run, i);
        is_elastic = is_weightless(b) && b->calm_frames == 0;
    }
    return is_elastic;
}

// Proposes the legs of all members.
static void propose(island_run *run) {
    for (uint32_t i = 0; i < run->count; i++) {
        start_ball(run, member_of(run, i));
        propose_box(run, member_of(run, i));
    }
    // Another attempt may have other places in the tree.
    run->have_boxes_grown = true;
    run->fraction = 1.0;
    carom_crowd_find_pairs(run);
    if (is_broken(run))
        return;
    run->work->contacts.count = 0;
    if (is_elastic(run))
        return;
    carom_crowd_find_contacts(run);
    if (is_broken(run))
        return;
    carom_crowd_solve(run);
    if (run->fraction == 1.0)
        set_led(run);
}

static bool is_in_storm(const crowd_ball *b) {
    return b->had_impact || b->has_contact;
}

static void press_when_met(island_run *run, const touch_memory *touch) {
    touch_memory *met = new_item(run, &run->work->met);
    if (met != NULL)
        *met = *touch;
}

// Calm from now on: those that met in this stretch or press, and those next to them, or the storm
// would go on among these. When the stretch is done anew, what met presses.
static void calm_down(island_run *run, size_t first_touch) {
    crowd_work *w = run->work;
    for (uint32_t i = 0; i < run->count; i++)
        if (is_in_storm(member_of(run, i)))
            member_of(run, i)->calm_frames = CALM_FRAMES;
    for (size_t i = 0; i < w->pairs.count; i++) {
        const ball_pair b = pair_at(run, i);
        if (is_in_storm(b.first) || is_in_storm(b.second))
            b.first->calm_frames = b.second->calm_frames = CALM_FRAMES;
    }
    for (size_t i = first_touch; i < w->touches.count && !run->needs_memory; i++)
        press_when_met(run, &((const touch_memory *)w->touches.items)[i]);
}

// What presses, has had an impact and is refused is calm as after a storm: between others there is
// no room for the bounce. False if there is nothing of the kind.
static bool calm_refused(island_run *run, size_t first_touch) {
    const touch_memory *touches = run->work->touches.items;
    bool has_calmed = false;
    for (size_t i = first_touch; i < run->work->touches.count && !run->needs_memory; i++) {
        const ball_pair b = balls_in_touch(run, &touches[i]);
        crowd_ball *p = b.first, *q = b.second != NULL ? b.second : p;
        if (!(p->is_refused && p->has_contact) && !(q->is_refused && q->has_contact))
            continue;
        p->calm_frames = q->calm_frames = CALM_FRAMES;
        press_when_met(run, &touches[i]);
        has_calmed = true;
    }
    return has_calmed;
}

static void hold_refused(const island_run *run) {
    for (uint32_t i = 0; i < run->count; i++)
        member_of(run, i)->is_held |= member_of(run, i)->is_refused;
}

static bool is_near_moving(const island_run *run) {
    for (uint32_t i = 0; i < run->count; i++)
        if (member_of(run, i)->is_near_moving)
            return true;
    return false;
}

static bool is_pressed_out(const island_run *run) {
    for (uint32_t i = 0; i < run->count; i++)
        if (member_of(run, i)->is_pressed_out)
            return true;
    return false;
}

// Moves all members through the stretch. False if a moving wall comes and a ball has no way.
static bool pass_stretch(island_run *run) {
    const work_start start = carom_crowd_start_of(run);
    run->work->met.count = 0;
    bool is_calmed = false;
    for (int attempt = 0;; attempt++) {
        carom_crowd_go_back_to(run, &start);
        run->may_storm = attempt < (is_near_moving(run) ? 1 : STORMS);
        run->is_storm = false;
        propose(run);
        if (run->fraction < 1.0 && !is_broken(run))
            return false;
        if (!is_broken(run))
            carom_crowd_run_events(run);
        if (is_broken(run))
            return true;
        if (run->is_storm) {
            calm_down(run, start.touches);
            continue;
        }
        const uint32_t refused = carom_crowd_gate(run);
        if (refused == 0 || is_broken(run))
            break;
        if (attempt + 1 < ATTEMPTS && !is_near_moving(run)) {
            if (attempt > 0 || !calm_refused(run, start.touches))
                hold_refused(run);
            continue;
        }
        carom_crowd_stand(run, start.touches, start.events);
        // What flies to and fro before a wall that comes presses before it is crushed.
        if (is_calmed || !is_pressed_out(run) || is_broken(run))
            break;
        is_calmed = true;
        calm_down(run, start.touches);
    }
    note_contacts(run);
    return !is_pressed_out(run);
}

static void end_stretch(const island_run *run) {
    finished_leg *legs = run->work->legs.items;
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        b->stretch_place = b->to;
        b->stretch_velocity =
            b->hold == CAROM_HOLD_HELD && b->is_standing ? b->stretch_velocity : b->after;
        b->contacts_before = b->contacts;
        b->lost_before = b->lost;
        b->was_supported = b->is_supported;
        b->is_held = false;
        // A crushed ball has no legs any more.
        if (b->kind == CAROM_MOTION_KIND_CRUSHED)
            continue;
        if (b->all_first_leg == NO_BALL)
            b->all_first_leg = b->first_leg;
        else if (b->first_leg != NO_BALL)
            legs[b->all_last_leg].next = b->first_leg;
        if (b->first_leg != NO_BALL)
            b->all_last_leg = b->last_leg;
    }
}

// ---- the frame ----

// What an earlier computation of these balls has left is restored.
static void start_island(const island_run *run) {
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        carom_crowd_set_box(run->c, b);
        b->was_supported = b->supported_before;
        b->is_near_moving = false;
        b->member = i;
        b->stretch_place = b->circle.center;
        b->stretch_velocity = b->velocity;
        b->contacts_before = 0;
        b->lost_before = 0.0;
        b->all_first_leg = b->all_last_leg = NO_BALL;
        b->is_held = false;
        b->calm_frames = b->calm_before;
        b->kind = b->kind_before;
    }
}

static bool has_friction(const island_run *run) {
    const crowd_contact *contacts = run->work->contacts.items;
    for (size_t i = 0; i < run->work->contacts.count; i++)
        if (contacts[i].friction > 0.0)
            return true;
    return false;
}

// Stretch by stretch to the end of the frame. If moving walls leave a ball no way for the whole
// stretch, it ends where they do; if that is at once, the ball is crushed.
static void move_in_stretches(island_run *run) {
    double length = 1.0;
    int failed = 0;
    bool has_failed = false;
    run->slips = run->is_hurried = false;
    while (run->from < 1.0 && !is_broken(run)) {
        run->until = smaller(run->from + length, 1.0);
        run->time = (run->until - run->from) * run->c->time;
        const work_start before = carom_crowd_start_of(run);
        if (pass_stretch(run)) {
            end_stretch(run);
            run->from = run->until;
            length *= 2.0;
            run->slips = has_failed = false;
            continue;
        }
        carom_crowd_go_back_to(run, &before);
        // What is pressed slips before it is crushed.
        if (!run->slips && has_friction(run)) {
            run->slips = true;
            continue;
        }
        // A second time in a row: the way that was found does not do.
        const bool is_known = run->fraction < 1.0 && !has_failed;
        const double part = is_known ? run->fraction : smaller(run->fraction, 0.5);
        const double rest = (run->until - run->from) * part;
        has_failed = true;
        failed++;
        if (!run->is_hurried && rest >= SHORTEST && run->from + rest > run->from) {
            length = rest;
        } else {
            carom_crowd_crush(run);
            length = 1.0;
            run->slips = has_failed = false;
        }
        run->is_hurried = failed >= FAILED_MOST + FAILED_BALLS / (int)run->count +
                                        (int)((double)FAILED_A_FRAME * run->from);
    }
}

void carom_crowd_run_island(const carom_crowd *c, crowd_work *work, crowd_island *island) {
    const uint32_t *members = (const uint32_t *)c->members.items + island->first;
    island_run run = {
        .c = c, .work = work, .island = island, .members = members, .count = island->count};
    work->passed.count = 0;
    if (!has_room(&run, &work->boxes, carom_tree_boxes(island->count)) ||
        !has_room(&run, &work->passed, c->passed.count)) {
        island->needs_memory = true;
        return;
    }
    carom_tree_lay_out(&work->tree, (carom_box *)work->boxes.items, island->count);
    // Balls that pass each other from the start.
    work->passed.count = c->passed.count;
    if (c->passed.count > 0)
        memcpy(work->passed.items, c->passed.items, c->passed.count * sizeof(passed_thing));
    const work_start start = carom_crowd_start_of(&run);
    start_island(&run);
    run.impacts_left = IMPACTS_MOST + IMPACTS_A_BALL * (size_t)run.count;
    move_in_stretches(&run);
    island->needs_memory = run.needs_memory;
    island->overlaps = run.overlaps;
    if (is_broken(&run))
        carom_crowd_go_back_to(&run, &start);
}
