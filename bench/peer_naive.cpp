// The usual code, all in double. The test clamps the parameter and compares squares. The sweep
// tests the two sides offset by R, then the discs around the ends; it is a hit only if the circle
// moves in. Room: bench.
#include "peer.h"

#include <cmath>

namespace bench {
namespace {

// When the centre comes within `reach` of an end while moving in; w from the end to the centre.
double time_at_end(double wx, double wy, double vx, double vy, double reach) {
    const double b = wx * vx + wy * vy;
    if (b >= 0.0)
        return no_contact;
    const double a = vx * vx + vy * vy, c = wx * wx + wy * wy - reach * reach;
    const double d = b * b - a * c;
    if (d < 0.0)
        return no_contact;
    const double t = (-b - std::sqrt(d)) / a;
    return t >= 0.0 && t <= 1.0 ? t : no_contact;
}

double time_of_contact(const sweep &s) {
    const double ux = s.bx - s.ax, uy = s.by - s.ay, wx = s.cx - s.ax, wy = s.cy - s.ay;
    const double len2 = ux * ux + uy * uy, length = std::sqrt(len2), reach = s.r + s.wr;
    const double height = (ux * wy - uy * wx) / length, rate = (ux * s.vy - uy * s.vx) / length;
    if (height * rate < 0.0) {
        const double t = (std::fabs(height) - reach) / std::fabs(rate);
        const double along = (wx + t * s.vx) * ux + (wy + t * s.vy) * uy;
        if (t >= 0.0 && t <= 1.0 && along >= 0.0 && along <= len2)
            return t; // the wall is convex: no end comes before
    }
    const double at_a = time_at_end(wx, wy, s.vx, s.vy, reach);
    const double at_b = time_at_end(s.cx - s.bx, s.cy - s.by, s.vx, s.vy, reach);
    return at_a < 0.0 ? at_b : at_b < 0.0 ? at_a : std::fmin(at_a, at_b);
}

} // namespace

std::unique_ptr<pair_task> naive_clamp(const std::vector<pair> &pairs) {
    return make_task(
        pairs, [](const pair &p) { return p; },
        [](const pair &p) {
            const double ux = p.bx - p.ax, uy = p.by - p.ay, wx = p.cx - p.ax, wy = p.cy - p.ay;
            const double along = (wx * ux + wy * uy) / (ux * ux + uy * uy);
            const double t = along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
            const double dx = wx - t * ux, dy = wy - t * uy;
            return dx * dx + dy * dy <= p.r * p.r;
        });
}

std::unique_ptr<sweep_task> naive_sweep(const std::vector<sweep> &sweeps) {
    return make_task(
        sweeps, [](const sweep &s) { return s; }, time_of_contact);
}

} // namespace bench
