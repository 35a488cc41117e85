// Carom's batches: many circles and many casts. The timed work includes sorting them in Hilbert
// order and, for lists, their memory. Also the same work on two threads. Room: bench.
#include <atomic>
#include <cstdint>
#include <cstdlib>
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

/// The number of pairs that touch.
std::size_t list_touching(const carom_scene *scene, const carom_circle_soa &around,
                          const carom_task_runner *runner) {
    carom_circle_lists lists;
    if (carom_scene_touching_batch(scene, &around, CAROM_CONTACT_RULE_CLOSED_DISC, nullptr,
                                   SIZE_MAX, runner, nullptr, &lists) != CAROM_STATUS_OK)
        std::abort();
    const std::size_t found = lists.offsets[around.count];
    carom_circle_lists_release(&lists, nullptr);
    return found;
}

void sweep_all_movers(const carom_scene *scene, const carom_moving_circle_soa &movers,
                      const carom_task_runner *runner, std::vector<carom_scene_hit> &hits) {
    if (carom_scene_sweep_batch(scene, &movers, nullptr, runner, nullptr, hits.data()) !=
        CAROM_STATUS_OK)
        std::abort();
}

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
void add_up(void *, std::size_t) {
    volatile std::size_t sum = 0;
    for (std::size_t i = 0; i < 1000000; i++)
        sum = sum + i;
}

// Two threads take the tasks one by one.
void run_in_two_threads(void *, void (*task)(void *data, std::size_t i), void *data,
                        std::size_t count) {
    std::atomic<std::size_t> next{0};
    const auto take = [&] {
        for (std::size_t i; (i = next++) < count;)
            task(data, i);
    };
    std::thread other(take);
    take();
    other.join();
}

} // namespace

void time_batches(results &out, const stage &on) {
    const carom_circle_soa around = arrays_of(on.around);
    std::size_t listed = 0;
    const std::vector<timing> timings = time_in_rounds(
        {[&] { listed = list_touching(on.carom->scene(), around, nullptr); }}, rounds);
    const long singly = on.carom->touching(on.around.data(), on.around.size());
    if (listed != static_cast<std::size_t>(singly))
        out.disagree("carom", on.set + " batch");
    add_lines(out, on, {"sorted"}, timings, on.around.size(), singly);
}

void time_cast_batches(results &out, const stage &on) {
    const casts all = casts_among(on.all.size(), cast_count);
    const carom_moving_circle_soa movers = arrays_of(all);
    std::vector<carom_scene_hit> hits(all.size());
    const std::vector<timing> timings = time_in_rounds(
        {[&] { sweep_all_movers(on.carom->scene(), movers, nullptr, hits); }}, rounds);
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
    const carom_circle_soa around = arrays_of(on.around);
    const casts all = casts_among(on.all.size(), cast_count);
    const carom_moving_circle_soa movers = arrays_of(all);
    std::vector<carom_scene_hit> hits(all.size());
    const carom_task_runner two_threads = {run_in_two_threads, nullptr};
    const auto both = [&](const char *one, const char *two, std::size_t count,
                          const auto &work_on) {
        const std::vector<timing> timings = time_in_rounds(
            {[&] { work_on(nullptr); }, [&] { work_on(&two_threads); }}, rounds, stopwatch::wall);
        add_lines(out, on, {one, two}, timings, count, 0);
    };
    both("touching_1_thread", "touching_2_threads", on.around.size(),
         [&](const carom_task_runner *runner) { list_touching(scene, around, runner); });
    both("sweep_1_thread", "sweep_2_threads", all.size(),
         [&](const carom_task_runner *runner) { sweep_all_movers(scene, movers, runner, hits); });
    both("adding_1_thread", "adding_2_threads", 50000000, [&](const carom_task_runner *runner) {
        for (std::size_t i = 0; runner == nullptr && i < 50; i++)
            add_up(nullptr, i);
        if (runner != nullptr)
            run_in_two_threads(nullptr, add_up, nullptr, 50);
    });
}

} // namespace bench
