// Moves the balls of a crowd along their paths, each past the walls and all other balls.
//
// Method: a ball moves straight to a place if the exact tests show that the path is clear of all
// walls, and of all other balls where they stand now. Otherwise the mover moves it, with the other
// balls as posts among the walls. If a ball stands in the way whose clock is behind, that ball goes
// first. Room: crowd.
#include <math.h>

#include "carom/circles.h"
#include "contracts.h"
#include "crowd/crowd_state.h"
#include "mover/frame.h"
#include "mover/near_walls.h"
#include "numbers.h"

// The default limit of contacts, and the attempts of a ball in which its moves end at each impact.
// After that it may be between several walls and balls, and the mover brings it to rest.
enum { CONTACTS_MAX = 64, SINGLE_MAX = 8 };

// ---- the mover among posts ----

// Posts have the indices below POSTS_END, by slot. The mover uses the highest bit of an index for
// moving walls.
#define POSTS_END (SIZE_MAX / 2)

static size_t first_post(const crowd *c) {
    return POSTS_END - c->count;
}

static bool is_post(const crowd *c, size_t index) {
    return index >= first_post(c) && index < POSTS_END;
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
    if (query_posts(c, path, callback, context) && walls->query != NULL)
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
        c->contact = (ball_contact){slot, contact->time, n, v};
        return carom_stop();
    }
    b->support = n;
    carom_response slide = carom_slide();
    slide.friction = c->settings->friction;
    return slide;
}

static carom_impact in_frame(const crowd *c, const carom_impact *contact) {
    carom_impact impact = *contact;
    impact.time += c->balls[c->moving].time;
    return impact;
}

static carom_response respond(void *context, const carom_impact *contact) {
    crowd *c = context;
    if (is_post(c, contact->index))
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
    if (is_post(c, contact->index))
        return;
    crowd_ball *b = &c->balls[c->moving];
    b->contacts++;
    b->struck += c->response_kind != CAROM_RESPONSE_KIND_PASS;
    c->has_stopped |= c->response_kind == CAROM_RESPONSE_KIND_STOP;
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
    c->move.context = c;
    c->is_freeing = false;
}

static void select_ball(crowd *c, const crowd_ball *b) {
    c->moving = slot_of(c, b);
    if (c->settings->moving != NULL)
        *c->settings->moving = b->index;
}

static int contacts_max(const crowd *c) {
    const int most = c->settings->move.max_contacts;
    return most > 0 ? most : CONTACTS_MAX;
}

static carom_motion run_mover(crowd *c, crowd_ball *b, double time) {
    select_ball(c, b);
    c->contact.ball = NO_BALL;
    c->has_stopped = false;
    c->move.max_contacts = b->attempts < SINGLE_MAX ? 1 : contacts_max(c) - b->struck;
    const carom_ball ball = {b->circle.center, b->circle.radius, carom_crowd_velocity(c, b)};
    return carom_ball_move_part(ball, time, c->end, &c->move);
}

// ---- overlaps at the start ----

void carom_crowd_free(crowd *c, crowd_ball *b, bool is_last) {
    c->is_freeing = true;
    const carom_motion motion = run_mover(c, b, 0.0);
    c->is_freeing = false;
    if (motion.kind != CAROM_MOTION_KIND_MOVED && b->overlapped == SIZE_MAX &&
        !is_post(c, motion.overlapped))
        b->overlapped = motion.overlapped;
    b->overlaps = motion.kind == CAROM_MOTION_KIND_STUCK;
    if (b->overlaps && is_last) {
        b->kind = CAROM_MOTION_KIND_STUCK;
        b->velocity = carom_vec2_make(0.0, 0.0);
        b->inverse_mass = 0.0;
        b->lost = c->end;
        b->time = b->start = c->end;
    } else if (motion.kind == CAROM_MOTION_KIND_FREED) {
        b->kind = CAROM_MOTION_KIND_FREED;
        b->freed = motion.freed;
        carom_crowd_place(c, b, motion.ball.center, b->time, false);
    }
}

// ---- moves ----

