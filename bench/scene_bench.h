// Common parts of the scene benchmarks: a scene of one size with its peers. Room: bench.
#ifndef BENCH_SCENE_BENCH_H
#define BENCH_SCENE_BENCH_H

#include <memory>
#include <string>
#include <vector>

#include "peer_carom_scene.h"
#include "results.h"
#include "rounds.h"
#include "scene_peer.h"

namespace bench {

/// An index that has been built.
struct built_peer {
    std::string name;
    std::unique_ptr<scene_index> index;
};

/// Walls, the indices over them, and circles to ask about.
struct stage {
    std::string set;
    walls all;
    circles around;
    std::vector<built_peer> peers;
    const carom_index *carom = nullptr;
};

/// The same queries to all peers that answer them, in rounds.
void time_touching(results &out, const stage &on);
void time_first(results &out, const stage &on);
void time_nearest(results &out, const stage &on);

/// Carom's batches: in Hilbert order, with the time of ordering; and divided between two threads.
void time_batches(results &out, const stage &on);
void time_cast_batches(results &out, const stage &on);
void time_threads(results &out, const stage &on);

/// Fans of 360 rays, and of beams with a radius, against a loop of single casts and Box2D's ray
/// casts.
void time_fans(results &out, const stage &on);

/// Balls moving among walls, in Carom and in two physics engines.
void time_moving(results &out);

} // namespace bench

#endif
