// A peer of the scene: an index over walls, and the queries it answers.
//
// An index has its own copy of the walls, so its memory is that of walls and index together. Each
// kind of query is an interface; an index implements those that its library answers. Every call
// asks about a whole array and writes each circle's walls to a list, as an application would.
// Room: bench.
#ifndef BENCH_SCENE_PEER_H
#define BENCH_SCENE_PEER_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "scene_data.h"

namespace bench {

class scene_index {
  public:
    virtual ~scene_index() = default;
};

class lists_touching {
  public:
    virtual ~lists_touching() = default;
    /// Lists the walls that touch each circle, one circle after the other: how many in all.
    virtual long touching(const carom_circle *asked, std::size_t count) const = 0;
};

class finds_first {
  public:
    virtual ~finds_first() = default;
    /// The time of impact of each of the first `count` casts, as a fraction of its path; negative
    /// if there is none.
    virtual void first(const casts &all, std::size_t count, double *times) const = 0;
};

class casts_rays {
  public:
    virtual ~casts_rays() = default;
    /// The time of impact of each ray from one place, as a fraction of its length; negative if
    /// there is none.
    virtual void rays(carom_vec2 from, const std::vector<carom_vec2> &moves,
                      double *times) const = 0;
};

class finds_nearest {
  public:
    virtual ~finds_nearest() = default;
    /// Lists the k walls nearest to each centre, nearest first: the sum of the last one's distance.
    virtual double nearest(const circles &all, std::size_t k) const = 0;
};

using index_maker = std::unique_ptr<scene_index> (*)(const walls &);

std::unique_ptr<scene_index> make_boost_boxes(const walls &all);
std::unique_ptr<scene_index> make_boost_segments(const walls &all);
std::unique_ptr<scene_index> make_geos_tree(const walls &all);
std::unique_ptr<scene_index> make_chipmunk_tree(const walls &all);
std::unique_ptr<scene_index> make_chipmunk_hash(const walls &all);
std::unique_ptr<scene_index> make_box2d_tree(const walls &all);
std::unique_ptr<scene_index> make_box2d_casts(const walls &all);
std::unique_ptr<scene_index> make_box2d_rays(const walls &all);
std::unique_ptr<scene_index> make_grid(const walls &all);

/// The loop of lists_touching::touching: `list(circle, found)` appends the walls of one circle.
template <class List> long list_all(const carom_circle *asked, std::size_t count, List list) {
    std::vector<std::uint32_t> found;
    long total = 0;
    for (std::size_t i = 0; i < count; i++) {
        found.clear();
        list(asked[i], found);
        total += static_cast<long>(found.size());
    }
    return total;
}

/// A bare segment, as the peers keep it.
struct plain_wall {
    carom_vec2 a, b;
};

inline std::vector<plain_wall> plain(const walls &all) {
    std::vector<plain_wall> kept;
    kept.reserve(all.size());
    for (const carom_wall &wall : all)
        kept.push_back({wall.a, wall.b});
    return kept;
}

/// The leaf test for peers that have none: clamp the parameter, compare squares. It is rounded and
/// has no branch on the geometry, so nothing is faster.
inline bool naive_touches(const carom_circle &c, const plain_wall &w) {
    const double ux = w.b.x - w.a.x, uy = w.b.y - w.a.y;
    const double wx = c.center.x - w.a.x, wy = c.center.y - w.a.y;
    const double t = std::min(std::max((ux * wx + uy * wy) / (ux * ux + uy * uy), 0.0), 1.0);
    const double dx = wx - t * ux, dy = wy - t * uy;
    return dx * dx + dy * dy <= c.radius * c.radius;
}

} // namespace bench

#endif
