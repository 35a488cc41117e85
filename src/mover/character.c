// The character: walks on the ground and flies in the air, by turns, until the frame is over.
// Moving walls take it along first.
//
// docs/character.md has the rules. Room: mover.
#include "carom/character.h"

#include "contracts.h"
#include "mover/character_state.h"
#include "mover/frame.h"
#include "mover/normals.h"

// The limits of a frame: contacts in the air, changes between ground and air.
enum { CONTACTS_MAX = 16, CHANGES_MAX = 16 };

// Low ends do not count as ground.
static const double FLOORS_ONLY = -1.0;

// The velocity of a motion. Not by a factor: 1 / time can be infinite, and 0 times that is NaN.
static carom_vec2 velocity_of(carom_vec2 move, double time) {
    return clamp_vector(carom_vec2_make(move.x / time, move.y / time));
}

// ---- in the air ----

// On the ground there is no speed along `up`.
static void stand_on_ground(character_state *f) {
    f->on_ground = true;
    f->velocity = carom_vec2_scale(f->rules.right, carom_vec2_dot(f->velocity, f->rules.right));
}

static void land(character_state *f, const ground_place *ground) {
    f->ground = *ground;
    f->motion->landed = true;
    stand_on_ground(f);
}

// The velocity after a contact in the air. The character slides, but a wall below it does not turn
// the speed across `up` into speed along `up`: else it would climb steep slopes by running.
static carom_vec2 slide(const character_state *f, carom_vec2 v, carom_vec2 n) {
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
static bool meet_wall(character_state *f, const ground_place *wall) {
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
static double fly_for(character_state *f, double time) {
    // Half of the change of the velocity comes before the motion and half after it, so that a free
    // flight is exact.
    const carom_vec2 half = carom_vec2_scale(f->settings->gravity, 0.5 * time);
    double left = time;
    f->velocity = clamp_vector(carom_vec2_add(f->velocity, half));
    f->has_support = false;
    while (left > 0.0) {
        const double part =
            carom_character_cast(f, clamp_vector(carom_vec2_scale(f->velocity, left)));
        carom_character_accept(f);
        left *= part;
        if (!f->is_hit && !(left > 0.0))
            break;
        if (f->contacts++ == CONTACTS_MAX) {
            f->motion->lost = left;
            break;
        }
        if (!f->is_hit)
            continue;
        ground_place hit = carom_character_hit(f);
        hit.kind = carom_ground_kind(&f->rules, f->circle, &hit, FLOORS_ONLY);
        if (hit.kind == GROUND_FLOOR) {
            if (!(carom_vec2_dot(f->velocity, f->rules.up) > 0.0)) {
                land(f, &hit);
                return left;
            }
        } else {
            carom_character_report(f, &hit);
        }
        if (!meet_wall(f, &hit))
            return 0.0;
    }
    f->velocity = clamp_vector(carom_vec2_add(f->velocity, half));
    if (!(carom_vec2_dot(f->velocity, f->rules.up) > 0.0) &&
        carom_character_take_ground(f, FLOORS_ONLY))
        land(f, &f->ground);
    return 0.0;
}

// ---- a frame ----

// Leaves out the walls that the caller's filter leaves out, and the ledges that the character drops
// through.
static bool considers_wall(void *context, carom_index index, const carom_wall *wall) {
    const character_state *f = context;
    if (f->settings->drop && wall->one_sided &&
        (index == f->old_index || carom_ground_touches(f->start, *wall)))
        return false;
    const carom_wall_id id = carom_ride_id(index);
    return carom_filter_accepts(id.is_moving ? f->settings->world.moving_filter
                                             : f->settings->world.filter,
                                id.index, wall);
}

static bool is_valid_call(const carom_ball *ball, double time, const carom_character_settings *s) {
    return carom_ball_is_valid(ball) && ball->radius > 0.0 && time >= 0.0 && time <= DBL_MAX &&
           is_finite(s->up) && (s->up.x != 0.0 || s->up.y != 0.0) && is_finite(s->gravity) &&
           s->max_slope >= 0.0 && s->max_slope <= DBL_MAX && s->step_height >= 0.0 &&
           s->step_height <= DBL_MAX && s->snap_distance >= 0.0 && s->snap_distance <= DBL_MAX;
}

static void set_rules(character_state *f) {
    // cppcheck-suppress ctuuninitvar ; the caller has set it
    const carom_character_settings *s = f->settings;
    const double size = larger(fabs(s->up.x), fabs(s->up.y));
    const carom_vec2 scaled = carom_vec2_make(s->up.x / size, s->up.y / size);
    const double length = sqrt(carom_vec2_dot(scaled, scaled));
    f->walls.still = s->world.walls;
    f->walls.moving = s->world.moving_walls;
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
    carom_character_start_casts(f);
}

// Sets the character free if it overlaps walls. False if no free place is found.
static bool set_free(character_state *f, const ground_search *below) {
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
static void start_on_ground(character_state *f, bool was_on_ground, const ground_search *below,
                            double gap) {
    const carom_vec2 v = f->velocity, up = f->rules.up;
    if (!was_on_ground || carom_vec2_dot(v, up) > noise_of(v, up))
        return;
    f->ground = below->place;
    if ((below->found && f->motion->kind == CAROM_MOTION_KIND_MOVED) ||
        carom_character_snap(f, 0.0, gap))
        stand_on_ground(f);
}

// The motion of the ground at the character.
static ride_motion motion_of_ground(const character_state *f, carom_wall_id ground) {
    return carom_ride_motion(&f->walls, f->settings->world.moving_filter, f->circle, ground);
}

static bool take_kind(character_state *f, const carom_motion *carried) {
    carom_character_motion *m = f->motion;
    m->kind = carried->kind;
    m->overlapped = carried->overlapped;
    m->crushed_by[0] = carried->crushed_by[0];
    m->crushed_by[1] = carried->crushed_by[1];
    m->lost = carried->lost;
    f->circle.center = f->place = carried->ball.center;
    return carried->kind == CAROM_MOTION_KIND_MOVED || carried->kind == CAROM_MOTION_KIND_FREED;
}

// The moving walls take the character along that stands on them, and push it. False if they leave
// it no place.
static bool carry(character_state *f, double time) {
    const carom_character_settings *s = f->settings;
    carom_move_settings m = carom_move_settings_default();
    m.world.walls = s->world.walls;
    m.world.filter = s->world.filter;
    m.world.moving_walls = s->world.moving_walls;
    m.world.moving_filter = s->world.moving_filter;
    m.response = carom_slide();
    m.on_position = s->on_position;
    m.on_leg = s->on_leg;
    m.context = s->context;
    const carom_ball ball = {f->circle.center, f->circle.radius, f->old_ground};
    const carom_motion carried = carom_ball_move(ball, time, &m);
    return take_kind(f, &carried);
}

// Moves by walking and flying, among walls that stand still.
static bool move_alone(character_state *f, const carom_character *c, double time, double gap) {
    const ground_search below = carom_ground_find(&f->rules, f->circle, f->settings->step_height);
    if (!set_free(f, &below))
        return false;
    f->start = f->circle;
    start_on_ground(f, c->on_ground && !c->is_wedged, &below, gap);
    double left = time;
    for (int i = 0; i < CHANGES_MAX && left > 0.0; i++)
        left = f->on_ground ? carom_character_walk(f, left) : fly_for(f, left);
    f->motion->lost = larger(f->motion->lost, left);
    return true;
}

// On the ground the velocity is relative to it. In the air it is that in the plane.
static void finish_motion(character_state *f, const carom_character *before, double time) {
    carom_character *c = &f->motion->character;
    carom_vec2 v = f->velocity, ground = {0.0, 0.0};
    c->ground_normal = carom_vec2_make(0.0, 0.0);
    c->ground.index = CAROM_NO_WALL;
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
    // x + 0.0 is x, but 0 for -0: programs print the velocity of a character at rest.
    const carom_vec2 zero = {0.0, 0.0};
    c->ball.velocity = carom_vec2_add(clamp_vector(v), zero);
    c->on_ground = f->on_ground;
    c->ground_velocity = carom_vec2_add(ground, zero);
    CAROM_ASSERT(is_finite(c->ball.center) && is_finite(c->ball.velocity));
}

carom_character_motion carom_character_move(carom_character character, double time,
                                            const carom_character_settings *settings) {
    CAROM_ASSERT(settings != NULL);
    CAROM_ASSERT(carom_environment_is_exact());
    const carom_wall_id none = carom_wall_id_none();
    carom_character_motion motion = {.kind = CAROM_MOTION_KIND_INVALID,
                                     .character = character,
                                     .wall = none,
                                     .head = none,
                                     .overlapped = none,
                                     .crushed_by = {none, none}};
    const carom_ball *ball = &character.ball;
    if (!is_valid_call(ball, time, settings))
        return motion;
    character_state f;
    f.settings = settings;
    f.motion = &motion;
    f.circle = carom_circle_make(ball->center, ball->radius);
    f.start = f.circle;
    f.place = ball->center;
    f.velocity = clamp_vector(ball->velocity);
    f.on_ground = false;
    f.pieces = f.contacts = 0;
    f.walls.at = 0.0;
    f.old_ground = carom_vec2_make(0.0, 0.0);
    f.old_index = character.ground.index | (character.ground.is_moving ? RIDE_MOVING : 0);
    set_rules(&f);
    motion.kind = CAROM_MOTION_KIND_MOVED;
    motion.character.is_wedged = false;
    double gap = 0.0;
    bool has_room = true;
    if (settings->world.moving_walls.query != NULL && time > 0.0) {
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
