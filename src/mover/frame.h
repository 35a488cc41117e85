// The mover for a part of a frame, and the velocity on a chord. Room: mover.
#ifndef CAROM_MOVER_FRAME_H
#define CAROM_MOVER_FRAME_H

#include "carom/mover.h"

// As carom_ball_move, where `time` is the last part of a frame that takes `frame`. The length of
// the whole frame decides which balls come to rest, so a split of the frame does not change that.
carom_motion carom_ball_move_part(carom_ball ball, double time, double frame,
                                  const carom_move_settings *settings);

// The velocity at the end of `path`, a part of the chord of a parabola. `before` is the velocity at
// its start, `after` that after the time of the path. The component along gravity follows from the
// height fallen, v^2 = v0^2 + 2 g.path, so that replacing the parabola by its chord costs no
// energy.
carom_vec2 carom_velocity_on_path(carom_vec2 before, carom_vec2 after, carom_vec2 gravity,
                                  carom_vec2 path);

#endif
