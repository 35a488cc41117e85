// Watches a mover among moving walls, see moving_watch.h. Room: tests.
#include "moving_watch.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

#include "depenetration_check.h"
#include "oracle.h"
#include "points.h"
#include "seen_legs.h"

enum { SAMPLES = 8, WALLS_MAX = 1280 };

static void take_leg(void *context, const carom_leg *leg) {
    moving_watch *w = context;
    if (w->leg_count < MOVING_WATCH_LEGS_MAX)
        w->legs[w->leg_count] = *leg;
    w->leg_count++;
}

static void take_impact(void *context, const carom_impact *impact) {
    moving_watch *w = context;
    if (w->impact_count < MOVING_WATCH_IMPACTS_MAX)
        w->impacts[w->impact_count] = *impact;
    w->impact_count++;
}

moving_watch moving_watch_start(carom_move_settings mover, const carom_wall_list *still,
                                const carom_moving_wall_list *moving) {
    moving_watch w = {.mover = mover, .still = still, .moving = moving};
    w.mover.on_leg = take_leg;
    w.mover.on_impact = take_impact;
    w.mover.world.walls = carom_wall_list_source(still);
    w.mover.world.moving_walls = carom_moving_wall_list_source(moving);
    return w;
}

static void break_at(moving_watch *w, const char *what, int leg, size_t index, bool is_moving) {
    if (w->broken != NULL)
        return;
    w->broken = what;
    w->broken_leg = leg;
    w->broken_wall = (carom_wall_id){(carom_index)index, is_moving};
}

static void promise(moving_watch *w, bool kept, const char *what) {
    if (!kept)
        break_at(w, what, -1, SIZE_MAX, false);
}

// The distance from a centre to the axis from a to a + u, where w is the centre minus a.
static long double distance_to(long double wx, long double wy, long double ux, long double uy,
                               int extent) {
    const long double len2 = ux * ux + uy * uy;
    long double s = len2 > 0 ? (wx * ux + wy * uy) / len2 : 0;
    if (extent != CAROM_EXTENT_LINE)
        s = fmaxl(s, 0);
    if (extent == CAROM_EXTENT_SEGMENT)
        s = fminl(s, 1);
    return hypotl(wx - s * ux, wy - s * uy);
}

static double largest(carom_vec2 p, carom_vec2 q) {
    return fmax(fmax(fabs(p.x), fabs(p.y)), fmax(fabs(q.x), fabs(q.y)));
}

// A gap of a millionth of a millionth of the sizes is no error of long double. The oracle decides
// the others.
static bool overlaps(carom_circle c, carom_wall wall) {
    const long double distance =
        distance_to((long double)c.center.x - (long double)wall.a.x,
                    (long double)c.center.y - (long double)wall.a.y,
                    (long double)wall.b.x - (long double)wall.a.x,
                    (long double)wall.b.y - (long double)wall.a.y, wall.extent);
    const long double reach = (long double)c.radius + (long double)wall.radius;
    const long double size =
        (long double)fmax(largest(c.center, c.center), largest(wall.a, wall.b));
    if (size < 1e100L && reach < 1e100L && distance > reach + 1e-12L * (size + reach) + 1e-100L &&
        wall.extent == CAROM_EXTENT_SEGMENT)
        return false;
    return oracle_decide(c, wall, 0.0).relation > CAROM_RELATION_TOUCHING;
}

static bool is_solid(carom_circle c, carom_wall wall) {
    return carom_wall_is_valid(wall) &&
           (!wall.one_sided || (carom_wall_side(wall, c.center) > 0 && !overlaps(c, wall)));
}

static bool is_valid_moving(carom_moving_wall m) {
    return carom_moving_wall_is_valid(m) && carom_wall_is_valid(carom_moving_wall_at(m, 1.0));
}

static bool leaves_out(const bool *left_out, size_t i) {
    return left_out != NULL && left_out[i];
}

// ---- legs ----

static long double lerp(double p, double q, long double t) {
    return (1 - t) * (long double)p + t * (long double)q;
}

