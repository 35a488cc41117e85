// The sweeps of the benchmark: moving circles and thick segments as plain numbers, from a fixed
// seed. None starts overlapping the wall. Room: bench.
#ifndef BENCH_SWEEP_DATA_H
#define BENCH_SWEEP_DATA_H

#include <cstddef>
#include <vector>

namespace bench {

/// One circle, its displacement over the frame, and one segment with its radius.
struct sweep {
    double cx, cy, r;
    double vx, vy;
    double ax, ay, bx, by, wr;
};

/// Circles and segments anywhere in a square of side 100, like pairs without a broad phase:
/// segments up to 40 long, radii 0.5 to 1.5, moves up to 20.
std::vector<sweep> anywhere_sweeps(std::size_t count);

/// The sets below are aimed: the circle starts some radii from the wall and moves 1 to 10 units.
///
/// All miss, for four reasons: moving away, stopping short, passing beside, and crossing the line
/// of the wall beyond an end.
std::vector<sweep> missing_sweeps(std::size_t count);

/// All touch the side while moving in, at up to 80 degrees from the normal.
std::vector<sweep> side_sweeps(std::size_t count);

/// All touch an end while moving in.
std::vector<sweep> end_sweeps(std::size_t count);

/// Half miss, a quarter touches the side, a quarter an end; `thick` gives the walls a radius.
std::vector<sweep> mixed_sweeps(std::size_t count, bool thick);

/// All touch an end. They start inside the slab of half-width R around the wall's line, beyond that
/// end.
std::vector<sweep> slab_sweeps(std::size_t count);

/// All overlap the wall at the start, half at the side and half at an end, and move anywhere.
std::vector<sweep> overlapping_sweeps(std::size_t count);

/// Pass an end at R, to within 4 ulp.
std::vector<sweep> grazing_sweeps(std::size_t count);

/// Exact ties from Pythagorean triples: half pass an end at exactly R, half reach the side at
/// exactly the end of the move.
std::vector<sweep> tied_sweeps(std::size_t count);

} // namespace bench

#endif
