// Takes a ball through the rest of a frame among moving walls that push it all the time; see
// carry.h.
//
// Method: legs of the time left. The end of a leg is the place to which velocity and gravity take
// the ball, or its present place, pushed out of the walls where they are at the end of the leg. The
// leg is accepted if its path is clear of all walls on their way there, an exact test; then the
// velocity loses what would press the ball into the walls that pushed it. If no place is accepted,
// the leg is halved. If even a very short leg has no place, or if pushes get on slowly, escape.h
// searches all places; if there is none, the ball is crushed. Room: mover.
#include "mover/carry.h"

#include "carom/contact.h"
#include "contracts.h"
#include "mover/contact_response.h"
#include "mover/escape.h"
#include "mover/frame_start.h"
#include "mover/overlaps.h"
#include "mover/place.h"

// The limits on legs, halvings included, on pushes at the end of a leg, and on walls remembered.
enum { LEGS_MAX = 1024, CARRY_PUSHES_MAX = 24, PUSHERS_MAX = 4 };

// The limit on the walls that are asked about, and on those met on a leg.
enum { ASKED_MAX = 16 };

// An escape is searched after so many legs, or when pushes fail in a short leg, as a fraction of
// the frame, and then each time that they fail so often.
enum { SEARCH_AFTER = 64, SEARCH_AGAIN = 4 };
#define SHORT_LEG 0x1p-12

// The shortest leg, and the longest one in which the ball gives up its own motion, as fractions of
// the frame.
#define SHORTEST_LEG 0x1p-30
#define LONGEST_STAY 0x1p-10

// A wall that pushes the ball: where it is, its displacements over the frame, and its normal.
typedef struct pusher {
    carom_index index;
    carom_wall wall;
    carom_vec2 a_move, b_move, normal;
} pusher;

typedef struct pushers {
    pusher walls[PUSHERS_MAX];
    int count;
    // The place out of them.
    carom_vec2 place;
} pushers;

static void visit_for_moves(void *context, carom_index index, const carom_moving_wall *wall) {
    pusher *p = context;
    if (index == (p->index & ~MOVING_BIT)) {
        p->a_move = wall->a_move;
        p->b_move = wall->b_move;
    }
}

// The deepest wall. The query is the one that has reported it: elsewhere a source need not do so.
static pusher pusher_of(const near_walls *near, const wall_overlaps *o) {
    pusher p = {.index = o->deepest_index, .wall = o->deepest};
    const carom_path here = {o->circle.center, o->circle.center, o->circle.radius};
    if (is_moving_index(p.index))
        near->moving->source.query(near->moving->source.source, &here, visit_for_moves, &p);
    return p;
}

// Keeps the last normal of each of the first walls.
static void remember_pusher(const near_walls *near, pushers *p, const wall_overlaps *o) {
    int i = 0;
    while (i < p->count && p->walls[i].index != o->deepest_index)
        i++;
    if (i == PUSHERS_MAX)
        return;
    if (i == p->count)
        p->walls[p->count++] = pusher_of(near, o);
    p->walls[i].normal = o->normal;
}

// Pushes a place out of the walls. False if that does not end. Nothing overlaps a place beyond the
// range of double.
static bool push_free(const near_walls *near, const wall_query *q, carom_vec2 *place, pushers *p) {
    carom_vec2 last = carom_vec2_make(0.0, 0.0);
    p->count = 0;
    p->place = *place;
    for (int i = 0; i < CARRY_PUSHES_MAX; i++) {
        const wall_overlaps o = carom_overlaps_at(q, *place);
        if (!o.found)
            return true;
        remember_pusher(near, p, &o);
        p->place = *place = carom_push_of(&o, last);
        last = o.normal;
    }
    return false;
}

