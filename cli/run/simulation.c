// The simulation of `carom run`: all balls, step by step.
// Method: every ball is moved by carom_ball_move through the boxes of the walls. Step k starts at
// k * DT, one product and no sum, so that the time does not drift.
// Layer: cli.
#include "run/simulation.h"

#include <math.h>
#include <stdlib.h>

#include "csv/array.h"
#include "csv/number.h"
#include "csv/text.h"
#include "report.h"

static void log_impact(void *context, const carom_impact *impact) {
    const simulation *s = context;
    if (s->events != NULL) {
        events_add(s->events, s->start, s->ball, impact);
    }
}

static void keep_place(void *context, carom_vec2 center) {
    simulation *s = context;
    void *places = s->places;
    bool grown = array_grow(&places, &s->place_capacity, s->place_count, sizeof center);
    s->places = places;
    if (grown) {
        s->places[s->place_count++] = center;
    }
    s->no_memory = s->no_memory || !grown;
}

/// How far paths may be off: a quarter of a pixel of a picture of all finite shapes.
static double trail_tolerance(const answers *a) {
    carom_box all = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    for (size_t i = 0; i < a->circles.count + 2 * a->walls.count; i++) {
        size_t end = i - a->circles.count; // used for walls only
        carom_vec2 p = i < a->circles.count ? a->circles.items[i].center
                       : end % 2 == 0       ? a->walls.items[end / 2].a
                                            : a->walls.items[end / 2].b;
        all.min = carom_vec2_make(fmin(all.min.x, p.x), fmin(all.min.y, p.y));
        all.max = carom_vec2_make(fmax(all.max.x, p.x), fmax(all.max.y, p.y));
    }
    double size = fmax(all.max.x - all.min.x, all.max.y - all.min.y);
    return isfinite(size) && size > 0.0 ? 0.25 * size / a->arguments.width : 0.0;
}

static bool start_trails(simulation *s, const answers *a) {
    s->tolerance = trail_tolerance(a);
    s->trails = calloc(a->circles.count + 1, sizeof *s->trails);
    bool memory = s->trails != NULL;
    for (size_t i = 0; memory && i < a->circles.count; i++) {
        memory = trail_start(&s->trails[i], a->circles.items[i].center);
    }
    return memory;
}

bool simulation_start(simulation *s, answers *a, const run_options *options) {
    const size_t balls = a->circles.count;
    const size_t walls = a->walls.count;
    *s = (simulation){.options = options, .answers = a};
    // One more of each: a size of 0 might give NULL.
    s->balls = malloc((balls + 1) * sizeof *s->balls);
    s->contacts = calloc(balls + 1, sizeof *s->contacts);
    s->stuck = calloc(balls + 1, sizeof *s->stuck);
    s->boxes = malloc((walls + 1) * sizeof *s->boxes);
    s->one_sided = malloc((walls + 1) * sizeof *s->one_sided);
    if (s->balls == NULL || s->contacts == NULL || s->stuck == NULL || s->boxes == NULL ||
        s->one_sided == NULL || (a->arguments.draws && !start_trails(s, a))) {
        return false;
    }
    for (size_t i = 0; i < balls; i++) {
        const carom_circle circle = a->circles.items[i];
        s->balls[i] = (carom_ball){circle.center, circle.radius, a->circles.motions[i]};
    }
    for (size_t i = 0; i < walls; i++) {
        s->boxes[i] = carom_wall_box(a->walls.items[i]);
        s->one_sided[i] = true;
    }
    s->array = (carom_wall_array){.walls = a->walls.items, .boxes = s->boxes, .count = walls};
    s->check.walls = carom_walls_of_array(&s->array);
    s->mover = (carom_mover){
        .walls = carom_walls_of_array(&s->array),
        .response = options->response,
        .gravity = options->gravity,
        .one_sided = options->one_sided ? s->one_sided : NULL,
        .on_impact = log_impact,
        .on_place = options->check || a->arguments.draws ? keep_place : NULL,
        .context = s,
    };
    return true;
}

/// A name as messages show it.
static const char *shown_name(char text[TEXT_QUOTED_SIZE], const names *list, size_t i) {
    char number[NAME_NUMBER_SIZE];
    table_text name = names_get(list, i, number);
    text_clean(text, TEXT_QUOTED_SIZE, 40, name.at, name.length);
    return text;
}

