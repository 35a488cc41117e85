// Balls of a crowd that give way to one that a moving wall pushes.
//
// Method: a ball in the way is moved to the nearest place off that way, where it does not overlap
// the walls as they are at its own time. The balls in the way of that move are moved before it. If
// one of them has no place, it is firm, and the ball before it looks for a place off it. Each of
// these moves takes no time, and passes the same exact tests as every other move. Room: crowd.
#include <math.h>

#include "carom/circles.h"
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "mover/overlaps.h"
#include "numbers.h"

// The limits on balls that push each other in a row, on firm balls, on the moves, and on the pushes
// for a place.
enum { ROW_MAX = 64, FIRM_MAX = 16, MOVES_MAX = 256, ROOM_PUSHES_MAX = 24 };

uint32_t carom_crowd_first_in_way(const crowd *c, const crowd_ball *self, carom_circle circle,
                                  carom_vec2 to) {
    uint32_t first = NO_BALL;
    // Computed when a second ball is found, which is rare: it is an exact time.
    double first_time = -1.0;
    tree_query query;
    const carom_path path = {circle.center, to, circle.radius};
    carom_tree_query(&query, &c->tree, carom_path_box(path), 0);
    for (uint32_t other; carom_tree_next(&query, &other);) {
        const crowd_ball *q = &c->balls[other];
        if (q == self || carom_circle_path_is_clear_of_circle(circle, to, q->circle))
            continue;
        if (first == NO_BALL) {
            first = other;
            continue;
        }
        if (first_time < 0.0)
            first_time = carom_circle_sweep_to(circle, to, post_of(&c->balls[first])).t;
        const double time = carom_circle_sweep_to(circle, to, post_of(q)).t;
        // The query goes down the slots. Of balls met at the same time, the lowest slot counts.
        CAROM_ASSERT(other < first);
        if (time <= first_time) {
            first = other;
            first_time = time;
        }
    }
    return first;
}

// A ball and the way that it is to take.
typedef struct ball_way {
    uint32_t slot;
    carom_circle circle;
    carom_vec2 to;
} ball_way;

// The balls that push each other. The first one is pushed by a wall. Firm balls are not moved.
typedef struct pushed_row {
    int count, firm_count;
    ball_way ways[ROW_MAX];
    uint32_t firm[FIRM_MAX];
} pushed_row;

// ---- places ----

// The walls at the time of a ball, the ways of the balls that push it, and the firm balls.
typedef struct room_walls {
    carom_wall_source walls;
    const crowd *c;
    const pushed_row *row;
} room_walls;

static void query_room(const void *source, carom_path path, carom_path_query_callback *callback,
                       void *context) {
    const room_walls *room = source;
    for (int i = 0; i < room->row->count; i++) {
        const ball_way *way = &room->row->ways[i];
        const carom_wall swept = carom_capsule(way->circle.center, way->to, way->circle.radius);
        callback(context, SIZE_MAX / 2 + (size_t)i, swept);
    }
    for (int i = 0; i < room->row->firm_count; i++)
        callback(context, SIZE_MAX / 4 + (size_t)i, post_of(&room->c->balls[room->row->firm[i]]));
    room->walls.query(room->walls.source, path, callback, context);
}

static bool is_clear_of_firm(const crowd *c, const pushed_row *row, carom_circle circle,
                             carom_vec2 to) {
    int i = 0;
    while (i < row->firm_count &&
           carom_circle_path_is_clear_of_circle(circle, to, c->balls[row->firm[i]].circle))
        i++;
    return i == row->firm_count;
}