// The distance from the centre to the axis at the fraction t of a leg, in long double.
static long double distance_at(const carom_leg *leg, carom_wall from, carom_wall to,
                               long double t) {
    const long double ax = lerp(from.a.x, to.a.x, t), ay = lerp(from.a.y, to.a.y, t);
    const long double ux = lerp(from.b.x, to.b.x, t) - ax, uy = lerp(from.b.y, to.b.y, t) - ay;
    const long double wx = lerp(leg->from.x, leg->to.x, t) - ax;
    const long double wy = lerp(leg->from.y, leg->to.y, t) - ay;
    return distance_to(wx, wy, ux, uy, from.extent);
}

// Samples of the gap; the error is far below a millionth of the sizes.
static void sample_leg(moving_watch *w, int i, size_t index, carom_wall from, carom_wall to) {
    const carom_leg *leg = &w->legs[i];
    const long double reach = (long double)w->before.radius + (long double)from.radius;
    const double size =
        fmax(fmax(largest(from.a, from.b), largest(to.a, to.b)), largest(leg->from, leg->to));
    for (int k = 0; k <= SAMPLES; k++)
        if (distance_at(leg, from, to, (long double)k / SAMPLES) <
            reach - 1e-14L * ((long double)size + reach))
            break_at(w, "no sample of a leg overlaps a moving wall", i, index, true);
}

static void check_leg(moving_watch *w, int i) {
    const carom_leg *leg = &w->legs[i];
    const carom_circle c = {leg->from, w->before.radius};
    for (size_t k = 0; k < w->still->count; k++) {
        const carom_wall wall = w->still->walls[k];
        if (!leaves_out(w->still_left_out, k) && is_solid(c, wall) &&
            !carom_circle_path_is_clear(c, leg->to, wall))
            break_at(w, "no wall at rest is passed", i, k, false);
    }
    for (size_t k = 0; k < w->moving->count; k++) {
        const carom_moving_wall m = w->moving->walls[k];
        if (!is_valid_moving(m) || leaves_out(w->moving_left_out, k))
            continue;
        const carom_wall from = carom_moving_wall_at(m, leg->start);
        const carom_wall to = carom_moving_wall_at(m, leg->end);
        // Seen from a wall that moves as a whole, the wall is at rest.
        const carom_circle seen = {seen_from(m, leg->from, leg->start), c.radius};
        if (!is_solid(c, from) || (moves_as_a_whole(m) && !is_solid(seen, m.wall)))
            continue;
        const carom_circle end = {leg->to, c.radius};
        if (overlaps(c, from) || overlaps(end, to))
            break_at(w, "no moving wall overlaps an end of a leg", i, k, true);
        if (!leg_is_clear_of_moving(leg, c.radius, m))
            break_at(w, "no moving wall is passed", i, k, true);
        sample_leg(w, i, k, from, to);
    }
}

static bool has_moving(const moving_watch *w) {
    return w->mover.world.moving_walls.query != NULL;
}

// The legs follow each other in space and in time.
static void check_legs(moving_watch *w) {
    const carom_motion *m = &w->motion;
    promise(w, w->leg_count <= MOVING_WATCH_LEGS_MAX, "a move has an end");
    if (w->broken != NULL)
        return;
    // Before a depenetration the ball has not moved.
    const bool is_freed = w->leg_count > 0 && !same_point(w->legs[0].from, w->before.center);
    promise(w, !is_freed || same_point(w->legs[0].from, m->freed), "the first leg starts there");
    for (int i = 1; i < w->leg_count; i++) {
        const carom_leg *p = &w->legs[i - 1], *q = &w->legs[i];
        promise(w, same_point(p->to, q->from), "each leg starts where the one before ends");
        // Without moving walls a blocked ball may stay for a time.
        promise(w, has_moving(w) ? p->end == q->start : p->end <= q->start,
                "the legs leave out no time");
    }
    for (int i = 0; i < w->leg_count; i++)
        promise(w, w->legs[i].start <= w->legs[i].end, "a leg goes forward");
    promise(w, w->leg_count == 0 || !has_moving(w) || w->legs[0].start == 0.0,
            "the legs start with the frame");
    if (has_moving(w) &&
        (m->kind == CAROM_MOTION_KIND_MOVED || m->kind == CAROM_MOTION_KIND_FREED)) {
        const carom_leg *last = &w->legs[w->leg_count - 1];
        promise(w, w->leg_count > 0 && last->end == (w->time > 0.0 ? 1.0 : 0.0),
                "the legs end with the frame");
    }
    if (w->leg_count > 0 && m->kind != CAROM_MOTION_KIND_CRUSHED)
        promise(w, same_point(w->legs[w->leg_count - 1].to, m->ball.center),
                "the last leg ends where the ball is");
    for (int i = 0; i < w->leg_count && w->broken == NULL; i++)
        check_leg(w, i);
}

