// What all engines of the benchmark of crowds start from: balls, walls, and the forces on them.
// Room: bench.
#ifndef BENCH_CROWD_SCENE_H
#define BENCH_CROWD_SCENE_H

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "carom/carom.h"

namespace bench {

/// A segment that goes to and fro, or turns about its middle, or both.
struct moving_segment {
    carom_wall start;
    carom_vec2 velocity;
    /// Radians per time.
    double spin;
    /// The segment turns back after so many frames; 0: never.
    int period;
};

/// Where it is after some frames of length `step`.
carom_wall segment_after(const moving_segment &m, int frames, double step);

/// Its velocity in the frame with this number, from 0.
carom_vec2 segment_velocity(const moving_segment &m, int frame);

/// How the balls are pulled to the player.
enum class pull_kind { none, along_x, to_player };

/// Frames that are measured together, from 0. The engines run up to the last end.
struct phase {
    std::string name;
    int begin, end;
};

struct crowd_scene {
    std::string name;
    std::vector<carom_ball> balls;
    std::vector<carom_wall> walls;
    std::vector<moving_segment> moving;
    /// The mass of each ball; empty: 1.
    std::vector<double> masses;
    carom_vec2 gravity = {0.0, 0.0};
    pull_kind pull = pull_kind::none;
    /// The acceleration of each ball towards the player.
    double pull_size = 0.0;
    carom_vec2 player = {0.0, 0.0};
    /// Between balls, and between a ball and a wall. Friction is 0.
    double restitution = 0.0, wall_restitution = 0.0;
    double step = 1.0 / 60.0;
    /// Phases may overlap. The names of scenes and phases are those of motion_report.py.
    std::vector<phase> phases;
    /// Balls beyond it have left the room.
    carom_box room = {{-1e9, -1e9}, {1e9, 1e9}};
    /// A second phase "rest" is added: the frames before all balls of Carom sleep.
    bool comes_to_rest = false;
    /// Each frame is timed by itself, and the slowest one is reported.
    bool wants_worst = false;
    /// The balls that overlap are counted in every so many measured frames.
    int count_every = 1;
    /// An engine stops after so much processor time, or so many seconds.
    double most_seconds = 60.0;
};

/// The acceleration of a ball besides gravity.
inline carom_vec2 pull_at(const crowd_scene &s, carom_vec2 center) {
    const carom_vec2 d = carom_vec2_sub(s.player, center);
    const double x = d.x, y = s.pull == pull_kind::along_x ? 0.0 : d.y;
    const double length = std::sqrt(x * x + y * y);
    return length > 0.0 ? carom_vec2{s.pull_size * x / length, s.pull_size * y / length}
                        : carom_vec2{0.0, 0.0};
}

/// Balls that hunt a player, on a floor or not.
crowd_scene hunters(std::size_t count);
crowd_scene hunters_for_long(std::size_t count);
crowd_scene hunters_with_weak_pull(std::size_t count);
crowd_scene hunters_from_above(std::size_t count);
crowd_scene hunters_that_bounce(std::size_t count);
crowd_scene unequal_hunters(std::size_t count);
crowd_scene fast_hunters(std::size_t count);

/// Heaps under gravity.
crowd_scene funnel(std::size_t count);
crowd_scene tall_pile(std::size_t count);
crowd_scene wedge(std::size_t count, double restitution);
crowd_scene heptagon_pile(std::size_t count, double restitution);

/// Without gravity: a gas in a box at density 0.3, where balls have this mean speed.
crowd_scene gas(std::size_t count, double speed);

/// Two walls that close on balls between a floor and a ceiling, until there is too little room.
crowd_scene press(std::size_t count);

/// Balls that overlap at the start, in one place.
crowd_scene one_place(std::size_t count);

/// Balls that bounce among as many walls, by `speed` radii in a frame at most. `moving` of the
/// walls move.
crowd_scene among_walls(std::size_t count, double speed);
crowd_scene among_moving_walls(std::size_t count);

} // namespace bench

#endif
