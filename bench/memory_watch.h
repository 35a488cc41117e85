// How much memory a piece of work takes from malloc, and how much of it stays. Room: bench.
#ifndef BENCH_MEMORY_WATCH_H
#define BENCH_MEMORY_WATCH_H

#include <cstddef>

namespace bench {

struct memory_use {
    /// Bytes more in use at the end than at the start, and at most in between.
    std::size_t kept, peak;
};

/// From start to stop all calls of malloc and its kin are counted, on one thread.
void memory_watch_start();
memory_use memory_watch_stop();

} // namespace bench

#endif
