// The character: walks on the ground and flies in the air, by turns, until the frame is over.
//
// Method: every motion is a cast, a straight move that stops at the first wall. carom_ball_move
// with a stop response makes it, so the exact gate of the mover holds for every leg. A walk is a
// row of casts along the ground, each followed by a snap: a cast down. A step is a cast up, one
// forward and one down. Casts of a step or a snap that does not end on ground are taken back.
// docs/character.md has the rules. Room: mover.
#include "carom/character.h"

#include "contracts.h"
#include "mover/ground.h"
#include "mover/near_walls.h"
#include "mover/normals.h"
#include "mover/ride.h"
#include "numbers.h"

// The limits of a frame: contacts in the air, pieces of a walk, changes between ground and air. A
// cast has at most 32 resting contacts and is made at most three times, and a step has three casts.
enum { CONTACTS_MAX = 16, PIECES_MAX = 128, CHANGES_MAX = 16, TRAIL_MAX = 384 };

// Low ends do not count as ground.
static const double FLOORS_ONLY = -1.0;

typedef struct frame {
    const carom_character_settings *settings;
    carom_character_motion *motion;
    carom_filter filter;
    // The walls at the end of the frame: the moving ones have moved before the character does.
    ride_walls walls;
    // The settings of every cast.
    carom_move_settings mover;
    ground_rules rules;
    // Where the character starts to move by itself.
    carom_circle start;
    // The ground of the frame before, and its velocity.
    size_t old_index;
    carom_vec2 old_ground;
    carom_circle circle;
    carom_vec2 velocity;
    bool on_ground;
    ground_place ground;
    // The direction of the walk: right or -right.
    carom_vec2 along;
    int pieces, contacts;
    // The last wall met in the air.
    bool has_support;
    ground_place support;
    // The corners of the casts that are not yet accepted, and the last one that is.
    carom_vec2 place;
    int trail_count;
    carom_vec2 trail[TRAIL_MAX];
    // The contact of the last cast.
    bool is_hit;
    carom_impact impact;
} frame;

// ---- casts ----

static void note_position(void *context, carom_vec2 center) {
    frame *f = context;
    CAROM_ASSERT(f->trail_count < TRAIL_MAX);
    f->trail[f->trail_count++] = center;
}

static void note_impact(void *context, const carom_impact *impact) {
    frame *f = context;
    f->is_hit = true;
    f->impact = *impact;
}

// Moves the circle until it meets a wall. Returns the fraction of the move that is left.
static double cast_once(frame *f, carom_vec2 move) {
    carom_ball ball = {f->circle.center, f->circle.radius, move};
    f->is_hit = false;
    const carom_motion motion = carom_ball_move(ball, 1.0, &f->mover);
    CAROM_ASSERT(motion.kind == CAROM_MOTION_KIND_MOVED);
    f->circle.center = motion.ball.center;
    return f->is_hit ? 1.0 - f->impact.time : motion.lost;
}

// The same. The move is tentative until `accept`. Along a wall to another one, a move can end
// before the second wall: rounding presses it into the first. Then it is made again, only as long
// as the way to the contact, and some ulp to the left or to the right.
static double cast(frame *f, carom_vec2 move) {
    const double left = cast_once(f, move), way = 1.0 - left;
    if (!f->is_hit || carom_ground_touches(f->circle, f->impact.wall))
        return left;
    const carom_impact impact = f->impact;
    const carom_vec2 from = f->circle.center, to_hit = carom_vec2_scale(move, way);
    const double skin = 64.0 * ulp_at(from, f->circle.radius);
    const double size = larger(fabs(move.x), fabs(move.y));
    carom_vec2 aside = carom_vec2_make(skin * (-move.y / size), skin * (move.x / size));
    for (int i = 0; i < 2; i++) {
        const double rest = cast_once(f, carom_vec2_add(to_hit, aside));
        if (f->circle.center.x != from.x || f->circle.center.y != from.y)
            return 1.0 - way * (1.0 - rest);
        aside = carom_vec2_scale(aside, -1.0);
    }
    f->is_hit = true;
    f->impact = impact;
    return left;
}

