// How the pairs are made: placed by random numbers, with radii from a distance in long double.
// Room: bench.
#include "pair_data.h"

#include <algorithm>
#include <cmath>

#include "random_source.h"

namespace bench {
namespace {

// Accurate to about one ulp of the distance. Used to choose radii, not to judge answers.
double distance(const pair &p) {
    using wide = long double;
    const auto ax = static_cast<wide>(p.ax), ay = static_cast<wide>(p.ay);
    const auto ux = static_cast<wide>(p.bx) - ax, uy = static_cast<wide>(p.by) - ay;
    const auto wx = static_cast<wide>(p.cx) - ax, wy = static_cast<wide>(p.cy) - ay;
    const wide t = std::clamp((wx * ux + wy * uy) / (ux * ux + uy * uy), 0.0L, 1.0L);
    return static_cast<double>(std::hypot(wx - t * ux, wy - t * uy));
}

} // namespace

std::vector<pair> generic_pairs(std::size_t count, double fraction) {
    random_source random(1);
    std::vector<pair> pairs(count);
    std::vector<double> ratio;
    for (pair &p : pairs) {
        const double angle = random.within(0.0, 6.283185307179586), length = random.within(0, 40);
        p.ax = random.within(0.0, 100.0);
        p.ay = random.within(0.0, 100.0);
        p.bx = p.ax + length * std::cos(angle);
        p.by = p.ay + length * std::sin(angle);
        p.cx = random.within(0.0, 100.0);
        p.cy = random.within(0.0, 100.0);
        p.r = random.within(0.5, 1.5);
        ratio.push_back(distance(p) / p.r);
    }
    // The scale at which the wanted fraction touches. It lies between two pairs, so that none is a
    // tie.
    std::sort(ratio.begin(), ratio.end());
    const auto rank = static_cast<std::size_t>(fraction * static_cast<double>(count));
    const double scale = 0.5 * (ratio[rank - 1] + ratio[rank]);
    for (pair &p : pairs)
        p.r *= scale;
    return pairs;
}

std::vector<pair> needle_pairs(std::size_t count) {
    random_source random(2);
    std::vector<pair> pairs(count);
    for (pair &p : pairs) {
        p.r = random.within(0.5, 1.5);
        p.cx = random.within(0.0, 100.0);
        p.cy = random.within(0.0, 100.0);
        const double angle = random.within(0.0, 6.283185307179586);
        const double dx = std::cos(angle), dy = std::sin(angle);
        const double length = p.r * std::pow(10.0, random.within(6.0, 8.0));
        const double before = length * random.within(0.0, 1.0), off = random.within(-3.0, 3.0);
        p.ax = p.cx - before * dx - off * dy;
        p.ay = p.cy - before * dy + off * dx;
        p.bx = p.ax + length * dx;
        p.by = p.ay + length * dy;
    }
    return pairs;
}

std::vector<pair> integer_ties(std::size_t count) {
    random_source random(3);
    std::vector<pair> pairs(count);
    for (std::size_t i = 0; i < count; i++) {
        pair &p = pairs[i];
        const triple t = random_triple(random);
        // Wall along (p, q), circle off by k (-q, p) from a point of it, or off an end along it.
        const int before = random.integer(1, 3000), after = random.integer(1, 3000);
        const int k = random.integer(1, 3000), x = random.integer(-300000, 300000);
        const int y = random.integer(-300000, 300000);
        p.ax = x - before * t.p;
        p.ay = y - before * t.q;
        p.bx = x + after * t.p;
        p.by = y + after * t.q;
        p.cx = i % 3 == 0 ? p.bx + k * t.p : x - k * t.q;
        p.cy = i % 3 == 0 ? p.by + k * t.q : y + k * t.p;
        p.r = k * t.h;
    }
    return pairs;
}

std::vector<pair> ulp_ties(std::size_t count) {
    random_source random(4);
    std::vector<pair> pairs(count);
    for (pair &p : pairs) {
        for (double *x : {&p.cx, &p.cy, &p.ax, &p.ay, &p.bx, &p.by})
            *x = random.within(0.0, 1000.0);
        p.r = random.nudged(distance(p), 4);
    }
    return pairs;
}

std::vector<pair> span_ties(std::size_t count) {
    random_source random(5);
    std::vector<pair> pairs(count);
    for (pair &p : pairs) {
        const triple t = random_triple(random);
        const double before = std::ldexp(1.0, random.integer(-300, 300));
        const double after = std::ldexp(1.0, random.integer(-300, 300));
        const int exponent = random.integer(-300, 300);
        const double k = std::ldexp(random.integer(1, 1 << 20), exponent);
        p.ax = -before * t.p;
        p.ay = -before * t.q;
        p.bx = after * t.p;
        p.by = after * t.q;
        p.cx = -k * t.q;
        p.cy = k * t.p;
        p.r = k * t.h;
    }
    return pairs;
}

} // namespace bench
