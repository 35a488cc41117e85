// Common parts of the scene benchmarks: the output of results, and a scene of one size with its
// peers. Layer: bench.
#ifndef BENCH_SCENE_BENCH_H
#define BENCH_SCENE_BENCH_H

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "peer_carom_scene.h"
#include "rounds.h"
#include "scene_peer.h"

namespace bench {

/// A line of the results. scene_report.py lists the measures and their units.
struct result {
    std::string measure, set;
    std::size_t walls;
    std::string peer;
    double value;
    double spread = 0.0;
    /// The number of circles, casts or balls, and the number of answers: pairs, hits, escaped
    /// balls.
    std::size_t asked = 0;
    long answers = 0;
    /// For casts: contacts missed, false contacts, and contacts late by more than a tenth of the
    /// radius.
    long missed = 0, made_up = 0, late = 0;
};

/// Writes results as CSV, and records whether the peers that must agree did.
class results {
  public:
    explicit results(std::FILE *out);
    void add(const result &line);
    /// Prints on standard error which peer failed in what.
    void disagree(const std::string &who, const std::string &what);
    bool all_agreed() const {
        return agreed;
    }

  private:
    std::FILE *file;
    bool agreed = true;
};

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
