// Two balls alone that meet, by class, for the tests of times of crowds. A case depends on class,
// seed and index alone. Most are made backward: from a place of contact and the velocities there to
// the start. Room: tests.
#ifndef CAROM_TESTS_PAIR_CASES_H
#define CAROM_TESTS_PAIR_CASES_H

#include "crowd_scene.h"

typedef enum pair_class {
    /// Anywhere within some radii.
    PAIR_PLAIN,
    /// All numbers have few bits, so that legs end exactly where the balls do.
    PAIR_SHORT_NUMBERS,
    /// Masses from 2^-10 to 2^10, one in four infinite.
    PAIR_MASSES,
    /// Radii from 2^-10 to 2^10.
    PAIR_RADII,
    /// Up to 2^20 off the origin.
    PAIR_OFFSET,
    /// Both fall, by less in a frame than they close: g T / 2 < .9 of the closing speed.
    PAIR_GRAVITY,
    /// Both fall, by any speed in a frame.
    PAIR_FALLING,
    /// The closing speed is 2^-2 to 2^-28 of the speed.
    PAIR_GRAZING,
    /// Touching exactly at the start, by Pythagorean integers, and coming together or not.
    PAIR_TOUCHING,
    /// They meet some ulp of the frame before its end.
    PAIR_LATE,
    /// 10^3 to 10^6 radii in the frame.
    PAIR_FAST,
    PAIR_CLASSES
} pair_class;

const char *pair_class_name(pair_class kind);

/// The pair, with a restitution of 0, .3 or 1, and its frames: in one half of the cases one frame,
/// else up to 64. Returns the number of frames.
int pair_make(crowd_scene *s, pair_class kind, uint64_t seed, uint64_t index);

#endif
