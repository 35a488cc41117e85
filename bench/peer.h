// A peer: a library or method that answers a question for a whole array: "does the circle touch the
// segment" for pairs, "when does it first touch the wall" for sweeps.
//
// Each peer keeps the array in its own library's types, built before the clock starts, and runs one
// loop over them. There is one virtual call per array. Room: bench.
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <memory>
#include <utility>
#include <vector>

#include "pair_data.h"
#include "sweep_data.h"

namespace bench {

/// What the timed loops count: a yes, or a time of contact. A sweep that meets nothing answers with
/// a negative time.
inline bool is_hit(bool touches) {
    return touches;
}
inline bool is_hit(double time) {
    return time >= 0.0;
}
constexpr double no_contact = -1.0;

template <class Answer> class task {
  public:
    virtual ~task() = default;
    /// The timed loop: how many are hits.
    virtual long hits() const = 0;
    /// The same answers one by one, to compare peers.
    virtual std::vector<Answer> answers() const = 0;
};

template <class Answer, class Item, class Ask> class loop final : public task<Answer> {
  public:
    loop(std::vector<Item> built, Ask asked) : ask(std::move(asked)), items(std::move(built)) {
    }
    long hits() const override {
        long count = 0;
        for (const Item &item : items)
            count += is_hit(ask(item)) ? 1 : 0;
        return count;
    }
    std::vector<Answer> answers() const override {
        std::vector<Answer> all;
        for (const Item &item : items)
            all.push_back(ask(item));
        return all;
    }

  private:
    Ask ask; // can own what the items refer to, so it is the last member
    std::vector<Item> items;
};

/// A task from a conversion (pair or sweep -> the peer's item) and a question (item -> bool or
/// time).
template <class Case, class Make, class Ask>
auto make_task(const std::vector<Case> &cases, Make make, Ask ask) {
    using item = decltype(make(cases.front()));
    using answer = decltype(ask(std::declval<const item &>()));
    std::vector<item> items;
    items.reserve(cases.size());
    for (const Case &c : cases)
        items.push_back(make(c));
    return std::unique_ptr<task<answer>>(
        std::make_unique<loop<answer, item, Ask>>(std::move(items), std::move(ask)));
}

using pair_task = task<bool>;
using pair_maker = std::unique_ptr<pair_task> (*)(const std::vector<pair> &);

std::unique_ptr<pair_task> carom_touches(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> carom_relate(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> carom_contact(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> carom_distance(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> carom_push_out(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> naive_clamp(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> chipmunk_collide(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> box2d_manifold(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> boost_comparable(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> geos_distance(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> cgal_epick(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> cgal_epeck(const std::vector<pair> &pairs);
std::unique_ptr<pair_task> cgal_epeck_compare(const std::vector<pair> &pairs);

using sweep_task = task<double>;
using sweep_maker = std::unique_ptr<sweep_task> (*)(const std::vector<sweep> &);

std::unique_ptr<sweep_task> carom_sweep_time(const std::vector<sweep> &sweeps);
/// Yes or no: 0 if the path is blocked.
std::unique_ptr<sweep_task> carom_path_blocked(const std::vector<sweep> &sweeps);
std::unique_ptr<sweep_task> naive_sweep(const std::vector<sweep> &sweeps);
std::unique_ptr<sweep_task> chipmunk_query(const std::vector<sweep> &sweeps);

/// Registers the benchmarks of pairs; false if a peer that must agree does not.
bool register_pairs();
/// Registers the benchmarks of sweeps; false if a peer that must agree does not.
bool register_sweeps();
/// Registers the batches over arrays; false if a verdict is not that of the call for a single pair.
bool register_arrays();
/// Registers the levels; false if one can't be read.
bool register_levels();
/// Registers the movers; false if a level can't be read or a ball ends up in a wall.
bool register_movers();
/// Registers the characters; false if a frame is cut short.
bool register_characters();

} // namespace bench

#endif
