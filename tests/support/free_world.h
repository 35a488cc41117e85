// Balls and walls among which a circle looks for a free place, with checks of the place by loops
// over all of them. For white-box tests with cmocka. Room: tests.
#ifndef CAROM_TESTS_FREE_WORLD_H
#define CAROM_TESTS_FREE_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "carom/moving_wall.h"
#include "crowd/free_place.h"
#include "depenetration_check.h"
#include "points.h"
#include "random.h"
#include "source_kinds.h"

enum { FREE_BALLS_MAX = 1024, FREE_WALLS_MAX = 64 };

// The balls and walls of a test, and how they are visited.
typedef struct free_world {
    carom_circle balls[FREE_BALLS_MAX];
    carom_box boxes[FREE_BALLS_MAX];
    int count;
    carom_wall walls[FREE_WALLS_MAX];
    carom_wall_list list;
    // Visits the balls from the last one to the first; visits all of them for every box.
    bool backward, all;
    long queries;
} free_world;

static inline void start_world(free_world *w) {
    memset(w, 0, sizeof *w);
    w->list.walls = w->walls;
}

static inline void add_wall(free_world *w, carom_wall wall) {
    assert_true(w->list.count < FREE_WALLS_MAX);
    w->walls[w->list.count++] = wall;
}

static inline void set_ball(free_world *w, int i, double x, double y, double radius) {
    const carom_path here = {vec(x, y), vec(x, y), radius};
    w->balls[i] = carom_circle_make(here.from, radius);
    w->boxes[i] = carom_path_box(here);
}

static inline void add_ball(free_world *w, double x, double y, double radius) {
    assert_true(w->count < FREE_BALLS_MAX);
    set_ball(w, w->count++, x, y, radius);
}

static inline void add_rectangle(free_world *w, double x, double y, double width, double height) {
    const carom_vec2 p[4] = {vec(x, y), vec(x + width, y), vec(x + width, y + height),
                             vec(x, y + height)};
    for (int i = 0; i < 4; i++)
        add_wall(w, carom_segment(p[i], p[(i + 1) % 4]));
}

static inline void visit_balls(const void *source, carom_box box, ball_visitor *visit,
                               void *context) {
    // The query keeps a pointer to const.
    free_world *w = *(free_world *const *)source;
    w->queries++;
    for (int k = 0; k < w->count; k++) {
        const int i = w->backward ? w->count - 1 - k : k;
        if (w->all || carom_box_overlaps(w->boxes[i], box))
            visit(context, w->balls[i]);
    }
}

static inline free_place find(free_world *w, carom_circle circle, const free_place *last) {
    const free_query q = {circle, carom_wall_list_source(&w->list), visit_balls, &w, last};
    return carom_find_free_place(&q);
}

static inline bool is_free_of_balls(const free_world *w, carom_circle circle) {
    for (int i = 0; i < w->count; i++)
        if (carom_circle_overlaps(circle, carom_circle_as_post(w->balls[i])))
            return false;
    return true;
}

static inline bool same_result(free_place p, free_place q) {
    return p.found == q.found && same_point(p.center, q.center) && p.distance == q.distance;
}

// Searches, and checks the result, also for other orders of visits.
static inline free_place checked(free_world *w, carom_circle circle, const free_place *last,
                                 bool by_oracle) {
    const free_place p = find(w, circle, last);
    assert_true(same_point(p.circle.center, circle.center) && p.circle.radius == circle.radius);
    if (p.found) {
        const carom_circle there = carom_circle_make(p.center, circle.radius);
        assert_true(is_free_of_balls(w, there));
        const char *broken = illegal_depenetration(circle, p.center, &w->list, by_oracle);
        if (broken != NULL)
            fail_msg("%s", broken);
    } else {
        assert_true(same_point(p.center, circle.center));
    }
    w->backward = w->all = true;
    test_source source;
    test_source_start(&source, &w->list, ORDER_LATE_FIRST, false);
    const free_query q = {circle, test_source_walls(&source), visit_balls, &w, last};
    assert_true(same_result(p, carom_find_free_place(&q)));
    test_source_end(&source);
    w->backward = w->all = false;
    return p;
}

static inline double distance_of(carom_vec2 p, carom_vec2 q) {
    return hypot(p.x - q.x, p.y - q.y);
}

static inline carom_vec2 random_point(random_source *g, double size) {
    const double x = random_between(g, -size, size);
    return vec(x, random_between(g, -size, size));
}

static inline carom_circle random_circle(random_source *g, double size, double least, double most) {
    const carom_vec2 center = random_point(g, size);
    return carom_circle_make(center, random_between(g, least, most));
}

// A wall of any extent, thin or thick, one-sided or not; sometimes a post.
static inline carom_wall random_wall(random_source *g, double size) {
    const carom_vec2 a = random_point(g, size), along = random_point(g, size);
    const double radius = random_one_in(g, 2) ? 0 : random_between(g, 0, 0.5);
    const int extent = random_one_in(g, 4) ? random_int(g, 1, 2) : 0;
    const carom_vec2 b = random_one_in(g, 8) ? a : carom_vec2_add(a, along);
    carom_wall wall = carom_wall_make(a, b, radius, (carom_extent)extent);
    wall.one_sided = random_one_in(g, 4);
    return wall;
}

#endif
