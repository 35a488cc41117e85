// Box2D 2.4: its dynamic tree of boxes.
//
// A b2World casts no circles, and its queries cost more than the tree itself. So the tree is
// queried directly, as users do who cast shapes: boxes first, then the leaf test of the other peers
// for touching walls and b2TimeOfImpact for first hits. The tree widens its boxes by 0.1. For casts
// they are also widened by the largest radius, because a ray through the tree has no radius. Its
// numbers are floats. Room: bench.
#include <box2d/b2_time_of_impact.h>

#include <cstdint>

#include "box2d.h"
#include "scene_peer.h"

namespace bench {
namespace {

b2RayCastInput ray_along(carom_vec2 from, carom_vec2 move) {
    b2RayCastInput ray;
    ray.p1 = single(from);
    ray.p2 = single(carom_vec2_add(from, move));
    ray.maxFraction = 1.0F;
    return ray;
}

b2AABB box_of(const plain_wall &w) {
    const b2Vec2 a = single(w.a), b = single(w.b);
    b2AABB box;
    box.lowerBound = b2Min(a, b);
    box.upperBound = b2Max(a, b);
    return box;
}

std::uint32_t number_of(const b2DynamicTree &tree, int32 node) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(tree.GetUserData(node)));
}

void fill(b2DynamicTree &tree, const std::vector<plain_wall> &kept, float margin) {
    for (std::size_t i = 0; i < kept.size(); i++) {
        b2AABB box = box_of(kept[i]);
        box.lowerBound -= b2Vec2(margin, margin);
        box.upperBound += b2Vec2(margin, margin);
        tree.CreateProxy(box, reinterpret_cast<void *>(i));
    }
}

struct touch_lister {
    const b2DynamicTree &tree;
    const std::vector<plain_wall> &kept;
    carom_circle circle;
    std::vector<std::uint32_t> found;

    bool QueryCallback(int32 node) {
        const std::uint32_t number = number_of(tree, node);
        if (naive_touches(circle, kept[number]))
            found.push_back(number);
        return true;
    }
};

class box2d_tree final : public scene_index, public lists_touching {
  public:
    explicit box2d_tree(const walls &all) : kept(plain(all)) {
        fill(tree, kept, 0.0F);
    }
    long touching(const carom_circle *asked, std::size_t count) const override {
        touch_lister lister{tree, kept, {}, {}};
        long total = 0;
        for (std::size_t i = 0; i < count; i++) {
            const carom_circle c = asked[i];
            b2AABB around;
            around.lowerBound = single({c.center.x - c.radius, c.center.y - c.radius});
            around.upperBound = single({c.center.x + c.radius, c.center.y + c.radius});
            lister.circle = c;
            lister.found.clear();
            tree.Query(&lister, around);
            total += static_cast<long>(lister.found.size());
        }
        return total;
    }

  private:
    std::vector<plain_wall> kept;
    b2DynamicTree tree;
};

constexpr float widest = 0.3F;

/// Called for every box that a ray through the tree meets. Computes the time of impact with the
/// wall in it, and keeps the earliest.
struct first_finder {
    const b2DynamicTree &tree;
    const std::vector<plain_wall> &kept;
    b2CircleShape ball;
    b2Sweep path;
    float earliest;
    bool met;

    float RayCastCallback(const b2RayCastInput &, int32 node) {
        const plain_wall &w = kept[number_of(tree, node)];
        b2EdgeShape edge;
        edge.SetTwoSided(single(w.a), single(w.b));
        b2TOIInput input;
        input.proxyA.Set(&edge, 0);
        input.proxyB.Set(&ball, 0);
        input.sweepA.localCenter.SetZero();
        input.sweepA.c0.SetZero();
        input.sweepA.c.SetZero();
        input.sweepA.a0 = input.sweepA.a = input.sweepA.alpha0 = 0.0F;
        input.sweepB = path;
        input.tMax = earliest;
        b2TOIOutput output;
        b2TimeOfImpact(&output, &input);
        if (output.state == b2TOIOutput::e_touching || output.state == b2TOIOutput::e_overlapped) {
            met = true;
            earliest = output.state == b2TOIOutput::e_touching ? output.t : 0.0F;
        }
        return earliest; // ends the ray at this fraction; 0 stops the query
    }
};

class box2d_casts final : public scene_index, public finds_first {
  public:
    explicit box2d_casts(const walls &all) : kept(plain(all)) {
        fill(tree, kept, widest);
    }
    void first(const casts &all, std::size_t count, double *times) const override {
        first_finder finder{tree, kept, {}, {}, 1.0F, false};
        for (std::size_t i = 0; i < count; i++) {
            const cast &c = all[i];
            const b2RayCastInput ray = ray_along(c.circle.center, c.move);
            finder.ball.m_radius = static_cast<float>(c.circle.radius);
            finder.path.localCenter.SetZero();
            finder.path.c0 = ray.p1;
            finder.path.c = ray.p2;
            finder.path.a0 = finder.path.a = finder.path.alpha0 = 0.0F;
            finder.earliest = 1.0F;
            finder.met = false;
            tree.RayCast(&finder, ray);
            times[i] = finder.met ? static_cast<double>(finder.earliest) : -1.0;
        }
    }

  private:
    std::vector<plain_wall> kept;
    b2DynamicTree tree;
};

/// Called for every box that a ray meets. Keeps the earliest hit with the edge in it.
struct ray_finder {
    const b2DynamicTree &tree;
    const std::vector<b2EdgeShape> &edges;
    float earliest;
    bool met;

    float RayCastCallback(const b2RayCastInput &ray, int32 node) {
        b2Transform still;
        still.SetIdentity();
        b2RayCastOutput found;
        if (edges[number_of(tree, node)].RayCast(&found, ray, still, 0)) {
            met = true;
            earliest = found.fraction;
            return earliest;
        }
        return -1.0F; // goes on
    }
};

class box2d_rays final : public scene_index, public casts_rays {
  public:
    explicit box2d_rays(const walls &all) : edges(all.size()) {
        fill(tree, plain(all), 0.0F);
        for (std::size_t i = 0; i < all.size(); i++)
            edges[i].SetTwoSided(single(all[i].a), single(all[i].b));
    }
    void rays(carom_vec2 from, const std::vector<carom_vec2> &moves, double *times) const override {
        ray_finder finder{tree, edges, 1.0F, false};
        for (std::size_t i = 0; i < moves.size(); i++) {
            const b2RayCastInput ray = ray_along(from, moves[i]);
            finder.met = false;
            tree.RayCast(&finder, ray);
            times[i] = finder.met ? static_cast<double>(finder.earliest) : -1.0;
        }
    }

  private:
    std::vector<b2EdgeShape> edges;
    b2DynamicTree tree;
};

} // namespace

std::unique_ptr<scene_index> make_box2d_rays(const walls &all) {
    return std::make_unique<box2d_rays>(all);
}

std::unique_ptr<scene_index> make_box2d_tree(const walls &all) {
    return std::make_unique<box2d_tree>(all);
}

std::unique_ptr<scene_index> make_box2d_casts(const walls &all) {
    return std::make_unique<box2d_casts>(all);
}

} // namespace bench
