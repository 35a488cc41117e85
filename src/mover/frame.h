// The mover for a part of a frame, and the velocity on a chord. Room: mover.
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

// Velocities are clamped to a quarter of the range of double, so that v.n is finite.
#define SPEED_MAX (0.25 * DBL_MAX)

// Clamps both coordinates to -most to most. Sets `is_clamped` if that changes one.
carom_vec2 carom_clamp_to_range(carom_vec2 p, double most, bool *is_clamped);

// The other balls of a crowd, which a ball that walls push can push in turn.
typedef struct carom_other_balls {
    void *context;
    // Moves the balls out of the way of the circle to `to`. True if that way is clear of balls.
    bool (*make_room)(void *context, carom_circle circle, carom_vec2 to);
    // While it is true, the source of walls at rest leaves out the other balls.
    bool are_ignored;
    // make_room has been false since the mover cleared it.
    bool have_refused;
    // Set by make_room and by callbacks: the mover returns, and no ball is crushed.
    bool are_first;
} carom_other_balls;

// A part of a frame.
typedef struct carom_frame_part {
    // The time of the whole frame. It decides which balls come to rest, so a split of the frame
    // does not change that. The displacements of moving walls are those over the whole frame.
    double frame;
    // The fractions of the frame at the start and at the end of the part.
    double from, until;
    // The ball has no motion of its own: it stays, or moving walls push it.
    bool is_spent;
    // Not NULL in a crowd. Then the mover returns at the last contact allowed, unless moving walls
    // push the ball all the time. The first contact is the last one if `is_single`.
    carom_other_balls *others;
    bool is_single;
    // Set by the mover: the fraction of the frame and the time left when it returned, and the time
    // in which moving walls only pushed the ball although it would have moved.
    double clock, left, lost;
} carom_frame_part;

// As carom_ball_move, for a part of a frame that takes `time`.
carom_motion carom_ball_move_part(carom_ball ball, double time, carom_frame_part *part,
                                  const carom_move_settings *settings);

// The velocity at the end of `path`, a part of a parabola's chord; `chord` has its direction.
// `before` is the velocity at the start, `after` that after the time of the path. The component
// along gravity follows from the height fallen, v^2 = v0^2 + 2 g.path, so that replacing the
// parabola by its chord costs no energy.
carom_vec2 carom_velocity_on_path(carom_vec2 before, carom_vec2 after, carom_vec2 gravity,
                                  carom_vec2 path, carom_vec2 chord);

#endif
