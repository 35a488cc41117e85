// Carom's own queries, run through the public headers as a user would. Room: bench.
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

struct moving_item {
    carom_circle circle;
    carom_vec2 move;
    carom_wall wall;
};

moving_item make_moving(const sweep &s) {
    return {carom_circle_make({s.cx, s.cy}, s.r),
            {s.vx, s.vy},
            carom_capsule({s.ax, s.ay}, {s.bx, s.by}, s.wr)};
}

moving_item make_moving_to(const sweep &s) {
    moving_item item = make_moving(s);
    item.move = carom_vec2_add(item.circle.center, item.move);
    return item;
}

} // namespace

std::unique_ptr<pair_task> carom_touches(const std::vector<pair> &pairs) {
    return make_task(pairs, make,
                     [](const item &i) { return carom_circle_touches(i.circle, i.wall); });
}

std::unique_ptr<pair_task> carom_relate(const std::vector<pair> &pairs) {
    return make_task(pairs, make, [](const item &i) {
        return carom_circle_relate(i.circle, i.wall) >= CAROM_RELATION_TOUCHING;
    });
}

std::unique_ptr<pair_task> carom_contact(const std::vector<pair> &pairs) {
    return make_task(pairs, make, [](const item &i) {
        return carom_circle_contact(i.circle, i.wall).relation >= CAROM_RELATION_TOUCHING;
    });
}

std::unique_ptr<pair_task> carom_distance(const std::vector<pair> &pairs) {
    return make_task(pairs, make,
                     [](const item &i) { return carom_circle_distance(i.circle, i.wall) == 0.0; });
}

std::unique_ptr<pair_task> carom_push_out(const std::vector<pair> &pairs) {
    return make_task(pairs, make, [](const item &i) {
        const carom_push push = carom_circle_push_out(i.circle, i.wall);
        // Pushed, or in contact already.
        return push.center.x != i.circle.center.x || push.center.y != i.circle.center.y ||
               push.relation == CAROM_RELATION_TOUCHING;
    });
}

std::unique_ptr<sweep_task> carom_sweep_time(const std::vector<sweep> &sweeps) {
    return make_task(sweeps, make_moving, [](const moving_item &i) {
        const ::carom_sweep s = carom_circle_sweep(i.circle, i.move, i.wall);
        return s.kind >= CAROM_SWEEP_KIND_HIT ? s.t : no_contact;
    });
}

std::unique_ptr<sweep_task> carom_path_blocked(const std::vector<sweep> &sweeps) {
    return make_task(sweeps, make_moving_to, [](const moving_item &i) {
        return carom_circle_path_is_clear(i.circle, i.move, i.wall) ? no_contact : 0.0;
    });
}

} // namespace bench
