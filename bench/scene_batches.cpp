// Carom's batches: many circles and many casts. The timed work includes sorting them in Hilbert
// order. Also the same work divided between two threads. Room: bench.
#include <cstdint>
#include <functional>
#include <numeric>
#include <thread>

#include "scene_bench.h"

namespace bench {
namespace {

constexpr int rounds = 7;
constexpr std::size_t cast_count = 200000;

carom_circle_soa arrays_of(const circles &all) {
    return {&all[0].center.x,     &all[0].center.y,    &all[0].radius,
            sizeof(carom_circle), CAROM_NUMBER_DOUBLE, all.size()};
}

carom_moving_circle_soa arrays_of(const casts &all) {
    return {{&all[0].circle.center.x, &all[0].circle.center.y, &all[0].circle.radius, sizeof(cast),
             CAROM_NUMBER_DOUBLE, all.size()},
            &all[0].move.x,
            &all[0].move.y};
}

/// Memory for a batch of circles, so that nothing is allocated while the clock runs.
struct batch {
    const carom_scene *scene;
    carom_circle_soa around;
    std::vector<std::uint32_t> order, counts, found, placed;
    std::vector<std::size_t> offsets;
    std::vector<unsigned char> scratch;

    batch(const carom_scene *in, const carom_circle_soa &arrays)
        : scene(in), around(arrays), order(around.count), counts(around.count),
          offsets(around.count + 1), scratch(carom_scene_hilbert_scratch(around.count)) {
        found.resize(touching_range(0, around.count, nullptr, 0));
        placed.resize(found.size());
    }
    std::size_t touching_range(std::size_t begin, std::size_t end, std::uint32_t *into,
                               std::size_t capacity) {
        const std::uint32_t *along = into != nullptr ? order.data() : nullptr;
        return carom_scene_touching_range(scene, &around, along, begin, end,
                                          CAROM_CONTACT_RULE_CLOSED_DISC, nullptr, counts.data(),
                                          into, capacity);
    }
    void sort() {
        carom_scene_hilbert_order(scene, &around, order.data(), scratch.data());
    }
    void list() {
        sort();
        touching_range(0, around.count, found.data(), found.size());
    }
    void list_in_callers_order() {
        list();
        carom_scene_csr_offsets(counts.data(), around.count, offsets.data());
        carom_scene_csr_scatter(order.data(), 0, around.count, found.data(), offsets.data(),
                                placed.data());
    }
};

void add_lines(results &out, const stage &on, const std::vector<const char *> &measures,
               const std::vector<timing> &timings, std::size_t asked, long answers) {
    for (std::size_t i = 0; i < measures.size(); i++) {
        result line{};
        line.measure = measures[i];
        line.set = on.set;
        line.walls = on.all.size();
        line.peer = "carom";
        line.value = 1e9 * timings[i].median / static_cast<double>(asked);
        line.spread = timings[i].spread;
        line.asked = asked;
        line.answers = answers;
        out.add(line);
    }
}

// Work without memory access. Its speedup with two threads is the most that the machine can give.
void add_up(int, std::size_t begin, std::size_t end) {
    volatile std::size_t sum = 0;
    for (std::size_t i = begin; i < end; i++)
        sum = sum + i;
}

// Both halves of [0, count), at the same time.
void in_two_threads(std::size_t count,
                    const std::function<void(int, std::size_t, std::size_t)> &of) {
    std::thread other([&] { of(1, count / 2, count); });
    of(0, 0, count / 2);
    other.join();
}

} // namespace

void time_batches(results &out, const stage &on) {
    batch work(on.carom->scene(), arrays_of(on.around));
    const std::vector<timing> timings = time_in_rounds(
        {[&] { work.list(); }, [&] { work.list_in_callers_order(); }, [&] { work.sort(); }},
        rounds);
    const long singly = on.carom->touching(on.around.data(), on.around.size());
    const long listed = std::accumulate(work.counts.begin(), work.counts.end(), 0L);
    if (listed != singly || work.offsets.back() != static_cast<std::size_t>(singly))
        out.disagree("carom", on.set + " batch");
    add_lines(out, on, {"sorted", "sorted_csr", "sorting"}, timings, on.around.size(), listed);
}

void time_cast_batches(results &out, const stage &on) {
    const casts all = casts_among(on.all.size(), cast_count);
    const carom_moving_circle_soa movers = arrays_of(all);
    std::vector<std::uint32_t> order(all.size());
    std::vector<unsigned char> scratch(carom_scene_hilbert_scratch(all.size()));
    std::vector<carom_scene_hit> hits(all.size());
    const std::vector<timing> timings =
        time_in_rounds({[&] {
                           carom_scene_hilbert_order(on.carom->scene(), &movers.circles,
                                                     order.data(), scratch.data());
                           carom_scene_sweep_range(on.carom->scene(), &movers, order.data(), 0,
                                                   all.size(), nullptr, hits.data());
                       }},
                       rounds);
    long met = 0;
    for (std::size_t i = 0; i < all.size(); i++) {
        const carom_scene_hit alone =
            carom_scene_sweep(on.carom->scene(), all[i].circle, all[i].move, nullptr);
        met += hits[i].sweep.kind >= CAROM_SWEEP_KIND_GRAZE ? 1 : 0;
        if (hits[i].index != alone.index || hits[i].sweep.kind != alone.sweep.kind)
            out.disagree("carom", on.set + " cast batch");
    }
    add_lines(out, on, {"first_sorted"}, timings, all.size(), met);
}

void time_threads(results &out, const stage &on) {
    const carom_scene *scene = on.carom->scene();
    batch work(scene, arrays_of(on.around));
    work.sort();
    // Each thread appends to its own list.
    std::vector<std::uint32_t> lists[2];
    for (std::vector<std::uint32_t> &list : lists)
        list.resize(work.found.size());
    const auto touching = [&](int thread, std::size_t begin, std::size_t end) {
        work.touching_range(begin, end, lists[thread].data(), lists[thread].size());
    };
    const casts all = casts_among(on.all.size(), cast_count);
    const carom_moving_circle_soa movers = arrays_of(all);
    std::vector<std::uint32_t> order(all.size());
    std::vector<unsigned char> scratch(carom_scene_hilbert_scratch(all.size()));
    carom_scene_hilbert_order(scene, &movers.circles, order.data(), scratch.data());
    std::vector<carom_scene_hit> hits(all.size());
    const auto sweeping = [&](int, std::size_t begin, std::size_t end) {
        carom_scene_sweep_range(scene, &movers, order.data(), begin, end, nullptr, hits.data());
    };
    const auto both = [&](const char *one, const char *two, std::size_t count,
                          const auto &work_on) {
        const std::vector<timing> timings =
            time_in_rounds({[&] { work_on(0, 0, count); }, [&] { in_two_threads(count, work_on); }},
                           rounds, stopwatch::wall);
        add_lines(out, on, {one, two}, timings, count, 0);
    };
    both("touching_1_thread", "touching_2_threads", on.around.size(), touching);
    both("sweep_1_thread", "sweep_2_threads", all.size(), sweeping);
    both("adding_1_thread", "adding_2_threads", 50000000, add_up);
}

} // namespace bench
