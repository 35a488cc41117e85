// The crowd: moves many balls through one frame, all at once.
//
// Method: balls whose paths come near each other form islands, which are computed apart from each
// other, so threads can share them and a hard one does not cost the rest. If what happened in two
// islands turns out to come near each other, they are joined and computed anew. Nothing of the
// caller's changes before all of it is known. docs/crowd.md has the design and the proof. Room:
// crowd.
#include "carom/crowd.h"

#include <math.h>
#include <string.h>

#include "carom/moving_wall.h"
#include "compiler.h"
#include "contracts.h"
#include "crowd/island_run.h"
#include "numbers.h"

// ---- validity ----

static bool is_valid_frame(double time, const carom_crowd_settings *s) {
    return carom_move_is_valid(time, &s->move) && s->max_passes >= 0 &&
           carom_response_is_valid(carom_bounce(s->restitution, s->friction));
}

static bool is_valid_ball(const carom_crowd_settings *s, const carom_ball *ball, size_t i) {
    const double inverse_mass = s->inverse_masses != NULL ? s->inverse_masses[i] : 1.0;
    return carom_ball_is_valid(ball) && inverse_mass >= 0.0 && inverse_mass <= DBL_MAX &&
           (s->accelerations == NULL ||
            is_finite(carom_vec2_add(s->move.gravity, s->accelerations[i])));
}

static carom_vec2 gravity_of(const carom_crowd_settings *s, size_t i) {
    return s->accelerations != NULL ? carom_vec2_add(s->move.gravity, s->accelerations[i])
                                    : s->move.gravity;
}

static bool is_as_left(const ball_memory *m, const carom_ball *ball) {
    return is_same(m->ball.center, ball->center) && is_same(m->ball.velocity, ball->velocity) &&
           (m->ball.radius == ball->radius);
}

// ---- the start ----

// Makes room for the memories of all balls. Those that are new are not counted yet.
static bool make_room_for_memories(carom_crowd *c, size_t count) {
    if (!carom_crowd_grow(&c->allocator, &c->memories, count))
        return false;
    for (size_t i = c->memories.count; i < count; i++)
        carom_crowd_forget(&memories_of(c)[i]);
    c->frame_count = count;
    return true;
}

static bool make_room_for_frame(carom_crowd *c, size_t count) {
    const carom_allocator *a = &c->allocator;
    return carom_crowd_grow(a, &c->balls, count) && carom_crowd_grow(a, &c->slots, count) &&
           carom_crowd_grow(a, &c->boxes, carom_tree_boxes(count)) &&
           carom_crowd_grow(a, &c->parents, count) && carom_crowd_grow(a, &c->members, count) &&
           carom_crowd_grow(a, &c->islands, count) && carom_crowd_grow(a, &c->old_islands, count);
}

// A coordinate, clamped to the range that the order along the curve takes. Only the order depends
// on it.
static float coordinate(double x) {
    return (float)smaller(larger(x, -0x1p125), 0x1p125);
}

// Puts the valid balls into an order in which neighbours are close: that of the result. The memory
// is that of the islands, which are found later.
static const hilbert_item *order_balls(carom_crowd *c, const carom_ball *balls, size_t count) {
    hilbert_item *items = c->islands.items;
    uint32_t *slots = c->slots.items;
    uint32_t valid = 0;
    carom_vec2 origin = {0.0, 0.0};
    for (size_t i = 0; i < count; i++) {
        slots[i] = NO_BALL;
        if (!is_valid_ball(c->settings, &balls[i], i))
            continue;
        // Differences keep the digits of places far from the origin.
        if (valid == 0)
            origin = balls[i].center;
        const carom_vec2 p = carom_vec2_sub(balls[i].center, origin);
        items[valid].x = coordinate(p.x);
        items[valid].y = coordinate(p.y);
        items[valid++].index = (uint32_t)i;
    }
    if (valid > 0)
        carom_hilbert_sort(items, (hilbert_item *)c->old_islands.items, valid, 4);
    for (uint32_t i = 0; i < valid; i++)
        slots[items[i].index] = i;
    c->ball_count = valid;
    return items;
}

typedef struct moving_search_box {
    carom_box box;
    bool is_near;
} moving_search_box;

static void see_moving_wall(void *context, carom_index index, const carom_moving_wall *wall) {
    (void)index;
    moving_search_box *s = context;
    s->is_near |=
        carom_crowd_moves(wall) && carom_box_overlaps(carom_moving_wall_box(*wall), s->box);
}

