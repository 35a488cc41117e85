// Starts google-benchmark. Adds compiler, flags, CPU, versions and seed to the report. Exit status
// 1 if peers that must agree do not. Room: bench.
#include <benchmark/benchmark.h>

#include <boost/version.hpp>
#include <chipmunk/chipmunk.h>

#include <fstream>
#include <string>

#include "carom/carom.h"
#include "peer.h"
#include "random_source.h"

namespace {

std::string cpu_model() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);)
        if (line.compare(0, 10, "model name") == 0)
            return line.substr(line.find(':') + 2);
    return "unknown";
}

#if defined(__clang__)
constexpr const char *compiler = "clang " __clang_version__;
#else
constexpr const char *compiler = "gcc " __VERSION__;
#endif

std::string boost_version() {
    return std::to_string(BOOST_VERSION / 100000) + "." +
           std::to_string(BOOST_VERSION / 100 % 1000) + "." + std::to_string(BOOST_VERSION % 100);
}

} // namespace

int main(int argc, char **argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::AddCustomContext("cpu", cpu_model());
    benchmark::AddCustomContext("compiler", compiler);
    benchmark::AddCustomContext("flags", BENCH_FLAGS);
    benchmark::AddCustomContext("seed", std::to_string(bench::seed));
    benchmark::AddCustomContext("carom", carom_version());
    benchmark::AddCustomContext("boost", boost_version());
    benchmark::AddCustomContext("geos", BENCH_GEOS);
    benchmark::AddCustomContext("cgal", BENCH_CGAL);
    benchmark::AddCustomContext("chipmunk", cpVersionString);
    benchmark::AddCustomContext("box2d", BENCH_BOX2D);
    const bool agreed = bench::register_pairs();
    const bool swept = bench::register_sweeps();
    const bool batched = bench::register_arrays();
    const bool complete = bench::register_levels();
    const bool moved = bench::register_movers();
    const bool walked = bench::register_characters();
    benchmark::RunSpecifiedBenchmarks();
    return agreed && swept && batched && complete && moved && walked ? 0 : 1;
}
