// Carom's scene, one query per call. Room: bench.
#include "peer_carom_scene.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace bench {

carom_index::carom_index(const walls &all) {
    const carom_status status =
        carom_scene_create(all.data(), all.size(), nullptr, nullptr, &made, nullptr);
    if (status != CAROM_STATUS_OK) {
        std::fprintf(stderr, "bench: no scene: %s\n", carom_status_name(status));
        std::exit(1);
    }
}

carom_index::~carom_index() {
    carom_scene_destroy(made, nullptr);
}

long carom_index::touching(const carom_circle *asked, std::size_t count) const {
    std::uint32_t found[64]; // more are counted, but not listed
    long total = 0;
    for (std::size_t i = 0; i < count; i++)
        total += static_cast<long>(carom_scene_touching(
            made, asked[i], CAROM_CONTACT_RULE_CLOSED_DISC, nullptr, found, 64));
    return total;
}

void carom_index::first(const casts &all, std::size_t count, double *times) const {
    for (std::size_t i = 0; i < count; i++) {
        const carom_scene_hit hit = carom_scene_sweep(made, all[i].circle, all[i].move, nullptr);
        times[i] = hit.sweep.kind >= CAROM_SWEEP_KIND_GRAZE ? hit.sweep.t : -1.0;
    }
}

double carom_index::nearest(const circles &all, std::size_t k) const {
    std::vector<carom_neighbor> found(k);
    double sum = 0.0;
    for (const carom_circle &c : all) {
        const std::size_t count = carom_scene_nearest(made, c, nullptr, found.data(), k);
        sum += found[count - 1].gap;
    }
    return sum;
}

std::unique_ptr<scene_index> make_carom_scene(const walls &all) {
    return std::make_unique<carom_index>(all);
}

} // namespace bench
