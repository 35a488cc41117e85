// Watches a mover, see watch.h. Room: tests.
#include "watch.h"

#include <math.h>
#include <stdint.h>

#include "depenetration_check.h"
#include "oracle_sweep.h"
#include "orientation.h"
#include "points.h"

static void take_place(void *context, const carom_vec2 *center) {
    mover_watch *w = context;
    if (w->place_count < WATCH_PLACES_MAX) {
        w->places[w->place_count] = *center;
    }
    w->place_count++;
}

static void take_impact(void *context, const carom_impact *impact) {
    mover_watch *w = context;
    if (w->impact_count < WATCH_IMPACTS_MAX) {
        w->impacts[w->impact_count] = *impact;
        w->impact_places[w->impact_count] = w->place_count - 1;
    }
    w->impact_count++;
}

mover_watch watch_start(carom_move_settings mover, const carom_wall_list *array) {
    mover_watch w = {.mover = mover, .array = array, .oracle_every = 64};
    w.mover.on_impact = take_impact;
    w.mover.on_position = take_place;
    return w;
}

static void watch_break(mover_watch *w, const char *what, size_t wall) {
    if (w->broken == NULL) {
        w->broken = what;
        w->broken_wall = wall;
    }
}

static void promise(mover_watch *w, bool kept, const char *what) {
    if (!kept) {
        watch_break(w, what, SIZE_MAX);
    }
}

static bool is_finite_point(carom_vec2 p) {
    return isfinite(p.x) && isfinite(p.y);
}

static bool is_one_sided(const mover_watch *w, size_t wall) {
    return w->array->walls[wall].one_sided;
}

// True if the wall is solid for a ball at this place.
static bool is_solid(const mover_watch *w, size_t i, carom_circle c) {
    const carom_wall *wall = &w->array->walls[i];
    return carom_wall_is_valid(*wall) &&
           (!is_one_sided(w, i) || (orientation_side(wall->a, wall->b, c.center) > 0 &&
                                    carom_circle_relate(c, *wall) <= CAROM_RELATION_TOUCHING));
}

// Asks the oracle too, if there is one.
static void check_leg(mover_watch *w, carom_vec2 from, carom_vec2 to, oracle_sweep *oracle) {
    const carom_circle c = {from, w->before.radius}, end = {to, w->before.radius};
    for (size_t i = 0; i < w->array->count; i++) {
        const carom_wall wall = w->array->walls[i];
        if (!is_solid(w, i, c)) {
            continue;
        }
        if (carom_circle_overlaps(end, wall)) {
            watch_break(w, "no wall overlaps the ball", i);
        }
        if (!carom_circle_path_is_clear(c, to, wall)) {
            watch_break(w, "nothing is passed", i);
        }
        const oracle_path path = {to, true};
        if (oracle != NULL && !oracle_sweep_ask(oracle, c, path, wall).path_is_clear) {
            watch_break(w, "nothing is passed, by the oracle", i);
        }
    }
}

// Speed in long double, which holds all squares.
static long double speed_of(carom_vec2 v) {
    return hypotl((long double)v.x, (long double)v.y);
}

static bool has_gravity(const mover_watch *w) {
    return w->mover.gravity.x != 0.0 || w->mover.gravity.y != 0.0;
}

static void check_impacts(mover_watch *w) {
    const int most = w->mover.max_contacts == 0 ? 64 : w->mover.max_contacts;
    promise(w, w->motion.contacts == w->impact_count, "every contact is reported");
    promise(w, w->impact_count <= most, "no more contacts than allowed");
    double last = 0.0;
    for (int i = 0; i < w->impact_count && i < WATCH_IMPACTS_MAX; i++) {
        const carom_impact *k = &w->impacts[i];
        promise(w, k->time >= last && k->time <= w->time, "impacts are in order of time");
        last = k->time;
        promise(w,
                k->id.index < w->array->count && carom_wall_is_valid(w->array->walls[k->id.index]),
                "an impact names its wall");
        promise(w, k->feature >= CAROM_FEATURE_SIDE && k->feature <= CAROM_FEATURE_END_B,
                "an impact names its feature");
        const int place = w->impact_places[i];
        promise(w, place >= WATCH_PLACES_MAX || same_point(k->center, w->places[place]),
                "an impact is where the ball is");
        promise(w, is_finite_point(k->center) && is_finite_point(k->before), "numbers are finite");
        promise(w, is_finite_point(k->point) && is_finite_point(k->after), "numbers are finite");
        promise(w, fabsl(speed_of(k->normal) - 1) < 1e-14L, "normals are unit vectors");
        promise(w, carom_vec2_dot(k->before, k->normal) < 0.0 || speed_of(k->before) < 1e-150L,
                "an impact moves in");
        promise(w, speed_of(k->after) <= speed_of(k->before) * (1 + 1e-14L) + 1e-320L,
                "no impact speeds up");
    }
}

static void check_end(mover_watch *w) {
    const carom_motion *m = &w->motion;
    promise(w, is_finite_point(m->ball.center) && is_finite_point(m->ball.velocity),
            "numbers are finite");
    promise(w, m->ball.radius == w->before.radius, "the radius is kept");
    promise(w, m->lost >= 0.0 && m->lost <= w->time, "lost time is a part of the frame");
    if (!has_gravity(w)) {
        promise(w,
                speed_of(m->ball.velocity) <=
                    speed_of(w->before.velocity) * (1 + 1e-15L * (m->contacts + 1)) + 1e-320L,
                "speed does not grow");
    }
}

// The lowest index of a two-sided wall that overlaps, or the number of walls.
static size_t first_overlap(const mover_watch *w, carom_ball ball) {
    const carom_circle c = {ball.center, ball.radius};
    size_t i = 0;
    while (i < w->array->count &&
           (is_one_sided(w, i) || !carom_circle_overlaps(c, w->array->walls[i]))) {
        i++;
    }
    return i;
}