// ---- starts and ends ----

// All walls of both lists that count, where they are at a fraction of the frame.
static carom_wall_list walls_at(const moving_watch *w, double t, carom_wall *walls) {
    size_t n = 0;
    for (size_t k = 0; k < w->still->count; k++)
        if (!leaves_out(w->still_left_out, k))
            walls[n++] = w->still->walls[k];
    for (size_t k = 0; k < w->moving->count; k++)
        if (is_valid_moving(w->moving->walls[k]) && !leaves_out(w->moving_left_out, k))
            walls[n++] = carom_moving_wall_at(w->moving->walls[k], t);
    const carom_wall_list list = {walls, NULL, n};
    return list;
}

// True if the circle overlaps a two-sided wall.
static bool overlaps_any(carom_circle c, const carom_wall_list *walls) {
    for (size_t i = 0; i < walls->count; i++)
        if (!walls->walls[i].one_sided && overlaps(c, walls->walls[i]))
            return true;
    return false;
}

static bool is_wall(const moving_watch *w, carom_wall_id id) {
    return id.index < (id.is_moving ? w->moving->count : w->still->count);
}

static void check_crushed(moving_watch *w, const carom_wall_list *end) {
    const carom_motion *m = &w->motion;
    promise(w, is_wall(w, m->crushed_by[0]) && is_wall(w, m->crushed_by[1]),
            "a crush names its walls");
    promise(w, m->crushed_by[0].is_moving, "the first wall of a crush moves");
    promise(w, m->crushed_time >= 0.0 && m->crushed_time < w->time, "a crush is in the frame");
    promise(w, same_point(m->ball.velocity, carom_vec2_make(0, 0)), "a crushed ball rests");
    const carom_circle c = {m->ball.center, m->ball.radius};
    promise(w, m->crushed_is_free == !overlaps_any(c, end), "a crush says if the end is free");
    carom_circle last = {w->leg_count > 0 ? w->legs[w->leg_count - 1].to : w->before.center,
                         m->ball.radius};
    if (w->leg_count == 0 && !same_point(m->freed, carom_vec2_make(0, 0)))
        last.center = m->freed;
    promise(w,
            same_point(last.center, c.center) ||
                illegal_depenetration(last, c.center, end, false) == NULL,
            "the depenetration after a crush crosses no wall");
}

static void check_kind(moving_watch *w) {
    static carom_wall walls[WALLS_MAX];
    const carom_motion *m = &w->motion;
    const carom_circle before = {w->before.center, w->before.radius};
    const carom_wall_list start = walls_at(w, 0.0, walls);
    const bool overlapped = overlaps_any(before, &start);
    promise(w, overlapped == (m->overlapped.index != CAROM_NO_WALL),
            "an overlap at the start is reported");
    if (overlapped)
        promise(w, m->kind >= CAROM_MOTION_KIND_FREED, "what overlaps is freed, stuck or crushed");
    else
        promise(w, m->kind == CAROM_MOTION_KIND_MOVED || m->kind == CAROM_MOTION_KIND_CRUSHED,
                "a free ball is moved or crushed");
    const carom_wall_list end = walls_at(w, w->time > 0.0 && has_moving(w) ? 1.0 : 0.0, walls);
    const carom_circle after = {m->ball.center, m->ball.radius};
    if (m->kind == CAROM_MOTION_KIND_CRUSHED)
        check_crushed(w, &end);
    else
        promise(w, m->crushed_by[0].index == CAROM_NO_WALL, "only a crush names walls");
    if (m->kind == CAROM_MOTION_KIND_MOVED || m->kind == CAROM_MOTION_KIND_FREED)
        promise(w, !overlaps_any(after, &end), "no wall overlaps the ball at the end");
}

