// Sets of walls for the tests of scenes, each with a different difficulty, and questions for them.
//
// A set depends only on (kind, seed, count) and is the same on every machine: only + - * / sqrt and
// exact scaling are used. Questions are made from walls of the set, so that tangents, ties and
// grazes are frequent. Room: tests.
#ifndef CAROM_TESTS_WALL_SETS_H
#define CAROM_TESTS_WALL_SETS_H

#include "carom/world.h"
#include "random.h"

typedef enum wall_set {
    /// Segments of length about 1, about 1 to a unit square.
    SET_UNIFORM,
    /// In clusters, of lengths from 1/1,000 to 1.
    SET_CLUSTERED,
    /// Each starts where the one before ends.
    SET_POLYLINE,
    /// Unit segments between neighbouring integers: contacts are exact, and many at once.
    SET_GRID,
    /// All the same wall.
    SET_SAME,
    /// All on one line, overlapping each other, in integers.
    SET_COLLINEAR,
    /// a == b, some with a radius.
    SET_POINTS,
    /// All through one point.
    SET_STAR,
    /// One 10^6 long among some 10^-6 long.
    SET_GIANT,
    /// One at 1e300 among walls near 1.
    SET_OUTLIER,
    /// SET_UNIFORM at about 1e300, at 1e-300, and at 1e12 from the origin.
    SET_HUGE,
    SET_TINY,
    SET_OFFSET,
    /// The same, scaled so that products of two numbers overflow, nearly overflow, or underflow.
    SET_OVERFLOWING,
    SET_UNDERFLOWING,
    /// Small multiples of the smallest double.
    SET_SUBNORMAL,
    /// Coordinates and radii near the largest double, of both signs.
    SET_RANGE_ENDS,
    /// -0, 0, -1 and 1.
    SET_ZEROS,
    /// Horizontal and vertical, their boxes sharing edges.
    SET_AXIS_PARALLEL,
    SET_RAYS,
    SET_LINES,
    /// Every extent, some with one radius, some with another, some bare.
    SET_MIXED,
    /// Thick segments of the same radius, and of radii from 1e-9 to 10.
    SET_EQUAL_RADII,
    SET_RADII,
    /// Thicker than the whole field.
    SET_THICK,
    /// Ends about one double beside a float. Rounding a box to float must not lose a wall.
    SET_BESIDE_FLOATS,
    /// The same near the largest and the smallest floats.
    SET_FLOAT_ENDS,
    /// Each number has its own random exponent.
    SET_EXPONENTS,
    WALL_SET_COUNT
} wall_set;

/// In words, as in the enumerator.
const char *wall_set_name(wall_set kind);

/// Makes the walls; all are valid.
void wall_set_make(wall_set kind, uint64_t seed, carom_wall *walls, size_t count);

/// A question of each sort, all at once.
typedef struct wall_question {
    /// On a wall, tangent to one exactly or within some ulp, random, huge, or a point. One in
    /// thirty is invalid.
    carom_circle circle;
    /// Towards a wall, along one, far beyond, none at all.
    carom_vec2 move;
    /// Half of them 0; one in thirty invalid.
    double gap;
    /// Around some walls, within one, a point, unbounded, or upside down.
    carom_box box;
} wall_question;

/// Makes a question for the walls. There can be 0 walls.
wall_question wall_set_question(random_source *g, const carom_wall *walls, size_t count);

#endif