// Takes from the velocity what presses the ball into the walls, with friction.
static void yield_to(move_state *f, const pushers *p) {
    const carom_response last = f->response;
    const carom_response slide = {.kind = CAROM_RESPONSE_KIND_SLIDE,
                                  .friction =
                                      last.kind == CAROM_RESPONSE_KIND_STOP ? 0.0 : last.friction};
    for (int i = 0; i < p->count; i++) {
        const pusher *by = &p->walls[i];
        const carom_contact contact = carom_circle_contact(f->circle, by->wall);
        const carom_moving_wall wall = carom_moving_wall_make(by->wall, by->a_move, by->b_move);
        const carom_vec2 move = carom_move_at(wall, by->wall, contact.feature, f->circle.center);
        const carom_vec2 v = carom_vec2_make(move.x / f->clock.frame, move.y / f->clock.frame);
        const carom_vec2 relative = carom_vec2_sub(f->velocity, v);
        f->velocity = carom_vec2_add(v, carom_velocity_respond(relative, by->normal, slide));
    }
    f->velocity = carom_clamp_to_range(f->velocity, SPEED_MAX, &f->clamped);
}

// How much the straight leg of the ball cuts into the arc around a wall that turns: R angle^2 / 2
// covers it.
static double cut_of(const move_state *f, const pusher *p, double part) {
    const carom_vec2 u = carom_vec2_sub(p->wall.b, p->wall.a);
    const carom_vec2 turn = carom_vec2_scale(carom_vec2_sub(p->b_move, p->a_move), part);
    const double len2 = carom_vec2_dot(u, u);
    return len2 > 0.0
               ? 0.5 * (f->circle.radius + p->wall.radius) * (carom_vec2_dot(turn, turn) / len2)
               : 0.0;
}

// ---- legs ----

// Prepares exact tests of legs that start here and now.
static void start_leg(move_state *f) {
    near_walls *near = f->near;
    near->circle = f->circle;
    near->is_complete = near->moving->is_complete = false;
    near->moving->from = f->clock.passed;
}

static bool try_end(move_state *f, carom_vec2 to, double until) {
    if (!is_finite(to) || // GCOVR_EXCL_BR_LINE: only if a push overflows
        !carom_near_is_clear(f->near, to, 0.0) || !carom_moving_is_clear(f->near, to, 0.0, until))
        return false;
    carom_go_to_place(f, to, until);
    return true;
}

// Tries the place pushed out of the walls, and places some way off the walls that push.
static bool try_target(move_state *f, const wall_query *q, carom_vec2 target, double until,
                       pushers *p) {
    static const double off[] = {0.0, 1.0, 4.0, 16.0, 64.0};
    const double part = until - f->clock.passed;
    if (!push_free(f->near, q, &target, p))
        return false;
    carom_vec2 n = carom_vec2_make(0.0, 0.0);
    double cut = 0.0;
    for (int i = 0; i < p->count; i++) {
        n = carom_vec2_add(n, p->walls[i].normal);
        cut = larger(cut, cut_of(f, &p->walls[i], part));
    }
    const double ulp = ulp_at(target, f->circle.radius);
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
        if (try_end(f, carom_vec2_add(target, carom_vec2_scale(n, off[i] * ulp)), until))
            return true;
    return cut > 0.0 && (try_end(f, carom_vec2_add(target, carom_vec2_scale(n, cut)), until) ||
                         try_end(f, carom_vec2_add(target, carom_vec2_scale(n, 4.0 * cut)), until));
}

// What a leg did.
typedef enum leg_result {
    // There is no place for its end.
    LEG_BLOCKED,
    // The ball moved by its velocity, and walls pushed it.
    LEG_PUSHED,
    // The ball moved by its velocity alone.
    LEG_FREE,
    // The ball could not move by its velocity. It stayed, or walls pushed it.
    LEG_LOST
} leg_result;

static leg_result try_leg(move_state *f, double until, pushers *p) {
    const double time = (until - f->clock.passed) * f->clock.frame;
    const walls_at walls = {f->near, until};
    const wall_query q = {f->circle, carom_walls_at(&walls), NULL};
    start_leg(f);
    if (!f->limits.is_spent) {
        const carom_vec2 gain = carom_vec2_scale(f->gravity, time);
        const carom_vec2 v = carom_vec2_add(f->velocity, carom_vec2_scale(gain, 0.5));
        const carom_vec2 to = carom_vec2_add(f->circle.center, carom_vec2_scale(v, time));
        if (try_target(f, &q, carom_clamp_to_range(to, DBL_MAX, &f->clamped), until, p)) {
            f->velocity = carom_vec2_add(f->velocity, gain);
            yield_to(f, p);
            return p->count > 0 ? LEG_PUSHED : LEG_FREE;
        }
    }
    // In a shorter leg the ball may still find a way.
    if (!f->limits.is_spent && until - f->clock.passed > LONGEST_STAY)
        return LEG_BLOCKED;
    if (!try_target(f, &q, f->circle.center, until, p))
        return LEG_BLOCKED;
    yield_to(f, p);
    return LEG_LOST;
}

