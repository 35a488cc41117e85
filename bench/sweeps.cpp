// One sweep: Carom and its peers on the same moving circles and walls.
//
// Before anything is timed every peer's answers are compared with carom_circle_sweep, which is
// exact: how many contacts it misses, how many it makes up, and how far its times are off. On sets
// without near ties the answers have to be the same, but for Chipmunk's. Room: bench.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "carom/carom.h"
#include "peer.h"
#include "timed.h"

namespace bench {
namespace {

/// What a peer answers.
enum class answer {
    /// When the circle touches.
    time,
    /// Only whether it touches on the path to the rounded end of the move. There are no times to
    /// compare, and on ties the question differs.
    yes_or_no
};

struct peer {
    const char *name;
    sweep_maker make;
    answer tells;
    /// Agrees with Carom if nothing is near a tie.
    bool agrees;
};

constexpr peer peers[] = {
    {"carom_sweep", carom_sweep_time, answer::time, true},
    {"carom_path_is_clear", carom_path_blocked, answer::yes_or_no, true},
    {"naive_sweep", naive_sweep, answer::time, true},
    {"chipmunk", chipmunk_query, answer::time, false},
};

struct truth {
    carom_sweep_kind kind;
    double time;
};

std::vector<truth> exact_answers(const std::vector<sweep> &sweeps) {
    std::vector<truth> all;
    for (const sweep &s : sweeps) {
        const carom_sweep exact =
            carom_circle_sweep(carom_circle_make({s.cx, s.cy}, s.r), {s.vx, s.vy},
                               carom_capsule({s.ax, s.ay}, {s.bx, s.by}, s.wr));
        all.push_back({exact.kind, exact.t});
    }
    return all;
}

struct comparison {
    long missed = 0, made_up = 0;
    /// In frames.
    double worst_time = 0.0;
};

// Both answers are permitted for a graze, so it counts as neither missed nor false.
comparison compare(const std::vector<double> &times, const std::vector<truth> &truths) {
    comparison found;
    for (std::size_t i = 0; i < truths.size(); i++) {
        const bool hit = is_hit(times[i]);
        if (truths[i].kind >= CAROM_SWEEP_KIND_HIT && !hit)
            found.missed++;
        if (truths[i].kind == CAROM_SWEEP_KIND_MISS && hit)
            found.made_up++;
        if (truths[i].kind >= CAROM_SWEEP_KIND_HIT && hit)
            found.worst_time = std::max(found.worst_time, std::fabs(times[i] - truths[i].time));
    }
    return found;
}

bool register_set(const char *set, const std::vector<sweep> &sweeps, bool near_ties) {
    const std::vector<truth> truths = exact_answers(sweeps);
    bool agreed = true;
    for (const peer &who : peers) {
        const std::shared_ptr<sweep_task> work = who.make(sweeps);
        comparison found = compare(work->answers(), truths);
        if (who.tells == answer::yes_or_no)
            found.worst_time = 0.0;
        const bool same_question = who.tells == answer::time || !near_ties;
        if (who.agrees && !near_ties && (found.missed != 0 || found.made_up != 0)) {
            std::fprintf(stderr, "bench: %s: %s misses %ld contacts and makes up %ld of %zu\n", set,
                         who.name, found.missed, found.made_up, sweeps.size());
            agreed = false;
        }
        const comparison shown = same_question ? found : comparison();
        add_timed(std::string("sweeps/") + set + "/" + std::to_string(sweeps.size()) + "/" +
                      who.name,
                  sweeps.size(), "hits", [work] { return work->hits(); },
                  {{"missed", static_cast<double>(shown.missed)},
                   {"made_up", static_cast<double>(shown.made_up)},
                   {"worst_time", shown.worst_time}});
    }
    return agreed;
}

} // namespace

bool register_sweeps() {
    bool agreed = true;
    constexpr std::size_t few = 4096, many = 65536;
    for (const std::size_t count : {few, many}) {
        agreed &= register_set("misses", missing_sweeps(count), false);
        agreed &= register_set("sides", side_sweeps(count), false);
        agreed &= register_set("ends", end_sweeps(count), false);
        agreed &= register_set("mixed", mixed_sweeps(count, false), false);
        agreed &= register_set("thick", mixed_sweeps(count, true), false);
    }
    agreed &= register_set("anywhere", anywhere_sweeps(many), false);
    // An overlap is a contact at t = 0 for Carom. Others count only a circle that moves in.
    agreed &= register_set("overlapping", overlapping_sweeps(few), true);
    agreed &= register_set("slab", slab_sweeps(few), false);
    agreed &= register_set("grazes", grazing_sweeps(few), true);
    agreed &= register_set("ties", tied_sweeps(few), true);
    return agreed;
}

} // namespace bench
