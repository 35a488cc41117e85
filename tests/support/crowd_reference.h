// An event-driven reference of hard discs, in MPFR: which balls meet, when and where.
//
// Method: each ball goes straight and evenly until its next impact. The next meeting of a pair is
// the smaller root of |d + w t| = r + s. Each ball knows the earliest of its meetings with all
// other balls and with the sides of a box; the earliest of all comes first, and the balls concerned
// look again. A double look, with a margin, leaves out pairs that cannot meet. Nothing is shared
// with src/.
//
// Under gravity a ball moves in a frame along the chord of its parabola, as docs/motion.md says:
// evenly by v T + g T^2 / 2. At an impact its velocity is that of the parabola, except that its
// part along g follows from the height fallen on the chord; after it the rest of the frame has a
// chord of its own. At the end of the frame the velocity is v + g T.
//
// It knows nothing of balls that press on each other: meetings at no speed are left out. Room:
// tests.
#ifndef CAROM_TESTS_CROWD_REFERENCE_H
#define CAROM_TESTS_CROWD_REFERENCE_H

#include "carom/carom.h"

/// In the place of the second ball: side 0 to 3 (left, right, lower, upper) of the box.
#define REFERENCE_SIDE(k) (SIZE_MAX - 3 + (size_t)(k))
#define REFERENCE_NOBODY (SIZE_MAX - 4)

/// An impact, rounded. Of an impact with a side, the second ball has no numbers.
typedef struct reference_impact {
    /// The number of the frame, from 0.
    long frame;
    /// Time in this frame: the true one is time + rest, to 100 bits.
    double time, rest;
    /// first < second
    size_t first, second;
    carom_vec2 first_center, second_center;
    /// From the second ball to the first.
    carom_vec2 normal;
    carom_vec2 first_before, second_before, first_after, second_after;
    /// The pace along the normal at which the distance changes, < 0, and the relative pace.
    double closing, pace;
    /// The same along the normal by the velocities of the heights: if it is not below 0, they part.
    double approach;
} reference_impact;

typedef struct crowd_reference crowd_reference;

/// The balls, masses, accelerations, gravity, response at walls (a bounce without friction) and
/// restitution of the settings; other settings are ignored. At most 2^20 balls.
crowd_reference *crowd_reference_new(int bits, const carom_ball *balls, size_t count,
                                     const carom_crowd_settings *settings);
void crowd_reference_free(crowd_reference *r);

/// The balls are in a box.
void crowd_reference_set_box(crowd_reference *r, carom_vec2 min, carom_vec2 max);

/// From now on all places at the start of a frame and all velocities after an impact are wrong by
/// up to `size` of the largest coordinate or speed. Such a run shows what rounding does.
void crowd_reference_set_noise(crowd_reference *r, double size, uint64_t seed);

/// All accelerations are those of the settings now.
void crowd_reference_set_accelerations(crowd_reference *r, const carom_crowd_settings *settings);

/// Moves all balls by one frame. Stops at the impact with the number `most`; the frame is then not
/// at its end, and the reference must not be used further but for its impacts.
void crowd_reference_step(crowd_reference *r, double time, size_t most);

/// Turns all velocities round.
void crowd_reference_reverse(crowd_reference *r);

/// The impacts since the start.
const reference_impact *crowd_reference_impacts(const crowd_reference *r, size_t *count);

/// A ball, rounded.
carom_ball crowd_reference_ball(const crowd_reference *r, size_t i);

/// The true place of a ball at a time of the next frame, if it meets nothing; rounded.
carom_vec2 crowd_reference_place(crowd_reference *r, size_t i, double frame, double time);

/// The least gap of two balls in the next frame, if they meet nothing else; rounded.
double crowd_reference_least_gap(crowd_reference *r, size_t i, size_t k, double frame);

#endif
