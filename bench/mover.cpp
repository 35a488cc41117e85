// The mover: balls move in a shipped level and in an empty square box, one after the other, for a
// second of frames each.
//
// The walls are a list with boxes that is searched from end to end, or a scene. For the four walls
// of the box the list costs almost nothing. Balls at rest have settled before the clock starts.
// Each ball starts near a free thing of the level. Before the clock starts, one second is run with
// the exact relation of every ball and every wall after every frame. Room: bench.
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "level_data.h"
#include "peer.h"
#include "peer_carom_scene.h"
#include "random_source.h"
#include "timed.h"

namespace bench {
namespace {

constexpr std::size_t ball_count = 1000;
constexpr int frames = 60;
constexpr double radius = 8.0, step = 1.0 / 60.0;
constexpr double infinite = std::numeric_limits<double>::infinity();

struct motion {
    const char *name;
    /// In radii per frame, at the start.
    double speed;
    carom_response response;
    double gravity;
    /// Frames before the clock starts.
    int settling;
};

const motion motions[] = {
    {"slow", 0.5, carom_bounce(1.0, 0.0), 0.0, 0},
    {"fast", 5.0, carom_bounce(1.0, 0.0), 0.0, 0},
    {"bullets", 50.0, carom_bounce(1.0, 0.0), 0.0, 0},
    {"falling", 0.5, carom_bounce(0.5, 0.1), -1000.0, 0},
    {"sliding", 0.5, carom_slide(), -1000.0, 0},
    {"resting", 0.5, carom_bounce(0.5, 0.5), -1000.0, 600},
};

/// Walls, and where things stand in them.
struct place {
    std::string name;
    std::vector<carom_wall> walls;
    std::vector<carom_circle> things;
};

place shipped_level() {
    const std::string name = "freedoom1_e1m2";
    return {name, level_walls(name), level_circles(name)};
}

place plain_box() {
    const carom_vec2 corners[] = {{-150, -100}, {150, -100}, {150, 100}, {-150, 100}};
    place room{"room", {}, {carom_circle_make({0, 0}, radius)}};
    for (int i = 0; i < 4; i++)
        room.walls.push_back(carom_segment(corners[i], corners[(i + 1) % 4]));
    return room;
}

/// The walls as the mover needs them. Must not move, because the source points into it.
struct scene {
    std::vector<carom_wall> walls;
    std::vector<carom_circle> things;
    carom_index index;
    std::vector<carom_box> boxes;
    carom_wall_list array;
    carom_box extent{{infinite, infinite}, {-infinite, -infinite}};

    explicit scene(const place &from) : walls(from.walls), things(from.things), index(walls) {
        for (const carom_wall &wall : walls) {
            const carom_box box = carom_wall_box(wall);
            boxes.push_back(box);
            extent.min = {std::fmin(extent.min.x, box.min.x), std::fmin(extent.min.y, box.min.y)};
            extent.max = {std::fmax(extent.max.x, box.max.x), std::fmax(extent.max.y, box.max.y)};
        }
        array = {walls.data(), boxes.data(), walls.size()};
    }
    carom_wall_source source(bool indexed) const {
        return indexed ? carom_scene_wall_source(index.scene()) : carom_wall_list_source(&array);
    }
    scene(const scene &) = delete;
    scene &operator=(const scene &) = delete;

