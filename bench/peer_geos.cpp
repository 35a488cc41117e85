// GEOS: Distance::pointToSegment of its C++ interface against the radius. Its geometry objects
// would only add to the cost. Room: bench.
#include <geos/algorithm/Distance.h>
#include <geos/geom/Coordinate.h>

#include "peer.h"

namespace bench {
namespace {

using geos::geom::Coordinate;

struct item {
    Coordinate center, a, b;
    double radius;
};

} // namespace

std::unique_ptr<pair_task> geos_distance(const std::vector<pair> &pairs) {
    return make_task(
        pairs,
        [](const pair &p) {
            return item{Coordinate(p.cx, p.cy), Coordinate(p.ax, p.ay), Coordinate(p.bx, p.by),
                        p.r};
        },
        [](const item &i) {
            return geos::algorithm::Distance::pointToSegment(i.center, i.a, i.b) <= i.radius;
        });
}

} // namespace bench
