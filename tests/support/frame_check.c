// Checks all times of a frame of many balls, see frame_check.h. Room: tests.
#include "frame_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "points.h"
#include "seen_legs.h"

// Of the legs near a wall, one in this many is checked by a second method, which is slow.
enum { EXACT_PERIOD = 16, ORACLE_PERIOD = 64 };

static void set_broken(frame_check *c, const char *what, size_t ball, size_t other,
                       const carom_leg *leg) {
    if (c->broken != NULL)
        return;
    c->broken = what;
    c->ball = ball;
    c->other = other;
    if (leg != NULL)
        c->leg = *leg;
}

void frame_check_init(frame_check *c) {
    *c = (frame_check){.oracle = moving_oracle_new()};
    exact_legs_init(&c->exact);
}

void frame_check_clear(frame_check *c) {
    exact_legs_clear(&c->exact);
    moving_oracle_free(c->oracle);
    free(c->order);
    free(c->boxes);
    *c = (frame_check){0};
}

static void make_room(frame_check *c, size_t count) {
    if (count <= c->room)
        return;
    c->room = 2 * count;
    c->order = realloc(c->order, c->room * sizeof *c->order);
    c->boxes = realloc(c->boxes, c->room * sizeof *c->boxes);
    if (c->order == NULL || c->boxes == NULL)
        abort();
}

// ---- joins ----

static bool same_bits(carom_vec2 p, carom_vec2 q) {
    return memcmp(&p, &q, sizeof p) == 0;
}

static void check_joins(frame_check *c, const checked_frame *f, size_t i) {
    const checked_ball *b = &f->balls[i];
    carom_vec2 place = b->from;
    double clock = 0.0;
    for (size_t k = 0; k < b->leg_count; k++) {
        const carom_leg *leg = &b->legs[k];
        if (!same_bits(leg->from, place))
            set_broken(c, "a leg starts where the ball is", i, k, leg);
        if (leg->start != clock || !(leg->start <= leg->end) || !(leg->end <= 1.0))
            set_broken(c, "a leg starts when the one before ends", i, k, leg);
        place = leg->to;
        clock = leg->end;
    }
    const carom_leg *last = b->leg_count > 0 ? &b->legs[b->leg_count - 1] : NULL;
    if (clock != 1.0)
        set_broken(c, "the legs cover the frame", i, b->leg_count, last);
    if (!b->is_crushed && !same_bits(place, b->to))
        set_broken(c, "the legs lead to the place after the frame", i, b->leg_count, last);
}

// ---- pairs ----

static double larger(double x, double y) {
    return x > y ? x : y;
}

static double smaller(double x, double y) {
    return x < y ? x : y;
}

static double size_of(const carom_leg *leg, double radius) {
    const double from = larger(fabs(leg->from.x), fabs(leg->from.y));
    const double to = larger(fabs(leg->to.x), fabs(leg->to.y));
    return larger(larger(from, to), radius);
}

static carom_vec2 place_at(const carom_leg *leg, double t) {
    if (t <= leg->start)
        return leg->from;
    if (t >= leg->end)
        return leg->to;
    const double part = (t - leg->start) / (leg->end - leg->start);
    return vec(leg->from.x + part * (leg->to.x - leg->from.x),
               leg->from.y + part * (leg->to.y - leg->from.y));
}

// True if the balls are apart by more than the margin, as double shows. False if it is not sure.
static bool are_far(const carom_leg *p, const carom_leg *q, double reach, double size) {
    if (!(size > 0x1p-300 && size < 0x1p300) || p->start == p->end || q->start == q->end)
        return false;
    const double a = larger(p->start, q->start), b = smaller(p->end, q->end);
    const carom_vec2 from = carom_vec2_sub(place_at(p, a), place_at(q, a));
    const carom_vec2 to = carom_vec2_sub(place_at(p, b), place_at(q, b));
    const carom_vec2 u = carom_vec2_sub(to, from);
    // n is the nearest point; any other direction would do.
    const double s = -carom_vec2_dot(from, u), length2 = carom_vec2_dot(u, u);
    const double part = s <= 0.0 ? 0.0 : s >= length2 ? 1.0 : s / length2;
    const carom_vec2 n = carom_vec2_add(from, carom_vec2_scale(u, part));
    const double least = (reach + 0x1p-40 * size) * sqrt(carom_vec2_dot(n, n)) * (1.0 + 0x1p-50);
    return carom_vec2_dot(from, n) > least && carom_vec2_dot(to, n) > least;
}