// ---- sensors ----

// The walls of which it is known that they push.
typedef struct asked_walls {
    carom_index index[ASKED_MAX];
    int count;
} asked_walls;

static bool is_asked(const asked_walls *asked, carom_index index) {
    for (int i = 0; i < asked->count; i++)
        if (asked->index[i] == index)
            return true;
    return false;
}

// A wall that pushes the ball or blocks its leg and may be a sensor; CAROM_NO_WALL if there is
// none.
static carom_index wall_to_ask(const near_walls *near, const pushers *p, bool is_blocked,
                               double until, const asked_walls *asked) {
    for (int i = 0; i < p->count; i++)
        if (!is_asked(asked, p->walls[i].index))
            return p->walls[i].index;
    if (!is_blocked || !is_finite(p->place)) // GCOVR_EXCL_BR_LINE: only if a push overflows
        return CAROM_NO_WALL;
    leg_wall walls[ASKED_MAX];
    for (int count = 0;; count++) {
        walls[count] = carom_leg_blocker(near, p->place, until, walls, count);
        // Those before are asked walls, which are fewer than ASKED_MAX.
        if (!is_asked(asked, walls[count].index))
            return walls[count].index;
    }
}

// Where the ball meets a wall on the leg from its start to `to`.
static path_contact contact_on_leg(const move_state *f, const leg_wall *wall, carom_vec2 to,
                                   double until, double *clock) {
    const double from = f->start.clock.passed;
    const carom_circle circle = f->near->circle, end = {to, circle.radius};
    const carom_wall there = carom_moving_wall_at(wall->wall, until);
    path_contact c = {.to = to, .found = true, .index = wall->index};
    c.sweep = carom_circle_sweep_moving_to(circle, to, carom_moving_wall_at(wall->wall, from),
                                           there.a, there.b, true);
    const carom_contact contact = carom_circle_contact(end, there);
    const carom_sweep at_end = {CAROM_SWEEP_KIND_HIT, contact.feature, 1.0, to,
                                contact.point,        contact.normal};
    if (c.sweep.kind == CAROM_SWEEP_KIND_MISS) // GCOVR_EXCL_BR_LINE: only by rounding
        c.sweep = at_end;
    *clock = smaller(from + c.sweep.t * (until - from), until);
    c.wall = carom_moving_wall_at(wall->wall, *clock);
    c.wall_move = carom_move_at(wall->wall, c.wall, c.sweep.feature, c.sweep.center);
    return c;
}

// The earliest contact with walls[from] to walls[count - 1]; its wall comes to walls[from].
static path_contact first_on_leg(const move_state *f, leg_wall *walls, int from, int count,
                                 carom_vec2 to, double until, double *clock) {
    path_contact first = {.found = false};
    int at = from;
    *clock = 2.0;
    for (int i = from; i < count; i++) {
        double then;
        const path_contact c = contact_on_leg(f, &walls[i], to, until, &then);
        if (then < *clock) {
            *clock = then;
            first = c;
            at = i;
        }
    }
    const leg_wall wall = walls[at];
    walls[at] = walls[from];
    walls[from] = wall;
    return first;
}

// The ball is at a contact on the leg from its start, with the velocity relative to the wall.
static void set_at_contact(move_state *f, const path_contact *c, double clock) {
    const double time = (clock - f->start.clock.passed) * f->clock.frame;
    f->circle.center = c->sweep.center;
    f->velocity = carom_vec2_add(f->start.velocity, carom_vec2_scale(f->gravity, time));
    f->velocity = carom_clamp_to_range(f->velocity, SPEED_MAX, &f->clamped);
    f->clock.left = f->clock.frame * (1.0 - clock);
    f->moving.wall_velocity = carom_velocity_of_wall(f, c);
    if (is_moving_index(c->index))
        f->velocity = carom_vec2_sub(f->velocity, f->moving.wall_velocity);
}

