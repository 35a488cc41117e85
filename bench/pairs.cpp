// One pair, yes or no: Carom and its peers on the same data.
//
// Before anything is timed every peer's answers are compared with those of carom_circle_touches,
// pair by pair: on ordinary data all that work in double must agree, on ties the exact ones. Room:
// bench.
#include <cstdio>
#include <string>

#include "peer.h"
#include "timed.h"

namespace bench {
namespace {

struct peer {
    const char *name;
    pair_maker make;
    bool exact;
    /// Works in double, so that it agrees with the exact answer if nothing is near a tie.
    bool agrees = true;
};

constexpr peer peers[] = {
    {"carom_touches", carom_touches, true},
    {"carom_relate", carom_relate, true},
    {"carom_contact", carom_contact, true},
    {"carom_distance", carom_distance, true},
    {"carom_push_out", carom_push_out, true},
    {"boost", boost_comparable, false},
    {"naive", naive_clamp, false},
    {"chipmunk_collide", chipmunk_collide, false},
    {"box2d_manifold", box2d_manifold, false, false},
    {"geos", geos_distance, false},
    {"cgal_epick", cgal_epick, false},
    {"cgal_epeck", cgal_epeck, true},
    {"cgal_epeck_compare", cgal_epeck_compare, true},
};

/// Which peers are timed and must agree on a data set.
enum class kind {
    /// No pair is near a tie: all peers are timed, and all that work in double must agree.
    ordinary,
    /// Rounding can matter: all peers are timed, the exact ones must agree.
    rounding,
    /// Ties only: the exact peers are timed and must agree.
    ties
};

// The number of answers that differ from Carom's. Prints a message if they must agree.
long compare(const char *set, const peer &who, const pair_task &theirs,
             const std::vector<bool> &ours, bool binding) {
    const std::vector<bool> answers = theirs.answers();
    long wrong = 0;
    for (std::size_t i = 0; i < ours.size(); i++)
        wrong += answers[i] != ours[i] ? 1 : 0;
    if (wrong != 0 && binding)
        std::fprintf(stderr, "bench: %s: %s differs from carom_touches on %ld of %zu pairs\n", set,
                     who.name, wrong, ours.size());
    return wrong;
}

bool register_set(const char *set, const std::vector<pair> &pairs, kind kind) {
    const std::vector<bool> ours = carom_touches(pairs)->answers();
    bool agreed = true;
    for (const peer &who : peers) {
        if (kind == kind::ties && !who.exact)
            continue;
        const std::shared_ptr<pair_task> work = who.make(pairs);
        const bool binding = who.exact || (who.agrees && kind == kind::ordinary);
        const long differ = compare(set, who, *work, ours, binding);
        agreed = agreed && (differ == 0 || !binding);
        const std::string name =
            std::string("pairs/") + set + "/" + std::to_string(pairs.size()) + "/" + who.name;
        add_timed(name, pairs.size(), "hits", [work] { return work->hits(); },
                  {{"differ", static_cast<double>(differ)}});
    }
    return agreed;
}

} // namespace

bool register_pairs() {
    constexpr std::size_t few = 4096, many = 65536;
    bool agreed = register_set("generic", generic_pairs(few, 1.0 / 3.0), kind::ordinary);
    agreed &= register_set("generic", generic_pairs(many, 1.0 / 3.0), kind::ordinary);
    agreed &= register_set("missing", generic_pairs(many, 0.03), kind::ordinary);
    agreed &= register_set("touching", generic_pairs(many, 0.9), kind::ordinary);
    agreed &= register_set("needles", needle_pairs(many), kind::rounding);
    agreed &= register_set("integer_ties", integer_ties(few), kind::ties);
    agreed &= register_set("ulp_ties", ulp_ties(few), kind::ties);
    agreed &= register_set("span_ties", span_ties(few), kind::ties);
    return agreed;
}

} // namespace bench
