// Short names for balls and vectors, and random walls that move. Each number is drawn in a
// statement of its own, so that the cases do not depend on a compiler's order of arguments. Room:
// tests.
#ifndef CAROM_TESTS_RANDOM_MOVING_H
#define CAROM_TESTS_RANDOM_MOVING_H

#include <math.h>

#include "carom/mover.h"
#include "carom/world.h"
#include "points.h"
#include "random.h"

static inline carom_vec2 random_vec(random_source *g, double size) {
    const double x = random_between(g, -size, size);
    return vec(x, random_between(g, -size, size));
}

// Of any extent, some one-sided, some points.
static inline carom_wall random_any_wall(random_source *g) {
    const carom_vec2 p = random_vec(g, 8), along = random_vec(g, 6);
    const double radius = random_one_in(g, 2) ? 0 : random_between(g, 0, 0.5);
    carom_wall wall = carom_capsule(p, carom_vec2_add(p, along), radius);
    if (random_one_in(g, 8))
        wall.b = wall.a;
    if (random_one_in(g, 8))
        wall.extent = (uint8_t)random_int(g, 1, 2);
    wall.one_sided = random_one_in(g, 8);
    return wall;
}

// Moves of any kind; rays and lines move as a whole.
static inline carom_moving_wall random_moving_wall(random_source *g, double size) {
    const carom_wall wall = random_any_wall(g);
    const carom_vec2 by = random_one_in(g, 8) ? vec(0, 0) : random_vec(g, size);
    if (wall.extent != CAROM_EXTENT_SEGMENT || random_one_in(g, 3))
        return carom_moving_wall_translating(wall, by);
    const carom_vec2 other = random_vec(g, size), pivot = random_vec(g, 8);
    const double angle = random_between(g, -1, 1) * size;
    return random_one_in(g, 2) ? carom_moving_wall_turning(wall, pivot, vec(cos(angle), sin(angle)))
                               : carom_moving_wall_make(wall, by, other);
}

#endif
