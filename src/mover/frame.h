// What the mover and the crowd share: balls, limits of a frame, and the velocity on a chord. Room:
// mover.
#ifndef CAROM_MOVER_FRAME_H
#define CAROM_MOVER_FRAME_H

#include <float.h>

#include "carom/mover.h"

// The limit of contacts per frame.
static inline int contacts_max_of(const carom_move_settings *settings) {
    return settings->max_contacts > 0 ? settings->max_contacts : 64;
}

// True if the circle is valid and the velocity finite.
bool carom_ball_is_valid(const carom_ball *ball);

// True if a ball can be moved for this time with these settings.
bool carom_move_is_valid(double time, const carom_move_settings *settings);

// The motion of a ball that has not moved.
carom_motion carom_motion_of(const carom_ball *ball, carom_motion_kind kind);

// Velocities are clamped to a quarter of the range of double, so that v.n is finite.
#define SPEED_MAX (0.25 * DBL_MAX)

// Clamps both coordinates to -most to most. Sets `is_clamped` if that changes one.
carom_vec2 carom_clamp_to_range(carom_vec2 p, double most, bool *is_clamped);

// The velocity at the end of `path`, a part of a parabola's chord; `chord` has its direction.
// `before` is the velocity at the start, `after` that after the time of the path. The component
// along gravity follows from the height fallen, v^2 = v0^2 + 2 g.path, so that replacing the
// parabola by its chord costs no energy.
carom_vec2 carom_velocity_on_path(carom_vec2 before, carom_vec2 after, carom_vec2 gravity,
                                  carom_vec2 path, carom_vec2 chord);

#endif