// A ball that sleeps wakes if a moving wall comes near.
static void wake_by_walls(const carom_crowd *c, crowd_ball *b) {
    const carom_moving_wall_source walls = c->settings->move.world.moving_walls;
    // It can rest on a wall, at the distance of some ulps.
    const carom_path here = {b->circle.center, b->circle.center,
                             smaller(b->circle.radius * (1.0 + 2.0 * RESERVE), DBL_MAX)};
    moving_search_box s = {box_with_margin(here), false};
    walls.query(walls.source, &here, see_moving_wall, &s);
    b->is_asleep = !s.is_near;
}

static void set_ball(const carom_crowd *c, crowd_ball *b, const carom_ball *ball, uint32_t index) {
    const carom_crowd_settings *s = c->settings;
    const ball_memory *m = &memories_of(c)[index];
    memset(b, 0, sizeof *b);
    b->circle = carom_circle_make(ball->center, ball->radius);
    b->velocity = carom_clamp_to_range(ball->velocity, SPEED_MAX, &b->clamped);
    b->gravity = gravity_of(s, index);
    b->inverse_mass = s->inverse_masses != NULL ? s->inverse_masses[index] : 1.0;
    b->all_first_leg = NO_BALL;
    b->index = index;
    b->kind = b->kind_before = CAROM_MOTION_KIND_MOVED;
    b->home = b->to = ball->center;
    b->after = ball->velocity;
    b->is_new = !is_as_left(m, ball) || !is_same(m->gravity, b->gravity);
    if (!is_as_left(m, ball))
        return;
    b->calm_before = m->calm_frames;
    b->supported_before = m->is_supported != 0;
    b->is_asleep = m->is_asleep != 0 && !b->is_new;
    if (b->is_asleep && c->has_moving)
        wake_by_walls(c, b);
    if (m->is_stuck)
        b->kind = b->kind_before = CAROM_MOTION_KIND_STUCK;
}

// Those that touched a ball that is gone, or that the caller has changed, wake.
static void wake_partners(carom_crowd *c) {
    const touch_memory *touches = c->touches.items;
    const uint32_t *slots = c->slots.items;
    for (size_t i = 0; i < c->touches.count; i++) {
        const uint32_t ids[2] = {touches[i].ball, touches[i].other};
        for (int k = 0; k < 2; k++) {
            if (ids[k] >= c->frame_count || ids[1 - k] == NO_BALL || slots[ids[k]] == NO_BALL)
                continue;
            const uint32_t other = ids[1 - k];
            const bool is_gone = other >= c->frame_count || slots[other] == NO_BALL;
            if (is_gone || balls_of(c)[slots[other]].is_new)
                balls_of(c)[slots[ids[k]]].is_asleep = false;
        }
    }
}

// ---- islands ----

// Asks whether two balls that overlap at the start pass through each other, and notes it.
static bool ask_to_pass(carom_crowd *c, crowd_ball *p, crowd_ball *q) {
    if (c->settings->respond_balls == NULL)
        return false;
    if (carom_crowd_do_pass(&c->passed, p, q))
        return true;
    const island_run run = {.c = c};
    const carom_vec2 n = carom_circle_contact(p->circle, carom_circle_as_post(q->circle)).normal;
    if (carom_crowd_ask_balls_now(&run, p, q, n).kind != CAROM_RESPONSE_KIND_PASS)
        return false;
    if (carom_crowd_grow(&c->allocator, &c->passed, c->passed.count + 1))
        ((passed_thing *)c->passed.items)[c->passed.count++] = carom_crowd_pass_ball(p, q);
    else
        c->is_out_of_memory = true;
    return true;
}

static bool is_stuck(const crowd_ball *b) {
    return b->kind == CAROM_MOTION_KIND_STUCK;
}

