// Balls and their motions: what is valid, a ball that has not moved, and the names of what
// happened. Room: mover.
#include <float.h>

#include "mover/frame.h"
#include "numbers.h"

bool carom_ball_is_valid(const carom_ball *ball) {
    return carom_circle_is_valid(carom_circle_make(ball->center, ball->radius)) &&
           is_finite(ball->velocity);
}

bool carom_move_is_valid(double time, const carom_move_settings *settings) {
    const carom_response response = settings->response;
    return time >= 0.0 && time <= DBL_MAX && carom_response_is_valid(response) &&
           response.kind != CAROM_RESPONSE_KIND_PASS && is_finite(settings->gravity) &&
           settings->max_contacts >= 0;
}

carom_motion carom_motion_of(const carom_ball *ball, carom_motion_kind kind) {
    return (carom_motion){.kind = kind,
                          .ball = *ball,
                          .overlapped = carom_wall_id_none(),
                          .crushed_by = {carom_wall_id_none(), carom_wall_id_none()}};
}

const char *carom_hold_name(carom_hold hold) {
    switch (hold) {
    case CAROM_HOLD_NONE:
        break;
    case CAROM_HOLD_HELD:
        return "held";
    case CAROM_HOLD_STUCK:
        return "stuck";
    case CAROM_HOLD_CRUSHED:
        return "crushed";
    case CAROM_HOLD_ASLEEP:
        return "asleep";
    }
    return "none";
}

const char *carom_motion_kind_name(carom_motion_kind kind) {
    switch (kind) {
    case CAROM_MOTION_KIND_INVALID:
        break;
    case CAROM_MOTION_KIND_MOVED:
        return "moved";
    case CAROM_MOTION_KIND_FREED:
        return "freed";
    case CAROM_MOTION_KIND_STUCK:
        return "stuck";
    case CAROM_MOTION_KIND_CRUSHED:
        return "crushed";
    }
    return "invalid";
}
