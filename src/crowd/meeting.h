// When two balls that move evenly meet, and with which normal, in double. Room: crowd.
#ifndef CAROM_CROWD_MEETING_H
#define CAROM_CROWD_MEETING_H

#include <math.h>

#include "carom/vec2.h"

// The time at which two balls come within `reach` of each other. d is the vector between their
// centres, `pace` the relative velocity. Infinite if they do not approach, or never come as near; 0
// if they approach and are as near already; else the smaller root of
// pace^2 t^2 + 2 d.pace t + (d^2 - reach^2), without cancellation.
static inline double carom_crowd_meeting_time(carom_vec2 d, carom_vec2 pace, double reach) {
    const double approach = -carom_vec2_dot(d, pace);
    if (!(approach > 0.0))
        return HUGE_VAL;
    const double length = sqrt(carom_vec2_dot(d, d));
    const double outside = (length - reach) * (length + reach);
    const double cross = carom_vec2_cross(d, pace);
    const double square = carom_vec2_dot(pace, pace) * (reach * reach) - cross * cross;
    if (!(square >= 0.0))
        return HUGE_VAL;
    return outside > 0.0 ? outside / (approach + sqrt(square)) : 0.0;
}

// The normal with which they meet then, which does not depend on how the places there are rounded.
// With reach * sin(a) the distance at which the centres would pass, it is turned by a from the one
// against the pace. If rounding has it that they pass, it is that one.
static inline carom_vec2 carom_crowd_meeting_normal(carom_vec2 d, carom_vec2 pace, double reach) {
    const double speed = sqrt(carom_vec2_dot(pace, pace));
    const double passing = carom_vec2_cross(d, pace) / speed / reach;
    const double across = fabs(passing) < 1.0 ? passing : 0.0, back = sqrt(1.0 - across * across);
    const carom_vec2 e = carom_vec2_scale(pace, 1.0 / speed);
    return carom_vec2_make(across * e.y - back * e.x, -across * e.x - back * e.y);
}

#endif
