// Overlaps by a sweep along x: the pairs whose boxes overlap get an exact contact. Room: bench.
#include "crowd_overlaps.h"

#include <algorithm>

namespace bench {
namespace {

/// A ball, or a wall if the number is that of the balls or more.
struct entry {
    carom_box box;
    carom_wall shape;
    std::size_t number;
};

carom_box grown(carom_box box) {
    // By more than the rounding of a box in any scene here.
    return {{box.min.x - 1e-9, box.min.y - 1e-9}, {box.max.x + 1e-9, box.max.y + 1e-9}};
}

std::vector<entry> entries_of(const crowd_scene &scene, const crowd_world &in) {
    std::vector<entry> all;
    const auto add = [&](const carom_wall &shape) {
        all.push_back({grown(carom_wall_box(shape)), shape, all.size()});
    };
    for (std::size_t i = 0; i < scene.balls.size(); i++)
        add(carom_post(in.center(i), scene.balls[i].radius));
    for (const carom_wall &w : scene.walls)
        add(w);
    for (std::size_t i = 0; i < scene.moving.size(); i++)
        add(in.moving_wall(i));
    return all;
}

} // namespace

overlaps count_overlaps(const crowd_scene &scene, const crowd_world &in) {
    std::vector<entry> all = entries_of(scene, in);
    const std::size_t balls = scene.balls.size();
    std::sort(all.begin(), all.end(),
              [](const entry &p, const entry &q) { return p.box.min.x < q.box.min.x; });
    overlaps found;
    std::vector<const entry *> open;
    for (const entry &e : all) {
        open.erase(std::remove_if(open.begin(), open.end(),
                                  [&](const entry *o) { return o->box.max.x < e.box.min.x; }),
                   open.end());
        for (const entry *o : open) {
            const entry *ball = e.number < balls ? &e : o, *other = ball == &e ? o : &e;
            if (ball->number >= balls || !carom_box_overlaps(e.box, o->box))
                continue;
            const carom_circle c = carom_circle_make(ball->shape.a, ball->shape.radius);
            const double depth = carom_circle_contact(c, other->shape).depth;
            found.any += depth > 0.0 ? 1 : 0;
            found.deep += depth > allowed_depth ? 1 : 0;
            found.deepest = std::max(found.deepest, depth);
        }
        open.push_back(&e);
        if (e.number < balls && !carom_box_overlaps(e.box, scene.room))
            found.outside++;
    }
    return found;
}

} // namespace bench
