// The shipped levels as Carom's shapes. Room: bench.
#ifndef BENCH_LEVEL_DATA_H
#define BENCH_LEVEL_DATA_H

#include <string>
#include <vector>

#include "carom/carom.h"

namespace bench {

/// The things of a level, by its name in levels/; empty if the file can't be read.
std::vector<carom_circle> level_circles(const std::string &level);

/// The walls of a level; empty if the file can't be read.
std::vector<carom_wall> level_walls(const std::string &level);

} // namespace bench

#endif
