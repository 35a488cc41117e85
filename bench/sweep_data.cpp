// Makes the sweeps: first the place of contact, then the start, backwards along the path. A wall is
// convex, so an inward contact is the first one. Room: bench.
#include "sweep_data.h"

#include <algorithm>
#include <cmath>

#include "random_source.h"

namespace bench {
namespace {

constexpr double pi = 3.141592653589793, degree = pi / 180.0;

struct vec {
    double x, y;
};

vec turned(vec v, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}

vec along(vec p, vec direction, double distance) {
    return {p.x + distance * direction.x, p.y + distance * direction.y};
}

/// A circle and a wall without positions, and the wall's direction.
struct scene {
    sweep s;
    vec u;
    double length;

    double reach() const {
        return s.r + s.wr;
    }
};

scene random_scene(random_source &random, bool thick) {
    scene made{};
    made.s.r = random.within(0.5, 1.5);
    made.s.wr = thick ? random.within(0.1, 1.0) : 0.0;
    made.s.ax = random.within(0.0, 100.0);
    made.s.ay = random.within(0.0, 100.0);
    made.u = turned({1.0, 0.0}, random.within(0.0, 2.0 * pi));
    made.length = random.within(2.0, 40.0);
    const vec b = along({made.s.ax, made.s.ay}, made.u, made.length);
    made.s.bx = b.x;
    made.s.by = b.y;
    return made;
}

/// A point of the axis and the direction from there to a centre that is nearest to it.
struct place {
    vec foot, normal;
};

place place_on_side(random_source &random, const scene &on) {
    const double t = random.within(0.02, 0.98) * on.length;
    const double quarter = random.integer(0, 1) == 1 ? 90.0 : -90.0;
    return {along({on.s.ax, on.s.ay}, on.u, t), turned(on.u, quarter * degree)};
}

place place_on_end(random_source &random, const scene &on) {
    const double angle = random.within(-85.0, 85.0) * degree;
    if (random.integer(0, 1) == 1)
        return {{on.s.bx, on.s.by}, turned(on.u, angle)};
    return {{on.s.ax, on.s.ay}, turned({-on.u.x, -on.u.y}, angle)};
}

place place_anywhere(random_source &random, const scene &on) {
    return random.integer(0, 1) == 1 ? place_on_side(random, on) : place_on_end(random, on);
}

// Makes a move with this length and direction that passes through `at` at time t.
sweep through(scene on, vec at, vec direction, double far, double t) {
    on.s.vx = far * direction.x;
    on.s.vy = far * direction.y;
    on.s.cx = at.x - t * on.s.vx;
    on.s.cy = at.y - t * on.s.vy;
    return on.s;
}

// Reaches the distance R at time t, at up to 80 degrees from the normal.
sweep coming_in(random_source &random, const scene &on, const place &p, double t) {
    const vec in = turned({-p.normal.x, -p.normal.y}, random.within(-80.0, 80.0) * degree);
    return through(on, along(p.foot, p.normal, on.reach()), in, random.within(1.0, 10.0), t);
}

sweep moving_away(random_source &random, const scene &on) {
    const place p = place_anywhere(random, on);
    const vec out = turned(p.normal, random.within(-80.0, 80.0) * degree);
    const vec start = along(p.foot, p.normal, on.reach() * random.within(1.01, 5.0));
    return through(on, start, out, random.within(1.0, 10.0), 0.0);
}

sweep stopping_short(random_source &random, const scene &on) {
    const place p = place_anywhere(random, on);
    return coming_in(random, on, p, random.within(1.02, 2.0));
}

sweep passing_beside(random_source &random, const scene &on) {
    const place p = place_anywhere(random, on);
    const vec past = turned(p.normal, (random.integer(0, 1) == 1 ? 90.0 : -90.0) * degree);
    const vec nearest = along(p.foot, p.normal, on.reach() * random.within(1.02, 3.0));
    const double t = random.within(0.0, 1.0);
    return through(on, nearest, past, random.within(1.0, 10.0), t);
}

sweep crossing_beyond(random_source &random, const scene &on) {
    const bool at_b = random.integer(0, 1) == 1;
    const vec end = at_b ? vec{on.s.bx, on.s.by} : vec{on.s.ax, on.s.ay};
    const double angle = random.within(30.0, 150.0) * degree;
    const double off = on.reach() * random.within(1.05, 4.0) / std::sin(angle);
    const double side = random.integer(0, 1) == 1 ? 1.0 : -1.0;
    const vec crossing = along(end, on.u, at_b ? off : -off);
    const double t = random.within(0.1, 0.9);
    return through(on, crossing, turned(on.u, side * angle), random.within(1.0, 10.0), t);
}

sweep miss(random_source &random, bool thick) {
    const scene on = random_scene(random, thick);
    switch (random.integer(0, 3)) {
    case 0:
        return moving_away(random, on);
    case 1:
        return stopping_short(random, on);
    case 2:
        return passing_beside(random, on);
    default:
        return crossing_beyond(random, on);
    }
}

sweep side_hit(random_source &random, bool thick) {
    const scene on = random_scene(random, thick);
    const place p = place_on_side(random, on);
    return coming_in(random, on, p, random.within(0.02, 0.98));
}

sweep end_hit(random_source &random, bool thick) {
    const scene on = random_scene(random, thick);
    const place p = place_on_end(random, on);
    return coming_in(random, on, p, random.within(0.02, 0.98));
}

template <class Make> std::vector<sweep> many(std::size_t count, Make make) {
    std::vector<sweep> sweeps(count);
    for (sweep &s : sweeps)
        s = make();
    return sweeps;
}

using wide = long double;

struct wide_vec {
    wide x, y;
};

wide_vec widened(double x, double y) {
    return {static_cast<wide>(x), static_cast<wide>(y)};
}

// The distance from a point to the start, and to the line of the move. Accurate to about an ulp.
// Used to choose radii, not to judge answers.
wide distance_to_start(const sweep &s, wide_vec p) {
    const wide_vec c = widened(s.cx, s.cy);
    return std::hypot(c.x - p.x, c.y - p.y);
}
wide distance_to_path(const sweep &s, wide_vec p) {
    const wide_vec c = widened(s.cx, s.cy), v = widened(s.vx, s.vy);
    return std::fabs(v.x * (c.y - p.y) - v.y * (c.x - p.x)) / std::hypot(v.x, v.y);
}

bool starts_overlapping(const sweep &s) {
    const wide_vec a = widened(s.ax, s.ay), b = widened(s.bx, s.by), c = widened(s.cx, s.cy);
    const wide ux = b.x - a.x, uy = b.y - a.y;
    const wide dot = (c.x - a.x) * ux + (c.y - a.y) * uy;
    const wide t = std::clamp(dot / (ux * ux + uy * uy), 0.0L, 1.0L);
    return distance_to_start(s, {a.x + t * ux, a.y + t * uy}) <= static_cast<wide>(s.r + s.wr);
}

bool starts_in_slab(const sweep &s) {
    const double ux = s.bx - s.ax, uy = s.by - s.ay;
    const double cross = ux * (s.cy - s.ay) - uy * (s.cx - s.ax);
    return std::fabs(cross) < 0.999 * (s.r + s.wr) * std::hypot(ux, uy);
}

} // namespace

std::vector<sweep> anywhere_sweeps(std::size_t count) {
    random_source random(11);
    return many(count, [&random] {
        sweep s;
        do {
            s = random_scene(random, false).s;
            s.cx = random.within(0.0, 100.0);
            s.cy = random.within(0.0, 100.0);
            const double angle = random.within(0.0, 2.0 * pi);
            const vec v = turned({random.within(0.0, 20.0), 0.0}, angle);
            s.vx = v.x;
            s.vy = v.y;
        } while (starts_overlapping(s));
        return s;
    });
}

std::vector<sweep> missing_sweeps(std::size_t count) {
    random_source random(12);
    return many(count, [&random] { return miss(random, false); });
}

std::vector<sweep> side_sweeps(std::size_t count) {
    random_source random(13);
    return many(count, [&random] { return side_hit(random, false); });
}

std::vector<sweep> end_sweeps(std::size_t count) {
    random_source random(14);
    return many(count, [&random] { return end_hit(random, false); });
}

std::vector<sweep> mixed_sweeps(std::size_t count, bool thick) {
    random_source random(thick ? 16 : 15);
    return many(count, [&random, thick] {
        const int which = random.integer(0, 3);
        return which < 2    ? miss(random, thick)
               : which == 2 ? side_hit(random, thick)
                            : end_hit(random, thick);
    });
}

std::vector<sweep> slab_sweeps(std::size_t count) {
    random_source random(17);
    return many(count, [&random] {
        sweep s;
        do
            s = end_hit(random, false);
        while (!starts_in_slab(s));
        return s;
    });
}

std::vector<sweep> overlapping_sweeps(std::size_t count) {
    random_source random(20);
    return many(count, [&random] {
        const scene on = random_scene(random, false);
        const place p = place_anywhere(random, on);
        const vec start = along(p.foot, p.normal, on.reach() * random.within(0.05, 0.95));
        const vec direction = turned({1.0, 0.0}, random.within(0.0, 2.0 * pi));
        return through(on, start, direction, random.within(1.0, 10.0), 0.0);
    });
}

std::vector<sweep> grazing_sweeps(std::size_t count) {
    random_source random(18);
    return many(count, [&random] {
        const scene on = random_scene(random, false);
        const place p = place_on_end(random, on);
        const vec past = turned(p.normal, (random.integer(0, 1) == 1 ? 90.0 : -90.0) * degree);
        const double t = random.within(0.1, 0.9);
        sweep s =
            through(on, along(p.foot, p.normal, on.reach()), past, random.within(1.0, 10.0), t);
        s.r = static_cast<double>(distance_to_path(s, widened(p.foot.x, p.foot.y)));
        s.r = random.nudged(s.r, 4);
        return s;
    });
}

std::vector<sweep> tied_sweeps(std::size_t count) {
    random_source random(19);
    return many(count, [&random] {
        // Wall along (p, q), the left normal (-q, p).
        const triple t = random_triple(random);
        const int before = random.integer(1, 3000), after = random.integer(1, 3000);
        const int k = random.integer(1, 3000), m = random.integer(1, 3000);
        const int x = random.integer(-300000, 300000), y = random.integer(-300000, 300000);
        sweep s{};
        s.ax = x - before * t.p;
        s.ay = y - before * t.q;
        s.bx = x + after * t.p;
        s.by = y + after * t.q;
        s.r = k * t.h;
        const bool past_end = random.integer(0, 1) == 1;
        // Past b at R, the normal along the wall; or straight down onto the side until t = 1.
        s.cx = past_end ? s.bx + k * t.p - m * t.q : x - (k + m) * t.q;
        s.cy = past_end ? s.by + k * t.q + m * t.p : y + (k + m) * t.p;
        s.vx = (past_end ? 2.0 : 1.0) * m * t.q;
        s.vy = (past_end ? 2.0 : 1.0) * -m * t.p;
        return s;
    });
}

} // namespace bench
