// Watches a crowd among moving walls, see crowd_moving_watch.h. Layer: tests.
#include "crowd_moving_watch.h"
#include "points.h"
#include "seen_legs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ORACLE_PERIOD = 64 };

static void check(crowd_moving_watch *w, bool holds, const char *what, size_t ball) {
    if (holds || w->broken != NULL)
        return;
    w->broken = what;
    w->broken_ball = ball;
}

static bool overlaps(carom_circle c, carom_wall wall) {
    return carom_circle_overlaps(c, wall);
}

static bool stops(carom_circle c, carom_wall wall) {
    return carom_wall_is_valid(wall) &&
           (!wall.one_sided || (carom_wall_side(wall, c.center) > 0 && !overlaps(c, wall)));
}

static bool is_valid_moving(carom_moving_wall m) {
    return carom_moving_wall_is_valid(m) && carom_wall_is_valid(carom_moving_wall_at(m, 1.0));
}

// ---- legs ----

static void check_moving(crowd_moving_watch *w, carom_circle c, const carom_leg *leg, size_t k) {
    const carom_moving_wall m = w->moving[k];
    if (!is_valid_moving(m))
        return;
    const carom_wall from = carom_moving_wall_at(m, leg->start);
    const carom_wall to = carom_moving_wall_at(m, leg->end);
    const bool is_whole = moves_as_a_whole(m);
    const carom_circle seen = {seen_from(m, leg->from, leg->start), c.radius};
    if (!stops(c, from) || (is_whole && !stops(seen, m.wall)))
        return;
    const carom_circle end = {leg->to, c.radius};
    check(w, !overlaps(c, from) && !overlaps(end, to), "no moving wall overlaps an end of a leg",
          w->moving_ball);
    if (is_whole) {
        check(w, leg_is_clear_of_moving(leg, c.radius, m), "no lift is passed", w->moving_ball);
    } else {
        check(w, leg_is_clear_of_moving(leg, c.radius, m), "no moving wall is passed",
              w->moving_ball);
        // Slow, so only for some.
        check(w,
              w->legs % ORACLE_PERIOD != 0 ||
                  moving_leg_is_clear(w->oracle, c, leg->to, from, to.a, to.b),
              "no moving wall is passed, by the oracle", w->moving_ball);
    }
}

static void take_leg(void *context, const carom_leg *leg) {
    crowd_moving_watch *w = context;
    const size_t ball = w->moving_ball;
    const carom_circle c = {leg->from, w->balls[ball].radius};
    check(w, same_point(leg->from, w->seen[ball]), "a leg starts where the ball is", ball);
    check(w, leg->start == w->clock[ball] && leg->start <= leg->end && leg->end <= 1.0,
          "a leg starts when the one before ends", ball);
    for (size_t k = 0; k < w->still_list.count; k++)
        check(w, !stops(c, w->still[k]) || carom_circle_path_is_clear(c, leg->to, w->still[k]),
              "no wall at rest is passed", ball);
    for (size_t k = 0; k < w->moving_list.count; k++)
        check_moving(w, c, leg, k);
    for (size_t i = 0; i < w->count; i++) {
        const carom_circle there = {w->seen[i], w->balls[i].radius};
        // A ball that is crushed jumps.
        const carom_circle jumped = {w->first[i].center, w->balls[i].radius};
        const bool is_crushed = w->first_results[i].kind == CAROM_MOTION_KIND_CRUSHED;
        check(w,
              i == ball || carom_circle_path_is_clear_of_circle(c, leg->to, there) ||
                  (is_crushed && carom_circle_path_is_clear_of_circle(c, leg->to, jumped)),
              "no ball is passed", ball);
    }
    w->seen[ball] = leg->to;
    w->clock[ball] = leg->end;
    w->legs++;
}

static void take_impact(void *context, const carom_impact *impact) {
    crowd_moving_watch *w = context;
    w->impacts++;
    check(w, impact->index < (impact->is_moving ? w->moving_list.count : w->still_list.count),
          "an impact names a wall", w->moving_ball);
}