static void accept_place(frame *f) {
    const carom_character_settings *s = f->settings;
    for (int i = 0; i < f->trail_count; i++) {
        const carom_leg leg = {f->place, f->trail[i], f->walls.at, f->walls.at};
        if (s->on_leg != NULL)
            s->on_leg(s->context, &leg);
        if (s->on_position != NULL)
            s->on_position(s->context, leg.to);
        f->place = leg.to;
    }
    f->trail_count = 0;
}

static bool take_back(frame *f, carom_vec2 center) {
    f->circle.center = center;
    f->trail_count = 0;
    return false;
}

static ground_place place_hit(const frame *f) {
    const carom_impact *i = &f->impact;
    const ground_place place = {i->index, i->wall, i->feature, i->normal, GROUND_NONE};
    return place;
}

// Clamps to a quarter of the range of double, so that sums and products with unit vectors are
// finite.
static double clamp(double x) {
    return smaller(larger(x, -0.25 * DBL_MAX), 0.25 * DBL_MAX);
}

static carom_vec2 clamp_vector(carom_vec2 v) {
    return carom_vec2_make(clamp(v.x), clamp(v.y));
}

// The velocity of a motion. Not by a factor: 1 / time can be infinite, and 0 times that is NaN.
static carom_vec2 velocity_of(carom_vec2 move, double time) {
    return clamp_vector(carom_vec2_make(move.x / time, move.y / time));
}

// Across and along `up`.
static carom_vec2 run_and_rise(const frame *f, double run, double rise) {
    return carom_vec2_add(carom_vec2_scale(f->along, clamp(run)),
                          carom_vec2_scale(f->rules.up, clamp(rise)));
}

// How far the circle has gone from a place in a direction.
static double gone(const frame *f, carom_vec2 from, carom_vec2 direction) {
    return carom_vec2_dot(carom_vec2_sub(f->circle.center, from), direction);
}

// ---- ground ----

// Takes the ground that the circle touches. An end counts if its top is at most `room` above the
// lowest point of the circle. False if there is none.
static bool take_ground(frame *f, double room, bool is_step) {
    const ground_search s = carom_ground_find(&f->rules, f->circle, room);
    if (!s.found || (is_step && !carom_ground_is_low(&f->rules, f->circle, &s.place, room)))
        return false;
    f->ground = s.place;
    return true;
}

// Keeps to the ground: moves down to it if it is not too far below. At most `rise` + `slack` below
// it is the same ground.
static bool snap(frame *f, double rise, double slack) {
    const double room = f->settings->step_height;
    const double distance = rise + larger(f->settings->snap_distance, slack);
    const carom_vec2 from = f->circle.center;
    if (take_ground(f, room, false))
        return true;
    if (!(distance > 0.0))
        return false;
    cast(f, run_and_rise(f, 0.0, -distance));
    bool found = take_ground(f, room, false);
    // On a steep wall it slides back to the same ground.
    const double left = rise + slack + gone(f, from, f->rules.up);
    if (!found && f->is_hit && left > 0.0) {
        cast(f, without(run_and_rise(f, 0.0, -left), f->impact.normal));
        found = take_ground(f, room, false);
    }
    if (!found)
        return take_back(f, from);
    accept_place(f);
    f->motion->snapped |= gone(f, from, f->rules.up) < -(rise + slack);
    return true;
}

// Up, forward, down. Accepted if it gets on by more than rounding and ends on ground that is at
// most a step higher. Then the run is taken off the distance.
static bool step_forward(frame *f, double run, double *distance) {
    const double height = f->settings->step_height;
    const carom_vec2 from = f->circle.center, up = f->rules.up;
    cast(f, run_and_rise(f, 0.0, height));
    const double risen = gone(f, from, up);
    if (!(risen > 0.0))
        return take_back(f, from);
    if (cast(f, run_and_rise(f, run, 0.0)) > 0.0)
        run = gone(f, from, f->along);
    if (!(run > 64.0 * ulp_at(from, f->circle.radius)))
        return take_back(f, from);
    cast(f, run_and_rise(f, 0.0, -(risen + f->settings->snap_distance)));
    if (!take_ground(f, height - gone(f, from, up), true))
        return take_back(f, from);
    accept_place(f);
    f->motion->stepped = true;
    *distance -= run;
    return true;
}

// ---- walking ----