static bool is_valid_input(const moving_watch *w) {
    const carom_move_settings *s = &w->mover;
    return carom_circle_is_valid(carom_circle_make(w->before.center, w->before.radius)) &&
           isfinite(w->before.velocity.x) && isfinite(w->before.velocity.y) && w->time >= 0.0 &&
           isfinite(w->time) && isfinite(s->gravity.x) && isfinite(s->gravity.y) &&
           carom_response_is_valid(s->response) && s->max_contacts >= 0;
}

static void check(moving_watch *w) {
    const carom_motion *m = &w->motion;
    if (!is_valid_input(w)) {
        promise(w, m->kind == CAROM_MOTION_KIND_INVALID && w->leg_count == 0, "invalid input");
        return;
    }
    promise(w, isfinite(m->ball.center.x) && isfinite(m->ball.center.y), "numbers are finite");
    promise(w, isfinite(m->ball.velocity.x) && isfinite(m->ball.velocity.y), "numbers are finite");
    promise(w, m->lost >= 0.0 && m->lost <= w->time, "lost time is a part of the frame");
    promise(w, m->contacts == w->impact_count, "every contact is reported");
    double last = 0.0;
    for (int i = 0; i < w->impact_count && i < MOVING_WATCH_IMPACTS_MAX; i++) {
        const carom_impact *k = &w->impacts[i];
        promise(w, k->time >= last && k->time <= w->time, "impacts are in order of time");
        last = k->time;
        promise(w, is_wall(w, (carom_wall_id){k->id.index, k->id.is_moving}),
                "an impact names a wall");
    }
    check_kind(w);
    check_legs(w);
}

carom_motion moving_watch_move(moving_watch *w, carom_ball ball, double time) {
    if (w->broken != NULL)
        return w->motion;
    w->mover.context = w;
    w->before = ball;
    w->time = time;
    w->leg_count = w->impact_count = 0;
    w->motion = carom_ball_move(ball, time, &w->mover);
    check(w);
    w->moves++;
    w->legs_all += w->leg_count;
    w->impacts_all += w->impact_count;
    w->kinds[w->motion.kind]++;
    w->time_all += time;
    w->time_lost += w->motion.lost;
    return w->motion;
}

static void print_wall(FILE *out, carom_wall w) {
    fprintf(out, "{{%a, %a}, {%a, %a}, %a, %d, %d}", w.a.x, w.a.y, w.b.x, w.b.y, w.radius, w.extent,
            w.one_sided);
}

void moving_watch_print(FILE *out, const moving_watch *w) {
    const carom_motion *m = &w->motion;
    fprintf(out, "broken: %s; leg %d of %d, wall %ld%s, move %ld, kind %s\n",
            w->broken == NULL ? "nothing" : w->broken, w->broken_leg, w->leg_count,
            (long)w->broken_wall.index, w->broken_wall.is_moving ? " moving" : "", w->moves,
            carom_motion_kind_name(m->kind));
    fprintf(out, "    carom_ball ball = {{%a, %a}, %a, {%a, %a}}; // time %a\n", w->before.center.x,
            w->before.center.y, w->before.radius, w->before.velocity.x, w->before.velocity.y,
            w->time);
    const carom_response r = w->mover.response;
    fprintf(out, "    gravity {%a, %a}, response {%d, %a, %a}, at most %d contacts\n",
            w->mover.gravity.x, w->mover.gravity.y, (int)r.kind, r.restitution, r.friction,
            w->mover.max_contacts);
    fprintf(out, "    after {%a, %a}\n", m->ball.center.x, m->ball.center.y);
    for (size_t i = 0; i < w->still->count; i++) {
        fprintf(out, "    still ");
        print_wall(out, w->still->walls[i]);
        fprintf(out, ", // %zu\n", i);
    }
    for (size_t i = 0; i < w->moving->count; i++) {
        const carom_moving_wall k = w->moving->walls[i];
        fprintf(out, "    moving {");
        print_wall(out, k.wall);
        fprintf(out, ", {%a, %a}, {%a, %a}}, // %zu\n", k.a_move.x, k.a_move.y, k.b_move.x,
                k.b_move.y, i);
    }
    for (int i = 0; i < w->leg_count && i < 16; i++)
        fprintf(out, "    leg %a..%a {%a, %a} {%a, %a}\n", w->legs[i].start, w->legs[i].end,
                w->legs[i].from.x, w->legs[i].from.y, w->legs[i].to.x, w->legs[i].to.y);
}
