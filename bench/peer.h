// A peer: one way of answering "does the circle touch the segment" for a whole array.
//
// Each peer keeps the pairs in its own library's types, built before the clock starts, and runs one
// loop over them; the virtual call is paid once an array. Layer: bench.
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <memory>
#include <utility>
#include <vector>

#include "pair_data.h"

namespace bench {

class task {
  public:
    virtual ~task() = default;
    /// The timed loop: how many pairs touch.
    virtual long hits() const = 0;
    /// The same answers one by one, to compare peers.
    virtual std::vector<bool> verdicts() const = 0;
};

template <class Item, class Test> class loop final : public task {
  public:
    loop(std::vector<Item> built, Test asked) : items(std::move(built)), test(std::move(asked)) {
    }
    long hits() const override {
        long count = 0;
        for (const Item &item : items)
            count += test(item) ? 1 : 0;
        return count;
    }
    std::vector<bool> verdicts() const override {
        std::vector<bool> all;
        for (const Item &item : items)
            all.push_back(test(item));
        return all;
    }

  private:
    std::vector<Item> items;
    Test test;
};

/// A task from a conversion (pair -> the peer's item) and a test (item -> bool).
template <class Make, class Test>
std::unique_ptr<task> make_task(const std::vector<pair> &pairs, Make make, Test test) {
    using item = decltype(make(pairs.front()));
    std::vector<item> items;
    items.reserve(pairs.size());
    for (const pair &p : pairs)
        items.push_back(make(p));
    return std::make_unique<loop<item, Test>>(std::move(items), std::move(test));
}

using maker = std::unique_ptr<task> (*)(const std::vector<pair> &);

std::unique_ptr<task> carom_touches(const std::vector<pair> &pairs);
std::unique_ptr<task> carom_relate(const std::vector<pair> &pairs);
std::unique_ptr<task> carom_contact(const std::vector<pair> &pairs);
std::unique_ptr<task> naive_clamp(const std::vector<pair> &pairs);
std::unique_ptr<task> boost_comparable(const std::vector<pair> &pairs);
std::unique_ptr<task> geos_distance(const std::vector<pair> &pairs);
std::unique_ptr<task> cgal_epick(const std::vector<pair> &pairs);
std::unique_ptr<task> cgal_epeck(const std::vector<pair> &pairs);
std::unique_ptr<task> cgal_epeck_compare(const std::vector<pair> &pairs);

/// Registers the benchmarks; false if a peer that has to agree does not.
bool register_pairs();
/// Registers the levels; false if one can't be read.
bool register_levels();

} // namespace bench

#endif