    /// Both places are closed, so a ball outside the box of all walls has escaped.
    bool holds(carom_vec2 p) const {
        return carom_box_overlaps({p, p}, extent);
    }
    bool is_free(carom_circle circle) const {
        for (const carom_wall &wall : walls)
            if (carom_circle_overlaps(circle, wall))
                return false;
        return true;
    }
    bool path_is_clear(carom_circle circle, carom_vec2 to) const {
        for (const carom_wall &wall : walls)
            if (!carom_circle_path_is_clear(circle, to, wall))
                return false;
        return true;
    }
};

// Free places of things, so that no ball starts outside the map.
std::vector<carom_vec2> free_places(const scene &in) {
    std::vector<carom_vec2> places;
    for (const carom_circle &thing : in.things)
        if (in.is_free(carom_circle_make(thing.center, radius)))
            places.push_back(thing.center);
    return places;
}

std::vector<carom_ball> let_loose(const scene &in, double speed) {
    random_source random(21);
    const std::vector<carom_vec2> places = free_places(in);
    std::vector<carom_ball> balls;
    while (!places.empty() && balls.size() < ball_count) {
        const carom_vec2 from = places[balls.size() % places.size()];
        const double dx = random.within(-40.0, 40.0), dy = random.within(-40.0, 40.0);
        const double angle = random.within(0.0, 6.283185307179586), v = speed * radius / step;
        const carom_vec2 to = carom_vec2_add(from, {dx, dy});
        if (in.path_is_clear(carom_circle_make(from, radius), to))
            balls.push_back({to, radius, {v * std::cos(angle), v * std::sin(angle)}});
    }
    return balls;
}

void move_all(std::vector<carom_ball> &balls, const carom_move_settings &mover, long &contacts) {
    for (carom_ball &ball : balls) {
        const carom_motion moved = carom_ball_move(ball, step, &mover);
        ball = moved.ball;
        contacts += moved.contacts;
    }
}

/// Errors that must not occur.
struct findings {
    /// Balls in a wall after a frame.
    long overlaps = 0;
    /// Balls outside the level at the end.
    long escapes = 0;
};

/// One response, ready to run.
struct run {
    std::shared_ptr<const scene> in;
    carom_move_settings mover;
    std::vector<carom_ball> start;

    long contacts_of_a_second() const {
        std::vector<carom_ball> balls = start;
        long contacts = 0;
        for (int frame = 0; frame < frames; frame++)
            move_all(balls, mover, contacts);
        return contacts;
    }

    findings findings_of_a_second() const {
        std::vector<carom_ball> balls = start;
        findings found;
        long contacts = 0;
        for (int frame = 0; frame < frames; frame++) {
            move_all(balls, mover, contacts);
            for (const carom_ball &ball : balls)
                found.overlaps += in->is_free(carom_circle_make(ball.center, ball.radius)) ? 0 : 1;
        }
        for (const carom_ball &ball : balls)
            found.escapes += in->holds(ball.center) ? 0 : 1;
        return found;
    }
};

bool register_motion(const std::string &place, const std::shared_ptr<const scene> &in,
                     const motion &motion, bool indexed) {
    auto ready = std::make_shared<run>();
    ready->in = in;
    ready->mover = carom_move_settings();
    ready->mover.world.walls = in->source(indexed);
    ready->mover.response = motion.response;
    ready->mover.gravity = {0.0, motion.gravity};
    ready->start = let_loose(*in, motion.speed);
    long before = 0;
    for (int frame = 0; frame < motion.settling; frame++)
        move_all(ready->start, ready->mover, before);
    if (ready->start.empty()) {
        std::fprintf(stderr, "bench: no balls in %s\n", place.c_str());
        return false;
    }
    const findings found = ready->findings_of_a_second();
    if (found.overlaps != 0 || found.escapes != 0)
        std::fprintf(stderr, "bench: mover %s, %s: %ld overlaps, %ld escapes\n", place.c_str(),
                     motion.name, found.overlaps, found.escapes);
    add_timed("mover/" + place + "/" + motion.name, ready->start.size() * frames, "contacts",
              [ready] { return ready->contacts_of_a_second(); },
              {{"balls", static_cast<double>(ready->start.size())},
               {"frames", static_cast<double>(frames)},
               {"walls", static_cast<double>(in->walls.size())},
               {"overlaps", static_cast<double>(found.overlaps)},
               {"escapes", static_cast<double>(found.escapes)}});
    return found.overlaps == 0 && found.escapes == 0;
}

} // namespace

bool register_movers() {
    bool safe = true;
    for (const place &place : {plain_box(), shipped_level()}) {
        const auto in = std::make_shared<const scene>(place);
        for (const bool indexed : {false, true}) {
            const std::string name = place.name + (indexed ? ", scene" : ", list");
            for (const motion &motion : motions)
                safe &= register_motion(name, in, motion, indexed);
        }
    }
    return safe;
}

} // namespace bench
