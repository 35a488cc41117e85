// Millions of walls, and circles and casts as queries. Room: bench.
//
// Walls are about one mean spacing long, so a square of side sqrt(n) contains n of them. Every set
// has its own random streams and depends only on its size.
#ifndef BENCH_SCENE_DATA_H
#define BENCH_SCENE_DATA_H

#include <cstddef>
#include <vector>

#include "carom/carom.h"

namespace bench {

using circles = std::vector<carom_circle>;
using walls = std::vector<carom_wall>;

/// A circle to be cast.
struct cast {
    carom_circle circle;
    carom_vec2 move;
};
using casts = std::vector<cast>;

/// Segments of length 1/2 to 3/2 anywhere in the square [0, sqrt(count))^2, in no order.
walls uniform_walls(std::size_t count);

/// Islands with fractal shores, from half of all segments down to four, in the order along the
/// shores. There are many tiny segments in few places; most of the square is empty.
walls coast_walls(std::size_t count);

/// Circles anywhere in the square of `wall_count` uniform walls, of the radius that touches two of
/// them on average.
circles circles_among(std::size_t wall_count, std::size_t count);

/// Circles on the shores, each half as wide again as the segment it is on is long: about two touch.
circles circles_on_coast(const walls &coast, std::size_t count);

/// Casts over 2 to 10 units of circles of radius 0.05 to 0.3. Some start in a wall.
casts casts_among(std::size_t wall_count, std::size_t count);

} // namespace bench

#endif
