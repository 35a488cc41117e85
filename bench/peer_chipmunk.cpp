// Chipmunk: cpShapeSegmentQuery against a segment shape of the wall's radius, with the circle's
// radius as that of the query. Its numbers are doubles. Layer: bench.
#include <chipmunk/chipmunk.h>

#include "peer.h"

namespace bench {
namespace {

struct free_body {
    void operator()(cpBody *body) const {
        cpBodyFree(body);
    }
};
struct free_shape {
    void operator()(cpShape *shape) const {
        cpShapeFree(shape);
    }
};

struct item {
    std::unique_ptr<cpShape, free_shape> wall;
    cpVect start, end;
    cpFloat radius;
};

} // namespace

std::unique_ptr<sweep_task> chipmunk_query(const std::vector<sweep> &sweeps) {
    // A shape needs a body; this one is at the origin. The query owns it.
    const std::shared_ptr<cpBody> ground(cpBodyNewStatic(), free_body());
    return make_task(
        sweeps,
        [&ground](const sweep &s) {
            std::unique_ptr<cpShape, free_shape> wall(
                cpSegmentShapeNew(ground.get(), cpv(s.ax, s.ay), cpv(s.bx, s.by), s.wr));
            cpShapeCacheBB(wall.get()); // places the shape in the world
            return item{std::move(wall), cpv(s.cx, s.cy), cpv(s.cx + s.vx, s.cy + s.vy), s.r};
        },
        [ground](const item &i) {
            cpSegmentQueryInfo info;
            const bool hit =
                cpShapeSegmentQuery(i.wall.get(), i.start, i.end, i.radius, &info) == cpTrue;
            return hit ? info.alpha : no_contact;
        });
}

} // namespace bench