// Reports a wall that is not walkable.
static void report_wall(frame *f, const ground_place *place) {
    const double down = -carom_vec2_dot(place->normal, f->rules.up);
    const double run = fabs(carom_vec2_dot(place->normal, f->rules.right));
    if (down > 0.0 && run <= f->rules.max_slope * down) {
        f->motion->hit_head = true;
        f->motion->head = carom_ride_id(place->index);
    } else {
        f->motion->hit_wall = true;
        f->motion->wall = carom_ride_id(place->index);
        f->motion->wall_normal = place->normal;
    }
}

typedef enum piece_outcome { PIECE_DONE, PIECE_BLOCKED, PIECE_LOST_GROUND } piece_outcome;

// Steps over a wall that is not walkable. A slanted riser can need a longer step than what is left
// of the walk.
static piece_outcome step(frame *f, double *distance, const ground_place *wall) {
    const double radius = f->circle.radius;
    const bool is_over = f->settings->step_height > 0.0 &&
                         (step_forward(f, smaller(*distance, 0.25 * radius), distance) ||
                          step_forward(f, radius, distance));
    if (!is_over)
        report_wall(f, wall);
    return is_over ? PIECE_DONE : PIECE_BLOCKED;
}

// One piece of a walk: along the ground as far as it is straight, at least a quarter of the radius.
// Beyond the end of the ground it is at most that long, because the circle leaves its arc there.
static piece_outcome walk_piece(frame *f, double *distance) {
    const double rise_per_run = carom_ground_slope(&f->rules, &f->ground, f->along);
    const bool is_low_end = f->ground.kind == GROUND_LOW_END;
    const carom_vec2 from = f->circle.center;
    if (is_low_end && rise_per_run > 0.0)
        return step(f, distance, &f->ground);
    const double length = carom_ground_length(&f->ground, f->circle, f->along);
    const double run = smaller(*distance, larger(length, 0.25 * f->circle.radius));
    const double rise = is_low_end ? 0.0 : run * rise_per_run;
    // How far below the tangent the same ground can be.
    const double slack = run * carom_ground_error(&f->rules, f->circle) +
                         carom_ground_arc_drop(&f->rules, &f->ground, f->circle, f->along,
                                               run - larger(length, 0.0));
    const double left = cast(f, run_and_rise(f, run, rise));
    accept_place(f);
    *distance -= left > 0.0 ? gone(f, from, f->along) : run;
    const bool is_hit = f->is_hit;
    ground_place hit = place_hit(f);
    if (is_hit) {
        hit.kind = carom_ground_kind(&f->rules, f->circle, &hit, f->settings->step_height);
        if (hit.kind != GROUND_NONE) {
            f->ground = hit;
            return PIECE_DONE;
        }
    }
    if (!snap(f, larger(gone(f, from, f->rules.up), 0.0), slack))
        return PIECE_LOST_GROUND;
    return is_hit ? step(f, distance, &hit) : PIECE_DONE;
}

// Walks for a time. Returns the time that is left when the character loses the ground.
static double walk_for(frame *f, double time) {
    const double speed = carom_vec2_dot(f->velocity, f->rules.right);
    double distance = smaller(fabs(speed) * time, DBL_MAX);
    f->along = carom_vec2_scale(f->rules.right, speed < 0.0 ? -1.0 : 1.0);
    while (distance > 0.0) {
        if (f->pieces++ == PIECES_MAX) {
            f->motion->lost = smaller(distance / fabs(speed), time);
            return 0.0;
        }
        const piece_outcome end = walk_piece(f, &distance);
        if (end == PIECE_BLOCKED) {
            f->velocity = carom_vec2_make(0.0, 0.0);
            return 0.0;
        }
        if (end == PIECE_LOST_GROUND) {
            f->on_ground = false;
            return smaller(larger(distance, 0.0) / fabs(speed), time);
        }
    }
    return 0.0;
}

// ---- in the air ----

// On the ground there is no speed along `up`.
static void stand_on_ground(frame *f) {
    f->on_ground = true;
    f->velocity = carom_vec2_scale(f->rules.right, carom_vec2_dot(f->velocity, f->rules.right));
}

static void land(frame *f, const ground_place *ground) {
    f->ground = *ground;
    f->motion->landed = true;
    stand_on_ground(f);
}