static bool is_valid_question(const mover_watch *w) {
    const carom_circle c = {w->before.center, w->before.radius};
    return carom_circle_is_valid(c) && is_finite_point(w->before.velocity) && w->time >= 0.0 &&
           isfinite(w->time) && is_finite_point(w->mover.gravity) &&
           carom_response_is_valid(w->mover.response) && w->mover.max_contacts >= 0;
}

static void check_kind(mover_watch *w) {
    const carom_motion *m = &w->motion;
    const size_t overlapped = first_overlap(w, w->before);
    if (overlapped == w->array->count) {
        promise(w, m->kind == CAROM_MOTION_KIND_MOVED, "a free ball is moved");
        return;
    }
    promise(w, m->kind == CAROM_MOTION_KIND_FREED || m->kind == CAROM_MOTION_KIND_STUCK,
            "an overlap is reported");
    promise(w, m->overlapped.index == overlapped && !m->overlapped.is_moving,
            "the lowest overlapped wall is named");
    if (m->kind == CAROM_MOTION_KIND_STUCK) {
        promise(w, same_point(m->ball.center, w->before.center), "a stuck ball stays");
        promise(w, same_point(m->ball.velocity, carom_vec2_make(0, 0)), "a stuck ball rests");
        promise(w, w->impact_count == 0, "a stuck ball has no impacts");
        return;
    }
    carom_ball freed = w->before;
    freed.center = m->freed;
    promise(w, is_finite_point(m->freed) && first_overlap(w, freed) == w->array->count,
            "the free place is free");
    const carom_circle start = {w->before.center, w->before.radius};
    promise(w, illegal_depenetration(start, m->freed, w->array, false) == NULL,
            "the depenetration crosses no wall");
}

static void check(mover_watch *w) {
    const carom_motion *m = &w->motion;
    if (!is_valid_question(w)) {
        promise(w, m->kind == CAROM_MOTION_KIND_INVALID && w->impact_count == 0,
                "invalid input is called so");
        return;
    }
    check_kind(w);
    check_impacts(w);
    check_end(w);
    if (m->kind == CAROM_MOTION_KIND_STUCK) {
        promise(w, w->place_count == 1, "a stuck ball goes nowhere");
        return;
    }
    promise(w, w->place_count <= WATCH_PLACES_MAX, "a move has an end");
    if (w->broken != NULL) {
        return;
    }
    promise(w, same_point(w->places[w->place_count - 1], m->ball.center),
            "the last place is where the ball ends");
    const bool by_oracle = w->oracle_every > 0 && w->moves % w->oracle_every == 0;
    oracle_sweep *oracle = by_oracle ? oracle_sweep_new() : NULL;
    for (int i = 1; i < w->place_count; i++) {
        check_leg(w, w->places[i - 1], w->places[i], oracle);
    }
    if (oracle != NULL) {
        oracle_sweep_free(oracle);
    }
}

carom_motion watch_move(mover_watch *w, carom_ball ball, double time) {
    if (w->broken != NULL) {
        return w->motion;
    }
    // The watch can have been copied since then.
    w->mover.context = w;
    w->before = ball;
    w->time = time;
    w->impact_count = 0;
    w->place_count = 0;
    take_place(w, &ball.center);
    w->motion = carom_ball_move(ball, time, &w->mover);
    if (w->motion.kind == CAROM_MOTION_KIND_FREED) {
        w->places[0] = w->motion.freed;
    }
    check(w);
    w->moves++;
    w->contacts += w->impact_count;
    w->time_all += time;
    w->time_lost += w->motion.lost;
    w->kinds[w->motion.kind]++;
    return w->motion;
}

static void print_ball(FILE *out, const char *name, const carom_ball *b) {
    fprintf(out, "    carom_ball %s = {{%a, %a}, %a, {%a, %a}};\n", name, b->center.x, b->center.y,
            b->radius, b->velocity.x, b->velocity.y);
}

void watch_print(FILE *out, const mover_watch *w) {
    fprintf(out, "broken: %s; wall %ld, move %ld, %d impacts, kind %d\n",
            w->broken == NULL ? "nothing" : w->broken, (long)w->broken_wall, w->moves,
            w->impact_count, (int)w->motion.kind);
    print_ball(out, "before", &w->before);
    print_ball(out, "after", &w->motion.ball);
    const carom_response r = w->mover.response;
    fprintf(out, "    time %a, gravity {%a, %a}, response {%d, %a, %a}, at most %d contacts\n",
            w->time, w->mover.gravity.x, w->mover.gravity.y, (int)r.kind, r.restitution, r.friction,
            w->mover.max_contacts);
    for (int i = 0; i < w->place_count && i < 16; i++) {
        fprintf(out, "    place {%a, %a}\n", w->places[i].x, w->places[i].y);
    }
    for (int i = 0; i < w->impact_count && i < 8; i++) {
        const carom_impact *k = &w->impacts[i];
        fprintf(out, "    impact at %a on wall %u: center {%a, %a}, normal {%a, %a}\n", k->time,
                k->id.index, k->center.x, k->center.y, k->normal.x, k->normal.y);
    }
    for (size_t i = 0; i < w->array->count; i++) {
        const carom_wall *wall = &w->array->walls[i];
        if (i == w->broken_wall || w->array->count <= 16) {
            fprintf(out, "    {{%a, %a}, {%a, %a}, %a, (carom_extent)%d}, // %zu%s\n", wall->a.x,
                    wall->a.y, wall->b.x, wall->b.y, wall->radius, (int)wall->extent, i,
                    is_one_sided(w, i) ? ", one-sided" : "");
        }
    }
}
