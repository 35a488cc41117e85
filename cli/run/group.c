// A group of balls of `carom run`, which one thread moves.
// Method: step by step, and ball by ball within a step, so that the notes are in this order.
// Room: cli.
#include "run/group.h"

#include <stdlib.h>

#include "csv/array.h"
#include "progress.h"
#include "run/materials.h"

void group_note(group *g, run_note n) {
    void *notes = g->notes;
    bool grown = array_grow(&notes, &g->note_capacity, g->note_count, sizeof n);
    g->notes = notes;
    if (grown) {
        n.step = g->step;
        n.ball = g->ball;
        g->notes[g->note_count++] = n;
    }
    g->no_memory = g->no_memory || !grown;
}

void group_note_impact(group *g, const carom_impact *impact) {
    run_note n = {.kind = NOTE_IMPACT, .impact = *impact};
    n.impact.id.index =
        (carom_index)run_walls_row(g->state->walls, impact->id.index, impact->id.is_moving);
    group_note(g, n);
}

static void respond(void *context, const carom_impact *impact, carom_response *response) {
    const group *g = context;
    run_materials_respond(g->state->rows->materials, &impact->wall, response);
}

static void note_impact(void *context, const carom_impact *impact) {
    group_note_impact(context, impact);
}

/// Returns the row of a wall, or SIZE_MAX for a ball.
static size_t row_of(const run_walls *walls, carom_wall_id id) {
    return id.index != CAROM_NO_WALL ? run_walls_row(walls, id.index, id.is_moving) : SIZE_MAX;
}

/// Notes a state of the ball that is worse than before.
static void note_state(group *g, const carom_motion *m) {
    const run_walls *walls = g->state->walls;
    run_note n = {.freed = m->freed, .time = m->crushed_time};
    if (m->kind == CAROM_MOTION_KIND_CRUSHED) {
        n.kind = NOTE_CRUSHED;
        for (int i = 0; i < 2; i++) {
            n.walls[i] = row_of(walls, m->crushed_by[i]);
        }
    } else {
        n.kind = m->kind == CAROM_MOTION_KIND_FREED ? NOTE_FREED : NOTE_STUCK;
        n.walls[0] = row_of(walls, m->overlapped);
    }
    group_note(g, n);
}

static void keep_place(void *context, const carom_vec2 *center) {
    group *g = context;
    void *places = g->places;
    bool grown = array_grow(&places, &g->place_capacity, g->place_count, sizeof *center);
    g->places = places;
    if (grown) {
        g->places[g->place_count++] = *center;
    }
    g->no_memory = g->no_memory || !grown;
}

static void keep_leg(void *context, const carom_leg *leg) {
    group *g = context;
    void *legs = g->legs;
    bool grown = array_grow(&legs, &g->leg_capacity, g->leg_count, sizeof *leg);
    g->legs = legs;
    if (grown) {
        g->legs[g->leg_count++] = *leg;
    }
    g->no_memory = g->no_memory || !grown;
}

/// Extends the trail of the ball over a step, from a position after a depenetration. Returns false
/// if out of memory.
static bool follow_trail(group *g, carom_vec2 from) {
    trail *w = &g->state->trails[g->ball];
    bool memory = trail_go(w, from, g->state->tolerance);
    for (size_t k = 0; memory && k < g->place_count; k++) {
        memory = trail_go(w, g->places[k], g->state->tolerance);
    }
    return memory;
}

bool group_take_motion(group *g, const carom_motion *m) {
    const run_state *s = g->state;
    const size_t i = g->ball;
    if (m->clamped) {
        group_note(g, (run_note){.kind = NOTE_OUT_OF_RANGE});
        return false;
    }
    if (m->kind > s->states[i]) {
        s->states[i] = m->kind;
        note_state(g, m);
    }
    s->balls[i] = m->ball;
    s->contacts[i] += (uint64_t)m->contacts;
    s->lost[i] += m->lost;
    return true;
}

/// Moves the ball by a step. Returns false if the group must end.
static bool move_ball(group *g, const carom_move_settings *mover, double length) {
    const run_state *s = g->state;
    const size_t i = g->ball;
    g->place_count = 0;
    g->leg_count = 0;
    const carom_motion m = carom_ball_move(s->balls[i], length, mover);
    const bool freed = m.kind == CAROM_MOTION_KIND_FREED;
    const carom_circle circle = {freed ? m.freed : s->balls[i].center, m.ball.radius};
    if (!group_take_motion(g, &m) || g->no_memory) {
        return false;
    }
    if (s->trails != NULL && !follow_trail(g, circle.center)) {
        g->no_memory = true;
        return false;
    }
    if (s->options->check && s->walls->split.moving_count > 0) {
        run_check_legs(&g->check, circle.radius, g->legs, g->leg_count);
    } else if (s->options->check && m.kind != CAROM_MOTION_KIND_STUCK) {
        run_check_frame(&g->check, circle, g->places, g->place_count, m.ball.center);
    }
    return true;
}

void group_move(group *g, uint64_t begin, uint64_t end) {
    const run_state *s = g->state;
    const int64_t start_ns = progress_clock();
    carom_move_settings mover = s->mover;
    carom_filter filter = carom_filter_default();
    mover.world.filter = s->circles->masks != NULL ? &filter : NULL;
    mover.world.moving_filter = mover.world.filter;
    g->check.filter = mover.world.filter;
    mover.respond = s->rows->materials != NULL ? respond : NULL;
    mover.on_impact = s->options->events != NULL ? note_impact : NULL;
    mover.on_position = s->options->check || s->trails != NULL ? keep_place : NULL;
    mover.on_leg = s->options->check && s->walls->split.moving_count > 0 ? keep_leg : NULL;
    mover.context = g;
    g->check.walls = mover.world.walls;
    g->check.materials = s->rows->materials;
    g->note_count = 0;
    bool going = true;
    for (g->step = begin; going && g->step < end; g->step++) {
        const double length = run_step_length(s->options, g->step);
        const run_step_walls moving = run_walls_at(s->walls, g->step);
        mover.world.moving_walls = run_step_walls_source(&moving);
        g->check.moving = mover.world.moving_walls;
        for (g->ball = g->begin; going && g->ball < g->end; g->ball++) {
            filter = circle_list_filter(s->circles, g->ball);
            if (s->states[g->ball] == CAROM_MOTION_KIND_STUCK && moving.list.count == 0) {
                s->lost[g->ball] += length;
            } else {
                going = move_ball(g, &mover, length);
            }
        }
    }
    g->check.filter = NULL;
    g->spent_ns += progress_clock() - start_ns;
}

void group_free(group *g) {
    free(g->notes);
    free(g->places);
    free(g->legs);
    *g = (group){.begin = 0};
}
