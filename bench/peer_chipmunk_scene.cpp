// Chipmunk: a space of static segment shapes, with its tree of boxes, the default, and with its
// spatial hash. Its numbers are doubles. Room: bench.
#include <chipmunk/chipmunk.h>

#include <cstdint>

#include "scene_peer.h"

namespace bench {
namespace {

struct free_space {
    void operator()(cpSpace *space) const {
        cpSpaceFree(space);
    }
};

void list_shape(cpShape *shape, cpVect, cpFloat, cpVect, void *found) {
    const auto number = reinterpret_cast<std::uintptr_t>(cpShapeGetUserData(shape));
    static_cast<std::vector<std::uint32_t> *>(found)->push_back(static_cast<std::uint32_t>(number));
}

class chipmunk_space final : public scene_index, public lists_touching, public finds_first {
  public:
    chipmunk_space(const walls &all, bool hashed) : space(cpSpaceNew()) {
        if (hashed) // cells one mean spacing wide, as many as there are walls
            cpSpaceUseSpatialHash(space.get(), 1.0, static_cast<int>(all.size()));
        cpBody *ground = cpSpaceGetStaticBody(space.get());
        for (std::size_t i = 0; i < all.size(); i++) {
            const carom_wall &w = all[i];
            cpShape *shape =
                cpSegmentShapeNew(ground, cpv(w.a.x, w.a.y), cpv(w.b.x, w.b.y), w.radius);
            cpShapeSetUserData(shape, reinterpret_cast<cpDataPointer>(i));
            cpSpaceAddShape(space.get(), shape);
            shapes.push_back(shape);
        }
    }
    chipmunk_space(const chipmunk_space &) = delete;
    chipmunk_space &operator=(const chipmunk_space &) = delete;
    ~chipmunk_space() override {
        for (cpShape *shape : shapes) {
            cpSpaceRemoveShape(space.get(), shape);
            cpShapeFree(shape);
        }
    }

    long touching(const carom_circle *asked, std::size_t count) const override {
        return list_all(asked, count,
                        [&](const carom_circle &c, std::vector<std::uint32_t> &found) {
                            cpSpacePointQuery(space.get(), cpv(c.center.x, c.center.y), c.radius,
                                              CP_SHAPE_FILTER_ALL, list_shape, &found);
                        });
    }
    void first(const casts &all, std::size_t count, double *times) const override {
        for (std::size_t i = 0; i < count; i++) {
            const cast &c = all[i];
            const cpVect from = cpv(c.circle.center.x, c.circle.center.y);
            cpSegmentQueryInfo info;
            const bool hit =
                cpSpaceSegmentQueryFirst(space.get(), from, cpvadd(from, cpv(c.move.x, c.move.y)),
                                         c.circle.radius, CP_SHAPE_FILTER_ALL, &info) != nullptr;
            times[i] = hit ? info.alpha : -1.0;
        }
    }

  private:
    std::unique_ptr<cpSpace, free_space> space;
    std::vector<cpShape *> shapes;
};

} // namespace

std::unique_ptr<scene_index> make_chipmunk_tree(const walls &all) {
    return std::make_unique<chipmunk_space>(all, false);
}

std::unique_ptr<scene_index> make_chipmunk_hash(const walls &all) {
    return std::make_unique<chipmunk_space>(all, true);
}

} // namespace bench
