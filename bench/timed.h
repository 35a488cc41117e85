// A benchmark of a loop that counts something. Room: bench.
#ifndef BENCH_TIMED_H
#define BENCH_TIMED_H

#include <benchmark/benchmark.h>

#include <map>
#include <string>

namespace bench {

/// Registers `run`, which asks about `items` at once and returns what the counter `counted` shows;
/// `shown` are further counters.
template <class Run>
void add_timed(const std::string &name, std::size_t items, const char *counted, Run run,
               const std::map<std::string, double> &shown) {
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State &state) {
        long count = 0;
        for (auto _ : state) {
            count = run();
            benchmark::DoNotOptimize(count);
        }
        state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(items));
        state.counters[counted] = static_cast<double>(count);
        for (const auto &[what, value] : shown)
            state.counters[what] = value;
    });
}

} // namespace bench

#endif
