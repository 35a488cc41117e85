// Carom's own questions, asked through the public headers as a user would. Layer: bench.
#include "carom/carom.h"
#include "peer.h"

namespace bench {
namespace {

struct item {
    carom_circle circle;
    carom_wall wall;
};

item make(const pair &p) {
    return {carom_circle_make({p.cx, p.cy}, p.r), carom_segment({p.ax, p.ay}, {p.bx, p.by})};
}

} // namespace

std::unique_ptr<task> carom_touches(const std::vector<pair> &pairs) {
    return make_task(pairs, make,
                     [](const item &i) { return carom_circle_touches(i.circle, i.wall); });
}

std::unique_ptr<task> carom_relate(const std::vector<pair> &pairs) {
    return make_task(pairs, make, [](const item &i) {
        return carom_circle_relate(i.circle, i.wall) >= CAROM_TOUCHING;
    });
}

std::unique_ptr<task> carom_contact(const std::vector<pair> &pairs) {
    return make_task(pairs, make, [](const item &i) {
        return carom_circle_contact(i.circle, i.wall).relation >= CAROM_TOUCHING;
    });
}

} // namespace bench