// Joins all balls whose boxes meet. Notes those that overlap and are to be freed, and in the first
// round those that were stuck and are not any more.
static bool join_pairs(carom_crowd *c, bool is_first) {
    uint32_t *parents = c->parents.items;
    crowd_ball *balls = balls_of(c);
    bool overlap = false, has_stuck = false;
    carom_box *boxes = c->tree.boxes[0];
    for (uint32_t i = 0; i < c->ball_count; i++) {
        parents[i] = i;
        carom_crowd_set_box(c, &balls[i]);
        boxes[i] = balls[i].box;
        balls[i].stretch_place = balls[i].circle.center;
        balls[i].stretch_velocity = balls[i].velocity;
        overlap |= balls[i].overlaps;
        has_stuck |= is_stuck(&balls[i]);
    }
    carom_tree_build(&c->tree);
    tree_pairs pairs;
    carom_tree_start_pairs(&pairs, &c->tree);
    while (carom_tree_next_pair(&pairs)) {
        const uint32_t i = pairs.found, k = pairs.high;
        if (!can_collide(c, &balls[i], &balls[k]))
            continue;
        // Without time nobody meets anybody.
        if (c->time > 0.0)
            carom_crowd_join(parents, i, k);
        if ((balls[i].is_asleep && balls[k].is_asleep) ||
            !carom_circle_overlaps(balls[i].circle, carom_circle_as_post(balls[k].circle)) ||
            ask_to_pass(c, &balls[i], &balls[k]))
            continue;
        // Two for which no place was found are not searched again.
        const bool is_known = is_stuck(&balls[i]) && is_stuck(&balls[k]);
        balls[i].is_stuck_in_ball |= is_known;
        balls[k].is_stuck_in_ball |= is_known;
        balls[i].overlaps |= !is_known;
        balls[k].overlaps |= !is_known;
        overlap |= !is_known;
    }
    for (uint32_t i = 0; i < c->ball_count && has_stuck && is_first; i++) {
        balls[i].overlaps |= is_stuck(&balls[i]) && !balls[i].is_stuck_in_ball;
        overlap |= balls[i].overlaps;
    }
    return overlap;
}

// Makes the list of islands from the parents. Those that are as before keep what was computed.
static void list_islands(carom_crowd *c) {
    uint32_t *parents = c->parents.items, *members = (uint32_t *)c->members.items;
    const crowd_array swap = c->islands;
    c->islands = c->old_islands;
    c->old_islands = swap;
    const crowd_island *old = c->old_islands.items;
    crowd_island *islands = c->islands.items;
    crowd_ball *balls = balls_of(c);
    const bool has_old = c->old_islands.count > 0;
    c->islands.count = 0;
    for (uint32_t i = 0; i < c->ball_count; i++) {
        const uint32_t root = carom_crowd_root(parents, i);
        if (root == i) {
            // A root comes before its members.
            balls[i].old_island = balls[i].island;
            balls[i].island = (uint32_t)c->islands.count;
            islands[c->islands.count++] = (crowd_island){.count = 1, .is_asleep = true};
        } else {
            balls[i].island = balls[root].island;
            islands[balls[i].island].count++;
        }
        islands[balls[i].island].is_asleep &= balls[i].is_asleep;
    }
    uint32_t first = 0;
    for (size_t i = 0; i < c->islands.count; i++) {
        islands[i].first = first;
        first += islands[i].count;
        islands[i].count = 0;
    }
    for (uint32_t i = 0; i < c->ball_count; i++) {
        crowd_island *island = &islands[balls[i].island];
        members[island->first + island->count++] = i;
        balls[i].is_asleep &= island->is_asleep;
    }
    for (uint32_t i = 0; i < c->ball_count && has_old; i++) {
        if (parents[i] != i)
            continue;
        crowd_island *island = &islands[balls[i].island];
        const crowd_island *before = &old[balls[i].old_island];
        if (before->count != island->count)
            continue;
        const uint32_t begin = island->first;
        *island = *before;
        island->first = begin;
    }
}

// Joins islands whose balls have come near each other. False if there are none.
static bool join_islands(carom_crowd *c) {
    uint32_t *parents = c->parents.items;
    crowd_ball *balls = balls_of(c);
    bool has_joined = false;
    // The old islands are not needed any more.
    uint32_t *changed = (uint32_t *)c->old_islands.items, count = 0;
    for (uint32_t i = 0; i < c->ball_count; i++)
        if (carom_tree_grow(&c->tree, i, balls[i].box))
            changed[count++] = i;
    for (uint32_t m = 0; m < count; m++) {
        const uint32_t i = changed[m];
        tree_query query;
        carom_tree_query(&query, &c->tree, c->tree.boxes[0][i], 0);
        for (uint32_t k; carom_tree_next(&query, &k);)
            if (balls[k].island != balls[i].island && can_collide(c, &balls[i], &balls[k]))
                has_joined |= carom_crowd_join(parents, i, k);
    }
    return has_joined;
}

