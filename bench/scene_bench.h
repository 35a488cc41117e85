// What the benchmarks of scenes share: where results go, and a scene of one size with its peers.
// Layer: bench.
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

/// A line of the results. The measures and their units are told in scene_report.py.
struct result {
    std::string measure, set;
    std::size_t walls;
    std::string peer;
    double value;
    double spread = 0.0;
    /// Circles, casts or balls asked about, and how many answers there were: pairs, hits, balls
    /// that got out.
    std::size_t asked = 0;
    long answers = 0;
    /// Of casts: contacts missed, made up, and seen late by more than a tenth of the radius.
    long missed = 0, made_up = 0, late = 0;
};

/// Writes results as CSV, and remembers whether peers that have to agree did.
class results {
  public:
    explicit results(std::FILE *out);
    void add(const result &line);
    /// Says on standard error who went wrong in what.
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

/// The same questions to all peers that answer them, in rounds.
void time_touching(results &out, const stage &on);
void time_first(results &out, const stage &on);
void time_nearest(results &out, const stage &on);

/// Carom's batches: in the order of a curve, that included; and shared by two threads.
void time_batches(results &out, const stage &on);
void time_cast_batches(results &out, const stage &on);
void time_threads(results &out, const stage &on);

/// Balls let loose among walls, in Carom and in two worlds.
void time_moving(results &out);

} // namespace bench

#endif
