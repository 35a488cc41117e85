// A crowd scene in one engine. Room: bench.
#ifndef BENCH_CROWD_WORLD_H
#define BENCH_CROWD_WORLD_H

#include <functional>
#include <memory>

#include "crowd_scene.h"

namespace bench {

/// What Carom reports; 0 for engines that report nothing. The sums are over frames.
struct crowd_tally {
    /// Time, summed over balls, in which a ball could not move although it would have.
    double lost = 0.0;
    std::size_t impacts = 0, held = 0, crushed = 0, stuck = 0;
    /// Of the last frame.
    std::size_t asleep = 0;
    /// The most bytes that the crowd had at one time, without the balls and the walls.
    std::size_t bytes = 0;
};

class crowd_world {
  public:
    virtual ~crowd_world() = default;
    /// Moves all balls for a frame.
    virtual void advance() = 0;
    virtual carom_vec2 center(std::size_t ball) const = 0;
    /// A moving wall, where the engine has it.
    virtual carom_wall moving_wall(std::size_t index) const = 0;
    virtual crowd_tally tally() const {
        return {};
    }
};

/// `scene` must live as long as the world.
using make_world = std::function<std::unique_ptr<crowd_world>(const crowd_scene &scene)>;

std::unique_ptr<crowd_world> make_carom_crowd(const crowd_scene &scene);
/// Ten iterations, which is Chipmunk's default, the slop of Box2D, and no sleep.
std::unique_ptr<crowd_world> make_chipmunk_crowd(const crowd_scene &scene);
/// The same, and what rests for half a second sleeps.
std::unique_ptr<crowd_world> make_chipmunk_sleeping_crowd(const crowd_scene &scene);
/// Eight iterations for velocities and three for positions, as its manual recommends, its default
/// of continuous collision, and no sleep.
std::unique_ptr<crowd_world> make_box2d_crowd(const crowd_scene &scene);
/// The same, and what rests sleeps.
std::unique_ptr<crowd_world> make_box2d_sleeping_crowd(const crowd_scene &scene);
/// Without continuous collision and without sleep.
std::unique_ptr<crowd_world> make_box2d_discrete_crowd(const crowd_scene &scene);

} // namespace bench

#endif