// Asks about the walls that the ball meets on the leg that it has gone, in order of time; those
// from `known` on are passed only if they are sensors. False if one is none: then the ball is back
// at the start, and nothing of the leg is told.
static bool meets_only_sensors(move_state *f, int known, double until, asked_walls *asked) {
    const carom_vec2 to = f->circle.center, velocity = f->velocity;
    const move_clock end = f->clock;
    const bool clamped = f->clamped;
    leg_wall walls[ASKED_MAX];
    double clock;
    const int most = f->passed.count - known;
    int count = 0;
    CAROM_ASSERT(most <= ASKED_MAX);
    f->passed.count = known;
    for (leg_wall wall; count < most; walls[count++] = wall) {
        wall = carom_leg_blocker(f->near, to, until, walls, count);
        if (wall.index == CAROM_NO_WALL)
            break;
    }
    for (int i = 0; i < count; i++) {
        const path_contact c = first_on_leg(f, walls, i, count, to, until, &clock);
        set_at_contact(f, &c, clock);
        if (carom_response_at(f, &c).kind != CAROM_RESPONSE_KIND_PASS) {
            asked->index[asked->count++] = c.index;
            carom_go_back_to_start(f);
            return false;
        }
    }
    for (int i = 0; i < count; i++) {
        const path_contact c = contact_on_leg(f, &walls[i], to, until, &clock);
        set_at_contact(f, &c, clock);
        carom_pass_wall(f, &c);
    }
    f->circle.center = to;
    f->velocity = velocity;
    f->clock = end;
    f->moving = f->start.moving;
    f->clamped = clamped;
    return true;
}

static bool can_ask(const move_state *f, const asked_walls *asked) {
    if (asked->count == ASKED_MAX) // GCOVR_EXCL_BR_LINE: so many walls push only in odd levels
        return false;
    return f->settings->respond != NULL;
}

// As try_leg, but through sensors. Which walls are sensors is known only when they are asked about,
// and that is done only where the ball meets them. So a leg that walls push or block is tried again
// without those; it holds if all that it meets are sensors.
static leg_result try_leg_past_sensors(move_state *f, double until, asked_walls *asked) {
    pushers p;
    leg_result result = LEG_BLOCKED;
    bool is_known = false;
    while (!is_known) {
        const int known = f->passed.count;
        const int most = can_ask(f, asked)
                             ? (known + ASKED_MAX < PASSED_MAX ? known + ASKED_MAX : PASSED_MAX)
                             : known;
        carom_remember_start(f);
        result = try_leg(f, until, &p);
        while (f->passed.count < most) {
            const carom_index wall = wall_to_ask(f->near, &p, result == LEG_BLOCKED, until, asked);
            if (wall == CAROM_NO_WALL)
                break;
            f->passed.index[f->passed.count++] = wall;
            carom_go_back_to_start(f);
            result = try_leg(f, until, &p);
        }
        if (f->passed.count == known) {
            is_known = true;
        } else if (result == LEG_BLOCKED) {
            // Also without them there is no way.
            f->passed.count = known;
            result = try_leg(f, until, &p);
            is_known = true;
        } else {
            is_known = meets_only_sensors(f, known, until, asked);
        }
    }
    carom_tell_legs(f);
    return result;
}

// The shortest leg after a number of legs. It doubles with every few legs once there are many, so
// that every frame ends.
static double shortest_leg(int legs, int many, int few) {
    double shortest = SHORTEST_LEG;
    for (int i = many; i < legs; i += few)
        shortest *= 2.0;
    return shortest;
}

// ---- no place by pushes ----

// Searches an escape that lasts at least `shortest`. If there is none, searches down to `least`: a
// ball that can still stay for a while is not crushed yet.
static void find_escape(move_state *f, double longest, double shortest, double least,
                        escape_leg *escape) {
    const double end = 1.0;
    start_leg(f);
    carom_find_escape(f, end, longest, shortest, escape);
    if (!escape->found && least < shortest)
        carom_find_escape(f, end, 0.5 * shortest, least, escape);
}

