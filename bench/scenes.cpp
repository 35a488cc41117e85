// The benchmarks of scenes: walls from a thousand to ten million, Carom and its peers on the same
// data. Usage: bench_scenes FILE.csv [LARGEST]
//
// Sizes are run one after the other, so that only one is in memory at a time. Every peer's index is
// built at least twice: first to measure its memory, then to time the build. Then all peers are
// asked in rounds. Sizes above LARGEST (default 10000000) are left out. Exit status 1 if peers that
// must agree do not. Room: bench.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "memory_watch.h"
#include "scene_bench.h"

namespace bench {

namespace {

struct known_peer {
    const char *name;
    index_maker make;
    /// Larger scenes take gigabytes or minutes.
    std::size_t most_walls;
};

constexpr known_peer known_peers[] = {
    {"carom", make_carom_scene, 10000000},
    {"grid", make_grid, 1000000},
    {"boost_boxes", make_boost_boxes, 10000000},
    {"boost_segments", make_boost_segments, 1000000},
    {"geos", make_geos_tree, 1000000},
    {"chipmunk_tree", make_chipmunk_tree, 1000000},
    {"chipmunk_hash", make_chipmunk_hash, 1000000},
    {"box2d_tree", make_box2d_tree, 1000000},
    {"box2d_casts", make_box2d_casts, 1000000},
    {"box2d_rays", make_box2d_rays, 1000000},
};

// Builds it repeatedly for half a second, at most five times. Keeps the last one.
timing time_building(const known_peer &peer, const walls &all,
                     std::unique_ptr<scene_index> &index) {
    std::vector<double> seconds;
    double sum = 0.0;
    while (seconds.empty() || (sum < 0.5 && seconds.size() < 5)) {
        index.reset();
        seconds.push_back(seconds_of([&] { index = peer.make(all); }));
        sum += seconds.back();
    }
    return timing_of(seconds);
}

void build(results &out, stage &on, const known_peer &peer) {
    memory_watch_start();
    std::unique_ptr<scene_index> index = peer.make(on.all);
    const memory_use memory = memory_watch_stop();
    const timing took = time_building(peer, on.all, index);
    const std::size_t n = on.all.size();
    const auto line = [&](const char *measure, double value, double spread) {
        result r{};
        r.measure = measure;
        r.set = on.set;
        r.walls = n;
        r.peer = peer.name;
        r.value = value;
        r.spread = spread;
        out.add(r);
    };
    line("build", took.median, took.spread);
    line("bytes", static_cast<double>(memory.kept) / static_cast<double>(n), 0.0);
    line("peak", static_cast<double>(memory.peak) / static_cast<double>(n), 0.0);
    on.peers.push_back({peer.name, std::move(index)});
}

void build_all(results &out, stage &on, const std::function<bool(const std::string &)> &wanted) {
    for (const known_peer &peer : known_peers)
        if (on.all.size() <= peer.most_walls && wanted(peer.name))
            build(out, on, peer);
    on.carom = static_cast<const carom_index *>(on.peers.front().index.get());
}

void run_uniform(results &out, std::size_t n) {
    stage on;
    on.set = "uniform";
    on.all = uniform_walls(n);
    on.around = circles_among(n, std::min<std::size_t>(std::max<std::size_t>(n, 100000), 1000000));
    build_all(out, on, [](const std::string &) { return true; });
    time_touching(out, on);
    time_first(out, on);
    time_nearest(out, on);
    time_batches(out, on);
    time_cast_batches(out, on);
    time_fans(out, on);
    if (n == 1000000)
        time_threads(out, on);
}

void run_coast(results &out, std::size_t n) {
    stage on;
    on.set = "coast";
    on.all = coast_walls(n);
    on.around = circles_on_coast(on.all, n);
    // A uniform grid does not suit these walls, and the game engines are measured above.
    build_all(out, on, [](const std::string &name) {
        return name == "carom" || name == "geos" || name.compare(0, 5, "boost") == 0;
    });
    time_touching(out, on);
    time_nearest(out, on);
    time_batches(out, on);
}

} // namespace
} // namespace bench

int main(int argc, char **argv) {
    if (argc != 2 && argc != 3) {
        std::fprintf(stderr, "usage: bench_scenes FILE.csv [LARGEST]\n");
        return 2;
    }
    const std::size_t largest = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 10000000;
    bench::results out(argv[1]);
    for (std::size_t n = 1000; n <= largest && n <= 10000000; n *= 10)
        bench::run_uniform(out, n);
    bench::run_coast(out, std::min<std::size_t>(largest, 1000000));
    bench::time_moving(out);
    return out.all_agreed() ? 0 : 1;
}
