// What must not happen, counted by exact questions that do not use the mover.
#include "game.h"

#include <math.h>

static carom_circle circle_of(const game *g, int i) {
    return carom_circle_make(g->balls[i].center, g->balls[i].radius);
}

/// True if a ball may pass the piece: a sensor, a target that is down, or a gate, unless the ball
/// comes wholly from the left of the gate.
static bool is_open(const game *g, const piece *p, carom_circle from) {
    return p->kind == LANE || (p->wall.category & g->targets_down) != 0 ||
           (p->kind == GATE &&
            (carom_wall_side(p->wall, from.center) <= 0 || carom_circle_overlaps(from, p->wall)));
}

/// A wall that moves as a whole is at rest for an observer on it; one that turns goes straight from
/// where it is at the start of the leg to where it is at its end.
static bool is_clear_of_moving(const carom_moving_wall *w, const carom_leg *leg, double radius) {
    const carom_vec2 move = w->a_move;
    if (move.x == w->b_move.x && move.y == w->b_move.y) {
        const carom_vec2 from = carom_vec2_sub(leg->from, carom_vec2_scale(move, leg->start));
        const carom_vec2 to = carom_vec2_sub(leg->to, carom_vec2_scale(move, leg->end));
        return carom_circle_path_is_clear(carom_circle_make(from, radius), to, w->wall);
    }
    const carom_wall end = carom_moving_wall_at(*w, leg->end);
    return carom_circle_path_is_clear_of_moving(carom_circle_make(leg->from, radius), leg->to,
                                                carom_moving_wall_at(*w, leg->start), end.a, end.b);
}

void check_leg(game *g, const carom_leg *leg) {
    const carom_circle from = carom_circle_make(leg->from, g->balls[g->moved].radius);
    bool is_clear = is_on_table(leg->to);
    for (int i = 0; i < g->piece_count; i++) {
        const piece *p = &g->pieces[i];
        is_clear =
            is_clear && (is_open(g, p, from) || carom_circle_path_is_clear(from, leg->to, p->wall));
    }
    for (int i = 0; i < PARTS; i++)
        is_clear = is_clear && is_clear_of_moving(&g->moves[i], leg, from.radius);
    g->legs++;
    g->escapes += is_clear && g->walked_count < LEGS_MAX ? 0 : 1;
    if (g->walked_count < LEGS_MAX)
        g->walked[g->walked_count++] = (ball_leg){g->moved, *leg};
}

static carom_vec2 place_at(const carom_leg *leg, double time) {
    if (time == leg->start || time == leg->end)
        return time == leg->start ? leg->from : leg->to;
    const double t = (time - leg->start) / (leg->end - leg->start);
    return carom_vec2_add(leg->from, carom_vec2_scale(carom_vec2_sub(leg->to, leg->from), t));
}

/// True if the balls stay out of each other while both are on these legs. A place within a leg is
/// rounded, so a trillionth of a radius does not count.
static bool are_apart(const game *g, const ball_leg *p, const ball_leg *q) {
    const double begin = fmax(p->leg.start, q->leg.start), end = fmin(p->leg.end, q->leg.end);
    const double p_radius = g->balls[p->ball].radius * (1 - 0x1p-40);
    if (p->ball == q->ball || begin > end)
        return true;
    const carom_circle first = {place_at(&p->leg, begin), p_radius},
                       second = {place_at(&q->leg, begin), g->balls[q->ball].radius};
    return carom_circle_path_is_clear_of_moving(first, place_at(&p->leg, end),
                                                carom_circle_as_post(second),
                                                place_at(&q->leg, end), place_at(&q->leg, end));
}

void check_meetings(game *g) {
    for (int i = 0; i < g->walked_count; i++)
        for (int k = 0; k < i; k++)
            g->escapes += are_apart(g, &g->walked[i], &g->walked[k]) ? 0 : 1;
}

void check_places(game *g) {
    for (int i = 0; i < g->ball_count; i++) {
        const carom_circle ball = circle_of(g, i);
        bool overlaps = false;
        for (int k = 0; k < g->piece_count; k++)
            overlaps = overlaps || (g->pieces[k].kind != GATE && !is_open(g, &g->pieces[k], ball) &&
                                    carom_circle_overlaps(ball, g->pieces[k].wall));
        for (int k = 0; k < PARTS; k++)
            overlaps = overlaps || carom_circle_overlaps(ball, g->parts[k]);
        for (int k = 0; k < i; k++)
            overlaps =
                overlaps || carom_circle_overlaps(ball, carom_circle_as_post(circle_of(g, k)));
        g->overlaps += overlaps ? 1 : 0;
    }
}
