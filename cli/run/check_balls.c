// `carom run --balls-collide --check`: verifies exactly that no ball passes through or overlaps
// another ball or a wall at any time of a step.
// Method: the paths of all balls cover the whole step without a gap. A scene holds each leg as the
// thick wall that the ball sweeps over, to find the legs near another one. Threads share the legs.
// Room: cli.
#include "run/check_balls.h"

#include <stdint.h>
#include <stdlib.h>

#include <carom/moving_wall.h>
#include <carom/scene.h>

#include "csv/array.h"
#include "progress.h"

/// The legs from which on threads share them.
enum { SHARED_LEGS = 512 };

/// A leg of a path.
struct path_leg {
    ball_leg at;
    size_t ball;
    /// False while the ball only stands in the way.
    bool is_checked;
    /// The ball is at its end of the step.
    bool ends_here;
    run_verdict verdict;
};

// ---- paths without gaps ----

static bool is_same(carom_vec2 p, carom_vec2 q) {
    return p.x == q.x && p.y == q.y;
}

/// Makes room for all legs that add_paths can make. Returns false if out of memory.
static bool make_room(run_check_balls *b, const run_step_balls *step) {
    void *legs = b->legs;
    void *last = b->last;
    bool memory = true;
    while (memory && b->leg_capacity < step->leg_count + 2 * step->count) {
        memory = array_grow(&legs, &b->leg_capacity, b->leg_capacity, sizeof *b->legs);
        b->legs = legs;
    }
    while (memory && b->last_capacity < step->count) {
        memory = array_grow(&last, &b->last_capacity, b->last_capacity, sizeof *b->last);
        b->last = last;
    }
    return memory;
}

/// True if the ball does not need a place of its own on a leg that begins at this fraction.
static bool only_stands(const run_step_balls *step, size_t ball, double start) {
    const carom_motion *m = &step->ends[ball];
    return m->kind == CAROM_MOTION_KIND_STUCK ||
           (m->kind == CAROM_MOTION_KIND_CRUSHED && start * step->time >= m->crushed_time);
}

/// Appends a leg of a ball from where and when its last one ends, so that it cannot jump.
static path_leg *add_leg(run_check_balls *b, const run_step_balls *step, size_t ball, carom_vec2 to,
                         double end) {
    const carom_circle start = step->starts[ball];
    carom_leg leg = {start.center, to, 0.0, end};
    if (b->last[ball] != SIZE_MAX) {
        const carom_leg *before = &b->legs[b->last[ball]].at.leg;
        leg.from = before->to;
        leg.start = before->end;
        leg.end = end > leg.start ? end : leg.start;
    }
    b->last[ball] = b->leg_count;
    path_leg *added = &b->legs[b->leg_count++];
    *added = (path_leg){
        .at = {leg, start.radius}, .ball = ball, .is_checked = !only_stands(step, ball, leg.start)};
    return added;
}

/// The ball stands at the end of its legs until the end of the step.
static void stand(run_check_balls *b, const run_step_balls *step, size_t ball) {
    const size_t last = b->last[ball];
    const carom_vec2 place = last == SIZE_MAX ? step->starts[ball].center : b->legs[last].at.leg.to;
    add_leg(b, step, ball, place, 1.0)->is_checked = false;
}

/// Ends the path of a ball where the ball is at the end of the step.
static void end_path(run_check_balls *b, const run_step_balls *step, size_t ball) {
    const carom_motion *m = &step->ends[ball];
    const carom_vec2 end = m->ball.center;
    const size_t last = b->last[ball];
    if (m->kind == CAROM_MOTION_KIND_CRUSHED) {
        // It goes to its end at a time that is not known.
        stand(b, step, ball);
        path_leg *there = add_leg(b, step, ball, end, 1.0);
        there->at.leg.from = end;
        there->is_checked = there->ends_here = m->crushed_is_free;
        return;
    }
    const bool is_whole = last != SIZE_MAX && b->legs[last].at.leg.end == 1.0 &&
                          is_same(b->legs[last].at.leg.to, end);
    path_leg *there = is_whole ? &b->legs[last] : add_leg(b, step, ball, end, 1.0);
    there->ends_here = there->is_checked;
}

