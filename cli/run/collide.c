// Balls of `carom run --balls-collide`: one group, in which balls collide with each other.
// Method: a crowd lives as long as the run, and a step of the run is a step of the crowd. Its
// callbacks come in order of time, and so do the notes.
// Room: cli.
#include "run/collide.h"

#include <stdlib.h>

#include <carom/moving_wall.h>

#include "csv/array.h"
#include "progress.h"
#include "run/materials.h"
#include "threads.h"

/// The balls from which on threads share the islands of the crowd.
enum { SHARED_BALLS = 256 };

/// The inverse mass of a ball whose radius is 0 or so small that the quotient is beyond it.
static const double INVERSE_MASS_MAX = 0x1p1000;

/// Balls have the same density, so the mass is in proportion to the square of the radius. Returns
/// false if out of memory.
static bool set_masses(collide *c) {
    const run_state *s = c->group->state;
    const size_t count = c->group->end;
    double largest = 0.0;
    for (size_t i = 0; i < count; i++) {
        largest = s->balls[i].radius > largest ? s->balls[i].radius : largest;
    }
    if (largest == 0.0) {
        return true;
    }
    // One more: malloc(0) can return NULL.
    c->inverse_masses = malloc((count + 1) * sizeof *c->inverse_masses);
    for (size_t i = 0; c->inverse_masses != NULL && i < count; i++) {
        const double ratio = largest / s->balls[i].radius;
        const double inverse = ratio * ratio;
        c->inverse_masses[i] = inverse < INVERSE_MASS_MAX ? inverse : INVERSE_MASS_MAX;
    }
    return c->inverse_masses != NULL;
}

/// Gives each ball its filter if any has a mask. Returns false if out of memory.
static bool set_filters(collide *c) {
    const circle_list *circles = c->group->state->circles;
    if (circles->masks == NULL) {
        return true;
    }
    c->filters = malloc(c->group->end * sizeof *c->filters);
    for (size_t i = 0; c->filters != NULL && i < c->group->end; i++) {
        c->filters[i] = circle_list_filter(circles, i);
    }
    return c->filters != NULL;
}

/// Chooses the laws that the options leave valid.
static void set_laws(collide *c) {
    const run_state *s = c->group->state;
    const run_options *o = s->options;
    const bool is_free =
        o->gravity.x == 0.0 && o->gravity.y == 0.0 && s->walls->split.moving_count == 0;
    c->laws = (laws){.inverse_masses = c->inverse_masses, .count = c->group->end};
    // A ball that slides along a wall stops at the next one without an impact.
    c->laws.keeps_momentum = is_free && o->response.kind != CAROM_RESPONSE_KIND_STOP;
    c->laws.keeps_energy = is_free && run_materials_keep_energy(s->rows, o->response);
}

bool collide_start(collide *c, group *g) {
    const size_t count = g->end;
    *c = (collide){.group = g, .runner = threads_runner()};
    c->motions = malloc(count * sizeof *c->motions);
    c->starts = malloc(count * sizeof *c->starts);
    const bool memory = c->motions != NULL && c->starts != NULL && set_masses(c) &&
                        set_filters(c) && carom_crowd_create(NULL, &c->crowd) == CAROM_STATUS_OK;
    set_laws(c);
    return memory;
}

// ---- what happens in a step ----

static void respond(void *context, const carom_impact *impact, carom_response *response) {
    const collide *c = context;
    run_materials_respond(c->group->state->rows->materials, &impact->wall, response);
}

static void note_impact(void *context, const carom_impact *impact) {
    collide *c = context;
    c->group->ball = c->moving;
    group_note_impact(c->group, impact);
}

/// Notes the impact for one of the two balls.
static void note_ball(group *g, size_t ball, size_t other, carom_impact impact) {
    impact.id.index = (carom_index)other;
    g->ball = ball;
    group_note(g, (run_note){.kind = NOTE_BALL_IMPACT, .impact = impact});
}

static void note_ball_impact(void *context, const carom_ball_impact *k) {
    collide *c = context;
    const carom_ball *balls = c->group->state->balls;
    const carom_circle first = {k->first_center, balls[k->first].radius};
    const carom_circle second = {k->second_center, balls[k->second].radius};
    const carom_impact of_first = {
        .time = k->time,
        .center = first.center,
        .point = carom_circle_contact(first, carom_circle_as_post(second)).point,
        .normal = k->normal,
        .before = k->first_before,
        .after = k->first_after};
    const carom_impact of_second = {
        .time = k->time,
        .center = second.center,
        .point = carom_circle_contact(second, carom_circle_as_post(first)).point,
        .normal = carom_vec2_sub(carom_vec2_make(0.0, 0.0), k->normal),
        .before = k->second_before,
        .after = k->second_after};
    note_ball(c->group, k->first, k->second, of_first);
    note_ball(c->group, k->second, k->first, of_second);
}

static void note_touch(void *context, const carom_touch *touch) {
    collide *c = context;
    laws_note_touch(&c->laws, touch);
}

static void keep_leg(void *context, const carom_leg *leg) {
    collide *c = context;
    void *legs = c->legs;
    const bool grown = array_grow(&legs, &c->leg_capacity, c->leg_count, sizeof *c->legs);
    c->legs = legs;
    if (grown) {
        c->legs[c->leg_count++] = (run_ball_leg){c->moving, *leg};
    }
    c->group->no_memory = c->group->no_memory || !grown;
}

