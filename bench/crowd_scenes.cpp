// Crowds that press, pile up, fly and are pressed. Room: bench.
//
// Balls start in the cells of a lattice, off its middle by a random distance, and overlap nothing.
#include <algorithm>
#include <cmath>

#include "crowd_scene.h"
#include "random_source.h"

namespace bench {
namespace {

constexpr double pi = 3.141592653589793;

/// 0.5 for a half.
std::string tenths(double x) {
    const int all = static_cast<int>(10.0 * x + 0.5);
    return std::to_string(all / 10) + "." + std::to_string(all % 10);
}

carom_wall wall_between(double ax, double ay, double bx, double by) {
    return carom_segment({ax, ay}, {bx, by});
}

/// A lattice of cells that are a tenth wider than the largest ball.
struct lattice {
    carom_vec2 corner;
    std::size_t columns;
    double low, high;
};

double cell_of(const lattice &l) {
    return 2.2 * l.high;
}

std::vector<carom_ball> balls_on(const lattice &l, std::size_t count, std::uint64_t stream) {
    random_source random(stream);
    const double cell = cell_of(l);
    std::vector<carom_ball> all;
    for (std::size_t i = 0; i < count; i++) {
        const double radius = random.within(l.low, l.high), room = 0.5 * cell - radius;
        const double x = static_cast<double>(i % l.columns) + 0.5;
        const double y = static_cast<double>(i / l.columns) + 0.5;
        const double dx = random.within(-room, room), dy = random.within(-room, room);
        all.push_back({{l.corner.x + cell * x + dx, l.corner.y + cell * y + dy}, radius, {0, 0}});
    }
    return all;
}

/// As many columns as rows, or one less, about x = 0.
std::vector<carom_ball> square_of(std::size_t count, double low, double high, double bottom) {
    const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    lattice l{{0.0, bottom}, columns, low, high};
    l.corner.x = -0.5 * cell_of(l) * static_cast<double>(columns);
    return balls_on(l, count, 100 + count);
}

void add_box(crowd_scene &s, double left, double bottom, double right, double top, double thick) {
    const carom_vec2 corners[] = {{left - thick, bottom - thick},
                                  {right + thick, bottom - thick},
                                  {right + thick, top + thick},
                                  {left - thick, top + thick}};
    for (int i = 0; i < 4; i++)
        s.walls.push_back(carom_capsule(corners[i], corners[(i + 1) % 4], thick));
    s.room = {{left, bottom}, {right, top}};
}

crowd_scene hunting(const char *name, std::size_t count, double low, double high) {
    crowd_scene s;
    s.name = name;
    s.balls = square_of(count, low, high, 0.0);
    s.walls.push_back(wall_between(-1000.0, 0.0, 1000.0, 0.0));
    s.gravity = {0.0, -20.0};
    s.pull = pull_kind::along_x;
    s.pull_size = 30.0;
    return s;
}

} // namespace

crowd_scene hunters(std::size_t count) {
    crowd_scene s = hunting("hunters", count, 0.2, 0.4);
    // Larger crowds need more time to meet.
    s.phases = {count < 800 ? phase{"pressed", 36, 48} : phase{"pressed", 50, 100}};
    if (count >= 800)
        s.count_every = 10;
    return s;
}

crowd_scene hunters_for_long(std::size_t count) {
    crowd_scene s = hunting("long", count, 0.2, 0.4);
    s.phases = {{"all", 0, 600}, {"early", 36, 100}, {"late", 500, 600}};
    s.count_every = 10;
    return s;
}

crowd_scene hunters_with_weak_pull(std::size_t count) {
    crowd_scene s = hunting("weak_pull", count, 0.2, 0.4);
    s.pull_size = 5.0;
    s.phases = {{"pressed", 60, 120}};
    return s;
}

crowd_scene hunters_from_above(std::size_t count) {
    crowd_scene s = hunting("from_above", count, 0.2, 0.4);
    s.gravity = {0.0, 0.0};
    s.pull = pull_kind::to_player;
    s.player = {0.0, 0.5 * std::sqrt(static_cast<double>(count))};
    s.phases = {{"pressed", 60, 120}};
    return s;
}

crowd_scene hunters_that_bounce(std::size_t count) {
    crowd_scene s = hunting("bouncing", count, 0.2, 0.4);
    s.restitution = s.wall_restitution = 0.2;
    s.phases = {{"pressed", 60, 120}};
    return s;
}

crowd_scene unequal_hunters(std::size_t count) {
    crowd_scene s = hunting("unequal", count, 0.1, 0.4);
    s.pull_size = 12.0;
    for (const carom_ball &ball : s.balls) // by area
        s.masses.push_back(ball.radius * ball.radius / 0.0625);
    s.phases = {{"pressed", 60, 120}};
    return s;
}

crowd_scene fast_hunters(std::size_t count) {
    crowd_scene s = hunting("fast", count, 0.2, 0.4);
    s.pull_size = 80.0;
    s.step = 1.0 / 120.0;
    s.phases = {{"pressed", 72, 132}};
    return s;
}

crowd_scene funnel(std::size_t count) {
    crowd_scene s;
    s.name = "funnel";
    const double half = 6.0, neck = 0.8, top = 8.0, outlet = 3.0;
    s.walls = {wall_between(-half, top, -neck, outlet), wall_between(half, top, neck, outlet),
               wall_between(-half, top, -half, 60.0),   wall_between(half, top, half, 60.0),
               wall_between(-20.0, 0.0, 20.0, 0.0),     wall_between(-20.0, 0.0, -20.0, 3.0),
               wall_between(20.0, 0.0, 20.0, 3.0)};
    s.balls = balls_on({{-half + 0.3, top}, 13, 0.2, 0.4}, count, 120);
    s.gravity = {0.0, -20.0};
    s.phases = {{"all", 0, 240}};
    s.count_every = 4;
    return s;
}

crowd_scene tall_pile(std::size_t count) {
    crowd_scene s;
    s.name = "tall_pile";
    const double half = 2.2;
    s.walls = {wall_between(-half, 0.0, half, 0.0), wall_between(-half, 0.0, -half, 100.0),
               wall_between(half, 0.0, half, 100.0)};
    s.balls = balls_on({{-half, 0.0}, 5, 0.2, 0.4}, count, 121);
    s.gravity = {0.0, -20.0};
    s.restitution = s.wall_restitution = 0.3;
    s.phases = {{"motion", 30, 150}, {"asleep", 1100, 1200}};
    s.comes_to_rest = true;
    s.count_every = 10;
    return s;
}

crowd_scene wedge(std::size_t count, double restitution) {
    crowd_scene s;
    s.name = "wedge_" + tenths(restitution);
    const double half_angle = 5.5 * pi / 180.0, length = 60.0;
    const carom_vec2 side = {length * std::sin(half_angle), length * std::cos(half_angle)};
    s.walls = {wall_between(0.0, 0.0, side.x, side.y), wall_between(0.0, 0.0, -side.x, side.y)};
    // Above each other, to the left and to the right in turn.
    random_source random(122);
    for (std::size_t i = 0; i < count; i++) {
        const double y = 8.0 + static_cast<double>(i);
        s.balls.push_back({{i % 2 == 0 ? 0.15 : -0.15, y}, random.within(0.2, 0.4), {0, 0}});
    }
    s.gravity = {0.0, -20.0};
    s.restitution = s.wall_restitution = restitution;
    s.phases = {{"all", 0, 900}};
    s.count_every = 10;
    return s;
}

crowd_scene heptagon_pile(std::size_t count, double restitution) {
    crowd_scene s;
    s.name = "heptagon_" + tenths(restitution);
    const double size = 3.0;
    for (int i = 0; i < 7; i++) {
        const double from = 2.0 * pi * (i + 0.25) / 7.0, to = 2.0 * pi * (i + 1.25) / 7.0;
        s.walls.push_back(wall_between(size * std::cos(from), size * std::sin(from),
                                       size * std::cos(to), size * std::sin(to)));
    }
    s.balls = balls_on({{-2.2, -1.76}, 5, 0.2, 0.4}, count, 123);
    s.gravity = {0.0, -10.0};
    s.restitution = restitution;
    // Walls take energy away, so that also a pile that bounces without loss comes to rest.
    s.wall_restitution = std::min(restitution, 0.5);
    s.phases = {{"motion", 0, 120}, {"asleep", 2500, 3000}, {"all", 0, 3000}};
    s.comes_to_rest = true;
    s.count_every = 20;
    return s;
}

crowd_scene gas(std::size_t count, double speed) {
    crowd_scene s;
    const double radius = 0.5, density = 0.3;
    const double side = std::sqrt(static_cast<double>(count) * pi * radius * radius / density);
    s.name = "gas_" + tenths(speed);
    // A wall of this radius is not passed in a frame by any ball here.
    add_box(s, 0.0, 0.0, side, side, 8.0);
    const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    const double cell = side / static_cast<double>(columns);
    random_source random(124);
    for (std::size_t i = 0; i < count; i++) {
        const double room = 0.49 * cell - radius;
        const double x = cell * (static_cast<double>(i % columns) + 0.5);
        const double y = cell * (static_cast<double>(i / columns) + 0.5);
        const double dx = random.within(-room, room), dy = random.within(-room, room);
        const double angle = random.within(0.0, 2.0 * pi), size = random.within(0.0, 2.0 * speed);
        s.balls.push_back(
            {{x + dx, y + dy}, radius, {size * std::cos(angle), size * std::sin(angle)}});
    }
    s.restitution = s.wall_restitution = 1.0;
    s.phases = {{"all", 30, 90}};
    return s;
}

crowd_scene press(std::size_t count) {
    crowd_scene s;
    s.name = "press";
    const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    const lattice l{{0.0, 0.0}, columns, 0.2, 0.4};
    const double width = cell_of(l) * static_cast<double>(columns);
    const double height = cell_of(l) * static_cast<double>((count + columns - 1) / columns);
    s.balls = balls_on(l, count, 125);
    s.walls = {wall_between(-10.0, 0.0, width + 10.0, 0.0),
               wall_between(-10.0, height, width + 10.0, height)};
    const double speed = 2.5;
    s.moving = {{wall_between(0.0, -1.0, 0.0, height + 1.0), {speed, 0.0}, 0.0, 0},
                {wall_between(width, -1.0, width, height + 1.0), {-speed, 0.0}, 0.0, 0}};
    double area = 0.0;
    for (const carom_ball &ball : s.balls)
        area += pi * ball.radius * ball.radius;
    const auto frames_to = [&](double density) {
        return static_cast<int>((width - area / (density * height)) / (2.0 * speed * s.step));
    };
    // Discs of these radii in disorder do not pack to much more than 0.84.
    s.phases = {{"closing", 0, frames_to(0.78)}, {"crushing", frames_to(0.78), frames_to(0.94)}};
    s.wants_worst = true;
    s.most_seconds = 5.0;
    return s;
}

crowd_scene one_place(std::size_t count) {
    crowd_scene s;
    s.name = "one_place";
    add_box(s, -20.0, -20.0, 20.0, 20.0, 1.0);
    random_source random(126);
    for (std::size_t i = 0; i < count; i++) {
        const double x = random.within(-0.1, 0.1), y = random.within(-0.1, 0.1);
        s.balls.push_back({{x, y}, random.within(0.2, 0.4), {0, 0}});
    }
    s.phases = {{"first", 0, 1}, {"next", 1, 30}};
    s.wants_worst = true;
    return s;
}

} // namespace bench