/// Says that a ball overlapped a wall, and counts it.
static void note_overlap(simulation *s, size_t i, const carom_motion *m) {
    answers *a = s->answers;
    char ball[TEXT_QUOTED_SIZE];
    char wall[TEXT_QUOTED_SIZE];
    char x[NUMBER_SIZE];
    char y[NUMBER_SIZE];
    shown_name(ball, &a->circles.names, i);
    shown_name(wall, &a->walls.names, m->overlapped);
    progress_clear(&a->progress);
    if (m->kind == CAROM_FREED) {
        s->freed_balls++;
        report(a->call->who, "ball %s starts overlapping wall %s: moved out to (%.*s, %.*s)", ball,
               wall, (int)number_write(x, m->freed.x), x, (int)number_write(y, m->freed.y), y);
    } else {
        s->stuck_balls++;
        s->stuck[i] = true;
        report(a->call->who, "ball %s starts overlapping wall %s, no way out found: it stays", ball,
               wall);
    }
}

/// Draws the way of a ball over a step, from a place it may have been moved out to. False if memory
/// is out.
static bool follow_trail(simulation *s, size_t i, carom_vec2 from) {
    trail *w = &s->trails[i];
    bool memory = trail_go(w, from, s->tolerance);
    for (size_t k = 0; memory && k < s->place_count; k++) {
        memory = trail_go(w, s->places[k], s->tolerance);
    }
    return memory;
}

/// Says that a ball got too fast or too far for doubles.
static void note_out_of_range(simulation *s, size_t i) {
    answers *a = s->answers;
    char ball[TEXT_QUOTED_SIZE];
    progress_clear(&a->progress);
    report(a->call->who, "ball %s leaves the range of double precision after time %.6g",
           shown_name(ball, &a->circles.names, i), s->start);
}

/// Moves one ball by a step. False if that failed, which is reported.
static bool move_ball(simulation *s, size_t i, double length) {
    answers *a = s->answers;
    s->ball = i;
    s->place_count = 0;
    const carom_motion m = carom_ball_move(s->balls[i], length, &s->mover);
    if (m.out_of_range) {
        note_out_of_range(s, i);
        return false;
    }
    const bool freed = m.kind == CAROM_FREED;
    const carom_circle circle = {freed ? m.freed : s->balls[i].center, m.ball.radius};
    if (freed || m.kind == CAROM_STUCK) {
        note_overlap(s, i, &m);
    }
    s->balls[i] = m.ball;
    s->contacts[i] += (uint64_t)m.contacts;
    s->all_contacts += (uint64_t)m.contacts;
    s->lost += m.lost;
    if (s->no_memory || (s->trails != NULL && !follow_trail(s, i, circle.center))) {
        progress_clear(&a->progress);
        report(a->call->who, "out of memory");
        return false;
    }
    if (s->options->check && m.kind != CAROM_STUCK) {
        run_check_frame(&s->check, circle, s->places, s->place_count, m.ball.center);
    }
    return true;
}

bool simulation_run(simulation *s) {
    const run_options *o = s->options;
    const size_t balls = s->answers->circles.count;
    progress *bar = &s->answers->progress;
    bool fine = true;
    progress_start(bar, "run");
    for (uint64_t k = 0; fine && k < o->steps; k++) {
        s->start = (double)k * o->step;
        const double length = k + 1 < o->steps ? o->step : o->time - s->start;
        for (size_t i = 0; fine && i < balls; i++) {
            progress_show(bar, k * balls + i, o->steps * balls);
            if (s->stuck[i]) {
                s->lost += length;
                continue;
            }
            fine = move_ball(s, i, length) && (s->events == NULL || s->events->out.error == 0);
        }
    }
    progress_clear(bar);
    return fine;
}

void simulation_free(simulation *s) {
    for (size_t i = 0; s->trails != NULL && i < s->answers->circles.count; i++) {
        trail_free(&s->trails[i]);
    }
    free(s->trails);
    free(s->places);
    free(s->balls);
    free(s->contacts);
    free(s->stuck);
    free(s->boxes);
    free(s->one_sided);
    *s = (simulation){0};
}
