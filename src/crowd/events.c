// Impacts: moves the members of an island to the end of a stretch, from impact to impact.
//
// Method: each ball is on a leg to the end of the stretch. Its next event is the first wall on the
// leg, or the first meeting with the leg of another member; the queue has the earliest event of
// all. At an impact each ball gets a corner, a new velocity and a new leg; the others keep theirs.
// Places and times are proposals in double; only the gate counts for the guarantee. Room: crowd.
#include <math.h>

#include "carom/moving_wall.h"
#include "contracts.h"
#include "crowd/island_run.h"
#include "crowd/meeting.h"
#include "numbers.h"

// CALM_AFTER: if impacts take speed and a ball has more of them in a frame, it and its neighbours
// become calm. ELASTIC_MOST: after so many without a loss of speed, it stands.
// An impact on a wall that turns counts more.
enum { CALM_AFTER = 16, TURNING_WEIGHT = 4, ELASTIC_MOST = 256, PUSHES_APART = 16 };
// A way below this part of the scale to a meeting is none.
#define NO_WAY 0x1p-42
// Balls that touch, and would be in each other by less than this part of the scale, do not meet: it
// is rounding, and the gate mends it. A ball that slides along a wall leaves it by as much.
#define SKIN 0x1p-46
// Below this part of the scale the sum of two radii is less than what rounding does to the vector
// between the balls.
#define SMALL 0x1p-48

// ---- the queue: a heap of slots by time ----

static double event_time_of(const crowd_ball *b) {
    return smaller(b->wall_time, b->meeting_time);
}

static bool is_earlier(const island_run *run, uint32_t p, uint32_t q) {
    const crowd_ball *balls = balls_of(run->c);
    const double s = event_time_of(&balls[p]), t = event_time_of(&balls[q]);
    return s < t || (s == t && balls[p].index < balls[q].index);
}

static void put(island_run *run, size_t place, uint32_t slot) {
    ((uint32_t *)run->work->queue.items)[place] = slot;
    balls_of(run->c)[slot].queue_place = (uint32_t)place;
}

