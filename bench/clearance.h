// Pairs of thick segments as plain numbers, and peers that ask whether their gap is at most a
// number. Room: bench.
#ifndef BENCH_CLEARANCE_H
#define BENCH_CLEARANCE_H

#include <vector>

namespace bench {

/// A segment with a radius.
struct track {
    double ax, ay, bx, by, radius;
};

struct track_pair {
    track first, second;
    double gap;
};

/// GEOS: Distance::segmentToSegment of its C++ interface against the sum of radii and gap. How many
/// are within; `wrong` counts those where `truth` says otherwise, if it is not empty.
long geos_within(const std::vector<track_pair> &pairs, const std::vector<bool> &truth, long &wrong);

} // namespace bench

#endif
