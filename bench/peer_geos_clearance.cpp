// GEOS: the distance of two segments in doubles. Room: bench.
#include <geos/algorithm/Distance.h>
#include <geos/geom/Coordinate.h>

#include "clearance.h"

namespace bench {

long geos_within(const std::vector<track_pair> &pairs, const std::vector<bool> &truth,
                 long &wrong) {
    using geos::geom::Coordinate;
    long within = 0;
    for (std::size_t i = 0; i < pairs.size(); i++) {
        const track &p = pairs[i].first, &q = pairs[i].second;
        const double distance = geos::algorithm::Distance::segmentToSegment(
            Coordinate(p.ax, p.ay), Coordinate(p.bx, p.by), Coordinate(q.ax, q.ay),
            Coordinate(q.bx, q.by));
        const bool is_within = distance <= p.radius + q.radius + pairs[i].gap;
        within += is_within ? 1 : 0;
        wrong += !truth.empty() && truth[i] != is_within ? 1 : 0;
    }
    return within;
}

} // namespace bench
