// The public call of the mover: a ball that rests or flies free is moved here, any other by
// mover.c. Room: mover.
#include <float.h>
#include <math.h>

#include "contracts.h"
#include "mover/mover.h"
#include "mover/wall_cache.h"

// The end of a frame without contacts, as in target_of and pass_time. False if something would be
// clamped.
static bool set_free_end(carom_ball *end, const carom_ball *ball, double time, carom_vec2 gravity) {
    const carom_vec2 v = ball->velocity, half = carom_vec2_scale(gravity, 0.5 * time);
    const carom_vec2 path = carom_vec2_scale(carom_vec2_add(v, half), time);
    end->center = carom_vec2_add(ball->center, path);
    end->radius = ball->radius;
    end->velocity = carom_vec2_add(v, carom_vec2_scale(gravity, time));
    const double speed =
        larger(larger(fabs(v.x), fabs(v.y)), larger(fabs(end->velocity.x), fabs(end->velocity.y)));
    return speed <= SPEED_MAX && is_finite(end->center);
}

carom_motion carom_ball_move(carom_ball ball, double time, const carom_move_settings *settings) {
    CAROM_ASSERT(settings != NULL);
    CAROM_ASSERT(carom_environment_is_exact());
    if (!carom_ball_is_valid(&ball) || !carom_move_is_valid(time, settings))
        return carom_motion_of(&ball, CAROM_MOTION_KIND_INVALID);
    const bool has_cache = carom_has_cache(settings);
    if (has_cache && carom_frame_is_still(&ball, time, settings))
        return carom_motion_of(&ball, CAROM_MOTION_KIND_MOVED);
    near_walls near;
    path_contact first;
    carom_ball end;
    // Most frames have no contact.
    const bool is_known = settings->world.moving_walls.query == NULL && settings->on_leg == NULL &&
                          set_free_end(&end, &ball, time, settings->gravity);
    if (is_known) {
        passed_walls none;
        none.count = 0;
        near.source = settings->world.walls;
        near.filter = settings->world.filter;
        near.passed = &none;
        near.starts_clear = false;
        carom_near_first(&near, carom_circle_make(ball.center, ball.radius), end.center, &first);
        if (!first.found && !first.overlapped) {
            if (settings->on_position != NULL)
                settings->on_position(settings->context, &end.center);
            return carom_motion_of(&end, CAROM_MOTION_KIND_MOVED);
        }
    }
    if (!has_cache)
        return carom_move_from_first(&ball, time, settings, &near, &first, is_known);
    const carom_motion motion =
        carom_move_from_first(&ball, time, settings, &near, &first, is_known);
    carom_note_frame(&ball, time, settings, &motion);
    return motion;
}
