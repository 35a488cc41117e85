// The test most programs write: clamp the parameter, compare squares, all in double. Layer: bench.
#include "peer.h"

namespace bench {

std::unique_ptr<task> naive_clamp(const std::vector<pair> &pairs) {
    return make_task(
        pairs, [](const pair &p) { return p; },
        [](const pair &p) {
            const double ux = p.bx - p.ax, uy = p.by - p.ay, wx = p.cx - p.ax, wy = p.cy - p.ay;
            const double along = (wx * ux + wy * uy) / (ux * ux + uy * uy);
            const double t = along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
            const double dx = wx - t * ux, dy = wy - t * uy;
            return dx * dx + dy * dy <= p.r * p.r;
        });
}

} // namespace bench