// What became of an attempt to move.
typedef enum outcome {
    // The ball is at its place at the time asked for.
    REACHED,
    // A contact with a wall has changed its path.
    STRUCK,
    // Another ball stands in the way: that of the contact.
    BLOCKED,
    // Contacts are to be expected.
    UNDECIDED
} outcome;

// The place on the chord, within the rectangle between its ends.
static carom_vec2 place_on_chord(const crowd *c, const crowd_ball *b, double time) {
    if (time >= c->end)
        return b->to;
    const double fraction = (time - b->start) / (c->end - b->start);
    const carom_vec2 p = b->from, q = b->to;
    const carom_vec2 place = carom_vec2_add(p, carom_vec2_scale(carom_vec2_sub(q, p), fraction));
    return carom_vec2_make(smaller(larger(place.x, smaller(p.x, q.x)), larger(p.x, q.x)),
                           smaller(larger(place.y, smaller(p.y, q.y)), larger(p.y, q.y)));
}

static bool is_clear_of_walls(const crowd *c, const crowd_ball *b, carom_vec2 place) {
    if (b->is_wide ||
        (b->is_clear && b->time == b->start && place.x == b->to.x && place.y == b->to.y))
        return true;
    passed_walls none;
    none.count = 0;
    near_walls near;
    near.source = c->settings->move.walls;
    near.filter = c->settings->move.filter;
    near.passed = &none;
    near.starts_clear = c->settings->move.respond == NULL;
    path_contact first;
    carom_near_first(&near, b->circle, place, &first);
    return !first.found && !first.overlapped;
}

// The ball that is met first on the way to the place; NO_BALL if the way is clear.
static uint32_t first_in_way(const crowd *c, const crowd_ball *b, carom_vec2 place, carom_box box) {
    uint32_t first = NO_BALL;
    double first_time = HUGE_VAL;
    tree_query query;
    carom_tree_query(&query, &c->tree, box, 0);
    for (uint32_t other; carom_tree_next(&query, &other);) {
        const crowd_ball *q = &c->balls[other];
        if (q == b || carom_circle_path_is_clear_of_circle(b->circle, place, q->circle))
            continue;
        const double time = carom_circle_sweep_to(b->circle, place, post_of(q)).t;
        if (time < first_time || (time == first_time && other < first)) {
            first = other;
            first_time = time;
        }
    }
    return first;
}

// A ball behind in time that is to pass the ball's place at time `to` before it, and so has to go
// first; NO_BALL if there is none. Only the order of the moves depends on it.
static uint32_t first_to_pass(const crowd *c, const crowd_ball *b, double to) {
    if (b->is_alone)
        return NO_BALL;
    crowd_ball there = *b;
    there.circle.center = carom_crowd_predict(b, to);
    if (!is_finite(there.circle.center))
        return NO_BALL;
    tree_query query;
    carom_tree_query(&query, &c->tree, carom_crowd_box(&there), 0);
    for (uint32_t other; carom_tree_next(&query, &other);) {
        const crowd_ball *q = &c->balls[other];
        if (q != b && q->time < to && !q->is_waiting && carom_crowd_passes(q, to, there.circle))
            return other;
    }
    return NO_BALL;
}

// Moves the ball straight to its place at time `to`, without the mover.
static outcome move_straight(crowd *c, crowd_ball *b, double to) {
    const carom_vec2 place = place_on_chord(c, b, to);
    if (!is_finite(place) || !is_clear_of_walls(c, b, place))
        return UNDECIDED;
    const carom_path path = {b->circle.center, place, b->circle.radius};
    const carom_box box = carom_path_box(path), own = b->box;
    const bool is_in_box = (box.min.x >= own.min.x) & (box.min.y >= own.min.y) &
                           (box.max.x <= own.max.x) & (box.max.y <= own.max.y);
    const uint32_t in_way = b->is_alone && is_in_box ? NO_BALL : first_in_way(c, b, place, box);
    if (in_way != NO_BALL) {
        const crowd_ball *q = &c->balls[in_way];
        c->contact.ball = in_way;
        return q->time < to && !q->is_waiting ? BLOCKED : UNDECIDED;
    }
    carom_crowd_place(c, b, place, to, is_in_box);
    if (c->move.on_position != NULL) {
        select_ball(c, b);
        on_position(c, place);
    }
    return REACHED;
}