// The velocity after a contact in the air. The character slides, but a wall below it does not turn
// the speed across `up` into speed along `up`: else it would climb steep slopes by running.
static carom_vec2 slide(const frame *f, carom_vec2 v, carom_vec2 n) {
    const carom_vec2 up = f->rules.up, right = f->rules.right;
    const double vertical = carom_vec2_dot(v, up), n_up = carom_vec2_dot(n, up);
    const double across = carom_vec2_dot(v, right), n_across = carom_vec2_dot(n, right);
    if (!(n_up > 0.0))
        return without(v, n);
    // Rising: keeps its vertical speed, and loses speed across.
    if (vertical > 0.0) {
        const double most = -vertical * n_up / n_across;
        return carom_vec2_add(carom_vec2_scale(up, vertical), carom_vec2_scale(right, most));
    }
    if (across * n_across < 0.0)
        v = carom_vec2_scale(up, vertical);
    return without(v, n);
}

// True if a direction is a sum of positive multiples of two normals that are not parallel.
static bool is_between(carom_vec2 p, carom_vec2 direction, carom_vec2 q) {
    const double turn = carom_vec2_cross(p, q);
    const double first = carom_vec2_cross(p, direction), second = carom_vec2_cross(direction, q);
    return turn * first > 0.0 &&
           turn * second > 0.0; // GCOVR_EXCL_BR_LINE: walls on one side are met from below up
}

// Slides along the wall. Two walls that both block it stop the character; they carry it if up is
// between their normals. Returns false if it stopped.
static bool meet_wall(frame *f, const ground_place *wall) {
    const carom_vec2 n = wall->normal;
    if (carom_vec2_dot(f->velocity, n) < 0.0)
        f->velocity = slide(f, f->velocity, n);
    const carom_vec2 m = f->support.normal;
    const bool is_blocked = f->has_support && f->support.index != wall->index &&
                            carom_vec2_dot(f->velocity, m) < -noise_of(f->velocity, m) &&
                            carom_ground_touches(f->circle, f->support.wall);
    if (!is_blocked) {
        f->has_support = true;
        f->support = *wall;
        return true;
    }
    f->velocity = carom_vec2_make(0.0, 0.0);
    if (is_between(m, f->rules.up, n)) {
        f->motion->character.is_wedged = true;
        land(f, wall);
    }
    return false;
}

// Flies for a time. Returns the time that is left when the character lands.
static double fly_for(frame *f, double time) {
    // Half of the change of the velocity comes before the motion and half after it, so that a free
    // flight is exact.
    const carom_vec2 half = carom_vec2_scale(f->settings->gravity, 0.5 * time);
    double left = time;
    f->velocity = clamp_vector(carom_vec2_add(f->velocity, half));
    f->has_support = false;
    while (left > 0.0) {
        const double part = cast(f, clamp_vector(carom_vec2_scale(f->velocity, left)));
        accept_place(f);
        left *= part;
        if (!f->is_hit && !(left > 0.0))
            break;
        if (f->contacts++ == CONTACTS_MAX) {
            f->motion->lost = left;
            break;
        }
        if (!f->is_hit)
            continue;
        ground_place hit = place_hit(f);
        hit.kind = carom_ground_kind(&f->rules, f->circle, &hit, FLOORS_ONLY);
        if (hit.kind == GROUND_FLOOR) {
            if (!(carom_vec2_dot(f->velocity, f->rules.up) > 0.0)) {
                land(f, &hit);
                return left;
            }
        } else {
            report_wall(f, &hit);
        }
        if (!meet_wall(f, &hit))
            return 0.0;
    }
    f->velocity = clamp_vector(carom_vec2_add(f->velocity, half));
    if (!(carom_vec2_dot(f->velocity, f->rules.up) > 0.0) && take_ground(f, FLOORS_ONLY, false))
        land(f, &f->ground);
    return 0.0;
}

// ---- a frame ----

// Leaves out the walls that the caller's filter leaves out, and the ledges that the character drops
// through.
static bool considers_wall(void *context, size_t index, carom_wall wall) {
    const frame *f = context;
    if (f->settings->drop && wall.one_sided &&
        (index == f->old_index || carom_ground_touches(f->start, wall)))
        return false;
    const carom_wall_id id = carom_ride_id(index);
    return carom_filter_accepts(id.is_moving ? f->settings->moving_filter : f->settings->filter,
                                id.index, wall);
}