static void take_ball_impact(void *context, const carom_ball_impact *impact) {
    crowd_moving_watch *w = context;
    w->ball_impacts++;
    const carom_vec2 before = carom_vec2_sub(impact->first_before, impact->second_before);
    const carom_vec2 after = carom_vec2_sub(impact->first_after, impact->second_after);
    const double in = carom_vec2_dot(before, impact->normal);
    const double out = carom_vec2_dot(after, impact->normal);
    // Differences of large speeds are rounded.
    const carom_vec2 v = impact->first_before, u = impact->second_before;
    const double size = fabs(v.x) + fabs(v.y) + fabs(u.x) + fabs(u.y);
    check(w, in < 0.0 && out <= -in + 0x1p-45 * size, "balls come together at an impact",
          impact->first);
}

// ---- frames ----

static void check_wall_overlaps(crowd_moving_watch *w, carom_circle c, double clock, size_t ball,
                                const char *what) {
    for (size_t k = 0; k < w->still_list.count; k++)
        check(w, w->still[k].one_sided || !overlaps(c, w->still[k]), what, ball);
    for (size_t k = 0; k < w->moving_list.count; k++) {
        const carom_wall at = carom_moving_wall_at(w->moving[k], clock);
        check(w, at.one_sided || !is_valid_moving(w->moving[k]) || !overlaps(c, at), what, ball);
    }
}

static bool has_place(const carom_motion *m) {
    return m->kind == CAROM_MOTION_KIND_MOVED || m->kind == CAROM_MOTION_KIND_FREED ||
           (m->kind == CAROM_MOTION_KIND_CRUSHED && m->crushed_is_free);
}

static void check_end(crowd_moving_watch *w, double time) {
    size_t kinds[CAROM_MOTION_KIND_CRUSHED + 1] = {0};
    for (size_t i = 0; i < w->count; i++) {
        const carom_motion *m = &w->results[i];
        const carom_circle c = {w->balls[i].center, w->balls[i].radius};
        kinds[m->kind]++;
        check(w, isfinite(c.center.x) && isfinite(c.center.y), "numbers are finite", i);
        check(w, isfinite(m->ball.velocity.x) && isfinite(m->ball.velocity.y), "numbers are finite",
              i);
        check(w, m->lost >= 0.0 && m->lost <= time, "lost time is a part of the frame", i);
        if (m->kind == CAROM_MOTION_KIND_MOVED || m->kind == CAROM_MOTION_KIND_FREED) {
            check(w, same_point(w->seen[i], c.center), "the legs lead to the end", i);
            check(w, w->clock[i] == (time > 0.0 ? 1.0 : 0.0), "the legs cover the frame", i);
        }
        const bool is_crushed = m->kind == CAROM_MOTION_KIND_CRUSHED;
        check(w, is_crushed == (m->crushed_by[0].index != SIZE_MAX && m->crushed_by[0].is_moving),
              "a crush names a moving wall", i);
        check(w, !is_crushed || m->crushed_time <= time, "a crush is in the frame", i);
        if (has_place(m))
            check_wall_overlaps(w, c, time > 0.0 ? 1.0 : 0.0, i, "no wall overlaps a ball");
        for (size_t k = 0; k < i; k++) {
            const carom_circle other = {w->balls[k].center, w->balls[k].radius};
            const bool can_overlap =
                m->kind == CAROM_MOTION_KIND_STUCK || w->results[k].kind == CAROM_MOTION_KIND_STUCK;
            check(w, can_overlap || !carom_circle_overlaps_circle(c, other), "no balls overlap", i);
        }
    }
    const carom_crowd_motion *s = &w->summary;
    check(w,
          s->moved == kinds[CAROM_MOTION_KIND_MOVED] &&
              s->freed == kinds[CAROM_MOTION_KIND_FREED] &&
              s->stuck == kinds[CAROM_MOTION_KIND_STUCK] &&
              s->crushed == kinds[CAROM_MOTION_KIND_CRUSHED] &&
              s->invalid == kinds[CAROM_MOTION_KIND_INVALID],
          "the kinds are counted", 0);
    for (int k = 0; k <= CAROM_MOTION_KIND_CRUSHED; k++)
        w->kinds[k] += (long)kinds[k];
}

