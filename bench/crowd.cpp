// Crowds in Carom, Chipmunk and Box2D: balls that press, pile up, fly, are pressed, overlap at the
// start, or bounce among many walls.
//
//     bench_crowd FILE.csv [--quick] [--only NAME] [--beside NAME FILE.so]
//
// --quick runs the scenes that matter in development in less than a minute, and fewer engines.
// --only runs the scenes whose names begin with NAME. --beside adds an engine, such as another
// version of Carom: a shared object that exports a C function bench_make_crowd, which takes a
// pointer to a crowd_scene and returns a new crowd_world.
//
// The times are processor times of one thread. They include the forces that pull the balls. In each
// round all engines run the scene from its start, one after the other. Balls do not spin, and
// friction is 0. The settings of the engines are in crowd_world.h. In a run of its own, the pairs
// that overlap are counted by Carom's exact calls at the places that each engine has for its balls
// and walls. Exit status 1 if a ball of Carom overlaps anything. Room: bench.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "crowd_run.h"

namespace {

using bench::crowd_engine;
using bench::crowd_scene;

struct options {
    const char *file = nullptr;
    bool quick = false;
    std::string only;
    std::vector<crowd_engine> beside;
};

struct entry {
    const char *name;
    std::function<crowd_scene()> make;
    int rounds;
    std::vector<crowd_engine> engines;
    /// The number of rounds of --quick; 0: not in it. Of the engines, the first three run.
    int quick_rounds;
};

const crowd_engine carom = {"carom", bench::make_carom_crowd};
const crowd_engine chipmunk = {"chipmunk", bench::make_chipmunk_crowd};
const crowd_engine box2d = {"box2d", bench::make_box2d_crowd};
const crowd_engine box2d_discrete = {"box2d_discrete", bench::make_box2d_discrete_crowd};
const std::vector<crowd_engine> usual = {carom, chipmunk, box2d};
const std::vector<crowd_engine> discrete = {carom, chipmunk, box2d, box2d_discrete};
const std::vector<crowd_engine> sleeping = {
    carom,
    chipmunk,
    box2d,
    {"chipmunk_sleeping", bench::make_chipmunk_sleeping_crowd},
    {"box2d_sleeping", bench::make_box2d_sleeping_crowd}};

std::vector<entry> pressed_scenes() {
    std::vector<entry> all;
    for (const std::size_t count : {25, 50, 100, 200, 400, 800, 1600, 3200}) {
        const int rounds = count <= 200 ? 9 : count <= 800 ? 5 : 3;
        const int quick = count == 25 || count == 200 || count == 400 ? 5 : count == 1600 ? 1 : 0;
        all.push_back({"hunters", [=] { return bench::hunters(count); }, rounds, usual, quick});
    }
    all.push_back({"long", [] { return bench::hunters_for_long(200); }, 3, usual, 1});
    all.push_back({"weak_pull", [] { return bench::hunters_with_weak_pull(200); }, 5, usual, 2});
    all.push_back({"from_above", [] { return bench::hunters_from_above(200); }, 5, usual, 2});
    all.push_back({"bouncing", [] { return bench::hunters_that_bounce(200); }, 5, usual, 2});
    all.push_back({"unequal", [] { return bench::unequal_hunters(250); }, 5, usual, 2});
    all.push_back({"fast", [] { return bench::fast_hunters(180); }, 5, usual, 2});
    return all;
}

std::vector<entry> pile_scenes() {
    std::vector<entry> all;
    all.push_back({"funnel", [] { return bench::funnel(150); }, 3, usual, 1});
    all.push_back({"tall_pile", [] { return bench::tall_pile(150); }, 3, sleeping, 1});
    for (const double e : {0.0, 0.5})
        all.push_back({"wedge", [=] { return bench::wedge(16, e); }, 5, usual, 1});
    for (const double e : {1.0, 0.9, 0.5, 0.0})
        all.push_back({"heptagon", [=] { return bench::heptagon_pile(20, e); }, 5, sleeping, 1});
    return all;
}

std::vector<entry> other_scenes() {
    std::vector<entry> all;
    for (const double speed : {5.0, 25.0, 100.0})
        all.push_back(
            {"gas", [=] { return bench::gas(1000, speed); }, 5, discrete, speed > 50.0 ? 0 : 2});
    for (const std::size_t count : {50, 100, 200, 400})
        all.push_back(
            {"press", [=] { return bench::press(count); }, 5, usual, count == 400 ? 1 : 0});
    for (const std::size_t count : {40, 80, 160})
        all.push_back(
            {"one_place", [=] { return bench::one_place(count); }, 5, usual, count == 160 ? 1 : 0});
    for (const double speed : {0.5, 5.0})
        all.push_back({"among", [=] { return bench::among_walls(10000, speed); }, 3, discrete, 0});
    // A frame takes minutes in Box2D with continuous collision.
    all.push_back({"among",
                   [] { return bench::among_walls(10000, 50.0); },
                   3,
                   {carom, chipmunk, box2d_discrete},
                   0});
    all.push_back(
        {"among_moving", [] { return bench::among_moving_walls(10000); }, 3, discrete, 0});
    return all;
}

/// Of a shared object, which stays loaded.
bench::make_world engine_in(const char *path) {
    using make = bench::crowd_world *(*)(const crowd_scene *);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library != nullptr ? dlsym(library, "bench_make_crowd") : nullptr;
    if (symbol == nullptr) {
        std::fprintf(stderr, "bench_crowd: %s\n", dlerror());
        std::exit(2);
    }
    return [make_crowd = reinterpret_cast<make>(symbol)](const crowd_scene &scene) {
        return std::unique_ptr<bench::crowd_world>(make_crowd(&scene));
    };
}

options options_of(int argc, char **argv) {
    options o;
    for (int i = 1; i < argc; i++) {
        if (std::strcmp(argv[i], "--quick") == 0) {
            o.quick = true;
        } else if (std::strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            o.only = argv[++i];
        } else if (std::strcmp(argv[i], "--beside") == 0 && i + 2 < argc) {
            o.beside.push_back({argv[i + 1], engine_in(argv[i + 2])});
            i += 2;
        } else if (o.file == nullptr && argv[i][0] != '-') {
            o.file = argv[i];
        } else {
            o.file = nullptr;
            break;
        }
    }
    return o;
}

} // namespace

int main(int argc, char **argv) {
    const options o = options_of(argc, argv);
    if (o.file == nullptr) {
        std::fprintf(stderr, "usage: bench_crowd FILE.csv [--quick] [--only NAME] "
                             "[--beside NAME FILE.so]\n");
        return 2;
    }
    bench::results out(o.file);
    for (const auto &group : {pressed_scenes(), pile_scenes(), other_scenes()})
        for (const entry &e : group) {
            const int rounds = o.quick ? e.quick_rounds : e.rounds;
            if (rounds == 0 || std::string(e.name).compare(0, o.only.size(), o.only) != 0)
                continue;
            std::vector<crowd_engine> engines = e.engines;
            if (o.quick)
                engines.resize(3);
            engines.insert(engines.end(), o.beside.begin(), o.beside.end());
            bench::run_crowd(out, e.make(), engines, rounds);
        }
    return out.all_agreed() ? 0 : 1;
}
