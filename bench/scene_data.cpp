// The makers of the scenes' walls and queries. Room: bench.
#include "scene_data.h"

#include <cmath>

#include "random_source.h"

namespace bench {
namespace {

constexpr double full_turn = 6.283185307179586;
// At density 1 and mean length 1 a circle touches pi r^2 + 2 r walls: two.
constexpr double radius_of_two = 0.5407;

carom_vec2 random_point(random_source &random, double side) {
    const double x = random.within(0.0, side);
    return {x, random.within(0.0, side)};
}

carom_vec2 random_turn(random_source &random, double length) {
    const double angle = random.within(0.0, full_turn);
    return {length * std::cos(angle), length * std::sin(angle)};
}

// Inserts a point between every two points of a closed shore, off by up to a quarter of their
// distance. The length of the curve grows without limit.
std::vector<carom_vec2> refined(const std::vector<carom_vec2> &shore, random_source &random) {
    std::vector<carom_vec2> finer;
    finer.reserve(2 * shore.size());
    for (std::size_t i = 0; i < shore.size(); i++) {
        const carom_vec2 p = shore[i], q = shore[(i + 1) % shore.size()];
        const carom_vec2 u = carom_vec2_sub(q, p);
        const double off = random.within(-0.25, 0.25);
        finer.push_back(p);
        finer.push_back({p.x + 0.5 * u.x - off * u.y, p.y + 0.5 * u.y + off * u.x});
    }
    return finer;
}

std::vector<carom_vec2> random_shore(random_source &random, double side, double size, int levels) {
    const carom_vec2 c = random_point(random, side);
    std::vector<carom_vec2> shore = {{c.x - size, c.y - size},
                                     {c.x + size, c.y - size},
                                     {c.x + size, c.y + size},
                                     {c.x - size, c.y + size}};
    for (int level = 0; level < levels; level++)
        shore = refined(shore, random);
    return shore;
}

} // namespace

walls uniform_walls(std::size_t count) {
    random_source random(40);
    const double side = std::sqrt(static_cast<double>(count));
    walls all;
    all.reserve(count);
    while (all.size() < count) {
        const carom_vec2 a = random_point(random, side);
        all.push_back(
            carom_segment(a, carom_vec2_add(a, random_turn(random, random.within(0.5, 1.5)))));
    }
    return all;
}

walls coast_walls(std::size_t count) {
    random_source random(41);
    const double side = std::sqrt(static_cast<double>(count));
    int levels = 0; // of the largest island, which gets half of the segments
    while ((std::size_t{8} << (levels + 1)) <= count)
        levels++;
    walls all;
    all.reserve(count);
    double size = 0.2 * side;
    // Islands a quarter as long and less than half as wide, twice as many of them each time.
    for (std::size_t islands = 1; all.size() < count; islands *= 2) {
        for (std::size_t i = 0; i < islands; i++) {
            const std::vector<carom_vec2> shore = random_shore(random, side, size, levels);
            for (std::size_t k = 0; k < shore.size() && all.size() < count; k++)
                all.push_back(carom_segment(shore[k], shore[(k + 1) % shore.size()]));
        }
        levels = levels > 2 ? levels - 2 : 0;
        size *= 0.4;
    }
    return all;
}

circles circles_among(std::size_t wall_count, std::size_t count) {
    random_source random(42);
    const double side = std::sqrt(static_cast<double>(wall_count));
    circles all;
    all.reserve(count);
    while (all.size() < count)
        all.push_back(carom_circle_make(random_point(random, side), radius_of_two));
    return all;
}

circles circles_on_coast(const walls &coast, std::size_t count) {
    random_source random(43);
    circles all;
    all.reserve(count);
    while (all.size() < count) {
        const double place = random.within(0.0, static_cast<double>(coast.size()));
        const carom_wall &wall = coast[static_cast<std::size_t>(place)];
        const carom_vec2 u = carom_vec2_sub(wall.b, wall.a);
        const double radius = 0.75 * std::hypot(u.x, u.y), t = random.within(0.0, 1.0);
        const carom_vec2 off = random_turn(random, random.within(0.0, radius));
        all.push_back(
            carom_circle_make({wall.a.x + t * u.x + off.x, wall.a.y + t * u.y + off.y}, radius));
    }
    return all;
}

casts casts_among(std::size_t wall_count, std::size_t count) {
    random_source random(44);
    const double side = std::sqrt(static_cast<double>(wall_count));
    casts all;
    all.reserve(count);
    while (all.size() < count) {
        const carom_vec2 from = random_point(random, side);
        const double radius = random.within(0.05, 0.3);
        all.push_back(
            {carom_circle_make(from, radius), random_turn(random, random.within(2.0, 10.0))});
    }
    return all;
}

} // namespace bench
