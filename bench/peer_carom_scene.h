// Carom's scene as an index of the benchmark. The batches use the scene directly. Room: bench.
#ifndef BENCH_PEER_CAROM_SCENE_H
#define BENCH_PEER_CAROM_SCENE_H

#include "scene_peer.h"

namespace bench {

class carom_index final : public scene_index,
                          public lists_touching,
                          public finds_first,
                          public finds_nearest {
  public:
    /// Ends the program if the scene can't be made.
    explicit carom_index(const walls &all);
    ~carom_index() override;
    carom_index(const carom_index &) = delete;
    carom_index &operator=(const carom_index &) = delete;

    long touching(const carom_circle *asked, std::size_t count) const override;
    void first(const casts &all, std::size_t count, double *times) const override;
    double nearest(const circles &all, std::size_t k) const override;

    const carom_scene *scene() const {
        return made;
    }

  private:
    carom_scene *made = nullptr;
};

std::unique_ptr<scene_index> make_carom_scene(const walls &all);

} // namespace bench

#endif
