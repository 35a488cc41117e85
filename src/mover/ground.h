// What a circle stands on: which walls it touches count as ground. Room: mover.
#ifndef CAROM_GROUND_H
#define CAROM_GROUND_H

#include "carom/filter.h"
#include "carom/relation.h"
#include "carom/world.h"

// What stands on a wall is at most this part of its radius off it. No skin is larger.
#define STANDING_GAP 0x1p-10

// The walls, and what counts as ground.
typedef struct ground_rules {
    carom_wall_source walls;
    const carom_filter *filter;
    // `up` with the length 1, and up rotated by 90 degrees to the right.
    carom_vec2 up, right;
    // `up` scaled so that its larger coordinate is 1 or -1. Exact for directions along an axis.
    carom_vec2 steep_up;
    double max_slope;
} ground_rules;

// How a place carries a circle on it.
typedef enum ground_kind {
    // Not at all.
    GROUND_NONE,
    // Its slope is within the limit.
    GROUND_FLOOR,
    // It is an end of a wall that is steeper there, but low enough to be stepped on.
    GROUND_LOW_END
} ground_kind;

// A place on a wall that a circle touches.
typedef struct ground_place {
    carom_index index;
    carom_wall wall;
    carom_feature feature;
    // From the wall to the centre.
    carom_vec2 normal;
    ground_kind kind;
} ground_place;

// What a circle touches.
typedef struct ground_search {
    // It touches ground at `place`.
    bool found;
    ground_place place;
    // It overlaps a two-sided wall; the lowest index of such a wall.
    bool overlapped;
    carom_index overlapped_index;
} ground_search;

// How the place carries the circle. The wall of an end must not go on from there more steeply than
// the limit. A low end has its top at most `room` above the lowest point of the circle; there is
// none if `room` is negative.
ground_kind carom_ground_kind(const ground_rules *rules, carom_circle circle,
                              const ground_place *place, double room);

// For a place below the centre. True for sides, and for ends whose top is at most `room` above the
// lowest point of the circle.
bool carom_ground_is_low(const ground_rules *rules, carom_circle circle, const ground_place *place,
                         double room);

// Finds the ground that the circle touches or overlaps, or is at most 64 ulp away from. Floors come
// before low ends, then the larger component of the normal along `up`, then the lower index. `room`
// is that of carom_ground_kind.
ground_search carom_ground_find(const ground_rules *rules, carom_circle circle, double room);

// The rise of the ground over its run in the direction `along`, which is right or -right.
double carom_ground_slope(const ground_rules *rules, const ground_place *place, carom_vec2 along);

// How far a circle can go in the direction `along` until the ground below it ends. Negative or
// small at an end; DBL_MAX on rays and lines.
double carom_ground_length(const ground_place *place, carom_circle circle, carom_vec2 along);

// How far the arc of a circle that rolls over an end drops below its tangent, after `run` in the
// direction `along`. `place` is the end, or the side that ends there. 0 if the circle has rolled
// off.
double carom_ground_arc_drop(const ground_rules *rules, const ground_place *place,
                             carom_circle circle, carom_vec2 along, double run);

// The error of carom_ground_slope in a row of walls that is straight but for rounding. An end can
// stick out of the row by the skin s. Then its normal is turned by up to sqrt(2 s / R).
double carom_ground_error(const ground_rules *rules, carom_circle circle);

// True if the circle touches the wall, or is at most 64 ulp away from it.
bool carom_ground_touches(carom_circle circle, carom_wall wall);

#endif
