// A group of balls of `carom run`, which one thread moves.
// Method: step by step, and ball by ball within a step, so that the notes are in this order.
// Layer: cli.
#include "run/group.h"

#include <stdlib.h>

#include "csv/array.h"
#include "progress.h"

/// Step k starts at k * DT. It is one product, so that the time does not drift.
double run_step_start(const run_options *o, uint64_t step) {
    return (double)step * o->step;
}

double run_step_length(const run_options *o, uint64_t step) {
    return step + 1 < o->steps ? o->step : o->time - run_step_start(o, step);
}

static void add_note(group *g, run_note n) {
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

static void note_impact(void *context, const carom_impact *impact) {
    add_note(context, (run_note){.kind = NOTE_IMPACT, .impact = *impact});
}

static void keep_place(void *context, carom_vec2 center) {
    group *g = context;
    void *places = g->places;
    bool grown = array_grow(&places, &g->place_capacity, g->place_count, sizeof center);
    g->places = places;
    if (grown) {
        g->places[g->place_count++] = center;
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

/// Moves the ball by a step. Returns false if the group must end.
static bool move_ball(group *g, const carom_move_settings *mover, double length) {
    const run_state *s = g->state;
    const size_t i = g->ball;
    g->place_count = 0;
    const carom_motion m = carom_ball_move(s->balls[i], length, mover);
    if (m.clamped) {
        add_note(g, (run_note){.kind = NOTE_OUT_OF_RANGE});
        return false;
    }
    const bool freed = m.kind == CAROM_MOTION_KIND_FREED;
    const bool stuck = m.kind == CAROM_MOTION_KIND_STUCK;
    s->states[i] = m.kind > s->states[i] ? m.kind : s->states[i];
    if (freed || stuck) {
        add_note(g, (run_note){.kind = freed ? NOTE_FREED : NOTE_STUCK,
                               .wall = m.overlapped,
                               .freed = m.freed});
    }
    const carom_circle circle = {freed ? m.freed : s->balls[i].center, m.ball.radius};
    s->balls[i] = m.ball;
    s->contacts[i] += (uint64_t)m.contacts;
    s->lost[i] += m.lost;
    if (g->no_memory) {
        return false;
    }
    if (s->trails != NULL && !follow_trail(g, circle.center)) {
        g->no_memory = true;
        return false;
    }
    if (s->options->check && !stuck) {
        run_check_frame(&g->check, circle, g->places, g->place_count, m.ball.center);
    }
    return true;
}

void group_move(group *g, uint64_t begin, uint64_t end) {
    const run_state *s = g->state;
    const int64_t start_ns = progress_clock();
    carom_move_settings mover = s->mover;
    carom_filter filter = carom_filter_default();
    mover.filter = s->circles->masks != NULL ? &filter : NULL;
    g->check.filter = mover.filter;
    mover.on_impact = s->options->events != NULL ? note_impact : NULL;
    mover.on_position = s->options->check || s->trails != NULL ? keep_place : NULL;
    mover.context = g;
    g->check.walls = mover.walls;
    g->note_count = 0;
    bool going = true;
    for (g->step = begin; going && g->step < end; g->step++) {
        const double length = run_step_length(s->options, g->step);
        for (g->ball = g->begin; going && g->ball < g->end; g->ball++) {
            filter = circle_list_filter(s->circles, g->ball);
            if (s->states[g->ball] == CAROM_MOTION_KIND_STUCK) {
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
    *g = (group){.begin = 0};
}
