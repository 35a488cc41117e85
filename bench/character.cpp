// The character: many of them in one level of slopes, stairs and ledges, each for a second of
// frames with the same input. The level is a scene. Room: bench.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "peer.h"
#include "timed.h"

#include "carom/character.h"
#include "carom/scene.h"

namespace bench {
namespace {

constexpr int characters = 64, frames = 60;
constexpr double radius = 0.5, step = 1.0 / 60.0, width = 16.0;

struct input {
    const char *name;
    double walk, jump;
};

const input inputs[] = {
    {"standing", 0.0, 0.0}, {"walking", 4.0, 0.0}, {"running", 30.0, 0.0}, {"jumping", 4.0, 12.0}};

/// One room for each character, `width` apart: a wall, level ground, a slope, a plateau, stairs
/// down and up, a ledge.
std::vector<carom_wall> level() {
    const carom_vec2 row[] = {{0.0, 8.0},   {0.0, 0.0},  {3.0, 0.0}, {5.0, 1.0},  {7.0, 1.0},
                              {7.0, 0.75},  {8.5, 0.75}, {8.5, 0.5}, {12.0, 0.5}, {12.0, 0.75},
                              {13.5, 0.75}, {13.5, 1.0}, {16.0, 1.0}};
    std::vector<carom_wall> walls;
    for (int k = 0; k < characters; k++) {
        const carom_vec2 offset = {k * width, 0.0};
        for (std::size_t i = 1; i < sizeof row / sizeof row[0]; i++)
            walls.push_back(
                carom_segment(carom_vec2_add(row[i - 1], offset), carom_vec2_add(row[i], offset)));
        walls.push_back(carom_segment({k * width + 9.0, 3.0}, {k * width + 12.0, 3.0}));
        walls.back().one_sided = true;
    }
    walls.push_back(carom_segment({characters * width, 0.0}, {characters * width, 8.0}));
    return walls;
}

struct run {
    carom_scene *scene = nullptr;
    carom_character_settings settings = carom_character_settings_default();
    input keys{};
    std::vector<carom_character> start;

    ~run() {
        carom_scene_destroy(scene, nullptr);
    }

    struct counts {
        /// Frames that end on the ground, and frames that a limit ended.
        long on_ground = 0, lost = 0;
    };

    counts second() const {
        counts found;
        for (carom_character c : start) {
            for (int frame = 0; frame < frames; frame++) {
                // There and back.
                c.ball.velocity.x = frame < frames / 2 ? keys.walk : -keys.walk;
                if (c.on_ground && frame % 30 == 15)
                    c.ball.velocity.y = keys.jump;
                const carom_character_motion motion = carom_character_move(c, step, &settings);
                c = motion.character;
                found.on_ground += c.on_ground ? 1 : 0;
                found.lost += motion.lost > 0.0 ? 1 : 0;
            }
        }
        return found;
    }
};

bool register_input(const std::vector<carom_wall> &walls, const input &keys) {
    auto ready = std::make_shared<run>();
    if (carom_scene_create(walls.data(), walls.size(), nullptr, nullptr, &ready->scene, nullptr) !=
        CAROM_STATUS_OK)
        return false;
    ready->keys = keys;
    ready->settings.world.walls = carom_scene_wall_source(ready->scene);
    ready->settings.gravity = {0.0, -24.0};
    ready->settings.step_height = ready->settings.snap_distance = 0.25;
    for (int k = 0; k < characters; k++) {
        carom_character c = carom_character_make({k * width + 1.0 + 0.2 * k, 1.5}, radius);
        for (int frame = 0; frame < frames; frame++)
            c = carom_character_move(c, step, &ready->settings).character;
        ready->start.push_back(c);
    }
    const run::counts found = ready->second();
    if (found.lost != 0 || found.on_ground == 0)
        std::fprintf(stderr, "bench: character %s: %ld frames cut short\n", keys.name, found.lost);
    add_timed(std::string("character/") + keys.name, static_cast<std::size_t>(characters * frames),
              "on_ground", [ready] { return ready->second().on_ground; },
              {{"walls", static_cast<double>(walls.size())},
               {"frames", static_cast<double>(characters * frames)}});
    return found.lost == 0 && found.on_ground != 0;
}

} // namespace

bool register_characters() {
    const std::vector<carom_wall> walls = level();
    bool complete = true;
    for (const input &keys : inputs)
        complete &= register_input(walls, keys);
    return complete;
}

} // namespace bench
