// Steps a crowd and checks all that it reports, see crowd_trace.h. Room: tests.
#include "crowd_trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "points.h"

static void check(crowd_trace *t, bool holds, const char *what, size_t ball) {
    if (holds || t->broken != NULL)
        return;
    t->broken = what;
    t->broken_ball = ball;
}

void crowd_trace_start(crowd_trace *t) {
    memset(t, 0, sizeof *t);
    frame_check_init(&t->check);
    if (carom_crowd_create(NULL, &t->crowd) != CAROM_STATUS_OK)
        abort();
}

void crowd_trace_restart(crowd_trace *t) {
    carom_crowd_destroy(t->crowd);
    if (carom_crowd_create(NULL, &t->crowd) != CAROM_STATUS_OK)
        abort();
    t->check.broken = t->broken = NULL;
    t->sums = (trace_sums){0};
}

void crowd_trace_end(crowd_trace *t) {
    carom_crowd_destroy(t->crowd);
    frame_check_clear(&t->check);
    free(t->ball_impacts);
    free(t->impacts);
    free(t->touches);
    free(t->legs);
    free(t->reported);
    t->crowd = NULL;
}

// Room for one more item of this size.
static void *with_room(void *items, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return items;
    *room = 2 * *room + 64;
    void *larger = realloc(items, *room * size);
    if (larger == NULL)
        abort();
    return larger;
}

// ---- callbacks ----

enum { ROOM_BALL_IMPACTS, ROOM_IMPACTS, ROOM_TOUCHES, ROOM_REPORTED, ROOM_LEGS };

static void take_leg(void *context, const carom_leg *leg) {
    crowd_trace *t = context;
    check(t, t->moving < t->count, "a leg belongs to a ball", t->moving);
    t->reported =
        with_room(t->reported, t->reported_count, &t->rooms[ROOM_REPORTED], sizeof *t->reported);
    t->reported[t->reported_count++] = (traced_leg){t->moving, *leg};
}

static void take_time(crowd_trace *t, double time, size_t ball) {
    check(t, time >= 0.0 && time <= t->time, "an impact is in the frame", ball);
    check(t, time >= t->clock, "impacts come in order of time", ball);
    t->clock = time;
}

static void take_impact(void *context, const carom_impact *impact) {
    crowd_trace *t = context;
    take_time(t, impact->time, t->moving);
    check(t, t->moving < t->count, "an impact belongs to a ball", t->moving);
    t->impacts =
        with_room(t->impacts, t->impact_count, &t->rooms[ROOM_IMPACTS], sizeof *t->impacts);
    t->impacts[t->impact_count++] = (traced_impact){t->moving, *impact};
}

static void take_ball_impact(void *context, const carom_ball_impact *impact) {
    crowd_trace *t = context;
    take_time(t, impact->time, impact->first);
    check(t, impact->first < impact->second && impact->second < t->count,
          "an impact names two balls", impact->first);
    t->ball_impacts = with_room(t->ball_impacts, t->ball_impact_count, &t->rooms[ROOM_BALL_IMPACTS],
                                sizeof *t->ball_impacts);
    t->ball_impacts[t->ball_impact_count++] = *impact;
}

static void take_touch(void *context, const carom_touch *touch) {
    crowd_trace *t = context;
    t->touches = with_room(t->touches, t->touch_count, &t->rooms[ROOM_TOUCHES], sizeof *t->touches);
    t->touches[t->touch_count++] = *touch;
}

// ---- after a frame ----

static bool is_crushed(const carom_motion *m) {
    return m->kind == CAROM_MOTION_KIND_CRUSHED;
}

static bool jumps(const carom_motion *m) {
    return m->kind == CAROM_MOTION_KIND_FREED ||
           (m->kind == CAROM_MOTION_KIND_CRUSHED && !same_point(m->freed, vec(0, 0)));
}

