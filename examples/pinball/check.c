// What must not happen, counted by exact questions that do not use the mover.
#include "game.h"

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
    for (size_t i = 0; i < (size_t)g->ball_count; i++) {
        const carom_circle other = carom_circle_make(g->at[i], g->balls[i].radius);
        is_clear = is_clear &&
                   (i == g->moved || carom_circle_path_is_clear_of_circle(from, leg->to, other));
    }
    g->at[g->moved] = leg->to;
    g->legs++;
    g->escapes += is_clear ? 0 : 1;
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
            overlaps = overlaps || carom_circle_overlaps_circle(ball, circle_of(g, k));
        g->overlaps += overlaps ? 1 : 0;
    }
}
