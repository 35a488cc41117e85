// The gate's filter: two balls that both move straight and evenly are certainly apart.
//
// Let d(t) be the vector from the second centre to the first, R the sum of the radii. Over a span
// of time d goes straight from d(a) to d(b). If a vector n has n.d > R |n| at both ends, it has so
// in between, and |d| > R. Places inside a leg are rounded, and so are the products: the margin
// covers both. docs/crowd.md has the proof, proofs/floats/crowd/Gate*.v its bounds. What d and R
// are: the places are those of place_on_leg, d is their difference and `reach` the sum of the
// radii, each rounded once. Room: crowd.
#ifndef CAROM_CROWD_GATE_FILTER_H
#define CAROM_CROWD_GATE_FILTER_H

#include <math.h>

#include "carom/vec2.h"

// The margin as a fraction of the scale, the largest magnitude of the coordinates and radii.
#define GATE_MARGIN 0x1p-46
// The scales for which the filter may be asked: beyond them products overflow or underflow.
#define GATE_SCALE_MIN 0x1p-480
#define GATE_SCALE_MAX 0x1p480

// A leg: a ball goes straight and evenly from `from` at `start` to `to` at `end`, fractions of the
// frame. A leg without duration has equal places.
typedef struct crowd_leg {
    carom_vec2 from, to;
    double start, end;
} crowd_leg;

// The place on a leg at a time from its start to its end. Inside the leg it is off by at most 2^-49
// of the scale in each coordinate.
static inline carom_vec2 place_on_leg(const crowd_leg *leg, double time) {
    if (time <= leg->start)
        return leg->from;
    if (time >= leg->end)
        return leg->to;
    const double part = (time - leg->start) / (leg->end - leg->start);
    const carom_vec2 p = {leg->from.x + part * (leg->to.x - leg->from.x),
                          leg->from.y + part * (leg->to.y - leg->from.y)};
    return p;
}

// True if n.d certainly exceeds R |n|, with `reach` the sum of the radii R.
static inline bool is_beyond(carom_vec2 d, carom_vec2 n, double reach, double scale) {
    const double length = sqrt(n.x * n.x + n.y * n.y);
    return n.x * d.x + n.y * d.y > (reach + GATE_MARGIN * scale) * length;
}

// True if the balls are certainly apart while d goes straight from `from` to `to`, for any n whose
// larger component is between 2^-60 and 2^60, or 0.
static inline bool are_certainly_apart(carom_vec2 from, carom_vec2 to, carom_vec2 n, double reach,
                                       double scale) {
    return is_beyond(from, n, reach, scale) && is_beyond(to, n, reach, scale);
}

// True if the balls certainly do not come nearer while d goes straight from `from`, where they do
// not overlap, to `to`: |d| has no minimum after its start, as it is convex. The error of the
// product d.u has parts with |u| and with |d|, because both are differences of places.
static inline bool is_certainly_leaving(carom_vec2 from, carom_vec2 to, double scale) {
    const carom_vec2 u = {to.x - from.x, to.y - from.y};
    const double margin = GATE_MARGIN * scale;
    const double size = (fabs(u.x) + fabs(u.y)) + (fabs(from.x) + fabs(from.y));
    return from.x * u.x + from.y * u.y > margin * (size + margin);
}

#endif
