// The character on the ground: pieces of a walk, steps, snaps.
//
// Method: a walk is a row of casts along the ground, each followed by a snap: a cast down. A step
// is a cast up, one forward and one down. Casts of a step or a snap that does not end on ground are
// taken back. docs/character.md has the rules. Room: mover.
#include "mover/character_state.h"
#include "mover/near_walls.h"
#include "mover/normals.h"

// The limit of a frame.
enum { PIECES_MAX = 128 };

// Across and along `up`.
static carom_vec2 run_and_rise(const character_state *f, double run, double rise) {
    return carom_vec2_add(carom_vec2_scale(f->along, clamp(run)),
                          carom_vec2_scale(f->rules.up, clamp(rise)));
}

// How far the circle has gone from a place in a direction.
static double gone(const character_state *f, carom_vec2 from, carom_vec2 direction) {
    return carom_vec2_dot(carom_vec2_sub(f->circle.center, from), direction);
}

bool carom_character_take_ground(character_state *f, double room) {
    const ground_search s = carom_ground_find(&f->rules, f->circle, room);
    if (s.found)
        f->ground = s.place;
    return s.found;
}

bool carom_character_snap(character_state *f, double rise, double slack) {
    const double room = f->settings->step_height;
    const double distance = rise + larger(f->settings->snap_distance, slack);
    const carom_vec2 from = f->circle.center;
    if (carom_character_take_ground(f, room))
        return true;
    if (!(distance > 0.0))
        return false;
    carom_character_cast(f, run_and_rise(f, 0.0, -distance));
    bool found = carom_character_take_ground(f, room);
    // On a steep wall it slides back to the same ground.
    const double left = rise + slack + gone(f, from, f->rules.up);
    if (!found && f->is_hit && left > 0.0) {
        carom_character_cast(f, without(run_and_rise(f, 0.0, -left), f->impact.normal));
        found = carom_character_take_ground(f, room);
    }
    if (!found)
        return carom_character_take_back(f, from);
    carom_character_accept(f);
    f->motion->snapped |= gone(f, from, f->rules.up) < -(rise + slack);
    return true;
}

// Up, forward, down. Accepted if it gets on by more than rounding and ends on ground that is at
// most a step higher. Then the run is taken off the distance.
static bool step_forward(character_state *f, double run, double *distance) {
    const double height = f->settings->step_height;
    const carom_vec2 from = f->circle.center, up = f->rules.up;
    carom_character_cast(f, run_and_rise(f, 0.0, height));
    const double risen = gone(f, from, up);
    if (!(risen > 0.0))
        return carom_character_take_back(f, from);
    if (carom_character_cast(f, run_and_rise(f, run, 0.0)) > 0.0)
        run = gone(f, from, f->along);
    if (!(run > 64.0 * ulp_at(from, f->circle.radius)))
        return carom_character_take_back(f, from);
    carom_character_cast(f, run_and_rise(f, 0.0, -(risen + f->settings->snap_distance)));
    const double room = height - gone(f, from, up);
    const ground_search s = carom_ground_find(&f->rules, f->circle, room);
    if (!s.found || !carom_ground_is_low(&f->rules, f->circle, &s.place, room))
        return carom_character_take_back(f, from);
    f->ground = s.place;
    carom_character_accept(f);
    f->motion->stepped = true;
    *distance -= run;
    return true;
}

void carom_character_report(character_state *f, const ground_place *place) {
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
static piece_outcome step(character_state *f, double *distance, const ground_place *wall) {
    const double radius = f->circle.radius;
    const bool is_over = f->settings->step_height > 0.0 &&
                         (step_forward(f, smaller(*distance, 0.25 * radius), distance) ||
                          step_forward(f, radius, distance));
    if (!is_over)
        carom_character_report(f, wall);
    return is_over ? PIECE_DONE : PIECE_BLOCKED;
}

// One piece of a walk: along the ground as far as it is straight, at least a quarter of the radius.
// Beyond the end of the ground it is at most that long, because the circle leaves its arc there.
static piece_outcome walk_piece(character_state *f, double *distance) {
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
    const double left = carom_character_cast(f, run_and_rise(f, run, rise));
    carom_character_accept(f);
    *distance -= left > 0.0 ? gone(f, from, f->along) : run;
    const bool is_hit = f->is_hit;
    ground_place hit = carom_character_hit(f);
    if (is_hit) {
        hit.kind = carom_ground_kind(&f->rules, f->circle, &hit, f->settings->step_height);
        if (hit.kind != GROUND_NONE) {
            f->ground = hit;
            return PIECE_DONE;
        }
    }
    if (!carom_character_snap(f, larger(gone(f, from, f->rules.up), 0.0), slack))
        return PIECE_LOST_GROUND;
    return is_hit ? step(f, distance, &hit) : PIECE_DONE;
}

double carom_character_walk(character_state *f, double time) {
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
