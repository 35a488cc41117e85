// Boost.Geometry: comparable_distance(point, segment) against the square of the radius, all in
// double. Room: bench.
#include <boost/geometry/algorithms/comparable_distance.hpp>
#include <boost/geometry/core/cs.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/segment.hpp>
#include <boost/geometry/strategies/strategies.hpp>

#include "peer.h"

namespace bench {
namespace {

using point = boost::geometry::model::d2::point_xy<double>;
using segment = boost::geometry::model::segment<point>;

struct item {
    point center;
    segment wall;
    double radius;
};

} // namespace

std::unique_ptr<pair_task> boost_comparable(const std::vector<pair> &pairs) {
    return make_task(
        pairs,
        [](const pair &p) {
            return item{point(p.cx, p.cy), segment(point(p.ax, p.ay), point(p.bx, p.by)), p.r};
        },
        [](const item &i) {
            return boost::geometry::comparable_distance(i.center, i.wall) <= i.radius * i.radius;
        });
}

} // namespace bench