// Looks for a place off the ways of the row and off the firm balls. The way to it is clear of walls
// and of firm balls.
static bool find_room(const crowd *c, const crowd_ball *q, const pushed_row *row, carom_vec2 *to) {
    passed_walls none = {.count = 0};
    moving_near moving = {.source = c->move.moving_walls,
                          .filter = c->move.moving_filter,
                          .from = q->clock,
                          .until = q->clock};
    const near_walls near = {.source = c->settings->move.walls,
                             .filter = c->settings->move.filter,
                             .moving = &moving,
                             .passed = &none,
                             .circle = q->circle};
    const walls_at walls = {&near, q->clock};
    const room_walls room = {carom_walls_at(&walls), c, row};
    const carom_wall_source all = {query_room, &room};
    const wall_query query = {q->circle, all, NULL};
    carom_vec2 place = q->circle.center, last = carom_vec2_make(0.0, 0.0), before = last;
    for (int i = 0; i < ROOM_PUSHES_MAX; i++) {
        const wall_overlaps o = carom_overlaps_at(&query, place);
        if (!o.found)
            break;
        place = carom_push_of(&o, last);
        before = last;
        last = o.normal;
    }
    // A straight way of the length s between two places at which the ball touches a circle cuts
    // into it by about s^2 / 8r at most. It is infinite for a ball without a radius.
    const carom_vec2 step = carom_vec2_sub(place, q->circle.center);
    const double cut = 0.125 * carom_vec2_dot(step, step) / q->circle.radius,
                 ulp = ulp_at(place, q->circle.radius);
    const double off[] = {0.0, 4.0 * ulp, 64.0 * ulp, cut + 4.0 * ulp, 4.0 * cut};
    const carom_vec2 n = carom_vec2_add(last, before);
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        *to = carom_vec2_add(place, carom_vec2_scale(n, off[i]));
        if (is_finite(*to) && // GCOVR_EXCL_BR_LINE: a push overflows, or there is no radius
            !carom_overlaps_at(&query, *to).found && carom_near_is_clear(&near, *to, 0.0) &&
            carom_moving_is_clear(&near, *to, 0.0, q->clock) &&
            is_clear_of_firm(c, row, q->circle, *to))
            return true;
    }
    return false;
}

// ---- moves ----

static bool is_in_row(const pushed_row *row, uint32_t slot) {
    int i = 0;
    while (i < row->count && row->ways[i].slot != slot)
        i++;
    return i < row->count;
}

static bool is_firm(const pushed_row *row, uint32_t slot) {
    int i = 0;
    while (i < row->firm_count && row->firm[i] != slot)
        i++;
    return i < row->firm_count;
}

static uint32_t first_in_way_of(const crowd *c, const ball_way *way) {
    return carom_crowd_first_in_way(c, &c->balls[way->slot], way->circle, way->to);
}

// Moves the last ball of the row. It keeps its velocity: the impact follows.
static void move_last(crowd *c, pushed_row *row) {
    const ball_way *way = &row->ways[--row->count];
    crowd_ball *q = &c->balls[way->slot];
    row->firm_count = 0;
    const carom_vec2 velocity = carom_crowd_velocity(c, q);
    const crowd_time now = {q->time, q->clock};
    carom_crowd_report_leg(c, q, way->to, q->clock);
    carom_crowd_place(c, q, way->to, now, false);
    carom_crowd_restart(c, q, velocity);
}

// True if the ball can be moved, and a way off those of the row is found.
static bool add_to_row(const crowd *c, pushed_row *row, uint32_t slot) {
    const crowd_ball *q = &c->balls[slot];
    if (row->count == ROW_MAX || inverse_mass_of(c, q) == 0.0 || is_in_row(row, slot) ||
        is_firm(row, slot))
        return false;
    ball_way way = {.slot = slot, .circle = q->circle};
    if (!find_room(c, q, row, &way.to))
        return false;
    row->ways[row->count++] = way;
    return true;
}

// The ball in the way of the last one does not give way. It is firm from now on, and the last one
// leaves the row: the ball before it will find it in its way again. If it was firm already, the
// last one is firm. False if the last one is the first, or if too many are firm.
static bool take_back(pushed_row *row, uint32_t slot) {
    if (row->count == 1 || row->firm_count == FIRM_MAX)
        return false;
    row->count--;
    row->firm[row->firm_count++] = is_firm(row, slot) ? row->ways[row->count].slot : slot;
    return true;
}

bool carom_crowd_make_room(void *context, carom_circle circle, carom_vec2 to) {
    crowd *c = context;
    const uint32_t pushed = c->moving;
    // The mover may have moved the ball before: it must not be where others pass.
    crowd_ball *b = &c->balls[pushed];
    const crowd_time now = {b->time, b->clock};
    carom_crowd_place(c, b, circle.center, now, false);
    pushed_row row;
    row.count = 1;
    row.firm_count = 0;
    row.ways[0] = (ball_way){pushed, circle, to};
    for (int moves = 0; moves < MOVES_MAX; moves++) { // GCOVR_EXCL_BR_LINE: no such crowd is known
        const ball_way *last = &row.ways[row.count - 1];
        const uint32_t slot = first_in_way_of(c, last);
        if (slot == NO_BALL && row.count == 1)
            return true;
        if (slot == NO_BALL) {
            move_last(c, &row);
            carom_crowd_select(c, &c->balls[pushed]);
            continue;
        }
        const crowd_ball *q = &c->balls[slot];
        if (!c->part.is_spent && q->time < c->until && !q->is_waiting) {
            c->contact.ball = slot;
            c->others.are_first = true;
            break;
        }
        if (!add_to_row(c, &row, slot) && !take_back(&row, slot))
            break;
    }
    c->others.have_refused = true;
    return false;
}
