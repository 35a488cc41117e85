// A character among moving walls; see ride.h. Room: mover.
#include "mover/ride.h"

#include "carom/contact.h"
#include "mover/ground.h"
#include "numbers.h"

typedef struct relay {
    const ride_walls *walls;
    carom_path_query_callback *callback;
    void *context;
    bool is_over;
} relay;

static double relay_still(void *context, carom_index index, const carom_wall *wall) {
    relay *r = context;
    const double fraction = r->callback(r->context, index, wall);
    r->is_over = !(fraction > 0.0);
    return fraction;
}

static void relay_moving(void *context, carom_index index, const carom_moving_wall *wall) {
    relay *r = context;
    if (r->is_over || !carom_moving_wall_is_valid(*wall))
        return;
    const carom_wall there = carom_moving_wall_at(*wall, r->walls->at);
    r->is_over = !(r->callback(r->context, index | RIDE_MOVING, &there) > 0.0);
}

static void query_both(const void *source, const carom_path *path,
                       carom_path_query_callback *callback, void *context) {
    const ride_walls *walls = source;
    relay r = {walls, callback, context, false};
    if (walls->still.query != NULL)
        walls->still.query(walls->still.source, path, relay_still, &r);
    if (!r.is_over)
        walls->moving.query(walls->moving.source, path, relay_moving, &r);
}

carom_wall_source carom_ride_source(const ride_walls *walls) {
    const carom_wall_source both = {query_both, walls};
    return walls->moving.query != NULL ? both : walls->still;
}

typedef struct motion_query {
    const ride_walls *walls;
    const carom_filter *filter;
    carom_circle circle;
    carom_index index;
    ride_motion found;
} motion_query;

static void visit_for_motion(void *context, carom_index index, const carom_moving_wall *wall) {
    motion_query *q = context;
    const carom_wall there = carom_moving_wall_at(*wall, q->walls->at);
    // A source may report walls that are not near.
    if (index != q->index || !carom_moving_wall_is_valid(*wall) ||
        !carom_circle_within(q->circle, there, STANDING_GAP * q->circle.radius) ||
        !carom_filter_accepts(q->filter, index, &there))
        return;
    const double along = carom_circle_contact(q->circle, there).along;
    // Exactly the move of both ends if they are equal.
    const carom_vec2 turn = carom_vec2_sub(wall->b_move, wall->a_move);
    q->found.move = carom_vec2_add(wall->a_move, carom_vec2_scale(turn, along));
    // By the angle t a leg cuts into the arc by R t^2 / 2. The mover lifts it by up to four times
    // that.
    const carom_vec2 u = carom_vec2_sub(there.b, there.a);
    const double turn2 = carom_vec2_dot(turn, turn), len2 = carom_vec2_dot(u, u);
    if (turn2 > 0.0)
        q->found.gap = 2.0 * (q->circle.radius + there.radius) * smaller(turn2 / len2, 1.0);
}

ride_motion carom_ride_motion(const ride_walls *walls, const carom_filter *filter,
                              carom_circle circle, carom_wall_id id) {
    const ride_motion none = {{0.0, 0.0}, 0.0};
    motion_query q = {walls, filter, circle, id.index, none};
    const carom_path path = {circle.center, circle.center,
                             smaller(circle.radius + 2.0 * STANDING_GAP * circle.radius, DBL_MAX)};
    // A moving ground comes from a source.
    if (id.is_moving)
        walls->moving.query(walls->moving.source, &path, visit_for_motion, &q);
    return is_finite(q.found.move) ? q.found : none;
}