// ---- tasks ----

static void run_island(const carom_crowd *c, crowd_work *work, crowd_island *island) {
    island->first_event = (uint32_t)work->events.count;
    island->first_touch = (uint32_t)work->touches.count;
    island->ball_impacts = 0;
    island->needs_memory = island->overlaps = false;
    if (island->count == 1)
        carom_crowd_run_lone(c, work, island);
    else
        carom_crowd_run_island(c, work, island);
    island->event_count = (uint32_t)work->events.count - island->first_event;
    island->touch_count = (uint32_t)work->touches.count - island->first_touch;
    // Nobody asks for the legs.
    if (!c->wants_legs && !c->wants_events)
        work->legs.count = 0;
    island->is_done = !island->needs_memory && !island->overlaps;
}

static void run_task(void *data, size_t task) {
    carom_crowd *c = data;
    crowd_island *islands = c->islands.items;
    for (size_t i = 0; i < c->islands.count; i++) {
        crowd_island *island = &islands[i];
        if (island->task != task || island->is_done || island->is_asleep)
            continue;
        run_island(c, &c->work[task], island);
        if (island->needs_memory)
            return;
    }
}

// Gives each island to the task that has the least to do.
static void share_out(carom_crowd *c, uint32_t tasks) {
    crowd_island *islands = c->islands.items;
    size_t load[CROWD_TASKS] = {0};
    for (size_t i = 0; i < c->islands.count; i++) {
        if (islands[i].is_done || islands[i].is_asleep)
            continue;
        uint32_t least = 0;
        for (uint32_t task = 1; task < tasks; task++)
            if (load[task] < load[least])
                least = task;
        islands[i].task = (uint8_t)least;
        load[least] += islands[i].count;
    }
}

static bool has_callbacks(const carom_crowd *c) {
    const carom_crowd_settings *s = c->settings;
    bool has = s->move.respond != NULL || s->respond_balls != NULL;
    for (size_t i = 0; i < c->frame_count && s->filters != NULL; i++)
        has |= s->filters[i].accept != NULL;
    has |= s->move.world.filter != NULL && s->move.world.filter->accept != NULL;
    return has ||
           (s->move.world.moving_filter != NULL && s->move.world.moving_filter->accept != NULL);
}

// What came of all islands.
typedef struct round_end {
    bool is_done, needs_memory, overlaps;
} round_end;

static round_end end_of_round(const carom_crowd *c) {
    const crowd_island *islands = c->islands.items;
    round_end end = {true, false, false};
    for (size_t i = 0; i < c->islands.count; i++) {
        end.is_done &= islands[i].is_done || islands[i].is_asleep;
        end.needs_memory |= islands[i].needs_memory;
        end.overlaps |= islands[i].overlaps;
    }
    return end;
}

// Computes all islands that are not done. False if memory ran out.
static bool run_islands(carom_crowd *c, round_end *end) {
    const carom_task_runner *runner = c->settings->runner;
    CAROM_ASSERT(runner == NULL || runner->run != NULL);
    const bool is_parallel = runner != NULL && !has_callbacks(c);
    const uint32_t tasks = is_parallel ? CROWD_TASKS : 1;
    share_out(c, tasks);
    for (uint32_t task = 0; task < tasks; task++)
        carom_crowd_set_growth(&c->work[task], is_parallel ? NULL : &c->allocator);
    for (;;) {
        if (is_parallel)
            runner->run(runner->context, run_task, c, tasks);
        else
            run_task(c, 0);
        *end = end_of_round(c);
        if (!end->needs_memory)
            return true;
        for (uint32_t task = 0; task < tasks; task++)
            if (!carom_crowd_grow_work(&c->allocator, &c->work[task]))
                return false;
    }
}

// ---- the frame ----

static void start_islands(carom_crowd *c) {
    for (int task = 0; task < CROWD_TASKS; task++) {
        crowd_work *w = &c->work[task];
        w->legs.count = w->events.count = w->touches.count = 0;
    }
    c->islands.count = 0;
    carom_tree_lay_out(&c->tree, (carom_box *)c->boxes.items, c->ball_count);
}

