// `carom run --check`: verifies exactly that no ball passes through or overlaps a wall.
// Room: cli.
#include "run/check.h"

#include <carom/relation.h>
#include <carom/sweep.h>

#include "progress.h"
#include "run/materials.h"

/// The query for all walls near a straight leg.
typedef struct leg_query {
    const carom_filter *filter;
    const wall_material *materials;
    carom_circle circle;
    carom_vec2 to;
    bool ends_here;
    run_verdict verdict;
} leg_query;

static double ask_wall(void *context, carom_index index, const carom_wall *wall) {
    leg_query *q = context;
    const carom_circle end = carom_circle_make(q->to, q->circle.radius);
    if (!carom_filter_accepts(q->filter, index, wall) || run_materials_pass(q->materials, wall)) {
        return 1.0;
    }
    q->verdict.escapes = q->verdict.escapes || !carom_circle_path_is_clear(q->circle, q->to, *wall);
    q->verdict.overlaps =
        q->verdict.overlaps || (q->ends_here && carom_circle_overlaps(end, *wall));
    return 1.0;
}

/// Asks the walls at rest about a leg.
static run_verdict ask_walls(const run_check *c, const carom_filter *filter, carom_circle circle,
                             carom_vec2 to, bool ends_here) {
    leg_query q = {.filter = filter,
                   .materials = c->materials,
                   .circle = circle,
                   .to = to,
                   .ends_here = ends_here};
    const carom_path path = {circle.center, to, circle.radius};
    c->walls.query(c->walls.source, &path, ask_wall, &q);
    return q.verdict;
}

void run_check_count(run_check *c, bool ends_here, run_verdict verdict) {
    c->legs++;
    c->escapes += verdict.escapes ? 1 : 0;
    c->places += ends_here ? 1 : 0;
    c->overlaps += verdict.overlaps ? 1 : 0;
}

/// Checks one straight leg of a frame without moving walls.
static void check_leg(run_check *c, carom_circle circle, carom_vec2 to, bool ends_here) {
    run_check_count(c, ends_here, ask_walls(c, c->filter, circle, to, ends_here));
}

/// Returns where an observer who moves by `move` over the frame sees a place at the fraction t.
static carom_vec2 seen_from(carom_vec2 move, carom_vec2 place, double t) {
    return carom_vec2_sub(place, carom_vec2_scale(move, t));
}

/// Returns whether a leg passes a moving wall. A wall that does not turn is at rest for an observer
/// on it, and this is how the mover sees it.
static bool passes(carom_moving_wall moving, double radius, const carom_leg *leg) {
    carom_circle circle = carom_circle_make(leg->from, radius);
    if (moving.a_move.x == moving.b_move.x && moving.a_move.y == moving.b_move.y) {
        circle.center = seen_from(moving.a_move, leg->from, leg->start);
        const carom_vec2 to = seen_from(moving.a_move, leg->to, leg->end);
        return !carom_circle_path_is_clear(circle, to, moving.wall);
    }
    const carom_wall from = carom_moving_wall_at(moving, leg->start);
    const carom_wall to = carom_moving_wall_at(moving, leg->end);
    return !carom_circle_path_is_clear_of_moving(circle, leg->to, from, to.a, to.b);
}

/// The query for all moving walls near a leg.
typedef struct moving_query {
    const carom_filter *filter;
    const wall_material *materials;
    double radius;
    const carom_leg *leg;
    bool ends_here;
    run_verdict verdict;
} moving_query;

static void ask_moving_wall(void *context, carom_index index, const carom_moving_wall *wall) {
    moving_query *q = context;
    if (!carom_filter_accepts(q->filter, index, &wall->wall) ||
        run_materials_pass(q->materials, &wall->wall)) {
        return;
    }
    const carom_circle end = carom_circle_make(q->leg->to, q->radius);
    q->verdict.escapes = q->verdict.escapes || passes(*wall, q->radius, q->leg);
    q->verdict.overlaps =
        q->verdict.overlaps ||
        (q->ends_here && carom_circle_overlaps(end, carom_moving_wall_at(*wall, q->leg->end)));
}

run_verdict run_check_ask(const run_check *c, const carom_filter *filter, double radius,
                          const carom_leg *leg, bool ends_here) {
    const carom_circle circle = carom_circle_make(leg->from, radius);
    moving_query q = {.filter = filter,
                      .materials = c->materials,
                      .radius = radius,
                      .leg = leg,
                      .ends_here = ends_here};
    q.verdict = ask_walls(c, filter, circle, leg->to, ends_here);
    if (c->moving.query != NULL) {
        const carom_path path = {leg->from, leg->to, radius};
        c->moving.query(c->moving.source, &path, ask_moving_wall, &q);
    }
    return q.verdict;
}

void run_check_legs(run_check *c, double radius, const carom_leg *legs, size_t count) {
    int64_t begin = progress_clock();
    for (size_t i = 0; i < count; i++) {
        const bool ends_here = i + 1 == count;
        run_check_count(c, ends_here, run_check_ask(c, c->filter, radius, &legs[i], ends_here));
    }
    c->spent_ns += progress_clock() - begin;
}

void run_check_frame(run_check *c, carom_circle start, const carom_vec2 *places, size_t count,
                     carom_vec2 end) {
    int64_t begin = progress_clock();
    const bool ends_there =
        count > 0 && places[count - 1].x == end.x && places[count - 1].y == end.y;
    const size_t corners = ends_there ? count - 1 : count;
    carom_circle circle = start;
    for (size_t i = 0; i < corners; i++) {
        check_leg(c, circle, places[i], false);
        circle.center = places[i];
    }
    check_leg(c, circle, end, true);
    c->spent_ns += progress_clock() - begin;
}
