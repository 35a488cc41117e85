// Crowds among as many walls, and how walls move. Room: bench.
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "crowd_scene.h"
#include "random_source.h"
#include "scene_data.h"

namespace bench {
namespace {

constexpr double full_turn = 6.283185307179586;
constexpr double half_length = 0.25;
constexpr int period = 30;

/// Finds free places. Everything that is added takes its place.
class places {
  public:
    places(const walls &start, double width) : side(width) {
        walls taken = start;
        if (carom_dynamic_scene_create(taken.data(), taken.size(), nullptr, &scene, nullptr) !=
            CAROM_STATUS_OK)
            std::exit(2);
    }
    places(const places &) = delete;
    places &operator=(const places &) = delete;
    ~places() {
        carom_dynamic_scene_destroy(scene);
    }
    carom_vec2 any(random_source &random) const {
        const double x = random.within(0.0, side), y = random.within(0.0, side);
        return {x, y};
    }
    bool is_free(carom_vec2 p, double r) const {
        return !carom_scene_touches(carom_dynamic_scene_view(scene), carom_circle_make(p, r),
                                    CAROM_CONTACT_RULE_CLOSED_DISC, nullptr);
    }
    void take(const carom_wall &shape) {
        carom_dynamic_id id;
        if (carom_dynamic_scene_insert(scene, shape, &id) != CAROM_STATUS_OK)
            std::exit(2);
    }

  private:
    double side;
    carom_dynamic_scene *scene = nullptr;
};

carom_vec2 along(double angle, double length) {
    return {length * std::cos(angle), length * std::sin(angle)};
}

/// A square of side sqrt(count).
crowd_scene square(std::size_t count, walls inside) {
    crowd_scene s;
    const double side = std::sqrt(static_cast<double>(count));
    s.walls = std::move(inside);
    const carom_vec2 corners[] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    for (int i = 0; i < 4; i++)
        s.walls.push_back(carom_segment(corners[i], corners[(i + 1) % 4]));
    s.room = {{0.0, 0.0}, {side, side}};
    s.restitution = s.wall_restitution = 1.0;
    s.phases = {{"all", 0, 60}};
    s.count_every = 5;
    s.most_seconds = 3.0;
    return s;
}

/// Half of them go to and fro, half turn. They keep off all other walls by more than a ball's
/// diameter, so that no ball has to be crushed.
void add_moving(crowd_scene &s, std::size_t count, double radius, places &in) {
    random_source random(91);
    while (s.moving.size() < count) {
        const carom_vec2 p = in.any(random);
        const bool turns = s.moving.size() % 2 == 0;
        const double room = half_length + 2.25 * radius;
        if (!in.is_free(p, room))
            continue;
        const double speed = turns ? 0.0 : random.within(-0.2, 0.2);
        const double angle = random.within(0.0, 3.0);
        const double spin = turns ? random.within(-6.0, 6.0) : 0.0;
        const carom_vec2 u = along(angle, half_length);
        const carom_vec2 end = {p.x + speed * period * s.step, p.y};
        if (!in.is_free(end, room))
            continue;
        s.moving.push_back({carom_segment(carom_vec2_sub(p, u), carom_vec2_add(p, u)),
                            {speed, 0.0},
                            spin,
                            period});
        // Others keep off all of its way.
        in.take(carom_capsule(p, end, half_length));
    }
}

} // namespace

carom_vec2 segment_velocity(const moving_segment &m, int frame) {
    const bool back = m.period > 0 && frame % (2 * m.period) >= m.period;
    return back ? carom_vec2_scale(m.velocity, -1.0) : m.velocity;
}

carom_wall segment_after(const moving_segment &m, int frames, double step) {
    int out = frames;
    if (m.period > 0) {
        const int turn = frames % (2 * m.period);
        out = turn < m.period ? turn : 2 * m.period - turn;
    }
    const carom_vec2 moved = carom_vec2_scale(m.velocity, out * step);
    const double c = std::cos(m.spin * frames * step), s = std::sin(m.spin * frames * step);
    const carom_vec2 middle = carom_vec2_scale(carom_vec2_add(m.start.a, m.start.b), 0.5);
    const auto after = [&](carom_vec2 p) {
        const carom_vec2 d = carom_vec2_sub(p, middle);
        return carom_vec2_add(carom_vec2_add(middle, moved),
                              carom_vec2{c * d.x - s * d.y, s * d.x + c * d.y});
    };
    return carom_capsule(after(m.start.a), after(m.start.b), m.start.radius);
}

crowd_scene among_walls(std::size_t count, double speed) {
    const double radius = 0.04;
    crowd_scene s = square(count, uniform_walls(count - 4));
    s.name = speed < 1.0 ? "among_0.5" : speed < 10.0 ? "among_5" : "among_50";
    random_source random(92);
    places in(s.walls, s.room.max.x);
    while (s.balls.size() < count) {
        const carom_vec2 p = in.any(random);
        const double angle = random.within(0.0, full_turn);
        if (!in.is_free(p, 2.0 * radius))
            continue;
        s.balls.push_back({p, radius, along(angle, speed * radius / s.step)});
        in.take(carom_post(p, radius));
    }
    return s;
}

crowd_scene among_moving_walls(std::size_t count) {
    const double radius = 0.1;
    walls inside = uniform_walls(count - count / 10 - 4);
    for (carom_wall &w : inside) // of half the length, so that there is room
        w.b = carom_vec2_add(w.a, carom_vec2_scale(carom_vec2_sub(w.b, w.a), 0.5));
    crowd_scene s = square(count, std::move(inside));
    s.name = "among_moving";
    places in(s.walls, s.room.max.x);
    add_moving(s, count / 10, radius, in);
    random_source random(93);
    while (s.balls.size() < count) {
        const carom_vec2 p = in.any(random);
        const double angle = random.within(0.0, full_turn);
        const double speed = random.within(0.0, 1.0) * radius / s.step;
        if (!in.is_free(p, radius))
            continue;
        s.balls.push_back({p, radius, along(angle, speed)});
        in.take(carom_post(p, radius));
    }
    return s;
}

} // namespace bench