static void sort_legs(crowd_trace *t) {
    size_t *starts = t->leg_starts;
    memset(starts, 0, (t->count + 1) * sizeof *starts);
    for (size_t i = 0; i < t->reported_count; i++)
        starts[t->reported[i].ball + 1]++;
    for (size_t i = 0; i < t->count; i++) {
        const bool stands = t->results[i].kind == CAROM_MOTION_KIND_STUCK ||
                            t->results[i].hold == CAROM_HOLD_ASLEEP;
        starts[i + 1] += (stands && starts[i + 1] == 0) || is_crushed(&t->results[i]);
        starts[i + 1] += starts[i];
    }
    while (t->rooms[ROOM_LEGS] <= starts[t->count])
        t->legs = with_room(t->legs, t->rooms[ROOM_LEGS], &t->rooms[ROOM_LEGS], sizeof *t->legs);
    static size_t next[SCENE_BALLS_MAX];
    memcpy(next, starts, t->count * sizeof *next);
    for (size_t i = 0; i < t->reported_count; i++)
        t->legs[next[t->reported[i].ball]++] = t->reported[i].leg;
    for (size_t i = 0; i < t->count; i++) {
        const carom_motion *m = &t->results[i];
        const carom_leg *last = next[i] > starts[i] ? &t->legs[next[i] - 1] : NULL;
        const carom_vec2 start = jumps(m) ? m->freed : t->before[i].center;
        const carom_vec2 p = last != NULL ? last->to : start;
        if (next[i] < starts[i + 1])
            t->legs[next[i]] = (carom_leg){p, p, last != NULL ? last->end : 0.0, 1.0};
    }
}

static double inverse_mass(const crowd_trace *t, size_t i) {
    const double *masses = t->scene->settings.inverse_masses;
    return masses != NULL ? masses[i] : 1.0;
}

static double speed_sum(carom_vec2 v, carom_vec2 w) {
    return (fabs(v.x) + fabs(v.y)) + (fabs(w.x) + fabs(w.y));
}

// All errors are those of some sums and products of velocities.
static double impact_error(const carom_ball_impact *i) {
    return 0x1p-47 * (speed_sum(i->first_before, i->second_before) +
                      speed_sum(i->first_after, i->second_after));
}

// True if the impact keeps the momentum of balls with these inverse masses.
static bool keeps_momentum(const carom_ball_impact *i, double p, double q) {
    const carom_vec2 first = carom_vec2_scale(carom_vec2_sub(i->first_after, i->first_before), q);
    const carom_vec2 second =
        carom_vec2_scale(carom_vec2_sub(i->second_after, i->second_before), p);
    return is_near(carom_vec2_add(first, second), 0, 0, impact_error(i) * (p + q));
}

// A ball that is held counts as infinitely heavy in the time in which it stands.
static void check_impact(crowd_trace *t, const carom_ball_impact *i) {
    const carom_vec2 before = carom_vec2_sub(i->first_before, i->second_before);
    const carom_vec2 after = carom_vec2_sub(i->first_after, i->second_after);
    const double error = impact_error(i);
    const double in = carom_vec2_dot(before, i->normal), out = carom_vec2_dot(after, i->normal);
    const double p = inverse_mass(t, i->first), q = inverse_mass(t, i->second);
    const bool p_stands = t->results[i->first].hold != CAROM_HOLD_NONE;
    const bool q_stands = t->results[i->second].hold != CAROM_HOLD_NONE;
    const bool is_pushed = (p > 0.0 && !p_stands) || (q > 0.0 && !q_stands);
    check(t, in < 0.0, "balls come together at an impact", i->first);
    check(t, !is_pushed || out >= -error, "balls part after an impact", i->first);
    check(t, out <= -in + error, "an impact does not make balls faster", i->first);
    check(t,
          keeps_momentum(i, p, q) || (p_stands && keeps_momentum(i, 0.0, q)) ||
              (q_stands && keeps_momentum(i, p, 0.0)) || (p_stands && q_stands),
          "an impact keeps the momentum", i->first);
}

static bool meets_ball(const crowd_trace *t, size_t ball) {
    for (size_t k = 0; k < t->ball_impact_count; k++)
        if (t->ball_impacts[k].first == ball || t->ball_impacts[k].second == ball)
            return true;
    return false;
}