// ---- a step ----

static carom_crowd_settings settings_of(collide *c) {
    const run_state *s = c->group->state;
    const carom_response response = s->options->response;
    carom_crowd_settings settings = carom_crowd_settings_default();
    settings.move = s->mover;
    settings.move.on_leg = s->options->check || s->trails != NULL ? keep_leg : NULL;
    settings.move.respond = s->rows->materials != NULL ? respond : NULL;
    settings.move.context = c;
    // Balls that do not bounce off walls do not bounce off each other.
    settings.restitution = response.kind == CAROM_RESPONSE_KIND_BOUNCE ? response.restitution : 0.0;
    settings.friction = response.friction;
    settings.inverse_masses = c->inverse_masses;
    settings.filters = c->filters;
    settings.runner = c->group->end >= SHARED_BALLS ? &c->runner : NULL;
    settings.moving = &c->moving;
    settings.on_touch = s->options->check ? note_touch : NULL;
    if (s->options->events != NULL) {
        settings.move.on_impact = note_impact;
        settings.on_ball_impact = note_ball_impact;
    }
    return settings;
}

/// Extends the trails over the step. Returns false if out of memory.
static bool follow_trails(collide *c) {
    const run_state *s = c->group->state;
    bool memory = true;
    for (size_t i = 0; memory && i < c->group->end; i++) {
        memory = trail_go(&s->trails[i], c->starts[i].center, s->tolerance);
    }
    for (size_t k = 0; memory && k < c->leg_count; k++) {
        const run_ball_leg *l = &c->legs[k];
        memory = trail_go(&s->trails[l->ball], l->leg.to, s->tolerance);
    }
    return memory;
}

/// Takes the results of a step. Returns false if the run must end.
static bool take_motions(collide *c) {
    group *g = c->group;
    bool going = true;
    for (g->ball = 0; going && g->ball < g->end; g->ball++) {
        const carom_motion *m = &c->motions[g->ball];
        // A ball can be freed first and crushed then.
        if (m->kind == CAROM_MOTION_KIND_FREED ||
            (m->kind == CAROM_MOTION_KIND_CRUSHED && (m->freed.x != 0.0 || m->freed.y != 0.0))) {
            c->starts[g->ball].center = m->freed;
        }
        going = group_take_motion(g, m);
    }
    return going;
}

/// Checks the step that has just ended. Returns false if out of memory.
static bool check_step(collide *c, const carom_crowd_motion *motion, double length) {
    group *g = c->group;
    const run_step_balls step = {
        .time = length,
        .count = g->end,
        .starts = c->starts,
        .filters = c->filters,
        .ends = c->motions,
        .legs = c->legs,
        .leg_count = c->leg_count,
    };
    uint64_t contacts = 0;
    for (size_t i = 0; i < g->end; i++) {
        contacts += (uint64_t)c->motions[i].contacts;
    }
    laws_end_step(&c->laws, g->state->balls, motion, contacts);
    return run_check_balls_frame(&c->check, &g->check, &step);
}

/// Moves the balls by a step. Returns false if the group must end.
static bool move_step(collide *c, const carom_crowd_settings *settings, double length) {
    group *g = c->group;
    const run_state *s = g->state;
    c->leg_count = 0;
    for (size_t i = 0; i < g->end; i++) {
        c->starts[i] = carom_circle_make(s->balls[i].center, s->balls[i].radius);
    }
    if (s->options->check) {
        laws_start_step(&c->laws, s->balls);
    }
    const carom_crowd_motion motion =
        carom_crowd_step(c->crowd, s->balls, g->end, length, settings, c->motions);
    if (motion.status != CAROM_STATUS_OK) {
        g->no_memory = true;
        return false;
    }
    c->impacts += motion.ball_impacts;
    c->held += motion.held;
    c->asleep = motion.asleep;
    if (!take_motions(c)) {
        return false;
    }
    if (s->trails != NULL) {
        g->no_memory = g->no_memory || !follow_trails(c);
    }
    if (s->options->check && !g->no_memory) {
        g->no_memory = !check_step(c, &motion, length);
    }
    return !g->no_memory;
}

void collide_move(collide *c, uint64_t begin, uint64_t end) {
    group *g = c->group;
    const int64_t start_ns = progress_clock();
    carom_crowd_settings settings = settings_of(c);
    g->check.walls = settings.move.world.walls;
    g->check.materials = g->state->rows->materials;
    g->note_count = 0;
    bool going = true;
    for (g->step = begin; going && g->step < end; g->step++) {
        const run_step_walls moving = run_walls_at(g->state->walls, g->step);
        settings.move.world.moving_walls = run_step_walls_source(&moving);
        g->check.moving = settings.move.world.moving_walls;
        going = move_step(c, &settings, run_step_length(g->state->options, g->step));
    }
    g->spent_ns += progress_clock() - start_ns;
}

void collide_free(collide *c) {
    run_check_balls_free(&c->check);
    carom_crowd_destroy(c->crowd);
    free(c->inverse_masses);
    free(c->filters);
    free(c->motions);
    free(c->starts);
    free(c->legs);
    *c = (collide){.group = NULL};
}