// What overlaps something at the start is freed, stuck or crushed; what does not is not freed.
static void check_kinds(crowd_moving_watch *w, const carom_ball *before) {
    for (size_t i = 0; i < w->count; i++) {
        const carom_circle c = {before[i].center, before[i].radius};
        bool is_free = true;
        for (size_t k = 0; k < w->still_list.count; k++)
            is_free &= w->still[k].one_sided || !overlaps(c, w->still[k]);
        for (size_t k = 0; k < w->moving_list.count; k++)
            is_free &= w->moving[k].wall.one_sided || !is_valid_moving(w->moving[k]) ||
                       !overlaps(c, w->moving[k].wall);
        for (size_t k = 0; k < w->count; k++) {
            const carom_circle other = {before[k].center, before[k].radius};
            is_free &= k == i || !carom_circle_overlaps_circle(c, other);
        }
        const carom_motion_kind kind = w->results[i].kind;
        check(w, !is_free || kind == CAROM_MOTION_KIND_MOVED || kind == CAROM_MOTION_KIND_CRUSHED,
              "a free ball is moved or crushed", i);
    }
}

void crowd_moving_start(crowd_moving_watch *w) {
    memset(w, 0, sizeof *w);
    w->settings = carom_crowd_settings_default();
    w->still_list.walls = w->still;
    w->moving_list.walls = w->moving;
    w->settings.move.walls = carom_wall_list_source(&w->still_list);
    w->settings.move.moving_walls = carom_moving_wall_list_source(&w->moving_list);
    w->scratch = malloc(carom_crowd_scratch_size(CROWD_MOVING_BALLS_MAX));
    w->oracle = moving_oracle_new();
}

void crowd_moving_end(crowd_moving_watch *w) {
    free(w->scratch);
    moving_oracle_free(w->oracle);
    w->scratch = NULL;
    w->oracle = NULL;
}

carom_crowd_motion crowd_moving_move(crowd_moving_watch *w, double time) {
    static carom_ball before[CROWD_MOVING_BALLS_MAX];
    const carom_crowd_motion none = {0};
    if (w->broken != NULL)
        return none;
    memcpy(before, w->balls, sizeof before);
    memcpy(w->first, w->balls, sizeof w->first);
    carom_crowd_settings settings = w->settings;
    carom_crowd_move(w->first, w->count, time, &settings, w->first_results, w->scratch);
    settings.moving = &w->moving_ball;
    settings.move.context = w;
    settings.move.on_leg = take_leg;
    settings.move.on_impact = take_impact;
    settings.on_ball_impact = take_ball_impact;
    for (size_t i = 0; i < w->count; i++) {
        const carom_motion *m = &w->first_results[i];
        const bool is_freed = m->kind == CAROM_MOTION_KIND_FREED ||
                              (m->kind == CAROM_MOTION_KIND_CRUSHED &&
                               !same_point(m->freed, carom_vec2_make(0.0, 0.0)));
        w->seen[i] = is_freed ? m->freed : before[i].center;
        w->clock[i] = 0.0;
    }
    w->summary = carom_crowd_move(w->balls, w->count, time, &settings, w->results, w->scratch);
    check(w, memcmp(w->balls, w->first, w->count * sizeof w->balls[0]) == 0,
          "callbacks change nothing", 0);
    check_end(w, time);
    check_kinds(w, before);
    w->frames++;
    w->ball_steps += (long)w->count;
    w->lost += w->summary.lost;
    return w->summary;
}

void crowd_moving_next(crowd_moving_watch *w) {
    for (size_t i = 0; i < w->moving_list.count; i++)
        w->moving[i].wall = carom_moving_wall_at(w->moving[i], 1.0);
}

bool crowd_moving_add(crowd_moving_watch *w, carom_ball ball) {
    const carom_circle c = {ball.center, ball.radius};
    if (w->count == CROWD_MOVING_BALLS_MAX || !carom_circle_is_valid(c))
        return false;
    for (size_t k = 0; k < w->still_list.count; k++)
        if (carom_circle_overlaps(c, w->still[k]))
            return false;
    for (size_t k = 0; k < w->moving_list.count; k++)
        if (carom_circle_overlaps(c, w->moving[k].wall))
            return false;
    for (size_t i = 0; i < w->count; i++) {
        const carom_circle other = {w->balls[i].center, w->balls[i].radius};
        if (carom_circle_overlaps_circle(c, other))
            return false;
    }
    w->balls[w->count++] = ball;
    return true;
}
