// The shipped levels: every circle against every wall, yes or no, as `carom hits` asks it.
//
// The files are this repository's own, so the reader knows their shape: a header line, commas,
// numbers, no quotes. Layer: bench.
#include <benchmark/benchmark.h>

#include <boost/geometry/algorithms/comparable_distance.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/segment.hpp>
#include <boost/geometry/strategies/strategies.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "carom/carom.h"
#include "peer.h"

namespace bench {
namespace {

using point = boost::geometry::model::d2::point_xy<double>;
using segment = boost::geometry::model::segment<point>;

std::vector<std::string> fields(const std::string &line) {
    std::vector<std::string> all;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, ',');)
        all.push_back(field);
    return all;
}

// The named columns of a file, row by row; empty if it can't be read or lacks one.
std::vector<std::vector<double>> read(const std::string &path,
                                      const std::vector<std::string> &names) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> header = fields(line);
    std::vector<std::size_t> columns;
    for (const std::string &name : names)
        for (std::size_t i = 0; i < header.size(); i++)
            if (header[i] == name)
                columns.push_back(i);
    std::vector<std::vector<double>> rows;
    while (columns.size() == names.size() && std::getline(in, line)) {
        const std::vector<std::string> row = fields(line);
        std::vector<double> numbers;
        for (const std::size_t column : columns)
            if (column < row.size())
                numbers.push_back(std::strtod(row[column].c_str(), nullptr));
        if (numbers.size() == names.size())
            rows.push_back(numbers);
    }
    return rows;
}

struct level {
    std::vector<carom_circle> circles;
    std::vector<carom_wall> walls;
    std::vector<point> points;
    std::vector<segment> segments;
};

std::shared_ptr<const level> load(const std::string &name) {
    const std::string stem = std::string(BENCH_LEVELS) + "/" + name;
    auto built = std::make_shared<level>();
    for (const auto &c : read(stem + "_circles.csv", {"cx", "cy", "r"})) {
        built->circles.push_back(carom_circle_make({c[0], c[1]}, c[2]));
        built->points.emplace_back(c[0], c[1]);
    }
    for (const auto &w : read(stem + "_walls.csv", {"ax", "ay", "bx", "by"})) {
        built->walls.push_back(carom_segment({w[0], w[1]}, {w[2], w[3]}));
        built->segments.emplace_back(point(w[0], w[1]), point(w[2], w[3]));
    }
    return built;
}

long hits_carom(const level &level) {
    long hits = 0;
    for (const carom_circle &circle : level.circles)
        for (const carom_wall &wall : level.walls)
            hits += carom_circle_touches(circle, wall) ? 1 : 0;
    return hits;
}

long hits_boost(const level &level) {
    long hits = 0;
    for (std::size_t i = 0; i < level.points.size(); i++) {
        const double r2 = level.circles[i].radius * level.circles[i].radius;
        for (const segment &wall : level.segments)
            hits += boost::geometry::comparable_distance(level.points[i], wall) <= r2 ? 1 : 0;
    }
    return hits;
}

void add(const std::string &name, std::shared_ptr<const level> level,
         long (*count)(const struct level &)) {
    benchmark::RegisterBenchmark(name.c_str(), [level, count](benchmark::State &state) {
        long hits = 0;
        for (auto _ : state) {
            hits = count(*level);
            benchmark::DoNotOptimize(hits);
        }
        const double circles = static_cast<double>(level->circles.size());
        const double walls = static_cast<double>(level->walls.size());
        state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(circles * walls));
        state.counters["hits"] = static_cast<double>(hits);
        state.counters["circles"] = circles;
        state.counters["walls"] = walls;
    });
}

} // namespace

bool register_levels() {
    for (const char *name : {"freedoom1_e1m2", "freedoom2_map12"}) {
        const std::shared_ptr<const level> level = load(name);
        if (level->circles.empty() || level->walls.empty()) {
            std::fprintf(stderr, "bench: can't read the level %s\n", name);
            return false;
        }
        add(std::string("level/") + name + "/carom_touches", level, hits_carom);
        add(std::string("level/") + name + "/boost", level, hits_boost);
    }
    return true;
}

} // namespace bench