// True if the ball is at this place at this time, at an end of a leg or where it stands. A ball
// alone is moved by the mover, which sums up times: a rounding for each leg. In a wedge its
// contacts can be so near each other that times tell less than places: to some ulp it must be
// there.
static bool is_at(const crowd_trace *t, size_t ball, carom_vec2 place, double time) {
    const double legs = (double)(t->leg_starts[ball + 1] - t->leg_starts[ball]);
    const double error = (2 + legs) * 0x1p-53 * t->time;
    const double size = fabs(place.x) + fabs(place.y) + t->before[ball].radius;
    bool is_there = false, is_near_there = false;
    for (size_t k = t->leg_starts[ball]; k < t->leg_starts[ball + 1]; k++) {
        const carom_leg *leg = &t->legs[k];
        const double start = leg->start * t->time - error, end = leg->end * t->time + error;
        if (time < start || time > end)
            continue;
        const bool leaves = same_point(leg->from, place), comes = same_point(leg->to, place);
        is_there |= (leaves && comes) || (leaves && time <= start + 2 * error) ||
                    (comes && time >= end - 2 * error);
        is_near_there |= is_near(leg->to, place.x, place.y, 0x1p-50 * size);
    }
    return is_there || (is_near_there && !meets_ball(t, ball));
}

static void check_places(crowd_trace *t) {
    for (size_t k = 0; k < t->impact_count; k++) {
        const traced_impact *i = &t->impacts[k];
        check(t, is_at(t, i->ball, i->impact.center, i->impact.time),
              "a ball is where it meets a wall", i->ball);
    }
    for (size_t k = 0; k < t->ball_impact_count; k++) {
        const carom_ball_impact *i = &t->ball_impacts[k];
        check(t, is_at(t, i->first, i->first_center, i->time),
              "the first ball is where it meets the second", i->first);
        check(t, is_at(t, i->second, i->second_center, i->time),
              "the second ball is where it meets the first", i->second);
        check_impact(t, i);
    }
}

static bool check_times(crowd_trace *t, const crowd_scene *s, frame_check *c, double longer) {
    static checked_ball balls[SCENE_BALLS_MAX];
    const carom_crowd_settings *settings = &s->settings;
    size_t count = 0;
    // Invalid balls do not exist.
    for (size_t i = 0; i < t->count; i++) {
        const carom_motion *m = &t->results[i];
        const carom_filter *filter =
            settings->filters != NULL ? &settings->filters[i] : settings->move.world.filter;
        const carom_filter *moving_filter =
            settings->filters != NULL ? &settings->filters[i] : settings->move.world.moving_filter;
        balls[count] = (checked_ball){
            .radius = t->before[i].radius,
            .from = jumps(m) ? m->freed : t->before[i].center,
            .to = m->ball.center,
            .legs = t->legs + t->leg_starts[i],
            .leg_count = t->leg_starts[i + 1] - t->leg_starts[i],
            .is_crushed = is_crushed(m),
            .is_free = m->crushed_is_free,
            .is_stuck = m->kind == CAROM_MOTION_KIND_STUCK,
            .category = settings->categories != NULL ? settings->categories[i] : UINT32_MAX,
            .mask = settings->masks != NULL ? settings->masks[i] : UINT32_MAX,
            .filter = filter,
            .moving_filter = moving_filter};
        if (m->kind == CAROM_MOTION_KIND_INVALID)
            balls[count] = (checked_ball){.is_absent = true};
        count++;
    }
    const checked_frame frame = {
        balls, count, s->walls, s->wall_list.count, s->moving, s->moving_list.count, longer};
    return frame_check_run(c, &frame);
}

