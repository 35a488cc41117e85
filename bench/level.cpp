// The shipped levels: every circle against every wall, yes or no, as `carom hits` asks it.
// Room: bench.
#include <boost/geometry/algorithms/comparable_distance.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/segment.hpp>
#include <boost/geometry/strategies/strategies.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "carom/carom.h"
#include "level_data.h"
#include "peer.h"
#include "timed.h"

namespace bench {
namespace {

using point = boost::geometry::model::d2::point_xy<double>;
using segment = boost::geometry::model::segment<point>;

struct level {
    std::vector<carom_circle> circles;
    std::vector<carom_wall> walls;
    std::vector<point> points;
    std::vector<segment> segments;
};

std::shared_ptr<const level> load(const std::string &name) {
    auto built = std::make_shared<level>();
    built->circles = level_circles(name);
    built->walls = level_walls(name);
    for (const carom_circle &c : built->circles)
        built->points.emplace_back(c.center.x, c.center.y);
    for (const carom_wall &w : built->walls)
        built->segments.emplace_back(point(w.a.x, w.a.y), point(w.b.x, w.b.y));
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
    const std::size_t circles = level->circles.size(), walls = level->walls.size();
    add_timed(name, circles * walls, "hits", [level, count] { return count(*level); },
              {{"circles", static_cast<double>(circles)}, {"walls", static_cast<double>(walls)}});
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
