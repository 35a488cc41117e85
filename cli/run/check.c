// The check of `carom run --check`: that no ball passes or overlaps a wall, exactly.
// Layer: cli.
#include "run/check.h"

#include <carom/relation.h>
#include <carom/sweep.h>

#include "progress.h"

/// What is asked of all walls near a straight way.
typedef struct question {
    const carom_filter *filter;
    carom_circle circle;
    carom_vec2 to;
    bool ends_here;
    bool escapes;
    bool overlaps;
} question;

static double ask_wall(void *context, size_t index, carom_wall wall) {
    question *q = context;
    const carom_circle end = carom_circle_make(q->to, q->circle.radius);
    if (!carom_filter_accepts(q->filter, index, wall)) {
        return 1.0;
    }
    q->escapes = q->escapes || !carom_circle_path_is_clear(q->circle, q->to, wall);
    q->overlaps = q->overlaps || (q->ends_here && carom_circle_overlaps(end, wall));
    return 1.0;
}

/// One straight part of a frame, the last of it if `ends_here`.
static void check_way(run_check *c, carom_circle circle, carom_vec2 to, bool ends_here) {
    question q = {.filter = c->filter, .circle = circle, .to = to, .ends_here = ends_here};
    const carom_path way = {circle.center, to, circle.radius};
    c->walls.query(c->walls.source, way, ask_wall, &q);
    c->ways++;
    c->escapes += q.escapes ? 1 : 0;
    c->places += ends_here ? 1 : 0;
    c->overlaps += q.overlaps ? 1 : 0;
}

void run_check_frame(run_check *c, carom_circle start, const carom_vec2 *places, size_t count,
                     carom_vec2 end) {
    int64_t begin = progress_clock();
    const bool ends_there =
        count > 0 && places[count - 1].x == end.x && places[count - 1].y == end.y;
    const size_t corners = ends_there ? count - 1 : count;
    carom_circle circle = start;
    for (size_t i = 0; i < corners; i++) {
        check_way(c, circle, places[i], false);
        circle.center = places[i];
    }
    check_way(c, circle, end, true);
    c->spent_ns += progress_clock() - begin;
}
