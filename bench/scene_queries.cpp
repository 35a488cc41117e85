// Single queries in random order: touching walls, first hit, nearest walls.
//
// All peers get the same queries. Their answers are compared with Carom's before the clock
// starts. A slow peer is timed only on the first part of the queries. Room: bench.
#include <algorithm>
#include <cmath>
#include <functional>

#include "scene_bench.h"

namespace bench {
namespace {

constexpr std::size_t most_queries = 100000, most_casts = 50000, most_points = 20000;
constexpr int rounds = 7;

// The number of queries that take about a sixth of a second; `call` takes the count.
std::size_t count_for_a_round(std::size_t most, const std::function<void(std::size_t)> &ask) {
    const std::size_t few = most / 25;
    const double seconds = seconds_of([&] { ask(few); });
    const double affordable = static_cast<double>(few) * (1.0 / 6.0) / std::max(seconds, 1e-6);
    return affordable >= static_cast<double>(most)
               ? most
               : std::max(few, static_cast<std::size_t>(affordable));
}

/// One peer's part of the rounds.
struct contender {
    std::string name;
    std::size_t asked;
    std::function<void()> work;
    result line;
};

void run_rounds(results &out, std::vector<contender> &contenders) {
    std::vector<std::function<void()>> works;
    for (const contender &c : contenders)
        works.push_back(c.work);
    const std::vector<timing> timings = time_in_rounds(works, rounds);
    for (std::size_t i = 0; i < contenders.size(); i++) {
        result line = contenders[i].line;
        line.peer = contenders[i].name;
        line.asked = contenders[i].asked;
        line.value = 1e9 * timings[i].median / static_cast<double>(contenders[i].asked);
        line.spread = timings[i].spread;
        out.add(line);
    }
}

result line_of(const stage &on, const char *measure) {
    result line{};
    line.measure = measure;
    line.set = on.set;
    line.walls = on.all.size();
    return line;
}

// The errors of one peer's times of impact.
void compare(const std::vector<double> &times, const casts &all, const carom_scene *scene,
             result &line) {
    for (std::size_t i = 0; i < all.size(); i++) {
        const carom_sweep truth =
            carom_scene_sweep(scene, all[i].circle, all[i].move, nullptr).sweep;
        const bool hit = times[i] >= 0.0;
        const double length = std::hypot(all[i].move.x, all[i].move.y);
        line.answers += hit ? 1 : 0;
        line.missed += truth.kind >= CAROM_SWEEP_KIND_HIT && !hit ? 1 : 0;
        line.made_up += truth.kind == CAROM_SWEEP_KIND_MISS && hit ? 1 : 0;
        if (truth.kind >= CAROM_SWEEP_KIND_HIT && hit)
            line.late += (times[i] - truth.t) * length > 0.1 * all[i].circle.radius ? 1 : 0;
    }
}

} // namespace

void time_touching(results &out, const stage &on) {
    const carom_circle *first = on.around.data();
    const std::size_t most = std::min(most_queries, on.around.size());
    std::vector<contender> contenders;
    for (const built_peer &peer : on.peers) {
        const auto *index = dynamic_cast<const lists_touching *>(peer.index.get());
        if (index == nullptr)
            continue;
        const std::size_t count =
            count_for_a_round(most, [&](std::size_t n) { index->touching(first, n); });
        result line = line_of(on, "touching");
        line.answers = index->touching(first, count);
        if (line.answers != on.carom->touching(first, count))
            out.disagree(peer.name, on.set + " touching");
        contenders.push_back({peer.name, count, [=] { index->touching(first, count); }, line});
    }
    run_rounds(out, contenders);
}

void time_first(results &out, const stage &on) {
    const casts all = casts_among(on.all.size(), most_casts);
    std::vector<double> times(all.size());
    std::vector<contender> contenders;
    for (const built_peer &peer : on.peers) {
        const auto *index = dynamic_cast<const finds_first *>(peer.index.get());
        if (index == nullptr)
            continue;
        result line = line_of(on, "first");
        index->first(all, all.size(), times.data());
        compare(times, all, on.carom->scene(), line);
        const std::size_t count = count_for_a_round(
            all.size(), [&](std::size_t n) { index->first(all, n, times.data()); });
        contenders.push_back({peer.name, count,
                              [&all, &times, index, count] { //
                                  index->first(all, count, times.data());
                              },
                              line});
    }
    run_rounds(out, contenders);
}

void time_nearest(results &out, const stage &on) {
    circles points(on.around.begin(), on.around.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                              most_points, on.around.size())));
    for (carom_circle &point : points)
        point.radius = 0.0;
    for (const std::size_t k : {std::size_t{1}, std::size_t{8}}) {
        std::vector<contender> contenders;
        const double truth = on.carom->nearest(points, k);
        for (const built_peer &peer : on.peers) {
            const auto *index = dynamic_cast<const finds_nearest *>(peer.index.get());
            if (index == nullptr)
                continue;
            if (std::fabs(index->nearest(points, k) - truth) > 1e-9 * truth)
                out.disagree(peer.name, on.set + " nearest");
            contenders.push_back({peer.name, points.size(),
                                  [&points, index, k] { index->nearest(points, k); },
                                  line_of(on, k == 1 ? "nearest" : "nearest8")});
        }
        run_rounds(out, contenders);
    }
}

} // namespace bench
