// The mover for a ball of a crowd: the other balls are posts among the walls.
//
// The posts have the indices below SIZE_MAX / 2, by slot: the mover uses the highest bit of an
// index for moving walls. Room: crowd.
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "numbers.h"

// The attempts of a ball in which its moves end at each impact. After that it may be between
// several walls and balls, and the mover brings it to rest.
enum { SINGLE_MAX = 8 };

static size_t first_post(const crowd *c) {
    return SIZE_MAX / 2 - c->count;
}

// False if the callback has ended the query.
static bool query_posts(const crowd *c, carom_path path, carom_path_query_callback *callback,
                        void *context) {
    tree_query query;
    carom_tree_query(&query, &c->tree, carom_path_box(path), 0);
    for (uint32_t other; carom_tree_next(&query, &other);) {
        const carom_wall post = post_of(&c->balls[other]);
        if (other != c->moving && !(callback(context, first_post(c) + other, post) > 0.0))
            return false;
    }
    return true;
}

static void query_all(const void *source, carom_path path, carom_path_query_callback *callback,
                      void *context) {
    const crowd *c = source;
    const carom_wall_source *walls = &c->settings->move.walls;
    const bool goes_on = c->others.are_ignored || query_posts(c, path, callback, context);
    if (goes_on && walls->query != NULL)
        walls->query(walls->source, path, callback, context);
}

static bool accept_wall(void *context, size_t index, carom_wall wall) {
    const crowd *c = context;
    return is_post(c, index) || carom_filter_accepts(c->settings->move.filter, index, wall);
}

// The response at a post. The ball stops there, and the crowd decides how to go on, unless the ball
// rests on the post.
static carom_response response_at_post(crowd *c, const carom_impact *contact) {
    if (c->is_freeing)
        return carom_stop();
    crowd_ball *b = &c->balls[c->moving];
    const uint32_t slot = (uint32_t)(contact->index - first_post(c));
    crowd_ball *q = &c->balls[slot];
    const carom_vec2 n = contact->normal, v = contact->before;
    const double rest = carom_crowd_resting_speed(c, b, q, n);
    const double along = carom_vec2_dot(v, n);
    const double approach = carom_vec2_dot(carom_crowd_velocity(c, q), n) - along;
    const bool is_behind = q->time < c->until && !q->is_waiting;
    // A ball comes to rest on one that stands, or nearly so, and gives way to no push.
    const bool lands =
        -along <= rest + carom_crowd_gentle_speed(c, n) && (approach <= rest || is_supported(q, n));
    if (is_behind || !lands) {
        c->contact = (ball_contact){slot, n, v};
        c->others.are_first = true;
        return carom_stop();
    }
    b->support = n;
    carom_response slide = carom_slide();
    slide.friction = c->settings->friction;
    return slide;
}

// Moving walls have indices of their own.
static bool is_post_contact(const crowd *c, const carom_impact *contact) {
    return !contact->is_moving && is_post(c, contact->index);
}

static carom_impact in_frame(const crowd *c, const carom_impact *contact) {
    carom_impact impact = *contact;
    impact.time = carom_crowd_time_in_part(c, &c->balls[c->moving], impact.time);
    return impact;
}

static carom_response respond(void *context, const carom_impact *contact) {
    crowd *c = context;
    if (is_post_contact(c, contact))
        return response_at_post(c, contact);
    const carom_move_settings *move = &c->settings->move;
    const carom_impact impact = in_frame(c, contact);
    const carom_response response =
        move->respond != NULL ? move->respond(move->context, &impact) : move->response;
    c->response_kind = carom_response_is_valid(response) ? response.kind : CAROM_RESPONSE_KIND_STOP;
    c->balls[c->moving].support = contact->normal;
    return response;
}

static void on_impact(void *context, const carom_impact *contact) {
    crowd *c = context;
    if (is_post_contact(c, contact))
        return;
    crowd_ball *b = &c->balls[c->moving];
    b->contacts++;
    b->struck += c->response_kind != CAROM_RESPONSE_KIND_PASS;
    c->has_stopped |= c->response_kind == CAROM_RESPONSE_KIND_STOP && !contact->is_moving;
    const carom_move_settings *move = &c->settings->move;
    if (move->on_impact != NULL) {
        const carom_impact impact = in_frame(c, contact);
        move->on_impact(move->context, &impact);
    }
}

static void on_position(void *context, carom_vec2 center) {
    const crowd *c = context;
    c->settings->move.on_position(c->settings->move.context, center);
}

static void on_leg(void *context, const carom_leg *leg) {
    const crowd *c = context;
    c->settings->move.on_leg(c->settings->move.context, leg);
}

void carom_crowd_prepare_mover(crowd *c) {
    const carom_move_settings *move = &c->settings->move;
    c->filter = carom_filter_default();
    c->filter.accept = accept_wall;
    c->filter.context = c;
    c->move = *move;
    c->move.walls.query = query_all;
    c->move.walls.source = c;
    c->move.filter = &c->filter;
    c->move.respond = respond;
    c->move.on_impact = on_impact;
    c->move.on_position = move->on_position != NULL ? on_position : NULL;
    c->move.on_leg = move->on_leg != NULL ? on_leg : NULL;
    c->move.context = c;
    c->is_freeing = false;
    c->has_moving = move->moving_walls.query != NULL;
    c->others = (carom_other_balls){.context = c, .make_room = carom_crowd_make_room};
}

void carom_crowd_report_leg(crowd *c, const crowd_ball *b, carom_vec2 to, double clock) {
    const carom_move_settings *move = &c->settings->move;
    if (move->on_leg == NULL && move->on_position == NULL)
        return;
    carom_crowd_select(c, b);
    const carom_leg leg = {b->circle.center, to, b->clock, clock};
    if (move->on_leg != NULL)
        move->on_leg(move->context, &leg);
    if (move->on_position != NULL)
        move->on_position(move->context, to);
}

void carom_crowd_select(crowd *c, const crowd_ball *b) {
    c->moving = slot_of(c, b);
    if (c->settings->moving != NULL)
        *c->settings->moving = b->index;
}

double carom_crowd_time_in_part(const crowd *c, const crowd_ball *b, double passed) {
    return smaller(b->time + passed, c->part_end);
}

carom_motion carom_crowd_run_mover(crowd *c, const crowd_ball *b, carom_vec2 velocity,
                                   crowd_time until, bool is_spent) {
    carom_crowd_select(c, b);
    c->contact.ball = NO_BALL;
    c->has_stopped = false;
    c->others.are_first = false;
    c->part_end = until.time;
    const int contacts_left = contacts_max_of(&c->settings->move) - b->struck;
    c->move.max_contacts = contacts_left > 0 ? contacts_left : 1;
    c->part = (carom_frame_part){.frame = c->end,
                                 .from = b->clock,
                                 .until = until.clock,
                                 .is_spent = is_spent,
                                 .others = &c->others,
                                 .is_single = b->attempts < SINGLE_MAX};
    const carom_ball ball = {b->circle.center, b->circle.radius, velocity};
    const double time = until.time - b->time;
    return carom_ball_move_part(ball, is_spent ? larger(time, DBL_TRUE_MIN) : time, &c->part,
                                &c->move);
}