static outcome move_with_mover(crowd *c, crowd_ball *b, double to) {
    const bool strikes = b->wall_time <= to;
    const double span = (strikes ? c->end : to) - b->time;
    c->until = to;
    const carom_motion motion = run_mover(c, b, span);
    const double last = strikes ? c->end : to;
    double time = motion.lost > 0.0 ? smaller(b->time + (span - motion.lost), last) : last;
    carom_vec2 velocity = motion.ball.velocity;
    if (c->contact.ball != NO_BALL) {
        time = smaller(b->time + c->contact.time, last);
        velocity = c->contact.before;
    } else if (c->has_stopped) {
        time = c->end;
    }
    b->clamped |= motion.clamped;
    if (motion.kind == CAROM_MOTION_KIND_FREED) {
        b->kind = CAROM_MOTION_KIND_FREED;
        b->overlapped = motion.overlapped;
        b->freed = motion.freed;
    }
    carom_crowd_place(c, b, motion.ball.center, larger(time, b->time), false);
    if (c->contact.ball != NO_BALL) {
        // The new path follows once it is known what the contact does.
        b->from = b->circle.center;
        b->start = b->time;
        b->velocity = velocity;
        return BLOCKED;
    }
    carom_crowd_restart(c, b, velocity);
    return b->time >= to ? REACHED : STRUCK;
}

// The ball stands until the time. In a crowd that loses speed at impacts it loses the same fraction
// of its velocity, because others would give way to a velocity that it only seems to have.
static void stand(crowd *c, crowd_ball *b, double until) {
    const double lost = until - b->time;
    carom_vec2 velocity = carom_crowd_velocity(c, b);
    if (c->settings->restitution < 1.0)
        velocity = carom_vec2_scale(velocity, larger(1.0 - lost / c->end, 0.0));
    b->lost += lost;
    b->time = until;
    carom_crowd_restart(c, b, velocity);
}

static bool is_exhausted(const crowd *c, const crowd_ball *b) {
    const int most = contacts_max(c);
    return b->struck >= most || b->attempts / 4 >= most + 16;
}

bool carom_crowd_give_up(crowd *c, crowd_ball *b) {
    if (!is_exhausted(c, b))
        return false;
    stand(c, b, c->end);
    return true;
}

// One attempt. Returns the ball that is to go first, or NO_BALL if the attempt is over.
static uint32_t attempt(crowd *c, crowd_ball *b, double to) {
    b->attempts++;
    if (b->is_held) {
        b->time = b->start = to;
        return NO_BALL;
    }
    const uint32_t before = first_to_pass(c, b, to);
    if (before != NO_BALL)
        return before;
    if (!b->needs_mover && b->wall_time > to) {
        const outcome result = move_straight(c, b, to);
        if (result != UNDECIDED)
            return result == BLOCKED ? c->contact.ball : NO_BALL;
    }
    if (move_with_mover(c, b, to) != BLOCKED)
        return NO_BALL;
    crowd_ball *q = &c->balls[c->contact.ball];
    if (q->time < to && !q->is_waiting) {
        carom_crowd_restart(c, b, b->velocity);
        return c->contact.ball;
    }
    if (!carom_crowd_collide(c, b, q, c->contact.normal))
        stand(c, b, larger(to, b->time));
    return NO_BALL;
}

// True if the ball is behind that time, or strikes a wall at it.
static bool is_due(const crowd_ball *b, double time) {
    return b->time < time || b->wall_time <= time;
}

void carom_crowd_advance(crowd *c, crowd_ball *b, double to) {
    uint32_t count = 0;
    if (is_due(b, to)) {
        c->waiting[count++] = slot_of(c, b);
        b->is_waiting = true;
    }
    while (count > 0) {
        CAROM_ASSERT(count <= c->count);
        crowd_ball *last = &c->balls[c->waiting[count - 1]];
        uint32_t next = NO_BALL;
        if (!carom_crowd_give_up(c, last) && is_due(last, to))
            next = attempt(c, last, to);
        if (next != NO_BALL) {
            c->waiting[count++] = next;
            c->balls[next].is_waiting = true;
        } else {
            last->is_waiting = false;
            count--;
        }
    }
}
