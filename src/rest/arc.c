// Validity and boxes of bent walls.
//
// The arc reaches farther than its ends where it is level or upright. How far is a sum of two terms
// of one sign, so that it does not cancel for small bulges, as the arc's centre and radius would.
// docs/exactness.md derives it. Room: rest.
#include "rest/arc.h"

#include "numbers.h"
#include "rest/path_box.h"

bool carom_arc_is_valid(carom_arc arc) {
    return is_finite(arc.a) && is_finite(arc.b) && arc.radius >= 0.0 && arc.radius <= DBL_MAX &&
           fabs(arc.bulge) <= 1.0;
}

// The low end of the box in one coordinate, in which the ends are at a and b and the chord has the
// length `along`; the other one is `across`, >= 0. `bends` tells if the arc bends to the low end.
static double arc_low_end(double a, double b, double radius, double across, double bulge,
                          bool bends) {
    const double low = low_end_of(smaller(a, b), radius);
    // Lengths are quartered, so that none overflows.
    const double along = fabs(b * 0.25 - a * 0.25), k = fabs(bulge);
    const double less = (1.0 - k) * (1.0 + k);
    // The arc is level there if the direction to the low end is between those to its ends.
    if (!bends || 2.0 * k * across * (1.0 + 0x1p-48) + 0x1p-1060 < less * along)
        return low;
    // From the middle of the chord: (|u| (1 + k^2) - across (1 - k^2)) / 4k, which is
    // along^2 / (4k s) + k s / 4 with s = |u| + across. The first quotient is below 3.
    const double most = larger(along, across), least = smaller(along, across);
    const double ratio = most > 0.0 ? least / most : 0.0;
    const double sum = most * sqrt(1.0 + ratio * ratio) + across;
    const double rise = k * sum, foot = rise > 0.0 ? along / rise * along : 0.0;
    // The arc lies in the rectangle on the chord with the height k |u| / 2.
    const double height = smaller(foot + rise, 2.0 * along + 2.0 * k * across);
    const double slack = 0x1p-51 * larger(fabs(a), fabs(b)) + 0x1p-1062;
    const double bent = low_end_of(0.5 * a + 0.5 * b, (radius + height) * (1.0 + 0x1p-49) + slack);
    return smaller(low, bent);
}

carom_box carom_arc_box(carom_arc arc) {
    if (!carom_arc_is_valid(arc)) {
        const double nan = (double)NAN; // every comparison with it is false
        const carom_box none = {{nan, nan}, {nan, nan}};
        return none;
    }
    if (arc_is_straight(&arc))
        return carom_wall_box(arc_chord(&arc));
    const carom_vec2 a = arc.a, b = arc.b;
    const double x = fabs(b.x * 0.25 - a.x * 0.25), y = fabs(b.y * 0.25 - a.y * 0.25);
    // Right of the chord if k > 0: towards (u.y, -u.x).
    const bool right = arc.bulge > 0.0;
    const bool up = right ? b.y > a.y : b.y < a.y, down = right ? b.y < a.y : b.y > a.y;
    const bool ahead = right ? b.x > a.x : b.x < a.x, back = right ? b.x < a.x : b.x > a.x;
    const carom_box box = {{arc_low_end(a.x, b.x, arc.radius, y, arc.bulge, down),
                            arc_low_end(a.y, b.y, arc.radius, x, arc.bulge, ahead)},
                           {-arc_low_end(-a.x, -b.x, arc.radius, y, arc.bulge, up),
                            -arc_low_end(-a.y, -b.y, arc.radius, x, arc.bulge, back)}};
    return box;
}
