// When two balls that move evenly meet, in double. Room: crowd.
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

#endif
