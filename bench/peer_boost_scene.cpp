// Boost.Geometry: the packed R-tree, bulk-loaded, with boxes or with segments as values.
//
// Touch queries are fastest with boxes and indices in the tree, the walls in a separate array and
// a leaf test by hand. For nearest walls the tree must store the segments; that takes less memory
// and more time. Eight values per node was the fastest of 4, 8, 12, 16 and 32. Boxes of floats were
// not faster. Room: bench.
#include <boost/geometry/algorithms/comparable_distance.hpp>
#include <boost/geometry/core/cs.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/segment.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/geometry/strategies/strategies.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

#include "scene_peer.h"

namespace bench {
namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using point = bg::model::d2::point_xy<double>;
using box = bg::model::box<point>;
using segment = bg::model::segment<point>;
template <class Shape> using value = std::pair<Shape, std::uint32_t>;
template <class Shape> using tree = bgi::rtree<value<Shape>, bgi::rstar<8>>;

template <class Shape> std::vector<value<Shape>> values_of(const walls &all);

template <> std::vector<value<box>> values_of(const walls &all) {
    std::vector<value<box>> values;
    values.reserve(all.size());
    for (const carom_wall &w : all)
        values.emplace_back(box(point(std::min(w.a.x, w.b.x), std::min(w.a.y, w.b.y)),
                                point(std::max(w.a.x, w.b.x), std::max(w.a.y, w.b.y))),
                            static_cast<std::uint32_t>(values.size()));
    return values;
}

template <> std::vector<value<segment>> values_of(const walls &all) {
    std::vector<value<segment>> values;
    values.reserve(all.size());
    for (const carom_wall &w : all)
        values.emplace_back(segment(point(w.a.x, w.a.y), point(w.b.x, w.b.y)),
                            static_cast<std::uint32_t>(values.size()));
    return values;
}

// Lists the walls that touch; wall_of gives the segment of a value.
template <class Shape, class WallOf>
long list_touching(const tree<Shape> &in, const carom_circle *asked, std::size_t count,
                   WallOf wall_of) {
    return list_all(asked, count, [&](const carom_circle &c, std::vector<std::uint32_t> &found) {
        const box around(point(c.center.x - c.radius, c.center.y - c.radius),
                         point(c.center.x + c.radius, c.center.y + c.radius));
        in.query(bgi::intersects(around),
                 boost::make_function_output_iterator([&](const value<Shape> &v) {
                     if (naive_touches(c, wall_of(v)))
                         found.push_back(v.second);
                 }));
    });
}

class box_tree final : public scene_index, public lists_touching {
  public:
    explicit box_tree(const walls &all) : kept(plain(all)), boxes(values_of<box>(all)) {
    }
    long touching(const carom_circle *asked, std::size_t count) const override {
        return list_touching<box>(boxes, asked, count,
                                  [this](const value<box> &v) { return kept[v.second]; });
    }

  private:
    std::vector<plain_wall> kept;
    tree<box> boxes;
};

class segment_tree final : public scene_index, public lists_touching, public finds_nearest {
  public:
    explicit segment_tree(const walls &all) : segments(values_of<segment>(all)) {
    }
    long touching(const carom_circle *asked, std::size_t count) const override {
        return list_touching<segment>(segments, asked, count, [](const value<segment> &v) {
            const point &a = v.first.first, &b = v.first.second;
            return plain_wall{{a.x(), a.y()}, {b.x(), b.y()}};
        });
    }
    double nearest(const circles &all, std::size_t k) const override {
        std::vector<value<segment>> found;
        double sum = 0.0;
        for (const carom_circle &c : all) {
            const point center(c.center.x, c.center.y);
            found.clear();
            segments.query(bgi::nearest(center, static_cast<unsigned>(k)),
                           std::back_inserter(found));
            double last2 = 0.0; // they are not sorted
            for (const value<segment> &v : found)
                last2 = std::max(last2, bg::comparable_distance(center, v.first));
            sum += std::sqrt(last2);
        }
        return sum;
    }

  private:
    tree<segment> segments;
};

} // namespace

std::unique_ptr<scene_index> make_boost_boxes(const walls &all) {
    return std::make_unique<box_tree>(all);
}

std::unique_ptr<scene_index> make_boost_segments(const walls &all) {
    return std::make_unique<segment_tree>(all);
}

} // namespace bench
