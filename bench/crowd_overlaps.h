// What overlaps in a crowd, by Carom's exact calls. Room: bench.
#ifndef BENCH_CROWD_OVERLAPS_H
#define BENCH_CROWD_OVERLAPS_H

#include "crowd_world.h"

namespace bench {

/// The slop of Box2D.
constexpr double allowed_depth = 0.005;

struct overlaps {
    /// Pairs of two balls, or of a ball and a wall, and those that overlap by more than the slop.
    long any = 0, deep = 0;
    /// Balls that have left the room.
    long outside = 0;
    double deepest = 0.0;
};

/// At the places that the engine has for its balls and moving walls.
overlaps count_overlaps(const crowd_scene &scene, const crowd_world &in);

} // namespace bench

#endif
