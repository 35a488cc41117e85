// Runs a crowd scene in all engines and reports it. Room: bench.
#ifndef BENCH_CROWD_RUN_H
#define BENCH_CROWD_RUN_H

#include "crowd_world.h"
#include "results.h"

namespace bench {

struct crowd_engine {
    std::string name;
    make_world make;
};

/// Runs the scene once in each engine to count overlaps, and then `rounds` times, one engine after
/// the other in each round, for the times. Adds the lines of motion_report.py to `out`, and prints
/// one line for each phase. The first engine is Carom; it must not overlap anything.
void run_crowd(results &out, crowd_scene scene, const std::vector<crowd_engine> &engines,
               int rounds);

} // namespace bench

#endif
