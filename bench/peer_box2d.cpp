// Box2D: the manifold of a circle and an edge, the contact with which its worlds work. Its numbers
// are floats. The edge has no skin here, so that only rounding makes the answers differ. Room:
// bench.
#include "box2d.h"
#include "peer.h"

namespace bench {
namespace {

struct item {
    b2EdgeShape wall;
    b2CircleShape disc;
};

item make(const pair &p) {
    item made;
    made.wall.SetTwoSided(single({p.ax, p.ay}), single({p.bx, p.by}));
    made.wall.m_radius = 0.0F;
    made.disc.m_p = single({p.cx, p.cy});
    made.disc.m_radius = static_cast<float>(p.r);
    return made;
}

} // namespace

std::unique_ptr<pair_task> box2d_manifold(const std::vector<pair> &pairs) {
    b2Transform nowhere;
    nowhere.SetIdentity();
    return make_task(pairs, make, [nowhere](const item &i) {
        b2Manifold manifold;
        manifold.pointCount = 0;
        b2CollideEdgeAndCircle(&manifold, &i.wall, nowhere, &i.disc, nowhere);
        return manifold.pointCount > 0;
    });
}

} // namespace bench