static void check_span(frame_check *c, const checked_frame *f, size_t i, size_t k,
                       const carom_leg *p, const carom_leg *q) {
    const double r = f->balls[i].radius, s = f->balls[k].radius;
    const double size = larger(size_of(p, r), size_of(q, s)) + f->longer;
    c->spans++;
    if (are_far(p, q, r + s + f->longer, size))
        return;
    c->exact_spans++;
    const int sign = exact_legs_sign(&c->exact, p, r, q, s, f->longer);
    c->touches += sign == 0;
    if (sign < 0)
        set_broken(c, "no two balls overlap at any time", i, k, p);
}

static bool collide(const checked_ball *p, const checked_ball *q) {
    return (p->category & q->mask) != 0 && (q->category & p->mask) != 0 &&
           !(p->is_stuck && q->is_stuck);
}

// All spans of time that legs of both balls have in common.
static void check_pair(frame_check *c, const checked_frame *f, size_t i, size_t k) {
    const checked_ball *p = &f->balls[i], *q = &f->balls[k];
    c->pairs++;
    size_t m = 0, n = 0;
    while (p->leg_count > 0 && q->leg_count > 0) {
        const carom_leg *leg = &p->legs[m], *other = &q->legs[n];
        if (leg->start <= other->end && other->start <= leg->end)
            check_span(c, f, i, k, leg, other);
        // The last leg of a ball stays: legs that take no time may follow in that of the other one.
        const bool p_goes_on = leg->end <= other->end && m + 1 < p->leg_count;
        const bool q_goes_on = other->end <= leg->end && n + 1 < q->leg_count;
        if (!p_goes_on && !q_goes_on)
            break;
        m += p_goes_on;
        n += q_goes_on;
    }
}

static int compare_least(const void *p, const void *q) {
    const frame_order *a = p, *b = q;
    return a->least < b->least ? -1 : a->least > b->least ? 1 : a->index < b->index ? -1 : 1;
}

static carom_box box_of(const checked_ball *b) {
    carom_box box = carom_path_box((carom_path){b->from, b->from, b->radius});
    for (size_t k = 0; k < b->leg_count; k++) {
        const carom_box other =
            carom_path_box((carom_path){b->legs[k].from, b->legs[k].to, b->radius});
        box.min = vec(smaller(box.min.x, other.min.x), smaller(box.min.y, other.min.y));
        box.max = vec(larger(box.max.x, other.max.x), larger(box.max.y, other.max.y));
    }
    return box;
}

static void check_pairs(frame_check *c, const checked_frame *f) {
    for (size_t i = 0; i < f->count; i++) {
        c->boxes[i] = box_of(&f->balls[i]);
        c->boxes[i].max.x += f->longer;
        c->boxes[i].max.y += f->longer;
        c->order[i] = (frame_order){c->boxes[i].min.x, i};
    }
    qsort(c->order, f->count, sizeof *c->order, compare_least);
    for (size_t m = 0; m < f->count; m++) {
        const size_t i = c->order[m].index;
        const carom_box box = c->boxes[i];
        for (size_t n = m + 1; n < f->count && c->order[n].least <= box.max.x; n++) {
            const size_t k = c->order[n].index;
            const bool meets = c->boxes[k].min.y <= box.max.y && box.min.y <= c->boxes[k].max.y;
            if (meets && collide(&f->balls[i], &f->balls[k]))
                check_pair(c, f, i, k);
        }
    }
}

// ---- walls ----

// A one-sided wall stops only balls on its left that do not overlap it.
static bool stops(carom_circle circle, carom_wall wall) {
    return carom_wall_is_valid(wall) &&
           (!wall.one_sided ||
            (carom_wall_side(wall, circle.center) > 0 && !carom_circle_overlaps(circle, wall)));
}

static void check_wall(frame_check *c, const checked_frame *f, size_t i, const carom_leg *leg,
                       size_t k) {
    const carom_wall wall = f->walls[k];
    const double radius = f->balls[i].radius;
    const carom_circle circle = carom_circle_make(leg->from, radius);
    if (!stops(circle, wall) || !carom_filter_accepts(f->balls[i].filter, (carom_index)k, &wall))
        return;
    c->wall_legs++;
    bool is_clear = carom_circle_path_is_clear(circle, leg->to, wall);
    if (f->longer > 0.0 || c->wall_legs % EXACT_PERIOD == 0) {
        c->exact_wall_legs++;
        is_clear &= exact_leg_wall_sign(&c->exact, leg, radius, wall, f->longer) >= 0;
    }
    if (!is_clear)
        set_broken(c, "no ball is in a wall at rest or passes it", i, k, leg);
}

static bool is_valid_moving(carom_moving_wall m) {
    return carom_moving_wall_is_valid(m) && carom_wall_is_valid(carom_moving_wall_at(m, 1.0));
}

