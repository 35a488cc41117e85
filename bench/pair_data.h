// The data sets of the benchmark: circles and bare segments as plain numbers, from a fixed seed.
// Every peer builds its own types from these before the clock starts. Room: bench.
#ifndef BENCH_PAIR_DATA_H
#define BENCH_PAIR_DATA_H

#include <cstddef>
#include <vector>

namespace bench {

/// One circle and one segment.
struct pair {
    double cx, cy, r;
    double ax, ay, bx, by;
};

/// Centres and segments in a square of side 100, segments up to 40 long, radii within a factor of 3
/// of each other and such that `fraction` of the pairs touch.
std::vector<pair> generic_pairs(std::size_t count, double fraction);

/// Segments 10^6 to 10^8 radii long that pass near the circle; about a third touch.
std::vector<pair> needle_pairs(std::size_t count);

/// Exactly tangent, from Pythagorean triples, integers below 10^6: on the side, every third at an
/// end.
std::vector<pair> integer_ties(std::size_t count);

/// Full random mantissas in [0, 1000), the radius within 4 ulp of tangency, on the side or at an
/// end.
std::vector<pair> ulp_ties(std::size_t count);

/// Exactly tangent on the side, with exponents that span up to 600 bits within a pair.
std::vector<pair> span_ties(std::size_t count);

} // namespace bench

#endif
