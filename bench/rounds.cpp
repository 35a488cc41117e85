// The clocks and the medians. Room: bench.
#include "rounds.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <ctime>

namespace bench {

double seconds_of(const std::function<void()> &work, stopwatch by) {
    using clock = std::chrono::steady_clock;
    const clock::time_point start = clock::now();
    const std::clock_t spent = std::clock();
    work();
    if (by == stopwatch::wall)
        return std::chrono::duration<double>(clock::now() - start).count();
    return static_cast<double>(std::clock() - spent) / static_cast<double>(CLOCKS_PER_SEC);
}

timing timing_of(std::vector<double> seconds) {
    std::sort(seconds.begin(), seconds.end());
    const std::size_t n = seconds.size();
    double sum = 0.0, squares = 0.0;
    for (const double s : seconds)
        sum += s;
    const double mean = sum / static_cast<double>(n);
    for (const double s : seconds)
        squares += (s - mean) * (s - mean);
    const double deviation = n > 1 ? std::sqrt(squares / static_cast<double>(n - 1)) : 0.0;
    return {0.5 * (seconds[(n - 1) / 2] + seconds[n / 2]), 100.0 * deviation / mean};
}

std::vector<timing> time_in_rounds(const std::vector<std::function<void()>> &works, int rounds,
                                   stopwatch by) {
    std::vector<std::vector<double>> seconds(works.size());
    for (int round = 0; round < rounds; round++)
        for (std::size_t i = 0; i < works.size(); i++)
            seconds[i].push_back(seconds_of(works[i], by));
    std::vector<timing> timings;
    for (const std::vector<double> &s : seconds)
        timings.push_back(timing_of(s));
    return timings;
}

} // namespace bench