static void check_moving_wall(frame_check *c, const checked_frame *f, size_t i,
                              const carom_leg *leg, size_t k) {
    const carom_moving_wall m = f->moving[k];
    const checked_ball *b = &f->balls[i];
    if (!is_valid_moving(m))
        return;
    const carom_circle circle = carom_circle_make(leg->from, b->radius);
    const carom_wall from = carom_moving_wall_at(m, leg->start);
    const carom_wall to = carom_moving_wall_at(m, leg->end);
    const carom_circle seen = carom_circle_make(seen_from(m, leg->from, leg->start), b->radius);
    if (!stops(circle, from) || (moves_as_a_whole(m) && !stops(seen, m.wall)) ||
        !carom_filter_accepts(b->moving_filter, (carom_index)k, &from))
        return;
    c->moving_legs++;
    if (carom_circle_overlaps(circle, from) ||
        carom_circle_overlaps(carom_circle_make(leg->to, b->radius), to))
        set_broken(c, "no moving wall overlaps an end of a leg", i, k, leg);
    if (!leg_is_clear_of_moving(leg, b->radius, m))
        set_broken(c, "no moving wall is passed", i, k, leg);
    if (moves_as_a_whole(m) || c->moving_legs % ORACLE_PERIOD != 0)
        return;
    c->oracle_legs++;
    if (!moving_leg_is_clear(c->oracle, circle, leg->to, from, to.a, to.b))
        set_broken(c, "no moving wall is passed, by the oracle", i, k, leg);
}

static void check_walls(frame_check *c, const checked_frame *f, size_t i) {
    const checked_ball *b = &f->balls[i];
    const size_t count = b->is_crushed && b->leg_count > 0 ? b->leg_count - 1 : b->leg_count;
    for (size_t k = 0; k < f->wall_count; k++) {
        const carom_box box = carom_wall_box(f->walls[k]);
        if (!carom_box_overlaps(c->boxes[i], box))
            continue;
        for (size_t m = 0; m < count; m++) {
            const carom_path path = {b->legs[m].from, b->legs[m].to, b->radius + f->longer};
            if (carom_box_overlaps(carom_path_box(path), box))
                check_wall(c, f, i, &b->legs[m], k);
        }
    }
    for (size_t k = 0; k < f->moving_count; k++) {
        const carom_box box = carom_moving_wall_box(f->moving[k]);
        if (!carom_box_overlaps(c->boxes[i], box))
            continue;
        for (size_t m = 0; m < count; m++) {
            const carom_path path = {b->legs[m].from, b->legs[m].to, b->radius};
            if (carom_box_overlaps(carom_path_box(path), box))
                check_moving_wall(c, f, i, &b->legs[m], k);
        }
    }
}

// A ball that was crushed and has a place after the frame.
static void check_place(frame_check *c, const checked_frame *f, size_t i) {
    const carom_circle circle = carom_circle_make(f->balls[i].to, f->balls[i].radius);
    for (size_t k = 0; k < f->count; k++) {
        const checked_ball *b = &f->balls[k];
        if (k != i && collide(&f->balls[i], b) && !b->is_stuck && (!b->is_crushed || b->is_free) &&
            carom_circle_overlaps(circle,
                                  carom_circle_as_post(carom_circle_make(b->to, b->radius))))
            set_broken(c, "no ball overlaps a crushed ball after the frame", i, k, NULL);
    }
    for (size_t k = 0; k < f->wall_count; k++)
        if (!f->walls[k].one_sided && carom_circle_overlaps(circle, f->walls[k]) &&
            carom_filter_accepts(f->balls[i].filter, (carom_index)k, &f->walls[k]))
            set_broken(c, "no wall overlaps a crushed ball after the frame", i, k, NULL);
    for (size_t k = 0; k < f->moving_count; k++) {
        const carom_wall wall = carom_moving_wall_at(f->moving[k], 1.0);
        if (is_valid_moving(f->moving[k]) && !wall.one_sided &&
            carom_circle_overlaps(circle, wall) &&
            carom_filter_accepts(f->balls[i].moving_filter, (carom_index)k, &wall))
            set_broken(c, "no wall overlaps a crushed ball after the frame", i, k, NULL);
    }
}

bool frame_check_run(frame_check *c, const checked_frame *f) {
    make_room(c, f->count);
    for (size_t i = 0; i < f->count; i++)
        if (!f->balls[i].is_absent)
            check_joins(c, f, i);
    if (c->broken != NULL)
        return false;
    check_pairs(c, f);
    for (size_t i = 0; i < f->count; i++) {
        if (!f->balls[i].is_stuck)
            check_walls(c, f, i);
        if (f->balls[i].is_crushed && f->balls[i].is_free)
            check_place(c, f, i);
    }
    return c->broken == NULL;
}