static void add_paths(run_check_balls *b, const run_step_balls *step) {
    b->leg_count = 0;
    for (size_t i = 0; i < step->count; i++) {
        b->last[i] = SIZE_MAX;
    }
    for (size_t i = 0; i < step->leg_count; i++) {
        const run_ball_leg *l = &step->legs[i];
        add_leg(b, step, l->ball, l->leg.to, l->leg.end);
    }
    for (size_t i = 0; i < step->count; i++) {
        if (step->ends[i].kind != CAROM_MOTION_KIND_INVALID) {
            end_path(b, step, i);
        }
    }
}

// ---- the legs near a leg ----

typedef struct leg_query {
    const run_check_balls *paths;
    const path_leg *leg;
    run_verdict verdict;
} leg_query;

static double ask_leg(void *context, carom_index index, const carom_wall *cover) {
    leg_query *q = context;
    const path_leg *own = q->leg;
    const path_leg *other = &q->paths->legs[index];
    (void)cover;
    if (other->ball == own->ball) {
        return 1.0;
    }
    q->verdict.escapes = q->verdict.escapes || !legs_are_apart(&own->at, &other->at);
    if (own->ends_here && q->paths->last[other->ball] == index) {
        const carom_circle end = {own->at.leg.to, own->at.radius};
        const carom_circle other_end = {other->at.leg.to, other->at.radius};
        q->verdict.overlaps =
            q->verdict.overlaps || carom_circle_overlaps(end, carom_circle_as_post(other_end));
    }
    return 1.0;
}

/// Asks about a leg. Runs on any thread.
static void ask(run_check_balls *b, const run_check *c, const run_step_balls *step,
                carom_wall_source covers, size_t i) {
    path_leg *leg = &b->legs[i];
    if (!leg->is_checked) {
        return;
    }
    const carom_leg *way = &leg->at.leg;
    const carom_path path = {way->from, way->to, leg->at.radius};
    leg_query q = {.paths = b, .leg = leg};
    covers.query(covers.source, &path, ask_leg, &q);
    const carom_filter *filter = step->filters != NULL ? &step->filters[leg->ball] : c->filter;
    leg->verdict = run_check_ask(c, filter, leg->at.radius, way, leg->ends_here);
    leg->verdict.escapes = leg->verdict.escapes || q.verdict.escapes;
    leg->verdict.overlaps = leg->verdict.overlaps || q.verdict.overlaps;
}

/// Makes a scene of what the balls sweep over. Returns NULL if out of memory.
static carom_scene *cover_legs(run_check_balls *b) {
    void *covers = b->covers;
    bool memory = true;
    while (memory && b->cover_capacity < b->leg_count) {
        memory = array_grow(&covers, &b->cover_capacity, b->cover_capacity, sizeof *b->covers);
        b->covers = covers;
    }
    carom_scene *scene = NULL;
    for (size_t i = 0; memory && i < b->leg_count; i++) {
        const ball_leg *at = &b->legs[i].at;
        b->covers[i] = carom_capsule(at->leg.from, at->leg.to, at->radius);
    }
    if (memory) {
        carom_scene_create(b->covers, b->leg_count, NULL, NULL, &scene, NULL);
    }
    return scene;
}

bool run_check_balls_frame(run_check_balls *b, run_check *c, const run_step_balls *step) {
    const int64_t begin = progress_clock();
    if (!make_room(b, step)) {
        return false;
    }
    add_paths(b, step);
    carom_scene *scene = cover_legs(b);
    if (scene == NULL) {
        return false;
    }
    const carom_wall_source covers = carom_scene_wall_source(scene);
#pragma omp parallel for schedule(dynamic, 16) if (b->leg_count >= SHARED_LEGS)
    for (size_t i = 0; i < b->leg_count; i++) {
        ask(b, c, step, covers, i);
    }
    for (size_t i = 0; i < b->leg_count; i++) {
        const path_leg *leg = &b->legs[i];
        if (leg->is_checked) {
            run_check_count(c, leg->ends_here, leg->verdict);
        }
    }
    carom_scene_destroy(scene, NULL);
    c->spent_ns += progress_clock() - begin;
    return true;
}

void run_check_balls_free(run_check_balls *b) {
    free(b->legs);
    free(b->covers);
    free(b->last);
    *b = (run_check_balls){.legs = NULL};
}
