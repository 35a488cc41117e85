// GEOS: the STR-packed tree, built before the queries are timed, with the leaf test by hand.
// Room: bench.
#include <geos/geom/Envelope.h>
#include <geos/index/strtree/TemplateSTRtree.h>

#include <cstdint>

#include "scene_peer.h"

namespace bench {
namespace {

using geos::geom::Envelope;

class geos_tree final : public scene_index, public lists_touching {
  public:
    explicit geos_tree(const walls &all) : kept(plain(all)), tree(10, kept.size()) {
        for (const plain_wall &w : kept)
            tree.insert(Envelope(w.a.x, w.b.x, w.a.y, w.b.y), &w);
        tree.build();
    }
    long touching(const carom_circle *asked, std::size_t count) const override {
        return list_all(asked, count,
                        [&](const carom_circle &c, std::vector<std::uint32_t> &found) {
                            const Envelope around(c.center.x - c.radius, c.center.x + c.radius,
                                                  c.center.y - c.radius, c.center.y + c.radius);
                            tree.query(around, [&](const plain_wall *w) {
                                if (naive_touches(c, *w))
                                    found.push_back(static_cast<std::uint32_t>(w - kept.data()));
                            });
                        });
    }

  private:
    std::vector<plain_wall> kept;
    // The first query builds the tree, so no query is const.
    mutable geos::index::strtree::TemplateSTRtree<const plain_wall *> tree;
};

} // namespace

std::unique_ptr<scene_index> make_geos_tree(const walls &all) {
    return std::make_unique<geos_tree>(all);
}

} // namespace bench