static bool is_valid_call(const carom_ball *ball, double time, const carom_character_settings *s) {
    return carom_circle_is_valid(carom_circle_make(ball->center, ball->radius)) &&
           ball->radius > 0.0 && is_finite(ball->velocity) && time >= 0.0 && time <= DBL_MAX &&
           is_finite(s->up) && (s->up.x != 0.0 || s->up.y != 0.0) && is_finite(s->gravity) &&
           s->max_slope >= 0.0 && s->max_slope <= DBL_MAX && s->step_height >= 0.0 &&
           s->step_height <= DBL_MAX && s->snap_distance >= 0.0 && s->snap_distance <= DBL_MAX;
}

static void set_rules(frame *f) {
    // cppcheck-suppress ctuuninitvar ; the caller has set it
    const carom_character_settings *s = f->settings;
    const double size = larger(fabs(s->up.x), fabs(s->up.y));
    const carom_vec2 scaled = carom_vec2_make(s->up.x / size, s->up.y / size);
    const double length = sqrt(carom_vec2_dot(scaled, scaled));
    f->walls.still = s->walls;
    f->walls.moving = s->moving_walls;
    f->rules.walls = carom_ride_source(&f->walls);
    f->rules.filter = &f->filter;
    f->rules.steep_up = scaled;
    f->rules.up = carom_vec2_make(scaled.x / length, scaled.y / length);
    f->rules.right = carom_vec2_make(f->rules.up.y, -f->rules.up.x);
    f->rules.max_slope = s->max_slope;
    f->along = f->rules.right;
    f->filter = carom_filter_default();
    f->filter.accept = considers_wall;
    f->filter.context = f;
    f->mover = carom_move_settings_default();
    f->mover.walls = f->rules.walls;
    f->mover.filter = &f->filter;
    f->mover.response = carom_stop();
    f->mover.on_impact = note_impact;
    f->mover.on_position = note_position;
    f->mover.context = f;
}

// Sets the character free if it overlaps walls. False if no free place is found.
static bool set_free(frame *f, const ground_search *below) {
    if (!below->overlapped)
        return true;
    const carom_depenetration out = carom_circle_depenetrate(f->circle, f->rules.walls, &f->filter);
    f->motion->overlapped = carom_ride_id(below->overlapped_index);
    f->motion->kind = out.found ? CAROM_MOTION_KIND_FREED : CAROM_MOTION_KIND_STUCK;
    f->circle.center = f->place = out.center;
    return out.found;
}

// Decides whether the character is still on the ground, or jumps. A moving ground can have come off
// the character by `gap`.
static void start_on_ground(frame *f, bool was_on_ground, const ground_search *below, double gap) {
    const carom_vec2 v = f->velocity, up = f->rules.up;
    if (!was_on_ground || carom_vec2_dot(v, up) > noise_of(v, up))
        return;
    f->ground = below->place;
    if ((below->found && f->motion->kind == CAROM_MOTION_KIND_MOVED) || snap(f, 0.0, gap))
        stand_on_ground(f);
}

// The motion of the ground at the character.
static ride_motion motion_of_ground(const frame *f, carom_wall_id ground) {
    return carom_ride_motion(&f->walls, f->settings->moving_filter, f->circle, ground);
}

static bool take_kind(frame *f, const carom_motion *carried) {
    carom_character_motion *m = f->motion;
    m->kind = carried->kind;
    m->overlapped.index = carried->overlapped;
    m->overlapped.is_moving = carried->overlapped_is_moving;
    m->crushed_by[0] = carried->crushed_by[0];
    m->crushed_by[1] = carried->crushed_by[1];
    m->lost = carried->lost;
    f->circle.center = f->place = carried->ball.center;
    return carried->kind == CAROM_MOTION_KIND_MOVED || carried->kind == CAROM_MOTION_KIND_FREED;
}

