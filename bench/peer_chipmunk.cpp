// Chipmunk: cpShapesCollide of a circle and a segment, the contact with which its spaces work; and
// cpShapeSegmentQuery against a segment shape of the wall's radius, with the circle's radius as
// that of the query. Its numbers are doubles. Room: bench.
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

using shape = std::unique_ptr<cpShape, free_shape>;

struct still_item {
    shape wall, disc;
};

struct moving_item {
    shape wall;
    cpVect start, end;
    cpFloat radius;
};

// A shape needs a body; this one is at the origin. The question owns it.
std::shared_ptr<cpBody> make_ground() {
    return {cpBodyNewStatic(), free_body()};
}

// Owns a new shape and places it in the world.
shape placed(cpShape *made) {
    cpShapeCacheBB(made);
    return shape(made);
}

} // namespace

std::unique_ptr<pair_task> chipmunk_collide(const std::vector<pair> &pairs) {
    const std::shared_ptr<cpBody> ground = make_ground();
    return make_task(
        pairs,
        [&ground](const pair &p) {
            return still_item{
                placed(cpSegmentShapeNew(ground.get(), cpv(p.ax, p.ay), cpv(p.bx, p.by), 0.0)),
                placed(cpCircleShapeNew(ground.get(), p.r, cpv(p.cx, p.cy)))};
        },
        [ground](const still_item &i) {
            return cpShapesCollide(i.disc.get(), i.wall.get()).count > 0;
        });
}

std::unique_ptr<sweep_task> chipmunk_query(const std::vector<sweep> &sweeps) {
    const std::shared_ptr<cpBody> ground = make_ground();
    return make_task(
        sweeps,
        [&ground](const sweep &s) {
            return moving_item{
                placed(cpSegmentShapeNew(ground.get(), cpv(s.ax, s.ay), cpv(s.bx, s.by), s.wr)),
                cpv(s.cx, s.cy), cpv(s.cx + s.vx, s.cy + s.vy), s.r};
        },
        [ground](const moving_item &i) {
            cpSegmentQueryInfo info;
            const bool hit =
                cpShapeSegmentQuery(i.wall.get(), i.start, i.end, i.radius, &info) == cpTrue;
            return hit ? info.alpha : no_contact;
        });
}

} // namespace bench
