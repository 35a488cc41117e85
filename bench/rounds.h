// Timing in rounds: every round runs each piece of work once, so that a temporary slowdown of the
// machine affects all equally. Room: bench.
//
// google-benchmark is used for small queries. It needs all of its benchmarks at once, but these
// need gigabytes one after the other.
#ifndef BENCH_ROUNDS_H
#define BENCH_ROUNDS_H

#include <functional>
#include <vector>

namespace bench {

/// Of several rounds, in seconds.
struct timing {
    double median = 0.0;
    /// Coefficient of variation, in percent.
    double spread = 0.0;
};

/// Wall-clock time, or the processor time of all threads of the program.
enum class stopwatch { wall, processor };

/// The seconds that one call takes.
double seconds_of(const std::function<void()> &work, stopwatch by = stopwatch::processor);

/// One timing for each piece of work.
std::vector<timing> time_in_rounds(const std::vector<std::function<void()>> &works, int rounds,
                                   stopwatch by = stopwatch::processor);

/// Of these seconds.
timing timing_of(std::vector<double> seconds);

} // namespace bench

#endif