// The moving walls take the character along that stands on them, and push it. False if they leave
// it no place.
static bool carry(frame *f, double time) {
    const carom_character_settings *s = f->settings;
    carom_move_settings m = carom_move_settings_default();
    m.walls = s->walls;
    m.filter = s->filter;
    m.moving_walls = s->moving_walls;
    m.moving_filter = s->moving_filter;
    m.response = carom_slide();
    m.on_position = s->on_position;
    m.on_leg = s->on_leg;
    m.context = s->context;
    const carom_ball ball = {f->circle.center, f->circle.radius, f->old_ground};
    const carom_motion carried = carom_ball_move(ball, time, &m);
    return take_kind(f, &carried);
}

// Moves by walking and flying, among walls that stand still.
static bool move_alone(frame *f, const carom_character *c, double time, double gap) {
    const ground_search below = carom_ground_find(&f->rules, f->circle, f->settings->step_height);
    if (!set_free(f, &below))
        return false;
    f->start = f->circle;
    start_on_ground(f, c->on_ground && !c->is_wedged, &below, gap);
    double left = time;
    for (int i = 0; i < CHANGES_MAX && left > 0.0; i++)
        left = f->on_ground ? walk_for(f, left) : fly_for(f, left);
    f->motion->lost = larger(f->motion->lost, left);
    return true;
}

// On the ground the velocity is relative to it. In the air it is that in the plane.
static void finish_motion(frame *f, const carom_character *before, double time) {
    carom_character *c = &f->motion->character;
    carom_vec2 v = f->velocity, ground = {0.0, 0.0};
    c->ground_normal = carom_vec2_make(0.0, 0.0);
    c->ground.index = SIZE_MAX;
    c->ground.is_moving = false;
    if (f->on_ground) {
        c->ground_normal = c->is_wedged ? f->rules.up : f->ground.normal;
        c->ground = carom_ride_id(f->ground.index);
        if (time > 0.0)
            ground = velocity_of(motion_of_ground(f, c->ground).move, time);
    }
    if (before->on_ground && (f->motion->landed || !f->on_ground))
        v = carom_vec2_add(v, f->old_ground);
    if (f->on_ground && f->motion->landed) {
        v = carom_vec2_sub(v, ground);
        v = carom_vec2_scale(f->rules.right, carom_vec2_dot(v, f->rules.right));
    }
    c->ball.center = f->circle.center;
    c->ball.velocity = clamp_vector(v);
    c->on_ground = f->on_ground;
    c->ground_velocity = ground;
    CAROM_ASSERT(is_finite(c->ball.center) && is_finite(c->ball.velocity));
}

carom_character_motion carom_character_move(carom_character character, double time,
                                            const carom_character_settings *settings) {
    CAROM_ASSERT(settings != NULL);
    const carom_wall_id none = {SIZE_MAX, false};
    carom_character_motion motion = {.kind = CAROM_MOTION_KIND_INVALID,
                                     .character = character,
                                     .wall = none,
                                     .head = none,
                                     .overlapped = none,
                                     .crushed_by = {none, none}};
    const carom_ball *ball = &character.ball;
    if (!is_valid_call(ball, time, settings))
        return motion;
    frame f;
    f.settings = settings;
    f.motion = &motion;
    f.circle = carom_circle_make(ball->center, ball->radius);
    f.start = f.circle;
    f.place = ball->center;
    f.velocity = clamp_vector(ball->velocity);
    f.on_ground = false;
    f.trail_count = f.pieces = f.contacts = 0;
    f.walls.at = 0.0;
    f.old_ground = carom_vec2_make(0.0, 0.0);
    f.old_index = character.ground.index | (character.ground.is_moving ? RIDE_MOVING : 0);
    set_rules(&f);
    motion.kind = CAROM_MOTION_KIND_MOVED;
    motion.character.is_wedged = false;
    double gap = 0.0;
    bool has_room = true;
    if (settings->moving_walls.query != NULL && time > 0.0) {
        if (character.on_ground) {
            const ride_motion ground = motion_of_ground(&f, character.ground);
            f.old_ground = velocity_of(ground.move, time);
            gap = ground.gap;
        }
        has_room = carry(&f, time);
        f.walls.at = 1.0;
    }
    if (!(has_room && move_alone(&f, &character, time, gap))) {
        f.velocity = carom_vec2_make(0.0, 0.0);
        f.on_ground = false;
        motion.lost = time;
    }
    finish_motion(&f, &character, time);
    return motion;
}
