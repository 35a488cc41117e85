// Walls against walls: pairs by what makes them easy or hard, with GEOS beside them, and the join
// of a million tracks with each other. Usage: bench_clearance FILE.csv [TRACKS]
//
// Room: bench.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "carom/carom.h"
#include "clearance.h"
#include "random_source.h"
#include "results.h"
#include "rounds.h"

// The exact signs, which the linker sends through here: --wrap in CMakeLists.txt. Their last
// parameter is an enum of the library's own.
static long exact_signs = 0;

extern "C" {
int __real_carom_exact_reach(carom_circle circle, carom_wall wall, double gap, int tier);
int __real_carom_exact_side(carom_circle circle, carom_wall wall, int tier);

int __wrap_carom_exact_reach(carom_circle circle, carom_wall wall, double gap, int tier) {
    exact_signs++;
    return __real_carom_exact_reach(circle, wall, gap, tier);
}

int __wrap_carom_exact_side(carom_circle circle, carom_wall wall, int tier) {
    exact_signs++;
    return __real_carom_exact_side(circle, wall, tier);
}
}

namespace bench {
namespace {

constexpr std::size_t pair_count = 65536;
constexpr int rounds = 15, join_rounds = 3;

using track_pairs = std::vector<track_pair>;

carom_wall wall_of(const track &t) {
    return carom_capsule({t.ax, t.ay}, {t.bx, t.by}, t.radius);
}

track random_track(random_source &random, double x, double y) {
    track t{};
    t.ax = x + random.within(-1, 1);
    t.ay = y + random.within(-1, 1);
    t.bx = x + random.within(-1, 1);
    t.by = y + random.within(-1, 1);
    t.radius = random.within(0.05, 0.15);
    return t;
}

// A third of them are within the gap.
track_pair near(random_source &random) {
    const double x = random.within(-1.4, 1.4);
    track_pair p{};
    p.first = random_track(random, 0, 0);
    p.second = random_track(random, x, random.within(-1.4, 1.4));
    p.gap = 0.2;
    return p;
}

// The boxes overlap.
track_pair apart(random_source &random) {
    for (;;) {
        const track_pair p = near(random);
        const carom_wall wall = wall_of(p.first), other = wall_of(p.second);
        if (carom_wall_compare_gap(wall, other, p.gap) > 0 &&
            carom_box_overlaps(carom_wall_box(wall), carom_wall_box(other)))
            return p;
    }
}

track_pair whole(random_source &random, int size) {
    track_pair p{};
    for (double *x : {&p.first.ax, &p.first.ay, &p.first.bx, &p.first.by, &p.second.ax,
                      &p.second.ay, &p.second.bx, &p.second.by})
        *x = random.integer(0, size);
    p.first.radius = p.second.radius = 1;
    p.gap = random.integer(0, 3);
    return p;
}

track_pair integers(random_source &random) {
    return whole(random, 8);
}

track_pair decimals(random_source &random) {
    track_pair p = whole(random, 40);
    for (double *x :
         {&p.first.ax, &p.first.ay, &p.first.bx, &p.first.by, &p.second.ax, &p.second.ay,
          &p.second.bx, &p.second.by, &p.first.radius, &p.second.radius, &p.gap})
        *x *= 0.05;
    return p;
}

// Within some ulp of parallel, and 1,000 long.
track_pair parallel(random_source &random) {
    track_pair p = near(random);
    const double ux = random.within(-700, 700), uy = random.within(-700, 700);
    p.first.bx = p.first.ax + ux;
    p.first.by = p.first.ay + uy;
    p.second.bx = random.nudged(p.second.ax + ux, 2);
    p.second.by = random.nudged(p.second.ay + uy, 2);
    return p;
}

void time_pairs(results &out, const char *set, track_pair (*make)(random_source &)) {
    random_source random(201);
    track_pairs pairs;
    std::vector<carom_wall> walls;
    std::vector<bool> truth;
    long ties = 0, by_integers = 0, wrong = 0, unused = 0;
    for (std::size_t i = 0; i < pair_count; i++) {
        const track_pair p = make(random);
        pairs.push_back(p);
        walls.push_back(wall_of(p.first));
        walls.push_back(wall_of(p.second));
        exact_signs = 0;
        const int sign = carom_wall_compare_gap(walls[2 * i], walls[2 * i + 1], p.gap);
        by_integers += exact_signs > 0 ? 1 : 0;
        truth.push_back(sign <= 0);
        ties += sign == 0 ? 1 : 0;
    }
    geos_within(pairs, truth, wrong);
    long within = 0;
    double sum = 0;
    const std::vector<std::function<void()>> works = {
        [&] {
            within = 0;
            for (std::size_t i = 0; i < pairs.size(); i++)
                within += carom_wall_within(walls[2 * i], walls[2 * i + 1], pairs[i].gap) ? 1 : 0;
        },
        [&] {
            for (std::size_t i = 0; i < pairs.size(); i++)
                sum += carom_wall_contact(walls[2 * i], walls[2 * i + 1]).gap;
        },
        [&] { geos_within(pairs, {}, unused); }};
    const char *const names[] = {"carom_wall_within", "carom_wall_contact", "geos"};
    const std::vector<timing> took = time_in_rounds(works, rounds);
    for (std::size_t f = 0; f < works.size(); f++)
        out.add({"pair", set, 2, names[f], 1e9 * took[f].median / pair_count, took[f].spread,
                 pair_count, within, f == 2 ? wrong : 0});
    out.add({"pair", set, 2, "by integers", 0, 0, pair_count, by_integers, 0});
    std::printf("%s: %ld of %zu within, %ld ties, %ld by integers; GEOS differs on %ld\n", set,
                within, pair_count, ties, by_integers, wrong);
    if (!(sum - sum == 0))
        out.disagree("carom_wall_contact", set);
}

// Level, upright and at 45 degrees, multiples of 0.1.
std::vector<carom_wall> tracks(std::size_t count) {
    random_source random(202);
    const int side = static_cast<int>(std::sqrt(static_cast<double>(count)) * 11);
    std::vector<carom_wall> walls;
    for (std::size_t i = 0; i < count; i++) {
        static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        const int x = random.integer(0, side), y = random.integer(0, side);
        const int length = random.integer(1, 20);
        const int *way = ways[random.integer(0, 3)];
        walls.push_back(carom_capsule(
            {0.1 * x, 0.1 * y}, {0.1 * (x + length * way[0]), 0.1 * (y + length * way[1])}, 0.1));
    }
    return walls;
}

void time_join(results &out, std::size_t count) {
    const std::vector<carom_wall> walls = tracks(count);
    carom_scene *scene = nullptr;
    carom_circle_lists lists{};
    long pairs = 0;
    const std::vector<std::function<void()>> works = {
        [&] {
            carom_scene_destroy(scene, nullptr);
            if (carom_scene_create(walls.data(), walls.size(), nullptr, nullptr, &scene, nullptr) !=
                CAROM_STATUS_OK)
                std::exit(1);
        },
        [&] {
            if (carom_scene_clearance_batch(scene, 0.2, nullptr, false, SIZE_MAX, nullptr, nullptr,
                                            &lists) != CAROM_STATUS_OK)
                std::exit(1);
            pairs = static_cast<long>(lists.offsets[lists.count]);
            carom_circle_lists_release(&lists, nullptr);
        }};
    const std::vector<timing> took = time_in_rounds(works, join_rounds);
    carom_scene_destroy(scene, nullptr);
    out.add({"join", "scene", count, "carom", took[0].median, took[0].spread, count, 0});
    out.add({"join", "pairs", count, "carom", took[1].median, took[1].spread, count, pairs});
    std::printf("join of %zu: scene %.3f s, %ld pairs in %.3f s\n", count, took[0].median, pairs,
                took[1].median);
}

} // namespace
} // namespace bench

int main(int argc, char **argv) {
    if (argc != 2 && argc != 3) {
        std::fprintf(stderr, "usage: bench_clearance FILE.csv [TRACKS]\n");
        return 2;
    }
    bench::results out(argv[1]);
    bench::time_pairs(out, "near", bench::near);
    bench::time_pairs(out, "apart", bench::apart);
    bench::time_pairs(out, "integers", bench::integers);
    bench::time_pairs(out, "decimals", bench::decimals);
    bench::time_pairs(out, "parallel", bench::parallel);
    bench::time_join(out, argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 1000000);
    return out.all_agreed() ? 0 : 1;
}
