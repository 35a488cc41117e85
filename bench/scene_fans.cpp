// Fans of beams, as a lidar casts them: 360 from one place, in order of their angle.
//
// Carom answers a fan in one call, and beam by beam in a loop. Box2D casts rays only. Places are
// off all walls. Room: bench.
#include <cmath>
#include <functional>

#include "random_source.h"
#include "scene_bench.h"

namespace bench {
namespace {

constexpr int rounds = 7;
constexpr std::size_t beam_count = 360, place_count = 100;
constexpr double range = 20.0, thick = 0.1;

std::vector<carom_vec2> degrees() {
    std::vector<carom_vec2> moves(beam_count);
    for (std::size_t i = 0; i < beam_count; i++) {
        const double angle = 6.283185307179586 * static_cast<double>(i) / beam_count;
        moves[i] = {range * std::cos(angle), range * std::sin(angle)};
    }
    return moves;
}

std::vector<carom_vec2> free_places(const stage &on) {
    random_source random(46);
    const double side = std::sqrt(static_cast<double>(on.all.size()));
    std::vector<carom_vec2> places;
    while (places.size() < place_count) {
        const double x = random.within(0.0, side), y = random.within(0.0, side);
        if (!carom_scene_touches(on.carom->scene(), carom_circle_make({x, y}, thick),
                                 CAROM_CONTACT_RULE_CLOSED_DISC, nullptr))
            places.push_back({x, y});
    }
    return places;
}

/// The hits of all fans, and what takes them.
struct scan {
    const carom_scene *scene;
    std::vector<carom_vec2> places, moves;
    std::vector<carom_scene_hit> hits;
    double radius;

    void fans() {
        for (std::size_t p = 0; p < places.size(); p++)
            carom_scene_fan(scene, carom_circle_make(places[p], radius), moves.data(), beam_count,
                            nullptr, &hits[p * beam_count]);
    }
    void loop() {
        for (std::size_t p = 0; p < places.size(); p++)
            for (std::size_t i = 0; i < beam_count; i++)
                hits[p * beam_count + i] = carom_scene_sweep(
                    scene, carom_circle_make(places[p], radius), moves[i], nullptr);
    }
};

result line_of(const stage &on, const char *measure, const char *peer, const timing &took,
               std::size_t asked) {
    result line{};
    line.measure = measure;
    line.set = on.set;
    line.walls = on.all.size();
    line.peer = peer;
    line.value = 1e9 * took.median / static_cast<double>(asked);
    line.spread = took.spread;
    line.asked = asked;
    return line;
}

// Times both ways of Carom, and compares them.
void time_radius(results &out, const stage &on, const char *measure, double radius, scan &all) {
    all.radius = radius;
    const std::vector<timing> took =
        time_in_rounds({[&] { all.fans(); }, [&] { all.loop(); }}, rounds);
    const std::vector<carom_scene_hit> single = all.hits;
    all.fans();
    long met = 0;
    for (std::size_t i = 0; i < all.hits.size(); i++) {
        met += all.hits[i].index != CAROM_NO_WALL ? 1 : 0;
        if (all.hits[i].index != single[i].index || all.hits[i].sweep.t != single[i].sweep.t)
            out.disagree("carom", on.set + " fan");
    }
    const char *const names[] = {"carom", "carom_casts"};
    for (int i = 0; i < 2; i++) {
        result line =
            line_of(on, measure, names[i], took[static_cast<std::size_t>(i)], all.hits.size());
        line.answers = met;
        out.add(line);
    }
}

} // namespace

void time_fans(results &out, const stage &on) {
    scan all{on.carom->scene(), free_places(on), degrees(), {}, 0.0};
    all.hits.resize(place_count * beam_count);
    time_radius(out, on, "fan_thick", thick, all);
    time_radius(out, on, "fan", 0.0, all);
    for (const built_peer &peer : on.peers) {
        const auto *index = dynamic_cast<const casts_rays *>(peer.index.get());
        if (index == nullptr)
            continue;
        std::vector<double> times(all.hits.size());
        const std::vector<timing> took =
            time_in_rounds({[&] {
                               for (std::size_t p = 0; p < place_count; p++)
                                   index->rays(all.places[p], all.moves, &times[p * beam_count]);
                           }},
                           rounds);
        result line = line_of(on, "fan", peer.name.c_str(), took[0], times.size());
        for (std::size_t i = 0; i < times.size(); i++) {
            const bool hit = times[i] >= 0.0, truth = all.hits[i].index != CAROM_NO_WALL;
            line.answers += hit ? 1 : 0;
            line.missed += truth && !hit ? 1 : 0;
            line.made_up += hit && !truth ? 1 : 0;
        }
        out.add(line);
    }
}

} // namespace bench