// Computes the frame. False if memory ran out.
//
// It ends: each round but the last one has a ball that overlaps a wall and is not stuck. If it was
// placed before in this frame, it is stuck from then on, and else it is placed; so there are at
// most two rounds for each ball. Within a round each new list has fewer islands.
static bool run_frame(carom_crowd *c) {
    bool is_first = true;
    for (;;) {
        start_islands(c);
        if (join_pairs(c, is_first)) {
            carom_crowd_free_balls(c);
            start_islands(c);
            join_pairs(c, false);
        }
        is_first = false;
        carom_crowd_join_gas(c);
        round_end end;
        do {
            list_islands(c);
            if (c->is_out_of_memory || !run_islands(c, &end))
                return false;
            if (end.overlaps)
                break;
        } while (join_islands(c));
        if (!end.overlaps)
            return true;
        // Walls overlap some: they jump, and all begins anew.
        carom_crowd_free_balls(c);
    }
}

// ---- all of it ----

// True if all balls sleep and nothing has changed: then they stay as they are. With moving walls
// each one is asked for what comes near it.
static bool is_all_asleep(const carom_crowd *c, const carom_ball *balls, size_t count) {
    const ball_memory *memories = memories_of(c);
    if (c->has_moving || c->memories.count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!memories[i].is_asleep || !is_as_left(&memories[i], &balls[i]) ||
            !is_valid_ball(c->settings, &balls[i], i) ||
            !is_same(memories[i].gravity, gravity_of(c->settings, i)))
            return false;
    return true;
}

static carom_crowd_motion stay_asleep(const carom_crowd *c) {
    for (size_t i = 0; i < c->memories.count && c->results != NULL; i++) {
        c->results[i].kind = CAROM_MOTION_KIND_MOVED;
        c->results[i].hold = CAROM_HOLD_ASLEEP;
    }
    const carom_crowd_motion summary = {.moved = c->memories.count, .asleep = c->memories.count};
    return summary;
}

carom_crowd_motion carom_crowd_step(carom_crowd *c, carom_ball *balls, size_t count, double time,
                                    const carom_crowd_settings *settings, carom_motion *results) {
    CAROM_ASSERT(c != NULL && settings != NULL && count < NO_BALL / 2);
    CAROM_ASSERT(count == 0 || balls != NULL);
    CAROM_ASSERT(!c->is_stepping);
    CAROM_ASSERT(carom_environment_is_exact());
    carom_crowd_motion summary = {.invalid = count};
    for (size_t i = 0; i < count && results != NULL; i++)
        results[i] = carom_crowd_no_motion(&balls[i]);
    if (!is_valid_frame(time, settings))
        return summary;
    if (count == 0) {
        c->memories.count = c->touches.count = 0;
        return summary;
    }
    c->settings = settings;
    c->time = time;
    c->results = results;
    c->has_moving = settings->move.world.moving_walls.query != NULL;
    c->wants_legs = settings->move.on_leg != NULL || settings->move.on_position != NULL;
    c->wants_events = settings->move.on_impact != NULL || settings->on_ball_impact != NULL;
    c->reports.count = c->passed.count = 0;
    c->is_out_of_memory = false;
    if (!c->wants_legs && is_all_asleep(c, balls, count))
        return stay_asleep(c);
    const carom_crowd_motion failed = {.status = CAROM_STATUS_OUT_OF_MEMORY};
    if (!make_room_for_memories(c, count) || !make_room_for_frame(c, count))
        return failed;
    const hilbert_item *items = order_balls(c, balls, count);
    if (c->ball_count == 0) {
        carom_crowd_forget_invalid(c, count);
        c->memories.count = count;
        c->touches.count = 0;
        carom_crowd_index_touches(c);
        return summary;
    }
    for (uint32_t i = 0; i < c->ball_count; i++)
        set_ball(c, &balls_of(c)[i], &balls[items[i].index], items[i].index);
    wake_partners(c);
    c->is_stepping = true;
    const bool is_done = run_frame(c) && carom_crowd_gather_touches(c) &&
                         (!(c->wants_legs || c->wants_events) || carom_crowd_prepare_reports(c));
    if (is_done) {
        carom_crowd_put_to_sleep(c);
        carom_crowd_hand_over(c, balls, &summary);
        carom_crowd_report(c);
        c->memories.count = count;
        carom_crowd_keep_touches(c);
    }
    c->is_stepping = false;
    return is_done ? summary : failed;
}
