// CGAL: Epick (squared_distance in double against r*r) and EPECK (exact, against the exact r*r),
// the latter as squared_distance and as the predicate compare_squared_distance.
//
// EPECK caches exact coordinates in its points, so on ties the repetitions after the first need no
// conversion. Room: bench.
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/squared_distance_2.h>

#include "peer.h"

namespace bench {
namespace {

using epick = CGAL::Exact_predicates_inexact_constructions_kernel;
using epeck = CGAL::Exact_predicates_exact_constructions_kernel;

template <class Kernel> struct item {
    typename Kernel::Point_2 center;
    typename Kernel::Segment_2 wall;
    typename Kernel::FT radius2;
};

template <class Kernel> item<Kernel> make(const pair &p) {
    using point = typename Kernel::Point_2;
    const typename Kernel::FT r(p.r);
    return {point(p.cx, p.cy), typename Kernel::Segment_2(point(p.ax, p.ay), point(p.bx, p.by)),
            r * r};
}

template <class Kernel> bool by_distance(const item<Kernel> &i) {
    return CGAL::squared_distance(i.center, i.wall) <= i.radius2;
}

} // namespace

std::unique_ptr<pair_task> cgal_epick(const std::vector<pair> &pairs) {
    return make_task(pairs, make<epick>,
                     [](const item<epick> &i) { return by_distance<epick>(i); });
}

std::unique_ptr<pair_task> cgal_epeck(const std::vector<pair> &pairs) {
    return make_task(pairs, make<epeck>,
                     [](const item<epeck> &i) { return by_distance<epeck>(i); });
}

std::unique_ptr<pair_task> cgal_epeck_compare(const std::vector<pair> &pairs) {
    return make_task(pairs, make<epeck>, [](const item<epeck> &i) {
        const auto compare = epeck().compare_squared_distance_2_object();
        return compare(i.center, i.wall, i.radius2) != CGAL::LARGER;
    });
}

} // namespace bench
