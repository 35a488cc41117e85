// Sweeps against moving walls: what a wall that moves as a whole costs compared with one at rest,
// and what a wall that turns costs, by the result. Usage: bench_moving_walls FILE.csv
//
// Room: bench.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "carom/carom.h"
#include "random_source.h"
#include "results.h"
#include "rounds.h"

namespace bench {
namespace {

constexpr std::size_t case_count = 2048, graze_count = 256;
constexpr int rounds = 31;
/// Each timing repeats its questions for about this long.
constexpr double seconds_a_timing = 0.002;

struct moving_case {
    carom_circle circle;
    carom_vec2 move;
    carom_moving_wall wall;
};
using moving_cases = std::vector<moving_case>;
using make_case = moving_case (*)(random_source &random, double range);

carom_sweep sweep_of(const moving_case &c) {
    return carom_circle_sweep_moving(c.circle, c.move, c.wall, false);
}

// A circle within `range` of a door that turns by up to 0.3 rad.
moving_case door(random_source &random, double range) {
    const double length = random.within(40, 100), angle = random.within(0, 6.28);
    const double turned = angle + random.within(-0.3, 0.3);
    const carom_vec2 tip = {length * std::cos(angle), length * std::sin(angle)};
    const carom_vec2 tip_to = {length * std::cos(turned), length * std::sin(turned)};
    const double thickness = random.within(0, 4);
    moving_case c{};
    c.wall = carom_moving_wall_make(carom_capsule({0, 0}, tip, thickness), {0, 0},
                                    carom_vec2_sub(tip_to, tip));
    c.circle.center.x = random.within(-range, range);
    c.circle.center.y = random.within(-range, range);
    c.circle.radius = random.within(4, 16);
    c.move.x = random.within(-30, 30);
    c.move.y = random.within(-30, 30);
    return c;
}

// To a multiple of 2^-20.
carom_vec2 rounded(carom_vec2 p) {
    return {std::round(p.x * 0x1p20) * 0x1p-20, std::round(p.y * 0x1p20) * 0x1p-20};
}

// All sums of places and moves are exact, so that the wall does not turn where it is given by the
// places of its ends.
moving_case lift(random_source &random, double range) {
    moving_case c = door(random, range);
    const double x = random.within(-15, 15), y = random.within(-15, 15);
    c.circle.center = rounded(c.circle.center);
    c.move = rounded(c.move);
    c.wall.wall.b = rounded(c.wall.wall.b);
    c.wall.a_move = c.wall.b_move = rounded({x, y});
    return c;
}

enum class wanted { misses, sides, ends };

bool is_wanted(const carom_sweep &s, wanted which) {
    if (which == wanted::misses)
        return s.kind == CAROM_SWEEP_KIND_MISS;
    const bool is_side = s.feature == CAROM_FEATURE_SIDE;
    return s.kind == CAROM_SWEEP_KIND_HIT && is_side == (which == wanted::sides);
}

moving_cases cases_of(make_case make, double range, wanted which) {
    random_source random(101);
    moving_cases cases;
    while (cases.size() < case_count) {
        const moving_case c = make(random, range);
        if (is_wanted(sweep_of(c), which))
            cases.push_back(c);
    }
    return cases;
}

// Doors that a circle misses by this fraction of its radius.
moving_cases grazes(double gap) {
    random_source random(102);
    moving_cases cases;
    while (cases.size() < graze_count) {
        moving_case c = door(random, 80);
        c.circle.radius = 0.0;
        if (sweep_of(c).kind != CAROM_SWEEP_KIND_MISS)
            continue;
        double low = 0.0, high = 128.0;
        for (int i = 0; i < 60; i++) {
            c.circle.radius = 0.5 * (low + high);
            (sweep_of(c).kind == CAROM_SWEEP_KIND_MISS ? low : high) = c.circle.radius;
        }
        c.circle.radius = high;
        const carom_sweep s = sweep_of(c);
        c.circle.radius = low - gap * low;
        if (s.t > 0.05 && s.t < 0.95 && low > 2.0 && low < 40.0)
            cases.push_back(c);
    }
    return cases;
}

template <class Sweep> long hits_of(const moving_cases &cases, Sweep sweep) {
    long hits = 0;
    for (const moving_case &c : cases)
        hits += sweep(c).kind == CAROM_SWEEP_KIND_HIT ? 1 : 0;
    return hits;
}

/// A form of the sweep, run over all cases.
struct form {
    const char *name;
    long (*hits)(const moving_cases &cases);
};

// The forms at rest ask the same for an observer on the wall.
constexpr form forms[] = {
    {"rest",
     [](const moving_cases &cases) {
         return hits_of(cases, [](const moving_case &c) {
             return carom_circle_sweep(c.circle, carom_vec2_sub(c.move, c.wall.a_move),
                                       c.wall.wall);
         });
     }},
    {"moving", [](const moving_cases &cases) { return hits_of(cases, sweep_of); }},
    {"rest_to",
     [](const moving_cases &cases) {
         return hits_of(cases, [](const moving_case &c) {
             const carom_vec2 move = carom_vec2_sub(c.move, c.wall.a_move);
             return carom_circle_sweep_to(c.circle, carom_vec2_add(c.circle.center, move),
                                          c.wall.wall);
         });
     }},
    {"moving_to",
     [](const moving_cases &cases) {
         return hits_of(cases, [](const moving_case &c) {
             const carom_wall &w = c.wall.wall;
             return carom_circle_sweep_moving_to(c.circle, carom_vec2_add(c.circle.center, c.move),
                                                 w, carom_vec2_add(w.a, c.wall.a_move),
                                                 carom_vec2_add(w.b, c.wall.b_move), false);
         });
     }},
};
constexpr std::size_t form_count = sizeof forms / sizeof forms[0];

// Times these forms in turns, so that a slowdown of the machine affects all of them.
void time_forms(results &out, const std::string &set, const moving_cases &cases, std::size_t first,
                std::size_t end) {
    std::vector<std::function<void()>> works;
    std::vector<long> hits(form_count), repeats(form_count, 1);
    for (std::size_t f = first; f < end; f++) {
        const auto once = [&, f] { hits[f] = forms[f].hits(cases); };
        once();
        const double seconds = time_in_rounds({once}, 5).front().median;
        if (seconds < seconds_a_timing)
            repeats[f] = static_cast<long>(seconds_a_timing / (seconds + 1e-6)) + 1;
        works.push_back([once, n = repeats[f]] {
            for (long i = 0; i < n; i++)
                once();
        });
    }
    const std::vector<timing> took = time_in_rounds(works, rounds);
    for (std::size_t f = first; f < end; f++) {
        const double asked = static_cast<double>(cases.size()) * static_cast<double>(repeats[f]);
        const timing &t = took[f - first];
        out.add({"sweep", set, 1, forms[f].name, 1e9 * t.median / asked, t.spread, cases.size(),
                 hits[f]});
    }
}

void run(results &out) {
    time_forms(out, "whole/miss", cases_of(lift, 200, wanted::misses), 0, form_count);
    time_forms(out, "whole/hit on a side", cases_of(lift, 80, wanted::sides), 0, form_count);
    time_forms(out, "whole/hit on an end", cases_of(lift, 80, wanted::ends), 0, form_count);
    const auto turning = [&](const std::string &set, const moving_cases &cases) {
        time_forms(out, set, cases, 1, 2);
    };
    turning("turns/far miss", cases_of(door, 400, wanted::misses));
    turning("turns/near miss", cases_of(door, 80, wanted::misses));
    turning("turns/hit on a side", cases_of(door, 80, wanted::sides));
    turning("turns/hit on an end", cases_of(door, 80, wanted::ends));
    for (const char *gap : {"1e-6", "1e-9", "1e-12", "1e-13", "1e-14", "1e-15"})
        turning(std::string("turns/missed by ") + gap + " of the radius",
                grazes(std::strtod(gap, nullptr)));
}

} // namespace
} // namespace bench

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: bench_moving_walls FILE.csv\n");
        return 2;
    }
    bench::results out(argv[1]);
    bench::run(out);
    return 0;
}
