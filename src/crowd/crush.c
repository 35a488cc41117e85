// Balls that moving walls leave no way: which walls they are. Room: crowd.
#include "contracts.h"
#include "crowd/island_run.h"
#include "numbers.h"

// The normal of a wall at the ball, at the start of the stretch.
static carom_vec2 normal_of_wall(const island_run *run, const crowd_ball *b, const leg_wall *wall) {
    const carom_wall at = carom_moving_wall_at(wall->wall, run->from);
    return carom_circle_contact(carom_circle_make(b->stretch_place, b->circle.radius), at).normal;
}

// What the ball is pressed against by a wall with the normal n: of all its contacts the one with
// the most opposite normal; the wall itself if there is none.
static carom_wall_id facing(const island_run *run, const crowd_ball *b, carom_index wall,
                            carom_vec2 n) {
    const crowd_contact *contacts = run->work->contacts.items;
    carom_wall_id found = id_of(wall);
    double most = 0.0;
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        const crowd_contact *k = &contacts[i];
        const ball_pair pair = balls_in_contact(run, k);
        if (pair.first != b && pair.second != b)
            continue;
        const double against = carom_vec2_dot(n, k->normal) * (pair.first == b ? -1.0 : 1.0);
        if (against <= most)
            continue;
        most = against;
        found = k->other != NO_BALL ? carom_wall_id_none() : id_of(k->wall);
    }
    return found;
}

// The moving wall that comes farthest into a ball that stands, of its contacts.
static const crowd_contact *worst_contact(const island_run *run, const crowd_ball *b) {
    const crowd_contact *contacts = run->work->contacts.items, *worst = NULL;
    double most = 0.0;
    for (size_t i = 0; i < run->work->contacts.count; i++) {
        const crowd_contact *k = &contacts[i];
        if (k->ball != slot_of(run, b) || k->other != NO_BALL || !is_moving_index(k->wall))
            continue;
        const double depth = carom_vec2_dot(k->surface, k->normal) * run->time - k->gap;
        if (worst == NULL || depth > most) {
            worst = k;
            most = depth;
        }
    }
    return worst;
}

// The wall that crushes the ball: that which does not let it stand, or which pushes it first.
static carom_index crushing_wall(const island_run *run, const crowd_ball *b, carom_vec2 *n) {
    const leg_wall wall = carom_crowd_blocker(run, b);
    if (wall.index != CAROM_NO_WALL) {
        *n = normal_of_wall(run, b, &wall);
        return wall.index;
    }
    const crowd_contact *worst = worst_contact(run, b);
    *n = worst != NULL ? worst->normal : carom_vec2_make(0.0, 0.0);
    return worst != NULL ? worst->wall : CAROM_NO_WALL;
}

void carom_crowd_crush(island_run *run) {
    const carom_crowd *c = run->c;
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        if (!b->is_pressed_out)
            continue;
        carom_vec2 n;
        const carom_index wall = crushing_wall(run, b, &n);
        b->kind = CAROM_MOTION_KIND_CRUSHED;
        b->lost_before += (1.0 - run->from) * c->time;
        b->stretch_velocity = carom_vec2_make(0.0, 0.0);
        if (c->results == NULL)
            continue;
        carom_motion *result = &c->results[b->index];
        result->crushed_by[0] = id_of(wall);
        result->crushed_by[1] = facing(run, b, wall, n);
        result->crushed_time = run->from * c->time;
        result->crushed_is_free = false;
    }
}