// The ball takes an escape that pushes out of the walls did not find.
static void take_escape(move_state *f, const escape_leg *escape) {
    pushers p = {.count = 0};
    carom_take_place(f, escape->to, escape->until);
    for (int i = 0; i < 2; i++)
        if (escape->at[i] >= 0 && (i == 0 || escape->at[1] != escape->at[0])) {
            const leg_wall *wall = &escape->walls[escape->at[i]];
            const carom_wall at = carom_moving_wall_at(wall->wall, escape->until);
            const pusher by = {wall->index, at, wall->wall.a_move, wall->wall.b_move,
                               carom_circle_contact(f->circle, at).normal};
            p.walls[p.count++] = by;
        }
    yield_to(f, &p);
}

static carom_vec2 normal_at(const move_state *f, const escape_leg *escape, int i) {
    const carom_wall at = carom_moving_wall_at(escape->walls[i].wall, escape->until);
    return carom_circle_contact(f->circle, at).normal;
}

// Names the walls that leave no escape: a moving wall that does not let the ball stay, and the one
// most opposite to it.
static void name_walls(const move_state *f, const escape_leg *escape, carom_motion *motion) {
    CAROM_ASSERT(escape->count > 0 && is_moving_index(escape->walls[0].index));
    const carom_vec2 n = normal_at(f, escape, 0);
    double least = (double)INFINITY;
    int second = 0;
    for (int i = 1; i < escape->count; i++) {
        const double turn = carom_vec2_dot(n, normal_at(f, escape, i));
        if (turn < least) {
            least = turn;
            second = i;
        }
    }
    motion->crushed_by[0] = id_of(escape->walls[0].index);
    motion->crushed_by[1] = id_of(escape->walls[second].index);
}

// Depenetrates the ball at the end of the frame if possible.
static void crush(move_state *f, const escape_leg *escape, carom_motion *motion) {
    name_walls(f, escape, motion);
    motion->kind = CAROM_MOTION_KIND_CRUSHED;
    motion->crushed_time = f->clock.passed * f->clock.frame;
    f->clock.passed = f->near->moving->from = 1.0;
    const carom_depenetration out = carom_find_depenetration(f);
    motion->crushed_is_free = out.found;
    f->circle.center = out.center;
    f->velocity = carom_vec2_make(0.0, 0.0);
}

carom_carried carom_carry(move_state *f, carom_motion *motion) {
    const double end = 1.0, frame = f->clock.frame;
    CAROM_ASSERT(f->clock.passed < end && f->clock.frame > 0.0);
    double part = end - f->clock.passed;
    carom_carried carried = {false, 0.0};
    // The length of the first legs of the next search: some times that of the last escape.
    double longest = 1.0;
    int next_search = SEARCH_AFTER;
    // The wall that pushes it was asked about at the contact.
    asked_walls asked = {.count = f->support.exists};
    asked.index[0] = f->support.index;
    for (int legs = 0; f->clock.passed < end; legs++) {
        // From then on it is only pushed.
        f->limits.is_spent |= legs >= LEGS_MAX;
        const double from = f->clock.passed;
        const double until = part < end - from ? from + part : end;
        const leg_result result = try_leg_past_sensors(f, until, &asked);
        if (result == LEG_LOST)
            carried.lost += (until - from) * frame;
        if (result == LEG_FREE && until < end) {
            carried.is_free = true;
            break;
        }
        if (result != LEG_BLOCKED) {
            part = 2.0 * part;
            continue;
        }
        part = 0.5 * part;
        const double shortest = shortest_leg(legs, LEGS_MAX, LEGS_MAX / 16);
        const bool is_short = part < shortest || (part < SHORT_LEG && next_search == SEARCH_AFTER);
        if (!is_short && legs < next_search)
            continue;
        escape_leg escape;
        find_escape(f, longest, shortest, shortest_leg(legs, 4 * LEGS_MAX, LEGS_MAX / 16), &escape);
        if (!escape.found) {
            carried.lost += (end - from) * frame;
            crush(f, &escape, motion);
            break;
        }
        take_escape(f, &escape);
        carried.lost += (f->clock.passed - from) * frame;
        part = 2.0 * (f->clock.passed - from);
        longest = ESCAPE_SHORTER * (f->clock.passed - from);
        next_search = legs + SEARCH_AGAIN;
    }
    f->clock.left = f->clock.piece = f->clock.passed < end ? carom_time_left(f) : 0.0;
    return carried;
}