static void check_summary(crowd_trace *t, const crowd_scene *s) {
    size_t kinds[CAROM_MOTION_KIND_CRUSHED + 1] = {0};
    for (size_t i = 0; i < t->count; i++) {
        const carom_motion *m = &t->results[i];
        const carom_ball *b = &s->balls[i];
        kinds[m->kind]++;
        check(t, memcmp(&m->ball, b, sizeof *b) == 0, "the result has the ball", i);
        check(t,
              m->kind == CAROM_MOTION_KIND_INVALID ||
                  (isfinite(b->center.x) && isfinite(b->center.y) && isfinite(b->velocity.x) &&
                   isfinite(b->velocity.y)),
              "numbers are finite", i);
        check(t, m->lost >= 0.0 && m->lost <= t->time, "lost time is a part of the frame", i);
        check(t, (m->lost > 0.0) <= (m->hold != CAROM_HOLD_NONE), "lost time has a reason", i);
    }
    const carom_crowd_motion *m = &t->summary;
    check(t,
          m->moved == kinds[CAROM_MOTION_KIND_MOVED] &&
              m->freed == kinds[CAROM_MOTION_KIND_FREED] &&
              m->stuck == kinds[CAROM_MOTION_KIND_STUCK] &&
              m->crushed == kinds[CAROM_MOTION_KIND_CRUSHED] &&
              m->invalid == kinds[CAROM_MOTION_KIND_INVALID],
          "the kinds are counted", 0);
    check(t, m->ball_impacts == t->ball_impact_count, "impacts of balls are counted", 0);
    for (int k = 0; k <= CAROM_MOTION_KIND_CRUSHED; k++)
        t->sums.kinds[k] += (long)kinds[k];
}

static void count_frame(crowd_trace *t) {
    trace_sums *sums = &t->sums;
    sums->frames++;
    sums->ball_frames += (long)t->count;
    sums->legs += (long)t->reported_count;
    sums->ball_impacts += (long)t->ball_impact_count;
    sums->impacts += (long)t->impact_count;
    sums->touches += (long)t->touch_count;
    sums->lost += t->summary.lost;
    sums->time += t->time * (double)t->count;
}

carom_crowd_motion crowd_trace_step(crowd_trace *t, crowd_scene *s) {
    carom_crowd_settings settings = s->settings;
    settings.moving = &t->moving;
    settings.move.context = t;
    settings.move.on_leg = take_leg;
    settings.move.on_impact = take_impact;
    settings.on_ball_impact = take_ball_impact;
    settings.on_touch = take_touch;
    t->scene = s;
    t->time = s->time;
    t->count = s->count;
    t->clock = 0.0;
    t->ball_impact_count = t->impact_count = t->touch_count = t->reported_count = 0;
    memcpy(t->before, s->balls, s->count * sizeof *s->balls);
    t->summary = carom_crowd_step(t->crowd, s->balls, s->count, s->time, &settings, t->results);
    check(t, t->summary.status == CAROM_STATUS_OK, "there is enough memory", 0);
    if (t->broken != NULL)
        return t->summary;
    sort_legs(t);
    check_summary(t, s);
    check_places(t);
    if (t->broken == NULL && t->time > 0.0 && !check_times(t, s, &t->check, 0.0))
        check(t, false, t->check.broken, t->check.ball);
    count_frame(t);
    return t->summary;
}

bool crowd_trace_is_clear(crowd_trace *t, const crowd_scene *s, double longer) {
    frame_check c;
    frame_check_init(&c);
    const bool is_clear = check_times(t, s, &c, longer);
    frame_check_clear(&c);
    return is_clear;
}

void crowd_trace_print(const crowd_trace *t, const crowd_scene *s) {
    printf("%s, frame %ld of %a, ball %zu: %s\n", s->name, t->sums.frames, t->time, t->broken_ball,
           t->broken != NULL ? t->broken : "nothing is broken");
    if (t->check.broken != NULL)
        printf("  ball %zu, other %zu, leg {{%a, %a}, {%a, %a}, %a, %a}\n", t->check.ball,
               t->check.other, t->check.leg.from.x, t->check.leg.from.y, t->check.leg.to.x,
               t->check.leg.to.y, t->check.leg.start, t->check.leg.end);
    for (size_t i = 0; i < t->count && i < 32; i++) {
        const carom_ball *b = &t->before[i];
        printf("  {{%a, %a}, %a, {%a, %a}}, // %zu: %s, lost %g, %s\n", b->center.x, b->center.y,
               b->radius, b->velocity.x, b->velocity.y, i,
               carom_motion_kind_name(t->results[i].kind), t->results[i].lost,
               carom_hold_name(t->results[i].hold));
    }
}