static void move_up(island_run *run, size_t place, uint32_t slot) {
    const uint32_t *queue = run->work->queue.items;
    while (place > 0 && is_earlier(run, slot, queue[(place - 1) / 2])) {
        put(run, place, queue[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(run, place, slot);
}

static void move_down(island_run *run, size_t place, uint32_t slot) {
    const uint32_t *queue = run->work->queue.items;
    const size_t count = run->work->queue.count;
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= count)
            break;
        if (child + 1 < count && is_earlier(run, queue[child + 1], queue[child]))
            child++;
        if (!is_earlier(run, queue[child], slot))
            break;
        put(run, place, queue[child]);
        place = child;
    }
    put(run, place, slot);
}

static void settle(island_run *run, size_t place, uint32_t slot) {
    const uint32_t *queue = run->work->queue.items;
    if (place > 0 && is_earlier(run, slot, queue[(place - 1) / 2]))
        move_up(run, place, slot);
    else
        move_down(run, place, slot);
}

// Puts the ball into the queue by its next event, moves it there, or takes it out.
static void queue_ball(island_run *run, crowd_ball *b) {
    crowd_work *w = run->work;
    const uint32_t slot = slot_of(run, b), place = b->queue_place;
    if (event_time_of(b) < HUGE_VAL) {
        if (place == NO_BALL)
            move_up(run, w->queue.count++, slot);
        else
            settle(run, place, slot);
    } else if (place != NO_BALL) {
        b->queue_place = NO_BALL;
        const uint32_t last = ((uint32_t *)w->queue.items)[--w->queue.count];
        if (last != slot)
            settle(run, place, last);
    }
}

// ---- legs ----

static crowd_leg leg_of(const island_run *run, const crowd_ball *b) {
    const crowd_leg leg = {b->place, b->to, b->start, run->until};
    return leg;
}

// The place on the leg of a ball at a time.
static carom_vec2 place_at_time(const island_run *run, const crowd_ball *b, double time) {
    const crowd_leg leg = leg_of(run, b);
    return place_on_leg(&leg, time);
}

// The velocity at a place on the leg: on the chord of a parabola, that of the height fallen.
static carom_vec2 velocity_at(const island_run *run, crowd_ball *b, carom_vec2 place, double time) {
    if (time == b->start)
        return b->speed;
    const carom_vec2 after =
        carom_vec2_add(b->speed, carom_vec2_scale(b->pull, (time - b->start) * run->c->time));
    return carom_clamp_to_range(carom_velocity_on_path(b->speed, after, b->pull,
                                                       carom_vec2_sub(place, b->place),
                                                       carom_vec2_sub(b->to, b->place)),
                                SPEED_MAX, &b->clamped);
}

void carom_crowd_end_leg(island_run *run, crowd_ball *b, carom_vec2 place, double time,
                         bool is_clear) {
    CAROM_ASSERT(time >= b->start);
    // Without time there is no way: a ball at a corner stays there.
    if (time > b->start)
        carom_crowd_add_leg(run, b, place, time, is_clear);
}

void carom_crowd_add_leg(island_run *run, crowd_ball *b, carom_vec2 place, double time,
                         bool is_clear) {
    finished_leg *leg = new_item(run, &run->work->legs);
    if (leg == NULL)
        return;
    const uint32_t i = (uint32_t)run->work->legs.count - 1;
    *leg = (finished_leg){{b->place, place, b->start, time}, NO_BALL, is_clear};
    if (b->first_leg == NO_BALL)
        b->first_leg = i;
    else
        ((finished_leg *)run->work->legs.items)[b->last_leg].next = i;
    b->last_leg = i;
    b->place = place;
    b->start = time;
}

static void grow_box(island_run *run, crowd_ball *b, carom_vec2 to) {
    const carom_path path = {b->place, to, b->circle.radius};
    const carom_box box = box_with_margin(path);
    carom_crowd_grow_box(run, b, box);
    carom_tree_grow(&run->work->tree, b->member, box);
}

// Looks for walls on the leg. The first one met is at wall_time.
static void look_for_walls(island_run *run, crowd_ball *b) {
    b->wall_time = HUGE_VAL;
    b->is_clear = true;
    b->is_wide =
        !b->is_at_walls && carom_crowd_is_open(b, b->place) && carom_crowd_is_open(b, b->to);
    if (is_out_of_place(b) || b->is_wide)
        return;
    // A ball that is held goes nowhere: whether a wall comes is for the gate.
    if (b->hold == CAROM_HOLD_HELD) {
        b->is_clear = false;
        return;
    }
    const crowd_leg leg = leg_of(run, b);
    crowd_look look;
    path_contact first;
    carom_crowd_look(run, b, &leg, &look, &first);
    // Later overlaps are of rounding: the gate finds them.
    const bool is_start = b->start == 0.0 && first.overlapped;
    b->overlaps |= is_start;
    run->overlaps |= is_start;
    b->is_clear = !first.found && !first.overlapped;
    b->is_wide = b->is_clear && look.near.count == 0 && look.near.margin >= 0.0 &&
                 !(run->c->has_moving && (look.moving.count > 0 || look.moving.has_one_sided));
    b->wall_time = first.found
                       ? smaller(b->start + first.sweep.t * (run->until - b->start), run->until)
                       : HUGE_VAL;
}

// ---- meetings ----

// Two balls that touch, or nearly so, come nearer by no more than rounding until the end.
static bool is_rounding(const crowd_ball *p, const crowd_ball *q, carom_vec2 d, carom_vec2 way) {
    const double reach = p->circle.radius + q->circle.radius;
    const double most = SKIN * larger(scale_of_box(p->box), scale_of_box(q->box));
    const double length = sqrt(carom_vec2_dot(d, d));
    return length - reach <= most && -carom_vec2_dot(d, way) <= most * length;
}

// The exact time at which legs that start together meet: the largest double not after the true
// time.
static double exact_meeting_of(const island_run *run, const crowd_ball *p, const crowd_ball *q) {
    const double left = run->until - p->start, time = left * run->c->time;
    const carom_circle circle = {p->place, p->circle.radius};
    const carom_wall post = carom_post(q->place, q->circle.radius);
    const carom_sweep s = carom_circle_sweep_moving(
        circle, carom_vec2_scale(p->pace, time),
        carom_moving_wall_translating(post, carom_vec2_scale(q->pace, time)), false);
    return s.kind == CAROM_SWEEP_KIND_HIT ? smaller(p->start + s.t * left, run->until) : HUGE_VAL;
}

// The time at which the legs of two balls meet, to some ulps; infinite if they do not.
static double meeting_of(const island_run *run, const crowd_ball *p, const crowd_ball *q) {
    const double start = larger(p->start, q->start), left = run->until - start;
    const double time = left * run->c->time, reach = p->circle.radius + q->circle.radius;
    const carom_vec2 d = carom_vec2_sub(place_at_time(run, p, start), place_at_time(run, q, start));
    const carom_vec2 pace = carom_vec2_sub(p->pace, q->pace);
    if (is_rounding(p, q, d, carom_vec2_scale(pace, time)))
        return HUGE_VAL;
    if (p->start != q->start) {
        const double t = carom_crowd_meeting_time(d, pace, reach);
        return t <= time ? smaller(start + left * (t / time), run->until) : HUGE_VAL;
    }
    // Certainly no meeting: they part, or pass far from each other. Nearly tangent: exactly, at
    // once.
    const double approach = -carom_vec2_dot(d, pace), w2 = carom_vec2_dot(pace, pace);
    const double size = fabs(d.x * pace.x) + fabs(d.y * pace.y);
    const double cross = carom_vec2_cross(d, pace), square = w2 * (reach * reach);
    if (approach < -0x1p-40 * size || cross * cross > square * (1.0 + 0x1p-30))
        return HUGE_VAL;
    if (approach <= 0x1p-40 * size || cross * cross > square * (1.0 - 0x1p-30))
        return exact_meeting_of(run, p, q);
    const double t = carom_crowd_meeting_time(d, pace, reach);
    return t <= time * (1.0 + 0x1p-40) ? smaller(start + left * (t / time), run->until) : HUGE_VAL;
}

static void take_meeting(island_run *run, crowd_ball *b, crowd_ball *q) {
    const double time = meeting_of(run, b, q);
    if (time < b->meeting_time ||
        (time == b->meeting_time && time < HUGE_VAL && b->partner != NO_BALL &&
         q->index < balls_of(run->c)[b->partner].index)) {
        b->meeting_time = time;
        b->partner = slot_of(run, q);
        b->partner_version = q->version;
    }
}

// Finds the next meeting of the ball.
static void find_next_meeting(island_run *run, crowd_ball *b) {
    b->meeting_time = HUGE_VAL;
    b->partner = NO_BALL;
    tree_query query;
    const carom_path path = {b->place, b->to, b->circle.radius};
    carom_tree_query(&query, &run->work->tree, carom_path_box(path), 0);
    for (uint32_t k; carom_tree_next(&query, &k);) {
        crowd_ball *q = member_of(run, k);
        if (q != b && can_collide(run->c, b, q) && !carom_crowd_do_pass(&run->work->passed, b, q))
            take_meeting(run, b, q);
    }
    queue_ball(run, b);
}

// It stands for what strikes it, though it keeps its velocity.
static bool is_stopped(const crowd_ball *b) {
    return b->is_standing || b->hold == CAROM_HOLD_HELD;
}

// The velocity that a new leg would have.
static carom_vec2 next_pace(const island_run *run, const crowd_ball *b) {
    const double left = (run->until - b->start) * run->c->time;
    return carom_vec2_add(b->speed, carom_vec2_scale(b->pull, 0.5 * left));
}

// Starts a new leg where the ball is, with this velocity. `off` is added on the leg, to part from
// what it touches by as much as rounding needs.
static void restart(island_run *run, crowd_ball *b, carom_vec2 velocity, carom_vec2 off) {
    const double left = (run->until - b->start) * run->c->time;
    b->version++;
    const carom_vec2 change = carom_vec2_sub(velocity, b->speed);
    b->speed = carom_clamp_to_range(velocity, SPEED_MAX, &b->clamped);
    b->pace = is_stopped(b) ? carom_vec2_make(0.0, 0.0) : carom_vec2_add(next_pace(run, b), off);
    b->to = carom_clamp_to_range(carom_vec2_add(b->place, carom_vec2_scale(b->pace, left)), DBL_MAX,
                                 &b->clamped);
    // Beyond the range of double it goes nowhere.
    if (!is_finite(b->speed) || !is_finite(b->pace) || !is_finite(b->to)) {
        b->speed = is_finite(b->speed) ? b->speed : carom_vec2_make(0.0, 0.0);
        b->pull = b->pace = carom_vec2_make(0.0, 0.0);
        b->to = b->place;
    }
    // What the contacts of a ball do to its velocity stays, whatever strikes it.
    const carom_vec2 after = b->is_pressed
                                 ? carom_vec2_add(b->after, change)
                                 : carom_vec2_add(b->speed, carom_vec2_scale(b->pull, left));
    b->after = carom_clamp_to_range(after, SPEED_MAX, &b->clamped);
    grow_box(run, b, b->to);
    look_for_walls(run, b);
    find_next_meeting(run, b);
}

// ---- impacts ----

void carom_crowd_hold(const island_run *run, crowd_ball *b) {
    if (b->hold == CAROM_HOLD_HELD)
        return;
    b->hold = CAROM_HOLD_HELD;
    b->lost += (run->until - b->start) * run->c->time;
}

// The ball has had an impact. After too many its neighbours become calm, or it stands.
static void count_impact(island_run *run, crowd_ball *b, bool is_elastic, int weight) {
    const carom_move_settings *move = &run->c->settings->move;
    b->struck += weight;
    b->had_impact = true;
    const bool is_storm = !is_elastic && b->struck > CALM_AFTER;
    run->is_storm |= is_storm && run->may_storm;
    if (run->impacts_left > 0)
        run->impacts_left--;
    const int most = is_elastic && move->max_contacts == 0 ? ELASTIC_MOST : contacts_max_of(move);
    if (b->struck >= most || (is_storm && !run->may_storm) || run->impacts_left == 0)
        carom_crowd_hold(run, b);
}

// The ball has passed so many balls that it stands: there are too many in one place.
static bool has_passed_too_many(const crowd_ball *b) {
    return b->contacts > (int)PASSED_MAX + ELASTIC_MOST;
}

static double impact_inverse_mass(const crowd_ball *b) {
    return is_stopped(b) ? 0.0 : inverse_mass_of(b);
}

// Appends an impact if the caller wants to know.
static void note_event(island_run *run, crowd_event event) {
    if (!run->c->wants_events)
        return;
    crowd_event *e = new_item(run, &run->work->events);
    if (e != NULL)
        *e = event;
}

void carom_crowd_note_touch(island_run *run, const touch_memory *touch) {
    touch_memory *t = new_item(run, &run->work->touches);
    if (t == NULL)
        return;
    *t = *touch;
    for (int i = 0; i < TOUCH_IMPULSES; i++)
        t->impulses[i] = impulse_in_range(t->impulses[i]);
}

// True if two balls that meet with this normal do not overlap. Rounding can take small ones past
// each other: their places must lie along the normal, too.
static bool are_parted(carom_circle at, carom_circle other, carom_vec2 n, bool is_small) {
    const carom_vec2 d = carom_vec2_sub(at.center, other.center);
    const double along = carom_vec2_dot(d, n);
    return !carom_circle_overlaps(at, carom_circle_as_post(other)) &&
           (!is_small || (along > 0.0 && 4.0 * along * along >= carom_vec2_dot(d, d)));
}

// Pushes the centre of a ball off another one that rounding has brought into it, by ulps. Returns
// true if it has moved.
static bool part_by_ulps(const crowd_ball *b, carom_vec2 *at, carom_circle other, carom_vec2 n,
                         double scale, bool is_small) {
    const carom_vec2 start = *at;
    if (!is_finite(n))
        return false;
    double way = 0.25 * DBL_EPSILON * scale;
    int pushes = 0;
    for (; pushes < PUSHES_APART; pushes++) {
        if (are_parted(carom_circle_make(*at, b->circle.radius), other, n, is_small))
            break;
        *at = carom_vec2_add(start, carom_vec2_scale(n, way));
        way *= 2.0;
    }
    if (!is_finite(*at))
        *at = start;
    return pushes > 0;
}

// The acceleration `press` undoes a bounce within the frame: it takes off twice the speed of the
// rebound. A bounce without loss is undone only if the new leg would lead back at once: struck
// again and again, it would set off a storm.
static bool is_undone(const island_run *run, const crowd_ball *b, double restitution,
                      double twice_rebound, double press) {
    if (restitution < 1.0)
        return twice_rebound <= press * run->c->time;
    return press > 0.0 && twice_rebound <= press * ((run->until - b->start) * run->c->time);
}

// The wall bears the part of gravity that presses the ball against it.
static void bear(crowd_ball *b, carom_vec2 n) {
    const double press = carom_vec2_dot(b->pull, n);
    if (press < 0.0) {
        b->is_supported = true;
        b->pull = carom_vec2_sub(b->pull, carom_vec2_scale(n, press));
    }
}

// Two balls that stay together bear the difference of what pulls them along the normal.
static void bear_each_other(crowd_ball *p, crowd_ball *q, carom_vec2 n) {
    const double press = carom_vec2_dot(carom_vec2_sub(p->pull, q->pull), n);
    const double mine = impact_inverse_mass(p), others = impact_inverse_mass(q);
    if (!(press < 0.0) || !(mine + others > 0.0))
        return;
    // What something else bears already gives no way.
    const double share = q->is_supported && !p->is_supported   ? 1.0
                         : p->is_supported && !q->is_supported ? 0.0
                                                               : mine / (mine + others);
    p->is_supported |= share > 0.0;
    q->is_supported |= share < 1.0;
    p->pull = carom_vec2_sub(p->pull, carom_vec2_scale(n, share * press));
    q->pull = carom_vec2_add(q->pull, carom_vec2_scale(n, (1.0 - share) * press));
}

static void note_balls(island_run *run, crowd_ball *p, crowd_ball *q, const ball_meeting *m,
                       double clock) {
    run->island->ball_impacts++;
    p->contacts++;
    q->contacts++;
    const carom_ball_impact impact = carom_crowd_impact_of(p, q, m);
    const crowd_ball *low = p->index < q->index ? p : q, *high = low == p ? q : p;
    const double inverse =
        impact_inverse_mass(low) > 0.0 ? impact_inverse_mass(low) : impact_inverse_mass(high);
    const carom_vec2 gain = low->inverse_mass > 0.0
                                ? carom_vec2_sub(impact.first_after, impact.first_before)
                                : carom_vec2_sub(impact.second_before, impact.second_after);
    touch_memory touch = {low->index, high->index, 0, impact.normal, {0}};
    touch.impulses[STRUCK] =
        inverse > 0.0 ? fabs(carom_vec2_dot(gain, impact.normal)) / inverse : 0.0;
    carom_crowd_note_touch(run, &touch);
    crowd_event e = {.clock = clock, .slot = slot_of(run, low), .other = slot_of(run, high)};
    e.impact.balls = impact;
    note_event(run, e);
}

static void pass_ball(island_run *run, crowd_ball *p, crowd_ball *q) {
    passed_thing *passed = new_item(run, &run->work->passed);
    if (passed != NULL)
        *passed = carom_crowd_pass_ball(p, q);
}

static double scale_of_pair(const crowd_ball *p, const crowd_ball *q) {
    return larger(scale_of_box(p->box), scale_of_box(q->box));
}

// Where a leg is met: the place on it, and the velocity there.
typedef struct meeting_end {
    double time;
    carom_vec2 at, speed;
    // The place was pushed off the leg.
    bool is_off;
} meeting_end;

// Where the legs of two balls meet, and the normal.
typedef struct meeting_ends {
    meeting_end first, second;
    carom_vec2 normal;
} meeting_ends;

static meeting_ends ends_at_meeting(const island_run *run, crowd_ball *p, crowd_ball *q,
                                    double time) {
    const double later = larger(p->start, q->start);
    const carom_vec2 p_from = place_at_time(run, p, later), q_from = place_at_time(run, q, later);
    const carom_vec2 p_way = carom_vec2_sub(place_at_time(run, p, time), p_from);
    const carom_vec2 q_way = carom_vec2_sub(place_at_time(run, q, time), q_from);
    const carom_vec2 way = carom_vec2_sub(p_way, q_way);
    if (fabs(way.x) + fabs(way.y) < NO_WAY * scale_of_pair(p, q))
        time = later;
    carom_vec2 at = place_at_time(run, p, time), other_at = place_at_time(run, q, time);
    // Legs from one end of the range of double to the other have no place between.
    if (!is_finite(at) || !is_finite(other_at)) {
        at = p->place;
        other_at = q->place;
    }
    const double scale = scale_of_pair(p, q), reach = p->circle.radius + q->circle.radius;
    const bool is_small = reach < SMALL * scale;
    const carom_vec2 d = carom_vec2_sub(at, other_at);
    const carom_vec2 n = is_small
                             ? carom_crowd_meeting_normal(carom_vec2_sub(p_from, q_from),
                                                          carom_vec2_sub(p->pace, q->pace), reach)
                             : carom_vec2_scale(d, 1.0 / sqrt(carom_vec2_dot(d, d)));
    // A place at a corner stays, a ball that stands, and a ball of infinite mass if the other one
    // can move.
    bool is_off = false, is_other_off = false;
    const bool can_move = time > p->start && !p->is_standing;
    const bool can_other_move = time > q->start && !q->is_standing;
    if (can_move && (impact_inverse_mass(p) > 0.0 || !can_other_move))
        is_off =
            part_by_ulps(p, &at, carom_circle_make(other_at, q->circle.radius), n, scale, is_small);
    else if (can_other_move)
        is_other_off = part_by_ulps(q, &other_at, carom_circle_make(at, p->circle.radius),
                                    carom_vec2_scale(n, -1.0), scale, is_small);
    const carom_circle circle = {at, p->circle.radius}, other = {other_at, q->circle.radius};
    const meeting_ends ends = {
        {time, at, velocity_at(run, p, at, time), is_off},
        {time, other_at, velocity_at(run, q, other_at, time), is_other_off},
        is_small && is_finite(n)
            ? n
            : carom_circle_contact(circle, carom_circle_as_post(other)).normal};
    return ends;
}

static void end_leg_at_meeting(island_run *run, crowd_ball *b, const meeting_end *end) {
    carom_crowd_end_leg(run, b, end->at, end->time, b->is_wide && !end->is_off);
    b->speed = end->speed;
}

// The leg goes on as if the other ball were not there.
static void go_on_past_ball(island_run *run, crowd_ball *b, const meeting_end *end) {
    if (!has_passed_too_many(b)) {
        find_next_meeting(run, b);
        return;
    }
    const carom_vec2 none = {0.0, 0.0};
    end_leg_at_meeting(run, b, end);
    carom_crowd_hold(run, b);
    restart(run, b, b->speed, none);
}

static carom_vec2 speed_at_impact(const crowd_ball *b, carom_vec2 speed) {
    return is_stopped(b) ? carom_vec2_make(0.0, 0.0) : speed;
}

static carom_vec2 speed_after(const crowd_ball *b, carom_vec2 after) {
    return is_stopped(b) ? b->speed : after;
}

// Two balls whose legs lead into each other go on without coming nearer. Their velocities stay.
static void turn_aside(island_run *run, crowd_ball *p, crowd_ball *q, carom_vec2 n) {
    const carom_velocity_pair after = carom_balls_respond(p->pace, impact_inverse_mass(p), q->pace,
                                                          impact_inverse_mass(q), n, 0.0, 0.0);
    const carom_vec2 off = carom_vec2_sub(after.first, next_pace(run, p));
    const carom_vec2 other_off = carom_vec2_sub(after.second, next_pace(run, q));
    count_impact(run, p, false, 1);
    count_impact(run, q, false, 1);
    restart(run, p, p->speed, off);
    restart(run, q, q->speed, other_off);
}

// Two balls meet at a time. They get their velocities, or pass.
static void collide(island_run *run, crowd_ball *p, crowd_ball *q, double time) {
    const meeting_ends ends = ends_at_meeting(run, p, q, time);
    const meeting_end first = ends.first, second = ends.second;
    const carom_vec2 n = ends.normal, none = {0.0, 0.0};
    ball_meeting m = {.time = first.time * run->c->time,
                      .normal = n,
                      .place = first.at,
                      .other_place = second.at,
                      .before = speed_at_impact(p, first.speed),
                      .other_before = speed_at_impact(q, second.speed)};
    double approach = -carom_vec2_dot(carom_vec2_sub(m.before, m.other_before), n);
    // The legs meet although the velocities do not: of balls that fall those on the legs count.
    const bool falls = !is_weightless(p) || !is_weightless(q);
    if (!(approach > 0.0) && falls && !p->is_led && !q->is_led) {
        m.before = p->pace;
        m.other_before = q->pace;
        approach = -carom_vec2_dot(carom_vec2_sub(m.before, m.other_before), n);
    }
    m.after = m.before;
    m.other_after = m.other_before;
    const carom_response response = carom_crowd_ask_balls(run->c, p, q, &m);
    if (response.kind == CAROM_RESPONSE_KIND_PASS) {
        pass_ball(run, p, q);
        note_balls(run, p, q, &m, first.time);
        go_on_past_ball(run, p, &first);
        go_on_past_ball(run, q, &second);
        return;
    }
    end_leg_at_meeting(run, p, &first);
    end_leg_at_meeting(run, q, &second);
    // Of balls that press only the ways are turned aside.
    if (!(approach > 0.0)) {
        turn_aside(run, p, q, n);
        return;
    }
    const bool is_elastic = response.restitution == 1.0 && is_weightless(p) && is_weightless(q);
    const double press = -carom_vec2_dot(carom_vec2_sub(p->pull, q->pull), n);
    const bool are_calm = p->calm_frames > 0 && q->calm_frames > 0;
    double restitution = response.restitution;
    if (are_calm || is_undone(run, p, restitution, 2.0 * restitution * approach, press))
        restitution = 0.0;
    const carom_velocity_pair after =
        carom_balls_respond(m.before, impact_inverse_mass(p), m.other_before,
                            impact_inverse_mass(q), n, restitution, response.friction);
    m.after = after.first;
    m.other_after = after.second;
    if (restitution == 0.0) {
        bear_each_other(p, q, n);
    } else {
        p->pull = p->gravity;
        q->pull = q->gravity;
    }
    note_balls(run, p, q, &m, first.time);
    m.after = speed_after(p, m.after);
    m.other_after = speed_after(q, m.other_after);
    count_impact(run, p, is_elastic, 1);
    count_impact(run, q, is_elastic, 1);
    restart(run, p, m.after, none);
    restart(run, q, m.other_after, none);
}

// ---- walls ----

void carom_crowd_note_wall(island_run *run, crowd_ball *b, const carom_impact *impact,
                           double clock) {
    b->contacts++;
    const carom_index index = impact->id.index | (impact->id.is_moving ? MOVING_BIT : 0);
    touch_memory touch = {b->index, NO_BALL, wall_code(index), impact->normal, {0}};
    const carom_vec2 gain = carom_vec2_sub(impact->after, impact->before);
    touch.impulses[STRUCK] =
        b->inverse_mass > 0.0 ? larger(carom_vec2_dot(gain, impact->normal), 0.0) / b->inverse_mass
                              : 0.0;
    carom_crowd_note_touch(run, &touch);
    crowd_event e = {.clock = clock, .slot = slot_of(run, b), .other = NO_BALL};
    e.impact.wall = *impact;
    note_event(run, e);
}

// The velocity after an impact on a wall; `w` is that of the wall.
static carom_vec2 respond_to_wall(island_run *run, crowd_ball *b, carom_response response,
                                  carom_vec2 n, carom_vec2 w, carom_vec2 *off) {
    const carom_vec2 v = carom_vec2_sub(b->speed, w);
    const double rebound = response.restitution * -carom_vec2_dot(v, n);
    const bool rests =
        response.kind == CAROM_RESPONSE_KIND_SLIDE || b->calm_frames > 0 ||
        (response.kind == CAROM_RESPONSE_KIND_BOUNCE &&
         is_undone(run, b, response.restitution, 2.0 * rebound, -carom_vec2_dot(b->gravity, n)));
    if (rests)
        response.restitution = 0.0;
    const carom_vec2 after = carom_velocity_respond(v, n, response);
    if (rests || response.kind == CAROM_RESPONSE_KIND_STOP) {
        bear(b, n);
        *off = carom_vec2_scale(n, SKIN * scale_of_box(b->box) / run->c->time);
    } else {
        b->pull = b->gravity;
    }
    if (response.kind == CAROM_RESPONSE_KIND_STOP)
        b->pull = carom_vec2_make(0.0, 0.0);
    return carom_vec2_add(after, w);
}

static void strike_wall(island_run *run, crowd_ball *b) {
    const crowd_leg leg = leg_of(run, b);
    crowd_look look;
    path_contact first;
    carom_crowd_look(run, b, &leg, &look, &first);
    if (!first.found) { // GCOVR_EXCL_BR_LINE: it was found before
        b->wall_time = HUGE_VAL;
        find_next_meeting(run, b);
        return;
    }
    double time = b->wall_time;
    carom_vec2 place = b->place;
    const bool moves =
        first.sweep.t > 0.0 && carom_crowd_place_at_wall(&look, &first, &leg, &place, &time);
    if (!moves)
        place = b->place;
    const carom_vec2 v = velocity_at(run, b, place, time);
    const carom_vec2 n = first.sweep.normal, w = carom_crowd_velocity_of_wall(run->c, &first);
    b->is_near_moving |= is_moving_index(first.index);
    carom_impact impact = {.time = time * run->c->time,
                           .id = id_of(first.index),
                           .wall = first.wall,
                           .wall_velocity = w,
                           .feature = first.sweep.feature,
                           .center = place,
                           .point = first.sweep.point,
                           .normal = n,
                           .before = v,
                           .after = v};
    const carom_response response = carom_crowd_ask(run, b, &impact);
    const bool passes = response.kind == CAROM_RESPONSE_KIND_PASS;
    if (passes) {
        carom_crowd_pass_wall(run, b, first.index);
        carom_crowd_note_wall(run, b, &impact, time);
        // The leg goes on as if the sensor were not there, up to the one that is not remembered.
        if (look.passed.count < PASSED_MAX) {
            look_for_walls(run, b);
            queue_ball(run, b);
            return;
        }
    }
    carom_crowd_end_leg(run, b, place, time, moves);
    b->speed = v;
    carom_vec2 off = {0.0, 0.0};
    if (passes) {
        carom_crowd_hold(run, b);
    } else {
        const bool is_elastic = response.kind == CAROM_RESPONSE_KIND_BOUNCE &&
                                response.restitution == 1.0 && is_weightless(b);
        impact.after = respond_to_wall(run, b, response, n, w, &off);
        // A wall that turns pushes a ball that does not bounce again and again.
        count_impact(run, b, is_elastic, first.is_turning ? TURNING_WEIGHT : 1);
        carom_crowd_note_wall(run, b, &impact, time);
    }
    restart(run, b, impact.after, off);
}

// ---- the stretch ----

static void handle_event(island_run *run, crowd_ball *b) {
    // The wall first if both are at the same time.
    if (b->wall_time <= b->meeting_time) {
        strike_wall(run, b);
        return;
    }
    crowd_ball *q = &balls_of(run->c)[b->partner];
    if (q->version != b->partner_version) {
        find_next_meeting(run, b);
        return;
    }
    double time = b->meeting_time;
    if (b->start == q->start) {
        const double exact = exact_meeting_of(run, b, q);
        time = exact < HUGE_VAL ? exact : time;
    }
    collide(run, b, q, time);
}

// Each meeting of two legs, for one of them. Those of a contact are held apart.
static void find_first_events(island_run *run) {
    const crowd_work *w = run->work;
    for (uint32_t i = 0; i < run->count; i++) {
        member_of(run, i)->meeting_time = HUGE_VAL;
        member_of(run, i)->partner = NO_BALL;
    }
    size_t known = 0;
    for (size_t i = 0; i < w->pairs.count; i++) {
        const ball_pair b = pair_at(run, i);
        if (!carom_crowd_is_contact_pair(run, i, &known, w->contacts.count) &&
            !carom_crowd_do_pass(&w->passed, b.first, b.second))
            take_meeting(run, b.first, b.second);
    }
    for (uint32_t i = 0; i < run->count; i++)
        queue_ball(run, member_of(run, i));
}

static bool start_legs(island_run *run) {
    crowd_work *w = run->work;
    if (!has_room(run, &w->queue, run->count))
        return false;
    w->queue.count = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        crowd_ball *b = member_of(run, i);
        b->queue_place = NO_BALL;
        grow_box(run, b, b->to);
        look_for_walls(run, b);
    }
    carom_crowd_find_pairs(run);
    find_first_events(run);
    return !run->overlaps && !run->needs_memory;
}

void carom_crowd_run_events(island_run *run) {
    if (!start_legs(run))
        return;
    const crowd_work *w = run->work;
    while (w->queue.count > 0 && !run->is_storm && !run->needs_memory && !run->overlaps)
        handle_event(run, &balls_of(run->c)[((const uint32_t *)w->queue.items)[0]]);
    for (uint32_t i = 0; i < run->count && !run->needs_memory; i++) {
        crowd_ball *b = member_of(run, i);
        carom_crowd_end_leg(run, b, b->to, run->until, b->is_clear);
    }
}
